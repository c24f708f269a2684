/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_PIXELSTORE_H
#define RETRACE_EMU_PIXELSTORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gl_api.h"

struct emu_context;
struct emu_buffer;
struct emu_layout;

/* What ES knows of pack and unpack state. */
struct emu_pixelstore_es {
    GLint row_length, image_height, skip_rows, skip_pixels, skip_images, alignment;
};

/* Pack or unpack state (OpenGL 4.6, 8.4.1). */
struct emu_pixelstore {
    GLboolean swap_bytes, lsb_first;
    GLint row_length, image_height, skip_rows, skip_pixels, skip_images, alignment;
    GLint block_width, block_height, block_depth, block_size;
    struct emu_pixelstore_es es; /* what the driver has now */
};

void emu_pixelstore_init(struct emu_pixelstore *store);

/* Brings the driver's unpack (pack: images and skips of images are not sent) state in line with `want`. */
void emu_unpack_send(struct emu_context *ctx, const struct emu_pixelstore_es *want);
void emu_pack_send(struct emu_context *ctx, const struct emu_pixelstore_es *want);

/* Where an image lies in client memory: bytes from the pointer (or buffer offset). */
struct emu_span {
    size_t start, row, image; /* first pixel; from row to row; from image to image */
    size_t end;               /* behind the last byte that is touched; `start` when the image is empty */
};

/* Of w x h x d pixels under `store`; `dims` below 3 ignores what only volumes have. False when it overflows.
 */
bool emu_span_get(const struct emu_pixelstore *store, const struct emu_layout *layout, unsigned dims,
                  GLsizei w, GLsizei h, GLsizei d, struct emu_span *out);

/* Checks an access of a pixel buffer object: NULL `buffer` is client memory and always good. False after an
 * error. */
bool emu_pixel_buffer_check(struct emu_context *ctx, const struct emu_buffer *buffer, const void *offset,
                            size_t end, size_t unit, const char *function);

#endif
