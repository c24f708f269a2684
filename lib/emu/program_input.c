/* SPDX-License-Identifier: MIT */
/* What the next link of a program will read: attached shaders, names bound to locations, varyings of
 * transform feedback, parameters. None of it acts before glLinkProgram. Cost: copies of the names. */
#include "emu/program_priv.h"

#include <stdlib.h>
#include <string.h>

/* ---- shaders ---- */

bool emu_program_attach(struct emu_program *program, struct emu_shader *shader)
{
    struct emu_shader **shaders = realloc(program->shaders, (program->shader_count + 1) * sizeof(void *));

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
    for (; i < program->shader_count; i++)
        program->shaders[i] = program->shaders[i + 1];
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

/* ---- names, varyings, parameters ---- */

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

    while (i < list->count && strcmp(list->items[i].name, name) != 0)
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

void emu_program_input_finish(struct emu_context *ctx, struct emu_program *program)
{
    while (program->shader_count)
        emu_program_detach(ctx, program, program->shader_count - 1);
    free(program->shaders);
    bindings_finish(&program->attrib_bindings);
    bindings_finish(&program->frag_bindings);
    xfb_varyings_finish(program);
}
