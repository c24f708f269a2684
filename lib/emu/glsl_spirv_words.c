/* SPDX-License-Identifier: MIT */
/* Uniform and storage blocks that ES has no declaration for: those that hold 64-bit numbers, and those in
 * which floats are added, compared or swapped atomically. Such a block becomes 32-bit words, `uint[]` or
 * `uvec4[N]`, in every stage; what an access chain addresses is computed from the layout that the module's
 * decorations give, and each load and store goes word by word. 64-bit values leave as bitcasts of uvec2. The
 * block keeps its id, its name and its binding; what the application can ask about it comes from the words
 * that glslang wrote (glsl_module.source). Variables of a work group with such operations are words, too, one
 * behind the other. What we do not do: pointers into such a block as parameters,
 * 64-bit atomics. Cost: drivers put the words together again, but for computed components of uniform blocks.
 */
#include "emu/glsl_priv.h"

#include "emu/spirv_result.h"

#include <spirv_cross/spirv.h>
#include <string.h>

enum { MAX_WORDS = 4096 }; /* of one load or store */

/* What a pointer into such a block addresses. */
struct access {
    bool known, storage, shared;
    bool open;                  /* the element of an array of blocks is yet to come */
    uint32_t variable, element; /* element: an id; 0: no array */
    struct glsl_place at;
};

struct words {
    struct glsl_builder b;
    struct access *accesses; /* by id */
    bool *emitted;           /* by id: declarations that are there already, some before their turn */
    bool declared;           /* all of them are */
    bool *shared;            /* by id: a variable of the work group that becomes words */
};

static const uint32_t *word(const struct glsl_module *m, uint32_t id)
{
    return &m->w[m->def[id]];
}

/* ---- which ---- */

/* The block type behind the variable that w declares; 0: it is no block. */
static uint32_t block_of(const struct glsl_module *m, const uint32_t *w, bool *storage)
{
    uint32_t type;

    if (GLSL_OP(w[0]) != SpvOpVariable || w[3] != SpvStorageClassUniform)
        return 0;
    type = glsl_module_pointee(m, w[2]);
    if (GLSL_OP(word(m, type)[0]) == SpvOpTypeArray)
        type = word(m, type)[2];
    *storage = glsl_module_decoration(m, type, -1, SpvDecorationBufferBlock, NULL);
    return type;
}

static bool is_wide(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = word(m, type);

    if (GLSL_OP(w[0]) != SpvOpTypeStruct)
        return glsl_place_scalar(m, type) == 2 ||
               ((GLSL_OP(w[0]) == SpvOpTypeArray || GLSL_OP(w[0]) == SpvOpTypeRuntimeArray) &&
                is_wide(m, w[2]));
    for (uint32_t i = 2; i < GLSL_LENGTH(w[0]); i++)
        if (is_wide(m, w[i]))
            return true;
    return false;
}

static void note(struct glsl_job *job, const char *name)
{
    name = glsl_source_name(job, name);
    if (!glsl_has_block_words(job, name))
        *(const char **)glsl_push(job, &job->word_blocks, &job->word_block_count, sizeof name) = name;
}

/* The variable behind a pointer. */
static uint32_t root_of(const struct glsl_module *m, uint32_t pointer)
{
    while (GLSL_OP(word(m, pointer)[0]) == SpvOpAccessChain)
        pointer = word(m, pointer)[3];
    return pointer;
}

static bool is_shared(const uint32_t *w)
{
    return GLSL_OP(w[0]) == SpvOpVariable && w[3] == SpvStorageClassWorkgroup;
}

/* What an atomic operation that ES lacks changes. */
static void note_atomic(const struct glsl_module *m, const uint32_t *w)
{
    uint32_t root = root_of(m, w[3]), type;
    bool storage;

    type = block_of(m, word(m, root), &storage);
    if (type)
        note(m->job, m->name[type]);
    else if (!is_shared(word(m, root)))
        glsl_fail(m->job,
                  "atomic operations of floats are only supported in storage blocks and shared variables");
}

