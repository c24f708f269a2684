/* SPDX-License-Identifier: MIT */
/* Programs: indices of uniform blocks, storage blocks, subroutines and their uniforms, tied by name as
 * locations are. An index that was never asked for by name stays: drivers number in the order of the source
 * more often than not. */
#include "player_decode.h"
#include "player_program.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    GLenum shader, subroutine, uniform;
} stages[] = {
    {GL_VERTEX_SHADER, GL_VERTEX_SUBROUTINE, GL_VERTEX_SUBROUTINE_UNIFORM},
    {GL_TESS_CONTROL_SHADER, GL_TESS_CONTROL_SUBROUTINE, GL_TESS_CONTROL_SUBROUTINE_UNIFORM},
    {GL_TESS_EVALUATION_SHADER, GL_TESS_EVALUATION_SUBROUTINE, GL_TESS_EVALUATION_SUBROUTINE_UNIFORM},
    {GL_GEOMETRY_SHADER, GL_GEOMETRY_SUBROUTINE, GL_GEOMETRY_SUBROUTINE_UNIFORM},
    {GL_FRAGMENT_SHADER, GL_FRAGMENT_SUBROUTINE, GL_FRAGMENT_SUBROUTINE_UNIFORM},
    {GL_COMPUTE_SHADER, GL_COMPUTE_SUBROUTINE, GL_COMPUTE_SUBROUTINE_UNIFORM},
};
enum { STAGES = sizeof stages / sizeof stages[0] };

/* The interface of a shader stage's subroutines, or of their uniforms; 0 for no stage. */
static GLenum stage_interface(GLenum shader, bool uniform)
{
    for (int i = 0; i < STAGES; i++)
        if (stages[i].shader == shader)
            return uniform ? stages[i].uniform : stages[i].subroutine;
    return 0;
}

/* What the replay's driver says; GL_INVALID_INDEX when it has no such resource, or no way to ask. */
static GLuint ask(struct player *p, GLuint program, GLenum interface, const char *name)
{
    const struct gl_table *gl = p->gl;

    for (int i = 0; i < STAGES; i++) {
        if (interface == stages[i].subroutine)
            return gl->GetSubroutineIndex ? gl->GetSubroutineIndex(program, stages[i].shader, name)
                                          : GL_INVALID_INDEX;
        if (interface == stages[i].uniform && gl->GetSubroutineUniformLocation)
            return (GLuint)gl->GetSubroutineUniformLocation(program, stages[i].shader, name);
    }
    if (interface == GL_UNIFORM_BLOCK)
        return gl->GetUniformBlockIndex ? gl->GetUniformBlockIndex(program, name) : GL_INVALID_INDEX;
    return gl->GetProgramResourceIndex ? gl->GetProgramResourceIndex(program, interface, name)
                                       : GL_INVALID_INDEX;
}

void player_interface_learn(struct player *p, struct player_program *program, GLenum interface,
                            const char *name, GLuint trace)
{
    struct program_index *x;
    size_t length = name ? strnlen(name, PROGRAM_NAME_MAX + 1) : 0;

    if (!program || !name || trace == GL_INVALID_INDEX || length > PROGRAM_NAME_MAX)
        return;
    for (size_t i = 0; i < program->index_count; i++) {
        x = &program->indices[i];
        if (x->interface == interface && !strcmp(x->name, name)) {
            x->trace = trace;
            return;
        }
    }
    if (!player_program_charge(p, program, length + 2 * sizeof *x))
        return;
    if (program->index_count == program->index_capacity) {
        size_t capacity = program->index_capacity ? program->index_capacity * 2 : 16;
        x = realloc(program->indices, capacity * sizeof *x);
        if (!x)
            return;
        program->indices = x;
        program->index_capacity = capacity;
    }
    x = &program->indices[program->index_count];
    *x = (struct program_index){interface, trace, ask(p, program->replay, interface, name), strdup(name)};
    program->index_count += x->name != NULL;
}

void player_interface_relink(struct player *p, struct player_program *program)
{
    for (size_t i = 0; i < program->index_count; i++)
        program->indices[i].replay =
            ask(p, program->replay, program->indices[i].interface, program->indices[i].name);
}

GLuint player_interface_index(const struct player_program *program, GLenum interface, GLuint trace)
{
    for (size_t i = program ? program->index_count : 0; i-- > 0;)
        if (program->indices[i].interface == interface && program->indices[i].trace == trace)
            return program->indices[i].replay;
    return trace;
}

/* The name that the trace was given for an index, or NULL. */
static const char *index_name(const struct player_program *program, GLenum interface, GLuint trace)
{
    for (size_t i = program ? program->index_count : 0; i-- > 0;)
        if (program->indices[i].interface == interface && program->indices[i].trace == trace)
            return program->indices[i].name;
    return NULL;
}

static struct player_program *program_of(struct player *p, const struct trace_value *v)
{
    return player_program_find(p, (GLuint)arg_integer(v));
}

static void learn_return(struct player *p, const struct trace_call *call, struct player_program *program,
                         GLenum interface, const struct trace_value *name)
{
    if (call->ret.type != TRACE_NONE && interface)
        player_interface_learn(p, program, interface, trace_value_string(name),
                               (GLuint)arg_integer(&call->ret));
}

