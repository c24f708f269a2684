/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_DRAW_COPY_H
#define RETRACE_EMU_DRAW_COPY_H

#include <stdbool.h>

#include "emu/texture_format.h"

struct emu_context;

/* Copies texels by drawing, for what ES can neither blit nor read: into multisample images, and from formats
 * that no framebuffer takes. Costs some 40 gets of the driver: for rare paths only. */

struct emu_copy_source {
    GLuint es;        /* driver texture */
    GLenum es_target; /* GL_TEXTURE_2D, _2D_ARRAY, _3D or _CUBE_MAP */
    const struct emu_format *format;
    GLint level, layer; /* layer: of arrays and volumes, face of cube maps */
    bool raw;           /* as stored: without sRGB decoding */
};

struct emu_copy_rect {
    GLint sx, sy; /* first source texel */
    GLint x, y;   /* first destination pixel */
    GLsizei w, h;
};

/* Draws into the driver's bound draw framebuffer, whose first colour buffer (or depth buffer, for depth
 * formats) takes the texels; all samples of a pixel get the same. `scissor`: the application's scissor test
 * applies. The state that the application set is put back. False after a gap. */
bool emu_draw_copy(struct emu_context *ctx, const struct emu_copy_source *source,
                   const struct emu_copy_rect *rect, bool scissor);
void emu_draw_copy_finish(struct emu_context *ctx);

#endif
