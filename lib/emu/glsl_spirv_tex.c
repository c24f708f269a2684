/* SPDX-License-Identifier: MIT */
/* Rectangle and one-dimensional textures as 2D ones. The types change in place; every instruction that reads
 * such a texture gets new coordinates: a rectangle's are divided by its size, as it is addressed in texels; a
 * 1D texture is a 2D one of height 1 whose row is hit in the middle. Offsets, gradients and size queries are
 * widened alike. What we do not do: wrap modes, which ES gives 2D textures in full. Cost: one textureSize per
 * rectangle lookup. */
#include "emu/glsl_lower.h"

#include <spirv_cross/spirv.h>
#include <string.h>

/* How an image instruction is laid out, in words from its start. */
struct layout {
    uint32_t op;
    unsigned image, coord, mask; /* mask 0: has none */
    bool proj, sampled; /* sampled: the operand is a sampled image, and rectangle coordinates are texels */
};

static const struct layout layouts[] = {
    {SpvOpImageSampleImplicitLod, 3, 4, 5, false, true},
    {SpvOpImageSampleExplicitLod, 3, 4, 5, false, true},
    {SpvOpImageSampleDrefImplicitLod, 3, 4, 6, false, true},
    {SpvOpImageSampleDrefExplicitLod, 3, 4, 6, false, true},
    {SpvOpImageSampleProjImplicitLod, 3, 4, 5, true, true},
    {SpvOpImageSampleProjExplicitLod, 3, 4, 5, true, true},
    {SpvOpImageSampleProjDrefImplicitLod, 3, 4, 6, true, true},
    {SpvOpImageSampleProjDrefExplicitLod, 3, 4, 6, true, true},
    {SpvOpImageGather, 3, 4, 6, false, true},
    {SpvOpImageDrefGather, 3, 4, 6, false, true},
    {SpvOpImageQueryLod, 3, 4, 0, false, true},
    {SpvOpImageFetch, 3, 4, 5, false, false},
    {SpvOpImageRead, 3, 4, 5, false, false},
    {SpvOpImageWrite, 1, 2, 4, false, false},
    {SpvOpImageTexelPointer, 3, 4, 0, false, false},
};

struct texture {
    struct glsl_builder *b;
    const struct glsl_module *m;
    const uint32_t *w;
    const uint32_t *image; /* its OpTypeImage in the original module */
    bool rect, arrayed;
};

const uint32_t *glsl_image_type(const struct glsl_module *m, uint32_t id)
{
    uint32_t type = glsl_value_type(m, id);

    while (type && m->def[type]) {
        const uint32_t *w = glsl_def(m, type);

        if (GLSL_OP(w[0]) == SpvOpTypeImage)
            return w;
        if (GLSL_OP(w[0]) == SpvOpTypeSampledImage || GLSL_OP(w[0]) == SpvOpTypeArray)
            type = w[2];
        else if (GLSL_OP(w[0]) == SpvOpTypePointer)
            type = w[3];
        else
            break;
    }
    return NULL;
}

static uint32_t components(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);

    return GLSL_OP(w[0]) == SpvOpTypeVector ? w[3] : 1;
}

/* Component i of value `id` of original type `type`. */
static uint32_t extract(struct texture *t, uint32_t id, uint32_t type, uint32_t i)
{
    const uint32_t *w = glsl_def(t->m, type);
    uint32_t result;

    if (GLSL_OP(w[0]) != SpvOpTypeVector)
        return id;
    result = glsl_new_id(t->b);
    GLSL_EMIT(t->b, &t->b->body, SpvOpCompositeExtract, w[2], result, id, i);
    return result;
}

static uint32_t construct(struct texture *t, uint32_t component, const uint32_t *parts, uint32_t n)
{
    uint32_t type = glsl_need_vector(t->b, component, n), id = glsl_new_id(t->b);
    uint32_t operands[6] = {type, id};

    memcpy(&operands[2], parts, n * sizeof *parts);
    glsl_emit(t->b, &t->b->body, SpvOpCompositeConstruct, operands, n + 2);
    return id;
}

static uint32_t arithmetic(struct texture *t, uint32_t op, uint32_t type, uint32_t a, uint32_t b)
{
    uint32_t id = glsl_new_id(t->b);

    GLSL_EMIT(t->b, &t->b->body, op, type, id, a, b);
    return id;
}

