/* SPDX-License-Identifier: MIT */
/* Renderbuffers: formats go through the same table as textures. ES renderbuffers have no 32-bit integer
 * depth; such a renderbuffer is a 2D texture on the driver, where one exists. */
#include "emu/emu_priv.h"

#include <stdlib.h>

static void delete_es(struct emu_context *ctx, struct emu_renderbuffer *rb)
{
    if (rb->is_texture)
        ctx->es->DeleteTextures(1, &rb->es);
    else
        ctx->es->DeleteRenderbuffers(1, &rb->es);
}

void emu_renderbuffer_ref(struct emu_context *ctx, struct emu_renderbuffer **slot,
                          struct emu_renderbuffer *rb)
{
    struct emu_renderbuffer *old = *slot;

    if (old == rb)
        return;
    if (rb)
        rb->refs++;
    *slot = rb;
    if (old && --old->refs == 0) {
        delete_es(ctx, old);
        free(old);
    }
}

struct emu_renderbuffer *emu_renderbuffer_lookup(struct emu_context *ctx, GLuint name)
{
    return name ? emu_names_get(&ctx->share->renderbuffers, name) : NULL;
}

struct emu_renderbuffer *emu_renderbuffer_create(struct emu_context *ctx, GLuint name)
{
    struct emu_renderbuffer *rb = calloc(1, sizeof *rb);

    if (!rb || !emu_names_set(&ctx->share->renderbuffers, name, rb)) {
        free(rb);
        emu_error(ctx, GL_OUT_OF_MEMORY, "renderbuffer %u", name);
        return NULL;
    }
    rb->name = name;
    rb->refs = 1;
    rb->internal = GL_RGBA;
    ctx->es->GenRenderbuffers(1, &rb->es);
    ctx->es->BindRenderbuffer(GL_RENDERBUFFER, rb->es); /* it exists from here on */
    return rb;
}

void emu_GenRenderbuffers(GLsizei n, GLuint *renderbuffers)
{
    struct emu_context *ctx = emu_current;

    if (n < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glGenRenderbuffers: n %d", n);
    else if (!emu_names_gen(&ctx->share->renderbuffers, n, renderbuffers))
        emu_error(ctx, GL_OUT_OF_MEMORY, "glGenRenderbuffers");
}

void emu_CreateRenderbuffers(GLsizei n, GLuint *renderbuffers)
{
    emu_GenRenderbuffers(n, renderbuffers);
    for (GLsizei i = 0; i < n; i++)
        if (!emu_renderbuffer_create(emu_current, renderbuffers[i]))
            return;
}

void emu_DeleteRenderbuffers(GLsizei n, const GLuint *renderbuffers)
{
    struct emu_context *ctx = emu_current;

    if (n < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glDeleteRenderbuffers: n %d", n);
        return;
    }
    for (GLsizei i = 0; i < n; i++) {
        struct emu_renderbuffer *rb = emu_renderbuffer_lookup(ctx, renderbuffers[i]);

        if (renderbuffers[i])
            emu_names_remove(&ctx->share->renderbuffers, renderbuffers[i]);
        if (!rb)
            continue;
        emu_fbo_renderbuffer_changed(ctx, rb, true);
        if (ctx->fbo.renderbuffer == rb)
            emu_renderbuffer_ref(ctx, &ctx->fbo.renderbuffer, NULL);
        emu_renderbuffer_ref(ctx, &rb, NULL);
    }
}

GLboolean emu_IsRenderbuffer(GLuint renderbuffer)
{
    return emu_renderbuffer_lookup(emu_current, renderbuffer) != NULL;
}

void emu_BindRenderbuffer(GLenum target, GLuint renderbuffer)
{
    struct emu_context *ctx = emu_current;
    struct emu_renderbuffer *rb = emu_renderbuffer_lookup(ctx, renderbuffer);

    if (target != GL_RENDERBUFFER) {
        emu_error(ctx, GL_INVALID_ENUM, "glBindRenderbuffer: target 0x%x", target);
        return;
    }
    if (renderbuffer && !rb) {
        if (ctx->core && !emu_names_is_reserved(&ctx->share->renderbuffers, renderbuffer)) {
            emu_error(ctx, GL_INVALID_OPERATION, "glBindRenderbuffer: %u is not a generated name",
                      renderbuffer);
            return;
        }
        if (!(rb = emu_renderbuffer_create(ctx, renderbuffer)))
            return;
    }
    emu_renderbuffer_ref(ctx, &ctx->fbo.renderbuffer, rb); /* the driver's binding is set where it is used */
}

void emu_BindRenderbufferEXT(GLenum target, GLuint renderbuffer)
{
    struct emu_context *ctx = emu_current;

    /* The extension takes any name, in every profile. */
    if (renderbuffer && !emu_renderbuffer_lookup(ctx, renderbuffer) &&
        !emu_renderbuffer_create(ctx, renderbuffer))
        return;
    emu_BindRenderbuffer(target, renderbuffer);
}

/* The driver has 32-bit integer depth as an unsized texture format only. */
static void storage_as_texture(struct emu_context *ctx, struct emu_renderbuffer *rb,
                               const struct emu_format *f, GLsizei w, GLsizei h)
{
    GLuint unit = ctx->texture.active_unit, before = ctx->texture.units[unit].es[EMU_ES_2D];

    if (!rb->is_texture) {
        delete_es(ctx, rb);
        ctx->es->GenTextures(1, &rb->es);
        rb->is_texture = true;
    }
    emu_texture_bind_es(ctx, unit, EMU_ES_2D, rb->es);
    emu_texture_activate(ctx, unit);
    ctx->es->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    emu_texture_define_es(ctx, f, w, h);
    emu_texture_bind_es(ctx, unit, EMU_ES_2D, before);
    emu_fbo_renderbuffer_changed(ctx, rb, false);
}

static void storage_plain(struct emu_context *ctx, struct emu_renderbuffer *rb, const struct emu_format *f,
                          GLsizei samples, GLsizei w, GLsizei h)
{
    GLenum es = emu_format_storage(ctx, f, samples)->es;

    if (rb->is_texture) {
        delete_es(ctx, rb);
        rb->is_texture = false;
        ctx->es->GenRenderbuffers(1, &rb->es);
    }
    ctx->es->BindRenderbuffer(GL_RENDERBUFFER, rb->es);
    if (samples > 0)
        ctx->es->RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, es, w, h);
    else
        ctx->es->RenderbufferStorage(GL_RENDERBUFFER, es, w, h);
    emu_fbo_renderbuffer_changed(ctx, rb, false);
}

