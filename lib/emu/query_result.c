/* SPDX-License-Identifier: MIT */
/* Results of queries, to the application or into a buffer, and conditional rendering, which is a use of them.
 */
#include "emu/emu_priv.h"

/* Waits for the result. */
static uint64_t result(struct emu_context *ctx, struct emu_query *q)
{
    GLuint value = 0;
    GLuint64 wide = 0;

    if (q->known)
        return q->result;
    if (q->target == GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN && q->index == 0)
        q->result = emu_span_list_sum(ctx, &q->spans);
    else if (q->es_target == GL_TIME_ELAPSED_EXT || q->es_target == GL_TIMESTAMP_EXT) {
        ctx->es->GetQueryObjectui64vEXT(q->es, GL_QUERY_RESULT, &wide);
        q->result = wide;
    } else if (q->es_target) {
        ctx->es->GetQueryObjectuiv(q->es, GL_QUERY_RESULT, &value);
        q->result = value;
    }
    q->known = true;
    return q->result;
}

static bool available(struct emu_context *ctx, struct emu_query *q)
{
    GLuint ready = 1;

    if (q->known)
        return true;
    if (q->target == GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN && q->index == 0)
        return emu_span_list_ready(ctx, &q->spans);
    if (q->es_target)
        ctx->es->GetQueryObjectuiv(q->es, GL_QUERY_RESULT_AVAILABLE, &ready);
    return ready != 0;
}

/* The value of pname; false after an error, and when there is nothing to write. */
static bool value(struct emu_context *ctx, GLuint id, GLenum pname, uint64_t *out, const char *function)
{
    struct emu_query *q = id ? emu_names_get(&ctx->queries, id) : NULL;

    if (!q || q->active) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: query %u is unknown or active", function, id);
        return false;
    }
    // clang-format off
    switch (pname) {
    case GL_QUERY_RESULT: *out = result(ctx, q); return true;
    case GL_QUERY_RESULT_NO_WAIT:
        if (!available(ctx, q))
            return false;
        *out = result(ctx, q);
        return true;
    case GL_QUERY_RESULT_AVAILABLE: *out = available(ctx, q); return true;
    case GL_QUERY_TARGET: *out = q->target; return true;
    default: emu_error(ctx, GL_INVALID_ENUM, "%s: pname 0x%x", function, pname); return false;
    }
    // clang-format on
}

/* Writes a result to the application, or where a query buffer is bound to it at that offset. */
static void store(struct emu_context *ctx, struct emu_buffer *buffer, void *params, const void *data,
                  size_t size, const char *function)
{
    size_t at = (size_t)(uintptr_t)params;

    if (!buffer) {
        __builtin_memcpy(params, data, size);
        return;
    }
    if (at % 4 || at > (size_t)buffer->size || size > (size_t)buffer->size - at) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: offset %zu in a query buffer of %td", function, at,
                  buffer->size);
        return;
    }
    emu_buffer_bind_es(ctx, EMU_COPY_WRITE_BUFFER, buffer->es);
    ctx->es->BufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)at, (GLsizeiptr)size, data);
    emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
    emu_buffer_mark_gpu_written(buffer);
}

static uint32_t clamp32(uint64_t v, uint32_t max)
{
    return v > max ? max : (uint32_t)v;
}

void emu_query_result(struct emu_context *ctx, GLuint id, GLenum pname, GLenum type,
                      struct emu_buffer *buffer, void *params, const char *function)
{
    uint64_t v;
    uint32_t narrow;

    if (!value(ctx, id, pname, &v, function))
        return;
    narrow = clamp32(v, type == GL_INT ? INT32_MAX : UINT32_MAX);
    if (type == GL_INT || type == GL_UNSIGNED_INT)
        store(ctx, buffer, params, &narrow, sizeof narrow, function);
    else
        store(ctx, buffer, params, &v, sizeof v, function);
}

void emu_GetQueryObjectiv(GLuint id, GLenum pname, GLint *params)
{
    struct emu_context *ctx = emu_current;
    emu_query_result(ctx, id, pname, GL_INT, ctx->buffer.bound[EMU_QUERY_BUFFER], params,
                     "glGetQueryObjectiv");
}

