/* SPDX-License-Identifier: MIT */
/* Program interface queries (OpenGL 4.3). Resources are rows of the executable's lists; each knows the
 * driver's index of what it was translated to, which is asked for the properties that only the driver has
 * (offsets, strides, sizes, referencing stages). Indices are those of our lists, so lists of indices are
 * mapped back. Buffer variables are read from the driver when one is first asked for. Not done: inputs of a
 * first stage that is not the vertex stage; outputs of a last stage that is not the fragment stage. */
#include "emu/program_priv.h"

#include <stdlib.h>
#include <string.h>

/* ---- lists ---- */

static bool read_buffer_variables(struct emu_context *ctx, const struct emu_program *program)
{
    static const GLenum props[] = {GL_TYPE, GL_ARRAY_SIZE, GL_BLOCK_INDEX};
    struct emu_executable *exe = program->exe;
    GLint count = 0, longest = 0;
    char *essl, *name;

    ctx->es->GetProgramInterfaceiv(program->exe->es, GL_BUFFER_VARIABLE, GL_ACTIVE_RESOURCES, &count);
    ctx->es->GetProgramInterfaceiv(program->exe->es, GL_BUFFER_VARIABLE, GL_MAX_NAME_LENGTH, &longest);
    exe->buffer_variables = arena_alloc_array(&exe->arena, (size_t)count + emu_field_count(exe, true) + 1,
                                              sizeof *exe->buffer_variables);
    essl = arena_alloc(&exe->arena, (size_t)longest + 1);
    if (!exe->buffer_variables || !essl)
        return false;
    for (GLint i = 0; i < count; i++) {
        struct emu_uniform *u = &exe->buffer_variables[exe->buffer_variable_count];
        GLint values[3] = {0}, element;
        size_t room = (size_t)longest * 2 + 256, n;

        ctx->es->GetProgramResourceName(program->exe->es, GL_BUFFER_VARIABLE, (GLuint)i, longest + 1, NULL,
                                        essl);
        ctx->es->GetProgramResourceiv(program->exe->es, GL_BUFFER_VARIABLE, (GLuint)i, 3, props, 3, NULL,
                                      values);
        name = arena_alloc(&exe->arena, room);
        if (!name || !glsl_name_from_essl(exe->glsl, GLSL_SPACE_UNIFORM, essl, name, room))
            continue;
        n = emu_program_split_index(name, &element);
        if (element == 0)
            name[n] = '\0';
        *u = (struct emu_uniform){.name = name,
                                  .type = emu_uniform_type_of((GLenum)values[0]),
                                  .array = element == 0,
                                  .size = values[1],
                                  .block = -1,
                                  .location = -1,
                                  .es_index = (GLuint)i};
        for (size_t j = 0; j < exe->storage_count; j++)
            if (exe->storage[j].es_index == (GLuint)values[2])
                u->block = (GLint)j;
        if (u->block < 0 || !exe->storage[u->block].glsl->fields)
            exe->buffer_variable_count++;
    }
    emu_fields_add(exe, true, exe->buffer_variables, &exe->buffer_variable_count);
    return true;
}

static size_t es_count(struct emu_context *ctx, const struct emu_program *program, GLenum interface)
{
    GLint count = 0;

    if (ctx->es->GetProgramInterfaceiv)
        ctx->es->GetProgramInterfaceiv(program->exe->es, interface, GL_ACTIVE_RESOURCES, &count);
    return (size_t)count;
}

// clang-format off
/* False after an error when the interface is none. */
bool emu_resource_count(struct emu_context *ctx, const struct emu_program *program, GLenum interface, size_t *count,
                            const char *function)
{
    struct emu_executable *exe = program->linked ? program->exe : NULL;

    *count = 0;
    switch (interface) {
    case GL_UNIFORM: *count = exe ? exe->uniform_count : 0; return true;
    case GL_UNIFORM_BLOCK: *count = exe ? exe->block_count : 0; return true;
    case GL_SHADER_STORAGE_BLOCK: *count = exe ? exe->storage_count : 0; return true;
    case GL_PROGRAM_INPUT: *count = exe ? exe->input_count : 0; return true;
    case GL_PROGRAM_OUTPUT: *count = exe ? exe->output_count : 0; return true;
    case GL_TRANSFORM_FEEDBACK_VARYING: *count = exe ? exe->xfb_count : 0; return true;
    case GL_ATOMIC_COUNTER_BUFFER: *count = exe ? es_count(ctx, program, interface) : 0; return true;
    case GL_BUFFER_VARIABLE:
        if (exe && ctx->es->GetProgramInterfaceiv && !exe->buffer_variables && !read_buffer_variables(ctx, program))
            emu_error(ctx, GL_OUT_OF_MEMORY, "%s", function);
        *count = exe ? exe->buffer_variable_count : 0;
        return true;
    case GL_TRANSFORM_FEEDBACK_BUFFER:
    case GL_VERTEX_SUBROUTINE: case GL_TESS_CONTROL_SUBROUTINE: case GL_TESS_EVALUATION_SUBROUTINE:
    case GL_GEOMETRY_SUBROUTINE: case GL_FRAGMENT_SUBROUTINE: case GL_COMPUTE_SUBROUTINE:
    case GL_VERTEX_SUBROUTINE_UNIFORM: case GL_TESS_CONTROL_SUBROUTINE_UNIFORM: case GL_TESS_EVALUATION_SUBROUTINE_UNIFORM:
    case GL_GEOMETRY_SUBROUTINE_UNIFORM: case GL_FRAGMENT_SUBROUTINE_UNIFORM: case GL_COMPUTE_SUBROUTINE_UNIFORM:
        emu_gap(ctx, function, "this interface is not listed", false);
        return true;
    default:
        emu_error(ctx, GL_INVALID_ENUM, "%s: interface 0x%x", function, interface);
        return false;
    }
}
// clang-format on

