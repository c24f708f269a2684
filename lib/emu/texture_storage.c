/* SPDX-License-Identifier: MIT */
/* Immutable storage and mip generation.
 * Formats that ES has only unsized get mutable storage behind an immutable face. */
#include "emu/emu_priv.h"

static GLint level_count(GLsizei size)
{
    GLint n = 1;
    while (size >>= 1)
        n++;
    return n;
}

static GLsizei shrink(GLsizei size, GLint level)
{
    return size >> level > 0 ? size >> level : 1;
}

/* Sizes of one level of a texture whose level 0 is w x h x d. */
static struct emu_level level_of(const struct emu_texture *t, const struct emu_format *f, GLenum internal,
                                 GLint level, GLsizei w, GLsizei h, GLsizei d)
{
    bool rows_stay = t->kind == EMU_KIND_1D_ARRAY;

    return (struct emu_level){f, internal, shrink(w, level), rows_stay ? h : shrink(h, level),
                              t->kind == EMU_KIND_3D ? shrink(d, level) : d};
}

bool emu_texture_record(struct emu_context *ctx, struct emu_texture *t, const struct emu_format *f,
                        GLenum internal, GLint levels, GLsizei w, GLsizei h, GLsizei d)
{
    unsigned faces = t->kind == EMU_KIND_CUBE ? 6 : 1;

    for (unsigned face = 0; face < faces; face++)
        for (GLint i = 0; i < levels; i++) {
            struct emu_level *l = emu_texture_level_make(ctx, t, face, i);
            if (!l)
                return false;
            *l = level_of(t, f, internal, i, w, h, d);
        }
    return true;
}

/* The driver's storage, level by level, for formats it has no sized name for. */
static void storage_mutable(struct emu_context *ctx, struct emu_texture *t, const struct emu_format *f,
                            GLint levels, GLsizei w, GLsizei h, GLsizei d)
{
    const struct emu_upload up = {.format = f->es_format, .type = f->es_type};
    unsigned faces = t->kind == EMU_KIND_CUBE ? 6 : 1;

    if (ctx->buffer.bound[EMU_PIXEL_UNPACK_BUFFER])
        emu_buffer_bind_es(ctx, EMU_PIXEL_UNPACK_BUFFER, 0);
    for (unsigned face = 0; face < faces; face++)
        for (GLint i = 0; i < levels; i++) {
            const struct emu_target *target =
                emu_target_find(t->kind == EMU_KIND_CUBE ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face
                                                         : emu_texture_kind_target(t->kind));
            struct emu_level l = level_of(t, f, 0, i, w, h, d);
            emu_texture_submit(ctx, t, &(struct emu_region){target, i, 0, 0, 0, l.width, l.height, l.depth},
                               f, &up, true);
        }
    if (ctx->buffer.bound[EMU_PIXEL_UNPACK_BUFFER])
        emu_buffer_restore(ctx, EMU_PIXEL_UNPACK_BUFFER);
    ctx->es->TexParameteri(t->es_target, GL_TEXTURE_MAX_LEVEL, levels - 1);
}

void emu_texture_storage_driver(struct emu_context *ctx, struct emu_texture *t, const struct emu_format *f,
                                GLint levels, GLsizei w, GLsizei h, GLsizei d)
{
    if (f->es == GL_DEPTH_COMPONENT)
        storage_mutable(ctx, t, f, levels, w, h, d);
    else if (t->kind == EMU_KIND_1D_ARRAY)
        ctx->es->TexStorage3D(t->es_target, levels, f->es, w, 1, h);
    else if (t->kind == EMU_KIND_3D || t->kind == EMU_KIND_2D_ARRAY || t->kind == EMU_KIND_CUBE_ARRAY)
        ctx->es->TexStorage3D(t->es_target, levels, f->es, w, h, d);
    else
        ctx->es->TexStorage2D(t->es_target, levels, f->es, w, h);
}

/* Levels that a texture of that size may have. */
static GLint max_levels(const struct emu_texture *t, GLsizei w, GLsizei h, GLsizei d)
{
    GLsizei top = w;

    if (t->kind == EMU_KIND_RECTANGLE)
        return 1;
    if (t->kind != EMU_KIND_1D_ARRAY && h > top)
        top = h;
    if (t->kind == EMU_KIND_3D && d > top)
        top = d;
    return level_count(top);
}

void emu_texture_storage(struct emu_context *ctx, struct emu_texture *t, GLsizei levels, GLenum internal,
                         GLsizei w, GLsizei h, GLsizei d, const char *function)
{
    const struct emu_format *f = emu_format_find(ctx, internal, 0, 0);
    GLsizei max = emu_texture_max_size(ctx, t->kind);

    if (!f || f->internal != internal) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: internal format 0x%x", function, internal);
        return;
    }
    if (levels < 1 || w < 1 || h < 1 || d < 1 || w > max || (h > max && t->kind != EMU_KIND_1D_ARRAY) ||
        ((t->kind == EMU_KIND_CUBE || t->kind == EMU_KIND_CUBE_ARRAY) && w != h) ||
        (t->kind == EMU_KIND_CUBE_ARRAY && d % 6)) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: %d levels of %d x %d x %d", function, levels, w, h, d);
        return;
    }
    if (levels > max_levels(t, w, h, d) || t->immutable || !t->name) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: %d levels, or an immutable or default texture", function,
                  levels);
        return;
    }
    if (!emu_texture_record(ctx, t, f, internal, levels, w, h, d))
        return;
    emu_texture_begin(ctx, t);
    emu_texture_storage_driver(ctx, t, f, levels, w, h, d);
    t->immutable = true;
    t->es_immutable = f->es != GL_DEPTH_COMPONENT;
    t->immutable_levels = t->num_levels = levels;
    t->num_layers = t->kind == EMU_KIND_CUBE       ? 6
                    : t->kind == EMU_KIND_1D_ARRAY ? h
                    : t->kind == EMU_KIND_3D       ? 1
                                                   : d;
    emu_texture_format_changed(ctx, t);
    emu_texture_end(ctx, t);
}

