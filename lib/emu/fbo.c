/* SPDX-License-Identifier: MIT */
/* Framebuffer objects: names, bindings and the driver's view of their attachments.
 * Desktop GL lets any draw buffer be any attachment. ES wants attachment i in draw buffer i: where the
 * application permutes them, the driver's attachments are permuted instead (fbo_attach.c). The default
 * framebuffer is the driver's own. */
#include "emu/draw_copy.h"
#include "emu/emu_priv.h"

#include <stdlib.h>

void emu_fbo_bind_es(struct emu_context *ctx, GLenum target, GLuint es)
{
    struct emu_fbo_state *s = &ctx->fbo;
    bool draw = target != GL_READ_FRAMEBUFFER && s->es_draw != es;
    bool read = target != GL_DRAW_FRAMEBUFFER && s->es_read != es;

    if (draw && read)
        ctx->es->BindFramebuffer(GL_FRAMEBUFFER, es);
    else if (draw || read)
        ctx->es->BindFramebuffer(draw ? GL_DRAW_FRAMEBUFFER : GL_READ_FRAMEBUFFER, es);
    if (draw)
        s->es_draw = es;
    if (read)
        s->es_read = es;
}

void emu_fbo_restore(struct emu_context *ctx)
{
    emu_fbo_bind_es(ctx, GL_DRAW_FRAMEBUFFER, ctx->fbo.draw->es);
    emu_fbo_bind_es(ctx, GL_READ_FRAMEBUFFER, ctx->fbo.read->es);
}

GLenum emu_fbo_use(struct emu_context *ctx, struct emu_framebuffer *fb)
{
    if (ctx->fbo.es_draw == fb->es)
        return GL_DRAW_FRAMEBUFFER;
    emu_fbo_bind_es(ctx, GL_READ_FRAMEBUFFER, fb->es);
    return GL_READ_FRAMEBUFFER;
}

static void framebuffer_init(struct emu_framebuffer *fb, GLuint name)
{
    GLenum first = name ? GL_COLOR_ATTACHMENT0 : GL_BACK;

    *fb = (struct emu_framebuffer){
        .name = name, .draw = {first}, .read = first, .es_draw = {first}, .es_read = first};
    for (int i = 0; i < EMU_MAX_COLOR_ATTACHMENTS; i++)
        fb->slot[i] = (uint8_t)i;
}

struct emu_framebuffer *emu_fbo_create(struct emu_context *ctx, GLuint name)
{
    struct emu_framebuffer *fb = malloc(sizeof *fb);

    if (!fb || !emu_names_set(&ctx->framebuffers, name, fb)) {
        free(fb);
        emu_error(ctx, GL_OUT_OF_MEMORY, "framebuffer %u", name);
        return NULL;
    }
    framebuffer_init(fb, name);
    ctx->es->GenFramebuffers(1, &fb->es);
    return fb;
}

static void framebuffer_destroy(struct emu_context *ctx, struct emu_framebuffer *fb)
{
    const struct emu_attachment none = {0};

    for (int i = 0; i < EMU_MAX_COLOR_ATTACHMENTS; i++)
        emu_attachment_set(ctx, &fb->color[i], &none);
    emu_attachment_set(ctx, &fb->depth, &none);
    emu_attachment_set(ctx, &fb->stencil, &none);
    if (fb->es)
        ctx->es->DeleteFramebuffers(1, &fb->es);
    free(fb);
}

struct emu_framebuffer *emu_fbo_lookup(struct emu_context *ctx, GLuint name)
{
    return name ? emu_names_get(&ctx->framebuffers, name) : &ctx->fbo.zero;
}

struct emu_framebuffer *emu_fbo_target(struct emu_context *ctx, GLenum target, const char *function)
{
    if (target == GL_FRAMEBUFFER || target == GL_DRAW_FRAMEBUFFER)
        return ctx->fbo.draw;
    if (target == GL_READ_FRAMEBUFFER)
        return ctx->fbo.read;
    emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x", function, target);
    return NULL;
}