static struct emu_resource of_uniform(const struct emu_uniform *u)
{
    return (struct emu_resource){.name = u->name,
                                 .array = u->array,
                                 .type = u->type.type,
                                 .size = u->size,
                                 .location = u->location,
                                 .index = -1,
                                 .block = u->block,
                                 .binding = -1,
                                 .es_index = u->es_index,
                                 .field = u->field};
}

static struct emu_resource of_block(const struct emu_block *b)
{
    return (struct emu_resource){.name = b->name,
                                 .type = GL_NONE,
                                 .size = 1,
                                 .location = -1,
                                 .index = -1,
                                 .block = -1,
                                 .binding = b->binding,
                                 .es_index = b->es_index,
                                 .words = b->glsl->fields ? b->glsl : NULL};
}

/* The driver knows a variable by the name that it has in the ESSL. */
static struct emu_resource of_variable(struct emu_context *ctx, const struct emu_program *program,
                                       GLenum interface, enum glsl_space space, const struct emu_variable *v)
{
    struct emu_resource r = {.name = v->name,
                             .array = v->array,
                             .type = v->type,
                             .size = v->size,
                             .location = v->location,
                             .index = v->index,
                             .component = v->component,
                             .block = -1,
                             .binding = -1,
                             .es_index = GL_INVALID_INDEX};
    char essl[1024];

    if (ctx->es->GetProgramResourceIndex &&
        glsl_name_to_essl(program->exe->glsl, space, v->name, essl, sizeof essl))
        r.es_index = ctx->es->GetProgramResourceIndex(program->exe->es, interface, essl);
    return r;
}

// clang-format off
/* `i` is below the interface's count. */
static struct emu_resource resource_at(struct emu_context *ctx, const struct emu_program *program, GLenum interface, size_t i)
{
    const struct emu_executable *exe = program->exe;

    switch (interface) {
    case GL_UNIFORM: return of_uniform(&exe->uniforms[i]);
    case GL_BUFFER_VARIABLE: return of_uniform(&exe->buffer_variables[i]);
    case GL_UNIFORM_BLOCK: return of_block(&exe->blocks[i]);
    case GL_SHADER_STORAGE_BLOCK: return of_block(&exe->storage[i]);
    case GL_PROGRAM_INPUT: return of_variable(ctx, program, interface, GLSL_SPACE_INPUT, &exe->inputs[i]);
    case GL_PROGRAM_OUTPUT: return of_variable(ctx, program, interface, GLSL_SPACE_OUTPUT, &exe->outputs[i]);
    case GL_TRANSFORM_FEEDBACK_VARYING: return of_variable(ctx, program, interface, GLSL_SPACE_XFB, &exe->xfb[i]);
    default: return (struct emu_resource){.location = -1, .block = -1, .binding = -1, .es_index = (GLuint)i};
    }
}
// clang-format on

GLint emu_resource_name_length(const struct emu_resource *r)
{
    return (GLint)strlen(r->name) + (r->array ? 4 : 1);
}

/* ---- queries of an interface ---- */

void emu_GetProgramInterfaceiv(GLuint name, GLenum interface, GLenum pname, GLint *params)
{
    static const char function[] = "glGetProgramInterfaceiv";
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, function);
    size_t count;

    if (!program || !emu_resource_count(ctx, program, interface, &count, function))
        return;
    *params = 0;
    if (pname == GL_ACTIVE_RESOURCES) {
        *params = (GLint)count;
    } else if (pname == GL_MAX_NAME_LENGTH && interface != GL_ATOMIC_COUNTER_BUFFER) {
        for (size_t i = 0; i < count; i++) {
            struct emu_resource r = resource_at(ctx, program, interface, i);
            if (emu_resource_name_length(&r) > *params)
                *params = emu_resource_name_length(&r);
        }
    } else if (pname == GL_MAX_NUM_ACTIVE_VARIABLES &&
               (interface == GL_UNIFORM_BLOCK || interface == GL_SHADER_STORAGE_BLOCK ||
                interface == GL_ATOMIC_COUNTER_BUFFER)) {
        if (count)
            ctx->es->GetProgramInterfaceiv(program->exe->es, interface, pname, params);
        for (size_t i = 0; i < count && interface != GL_ATOMIC_COUNTER_BUFFER; i++) {
            struct emu_resource r = resource_at(ctx, program, interface, i);
            GLint n = r.words ? (GLint)r.words->field_count : 0;

            *params = n > *params ? n : *params;
        }
    } else if (pname == GL_MAX_NAME_LENGTH || pname == GL_MAX_NUM_ACTIVE_VARIABLES) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: 0x%x of interface 0x%x", function, pname, interface);
    } else {
        emu_error(ctx, GL_INVALID_ENUM, "%s: pname 0x%x", function, pname);
    }
}

