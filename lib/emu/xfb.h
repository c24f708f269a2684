/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_XFB_H
#define RETRACE_EMU_XFB_H

#include <stdbool.h>
#include <stdint.h>

#include "gl_api.h"

struct emu_context;

struct emu_buffer_range;

enum { EMU_MAX_XFB_BUFFERS = 4 };

/* Binding `index` of the bound transform feedback object, which buffer.c sets; NULL when out of range. Defined in xfb.c. */
struct emu_buffer_range *emu_xfb_buffer_slot(struct emu_context *ctx, GLuint index);

struct emu_xfb_state {
    bool active, paused; /* of the bound transform feedback object */
    GLenum mode;         /* GL_POINTS, GL_LINES, GL_TRIANGLES */
};

#endif
