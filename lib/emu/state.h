/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_STATE_H
#define RETRACE_EMU_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "gl_api.h"

struct emu_context;

/* State that is no object: capabilities and the values ES has no place for. */
struct emu_state {
    uint32_t on[3];              /* capabilities in the order of the table in state.c */
    bool restart, restart_fixed; /* GL_PRIMITIVE_RESTART, GL_PRIMITIVE_RESTART_FIXED_INDEX */
    bool framebuffer_srgb;       /* GL_FRAMEBUFFER_SRGB */
    GLuint restart_index;
    bool es_restart;      /* the driver's fixed-index capability as it is now */
    bool attention;       /* some state without ES counterpart was ever set */
    bool blend_indexed;   /* per-buffer blend state was set: blend_func no longer tells */
    GLenum blend_func[4]; /* source, destination, the same for alpha */
    GLenum logic_op, polygon_mode, provoking_vertex, clamp_read, point_origin;
    GLfloat point_size, point_fade;
    GLint viewport[4], scissor[4];
};

/* Capabilities by their place in the table of enable.c; -1: GL knows no such capability. */
int emu_cap_find(GLenum cap);
bool emu_cap_on(const struct emu_context *ctx, int index);
bool emu_cap_enabled(const struct emu_context *ctx, GLenum cap); /* of a capability that exists */
void emu_cap_init(struct emu_context *ctx);                      /* those that GL starts with */

/* Counts the gaps of state that is set, has no ES counterpart, and matters to a draw of `mode`. */
void emu_state_draw_gaps(struct emu_context *ctx, GLenum mode);

/* What glGetString answers, made at the first question; see extensions.c. */
struct emu_strings {
    char version[160], glsl[16], extensions[4096];
};

GLint emu_extension_count(struct emu_context *ctx);

#endif
