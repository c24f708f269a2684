/* SPDX-License-Identifier: MIT */
/* Queries of programs up to OpenGL 4.2: answered from the executable, so names, types and locations are those
 * of the source. What only the driver knows (offsets and strides in blocks, work-group sizes) is asked of it
 * under its own index. Not done: program binaries, which would be the driver's and not portable. */
#include "emu/program_priv.h"

#include <string.h>

/* ---- glGetProgramiv ---- */

static GLint longer(GLint longest, const char *name, bool array)
{
    GLint n = (GLint)strlen(name) + (array ? 4 : 1);

    return n > longest ? n : longest;
}

static GLint longest_uniform(const struct emu_executable *exe)
{
    GLint n = 0;

    for (size_t i = 0; i < exe->uniform_count; i++)
        n = longer(n, exe->uniforms[i].name, exe->uniforms[i].array);
    return n;
}

static GLint longest_variable(const struct emu_variable *list, size_t count)
{
    GLint n = 0;

    for (size_t i = 0; i < count; i++)
        n = longer(n, list[i].name, list[i].array);
    return n;
}

static GLint longest_block(const struct emu_executable *exe)
{
    GLint n = 0;

    for (size_t i = 0; i < exe->block_count; i++)
        n = longer(n, exe->blocks[i].name, false);
    return n;
}

// clang-format off
/* What depends on the executable. False when it is none of these. */
static bool get_active(const struct emu_executable *exe, GLenum pname, GLint *out)
{
    switch (pname) {
    case GL_ACTIVE_ATTRIBUTES: *out = exe ? (GLint)exe->input_count : 0; return true;
    case GL_ACTIVE_ATTRIBUTE_MAX_LENGTH: *out = exe ? longest_variable(exe->inputs, exe->input_count) : 0; return true;
    case GL_ACTIVE_UNIFORMS: *out = exe ? (GLint)exe->uniform_count : 0; return true;
    case GL_ACTIVE_UNIFORM_MAX_LENGTH: *out = exe ? longest_uniform(exe) : 0; return true;
    case GL_ACTIVE_UNIFORM_BLOCKS: *out = exe ? (GLint)exe->block_count : 0; return true;
    case GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH: *out = exe ? longest_block(exe) : 0; return true;
    default: return false;
    }
}
// clang-format on

/* Needs a linked program. False when it is none of these. */
static bool get_stage(struct emu_context *ctx, const struct emu_program *program, GLenum pname, GLint *out)
{
    switch (pname) {
    case GL_GEOMETRY_VERTICES_OUT:
    case GL_GEOMETRY_INPUT_TYPE:
    case GL_GEOMETRY_OUTPUT_TYPE:
    case GL_GEOMETRY_SHADER_INVOCATIONS:
    case GL_TESS_CONTROL_OUTPUT_VERTICES:
    case GL_TESS_GEN_MODE:
    case GL_TESS_GEN_SPACING:
    case GL_TESS_GEN_VERTEX_ORDER:
    case GL_TESS_GEN_POINT_MODE:
    case GL_COMPUTE_WORK_GROUP_SIZE:
        break;
    case GL_ACTIVE_ATOMIC_COUNTER_BUFFERS:
        *out = 0;
        if (program->linked && ctx->es->GetProgramInterfaceiv)
            ctx->es->GetProgramInterfaceiv(program->exe->es, GL_ATOMIC_COUNTER_BUFFER, GL_ACTIVE_RESOURCES,
                                           out);
        return true;
    default:
        return false;
    }
    if (program->linked)
        ctx->es->GetProgramiv(program->exe->es, pname, out);
    else
        emu_error(ctx, GL_INVALID_OPERATION, "glGetProgramiv: program %u is not linked", program->name);
    return true;
}

// clang-format off
static bool get_feedback(const struct emu_program *program, GLenum pname, GLint *out)
{
    const struct emu_executable *exe = program->linked ? program->exe : NULL;

    switch (pname) {
    case GL_TRANSFORM_FEEDBACK_BUFFER_MODE: *out = (GLint)(exe ? exe->xfb_mode : program->xfb_mode); return true;
    case GL_TRANSFORM_FEEDBACK_VARYINGS: *out = exe ? (GLint)exe->xfb_count : (GLint)program->xfb_count; return true;
    case GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH:
        *out = 0;
        for (size_t i = 0; i < program->xfb_count; i++)
            *out = longer(*out, program->xfb_varyings[i], false);
        if (exe)
            *out = longest_variable(exe->xfb, exe->xfb_count);
        return true;
    default: return false;
    }
}
// clang-format on

// clang-format off
static bool get_object(const struct emu_program *program, GLenum pname, GLint *out)
{
    switch (pname) {
    case GL_DELETE_STATUS: *out = program->deleted; return true;
    case GL_LINK_STATUS: *out = program->linked; return true;
    case GL_VALIDATE_STATUS: *out = program->validated; return true;
    case GL_COMPLETION_STATUS_ARB: *out = GL_TRUE; return true;
    case GL_INFO_LOG_LENGTH: *out = program->info ? (GLint)strlen(program->info) + 1 : 0; return true;
    case GL_ATTACHED_SHADERS: *out = (GLint)program->shader_count; return true;
    case GL_PROGRAM_SEPARABLE: *out = program->separable; return true;
    case GL_PROGRAM_BINARY_RETRIEVABLE_HINT: *out = program->retrievable; return true;
    case GL_PROGRAM_BINARY_LENGTH: *out = 0; return true;
    default: return false;
    }
}
// clang-format on

