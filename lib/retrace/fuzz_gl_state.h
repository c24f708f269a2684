/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_FUZZ_GL_STATE_H
#define RETRACE_FUZZ_GL_STATE_H

/* What the GL of fuzz_gl.h keeps: of contexts, vertex arrays and buffers. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "gl_tables.h"
#include "retrace/backend.h"

enum {
    NULL_BUFFERS = 1024,
    NULL_VAOS = 1 << 15,
    NULL_ARRAYS = 4,
    NULL_TARGETS = 15,
    NULL_STACK = 16,
    NULL_SIZE_MAX = 1 << 16
};

struct null_array {
    const uint8_t *pointer; /* in client memory; NULL: in a buffer, or nowhere */
    size_t element, stride;
    GLuint buffer, divisor;
    bool enabled;
};

struct null_vao {
    GLuint element_buffer;
    struct null_array arrays[NULL_ARRAYS]; /* the vertex array, then generic ones */
};

struct null_client {
    GLuint vao, bound[NULL_TARGETS];
    struct null_vao state;
};

struct backend_context {
    GLuint bound[NULL_TARGETS];
    GLuint vao;                       /* of `vaos` */
    struct null_vao *vaos[NULL_VAOS]; /* made on demand */
    struct null_client stack[NULL_STACK];
    int depth;
    uint8_t *feedback;
    size_t feedback_size;
};

struct backend_drawable {
    int width, height;
};

static struct null_gl {
    struct gl_table table;
    struct {
        size_t size;
        uint8_t *map;
        bool alive;
    } buffers[NULL_BUFFERS]; /* by name */
    GLuint next_buffer, next_name;
    struct backend_context *ctx; /* current */
    volatile uint8_t sum;
} null_gl;

static inline void null_read(const void *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        null_gl.sum += ((const uint8_t *)data)[i];
}

static inline intptr_t null_nothing(void)
{
    return 0;
}

static inline struct null_vao *null_current_vao(void)
{
    struct null_vao **vao = &null_gl.ctx->vaos[null_gl.ctx->vao];

    if (!*vao && !(*vao = calloc(1, sizeof **vao)))
        abort();
    return *vao;
}

#endif
