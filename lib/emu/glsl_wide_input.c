/* SPDX-License-Identifier: MIT */
/* Vertex inputs of doubles: what the driver hands over are floats, as no vertex array holds doubles. The
 * input keeps its id, name and location as one of floats, and main() begins by widening it into a private
 * variable, which all else reads. */
#include "emu/glsl_wide_priv.h"

#include <spirv_cross/spirv.h>
#include <string.h>

/* The type with floats for doubles. */
static uint32_t narrow(struct wide *w, uint32_t type)
{
    const uint32_t *t = &w->m->w[w->m->def[type]];
    uint32_t operands[2] = {0, 0};

    if (GLSL_OP(t[0]) == SpvOpTypeFloat)
        return glsl_need_float(&w->b);
    if (GLSL_OP(t[0]) != SpvOpTypeVector && GLSL_OP(t[0]) != SpvOpTypeMatrix &&
        GLSL_OP(t[0]) != SpvOpTypeArray)
        glsl_fail(w->m->job, "a vertex input of 64-bit integers");
    operands[0] = narrow(w, t[2]);
    operands[1] = t[3];
    return glsl_need(&w->b, GLSL_OP(t[0]), operands, 2);
}

bool glsl_wide_input(struct wide *w, const uint32_t *ins)
{
    uint32_t type, pointer;

    if (GLSL_OP(ins[0]) != SpvOpVariable || ins[3] != SpvStorageClassInput || w->m->stage != GLSL_VERTEX)
        return false;
    type = glsl_module_pointee(w->m, ins[2]);
    if (!glsl_wide_holds(w->m, type))
        return false;
    /* Widened floats would meet exact numbers and differ where both were narrowed before. */
    glsl_fail(w->m->job, "a vertex input of doubles");
    pointer = glsl_wide_pointer(w, SpvStorageClassInput, narrow(w, type));
    GLSL_EMIT(&w->b, &w->b.decl, SpvOpVariable, pointer, ins[2], SpvStorageClassInput);
    pointer = glsl_wide_pointer(w, SpvStorageClassPrivate, glsl_wide_type(w, type));
    w->input[ins[2]] = glsl_new_id(&w->b);
    GLSL_EMIT(&w->b, &w->b.decl, SpvOpVariable, pointer, w->input[ins[2]], SpvStorageClassPrivate);
    return true;
}

/* A value of the narrow form of `type`, widened. */
static uint32_t widen(struct wide *w, uint32_t type, uint32_t value)
{
    const uint32_t *t = &w->m->w[w->m->def[type]];
    uint32_t parts[64], n;

    if (GLSL_OP(t[0]) == SpvOpTypeFloat)
        return CALL(w, "f64_from_f32", w->pair, value);
    n = GLSL_OP(t[0]) == SpvOpTypeArray ? glsl_module_constant(w->m, t[3]) : t[3];
    if (n > sizeof parts / sizeof *parts)
        glsl_fail(w->m->job, "a vertex input of too many doubles");
    for (uint32_t i = 0; i < n; i++)
        parts[i] = widen(w, t[2], WIDE(w, SpvOpCompositeExtract, narrow(w, t[2]), value, i));
    return glsl_wide_write(w, SpvOpCompositeConstruct, type, parts, n);
}

void glsl_wide_inputs(struct wide *w)
{
    for (uint32_t id = 0; id < w->m->bound; id++) {
        uint32_t type = w->input[id] ? glsl_module_pointee(w->m, id) : 0;

        if (type)
            GLSL_EMIT(&w->b, &w->b.body, SpvOpStore, w->input[id],
                      widen(w, type, WIDE(w, SpvOpLoad, narrow(w, type), id)));
    }
}
