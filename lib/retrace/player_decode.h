/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_PLAYER_DECODE_H
#define RETRACE_PLAYER_DECODE_H

#include "player_priv.h"

/* Trace values to C arguments. The scalar readers take the common tag inline and leave the rest to the
 * coercions of trace.h. Readers of arrays return memory of the call's arena (or of the trace) and refuse the
 * call when the trace holds less than GL would read; nothing is ever read beyond what was captured. */

static inline int64_t arg_integer(const struct trace_value *v)
{
    const unsigned whole = 1u << TRACE_SINT | 1u << TRACE_UINT | 1u << TRACE_ENUM | 1u << TRACE_BITMASK;

    return __builtin_expect(whole >> v->type & 1, 1) ? v->i : trace_value_int(v);
}

static inline float arg_float(const struct trace_value *v)
{
    return __builtin_expect(v->type == TRACE_FLOAT, 1) ? v->f : (float)trace_value_double(v);
}

static inline double arg_double(const struct trace_value *v)
{
    return __builtin_expect(v->type == TRACE_DOUBLE, 1) ? v->d : trace_value_double(v);
}

static inline GLuint arg_name(struct player *p, enum name_kind kind, const struct trace_value *v)
{
    return player_name(p, kind, (GLuint)arg_integer(v));
}

static inline GLuint arg_bind(struct player *p, enum name_kind kind, const struct trace_value *v)
{
    GLuint name = (GLuint)arg_integer(v);
    GLuint replay = (GLuint)player_map_get(p->ctx->names[kind], name);

    return __builtin_expect(replay != 0, 1) ? replay : player_name_bind(p, kind, name);
}

/* The location of a uniform, of the program that glUniform* acts on or of the one named. */
static inline GLint arg_location(struct player *p, const struct trace_value *v)
{
    return player_location(p, player_program_active(p), (GLint)arg_integer(v));
}

static inline GLint arg_location_of(struct player *p, const struct trace_value *program,
                                    const struct trace_value *v)
{
    return player_location(p, player_program_find(p, (GLuint)arg_integer(program)), (GLint)arg_integer(v));
}

/* Element types of arrays. */
enum element {
    ELEMENT_I8,
    ELEMENT_U8,
    ELEMENT_I16,
    ELEMENT_U16,
    ELEMENT_I32,
    ELEMENT_U32,
    ELEMENT_I64,
    ELEMENT_U64,
    ELEMENT_FLOAT,
    ELEMENT_DOUBLE,
};

/* A const array of which GL reads `need` elements; need < 0: not known beforehand, padded with zeros to at
 * least 16. */
const void *arg_array(struct player *p, const struct trace_value *v, enum element element, int64_t need);
/* The same where NULL has a meaning of its own. */
const void *arg_array_or_null(struct player *p, const struct trace_value *v, enum element element,
                              int64_t need);
/* A pixel map's values: an offset while an unpack buffer is bound. */
const void *arg_map_values(struct player *p, const struct trace_value *v, enum element element, int64_t need);
/* Memory for `need` elements of `size` bytes that GL writes; need < 0: not known, 1 KiB and what the trace
 * holds. */
void *arg_out(struct player *p, const struct trace_value *v, size_t size, int64_t need);
/* `need` bytes of client memory; need < 0: whatever was captured. An address passes as an offset. */
const void *arg_data(struct player *p, const struct trace_value *v, int64_t need);
/* The same where NULL has no meaning. */
const void *arg_bytes(struct player *p, const struct trace_value *v, int64_t need);
/* NUL-terminated; need >= 0: of which GL reads that many bytes. NULL: refused. */
const char *arg_string(struct player *p, const struct trace_value *v, int64_t need);
/* An offset into whatever is bound, where an address must not be followed. */
const void *arg_offset(const struct trace_value *v);
/* Array of n strings. */
const GLchar *const *arg_strings(struct player *p, const struct trace_value *v, GLsizei n);

/* Coefficients of an evaluator map's control points. */
int64_t arg_map_points(GLenum target, int64_t ustride, int64_t uorder, int64_t vstride, int64_t vorder);

/* player_draw.c */
/* Refuse a draw that reads client arrays beyond what was captured; for calls while the vertex array object
 * has any. */
void player_check_arrays(struct player *p, GLint first, GLsizei count, GLsizei instances,
                         GLuint base_instance);
void player_check_multi_arrays(struct player *p, const GLint *first, const GLsizei *count, GLsizei draws);
void player_check_elements(struct player *p, const void *indices, GLsizei count, GLenum type,
                           GLint base_vertex, GLsizei instances, GLuint base_instance);
void player_check_indirect(struct player *p);
const void *arg_indices(struct player *p, const struct trace_value *v, GLsizei count, GLenum type);
/* Draw commands: `need` bytes in client memory, or an offset into the indirect buffer. */
const void *arg_indirect(struct player *p, const struct trace_value *v, GLsizei draws, GLsizei stride,
                         GLsizei command);
/* player_pixels.c */
const void *arg_pixels(struct player *p, const struct trace_value *v, unsigned dims, GLenum format,
                       GLenum type, GLsizei width, GLsizei height, GLsizei depth);
/* One texel, as glClear* take it. */
const void *arg_texel(struct player *p, const struct trace_value *v, GLenum format, GLenum type);
const void *arg_compressed(struct player *p, const struct trace_value *v, unsigned dims, GLsizei width,
                           GLsizei height, GLsizei depth, GLsizei size);

#endif
