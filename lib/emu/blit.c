/* SPDX-License-Identifier: MIT */
/* glBlitFramebuffer. The driver's does the same but for what ES forbids: a source and destination that are
 * one image, and resolves to another rectangle or format. Those go through an intermediate image of the
 * source's format: two blits. */
#include "emu/draw_copy.h"
#include "emu/emu_priv.h"

#include <stdlib.h>

struct rect {
    GLint x0, y0, x1, y1;
};

static bool same_image(const struct emu_attachment *a, const struct emu_attachment *b)
{
    return (a->texture || a->renderbuffer) && a->texture == b->texture &&
           a->renderbuffer == b->renderbuffer && a->level == b->level && a->layer == b->layer &&
           a->face == b->face;
}

/* The image that a color blit reads is one that it writes. */
static bool overlaps(const struct emu_context *ctx, GLbitfield mask)
{
    const struct emu_framebuffer *r = ctx->fbo.read, *d = ctx->fbo.draw;

    if (!r->name || !d->name)
        return !r->name && !d->name;
    if (mask & GL_COLOR_BUFFER_BIT && r->read != GL_NONE)
        for (unsigned i = 0; i < ctx->fbo.slots; i++)
            if (d->draw[i] != GL_NONE && same_image(&r->color[r->read - GL_COLOR_ATTACHMENT0],
                                                    &d->color[d->draw[i] - GL_COLOR_ATTACHMENT0]))
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

/* What is read of depth and stencil, or written. */
static const struct emu_attachment *depth_image(const struct emu_framebuffer *fb)
{
    return fb->depth.texture || fb->depth.renderbuffer ? &fb->depth : &fb->stencil;
}

static const struct emu_format *depth_format(struct emu_context *ctx, const struct emu_framebuffer *fb)
{
    return fb->name ? emu_attachment_format(depth_image(fb))
                    : emu_format_find(ctx, GL_DEPTH24_STENCIL8, 0, 0);
}

static GLsizei attachment_samples(const struct emu_attachment *a)
{
    return a->renderbuffer ? a->renderbuffer->samples : a->texture ? a->texture->samples : 0;
}

/* The same on the driver: storage can differ where the formats do not. */
static const struct emu_format *depth_storage(struct emu_context *ctx, const struct emu_framebuffer *fb)
{
    GLsizei samples = fb->name ? attachment_samples(depth_image(fb)) : 0;

    return emu_format_storage(ctx, depth_format(ctx, fb), samples);
}

static bool is_float(const struct emu_format *f)
{
    return f->internal == GL_DEPTH_COMPONENT32F || f->internal == GL_DEPTH32F_STENCIL8;
}

/* Depth is never converted (OpenGL 4.6, 18.3.1). */
static bool depths_differ(struct emu_context *ctx)
{
    const struct emu_format *a = depth_format(ctx, ctx->fbo.read), *b = depth_format(ctx, ctx->fbo.draw);

    return a && b && a->depth && b->depth && (a->depth != b->depth || is_float(a) != is_float(b));
}

static void intermediate_storage(struct emu_context *ctx, GLuint rb[2], GLenum color, GLenum depth, GLsizei w,
                                 GLsizei h)
{
    const GLenum formats[2] = {color, depth};

    ctx->es->GenRenderbuffers(2, rb);
    for (int i = 0; i < 2; i++)
        if (formats[i]) {
            ctx->es->BindRenderbuffer(GL_RENDERBUFFER, rb[i]);
            ctx->es->RenderbufferStorage(GL_RENDERBUFFER, formats[i], w, h);
        }
    if (color)
        ctx->es->FramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[0]);
    if (depth)
        ctx->es->FramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
                                         rb[1]);
}

/* Copies the source rectangle, unscaled, to the same place of an intermediate framebuffer, then blits from
 * there. The scissor must not cut the first step. */
