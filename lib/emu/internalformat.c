/* SPDX-License-Identifier: MIT */
/* glGetInternalformat*: what the emulation does with a format, from its table; sample counts come from the
 * driver. */
#include "emu/emu_priv.h"

#include <string.h>

static bool is_multisample(GLenum target)
{
    return target == GL_RENDERBUFFER || target == GL_TEXTURE_2D_MULTISAMPLE ||
           target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
}

/* Sample counts, highest first; their number is returned. */
static GLint sample_counts(struct emu_context *ctx, GLenum target, const struct emu_format *f,
                           GLint counts[16])
{
    GLenum es = f->es == GL_DEPTH_COMPONENT ? GL_DEPTH_COMPONENT24 : f->es;
    GLint n = 0;

    if (!is_multisample(target) || !emu_format_is_renderable(ctx, f) || f->flags & EMU_FORMAT_COMPRESSED)
        return 0;
    if (target != GL_RENDERBUFFER && !ctx->caps->has_es31)
        return 0;
    ctx->es->GetInternalformativ(GL_RENDERBUFFER, es, GL_NUM_SAMPLE_COUNTS, 1, &n);
    n = n < 0 ? 0 : n > 16 ? 16 : n;
    ctx->es->GetInternalformativ(GL_RENDERBUFFER, es, GL_SAMPLES, n, counts);
    return n;
}

static GLenum component_type(const struct emu_format *f, unsigned bits)
{
    static const GLenum types[] = {[EMU_UNORM] = GL_UNSIGNED_NORMALIZED,
                                   [EMU_SNORM] = GL_SIGNED_NORMALIZED,
                                   [EMU_FLOAT] = GL_FLOAT,
                                   [EMU_UINT] = GL_UNSIGNED_INT,
                                   [EMU_INT] = GL_INT};
    return bits ? types[f->cls] : GL_NONE;
}

/* Sizes and types of the components; false when pname is none of them. */
static bool component(const struct emu_format *f, GLenum pname, GLint *out)
{
    if (pname >= GL_INTERNALFORMAT_RED_SIZE && pname <= GL_INTERNALFORMAT_ALPHA_SIZE)
        *out = f->bits[pname - GL_INTERNALFORMAT_RED_SIZE];
    else if (pname >= GL_INTERNALFORMAT_RED_TYPE && pname <= GL_INTERNALFORMAT_ALPHA_TYPE)
        *out = (GLint)component_type(f, f->bits[pname - GL_INTERNALFORMAT_RED_TYPE]);
    else if (pname == GL_INTERNALFORMAT_DEPTH_SIZE)
        *out = f->depth;
    else if (pname == GL_INTERNALFORMAT_STENCIL_SIZE)
        *out = f->stencil;
    else if (pname == GL_INTERNALFORMAT_SHARED_SIZE)
        *out = f->internal == GL_RGB9_E5 ? 5 : 0;
    else
        return false;
    return true;
}

static GLenum full(bool yes)
{
    return yes ? GL_FULL_SUPPORT : GL_NONE;
}