static void find(const struct glsl_module *m)
{
    bool storage;

    for (size_t i = GLSL_FIRST; i < m->n; i += GLSL_LENGTH(m->w[i])) {
        const uint32_t *w = &m->w[i];
        uint32_t type = block_of(m, w, &storage);

        if (type && is_wide(m, type))
            note(m->job, m->name[type]);
        if (glsl_atomic_is_lacking(m, w))
            note_atomic(m, w);
    }
}

void glsl_block_words_find(struct glsl_job *job)
{
    for (int s = 0; s < GLSL_STAGES; s++)
        if (job->modules[s])
            find(job->modules[s]);
}

bool glsl_has_block_words(const struct glsl_job *job, const char *name)
{
    for (size_t i = 0; i < job->word_block_count; i++)
        if (!strcmp(job->word_blocks[i], glsl_source_name(job, name)))
            return true;
    return false;
}

/* ---- declarations ---- */

/* A type or constant; one that the module declares further on comes here. */
static uint32_t need(struct words *s, uint32_t op, const uint32_t *operands, size_t count)
{
    const struct glsl_module *m = s->b.m;
    size_t at = op == SpvOpConstant ? 2 : 1;

    for (size_t i = GLSL_FIRST; !s->declared && i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction;
         i += GLSL_LENGTH(m->w[i])) {
        const uint32_t *w = &m->w[i];

        if (w[0] != ((uint32_t)(count + 2) << 16 | op) || s->emitted[w[at]] ||
            (at == 2 && w[1] != operands[0]) ||
            memcmp(&w[at + 1], &operands[at - 1], (count + 1 - at) * sizeof *w) != 0)
            continue;
        s->emitted[w[at]] = true;
        glsl_emit(&s->b, &s->b.decl, op, &w[1], count + 1);
        break;
    }
    return glsl_need(&s->b, op, operands, count);
}

static uint32_t need_uint(struct words *s)
{
    return need(s, SpvOpTypeInt, (const uint32_t[]){32, 0}, 2);
}

static uint32_t need_uints(struct words *s, uint32_t n)
{
    return need(s, SpvOpTypeVector, (const uint32_t[]){need_uint(s), n}, 2);
}

static uint32_t need_number(struct words *s, uint32_t value)
{
    return need(s, SpvOpConstant, (const uint32_t[]){need_uint(s), value}, 2);
}

static uint32_t need_pointer(struct words *s, uint32_t storage, uint32_t type)
{
    return need(s, SpvOpTypePointer, (const uint32_t[]){storage, type}, 2);
}

/* Qualifiers of memory go over to the words: those that ask for care from any member, those that forbid
 * something where all members have it. */
static void qualify(struct words *s, uint32_t type)
{
    static const struct {
        uint32_t decoration;
        bool all;
    } qualifiers[] = {{SpvDecorationCoherent, false},
                      {SpvDecorationVolatile, false},
                      {SpvDecorationNonWritable, true},
                      {SpvDecorationNonReadable, true}};
    uint32_t n = glsl_place_parts(s->b.m, type);

    for (size_t q = 0; q < sizeof qualifiers / sizeof *qualifiers; q++) {
        uint32_t count = 0;

        for (uint32_t i = 0; i < n; i++)
            count += glsl_module_decoration(s->b.m, type, (int)i, qualifiers[q].decoration, NULL);
        if (qualifiers[q].all ? count == n : count > 0)
            GLSL_EMIT(&s->b, &s->b.decl, SpvOpMemberDecorate, type, 0, qualifiers[q].decoration);
    }
}

