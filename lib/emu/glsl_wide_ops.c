/* SPDX-License-Identifier: MIT */
/* Arithmetic, comparisons, bits and choices of 64-bit scalars and vectors, one component at a time. Sums and
 * products are calls of the library; what is the same for each word is written in place. */
#include "emu/glsl_wide_priv.h"

#include <spirv_cross/spirv.h>

/* A call: with the operands the other way round, with the result the other way round. */
enum { SWAPPED = 1, NEGATED = 2 };
struct rule {
    uint32_t op;
    const char *function;
    unsigned how;
};

/* clang-format off */
static const struct rule rules[] = {
    {SpvOpFAdd, "f64_add", 0}, {SpvOpFSub, "f64_sub", 0}, {SpvOpFMul, "f64_mul", 0}, {SpvOpFDiv, "f64_div", 0},
    {SpvOpFMod, "f64_mod", 0},
    {SpvOpIAdd, "i64_add", 0}, {SpvOpISub, "i64_sub", 0}, {SpvOpIMul, "i64_mul", 0}, {SpvOpUDiv, "i64_udiv", 0},
    {SpvOpUMod, "i64_umod", 0}, {SpvOpSDiv, "i64_sdiv", 0}, {SpvOpSRem, "i64_srem", 0},
    {SpvOpSMod, "i64_srem", 0}, /* GLSL's %, which glslang writes so and drivers take as the remainder */
    {SpvOpFOrdEqual, "f64_eq", 0}, {SpvOpFOrdNotEqual, "f64_eq", NEGATED}, /* GLSL's !=: true of NaN */
    {SpvOpFUnordNotEqual, "f64_eq", NEGATED},
    {SpvOpFOrdLessThan, "f64_lt", 0}, {SpvOpFOrdGreaterThan, "f64_lt", SWAPPED},
    {SpvOpFOrdLessThanEqual, "f64_le", 0}, {SpvOpFOrdGreaterThanEqual, "f64_le", SWAPPED},
    {SpvOpFUnordLessThan, "f64_le", SWAPPED | NEGATED}, {SpvOpFUnordGreaterThan, "f64_le", NEGATED},
    {SpvOpFUnordLessThanEqual, "f64_lt", SWAPPED | NEGATED},
    {SpvOpFUnordGreaterThanEqual, "f64_lt", NEGATED},
    {SpvOpSLessThan, "i64_slt", 0}, {SpvOpSGreaterThan, "i64_slt", SWAPPED}, {SpvOpSLessThanEqual, "i64_sle", 0},
    {SpvOpSGreaterThanEqual, "i64_sle", SWAPPED}, {SpvOpULessThan, "i64_ult", 0},
    {SpvOpUGreaterThan, "i64_ult", SWAPPED}, {SpvOpULessThanEqual, "i64_ule", 0},
    {SpvOpUGreaterThanEqual, "i64_ule", SWAPPED}, {SpvOpIsNan, "f64_isnan", 0}, {SpvOpIsInf, "f64_isinf", 0},
};
/* clang-format on */

static uint32_t need_bool(struct wide *w)
{
    const uint32_t none = 0;

    return glsl_need(&w->b, SpvOpTypeBool, &none, 0);
}

struct call {
    const struct rule *rule;
    uint32_t type; /* of a component of the result */
};

static uint32_t call(struct wide *w, const void *what, const uint32_t *operands, size_t count)
{
    const struct call *c = what;
    const uint32_t swapped[] = {operands[count - 1], operands[0]};
    uint32_t value =
        glsl_wide_call(w, c->rule->function, c->type, c->rule->how & SWAPPED ? swapped : operands, count);

    return c->rule->how & NEGATED ? WIDE(w, SpvOpLogicalNot, c->type, value) : value;
}

/* Equal words, all or not all of them. */
static uint32_t equal(struct wide *w, const void *what, const uint32_t *operands, size_t count)
{
    uint32_t truth = need_bool(w), truths = glsl_need_vector(&w->b, truth, 2);
    bool same = *(const uint32_t *)what == SpvOpIEqual;

    (void)count;
    return WIDE(w, same ? SpvOpAll : SpvOpAny, truth,
                WIDE(w, same ? SpvOpIEqual : SpvOpINotEqual, truths, operands[0], operands[1]));
}

