/* SPDX-License-Identifier: MIT */
/* The bias of levels of detail that textures and sampler objects have. ES has none, but some drivers take one
 * for sampler objects all the same: there a texture with a bias gets a sampler of its parameters that stands
 * in for them. Elsewhere it is a uniform of the shaders that use such textures, under a key that says which
 * these are, so that all other lookups stay as they are (glsl_spirv_bias.c); between two levels, drivers may
 * round those otherwise. Cost: a walk over the program's samplers per draw once some texture has had a bias.
 */
#include "emu/program_priv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- sampler objects ---- */

bool emu_bias_on_driver(struct emu_context *ctx)
{
    GLfloat value = 0;
    GLuint sampler;

    if (ctx->share->bias == EMU_BIAS_UNKNOWN) {
        while (ctx->es->GetError() != GL_NO_ERROR)
            ;
        ctx->es->GenSamplers(1, &sampler);
        ctx->es->SamplerParameterf(sampler, GL_TEXTURE_LOD_BIAS, 1.5f);
        if (ctx->es->GetError() == GL_NO_ERROR)
            ctx->es->GetSamplerParameterfv(sampler, GL_TEXTURE_LOD_BIAS, &value);
        ctx->share->bias =
            ctx->es->GetError() == GL_NO_ERROR && value == 1.5f ? EMU_BIAS_OF_SAMPLERS : EMU_BIAS_OF_SHADERS;
        ctx->es->DeleteSamplers(1, &sampler);
    }
    return ctx->share->bias == EMU_BIAS_OF_SAMPLERS;
}

static GLuint stand_in(struct emu_context *ctx, struct emu_texture *t)
{
    if (t->sampling.lod_bias == 0)
        return 0;
    if (!t->stand_in)
        ctx->es->GenSamplers(1, &t->stand_in);
    if (memcmp(&t->stand_in_sampling, &t->sampling, sizeof t->sampling) != 0)
        emu_sampling_copy(ctx, t->stand_in, t->kind, &t->sampling);
    t->stand_in_sampling = t->sampling;
    return t->stand_in;
}

static void put_stand_ins(struct emu_context *ctx, const struct emu_uniform *u)
{
    enum emu_texture_kind kind = emu_sampler_kind(u->type.type);

    for (GLint i = 0; kind != EMU_KINDS && i < u->size; i++) {
        GLuint unit = (GLuint)u->units[i], es;

        if (unit >= ctx->texture.unit_count || ctx->sampler.units[unit])
            continue;
        es = stand_in(ctx, emu_texture_bound(ctx, unit, kind));
        if (ctx->sampler.stand_ins[unit] != es)
            ctx->es->BindSampler(unit, es);
        ctx->sampler.stand_ins[unit] = es;
    }
}

void emu_bias_prepare(struct emu_context *ctx, const struct emu_executable *exe)
{
    for (size_t i = 0; i < exe->uniform_count && emu_bias_on_driver(ctx); i++)
        if (exe->uniforms[i].type.base == EMU_BASE_SAMPLER && exe->uniforms[i].units)
            put_stand_ins(ctx, &exe->uniforms[i]);
}

/* ---- shaders ---- */

/* What element i of a sampler adds, in steps and bounds as Mesa's drivers have them. */
static GLfloat bias_of(struct emu_context *ctx, const struct emu_uniform *u, GLint i)
{
    enum emu_texture_kind kind = emu_sampler_kind(u->type.type);
    GLuint unit = (GLuint)u->units[i];
    const struct emu_sampler *sampler;
    GLfloat bias;

    if (kind == EMU_KINDS || unit >= ctx->texture.unit_count)
        return 0;
    sampler = ctx->sampler.units[unit];
    bias = sampler ? sampler->sampling.lod_bias : emu_texture_bound(ctx, unit, kind)->sampling.lod_bias;
    return roundf(fminf(fmaxf(bias, -16), 16) * 256) / 256;
}

/* The sampler's number as glsl_key counts them; 64 and more: it has none. */
static unsigned number_of(const struct emu_executable *exe, const struct emu_uniform *u)
{
    unsigned n = 0;

    for (const struct glsl_uniform *row = exe->glsl->uniforms; row < u->glsl; row++) {
        uint8_t base = emu_uniform_type_of(row->type).base;

        n += base == EMU_BASE_SAMPLER || base == EMU_BASE_IMAGE || base == EMU_BASE_COUNTER;
    }
    return n;
}

uint64_t emu_bias_key(struct emu_context *ctx, const struct emu_executable *exe)
{
    uint64_t key = 0;

    if (emu_bias_on_driver(ctx))
        return 0;
    for (size_t i = 0; i < exe->uniform_count; i++) {
        const struct emu_uniform *u = &exe->uniforms[i];
        bool biased = false;
        unsigned number;

        if (u->type.base != EMU_BASE_SAMPLER || !u->units || !u->glsl)
            continue;
        for (GLint j = 0; j < u->size; j++)
            biased |= bias_of(ctx, u, j) != 0;
        number = biased ? number_of(exe, u) : 64;
        if (number < 64)
            key |= (uint64_t)1 << number;
        if (biased)
            emu_gap(ctx, "glTexParameter", "GL_TEXTURE_LOD_BIAS by shaders rounds otherwise between levels",
                    false);
        if (biased && (number >= 64 || exe->glsl->flags & GLSL_LACKS_BIAS))
            emu_gap(ctx, "glTexParameter", "GL_TEXTURE_LOD_BIAS in some lookups", true);
    }
    return key;
}

bool emu_bias_find(struct emu_context *ctx, struct emu_executable *exe, struct emu_variant *v)
{
    char name[64];

    if (!v->key.lod_bias)
        return true;
    v->biases = emu_reflect_array(&exe->arena, exe->uniform_count, sizeof *v->biases);
    for (size_t i = 0; v->biases && i < exe->uniform_count; i++) {
        const struct emu_uniform *u = &exe->uniforms[i];
        struct emu_lod_bias *bias = &v->biases[v->bias_count];

        if (u->type.base != EMU_BASE_SAMPLER || !u->units || !u->glsl)
            continue;
        snprintf(name, sizeof name, GLSL_UNIFORM_LOD_BIAS "%u", number_of(exe, u));
        bias->sampler = u;
        bias->location = ctx->es->GetUniformLocation(v->es, name);
        if (bias->location < 0)
            continue;
        bias->values = emu_reflect_array(&exe->arena, (size_t)u->size, sizeof *bias->values);
        if (!bias->values)
            return false;
        v->bias_count++;
    }
    return v->biases != NULL;
}

void emu_bias_feed(struct emu_context *ctx, const struct emu_program *program, struct emu_variant *v)
{
    for (size_t i = 0; i < v->bias_count; i++) {
        struct emu_lod_bias *bias = &v->biases[i];
        bool changed = false;

        for (GLint j = 0; j < bias->sampler->size; j++) {
            GLfloat value = bias_of(ctx, bias->sampler, j);

            changed |= value != bias->values[j];
            bias->values[j] = value;
        }
        if (changed)
            emu_uniform_upload_to(ctx, program->es, (struct emu_uniform_type){GL_FLOAT, EMU_BASE_FLOAT, 1, 1},
                                  bias->location, bias->sampler->size, GL_FALSE, bias->values);
    }
}
