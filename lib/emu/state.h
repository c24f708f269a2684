/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_STATE_H
#define RETRACE_EMU_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "gl_api.h"

struct emu_context;
struct emu_value;

enum { EMU_MAX_VIEWPORTS = 16, EMU_HINTS = 3 };

/* State that is no object: capabilities and the values ES has no place for. */
struct emu_state {
    uint32_t on[3];              /* capabilities in the order of the table in state.c */
    bool restart, restart_fixed; /* GL_PRIMITIVE_RESTART, GL_PRIMITIVE_RESTART_FIXED_INDEX */
    bool framebuffer_srgb;       /* GL_FRAMEBUFFER_SRGB */
    bool cube_seamless;          /* GL_TEXTURE_CUBE_MAP_SEAMLESS */
    GLuint restart_index;
    bool es_restart;      /* the driver's fixed-index capability as it is now */
    bool attention;       /* some state without ES counterpart was ever set */
    bool blend_indexed;   /* per-buffer blend state was set: blend_func no longer tells */
    GLenum blend_func[4]; /* source, destination, the same for alpha */
    GLenum logic_op, polygon_mode, provoking_vertex, clamp_read, clamp_vertex, point_origin;
    GLfloat point_size, point_fade;
    GLenum hints[EMU_HINTS]; /* in the order of limits.c */
    /* Of each viewport; glViewport and friends set all. _differ: some were set by index since. */
    GLfloat viewports[EMU_MAX_VIEWPORTS][4], ranges[EMU_MAX_VIEWPORTS][2];
    GLint scissors[EMU_MAX_VIEWPORTS][4];
    bool viewports_differ, scissors_differ, ranges_differ;
    uint32_t scissor_on, blend_on; /* per viewport and draw buffer; `on` has the first */
    GLint patch_vertices;
    GLdouble clear_depth;   /* as the application gave it, in [0, 1] */
    GLfloat es_clear_depth; /* the driver's now */
    GLfloat clear_color[4];
    GLint clear_integer[4]; /* of glClearColorI*, either sign */
    GLenum clear_with;      /* type of the colour that was set last; 0: none yet */
};

/* The same bits? What the driver was given last it need not be given again. */
static inline bool emu_is_same(const void *a, const void *b, size_t size)
{
    return !memcmp(a, b, size);
}

/* Capabilities by their place in the table of enable.c; -1: GL knows no such capability. */
int emu_cap_find(GLenum cap);
bool emu_cap_on(const struct emu_context *ctx, int index);
bool emu_cap_enabled(const struct emu_context *ctx, GLenum cap); /* of a capability that exists */
void emu_cap_init(struct emu_context *ctx);                      /* those that GL starts with */

/* Viewports, scissor boxes and depth ranges (viewport.c). */
bool emu_viewport_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value);
/* The driver's viewports again, after an internal draw changed them. */
void emu_viewport_resend(struct emu_context *ctx);

/* Counts the gaps of state that is set, has no ES counterpart, and matters to a draw of `mode`. */
void emu_state_draw_gaps(struct emu_context *ctx, GLenum mode);

/* What glGetString answers, made at the first question; see extensions.c. */
struct emu_strings {
    char version[160], glsl[16], extensions[4096];
};

GLint emu_extension_count(struct emu_context *ctx);

#endif
