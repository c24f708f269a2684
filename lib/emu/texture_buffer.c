/* SPDX-License-Identifier: MIT */
/* Buffer textures. What the driver cannot show by itself is only noted here: buffer textures that it has not
 * at all, an offset that it does not align to. */
#include "emu/emu_priv.h"

/* Texel formats of buffer textures that ES has too. Three components exist with 32 bits only; luminance and
 * the like would need a swizzle, which buffer textures do not have. */
static bool texel_format(const struct emu_format *f)
{
    if (!f || !emu_format_is_color(f) || f->cls == EMU_SNORM ||
        f->flags & (EMU_FORMAT_SRGB | EMU_FORMAT_COMPRESSED))
        return false;
    return f->base == GL_RED || f->base == GL_RG || f->base == GL_RGBA ||
           (f->base == GL_RGB && f->bits[0] == 32);
}

/* ARB_texture_buffer_object has these in the compatibility profile. */
static bool is_legacy(const struct emu_format *f)
{
    return f->base == GL_ALPHA || f->base == GL_LUMINANCE || f->base == GL_LUMINANCE_ALPHA ||
           f->base == GL_INTENSITY;
}

/* The driver's texture, where it can show that range: windows do where it cannot (window.c). */
static void set_driver(struct emu_context *ctx, struct emu_texture *t, GLenum format,
                       const struct emu_buffer *buffer, GLintptr offset, GLsizeiptr size, bool whole)
{
    if (!ctx->caps->has_texture_buffer || (!whole && offset % ctx->caps->texture_buffer_offset_alignment))
        return;
    emu_texture_begin(ctx, t);
    if (whole)
        ctx->es->TexBuffer(GL_TEXTURE_BUFFER, format, buffer ? buffer->es : 0);
    else
        ctx->es->TexBufferRange(GL_TEXTURE_BUFFER, format, buffer->es, offset, size);
    emu_texture_end(ctx, t);
}

void emu_texture_buffer_range(struct emu_context *ctx, struct emu_texture *t, GLenum internal, GLuint name,
                              GLintptr offset, GLsizeiptr size, bool whole, const char *function)
{
    struct emu_buffer *buffer = emu_buffer_lookup(ctx, name);
    const struct emu_format *f = emu_format_find(ctx, internal, 0, 0);

    if ((internal == GL_R16 || internal == GL_RG16 || internal == GL_RGBA16) &&
        !ctx->caps->has_texture_norm16) {
        emu_gap(ctx, "glTexBuffer", "16-bit normalised texels need GL_EXT_texture_norm16", true);
        return;
    }
    if (f && f->internal == internal && !ctx->core && is_legacy(f)) {
        emu_gap(ctx, "glTexBuffer", "texels of alpha, luminance and intensity", true);
        return;
    }
    if (!texel_format(f) || f->internal != internal) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: internal format 0x%x", function, internal);
        return;
    }
    if (name && !buffer)
        return;
    if (buffer && !whole && (offset < 0 || size <= 0 || size > buffer->size - offset || offset % 16)) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: %td bytes at %td of %td", function, size, offset, buffer->size);
        return;
    }
    set_driver(ctx, t, f->base == GL_RGB ? internal : f->es, buffer, offset, size, whole || !buffer);
    emu_buffer_ref(&t->buffer, buffer);
    t->buffer_format = internal;
    t->buffer_es = f;
    t->buffer_offset = whole || !buffer ? 0 : offset;
    t->buffer_size = whole || !buffer ? 0 : size;
}

static void tex_buffer(GLenum target, GLenum internal, GLuint name, GLintptr offset, GLsizeiptr size,
                       bool whole, const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t;

    if (target != GL_TEXTURE_BUFFER) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x", function, target);
        return;
    }
    if (!(t = emu_texture_of_target(ctx, target, function)))
        return;
    emu_texture_buffer_range(ctx, t, internal, name, offset, size, whole, function);
}

void emu_TexBuffer(GLenum target, GLenum internalformat, GLuint buffer)
{
    tex_buffer(target, internalformat, buffer, 0, 0, true, "glTexBuffer");
}

void emu_TexBufferRange(GLenum target, GLenum internalformat, GLuint buffer, GLintptr offset, GLsizeiptr size)
{
    tex_buffer(target, internalformat, buffer, offset, size, false, "glTexBufferRange");
}
