/* SPDX-License-Identifier: MIT */
/* Sampler objects: ES has them; their parameters go through sampling.c as those of textures do. */
#include "emu/emu_priv.h"

#include <stdlib.h>

static void sampler_ref(struct emu_context *ctx, struct emu_sampler **slot, struct emu_sampler *s)
{
    struct emu_sampler *old = *slot;

    if (old == s)
        return;
    if (s)
        s->refs++;
    *slot = s;
    if (old && --old->refs == 0) {
        ctx->es->DeleteSamplers(1, &old->es);
        free(old);
    }
}

GLuint emu_sampler_es(const struct emu_context *ctx, GLuint unit)
{
    const struct emu_sampler *s = ctx->sampler.units[unit];

    return s ? s->es : ctx->sampler.stand_ins[unit];
}

static struct emu_sampler *find(struct emu_context *ctx, GLuint name, const char *function)
{
    struct emu_sampler *s = name ? emu_names_get(&ctx->share->samplers, name) : NULL;

    if (!s)
        emu_error(ctx, GL_INVALID_OPERATION, "%s: sampler %u", function, name);
    return s;
}

void emu_GenSamplers(GLsizei count, GLuint *samplers)
{
    struct emu_context *ctx = emu_current;

    if (count < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glGenSamplers: count %d", count);
        return;
    }
    if (!emu_names_gen(&ctx->share->samplers, count, samplers)) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "glGenSamplers");
        return;
    }
    for (GLsizei i = 0; i < count; i++) { /* unlike textures, samplers exist from here on */
        struct emu_sampler *s = calloc(1, sizeof *s);
        if (!s || !emu_names_set(&ctx->share->samplers, samplers[i], s)) {
            free(s);
            emu_error(ctx, GL_OUT_OF_MEMORY, "glGenSamplers");
            return;
        }
        s->name = samplers[i];
        s->refs = 1;
        emu_sampling_init(&s->sampling, EMU_KIND_2D);
        ctx->es->GenSamplers(1, &s->es);
    }
}

void emu_CreateSamplers(GLsizei n, GLuint *samplers)
{
    emu_GenSamplers(n, samplers);
}

static void bind(struct emu_context *ctx, GLuint unit, struct emu_sampler *s)
{
    if (ctx->sampler.units[unit] == s)
        return;
    ctx->es->BindSampler(unit, s ? s->es : 0);
    ctx->sampler.stand_ins[unit] = 0;
    sampler_ref(ctx, &ctx->sampler.units[unit], s);
}

void emu_DeleteSamplers(GLsizei count, const GLuint *samplers)
{
    struct emu_context *ctx = emu_current;

    if (count < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glDeleteSamplers: count %d", count);
        return;
    }
    for (GLsizei i = 0; i < count; i++) {
        struct emu_sampler *s = samplers[i] ? emu_names_get(&ctx->share->samplers, samplers[i]) : NULL;
        if (!s)
            continue;
        emu_names_remove(&ctx->share->samplers, samplers[i]);
        for (GLuint u = 0; u < ctx->texture.unit_count; u++)
            if (ctx->sampler.units[u] == s)
                bind(ctx, u, NULL);
        sampler_ref(ctx, &s, NULL);
    }
}

GLboolean emu_IsSampler(GLuint sampler)
{
    return sampler && emu_names_get(&emu_current->share->samplers, sampler) != NULL;
}

void emu_BindSampler(GLuint unit, GLuint sampler)
{
    struct emu_context *ctx = emu_current;
    struct emu_sampler *s = NULL;

    if (unit >= ctx->texture.unit_count)
        emu_error(ctx, GL_INVALID_VALUE, "glBindSampler: unit %u", unit);
    else if (!sampler || (s = find(ctx, sampler, "glBindSampler")))
        bind(ctx, unit, s);
}

void emu_BindSamplers(GLuint first, GLsizei count, const GLuint *samplers)
{
    struct emu_context *ctx = emu_current;

    if (count < 0 || first > ctx->texture.unit_count || (GLuint)count > ctx->texture.unit_count - first) {
        emu_error(ctx, count < 0 ? GL_INVALID_VALUE : GL_INVALID_OPERATION, "glBindSamplers: %u + %d", first,
                  count);
        return;
    }
    for (GLsizei i = 0; i < count; i++) {
        GLuint name = samplers ? samplers[i] : 0;
        struct emu_sampler *s = NULL;
        if (!name || (s = find(ctx, name, "glBindSamplers")))
            bind(ctx, first + (GLuint)i, s);
    }
}

