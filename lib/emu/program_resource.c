/* SPDX-License-Identifier: MIT */
/* Program interface queries (OpenGL 4.3). Resources are rows of the executable's lists; each knows the
 * driver's index of what it was translated to, which is asked for the properties that only the driver has
 * (offsets, strides, sizes, referencing stages). Indices are those of our lists, so lists of indices are
 * mapped back. Buffer variables are read from the driver when one is first asked for. Not done: inputs of a
 * first stage that is not the vertex stage; outputs of a last stage that is not the fragment stage. */
#include "emu/program_priv.h"

#include <stdlib.h>
#include <string.h>

/* One resource of any interface. */
struct resource {
    const char *name; /* NULL: this interface has no names */
    bool array;       /* the name ends in [0] */
    GLenum type;
    GLint size, location, index, block, binding;
    GLuint es_index; /* GL_INVALID_INDEX: the driver has no such thing */
};

/* ---- lists ---- */

static bool read_buffer_variables(struct emu_context *ctx, const struct emu_program *program)
{
    static const GLenum props[] = {GL_TYPE, GL_ARRAY_SIZE, GL_BLOCK_INDEX};
    struct emu_executable *exe = program->exe;
    GLint count = 0, longest = 0;
    char *essl, *name;

    ctx->es->GetProgramInterfaceiv(program->exe->es, GL_BUFFER_VARIABLE, GL_ACTIVE_RESOURCES, &count);
    ctx->es->GetProgramInterfaceiv(program->exe->es, GL_BUFFER_VARIABLE, GL_MAX_NAME_LENGTH, &longest);
    exe->buffer_variables = arena_alloc_array(&exe->arena, (size_t)count + 1, sizeof *exe->buffer_variables);
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
        exe->buffer_variable_count++;
    }
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
static bool interface_count(struct emu_context *ctx, const struct emu_program *program, GLenum interface, size_t *count,
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

static struct resource of_uniform(const struct emu_uniform *u)
{
    return (struct resource){u->name, u->array, u->type.type, u->size,    u->location,
                             -1,      u->block, -1,           u->es_index};
}

static struct resource of_block(const struct emu_block *b)
{
    return (struct resource){b->name, false, GL_NONE, 1, -1, -1, -1, b->binding, b->es_index};
}

/* The driver knows a variable by the name that it has in the ESSL. */
static struct resource of_variable(struct emu_context *ctx, const struct emu_program *program,
                                   GLenum interface, enum glsl_space space, const struct emu_variable *v)
{
    struct resource r = {v->name,  v->array, v->type, v->size,         v->location,
                         v->index, -1,       -1,      GL_INVALID_INDEX};
    char essl[1024];

    if (ctx->es->GetProgramResourceIndex &&
        glsl_name_to_essl(program->exe->glsl, space, v->name, essl, sizeof essl))
        r.es_index = ctx->es->GetProgramResourceIndex(program->exe->es, interface, essl);
    return r;
}

// clang-format off
/* `i` is below the interface's count. */
static struct resource resource_at(struct emu_context *ctx, const struct emu_program *program, GLenum interface, size_t i)
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
    default: return (struct resource){.location = -1, .block = -1, .binding = -1, .es_index = (GLuint)i};
    }
}
// clang-format on

static GLint name_length(const struct resource *r)
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

    if (!program || !interface_count(ctx, program, interface, &count, function))
        return;
    *params = 0;
    if (pname == GL_ACTIVE_RESOURCES) {
        *params = (GLint)count;
    } else if (pname == GL_MAX_NAME_LENGTH && interface != GL_ATOMIC_COUNTER_BUFFER) {
        for (size_t i = 0; i < count; i++) {
            struct resource r = resource_at(ctx, program, interface, i);
            if (name_length(&r) > *params)
                *params = name_length(&r);
        }
    } else if (pname == GL_MAX_NUM_ACTIVE_VARIABLES &&
               (interface == GL_UNIFORM_BLOCK || interface == GL_SHADER_STORAGE_BLOCK ||
                interface == GL_ATOMIC_COUNTER_BUFFER)) {
        if (count)
            ctx->es->GetProgramInterfaceiv(program->exe->es, interface, pname, params);
    } else if (pname == GL_MAX_NAME_LENGTH || pname == GL_MAX_NUM_ACTIVE_VARIABLES) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: 0x%x of interface 0x%x", function, pname, interface);
    } else {
        emu_error(ctx, GL_INVALID_ENUM, "%s: pname 0x%x", function, pname);
    }
}

static bool matches(const struct resource *r, const char *name)
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

    if (!program || !resource || !interface_count(ctx, program, interface, &count, function))
        return GL_INVALID_INDEX;
    if (interface == GL_ATOMIC_COUNTER_BUFFER) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: atomic counter buffers have no names", function);
        return GL_INVALID_INDEX;
    }
    for (size_t i = 0; i < count; i++) {
        struct resource r = resource_at(ctx, program, interface, i);
        if (matches(&r, resource))
            return (GLuint)i;
    }
    return GL_INVALID_INDEX;
}

