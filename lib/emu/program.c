/* SPDX-License-Identifier: MIT */
/* Program objects: names, lifetime, and which program is used. A program links into one driver program for
 * its whole life, so that relinking a program in use means on the driver what it means in GL. Linking is in
 * program_link.c. Cost of glUseProgram: a compare when the program is the current one. */
#include "emu/program_priv.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_BYTES = 32 << 20 };

struct emu_program *emu_program_lookup(struct emu_context *ctx, GLuint name, const char *function)
{
    struct emu_program *program = emu_names_get(&ctx->share->programs, name);

    if (!program) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: %u is no program", function, name);
        return NULL;
    }
    if (program->kind != EMU_KIND_PROGRAM) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: %u is a shader, not a program", function, name);
        return NULL;
    }
    return program;
}

struct emu_program *emu_program_lookup_linked(struct emu_context *ctx, GLuint name, const char *function)
{
    struct emu_program *program = emu_program_lookup(ctx, name, function);

    if (program && !program->linked) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked", function, name);
        return NULL;
    }
    return program;
}

struct emu_program *emu_program_create(struct emu_context *ctx)
{
    struct emu_program *program = calloc(1, sizeof *program);
    uint32_t name;

    if (!program || !emu_names_gen(&ctx->share->programs, 1, &name))
        goto fail;
    if (!emu_names_set(&ctx->share->programs, name, program)) {
        emu_names_remove(&ctx->share->programs, name);
        goto fail;
    }
    program->kind = EMU_KIND_PROGRAM;
    program->name = name;
    program->es = program->base = ctx->es->CreateProgram();
    program->refs = 1;
    program->draw_id_location = program->base_vertex_location = program->base_instance_location = -1;
    program->xfb_mode = GL_INTERLEAVED_ATTRIBS;
    return program;

fail:
    free(program);
    emu_error(ctx, GL_OUT_OF_MEMORY, "program");
    return NULL;
}

static void program_unref(struct emu_context *ctx, struct emu_program *program)
{
    if (--program->refs > 0)
        return;
    emu_names_remove(&ctx->share->programs, program->name);
    emu_variant_destroy_others(ctx, program->exe);
    ctx->es->DeleteProgram(program->base);
    emu_program_input_finish(ctx, program);
    emu_executable_destroy(program->exe);
    free(program->info);
    free(program);
}

void emu_program_ref(struct emu_context *ctx, struct emu_program **slot, struct emu_program *program)
{
    struct emu_program *old = *slot;

    if (program)
        program->refs++;
    *slot = program;
    if (old)
        program_unref(ctx, old);
}

void emu_program_set_info(char **info, const char *text)
{
    free(*info);
    *info = text && *text ? strdup(text) : NULL; /* a log that is lost to low memory is only a log */
}

void emu_program_return_string(const char *text, const char *suffix, GLsizei buf_size, GLsizei *length,
                               GLchar *out)
{
    GLsizei n = 0;

    for (const char *s = text ? text : ""; *s && n + 1 < buf_size; s++)
        out[n++] = *s;
    for (const char *s = suffix; *s && n + 1 < buf_size; s++)
        out[n++] = *s;
    if (buf_size > 0 && out)
        out[n] = '\0';
    if (length)
        *length = n;
}

/* ---- names and use ---- */

GLuint emu_CreateProgram(void)
{
    struct emu_program *program = emu_program_create(emu_current);

    return program ? program->name : 0;
}

void emu_DeleteProgram(GLuint name)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = name ? emu_program_lookup(ctx, name, "glDeleteProgram") : NULL;

    if (!program || program->deleted)
        return;
    program->deleted = true;
    program_unref(ctx, program);
}

GLboolean emu_IsProgram(GLuint name)
{
    struct emu_program *program = emu_names_get(&emu_current->share->programs, name);

    return program && program->kind == EMU_KIND_PROGRAM;
}

void emu_program_update_vertex(struct emu_context *ctx)
{
    struct emu_program_state *state = &ctx->program;

    if (state->current)
        state->vertex = state->current->stages & 1u << GLSL_VERTEX ? state->current : NULL;
    else
        state->vertex = state->pipeline ? state->pipeline->stages[GLSL_VERTEX] : NULL;
}