static void tex_storage(GLenum target, unsigned dims, GLsizei levels, GLenum internal, GLsizei w, GLsizei h,
                        GLsizei d, const char *function)
{
    struct emu_context *ctx = emu_current;
    const struct emu_target *what = emu_target_find(target);

    if (!what || what->dims != dims || what->kind == EMU_KIND_BUFFER ||
        what->kind == EMU_KIND_2D_MULTISAMPLE || what->kind == EMU_KIND_2D_MULTISAMPLE_ARRAY ||
        !emu_target_supported(ctx, what->kind) ||
        (what->kind == EMU_KIND_CUBE && target != GL_TEXTURE_CUBE_MAP && !what->proxy)) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x", function, target);
        return;
    }
    if (what->proxy) {
        const struct emu_format *f = emu_format_find(ctx, internal, 0, 0);
        GLsizei max = emu_texture_max_size(ctx, what->kind);
        bool good = f && w <= max && h <= max;
        ctx->texture.proxy[what->kind] =
            good ? (struct emu_level){f, internal, w, h, d} : (struct emu_level){0};
        return;
    }
    emu_texture_storage(ctx, emu_texture_bound(ctx, ctx->texture.active_unit, what->kind), levels, internal,
                        w, h, d, function);
}

void emu_TexStorage1D(GLenum target, GLsizei levels, GLenum internalformat, GLsizei width)
{
    tex_storage(target, 1, levels, internalformat, width, 1, 1, "glTexStorage1D");
}

void emu_TexStorage2D(GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height)
{
    tex_storage(target, 2, levels, internalformat, width, height, 1, "glTexStorage2D");
}

void emu_TexStorage3D(GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height,
                      GLsizei depth)
{
    tex_storage(target, 3, levels, internalformat, width, height, depth, "glTexStorage3D");
}

/* ---- mip generation ---- */

/* The driver refuses what it cannot both filter and render to. */
static bool can_generate(struct emu_context *ctx, const struct emu_format *f)
{
    return emu_format_is_color(f) && !(f->flags & EMU_FORMAT_COMPRESSED) &&
           emu_format_is_renderable(ctx, f) &&
           !(f->cls == EMU_FLOAT && (f->bits[0] == 32 || f->bits[3] == 32) &&
             !ctx->caps->has_texture_float_linear);
}

void emu_texture_generate(struct emu_context *ctx, struct emu_texture *t)
{
    unsigned faces = t->kind == EMU_KIND_CUBE ? 6 : 1;
    const struct emu_level *base = emu_texture_level(t, 0, t->base_level);
    GLint last;

    if (!base) {
        emu_error(ctx, GL_INVALID_OPERATION, "glGenerateMipmap: the base level has no image");
        return;
    }
    if (!can_generate(ctx, base->format)) {
        if (emu_format_is_integer(base->format))
            emu_error(ctx, GL_INVALID_OPERATION, "glGenerateMipmap: integer texture");
        else
            emu_gap(ctx, "glGenerateMipmap", "format that the driver cannot render to", true);
        return;
    }
    ctx->es->GenerateMipmap(t->es_target);
    last = t->base_level + max_levels(t, base->width, base->height, base->depth) - 1;
    last = last > t->max_level ? t->max_level : last;
    last = t->immutable && last >= t->immutable_levels ? t->immutable_levels - 1 : last;
    for (unsigned face = 0; face < faces && !t->immutable; face++)
        for (GLint i = t->base_level + 1; i <= last && i < EMU_MAX_LEVELS; i++) {
            struct emu_level *l = emu_texture_level_make(ctx, t, face, i);
            if (l)
                *l = level_of(t, base->format, base->internal, i - t->base_level, base->width, base->height,
                              base->depth);
        }
}

void emu_texture_auto_mipmap(struct emu_context *ctx, struct emu_texture *t, GLint level)
{
    if (t->generate_mipmap && level == t->base_level && t->kind != EMU_KIND_RECTANGLE)
        emu_texture_generate(ctx, t);
}

void emu_GenerateMipmap(GLenum target)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = emu_texture_of_target(ctx, target, "glGenerateMipmap");

    if (!t)
        return;
    if (t->kind == EMU_KIND_RECTANGLE || t->kind == EMU_KIND_BUFFER || t->kind == EMU_KIND_2D_MULTISAMPLE ||
        t->kind == EMU_KIND_2D_MULTISAMPLE_ARRAY) {
        emu_error(ctx, GL_INVALID_ENUM, "glGenerateMipmap: target 0x%x", target);
        return;
    }
    emu_texture_begin(ctx, t);
    emu_texture_generate(ctx, t);
    emu_texture_end(ctx, t);
}
