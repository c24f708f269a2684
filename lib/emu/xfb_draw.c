/* SPDX-License-Identifier: MIT */
/* Draws whose vertex count is what a transform feedback object captured, and direct state access to such
 * objects. */
#include "emu/emu_priv.h"

static GLsizei vertices_per_primitive(GLenum mode)
{
    return mode == GL_POINTS ? 1 : mode == GL_LINES ? 2 : 3;
}

void emu_DrawTransformFeedbackStreamInstanced(GLenum mode, GLuint id, GLuint stream, GLsizei instancecount)
{
    struct emu_context *ctx = emu_current;
    struct emu_xfb *x = id ? emu_names_get(&ctx->xfbs, id) : &ctx->xfb.zero;
    uint64_t vertices;

    if (!x || stream >= EMU_QUERY_STREAMS) {
        emu_error(ctx, GL_INVALID_VALUE, "glDrawTransformFeedback: object %u, stream %u", id, stream);
        return;
    }
    if (!x->ended) {
        emu_error(ctx, GL_INVALID_OPERATION, "glDrawTransformFeedback: object %u never captured", id);
        return;
    }
    if (stream > 0) {
        emu_gap(ctx, "glDrawTransformFeedbackStream", "streams beyond the first", true);
        return;
    }
    vertices = emu_span_list_sum(ctx, &x->spans) * (uint64_t)vertices_per_primitive(x->mode);
    emu_DrawArraysInstanced(mode, 0, vertices > INT32_MAX ? INT32_MAX : (GLsizei)vertices, instancecount);
}

void emu_DrawTransformFeedback(GLenum mode, GLuint id)
{
    emu_DrawTransformFeedbackStreamInstanced(mode, id, 0, 1);
}

void emu_DrawTransformFeedbackInstanced(GLenum mode, GLuint id, GLsizei instancecount)
{
    emu_DrawTransformFeedbackStreamInstanced(mode, id, 0, instancecount);
}

void emu_DrawTransformFeedbackStream(GLenum mode, GLuint id, GLuint stream)
{
    emu_DrawTransformFeedbackStreamInstanced(mode, id, stream, 1);
}

/* ---- direct state access ---- */

static void object_buffer(GLuint id, GLuint index, GLuint name, GLintptr offset, GLsizeiptr size, bool whole)
{
    struct emu_context *ctx = emu_current;
    struct emu_xfb *x = id ? emu_names_get(&ctx->xfbs, id) : &ctx->xfb.zero, *before = ctx->xfb.bound;
    struct emu_buffer *buffer = emu_buffer_lookup(ctx, name);
    struct emu_buffer_range *range;

    if (!x || (name && !buffer)) {
        emu_error(ctx, GL_INVALID_OPERATION, "glTransformFeedbackBuffer: object %u, buffer %u", id, name);
        return;
    }
    if (index >= EMU_XFB_BUFFERS || (!whole && (size <= 0 || offset < 0 || offset % 4 || size % 4))) {
        emu_error(ctx, GL_INVALID_VALUE, "glTransformFeedbackBuffer: index %u, %td bytes at %td", index, size,
                  offset);
        return;
    }
    if (x->active || (before != x && before->active && !before->paused)) {
        emu_error(ctx, GL_INVALID_OPERATION, "glTransformFeedbackBuffer: an object is active");
        return;
    }
    if (before != x)
        ctx->es->BindTransformFeedback(GL_TRANSFORM_FEEDBACK, x->es);
    if (whole || !buffer)
        ctx->es->BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, index, buffer ? buffer->es : 0);
    else
        ctx->es->BindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, index, buffer->es, offset, size);
    emu_buffer_restore(ctx, EMU_TRANSFORM_FEEDBACK_BUFFER); /* the indexed bind changed the generic one */
    if (before != x)
        ctx->es->BindTransformFeedback(GL_TRANSFORM_FEEDBACK, before->es);
    range = &x->buffers[index];
    emu_buffer_ref(&range->buffer, buffer);
    range->offset = whole ? 0 : offset;
    range->size = whole ? 0 : size;
}

void emu_TransformFeedbackBufferBase(GLuint xfb, GLuint index, GLuint buffer)
{
    object_buffer(xfb, index, buffer, 0, 0, true);
}

void emu_TransformFeedbackBufferRange(GLuint xfb, GLuint index, GLuint buffer, GLintptr offset,
                                      GLsizeiptr size)
{
    object_buffer(xfb, index, buffer, offset, size, false);
}

static const struct emu_xfb *object(struct emu_context *ctx, GLuint id)
{
    const struct emu_xfb *x = id ? emu_names_get(&ctx->xfbs, id) : &ctx->xfb.zero;

    if (!x)
        emu_error(ctx, GL_INVALID_OPERATION, "glGetTransformFeedback: object %u", id);
    return x;
}

void emu_GetTransformFeedbackiv(GLuint xfb, GLenum pname, GLint *param)
{
    struct emu_context *ctx = emu_current;
    const struct emu_xfb *x = object(ctx, xfb);

    if (x && pname == GL_TRANSFORM_FEEDBACK_PAUSED)
        *param = x->paused;
    else if (x && pname == GL_TRANSFORM_FEEDBACK_ACTIVE)
        *param = x->active;
    else if (x)
        emu_error(ctx, GL_INVALID_ENUM, "glGetTransformFeedbackiv: pname 0x%x", pname);
}

static bool object_range(GLuint xfb, GLenum pname, GLuint index, GLint64 *out)
{
    struct emu_context *ctx = emu_current;
    const struct emu_xfb *x = object(ctx, xfb);

    if (x && index >= EMU_XFB_BUFFERS)
        emu_error(ctx, GL_INVALID_VALUE, "glGetTransformFeedback: index %u", index);
    if (!x || index >= EMU_XFB_BUFFERS)
        return false;
    // clang-format off
    switch (pname) {
    case GL_TRANSFORM_FEEDBACK_BUFFER_BINDING: *out = x->buffers[index].buffer ? x->buffers[index].buffer->name : 0; return true;
    case GL_TRANSFORM_FEEDBACK_BUFFER_START: *out = x->buffers[index].offset; return true;
    case GL_TRANSFORM_FEEDBACK_BUFFER_SIZE: *out = x->buffers[index].size; return true;
    default: emu_error(ctx, GL_INVALID_ENUM, "glGetTransformFeedback: pname 0x%x", pname); return false;
    }
    // clang-format on
}

void emu_GetTransformFeedbacki_v(GLuint xfb, GLenum pname, GLuint index, GLint *param)
{
    GLint64 v;
    if (object_range(xfb, pname, index, &v))
        *param = (GLint)v;
}

void emu_GetTransformFeedbacki64_v(GLuint xfb, GLenum pname, GLuint index, GLint64 *param)
{
    GLint64 v;
    if (object_range(xfb, pname, index, &v))
        *param = v;
}
