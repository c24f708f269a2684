/* SPDX-License-Identifier: MIT */
/* Questions about framebuffers, answered from the application's attachments; parameters of framebuffers
 * without any. */
#include "emu/emu_priv.h"

static void default_attachment(struct emu_context *ctx, GLenum attachment, GLenum pname, GLint *params)
{
    bool depth = attachment == GL_DEPTH, stencil = attachment == GL_STENCIL;

    if (!depth && !stencil && !(attachment >= GL_FRONT_LEFT && attachment <= GL_BACK) &&
        attachment != GL_FRONT) {
        emu_error(ctx, GL_INVALID_ENUM, "glGetFramebufferAttachmentParameteriv: attachment 0x%x", attachment);
        return;
    }
    // clang-format off
    switch (pname) {
    case GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE: *params = GL_FRAMEBUFFER_DEFAULT; break;
    case GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME: *params = 0; break;
    case GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE:
    case GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE:
    case GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE:
    case GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE: *params = depth || stencil ? 0 : 8; break;
    case GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE: *params = depth ? 24 : 0; break;
    case GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE: *params = stencil ? 8 : 0; break;
    case GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE: *params = stencil ? GL_INDEX : GL_UNSIGNED_NORMALIZED; break;
    case GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING: *params = GL_LINEAR; break;
    default: emu_error(ctx, GL_INVALID_ENUM, "glGetFramebufferAttachmentParameteriv: pname 0x%x", pname);
    }
    // clang-format on
}

static GLint component_type(const struct emu_format *f, GLenum attachment)
{
    static const GLint types[] = {[EMU_UNORM] = GL_UNSIGNED_NORMALIZED,
                                  [EMU_SNORM] = GL_SIGNED_NORMALIZED,
                                  [EMU_FLOAT] = GL_FLOAT,
                                  [EMU_UINT] = GL_UNSIGNED_INT,
                                  [EMU_INT] = GL_INT};

    if (attachment == GL_STENCIL_ATTACHMENT)
        return GL_INDEX;
    if (f->internal == GL_DEPTH_COMPONENT32F || f->internal == GL_DEPTH32F_STENCIL8)
        return GL_FLOAT;
    return types[f->cls];
}

static bool format_param(const struct emu_format *f, GLenum attachment, GLenum pname, GLint *params)
{
    static const struct emu_format none;
    const struct emu_format *s = f ? f : &none;

    // clang-format off
    switch (pname) {
    case GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE: *params = s->bits[0]; return true;
    case GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE: *params = s->bits[1]; return true;
    case GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE: *params = s->bits[2]; return true;
    case GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE: *params = s->bits[3]; return true;
    case GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE: *params = s->depth; return true;
    case GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE: *params = s->stencil; return true;
    case GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE: *params = component_type(s, attachment); return true;
    case GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING: *params = s->flags & EMU_FORMAT_SRGB ? GL_SRGB : GL_LINEAR; return true;
    default: return false;
    }
    // clang-format on
}

void emu_fbo_get_attachment(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum attachment,
                            GLenum pname, GLint *params)
{
    const struct emu_attachment *a = emu_fbo_point(fb, attachment);

    if (!fb->name) {
        default_attachment(ctx, attachment, pname, params);
        return;
    }
    if (!a) {
        emu_error(ctx, GL_INVALID_ENUM, "glGetFramebufferAttachmentParameteriv: attachment 0x%x", attachment);
        return;
    }
    if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) {
        *params = a->texture ? GL_TEXTURE : a->renderbuffer ? GL_RENDERBUFFER : GL_NONE;
        return;
    }
    if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) {
        *params = a->texture ? (GLint)a->texture->name : a->renderbuffer ? (GLint)a->renderbuffer->name : 0;
        return;
    }
    if (!a->texture && !a->renderbuffer) {
        emu_error(ctx, GL_INVALID_OPERATION, "glGetFramebufferAttachmentParameteriv: nothing is attached");
        return;
    }
    if (format_param(emu_attachment_format(a), attachment, pname, params))
        return;
    // clang-format off
    switch (pname) {
    case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL: *params = a->level; break;
    case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE:
        *params = a->texture && a->texture->kind == EMU_KIND_CUBE && !a->layered ? (GLint)(GL_TEXTURE_CUBE_MAP_POSITIVE_X + a->face) : 0;
        break;
    case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER: *params = a->layer; break;
    case GL_FRAMEBUFFER_ATTACHMENT_LAYERED: *params = a->layered; break;
    default: emu_error(ctx, GL_INVALID_ENUM, "glGetFramebufferAttachmentParameteriv: pname 0x%x", pname);
    }
    // clang-format on
}

