/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_QUERY_H
#define RETRACE_EMU_QUERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gl_api.h"

struct emu_context;
struct emu_buffer;
struct emu_value;

/* A span of drawing during which one driver query of GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN ran. Two users
 * can overlap, the application's query and a transform feedback object, where the driver allows one query:
 * each holds the spans it saw. */
struct emu_span_query {
    GLuint es;
    int refs;
    bool known;
    GLuint result;
};
struct emu_span_list {
    struct emu_span_query **v;
    size_t n, capacity;
};

struct emu_query {
    GLuint name, es;
    GLenum target;    /* 0 until the first begin */
    GLenum es_target; /* 0: no driver query behind it */
    GLuint index;
    bool active, ended; /* ended: there is, or will be, a result */
    bool known;         /* the result below is final */
    uint64_t result;
    uint64_t began; /* ns, timers without a driver query */
    struct emu_span_list spans;
};

/* Targets that the application may have a query active on. */
enum { EMU_QUERY_SLOTS = 20, EMU_QUERY_STREAMS = 4 };

struct emu_query_state {
    struct emu_query *active[EMU_QUERY_SLOTS][EMU_QUERY_STREAMS];
    bool conditional;            /* between glBegin- and glEndConditionalRender */
    bool discard;                /* conditional rendering drops what is drawn */
    struct emu_span_query *span; /* running on the driver */
    struct emu_debug *debug;     /* debug.c: what the application stored; NULL: nothing */
};

/* Conditional rendering drops draws, clears and blits now. */
bool emu_query_discards(struct emu_context *ctx);

/* The query that the application has active on a target and stream; NULL: none. */
struct emu_query *emu_query_active(struct emu_context *ctx, GLenum target, GLuint index);

/* Writes pname of a query as `type` (GL_INT, GL_UNSIGNED_INT, else 64 bits) to params, or into `buffer` at
 * that offset. */
void emu_query_result(struct emu_context *ctx, GLuint id, GLenum pname, GLenum type,
                      struct emu_buffer *buffer, void *params, const char *function);

/* debug.c */
void emu_debug_finish(struct emu_context *ctx);
bool emu_debug_get(struct emu_context *ctx, GLenum pname, struct emu_value *value);

/* Primitives written: a span starts when the first user comes, and ends at every coming and going. */
void emu_span_update(struct emu_context *ctx);
uint64_t emu_span_list_sum(struct emu_context *ctx, struct emu_span_list *list);
bool emu_span_list_ready(struct emu_context *ctx, const struct emu_span_list *list);
void emu_span_list_clear(struct emu_context *ctx, struct emu_span_list *list);

#endif
