/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_STATE_H
#define RETRACE_EMU_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "gl_api.h"

struct emu_context;

/* State that is no object: capabilities and the values ES has no place for. */
struct emu_state {
    bool restart, restart_fixed; /* GL_PRIMITIVE_RESTART, GL_PRIMITIVE_RESTART_FIXED_INDEX */
    GLuint restart_index;
    bool es_restart;             /* the driver's fixed-index capability as it is now */
    bool framebuffer_srgb, program_point_size, depth_clamp, multisample, seamless;
    bool color_logic_op, line_smooth, polygon_smooth, polygon_offset_point, polygon_offset_line;
    uint32_t clip_distances;     /* one bit each */
    GLenum logic_op, polygon_mode, provoking_vertex;
    GLenum clamp_read;
    GLfloat point_size, point_fade;
    GLenum point_origin;
    GLint viewport[4], scissor[4];
    GLdouble depth_range[2];
    GLdouble clear_depth;
    uint32_t enables;            /* driver capabilities as set, see state.c */
};

/* Counts the gaps of state that is set, has no ES counterpart, and matters to a draw of `mode`. */
void emu_state_draw_gaps(struct emu_context *ctx, GLenum mode);

#endif
