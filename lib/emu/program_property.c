/* SPDX-License-Identifier: MIT */
/* Properties of program resources: names, types, locations and bindings are ours; offsets, strides, sizes and
 * referencing stages are asked of the driver under its own index. Lists of indices are mapped back to ours.
 */
#include "emu/program_priv.h"

#include <stdlib.h>

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
                                const struct emu_resource *r, GLint *out, GLsizei room)
{
    static const GLenum num = GL_NUM_ACTIVE_VARIABLES, active = GL_ACTIVE_VARIABLES;
    const struct emu_executable *exe = program->exe;
    bool storage = interface == GL_SHADER_STORAGE_BLOCK;
    GLint count = 0, *es;
    GLsizei n = 0;
    size_t ignored;

    if (r->words) {
        emu_resource_count(ctx, program, GL_BUFFER_VARIABLE, &ignored, "glGetProgramResourceiv");
        return emu_field_list(exe, storage, r->words, out, room);
    }
    if (!ctx->es->GetProgramResourceiv)
        return 0;
    emu_resource_count(ctx, program, GL_BUFFER_VARIABLE, &ignored, "glGetProgramResourceiv");
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
                         const struct emu_resource *r, GLenum prop)
{
    GLuint es_index = r->es_index;
    GLint value = 0;

    if (prop == GL_LOCATION_COMPONENT)
        return r->component;
    if (r->field && emu_field_property(r->field, prop, &value))
        return value;
    if (r->words && prop == GL_BUFFER_DATA_SIZE)
        return r->words->size;
    if (r->field) { /* what refers to the block refers to its members */
        const struct emu_block *block =
            &(interface == GL_UNIFORM ? program->exe->blocks : program->exe->storage)[r->block];

        es_index = block->es_index;
        interface = interface == GL_UNIFORM ? GL_UNIFORM_BLOCK : GL_SHADER_STORAGE_BLOCK;
    }
    if (es_index != GL_INVALID_INDEX && ctx->es->GetProgramResourceiv)
        ctx->es->GetProgramResourceiv(program->exe->es, interface, es_index, 1, &prop, 1, NULL, &value);
    return value;
}

// clang-format off
/* Writes a property's value or values; returns how many. */
static GLsizei property(struct emu_context *ctx, const struct emu_program *program, GLenum interface, const struct emu_resource *r,
                        GLenum prop, GLint *out, GLsizei room)
{
    switch (prop) {
    case GL_ACTIVE_VARIABLES: return active_variables(ctx, program, interface, r, out, room);
    case GL_NUM_ACTIVE_VARIABLES: *out = active_variables(ctx, program, interface, r, NULL, 0); return 1;
    case GL_NAME_LENGTH: *out = r->name ? emu_resource_name_length(r) : 0; return 1;
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
    struct emu_resource r;
    GLsizei n = 0;
    bool known;

    if (!emu_resource_find(ctx, name, interface, index, &r, &program, "glGetProgramResourceiv"))
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
    struct emu_resource r;

    if (!emu_resource_find(ctx, name, GL_ATOMIC_COUNTER_BUFFER, index, &r, &program,
                           "glGetActiveAtomicCounterBufferiv"))
        return;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].pname == pname) {
            property(ctx, program, GL_ATOMIC_COUNTER_BUFFER, &r, rows[i].prop, params, 1 << 20);
            return;
        }
    emu_error(ctx, GL_INVALID_ENUM, "glGetActiveAtomicCounterBufferiv: pname 0x%x", pname);
}
