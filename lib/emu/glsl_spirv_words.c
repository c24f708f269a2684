/* SPDX-License-Identifier: MIT */
/* Uniform and storage blocks that ES has no declaration for: those that hold 64-bit numbers, and those in
 * which floats are added, compared or swapped atomically. Such a block becomes 32-bit words, `uint[]` or
 * `uvec4[N]`, in every stage; what an access chain addresses is computed from the layout that the module's
 * decorations give, and each load and store goes word by word. 64-bit values leave as bitcasts of uvec2. The
 * block keeps its id, its name and its binding; what the application can ask about it comes from the words
 * that glslang wrote (glsl_module.source). Variables of a work group with such operations are words, too, one
 * behind the other. What we do not do: pointers into such a block as parameters, 64-bit atomics. Cost:
 * drivers put the words together again, but for computed components of uniform blocks.
 */
#include "emu/glsl_spirv_words.h"

#include "emu/spirv_result.h"

#include <spirv_cross/spirv.h>
#include <string.h>

/* ---- declarations ---- */

uint32_t glsl_words_need(struct glsl_words_pass *s, uint32_t op, const uint32_t *operands, size_t count)
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

uint32_t glsl_words_uint(struct glsl_words_pass *s)
{
    return glsl_words_need(s, SpvOpTypeInt, (const uint32_t[]){32, 0}, 2);
}

uint32_t glsl_words_uints(struct glsl_words_pass *s, uint32_t n)
{
    return glsl_words_need(s, SpvOpTypeVector, (const uint32_t[]){glsl_words_uint(s), n}, 2);
}

uint32_t glsl_words_number(struct glsl_words_pass *s, uint32_t value)
{
    return glsl_words_need(s, SpvOpConstant, (const uint32_t[]){glsl_words_uint(s), value}, 2);
}

uint32_t glsl_words_pointer(struct glsl_words_pass *s, uint32_t storage, uint32_t type)
{
    return glsl_words_need(s, SpvOpTypePointer, (const uint32_t[]){storage, type}, 2);
}

/* Qualifiers of memory go over to the words: those that ask for care from any member, those that forbid
 * something where all members have it. */
static void qualify(struct glsl_words_pass *s, uint32_t type)
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

static void declare_block(struct glsl_words_pass *s, uint32_t type)
{
    struct glsl_builder *b = &s->b;
    bool storage = glsl_module_decoration(b->m, type, -1, SpvDecorationBufferBlock, NULL);
    uint32_t element = storage ? glsl_words_uint(s) : glsl_words_uints(s, 4), array, length;

    qualify(s, type);
    GLSL_EMIT(b, &b->decl, SpvOpMemberDecorate, type, 0, SpvDecorationOffset, 0);
    array = glsl_new_id(b);
    GLSL_EMIT(b, &b->decl, SpvOpDecorate, array, SpvDecorationArrayStride, storage ? 4 : 16);
    if (storage) {
        GLSL_EMIT(b, &b->decl, SpvOpTypeRuntimeArray, array, element);
    } else {
        length = glsl_words_need(
            s, SpvOpConstant,
            (const uint32_t[]){glsl_words_uint(s), (glsl_block_extent(b->m, type) + 15) / 16}, 2);
        GLSL_EMIT(b, &b->decl, SpvOpTypeArray, array, element, length);
    }
    GLSL_EMIT(b, &b->decl, SpvOpTypeStruct, type, array);
}

static bool is_ours(const struct glsl_words_pass *s, uint32_t type)
{
    const struct glsl_module *m = s->b.m;

    return type < m->bound && m->def[type] && glsl_def_op(m, type) == SpvOpTypeStruct &&
           (glsl_module_decoration(m, type, -1, SpvDecorationBufferBlock, NULL) ||
            glsl_module_decoration(m, type, -1, SpvDecorationBlock, NULL)) &&
           glsl_has_block_words(m->job, m->name[type]) &&
           glsl_module_decoration(m, type, 0, SpvDecorationOffset, NULL);
}

static void note_variable(struct glsl_words_pass *s, const uint32_t *w)
{
    struct glsl_words_access *a = &s->accesses[w[2]];
    uint32_t type = glsl_words_block(s->b.m, w, &a->storage);

    if (!type || !is_ours(s, type))
        return;
    a->known = true;
    a->variable = w[2];
    a->at.type = glsl_module_pointee(s->b.m, w[2]);
    a->at.tight = glsl_block_is_tight(s->b.m->job, s->b.m->name[type]);
    a->open = a->at.type != type;
}

