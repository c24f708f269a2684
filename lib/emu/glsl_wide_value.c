/* SPDX-License-Identifier: MIT */
/* Shapes of 64-bit types, and the small pieces that all of their lowering writes: pairs of words, constants,
 * components. */
#include "emu/glsl_wide_priv.h"

#include <spirv_cross/spirv.h>
#include <string.h>

struct wide_shape glsl_wide_shape(const struct glsl_module *m, uint32_t type)
{
    struct wide_shape shape = {0, 1, 1};
    const uint32_t *w;

    if (type >= m->bound || !m->def[type])
        return shape;
    w = glsl_def(m, type);
    switch (GLSL_OP(w[0])) {
    case SpvOpTypeFloat:
        shape.base = w[2] == 64 ? 'f' : 0;
        break;
    case SpvOpTypeInt:
        shape.base = w[2] != 64 ? 0 : w[3] ? 'i' : 'u';
        break;
    case SpvOpTypeVector:
        shape = glsl_wide_shape(m, w[2]);
        shape.rows = w[3];
        break;
    case SpvOpTypeMatrix:
        shape = glsl_wide_shape(m, w[2]);
        shape.columns = w[3];
        break;
    default:
        break;
    }
    return shape;
}

struct wide_shape glsl_wide_shape_of(const struct wide *w, uint32_t value)
{
    return glsl_wide_shape(w->m, glsl_value_type(w->m, value));
}

bool glsl_wide_is(const struct glsl_module *m, uint32_t type)
{
    return glsl_wide_shape(m, type).base != 0;
}

bool glsl_wide_holds(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);

    switch (GLSL_OP(w[0])) {
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        return glsl_wide_holds(m, w[2]);
    case SpvOpTypePointer:
        return glsl_wide_holds(m, w[3]);
    case SpvOpTypeStruct:
        for (uint32_t i = 2; i < GLSL_LENGTH(w[0]); i++)
            if (glsl_wide_holds(m, w[i]))
                return true;
        return false;
    default:
        return glsl_wide_is(m, type);
    }
}

uint32_t glsl_wide_components(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);

    return GLSL_OP(w[0]) == SpvOpTypeVector ? w[3] : 1;
}

uint32_t glsl_wide_component_type(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);

    return GLSL_OP(w[0]) == SpvOpTypeVector ? w[2] : type;
}

uint32_t glsl_wide_type(const struct wide *w, uint32_t type)
{
    struct wide_shape shape = glsl_wide_shape(w->m, type);

    return shape.base && shape.rows == 1 && shape.columns == 1 ? w->pair : type;
}

/* ---- writing ---- */

uint32_t glsl_wide_write(struct wide *w, uint32_t op, uint32_t type, const uint32_t *operands, size_t count)
{
    uint32_t *words = glsl_alloc(w->m->job, count + 2, sizeof *words);

    words[0] = type;
    words[1] = glsl_new_id(&w->b);
    memcpy(&words[2], operands, count * sizeof *words);
    glsl_emit(&w->b, &w->b.body, op, words, count + 2);
    return words[1];
}

void glsl_wide_result(struct wide *w, const uint32_t *instruction, uint32_t value)
{
    GLSL_EMIT(&w->b, &w->b.body, SpvOpCopyObject, glsl_wide_type(w, instruction[1]), instruction[2], value);
}

uint32_t glsl_wide_pointer(struct wide *w, uint32_t storage, uint32_t type)
{
    const uint32_t operands[] = {storage, type};

    return glsl_need(&w->b, SpvOpTypePointer, operands, 2);
}

uint32_t glsl_wide_local(struct wide *w, uint32_t type)
{
    uint32_t pointer = glsl_wide_pointer(w, SpvStorageClassFunction, type), id = glsl_new_id(&w->b);

    GLSL_EMIT(&w->b, &w->locals, SpvOpVariable, pointer, id, SpvStorageClassFunction);
    return id;
}

void glsl_wide_name(struct wide *w, uint32_t id, const char *text)
{
    size_t n = strlen(text);
    uint32_t words[64] = {id};

    if (n + 1 > (sizeof words / sizeof *words - 1) * sizeof *words)
        return;
    memcpy(&words[1], text, n);
    glsl_emit(&w->b, &w->names, SpvOpName, words, 1 + n / 4 + 1);
}

uint32_t glsl_wide_low(struct wide *w, uint32_t pair)
{
    return WIDE(w, SpvOpCompositeExtract, w->uint_type, pair, 0);
}

uint32_t glsl_wide_high(struct wide *w, uint32_t pair)
{
    return WIDE(w, SpvOpCompositeExtract, w->uint_type, pair, 1);
}

uint32_t glsl_wide_pair(struct wide *w, uint32_t low, uint32_t high)
{
    return WIDE(w, SpvOpCompositeConstruct, w->pair, low, high);
}

uint32_t glsl_wide_uint(struct wide *w, uint32_t value)
{
    const uint32_t operands[] = {w->uint_type, value};

    return glsl_need(&w->b, SpvOpConstant, operands, 2);
}

uint32_t glsl_wide_constant(struct wide *w, uint64_t value)
{
    uint32_t low = glsl_wide_uint(w, (uint32_t)value), high = glsl_wide_uint(w, (uint32_t)(value >> 32));
    const uint32_t operands[] = {w->pair, low, high};

    return glsl_need(&w->b, SpvOpConstantComposite, operands, 3);
}

uint32_t glsl_wide_real(struct wide *w, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return glsl_wide_constant(w, bits);
}

uint32_t glsl_wide_negative(struct wide *w, uint32_t pair)
{
    return WIDE(w, SpvOpBitwiseXor, w->pair, pair, glsl_wide_constant(w, (uint64_t)1 << 63));
}

/* ---- components ---- */

uint32_t glsl_wide_component(struct wide *w, uint32_t value, uint32_t i)
{
    uint32_t type = glsl_value_type(w->m, value);

    if (glsl_wide_components(w->m, type) == 1)
        return value;
    return WIDE(w, SpvOpCompositeExtract, glsl_wide_type(w, glsl_wide_component_type(w->m, type)), value, i);
}

uint32_t glsl_wide_join(struct wide *w, uint32_t type, const uint32_t *components)
{
    uint32_t n = glsl_wide_components(w->m, type);

    return n == 1 ? components[0]
                  : glsl_wide_write(w, SpvOpCompositeConstruct, glsl_wide_type(w, type), components, n);
}

uint32_t glsl_wide_split(struct wide *w, uint32_t value, uint32_t *out)
{
    struct wide_shape shape = glsl_wide_shape_of(w, value);

    for (uint32_t c = 0; c < shape.columns; c++)
        for (uint32_t r = 0; r < shape.rows; r++)
            out[c * shape.rows + r] = shape.columns > 1 ? WIDE(w, SpvOpCompositeExtract, w->pair, value, c, r)
                                                        : glsl_wide_component(w, value, r);
    return shape.columns * shape.rows;
}

void glsl_wide_each(struct wide *w, const uint32_t *ins, const uint32_t *operands, size_t count,
                    glsl_wide_step *step, const void *what)
{
    uint32_t n = glsl_wide_components(w->m, ins[1]), parts[4] = {0}, results[4] = {0};

    for (uint32_t i = 0; i < n; i++) {
        for (size_t k = 0; k < count; k++)
            parts[k] = glsl_wide_component(w, operands[k], i);
        results[i] = step(w, what, parts, count);
    }
    glsl_wide_result(w, ins, glsl_wide_join(w, ins[1], results));
}
