/* SPDX-License-Identifier: MIT */
/* Buffers: which are bound where arguments must be judged by it, and mapping. The driver is asked for a
 * binding only while something is mapped. */
#include "player_decode.h"

#include <string.h>

/* The place that keeps track of a target, or NULL. */
static GLuint *tracked(struct player_context *ctx, GLenum target)
{
    switch (target) {
    case GL_ARRAY_BUFFER:
        return &ctx->array_buffer;
    case GL_ELEMENT_ARRAY_BUFFER:
        return &ctx->vao->element_buffer;
    case GL_DRAW_INDIRECT_BUFFER:
        return &ctx->draw_indirect;
    case GL_PARAMETER_BUFFER:
        return &ctx->parameter;
    case GL_PIXEL_PACK_BUFFER:
        return &ctx->pixel_pack;
    case GL_PIXEL_UNPACK_BUFFER:
        return &ctx->pixel_unpack;
    case GL_QUERY_BUFFER:
        return &ctx->query_buffer;
    default:
        return NULL;
    }
}

void player_call_bind_buffer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLenum target = (GLenum)arg_integer(a);
    GLuint buffer = arg_bind(p, NAME_BUFFER, a + 1), *place = tracked(p->ctx, target);

    (void)call;
    p->gl->BindBuffer(target, buffer);
    if (place && buffer != NAME_INVALID)
        *place = buffer;
}

void player_bindings_reload(struct player *p)
{
    static const GLenum targets[] = {GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER, GL_PIXEL_PACK_BUFFER,
                                     GL_PIXEL_UNPACK_BUFFER};

    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        *tracked(p->ctx, targets[i]) = player_bound_buffer(p, targets[i]);
}

void player_call_delete_buffers(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    static const GLenum targets[] = {GL_ARRAY_BUFFER,     GL_ELEMENT_ARRAY_BUFFER, GL_DRAW_INDIRECT_BUFFER,
                                     GL_PARAMETER_BUFFER, GL_PIXEL_PACK_BUFFER,    GL_PIXEL_UNPACK_BUFFER,
                                     GL_QUERY_BUFFER};
    GLsizei n = (GLsizei)arg_integer(a);
    GLuint *names = player_names_in(p, NAME_BUFFER, a + 1, n, false);

    if (player_refused(p, call))
        return;
    p->gl->DeleteBuffers(n, names);
    for (GLsizei i = 0; names && i < n; i++) {
        if (p->region_count)
            player_region_drop_buffer(p, names[i]);
        for (size_t t = 0; names[i] && t < sizeof targets / sizeof targets[0]; t++)
            if (*tracked(p->ctx, targets[t]) == names[i])
                *tracked(p->ctx, targets[t]) = 0;
    }
    player_names_removed(p, NAME_BUFFER, a + 1, n);
}

/* AMD_pinned_memory: the driver keeps the pointer instead of what it points to, so the bytes must outlive the
 * call. */
static bool pin(struct player *p, const struct trace_call *call, const struct trace_value *a, bool storage)
{
    GLsizeiptr size = (GLsizeiptr)arg_integer(a + 1);
    const void *from = arg_bytes(p, a + 2, size);
    void *memory = p->refused || !from || size <= 0 ? NULL : player_keep(p, size);

    if (memory)
        memcpy(memory, from, (size_t)size);
    if (player_refused(p, call))
        return false;
    if (storage)
        p->gl->BufferStorage((GLenum)arg_integer(a), size, memory, (GLbitfield)arg_integer(a + 3));
    else
        p->gl->BufferData((GLenum)arg_integer(a), size, memory, (GLenum)arg_integer(a + 3));
    return false;
}

static bool new_storage(struct player *p, const struct trace_call *call, const struct trace_value *a,
                        bool storage)
{
    GLenum target = (GLenum)arg_integer(a);

    /* It ends a mapping. */
    if (p->region_count)
        player_region_drop_buffer(p, player_bound_buffer(p, target));
    return target != GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD || pin(p, call, a, storage);
}

bool player_before_buffer_data(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    return new_storage(p, call, a, false);
}

bool player_before_buffer_storage(struct player *p, const struct trace_call *call,
                                  const struct trace_value *a)
{
    return new_storage(p, call, a, true);
}

