/* SPDX-License-Identifier: MIT */
/* State of desktop GL that shaders read and ES keeps from them: the size of points, the depth range, default
 * tessellation levels, how many samples a texture has. The translation reads uniforms in their place, which
 * are found when a driver program is made and fed before it draws. Cost: a compare per value and draw, for
 * programs that read it. */
#include "emu/program_priv.h"

#include <stdio.h>
#include <string.h>

/* EMU_KINDS: the sampler is no multisample one. */
static enum emu_texture_kind multisample_kind(GLenum type)
{
    switch (type) {
    case GL_SAMPLER_2D_MULTISAMPLE:
    case GL_INT_SAMPLER_2D_MULTISAMPLE:
    case GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE:
        return EMU_KIND_2D_MULTISAMPLE;
    case GL_SAMPLER_2D_MULTISAMPLE_ARRAY:
    case GL_INT_SAMPLER_2D_MULTISAMPLE_ARRAY:
    case GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE_ARRAY:
        return EMU_KIND_2D_MULTISAMPLE_ARRAY;
    default:
        return EMU_KINDS;
    }
}

static void find_state_uniforms(struct emu_context *ctx, struct emu_variant *v)
{
    const struct gles_table *es = ctx->es;

    v->draw_id = es->GetUniformLocation(v->es, GLSL_UNIFORM_DRAW_ID);
    v->base_vertex = es->GetUniformLocation(v->es, GLSL_UNIFORM_BASE_VERTEX);
    v->base_instance = es->GetUniformLocation(v->es, GLSL_UNIFORM_BASE_INSTANCE);
    v->point_size = es->GetUniformLocation(v->es, GLSL_UNIFORM_POINT_SIZE);
    v->point_size_value = -1;
    v->point_tie = es->GetUniformLocation(v->es, GLSL_UNIFORM_POINT_TIE);
    v->patch_outer = es->GetUniformLocation(v->es, GLSL_UNIFORM_TESS_OUTER);
    v->patch_inner = es->GetUniformLocation(v->es, GLSL_UNIFORM_TESS_INNER);
    v->depth_near = es->GetUniformLocation(v->es, "retrace_DepthRange.near");
    v->depth_far = es->GetUniformLocation(v->es, "retrace_DepthRange.far");
    v->depth_diff = es->GetUniformLocation(v->es, "retrace_DepthRange.diff");
}

static bool find_sample_counts(struct emu_context *ctx, struct emu_executable *exe, struct emu_variant *v)
{
    char name[256];

    v->samples = emu_reflect_array(&exe->arena, exe->uniform_count, sizeof *v->samples);
    for (size_t i = 0; v->samples && i < exe->uniform_count; i++) {
        const struct emu_uniform *u = &exe->uniforms[i];
        GLint location;

        if (multisample_kind(u->type.type) == EMU_KINDS || !u->units)
            continue;
        snprintf(name, sizeof name, GLSL_UNIFORM_SAMPLES "%s", u->name);
        location = ctx->es->GetUniformLocation(v->es, name);
        if (location >= 0)
            v->samples[v->sample_count++] = (struct emu_sample_count){.sampler = u, .location = location};
    }
    return v->samples != NULL;
}

bool emu_feed_find(struct emu_context *ctx, struct emu_executable *exe, struct emu_variant *v)
{
    find_state_uniforms(ctx, v);
    if (!find_sample_counts(ctx, exe, v) || !emu_bias_find(ctx, exe, v))
        return false;
    v->fed = v->sample_count || v->bias_count || v->point_size >= 0 || v->point_tie >= 0 ||
             v->patch_outer >= 0 || v->patch_inner >= 0 || v->depth_near >= 0 || v->depth_far >= 0 ||
             v->depth_diff >= 0;
    return true;
}

/* ---- feeding ---- */

static void set_float(struct emu_context *ctx, const struct emu_program *program, GLint location,
                      GLfloat value)
{
    if (location < 0)
        return;
    if (program == ctx->program.current)
        ctx->es->Uniform1f(location, value);
    else
        ctx->es->ProgramUniform1f(program->es, location, value);
}

/* In a new driver program they are 0, which the default levels never are. */
static void feed_patch_levels(struct emu_context *ctx, const struct emu_program *program,
                              struct emu_variant *v)
{
    const struct emu_program_state *state = &ctx->program;
    GLfloat levels[6];

    memcpy(levels, state->patch_outer, sizeof state->patch_outer);
    memcpy(levels + 4, state->patch_inner, sizeof state->patch_inner);
    if (emu_is_same(levels, v->patch_levels, sizeof levels))
        return;
    memcpy(v->patch_levels, levels, sizeof levels);
    ctx->es->ProgramUniform4fv(program->es, v->patch_outer, 1, levels);
    ctx->es->ProgramUniform2fv(program->es, v->patch_inner, 1, levels + 4);
}

/* A 256th of a pixel, as finely as rasterisers place points. Sprites and what is captured stay where they
 * are, and so do larger points: those are a gap. */
static void feed_point_tie(struct emu_context *ctx, const struct emu_program *program, struct emu_variant *v)
{
    const GLfloat *viewport = ctx->state.viewports[0];
    bool nudged = !ctx->core && !ctx->xfb.active && !emu_cap_enabled(ctx, GL_POINT_SPRITE) &&
                  ctx->state.point_size == 1;
    GLfloat tie[2] = {nudged && viewport[2] > 0 ? 2.0f / 256 / viewport[2] : 0,
                      nudged && viewport[3] > 0 ? 2.0f / 256 / viewport[3] : 0};

    if (emu_is_same(tie, v->point_tie_value, sizeof tie))
        return;
    memcpy(v->point_tie_value, tie, sizeof tie);
    if (program == ctx->program.current)
        ctx->es->Uniform2f(v->point_tie, tie[0], tie[1]);
    else
        ctx->es->ProgramUniform2f(program->es, v->point_tie, tie[0], tie[1]);
}

static void feed_sample_counts(struct emu_context *ctx, const struct emu_program *program,
                               const struct emu_variant *v)
{
    for (size_t i = 0; i < v->sample_count; i++) {
        struct emu_sample_count *s = &v->samples[i];
        GLint unit = s->sampler->units[0], value = 0;

        if (unit >= 0 && unit < EMU_MAX_TEXTURE_UNITS)
            value = emu_texture_bound(ctx, (GLuint)unit, multisample_kind(s->sampler->type.type))->samples;
        if (value != s->value)
            emu_uniform_set_int(ctx, program, s->location, value);
        s->value = value;
    }
}

void emu_feed_state(struct emu_context *ctx, struct emu_program *program)
{
    struct emu_variant *v = program->exe->variant;
    const GLfloat *range = ctx->state.ranges[0];

    if (!v->fed)
        return;
    if (v->patch_outer >= 0 || v->patch_inner >= 0)
        feed_patch_levels(ctx, program, v);
    feed_sample_counts(ctx, program, v);
    if (v->bias_count)
        emu_bias_feed(ctx, program, v);
    if (v->point_size >= 0 && v->point_size_value != ctx->state.point_size) {
        v->point_size_value = ctx->state.point_size;
        set_float(ctx, program, v->point_size, v->point_size_value);
    }
    if (v->point_tie >= 0)
        feed_point_tie(ctx, program, v);
    if (v->depth_near < 0 && v->depth_far < 0 && v->depth_diff < 0)
        return;
    set_float(ctx, program, v->depth_near, range[0]);
    set_float(ctx, program, v->depth_far, range[1]);
    set_float(ctx, program, v->depth_diff, range[1] - range[0]);
}
