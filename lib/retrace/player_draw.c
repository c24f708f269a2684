/* SPDX-License-Identifier: MIT */
/* Draws: index and command arguments, and the check that a draw does not read client arrays beyond the bytes
 * that the tracer captured for them (its own range code is wrong in known ways). The check costs one load
 * where no array is in client memory; else an indexed draw's indices are scanned, read back when they lie in
 * a buffer. */
#include "player_decode.h"

#include <stdlib.h>

#include "emu/bounds.h"

static const char SHORT_ARRAY[] = "client array shorter than the draw reads",
                  BEFORE_ARRAY[] = "vertices before the start of a client array";

/* Bytes of a command of an indexed draw. */
enum { ELEMENTS_COMMAND = 20 };

static size_t index_size(GLenum type)
{
    switch (type) {
    case GL_UNSIGNED_BYTE:
        return 1;
    case GL_UNSIGNED_SHORT:
        return 2;
    case GL_UNSIGNED_INT:
        return 4;
    default:
        return 0; /* GL raises an error and reads nothing */
    }
}

const void *arg_indices(struct player *p, const struct trace_value *v, GLsizei count, GLenum type)
{
    int64_t need = count > 0 ? (int64_t)count * (int64_t)index_size(type) : 0;
    const void *data;

    if (p->ctx->vao->element_buffer) {
        if (v->type != TRACE_BLOB && v->type != TRACE_ARRAY)
            return arg_offset(v);
        if (need)
            player_refuse(p, "client indices with an index buffer bound");
        return NULL;
    }
    data = arg_data(p, v, need);
    if (!data && need)
        player_refuse(p, "no indices");
    return data;
}

/* Drivers look at the index buffer of an indirect draw without a test of whether it has any storage. */
static void check_index_storage(struct player *p)
{
    GLint size = 0;

    if (!p->ctx->vao->element_buffer)
        return; /* an error */
    p->gl->GetBufferParameteriv(GL_ELEMENT_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
    if (size <= 0)
        player_refuse(p, "indirect draw from an index buffer without storage");
}

const void *arg_indirect(struct player *p, const struct trace_value *v, GLsizei draws, GLsizei stride,
                         GLsizei command)
{
    int64_t need = draws > 0 ? (int64_t)(draws - 1) * (stride > 0 ? stride : command) + command : 0;

    if (command == ELEMENTS_COMMAND)
        check_index_storage(p);
    if (p->ctx->draw_indirect) {
        if (v->type != TRACE_BLOB)
            return arg_offset(v);
        player_refuse(p, "client commands with an indirect buffer bound");
        return NULL;
    }
    if (v->type == TRACE_BLOB)
        return arg_data(p, v, need);
    if (trace_value_address(v))
        player_refuse(p, "draw commands in client memory were not captured");
    else if (!p->ctx->core)
        player_refuse(p, "no draw commands");
    return NULL;
}

/* What the draw reads of each array (bounds.h) must be among the bytes that were captured for it. */
static void check(struct player *p, struct bounds_span vertices, GLsizei instances, GLuint base_instance)
{
    const struct player_vao *vao = p->ctx->vao;
    const struct bounds_draw draw = {vertices, instances > 0 ? (uint32_t)instances : 0, base_instance};

    for (int i = 0; i < ARRAY_SLOTS; i++) {
        const struct client_array *a = &vao->arrays[i];
        const struct bounds_array array = {0, a->element, a->stride, a->divisor};
        struct bounds_bytes bytes = emu_bounds_extent(&array, &draw);
        if (!a->client || !a->enabled)
            continue;
        if (bytes.begin < 0)
            player_refuse(p, BEFORE_ARRAY);
        else if ((uint64_t)bytes.end > a->size)
            player_refuse(p, SHORT_ARRAY);
    }
}

void player_check_arrays(struct player *p, GLint first, GLsizei count, GLsizei instances,
                         GLuint base_instance)
{
    if (first >= 0 && count > 0) /* else GL raises an error and reads nothing */
        check(p, (struct bounds_span){first, count}, instances, base_instance);
}

void player_check_multi_arrays(struct player *p, const GLint *first, const GLsizei *count, GLsizei draws)
{
    for (GLsizei i = 0; first && count && i < draws; i++)
        player_check_arrays(p, first[i], count[i], 1, 0);
}

/* The index that restarts primitives, if there is one that the type can hold. */
static bool restart(struct player *p, GLenum type, uint32_t *index)
{
    uint32_t greatest = type == GL_UNSIGNED_BYTE ? 0xff : type == GL_UNSIGNED_SHORT ? 0xffff : 0xffffffff;
    GLint value = 0;

    *index = greatest;
    if (p->gl->IsEnabled(GL_PRIMITIVE_RESTART_FIXED_INDEX))
        return true;
    if (!p->gl->IsEnabled(GL_PRIMITIVE_RESTART))
        return false;
    p->gl->GetIntegerv(GL_PRIMITIVE_RESTART_INDEX, &value);
    *index = (uint32_t)value;
    return *index <= greatest;
}

/* Indices of the element buffer in the arena; NULL when they reach past its end. */
static const uint8_t *read_back(struct player *p, const void *offset, size_t bytes)
{
    GLint size = 0;
    uint8_t *data;

    p->gl->GetBufferParameteriv(GL_ELEMENT_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
    if ((uintptr_t)offset > (size_t)size || bytes > (size_t)size - (uintptr_t)offset ||
        !(data = arena_alloc(&p->arena, bytes)))
        return NULL;
    p->gl->GetBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)offset, (GLsizeiptr)bytes, data);
    return data;
}

