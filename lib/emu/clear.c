/* SPDX-License-Identifier: MIT */
/* Clears and invalidation. The driver's do the same; conditional rendering and desktop-only words are handled
 * before. */
#include "emu/emu_priv.h"

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
    if (mask & known && !emu_query_discards(ctx))
        ctx->es->Clear(mask & known);
}

/* Desktop GL has eight draw buffers where ES may have fewer: the driver checks the index. */
void emu_ClearBufferfv(GLenum buffer, GLint drawbuffer, const GLfloat *value)
{
    if (!emu_query_discards(emu_current))
        emu_current->es->ClearBufferfv(buffer, drawbuffer, value);
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
