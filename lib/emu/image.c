/* SPDX-License-Identifier: MIT */
/* Image units. ES binds textures with immutable storage only, and some formats not at all: what cannot be
 * bound is a named gap. A 1D array's layer is a layer of the 2D array that stands for it. */
#include "emu/emu_priv.h"

static void send(struct emu_context *ctx, GLuint unit)
{
    const struct emu_image_unit *u = &ctx->texture.images[unit];
    const struct emu_format *f = emu_format_find(ctx, u->format, 0, 0);

    if (!ctx->caps->has_es31 || unit >= (GLuint)ctx->caps->max_image_units) {
        if (u->texture)
            emu_gap(ctx, "glBindImageTexture", "images need ES 3.1", true);
        return;
    }
    ctx->es->BindImageTexture(unit, u->texture ? u->texture->es : 0, u->level, u->layered, u->layer,
                              u->access, f ? f->es : GL_R32UI);
}

void emu_image_rebind(struct emu_context *ctx, struct emu_texture *t, bool deleted)
{
    for (GLuint i = 0; i < EMU_MAX_IMAGE_UNITS; i++)
        if (ctx->texture.images[i].texture == t) {
            if (deleted)
                emu_texture_ref(ctx, &ctx->texture.images[i].texture, NULL);
            send(ctx, i);
        }
}

static void bind(struct emu_context *ctx, GLuint unit, const struct emu_image_unit *want)
{
    struct emu_image_unit *u = &ctx->texture.images[unit];
    struct emu_texture *t = want->texture;

    /* ES wants immutable storage. A mutable texture cannot become immutable without losing what refers to it.
     */
    if (t && !t->immutable && t->kind != EMU_KIND_BUFFER)
        emu_texture_make_immutable(ctx, t);
    emu_texture_ref(ctx, &u->texture, t);
    u->level = want->level;
    u->layered = want->layered;
    u->layer = want->layer;
    u->access = want->access;
    u->format = want->format;
    send(ctx, unit);
}

void emu_BindImageTexture(GLuint unit, GLuint texture, GLint level, GLboolean layered, GLint layer,
                          GLenum access, GLenum format)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = emu_texture_lookup(ctx, texture);
    const struct emu_image_unit want = {t, level, layer, layered, access, format};

    if (unit >= EMU_MAX_IMAGE_UNITS || level < 0 || layer < 0 || (texture && !t))
        emu_error(ctx, GL_INVALID_VALUE, "glBindImageTexture: unit %u, texture %u, level %d, layer %d", unit,
                  texture, level, layer);
    else if (access != GL_READ_ONLY && access != GL_WRITE_ONLY && access != GL_READ_WRITE)
        emu_error(ctx, GL_INVALID_ENUM, "glBindImageTexture: access 0x%x", access);
    else if (!emu_format_find(ctx, format, 0, 0))
        emu_error(ctx, GL_INVALID_VALUE, "glBindImageTexture: format 0x%x", format);
    else
        bind(ctx, unit, &want);
}

void emu_BindImageTextureEXT(GLuint index, GLuint texture, GLint level, GLboolean layered, GLint layer,
                             GLenum access, GLint format)
{
    emu_BindImageTexture(index, texture, level, layered, layer, access, (GLenum)format);
}

void emu_BindImageTextures(GLuint first, GLsizei count, const GLuint *textures)
{
    struct emu_context *ctx = emu_current;

    if (count < 0 || first > EMU_MAX_IMAGE_UNITS || (GLuint)count > EMU_MAX_IMAGE_UNITS - first) {
        emu_error(ctx, GL_INVALID_OPERATION, "glBindImageTextures: %u + %d", first, count);
        return;
    }
    for (GLsizei i = 0; i < count; i++) {
        GLuint name = textures ? textures[i] : 0;
        struct emu_texture *t = emu_texture_lookup(ctx, name);
        const struct emu_level *l = t ? emu_texture_level(t, 0, 0) : NULL;
        struct emu_image_unit want = {t, 0, 0, GL_TRUE, GL_READ_WRITE, GL_R8};

        if (name && !t) {
            emu_error(ctx, GL_INVALID_OPERATION, "glBindImageTextures: texture %u", name);
            continue;
        }
        if (t)
            want.format = t->kind == EMU_KIND_BUFFER ? t->buffer_format : l ? l->format->internal : GL_R8;
        else
            want = (struct emu_image_unit){.access = GL_READ_ONLY, .format = GL_R8};
        bind(ctx, first + (GLuint)i, &want);
    }
}

bool emu_image_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    const struct emu_image_unit *u = &ctx->texture.images[index < EMU_MAX_IMAGE_UNITS ? index : 0];

    // clang-format off
    switch (pname) {
    case GL_IMAGE_BINDING_NAME: emu_value_set_int(value, u->texture ? u->texture->name : 0); return true;
    case GL_IMAGE_BINDING_LEVEL: emu_value_set_int(value, u->level); return true;
    case GL_IMAGE_BINDING_LAYERED: emu_value_set_bool(value, u->layered); return true;
    case GL_IMAGE_BINDING_LAYER: emu_value_set_int(value, u->layer); return true;
    case GL_IMAGE_BINDING_ACCESS: emu_value_set_int(value, u->access); return true;
    case GL_IMAGE_BINDING_FORMAT: emu_value_set_int(value, u->format); return true;
    default: return false;
    }
    // clang-format on
}
