/* SPDX-License-Identifier: MIT */
/* Program objects: names, attached shaders, what is bound before a link, and which program is used. A program
 * links into one driver program for its whole life, so that relinking a program in use means on the driver
 * what it means in GL. Linking is in program_link.c. Cost of glUseProgram: a compare when the program is the
 * current one. */
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

static void bindings_finish(struct emu_name_bindings *list)
{
    for (size_t i = 0; i < list->count; i++)
        free((char *)list->items[i].name);
    free(list->items);
}

static void xfb_varyings_finish(struct emu_program *program)
{
    for (size_t i = 0; i < program->xfb_count; i++)
        free(program->xfb_varyings[i]);
    free(program->xfb_varyings);
    program->xfb_varyings = NULL;
    program->xfb_count = 0;
}

static void program_unref(struct emu_context *ctx, struct emu_program *program)
{
    if (--program->refs > 0)
        return;
    emu_names_remove(&ctx->share->programs, program->name);
    emu_variant_destroy_others(ctx, program->exe);
    ctx->es->DeleteProgram(program->base);
    while (program->shader_count)
        emu_program_detach(ctx, program, program->shader_count - 1);
    free(program->shaders);
    bindings_finish(&program->attrib_bindings);
    bindings_finish(&program->frag_bindings);
    xfb_varyings_finish(program);
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

/* ---- shaders of a program ---- */

bool emu_program_attach(struct emu_program *program, struct emu_shader *shader)
{
    struct emu_shader **shaders = realloc(program->shaders, (program->shader_count + 1) * sizeof *shaders);

    if (!shaders)
        return false;
    program->shaders = shaders;
    shaders[program->shader_count++] = shader;
    shader->refs++;
    return true;
}

void emu_program_detach(struct emu_context *ctx, struct emu_program *program, size_t i)
{
    struct emu_shader *shader = program->shaders[i];

    program->shader_count--;
    memmove(program->shaders + i, program->shaders + i + 1,
            (program->shader_count - i) * sizeof *program->shaders);
    emu_shader_unref(ctx, shader);
}

static size_t find_shader(const struct emu_program *program, const struct emu_shader *shader)
{
    size_t i = 0;

    while (i < program->shader_count && program->shaders[i] != shader)
        i++;
    return i;
}

void emu_AttachShader(GLuint name, GLuint shader_name)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glAttachShader");
    struct emu_shader *shader = program ? emu_shader_lookup(ctx, shader_name, "glAttachShader") : NULL;

    if (!shader)
        return;
    if (find_shader(program, shader) < program->shader_count)
        emu_error(ctx, GL_INVALID_OPERATION, "glAttachShader: %u is attached already", shader_name);
    else if (!emu_program_attach(program, shader))
        emu_error(ctx, GL_OUT_OF_MEMORY, "glAttachShader");
}

void emu_DetachShader(GLuint name, GLuint shader_name)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glDetachShader");
    struct emu_shader *shader = program ? emu_shader_lookup(ctx, shader_name, "glDetachShader") : NULL;
    size_t i;

    if (!shader)
        return;
    i = find_shader(program, shader);
    if (i < program->shader_count)
        emu_program_detach(ctx, program, i);
    else
        emu_error(ctx, GL_INVALID_OPERATION, "glDetachShader: %u is not attached", shader_name);
}

void emu_GetAttachedShaders(GLuint name, GLsizei max, GLsizei *count, GLuint *shaders)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glGetAttachedShaders");
    GLsizei n = 0;

    if (!program)
        return;
    if (max < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glGetAttachedShaders: %d", max);
        return;
    }
    for (; n < max && (size_t)n < program->shader_count; n++)
        shaders[n] = program->shaders[n]->name;
    if (count)
        *count = n;
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

/* ---- what a link reads ---- */

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

void emu_ProgramParameteri(GLuint name, GLenum pname, GLint value)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glProgramParameteri");

    if (!program)
        return;
    if (pname != GL_PROGRAM_SEPARABLE && pname != GL_PROGRAM_BINARY_RETRIEVABLE_HINT)
        emu_error(ctx, GL_INVALID_ENUM, "glProgramParameteri: pname 0x%x", pname);
    else if (value != GL_TRUE && value != GL_FALSE)
        emu_error(ctx, GL_INVALID_VALUE, "glProgramParameteri: value %d", value);
    else if (pname == GL_PROGRAM_SEPARABLE)
        program->separable = value;
    else
        program->retrievable = value;
}

