/* SPDX-License-Identifier: MIT */
/* What samplers mean to a draw. 1D and rectangle textures: ES has one binding for them and for 2D textures
 * (and one for both kinds of arrays); where a unit has textures of several such kinds, the program's sampler
 * says which one is meant. Cube maps: desktop GL filters each face by itself unless
 * GL_TEXTURE_CUBE_MAP_SEAMLESS is on, ES always across the edges: shaders gather within a face
 * (glsl_spirv_cube), linear filters are a gap, named once. Cost: two compares per draw as long as no unit is
 * shared and there is no cube map, else a walk over the program's uniforms. */
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

/* EMU_KINDS: no cube map's. */
static enum emu_texture_kind cube_kind(GLenum type)
{
    // clang-format off
    switch (type) {
    case GL_SAMPLER_CUBE: case GL_SAMPLER_CUBE_SHADOW: case GL_INT_SAMPLER_CUBE: case GL_UNSIGNED_INT_SAMPLER_CUBE:
        return EMU_KIND_CUBE;
    case GL_SAMPLER_CUBE_MAP_ARRAY: case GL_SAMPLER_CUBE_MAP_ARRAY_SHADOW:
    case GL_INT_SAMPLER_CUBE_MAP_ARRAY: case GL_UNSIGNED_INT_SAMPLER_CUBE_MAP_ARRAY:
        return EMU_KIND_CUBE_ARRAY;
    default:
        return EMU_KINDS;
    }
    // clang-format on
}

enum emu_texture_kind emu_sampler_kind(GLenum type)
{
    GLenum shared = shared_target(type);

    if (type == GL_SAMPLER_3D || type == GL_INT_SAMPLER_3D || type == GL_UNSIGNED_INT_SAMPLER_3D)
        return EMU_KIND_3D;
    return shared ? emu_target_find(shared)->kind : cube_kind(type);
}

/* How element i of a uniform samples; NULL when that is no cube map with an image. */
static const struct emu_sampling *cube_sampling(struct emu_context *ctx, const struct emu_uniform *u, GLint i,
                                                const struct emu_level **level)
{
    enum emu_texture_kind kind = cube_kind(u->type.type);
    GLuint unit = u->units && kind != EMU_KINDS ? (GLuint)u->units[i] : UINT32_MAX;
    const struct emu_texture *t =
        unit < ctx->texture.unit_count ? ctx->texture.units[unit].bound[kind] : NULL;
    const struct emu_sampler *sampler = t ? ctx->sampler.units[unit] : NULL;

    *level = t ? emu_texture_level(t, 0, t->base_level) : NULL;
    return !*level ? NULL : sampler ? &sampler->sampling : &t->sampling;
}

static bool filters(const struct emu_sampling *s, const struct emu_level *level)
{
    return !emu_format_is_integer(level->format) &&
           (s->mag_filter == GL_LINEAR || s->min_filter == GL_LINEAR ||
            s->min_filter == GL_LINEAR_MIPMAP_NEAREST || s->min_filter == GL_LINEAR_MIPMAP_LINEAR);
}

static void note_seams(struct emu_context *ctx, const struct emu_program *program)
{
    const struct emu_executable *exe = program ? program->exe : NULL;

    const struct emu_sampling *s;
    const struct emu_level *level;

    for (size_t i = 0; exe && i < exe->uniform_count && !ctx->texture.seams_noted; i++)
        for (GLint j = 0; exe->uniforms[i].units && j < exe->uniforms[i].size; j++)
            if ((s = cube_sampling(ctx, &exe->uniforms[i], j, &level)) && filters(s, level))
                ctx->texture.seams_noted = true;
    if (ctx->texture.seams_noted)
        emu_gap(ctx, "GL_TEXTURE_CUBE_MAP_SEAMLESS", "ES filters cube maps across their edges always", false);
}

static __attribute__((noinline)) void prepare(struct emu_context *ctx, bool seams)
{
    const struct emu_program_state *state = &ctx->program;

    for (int i = 0; i < (state->current ? 1 : GLSL_STAGES); i++) {
        const struct emu_program *program = state->current    ? state->current
                                            : state->pipeline ? state->pipeline->stages[i]
                                                              : NULL;
        if (ctx->texture.shared)
            select_textures(ctx, program);
        if (seams)
            note_seams(ctx, program);
    }
}

void emu_program_prepare_textures(struct emu_context *ctx)
{
    bool seams = ctx->texture.has_cubes && !ctx->texture.seams_noted && !ctx->state.cube_seamless;

    if (ctx->texture.shared || seams)
        prepare(ctx, seams);
}