void emu_program_use_es(struct emu_context *ctx, GLuint es)
{
    if (ctx->program.es_current == es)
        return;
    ctx->program.es_current = es;
    ctx->es->UseProgram(es);
}

void emu_UseProgram(GLuint name)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = name ? emu_program_lookup_linked(ctx, name, "glUseProgram") : NULL;

    if (name && !program)
        return;
    if (ctx->xfb.active && !ctx->xfb.paused) {
        emu_error(ctx, GL_INVALID_OPERATION, "glUseProgram: transform feedback is active");
        return;
    }
    if (ctx->program.current != program) {
        emu_program_use_es(ctx, program ? program->es : 0);
        emu_program_ref(ctx, &ctx->program.current, program);
        emu_program_update_vertex(ctx);
    }
    if (program)
        emu_subroutine_reset(ctx, program);
}

void emu_LinkProgram(GLuint name)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glLinkProgram");

    if (!program)
        return;
    if (ctx->xfb.active && ctx->program.current == program) {
        emu_error(ctx, GL_INVALID_OPERATION, "glLinkProgram: transform feedback is active");
        return;
    }
    emu_program_link(ctx, program);
    emu_program_update_vertex(ctx);
}

/* ---- area ---- */

bool emu_program_init(struct emu_context *ctx)
{
    glsl_target_init(&ctx->program.target, ctx->caps->es * 10);
    for (int i = 0; i < GLES_NONE; i++)
        if (gles_caps_has(ctx->caps, i))
            glsl_target_enable(&ctx->program.target, gles_ext_name(i));
    for (int i = 0; i < 4; i++)
        ctx->program.patch_outer[i] = 1;
    ctx->program.patch_inner[0] = ctx->program.patch_inner[1] = 1;
    ctx->program.target.vertex_storage_blocks = (int)ctx->caps->max_vertex_storage_blocks;
    ctx->program.cache = glsl_cache_create(CACHE_BYTES, ctx->shader_cache);
    return true; /* a cache is not needed */
}

void emu_program_finish(struct emu_context *ctx)
{
    emu_program_use_es(ctx, 0);
    emu_program_ref(ctx, &ctx->program.current, NULL);
    emu_pipeline_finish(ctx);
    ctx->program.vertex = NULL;
    glsl_cache_destroy(ctx->program.cache);
    ctx->program.cache = NULL;
}

static void drop_program(void *object, void *priv)
{
    struct emu_program *program = object;

    if (program->kind == EMU_KIND_PROGRAM && !program->deleted) {
        program->deleted = true;
        program_unref(priv, program);
    }
}

static void drop_shader(void *object, void *priv)
{
    emu_shader_unref(priv, object);
}

void emu_program_finish_share(struct emu_context *ctx)
{
    /* Programs first: they hold the shaders. */
    emu_names_each(&ctx->share->programs, drop_program, ctx);
    emu_names_each(&ctx->share->programs, drop_shader, ctx);
}

static bool get_patch_levels(const struct emu_program_state *state, GLenum pname, struct emu_value *value)
{
    bool outer = pname == GL_PATCH_DEFAULT_OUTER_LEVEL;

    value->type = EMU_VALUE_FLOAT;
    value->count = outer ? 4 : 2;
    for (int i = 0; i < value->count; i++)
        value->d[i] = outer ? state->patch_outer[i] : state->patch_inner[i];
    return true;
}

bool emu_program_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    const struct emu_program_state *state = &ctx->program;

    (void)index;
    switch (pname) {
    case GL_CURRENT_PROGRAM:
        emu_value_set_int(value, state->current ? state->current->name : 0);
        return true;
    case GL_PROGRAM_PIPELINE_BINDING:
        emu_value_set_int(value, state->pipeline ? state->pipeline->name : 0);
        return true;
    case GL_NUM_PROGRAM_BINARY_FORMATS:
    case GL_NUM_SHADER_BINARY_FORMATS:
    case GL_NUM_SPIR_V_EXTENSIONS:
        emu_value_set_int(value, 0);
        return true;
    case GL_SHADER_COMPILER:
        emu_value_set_bool(value, true);
        return true;
    case GL_PATCH_DEFAULT_OUTER_LEVEL:
    case GL_PATCH_DEFAULT_INNER_LEVEL:
        return get_patch_levels(state, pname, value);
    default:
        return false;
    }
}
