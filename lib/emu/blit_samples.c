/* SPDX-License-Identifier: MIT */
/* What goes into multisample images, which ES does not blit to. A single sample of each pixel is drawn from a
 * copy of the source. Samples go to as many samples: the driver copies them as they are; where the formats
 * differ, or sRGB is to be decoded and encoded, each is drawn from a copy of the source. Desktop GL converts
 * sRGB in blits while GL_FRAMEBUFFER_SRGB is on (OpenGL 4.6, 18.3.1). Not done: depth and stencil of unlike
 * formats, which desktop GL refuses, too. Cost: a copy; for conversions a texture and a draw more. */
#include "emu/draw_copy.h"
#include "emu/emu_priv.h"

static GLuint attachment_es(const struct emu_attachment *a, GLenum *target)
{
    if (a->renderbuffer) {
        *target = a->renderbuffer->is_texture ? GL_TEXTURE_2D : GL_RENDERBUFFER;
        return a->renderbuffer->es;
    }
    *target = a->texture->es_target;
    return a->texture->es;
}

static void cut(GLint *from, GLint *to, GLsizei *n, GLint limit_from, GLint first_to, GLint limit_to)
{
    GLint low = *from < 0 ? -*from : 0, high;

    if (*to + low < first_to)
        low = first_to - *to;
    *from += low;
    *to += low;
    high = *n - low;
    if (high > limit_from - *from)
        high = limit_from - *from;
    *n = high > limit_to - *to ? limit_to - *to : high;
}

static void image_size(const struct emu_attachment *a, GLsizei *w, GLsizei *h)
{
    const struct emu_level *level = a->renderbuffer ? NULL : emu_texture_level(a->texture, a->face, a->level);

    *w = a->renderbuffer ? a->renderbuffer->width : level->width;
    *h = a->renderbuffer ? a->renderbuffer->height : level->height;
}

/* To what both images have and the scissor test lets through: a copy knows neither. Drawn samples are tested
 * by the driver, which may do it sample by sample. */
static void cut_to_images(struct emu_context *ctx, const struct emu_attachment *from,
                          const struct emu_attachment *to, bool scissor, struct emu_copy_rect *r)
{
    const GLint *box = ctx->state.scissors[0];
    GLint x = scissor && box[0] > 0 ? box[0] : 0, y = scissor && box[1] > 0 ? box[1] : 0;
    GLsizei fw, fh, tw, th;

    image_size(from, &fw, &fh);
    image_size(to, &tw, &th);
    if (scissor && box[0] + box[2] < tw)
        tw = box[0] + box[2];
    if (scissor && box[1] + box[3] < th)
        th = box[1] + box[3];
    cut(&r->sx, &r->x, &r->w, fw, x, tw);
    cut(&r->sy, &r->y, &r->h, fh, y, th);
}

/* Draws a texture into an attachment, and puts the application's framebuffer back. */
static void draw_scratch(struct emu_context *ctx, const struct emu_copy_source *texture,
                         const struct emu_attachment *to, GLenum point, const struct emu_copy_rect *rect,
                         bool scissored)
{
    emu_fbo_scratch_attachment(ctx, 1, GL_DRAW_FRAMEBUFFER, point, to);
    emu_draw_copy(ctx, texture, rect, scissored);
    emu_fbo_scratch_attach(ctx, 1, GL_DRAW_FRAMEBUFFER, GL_NONE, NULL, 0, 0, 0);
    emu_fbo_restore(ctx);
}

/* A copy of the rectangle in a multisample texture, each sample drawn from there. */
static void convert(struct emu_context *ctx, GLuint source, GLenum target, const struct emu_attachment *from,
                    const struct emu_format *f, const struct emu_attachment *to,
                    const struct emu_copy_rect *r)
{
    const struct emu_copy_rect rest = {0, 0, r->x, r->y, r->w, r->h};
    struct emu_copy_source texture = {
        .es_target = GL_TEXTURE_2D_MULTISAMPLE, .format = f, .raw = !ctx->state.framebuffer_srgb};
    GLsizei samples = from->renderbuffer ? from->renderbuffer->samples : from->texture->samples;
    GLuint before = ctx->texture.units[0].es[EMU_ES_2DMS];
    /* What is fetched from sRGB texels is decoded: as it is, it lies in others. */
    GLenum storage = texture.raw && f->flags & EMU_FORMAT_SRGB ? GL_RGBA8 : f->es;

    ctx->es->GenTextures(1, &texture.es);
    emu_texture_bind_es(ctx, 0, EMU_ES_2DMS, texture.es);
    emu_texture_activate(ctx, 0);
    ctx->es->TexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, samples, storage, r->w, r->h, GL_TRUE);
    ctx->es->CopyImageSubData(source, target, from->level, r->sx, r->sy, from->layer, texture.es,
                              GL_TEXTURE_2D_MULTISAMPLE, 0, 0, 0, 0, r->w, r->h, 1);
    draw_scratch(ctx, &texture, to, GL_COLOR_ATTACHMENT0, &rest, true);
    emu_texture_bind_es(ctx, 0, EMU_ES_2DMS, before);
    ctx->es->DeleteTextures(1, &texture.es);
}

