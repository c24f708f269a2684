/* SPDX-License-Identifier: MIT */
/* Programs: uniform locations. The trace holds the locations that its driver gave; the driver here may give
 * others. Each glGetUniformLocation of the trace is repeated and the two answers are tied. A location that
 * was never asked for belongs to an array asked for below it, if it lies within; else it is an explicit one
 * and stays. -1 stays. What was found is kept in an array by trace location, so a glUniform* costs one load.
 */
#include "player_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "player_decode.h"

enum { MAX_LOCATION = 1 << 16 };

bool player_program_charge(struct player *p, struct player_program *program, size_t bytes)
{
    if (!player_account_take(&p->account, bytes)) {
        player_gap(p, p->call, player_too_much);
        return false;
    }
    program->bytes += bytes;
    return true;
}

struct player_program *player_program_create(struct player *p, GLuint name, GLuint replay)
{
    struct player_program *program = player_alloc(p, sizeof *program);

    if (!program)
        return NULL;
    program->name = name;
    program->replay = replay;
    if (!player_map_set(&p->ctx->group->programs, name, (uintptr_t)program)) {
        player_free(p, program, sizeof *program);
        return NULL;
    }
    return program;
}

/* The program of a trace name; made on demand. NULL for 0 and names that were never created. */
struct player_program *player_program_find(struct player *p, GLuint name)
{
    struct player_program *program = player_map_find(&p->ctx->group->programs, name);
    GLuint replay;

    if (program || !name)
        return program;
    replay = (GLuint)player_map_get(p->ctx->names[NAME_PROGRAM], name);
    return replay ? player_program_create(p, name, replay) : NULL;
}

static void forget(struct player *p, struct player_program *program)
{
    player_account_give(&p->account, program->bytes);
    for (size_t i = 0; i < program->location_count; i++)
        free(program->locations[i].name);
    for (size_t i = 0; i < program->index_count; i++)
        free(program->indices[i].name);
    free(program->locations);
    free(program->indices);
    free(program->map);
    *program = (struct player_program){.name = program->name, .replay = program->replay};
}

static void destroy(uint64_t key, uintptr_t value, void *priv)
{
    (void)key;
    forget(priv, (struct player_program *)value);
    player_free(priv, (struct player_program *)value, sizeof(struct player_program));
}

void player_programs_finish(struct player *p, struct player_group *group)
{
    player_map_each(&group->programs, destroy, p);
    player_map_finish(&group->programs);
}

struct player_program *player_program_active(struct player *p)
{
    return p->ctx->program ? p->ctx->program : player_map_find(&p->ctx->active, p->ctx->pipeline);
}

static struct program_location *find_name(struct player_program *program, const char *name)
{
    for (size_t i = 0; i < program->location_count; i++)
        if (!strcmp(program->locations[i].name, name))
            return &program->locations[i];
    return NULL;
}

static struct program_location *add_name(struct player *p, struct player_program *program, const char *name)
{
    size_t length = strnlen(name, PROGRAM_NAME_MAX + 1);
    struct program_location *l;

    if (length > PROGRAM_NAME_MAX || !player_program_charge(p, program, length + 2 * sizeof *l))
        return NULL;
    if (program->location_count == program->location_capacity) {
        size_t capacity = program->location_capacity ? program->location_capacity * 2 : 16;
        l = realloc(program->locations, capacity * sizeof *l);
        if (!l)
            return NULL;
        program->locations = l;
        program->location_capacity = capacity;
    }
    l = &program->locations[program->location_count];
    *l = (struct program_location){.name = strdup(name), .trace = -1, .replay = -1};
    if (!l->name)
        return NULL;
    program->location_count++;
    return l;
}

static void forget_map(struct player_program *program)
{
    for (uint32_t i = 0; i < program->map_count; i++)
        program->map[i] = LOCATION_UNKNOWN;
}

void player_program_learn(struct player *p, struct player_program *program, const char *name, GLint trace)
{
    struct program_location *l = find_name(program, name);

    if (l && l->trace == trace && !l->stale)
        return;
    if (!l && !(l = add_name(p, program, name)))
        return;
    l->trace = trace;
    l->stale = false;
    l->elements = 0;
    l->replay = p->gl->GetUniformLocation(program->replay, name);
    forget_map(program);
}

void player_program_relink(struct player *p, struct player_program *program)
{
    GLint ok = 0;

    p->gl->GetProgramiv(program->replay, GL_LINK_STATUS, &ok);
    program->linked = ok != 0;
    program->link_failed = !ok;
    program->trace_failed = false;
    for (size_t i = 0; ok && i < program->location_count; i++) {
        program->locations[i].stale = true;
        program->locations[i].elements = 0;
        program->locations[i].replay = p->gl->GetUniformLocation(program->replay, program->locations[i].name);
    }
    forget_map(program);
    if (ok)
        player_interface_relink(p, program);
}

/* Splits "name[3]" into the array's name and 3; else the index is 0. */
static GLint split_array(const char *name, char *base, size_t size)
{
    const char *bracket = strrchr(name, '[');

    snprintf(base, size, "%s", name);
    if (!bracket || name[strlen(name) - 1] != ']' || (size_t)(bracket - name) >= size)
        return 0;
    base[bracket - name] = '\0';
    return atoi(bracket + 1);
}

static GLint array_elements(struct player *p, struct player_program *program, struct program_location *l)
{
    char base[512];
    const GLchar *name = base;
    GLint first = split_array(l->name, base, sizeof base), size = 1;
    GLuint index = GL_INVALID_INDEX;

    if (l->elements)
        return l->elements;
    if (p->gl->GetUniformIndices && p->gl->GetActiveUniformsiv) {
        p->gl->GetUniformIndices(program->replay, 1, &name, &index);
        if (index != GL_INVALID_INDEX)
            p->gl->GetActiveUniformsiv(program->replay, 1, &index, GL_UNIFORM_SIZE, &size);
    }
    return l->elements = size > first ? size - first : 1;
}