static bool bind_name(struct emu_name_bindings *list, const char *name, GLuint location, GLuint index)
{
    struct glsl_binding *items;
    size_t i = 0;
    char *copy;

    while (i < list->count && strcmp(list->items[i].name, name))
        i++;
    if (i == list->count) {
        copy = strdup(name);
        items = copy ? realloc(list->items, (i + 1) * sizeof *items) : NULL;
        if (!items) {
            free(copy);
            return false;
        }
        list->items = items;
        list->count++;
        items[i].name = copy;
    }
    list->items[i].location = (int)location;
    list->items[i].index = (int)index;
    return true;
}

void emu_BindAttribLocation(GLuint name, GLuint index, const GLchar *attrib)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glBindAttribLocation");

    if (!program || !attrib)
        return;
    if (index >= (GLuint)ctx->vao.max_attribs)
        emu_error(ctx, GL_INVALID_VALUE, "glBindAttribLocation: index %u", index);
    else if (!strncmp(attrib, "gl_", 3))
        emu_error(ctx, GL_INVALID_OPERATION, "glBindAttribLocation: %s is built in", attrib);
    else if (!bind_name(&program->attrib_bindings, attrib, index, 0))
        emu_error(ctx, GL_OUT_OF_MEMORY, "glBindAttribLocation");
}

void emu_BindFragDataLocationIndexed(GLuint name, GLuint color, GLuint index, const GLchar *output)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glBindFragDataLocation");

    if (!program || !output)
        return;
    if (index > 1 ||
        (int64_t)color >= (index ? ctx->caps->max_dual_source_draw_buffers : ctx->caps->max_draw_buffers))
        emu_error(ctx, GL_INVALID_VALUE, "glBindFragDataLocation: colour %u, index %u", color, index);
    else if (!strncmp(output, "gl_", 3))
        emu_error(ctx, GL_INVALID_OPERATION, "glBindFragDataLocation: %s is built in", output);
    else if (!bind_name(&program->frag_bindings, output, color, index))
        emu_error(ctx, GL_OUT_OF_MEMORY, "glBindFragDataLocation");
}

void emu_BindFragDataLocation(GLuint name, GLuint color, const GLchar *output)
{
    emu_BindFragDataLocationIndexed(name, color, 0, output);
}

static bool set_varyings(struct emu_program *program, GLsizei count, const GLchar *const *varyings)
{
    xfb_varyings_finish(program);
    program->xfb_varyings = calloc((size_t)count + 1, sizeof *program->xfb_varyings);
    if (!program->xfb_varyings)
        return false;
    for (GLsizei i = 0; i < count; i++) {
        program->xfb_varyings[i] = strdup(varyings[i] ? varyings[i] : "");
        if (!program->xfb_varyings[i])
            return false;
        program->xfb_count++;
    }
    return true;
}

void emu_TransformFeedbackVaryings(GLuint name, GLsizei count, const GLchar *const *varyings, GLenum mode)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glTransformFeedbackVaryings");

    if (!program)
        return;
    if (mode != GL_INTERLEAVED_ATTRIBS && mode != GL_SEPARATE_ATTRIBS)
        emu_error(ctx, GL_INVALID_ENUM, "glTransformFeedbackVaryings: mode 0x%x", mode);
    else if (count < 0 || (mode == GL_SEPARATE_ATTRIBS && count > ctx->caps->max_feedback_buffers))
        emu_error(ctx, GL_INVALID_VALUE, "glTransformFeedbackVaryings: %d varyings", count);
    else if (!set_varyings(program, count, varyings))
        emu_error(ctx, GL_OUT_OF_MEMORY, "glTransformFeedbackVaryings");
    else
        program->xfb_mode = mode;
}

/* ---- area ---- */

bool emu_program_init(struct emu_context *ctx)
{
    glsl_target_init(&ctx->program.target, ctx->caps->es * 10);
    for (int i = 0; i < GLES_NONE; i++)
        if (gles_caps_has(ctx->caps, i))
            glsl_target_enable(&ctx->program.target, gles_ext_name(i));
    ctx->program.cache = glsl_cache_create(CACHE_BYTES);
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
    default:
        return false;
    }
}