void emu_GetQueryObjectuiv(GLuint id, GLenum pname, GLuint *params)
{
    struct emu_context *ctx = emu_current;
    emu_query_result(ctx, id, pname, GL_UNSIGNED_INT, ctx->buffer.bound[EMU_QUERY_BUFFER], params,
                     "glGetQueryObjectuiv");
}

void emu_GetQueryObjecti64v(GLuint id, GLenum pname, GLint64 *params)
{
    struct emu_context *ctx = emu_current;
    emu_query_result(ctx, id, pname, GL_INT64_ARB, ctx->buffer.bound[EMU_QUERY_BUFFER], params,
                     "glGetQueryObjecti64v");
}

void emu_GetQueryObjectui64v(GLuint id, GLenum pname, GLuint64 *params)
{
    struct emu_context *ctx = emu_current;
    emu_query_result(ctx, id, pname, GL_UNSIGNED_INT64_ARB, ctx->buffer.bound[EMU_QUERY_BUFFER], params,
                     "glGetQueryObjectui64v");
}

void emu_BeginConditionalRender(GLuint id, GLenum mode)
{
    struct emu_context *ctx = emu_current;
    struct emu_query *q = id ? emu_names_get(&ctx->queries, id) : NULL;
    bool inverted = mode >= GL_QUERY_WAIT_INVERTED && mode <= GL_QUERY_BY_REGION_NO_WAIT_INVERTED;

    if (!inverted && !(mode >= GL_QUERY_WAIT && mode <= GL_QUERY_BY_REGION_NO_WAIT)) {
        emu_error(ctx, GL_INVALID_ENUM, "glBeginConditionalRender: mode 0x%x", mode);
        return;
    }
    if (ctx->query.conditional || (q && q->active)) {
        emu_error(ctx, GL_INVALID_OPERATION, "glBeginConditionalRender: nested, or query %u is active", id);
        return;
    }
    if (!q) {
        emu_error(ctx, GL_INVALID_VALUE, "glBeginConditionalRender: query %u", id);
        return;
    }
    ctx->query.conditional = true;
    ctx->query.discard = (result(ctx, q) != 0) == inverted;
}

void emu_EndConditionalRender(void)
{
    struct emu_context *ctx = emu_current;

    if (!ctx->query.conditional)
        emu_error(ctx, GL_INVALID_OPERATION, "glEndConditionalRender: not begun");
    ctx->query.conditional = false;
    ctx->query.discard = false;
}

/* ---- direct state access ---- */

static void to_buffer(GLuint id, GLuint buffer, GLenum pname, GLenum type, GLintptr offset,
                      const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_buffer *b = emu_buffer_lookup(ctx, buffer);

    if (b)
        emu_query_result(ctx, id, pname, type, b, (void *)offset, function);
    else
        emu_error(ctx, GL_INVALID_OPERATION, "%s: buffer %u", function, buffer);
}

void emu_GetQueryBufferObjectiv(GLuint id, GLuint buffer, GLenum pname, GLintptr offset)
{
    to_buffer(id, buffer, pname, GL_INT, offset, "glGetQueryBufferObjectiv");
}

void emu_GetQueryBufferObjectuiv(GLuint id, GLuint buffer, GLenum pname, GLintptr offset)
{
    to_buffer(id, buffer, pname, GL_UNSIGNED_INT, offset, "glGetQueryBufferObjectuiv");
}

void emu_GetQueryBufferObjecti64v(GLuint id, GLuint buffer, GLenum pname, GLintptr offset)
{
    to_buffer(id, buffer, pname, GL_INT64_ARB, offset, "glGetQueryBufferObjecti64v");
}

void emu_GetQueryBufferObjectui64v(GLuint id, GLuint buffer, GLenum pname, GLintptr offset)
{
    to_buffer(id, buffer, pname, GL_UNSIGNED_INT64_ARB, offset, "glGetQueryBufferObjectui64v");
}