void player_check_elements(struct player *p, const void *indices, GLsizei count, GLenum type,
                           GLint base_vertex, GLsizei instances, GLuint base_instance)
{
    uint8_t size = (uint8_t)index_size(type);
    const uint8_t *data = indices;
    uint32_t restart_index;
    bool restarts;
    struct bounds_indices found;

    if (count <= 0 || !size || p->refused)
        return;
    if (p->ctx->vao->element_buffer)
        data = read_back(p, indices, (size_t)count * size);
    if (!data)
        return; /* past the end of the buffer: drivers read nothing there */
    restarts = restart(p, type, &restart_index);
    found = emu_bounds_scan(data, size, (size_t)count, restarts, restart_index);
    check(p, emu_bounds_rebase(found, base_vertex, data, size, (size_t)count, restarts, restart_index),
          instances, base_instance);
}

void player_check_indirect(struct player *p)
{
    for (int i = 0; i < ARRAY_SLOTS; i++)
        if (p->ctx->vao->arrays[i].client && p->ctx->vao->arrays[i].enabled)
            player_refuse(p, "indirect draw of client arrays");
}

bool player_before_array_element(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    const struct player_vao *vao = p->ctx->vao;

    if (vao->clients)
        player_check_arrays(p, (GLint)arg_integer(a), 1, 1, 0);
    for (int i = 0; i < ARRAY_SLOTS && !p->ctx->array_buffer; i++)
        if (vao->arrays[i].enabled && !vao->arrays[i].client && !vao->arrays[i].element)
            player_refuse(p, "client memory was not captured");
    return !player_refused(p, call);
}

/* Index pointers of a batch: each is an offset, or a blob of its own. */
static const void **batch_indices(struct player *p, const struct trace_value *v, const GLsizei *count,
                                  GLenum type, GLsizei draws)
{
    const void **out;

    if (v->type != TRACE_ARRAY || v->count < (size_t)draws) {
        player_refuse(p, "array shorter than the call reads");
        return NULL;
    }
    out = arena_alloc_array(&p->arena, (size_t)draws + 1, sizeof *out);
    for (GLsizei i = 0; out && count && i < draws; i++)
        out[i] = arg_indices(p, &v->items[i], count[i], type);
    return out;
}

struct batch {
    GLenum mode, type;
    const GLsizei *count;
    const void **indices;
    const GLint *base_vertex;
    GLsizei draws;
};

