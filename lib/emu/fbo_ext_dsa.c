/* SPDX-License-Identifier: MIT */
/* GL_EXT_direct_state_access to framebuffers and renderbuffers: as the ARB forms, but a name without object
 * gets one, and attachments are named by texture target as in the bound forms. */
#include "emu/emu_priv.h"

/* False after an error. Name 0 is the default framebuffer, as far as the ARB form takes it. */
static bool make_framebuffer(struct emu_context *ctx, GLuint name)
{
    return !name || emu_names_get(&ctx->framebuffers, name) || emu_fbo_create(ctx, name);
}

static bool make_renderbuffer(struct emu_context *ctx, GLuint name)
{
    return emu_renderbuffer_lookup(ctx, name) || (name && emu_renderbuffer_create(ctx, name));
}

void emu_NamedFramebufferTextureEXT(GLuint framebuffer, GLenum attachment, GLuint texture, GLint level)
{
    if (make_framebuffer(emu_current, framebuffer))
        emu_NamedFramebufferTexture(framebuffer, attachment, texture, level);
}

void emu_NamedFramebufferTextureLayerEXT(GLuint framebuffer, GLenum attachment, GLuint texture, GLint level,
                                         GLint layer)
{
    if (make_framebuffer(emu_current, framebuffer))
        emu_NamedFramebufferTextureLayer(framebuffer, attachment, texture, level, layer);
}

void emu_NamedFramebufferRenderbufferEXT(GLuint framebuffer, GLenum attachment, GLenum renderbuffertarget,
                                         GLuint renderbuffer)
{
    if (make_framebuffer(emu_current, framebuffer))
        emu_NamedFramebufferRenderbuffer(framebuffer, attachment, renderbuffertarget, renderbuffer);
}

/* The bound forms, on the named framebuffer. NULL after an error. */
static struct emu_framebuffer *push(struct emu_context *ctx, GLuint framebuffer)
{
    return make_framebuffer(ctx, framebuffer) ? emu_fbo_push_draw(ctx, emu_fbo_lookup(ctx, framebuffer))
                                              : NULL;
}

void emu_NamedFramebufferTexture1DEXT(GLuint framebuffer, GLenum attachment, GLenum textarget, GLuint texture,
                                      GLint level)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *before = push(ctx, framebuffer);

    if (!before)
        return;
    emu_FramebufferTexture1D(GL_DRAW_FRAMEBUFFER, attachment, textarget, texture, level);
    emu_fbo_push_draw(ctx, before);
}

void emu_NamedFramebufferTexture2DEXT(GLuint framebuffer, GLenum attachment, GLenum textarget, GLuint texture,
                                      GLint level)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *before = push(ctx, framebuffer);

    if (!before)
        return;
    emu_FramebufferTexture2D(GL_DRAW_FRAMEBUFFER, attachment, textarget, texture, level);
    emu_fbo_push_draw(ctx, before);
}

void emu_NamedFramebufferTexture3DEXT(GLuint framebuffer, GLenum attachment, GLenum textarget, GLuint texture,
                                      GLint level, GLint zoffset)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *before = push(ctx, framebuffer);

    if (!before)
        return;
    emu_FramebufferTexture3D(GL_DRAW_FRAMEBUFFER, attachment, textarget, texture, level, zoffset);
    emu_fbo_push_draw(ctx, before);
}

void emu_NamedFramebufferTextureFaceEXT(GLuint framebuffer, GLenum attachment, GLuint texture, GLint level,
                                        GLenum face)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *before = push(ctx, framebuffer);

    if (!before)
        return;
    emu_FramebufferTextureFaceARB(GL_DRAW_FRAMEBUFFER, attachment, texture, level, face);
    emu_fbo_push_draw(ctx, before);
}

void emu_NamedFramebufferParameteriEXT(GLuint framebuffer, GLenum pname, GLint param)
{
    if (make_framebuffer(emu_current, framebuffer))
        emu_NamedFramebufferParameteri(framebuffer, pname, param);
}

void emu_FramebufferDrawBufferEXT(GLuint framebuffer, GLenum mode)
{
    if (make_framebuffer(emu_current, framebuffer))
        emu_NamedFramebufferDrawBuffer(framebuffer, mode);
}

void emu_FramebufferDrawBuffersEXT(GLuint framebuffer, GLsizei n, const GLenum *bufs)
{
    if (make_framebuffer(emu_current, framebuffer))
        emu_NamedFramebufferDrawBuffers(framebuffer, n, bufs);
}

void emu_FramebufferReadBufferEXT(GLuint framebuffer, GLenum mode)
{
    if (make_framebuffer(emu_current, framebuffer))
        emu_NamedFramebufferReadBuffer(framebuffer, mode);
}

GLenum emu_CheckNamedFramebufferStatusEXT(GLuint framebuffer, GLenum target)
{
    return make_framebuffer(emu_current, framebuffer) ? emu_CheckNamedFramebufferStatus(framebuffer, target)
                                                      : 0;
}

void emu_GetNamedFramebufferAttachmentParameterivEXT(GLuint framebuffer, GLenum attachment, GLenum pname,
                                                     GLint *params)
{
    if (make_framebuffer(emu_current, framebuffer))
        emu_GetNamedFramebufferAttachmentParameteriv(framebuffer, attachment, pname, params);
}

void emu_GetNamedFramebufferParameterivEXT(GLuint framebuffer, GLenum pname, GLint *params)
{
    if (make_framebuffer(emu_current, framebuffer))
        emu_GetNamedFramebufferParameteriv(framebuffer, pname, params);
}

/* Draw and read buffers of the named framebuffer, by the words of glGet. */
void emu_GetFramebufferParameterivEXT(GLuint framebuffer, GLenum pname, GLint *params)
{
    emu_GetNamedFramebufferParameterivEXT(framebuffer, pname, params);
}

void emu_NamedRenderbufferStorageEXT(GLuint renderbuffer, GLenum internalformat, GLsizei width,
                                     GLsizei height)
{
    if (make_renderbuffer(emu_current, renderbuffer))
        emu_NamedRenderbufferStorage(renderbuffer, internalformat, width, height);
}

void emu_NamedRenderbufferStorageMultisampleEXT(GLuint renderbuffer, GLsizei samples, GLenum internalformat,
                                                GLsizei width, GLsizei height)
{
    if (make_renderbuffer(emu_current, renderbuffer))
        emu_NamedRenderbufferStorageMultisample(renderbuffer, samples, internalformat, width, height);
}

void emu_GetNamedRenderbufferParameterivEXT(GLuint renderbuffer, GLenum pname, GLint *params)
{
    if (make_renderbuffer(emu_current, renderbuffer))
        emu_GetNamedRenderbufferParameteriv(renderbuffer, pname, params);
}
