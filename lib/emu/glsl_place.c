/* SPDX-License-Identifier: MIT */
/* Places in blocks, in 32-bit words: what an access chain addresses by the layout that the module's
 * decorations give, or without them with nothing in between. Constant indices are folded, others are added up
 * as an int. For whoever reads a block as words: windows (glsl_spirv_window) and blocks that ES cannot lay
 * out (glsl_spirv_words). Cost: a multiplication and an addition in the shader for each computed index. */
#include "emu/glsl_priv.h"

#include <spirv_cross/spirv.h>

static const uint32_t *word(const struct glsl_module *m, uint32_t id)
{
    return &m->w[m->def[id]];
}

uint32_t glsl_place_scalar(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = word(m, type);

    switch (GLSL_OP(w[0])) {
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
    case SpvOpTypeMatrix:
    case SpvOpTypeVector:
        return glsl_place_scalar(m, w[2]);
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        return w[2] / 32;
    default:
        return 1;
    }
}

uint32_t glsl_place_size(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = word(m, type);
    uint32_t n = glsl_place_parts(m, type), size = 0;

    if (GLSL_OP(w[0]) != SpvOpTypeStruct)
        return n ? n * glsl_place_size(m, w[2]) : glsl_place_scalar(m, type);
    for (uint32_t i = 0; i < n; i++)
        size += glsl_place_size(m, w[i + 2]);
    return size;
}

uint32_t glsl_place_stride(const struct glsl_module *m, uint32_t array)
{
    uint32_t stride;

    return glsl_module_decoration(m, array, -1, SpvDecorationArrayStride, &stride)
               ? stride / 4
               : glsl_place_size(m, word(m, array)[2]);
}

uint32_t glsl_place_parts(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = word(m, type);

    switch (GLSL_OP(w[0])) {
    case SpvOpTypeStruct:
        return GLSL_LENGTH(w[0]) - 2;
    case SpvOpTypeArray:
        return glsl_module_constant(m, w[3]);
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
        return w[3];
    default:
        return 0;
    }
}

/* Enters member `i` of a structure: its offset is added, its matrix layout taken over. */
static void enter_member(const struct glsl_module *m, struct glsl_place *p, uint32_t i)
{
    uint32_t offset, stride, type = word(m, p->type)[i + 2], scalar = glsl_place_scalar(m, type);
    bool rows = glsl_module_decoration(m, p->type, (int)i, SpvDecorationRowMajor, NULL);

    p->component = p->column = 0;
    if (glsl_module_decoration(m, p->type, (int)i, SpvDecorationMatrixStride, &stride)) {
        p->component = rows ? stride / 4 : scalar;
        p->column = rows ? scalar : stride / 4;
    }
    if (glsl_module_decoration(m, p->type, (int)i, SpvDecorationOffset, &offset))
        p->constant += offset / 4;
    else
        for (uint32_t k = 0; k < i; k++)
            p->constant += glsl_place_size(m, word(m, p->type)[k + 2]);
    p->type = type;
}

/* Words from one part to the next of what is no structure. */
static uint32_t step(const struct glsl_module *m, const struct glsl_place *p)
{
    const uint32_t *w = word(m, p->type);

    switch (GLSL_OP(w[0])) {
    case SpvOpTypeMatrix:
        return p->column ? p->column : glsl_place_size(m, w[2]);
    case SpvOpTypeVector:
        return p->component ? p->component : glsl_place_scalar(m, w[2]);
    default:
        return glsl_place_stride(m, p->type);
    }
}

void glsl_place_enter(const struct glsl_module *m, struct glsl_place *p, uint32_t i)
{
    if (GLSL_OP(word(m, p->type)[0]) == SpvOpTypeStruct) {
        enter_member(m, p, i);
        return;
    }
    p->constant += i * step(m, p);
    p->type = word(m, p->type)[2];
}

bool glsl_place_constant(const struct glsl_module *m, uint32_t id, uint32_t *value)
{
    bool known = id < m->bound && m->def[id] && GLSL_OP(word(m, id)[0]) == SpvOpConstant;

    *value = known ? word(m, id)[3] : 0;
    return known;
}

static uint32_t binary(struct glsl_builder *b, uint32_t op, uint32_t x, uint32_t y)
{
    uint32_t id = glsl_new_id(b);

    GLSL_EMIT(b, &b->body, op, glsl_need_int(b), id, x, y);
    return id;
}

void glsl_place_index(struct glsl_builder *b, struct glsl_place *p, uint32_t index)
{
    const struct glsl_module *m = b->m;
    uint32_t integer = glsl_need_int(b), value, stride;

    if (glsl_place_constant(m, index, &value) || GLSL_OP(word(m, p->type)[0]) == SpvOpTypeStruct) {
        glsl_place_enter(m, p, value);
        return;
    }
    stride = step(m, p);
    if (stride != 1) {
        index = binary(b, SpvOpIMul, index, glsl_need_int_constant(b, (int)stride));
    } else if (glsl_value_type(m, index) != integer) {
        value = glsl_new_id(b);
        GLSL_EMIT(b, &b->body, SpvOpBitcast, integer, value, index);
        index = value;
    }
    p->unaligned |= stride % 4 != 0;
    p->dynamic = p->dynamic ? binary(b, SpvOpIAdd, p->dynamic, index) : index;
    p->type = word(m, p->type)[2];
}
