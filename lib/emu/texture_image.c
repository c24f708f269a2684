/* SPDX-License-Identifier: MIT */
/* glTexImage* and glTexSubImage*: validation by desktop rules, then one path for all dimensions. */
#include "emu/emu_priv.h"

#include <string.h>

struct image {
    const struct emu_target *target;
    GLint level;
    GLenum internal;
    GLsizei w, h, d;
    GLint border;
    GLenum format, type;
    const void *pixels;
    const char *function;
};

static GLint max_level(GLsizei max_size)
{
    GLint n = 0;
    while (max_size >>= 1)
        n++;
    return n;
}

/* GL_NO_ERROR when an image of that size may exist. */
static GLenum size_error(struct emu_context *ctx, const struct image *i)
{
    GLsizei max = emu_texture_max_size(ctx, i->target->kind),
            layers = (GLsizei)ctx->caps->max_array_texture_layers;
    GLsizei max_h = max, max_d = max;

    if (i->level < 0 || i->level > max_level(max) || (i->target->kind == EMU_KIND_RECTANGLE && i->level))
        return GL_INVALID_VALUE;
    if (i->target->kind == EMU_KIND_1D_ARRAY)
        max_h = layers;
    if (i->target->kind == EMU_KIND_2D_ARRAY || i->target->kind == EMU_KIND_CUBE_ARRAY)
        max_d = layers;
    if (i->w < 0 || i->h < 0 || i->d < 0 || i->w > max || i->h > max_h || i->d > max_d)
        return GL_INVALID_VALUE;
    if ((i->target->kind == EMU_KIND_CUBE || i->target->kind == EMU_KIND_CUBE_ARRAY) && i->w != i->h)
        return GL_INVALID_VALUE;
    if (i->target->kind == EMU_KIND_CUBE_ARRAY && i->d % 6)
        return GL_INVALID_VALUE;
    return GL_NO_ERROR;
}

static bool target_fits(struct emu_context *ctx, const struct image *i, GLenum target, unsigned dims)
{
    if (i->target && i->target->dims == dims && emu_target_supported(ctx, i->target->kind) &&
        i->target->kind != EMU_KIND_BUFFER && i->target->kind != EMU_KIND_2D_MULTISAMPLE &&
        i->target->kind != EMU_KIND_2D_MULTISAMPLE_ARRAY &&
        !(i->target->kind == EMU_KIND_CUBE && target == GL_TEXTURE_CUBE_MAP))
        return true;
    emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x", i->function, target);
    return false;
}

/* The format, after every check that needs no texture; NULL after an error. */
static const struct emu_format *image_format(struct emu_context *ctx, const struct image *i)
{
    const struct emu_format *f;
    GLenum error = emu_layout_get(i->format, i->type, NULL);

    if (i->border != 0 && (ctx->core || i->border != 1 || i->target->kind == EMU_KIND_RECTANGLE)) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: border %d", i->function, i->border);
        return NULL;
    }
    if (error) {
        emu_error(ctx, error, "%s: format 0x%x, type 0x%x", i->function, i->format, i->type);
        return NULL;
    }
    f = emu_format_find(ctx, i->internal, i->format, i->type);
    if (!f) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: internal format 0x%x", i->function, i->internal);
        return NULL;
    }
    if (!(f->flags & EMU_FORMAT_COMPRESSED) && (error = emu_upload_check(f, i->format, i->type))) {
        emu_error(ctx, error, "%s: format 0x%x for internal format 0x%x", i->function, i->format,
                  i->internal);
        return NULL;
    }
    return f;
}

/* Formats with compressed storage that come as plain pixels are kept plain. */
static const struct emu_format *plain_format(struct emu_context *ctx, const struct emu_format *f,
                                             const struct image *i)
{
    GLenum plain = f->flags & EMU_FORMAT_SRGB ? GL_SRGB8_ALPHA8 : f->cls == EMU_FLOAT ? GL_RGBA16F : GL_RGBA8;

    if (!(f->flags & EMU_FORMAT_COMPRESSED))
        return f;
    emu_gap(ctx, "glTexImage", "compression of pixels: stored uncompressed", true);
    if (f->base == GL_RED)
        plain = f->cls == EMU_SNORM ? GL_R8_SNORM : GL_R8;
    else if (f->base == GL_RG)
        plain = f->cls == EMU_SNORM ? GL_RG8_SNORM : GL_RG8;
    else if (f->base == GL_LUMINANCE)
        plain = f->cls == EMU_SNORM ? GL_LUMINANCE8_SNORM : GL_LUMINANCE8;
    else if (f->base == GL_LUMINANCE_ALPHA)
        plain = f->cls == EMU_SNORM ? GL_LUMINANCE8_ALPHA8_SNORM : GL_LUMINANCE8_ALPHA8;
    else if (f->base == GL_RGB)
        plain = f->flags & EMU_FORMAT_SRGB ? GL_SRGB8 : f->cls == EMU_FLOAT ? GL_RGB16F : GL_RGB8;
    return emu_format_find(ctx, plain, i->format, i->type);
}

