/* SPDX-License-Identifier: MIT */
/* Transform feedback objects. ES has them; it has no glDrawTransformFeedback, whose vertex count is made of a
 * query of primitives written that runs beside every span. Reading that count waits for the GPU, once per
 * span that is drawn. */
#include "emu/emu_priv.h"

#include <stdlib.h>

struct emu_buffer_range *emu_xfb_buffer_slot(struct emu_context *ctx, GLuint index)
{
    return index < EMU_XFB_BUFFERS ? &ctx->xfb.bound->buffers[index] : NULL;
}

struct emu_span_list *emu_xfb_spans(struct emu_context *ctx)
{
    return ctx->xfb.active && !ctx->xfb.paused ? &ctx->xfb.bound->spans : NULL;
}

void emu_xfb_drop_buffer(struct emu_context *ctx, struct emu_buffer *buffer)
{
    for (int i = 0; i < EMU_XFB_BUFFERS; i++)
        if (ctx->xfb.bound->buffers[i].buffer == buffer)
            emu_buffer_ref(&ctx->xfb.bound->buffers[i].buffer, NULL);
}

static void show(struct emu_context *ctx, struct emu_xfb *x)
{
    ctx->xfb.bound = x;
    ctx->xfb.active = x->active;
    ctx->xfb.paused = x->paused;
    ctx->xfb.mode = x->mode;
}

