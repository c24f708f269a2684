/* SPDX-License-Identifier: MIT */
/* glBlitFramebuffer. The driver's does the same but for what ES forbids: a source and destination that are one image, and resolves to another
 * rectangle or format. Those go through an intermediate image of the source's format: two blits. */
#include "emu/emu_priv.h"



struct rect {
    GLint x0, y0, x1, y1;
};

static GLsizei samples_of(const struct emu_framebuffer *fb)
{
    const struct emu_attachment *a = NULL;

    if (!fb->name)
        return 0;
    for (int i = 0; i < EMU_MAX_COLOR_ATTACHMENTS && !a; i++)
        if (fb->color[i].texture || fb->color[i].renderbuffer)
            a = &fb->color[i];
    if (!a && (fb->depth.texture || fb->depth.renderbuffer))
        a = &fb->depth;
    if (!a && (fb->stencil.texture || fb->stencil.renderbuffer))
        a = &fb->stencil;
    return !a ? 0 : a->renderbuffer ? a->renderbuffer->samples : a->texture->samples;
}

static bool same_image(const struct emu_attachment *a, const struct emu_attachment *b)
{
    return (a->texture || a->renderbuffer) && a->texture == b->texture && a->renderbuffer == b->renderbuffer &&
           a->level == b->level && a->layer == b->layer && a->face == b->face;
}

/* The image that a color blit reads is one that it writes. */
static bool overlaps(const struct emu_context *ctx, GLbitfield mask)
{
    const struct emu_framebuffer *r = ctx->fbo.read, *d = ctx->fbo.draw;

    if (!r->name || !d->name)
        return !r->name && !d->name;
    if (mask & GL_COLOR_BUFFER_BIT && r->read != GL_NONE)
        for (unsigned i = 0; i < ctx->fbo.slots; i++)
            if (d->draw[i] != GL_NONE &&
                same_image(&r->color[r->read - GL_COLOR_ATTACHMENT0], &d->color[d->draw[i] - GL_COLOR_ATTACHMENT0]))
                return true;
    return (mask & GL_DEPTH_BUFFER_BIT && same_image(&r->depth, &d->depth)) ||
           (mask & GL_STENCIL_BUFFER_BIT && same_image(&r->stencil, &d->stencil));
}

static bool formats_differ(struct emu_context *ctx)
{
    const struct emu_format *from = emu_fbo_read_color(ctx);

    for (unsigned i = 0; i < ctx->fbo.slots; i++) {
        const struct emu_format *to = emu_fbo_draw_color(ctx, (GLint)i);
        if (from && to && from->es != to->es)
            return true;
    }
    return false;
}

static void intermediate_storage(struct emu_context *ctx, GLuint rb[2], GLenum color, GLenum depth, GLsizei w, GLsizei h)
{
    const GLenum formats[2] = { color, depth };

    ctx->es->GenRenderbuffers(2, rb);
    for (int i = 0; i < 2; i++)
        if (formats[i]) {
            ctx->es->BindRenderbuffer(GL_RENDERBUFFER, rb[i]);
            ctx->es->RenderbufferStorage(GL_RENDERBUFFER, formats[i], w, h);
        }
    if (color)
        ctx->es->FramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[0]);
    if (depth)
        ctx->es->FramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, rb[1]);
}

/* Copies the source rectangle, unscaled, to the same place of an intermediate framebuffer, then blits from there. The scissor
 * must not cut the first step. */
static void blit_twice(struct emu_context *ctx, const struct rect *s, const struct rect *d, GLbitfield mask, GLenum filter)
{
    const struct gles_table *es = ctx->es;
    const struct emu_format *color = emu_fbo_read_color(ctx);
    const struct emu_framebuffer *r = ctx->fbo.read;
    const struct emu_format *depth = !r->name ? emu_format_find(ctx, GL_DEPTH24_STENCIL8, 0, 0)
                                              : emu_attachment_format(r->depth.texture || r->depth.renderbuffer ? &r->depth : &r->stencil);
    GLsizei w = s->x0 > s->x1 ? s->x0 : s->x1, h = s->y0 > s->y1 ? s->y0 : s->y1;
    GLint x = s->x0 < s->x1 ? s->x0 : s->x1, y = s->y0 < s->y1 ? s->y0 : s->y1;
    GLboolean scissor = es->IsEnabled(GL_SCISSOR_TEST);
    GLuint rb[2] = { 0 };

    if (w <= 0 || h <= 0)
        return;
    x = x < 0 ? 0 : x;
    y = y < 0 ? 0 : y;
    emu_fbo_scratch_attach(ctx, 1, GL_DRAW_FRAMEBUFFER, GL_NONE, NULL, 0, 0, 0);
    intermediate_storage(ctx, rb, mask & GL_COLOR_BUFFER_BIT && color ? color->es : 0,
                         mask & (GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT) && depth ? depth->es : 0, w, h);
    if (scissor)
        es->Disable(GL_SCISSOR_TEST);
    es->BlitFramebuffer(x, y, w, h, x, y, w, h, mask, GL_NEAREST);
    if (scissor)
        es->Enable(GL_SCISSOR_TEST);
    emu_fbo_restore(ctx);
    emu_fbo_bind_es(ctx, GL_READ_FRAMEBUFFER, ctx->fbo.scratch[1]);
    es->BlitFramebuffer(s->x0, s->y0, s->x1, s->y1, d->x0, d->y0, d->x1, d->y1, mask, filter);
    emu_fbo_scratch_attach(ctx, 1, GL_READ_FRAMEBUFFER, GL_NONE, NULL, 0, 0, 0);
    emu_fbo_restore(ctx);
    es->DeleteRenderbuffers(2, rb);
}

void emu_fbo_blit(struct emu_context *ctx, GLint sx0, GLint sy0, GLint sx1, GLint sy1, GLint dx0, GLint dy0, GLint dx1,
                  GLint dy1, GLbitfield mask, GLenum filter)
{
    const struct rect s = { sx0, sy0, sx1, sy1 }, d = { dx0, dy0, dx1, dy1 };
    bool same_rect = sx0 == dx0 && sy0 == dy0 && sx1 == dx1 && sy1 == dy1;
    bool resolve = samples_of(ctx->fbo.read) > 0;

    if (emu_query_discards(ctx))
        return;
    if (mask & GL_COLOR_BUFFER_BIT && !emu_fbo_read_color(ctx))
        mask &= ~(GLbitfield)GL_COLOR_BUFFER_BIT; /* reading GL_NONE copies nothing */
    if (mask && ((resolve && (!same_rect || (mask & GL_COLOR_BUFFER_BIT && formats_differ(ctx)))) || overlaps(ctx, mask)))
        blit_twice(ctx, &s, &d, mask, filter);
    else
        ctx->es->BlitFramebuffer(sx0, sy0, sx1, sy1, dx0, dy0, dx1, dy1, mask, filter);
}

void emu_BlitFramebuffer(GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0, GLint dstY0, GLint dstX1,
                         GLint dstY1, GLbitfield mask, GLenum filter)
{
    emu_fbo_blit(emu_current, srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter);
}
