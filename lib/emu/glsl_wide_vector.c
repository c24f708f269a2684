/* SPDX-License-Identifier: MIT */
/* Vectors of 64-bit numbers, which are arrays: put together from parts, shuffled, reached by a computed
 * index. Extraction and insertion at a constant place, and access chains, are the same for arrays and stay.
 */
#include "emu/glsl_wide_priv.h"

#include <spirv_cross/spirv.h>

static void construct(struct wide *w, const uint32_t *ins)
{
    uint32_t parts[4], n = glsl_wide_components(w->m, ins[1]), at = 0;

    for (uint32_t i = 3; i < GLSL_LENGTH(ins[0]); i++) {
        uint32_t count = glsl_wide_components(w->m, glsl_value_type(w->m, ins[i]));

        for (uint32_t k = 0; k < count && at < n; k++)
            parts[at++] = glsl_wide_component(w, ins[i], k);
    }
    if (at < n)
        glsl_fail(w->m->job, "malformed SPIR-V");
    glsl_wide_result(w, ins, glsl_wide_join(w, ins[1], parts));
}

static void shuffle(struct wide *w, const uint32_t *ins)
{
    uint32_t parts[4], n = glsl_wide_components(w->m, ins[1]);
    uint32_t first = glsl_wide_components(w->m, glsl_value_type(w->m, ins[3]));

    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = ins[5 + i] == UINT32_MAX ? 0 : ins[5 + i];

        parts[i] = k < first ? glsl_wide_component(w, ins[3], k) : glsl_wide_component(w, ins[4], k - first);
    }
    glsl_wide_result(w, ins, glsl_wide_join(w, ins[1], parts));
}

/* A copy of the vector in a variable, and a pointer to one of its components. */
static uint32_t point(struct wide *w, uint32_t vector, uint32_t index, uint32_t *variable)
{
    *variable = glsl_wide_local(w, glsl_value_type(w->m, vector));
    GLSL_EMIT(&w->b, &w->b.body, SpvOpStore, *variable, vector);
    return WIDE(w, SpvOpAccessChain, glsl_wide_pointer(w, SpvStorageClassFunction, w->pair), *variable,
                index);
}

static void extract_at(struct wide *w, const uint32_t *ins)
{
    uint32_t variable, pointer = point(w, ins[3], ins[4], &variable);

    glsl_wide_result(w, ins, WIDE(w, SpvOpLoad, w->pair, pointer));
}

static void insert_at(struct wide *w, const uint32_t *ins)
{
    uint32_t variable, pointer = point(w, ins[3], ins[5], &variable);

    GLSL_EMIT(&w->b, &w->b.body, SpvOpStore, pointer, ins[4]);
    glsl_wide_result(w, ins, WIDE(w, SpvOpLoad, ins[1], variable));
}

bool glsl_wide_vector(struct wide *w, const uint32_t *ins)
{
    switch (GLSL_OP(ins[0])) {
    case SpvOpCompositeConstruct:
        /* Columns make a matrix as elements make an array. */
        if (!glsl_wide_is(w->m, ins[1]) || glsl_wide_shape(w->m, ins[1]).columns > 1)
            return false;
        construct(w, ins);
        return true;
    case SpvOpVectorShuffle:
        if (!glsl_wide_is(w->m, ins[1]))
            return false;
        shuffle(w, ins);
        return true;
    case SpvOpVectorExtractDynamic:
        if (!glsl_wide_is(w->m, ins[1]))
            return false;
        extract_at(w, ins);
        return true;
    case SpvOpVectorInsertDynamic:
        if (!glsl_wide_is(w->m, ins[1]))
            return false;
        insert_at(w, ins);
        return true;
    default:
        return false;
    }
}
