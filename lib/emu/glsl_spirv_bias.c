/* SPDX-License-Identifier: MIT */
/* GL_TEXTURE_LOD_BIAS, which ES has not: lookups through a sampler that the key names get a uniform added to
 * their level or to the bias that they have (OpenGL 4.6, 8.14.1, adds them up as well); gradients grow by its
 * power of two. What we do not do: samplers that are parameters or in structures, and lookups that take no
 * level in ES (shadows in arrays, shadows of cubes by level); they are flagged (GLSL_LACKS_BIAS). Cost: an
 * addition per lookup. */
#include "emu/glsl_lower.h"
#include "emu/glsl_reflect.h"
#include "emu/glsl_window.h"

#include <spirv_cross/GLSL.std.450.h>
#include <spirv_cross/spirv.h>
#include <string.h>

/* Where an instruction has its image operands; 0: it is no lookup with a level. */
static uint32_t mask_of(uint32_t op)
{
    switch (op) {
    case SpvOpImageSampleImplicitLod:
    case SpvOpImageSampleExplicitLod:
    case SpvOpImageSampleProjImplicitLod:
    case SpvOpImageSampleProjExplicitLod:
        return 5;
    case SpvOpImageSampleDrefImplicitLod:
    case SpvOpImageSampleDrefExplicitLod:
    case SpvOpImageSampleProjDrefImplicitLod:
    case SpvOpImageSampleProjDrefExplicitLod:
        return 6;
    default:
        return 0;
    }
}

static bool has_levels(const uint32_t *image)
{
    return image && !image[6] &&
           (image[3] == SpvDim1D || image[3] == SpvDim2D || image[3] == SpvDim3D || image[3] == SpvDimCube);
}

/* Has ES this lookup with a bias or level? */
static bool takes_level(const uint32_t *w, const uint32_t *image, uint32_t mask)
{
    uint32_t operands = mask < GLSL_LENGTH(w[0]) ? w[mask] : 0;

    if (mask == 5 || operands & SpvImageOperandsGradMask)
        return true;
    return !image[5] && !(image[3] == SpvDimCube && operands & SpvImageOperandsLodMask);
}

/* The variable behind a loaded sampler, and the index into it, 0: it is no array. */
static uint32_t variable_of(const struct glsl_module *m, uint32_t sampler, uint32_t *index)
{
    const uint32_t *load = sampler < m->bound && m->def[sampler] ? glsl_def(m, sampler) : NULL;
    const uint32_t *pointer = load && GLSL_OP(load[0]) == SpvOpLoad ? glsl_def(m, load[3]) : NULL;

    *index = 0;
    if (pointer && GLSL_OP(pointer[0]) == SpvOpAccessChain && GLSL_LENGTH(pointer[0]) == 5) {
        *index = pointer[4];
        pointer = glsl_def(m, pointer[3]);
    }
    return pointer && GLSL_OP(pointer[0]) == SpvOpVariable && pointer[3] == SpvStorageClassUniformConstant
               ? pointer[2]
               : 0;
}

/* Its number among the program's opaque uniforms, -1 beyond what a key can say. */
static int number_of(const struct glsl_module *m, uint32_t variable)
{
    const struct glsl_output *out = m->job->out;
    const char *name = glsl_source_name(m->job, m->name[variable]);
    int n = 0;

    for (size_t i = 0; i < out->uniform_count && n < 64; i++) {
        if (!glsl_type_is_opaque(out->uniforms[i].type))
            continue;
        if (!strcmp(out->uniforms[i].name, name))
            return n;
        n++;
    }
    return -1;
}

