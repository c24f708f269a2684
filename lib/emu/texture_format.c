/* SPDX-License-Identifier: MIT */
/* Desktop internal formats and the ES storage that holds the same values.
 * Which storage a format has is a table (texture_format_table.c); here is what of it the driver and the
 * profile allow, and how texture swizzles make luminance, alpha and intensity of red and red-green. Not here:
 * compressing. Formats that ask the driver to compress are stored uncompressed, a named gap. */
#include "emu/emu_priv.h"
#include "emu/texture_format_table.h"

static bool met(const struct gles_caps *caps, enum emu_format_need need)
{
    // clang-format off
    switch (need) {
    case EMU_NEED_NORM16: return caps->has_texture_norm16;
    case EMU_NEED_S3TC: return caps->has_texture_s3tc;
    case EMU_NEED_S3TC_SRGB: return caps->has_texture_s3tc_srgb;
    case EMU_NEED_RGTC: return caps->has_texture_rgtc;
    case EMU_NEED_BPTC: return caps->has_texture_bptc;
    case EMU_NEED_STENCIL8: return caps->has_texture_stencil8;
    default: return true;
    }
    // clang-format on
}

bool emu_format_is_generic(GLenum internal)
{
    bool generic = false;

    emu_format_sized(internal, 0, &generic);
    return generic;
}

static bool is_legacy(const struct emu_format *f)
{
    return f->base == GL_ALPHA || f->base == GL_LUMINANCE || f->base == GL_LUMINANCE_ALPHA ||
           f->base == GL_INTENSITY;
}

const struct emu_format *emu_format_find(struct emu_context *ctx, GLenum internal, GLenum format, GLenum type)
{
    bool generic = false;
    const struct emu_format_row *row;

    (void)format;
    row = emu_format_row(emu_format_sized(internal, type, &generic));
    if (!row || (is_legacy(&row->f) && ctx->core) || (internal >= 1 && internal <= 4 && ctx->core))
        return NULL;
    if (!met(ctx->caps, row->need)) {
        if (!row->fallback)
            return NULL;
        emu_gap(ctx, "glTexImage", "16-bit normalised format stored with 8 bits", true);
        row = emu_format_row(row->fallback);
    }
    if (generic)
        emu_gap(ctx, "glTexImage", "generic compressed format stored uncompressed", true);
    return &row->f;
}

const struct emu_format *emu_format_storage(struct emu_context *ctx, const struct emu_format *format,
                                            GLsizei samples)
{
    if (samples > 0 && format && format->es == GL_DEPTH_COMPONENT)
        return emu_format_find(ctx, GL_DEPTH_COMPONENT32F, 0, 0);
    return format;
}

void emu_format_swizzle(const struct emu_format *f, GLenum depth_mode, GLenum out[4])
{
    // clang-format off
    static const GLenum table[][4] = {
        { GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA }, { GL_RED, GL_GREEN, GL_BLUE, GL_ONE },
        { GL_RED, GL_RED, GL_RED, GL_ONE },      { GL_RED, GL_RED, GL_RED, GL_GREEN },
        { GL_RED, GL_RED, GL_RED, GL_RED },      { GL_ZERO, GL_ZERO, GL_ZERO, GL_RED },
        { GL_RED, GL_RED, GL_RED, GL_ALPHA },    { GL_RED, GL_ZERO, GL_ZERO, GL_ONE },
    };
    // clang-format on
    unsigned row = 0;
    GLenum base = f ? f->base : GL_RGBA;

    if (base == GL_DEPTH_COMPONENT || base == GL_DEPTH_STENCIL)
        base = depth_mode;
    // clang-format off
    switch (base) {
    case GL_RED: row = f && f->es == GL_DEPTH_COMPONENT ? 7 : 0; break; /* ES reads unsized depth as luminance */
    case GL_RGB: row = f->es_base == GL_RGBA ? 1 : 0; break;
    case GL_LUMINANCE: row = 2; break;
    case GL_LUMINANCE_ALPHA: row = f->es_base == GL_RGBA ? 6 : 3; break;
    case GL_INTENSITY: row = 4; break;
    case GL_ALPHA: row = 5; break;
    default: break;
    }
    // clang-format on
    for (int i = 0; i < 4; i++)
        out[i] = table[row][i];
}

bool emu_format_is_integer(const struct emu_format *f)
{
    return f->cls == EMU_INT || f->cls == EMU_UINT;
}

bool emu_format_is_color(const struct emu_format *f)
{
    return !f->depth && !f->stencil;
}

bool emu_format_is_renderable(struct emu_context *ctx, const struct emu_format *f)
{
    const struct gles_caps *caps = ctx->caps;

    if (f->flags & EMU_FORMAT_COMPRESSED || f->es == GL_RGB9_E5)
        return false;
    if (f->cls == EMU_SNORM)
        return caps->has_render_snorm;
    if (f->cls == EMU_FLOAT && emu_format_is_color(f))
        return f->bits[0] == 16 || f->bits[3] == 16
                   ? caps->has_color_buffer_half_float || caps->has_color_buffer_float
                   : caps->has_color_buffer_float;
    return true;
}
