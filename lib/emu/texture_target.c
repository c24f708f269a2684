/* SPDX-License-Identifier: MIT */
/* Texture targets: what the application's words mean, and which of the driver's binding points they share. */
#include "emu/emu_priv.h"

// clang-format off
static const struct emu_target targets[] = {
    { GL_TEXTURE_1D,                         EMU_KIND_1D,                   0, 1, false },
    { GL_TEXTURE_2D,                         EMU_KIND_2D,                   0, 2, false },
    { GL_TEXTURE_3D,                         EMU_KIND_3D,                   0, 3, false },
    { GL_TEXTURE_CUBE_MAP,                   EMU_KIND_CUBE,                 0, 2, false },
    { GL_TEXTURE_1D_ARRAY,                   EMU_KIND_1D_ARRAY,             0, 2, false },
    { GL_TEXTURE_2D_ARRAY,                   EMU_KIND_2D_ARRAY,             0, 3, false },
    { GL_TEXTURE_CUBE_MAP_ARRAY,             EMU_KIND_CUBE_ARRAY,           0, 3, false },
    { GL_TEXTURE_RECTANGLE,                  EMU_KIND_RECTANGLE,            0, 2, false },
    { GL_TEXTURE_BUFFER,                     EMU_KIND_BUFFER,               0, 1, false },
    { GL_TEXTURE_2D_MULTISAMPLE,             EMU_KIND_2D_MULTISAMPLE,       0, 2, false },
    { GL_TEXTURE_2D_MULTISAMPLE_ARRAY,       EMU_KIND_2D_MULTISAMPLE_ARRAY, 0, 3, false },
    { GL_TEXTURE_CUBE_MAP_POSITIVE_X,        EMU_KIND_CUBE,                 0, 2, false },
    { GL_TEXTURE_CUBE_MAP_NEGATIVE_X,        EMU_KIND_CUBE,                 1, 2, false },
    { GL_TEXTURE_CUBE_MAP_POSITIVE_Y,        EMU_KIND_CUBE,                 2, 2, false },
    { GL_TEXTURE_CUBE_MAP_NEGATIVE_Y,        EMU_KIND_CUBE,                 3, 2, false },
    { GL_TEXTURE_CUBE_MAP_POSITIVE_Z,        EMU_KIND_CUBE,                 4, 2, false },
    { GL_TEXTURE_CUBE_MAP_NEGATIVE_Z,        EMU_KIND_CUBE,                 5, 2, false },
    { GL_PROXY_TEXTURE_1D,                   EMU_KIND_1D,                   0, 1, true },
    { GL_PROXY_TEXTURE_2D,                   EMU_KIND_2D,                   0, 2, true },
    { GL_PROXY_TEXTURE_3D,                   EMU_KIND_3D,                   0, 3, true },
    { GL_PROXY_TEXTURE_CUBE_MAP,             EMU_KIND_CUBE,                 0, 2, true },
    { GL_PROXY_TEXTURE_1D_ARRAY,             EMU_KIND_1D_ARRAY,             0, 2, true },
    { GL_PROXY_TEXTURE_2D_ARRAY,             EMU_KIND_2D_ARRAY,             0, 3, true },
    { GL_PROXY_TEXTURE_CUBE_MAP_ARRAY,       EMU_KIND_CUBE_ARRAY,           0, 3, true },
    { GL_PROXY_TEXTURE_RECTANGLE,            EMU_KIND_RECTANGLE,            0, 2, true },
    { GL_PROXY_TEXTURE_2D_MULTISAMPLE,       EMU_KIND_2D_MULTISAMPLE,       0, 2, true },
    { GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY, EMU_KIND_2D_MULTISAMPLE_ARRAY, 0, 3, true },
};