static uint32_t load_bias(struct glsl_builder *b, uint32_t variable, uint32_t index, int number)
{
    uint32_t real = glsl_need_float(b), type = real, id = glsl_new_id(b), pointer, chain;
    const uint32_t *pointee = glsl_def(b->m, glsl_module_pointee(b->m, variable));

    if (index)
        type = glsl_need(b, SpvOpTypeArray, (const uint32_t[]){real, pointee[3]}, 2);
    pointer = glsl_window_uniform(b, glsl_format(b->m->job, GLSL_UNIFORM_LOD_BIAS "%d", number), type);
    if (index) {
        chain = glsl_new_id(b);
        GLSL_EMIT(b, &b->body, SpvOpAccessChain,
                  glsl_need(b, SpvOpTypePointer, (const uint32_t[]){SpvStorageClassUniformConstant, real}, 2),
                  chain, pointer, index);
        pointer = chain;
    }
    GLSL_EMIT(b, &b->body, SpvOpLoad, real, id, pointer);
    return id;
}

static uint32_t plus(struct glsl_builder *b, uint32_t x, uint32_t y)
{
    uint32_t id = glsl_new_id(b);

    GLSL_EMIT(b, &b->body, SpvOpFAdd, glsl_need_float(b), id, x, y);
    return id;
}

static uint32_t std450(const struct glsl_module *m)
{
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i]))
        if (GLSL_OP(m->w[i]) == SpvOpExtInstImport)
            return m->w[i + 1];
    return 0;
}

/* Both gradients, from w[at] on. */
static void grow(struct glsl_builder *b, uint32_t *w, uint32_t at, uint32_t bias)
{
    uint32_t real = glsl_need_float(b), factor = glsl_new_id(b), type = glsl_value_type(b->m, w[at]);
    bool vector = glsl_def_op(b->m, type) == SpvOpTypeVector;

    GLSL_EMIT(b, &b->body, SpvOpExtInst, real, factor, std450(b->m), GLSLstd450Exp2, bias);
    for (int i = 0; i < 2; i++) {
        uint32_t grown = glsl_new_id(b);

        GLSL_EMIT(b, &b->body, vector ? SpvOpVectorTimesScalar : SpvOpFMul, type, grown, w[at + (uint32_t)i],
                  factor);
        w[at + (uint32_t)i] = grown;
    }
}

/* The same instruction with the bias in it. */
static const uint32_t *add_bias(struct glsl_builder *b, const uint32_t *from, uint32_t mask, uint32_t bias)
{
    uint32_t length = GLSL_LENGTH(from[0]), *w = glsl_alloc(b->m->job, length + 2, sizeof *w);

    memcpy(w, from, length * sizeof *w);
    if (length <= mask)
        w[length++] = 0;
    if (w[mask] & SpvImageOperandsGradMask) {
        grow(b, w, mask + 1, bias);
    } else if (w[mask] & (SpvImageOperandsBiasMask | SpvImageOperandsLodMask)) {
        w[mask + 1] = plus(b, w[mask + 1], bias);
    } else {
        memmove(&w[mask + 2], &w[mask + 1], (length - mask - 1) * sizeof *w);
        w[mask] |= SpvImageOperandsBiasMask;
        w[mask + 1] = bias;
        length++;
    }
    w[0] = length << 16 | GLSL_OP(from[0]);
    return w;
}

const uint32_t *glsl_lower_bias(struct glsl_builder *b, const uint32_t *w)
{
    const struct glsl_module *m = b->m;
    uint32_t mask = mask_of(GLSL_OP(w[0])), variable, index;
    const uint32_t *image = mask ? glsl_image_type(m, w[3]) : NULL;
    int number;

    if (!has_levels(image))
        return w;
    m->job->out->keyed |= GLSL_KEY_LOD_BIAS;
    variable = variable_of(m, w[3], &index);
    number = variable ? number_of(m, variable) : -1;
    if (number < 0 || !takes_level(w, image, mask)) {
        m->job->out->flags |= GLSL_LACKS_BIAS;
        return w;
    }
    if (!(m->job->input->key.lod_bias >> number & 1))
        return w;
    return add_bias(b, w, mask, load_bias(b, variable, index, number));
}
