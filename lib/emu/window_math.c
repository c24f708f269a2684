/* SPDX-License-Identifier: MIT */
/* Arithmetic of the evaluator. Integers are exact. Floats count as known only where every GPU must give the
 * same bits: conversions, comparisons, rounding to integers, and sums and products that need no rounding, so
 * that fusing or reordering them changes nothing. */
#include "emu/window_math.h"

#include <math.h>
#include <spirv_cross/GLSL.std.450.h>
#include <spirv_cross/spirv.h>
#include <string.h>

static float as_float(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint64_t from_float(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* A result computed in double: known when a float holds it as it is. Denormals may be flushed. */
static uint64_t exact(double d)
{
    float f = (float)d;

    return (double)f == d && (d == 0 || fabs(d) >= 1.17549435e-38) ? from_float(f) : WINDOW_UNKNOWN;
}

static uint64_t to_int(float f, bool is_signed)
{
    if (is_signed ? !(f > -2147483904.0f && f < 2147483648.0f) : !(f > -1.0f && f < 4294967296.0f))
        return WINDOW_UNKNOWN;
    return is_signed ? (uint32_t)(int32_t)f : (uint32_t)f;
}

static uint64_t from_int(uint32_t a, bool is_signed)
{
    return exact(is_signed ? (double)(int32_t)a : (double)a);
}

/* ---- SPIR-V ---- */

static uint64_t bit_field(uint32_t op, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t mask = c >= 32 ? UINT32_MAX : (1u << c) - 1, v;

    if (op == SpvOpBitReverse) {
        for (v = 0, b = 0; b < 32; b++)
            v |= (a >> b & 1) << (31 - b);
        return v;
    }
    if (op == SpvOpBitFieldInsert || b > 32 || c > 32 - b)
        return WINDOW_UNKNOWN;
    if (!c)
        return 0;
    v = a >> b & mask;
    if (op == SpvOpBitFieldSExtract && v >> (c - 1) & 1)
        v |= ~mask;
    return v;
}

static uint64_t real(uint32_t op, uint32_t a, uint32_t b)
{
    float x = as_float(a), y = as_float(b);

    // clang-format off
    switch (op) {
    case SpvOpConvertFToU: return to_int(x, false);
    case SpvOpConvertFToS: return to_int(x, true);
    case SpvOpConvertSToF: return from_int(a, true);
    case SpvOpConvertUToF: return from_int(a, false);
    case SpvOpFNegate: return exact(-(double)x);
    case SpvOpFAdd: return exact((double)x + (double)y);
    case SpvOpFSub: return exact((double)x - (double)y);
    case SpvOpFMul: return exact((double)x * (double)y);
    default: break;
    }
    if (isnan(x) || isnan(y))
        return WINDOW_UNKNOWN;
    switch (op) {
    case SpvOpFOrdEqual: case SpvOpFUnordEqual: return x == y;
    case SpvOpFOrdNotEqual: case SpvOpFUnordNotEqual: return x != y;
    case SpvOpFOrdLessThan: case SpvOpFUnordLessThan: return x < y;
    case SpvOpFOrdGreaterThan: case SpvOpFUnordGreaterThan: return x > y;
    case SpvOpFOrdLessThanEqual: case SpvOpFUnordLessThanEqual: return x <= y;
    case SpvOpFOrdGreaterThanEqual: case SpvOpFUnordGreaterThanEqual: return x >= y;
    default: return WINDOW_UNKNOWN;
    }
    // clang-format on
}

/* ---- GLSL.std.450 ---- */

static uint32_t clamp_signed(int32_t x, int32_t low, int32_t high)
{
    return (uint32_t)(x < low ? low : x > high ? high : x);
}

static uint64_t extended_integer(uint32_t op, uint32_t a, uint32_t b, uint32_t c)
{
    int32_t sa = (int32_t)a, sb = (int32_t)b;

    // clang-format off
    switch (op) {
    case GLSLstd450UMin: return a < b ? a : b;
    case GLSLstd450UMax: return a > b ? a : b;
    case GLSLstd450SMin: return sa < sb ? a : b;
    case GLSLstd450SMax: return sa > sb ? a : b;
    case GLSLstd450UClamp: return b <= c ? (a < b ? b : a > c ? c : a) : WINDOW_UNKNOWN;
    case GLSLstd450SClamp: return sb <= (int32_t)c ? clamp_signed(sa, sb, (int32_t)c) : WINDOW_UNKNOWN;
    case GLSLstd450SAbs: return sa < 0 ? 0u - a : a;
    case GLSLstd450SSign: return sa > 0 ? 1 : sa < 0 ? UINT32_MAX : 0;
    case GLSLstd450FindILsb: return a ? (uint32_t)__builtin_ctz(a) : UINT32_MAX;
    case GLSLstd450FindUMsb: return a ? 31u - (uint32_t)__builtin_clz(a) : UINT32_MAX;
    case GLSLstd450FindSMsb:
        a = sa < 0 ? ~a : a;
        return a ? 31u - (uint32_t)__builtin_clz(a) : UINT32_MAX;
    default: return WINDOW_UNKNOWN;
    }
    // clang-format on
}

static uint64_t extended(uint32_t op, uint32_t a, uint32_t b, uint32_t c)
{
    float x = as_float(a), y = as_float(b), z = as_float(c);
    uint64_t value = extended_integer(op, a, b, c);

    if (value != WINDOW_UNKNOWN || isnan(x) || isnan(y) || isnan(z))
        return value;
    // clang-format off
    switch (op) {
    case GLSLstd450Floor: return exact(floor((double)x));
    case GLSLstd450Ceil: return exact(ceil((double)x));
    case GLSLstd450Trunc: return exact(trunc((double)x));
    case GLSLstd450RoundEven: return exact(nearbyint((double)x));
    case GLSLstd450Round: return exact(floor((double)x + 0.5)) == exact(ceil((double)x - 0.5)) ? exact(floor((double)x + 0.5)) : WINDOW_UNKNOWN;
    case GLSLstd450FAbs: return exact(fabs((double)x));
    case GLSLstd450FSign: return from_float(x > 0 ? 1.0f : x < 0 ? -1.0f : 0.0f);
    case GLSLstd450FMin: return exact(x < y ? x : y);
    case GLSLstd450FMax: return exact(x > y ? x : y);
    case GLSLstd450FClamp: return y <= z ? exact(x < y ? y : x > z ? z : x) : WINDOW_UNKNOWN;
    case GLSLstd450Step: return from_float(y < x ? 0.0f : 1.0f);
    default: return WINDOW_UNKNOWN;
    }
    // clang-format on
}

uint64_t window_math(uint32_t op, uint32_t a, uint32_t b, uint32_t c)
{
    if (op >= WINDOW_DO_EXT)
        return extended(op - WINDOW_DO_EXT, a, b, c);
    if ((op >= SpvOpConvertFToU && op <= SpvOpConvertUToF) || op == SpvOpFNegate || op == SpvOpFAdd ||
        op == SpvOpFSub || op == SpvOpFMul || (op >= SpvOpFOrdEqual && op <= SpvOpFUnordGreaterThanEqual))
        return real(op, a, b);
    if (op >= SpvOpBitFieldInsert && op <= SpvOpBitReverse)
        return bit_field(op, a, b, c);
    return window_math_integer(op, a, b);
}
