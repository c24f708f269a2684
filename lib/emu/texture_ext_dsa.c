/* SPDX-License-Identifier: MIT */
/* GL_EXT_direct_state_access to textures. Each function is a bound one with the texture's name, or a texture
 * unit, before its target: the object takes the bound one's place for the moment, on the emulation's side,
 * and the bound form does the work. The driver's binding goes there and back, as it does for any edit. Not
 * here: what belongs to fixed function (environments, coordinate generation). */
#include "emu/emu_priv.h"

/* What the application had bound on the active unit. */
struct place {
    enum emu_texture_kind kind;
    struct emu_texture *bound;
    uint8_t last_2d, last_array;
};

static bool push(struct emu_context *ctx, GLuint name, GLenum target, struct place *p)
{
    struct emu_texture_unit *u = &ctx->texture.units[ctx->texture.active_unit];
    const struct emu_target *t = emu_target_find(target);
    struct emu_texture *object = NULL;

    if (!t || !emu_target_supported(ctx, t->kind)) {
        emu_error(ctx, GL_INVALID_ENUM, "texture target 0x%x", target);
        return false;
    }
    if (name && !(object = emu_texture_object(ctx, name, t->kind)))
        return false;
    *p = (struct place){t->kind, u->bound[t->kind], u->last_2d, u->last_array};
    u->bound[t->kind] = object;
    return true;
}

static void pop(struct emu_context *ctx, const struct place *p)
{
    struct emu_texture_unit *u = &ctx->texture.units[ctx->texture.active_unit];

    u->bound[p->kind] = p->bound;
    u->last_2d = p->last_2d;
    u->last_array = p->last_array;
    emu_texture_flush(ctx, ctx->texture.active_unit, emu_texture_es_index(p->kind));
}

/* The unit that was active; -1 after an error. */
static GLint push_unit(struct emu_context *ctx, GLenum texunit)
{
    GLint before = (GLint)ctx->texture.active_unit;

    if (texunit < GL_TEXTURE0 || texunit - GL_TEXTURE0 >= ctx->texture.unit_count) {
        emu_error(ctx, GL_INVALID_ENUM, "texture unit 0x%x", texunit);
        return -1;
    }
    ctx->texture.active_unit = texunit - GL_TEXTURE0;
    return before;
}

// clang-format off
/* Prefix and rest of the name, parameters and arguments of the bound form. */
#define BOTH(X) \
    X(Compressed, Image1D, (GLenum target, GLint level, GLenum internalformat, GLsizei width, GLint border, GLsizei imageSize, const void *bits), (target, level, internalformat, width, border, imageSize, bits)) \
    X(Compressed, Image2D, (GLenum target, GLint level, GLenum internalformat, GLsizei width, GLsizei height, GLint border, GLsizei imageSize, const void *bits), (target, level, internalformat, width, height, border, imageSize, bits)) \
    X(Compressed, Image3D, (GLenum target, GLint level, GLenum internalformat, GLsizei width, GLsizei height, GLsizei depth, GLint border, GLsizei imageSize, const void *bits), (target, level, internalformat, width, height, depth, border, imageSize, bits)) \
    X(Compressed, SubImage1D, (GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format, GLsizei imageSize, const void *bits), (target, level, xoffset, width, format, imageSize, bits)) \
    X(Compressed, SubImage2D, (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width, GLsizei height, GLenum format, GLsizei imageSize, const void *bits), (target, level, xoffset, yoffset, width, height, format, imageSize, bits)) \
    X(Compressed, SubImage3D, (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLsizei imageSize, const void *bits), (target, level, xoffset, yoffset, zoffset, width, height, depth, format, imageSize, bits)) \
    X(Copy, Image1D, (GLenum target, GLint level, GLenum internalformat, GLint x, GLint y, GLsizei width, GLint border), (target, level, internalformat, x, y, width, border)) \
    X(Copy, Image2D, (GLenum target, GLint level, GLenum internalformat, GLint x, GLint y, GLsizei width, GLsizei height, GLint border), (target, level, internalformat, x, y, width, height, border)) \
    X(Copy, SubImage1D, (GLenum target, GLint level, GLint xoffset, GLint x, GLint y, GLsizei width), (target, level, xoffset, x, y, width)) \
    X(Copy, SubImage2D, (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint x, GLint y, GLsizei width, GLsizei height), (target, level, xoffset, yoffset, x, y, width, height)) \
    X(Copy, SubImage3D, (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset, GLint x, GLint y, GLsizei width, GLsizei height), (target, level, xoffset, yoffset, zoffset, x, y, width, height)) \
    X(Get, Image, (GLenum target, GLint level, GLenum format, GLenum type, void *pixels), (target, level, format, type, pixels)) \
    X(Get, LevelParameterfv, (GLenum target, GLint level, GLenum pname, GLfloat *params), (target, level, pname, params)) \
    X(Get, LevelParameteriv, (GLenum target, GLint level, GLenum pname, GLint *params), (target, level, pname, params)) \
    X(Get, ParameterIiv, (GLenum target, GLenum pname, GLint *params), (target, pname, params)) \
    X(Get, ParameterIuiv, (GLenum target, GLenum pname, GLuint *params), (target, pname, params)) \
    X(Get, Parameterfv, (GLenum target, GLenum pname, GLfloat *params), (target, pname, params)) \
    X(Get, Parameteriv, (GLenum target, GLenum pname, GLint *params), (target, pname, params)) \
    X(, Buffer, (GLenum target, GLenum internalformat, GLuint buffer), (target, internalformat, buffer)) \
    X(, Image1D, (GLenum target, GLint level, GLint internalformat, GLsizei width, GLint border, GLenum format, GLenum type, const void *pixels), (target, level, internalformat, width, border, format, type, pixels)) \
    X(, Image2D, (GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height, GLint border, GLenum format, GLenum type, const void *pixels), (target, level, internalformat, width, height, border, format, type, pixels)) \
    X(, Image3D, (GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height, GLsizei depth, GLint border, GLenum format, GLenum type, const void *pixels), (target, level, internalformat, width, height, depth, border, format, type, pixels)) \
    X(, ParameterIiv, (GLenum target, GLenum pname, const GLint *params), (target, pname, params)) \
    X(, ParameterIuiv, (GLenum target, GLenum pname, const GLuint *params), (target, pname, params)) \
    X(, Parameterf, (GLenum target, GLenum pname, GLfloat param), (target, pname, param)) \
    X(, Parameterfv, (GLenum target, GLenum pname, const GLfloat *params), (target, pname, params)) \
    X(, Parameteri, (GLenum target, GLenum pname, GLint param), (target, pname, param)) \
    X(, Parameteriv, (GLenum target, GLenum pname, const GLint *params), (target, pname, params)) \
    X(, SubImage1D, (GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format, GLenum type, const void *pixels), (target, level, xoffset, width, format, type, pixels)) \
    X(, SubImage2D, (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width, GLsizei height, GLenum format, GLenum type, const void *pixels), (target, level, xoffset, yoffset, width, height, format, type, pixels)) \
    X(, SubImage3D, (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type, const void *pixels), (target, level, xoffset, yoffset, zoffset, width, height, depth, format, type, pixels))