static void declare_block(struct words *s, uint32_t type)
{
    struct glsl_builder *b = &s->b;
    bool storage = glsl_module_decoration(b->m, type, -1, SpvDecorationBufferBlock, NULL);
    uint32_t element = storage ? need_uint(s) : need_uints(s, 4), array, length;

    qualify(s, type);
    GLSL_EMIT(b, &b->decl, SpvOpMemberDecorate, type, 0, SpvDecorationOffset, 0);
    array = glsl_new_id(b);
    GLSL_EMIT(b, &b->decl, SpvOpDecorate, array, SpvDecorationArrayStride, storage ? 4 : 16);
    if (storage) {
        GLSL_EMIT(b, &b->decl, SpvOpTypeRuntimeArray, array, element);
    } else {
        length = need(s, SpvOpConstant,
                      (const uint32_t[]){need_uint(s), (glsl_block_extent(b->m, type) + 15) / 16}, 2);
        GLSL_EMIT(b, &b->decl, SpvOpTypeArray, array, element, length);
    }
    GLSL_EMIT(b, &b->decl, SpvOpTypeStruct, type, array);
}

static bool is_ours(const struct words *s, uint32_t type)
{
    const struct glsl_module *m = s->b.m;

    return type < m->bound && m->def[type] && GLSL_OP(word(m, type)[0]) == SpvOpTypeStruct &&
           (glsl_module_decoration(m, type, -1, SpvDecorationBufferBlock, NULL) ||
            glsl_module_decoration(m, type, -1, SpvDecorationBlock, NULL)) &&
           glsl_has_block_words(m->job, m->name[type]) &&
           glsl_module_decoration(m, type, 0, SpvDecorationOffset, NULL);
}

static void note_variable(struct words *s, const uint32_t *w)
{
    struct access *a = &s->accesses[w[2]];
    uint32_t type = block_of(s->b.m, w, &a->storage);

    if (!type || !is_ours(s, type))
        return;
    a->known = true;
    a->variable = w[2];
    a->at.type = glsl_module_pointee(s->b.m, w[2]);
    a->open = a->at.type != type;
}

/* A variable of the work group: uint[N]. */
static bool lower_shared(struct words *s, const uint32_t *w)
{
    struct access *a = &s->accesses[w[2]];
    uint32_t length, type;

    if (!is_shared(w) || !s->shared[w[2]])
        return false;
    *a = (struct access){.known = true,
                         .storage = true,
                         .shared = true,
                         .variable = w[2],
                         .at.type = glsl_module_pointee(s->b.m, w[2])};
    length = need_number(s, glsl_place_size(s->b.m, a->at.type));
    type = need(s, SpvOpTypeArray, (const uint32_t[]){need_uint(s), length}, 2);
    GLSL_EMIT(&s->b, &s->b.decl, SpvOpVariable, need_pointer(s, SpvStorageClassWorkgroup, type), w[2],
              SpvStorageClassWorkgroup);
    return true;
}

static void lower_declarations(struct words *s, size_t *i)
{
    const struct glsl_module *m = s->b.m;

    for (; *i < m->n && GLSL_OP(m->w[*i]) != SpvOpFunction; *i += GLSL_LENGTH(m->w[*i])) {
        const uint32_t *w = &m->w[*i];
        uint32_t op = GLSL_OP(w[0]), length = GLSL_LENGTH(w[0]);
        bool member = op == SpvOpMemberName || op == SpvOpMemberDecorate;
        unsigned at = spirv_result_word(op);

        if (op == SpvOpVariable)
            note_variable(s, w);
        if (op == SpvOpTypeStruct && is_ours(s, w[1]))
            declare_block(s, w[1]);
        else if (!lower_shared(s, w) && !(member && is_ours(s, w[1])) && !glsl_atomic_is_declared(w) &&
                 !(at && s->emitted[w[at]]))
            glsl_emit(&s->b, &s->b.decl, op, &w[1], length - 1);
        if (at)
            s->emitted[w[at]] = true;
    }
    s->declared = true;
}

/* ---- words ---- */