/* One value; false when pname is unknown. */
static bool answer(struct emu_context *ctx, GLenum target, const struct emu_format *f, GLenum pname,
                   GLint *out)
{
    const struct emu_target *t = emu_target_find(target);
    bool texture = t && t->kind != EMU_KIND_BUFFER, renderable = emu_format_is_renderable(ctx, f);

    if (component(f, pname, out))
        return true;
    // clang-format off
    switch (pname) {
    case GL_INTERNALFORMAT_SUPPORTED: *out = GL_TRUE; return true;
    case GL_INTERNALFORMAT_PREFERRED: *out = (GLint)f->internal; return true;
    case GL_MAX_WIDTH:
    case GL_MAX_HEIGHT: *out = t ? emu_texture_max_size(ctx, t->kind) : (GLint)ctx->caps->max_renderbuffer_size; return true;
    case GL_MAX_LAYERS: *out = (GLint)ctx->caps->max_array_texture_layers; return true;
    case GL_COLOR_COMPONENTS: *out = emu_format_is_color(f); return true;
    case GL_DEPTH_COMPONENTS: *out = f->depth > 0; return true;
    case GL_STENCIL_COMPONENTS: *out = f->stencil > 0; return true;
    case GL_COLOR_RENDERABLE: *out = emu_format_is_color(f) && renderable; return true;
    case GL_DEPTH_RENDERABLE: *out = f->depth > 0; return true;
    case GL_STENCIL_RENDERABLE: *out = f->stencil > 0; return true;
    case GL_FRAMEBUFFER_RENDERABLE: *out = (GLint)full(renderable); return true;
    case GL_FRAMEBUFFER_BLEND: *out = (GLint)full(renderable && emu_format_is_color(f) && !emu_format_is_integer(f)); return true;
    case GL_READ_PIXELS: *out = (GLint)full(renderable); return true;
    case GL_READ_PIXELS_FORMAT:
    case GL_TEXTURE_IMAGE_FORMAT:
    case GL_GET_TEXTURE_IMAGE_FORMAT: *out = (GLint)f->es_format; return true;
    case GL_READ_PIXELS_TYPE:
    case GL_TEXTURE_IMAGE_TYPE:
    case GL_GET_TEXTURE_IMAGE_TYPE: *out = (GLint)f->es_type; return true;
    case GL_MIPMAP: *out = texture && t->kind != EMU_KIND_RECTANGLE; return true;
    case GL_MANUAL_GENERATE_MIPMAP:
    case GL_AUTO_GENERATE_MIPMAP:
        *out = (GLint)full(texture && renderable && emu_format_is_color(f) && !emu_format_is_integer(f));
        return true;
    case GL_COLOR_ENCODING:
        *out = !emu_format_is_color(f) ? GL_NONE : f->flags & EMU_FORMAT_SRGB ? GL_SRGB : GL_LINEAR;
        return true;
    case GL_SRGB_READ: *out = (GLint)full(f->flags & EMU_FORMAT_SRGB); return true;
    case GL_SRGB_WRITE: *out = (GLint)full(f->flags & EMU_FORMAT_SRGB && renderable); return true;
    case GL_FILTER: *out = (GLint)full(texture && !emu_format_is_integer(f)); return true;
    case GL_VERTEX_TEXTURE:
    case GL_GEOMETRY_TEXTURE:
    case GL_FRAGMENT_TEXTURE:
    case GL_COMPUTE_TEXTURE: *out = (GLint)full(t != NULL); return true;
    case GL_TEXTURE_SHADOW: *out = (GLint)full(texture && f->depth); return true;
    case GL_TEXTURE_COMPRESSED: *out = f->flags & EMU_FORMAT_COMPRESSED ? GL_TRUE : GL_FALSE; return true;
    case GL_TEXTURE_COMPRESSED_BLOCK_WIDTH: *out = f->block_width; return true;
    case GL_TEXTURE_COMPRESSED_BLOCK_HEIGHT: *out = f->block_height; return true;
    case GL_TEXTURE_COMPRESSED_BLOCK_SIZE: *out = f->block_bytes; return true;
    case GL_CLEAR_BUFFER: *out = (GLint)full(target == GL_TEXTURE_BUFFER); return true;
    case GL_CLEAR_TEXTURE: *out = (GLint)full(texture && !(f->flags & EMU_FORMAT_COMPRESSED)); return true;
    default: return false;
    }
    // clang-format on
}

static GLint query(GLenum target, GLenum internal, GLenum pname, GLsizei count, GLint out[16])
{
    struct emu_context *ctx = emu_current;
    const struct emu_format *f = emu_format_find(ctx, internal, 0, 0);
    const struct emu_target *t = emu_target_find(target);
    GLint counts[16] = {0}, n;

    if ((!t && target != GL_RENDERBUFFER) || (t && t->proxy)) {
        emu_error(ctx, GL_INVALID_ENUM, "glGetInternalformat: target 0x%x", target);
        return 0;
    }
    if (count < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glGetInternalformat: count %d", count);
        return 0;
    }
    out[0] = 0;
    if (!f || (t && !emu_target_supported(ctx, t->kind)))
        return 1; /* an unsupported format answers "none" to everything */
    if (pname == GL_NUM_SAMPLE_COUNTS || pname == GL_SAMPLES) {
        n = sample_counts(ctx, target, f, counts);
        out[0] = n;
        if (pname == GL_SAMPLES)
            memcpy(out, counts, sizeof counts);
        return pname == GL_SAMPLES ? n : 1;
    }
    if (answer(ctx, target, f, pname, out))
        return 1;
    emu_error(ctx, GL_INVALID_ENUM, "glGetInternalformat: pname 0x%x", pname);
    return 0;
}

void emu_GetInternalformativ(GLenum target, GLenum internalformat, GLenum pname, GLsizei count, GLint *params)
{
    GLint values[16], n = query(target, internalformat, pname, count, values);

    for (GLint i = 0; i < n && i < count; i++)
        params[i] = values[i];
}

void emu_GetInternalformati64v(GLenum target, GLenum internalformat, GLenum pname, GLsizei count,
                               GLint64 *params)
{
    GLint values[16], n = query(target, internalformat, pname, count, values);

    for (GLint i = 0; i < n && i < count; i++)
        params[i] = values[i];
}
