/* SPDX-License-Identifier: MIT */
/* Compressed images: passed through where the driver has the format; texture_compressed_get.c reads them. */
#include "emu/emu_priv.h"

struct image {
    const struct emu_target *target;
    GLint level;
    GLsizei w, h, d, size;
    const void *data;
    const char *function;
};

static const struct emu_format *compressed_format(struct emu_context *ctx, GLenum internal,
                                                  const char *function)
{
    const struct emu_format *f = emu_format_find(ctx, internal, 0, 0);

    if (f && f->flags & EMU_FORMAT_COMPRESSED)
        return f;
    emu_error(ctx, GL_INVALID_ENUM, "%s: format 0x%x", function, internal);
    return NULL;
}

/* Target, size and data; false after an error. */
static bool check(struct emu_context *ctx, struct image *i, GLenum target, unsigned dims,
                  const struct emu_format *f)
{
    const struct emu_level l = {f, 0, i->w, i->h, i->d};

    i->target = emu_target_find(target);
    if (!i->target || i->target->dims != dims || dims == 1 || i->target->kind == EMU_KIND_1D_ARRAY ||
        i->target->kind == EMU_KIND_RECTANGLE || target == GL_TEXTURE_CUBE_MAP ||
        !emu_target_supported(ctx, i->target->kind)) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x", i->function, target);
        return false;
    }
    if (i->w < 0 || i->h < 0 || i->d < 0 || i->level < 0 || i->level >= EMU_MAX_LEVELS ||
        i->size != emu_level_compressed_size(&l)) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: %d bytes for level %d of %d x %d x %d", i->function, i->size,
                  i->level, i->w, i->h, i->d);
        return false;
    }
    return emu_pixel_buffer_check(ctx, ctx->buffer.bound[EMU_PIXEL_UNPACK_BUFFER], i->data, (size_t)i->size,
                                  1, i->function);
}

static void image(GLenum target, unsigned dims, GLenum internal, GLint border, struct image i)
{
    struct emu_context *ctx = emu_current;
    const struct emu_format *f = compressed_format(ctx, internal, i.function);
    struct emu_texture *t;
    struct emu_level *level;
    GLenum es;

    if (!f || !check(ctx, &i, target, dims, f))
        return;
    if (border) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: border %d", i.function, border);
        return;
    }
    if (i.target->proxy) {
        ctx->texture.proxy[i.target->kind] = (struct emu_level){f, internal, i.w, i.h, i.d};
        return;
    }
    t = emu_texture_bound(ctx, ctx->texture.active_unit, i.target->kind);
    if (t->immutable) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: the texture is immutable", i.function);
        return;
    }
    if (!(level = emu_texture_level_make(ctx, t, i.target->face, i.level)))
        return;
    es = emu_texture_es_image_target(i.target);
    emu_texture_begin(ctx, t);
    emu_unpack_send(ctx, &(struct emu_pixelstore_es){.alignment = 4});
    if (dims == 3)
        ctx->es->CompressedTexImage3D(es, i.level, f->es, i.w, i.h, i.d, 0, i.size, i.data);
    else
        ctx->es->CompressedTexImage2D(es, i.level, f->es, i.w, i.h, 0, i.size, i.data);
    *level = (struct emu_level){f, internal, i.w, i.h, i.d};
    emu_texture_format_changed(ctx, t);
    emu_texture_end(ctx, t);
}

/* t NULL: the bound texture. */
static void sub_image(struct emu_texture *t, GLenum target, unsigned dims, GLenum format, GLint x, GLint y,
                      GLint z, struct image i)
{
    struct emu_context *ctx = emu_current;
    const struct emu_format *f = compressed_format(ctx, format, i.function);
    const struct emu_level *l;
    GLenum es;

    if (!f || !check(ctx, &i, target, dims, f) || i.target->proxy)
        return;
    if (!t)
        t = emu_texture_bound(ctx, ctx->texture.active_unit, i.target->kind);
    l = emu_texture_level(t, i.target->face, i.level);
    if (!l || l->format != f) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: the image has another format", i.function);
        return;
    }
    if (x < 0 || y < 0 || z < 0 || i.w > l->width - x || i.h > l->height - y || i.d > l->depth - z) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: region outside the image", i.function);
        return;
    }
    es = emu_texture_es_image_target(i.target);
    emu_texture_begin(ctx, t);
    emu_unpack_send(ctx, &(struct emu_pixelstore_es){.alignment = 4});
    if (dims == 3)
        ctx->es->CompressedTexSubImage3D(es, i.level, x, y, z, i.w, i.h, i.d, f->es, i.size, i.data);
    else
        ctx->es->CompressedTexSubImage2D(es, i.level, x, y, i.w, i.h, f->es, i.size, i.data);
    emu_texture_end(ctx, t);
}