static uint32_t emit(struct words *s, uint32_t op, uint32_t type, uint32_t id, const uint32_t *operands,
                     size_t count)
{
    uint32_t *all = glsl_alloc(s->b.m->job, count + 2, sizeof *all);

    all[0] = type;
    all[1] = id ? id : glsl_new_id(&s->b);
    memcpy(&all[2], operands, count * sizeof *all);
    glsl_emit(&s->b, &s->b.body, op, all, count + 2);
    return all[1];
}

#define EMIT(s, op, type, id, ...)                                                                           \
    emit(s, op, type, id, (const uint32_t[]){__VA_ARGS__},                                                   \
         sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

/* dynamic + constant, an int. */
static uint32_t add_constant(struct words *s, uint32_t dynamic, uint32_t constant)
{
    uint32_t id = glsl_need_int_constant(&s->b, (int)constant);

    if (!dynamic || !constant)
        return dynamic ? dynamic : id;
    return EMIT(s, SpvOpIAdd, glsl_need_int(&s->b), 0, dynamic, id);
}

/* A pointer to element `at` of the words, or with component > 0 to that component (an id) of it. */
static uint32_t point(struct words *s, const struct access *a, uint32_t type, uint32_t at, uint32_t component)
{
    uint32_t operands[5] = {a->variable}, n = 1;

    if (a->element)
        operands[n++] = a->element;
    if (!a->shared)
        operands[n++] = glsl_need_int_constant(&s->b, 0);
    operands[n++] = at;
    if (component)
        operands[n++] = component;
    type = need_pointer(s, a->shared ? SpvStorageClassWorkgroup : SpvStorageClassUniform, type);
    return emit(s, SpvOpAccessChain, type, 0, operands, n);
}

/* One load or store. */
struct transfer {
    struct words *s;
    const struct access *access;
    uint32_t words;
    uint32_t vector, loaded; /* of a uniform block: the last uvec4 that was loaded, 1 + its number */
};

static void count_word(struct transfer *t)
{
    if (++t->words > MAX_WORDS)
        glsl_fail(t->s->b.m->job,
                  "a block of 64-bit numbers is read or written in one piece that is too long");
}

static uint32_t load_uniform(struct transfer *t, uint32_t constant, uint32_t id)
{
    struct words *s = t->s;
    const struct glsl_place *at = &t->access->at;
    uint32_t integer = glsl_need_int(&s->b), type = need_uint(s), two = glsl_need_int_constant(&s->b, 2),
             index;

    if (at->unaligned) {
        index = add_constant(s, at->dynamic, constant);
        index = point(s, t->access, type, EMIT(s, SpvOpShiftRightArithmetic, integer, 0, index, two),
                      EMIT(s, SpvOpBitwiseAnd, integer, 0, index, glsl_need_int_constant(&s->b, 3)));
        return EMIT(s, SpvOpLoad, type, id, index);
    }
    if (t->loaded != constant / 4 + 1) {
        index = at->dynamic ? EMIT(s, SpvOpShiftRightArithmetic, integer, 0, at->dynamic, two) : 0;
        index = point(s, t->access, need_uints(s, 4), add_constant(s, index, constant / 4), 0);
        t->vector = EMIT(s, SpvOpLoad, need_uints(s, 4), 0, index);
        t->loaded = constant / 4 + 1;
    }
    return EMIT(s, SpvOpCompositeExtract, type, id, t->vector, constant % 4);
}

static uint32_t point_word(struct words *s, const struct access *a, uint32_t constant)
{
    return point(s, a, need_uint(s), add_constant(s, a->at.dynamic, constant), 0);
}

static uint32_t load_word(struct transfer *t, uint32_t constant, uint32_t id)
{
    count_word(t);
    if (!t->access->storage)
        return load_uniform(t, constant, id);
    return EMIT(t->s, SpvOpLoad, need_uint(t->s), id, point_word(t->s, t->access, constant));
}

static uint32_t load_value(struct transfer *t, const struct glsl_place *p, uint32_t id)
{
    struct words *s = t->s;
    const struct glsl_module *m = s->b.m;
    uint32_t n = glsl_place_parts(m, p->type), *parts, low, high;

    if (n) {
        parts = glsl_alloc(m->job, n, sizeof *parts);
        for (uint32_t i = 0; i < n; i++) {
            struct glsl_place part = *p;

            glsl_place_enter(m, &part, i);
            parts[i] = load_value(t, &part, 0);
        }
        return emit(s, SpvOpCompositeConstruct, p->type, id, parts, n);
    }
    if (p->type == need_uint(s))
        return load_word(t, p->constant, id);
    low = load_word(t, p->constant, 0);
    if (GLSL_OP(word(m, p->type)[0]) == SpvOpTypeBool)
        return EMIT(s, SpvOpINotEqual, p->type, id, low, need_number(s, 0));
    if (glsl_place_scalar(m, p->type) == 2) {
        high = load_word(t, p->constant + 1, 0);
        low = EMIT(s, SpvOpCompositeConstruct, need_uints(s, 2), 0, low, high);
    }
    return EMIT(s, SpvOpBitcast, p->type, id, low);
}

static void store_word(struct transfer *t, uint32_t constant, uint32_t value)
{
    count_word(t);
    GLSL_EMIT(&t->s->b, &t->s->b.body, SpvOpStore, point_word(t->s, t->access, constant), value);
}

static void store_value(struct transfer *t, const struct glsl_place *p, uint32_t value)
{
    struct words *s = t->s;
    const struct glsl_module *m = s->b.m;
    uint32_t n = glsl_place_parts(m, p->type), type = need_uint(s);

    for (uint32_t i = 0; i < n; i++) {
        struct glsl_place part = *p;

        glsl_place_enter(m, &part, i);
        store_value(t, &part, EMIT(s, SpvOpCompositeExtract, part.type, 0, value, i));
    }
    if (n)
        return;
    if (GLSL_OP(word(m, p->type)[0]) == SpvOpTypeBool) {
        value = EMIT(s, SpvOpSelect, type, 0, value, need_number(s, 1), need_number(s, 0));
        store_word(t, p->constant, value);
        return;
    }
    if (glsl_place_scalar(m, p->type) == 2) {
        value = EMIT(s, SpvOpBitcast, need_uints(s, 2), 0, value);
        store_word(t, p->constant, EMIT(s, SpvOpCompositeExtract, type, 0, value, 0));
        store_word(t, p->constant + 1, EMIT(s, SpvOpCompositeExtract, type, 0, value, 1));
    } else {
        store_word(t, p->constant, p->type == type ? value : EMIT(s, SpvOpBitcast, type, 0, value));
    }
}

/* ---- instructions ---- */

static void lower_chain(struct words *s, const uint32_t *w)
{
    struct access a = s->accesses[w[3]];

    for (uint32_t i = 4; i < GLSL_LENGTH(w[0]); i++) {
        if (!a.open) {
            glsl_place_index(&s->b, &a.at, w[i]);
            continue;
        }
        a.element = w[i];
        a.open = false;
        a.at.type = word(s->b.m, a.at.type)[2];
    }
    s->accesses[w[2]] = a;
}

/* Elements of the unsized array at the end of the block: what the words in front of it leave. */
static void lower_length(struct words *s, const uint32_t *w)
{
    const struct glsl_module *m = s->b.m;
    const struct access *a = &s->accesses[w[3]];
    struct glsl_place array = a->at;
    uint32_t type = need_uint(s), zero = need_number(s, 0), block = a->variable;
    uint32_t all, front, rest, stride, enough, boolean = need(s, SpvOpTypeBool, NULL, 0);

    glsl_place_enter(m, &array, w[4]);
    front = need_number(s, array.constant);
    stride = need_number(s, glsl_place_stride(m, array.type));
    if (a->element)
        block = EMIT(s, SpvOpAccessChain, need_pointer(s, SpvStorageClassUniform, a->at.type), 0, block,
                     a->element);
    all = EMIT(s, SpvOpArrayLength, type, 0, block, 0);
    rest = EMIT(s, SpvOpISub, type, 0, all, front);
    enough = EMIT(s, SpvOpUGreaterThan, boolean, 0, all, front);
    rest = EMIT(s, SpvOpSelect, type, 0, enough, rest, zero);
    EMIT(s, SpvOpUDiv, type, w[2], rest, stride);
}

static void lower_load(struct words *s, const uint32_t *w)
{
    const struct access *a = &s->accesses[w[3]];
    struct transfer t = {.s = s, .access = a};

    load_value(&t, &a->at, w[2]);
}

static void lower_store(struct words *s, const uint32_t *w)
{
    const struct access *a = &s->accesses[w[1]];
    struct transfer t = {.s = s, .access = a};

    store_value(&t, &a->at, w[2]);
}

static void lower_atomic(struct words *s, const uint32_t *w)
{
    const struct access *a = &s->accesses[w[3]];
    struct glsl_atomic atomic = {.variable = a->variable,
                                 .element = a->element,
                                 .at = add_constant(s, a->at.dynamic, a->at.constant),
                                 .shared = a->shared};

    if (!a->storage || glsl_place_scalar(s->b.m, w[1]) == 2)
        glsl_fail(s->b.m->job, "atomic operations of 64-bit numbers are not supported");
    glsl_atomic_lower(&s->b, w, &atomic);
}

static bool lower_known(struct words *s, const uint32_t *w)
{
    const struct glsl_module *m = s->b.m;
    uint32_t op = GLSL_OP(w[0]), length = GLSL_LENGTH(w[0]);

    if (op == SpvOpStore && s->accesses[w[1]].known) {
        lower_store(s, w);
        return true;
    }
    for (uint32_t i = 4; op == SpvOpFunctionCall && i < length; i++)
        if (s->accesses[w[i]].known)
            glsl_fail(m->job, "a part of a block of 64-bit numbers is passed on by reference");
    if (length < 4 || w[3] >= m->bound || !s->accesses[w[3]].known)
        return false;
    if (op == SpvOpAccessChain || op == SpvOpInBoundsAccessChain)
        lower_chain(s, w);
    else if (op == SpvOpLoad)
        lower_load(s, w);
    else if (op == SpvOpArrayLength)
        lower_length(s, w);
    else if (glsl_atomic_is(op))
        lower_atomic(s, w);
    else
        return false;
    return true;
}

/* ---- the whole ---- */

static bool find_shared(struct words *s)
{
    const struct glsl_module *m = s->b.m;
    bool any = false;

    for (size_t i = GLSL_FIRST; i < m->n; i += GLSL_LENGTH(m->w[i]))
        if (glsl_atomic_is_lacking(m, &m->w[i]) && is_shared(word(m, root_of(m, m->w[i + 3]))))
            any = s->shared[root_of(m, m->w[i + 3])] = true;
    return any;
}

void glsl_block_words(struct glsl_module *m)
{
    struct words s = {.b = {.m = m, .bound = m->bound}};
    size_t i = GLSL_FIRST;

    s.shared = glsl_alloc(m->job, m->bound, sizeof *s.shared);
    if (!find_shared(&s) && !m->job->word_block_count)
        return;
    glsl_module_keep(m);
    s.accesses = glsl_alloc(m->job, m->bound, sizeof *s.accesses);
    s.emitted = glsl_alloc(m->job, m->bound, sizeof *s.emitted);
    lower_declarations(&s, &i);
    for (; i < m->n; i += GLSL_LENGTH(m->w[i]))
        if (!lower_known(&s, &m->w[i]))
            glsl_emit(&s.b, &s.b.body, GLSL_OP(m->w[i]), &m->w[i + 1], GLSL_LENGTH(m->w[i]) - 1);
    glsl_module_replace(&s.b);
}
