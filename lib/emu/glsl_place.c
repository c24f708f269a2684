/* SPDX-License-Identifier: MIT */
/* Places in blocks, in 32-bit words: what an access chain addresses by the layout that the module's
 * decorations give, or that std430 would give. Constant indices are folded, others are added up
 * as an int. For whoever reads a block as words: windows (glsl_spirv_window) and blocks that ES cannot lay
 * out (glsl_spirv_words). Cost: a multiplication and an addition in the shader for each computed index. */
#include "emu/glsl_block.h"

#include <spirv_cross/spirv.h>

uint32_t glsl_place_scalar(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);

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

uint32_t glsl_place_parts(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);

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

/* ---- std430 ---- */

static uint32_t round_up(uint32_t value, uint32_t to)
{
    return (value + to - 1) / to * to;
}

static struct glsl_extent vector_extent(uint32_t scalar, uint32_t n)
{
    return (struct glsl_extent){scalar * n, scalar * (n == 1 ? 1 : n == 2 ? 2 : 4)};
}

/* Of a column of the matrix, or of a row. */
static struct glsl_extent matrix_vector(const struct glsl_module *m, uint32_t matrix, bool rows)
{
    const uint32_t *w = glsl_def(m, matrix);

    return vector_extent(glsl_place_scalar(m, matrix), rows ? w[3] : glsl_def(m, w[2])[3]);
}

static bool is_row_major(const struct glsl_module *m, uint32_t type, uint32_t member)
{
    return glsl_module_decoration(m, type, (int)member, SpvDecorationRowMajor, NULL);
}

/* Of the members in front of `end`, and so the offset of that one before its alignment. */
static struct glsl_extent members_extent(const struct glsl_module *m, uint32_t type, uint32_t end)
{
    struct glsl_extent all = {0, 1};

    for (uint32_t i = 0; i < end; i++) {
        struct glsl_extent e = glsl_place_extent(m, glsl_def(m, type)[i + 2], is_row_major(m, type, i));

        all.size = round_up(all.size, e.align) + e.size;
        all.align = e.align > all.align ? e.align : all.align;
    }
    return all;
}

struct glsl_extent glsl_place_extent(const struct glsl_module *m, uint32_t type, bool rows)
{
    const uint32_t *w = glsl_def(m, type);
    struct glsl_extent e;

    switch (GLSL_OP(w[0])) {
    case SpvOpTypeVector:
        return vector_extent(glsl_place_scalar(m, type), w[3]);
    case SpvOpTypeMatrix:
        e = matrix_vector(m, type, rows);
        e.size = e.align * (rows ? glsl_def(m, w[2])[3] : w[3]);
        return e;
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray: /* with one element, as far as the size of a block goes */
        e = glsl_place_extent(m, w[2], rows);
        e.size =
            round_up(e.size, e.align) * (GLSL_OP(w[0]) == SpvOpTypeArray ? glsl_module_constant(m, w[3]) : 1);
        return e;
    case SpvOpTypeStruct:
        e = members_extent(m, type, GLSL_LENGTH(w[0]) - 2);
        e.size = round_up(e.size, e.align);
        return e;
    default:
        return vector_extent(glsl_place_scalar(m, type), 1);
    }
}

/* ---- ways ---- */

/* Words from one column of a member that is made of matrices to the next, or row; 0: it is not. */
static uint32_t matrix_stride(const struct glsl_module *m, const struct glsl_place *p, uint32_t i)
{
    uint32_t type = glsl_def(m, p->type)[i + 2], stride = 0;

    if (!p->tight) {
        glsl_module_decoration(m, p->type, (int)i, SpvDecorationMatrixStride, &stride);
        return stride / 4;
    }
    while (glsl_def_op(m, type) == SpvOpTypeArray || glsl_def_op(m, type) == SpvOpTypeRuntimeArray)
        type = glsl_def(m, type)[2];
    return glsl_def_op(m, type) == SpvOpTypeMatrix ? matrix_vector(m, type, p->rows).align : 0;
}

static uint32_t member_offset(const struct glsl_module *m, const struct glsl_place *p, uint32_t i)
{
    uint32_t offset = 0;

    if (p->tight)
        return round_up(members_extent(m, p->type, i).size,
                        glsl_place_extent(m, glsl_def(m, p->type)[i + 2], p->rows).align);
    glsl_module_decoration(m, p->type, (int)i, SpvDecorationOffset, &offset);
    return offset / 4;
}

/* Enters member `i` of a structure: its offset is added, its matrix layout taken over. */
static void enter_member(const struct glsl_module *m, struct glsl_place *p, uint32_t i)
{
    uint32_t stride, type = glsl_def(m, p->type)[i + 2], scalar = glsl_place_scalar(m, type);

    p->rows = is_row_major(m, p->type, i);
    stride = matrix_stride(m, p, i);
    p->component = stride && p->rows ? stride : scalar;
    p->column = p->rows ? scalar : stride;
    p->constant += member_offset(m, p, i);
    p->type = type;
}

uint32_t glsl_place_stride(const struct glsl_module *m, const struct glsl_place *p)
{
    struct glsl_extent e;
    uint32_t stride = 4;

    if (p->tight) {
        e = glsl_place_extent(m, glsl_def(m, p->type)[2], p->rows);
        return round_up(e.size, e.align);
    }
    glsl_module_decoration(m, p->type, -1, SpvDecorationArrayStride, &stride);
    return stride / 4;
}

/* Words from one part to the next of what is no structure. */
static uint32_t step(const struct glsl_module *m, const struct glsl_place *p)
{
    const uint32_t *w = glsl_def(m, p->type);

    switch (GLSL_OP(w[0])) {
    case SpvOpTypeMatrix:
        return p->column ? p->column : matrix_vector(m, p->type, false).align;
    case SpvOpTypeVector:
        return p->component ? p->component : glsl_place_scalar(m, w[2]);
    default:
        return glsl_place_stride(m, p);
    }
}

void glsl_place_enter(const struct glsl_module *m, struct glsl_place *p, uint32_t i)
{
    if (glsl_def_op(m, p->type) == SpvOpTypeStruct) {
        enter_member(m, p, i);
        return;
    }
    p->constant += i * step(m, p);
    p->type = glsl_def(m, p->type)[2];
}

bool glsl_place_constant(const struct glsl_module *m, uint32_t id, uint32_t *value)
{
    bool known = id < m->bound && m->def[id] && glsl_def_op(m, id) == SpvOpConstant;

    *value = known ? glsl_def(m, id)[3] : 0;
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

    if (glsl_place_constant(m, index, &value) || glsl_def_op(m, p->type) == SpvOpTypeStruct) {
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
    p->type = glsl_def(m, p->type)[2];
}