void emu_CompressedTexImage1D(GLenum target, GLint level, GLenum internalformat, GLsizei width, GLint border,
                              GLsizei imageSize, const void *data)
{
    image(target, 1, internalformat, border,
          (struct image){NULL, level, width, 1, 1, imageSize, data, "glCompressedTexImage1D"});
}

void emu_CompressedTexImage2D(GLenum target, GLint level, GLenum internalformat, GLsizei width,
                              GLsizei height, GLint border, GLsizei imageSize, const void *data)
{
    image(target, 2, internalformat, border,
          (struct image){NULL, level, width, height, 1, imageSize, data, "glCompressedTexImage2D"});
}

void emu_CompressedTexImage3D(GLenum target, GLint level, GLenum internalformat, GLsizei width,
                              GLsizei height, GLsizei depth, GLint border, GLsizei imageSize,
                              const void *data)
{
    image(target, 3, internalformat, border,
          (struct image){NULL, level, width, height, depth, imageSize, data, "glCompressedTexImage3D"});
}

void emu_CompressedTexSubImage1D(GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format,
                                 GLsizei imageSize, const void *data)
{
    sub_image(NULL, target, 1, format, xoffset, 0, 0,
              (struct image){NULL, level, width, 1, 1, imageSize, data, "glCompressedTexSubImage1D"});
}

void emu_CompressedTexSubImage2D(GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                                 GLsizei height, GLenum format, GLsizei imageSize, const void *data)
{
    sub_image(NULL, target, 2, format, xoffset, yoffset, 0,
              (struct image){NULL, level, width, height, 1, imageSize, data, "glCompressedTexSubImage2D"});
}

void emu_CompressedTexSubImage3D(GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                                 GLsizei width, GLsizei height, GLsizei depth, GLenum format,
                                 GLsizei imageSize, const void *data)
{
    sub_image(
        NULL, target, 3, format, xoffset, yoffset, zoffset,
        (struct image){NULL, level, width, height, depth, imageSize, data, "glCompressedTexSubImage3D"});
}

/* ---- direct state access ---- */

static void named(GLuint texture, unsigned dims, GLenum format, GLint x, GLint y, GLint z, struct image i)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = emu_texture_lookup(ctx, texture);
    GLsizei faces = i.d, size = i.d > 0 ? i.size / i.d : 0;

    if (!t) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: texture %u", i.function, texture);
        return;
    }
    if (t->kind != EMU_KIND_CUBE) {
        sub_image(t, emu_texture_kind_target(t->kind), dims, format, x, y, z, i);
        return;
    }
    if (z < 0 || faces < 0 || faces > 6 - z) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: faces %d + %d", i.function, z, faces);
        return;
    }
    for (GLsizei n = 0; n < faces; n++) {
        struct image face = i;
        face.d = 1;
        face.size = size;
        face.data = (const uint8_t *)i.data + (size_t)n * (size_t)size;
        sub_image(t, GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)(z + n), 2, format, x, y, 0, face);
    }
}

void emu_CompressedTextureSubImage1D(GLuint texture, GLint level, GLint xoffset, GLsizei width, GLenum format,
                                     GLsizei imageSize, const void *data)
{
    named(texture, 1, format, xoffset, 0, 0,
          (struct image){NULL, level, width, 1, 1, imageSize, data, "glCompressedTextureSubImage1D"});
}

void emu_CompressedTextureSubImage2D(GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                                     GLsizei height, GLenum format, GLsizei imageSize, const void *data)
{
    named(texture, 2, format, xoffset, yoffset, 0,
          (struct image){NULL, level, width, height, 1, imageSize, data, "glCompressedTextureSubImage2D"});
}

void emu_CompressedTextureSubImage3D(GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                                     GLsizei width, GLsizei height, GLsizei depth, GLenum format,
                                     GLsizei imageSize, const void *data)
{
    named(
        texture, 3, format, xoffset, yoffset, zoffset,
        (struct image){NULL, level, width, height, depth, imageSize, data, "glCompressedTextureSubImage3D"});
}