void emu_GenFramebuffers(GLsizei n, GLuint *framebuffers)
{
    struct emu_context *ctx = emu_current;

    if (n < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glGenFramebuffers: n %d", n);
    else if (!emu_names_gen(&ctx->framebuffers, n, framebuffers))
        emu_error(ctx, GL_OUT_OF_MEMORY, "glGenFramebuffers");
}

void emu_CreateFramebuffers(GLsizei n, GLuint *framebuffers)
{
    struct emu_context *ctx = emu_current;

    emu_GenFramebuffers(n, framebuffers);
    for (GLsizei i = 0; i < n; i++) {
        struct emu_framebuffer *fb = emu_fbo_create(ctx, framebuffers[i]);
        if (!fb)
            return;
        emu_fbo_use(ctx, fb); /* a driver object exists from its first bind on */
        emu_fbo_restore(ctx);
    }
}

void emu_BindFramebufferEXT(GLenum target, GLuint framebuffer)
{
    struct emu_context *ctx = emu_current;

    /* The extension takes any name, in every profile. */
    if (framebuffer && !emu_names_get(&ctx->framebuffers, framebuffer) && !emu_fbo_create(ctx, framebuffer))
        return;
    emu_BindFramebuffer(target, framebuffer);
}

static void bind(struct emu_context *ctx, GLenum target, struct emu_framebuffer *fb)
{
    if (target != GL_READ_FRAMEBUFFER) {
        ctx->fbo.draw = fb;
        ctx->fbo.draw_name = fb->name;
    }
    if (target != GL_DRAW_FRAMEBUFFER) {
        ctx->fbo.read = fb;
        ctx->fbo.read_name = fb->name;
    }
    emu_fbo_restore(ctx);
}

void emu_DeleteFramebuffers(GLsizei n, const GLuint *framebuffers)
{
    struct emu_context *ctx = emu_current;

    if (n < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glDeleteFramebuffers: n %d", n);
        return;
    }
    for (GLsizei i = 0; i < n; i++) {
        struct emu_framebuffer *fb =
            framebuffers[i] ? emu_names_get(&ctx->framebuffers, framebuffers[i]) : NULL;
        if (framebuffers[i])
            emu_names_remove(&ctx->framebuffers, framebuffers[i]);
        if (!fb)
            continue;
        if (ctx->fbo.draw == fb)
            bind(ctx, GL_DRAW_FRAMEBUFFER, &ctx->fbo.zero);
        if (ctx->fbo.read == fb)
            bind(ctx, GL_READ_FRAMEBUFFER, &ctx->fbo.zero);
        framebuffer_destroy(ctx, fb);
    }
}

GLboolean emu_IsFramebuffer(GLuint framebuffer)
{
    return framebuffer && emu_names_get(&emu_current->framebuffers, framebuffer) != NULL;
}

void emu_BindFramebuffer(GLenum target, GLuint framebuffer)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = emu_fbo_lookup(ctx, framebuffer);

    if (!emu_fbo_target(ctx, target, "glBindFramebuffer"))
        return;
    if (!fb && ctx->core && !emu_names_is_reserved(&ctx->framebuffers, framebuffer)) {
        emu_error(ctx, GL_INVALID_OPERATION, "glBindFramebuffer: %u is not a generated name", framebuffer);
        return;
    }
    if (!fb && !(fb = emu_fbo_create(ctx, framebuffer)))
        return;
    bind(ctx, target, fb);
}

const struct emu_format *emu_attachment_format(const struct emu_attachment *a)
{
    const struct emu_level *level;

    if (a->renderbuffer)
        return a->renderbuffer->format;
    if (!a->texture)
        return NULL;
    level = emu_texture_level(a->texture, a->face, a->level);
    return level ? level->format : NULL;
}

static const struct emu_format *color_format(const struct emu_framebuffer *fb, GLenum buffer)
{
    if (buffer == GL_NONE)
        return NULL;
    if (!fb->name)
        return emu_format_find(emu_current, GL_RGBA8, 0, 0);
    return emu_attachment_format(&fb->color[buffer - GL_COLOR_ATTACHMENT0]);
}