static void set_proxy(struct emu_context *ctx, const struct image *i, const struct emu_format *f)
{
    struct emu_level *p = &ctx->texture.proxy[i->target->kind];

    if (size_error(ctx, i) || !f)
        *p = (struct emu_level){0};
    else
        *p = (struct emu_level){f, i->internal, i->w, i->h, i->d};
}

static void tex_image(struct emu_context *ctx, GLenum target, unsigned dims, struct image *i)
{
    const struct emu_format *f;
    struct emu_texture *t;
    struct emu_level *level;
    struct emu_upload up;
    GLenum error;

    i->target = emu_target_find(target);
    if (!target_fits(ctx, i, target, dims) || !(f = image_format(ctx, i)))
        return;
    i->w -= 2 * i->border; /* borders are dropped */
    i->h -= dims > 1 && i->target->kind != EMU_KIND_1D_ARRAY ? 2 * i->border : 0;
    i->d -= dims > 2 && i->target->kind == EMU_KIND_3D ? 2 * i->border : 0;
    if (i->target->proxy) {
        set_proxy(ctx, i, f);
        return;
    }
    if ((error = size_error(ctx, i))) {
        emu_error(ctx, error, "%s: level %d of %d x %d x %d", i->function, i->level, i->w, i->h, i->d);
        return;
    }
    t = emu_texture_bound(ctx, ctx->texture.active_unit, i->target->kind);
    if (t->immutable) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: the texture is immutable", i->function);
        return;
    }
    f = plain_format(ctx, f, i);
    if (!(level = emu_texture_level_make(ctx, t, i->target->face, i->level)) ||
        !emu_upload_begin(ctx, &up, f, dims, i->w, i->h, i->d, i->format, i->type, i->pixels,
                          t->kind == EMU_KIND_1D_ARRAY, i->border))
        return;
    if (t->es_immutable) { /* an image unit made it so: what the application specifies again starts afresh */
        GLuint old = emu_texture_replace_es(ctx, t);
        ctx->es->DeleteTextures(1, &old);
    }
    emu_texture_begin(ctx, t);
    emu_texture_submit(ctx, t, &(struct emu_region){i->target, i->level, 0, 0, 0, i->w, i->h, i->d}, f, &up,
                       true);
    *level = (struct emu_level){f, i->internal, i->w, i->h, i->d};
    emu_texture_format_changed(ctx, t);
    emu_texture_auto_mipmap(ctx, t, i->level);
    emu_texture_end(ctx, t);
    emu_upload_end(ctx, &up);
}

void emu_texture_define_es(struct emu_context *ctx, const struct emu_format *f, GLsizei w, GLsizei h)
{
    const struct emu_buffer *buffer = ctx->buffer.bound[EMU_PIXEL_UNPACK_BUFFER];

    if (buffer)
        emu_buffer_bind_es(ctx, EMU_PIXEL_UNPACK_BUFFER, 0);
    ctx->es->TexImage2D(GL_TEXTURE_2D, 0, (GLint)f->es, w, h, 0, f->es_format, f->es_type, NULL);
    if (buffer)
        emu_buffer_restore(ctx, EMU_PIXEL_UNPACK_BUFFER);
}

void emu_texture_define(struct emu_context *ctx, GLenum target, unsigned dims, GLint level, GLenum internal,
                        GLsizei w, GLsizei h, GLint border, GLenum format, GLenum type, const char *function)
{
    struct emu_buffer *buffer = ctx->buffer.bound[EMU_PIXEL_UNPACK_BUFFER];

    if (buffer) {
        emu_buffer_bind_es(ctx, EMU_PIXEL_UNPACK_BUFFER, 0);
        ctx->buffer.bound[EMU_PIXEL_UNPACK_BUFFER] = NULL;
    }
    tex_image(ctx, target, dims,
              &(struct image){NULL, level, internal, w, h, 1, border, format, type, NULL, function});
    if (buffer) {
        ctx->buffer.bound[EMU_PIXEL_UNPACK_BUFFER] = buffer;
        emu_buffer_restore(ctx, EMU_PIXEL_UNPACK_BUFFER);
    }
}