void emu_GenTransformFeedbacks(GLsizei n, GLuint *ids)
{
    struct emu_context *ctx = emu_current;

    if (n < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glGenTransformFeedbacks: n %d", n);
    else if (!emu_names_gen(&ctx->xfbs, n, ids))
        emu_error(ctx, GL_OUT_OF_MEMORY, "glGenTransformFeedbacks");
}

static struct emu_xfb *create(struct emu_context *ctx, GLuint name)
{
    struct emu_xfb *x = calloc(1, sizeof *x);

    if (!x || !emu_names_set(&ctx->xfbs, name, x)) {
        free(x);
        emu_error(ctx, GL_OUT_OF_MEMORY, "transform feedback %u", name);
        return NULL;
    }
    x->name = name;
    ctx->es->GenTransformFeedbacks(1, &x->es);
    return x;
}

void emu_CreateTransformFeedbacks(GLsizei n, GLuint *ids)
{
    emu_GenTransformFeedbacks(n, ids);
    for (GLsizei i = 0; i < n; i++)
        if (!create(emu_current, ids[i]))
            return;
}

static void object_finish(struct emu_context *ctx, struct emu_xfb *x)
{
    for (int i = 0; i < EMU_XFB_BUFFERS; i++)
        emu_buffer_ref(&x->buffers[i].buffer, NULL);
    emu_span_list_clear(ctx, &x->spans);
    if (x->es)
        ctx->es->DeleteTransformFeedbacks(1, &x->es);
}

void emu_DeleteTransformFeedbacks(GLsizei n, const GLuint *ids)
{
    struct emu_context *ctx = emu_current;

    if (n < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glDeleteTransformFeedbacks: n %d", n);
        return;
    }
    for (GLsizei i = 0; i < n; i++) {
        struct emu_xfb *x = ids[i] ? emu_names_get(&ctx->xfbs, ids[i]) : NULL;
        if (x && x->active) {
            emu_error(ctx, GL_INVALID_OPERATION, "glDeleteTransformFeedbacks: %u is active", ids[i]);
            return;
        }
        if (ids[i])
            emu_names_remove(&ctx->xfbs, ids[i]);
        if (!x)
            continue;
        if (ctx->xfb.bound == x) {
            ctx->es->BindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
            show(ctx, &ctx->xfb.zero);
        }
        object_finish(ctx, x);
        free(x);
    }
}

GLboolean emu_IsTransformFeedback(GLuint id)
{
    return id && emu_names_get(&emu_current->xfbs, id) != NULL;
}

void emu_BindTransformFeedback(GLenum target, GLuint id)
{
    struct emu_context *ctx = emu_current;
    struct emu_xfb *x = id ? emu_names_get(&ctx->xfbs, id) : &ctx->xfb.zero;

    if (target != GL_TRANSFORM_FEEDBACK) {
        emu_error(ctx, GL_INVALID_ENUM, "glBindTransformFeedback: target 0x%x", target);
        return;
    }
    if (ctx->xfb.active && !ctx->xfb.paused) {
        emu_error(ctx, GL_INVALID_OPERATION, "glBindTransformFeedback: the bound object is active");
        return;
    }
    if (!x && !emu_names_is_reserved(&ctx->xfbs, id)) {
        emu_error(ctx, GL_INVALID_OPERATION, "glBindTransformFeedback: %u is not a generated name", id);
        return;
    }
    if (!x && !(x = create(ctx, id)))
        return;
    if (ctx->xfb.bound == x)
        return;
    ctx->es->BindTransformFeedback(target, x->es);
    show(ctx, x);
    emu_span_update(ctx);
}

void emu_BeginTransformFeedback(GLenum primitiveMode)
{
    struct emu_context *ctx = emu_current;
    struct emu_xfb *x = ctx->xfb.bound;

    if (primitiveMode != GL_POINTS && primitiveMode != GL_LINES && primitiveMode != GL_TRIANGLES) {
        emu_error(ctx, GL_INVALID_ENUM, "glBeginTransformFeedback: mode 0x%x", primitiveMode);
        return;
    }
    if (x->active) {
        emu_error(ctx, GL_INVALID_OPERATION, "glBeginTransformFeedback: already active");
        return;
    }
    emu_program_prepare(ctx, primitiveMode);
    if (ctx->es->GetError() != GL_NO_ERROR) /* so that an error below is this call's */
        emu_gap(ctx, "glBeginTransformFeedback", "the driver had an error pending", false);
    ctx->es->BeginTransformFeedback(primitiveMode);
    if (emu_es_error(ctx, "glBeginTransformFeedback") != GL_NO_ERROR) {
        emu_error(ctx, GL_INVALID_OPERATION,
                  "glBeginTransformFeedback: no program, no varyings or no buffer");
        return;
    }
    x->active = true;
    x->paused = false;
    x->mode = primitiveMode;
    emu_span_list_clear(ctx, &x->spans);
    show(ctx, x);
    emu_span_update(ctx);
}

void emu_EndTransformFeedback(void)
{
    struct emu_context *ctx = emu_current;
    struct emu_xfb *x = ctx->xfb.bound;

    if (!x->active) {
        emu_error(ctx, GL_INVALID_OPERATION, "glEndTransformFeedback: not active");
        return;
    }
    x->active = x->paused = false;
    x->ended = true;
    show(ctx, x);
    emu_span_update(ctx);
    ctx->es->EndTransformFeedback();
    for (int i = 0; i < EMU_XFB_BUFFERS; i++)
        if (x->buffers[i].buffer)
            emu_buffer_mark_gpu_written(x->buffers[i].buffer);
}

void emu_PauseTransformFeedback(void)
{
    struct emu_context *ctx = emu_current;
    struct emu_xfb *x = ctx->xfb.bound;

    if (!x->active || x->paused) {
        emu_error(ctx, GL_INVALID_OPERATION, "glPauseTransformFeedback: not active, or paused");
        return;
    }
    x->paused = true;
    show(ctx, x);
    emu_span_update(ctx);
    ctx->es->PauseTransformFeedback();
    for (int i = 0; i < EMU_XFB_BUFFERS; i++)
        if (x->buffers[i].buffer)
            emu_buffer_mark_gpu_written(x->buffers[i].buffer);
}

void emu_ResumeTransformFeedback(void)
{
    struct emu_context *ctx = emu_current;
    struct emu_xfb *x = ctx->xfb.bound;

    if (!x->active || !x->paused) {
        emu_error(ctx, GL_INVALID_OPERATION, "glResumeTransformFeedback: not paused");
        return;
    }
    ctx->es->ResumeTransformFeedback();
    x->paused = false;
    show(ctx, x);
    emu_span_update(ctx);
}

bool emu_xfb_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    const struct emu_buffer_range *r = index < EMU_XFB_BUFFERS ? &ctx->xfb.bound->buffers[index] : NULL;

    // clang-format off
    switch (pname) {
    case GL_TRANSFORM_FEEDBACK_BINDING: emu_value_set_int(value, ctx->xfb.bound->name); return true;
    case GL_TRANSFORM_FEEDBACK_ACTIVE: emu_value_set_bool(value, ctx->xfb.active); return true;
    case GL_TRANSFORM_FEEDBACK_PAUSED: emu_value_set_bool(value, ctx->xfb.paused); return true;
    case GL_MAX_TRANSFORM_FEEDBACK_BUFFERS: emu_value_set_int(value, EMU_XFB_BUFFERS); return true;
    case GL_TRANSFORM_FEEDBACK_BUFFER_START: emu_value_set_int(value, r ? r->offset : 0); return true;
    case GL_TRANSFORM_FEEDBACK_BUFFER_SIZE: emu_value_set_int(value, r ? r->size : 0); return true;
    case GL_TRANSFORM_FEEDBACK_BUFFER_BINDING:
        if (index == EMU_NO_INDEX)
            return false; /* the generic binding is the buffers' */
        emu_value_set_int(value, r && r->buffer ? r->buffer->name : 0);
        return true;
    default: return false;
    }
    // clang-format on
}

bool emu_xfb_init(struct emu_context *ctx)
{
    show(ctx, &ctx->xfb.zero);
    return true;
}

static void free_xfb(void *object, void *priv)
{
    object_finish(priv, object);
    free(object);
}

void emu_xfb_finish(struct emu_context *ctx)
{
    emu_names_each(&ctx->xfbs, free_xfb, ctx);
    emu_names_finish(&ctx->xfbs);
    object_finish(ctx, &ctx->xfb.zero);
}
