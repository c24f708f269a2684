/* SPDX-License-Identifier: MIT */
/* Direct state access to framebuffers and renderbuffers. What ES does to the bound framebuffer only is done
 * to one that is bound for the moment. */
#include "emu/emu_priv.h"

/* The object behind a name, 0 being the default framebuffer; NULL after an error. */
static struct emu_framebuffer *find(struct emu_context *ctx, GLuint name, const char *function)
{
    struct emu_framebuffer *fb = emu_fbo_lookup(ctx, name);

    if (!fb)
        emu_error(ctx, GL_INVALID_OPERATION, "%s: framebuffer %u", function, name);
    return fb;
}

void emu_NamedFramebufferTexture(GLuint framebuffer, GLenum attachment, GLuint texture, GLint level)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glNamedFramebufferTexture");

    if (fb)
        emu_fbo_texture(ctx, fb, attachment, texture, level, "glNamedFramebufferTexture");
}

void emu_NamedFramebufferTextureLayer(GLuint framebuffer, GLenum attachment, GLuint texture, GLint level,
                                      GLint layer)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glNamedFramebufferTextureLayer");

    if (fb)
        emu_fbo_texture_layer(ctx, fb, attachment, texture, level, layer, "glNamedFramebufferTextureLayer");
}

void emu_NamedFramebufferRenderbuffer(GLuint framebuffer, GLenum attachment, GLenum renderbuffertarget,
                                      GLuint renderbuffer)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glNamedFramebufferRenderbuffer");
    struct emu_attachment a = {.renderbuffer = emu_renderbuffer_lookup(ctx, renderbuffer)};

    if (!fb)
        return;
    if (renderbuffertarget != GL_RENDERBUFFER)
        emu_error(ctx, GL_INVALID_ENUM, "glNamedFramebufferRenderbuffer: target 0x%x", renderbuffertarget);
    else if (renderbuffer && !a.renderbuffer)
        emu_error(ctx, GL_INVALID_OPERATION, "glNamedFramebufferRenderbuffer: renderbuffer %u", renderbuffer);
    else
        emu_fbo_attach(ctx, fb, attachment, &a, "glNamedFramebufferRenderbuffer");
}

void emu_NamedFramebufferParameteri(GLuint framebuffer, GLenum pname, GLint param)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glNamedFramebufferParameteri");

    if (fb)
        emu_fbo_parameter(ctx, fb, pname, param);
}

void emu_NamedFramebufferDrawBuffers(GLuint framebuffer, GLsizei n, const GLenum *bufs)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glNamedFramebufferDrawBuffers");

    if (fb)
        emu_fbo_draw_buffers(ctx, fb, n, bufs, false, "glNamedFramebufferDrawBuffers");
}

void emu_NamedFramebufferDrawBuffer(GLuint framebuffer, GLenum buf)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glNamedFramebufferDrawBuffer");

    if (fb)
        emu_fbo_draw_buffers(ctx, fb, 1, &buf, true, "glNamedFramebufferDrawBuffer");
}

void emu_NamedFramebufferReadBuffer(GLuint framebuffer, GLenum src)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glNamedFramebufferReadBuffer");

    if (fb)
        emu_fbo_read_buffer(ctx, fb, src, "glNamedFramebufferReadBuffer");
}

GLenum emu_CheckNamedFramebufferStatus(GLuint framebuffer, GLenum target)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glCheckNamedFramebufferStatus");
    GLenum status = 0;

    if (!fb || !emu_fbo_target(ctx, target, "glCheckNamedFramebufferStatus"))
        return 0;
    status = ctx->es->CheckFramebufferStatus(emu_fbo_use(ctx, fb));
    emu_fbo_restore(ctx);
    return status;
}

void emu_GetNamedFramebufferAttachmentParameteriv(GLuint framebuffer, GLenum attachment, GLenum pname,
                                                  GLint *params)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glGetNamedFramebufferAttachmentParameteriv");

    if (fb)
        emu_fbo_get_attachment(ctx, fb, attachment, pname, params);
}

void emu_GetNamedFramebufferParameteriv(GLuint framebuffer, GLenum pname, GLint *param)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glGetNamedFramebufferParameteriv");

    if (fb)
        emu_fbo_get_parameter(ctx, fb, pname, param);
}

/* ---- commands on a framebuffer that is bound for the moment ---- */

struct emu_framebuffer *emu_fbo_push_draw(struct emu_context *ctx, struct emu_framebuffer *fb)
{
    struct emu_framebuffer *before = ctx->fbo.draw;

    ctx->fbo.draw = fb;
    emu_fbo_restore(ctx);
    return before;
}

void emu_ClearNamedFramebufferfv(GLuint framebuffer, GLenum buffer, GLint drawbuffer, const GLfloat *value)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glClearNamedFramebufferfv"), *before;

    if (!fb)
        return;
    before = emu_fbo_push_draw(ctx, fb);
    emu_ClearBufferfv(buffer, drawbuffer, value);
    emu_fbo_push_draw(ctx, before);
}