static const uint8_t es_index[EMU_KINDS] = {
    [EMU_KIND_1D] = EMU_ES_2D,             [EMU_KIND_2D] = EMU_ES_2D,
    [EMU_KIND_3D] = EMU_ES_3D,             [EMU_KIND_CUBE] = EMU_ES_CUBE,
    [EMU_KIND_1D_ARRAY] = EMU_ES_2D_ARRAY, [EMU_KIND_2D_ARRAY] = EMU_ES_2D_ARRAY,
    [EMU_KIND_CUBE_ARRAY] = EMU_ES_CUBE_ARRAY, [EMU_KIND_RECTANGLE] = EMU_ES_2D,
    [EMU_KIND_BUFFER] = EMU_ES_BUFFER,     [EMU_KIND_2D_MULTISAMPLE] = EMU_ES_2DMS,
    [EMU_KIND_2D_MULTISAMPLE_ARRAY] = EMU_ES_2DMS_ARRAY,
};

const GLenum emu_es_targets[EMU_ES_TARGETS] = {
    [EMU_ES_2D] = GL_TEXTURE_2D,             [EMU_ES_3D] = GL_TEXTURE_3D,
    [EMU_ES_CUBE] = GL_TEXTURE_CUBE_MAP,     [EMU_ES_2D_ARRAY] = GL_TEXTURE_2D_ARRAY,
    [EMU_ES_CUBE_ARRAY] = GL_TEXTURE_CUBE_MAP_ARRAY, [EMU_ES_BUFFER] = GL_TEXTURE_BUFFER,
    [EMU_ES_2DMS] = GL_TEXTURE_2D_MULTISAMPLE, [EMU_ES_2DMS_ARRAY] = GL_TEXTURE_2D_MULTISAMPLE_ARRAY,
};
// clang-format on

const struct emu_target *emu_target_find(GLenum target)
{
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (targets[i].target == target)
            return &targets[i];
    return NULL;
}

GLenum emu_texture_kind_target(enum emu_texture_kind kind)
{
    return targets[kind].target; /* the first rows are in the order of the kinds */
}

enum emu_es_target emu_texture_es_index(enum emu_texture_kind kind)
{
    return es_index[kind];
}

/* A target that the emulated version has and the driver has not is a gap, named where it is first asked for.
 */
bool emu_target_supported(struct emu_context *ctx, enum emu_texture_kind kind)
{
    const char *why = NULL;

    if (kind == EMU_KIND_CUBE_ARRAY && !ctx->caps->has_texture_cube_map_array)
        why = "cube map arrays need GL_EXT_texture_cube_map_array";
    else if (kind == EMU_KIND_2D_MULTISAMPLE && !ctx->caps->has_es31)
        why = "multisample textures need ES 3.1";
    else if (kind == EMU_KIND_2D_MULTISAMPLE_ARRAY && !ctx->caps->has_texture_multisample_array)
        why = "multisample arrays need GL_OES_texture_storage_multisample_2d_array";
    if (why)
        emu_gap(ctx, "glBindTexture", why, true);
    return !why;
}

/* The driver's word for an image of a target: cube faces are the same, 1D is 2D. */
GLenum emu_texture_es_image_target(const struct emu_target *t)
{
    if (t->kind == EMU_KIND_CUBE)
        return GL_TEXTURE_CUBE_MAP_POSITIVE_X + t->face;
    return emu_es_targets[es_index[t->kind]];
}

GLsizei emu_texture_max_size(struct emu_context *ctx, enum emu_texture_kind kind)
{
    if (kind == EMU_KIND_3D)
        return (GLsizei)ctx->caps->max_3d_texture_size;
    if (kind == EMU_KIND_CUBE || kind == EMU_KIND_CUBE_ARRAY)
        return (GLsizei)ctx->caps->max_cube_map_size;
    return (GLsizei)ctx->caps->max_texture_size;
}

struct emu_texture *emu_texture_of_target(struct emu_context *ctx, GLenum target, const char *function)
{
    const struct emu_target *t = emu_target_find(target);

    if (!t || t->proxy || t->target != emu_texture_kind_target(t->kind)) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x", function, target);
        return NULL;
    }
    if (!emu_target_supported(ctx, t->kind)) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: the driver has no such textures", function);
        return NULL;
    }
    return emu_texture_bound(ctx, ctx->texture.active_unit, t->kind);
}
