/* SPDX-License-Identifier: MIT */
/* Vertex formats that ES lacks, turned into ones that it has, element by element: BGRA order is put right,
 * packed floats and doubles become floats. Doubles lose what a float cannot hold, which programs that read
 * them as doubles have named as a gap already. */
#include "emu/emu_priv.h"

#include <string.h>

static uint32_t swap_red_blue(uint32_t rgba)
{
    return (rgba & 0xc00ffc00) | (rgba & 0x3ff) << 20 | (rgba >> 20 & 0x3ff);
}

static float unpack_small_float(uint32_t bits, int mantissa_bits)
{
    uint32_t exponent = bits >> mantissa_bits, mantissa = bits & ((1u << mantissa_bits) - 1);
    uint32_t out;
    float f;

    if (!exponent)
        return (float)mantissa / (float)(1u << (14 + mantissa_bits));
    out = (exponent == 31 ? 255u : exponent + 112) << 23 | mantissa << (23 - mantissa_bits);
    memcpy(&f, &out, sizeof f);
    return f;
}

void emu_attrib_convert(const struct emu_attrib *attrib, const uint8_t *in, uint8_t *out)
{
    uint32_t word;
    float f[4];
    double d[4];

    switch (attrib->type) {
    case GL_UNSIGNED_BYTE: /* BGRA */
        out[0] = in[2];
        out[1] = in[1];
        out[2] = in[0];
        out[3] = in[3];
        return;
    case GL_INT_2_10_10_10_REV: /* BGRA */
    case GL_UNSIGNED_INT_2_10_10_10_REV:
        memcpy(&word, in, 4);
        word = swap_red_blue(word);
        memcpy(out, &word, 4);
        return;
    case GL_UNSIGNED_INT_10F_11F_11F_REV:
        memcpy(&word, in, 4);
        f[0] = unpack_small_float(word & 0x7ff, 6);
        f[1] = unpack_small_float(word >> 11 & 0x7ff, 6);
        f[2] = unpack_small_float(word >> 22, 5);
        memcpy(out, f, 12);
        return;
    default: /* GL_DOUBLE */
        memcpy(d, in, (size_t)attrib->size * 8);
        for (int i = 0; i < attrib->size; i++)
            f[i] = (float)d[i];
        memcpy(out, f, (size_t)attrib->size * 4);
    }
}

struct emu_attrib emu_attrib_converted(const struct emu_attrib *attrib)
{
    struct emu_attrib out = *attrib;

    if (attrib->size == GL_BGRA) {
        out.size = 4;
    } else {
        out.type = GL_FLOAT;
        out.normalized = out.wide = false;
    }
    return out;
}