/* The resource of an index. False after an error. */
static bool find(struct emu_context *ctx, GLuint name, GLenum interface, GLuint index, struct resource *r,
                 struct emu_program **program, const char *function)
{
    size_t count;

    *program = emu_program_lookup(ctx, name, function);
    if (!*program || !interface_count(ctx, *program, interface, &count, function))
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
    struct resource r;

    if (!find(ctx, name, interface, index, &r, &program, "glGetProgramResourceName"))
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

/* ---- properties ---- */

/* Our index of the driver's variable `es` of a block. */
static GLint map_variable(const struct emu_uniform *list, size_t count, GLint es)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].es_index == (GLuint)es)
            return (GLint)i;
    return -1;
}

/* Writes the indices of a block's variables to out; returns how many there are, which may be more than
 * `room`. */
static GLsizei active_variables(struct emu_context *ctx, const struct emu_program *program, GLenum interface,
                                const struct resource *r, GLint *out, GLsizei room)
{
    static const GLenum num = GL_NUM_ACTIVE_VARIABLES, active = GL_ACTIVE_VARIABLES;
    const struct emu_executable *exe = program->exe;
    bool storage = interface == GL_SHADER_STORAGE_BLOCK;
    GLint count = 0, *es;
    GLsizei n = 0;
    size_t ignored;

    if (!ctx->es->GetProgramResourceiv)
        return 0;
    interface_count(ctx, program, GL_BUFFER_VARIABLE, &ignored, "glGetProgramResourceiv");
    ctx->es->GetProgramResourceiv(program->exe->es, interface, r->es_index, 1, &num, 1, NULL, &count);
    es = calloc((size_t)count + 1, sizeof *es);
    if (!es)
        return 0;
    if (count)
        ctx->es->GetProgramResourceiv(program->exe->es, interface, r->es_index, 1, &active, count, NULL, es);
    for (GLint i = 0; i < count; i++) {
        GLint index = storage ? map_variable(exe->buffer_variables, exe->buffer_variable_count, es[i])
                              : map_variable(exe->uniforms, exe->uniform_count, es[i]);
        if (index < 0)
            continue;
        if (n < room)
            out[n] = index;
        n++;
    }
    free(es);
    return n;
}

/* What the driver says. Properties that ES does not have are those of a program without them. */
static GLint es_property(struct emu_context *ctx, const struct emu_program *program, GLenum interface,
                         const struct resource *r, GLenum prop)
{
    GLint value = 0;

    if (prop == GL_LOCATION_COMPONENT)
        return 0;
    if (r->es_index != GL_INVALID_INDEX && ctx->es->GetProgramResourceiv)
        ctx->es->GetProgramResourceiv(program->exe->es, interface, r->es_index, 1, &prop, 1, NULL, &value);
    return value;
}

// clang-format off
/* Writes a property's value or values; returns how many. */
static GLsizei property(struct emu_context *ctx, const struct emu_program *program, GLenum interface, const struct resource *r,
                        GLenum prop, GLint *out, GLsizei room)
{
    switch (prop) {
    case GL_ACTIVE_VARIABLES: return active_variables(ctx, program, interface, r, out, room);
    case GL_NUM_ACTIVE_VARIABLES: *out = active_variables(ctx, program, interface, r, NULL, 0); return 1;
    case GL_NAME_LENGTH: *out = r->name ? name_length(r) : 0; return 1;
    case GL_TYPE: *out = (GLint)r->type; return 1;
    case GL_ARRAY_SIZE: *out = r->size; return 1;
    case GL_LOCATION: *out = r->location; return 1;
    case GL_LOCATION_INDEX: *out = r->index; return 1;
    case GL_BLOCK_INDEX: *out = r->block; return 1;
    case GL_BUFFER_BINDING:
        *out = r->binding >= 0 ? r->binding : es_property(ctx, program, interface, r, prop);
        return 1;
    default: *out = es_property(ctx, program, interface, r, prop); return 1;
    }
}
// clang-format on