void emu_GetProgramiv(GLuint name, GLenum pname, GLint *params)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glGetProgramiv");

    if (!program)
        return;
    if (!get_object(program, pname, params) && !get_feedback(program, pname, params) &&
        !get_active(program->linked ? program->exe : NULL, pname, params) &&
        !get_stage(ctx, program, pname, params))
        emu_error(ctx, GL_INVALID_ENUM, "glGetProgramiv: pname 0x%x", pname);
}

void emu_GetProgramInfoLog(GLuint name, GLsizei size, GLsizei *length, GLchar *out)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glGetProgramInfoLog");

    if (!program)
        return;
    if (size < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glGetProgramInfoLog: size %d", size);
    else
        emu_program_return_string(program->info, "", size, length, out);
}

void emu_ValidateProgram(GLuint name)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glValidateProgram");
    GLint ok = GL_FALSE;

    if (!program)
        return;
    if (program->linked) {
        ctx->es->ValidateProgram(program->es);
        ctx->es->GetProgramiv(program->es, GL_VALIDATE_STATUS, &ok);
    }
    program->validated = ok;
}

/* ---- attributes, outputs, varyings ---- */

void emu_GetActiveAttrib(GLuint name, GLuint index, GLsizei size, GLsizei *length, GLint *count, GLenum *type,
                         GLchar *out)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glGetActiveAttrib");
    const struct emu_variable *v;

    if (!program)
        return;
    if (!program->linked || index >= program->exe->input_count || size < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glGetActiveAttrib: index %u", index);
        return;
    }
    v = &program->exe->inputs[index];
    if (count)
        *count = v->size;
    if (type)
        *type = v->type;
    emu_program_return_string(v->name, v->array ? "[0]" : "", size, length, out);
}

GLint emu_GetAttribLocation(GLuint name, const GLchar *attrib)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup_linked(ctx, name, "glGetAttribLocation");
    const struct emu_variable *v;
    GLint element;
    int i = program && attrib
                ? emu_variable_find(program->exe->inputs, program->exe->input_count, attrib, &element)
                : -1;

    if (i < 0)
        return -1;
    v = &program->exe->inputs[i];
    return v->location < 0 ? -1 : v->location + element * emu_uniform_type_of(v->type).columns;
}

static const struct emu_variable *find_output(GLuint name, const GLchar *output, GLint *element,
                                              const char *function)
{
    struct emu_program *program = emu_program_lookup_linked(emu_current, name, function);
    const struct emu_executable *exe = program ? program->exe : NULL;
    int i = exe && output ? emu_variable_find(exe->outputs, exe->output_count, output, element) : -1;

    return i < 0 ? NULL : &exe->outputs[i];
}

GLint emu_GetFragDataLocation(GLuint name, const GLchar *output)
{
    GLint element;
    const struct emu_variable *v = find_output(name, output, &element, "glGetFragDataLocation");

    return v && v->location >= 0 ? v->location + element : -1;
}

GLint emu_GetFragDataIndex(GLuint name, const GLchar *output)
{
    GLint element;
    const struct emu_variable *v = find_output(name, output, &element, "glGetFragDataIndex");

    return v && v->location >= 0 ? v->index : -1;
}

void emu_GetTransformFeedbackVarying(GLuint name, GLuint index, GLsizei size, GLsizei *length, GLsizei *count,
                                     GLenum *type, GLchar *out)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glGetTransformFeedbackVarying");
    const struct emu_variable *v;

    if (!program)
        return;
    if (!program->linked) {
        emu_error(ctx, GL_INVALID_OPERATION, "glGetTransformFeedbackVarying: program %u is not linked", name);
        return;
    }
    if (index >= program->exe->xfb_count || size < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glGetTransformFeedbackVarying: index %u", index);
        return;
    }
    v = &program->exe->xfb[index];
    if (count)
        *count = v->size;
    if (type)
        *type = v->type;
    emu_program_return_string(v->name, "", size, length, out);
}

/* ---- binaries ---- */

void emu_GetProgramBinary(GLuint name, GLsizei size, GLsizei *length, GLenum *format, void *binary)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup_linked(ctx, name, "glGetProgramBinary");

    (void)format, (void)binary, (void)size;
    if (program && length)
        *length = 0;
}

void emu_ProgramBinary(GLuint name, GLenum format, const void *binary, GLsizei length)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glProgramBinary");

    (void)binary, (void)length;
    if (!program)
        return;
    program->linked = false;
    emu_gap(ctx, "glProgramBinary", "a program binary belongs to the driver that made it", true);
    emu_error(ctx, GL_INVALID_ENUM, "glProgramBinary: format 0x%x", format);
}
