/* SPDX-License-Identifier: MIT */
/* A computed component of a vector of integers, as `v.wxy[i] = x` has one for its index: a compiler of ES
 * drops what it makes of an index such as uvec3(3, 0, 1)[i] where that stands on the left of an assignment.
 * So the component is chosen by comparisons. What lies past the vector is its last component here; GL leaves
 * it open. Cost: three comparisons at most. */
#include "emu/glsl_lower.h"

#include <spirv_cross/spirv.h>

static bool is_int(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);

    return GLSL_OP(w[0]) == SpvOpTypeInt && w[2] == 32;
}

bool glsl_lower_component(struct glsl_builder *b, const uint32_t *w)
{
    const struct glsl_module *m = b->m;
    static const uint32_t none;
    uint32_t boolean, index, n, rest;

    if (GLSL_OP(w[0]) != SpvOpVectorExtractDynamic || !is_int(m, w[1]) || !glsl_value_type(m, w[4]))
        return false;
    boolean = glsl_need(b, SpvOpTypeBool, &none, 0);
    n = glsl_def(m, glsl_value_type(m, w[3]))[3];
    index = glsl_value_type(m, w[4]);
    rest = glsl_new_id(b);
    GLSL_EMIT(b, &b->body, SpvOpCompositeExtract, w[1], rest, w[3], n - 1);
    for (uint32_t i = n - 1; i-- > 0;) {
        uint32_t same = glsl_new_id(b), one = glsl_new_id(b), chosen = i ? glsl_new_id(b) : w[2];
        uint32_t number = glsl_need(b, SpvOpConstant, (const uint32_t[]){index, i}, 2);

        GLSL_EMIT(b, &b->body, SpvOpIEqual, boolean, same, w[4], number);
        GLSL_EMIT(b, &b->body, SpvOpCompositeExtract, w[1], one, w[3], i);
        GLSL_EMIT(b, &b->body, SpvOpSelect, w[1], chosen, same, one, rest);
        rest = chosen;
    }
    return true;
}