#define NAMED(X) \
    X(, BufferRange, (GLenum target, GLenum internalformat, GLuint buffer, GLintptr offset, GLsizeiptr size), (target, internalformat, buffer, offset, size)) \
    X(, Storage1D, (GLenum target, GLsizei levels, GLenum internalformat, GLsizei width), (target, levels, internalformat, width)) \
    X(, Storage2D, (GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height), (target, levels, internalformat, width, height)) \
    X(, Storage2DMultisample, (GLenum target, GLsizei samples, GLenum internalformat, GLsizei width, GLsizei height, GLboolean fixedsamplelocations), (target, samples, internalformat, width, height, fixedsamplelocations)) \
    X(, Storage3D, (GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height, GLsizei depth), (target, levels, internalformat, width, height, depth)) \
    X(, Storage3DMultisample, (GLenum target, GLsizei samples, GLenum internalformat, GLsizei width, GLsizei height, GLsizei depth, GLboolean fixedsamplelocations), (target, samples, internalformat, width, height, depth, fixedsamplelocations))
// clang-format on

#define UNPACK(...) __VA_ARGS__
#define TEXTURE(prefix, rest, params, args)                                                                  \
    void emu_##prefix##Texture##rest##EXT(GLuint texture, UNPACK params)                                     \
    {                                                                                                        \
        struct emu_context *ctx = emu_current;                                                               \
        struct place place;                                                                                  \
                                                                                                             \
        if (!push(ctx, texture, target, &place))                                                             \
            return;                                                                                          \
        emu_##prefix##Tex##rest args;                                                                        \
        pop(ctx, &place);                                                                                    \
    }
#define UNIT(prefix, rest, params, args)                                                                     \
    void emu_##prefix##MultiTex##rest##EXT(GLenum texunit, UNPACK params)                                    \
    {                                                                                                        \
        struct emu_context *ctx = emu_current;                                                               \
        GLint before = push_unit(ctx, texunit);                                                              \
                                                                                                             \
        if (before < 0)                                                                                      \
            return;                                                                                          \
        emu_##prefix##Tex##rest args;                                                                        \
        ctx->texture.active_unit = (GLuint)before;                                                           \
    }

BOTH(TEXTURE)
BOTH(UNIT)
NAMED(TEXTURE)

#undef BOTH
#undef NAMED
#undef UNPACK
#undef TEXTURE
#undef UNIT

void emu_GenerateTextureMipmapEXT(GLuint texture, GLenum target)
{
    struct emu_context *ctx = emu_current;
    struct place place;

    if (!push(ctx, texture, target, &place))
        return;
    emu_GenerateMipmap(target);
    pop(ctx, &place);
}

void emu_GenerateMultiTexMipmapEXT(GLenum texunit, GLenum target)
{
    struct emu_context *ctx = emu_current;
    GLint before = push_unit(ctx, texunit);

    if (before < 0)
        return;
    emu_GenerateMipmap(target);
    ctx->texture.active_unit = (GLuint)before;
}

void emu_BindMultiTextureEXT(GLenum texunit, GLenum target, GLuint texture)
{
    struct emu_context *ctx = emu_current;
    GLint before = push_unit(ctx, texunit);

    if (before < 0)
        return;
    emu_BindTexture(target, texture);
    ctx->texture.active_unit = (GLuint)before;
}
