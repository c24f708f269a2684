/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_WIDE_TEST_H
#define RETRACE_EMU_GLSL_WIDE_TEST_H

/* For the tests of 64-bit numbers: numbers as their bits, and bits by chance. */

#include <stdint.h>
#include <string.h>

static inline uint64_t of_double(double d)
{
    uint64_t v;

    memcpy(&v, &d, sizeof v);
    return v;
}

static inline double to_double(uint64_t v)
{
    double d;

    memcpy(&d, &v, sizeof d);
    return d;
}

static inline uint64_t of_float(float f)
{
    uint32_t v;

    memcpy(&v, &f, sizeof v);
    return v;
}

static inline float to_float(uint64_t v)
{
    uint32_t low = (uint32_t)v;
    float f;

    memcpy(&f, &low, sizeof f);
    return f;
}

static inline uint64_t random_bits(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (*seed >> 33 | *seed << 31) * 0x9e3779b97f4a7c15u;
}

#endif