const struct emu_format *emu_fbo_read_color(struct emu_context *ctx)
{
    return color_format(ctx->fbo.read, ctx->fbo.read->read);
}

const struct emu_format *emu_fbo_draw_color(struct emu_context *ctx, GLint index)
{
    if (index < 0 || index >= EMU_MAX_COLOR_ATTACHMENTS)
        return NULL;
    return color_format(ctx->fbo.draw, ctx->fbo.draw->draw[index]);
}

void emu_fbo_srgb_changed(struct emu_context *ctx)
{
    if (!ctx->caps->has_srgb_write_control) {
        return;
    }
    if (ctx->state.framebuffer_srgb)
        ctx->es->Enable(GL_FRAMEBUFFER_SRGB_EXT);
    else
        ctx->es->Disable(GL_FRAMEBUFFER_SRGB_EXT);
}

GLsizei emu_fbo_samples(const struct emu_context *ctx, const struct emu_framebuffer *fb)
{
    if (!fb->name)
        return ctx->fbo.default_samples;
    for (int i = 0; i < EMU_MAX_COLOR_ATTACHMENTS + 2; i++) {
        const struct emu_attachment *a = i < EMU_MAX_COLOR_ATTACHMENTS    ? &fb->color[i]
                                         : i == EMU_MAX_COLOR_ATTACHMENTS ? &fb->depth
                                                                          : &fb->stencil;
        if (a->renderbuffer)
            return a->renderbuffer->samples;
        if (a->texture)
            return a->texture->samples;
    }
    return 0;
}

void emu_fbo_first_drawable(struct emu_context *ctx)
{
    GLuint draw = ctx->fbo.es_draw;
    GLint encoding = GL_LINEAR;

    if (ctx->fbo.default_known)
        return;
    ctx->fbo.default_known = true;
    emu_fbo_bind_es(ctx, GL_DRAW_FRAMEBUFFER, 0);
    ctx->es->GetIntegerv(GL_SAMPLES, &ctx->fbo.default_samples);
    ctx->es->GetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, GL_BACK,
                                                 GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING, &encoding);
    emu_es_error(ctx, "the default framebuffer");
    ctx->fbo.default_srgb = encoding == GL_SRGB;
    emu_fbo_bind_es(ctx, GL_DRAW_FRAMEBUFFER, draw);
}

GLenum emu_CheckFramebufferStatus(GLenum target)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = emu_fbo_target(ctx, target, "glCheckFramebufferStatus");

    if (!fb)
        return 0;
    return ctx->es->CheckFramebufferStatus(target);
}

bool emu_fbo_init(struct emu_context *ctx)
{
    struct emu_fbo_state *s = &ctx->fbo;

    framebuffer_init(&s->zero, 0);
    s->draw = s->read = &s->zero;
    s->default_draw = s->default_read = GL_BACK;
    s->slots = ctx->caps->max_color_attachments < EMU_MAX_COLOR_ATTACHMENTS
                   ? (unsigned)ctx->caps->max_color_attachments
                   : EMU_MAX_COLOR_ATTACHMENTS;
    if (ctx->caps->max_draw_buffers < (int64_t)s->slots)
        s->slots = (unsigned)ctx->caps->max_draw_buffers;
    emu_fbo_srgb_changed(ctx); /* ES starts with it on */
    return true;
}

static void free_framebuffer(void *object, void *priv)
{
    framebuffer_destroy(priv, object);
}

void emu_fbo_finish(struct emu_context *ctx)
{
    struct emu_fbo_state *s = &ctx->fbo;

    emu_names_each(&ctx->framebuffers, free_framebuffer, ctx);
    emu_names_finish(&ctx->framebuffers);
    emu_renderbuffer_ref(ctx, &s->renderbuffer, NULL);
    emu_draw_copy_finish(ctx);
    for (int i = 0; i < 2; i++)
        if (s->scratch[i])
            ctx->es->DeleteFramebuffers(1, &s->scratch[i]);
    s->draw = s->read = &s->zero;
}