/* A variable of the work group: uint[N]. */
static bool lower_shared(struct glsl_words_pass *s, const uint32_t *w)
{
    struct glsl_words_access *a = &s->accesses[w[2]];
    uint32_t length, type;

    if (!glsl_words_is_shared(w) || !s->shared[w[2]])
        return false;
    *a = (struct glsl_words_access){.known = true,
                                    .storage = true,
                                    .shared = true,
                                    .variable = w[2],
                                    .at = {.type = glsl_module_pointee(s->b.m, w[2]), .tight = true}};
    length = glsl_words_number(s, glsl_place_extent(s->b.m, a->at.type, false).size);
    type = glsl_words_need(s, SpvOpTypeArray, (const uint32_t[]){glsl_words_uint(s), length}, 2);
    GLSL_EMIT(&s->b, &s->b.decl, SpvOpVariable, glsl_words_pointer(s, SpvStorageClassWorkgroup, type), w[2],
              SpvStorageClassWorkgroup);
    return true;
}

static void lower_declarations(struct glsl_words_pass *s, size_t *i)
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

/* ---- instructions ---- */

static void lower_chain(struct glsl_words_pass *s, const uint32_t *w)
{
    struct glsl_words_access a = s->accesses[w[3]];

    for (uint32_t i = 4; i < GLSL_LENGTH(w[0]); i++) {
        if (!a.open) {
            glsl_place_index(&s->b, &a.at, w[i]);
            continue;
        }
        a.element = w[i];
        a.open = false;
        a.at.type = glsl_def(s->b.m, a.at.type)[2];
    }
    s->accesses[w[2]] = a;
}

/* Elements of the unsized array at the end of the block: what the words in front of it leave. */
static void lower_length(struct glsl_words_pass *s, const uint32_t *w)
{
    const struct glsl_module *m = s->b.m;
    const struct glsl_words_access *a = &s->accesses[w[3]];
    struct glsl_place array = a->at;
    uint32_t type = glsl_words_uint(s), zero = glsl_words_number(s, 0), block = a->variable;
    uint32_t all, front, rest, stride, enough,
        boolean = glsl_words_need(s, SpvOpTypeBool, (const uint32_t[]){0}, 0);

    glsl_place_enter(m, &array, w[4]);
    front = glsl_words_number(s, array.constant);
    stride = glsl_words_number(s, glsl_place_stride(m, &array));
    if (a->element)
        block =
            GLSL_WORDS_EMIT(s, SpvOpAccessChain, glsl_words_pointer(s, SpvStorageClassUniform, a->at.type), 0,
                            block, a->element);
    all = GLSL_WORDS_EMIT(s, SpvOpArrayLength, type, 0, block, 0);
    rest = GLSL_WORDS_EMIT(s, SpvOpISub, type, 0, all, front);
    enough = GLSL_WORDS_EMIT(s, SpvOpUGreaterThan, boolean, 0, all, front);
    rest = GLSL_WORDS_EMIT(s, SpvOpSelect, type, 0, enough, rest, zero);
    GLSL_WORDS_EMIT(s, SpvOpUDiv, type, w[2], rest, stride);
}

static void lower_atomic(struct glsl_words_pass *s, const uint32_t *w)
{
    const struct glsl_words_access *a = &s->accesses[w[3]];
    struct glsl_atomic atomic = {.variable = a->variable,
                                 .element = a->element,
                                 .at = glsl_words_add(s, a->at.dynamic, a->at.constant),
                                 .shared = a->shared};

    if (!a->storage || glsl_place_scalar(s->b.m, w[1]) == 2)
        glsl_fail(s->b.m->job, "atomic operations of 64-bit numbers are not supported");
    glsl_atomic_lower(&s->b, w, &atomic);
}

static bool lower_known(struct glsl_words_pass *s, const uint32_t *w)
{
    const struct glsl_module *m = s->b.m;
    uint32_t op = GLSL_OP(w[0]), length = GLSL_LENGTH(w[0]);

    if (op == SpvOpStore && s->accesses[w[1]].known) {
        glsl_words_store(s, &s->accesses[w[1]], w[2]);
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
        glsl_words_load(s, &s->accesses[w[3]], w[2]);
    else if (op == SpvOpArrayLength)
        lower_length(s, w);
    else if (glsl_atomic_is(op))
        lower_atomic(s, w);
    else
        return false;
    return true;
}

/* ---- the whole ---- */

static bool find_shared(struct glsl_words_pass *s)
{
    const struct glsl_module *m = s->b.m;
    bool any = false;

    for (size_t i = GLSL_FIRST; i < m->n; i += GLSL_LENGTH(m->w[i]))
        if (glsl_atomic_is_lacking(m, &m->w[i]) &&
            glsl_words_is_shared(glsl_def(m, glsl_words_root(m, m->w[i + 3]))))
            any = s->shared[glsl_words_root(m, m->w[i + 3])] = true;
    return any;
}

void glsl_block_words(struct glsl_module *m)
{
    struct glsl_words_pass s = {.b = {.m = m, .bound = m->bound}};
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