void emu_GetFramebufferAttachmentParameteriv(GLenum target, GLenum attachment, GLenum pname, GLint *params)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = emu_fbo_target(ctx, target, "glGetFramebufferAttachmentParameteriv");

    if (fb)
        emu_fbo_get_attachment(ctx, fb, attachment, pname, params);
}

/* Where a parameter of attachment-less framebuffers is kept; NULL: no such parameter. */
static GLint *parameter(struct emu_framebuffer *fb, GLenum pname)
{
    // clang-format off
    switch (pname) {
    case GL_FRAMEBUFFER_DEFAULT_WIDTH: return &fb->default_width;
    case GL_FRAMEBUFFER_DEFAULT_HEIGHT: return &fb->default_height;
    case GL_FRAMEBUFFER_DEFAULT_LAYERS: return &fb->default_layers;
    case GL_FRAMEBUFFER_DEFAULT_SAMPLES: return &fb->default_samples;
    case GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS: return &fb->default_fixed;
    default: return NULL;
    }
    // clang-format on
}

void emu_fbo_parameter(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum pname, GLint param)
{
    GLint *value = parameter(fb, pname);

    if (!value) {
        emu_error(ctx, GL_INVALID_ENUM, "glFramebufferParameteri: pname 0x%x", pname);
        return;
    }
    if (!fb->name || param < 0) {
        emu_error(ctx, param < 0 ? GL_INVALID_VALUE : GL_INVALID_OPERATION, "glFramebufferParameteri: %d",
                  param);
        return;
    }
    *value = param;
    if (!ctx->es->FramebufferParameteri ||
        (pname == GL_FRAMEBUFFER_DEFAULT_LAYERS && !ctx->caps->has_geometry_shader)) {
        emu_gap(ctx, "glFramebufferParameteri", "framebuffers without attachments need ES 3.1", true);
        return;
    }
    ctx->es->FramebufferParameteri(emu_fbo_use(ctx, fb), pname, param);
    emu_fbo_restore(ctx);
}

void emu_FramebufferParameteri(GLenum target, GLenum pname, GLint param)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = emu_fbo_target(ctx, target, "glFramebufferParameteri");

    if (fb)
        emu_fbo_parameter(ctx, fb, pname, param);
}

void emu_fbo_get_parameter(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum pname, GLint *params)
{
    GLint *value = parameter(fb, pname);

    if (value) {
        *params = *value;
        return;
    }
    // clang-format off
    switch (pname) {
    case GL_DOUBLEBUFFER: *params = !fb->name; break;
    case GL_STEREO: *params = 0; break;
    case GL_SAMPLES: *params = emu_fbo_samples(ctx, fb); break;
    case GL_SAMPLE_BUFFERS: *params = emu_fbo_samples(ctx, fb) > 0; break;
    case GL_IMPLEMENTATION_COLOR_READ_FORMAT: *params = GL_RGBA; break;
    case GL_IMPLEMENTATION_COLOR_READ_TYPE: *params = GL_UNSIGNED_BYTE; break;
    default: emu_error(ctx, GL_INVALID_ENUM, "glGetFramebufferParameteriv: pname 0x%x", pname);
    }
    // clang-format on
}

void emu_GetFramebufferParameteriv(GLenum target, GLenum pname, GLint *params)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = emu_fbo_target(ctx, target, "glGetFramebufferParameteriv");

    if (fb)
        emu_fbo_get_parameter(ctx, fb, pname, params);
}