// clang-format off
/* Which interfaces have a property (OpenGL 4.6, table 7.2), and all the properties there are. */
static bool has_property(GLenum interface, GLenum prop, bool *known)
{
    bool uniform = interface == GL_UNIFORM, buffer = interface == GL_BUFFER_VARIABLE, in = interface == GL_PROGRAM_INPUT,
         out = interface == GL_PROGRAM_OUTPUT, xfb = interface == GL_TRANSFORM_FEEDBACK_VARYING,
         block = interface == GL_UNIFORM_BLOCK || interface == GL_SHADER_STORAGE_BLOCK,
         atomic = interface == GL_ATOMIC_COUNTER_BUFFER;

    *known = true;
    switch (prop) {
    case GL_NAME_LENGTH: return !atomic;
    case GL_TYPE: case GL_ARRAY_SIZE: return uniform || buffer || in || out || xfb;
    case GL_OFFSET: return uniform || buffer || xfb;
    case GL_BLOCK_INDEX: case GL_ARRAY_STRIDE: case GL_MATRIX_STRIDE: case GL_IS_ROW_MAJOR: return uniform || buffer;
    case GL_ATOMIC_COUNTER_BUFFER_INDEX: return uniform;
    case GL_BUFFER_BINDING: case GL_BUFFER_DATA_SIZE: case GL_NUM_ACTIVE_VARIABLES: case GL_ACTIVE_VARIABLES:
        return block || atomic;
    case GL_REFERENCED_BY_VERTEX_SHADER: case GL_REFERENCED_BY_TESS_CONTROL_SHADER:
    case GL_REFERENCED_BY_TESS_EVALUATION_SHADER: case GL_REFERENCED_BY_GEOMETRY_SHADER:
    case GL_REFERENCED_BY_FRAGMENT_SHADER: case GL_REFERENCED_BY_COMPUTE_SHADER:
        return !xfb;
    case GL_TOP_LEVEL_ARRAY_SIZE: case GL_TOP_LEVEL_ARRAY_STRIDE: return buffer;
    case GL_LOCATION: return uniform || in || out;
    case GL_LOCATION_INDEX: return out;
    case GL_IS_PER_PATCH: case GL_LOCATION_COMPONENT: return in || out;
    case GL_NUM_COMPATIBLE_SUBROUTINES: case GL_COMPATIBLE_SUBROUTINES: case GL_TRANSFORM_FEEDBACK_BUFFER_INDEX:
    case GL_TRANSFORM_FEEDBACK_BUFFER_STRIDE: return false;
    default: *known = false; return false;
    }
}
// clang-format on

void emu_GetProgramResourceiv(GLuint name, GLenum interface, GLuint index, GLsizei prop_count,
                              const GLenum *props, GLsizei count, GLsizei *length, GLint *params)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program;
    struct resource r;
    GLsizei n = 0;
    bool known;

    if (!find(ctx, name, interface, index, &r, &program, "glGetProgramResourceiv"))
        return;
    if (prop_count <= 0 || count < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glGetProgramResourceiv: %d properties, %d values", prop_count,
                  count);
        return;
    }
    for (GLsizei i = 0; i < prop_count; i++)
        if (!has_property(interface, props[i], &known)) {
            emu_error(ctx, known ? GL_INVALID_OPERATION : GL_INVALID_ENUM,
                      "glGetProgramResourceiv: property 0x%x", props[i]);
            return;
        }
    for (GLsizei i = 0; i < prop_count && n < count; i++)
        n += property(ctx, program, interface, &r, props[i], params + n, count - n);
    if (length)
        *length = n < count ? n : count;
}

void emu_GetActiveAtomicCounterBufferiv(GLuint name, GLuint index, GLenum pname, GLint *params)
{
    // clang-format off
    static const struct { GLenum pname, prop; } rows[] = {
        {GL_ATOMIC_COUNTER_BUFFER_BINDING, GL_BUFFER_BINDING},
        {GL_ATOMIC_COUNTER_BUFFER_DATA_SIZE, GL_BUFFER_DATA_SIZE},
        {GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTERS, GL_NUM_ACTIVE_VARIABLES},
        {GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTER_INDICES, GL_ACTIVE_VARIABLES},
        {GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_VERTEX_SHADER, GL_REFERENCED_BY_VERTEX_SHADER},
        {GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TESS_CONTROL_SHADER, GL_REFERENCED_BY_TESS_CONTROL_SHADER},
        {GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TESS_EVALUATION_SHADER, GL_REFERENCED_BY_TESS_EVALUATION_SHADER},
        {GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_GEOMETRY_SHADER, GL_REFERENCED_BY_GEOMETRY_SHADER},
        {GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_FRAGMENT_SHADER, GL_REFERENCED_BY_FRAGMENT_SHADER},
        {GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_COMPUTE_SHADER, GL_REFERENCED_BY_COMPUTE_SHADER},
    };
    // clang-format on
    struct emu_context *ctx = emu_current;
    struct emu_program *program;
    struct resource r;

    if (!find(ctx, name, GL_ATOMIC_COUNTER_BUFFER, index, &r, &program, "glGetActiveAtomicCounterBufferiv"))
        return;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].pname == pname) {
            property(ctx, program, GL_ATOMIC_COUNTER_BUFFER, &r, rows[i].prop, params, 1 << 20);
            return;
        }
    emu_error(ctx, GL_INVALID_ENUM, "glGetActiveAtomicCounterBufferiv: pname 0x%x", pname);
}