/* The same operation on both words. */
static uint32_t words(struct wide *w, const void *what, const uint32_t *operands, size_t count)
{
    return glsl_wide_write(w, *(const uint32_t *)what, w->pair, operands, count);
}

static uint32_t negative(struct wide *w, const void *what, const uint32_t *operands, size_t count)
{
    (void)count;
    if (*(const uint32_t *)what == SpvOpFNegate)
        return glsl_wide_negative(w, operands[0]);
    return CALL(w, "i64_sub", w->pair, glsl_wide_constant(w, 0), operands[0]);
}

static uint32_t select_pair(struct wide *w, const void *what, const uint32_t *operands, size_t count)
{
    uint32_t truths = glsl_need_vector(&w->b, need_bool(w), 2);

    (void)what, (void)count;
    return WIDE(w, SpvOpSelect, w->pair, WIDE(w, SpvOpCompositeConstruct, truths, operands[0], operands[0]),
                operands[1], operands[2]);
}

struct shift {
    const char *function;
    uint32_t by; /* the type of a component of the distance, as it comes */
};

static uint32_t shift(struct wide *w, const void *what, const uint32_t *operands, size_t count)
{
    const struct shift *s = what;
    uint32_t by = operands[1];

    (void)count;
    if (glsl_wide_is(w->m, s->by))
        by = glsl_wide_low(w, by);
    if (s->by != w->int_type)
        by = WIDE(w, SpvOpBitcast, w->int_type, by);
    return CALL(w, s->function, w->pair, operands[0], by);
}

static void lower_shift(struct wide *w, const uint32_t *ins)
{
    struct shift s = {.by = glsl_wide_component_type(w->m, glsl_value_type(w->m, ins[4]))};

    s.function = GLSL_OP(ins[0]) == SpvOpShiftLeftLogical    ? "i64_shl"
                 : GLSL_OP(ins[0]) == SpvOpShiftRightLogical ? "i64_ushr"
                                                             : "i64_shr";
    glsl_wide_each(w, ins, &ins[3], 2, shift, &s);
}

static bool lower_call(struct wide *w, const uint32_t *ins)
{
    struct call c = {.type = glsl_wide_type(w, glsl_wide_component_type(w->m, ins[1]))};

    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].op == GLSL_OP(ins[0]))
            c.rule = &rules[i];
    if (!c.rule)
        return false;
    glsl_wide_each(w, ins, &ins[3], GLSL_LENGTH(ins[0]) - 3, call, &c);
    return true;
}

bool glsl_wide_operation(struct wide *w, const uint32_t *ins)
{
    uint32_t op = GLSL_OP(ins[0]);

    if (GLSL_LENGTH(ins[0]) < 4 ||
        !glsl_wide_shape_of(w, op == SpvOpSelect ? ins[GLSL_LENGTH(ins[0]) - 1] : ins[3]).base)
        return false;
    switch (op) {
    case SpvOpIEqual:
    case SpvOpINotEqual:
        glsl_wide_each(w, ins, &ins[3], 2, equal, &op);
        return true;
    case SpvOpBitwiseAnd:
    case SpvOpBitwiseOr:
    case SpvOpBitwiseXor:
    case SpvOpNot:
        glsl_wide_each(w, ins, &ins[3], GLSL_LENGTH(ins[0]) - 3, words, &op);
        return true;
    case SpvOpFNegate:
    case SpvOpSNegate:
        glsl_wide_each(w, ins, &ins[3], 1, negative, &op);
        return true;
    case SpvOpSelect:
        glsl_wide_each(w, ins, &ins[3], 3, select_pair, NULL);
        return true;
    case SpvOpShiftLeftLogical:
    case SpvOpShiftRightLogical:
    case SpvOpShiftRightArithmetic:
        lower_shift(w, ins);
        return true;
    default:
        return lower_call(w, ins);
    }
}
