/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_PIXEL_BOUNDS_H
#define RETRACE_PIXEL_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include "gl_api.h"

/* How many bytes GL touches behind the pointer of a pixel transfer, from the pixel-store state. No GL calls
 * here. */

/* GL_PACK_… or GL_UNPACK_… state; zero-initialised except alignment is not GL's default, which is 4. */
struct pixel_store {
    GLint alignment, row_length, image_height, skip_pixels, skip_rows, skip_images;
    GLint block_width, block_height, block_depth, block_size; /* of compressed images */
};

/* Bytes of one pixel, or 0 when format or type is unknown or they do not go together; GL_BITMAP has none. */
unsigned pixel_bounds_texel(GLenum format, GLenum type);

/* Bytes from the pointer to the end of the last pixel touched, skips included; 0 for an empty image.
 * image_height and skip_images count for three dimensions only. False when format or type is unknown, or the
 * size leaves 62 bits. */
bool pixel_bounds_image(const struct pixel_store *store, unsigned dims, GLenum format, GLenum type,
                        GLsizei width, GLsizei height, GLsizei depth, uint64_t *bytes);

/* The same for a compressed image of `size` bytes: the pixel-store state counts where block sizes are set. */
bool pixel_bounds_compressed(const struct pixel_store *store, unsigned dims, GLsizei width, GLsizei height,
                             GLsizei depth, GLsizei size, uint64_t *bytes);

#endif
