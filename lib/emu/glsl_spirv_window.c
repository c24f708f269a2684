/* SPDX-License-Identifier: MIT */
/* Storage blocks without a place on the driver, read as words. Every load of such a block becomes fetches of
 * 32-bit words from a texture, put together to the type that was loaded; what an access chain addresses is
 * computed in words along the chain, constants folded. The texture is a buffer texture, or a 2D one of
 * 1 << GLSL_WINDOW_ROW_BITS texels a row where the key or the driver asks for it. The layout is that of the
 * source's decorations. Not done: a computed index into an array of blocks (named). Cost in the shader: one
 * fetch per word; the address costs what it did. */
#include "emu/glsl_block.h"
#include "emu/glsl_window.h"

#include <spirv_cross/spirv.h>
#include <string.h>

enum { MAX_WORDS = 1024 }; /* of one load */

/* What a pointer into a block addresses. */
struct pointer {
    bool known;
    int window; /* -1 while the element of an array of blocks is open */
    struct glsl_place at;
};

struct made_uniform {
    const char *name;
    uint32_t id;
};

struct glsl_window_state {
    struct pointer *pointers; /* by id of the original module */
    struct made_uniform *uniforms;
    size_t uniform_count;
};

static struct glsl_window_state *state_of(struct glsl_module *m)
{
    if (!m->windows) {
        m->windows = glsl_alloc(m->job, 1, sizeof *m->windows);
        m->windows->pointers = glsl_alloc(m->job, m->bound, sizeof *m->windows->pointers);
    }
    return m->windows;
}

/* ---- made variables ---- */

uint32_t glsl_window_uniform(struct glsl_builder *b, const char *name, uint32_t type)
{
    struct glsl_window_state *s = state_of(b->m);
    struct made_uniform *u;
    uint32_t pointer;

    for (size_t i = 0; i < s->uniform_count; i++)
        if (!strcmp(s->uniforms[i].name, name))
            return s->uniforms[i].id;
    u = glsl_push(b->m->job, &s->uniforms, &s->uniform_count, sizeof *u);
    u->name = name;
    u->id = glsl_new_id(b);
    pointer = glsl_need(b, SpvOpTypePointer, (const uint32_t[]){SpvStorageClassUniformConstant, type}, 2);
    GLSL_EMIT(b, &b->decl, SpvOpVariable, pointer, u->id, SpvStorageClassUniformConstant);
    return u->id;
}

const char *glsl_window_made(const struct glsl_module *m, size_t i, uint32_t *id)
{
    if (!m->windows || i >= m->windows->uniform_count)
        return NULL;
    *id = m->windows->uniforms[i].id;
    return m->windows->uniforms[i].name;
}

static uint32_t need_uint(struct glsl_builder *b)
{
    return glsl_need(b, SpvOpTypeInt, (const uint32_t[]){32, 0}, 2);
}

static bool is_2d(const struct glsl_job *job)
{
    return !job->target.texture_buffer || (job->input && job->input->key.windows & GLSL_WINDOWS_STORAGE_2D);
}

static uint32_t image_type(struct glsl_builder *b)
{
    uint32_t dim = is_2d(b->m->job) ? SpvDim2D : SpvDimBuffer;

    return glsl_need(b, SpvOpTypeImage,
                     (const uint32_t[]){need_uint(b), dim, 0, 0, 0, 1, SpvImageFormatUnknown}, 7);
}

static uint32_t binary(struct glsl_builder *b, uint32_t op, uint32_t type, uint32_t x, uint32_t y)
{
    uint32_t id = glsl_new_id(b);

    GLSL_EMIT(b, &b->body, op, type, id, x, y);
    return id;
}

static uint32_t load(struct glsl_builder *b, uint32_t type, uint32_t pointer)
{
    uint32_t id = glsl_new_id(b);

    GLSL_EMIT(b, &b->body, SpvOpLoad, type, id, pointer);
    return id;
}

