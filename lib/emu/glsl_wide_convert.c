/* SPDX-License-Identifier: MIT */
/* Conversions between 64-bit numbers and others, and the same bits as another type. A conversion is a call of
 * the library, but for words that are merely added or left away. */
#include "emu/glsl_wide_priv.h"

#include <spirv_cross/spirv.h>
#include <string.h>

/* One component: from and to which type, ids of the module. */
struct conversion {
    uint32_t op, from, to;
};

/* A 32-bit value as another 32-bit type. */
static uint32_t as(struct wide *w, uint32_t value, uint32_t from, uint32_t to)
{
    return from == to ? value : WIDE(w, SpvOpBitcast, to, value);
}

static uint32_t widen_int(struct wide *w, const struct conversion *c, uint32_t value)
{
    if (c->op == SpvOpUConvert)
        return glsl_wide_pair(w, as(w, value, c->from, w->uint_type), glsl_wide_uint(w, 0));
    return CALL(w, "i64_from_i32", w->pair, as(w, value, c->from, w->int_type));
}

/* To and from double, and between floats and 64-bit integers. */
static const char *function_of(const struct wide *w, const struct conversion *c)
{
    bool from_wide = glsl_wide_is(w->m, c->from), to_wide = glsl_wide_is(w->m, c->to);
    char from = glsl_wide_shape(w->m, c->from).base, to = glsl_wide_shape(w->m, c->to).base;

    switch (c->op) {
    case SpvOpFConvert:
        return to_wide ? "f64_from_f32" : "f64_to_f32";
    case SpvOpConvertFToS:
        return from == 'f' ? to_wide ? "f64_to_i64" : "f64_to_i32" : "i64_from_f32";
    case SpvOpConvertFToU:
        return from == 'f' ? to_wide ? "f64_to_u64" : "f64_to_u32" : "u64_from_f32";
    case SpvOpConvertSToF:
        return to == 'f' ? from_wide ? "f64_from_i64" : "f64_from_i32" : "i64_to_f32";
    case SpvOpConvertUToF:
        return to == 'f' ? from_wide ? "f64_from_u64" : "f64_from_u32" : "u64_to_f32";
    default:
        return NULL;
    }
}

static uint32_t convert(struct wide *w, const void *what, const uint32_t *operands, size_t count)
{
    const struct conversion *c = what;
    bool from_wide = glsl_wide_is(w->m, c->from), to_wide = glsl_wide_is(w->m, c->to);

    (void)count;
    if (c->op != SpvOpSConvert && c->op != SpvOpUConvert) {
        /* The library's integers are int where the conversion is signed, else uint. */
        bool to_int = c->op == SpvOpConvertFToS || c->op == SpvOpConvertFToU;
        uint32_t type = glsl_wide_type(w, c->to), value = operands[0], made = type;

        if (to_int && !to_wide)
            made = c->op == SpvOpConvertFToS ? w->int_type : w->uint_type;
        if ((c->op == SpvOpConvertSToF || c->op == SpvOpConvertUToF) && !from_wide)
            value = as(w, value, c->from, c->op == SpvOpConvertSToF ? w->int_type : w->uint_type);
        value = glsl_wide_call(w, function_of(w, c), made, &value, 1);
        return as(w, value, made, type);
    }
    if (from_wide && to_wide)
        return operands[0];
    if (to_wide)
        return widen_int(w, c, operands[0]);
    return as(w, glsl_wide_low(w, operands[0]), w->uint_type, c->to);
}

/* ---- bits ---- */

/* All bits of a scalar or vector as uints. */
static uint32_t take_words(struct wide *w, uint32_t value, uint32_t *out)
{
    uint32_t type = glsl_value_type(w->m, value), n = glsl_wide_components(w->m, type), count = 0;
    uint32_t part = glsl_wide_component_type(w->m, type);

    for (uint32_t i = 0; i < n; i++) {
        uint32_t component = glsl_wide_component(w, value, i);

        if (glsl_wide_is(w->m, part)) {
            out[count++] = glsl_wide_low(w, component);
            out[count++] = glsl_wide_high(w, component);
        } else {
            out[count++] = as(w, component, part, w->uint_type);
        }
    }
    return count;
}

static void lower_bits(struct wide *w, const uint32_t *ins, uint32_t value)
{
    uint32_t words[8] = {0}, parts[4], n = glsl_wide_components(w->m, ins[1]);
    uint32_t part = glsl_wide_component_type(w->m, ins[1]), from = glsl_value_type(w->m, value);

    if (glsl_wide_is(w->m, from) && glsl_wide_is(w->m, ins[1])) {
        glsl_wide_result(w, ins, value);
        return;
    }
    if (take_words(w, value, words) != (glsl_wide_is(w->m, part) ? 2 * n : n))
        glsl_fail(w->m->job, "a bit cast of another size");
    for (uint32_t i = 0; i < n; i++)
        parts[i] = glsl_wide_is(w->m, part) ? glsl_wide_pair(w, words[2 * i], words[2 * i + 1])
                                            : as(w, words[i], w->uint_type, part);
    glsl_wide_result(w, ins, glsl_wide_join(w, ins[1], parts));
}

static bool is_16_bit(const struct wide *w, uint32_t type)
{
    const uint32_t *t = glsl_def(w->m, glsl_wide_component_type(w->m, type));

    return (GLSL_OP(t[0]) == SpvOpTypeInt || GLSL_OP(t[0]) == SpvOpTypeFloat) && t[2] < 32;
}

bool glsl_wide_conversion(struct wide *w, const uint32_t *ins)
{
    struct conversion c = {.op = GLSL_OP(ins[0])};
    uint32_t from;

    switch (c.op) {
    case SpvOpFConvert:
    case SpvOpConvertFToS:
    case SpvOpConvertFToU:
    case SpvOpConvertSToF:
    case SpvOpConvertUToF:
    case SpvOpSConvert:
    case SpvOpUConvert:
    case SpvOpBitcast:
        break;
    default:
        return false;
    }
    from = glsl_value_type(w->m, ins[3]);
    if (!glsl_wide_is(w->m, from) && !glsl_wide_is(w->m, ins[1]))
        return false;
    if (is_16_bit(w, from) || is_16_bit(w, ins[1]))
        glsl_fail(w->m->job, "a conversion between 64 and 16 bits");
    if (c.op == SpvOpBitcast) {
        lower_bits(w, ins, ins[3]);
        return true;
    }
    c.from = glsl_wide_component_type(w->m, from);
    c.to = glsl_wide_component_type(w->m, ins[1]);
    glsl_wide_each(w, ins, &ins[3], 1, convert, &c);
    return true;
}
