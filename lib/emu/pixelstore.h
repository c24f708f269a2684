/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_PIXELSTORE_H
#define RETRACE_EMU_PIXELSTORE_H

#include <stdbool.h>
#include <stdint.h>

#include "gl_api.h"

struct emu_context;

/* Pack or unpack state (OpenGL 4.6, 8.4.1). */
struct emu_pixelstore {
    GLboolean swap_bytes, lsb_first;
    GLint row_length, image_height, skip_rows, skip_pixels, skip_images, alignment;
    GLint block_width, block_height, block_depth, block_size;
};

void emu_pixelstore_init(struct emu_pixelstore *store);

#endif