uint32_t glsl_window_place(struct glsl_builder *b, uint32_t at)
{
    uint32_t integer = glsl_need_int(b), pair = glsl_need_vector(b, integer, 2), id;
    uint32_t x =
        binary(b, SpvOpBitwiseAnd, integer, at, glsl_need_int_constant(b, (1 << GLSL_WINDOW_ROW_BITS) - 1));
    uint32_t y =
        binary(b, SpvOpShiftRightArithmetic, integer, at, glsl_need_int_constant(b, GLSL_WINDOW_ROW_BITS));

    id = glsl_new_id(b);
    GLSL_EMIT(b, &b->body, SpvOpCompositeConstruct, pair, id, x, y);
    return id;
}

/* ---- loads ---- */

/* One load: the texture, and the word that the pointer addresses. */
struct fetch {
    struct glsl_builder *b;
    uint32_t image; /* loaded when the first word is fetched */
    uint32_t start; /* dynamic part and base, an int */
    const struct glsl_window *window;
    uint32_t words;
};

static void begin_fetch(struct fetch *f, const struct pointer *p)
{
    struct glsl_builder *b = f->b;
    uint32_t integer = glsl_need_int(b), image = image_type(b), sampled, base;

    f->window = &b->m->job->out->windows[p->window];
    sampled = glsl_need(b, SpvOpTypeSampledImage, (const uint32_t[]){image}, 1);
    sampled = load(b, sampled, glsl_window_uniform(b, f->window->sampler, sampled));
    f->image = glsl_new_id(b);
    GLSL_EMIT(b, &b->body, SpvOpImage, image, f->image, sampled);
    base = load(b, integer, glsl_window_uniform(b, f->window->base, integer));
    f->start = p->at.dynamic ? binary(b, SpvOpIAdd, integer, base, p->at.dynamic) : base;
}

/* Word `at`, as a value of scalar type `type`, under id `id` (0: a new one). */
static uint32_t fetch_word(struct fetch *f, uint32_t at, uint32_t type, uint32_t id)
{
    struct glsl_builder *b = f->b;
    uint32_t integer = glsl_need_int(b), word_type = need_uint(b), four = glsl_need_vector(b, word_type, 4);
    uint32_t where =
        at ? binary(b, SpvOpIAdd, integer, f->start, glsl_need_int_constant(b, (int)at)) : f->start;
    uint32_t texel = glsl_new_id(b), value;
    bool plain = type == word_type;

    if (++f->words > MAX_WORDS)
        glsl_fail(b->m->job, "a load of more than %d words from a storage block", MAX_WORDS);
    if (is_2d(b->m->job))
        GLSL_EMIT(b, &b->body, SpvOpImageFetch, four, texel, f->image, glsl_window_place(b, where),
                  SpvImageOperandsLodMask, glsl_need_int_constant(b, 0));
    else
        GLSL_EMIT(b, &b->body, SpvOpImageFetch, four, texel, f->image, where);
    id = id ? id : glsl_new_id(b);
    value = plain ? id : glsl_new_id(b);
    GLSL_EMIT(b, &b->body, SpvOpCompositeExtract, word_type, value, texel, 0);
    if (!plain)
        GLSL_EMIT(b, &b->body, SpvOpBitcast, type, id, value);
    return id;
}

static uint32_t construct(struct fetch *f, uint32_t type, const uint32_t *parts, uint32_t n, uint32_t id)
{
    uint32_t *operands = glsl_alloc(f->b->m->job, n + 2, sizeof *operands);

    operands[0] = type;
    operands[1] = id ? id : glsl_new_id(f->b);
    memcpy(&operands[2], parts, n * sizeof *parts);
    glsl_emit(f->b, &f->b->body, SpvOpCompositeConstruct, operands, n + 2);
    return operands[1];
}

static uint32_t fetch_value(struct fetch *f, const struct glsl_place *p, uint32_t id)
{
    const struct glsl_module *m = f->b->m;
    uint32_t op = glsl_def_op(m, p->type), n = glsl_place_parts(m, p->type), *parts;

    if (!n) {
        if (op != SpvOpTypeInt && op != SpvOpTypeFloat)
            glsl_fail(m->job, "a storage block is read in a way that words cannot serve");
        return fetch_word(f, p->constant, p->type, id);
    }
    if (n > MAX_WORDS)
        glsl_fail(m->job, "a load of more than %d words from a storage block", MAX_WORDS);
    parts = glsl_alloc(m->job, n, sizeof *parts);
    for (uint32_t i = 0; i < n; i++) {
        struct glsl_place part = *p;

        glsl_place_enter(m, &part, i);
        parts[i] = fetch_value(f, &part, 0);
    }
    return construct(f, p->type, parts, n, id);
}