void emu_renderbuffer_storage(struct emu_context *ctx, struct emu_renderbuffer *rb, GLsizei samples,
                              GLenum internal, GLsizei w, GLsizei h, const char *function)
{
    const struct emu_format *f = emu_format_find(ctx, internal, 0, 0);
    GLsizei max = (GLsizei)ctx->caps->max_renderbuffer_size;

    if (!f || !emu_format_is_renderable(ctx, f) || emu_format_is_generic(internal)) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: internal format 0x%x", function, internal);
        return;
    }
    if (w < 0 || h < 0 || w > max || h > max || samples < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: %d x %d, %d samples", function, w, h, samples);
        return;
    }
    if (samples > ctx->caps->max_samples) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: %d samples", function, samples);
        return;
    }
    if (f->es == GL_DEPTH_COMPONENT && samples == 0)
        storage_as_texture(ctx, rb, f, w, h);
    else
        storage_plain(ctx, rb, f, samples, w, h);
    rb->format = f;
    rb->internal = internal;
    rb->width = w;
    rb->height = h;
    rb->samples = samples;
}

static void storage(GLenum target, GLsizei samples, GLenum internal, GLsizei w, GLsizei h,
                    const char *function)
{
    struct emu_context *ctx = emu_current;

    if (target != GL_RENDERBUFFER)
        emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x", function, target);
    else if (!ctx->fbo.renderbuffer)
        emu_error(ctx, GL_INVALID_OPERATION, "%s: no renderbuffer is bound", function);
    else
        emu_renderbuffer_storage(ctx, ctx->fbo.renderbuffer, samples, internal, w, h, function);
}

void emu_RenderbufferStorage(GLenum target, GLenum internalformat, GLsizei width, GLsizei height)
{
    storage(target, 0, internalformat, width, height, "glRenderbufferStorage");
}

void emu_RenderbufferStorageMultisample(GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                                        GLsizei height)
{
    storage(target, samples, internalformat, width, height, "glRenderbufferStorageMultisample");
}

void emu_renderbuffer_get(struct emu_context *ctx, const struct emu_renderbuffer *rb, GLenum pname,
                          GLint *params)
{
    static const struct emu_format none;
    const struct emu_format *f = rb->format ? rb->format : &none;

    // clang-format off
    switch (pname) {
    case GL_RENDERBUFFER_WIDTH: *params = rb->width; break;
    case GL_RENDERBUFFER_HEIGHT: *params = rb->height; break;
    case GL_RENDERBUFFER_INTERNAL_FORMAT: *params = (GLint)rb->internal; break;
    case GL_RENDERBUFFER_SAMPLES: *params = rb->samples; break;
    case GL_RENDERBUFFER_RED_SIZE: *params = f->bits[0]; break;
    case GL_RENDERBUFFER_GREEN_SIZE: *params = f->bits[1]; break;
    case GL_RENDERBUFFER_BLUE_SIZE: *params = f->bits[2]; break;
    case GL_RENDERBUFFER_ALPHA_SIZE: *params = f->bits[3]; break;
    case GL_RENDERBUFFER_DEPTH_SIZE: *params = f->depth; break;
    case GL_RENDERBUFFER_STENCIL_SIZE: *params = f->stencil; break;
    default: emu_error(ctx, GL_INVALID_ENUM, "glGetRenderbufferParameteriv: pname 0x%x", pname);
    }
    // clang-format on
}

void emu_GetRenderbufferParameteriv(GLenum target, GLenum pname, GLint *params)
{
    struct emu_context *ctx = emu_current;

    if (target != GL_RENDERBUFFER)
        emu_error(ctx, GL_INVALID_ENUM, "glGetRenderbufferParameteriv: target 0x%x", target);
    else if (!ctx->fbo.renderbuffer)
        emu_error(ctx, GL_INVALID_OPERATION, "glGetRenderbufferParameteriv: no renderbuffer is bound");
    else
        emu_renderbuffer_get(ctx, ctx->fbo.renderbuffer, pname, params);
}

static void free_renderbuffer(void *object, void *priv)
{
    delete_es(priv, object);
    free(object);
}

void emu_fbo_finish_share(struct emu_context *ctx)
{
    emu_names_each(&ctx->share->renderbuffers, free_renderbuffer, ctx);
    emu_names_finish(&ctx->share->renderbuffers);
}