void emu_blit_samples(struct emu_context *ctx, const struct emu_attachment *from,
                      const struct emu_attachment *to, const struct emu_copy_rect *rect)
{
    const struct emu_format *a = emu_attachment_format(from), *b = emu_attachment_format(to);
    bool scissor = emu_cap_enabled(ctx, GL_SCISSOR_TEST), drawable, alike, srgb;
    struct emu_copy_rect r = *rect;
    GLenum from_target, to_target;
    GLuint source, dest;

    if (!a || !b)
        return;
    srgb = (a->flags ^ b->flags) & EMU_FORMAT_SRGB;
    alike = a->es == b->es ||
            (srgb && !ctx->state.framebuffer_srgb && a->base == b->base && a->bits[0] == b->bits[0]);
    drawable = ctx->caps->has_es32 && emu_format_is_color(a);
    if (!ctx->caps->has_copy_image || (!alike && !drawable)) {
        emu_gap(ctx, "glBlitFramebuffer", "multisample copies that convert", true);
        return;
    }
    cut_to_images(ctx, from, to, scissor && !drawable, &r);
    if (r.w <= 0 || r.h <= 0)
        return;
    source = attachment_es(from, &from_target);
    dest = attachment_es(to, &to_target);
    if (alike && !(scissor && drawable))
        ctx->es->CopyImageSubData(source, from_target, from->level, r.sx, r.sy, from->layer, dest, to_target,
                                  to->level, r.x, r.y, to->layer, r.w, r.h, 1);
    else
        convert(ctx, source, from_target, from, a, to, &r);
}

/* ---- one sample ---- */

/* Of the texture that is bound. One format is unsized, and takes no other call. */
static void scratch_storage(struct emu_context *ctx, const struct emu_format *f, GLsizei w, GLsizei h)
{
    if (f->es != GL_DEPTH_COMPONENT) {
        ctx->es->TexStorage2D(GL_TEXTURE_2D, 1, f->es, w, h);
        return;
    }
    emu_texture_define_es(ctx, f, w, h);
}

void emu_fbo_redraw(struct emu_context *ctx, const struct emu_format *f, const struct emu_attachment *to,
                    GLenum point, const struct emu_copy_rect *r, bool scissored)
{
    GLbitfield bit = point == GL_COLOR_ATTACHMENT0    ? GL_COLOR_BUFFER_BIT
                     : point == GL_STENCIL_ATTACHMENT ? GL_STENCIL_BUFFER_BIT
                                                      : GL_DEPTH_BUFFER_BIT;
    const struct emu_copy_rect rest = {0, 0, r->x, r->y, r->w, r->h};
    struct emu_copy_source texture = {.es_target = GL_TEXTURE_2D,
                                      .format = f,
                                      .raw = !ctx->state.framebuffer_srgb,
                                      .stencil = point == GL_STENCIL_ATTACHMENT};
    GLuint before = ctx->texture.units[0].es[EMU_ES_2D];
    GLboolean scissor = ctx->es->IsEnabled(GL_SCISSOR_TEST);

    ctx->es->GenTextures(1, &texture.es);
    emu_texture_bind_es(ctx, 0, EMU_ES_2D, texture.es);
    emu_texture_activate(ctx, 0);
    scratch_storage(ctx, f, r->w, r->h);
    emu_fbo_scratch_attach(ctx, 1, GL_DRAW_FRAMEBUFFER, GL_NONE, NULL, 0, 0, 0);
    ctx->es->FramebufferTexture2D(GL_DRAW_FRAMEBUFFER,
                                  f->stencil && f->depth ? GL_DEPTH_STENCIL_ATTACHMENT : point, GL_TEXTURE_2D,
                                  texture.es, 0);
    if (scissor)
        ctx->es->Disable(GL_SCISSOR_TEST);
    ctx->es->BlitFramebuffer(r->sx, r->sy, r->sx + r->w, r->sy + r->h, 0, 0, r->w, r->h, bit, GL_NEAREST);
    if (scissor)
        ctx->es->Enable(GL_SCISSOR_TEST);
    draw_scratch(ctx, &texture, to, point, &rest, scissored);
    emu_texture_bind_es(ctx, 0, EMU_ES_2D, before);
    ctx->es->DeleteTextures(1, &texture.es);
}
