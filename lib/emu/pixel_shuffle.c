/* SPDX-License-Identifier: MIT */
/* Rows of pixels whose bytes only change places: most of what is converted on its way to the driver. The ways
 * that games upload (BGRA, RGBA into RGB, RGB into RGBA) have loops of their own, which move a pixel at a
 * time; the others go byte by byte. Nothing beyond the row's own bytes is read or written. */
#include "emu/pixel.h"

#include <string.h>

static void swap_red_and_blue(uint8_t *dst, const uint8_t *src, size_t pixels)
{
    for (size_t i = 0; i < pixels * 4; i += 4) { /* as compilers vectorise it */
        uint8_t b = src[i], r = src[i + 2];
        dst[i] = r;
        dst[i + 1] = src[i + 1];
        dst[i + 2] = b;
        dst[i + 3] = src[i + 3];
    }
}

/* Each pixel is written with the byte that goes, which the next one overwrites. */
static void drop_alpha(uint8_t *dst, const uint8_t *src, size_t pixels)
{
    for (; pixels > 4; pixels -= 4, src += 16, dst += 12)
        for (int i = 0; i < 4; i++)
            memcpy(dst + 3 * i, src + 4 * i, 4);
    for (; pixels > 1; pixels--, src += 4, dst += 3)
        memcpy(dst, src, 4);
    if (pixels)
        memcpy(dst, src, 3);
}

/* Each pixel is read with a byte of the next one, which alpha then overwrites. */
static void add_alpha(uint8_t *dst, const uint8_t *src, size_t pixels, uint8_t alpha)
{
    for (; pixels > 1; pixels--, src += 3, dst += 4) {
        memcpy(dst, src, 4);
        dst[3] = alpha;
    }
    if (pixels) {
        memcpy(dst, src, 3);
        dst[3] = alpha;
    }
}

/* `bytes` is a constant where this is inlined. A byte that comes from nowhere is one of the source, masked.
 */
static inline void shuffle(const struct emu_convert *c, uint8_t *dst, const uint8_t *src, size_t pixels,
                           uint8_t full, unsigned bytes)
{
    uint8_t from[4], keep[4], fill[4];

    for (unsigned k = 0; k < bytes; k++) {
        from[k] = c->shuffle[k] < 4 ? c->shuffle[k] : 0;
        keep[k] = c->shuffle[k] < 4 ? 255 : 0;
        fill[k] = c->shuffle[k] == EMU_FROM_ONE ? full : 0;
    }
    for (size_t i = 0; i < pixels; i++, src += c->pixel_src, dst += bytes)
        for (unsigned k = 0; k < bytes; k++)
            dst[k] = (uint8_t)((src[from[k]] & keep[k]) | fill[k]);
}

static bool takes(const struct emu_convert *c, unsigned src, unsigned dst, const char *order)
{
    return c->pixel_src == src && c->pixel_dst == dst && !memcmp(c->shuffle, order, dst);
}

void emu_shuffle_row(const struct emu_convert *c, uint8_t *dst, const uint8_t *src, size_t pixels)
{
    uint8_t full = c->dst.cls[0] == EMU_UNORM ? 255 : c->dst.cls[0] == EMU_SNORM ? 127 : 1;

    if (takes(c, 4, 4, "\2\1\0\3"))
        swap_red_and_blue(dst, src, pixels);
    else if (takes(c, 4, 3, "\0\1\2"))
        drop_alpha(dst, src, pixels);
    else if (takes(c, 3, 4, (const char[]){0, 1, 2, EMU_FROM_ONE}))
        add_alpha(dst, src, pixels, full);
    else if (c->pixel_dst == 4)
        shuffle(c, dst, src, pixels, full, 4);
    else if (c->pixel_dst == 3)
        shuffle(c, dst, src, pixels, full, 3);
    else
        shuffle(c, dst, src, pixels, full, c->pixel_dst);
}