/* ---- 1D ---- */

/* (s), (s, layer) and (s, q) with a second coordinate put in. */
static uint32_t widen(struct texture *t, uint32_t id, bool proj, bool integer)
{
    uint32_t type = glsl_value_type(t->m, id), n = 0, parts[4];
    uint32_t component = integer ? glsl_need_int(t->b) : glsl_need_float(t->b);

    if (components(t->m, type) > 1 && integer)
        component = glsl_def(t->m, type)[2];
    parts[n++] = extract(t, id, type, 0);
    parts[n++] = integer ? glsl_need_int_constant(t->b, 0) : glsl_need_float_constant(t->b, 0.5f);
    if (t->arrayed)
        parts[n++] = extract(t, id, type, 1);
    if (proj) {
        /* The last component of the vector as glslang writes it is q; the row must survive the division. */
        uint32_t q = extract(t, id, type, components(t->m, type) - 1);

        if (components(t->m, type) > 2)
            q = extract(t, id, type, 1);
        parts[1] = arithmetic(t, SpvOpFMul, component, parts[1], q);
        parts[n++] = q;
    }
    return construct(t, component, parts, n);
}

/* A gradient or offset: the second component is 0. */
static uint32_t widen_zero(struct texture *t, uint32_t id, bool integer)
{
    uint32_t parts[2] = {id, integer ? glsl_need_int_constant(t->b, 0) : glsl_need_float_constant(t->b, 0)};

    return construct(t, integer ? glsl_need_int(t->b) : glsl_need_float(t->b), parts, 2);
}

static uint32_t widen_constant(struct texture *t, uint32_t id)
{
    uint32_t ivec2 = glsl_need_vector(t->b, glsl_need_int(t->b), 2);
    uint32_t operands[3] = {ivec2, id, glsl_need_int_constant(t->b, 0)};

    return glsl_need(t->b, SpvOpConstantComposite, operands, 3);
}

/* ---- rectangles ---- */

/* The texture's size as a vec2, asked for on the spot. */
static uint32_t size_of(struct texture *t, uint32_t image, bool sampled)
{
    uint32_t ivec2 = glsl_need_vector(t->b, glsl_need_int(t->b), 2);
    uint32_t vec2 = glsl_need_vector(t->b, glsl_need_float(t->b), 2);
    uint32_t plain = image, size = glsl_new_id(t->b), result = glsl_new_id(t->b);

    if (sampled) {
        uint32_t type = (uint32_t)t->image[1];

        plain = glsl_new_id(t->b);
        GLSL_EMIT(t->b, &t->b->body, SpvOpImage, type, plain, image);
    }
    GLSL_EMIT(t->b, &t->b->body, SpvOpImageQuerySizeLod, ivec2, size, plain, glsl_need_int_constant(t->b, 0));
    GLSL_EMIT(t->b, &t->b->body, SpvOpConvertSToF, vec2, result, size);
    return result;
}

static uint32_t scale(struct texture *t, uint32_t id, uint32_t size, bool proj)
{
    uint32_t type = glsl_value_type(t->m, id), n = components(t->m, type), real = glsl_need_float(t->b);
    uint32_t vec2 = glsl_need_vector(t->b, real, 2), parts[3], scaled;
    uint32_t xy[2] = {extract(t, id, type, 0), extract(t, id, type, 1)};

    scaled = arithmetic(t, SpvOpFDiv, vec2, construct(t, real, xy, 2), size);
    if (!proj)
        return scaled;
    for (uint32_t i = 0; i < 2; i++) {
        parts[i] = glsl_new_id(t->b);
        GLSL_EMIT(t->b, &t->b->body, SpvOpCompositeExtract, real, parts[i], scaled, i);
    }
    /* With a reference value glslang leaves (s, t, q, ...), else q is last. */
    parts[2] = extract(t, id, type, n > 3 ? 2 : n - 1);
    return construct(t, real, parts, 3);
}

/* ---- instructions ---- */

