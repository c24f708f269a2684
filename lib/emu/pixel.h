/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_PIXEL_H
#define RETRACE_EMU_PIXEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emu/pixelstore.h"
#include "gl_api.h"

/* Pixels in client memory: what a (format, type) pair means, and conversion between two of them. No GL calls.
 */

enum emu_class { EMU_UNORM, EMU_SNORM, EMU_FLOAT, EMU_UINT, EMU_INT };

/* Where a component of client memory comes from. */
enum emu_channel { EMU_RED, EMU_GREEN, EMU_BLUE, EMU_ALPHA, EMU_LUMINANCE, EMU_DEPTH, EMU_STENCIL };

/* One (format, type) pair. Components lie in `count` elements of `unit` bytes, or are bit fields of one
 * element. */
struct emu_layout {
    uint8_t bytes; /* of a pixel */
    uint8_t unit;  /* of an element: what GL_UNPACK_SWAP_BYTES reverses and offsets must be a multiple of */
    uint8_t count; /* components */
    bool packed;   /* bit fields of one element */
    enum {
        EMU_PLAIN,
        EMU_R11F_G11F_B10F,
        EMU_RGB9_E5,
        EMU_D32F_S8,
        EMU_D24
    } special; /* D24: 24 bits of depth in an
unsigned int, the low ones set, so that drivers that go through floats land on them */
    enum emu_class cls[4];
    uint8_t bits[4], shift[4]; /* shift: within the element, packed only */
    enum emu_channel channel[4];
};

/* GL_NO_ERROR, or the error that desktop GL gives the pair: GL_INVALID_ENUM for an unknown word,
 * GL_INVALID_OPERATION for a packed type that does not fit the format. `out` may be NULL. */
GLenum emu_layout_get(GLenum format, GLenum type, struct emu_layout *out);
bool emu_layout_is_integer(GLenum format); /* GL_RED_INTEGER … */
bool emu_layout_is_color(GLenum format);   /* neither depth nor stencil */

/* What the destination's components take from a decoded pixel. */
enum { EMU_FROM_ZERO = 8, EMU_FROM_ONE = 9 };

/* A conversion of rows, prepared once per image. */
struct emu_convert {
    struct emu_layout src, dst;
    uint8_t from[4]; /* per destination component: a source component, EMU_FROM_ZERO or EMU_FROM_ONE */
    bool swap_src, swap_dst;
    bool to_storage;
    bool reading; /* glReadPixels */
    bool clamp;   /* clamp to [0, 1] on the way (glReadPixels of floats as anything else) */
    enum { EMU_BY_COMPONENT, EMU_BY_BYTES, EMU_BY_FLOATS } route; /* what Mesa converts through */
    bool half_to_zero;  /* halves are rounded to zero: what Mesa does where it packs whole pixels */
    bool sum_luminance; /* destination luminance is R + G + B, clamped (glReadPixels) */
    enum { EMU_COPY, EMU_SHUFFLE8, EMU_GENERAL } path;
    uint8_t shuffle[4], pixel_src, pixel_dst; /* EMU_SHUFFLE8: byte of the source pixel, or EMU_FROM_… */
};

/* `base` is the desktop base format between the two (GL_RGB drops alpha, GL_ALPHA keeps only it, …):
 * components it does not have read as 0, alpha as 1. When `to_storage`, dst is the ES storage of that base
 * (luminance in R, luminance-alpha in RG, alpha and intensity in R); when `from_storage` src is. */
void emu_convert_init(struct emu_convert *c, const struct emu_layout *src, const struct emu_layout *dst,
                      GLenum base, bool to_storage, bool from_storage);
void emu_convert_row(const struct emu_convert *c, void *dst, const void *src, size_t pixels);
/* The same for a conversion whose path is EMU_SHUFFLE8: not for callers. */
void emu_shuffle_row(const struct emu_convert *c, uint8_t *dst, const uint8_t *src, size_t pixels);

/* One component from one representation to another, by the rules of GL 4.6 section 2.3.5; values are raw
 * bits. */
uint32_t emu_component_convert(uint32_t v, enum emu_class from, unsigned from_bits, enum emu_class to,
                               unsigned to_bits);

/* Depth has rules of its own; `storing`: on its way to the driver, `reading`: by glReadPixels. */
uint32_t emu_depth_convert(uint32_t v, enum emu_class from, unsigned from_bits, enum emu_class to,
                           unsigned to_bits, bool storing, bool reading);
float emu_component_float(uint32_t v, enum emu_class cls, unsigned bits);
uint32_t emu_component_from_float(float f, enum emu_class cls, unsigned bits);
uint32_t emu_mask(unsigned bits); /* the lowest `bits` */
int32_t emu_sign_extend(uint32_t v, unsigned bits);
float emu_as_float(uint32_t v); /* the same bits */
uint32_t emu_as_bits(float f);

uint16_t emu_float_to_half_zero(float f); /* rounded to zero; emu_float_to_half is to nearest */
float emu_half_to_float(uint16_t h);
uint16_t emu_float_to_half(float f);
uint32_t emu_float_to_11f_11f_10f(const float rgb[3]);
void emu_11f_11f_10f_to_float(uint32_t v, float rgb[3]);
uint32_t emu_float_to_9_9_9_e5(const float rgb[3]);
void emu_9_9_9_e5_to_float(uint32_t v, float rgb[3]);

#endif
