/* SPDX-License-Identifier: MIT */
/* Numbers of pixels: normalised integers, halves, small floats, depth, and conversion between them. Where the
 * specification leaves a choice (rounding, widening) it is the one that Mesa's desktop GL makes, so that
 * digests can be equal. */
#include "emu/pixel.h"

#include <math.h>
#include <string.h>

uint32_t emu_mask(unsigned bits)
{
    return bits >= 32 ? 0xffffffffu : (1u << bits) - 1;
}

float emu_as_float(uint32_t v)
{
    float f;
    memcpy(&f, &v, sizeof f);
    return f;
}

uint32_t emu_as_bits(float f)
{
    uint32_t v;
    memcpy(&v, &f, sizeof v);
    return v;
}

float emu_half_to_float(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, exp = h >> 10 & 31, man = h & 1023;

    if (exp == 31)
        return emu_as_float(sign | 0x7f800000u | man << 13);
    if (exp == 0) {
        float f = (float)man * 0x1p-24f;
        return emu_as_float(emu_as_bits(f) | sign);
    }
    return emu_as_float(sign | (exp + 112) << 23 | man << 13);
}

uint16_t emu_float_to_half(float f)
{
    uint32_t v = emu_as_bits(f), sign = v >> 16 & 0x8000, abs = v & 0x7fffffff;

    if (abs > 0x7f800000u)
        return (uint16_t)(sign | 0x7e00);
    if (abs >= 0x477ff000u) /* rounds to infinity */
        return (uint16_t)(sign | 0x7c00);
    if (abs < 0x38800000u) /* denormal: one step is 2^-24 */
        return (uint16_t)(sign | (uint32_t)lrintf(emu_as_float(abs) * 0x1p24f));
    abs += 0xfff + (abs >> 13 & 1); /* to nearest, ties to even */
    return (uint16_t)(sign | (abs - 0x38000000u) >> 13);
}

uint16_t emu_float_to_half_zero(float f)
{
    uint32_t v = emu_as_bits(f), abs = v & 0x7fffffff;

    if (abs >= 0x38800000u && abs < 0x47800000u) /* a normal half */
        v &= 0xffffe000u;
    return emu_float_to_half(emu_as_float(v));
}

/* An unsigned small float of 5 exponent bits: NaN stays NaN, negatives are 0, too large is the largest
 * finite. */
static uint32_t float_to_small(float f, unsigned man_bits)
{
    uint32_t v = emu_as_bits(f), inf = 31u << man_bits;
    int exp;
    float m;

    if ((v & 0x7fffffff) > 0x7f800000u)
        return inf | 1;
    if (v >> 31)
        return 0;
    if (v == 0x7f800000u)
        return inf;
    if (v == 0)
        return 0;
    m = frexpf(f, &exp); /* f = m * 2^exp, m in [0.5, 1) */
    if (exp - 1 > 15)
        return inf - 1;
    if (exp - 1 < -14)
        return (uint32_t)(f * ldexpf(1, 14 + (int)man_bits));
    return (uint32_t)(exp + 14) << man_bits |
           ((uint32_t)(m * ldexpf(1, (int)man_bits + 1)) & emu_mask(man_bits));
}

static float small_to_float(uint32_t v, unsigned man_bits)
{
    uint32_t exp = v >> man_bits & 31, man = v & emu_mask(man_bits);

    if (exp == 31)
        return man ? NAN : INFINITY;
    if (exp == 0)
        return (float)man * ldexpf(1, -14 - (int)man_bits);
    return ldexpf(1 + (float)man / (float)(1u << man_bits), (int)exp - 15);
}

uint32_t emu_float_to_11f_11f_10f(const float rgb[3])
{
    return float_to_small(rgb[0], 6) | float_to_small(rgb[1], 6) << 11 | float_to_small(rgb[2], 5) << 22;
}

void emu_11f_11f_10f_to_float(uint32_t v, float rgb[3])
{
    rgb[0] = small_to_float(v & 0x7ff, 6);
    rgb[1] = small_to_float(v >> 11 & 0x7ff, 6);
    rgb[2] = small_to_float(v >> 22, 5);
}

/* GL 4.6 section 8.5.2, "final conversion" of shared exponents. */
uint32_t emu_float_to_9_9_9_e5(const float rgb[3])
{
    float c[3], top = 0;
    int exp, shared;
    uint32_t out = 0;

    for (int i = 0; i < 3; i++) {
        c[i] = rgb[i] > 0 ? fminf(rgb[i], 65408.0f) : 0; /* NaN compares false: 0 */
        top = fmaxf(top, c[i]);
    }
    frexpf(top, &exp);
    shared = top > 0 && exp - 1 > -16 ? exp + 15 : 0;
    if (lrintf(floorf(top / ldexpf(1, shared - 24) + 0.5f)) == 512)
        shared++;
    for (int i = 0; i < 3; i++)
        out |= (uint32_t)floorf(c[i] / ldexpf(1, shared - 24) + 0.5f) << (9 * i);
    return out | (uint32_t)shared << 27;
}

void emu_9_9_9_e5_to_float(uint32_t v, float rgb[3])
{
    float scale = ldexpf(1, (int)(v >> 27) - 24);

    for (int i = 0; i < 3; i++)
        rgb[i] = (float)(v >> (9 * i) & 511) * scale;
}

/* Widening replicates the bits, narrowing rounds to nearest: what drivers do with normalised integers. */
static uint32_t unorm_to_unorm(uint32_t v, unsigned from, unsigned to)
{
    if (from < to) {
        uint64_t out = 0;
        int at = (int)to;
        while (at > 0) {
            at -= (int)from;
            out |= at >= 0 ? (uint64_t)v << at : (uint64_t)v >> -at;
        }
        return (uint32_t)out;
    }
    if (from > to)
        return (uint32_t)(((uint64_t)v * emu_mask(to) + emu_mask(from - 1)) / emu_mask(from));
    return v;
}

