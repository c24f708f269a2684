/* SPDX-License-Identifier: MIT */
/* Direct state access to textures: the object comes from its name, the rest is what the bound forms do. A
 * cube map is six layers here. */
#include "emu/emu_priv.h"

/* The object behind a name; NULL after an error. */
static struct emu_texture *find(struct emu_context *ctx, GLuint name, const char *function)
{
    struct emu_texture *t = emu_texture_lookup(ctx, name);

    if (!t)
        emu_error(ctx, GL_INVALID_OPERATION, "%s: texture %u", function, name);
    return t;
}

static const struct emu_target *target_of(const struct emu_texture *t)
{
    return emu_target_find(emu_texture_kind_target(t->kind));
}

/* ---- storage ---- */

static void storage(GLuint texture, unsigned dims, GLsizei levels, GLenum internal, GLsizei w, GLsizei h,
                    GLsizei d, const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = find(ctx, texture, function);

    if (!t)
        return;
    if (target_of(t)->dims != dims || t->kind == EMU_KIND_BUFFER || t->kind == EMU_KIND_2D_MULTISAMPLE ||
        t->kind == EMU_KIND_2D_MULTISAMPLE_ARRAY) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: texture %u has another target", function, texture);
        return;
    }
    emu_texture_storage(ctx, t, levels, internal, w, h, d, function);
}

void emu_TextureStorage1D(GLuint texture, GLsizei levels, GLenum internalformat, GLsizei width)
{
    storage(texture, 1, levels, internalformat, width, 1, 1, "glTextureStorage1D");
}

void emu_TextureStorage2D(GLuint texture, GLsizei levels, GLenum internalformat, GLsizei width,
                          GLsizei height)
{
    storage(texture, 2, levels, internalformat, width, height, 1, "glTextureStorage2D");
}

void emu_TextureStorage3D(GLuint texture, GLsizei levels, GLenum internalformat, GLsizei width,
                          GLsizei height, GLsizei depth)
{
    storage(texture, 3, levels, internalformat, width, height, depth, "glTextureStorage3D");
}

static void multisample(GLuint texture, enum emu_texture_kind kind, GLsizei samples, GLenum internal,
                        GLsizei w, GLsizei h, GLsizei d, GLboolean fixed, const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = find(ctx, texture, function);

    if (t && t->kind != kind)
        emu_error(ctx, GL_INVALID_OPERATION, "%s: texture %u has another target", function, texture);
    else if (t)
        emu_texture_multisample(ctx, t, samples, internal, w, h, d, fixed, true, function);
}

void emu_TextureStorage2DMultisample(GLuint texture, GLsizei samples, GLenum internalformat, GLsizei width,
                                     GLsizei height, GLboolean fixedsamplelocations)
{
    multisample(texture, EMU_KIND_2D_MULTISAMPLE, samples, internalformat, width, height, 1,
                fixedsamplelocations, "glTextureStorage2DMultisample");
}

void emu_TextureStorage3DMultisample(GLuint texture, GLsizei samples, GLenum internalformat, GLsizei width,
                                     GLsizei height, GLsizei depth, GLboolean fixedsamplelocations)
{
    multisample(texture, EMU_KIND_2D_MULTISAMPLE_ARRAY, samples, internalformat, width, height, depth,
                fixedsamplelocations, "glTextureStorage3DMultisample");
}

static void buffer(GLuint texture, GLenum internal, GLuint name, GLintptr offset, GLsizeiptr size, bool whole,
                   const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = find(ctx, texture, function);

    if (t && t->kind != EMU_KIND_BUFFER)
        emu_error(ctx, GL_INVALID_ENUM, "%s: texture %u is no buffer texture", function, texture);
    else if (t)
        emu_texture_buffer_range(ctx, t, internal, name, offset, size, whole, function);
}

void emu_TextureBuffer(GLuint texture, GLenum internalformat, GLuint name)
{
    buffer(texture, internalformat, name, 0, 0, true, "glTextureBuffer");
}

void emu_TextureBufferRange(GLuint texture, GLenum internalformat, GLuint name, GLintptr offset,
                            GLsizeiptr size)
{
    buffer(texture, internalformat, name, offset, size, false, "glTextureBufferRange");
}

void emu_GenerateTextureMipmap(GLuint texture)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = find(ctx, texture, "glGenerateTextureMipmap");

    if (!t)
        return;
    if (t->kind >= EMU_KIND_RECTANGLE) {
        emu_error(ctx, GL_INVALID_OPERATION, "glGenerateTextureMipmap: texture %u has no levels", texture);
        return;
    }
    emu_texture_begin(ctx, t);
    emu_texture_generate(ctx, t);
    emu_texture_end(ctx, t);
}

/* ---- images ---- */

/* The region's target: of a cube map the face that z names, which then is 0. NULL after an error. */
static struct emu_texture *region(struct emu_context *ctx, GLuint texture, unsigned dims,
                                  struct emu_region *r, const char *function)
{
    struct emu_texture *t = find(ctx, texture, function);

    if (!t)
        return NULL;
    r->target = target_of(t);
    if (t->kind == EMU_KIND_BUFFER || t->kind >= EMU_KIND_2D_MULTISAMPLE ||
        (t->kind == EMU_KIND_CUBE ? dims != 3 : r->target->dims != dims)) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: texture %u has another target", function, texture);
        return NULL;
    }
    return t;
}

