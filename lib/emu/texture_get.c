/* SPDX-License-Identifier: MIT */
/* Questions about textures, answered from what the application specified: it sees its own formats, sizes and
 * names. */
#include "emu/emu_priv.h"

static bool own_param(const struct emu_texture *t, GLenum pname, struct emu_value *v)
{
    // clang-format off
    switch (pname) {
    case GL_TEXTURE_BASE_LEVEL: emu_value_set_int(v, t->base_level); return true;
    case GL_TEXTURE_MAX_LEVEL: emu_value_set_int(v, t->max_level); return true;
    case GL_TEXTURE_SWIZZLE_R:
    case GL_TEXTURE_SWIZZLE_G:
    case GL_TEXTURE_SWIZZLE_B:
    case GL_TEXTURE_SWIZZLE_A: emu_value_set_int(v, t->swizzle[pname - GL_TEXTURE_SWIZZLE_R]); return true;
    case GL_TEXTURE_SWIZZLE_RGBA:
        v->type = EMU_VALUE_INT;
        v->count = 4;
        for (int i = 0; i < 4; i++)
            v->i[i] = t->swizzle[i];
        return true;
    case GL_DEPTH_STENCIL_TEXTURE_MODE: emu_value_set_int(v, t->depth_stencil_mode); return true;
    case GL_DEPTH_TEXTURE_MODE: emu_value_set_int(v, t->depth_mode); return true;
    case GL_GENERATE_MIPMAP: emu_value_set_bool(v, t->generate_mipmap); return true;
    case GL_TEXTURE_PRIORITY: emu_value_set_float(v, t->priority); return true;
    case GL_TEXTURE_RESIDENT: emu_value_set_bool(v, true); return true;
    case GL_TEXTURE_IMMUTABLE_FORMAT: emu_value_set_bool(v, t->immutable); return true;
    case GL_TEXTURE_IMMUTABLE_LEVELS: emu_value_set_int(v, t->immutable_levels); return true;
    case GL_TEXTURE_VIEW_MIN_LEVEL: emu_value_set_int(v, t->min_level); return true;
    case GL_TEXTURE_VIEW_NUM_LEVELS: emu_value_set_int(v, t->num_levels); return true;
    case GL_TEXTURE_VIEW_MIN_LAYER: emu_value_set_int(v, t->min_layer); return true;
    case GL_TEXTURE_VIEW_NUM_LAYERS: emu_value_set_int(v, t->num_layers); return true;
    case GL_IMAGE_FORMAT_COMPATIBILITY_TYPE: emu_value_set_int(v, GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE); return true;
    case GL_TEXTURE_TARGET: emu_value_set_int(v, emu_texture_kind_target(t->kind)); return true;
    default: return false;
    }
    // clang-format on
}

bool emu_texture_get_param(struct emu_context *ctx, const struct emu_texture *t, GLenum pname,
                           struct emu_value *v, const char *function)
{
    if (t && (emu_sampling_get(&t->sampling, pname, v) || own_param(t, pname, v)))
        return true;
    if (t)
        emu_error(ctx, GL_INVALID_ENUM, "%s: pname 0x%x", function, pname);
    return false;
}

static bool get(GLenum target, GLenum pname, struct emu_value *v, const char *function)
{
    struct emu_context *ctx = emu_current;
    return emu_texture_get_param(ctx, emu_texture_of_target(ctx, target, function), pname, v, function);
}

void emu_GetTexParameteriv(GLenum target, GLenum pname, GLint *params)
{
    struct emu_value v;
    if (get(target, pname, &v, "glGetTexParameteriv"))
        emu_value_to_int(&v, params);
}

void emu_GetTexParameterfv(GLenum target, GLenum pname, GLfloat *params)
{
    struct emu_value v;
    if (get(target, pname, &v, "glGetTexParameterfv"))
        emu_value_to_float(&v, params);
}

void emu_GetTexParameterIiv(GLenum target, GLenum pname, GLint *params)
{
    struct emu_value v;
    if (get(target, pname, &v, "glGetTexParameterIiv"))
        for (int i = 0; i < v.count; i++)
            params[i] = v.type == EMU_VALUE_FLOAT || v.type == EMU_VALUE_NORM ? (GLint)v.d[i] : (GLint)v.i[i];
}

void emu_GetTexParameterIuiv(GLenum target, GLenum pname, GLuint *params)
{
    emu_GetTexParameterIiv(target, pname, (GLint *)params);
}

/* ---- levels ---- */

static GLenum component_type(const struct emu_format *f, unsigned bits)
{
    static const GLenum types[] = {[EMU_UNORM] = GL_UNSIGNED_NORMALIZED,
                                   [EMU_SNORM] = GL_SIGNED_NORMALIZED,
                                   [EMU_FLOAT] = GL_FLOAT,
                                   [EMU_UINT] = GL_UNSIGNED_INT,
                                   [EMU_INT] = GL_INT};
    return bits ? types[f->cls] : GL_NONE;
}