int32_t emu_sign_extend(uint32_t v, unsigned bits)
{
    return bits >= 32 ? (int32_t)v : (int32_t)(v << (32 - bits)) >> (32 - bits);
}

/* Widening replicates, narrowing drops bits: not to nearest, unlike unsigned ones. */
static uint32_t snorm_to_snorm(int32_t v, unsigned from, unsigned to)
{
    int32_t max = (int32_t)emu_mask(to - 1);

    if (v <= -(int32_t)emu_mask(from - 1))
        return (uint32_t)-max;
    if (from >= to)
        return (uint32_t)(v >> (from - to));
    return (uint32_t)(v * (max / (int32_t)emu_mask(from - 1)) +
                      ((to - 1) % (from - 1) ? v >> (from - 1 - (to - 1) % (from - 1)) : 0));
}

float emu_component_float(uint32_t v, enum emu_class cls, unsigned bits)
{
    switch (cls) {
    case EMU_UNORM:
        return (float)v * (1.0f / (float)emu_mask(bits));
    case EMU_SNORM: {
        float f = (float)emu_sign_extend(v, bits) * (1.0f / (float)emu_mask(bits - 1));
        return f < -1 ? -1.0f : f;
    }
    case EMU_FLOAT:
        return bits == 16 ? emu_half_to_float((uint16_t)v) : emu_as_float(v);
    case EMU_INT:
        return (float)emu_sign_extend(v, bits);
    default:
        return (float)v;
    }
}

uint32_t emu_component_from_float(float f, enum emu_class cls, unsigned bits)
{
    double x = f != f ? 0 : f;

    switch (cls) {
    case EMU_UNORM:
        return x <= 0 ? 0 : x >= 1 ? emu_mask(bits) : (uint32_t)llrintf(f * (float)emu_mask(bits));
    case EMU_SNORM:
        x = x < -1 ? -1 : x > 1 ? 1 : x;
        return (uint32_t)llrintf((float)x * (float)emu_mask(bits - 1)) & emu_mask(bits);
    case EMU_FLOAT:
        return bits == 16 ? emu_float_to_half(f) : emu_as_bits(f);
    case EMU_INT:
        x = x < -(double)emu_mask(bits - 1) - 1 ? -(double)emu_mask(bits - 1) - 1
            : x > emu_mask(bits - 1)            ? emu_mask(bits - 1)
                                                : x;
        return (uint32_t)(int32_t)x & emu_mask(bits);
    default:
        return x <= 0 ? 0 : x >= emu_mask(bits) ? emu_mask(bits) : (uint32_t)x;
    }
}

static uint32_t int_to_int(uint32_t v, enum emu_class from, unsigned from_bits, enum emu_class to,
                           unsigned to_bits)
{
    int64_t x = from == EMU_INT ? (int64_t)emu_sign_extend(v, from_bits) : (int64_t)v;
    int64_t low = to == EMU_INT ? -(int64_t)emu_mask(to_bits - 1) - 1 : 0;
    int64_t high = to == EMU_INT ? (int64_t)emu_mask(to_bits - 1) : (int64_t)emu_mask(to_bits);

    return (uint32_t)(x < low ? low : x > high ? high : x) & emu_mask(to_bits);
}

uint32_t emu_component_convert(uint32_t v, enum emu_class from, unsigned from_bits, enum emu_class to,
                               unsigned to_bits)
{
    bool integers = (from == EMU_UINT || from == EMU_INT) && (to == EMU_UINT || to == EMU_INT);

    if (from == to && from_bits == to_bits)
        return v;
    if (integers)
        return int_to_int(v, from, from_bits, to, to_bits);
    if (from == EMU_UNORM && to == EMU_UNORM)
        return unorm_to_unorm(v, from_bits, to_bits);
    if (from == EMU_SNORM && to == EMU_SNORM)
        return snorm_to_snorm(emu_sign_extend(v, from_bits), from_bits, to_bits) & emu_mask(to_bits);
    if (from == EMU_UNORM && to == EMU_SNORM)
        return unorm_to_unorm(v, from_bits, to_bits - 1);
    if (from == EMU_SNORM && to == EMU_UNORM) {
        int32_t s = emu_sign_extend(v, from_bits);
        return s <= 0 ? 0 : unorm_to_unorm((uint32_t)s, from_bits - 1, to_bits);
    }
    return emu_component_from_float(emu_component_float(v, from, from_bits), to, to_bits);
}

/* Depth is scaled in doubles and truncated where colours round (but 16 bits that are read round), and goes
 * through a float between integers of two sizes; not so shorts that are stored in 32 bits, and what
 * glReadPixels reads into 32: those are widened bit by bit. */
uint32_t emu_depth_convert(uint32_t v, enum emu_class from, unsigned from_bits, enum emu_class to,
                           unsigned to_bits, bool storing, bool reading)
{
    bool integers = from == EMU_UNORM && to == EMU_UNORM;
    float f;

    if (from == to && from_bits == to_bits)
        return v;
    if (integers && to_bits == 32 && (reading || (storing && from_bits == 16)))
        return unorm_to_unorm(v, from_bits, to_bits);
    f = from == EMU_UNORM ? (float)((double)v / emu_mask(from_bits))
                          : emu_component_float(v, from, from_bits);
    if (to != EMU_UNORM || (!storing && to_bits == 16))
        return emu_component_from_float(f, to, to_bits);
    return !(f > 0) ? 0 : f >= 1 ? emu_mask(to_bits) : (uint32_t)((double)f * emu_mask(to_bits));
}
