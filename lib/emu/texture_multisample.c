/* SPDX-License-Identifier: MIT */
/* Multisample textures. The driver has immutable ones only: what the application specifies again gets a fresh
 * driver object. */
#include "emu/emu_priv.h"

void emu_texture_multisample(struct emu_context *ctx, struct emu_texture *t, GLsizei samples, GLenum internal,
                             GLsizei w, GLsizei h, GLsizei d, GLboolean fixed, bool immutable,
                             const char *function)
{
    const struct emu_format *f = emu_format_find(ctx, internal, 0, 0);
    GLenum es;

    if (!f || !emu_format_is_renderable(ctx, f)) {
        emu_error(ctx, immutable ? GL_INVALID_ENUM : GL_INVALID_OPERATION, "%s: internal format 0x%x",
                  function, internal);
        return;
    }
    if (w < (immutable ? 1 : 0) || h < (immutable ? 1 : 0) || d < 0 || samples < 1 ||
        w > ctx->caps->max_texture_size || h > ctx->caps->max_texture_size) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: %d x %d x %d, %d samples", function, w, h, d, samples);
        return;
    }
    if (samples > ctx->caps->max_samples || t->immutable) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: %d samples, or an immutable texture", function, samples);
        return;
    }
    if (emu_texture_level(t, 0, 0)) {
        GLuint old = emu_texture_replace_es(ctx, t);
        ctx->es->DeleteTextures(1, &old);
    }
    if (!emu_texture_record(ctx, t, f, internal, 1, w, h, d))
        return;
    es = emu_format_storage(ctx, f, samples)->es;
    emu_texture_begin(ctx, t);
    if (t->kind == EMU_KIND_2D_MULTISAMPLE_ARRAY)
        ctx->es->TexStorage3DMultisample(t->es_target, samples, es, w, h, d, fixed);
    else
        ctx->es->TexStorage2DMultisample(t->es_target, samples, es, w, h, fixed);
    t->samples = samples;
    t->fixed_locations = fixed;
    t->immutable = immutable;
    t->es_immutable = true;
    t->immutable_levels = t->num_levels = immutable ? 1 : 0;
    emu_texture_format_changed(ctx, t);
    emu_texture_end(ctx, t);
}

static void multisample(GLenum target, GLsizei samples, GLenum internal, GLsizei w, GLsizei h, GLsizei d,
                        GLboolean fixed, bool immutable, enum emu_texture_kind kind, const char *function)
{
    struct emu_context *ctx = emu_current;
    const struct emu_target *what = emu_target_find(target);

    if (!what || what->kind != kind || !emu_target_supported(ctx, kind)) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x", function, target);
        return;
    }
    if (what->proxy) {
        const struct emu_format *f = emu_format_find(ctx, internal, 0, 0);
        bool good = f && samples <= ctx->caps->max_samples && w <= ctx->caps->max_texture_size &&
                    h <= ctx->caps->max_texture_size;
        ctx->texture.proxy[kind] = good ? (struct emu_level){f, internal, w, h, d} : (struct emu_level){0};
        ctx->texture.proxy_samples = good ? samples : 0;
        return;
    }
    emu_texture_multisample(ctx, emu_texture_bound(ctx, ctx->texture.active_unit, kind), samples, internal, w,
                            h, d, fixed, immutable, function);
}

void emu_TexImage2DMultisample(GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                               GLsizei height, GLboolean fixedsamplelocations)
{
    multisample(target, samples, internalformat, width, height, 1, fixedsamplelocations, false,
                EMU_KIND_2D_MULTISAMPLE, "glTexImage2DMultisample");
}

void emu_TexImage3DMultisample(GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                               GLsizei height, GLsizei depth, GLboolean fixedsamplelocations)
{
    multisample(target, samples, internalformat, width, height, depth, fixedsamplelocations, false,
                EMU_KIND_2D_MULTISAMPLE_ARRAY, "glTexImage3DMultisample");
}

void emu_TexStorage2DMultisample(GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                                 GLsizei height, GLboolean fixedsamplelocations)
{
    multisample(target, samples, internalformat, width, height, 1, fixedsamplelocations, true,
                EMU_KIND_2D_MULTISAMPLE, "glTexStorage2DMultisample");
}

void emu_TexStorage3DMultisample(GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                                 GLsizei height, GLsizei depth, GLboolean fixedsamplelocations)
{
    multisample(target, samples, internalformat, width, height, depth, fixedsamplelocations, true,
                EMU_KIND_2D_MULTISAMPLE_ARRAY, "glTexStorage3DMultisample");
}