void emu_ClearNamedFramebufferiv(GLuint framebuffer, GLenum buffer, GLint drawbuffer, const GLint *value)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glClearNamedFramebufferiv"), *before;

    if (!fb)
        return;
    before = emu_fbo_push_draw(ctx, fb);
    emu_ClearBufferiv(buffer, drawbuffer, value);
    emu_fbo_push_draw(ctx, before);
}

void emu_ClearNamedFramebufferuiv(GLuint framebuffer, GLenum buffer, GLint drawbuffer, const GLuint *value)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glClearNamedFramebufferuiv"), *before;

    if (!fb)
        return;
    before = emu_fbo_push_draw(ctx, fb);
    emu_ClearBufferuiv(buffer, drawbuffer, value);
    emu_fbo_push_draw(ctx, before);
}

void emu_ClearNamedFramebufferfi(GLuint framebuffer, GLenum buffer, GLint drawbuffer, GLfloat depth,
                                 GLint stencil)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glClearNamedFramebufferfi"), *before;

    if (!fb)
        return;
    before = emu_fbo_push_draw(ctx, fb);
    emu_ClearBufferfi(buffer, drawbuffer, depth, stencil);
    emu_fbo_push_draw(ctx, before);
}

void emu_BlitNamedFramebuffer(GLuint readFramebuffer, GLuint drawFramebuffer, GLint srcX0, GLint srcY0,
                              GLint srcX1, GLint srcY1, GLint dstX0, GLint dstY0, GLint dstX1, GLint dstY1,
                              GLbitfield mask, GLenum filter)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *read = find(ctx, readFramebuffer, "glBlitNamedFramebuffer");
    struct emu_framebuffer *draw = read ? find(ctx, drawFramebuffer, "glBlitNamedFramebuffer") : NULL;
    struct emu_framebuffer *before = ctx->fbo.read;

    if (!draw)
        return;
    ctx->fbo.read = read;
    draw = emu_fbo_push_draw(ctx, draw);
    emu_fbo_blit(ctx, srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter);
    ctx->fbo.read = before;
    emu_fbo_push_draw(ctx, draw);
}

void emu_InvalidateNamedFramebufferData(GLuint framebuffer, GLsizei numAttachments, const GLenum *attachments)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glInvalidateNamedFramebufferData"), *before;

    if (!fb)
        return;
    before = emu_fbo_push_draw(ctx, fb);
    emu_InvalidateFramebuffer(GL_DRAW_FRAMEBUFFER, numAttachments, attachments);
    emu_fbo_push_draw(ctx, before);
}

void emu_InvalidateNamedFramebufferSubData(GLuint framebuffer, GLsizei numAttachments,
                                           const GLenum *attachments, GLint x, GLint y, GLsizei width,
                                           GLsizei height)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = find(ctx, framebuffer, "glInvalidateNamedFramebufferSubData"), *before;

    if (!fb)
        return;
    before = emu_fbo_push_draw(ctx, fb);
    emu_InvalidateSubFramebuffer(GL_DRAW_FRAMEBUFFER, numAttachments, attachments, x, y, width, height);
    emu_fbo_push_draw(ctx, before);
}

/* ---- renderbuffers ---- */

static struct emu_renderbuffer *find_renderbuffer(struct emu_context *ctx, GLuint name, const char *function)
{
    struct emu_renderbuffer *rb = emu_renderbuffer_lookup(ctx, name);

    if (!rb)
        emu_error(ctx, GL_INVALID_OPERATION, "%s: renderbuffer %u", function, name);
    return rb;
}

void emu_NamedRenderbufferStorage(GLuint renderbuffer, GLenum internalformat, GLsizei width, GLsizei height)
{
    struct emu_context *ctx = emu_current;
    struct emu_renderbuffer *rb = find_renderbuffer(ctx, renderbuffer, "glNamedRenderbufferStorage");

    if (rb)
        emu_renderbuffer_storage(ctx, rb, 0, internalformat, width, height, "glNamedRenderbufferStorage");
}

void emu_NamedRenderbufferStorageMultisample(GLuint renderbuffer, GLsizei samples, GLenum internalformat,
                                             GLsizei width, GLsizei height)
{
    struct emu_context *ctx = emu_current;
    struct emu_renderbuffer *rb =
        find_renderbuffer(ctx, renderbuffer, "glNamedRenderbufferStorageMultisample");

    if (rb)
        emu_renderbuffer_storage(ctx, rb, samples, internalformat, width, height,
                                 "glNamedRenderbufferStorageMultisample");
}

void emu_GetNamedRenderbufferParameteriv(GLuint renderbuffer, GLenum pname, GLint *params)
{
    struct emu_context *ctx = emu_current;
    struct emu_renderbuffer *rb = find_renderbuffer(ctx, renderbuffer, "glGetNamedRenderbufferParameteriv");

    if (rb)
        emu_renderbuffer_get(ctx, rb, pname, params);
}