static void blit_twice(struct emu_context *ctx, const struct rect *s, const struct rect *d, GLbitfield mask,
                       GLenum filter)
{
    const struct gles_table *es = ctx->es;
    const struct emu_format *color = emu_fbo_read_color(ctx);
    const struct emu_format *depth = depth_storage(ctx, ctx->fbo.read);
    GLsizei w = s->x0 > s->x1 ? s->x0 : s->x1, h = s->y0 > s->y1 ? s->y0 : s->y1;
    GLint x = s->x0 < s->x1 ? s->x0 : s->x1, y = s->y0 < s->y1 ? s->y0 : s->y1;
    GLboolean scissor = es->IsEnabled(GL_SCISSOR_TEST);
    GLuint rb[2] = {0};

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

/* ---- multisample destinations, which ES does not blit to ---- */

static struct emu_copy_rect copy_rect(const struct rect *s, const struct rect *d)
{
    return (struct emu_copy_rect){s->x0, s->y0, d->x0, d->y0, s->x1 - s->x0, s->y1 - s->y0};
}

/* One sample to all of a pixel's. */
static void spread(struct emu_context *ctx, const struct emu_format *f, const struct emu_attachment *to,
                   GLenum point, const struct rect *s, const struct rect *d)
{
    const struct emu_copy_rect r = copy_rect(s, d);

    emu_fbo_redraw(ctx, f, to, point, &r, true);
}

/* Stencil is read from textures of ES 3.1, stencil alone from those of 3.2. */
static void spread_stencil(struct emu_context *ctx, const struct emu_attachment *to, const struct rect *s,
                           const struct rect *d)
{
    const struct emu_framebuffer *r = ctx->fbo.read;
    const struct emu_format *f =
        r->name ? emu_attachment_format(&r->stencil) : emu_format_find(ctx, GL_DEPTH24_STENCIL8, 0, 0);

    if (!f || !f->stencil || !attachment_samples(to))
        return;
    if (f->depth ? ctx->caps->has_es31 : ctx->caps->has_es32)
        spread(ctx, f, to, GL_STENCIL_ATTACHMENT, s, d);
    else
        emu_gap(ctx, "glBlitFramebuffer", "stencil into a multisample image", true);
}

/* Rectangles that are flipped alike are not flipped. */
static bool unflip(struct rect *s, struct rect *d)
{
    struct rect a = *s, b = *d;

    if ((s->x1 < s->x0) != (d->x1 < d->x0) || (s->y1 < s->y0) != (d->y1 < d->y0))
        return false;
    if (s->x1 < s->x0) {
        s->x0 = a.x1, s->x1 = a.x0;
        d->x0 = b.x1, d->x1 = b.x0;
    }
    if (s->y1 < s->y0) {
        s->y0 = a.y1, s->y1 = a.y0;
        d->y0 = b.y1, d->y1 = b.y0;
    }
    return true;
}

static void to_multisample(struct emu_context *ctx, struct rect *s, struct rect *d, GLbitfield mask)
{
    struct emu_framebuffer *r = ctx->fbo.read, *w = ctx->fbo.draw;
    bool copies = emu_fbo_samples(ctx, r) > 0;
    const struct emu_format *depth = depth_format(ctx, r);
    struct emu_copy_rect rect;

    if (s->x1 - s->x0 != d->x1 - d->x0 || s->y1 - s->y0 != d->y1 - d->y0 ||
        (copies && emu_fbo_samples(ctx, r) != emu_fbo_samples(ctx, w))) {
        emu_error(ctx, GL_INVALID_OPERATION,
                  "glBlitFramebuffer: multisample images of different size or samples");
        return;
    }
    if (!unflip(s, d)) {
        emu_gap(ctx, "glBlitFramebuffer", "flipped into a multisample image", true);
        return;
    }
    rect = copy_rect(s, d);
    for (unsigned i = 0; mask & GL_COLOR_BUFFER_BIT && i < ctx->fbo.slots; i++) {
        const struct emu_attachment *to =
            w->draw[i] == GL_NONE ? NULL : &w->color[w->draw[i] - GL_COLOR_ATTACHMENT0];
        if (to && copies)
            emu_blit_samples(ctx, &r->color[r->read - GL_COLOR_ATTACHMENT0], to, &rect);
        else if (to && attachment_samples(to))
            spread(ctx, emu_fbo_read_color(ctx), to, GL_COLOR_ATTACHMENT0, s, d);
    }
    if (mask & (GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT) && copies)
        emu_blit_samples(ctx, depth_image(r), depth_image(w), &rect);
    else if (mask & GL_DEPTH_BUFFER_BIT && depth && depth->depth)
        spread(ctx, depth, &w->depth, GL_DEPTH_ATTACHMENT, s, d);
    if (mask & GL_STENCIL_BUFFER_BIT && !copies)
        spread_stencil(ctx, &w->stencil, s, d);
}

static bool storage_differs(struct emu_context *ctx)
{
    const struct emu_format *a = depth_storage(ctx, ctx->fbo.read), *b = depth_storage(ctx, ctx->fbo.draw);

    return a && b && a->es != b->es && a->depth && b->depth && !emu_fbo_samples(ctx, ctx->fbo.draw);
}

/* Depth whose storage differs on the driver, though its formats do not. */
static void blit_depth(struct emu_context *ctx, struct rect s, struct rect d)
{
    if (!unflip(&s, &d) || s.x1 - s.x0 != d.x1 - d.x0 || s.y1 - s.y0 != d.y1 - d.y0)
        emu_gap(ctx, "glBlitFramebuffer", "32-bit depth from multisample images, scaled or flipped", true);
    else
        spread(ctx, depth_storage(ctx, ctx->fbo.read), &ctx->fbo.draw->depth, GL_DEPTH_ATTACHMENT, &s, &d);
}

void emu_fbo_blit(struct emu_context *ctx, GLint sx0, GLint sy0, GLint sx1, GLint sy1, GLint dx0, GLint dy0,
                  GLint dx1, GLint dy1, GLbitfield mask, GLenum filter)
{
    struct rect s = {sx0, sy0, sx1, sy1}, d = {dx0, dy0, dx1, dy1};
    bool same_rect = sx0 == dx0 && sy0 == dy0 && sx1 == dx1 && sy1 == dy1;
    bool resolve = emu_fbo_samples(ctx, ctx->fbo.read) > 0;

    if (emu_query_discards(ctx))
        return;
    if (filter == GL_SCALED_RESOLVE_FASTEST_EXT || filter == GL_SCALED_RESOLVE_NICEST_EXT) {
        filter = GL_LINEAR;
        if (resolve && (abs(sx1 - sx0) != abs(dx1 - dx0) || abs(sy1 - sy0) != abs(dy1 - dy0)))
            emu_gap(ctx, "glBlitFramebuffer", "scaled resolves round between resolving and scaling", false);
    }
    if (mask & GL_COLOR_BUFFER_BIT && !emu_fbo_read_color(ctx))
        mask &= ~(GLbitfield)GL_COLOR_BUFFER_BIT; /* reading GL_NONE copies nothing */
    if (mask & GL_DEPTH_BUFFER_BIT && depths_differ(ctx)) {
        emu_error(ctx, GL_INVALID_OPERATION, "glBlitFramebuffer: depth formats differ");
        return;
    }
    if (mask & GL_DEPTH_BUFFER_BIT && storage_differs(ctx)) {
        blit_depth(ctx, s, d);
        mask &= ~(GLbitfield)GL_DEPTH_BUFFER_BIT;
    }
    if (mask && emu_fbo_samples(ctx, ctx->fbo.draw) > 0 &&
        (!ctx->fbo.draw->name || (resolve && !ctx->fbo.read->name)))
        emu_gap(ctx, "glBlitFramebuffer", "into multisample images from or to the default framebuffer", true);
    else if (mask && emu_fbo_samples(ctx, ctx->fbo.draw) > 0)
        to_multisample(ctx, &s, &d, mask);
    else if (mask && ((resolve && (!same_rect || (mask & GL_COLOR_BUFFER_BIT && formats_differ(ctx)))) ||
                      overlaps(ctx, mask)))
        blit_twice(ctx, &s, &d, mask, filter);
    else
        ctx->es->BlitFramebuffer(sx0, sy0, sx1, sy1, dx0, dy0, dx1, dy1, mask, filter);
}

void emu_BlitFramebuffer(GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0, GLint dstY0,
                         GLint dstX1, GLint dstY1, GLbitfield mask, GLenum filter)
{
    emu_fbo_blit(emu_current, srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter);
}