static bool matches(const struct emu_resource *r, const char *name)
{
    size_t n = r->name ? strlen(r->name) : 0;

    return r->name && !strncmp(r->name, name, n) && (!name[n] || (r->array && !strcmp(name + n, "[0]")));
}

GLuint emu_GetProgramResourceIndex(GLuint name, GLenum interface, const GLchar *resource)
{
    static const char function[] = "glGetProgramResourceIndex";
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, function);
    size_t count;

    if (!program || !resource || !emu_resource_count(ctx, program, interface, &count, function))
        return GL_INVALID_INDEX;
    if (interface == GL_ATOMIC_COUNTER_BUFFER) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: atomic counter buffers have no names", function);
        return GL_INVALID_INDEX;
    }
    for (size_t i = 0; i < count; i++) {
        struct emu_resource r = resource_at(ctx, program, interface, i);
        if (matches(&r, resource))
            return (GLuint)i;
    }
    return GL_INVALID_INDEX;
}

/* The resource of an index. False after an error. */
bool emu_resource_find(struct emu_context *ctx, GLuint name, GLenum interface, GLuint index,
                       struct emu_resource *r, struct emu_program **program, const char *function)
{
    size_t count;

    *program = emu_program_lookup(ctx, name, function);
    if (!*program || !emu_resource_count(ctx, *program, interface, &count, function))
        return false;
    if (index >= count) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: index %u", function, index);
        return false;
    }
    *r = resource_at(ctx, *program, interface, index);
    return true;
}

void emu_GetProgramResourceName(GLuint name, GLenum interface, GLuint index, GLsizei size, GLsizei *length,
                                GLchar *out)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program;
    struct emu_resource r;

    if (!emu_resource_find(ctx, name, interface, index, &r, &program, "glGetProgramResourceName"))
        return;
    if (!r.name)
        emu_error(ctx, GL_INVALID_ENUM, "glGetProgramResourceName: interface 0x%x has no names", interface);
    else if (size < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glGetProgramResourceName: size %d", size);
    else
        emu_program_return_string(r.name, r.array ? "[0]" : "", size, length, out);
}

// clang-format off
GLint emu_GetProgramResourceLocation(GLuint name, GLenum interface, const GLchar *resource)
{
    switch (interface) {
    case GL_UNIFORM: return emu_GetUniformLocation(name, resource);
    case GL_PROGRAM_INPUT: return emu_GetAttribLocation(name, resource);
    case GL_PROGRAM_OUTPUT: return emu_GetFragDataLocation(name, resource);
    case GL_VERTEX_SUBROUTINE_UNIFORM: return emu_GetSubroutineUniformLocation(name, GL_VERTEX_SHADER, resource);
    case GL_TESS_CONTROL_SUBROUTINE_UNIFORM: return emu_GetSubroutineUniformLocation(name, GL_TESS_CONTROL_SHADER, resource);
    case GL_TESS_EVALUATION_SUBROUTINE_UNIFORM:
        return emu_GetSubroutineUniformLocation(name, GL_TESS_EVALUATION_SHADER, resource);
    case GL_GEOMETRY_SUBROUTINE_UNIFORM: return emu_GetSubroutineUniformLocation(name, GL_GEOMETRY_SHADER, resource);
    case GL_FRAGMENT_SUBROUTINE_UNIFORM: return emu_GetSubroutineUniformLocation(name, GL_FRAGMENT_SHADER, resource);
    case GL_COMPUTE_SUBROUTINE_UNIFORM: return emu_GetSubroutineUniformLocation(name, GL_COMPUTE_SHADER, resource);
    default:
        emu_error(emu_current, GL_INVALID_ENUM, "glGetProgramResourceLocation: interface 0x%x", interface);
        return -1;
    }
}
// clang-format on

GLint emu_GetProgramResourceLocationIndex(GLuint name, GLenum interface, const GLchar *resource)
{
    if (interface == GL_PROGRAM_OUTPUT)
        return emu_GetFragDataIndex(name, resource);
    emu_error(emu_current, GL_INVALID_ENUM, "glGetProgramResourceLocationIndex: interface 0x%x", interface);
    return -1;
}