static void set(GLuint sampler, GLenum pname, const struct emu_param *p, const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_sampler *s = find(ctx, sampler, function);

    if (s && !emu_sampling_set(ctx, &s->sampling, 0, s->es, EMU_KIND_2D, pname, p))
        emu_error(ctx, GL_INVALID_ENUM, "%s: pname 0x%x", function, pname);
}

void emu_SamplerParameteri(GLuint sampler, GLenum pname, GLint param)
{
    set(sampler, pname, &(struct emu_param){.type = EMU_PARAM_INT, .i = {param}}, "glSamplerParameteri");
}

void emu_SamplerParameterf(GLuint sampler, GLenum pname, GLfloat param)
{
    set(sampler, pname, &(struct emu_param){.type = EMU_PARAM_FLOAT, .f = {param}}, "glSamplerParameterf");
}

void emu_SamplerParameteriv(GLuint sampler, GLenum pname, const GLint *param)
{
    struct emu_param p = {.type = EMU_PARAM_INT};
    emu_param_vector(&p, pname, param, sizeof *param);
    set(sampler, pname, &p, "glSamplerParameteriv");
}

void emu_SamplerParameterfv(GLuint sampler, GLenum pname, const GLfloat *param)
{
    struct emu_param p = {.type = EMU_PARAM_FLOAT};
    emu_param_vector(&p, pname, param, sizeof *param);
    set(sampler, pname, &p, "glSamplerParameterfv");
}

void emu_SamplerParameterIiv(GLuint sampler, GLenum pname, const GLint *param)
{
    struct emu_param p = {.type = EMU_PARAM_PURE_INT};
    emu_param_vector(&p, pname, param, sizeof *param);
    set(sampler, pname, &p, "glSamplerParameterIiv");
}

void emu_SamplerParameterIuiv(GLuint sampler, GLenum pname, const GLuint *param)
{
    struct emu_param p = {.type = EMU_PARAM_PURE_UINT};
    emu_param_vector(&p, pname, param, sizeof *param);
    set(sampler, pname, &p, "glSamplerParameterIuiv");
}

static bool get(GLuint sampler, GLenum pname, struct emu_value *v, const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_sampler *s = find(ctx, sampler, function);

    if (!s)
        return false;
    if (emu_sampling_get(&s->sampling, pname, v))
        return true;
    emu_error(ctx, GL_INVALID_ENUM, "%s: pname 0x%x", function, pname);
    return false;
}

void emu_GetSamplerParameteriv(GLuint sampler, GLenum pname, GLint *params)
{
    struct emu_value v;
    if (get(sampler, pname, &v, "glGetSamplerParameteriv"))
        emu_value_to_int(&v, params);
}

void emu_GetSamplerParameterfv(GLuint sampler, GLenum pname, GLfloat *params)
{
    struct emu_value v;
    if (get(sampler, pname, &v, "glGetSamplerParameterfv"))
        emu_value_to_float(&v, params);
}

void emu_GetSamplerParameterIiv(GLuint sampler, GLenum pname, GLint *params)
{
    struct emu_value v;
    if (get(sampler, pname, &v, "glGetSamplerParameterIiv"))
        for (int i = 0; i < v.count; i++)
            params[i] = v.type == EMU_VALUE_INT ? (GLint)v.i[i] : (GLint)v.d[i];
}

void emu_GetSamplerParameterIuiv(GLuint sampler, GLenum pname, GLuint *params)
{
    emu_GetSamplerParameterIiv(sampler, pname, (GLint *)params);
}

bool emu_sampler_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    (void)index;
    if (pname != GL_SAMPLER_BINDING)
        return false;
    emu_value_set_int(value, ctx->sampler.units[ctx->texture.active_unit]
                                 ? ctx->sampler.units[ctx->texture.active_unit]->name
                                 : 0);
    return true;
}

bool emu_sampler_init(struct emu_context *ctx)
{
    (void)ctx;
    return true;
}

void emu_sampler_finish(struct emu_context *ctx)
{
    for (int u = 0; u < EMU_MAX_TEXTURE_UNITS; u++)
        sampler_ref(ctx, &ctx->sampler.units[u], NULL);
}

static void free_sampler(void *object, void *priv)
{
    struct emu_context *ctx = priv;
    struct emu_sampler *s = object;

    ctx->es->DeleteSamplers(1, &s->es);
    free(s);
}

void emu_sampler_finish_share(struct emu_context *ctx)
{
    emu_names_each(&ctx->share->samplers, free_sampler, ctx);
    emu_names_finish(&ctx->share->samplers);
}
