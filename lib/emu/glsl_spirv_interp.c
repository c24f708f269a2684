/* SPDX-License-Identifier: MIT */
/* interpolateAt… of one component of an input: ES takes whole inputs only, so the vector is interpolated and
 * the component taken out behind. Cost: none, as the driver interpolates by component either way. */
#include "emu/glsl_lower.h"

#include <spirv_cross/GLSL.std.450.h>
#include <spirv_cross/spirv.h>

/* The type behind the first `n` indices of an access chain. */
static uint32_t type_behind(const struct glsl_module *m, const uint32_t *chain, uint32_t n)
{
    uint32_t type = glsl_def(m, glsl_value_type(m, chain[3]))[3];

    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *w = glsl_def(m, type);

        if (GLSL_OP(w[0]) == SpvOpTypeStruct)
            type = w[2 + glsl_module_constant(m, chain[4 + i])];
        else
            type = w[2];
    }
    return type;
}

/* A pointer to the vector whose component `chain` points to. */
static uint32_t point_to_vector(struct glsl_builder *b, const uint32_t *chain, uint32_t vector)
{
    uint32_t n = GLSL_LENGTH(chain[0]) - 5, operands[16] = {0}, id = glsl_split_point(b, chain, n);

    if (id)
        return id;
    if (!n)
        return chain[3];
    if (n > 8)
        glsl_fail(b->m->job, "an interpolated input lies too deep");
    id = glsl_new_id(b);
    operands[0] = glsl_need(b, SpvOpTypePointer, (const uint32_t[]){SpvStorageClassInput, vector}, 2);
    operands[1] = id;
    for (uint32_t i = 0; i <= n; i++)
        operands[2 + i] = chain[3 + i];
    glsl_emit(b, &b->body, SpvOpAccessChain, operands, n + 3);
    return id;
}

/* A whole member of a varying that was split. */
static bool lower_member(struct glsl_builder *b, const uint32_t *w, const uint32_t *chain)
{
    uint32_t operands[8], id = glsl_split_point(b, chain, GLSL_LENGTH(chain[0]) - 4);

    if (!id)
        return false;
    for (uint32_t i = 1; i < GLSL_LENGTH(w[0]); i++)
        operands[i - 1] = w[i];
    operands[4] = id;
    glsl_emit(b, &b->body, SpvOpExtInst, operands, GLSL_LENGTH(w[0]) - 1);
    return true;
}

bool glsl_lower_interpolation(struct glsl_builder *b, const uint32_t *w)
{
    const struct glsl_module *m = b->m;
    const uint32_t *chain;
    uint32_t operands[8], vector, whole, length = GLSL_LENGTH(w[0]);

    if (GLSL_OP(w[0]) != SpvOpExtInst || w[4] < GLSLstd450InterpolateAtCentroid ||
        w[4] > GLSLstd450InterpolateAtOffset || length > 7 || w[5] >= m->bound || !m->def[w[5]])
        return false;
    chain = glsl_def(m, w[5]);
    if (GLSL_OP(chain[0]) != SpvOpAccessChain || GLSL_LENGTH(chain[0]) < 5)
        return false;
    vector = type_behind(m, chain, GLSL_LENGTH(chain[0]) - 5);
    if (glsl_def_op(m, vector) != SpvOpTypeVector)
        return lower_member(b, w, chain);
    whole = glsl_new_id(b);
    for (uint32_t i = 1; i < length; i++)
        operands[i - 1] = w[i];
    operands[0] = vector;
    operands[1] = whole;
    operands[4] = point_to_vector(b, chain, vector);
    glsl_emit(b, &b->body, SpvOpExtInst, operands, length - 1);
    GLSL_EMIT(b, &b->body, SpvOpVectorExtractDynamic, w[1], w[2], whole, chain[GLSL_LENGTH(chain[0]) - 1]);
    return true;
}
