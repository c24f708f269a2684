/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_XFB_H
#define RETRACE_EMU_XFB_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/buffer.h"
#include "emu/query.h"
#include "gl_api.h"

struct emu_context;

enum { EMU_XFB_BUFFERS = 4 };

struct emu_xfb {
    GLuint name, es;
    bool active, paused, ended; /* ended: a span was completed, so that its count may draw */
    GLenum mode;
    struct emu_buffer_range buffers[EMU_XFB_BUFFERS];
    struct emu_span_list spans; /* primitives written since the last begin */
};

struct emu_xfb_state {
    bool active, paused;   /* of the bound transform feedback object */
    GLenum mode;           /* GL_POINTS, GL_LINES, GL_TRIANGLES */
    struct emu_xfb *bound; /* never NULL: `zero` stands for the default one */
    struct emu_xfb zero;
};

/* The indexed binding of the bound object; NULL past the last. What is put there must be bound on the driver
 * too. */
struct emu_buffer_range *emu_xfb_buffer_slot(struct emu_context *ctx, GLuint index);
/* Where primitives written are counted now; NULL while nothing is captured. */
struct emu_span_list *emu_xfb_spans(struct emu_context *ctx);
/* A buffer's name is deleted: drop it from the bound object. */
void emu_xfb_drop_buffer(struct emu_context *ctx, struct emu_buffer *buffer);

#endif