GLsizei emu_level_compressed_size(const struct emu_level *l)
{
    const struct emu_format *f = l->format;

    if (!(f->flags & EMU_FORMAT_COMPRESSED))
        return 0;
    return (l->width + f->block_width - 1) / f->block_width *
           ((l->height + f->block_height - 1) / f->block_height) * l->depth * f->block_bytes;
}

/* Format facts of a level; false when pname is none of them. */
static bool format_param(const struct emu_level *l, GLenum pname, GLint64 *out)
{
    static const struct emu_format none;
    const struct emu_format *f = l->format ? l->format : &none;
    bool lum = f->base == GL_LUMINANCE || f->base == GL_LUMINANCE_ALPHA, intensity = f->base == GL_INTENSITY;
    unsigned red = lum || intensity ? 0 : f->bits[0];

    // clang-format off
    switch (pname) {
    case GL_TEXTURE_RED_SIZE: *out = red; return true;
    case GL_TEXTURE_GREEN_SIZE: *out = f->bits[1]; return true;
    case GL_TEXTURE_BLUE_SIZE: *out = f->bits[2]; return true;
    case GL_TEXTURE_ALPHA_SIZE: *out = f->bits[3]; return true;
    case GL_TEXTURE_LUMINANCE_SIZE: *out = lum ? f->bits[0] : 0; return true;
    case GL_TEXTURE_INTENSITY_SIZE: *out = intensity ? f->bits[0] : 0; return true;
    case GL_TEXTURE_DEPTH_SIZE: *out = f->depth; return true;
    case GL_TEXTURE_STENCIL_SIZE: *out = f->stencil; return true;
    case GL_TEXTURE_SHARED_SIZE: *out = f->internal == GL_RGB9_E5 ? 5 : 0; return true;
    case GL_TEXTURE_RED_TYPE: *out = component_type(f, red); return true;
    case GL_TEXTURE_GREEN_TYPE: *out = component_type(f, f->bits[1]); return true;
    case GL_TEXTURE_BLUE_TYPE: *out = component_type(f, f->bits[2]); return true;
    case GL_TEXTURE_ALPHA_TYPE: *out = component_type(f, f->bits[3]); return true;
    case GL_TEXTURE_LUMINANCE_TYPE_ARB: *out = component_type(f, lum); return true;
    case GL_TEXTURE_INTENSITY_TYPE_ARB: *out = component_type(f, intensity); return true;
    case GL_TEXTURE_DEPTH_TYPE:
        *out = !f->depth ? GL_NONE : f->internal == GL_DEPTH_COMPONENT32F || f->internal == GL_DEPTH32F_STENCIL8
                                         ? GL_FLOAT : GL_UNSIGNED_NORMALIZED;
        return true;
    default: return false;
    }
    // clang-format on
}

static bool level_param(struct emu_context *ctx, const struct emu_texture *t, const struct emu_level *l,
                        GLsizei samples, GLenum pname, GLint64 *out)
{
    bool legacy = pname == GL_TEXTURE_LUMINANCE_SIZE || pname == GL_TEXTURE_INTENSITY_SIZE ||
                  pname == GL_TEXTURE_LUMINANCE_TYPE_ARB || pname == GL_TEXTURE_INTENSITY_TYPE_ARB;

    if (!(legacy && ctx->core) && format_param(l, pname, out))
        return true;
    // clang-format off
    switch (pname) {
    case GL_TEXTURE_WIDTH: *out = l->width; return true;
    case GL_TEXTURE_HEIGHT: *out = l->height; return true;
    case GL_TEXTURE_DEPTH: *out = l->depth; return true;
    case GL_TEXTURE_BORDER: *out = 0; return true;
    case GL_TEXTURE_INTERNAL_FORMAT: *out = l->format ? l->internal : ctx->core ? GL_RGBA : 1; return true;
    case GL_TEXTURE_COMPRESSED: *out = l->format && l->format->flags & EMU_FORMAT_COMPRESSED; return true;
    case GL_TEXTURE_COMPRESSED_IMAGE_SIZE:
        *out = l->format ? emu_level_compressed_size(l) : 0;
        if (*out == 0)
            emu_error(ctx, GL_INVALID_OPERATION, "glGetTexLevelParameter: not compressed");
        return true;
    case GL_TEXTURE_SAMPLES: *out = samples; return true;
    case GL_TEXTURE_FIXED_SAMPLE_LOCATIONS: *out = t ? t->fixed_locations : 1; return true;
    case GL_TEXTURE_BUFFER_DATA_STORE_BINDING: *out = t && t->buffer ? t->buffer->name : 0; return true;
    case GL_TEXTURE_BUFFER_OFFSET: *out = t ? t->buffer_offset : 0; return true;
    case GL_TEXTURE_BUFFER_SIZE: *out = !t || !t->buffer ? 0 : t->buffer_size ? t->buffer_size : t->buffer->size; return true;
    default: emu_error(ctx, GL_INVALID_ENUM, "glGetTexLevelParameter: pname 0x%x", pname); return false;
    }
    // clang-format on
}

/* A buffer texture's level, made of the buffer. */
static struct emu_level buffer_level(const struct emu_texture *t)
{
    struct emu_level l = {t->buffer_es, t->buffer_format, 0, 1, 1};
    struct emu_layout layout;