void player_call_uniform_block_index(struct player *p, const struct trace_call *call,
                                     const struct trace_value *a)
{
    learn_return(p, call, program_of(p, a), GL_UNIFORM_BLOCK, a + 1);
}

void player_call_resource_index(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    learn_return(p, call, program_of(p, a), (GLenum)arg_integer(a + 1), a + 2);
}

void player_call_subroutine_index(struct player *p, const struct trace_call *call,
                                  const struct trace_value *a)
{
    learn_return(p, call, program_of(p, a), stage_interface((GLenum)arg_integer(a + 1), false), a + 2);
}

void player_call_subroutine_location(struct player *p, const struct trace_call *call,
                                     const struct trace_value *a)
{
    learn_return(p, call, program_of(p, a), stage_interface((GLenum)arg_integer(a + 1), true), a + 2);
}

/* glGetProgramResourceLocation(program, interface, name) */
void player_call_resource_location(struct player *p, const struct trace_call *call,
                                   const struct trace_value *a)
{
    struct player_program *program = program_of(p, a);
    const char *name = trace_value_string(a + 2);

    if (program && name && call->ret.type != TRACE_NONE && arg_integer(a + 1) == GL_UNIFORM)
        player_program_learn(p, program, name, (GLint)arg_integer(&call->ret));
}

/* glGetActiveUniformBlockName(program, index, size, length, name) */
void player_call_active_block_name(struct player *p, const struct trace_call *call,
                                   const struct trace_value *a)
{
    (void)call;
    player_interface_learn(p, program_of(p, a), GL_UNIFORM_BLOCK, trace_value_string(a + 4),
                           (GLuint)arg_integer(a + 1));
}

/* glGetActiveUniform(program, index, size, length, size, type, name) */
void player_call_active_uniform(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    player_interface_learn(p, program_of(p, a), GL_UNIFORM, trace_value_string(a + 6),
                           (GLuint)arg_integer(a + 1));
}

/* glGetProgramResourceName(program, interface, index, size, length, name) */
void player_call_resource_name(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    player_interface_learn(p, program_of(p, a), (GLenum)arg_integer(a + 1), trace_value_string(a + 5),
                           (GLuint)arg_integer(a + 2));
}

/* glGetProgramResourceiv(program, interface, index, n, props, size, length, params): a location among the
 * answers */
void player_call_resource_values(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    struct player_program *program = program_of(p, a);
    GLenum interface = (GLenum)arg_integer(a + 1);
    const char *name = index_name(program, interface, (GLuint)arg_integer(a + 2));

    (void)call;
    if (!name || interface != GL_UNIFORM || a[4].type != TRACE_ARRAY || a[7].type != TRACE_ARRAY)
        return;
    for (size_t i = 0; i < a[4].count && i < a[7].count; i++)
        if (arg_integer(&a[4].items[i]) == GL_LOCATION)
            player_program_learn(p, program, name, (GLint)arg_integer(&a[7].items[i]));
}

void player_call_uniform_block_binding(struct player *p, const struct trace_call *call,
                                       const struct trace_value *a)
{
    GLuint block = player_interface_index(program_of(p, a), GL_UNIFORM_BLOCK, (GLuint)arg_integer(a + 1));

    (void)call;
    p->gl->UniformBlockBinding(arg_name(p, NAME_PROGRAM, a), block, (GLuint)arg_integer(a + 2));
}

void player_call_storage_block_binding(struct player *p, const struct trace_call *call,
                                       const struct trace_value *a)
{
    GLuint block =
        player_interface_index(program_of(p, a), GL_SHADER_STORAGE_BLOCK, (GLuint)arg_integer(a + 1));

    (void)call;
    p->gl->ShaderStorageBlockBinding(arg_name(p, NAME_PROGRAM, a), block, (GLuint)arg_integer(a + 2));
}

/* glUniformSubroutinesuiv(shader, n, indices): position is a subroutine uniform's location, value a
 * subroutine. */
void player_call_uniform_subroutines(struct player *p, const struct trace_call *call,
                                     const struct trace_value *a)
{
    GLenum shader = (GLenum)arg_integer(a);
    GLsizei n = (GLsizei)arg_integer(a + 1);
    const GLuint *in = arg_array(p, a + 2, ELEMENT_U32, n);
    struct player_program *program = player_program_active(p);
    GLuint *out = NULL;

    /* Only as much memory as there are elements: the trace may say any number. */
    if (player_refused(p, call) || (n > 0 && !in))
        return;
    if (n > 0 && !(out = arena_alloc_array(&p->arena, (size_t)n, sizeof *out)))
        return;
    for (GLsizei i = 0; i < n; i++)
        out[i] = player_interface_index(program, stage_interface(shader, false), in[i]);
    for (GLsizei i = 0; i < n; i++) {
        GLuint to = player_interface_index(program, stage_interface(shader, true), (GLuint)i);
        if (to < (GLuint)n)
            out[to] = player_interface_index(program, stage_interface(shader, false), in[i]);
    }
    p->gl->UniformSubroutinesuiv(shader, n, out);
}
