/* SPDX-License-Identifier: MIT */
/* Object names: the trace's to the replay's. A name that was never generated becomes one no object has, so
 * that what was an error stays one, except where a bind creates objects for any name, in the compatibility
 * profile: then a name is generated here. Deleting frees a name, except those of programs and shaders, which
 * GL goes on knowing while they are attached or in use. */
#include "player_decode.h"

#include <string.h>

GLuint player_name_miss(struct player *p, enum name_kind kind, GLuint name)
{
    (void)p, (void)kind;
    return name ? NAME_INVALID : 0;
}

static GLuint generate(struct player *p, enum name_kind kind)
{
    const struct gl_table *gl = p->gl;
    void (*const gen[NAME_KINDS])(GLsizei, GLuint *) = {
        [NAME_BUFFER] = gl->GenBuffers,
        [NAME_TEXTURE] = gl->GenTextures,
        [NAME_RENDERBUFFER] = gl->GenRenderbuffers,
        [NAME_FRAMEBUFFER] = gl->GenFramebuffers,
        [NAME_QUERY] = gl->GenQueries,
    };
    GLuint replay = 0;

    if (gen[kind])
        gen[kind](1, &replay);
    return replay;
}

GLuint player_name_bind(struct player *p, enum name_kind kind, GLuint name)
{
    GLuint replay;

    if (!name || p->ctx->core)
        return player_name_miss(p, kind, name);
    replay = generate(p, kind);
    if (!replay)
        return NAME_INVALID;
    player_name_add(p, kind, name, replay);
    return replay;
}

void player_name_add(struct player *p, enum name_kind kind, GLuint name, GLuint replay)
{
    if (!name)
        return;
    if (!player_map_set(p->ctx->names[kind], name, replay))
        player_gap(p, p->call, player_too_much);
}

void player_name_remove(struct player *p, enum name_kind kind, GLuint name)
{
    player_map_set(p->ctx->names[kind], name, 0);
}

GLuint *player_names_in(struct player *p, enum name_kind kind, const struct trace_value *v, GLsizei n,
                        bool bind)
{
    const GLuint *in = bind ? arg_array_or_null(p, v, ELEMENT_U32, n) : arg_array(p, v, ELEMENT_U32, n);
    GLuint *out = in && n > 0 ? arena_alloc_array(&p->arena, (size_t)n, sizeof *out) : NULL;

    for (GLsizei i = 0; out && i < n; i++) {
        GLuint name;
        memcpy(&name, in + i, sizeof name);
        out[i] = (GLuint)player_map_get(p->ctx->names[kind], name);
        if (!out[i])
            out[i] = bind ? player_name_bind(p, kind, name) : player_name_miss(p, kind, name);
    }
    return out;
}

GLuint *player_names_out(struct player *p, const struct trace_value *v, GLsizei n)
{
    static const struct trace_value array = {.type = TRACE_ARRAY};
    /* Names of a call that never returned are nobody's, and a few are enough. */
    int64_t have = v->type == TRACE_ARRAY ? (int64_t)v->count : v->type == TRACE_NONE ? 64 : 0;

    if (n > have) {
        player_refuse(p, "array shorter than the call writes");
        return NULL;
    }
    return arg_out(p, &array, sizeof(GLuint), n < 0 ? 0 : n);
}

void player_names_record(struct player *p, enum name_kind kind, const struct trace_value *v, GLsizei n,
                         const GLuint *replay)
{
    for (GLsizei i = 0; v->type == TRACE_ARRAY && i < n && (size_t)i < v->count; i++)
        player_name_add(p, kind, (GLuint)arg_integer(&v->items[i]), replay[i]);
}

void player_names_removed(struct player *p, enum name_kind kind, const struct trace_value *v, GLsizei n)
{
    for (GLsizei i = 0; v->type == TRACE_ARRAY && i < n && (size_t)i < v->count; i++)
        player_name_remove(p, kind, (GLuint)arg_integer(&v->items[i]));
}

GLsync player_sync_get(struct player *p, const struct trace_value *v)
{
    return (GLsync)player_map_find(&p->ctx->group->syncs, trace_value_address(v));
}

void player_sync_add(struct player *p, const struct trace_value *ret, GLsync sync)
{
    uint64_t address = trace_value_address(ret);

    if (address && !player_map_set(&p->ctx->group->syncs, address, (uintptr_t)sync))
        player_gap(p, p->call, player_too_much);
}