void emu_TexImage1D(GLenum target, GLint level, GLint internalformat, GLsizei width, GLint border,
                    GLenum format, GLenum type, const void *pixels)
{
    tex_image(emu_current, target, 1,
              &(struct image){NULL, level, (GLenum)internalformat, width, 1, 1, border, format, type, pixels,
                              "glTexImage1D"});
}

void emu_TexImage2D(GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height,
                    GLint border, GLenum format, GLenum type, const void *pixels)
{
    tex_image(emu_current, target, 2,
              &(struct image){NULL, level, (GLenum)internalformat, width, height, 1, border, format, type,
                              pixels, "glTexImage2D"});
}

void emu_TexImage3D(GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height,
                    GLsizei depth, GLint border, GLenum format, GLenum type, const void *pixels)
{
    tex_image(emu_current, target, 3,
              &(struct image){NULL, level, (GLenum)internalformat, width, height, depth, border, format, type,
                              pixels, "glTexImage3D"});
}

void emu_texture_sub_image(struct emu_context *ctx, struct emu_texture *t, const struct emu_region *r,
                           GLenum format, GLenum type, const void *pixels, const char *function)
{
    const struct emu_level *level = emu_texture_level(t, r->target->face, r->level);
    struct emu_upload up;
    GLenum error;

    if (r->level < 0 || r->w < 0 || r->h < 0 || r->d < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: level %d, %d x %d x %d", function, r->level, r->w, r->h, r->d);
        return;
    }
    if (!level) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: level %d has no image", function, r->level);
        return;
    }
    if ((error = emu_upload_check(level->format, format, type))) {
        emu_error(ctx, error, "%s: format 0x%x, type 0x%x", function, format, type);
        return;
    }
    if (r->x < 0 || r->y < 0 || r->z < 0 || r->w > level->width - r->x || r->h > level->height - r->y ||
        r->d > level->depth - r->z) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: region outside the image", function);
        return;
    }
    if (level->format->flags & EMU_FORMAT_COMPRESSED) {
        emu_gap(ctx, function, "plain pixels into a compressed texture", true);
        return;
    }
    if (r->w == 0 || r->h == 0 || r->d == 0 ||
        !emu_upload_begin(ctx, &up, level->format, r->target->dims, r->w, r->h, r->d, format, type, pixels,
                          t->kind == EMU_KIND_1D_ARRAY, 0))
        return;
    if (up.data || ctx->buffer.bound[EMU_PIXEL_UNPACK_BUFFER]) {
        emu_texture_begin(ctx, t);
        emu_texture_submit(ctx, t, r, level->format, &up, false);
        emu_texture_auto_mipmap(ctx, t, r->level);
        emu_texture_end(ctx, t);
    }
    emu_upload_end(ctx, &up);
}

static void tex_sub_image(struct emu_context *ctx, GLenum target, unsigned dims, struct emu_region *r,
                          GLenum format, GLenum type, const void *pixels, const char *function)
{
    struct image i = {.function = function, .target = emu_target_find(target)};

    if (i.target && i.target->proxy)
        i.target = NULL;
    if (!target_fits(ctx, &i, target, dims))
        return;
    r->target = i.target;
    emu_texture_sub_image(ctx, emu_texture_bound(ctx, ctx->texture.active_unit, r->target->kind), r, format,
                          type, pixels, function);
}

void emu_TexSubImage1D(GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format, GLenum type,
                       const void *pixels)
{
    tex_sub_image(emu_current, target, 1, &(struct emu_region){NULL, level, xoffset, 0, 0, width, 1, 1},
                  format, type, pixels, "glTexSubImage1D");
}

void emu_TexSubImage2D(GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                       GLsizei height, GLenum format, GLenum type, const void *pixels)
{
    tex_sub_image(emu_current, target, 2,
                  &(struct emu_region){NULL, level, xoffset, yoffset, 0, width, height, 1}, format, type,
                  pixels, "glTexSubImage2D");
}

void emu_TexSubImage3D(GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset, GLsizei width,
                       GLsizei height, GLsizei depth, GLenum format, GLenum type, const void *pixels)
{
    tex_sub_image(emu_current, target, 3,
                  &(struct emu_region){NULL, level, xoffset, yoffset, zoffset, width, height, depth}, format,
                  type, pixels, "glTexSubImage3D");
}
