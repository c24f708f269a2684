/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_WINDOW_MATH_H
#define RETRACE_EMU_WINDOW_MATH_H

#include "emu/window_eval.h"

#include <spirv_cross/spirv.h>

/* The value of one component of an elementwise op over known operands, with WINDOW_UNKNOWN where the host
 * cannot say what a GPU makes of it: a float result that is rounded (GPUs fuse and reorder), divisions of
 * floats, shifts by 32 and more. */
uint64_t window_math(uint32_t op, uint32_t a, uint32_t b, uint32_t c);

/* The same for integers and booleans alone; here, so that a constant op costs no choice. */
static inline uint64_t window_math_integer(uint32_t op, uint32_t a, uint32_t b)
{
    int32_t sa = (int32_t)a, sb = (int32_t)b;
    bool overflows = sa == INT32_MIN && sb == -1;

    // clang-format off
    switch (op) {
    case SpvOpSNegate: return 0u - a;
    case SpvOpIAdd: return (uint32_t)(a + b);
    case SpvOpISub: return (uint32_t)(a - b);
    case SpvOpIMul: return (uint32_t)(a * b);
    case SpvOpUDiv: return b ? a / b : WINDOW_UNKNOWN;
    case SpvOpUMod: return b ? a % b : WINDOW_UNKNOWN;
    case SpvOpSDiv: return b && !overflows ? (uint32_t)(sa / sb) : WINDOW_UNKNOWN;
    case SpvOpSRem: return b && !overflows && sa >= 0 && sb >= 0 ? (uint32_t)(sa % sb) : WINDOW_UNKNOWN;
    case SpvOpSMod: return b && !overflows && sa >= 0 && sb >= 0 ? (uint32_t)(sa % sb) : WINDOW_UNKNOWN;
    case SpvOpShiftRightLogical: return b < 32 ? a >> b : WINDOW_UNKNOWN;
    case SpvOpShiftRightArithmetic: return b < 32 ? (uint32_t)(sa < 0 ? ~(~a >> b) : a >> b) : WINDOW_UNKNOWN;
    case SpvOpShiftLeftLogical: return b < 32 ? (uint32_t)(a << b) : WINDOW_UNKNOWN;
    case SpvOpBitwiseOr: return a | b;
    case SpvOpBitwiseXor: return a ^ b;
    case SpvOpBitwiseAnd: return a & b;
    case SpvOpNot: return (uint32_t)~a;
    case SpvOpBitCount: return (uint32_t)__builtin_popcount(a);
    case SpvOpLogicalEqual: return !a == !b;
    case SpvOpLogicalNotEqual: return !a != !b;
    case SpvOpLogicalOr: return a || b;
    case SpvOpLogicalAnd: return a && b;
    case SpvOpLogicalNot: return !a;
    case SpvOpIEqual: return a == b;
    case SpvOpINotEqual: return a != b;
    case SpvOpUGreaterThan: return a > b;
    case SpvOpUGreaterThanEqual: return a >= b;
    case SpvOpULessThan: return a < b;
    case SpvOpULessThanEqual: return a <= b;
    case SpvOpSGreaterThan: return sa > sb;
    case SpvOpSGreaterThanEqual: return sa >= sb;
    case SpvOpSLessThan: return sa < sb;
    case SpvOpSLessThanEqual: return sa <= sb;
    default: return WINDOW_UNKNOWN;
    }
    // clang-format on
}

#endif