    if (t->buffer && t->buffer_es && !emu_layout_get(t->buffer_es->es_format, t->buffer_es->es_type, &layout))
        l.width = (GLsizei)((t->buffer_size ? t->buffer_size : t->buffer->size) /
                            (layout.packed ? layout.bytes : layout.count * (t->buffer_es->bits[0] / 8)));
    return l;
}

bool emu_texture_get_level(struct emu_context *ctx, const struct emu_texture *t,
                           const struct emu_target *what, GLint level, GLenum pname, GLint64 *out)
{
    static const struct emu_level none;
    const struct emu_level *l;
    struct emu_level made;

    if (level < 0 || level >= EMU_MAX_LEVELS || (what->kind == EMU_KIND_RECTANGLE && level)) {
        emu_error(ctx, GL_INVALID_VALUE, "glGetTexLevelParameter: level %d", level);
        return false;
    }
    if (what->proxy)
        return level_param(ctx, NULL, &ctx->texture.proxy[what->kind], ctx->texture.proxy_samples, pname,
                           out);
    if (t->kind == EMU_KIND_BUFFER) {
        made = buffer_level(t);
        return level_param(ctx, t, &made, 0, pname, out);
    }
    l = emu_texture_level(t, what->face, level);
    return level_param(ctx, t, l ? l : &none, t->samples, pname, out);
}

static bool get_level(GLenum target, GLint level, GLenum pname, GLint64 *out)
{
    struct emu_context *ctx = emu_current;
    const struct emu_target *what = emu_target_find(target);

    if (!what || !emu_target_supported(ctx, what->kind) || target == GL_TEXTURE_CUBE_MAP) {
        emu_error(ctx, GL_INVALID_ENUM, "glGetTexLevelParameter: target 0x%x", target);
        return false;
    }
    return emu_texture_get_level(ctx, emu_texture_bound(ctx, ctx->texture.active_unit, what->kind), what,
                                 level, pname, out);
}

void emu_GetTexLevelParameteriv(GLenum target, GLint level, GLenum pname, GLint *params)
{
    GLint64 v;
    if (get_level(target, level, pname, &v))
        *params = (GLint)v;
}

void emu_GetTexLevelParameterfv(GLenum target, GLint level, GLenum pname, GLfloat *params)
{
    GLint64 v;
    if (get_level(target, level, pname, &v))
        *params = (GLfloat)v;
}

/* ---- glGet ---- */

static const struct {
    GLenum pname;
    enum emu_texture_kind kind;
} bindings[] = {
    {GL_TEXTURE_BINDING_1D, EMU_KIND_1D},
    {GL_TEXTURE_BINDING_2D, EMU_KIND_2D},
    {GL_TEXTURE_BINDING_3D, EMU_KIND_3D},
    {GL_TEXTURE_BINDING_CUBE_MAP, EMU_KIND_CUBE},
    {GL_TEXTURE_BINDING_1D_ARRAY, EMU_KIND_1D_ARRAY},
    {GL_TEXTURE_BINDING_2D_ARRAY, EMU_KIND_2D_ARRAY},
    {GL_TEXTURE_BINDING_CUBE_MAP_ARRAY, EMU_KIND_CUBE_ARRAY},
    {GL_TEXTURE_BINDING_RECTANGLE, EMU_KIND_RECTANGLE},
    {GL_TEXTURE_BINDING_BUFFER, EMU_KIND_BUFFER},
    {GL_TEXTURE_BINDING_2D_MULTISAMPLE, EMU_KIND_2D_MULTISAMPLE},
    {GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY, EMU_KIND_2D_MULTISAMPLE_ARRAY},
};

bool emu_texture_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    GLuint unit =
        index == EMU_NO_INDEX || index >= ctx->texture.unit_count ? ctx->texture.active_unit : index;

    for (size_t i = 0; i < sizeof bindings / sizeof *bindings; i++)
        if (bindings[i].pname == pname) {
            emu_value_set_int(value, emu_texture_bound(ctx, unit, bindings[i].kind)->name);
            return true;
        }
    // clang-format off
    switch (pname) {
    case GL_ACTIVE_TEXTURE: emu_value_set_int(value, GL_TEXTURE0 + ctx->texture.active_unit); return true;
    case GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS: emu_value_set_int(value, ctx->texture.unit_count); return true;
    case GL_MAX_RECTANGLE_TEXTURE_SIZE: emu_value_set_int(value, ctx->caps->max_texture_size); return true;
    case GL_MAX_TEXTURE_BUFFER_SIZE: emu_value_set_int(value, ctx->caps->max_texture_buffer_size); return true;
    case GL_MAX_TEXTURE_LOD_BIAS:
    case GL_MAX_TEXTURE_MAX_ANISOTROPY: return false;
    case GL_MAX_COLOR_TEXTURE_SAMPLES:
    case GL_MAX_DEPTH_TEXTURE_SAMPLES: return false;
    default: return emu_image_get(ctx, pname, index, value);
    }
    // clang-format on
}