bool player_before_named_buffer_data(struct player *p, const struct trace_call *call,
                                     const struct trace_value *a)
{
    (void)call;
    if (p->region_count)
        player_region_drop_buffer(p, arg_name(p, NAME_BUFFER, a));
    return true;
}

bool player_before_unmap_buffer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    if (p->region_count)
        player_region_drop_buffer(p, player_bound_buffer(p, (GLenum)arg_integer(a)));
    return true;
}

bool player_before_unmap_named_buffer(struct player *p, const struct trace_call *call,
                                      const struct trace_value *a)
{
    return player_before_named_buffer_data(p, call, a);
}

/* MAP_NOTIFY_EXPLICIT_BIT_VMWX is the tracer's own, not a driver's. */
static GLbitfield access_bits(const struct trace_value *v)
{
    return (GLbitfield)arg_integer(v) & ~0x80000000u;
}

/* A tracer sees what is written to a mapping when it is flushed or unmapped, or in memory of its own where it
 * is coherent. */
static void warn_of_lost_writes(struct player *p, const struct trace_call *call, GLbitfield access)
{
    const GLbitfield seen = GL_MAP_COHERENT_BIT | GL_MAP_FLUSH_EXPLICIT_BIT;

    if (access & GL_MAP_PERSISTENT_BIT && access & GL_MAP_WRITE_BIT && !(access & seen) &&
        p->warnings++ < PLAYER_MAX_WARNINGS)
        player_warn(p, call,
                    "persistent, neither coherent nor flushed: what was written is not in the trace");
}

static void mapped(struct player *p, const struct trace_call *call, void *data, GLint64 size, GLuint buffer)
{
    uint64_t start = trace_value_address(&call->ret);

    player_region_drop_buffer(p, buffer);
    if (!start)
        return;
    /* Without a name its end would not be noticed. */
    if (!data || !buffer)
        player_gap(p, call, data ? "a mapping of no known buffer" : "the driver did not map the buffer");
    else if (size > 0)
        player_region_add(p, start, (uint64_t)size, data, buffer);
}

void player_call_map_buffer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLenum target = (GLenum)arg_integer(a);
    void *data = p->gl->MapBuffer(target, (GLenum)arg_integer(a + 1));
    GLint size = 0;

    p->gl->GetBufferParameteriv(target, GL_BUFFER_SIZE, &size);
    mapped(p, call, data, size, player_bound_buffer(p, target));
}

void player_call_map_buffer_range(struct player *p, const struct trace_call *call,
                                  const struct trace_value *a)
{
    GLenum target = (GLenum)arg_integer(a);
    GLsizeiptr size = (GLsizeiptr)arg_integer(a + 2);
    void *data = p->gl->MapBufferRange(target, (GLintptr)arg_integer(a + 1), size, access_bits(a + 3));

    warn_of_lost_writes(p, call, access_bits(a + 3));
    mapped(p, call, data, size, player_bound_buffer(p, target));
}

void player_call_map_named_buffer(struct player *p, const struct trace_call *call,
                                  const struct trace_value *a)
{
    GLuint buffer = arg_name(p, NAME_BUFFER, a);
    GLint size = 0;
    void *data;

    if (!p->gl->MapNamedBuffer || !p->gl->GetNamedBufferParameteriv) {
        player_gap(p, call, "the driver has no such function");
        return;
    }
    data = p->gl->MapNamedBuffer(buffer, (GLenum)arg_integer(a + 1));
    p->gl->GetNamedBufferParameteriv(buffer, GL_BUFFER_SIZE, &size);
    mapped(p, call, data, size, buffer);
}

void player_call_map_named_buffer_range(struct player *p, const struct trace_call *call,
                                        const struct trace_value *a)
{
    GLuint buffer = arg_name(p, NAME_BUFFER, a);
    GLsizeiptr size = (GLsizeiptr)arg_integer(a + 2);

    if (!p->gl->MapNamedBufferRange) {
        player_gap(p, call, "the driver has no such function");
        return;
    }
    warn_of_lost_writes(p, call, access_bits(a + 3));
    mapped(p, call,
           p->gl->MapNamedBufferRange(buffer, (GLintptr)arg_integer(a + 1), size, access_bits(a + 3)), size,
           buffer);
}
