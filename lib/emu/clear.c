/* SPDX-License-Identifier: MIT */
/* Clears and invalidation. The driver's do the same; conditional rendering and desktop-only words are handled
 * before. */
#include "emu/emu_priv.h"

#include <math.h>
#include <string.h>

/* The float that Mesa's ES rounds to what its desktop GL makes of the double: where the depths are integers
 * of `bits` bits, one of the neighbours may be needed. */
static GLfloat depth_float(GLdouble depth, unsigned bits)
{
    const GLdouble most = bits ? (GLdouble)((1ull << bits) - 1) : 0;
    const GLfloat f = (GLfloat)depth;
    const GLfloat near[3] = {f, nextafterf(f, 0), nextafterf(f, 1)};

    for (int i = 0; bits && i < 3; i++)
        if (llrint((GLdouble)near[i] * most) == llrint(depth * most))
            return near[i];
    return f;
}

/* The format is known when the clear comes, not before. */
static void sync_clear_depth(struct emu_context *ctx)
{
    const struct emu_framebuffer *fb = ctx->fbo.draw;
    const struct emu_format *f = fb->name ? emu_attachment_format(&fb->depth) : NULL;
    unsigned bits = !fb->name ? 24
                    : !f || f->internal == GL_DEPTH_COMPONENT32F || f->internal == GL_DEPTH32F_STENCIL8
                        ? 0
                        : f->depth;
    GLfloat depth = depth_float(ctx->state.clear_depth, bits);

    if (depth == ctx->state.es_clear_depth)
        return;
    ctx->state.es_clear_depth = depth;
    ctx->es->ClearDepthf(depth);
}

/* GL_EXT_texture_integer's clear colours, for integer buffers: until glClearColor comes again. */
static void set_integer(struct emu_context *ctx, const void *value, bool is_unsigned)
{
    memcpy(ctx->state.clear_integer, value, sizeof ctx->state.clear_integer);
    ctx->state.clear_with = is_unsigned ? GL_UNSIGNED_INT : GL_INT;
}

void emu_ClearColorIiEXT(GLint red, GLint green, GLint blue, GLint alpha)
{
    set_integer(emu_current, (const GLint[4]){red, green, blue, alpha}, false);
}

void emu_ClearColorIuiEXT(GLuint red, GLuint green, GLuint blue, GLuint alpha)
{
    set_integer(emu_current, (const GLuint[4]){red, green, blue, alpha}, true);
}

void emu_ClearColor(GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha)
{
    struct emu_state *s = &emu_current->state;
    const GLfloat color[4] = {red, green, blue, alpha};

    s->clear_with = GL_FLOAT;
    memcpy(s->clear_color, color, sizeof color);
    emu_current->es->ClearColor(red, green, blue, alpha);
}

/* Whether alpha is stored elsewhere than in alpha: of formats that ES lacks. */
static bool moves_alpha(const struct emu_format *f)
{
    return f->base == GL_ALPHA || (f->base == GL_LUMINANCE_ALPHA && f->es_base == GL_RG);
}

static void clear_float(struct emu_context *ctx, GLint i, const struct emu_format *f, const GLfloat *c)
{
    const GLfloat moved[4] = {f->base == GL_ALPHA ? c[3] : c[0], c[3], 0, 0};

    ctx->es->ClearBufferfv(GL_COLOR, i, moves_alpha(f) ? moved : c);
}

/* glClear's one colour does not do for integer buffers with an integer colour, nor for moved alphas: then
 * each buffer is cleared by itself. Returns what is left to clear. */
static GLbitfield clear_each(struct emu_context *ctx, GLbitfield mask)
{
    const struct emu_state *s = &ctx->state;
    const struct emu_format *formats[EMU_MAX_COLOR_ATTACHMENTS] = {0};
    bool integers = s->clear_with && s->clear_with != GL_FLOAT, needed = false;

    for (GLint i = 0; i < (GLint)ctx->fbo.slots; i++) {
        const struct emu_format *f = formats[i] = emu_fbo_draw_color(ctx, i);
        needed = needed || (f && (emu_format_is_integer(f) ? integers : moves_alpha(f)));
    }
    if (!needed)
        return mask;
    for (GLint i = 0; i < (GLint)ctx->fbo.slots; i++) {
        if (formats[i] && !emu_format_is_integer(formats[i]))
            clear_float(ctx, i, formats[i], s->clear_color);
        else if (formats[i] && formats[i]->cls == EMU_UINT)
            ctx->es->ClearBufferuiv(GL_COLOR, i, (const GLuint *)s->clear_integer);
        else if (formats[i])
            ctx->es->ClearBufferiv(GL_COLOR, i, s->clear_integer);
    }
    return mask & ~(GLbitfield)GL_COLOR_BUFFER_BIT;
}

void emu_ClearDepth(GLdouble depth)
{
    emu_current->state.clear_depth = depth >= 1 ? 1 : depth > 0 ? depth : 0;
}

void emu_ClearDepthf(GLfloat d)
{
    emu_ClearDepth((GLdouble)d);
}

void emu_Clear(GLbitfield mask)
{
    struct emu_context *ctx = emu_current;
    const GLbitfield known = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;

    if (mask & ~(known | (ctx->core ? 0 : GL_ACCUM_BUFFER_BIT))) {
        emu_error(ctx, GL_INVALID_VALUE, "glClear: mask 0x%x", mask);
        return;
    }
    if (mask & GL_ACCUM_BUFFER_BIT)
        emu_gap(ctx, "glClear", "accumulation buffer", false);
    if (!(mask & known) || emu_query_discards(ctx))
        return;
    if (mask & GL_DEPTH_BUFFER_BIT)
        sync_clear_depth(ctx);
    if (mask & GL_COLOR_BUFFER_BIT && ctx->fbo.draw->name)
        mask = clear_each(ctx, mask);
    if (mask & known)
        ctx->es->Clear(mask & known);
}