/* Optional operands, in the order of their bits. */
static void lower_operands(struct texture *t, const struct layout *l, uint32_t *w, uint32_t *length,
                           uint32_t size)
{
    uint32_t mask, at = l->mask + 1;

    if (!l->mask || l->mask >= *length)
        return;
    mask = w[l->mask];
    at += (mask & SpvImageOperandsBiasMask) != 0;
    at += (mask & SpvImageOperandsLodMask) != 0;
    if (mask & SpvImageOperandsGradMask) {
        for (int i = 0; i < 2; i++, at++)
            w[at] = t->rect ? scale(t, w[at], size, false) : widen_zero(t, w[at], false);
    }
    if (mask & SpvImageOperandsConstOffsetMask && !t->rect)
        w[at] = widen_constant(t, w[at]);
    at += (mask & SpvImageOperandsConstOffsetMask) != 0;
    if (mask & SpvImageOperandsOffsetMask && !t->rect)
        w[at] = widen_zero(t, w[at], true);
}

/* A rectangle is fetched from without a level; a 2D texture wants one. */
static void add_lod(struct texture *t, uint32_t *w, uint32_t *length)
{
    if (*length == 5)
        w[(*length)++] = 0;
    if (w[5] & SpvImageOperandsLodMask)
        return;
    memmove(&w[7], &w[6], (*length - 6) * sizeof *w);
    w[5] |= SpvImageOperandsLodMask;
    w[6] = glsl_need_int_constant(t->b, 0);
    (*length)++;
}

static void lower_access(struct texture *t, const struct layout *l)
{
    uint32_t w[20], length = GLSL_LENGTH(t->w[0]), size = 0;
    bool integer = !l->sampled;

    if (length > 16)
        glsl_fail(t->m->job, "a texture lookup has too many operands");
    memcpy(w, t->w, length * sizeof *w);
    if (t->rect && l->sampled) {
        size = size_of(t, w[l->image], true);
        w[l->coord] = scale(t, w[l->coord], size, l->proj);
    } else if (!t->rect) {
        w[l->coord] = widen(t, w[l->coord], l->proj, integer);
    }
    lower_operands(t, l, w, &length, size);
    if (t->rect && l->op == SpvOpImageFetch)
        add_lod(t, w, &length);
    glsl_emit(t->b, &t->b->body, l->op, &w[1], length - 1);
}

/* textureSize and imageSize. */
static void lower_size(struct texture *t)
{
    const uint32_t *w = t->w;
    bool storage = t->image[7] == 2;
    uint32_t integer = glsl_need_int(t->b), wide = glsl_new_id(t->b);
    uint32_t type = glsl_need_vector(t->b, integer, t->arrayed ? 3 : 2);
    uint32_t lod = GLSL_OP(w[0]) == SpvOpImageQuerySizeLod ? w[4] : glsl_need_int_constant(t->b, 0);

    if (t->rect)
        wide = w[2];
    if (storage)
        GLSL_EMIT(t->b, &t->b->body, SpvOpImageQuerySize, type, wide, w[3]);
    else
        GLSL_EMIT(t->b, &t->b->body, SpvOpImageQuerySizeLod, type, wide, w[3], lod);
    if (t->rect)
        return;
    if (t->arrayed)
        GLSL_EMIT(t->b, &t->b->body, SpvOpVectorShuffle, w[1], w[2], wide, wide, 0, 2);
    else
        GLSL_EMIT(t->b, &t->b->body, SpvOpCompositeExtract, w[1], w[2], wide, 0);
}

static bool set_texture(struct texture *t, uint32_t id)
{
    t->image = glsl_image_type(t->m, id);
    if (!t->image || (t->image[3] != SpvDim1D && t->image[3] != SpvDimRect))
        return false;
    t->rect = t->image[3] == SpvDimRect;
    t->arrayed = t->image[5] == 1;
    return true;
}

bool glsl_lower_texture(struct glsl_builder *b, const uint32_t *w)
{
    struct texture t = {.b = b, .m = b->m, .w = w};
    uint32_t op = GLSL_OP(w[0]);

    if (op == SpvOpImageQuerySizeLod || op == SpvOpImageQuerySize) {
        if (!set_texture(&t, w[3]))
            return false;
        lower_size(&t);
        return true;
    }
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        if (layouts[i].op == op && set_texture(&t, w[layouts[i].image])) {
            lower_access(&t, &layouts[i]);
            return true;
        }
    return false;
}