/* (mode, count, type, indices, drawcount[, basevertex]) */
static bool batch_decode(struct player *p, const struct trace_call *call, const struct trace_value *a,
                         bool base, struct batch *b)
{
    b->mode = (GLenum)arg_integer(a);
    b->type = (GLenum)arg_integer(a + 2);
    b->draws = (GLsizei)arg_integer(a + 4);
    if (p->params.limit_subdraws && call->no == p->params.limit_call &&
        b->draws > (int64_t)p->params.limit_subdraws)
        b->draws = (GLsizei)p->params.limit_subdraws;
    if (b->draws > 0) {
        b->count = arg_array(p, a + 1, ELEMENT_I32, b->draws);
        b->indices = batch_indices(p, a + 3, b->count, b->type, b->draws);
        b->base_vertex = base ? arg_array(p, a + 5, ELEMENT_I32, b->draws) : NULL;
        if (!b->count || (base && !b->base_vertex))
            player_refuse(p, "array shorter than the call reads");
    }
    for (GLsizei i = 0; p->ctx->vao->clients && !p->refused && i < b->draws; i++)
        player_check_elements(p, b->indices[i], b->count[i], b->type, base ? b->base_vertex[i] : 0, 1, 0);
    p->draws++;
    return !player_refused(p, call);
}

void player_call_multi_draw_elements(struct player *p, const struct trace_call *call,
                                     const struct trace_value *a)
{
    struct batch b = {0};

    if (!batch_decode(p, call, a, false, &b))
        return;
    if (p->params.batch_begin)
        p->params.batch_begin(p->params.priv);
    p->gl->MultiDrawElements(b.mode, b.count, b.type, b.indices, b.draws);
    if (p->params.batch_end)
        p->params.batch_end(p->params.priv);
}

void player_call_multi_draw_elements_base_vertex(struct player *p, const struct trace_call *call,
                                                 const struct trace_value *a)
{
    struct batch b = {0};

    if (!batch_decode(p, call, a, true, &b))
        return;
    if (p->params.batch_begin)
        p->params.batch_begin(p->params.priv);
    p->gl->MultiDrawElementsBaseVertex(b.mode, b.count, b.type, b.indices, b.draws, b.base_vertex);
    if (p->params.batch_end)
        p->params.batch_end(p->params.priv);
}

/* A viewport's edge as the integer it is meant to be; a conversion of what no integer holds would be
 * undefined. */
static int64_t edge(float origin, float extent)
{
    float sum = origin + extent;

    return sum > 1e9f ? 1000000000 : sum > -1e9f ? (int64_t)sum : 0;
}

bool player_before_viewport(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    player_ws_grow(p, (int64_t)(GLint)arg_integer(a) + (GLint)arg_integer(a + 2),
                   (int64_t)(GLint)arg_integer(a + 1) + (GLint)arg_integer(a + 3));
    return true;
}

/* glViewportArrayv(first, count, v): only the first viewport tells the drawable's size */
bool player_before_viewport_array(struct player *p, const struct trace_call *call,
                                  const struct trace_value *a)
{
    const GLfloat *v =
        arg_integer(a) == 0 && arg_integer(a + 1) > 0 ? arg_array(p, a + 2, ELEMENT_FLOAT, 4) : NULL;

    if (v)
        player_ws_grow(p, edge(v[0], v[2]), edge(v[1], v[3]));
    return !player_refused(p, call);
}

bool player_before_viewport_indexed(struct player *p, const struct trace_call *call,
                                    const struct trace_value *a)
{
    (void)call;
    if (arg_integer(a) == 0)
        player_ws_grow(p, edge(arg_float(a + 1), arg_float(a + 3)), edge(arg_float(a + 2), arg_float(a + 4)));
    return true;
}

bool player_before_viewport_indexedv(struct player *p, const struct trace_call *call,
                                     const struct trace_value *a)
{
    const GLfloat *v = arg_integer(a) == 0 ? arg_array(p, a + 1, ELEMENT_FLOAT, 4) : NULL;

    if (v)
        player_ws_grow(p, edge(v[0], v[2]), edge(v[1], v[3]));
    return !player_refused(p, call);
}

/* glBlitFramebuffer(…, dst x0, y0, x1, y1, …) */
bool player_before_blit(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    int64_t x0 = arg_integer(a + 4), y0 = arg_integer(a + 5), x1 = arg_integer(a + 6),
            y1 = arg_integer(a + 7);

    (void)call;
    player_ws_grow(p, x0 > x1 ? x0 : x1, y0 > y1 ? y0 : y1);
    return true;
}