/* The location asked for that is exactly this one (the last link's before older ones), or the nearest below.
 */
static struct program_location *nearest(struct player_program *program, GLint location)
{
    struct program_location *best = NULL;

    for (size_t i = 0; i < program->location_count; i++) {
        struct program_location *l = &program->locations[i];
        if (l->trace < 0 || l->trace > location)
            continue;
        if (!best || l->trace > best->trace || (l->trace == best->trace && best->stale && !l->stale))
            best = l;
    }
    return best;
}

static GLint find_location(struct player *p, struct player_program *program, GLint location)
{
    struct program_location *l = nearest(program, location);
    GLint offset = l ? location - l->trace : 0;
    char base[512], element[540];

    if (!l)
        return location;
    if (!offset)
        return l->replay;
    if (offset >= array_elements(p, program, l))
        return location;
    offset += split_array(l->name, base, sizeof base);
    snprintf(element, sizeof element, "%s[%d]", base, offset);
    return p->gl->GetUniformLocation(program->replay, element);
}

static void remember(struct player *p, struct player_program *program, GLint location, GLint replay)
{
    if (location >= MAX_LOCATION)
        return;
    if ((uint32_t)location >= program->map_count) {
        uint32_t count = program->map_count ? program->map_count : 16;
        GLint *map;
        while (count <= (uint32_t)location)
            count *= 2;
        if (!player_program_charge(p, program, (count - program->map_count) * sizeof *map))
            return;
        map = realloc(program->map, count * sizeof *map);
        if (!map)
            return;
        for (uint32_t i = program->map_count; i < count; i++)
            map[i] = LOCATION_UNKNOWN;
        program->map = map;
        program->map_count = count;
    }
    program->map[location] = replay;
}

GLint player_location(struct player *p, struct player_program *program, GLint location)
{
    GLint replay;

    if (!program || location < 0)
        return location;
    if ((uint32_t)location < program->map_count && program->map[location] != LOCATION_UNKNOWN)
        return program->map[location];
    replay = find_location(p, program, location);
    remember(p, program, location, replay);
    return replay;
}

void player_after_create_program(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLuint name = (GLuint)trace_value_uint(&call->ret);
    struct player_program *program = player_map_find(&p->ctx->group->programs, name);

    (void)a;
    if (!program)
        return;
    forget(p, program); /* contexts that use the old one keep the pointer; GL keeps their program, its
                        uniforms are lost */
    program->replay = (GLuint)player_map_get(p->ctx->names[NAME_PROGRAM], name);
}

void player_after_link_program(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    struct player_program *program = player_program_find(p, (GLuint)arg_integer(a));

    (void)call;
    if (program)
        player_program_relink(p, program);
}

void player_call_use_program(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLuint name = (GLuint)arg_integer(a);
    struct player_program *program = player_program_find(p, name);

    if (program && program->link_failed && !program->trace_failed) {
        player_gap(p, call, "the program does not link on this driver");
        p->gl->UseProgram(0);
        p->ctx->program = NULL;
        return;
    }
    p->gl->UseProgram(program ? program->replay : name ? NAME_INVALID : 0);
    if (!name || (program && !program->link_failed))
        p->ctx->program = program;
}

void player_call_uniform_location(struct player *p, const struct trace_call *call,
                                  const struct trace_value *a)
{
    struct player_program *program = player_program_find(p, (GLuint)arg_integer(a));
    const char *name = trace_value_string(a + 1);

    if (program && name && call->ret.type != TRACE_NONE)
        player_program_learn(p, program, name, (GLint)arg_integer(&call->ret));
}

/* Only what the trace's program was told of its link matters. */
void player_call_program_status(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    struct player_program *program;

    (void)call;
    if (arg_integer(a + 1) != GL_LINK_STATUS || a[2].type != TRACE_ARRAY || !a[2].count)
        return;
    program = player_program_find(p, (GLuint)arg_integer(a));
    if (program)
        program->trace_failed = !trace_value_int(&a[2].items[0]);
}

void player_call_bind_pipeline(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    p->gl->BindProgramPipeline(arg_name(p, NAME_PIPELINE, a));
    p->ctx->pipeline = (uint64_t)arg_integer(a);
}

void player_after_active_program(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    player_map_set(&p->ctx->active, (uint64_t)arg_integer(a),
                   (uintptr_t)player_program_find(p, (GLuint)arg_integer(a + 1)));
}

/* glDeleteProgramPipelines(n, pipelines) */
void player_after_delete_pipelines(struct player *p, const struct trace_call *call,
                                   const struct trace_value *a)
{
    (void)call;
    for (size_t i = 0; a[1].type == TRACE_ARRAY && i < a[1].count; i++) {
        uint64_t name = (uint64_t)arg_integer(&a[1].items[i]);
        player_map_set(&p->ctx->active, name, 0);
        if (p->ctx->pipeline == name)
            p->ctx->pipeline = 0;
    }
}

void player_call_shader_source(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLsizei count = (GLsizei)arg_integer(a + 1);
    const GLchar *const *strings = arg_strings(p, a + 2, count);
    GLint *lengths = strings ? arena_alloc_array(&p->arena, a[2].count + 1, sizeof *lengths) : NULL;

    if (player_refused(p, call))
        return;
    for (size_t i = 0; lengths && i < a[2].count; i++)
        lengths[i] = (GLint)a[2].items[i].count;
    p->gl->ShaderSource(arg_name(p, NAME_PROGRAM, a), count, strings, lengths);
}
