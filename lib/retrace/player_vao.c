/* SPDX-License-Identifier: MIT */
/* Vertex array objects and which arrays are enabled: what the check of draws against client memory needs to
 * know. */
#include "player_decode.h"

/* What a name is known by; made on demand. NULL: refused for want of memory. */
static struct player_vao *find_vao(struct player *p, GLuint name)
{
    struct player_vao *vao = player_map_find(&p->ctx->vaos, name);

    if (vao || !(vao = player_alloc(p, sizeof *vao)))
        return vao;
    if (player_map_set(&p->ctx->vaos, name, (uintptr_t)vao))
        return vao;
    player_free(p, vao, sizeof *vao);
    return NULL;
}

void player_call_bind_vertex_array(struct player *p, const struct trace_call *call,
                                   const struct trace_value *a)
{
    GLuint name = (GLuint)arg_integer(a), replay = player_name(p, NAME_VERTEX_ARRAY, name);
    struct player_vao *vao = &p->ctx->default_vao;

    (void)call;
    if (name && replay != NAME_INVALID && !(vao = find_vao(p, name)))
        return;
    p->gl->BindVertexArray(replay);
    if (replay != NAME_INVALID)
        p->ctx->vao = vao;
}

static void forget(struct player *p, GLuint name)
{
    struct player_vao *vao = player_map_find(&p->ctx->vaos, name);

    player_name_remove(p, NAME_VERTEX_ARRAY, name);
    if (!vao)
        return;
    if (p->ctx->vao == vao)
        p->ctx->vao = &p->ctx->default_vao;
    player_map_set(&p->ctx->vaos, name, 0);
    player_attribs_forget(p->ctx, vao);
    player_vao_finish(p, p->ctx, vao);
    player_free(p, vao, sizeof *vao);
}

void player_call_delete_vertex_arrays(struct player *p, const struct trace_call *call,
                                      const struct trace_value *a)
{
    GLsizei n = (GLsizei)arg_integer(a);
    GLuint *names = player_names_in(p, NAME_VERTEX_ARRAY, a + 1, n, false);

    if (player_refused(p, call))
        return;
    p->gl->DeleteVertexArrays(n, names);
    for (GLsizei i = 0; i < n && a[1].type == TRACE_ARRAY; i++)
        forget(p, (GLuint)arg_integer(&a[1].items[i]));
}

/* glVertexArrayElementBuffer(vertex array, buffer) */
void player_after_element_buffer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLuint name = (GLuint)arg_integer(a);
    struct player_vao *vao = player_map_find(&p->ctx->vaos, name);

    (void)call;
    if (!vao && player_map_get(p->ctx->names[NAME_VERTEX_ARRAY], name))
        vao = find_vao(p, name);
    if (vao)
        vao->element_buffer = arg_name(p, NAME_BUFFER, a + 1);
}

static void enable(struct player *p, GLenum array, unsigned unit, bool enabled)
{
    static const struct {
        GLenum array;
        int slot;
    } table[] = {
        {GL_VERTEX_ARRAY, ARRAY_VERTEX},       {GL_NORMAL_ARRAY, ARRAY_NORMAL},
        {GL_COLOR_ARRAY, ARRAY_COLOR},         {GL_SECONDARY_COLOR_ARRAY, ARRAY_SECONDARY_COLOR},
        {GL_FOG_COORD_ARRAY, ARRAY_FOG_COORD}, {GL_INDEX_ARRAY, ARRAY_INDEX},
        {GL_EDGE_FLAG_ARRAY, ARRAY_EDGE_FLAG}, {GL_TEXTURE_COORD_ARRAY, ARRAY_TEX_COORD},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (table[i].array == array)
            p->ctx->vao->arrays[table[i].slot + (int)(array == GL_TEXTURE_COORD_ARRAY ? unit : 0)].enabled =
                enabled;
}

static unsigned unit_of(const struct trace_value *v, GLenum base)
{
    uint64_t unit = (uint64_t)arg_integer(v) - base;

    return unit < TEXTURE_UNITS ? (unsigned)unit : TEXTURE_UNITS - 1;
}

void player_after_client_texture(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    p->ctx->client_texture = unit_of(a, GL_TEXTURE0);
}

void player_after_enable_client(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    enable(p, (GLenum)arg_integer(a), p->ctx->client_texture, true);
}

void player_after_disable_client(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    enable(p, (GLenum)arg_integer(a), p->ctx->client_texture, false);
}

void player_after_enable_client_indexed(struct player *p, const struct trace_call *call,
                                        const struct trace_value *a)
{
    (void)call;
    enable(p, (GLenum)arg_integer(a), unit_of(a + 1, 0), true);
}

void player_after_disable_client_indexed(struct player *p, const struct trace_call *call,
                                         const struct trace_value *a)
{
    (void)call;
    enable(p, (GLenum)arg_integer(a), unit_of(a + 1, 0), false);
}

static struct client_array *generic(struct player *p, const struct trace_value *v)
{
    uint64_t index = (uint64_t)arg_integer(v);

    return index < GENERIC_ARRAYS ? &p->ctx->vao->arrays[ARRAY_GENERIC + index] : NULL;
}

void player_after_enable_generic(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    struct client_array *array = generic(p, a);

    (void)call;
    if (array)
        array->enabled = true;
}

void player_after_disable_generic(struct player *p, const struct trace_call *call,
                                  const struct trace_value *a)
{
    struct client_array *array = generic(p, a);

    (void)call;
    if (array)
        array->enabled = false;
}

void player_after_divisor(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    struct client_array *array = generic(p, a);

    (void)call;
    if (array)
        array->divisor = (uint32_t)arg_integer(a + 1);
}

/* Bindings by number instead of pointers: what is bound there is a buffer, or nothing that a capture holds.
 */
void player_after_buffer_array(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    struct player_vao *vao = p->ctx->vao;

    (void)call, (void)a;
    for (int i = ARRAY_GENERIC; vao->clients && i < ARRAY_SLOTS; i++) {
        vao->clients -= vao->arrays[i].client;
        vao->arrays[i].client = false;
    }
}