/* ---- chains ---- */

static void enter(struct glsl_builder *b, struct pointer *p, uint32_t index, const char *name)
{
    const struct glsl_module *m = b->m;
    uint32_t value;

    if (p->window < 0) {
        if (!glsl_place_constant(m, index, &value))
            glsl_fail(m->job,
                      "storage block %s: the vertex stage computes which element of the array it reads",
                      name);
        p->window = glsl_window_find(m->job, name, (int)value, false);
        p->at.type = glsl_def(m, p->at.type)[2];
        if (p->window < 0)
            glsl_fail(m->job, "storage block %s has no element %u", name, value);
        return;
    }
    glsl_place_index(b, &p->at, index);
}

static void lower_chain(struct glsl_builder *b, const uint32_t *w, const struct pointer *from)
{
    const struct glsl_module *m = b->m;
    struct pointer p = *from;
    uint32_t root = w[3], element;
    const char *name;

    while (glsl_def_op(m, root) != SpvOpVariable)
        root = glsl_def(m, root)[3];
    element = glsl_module_pointee(m, root);
    if (glsl_def_op(m, element) == SpvOpTypeArray)
        element = glsl_def(m, element)[2];
    name = glsl_source_name(m->job, m->name[element]);
    for (uint32_t i = 4; i < GLSL_LENGTH(w[0]); i++)
        enter(b, &p, w[i], name);
    b->m->windows->pointers[w[2]] = p;
}

/* Elements of the unsized array at the end of the block: what is left of its size. */
static void lower_length(struct glsl_builder *b, const uint32_t *w, const struct pointer *p)
{
    const struct glsl_module *m = b->m;
    struct glsl_place array = p->at;
    uint32_t type = need_uint(b), size, rest;

    glsl_place_enter(m, &array, w[4]);
    size = load(b, type, glsl_window_uniform(b, m->job->out->windows[p->window].size, type));
    rest = binary(b, SpvOpISub, type, size,
                  glsl_need(b, SpvOpConstant, (const uint32_t[]){type, array.constant * 4}, 2));
    GLSL_EMIT(b, &b->body, SpvOpUDiv, w[1], w[2], rest,
              glsl_need(b, SpvOpConstant, (const uint32_t[]){type, glsl_place_stride(m, &array) * 4}, 2));
}

/* Notes a variable whose block is read through a window; it is not declared. */
static bool lower_variable(struct glsl_builder *b, const uint32_t *w)
{
    struct glsl_module *m = b->m;
    struct pointer p = {.known = true};
    uint32_t type;

    if (m->stage != GLSL_VERTEX || w[3] != SpvStorageClassUniform)
        return false;
    p.at.type = type = glsl_module_pointee(m, w[2]);
    if (glsl_def_op(m, type) == SpvOpTypeArray)
        type = glsl_def(m, type)[2];
    if (!glsl_module_decoration(m, type, -1, SpvDecorationBufferBlock, NULL))
        return false;
    p.window = glsl_window_find(m->job, glsl_source_name(m->job, m->name[type]), 0, false);
    if (p.window < 0)
        return false;
    if (type != p.at.type)
        p.window = -1;
    state_of(m)->pointers[w[2]] = p;
    return true;
}

bool glsl_lower_window(struct glsl_builder *b, const uint32_t *w)
{
    struct glsl_module *m = b->m;
    uint32_t op = GLSL_OP(w[0]);
    const struct pointer *p;
    struct fetch f = {.b = b};

    if (op == SpvOpVariable)
        return lower_variable(b, w);
    if (!m->windows || (op != SpvOpAccessChain && op != SpvOpLoad && op != SpvOpArrayLength))
        return false;
    p = &m->windows->pointers[w[3]];
    if (!p->known)
        return false;
    if (op == SpvOpAccessChain) {
        lower_chain(b, w, p);
    } else if (op == SpvOpArrayLength) {
        lower_length(b, w, p);
    } else {
        begin_fetch(&f, p);
        fetch_value(&f, &p->at, w[2]);
    }
    return true;
}
