/* SPDX-License-Identifier: MIT */
/* Sizes of pixel transfers (OpenGL 4.6 compatibility, 8.4.4 and 18.2; 8.7 for compressed blocks). */
#include "pixel_bounds.h"

#include <stddef.h>

// clang-format off
static unsigned components(GLenum format)
{
    switch (format) {
    case GL_RED: case GL_GREEN: case GL_BLUE: case GL_ALPHA: case GL_LUMINANCE: case GL_INTENSITY:
    case GL_RED_INTEGER: case GL_GREEN_INTEGER: case GL_BLUE_INTEGER: case GL_ALPHA_INTEGER: case GL_LUMINANCE_INTEGER_EXT:
    case GL_COLOR_INDEX: case GL_STENCIL_INDEX: case GL_DEPTH_COMPONENT:
        return 1;
    case GL_RG: case GL_RG_INTEGER: case GL_LUMINANCE_ALPHA: case GL_LUMINANCE_ALPHA_INTEGER_EXT:
    case GL_DEPTH_STENCIL: case GL_YCBCR_MESA: case GL_YCBCR_422_APPLE:
        return 2;
    case GL_RGB: case GL_BGR: case GL_RGB_INTEGER: case GL_BGR_INTEGER:
        return 3;
    case GL_RGBA: case GL_BGRA: case GL_RGBA_INTEGER: case GL_BGRA_INTEGER: case GL_ABGR_EXT:
        return 4;
    default:
        return 0;
    }
}

/* Bytes of a component, or of a whole pixel where the type is packed. */
static unsigned type_bytes(GLenum type, bool *packed)
{
    *packed = true;
    switch (type) {
    case GL_UNSIGNED_BYTE_3_3_2: case GL_UNSIGNED_BYTE_2_3_3_REV:
        return 1;
    case GL_UNSIGNED_SHORT_5_6_5: case GL_UNSIGNED_SHORT_5_6_5_REV:
    case GL_UNSIGNED_SHORT_4_4_4_4: case GL_UNSIGNED_SHORT_4_4_4_4_REV:
    case GL_UNSIGNED_SHORT_5_5_5_1: case GL_UNSIGNED_SHORT_1_5_5_5_REV:
    case GL_UNSIGNED_SHORT_8_8_MESA: case GL_UNSIGNED_SHORT_8_8_REV_MESA:
        return 2;
    case GL_UNSIGNED_INT_8_8_8_8: case GL_UNSIGNED_INT_8_8_8_8_REV:
    case GL_UNSIGNED_INT_10_10_10_2: case GL_UNSIGNED_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_24_8: case GL_UNSIGNED_INT_10F_11F_11F_REV: case GL_UNSIGNED_INT_5_9_9_9_REV:
        return 4;
    case GL_FLOAT_32_UNSIGNED_INT_24_8_REV:
        return 8;
    }
    *packed = false;
    switch (type) {
    case GL_BYTE: case GL_UNSIGNED_BYTE:
        return 1;
    case GL_SHORT: case GL_UNSIGNED_SHORT: case GL_HALF_FLOAT:
        return 2;
    case GL_INT: case GL_UNSIGNED_INT: case GL_FLOAT:
        return 4;
    default:
        return 0;
    }
}

// clang-format on

unsigned pixel_bounds_texel(GLenum format, GLenum type)
{
    bool packed;
    unsigned bytes = type_bytes(type, &packed), n = components(format);

    return n ? packed ? bytes : bytes * n : 0;
}

static uint64_t align(uint64_t bytes, GLint alignment)
{
    uint64_t a = alignment > 1 ? (uint64_t)alignment : 1;

    return (bytes + a - 1) / a * a;
}

static uint64_t at_least(GLint value, GLsizei otherwise)
{
    return value > 0 ? (uint64_t)value : (uint64_t)otherwise;
}

static uint64_t positive(GLint value)
{
    return value > 0 ? (uint64_t)value : 0;
}

/* skips + whole images + whole rows + the last row's bytes, overflow checked */
static bool add_up(uint64_t image, uint64_t row, uint64_t images, uint64_t rows, uint64_t last,
                   uint64_t *bytes)
{
    uint64_t a, b;

    return !__builtin_mul_overflow(image, images, &a) && !__builtin_mul_overflow(row, rows, &b) &&
           !__builtin_add_overflow(a, b, &a) && !__builtin_add_overflow(a, last, bytes) &&
           *bytes < (uint64_t)1 << 62;
}

bool pixel_bounds_image(const struct pixel_store *s, unsigned dims, GLenum format, GLenum type, GLsizei width,
                        GLsizei height, GLsizei depth, uint64_t *bytes)
{
    uint64_t texel = pixel_bounds_texel(format, type), row, image, last;
    uint64_t skip_images = dims > 2 ? positive(s->skip_images) : 0;

    *bytes = 0;
    if (type == GL_BITMAP ? !components(format) : !texel)
        return false;
    if (width <= 0 || height <= 0 || depth <= 0)
        return true;
    row = at_least(s->row_length, width);
    last = positive(s->skip_pixels) + (uint64_t)width;
    if (type == GL_BITMAP) {
        row = (row + 7) / 8;
        last = (last + 7) / 8;
    } else {
        row *= texel;
        last *= texel;
    }
    row = align(row, s->alignment);
    if (__builtin_mul_overflow(row, dims > 2 ? at_least(s->image_height, height) : (uint64_t)height, &image))
        return false;
    return add_up(image, row, skip_images + (uint64_t)depth - 1,
                  positive(s->skip_rows) + (uint64_t)height - 1, last, bytes);
}

bool pixel_bounds_compressed(const struct pixel_store *s, unsigned dims, GLsizei width, GLsizei height,
                             GLsizei depth, GLsizei size, uint64_t *bytes)
{
    uint64_t bw = positive(s->block_width), bh = positive(s->block_height), bd = at_least(s->block_depth, 1);
    uint64_t block = positive(s->block_size), row, image, last;

    *bytes = positive(size);
    if (!bw || !block || width <= 0 || height <= 0 || depth <= 0)
        return true;
    if (!bh)
        bh = 1;
    row = (at_least(s->row_length, width) + bw - 1) / bw * block;
    last = positive(s->skip_pixels) / bw * block + ((uint64_t)width + bw - 1) / bw * block;
    if (__builtin_mul_overflow(row, (at_least(dims > 2 ? s->image_height : 0, height) + bh - 1) / bh, &image))
        return false;
    return add_up(
        image, row, (dims > 2 ? positive(s->skip_images) / bd : 0) + ((uint64_t)depth + bd - 1) / bd - 1,
        (dims > 1 ? positive(s->skip_rows) / bh : 0) + ((uint64_t)height + bh - 1) / bh - 1, last, bytes);
}
