/* SPDX-License-Identifier: MIT */
/* Entry points that name, bind and delete textures. */
#include "emu/emu_priv.h"

void emu_GenTextures(GLsizei n, GLuint *textures)
{
    struct emu_context *ctx = emu_current;

    if (n < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glGenTextures: n %d", n);
    else if (!emu_names_gen(&ctx->share->textures, n, textures))
        emu_error(ctx, GL_OUT_OF_MEMORY, "glGenTextures");
}

void emu_CreateTextures(GLenum target, GLsizei n, GLuint *textures)
{
    struct emu_context *ctx = emu_current;
    const struct emu_target *t = emu_target_find(target);

    if (!t || t->proxy || t->target != emu_texture_kind_target(t->kind) ||
        !emu_target_supported(ctx, t->kind)) {
        emu_error(ctx, GL_INVALID_ENUM, "glCreateTextures: target 0x%x", target);
        return;
    }
    emu_GenTextures(n, textures);
    for (GLsizei i = 0; i < n; i++)
        if (!emu_texture_create(ctx, textures[i], t->kind))
            return;
}

static void unbind_everywhere(struct emu_context *ctx, struct emu_texture *t)
{
    for (GLuint i = 0; i < ctx->texture.unit_count; i++)
        if (ctx->texture.units[i].bound[t->kind] == t)
            emu_texture_bind(ctx, i, t->kind, NULL);
    emu_image_rebind(ctx, t, true);
    emu_fbo_texture_deleted(ctx, t);
}

void emu_DeleteTextures(GLsizei n, const GLuint *textures)
{
    struct emu_context *ctx = emu_current;

    if (n < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glDeleteTextures: n %d", n);
        return;
    }
    for (GLsizei i = 0; i < n; i++) {
        struct emu_texture *t = emu_texture_lookup(ctx, textures[i]);

        if (textures[i])
            emu_names_remove(&ctx->share->textures, textures[i]);
        if (t) {
            unbind_everywhere(ctx, t);
            emu_texture_ref(ctx, &t, NULL);
        }
    }
}

GLboolean emu_IsTexture(GLuint texture)
{
    return emu_texture_lookup(emu_current, texture) != NULL;
}

/* Everything is resident, and priorities mean nothing to a driver of today: kept for glGetTexParameter. */
GLboolean emu_AreTexturesResident(GLsizei n, const GLuint *textures, GLboolean *residences)
{
    struct emu_context *ctx = emu_current;

    (void)residences; /* written only when one is not resident */
    for (GLsizei i = 0; i < n; i++)
        if (!emu_texture_lookup(ctx, textures[i])) {
            emu_error(ctx, GL_INVALID_VALUE, "glAreTexturesResident: texture %u", textures[i]);
            return GL_FALSE;
        }
    if (n < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glAreTexturesResident: n %d", n);
    return n >= 0;
}

void emu_PrioritizeTextures(GLsizei n, const GLuint *textures, const GLfloat *priorities)
{
    struct emu_context *ctx = emu_current;

    if (n < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glPrioritizeTextures: n %d", n);
    for (GLsizei i = 0; i < n; i++) {
        struct emu_texture *t = emu_texture_lookup(ctx, textures[i]);
        if (t)
            t->priority = priorities[i] < 0 ? 0 : priorities[i] > 1 ? 1 : priorities[i];
    }
}

struct emu_texture *emu_texture_object(struct emu_context *ctx, GLuint name, enum emu_texture_kind kind)
{
    struct emu_texture *t = emu_texture_lookup(ctx, name);

    if (t && t->kind != kind) {
        emu_error(ctx, GL_INVALID_OPERATION, "glBindTexture: texture %u has another target", name);
        return NULL;
    }
    if (t)
        return t;
    if (ctx->core && !emu_names_is_reserved(&ctx->share->textures, name)) {
        emu_error(ctx, GL_INVALID_OPERATION, "glBindTexture: %u is not a generated name", name);
        return NULL;
    }
    return emu_texture_create(ctx, name, kind);
}

void emu_BindTexture(GLenum target, GLuint texture)
{
    struct emu_context *ctx = emu_current;
    const struct emu_target *t = emu_target_find(target);
    struct emu_texture *object = NULL;

    if (!t || t->proxy || t->target != emu_texture_kind_target(t->kind) ||
        !emu_target_supported(ctx, t->kind)) {
        emu_error(ctx, GL_INVALID_ENUM, "glBindTexture: target 0x%x", target);
        return;
    }
    if (texture && !(object = emu_texture_object(ctx, texture, t->kind)))
        return;
    emu_texture_bind(ctx, ctx->texture.active_unit, t->kind, object);
}

void emu_ActiveTexture(GLenum texture)
{
    struct emu_context *ctx = emu_current;

    if (texture < GL_TEXTURE0 || texture - GL_TEXTURE0 >= ctx->texture.unit_count) {
        emu_error(ctx, GL_INVALID_ENUM, "glActiveTexture: 0x%x", texture);
        return;
    }
    ctx->texture.active_unit = texture - GL_TEXTURE0;
}

/* What was drawn is seen by what is sampled next. The driver's own order between commands does that where
 * they are executed one batch after the other; nothing in ES asks for it inside one. */
void emu_TextureBarrier(void)
{
    struct emu_context *ctx = emu_current;

    if (ctx->caps->es >= 31)
        ctx->es->MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT);
    ctx->es->Flush();
}

void emu_TextureBarrierNV(void)
{
    emu_TextureBarrier();
}

static void unbind_unit(struct emu_context *ctx, GLuint unit)
{
    for (int k = 0; k < EMU_KINDS; k++)
        if (ctx->texture.units[unit].bound[k])
            emu_texture_bind(ctx, unit, (enum emu_texture_kind)k, NULL);
}

void emu_BindTextureUnit(GLuint unit, GLuint texture)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = emu_texture_lookup(ctx, texture);

    if (unit >= ctx->texture.unit_count)
        emu_error(ctx, GL_INVALID_VALUE, "glBindTextureUnit: unit %u", unit);
    else if (texture && !t)
        emu_error(ctx, GL_INVALID_OPERATION, "glBindTextureUnit: texture %u", texture);
    else if (!texture)
        unbind_unit(ctx, unit);
    else
        emu_texture_bind(ctx, unit, t->kind, t);
}

void emu_BindTextures(GLuint first, GLsizei count, const GLuint *textures)
{
    struct emu_context *ctx = emu_current;

    if (count < 0 || first > ctx->texture.unit_count || (GLuint)count > ctx->texture.unit_count - first) {
        emu_error(ctx, count < 0 ? GL_INVALID_VALUE : GL_INVALID_OPERATION, "glBindTextures: %u + %d", first,
                  count);
        return;
    }
    for (GLsizei i = 0; i < count; i++) {
        GLuint name = textures ? textures[i] : 0;
        struct emu_texture *t = emu_texture_lookup(ctx, name);

        if (name && !t)
            emu_error(ctx, GL_INVALID_OPERATION, "glBindTextures: texture %u", name);
        else if (!name)
            unbind_unit(ctx, first + (GLuint)i);
        else
            emu_texture_bind(ctx, first + (GLuint)i, t->kind, t);
    }
}