/* Bytes from one cube face of client memory to the next. */
static size_t face_bytes(struct emu_context *ctx, const struct emu_region *r, GLenum format, GLenum type)
{
    struct emu_layout l;
    struct emu_span span;

    if (emu_layout_get(format, type, &l) || !emu_span_get(&ctx->unpack, &l, 3, r->w, r->h, r->d, &span))
        return 0;
    return span.image;
}

static void sub_image(GLuint texture, unsigned dims, struct emu_region r, GLenum format, GLenum type,
                      const void *pixels, const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = region(ctx, texture, dims, &r, function);
    struct emu_region face;
    size_t bytes;

    if (!t)
        return;
    if (t->kind != EMU_KIND_CUBE) {
        emu_texture_sub_image(ctx, t, &r, format, type, pixels, function);
        return;
    }
    if (r.z < 0 || r.d < 0 || r.d > 6 - r.z) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: faces %d + %d", function, r.z, r.d);
        return;
    }
    bytes = face_bytes(ctx, &r, format, type);
    for (GLsizei i = 0; i < r.d; i++) {
        face = r;
        face.target = emu_target_find(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)(r.z + i));
        face.z = 0;
        face.d = 1;
        emu_texture_sub_image(ctx, t, &face, format, type,
                              (const uint8_t *)pixels + bytes * (size_t)(i + ctx->unpack.skip_images),
                              function);
    }
}

void emu_TextureSubImage1D(GLuint texture, GLint level, GLint xoffset, GLsizei width, GLenum format,
                           GLenum type, const void *pixels)
{
    sub_image(texture, 1, (struct emu_region){NULL, level, xoffset, 0, 0, width, 1, 1}, format, type, pixels,
              "glTextureSubImage1D");
}

void emu_TextureSubImage2D(GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                           GLsizei height, GLenum format, GLenum type, const void *pixels)
{
    sub_image(texture, 2, (struct emu_region){NULL, level, xoffset, yoffset, 0, width, height, 1}, format,
              type, pixels, "glTextureSubImage2D");
}

void emu_TextureSubImage3D(GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                           GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type,
                           const void *pixels)
{
    sub_image(texture, 3, (struct emu_region){NULL, level, xoffset, yoffset, zoffset, width, height, depth},
              format, type, pixels, "glTextureSubImage3D");
}

static void copy_sub(GLuint texture, unsigned dims, struct emu_region r, GLint x, GLint y,
                     const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = region(ctx, texture, dims, &r, function);

    if (!t)
        return;
    if (t->kind == EMU_KIND_CUBE) {
        if (r.z < 0 || r.z > 5) {
            emu_error(ctx, GL_INVALID_VALUE, "%s: face %d", function, r.z);
            return;
        }
        r.target = emu_target_find(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)r.z);
        r.z = 0;
    }
    emu_texture_copy_sub(ctx, t, &r, x, y, function);
}

void emu_CopyTextureSubImage1D(GLuint texture, GLint level, GLint xoffset, GLint x, GLint y, GLsizei width)
{
    copy_sub(texture, 1, (struct emu_region){NULL, level, xoffset, 0, 0, width, 1, 1}, x, y,
             "glCopyTextureSubImage1D");
}

void emu_CopyTextureSubImage2D(GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint x, GLint y,
                               GLsizei width, GLsizei height)
{
    copy_sub(texture, 2, (struct emu_region){NULL, level, xoffset, yoffset, 0, width, height, 1}, x, y,
             "glCopyTextureSubImage2D");
}

void emu_CopyTextureSubImage3D(GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                               GLint x, GLint y, GLsizei width, GLsizei height)
{
    copy_sub(texture, 3, (struct emu_region){NULL, level, xoffset, yoffset, zoffset, width, height, 1}, x, y,
             "glCopyTextureSubImage3D");
}

static void get_image(GLuint texture, struct emu_region r, bool whole, GLenum format, GLenum type,
                      GLsizei size, void *pixels, const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = find(ctx, texture, function);
    const struct emu_level *l;
    GLsizei depth;

    if (!t)
        return;
    r.target = target_of(t);
    if (t->kind == EMU_KIND_BUFFER || t->kind >= EMU_KIND_2D_MULTISAMPLE) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: texture %u cannot be read", function, texture);
        return;
    }
    if (!(l = emu_texture_level(t, 0, r.level)))
        return;
    depth = t->kind == EMU_KIND_CUBE ? 6 : l->depth;
    if (whole) {
        r.w = l->width;
        r.h = l->height;
        r.d = depth;
    }
    if (r.x < 0 || r.y < 0 || r.z < 0 || r.w < 0 || r.h < 0 || r.d < 0 || r.w > l->width - r.x ||
        r.h > l->height - r.y || r.d > depth - r.z) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: region outside the image", function);
        return;
    }
    if (t->kind == EMU_KIND_CUBE && r.d == 1) {
        r.target = emu_target_find(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)r.z);
        r.z = 0;
    }
    emu_texture_read(ctx, t, &r, format, type, size < 0 ? 0 : (size_t)size, pixels, function);
}

void emu_GetTextureImage(GLuint texture, GLint level, GLenum format, GLenum type, GLsizei bufSize,
                         void *pixels)
{
    get_image(texture, (struct emu_region){.level = level}, true, format, type, bufSize, pixels,
              "glGetTextureImage");
}

void emu_GetTextureSubImage(GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                            GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type,
                            GLsizei bufSize, void *pixels)
{
    get_image(texture, (struct emu_region){NULL, level, xoffset, yoffset, zoffset, width, height, depth},
              false, format, type, bufSize, pixels, "glGetTextureSubImage");
}
