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
    GLenum es_target; /* GL_TEXTURE_2D, _2D_ARRAY, _3D, _CUBE_MAP or (ES 3.2) _2D_MULTISAMPLE */
    const struct emu_format *format;
    GLint level, layer; /* layer: of arrays and volumes, face of cube maps */
    bool raw;           /* as stored: sRGB is neither decoded nor encoded; else both */
    bool stencil;       /* of a depth-stencil or stencil format: that part, into the stencil buffer */
};

struct emu_copy_rect {
    GLint sx, sy; /* first source texel */
    GLint x, y;   /* first destination pixel */
    GLsizei w, h;
};

/* Draws into the driver's bound draw framebuffer, whose first colour buffer (or depth buffer, for depth
 * formats) takes the texels; all samples of a pixel get the same, but those of a multisample source to each
 * its own. `scissor`: the application's scissor test applies. The state that the application set is put
 * back. False after a gap. */
bool emu_draw_copy(struct emu_context *ctx, const struct emu_copy_source *source,
                   const struct emu_copy_rect *rect, bool scissor);
void emu_draw_copy_finish(struct emu_context *ctx);

#endif
