/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GET_H
#define RETRACE_EMU_GET_H

#include <stdbool.h>

#include "gl_api.h"

struct emu_context;

/* One piece of state as glGet* sees it, before conversion to the type that was asked for (OpenGL 4.6, 2.2.2).
 */
struct emu_value {
    enum {
        EMU_VALUE_INT,
        EMU_VALUE_INT64,
        EMU_VALUE_FLOAT,
        EMU_VALUE_DOUBLE,
        EMU_VALUE_BOOL,
        EMU_VALUE_NORM
    } type;    /* NORM: colours and depths, scaled on
conversion to integers */
    int count; /* at most 16 */
    union {
        GLint64 i[16];
        GLdouble d[16];
    };
};

void emu_value_set_int(struct emu_value *value, GLint64 i);
void emu_value_set_bool(struct emu_value *value, bool b);
void emu_value_set_float(struct emu_value *value, double d);

/* `index` of the queries that have none. */
#define EMU_NO_INDEX 0xffffffffu

/* Each area answers the pnames it owns: true with *value filled in, false when it is not its own. What no
 * area owns is asked of the driver. */
bool emu_state_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value);
bool emu_buffer_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value);
bool emu_vao_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value);
bool emu_program_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value);
bool emu_texture_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value);
bool emu_sampler_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value);
bool emu_fbo_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value);
bool emu_pixelstore_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value);
bool emu_query_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value);
bool emu_xfb_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value);
bool emu_limits_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value);

/* Conversions of GL 4.6 section 2.2.2. */
void emu_value_to_int(const struct emu_value *value, GLint *out);
void emu_value_to_int64(const struct emu_value *value, GLint64 *out);
void emu_value_to_float(const struct emu_value *value, GLfloat *out);
void emu_value_to_double(const struct emu_value *value, GLdouble *out);
void emu_value_to_bool(const struct emu_value *value, GLboolean *out);

#endif