/* Desktop GL has eight draw buffers where ES may have fewer: the driver checks the index. */
void emu_ClearBufferfv(GLenum buffer, GLint drawbuffer, const GLfloat *value)
{
    struct emu_context *ctx = emu_current;
    const struct emu_format *f = buffer == GL_COLOR ? emu_fbo_draw_color(ctx, drawbuffer) : NULL;

    if (emu_query_discards(ctx))
        return;
    if (f)
        clear_float(ctx, drawbuffer, f, value);
    else
        ctx->es->ClearBufferfv(buffer, drawbuffer, value);
}

void emu_ClearBufferiv(GLenum buffer, GLint drawbuffer, const GLint *value)
{
    if (!emu_query_discards(emu_current))
        emu_current->es->ClearBufferiv(buffer, drawbuffer, value);
}

void emu_ClearBufferuiv(GLenum buffer, GLint drawbuffer, const GLuint *value)
{
    if (!emu_query_discards(emu_current))
        emu_current->es->ClearBufferuiv(buffer, drawbuffer, value);
}

void emu_ClearBufferfi(GLenum buffer, GLint drawbuffer, GLfloat depth, GLint stencil)
{
    if (!emu_query_discards(emu_current))
        emu_current->es->ClearBufferfi(buffer, drawbuffer, depth, stencil);
}

/* Words of the default framebuffer that ES spells another way; attachments stand for the slots they lie in.
 */
static GLenum invalidate_word(const struct emu_framebuffer *fb, GLenum word)
{
    if (fb->name)
        return word >= GL_COLOR_ATTACHMENT0 && word - GL_COLOR_ATTACHMENT0 < EMU_MAX_COLOR_ATTACHMENTS
                   ? GL_COLOR_ATTACHMENT0 + (GLenum)fb->slot[word - GL_COLOR_ATTACHMENT0]
                   : word;
    return word == GL_FRONT_LEFT || word == GL_FRONT || word == GL_BACK || word == GL_BACK_LEFT ? GL_COLOR
                                                                                                : word;
}

static GLsizei invalidate_words(GLenum target, GLsizei n, const GLenum *attachments, GLenum words[16])
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = emu_fbo_target(ctx, target, "glInvalidateFramebuffer");

    if (!fb)
        return -1;
    if (n < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glInvalidateFramebuffer: n %d", n);
        return -1;
    }
    for (GLsizei i = 0; i < n && i < 16; i++)
        words[i] = invalidate_word(fb, attachments[i]);
    return n < 16 ? n : 16;
}

void emu_InvalidateFramebuffer(GLenum target, GLsizei numAttachments, const GLenum *attachments)
{
    GLenum words[16];
    GLsizei n = invalidate_words(target, numAttachments, attachments, words);

    if (n > 0)
        emu_current->es->InvalidateFramebuffer(target, n, words);
}

void emu_InvalidateSubFramebuffer(GLenum target, GLsizei numAttachments, const GLenum *attachments, GLint x,
                                  GLint y, GLsizei width, GLsizei height)
{
    GLenum words[16];
    GLsizei n = invalidate_words(target, numAttachments, attachments, words);

    if (n > 0)
        emu_current->es->InvalidateSubFramebuffer(target, n, words, x, y, width, height);
}

/* Desktop state must not get in the way, and is asked for back: this is rare. */
void emu_clear_new_drawable(void)
{
    static const GLenum toggles[] = {GL_SCISSOR_TEST, GL_RASTERIZER_DISCARD};
    static const GLfloat zero[4] = {0};
    struct emu_context *ctx = emu_current;
    const struct gles_table *es = ctx ? ctx->es : NULL;
    GLboolean on[2], mask[4], depth;
    GLint stencil;

    if (!ctx)
        return;
    for (int i = 0; i < 2; i++)
        if ((on[i] = es->IsEnabled(toggles[i])))
            es->Disable(toggles[i]);
    es->GetBooleanv(GL_COLOR_WRITEMASK, mask);
    es->GetBooleanv(GL_DEPTH_WRITEMASK, &depth);
    es->GetIntegerv(GL_STENCIL_WRITEMASK, &stencil);
    if (ctx->caps->has_draw_buffers_indexed)
        es->ColorMaski(0, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    else
        es->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    es->DepthMask(GL_TRUE);
    es->StencilMaskSeparate(GL_FRONT, ~0u);
    emu_fbo_bind_es(ctx, GL_DRAW_FRAMEBUFFER, 0);
    es->ClearBufferfv(GL_COLOR, 0, zero);
    es->ClearBufferfi(GL_DEPTH_STENCIL, 0, 0, 0);
    es->Flush(); /* softpipe blends with the unrounded colour of a clear until then */
    emu_fbo_restore(ctx);
    es->StencilMaskSeparate(GL_FRONT, (GLuint)stencil);
    es->DepthMask(depth);
    if (ctx->caps->has_draw_buffers_indexed)
        es->ColorMaski(0, mask[0], mask[1], mask[2], mask[3]);
    else
        es->ColorMask(mask[0], mask[1], mask[2], mask[3]);
    for (int i = 0; i < 2; i++)
        if (on[i])
            es->Enable(toggles[i]);
}
