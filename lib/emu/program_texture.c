/* SPDX-License-Identifier: MIT */
/* Samplers of 1D and rectangle textures. ES has one binding for them and for 2D textures (and one for both
 * kinds of arrays); where a unit has textures of several such kinds, the program's sampler says which one is
 * meant. Cost: one compare per draw as long as no unit is shared, else a walk over the program's uniforms. */
#include "emu/program_priv.h"

/* The texture target of a sampler type that shares a binding; 0: none. */
static GLenum shared_target(GLenum type)
{
    // clang-format off
    switch (type) {
    case GL_SAMPLER_1D: case GL_SAMPLER_1D_SHADOW: case GL_INT_SAMPLER_1D: case GL_UNSIGNED_INT_SAMPLER_1D:
        return GL_TEXTURE_1D;
    case GL_SAMPLER_2D: case GL_SAMPLER_2D_SHADOW: case GL_INT_SAMPLER_2D: case GL_UNSIGNED_INT_SAMPLER_2D:
        return GL_TEXTURE_2D;
    case GL_SAMPLER_2D_RECT: case GL_SAMPLER_2D_RECT_SHADOW: case GL_INT_SAMPLER_2D_RECT: case GL_UNSIGNED_INT_SAMPLER_2D_RECT:
        return GL_TEXTURE_RECTANGLE;
    case GL_SAMPLER_1D_ARRAY: case GL_SAMPLER_1D_ARRAY_SHADOW: case GL_INT_SAMPLER_1D_ARRAY: case GL_UNSIGNED_INT_SAMPLER_1D_ARRAY:
        return GL_TEXTURE_1D_ARRAY;
    case GL_SAMPLER_2D_ARRAY: case GL_SAMPLER_2D_ARRAY_SHADOW: case GL_INT_SAMPLER_2D_ARRAY: case GL_UNSIGNED_INT_SAMPLER_2D_ARRAY:
        return GL_TEXTURE_2D_ARRAY;
    default:
        return 0;
    }
    // clang-format on
}

static void select_textures(struct emu_context *ctx, const struct emu_program *program)
{
    const struct emu_executable *exe = program ? program->exe : NULL;

    for (size_t i = 0; exe && i < exe->uniform_count; i++) {
        const struct emu_uniform *u = &exe->uniforms[i];
        GLenum target = u->units && u->type.base == EMU_BASE_SAMPLER ? shared_target(u->type.type) : 0;

        for (GLint j = 0; target && j < u->size; j++)
            emu_texture_select(ctx, (GLuint)u->units[j], target);
    }
}

void emu_program_prepare_textures(struct emu_context *ctx)
{
    struct emu_program_state *state = &ctx->program;

    if (!ctx->texture.shared)
        return;
    if (state->current)
        select_textures(ctx, state->current);
    for (int i = 0; !state->current && state->pipeline && i < GLSL_STAGES; i++)
        select_textures(ctx, state->pipeline->stages[i]);
}
