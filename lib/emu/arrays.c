/* SPDX-License-Identifier: MIT */
/* Vertex arrays that the driver cannot read itself: client memory, and formats that ES lacks
 * (arrays_convert.c). Each is copied to a ring buffer once per draw call, for all its ranges, in exactly the
 * bounds that the draw reads of it (bounds.h); attributes of one binding in client memory are one copy.
 * Indices are only looked at when an array needs to know which vertices are drawn.
 *
 * The driver's pointer is set so that vertex numbers stay the application's: gl_VertexID needs no repair. It
 * then points before the copy, to where element 0 would be: into what the ring was used for before, or into
 * room that is left free. */
#include "emu/emu_priv.h"

#include <stdlib.h>
#include <string.h>

#include "emu/bounds.h"

enum {
    MAX_COPY = 256 << 20, /* bytes of ring that one array may take */
    MAX_ELEMENT = 32,     /* four doubles */
};

static const char NO_MEMORY[] = "out of memory", TOO_WIDE[] = "a vertex array spans more than can be copied",
                  BEFORE[] = "vertices before the start of a vertex array",
                  NO_ARRAY[] = "an enabled vertex array has no memory",
                  UNREADABLE[] = "a vertex buffer cannot be read";

/* Room for the bytes [begin, end) that follow byte 0 of an array; *origin becomes where byte 0 would be, *at
 * where the bytes go. The ring stays bound to COPY_WRITE. Elements keep their alignment. */
static const char *reserve(struct emu_context *ctx, struct bounds_bytes bytes, GLuint *es, size_t *origin,
                           size_t *at)
{
    size_t lead = (size_t)bytes.begin & ~(size_t)15, offset;

    if (bytes.begin < 0)
        return BEFORE;
    if (bytes.end > MAX_COPY)
        return TOO_WIDE;
    if (!bytes.end) /* nothing is fetched, but the attribute must point somewhere */
        bytes.end = MAX_ELEMENT;
    if (!emu_ring_reserve(ctx, ctx->draw.vertex_ring, lead, (size_t)bytes.end - lead, es, &offset))
        return NO_MEMORY;
    *origin = offset - lead;
    *at = *origin + (size_t)bytes.begin;
    return NULL;
}

/* Sets the driver's attribute to a place in the ring, which is bound to ARRAY. A true stride of 0 has no
 * classic spelling: ES 3.1 has it through the binding, else the first element is every instance's. */
static void specify(struct emu_context *ctx, GLuint index, const struct emu_attrib *format, GLsizei stride,
                    GLuint divisor, GLuint es, size_t offset)
{
    bool still = !stride && ctx->caps->es >= 31;

    if (!stride)
        stride = emu_attrib_bytes(format);
    if (format->integer)
        ctx->es->VertexAttribIPointer(index, format->size, format->type, stride, (void *)offset);
    else
        ctx->es->VertexAttribPointer(index, format->size, format->type, format->normalized, stride,
                                     (void *)offset);
    if (still)
        ctx->es->BindVertexBuffer(index, es, (GLintptr)offset, 0);
    ctx->es->VertexAttribDivisor(index, divisor);
}

/* Which divisor the driver gets; NULL, or why the array cannot be expressed. *from_zero: the first element
 * that is read is the driver's element 0, because it counts instances from 0 whatever the base instance. */
static const char *count_by(const struct emu_context *ctx, const struct emu_vertex_binding *binding,
                            const struct bounds_draw *draw, GLuint *divisor, bool *from_zero)
{
    bool by_base = ctx->caps->has_base_instance;

    *divisor = binding->divisor;
    *from_zero = binding->stride && binding->divisor && !by_base;
    if (binding->stride || ctx->caps->es >= 31)
        return NULL;
    *divisor = UINT32_MAX; /* one element for all instances */
    return by_base && draw->base_instance ? "stride 0 with a base instance needs ES 3.1" : NULL;
}

/* --- client memory as it is --- */

/* The attributes `mask`, all of one binding. */
static const char *upload_binding(struct emu_context *ctx, uint32_t mask, const struct bounds_draw *draw)
{
    const struct emu_vao *vao = ctx->vao.current;
    const struct emu_vertex_binding *binding = &vao->bindings[vao->attribs[__builtin_ctz(mask)].binding];
    struct bounds_bytes bytes = {0, 0};
    size_t origin, at;
    GLuint es, divisor;
    bool from_zero;
    const char *why = count_by(ctx, binding, draw, &divisor, &from_zero);

    for (uint32_t todo = mask; todo; todo &= todo - 1) {
        struct bounds_array array = emu_bounds_array(&vao->attribs[__builtin_ctz(todo)], binding);
        bytes = emu_bounds_union(bytes, emu_bounds_extent(&array, draw));
    }
    if (!why && bytes.begin < bytes.end && !binding->pointer)
        why = NO_ARRAY;
    if (!why)
        why = reserve(ctx, bytes, &es, &origin, &at);
    if (why)
        return why;
    if (bytes.begin < bytes.end)
        ctx->es->BufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)at, bytes.end - bytes.begin,
                               binding->pointer + bytes.begin);
    if (from_zero)
        origin += (size_t)binding->stride * draw->base_instance;
    ctx->es->BindBuffer(GL_ARRAY_BUFFER, es);
    for (uint32_t todo = mask; todo; todo &= todo - 1) {
        GLuint index = (GLuint)__builtin_ctz(todo);
        const struct emu_attrib *attrib = &vao->attribs[index];
        specify(ctx, index, attrib, binding->stride, divisor, es, origin + attrib->relative_offset);
    }
    return NULL;
}

/* --- formats that ES lacks --- */

/* Where the array's binding starts in CPU memory, and how many bytes may be read from there. */
static const uint8_t *source(struct emu_context *ctx, const struct emu_vertex_binding *binding,
                             int64_t *available)
{
    size_t offset = (size_t)binding->pointer;
    const uint8_t *contents;

    *available = INT64_MAX;
    if (!binding->buffer)
        return binding->pointer;
    contents = emu_buffer_contents(ctx, binding->buffer);
    if (!contents || offset > (size_t)binding->buffer->size)
        return NULL;
    *available = binding->buffer->size - (int64_t)offset;
    return contents + offset;
}

static const char *convert(struct emu_context *ctx, const struct emu_attrib *attrib, const uint8_t *from,
                           const struct bounds_array *in, const struct bounds_array *out,
                           struct bounds_span elements, size_t at, struct bounds_bytes bytes)
{
    uint8_t *to;

    if (elements.count <= 0)
        return NULL;
    to = ctx->es->MapBufferRange(GL_COPY_WRITE_BUFFER, (GLintptr)at, bytes.end - bytes.begin,
                                 GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
    if (!to)
        return NO_MEMORY;
    from += in->offset + elements.first * in->stride;
    for (int64_t i = 0; i < elements.count; i++)
        emu_attrib_convert(attrib, from + i * in->stride, to + i * out->stride);
    ctx->es->UnmapBuffer(GL_COPY_WRITE_BUFFER);
    return NULL;
}

/* What lies outside of a buffer is undefined: it is not read. */
static void clip(struct bounds_span *elements, int64_t held)
{
    if (elements->first + elements->count > held)
        elements->count = held > elements->first ? held - elements->first : 0;
}

static const char *upload_converted(struct emu_context *ctx, GLuint index, const struct bounds_draw *draw)
{
    const struct emu_vao *vao = ctx->vao.current;
    const struct emu_attrib *attrib = &vao->attribs[index], format = emu_attrib_converted(attrib);
    const struct emu_vertex_binding *binding = &vao->bindings[attrib->binding];
    struct bounds_array in = emu_bounds_array(attrib, binding), out = in;
    struct bounds_span elements = emu_bounds_elements(&in, draw);
    struct bounds_bytes bytes;
    int64_t available;
    const uint8_t *from = source(ctx, binding, &available);
    size_t origin, at;
    GLuint es, divisor;
    bool from_zero;
    const char *why = count_by(ctx, binding, draw, &divisor, &from_zero);

    if (!from)
        return binding->buffer ? UNREADABLE : NO_ARRAY;
    if (binding->buffer)
        clip(&elements, emu_bounds_held(&in, available));
    out.offset = 0;
    out.element = (uint32_t)emu_attrib_bytes(&format);
    out.stride = in.stride ? (out.element + 3) & ~3u : 0;
    bytes = emu_bounds_extent_of(&out, elements);
    if (!why)
        why = reserve(ctx, bytes, &es, &origin, &at);
    if (!why)
        why = convert(ctx, attrib, from, &in, &out, elements, at, bytes);
    if (why)
        return why;
    if (from_zero)
        origin += (size_t)out.stride * draw->base_instance;
    ctx->es->BindBuffer(GL_ARRAY_BUFFER, es);
    specify(ctx, index, &format, (GLsizei)out.stride, divisor, es, origin);
    return NULL;
}

/* --- all of them --- */

static uint32_t same_binding(const struct emu_vao *vao, uint32_t among, GLuint binding)
{
    uint32_t mask = 0;

    for (uint32_t todo = among; todo; todo &= todo - 1)
        if (vao->attribs[__builtin_ctz(todo)].binding == binding)
            mask |= todo & -todo;
    return mask;
}

static const char *upload(struct emu_context *ctx, uint32_t todo, const struct bounds_draw *draw)
{
    const struct emu_vao *vao = ctx->vao.current;
    const char *why = NULL;

    while (todo && !why) {
        GLuint index = (GLuint)__builtin_ctz(todo);
        uint32_t done = todo & -todo;
        if (vao->convert & done) {
            why = upload_converted(ctx, index, draw);
        } else {
            done = same_binding(vao, todo & ~vao->convert, vao->attribs[index].binding);
            why = upload_binding(ctx, done, draw);
        }
        todo &= ~done;
    }
    emu_buffer_restore(ctx, EMU_ARRAY_BUFFER);
    emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
    return why;
}

/* Arrays that the driver cannot read and that the next draw reads. */
static uint32_t foreign(const struct emu_context *ctx)
{
    const struct emu_vao *vao = ctx->vao.current;
    uint32_t mask = (vao->client | vao->convert) & vao->enabled;

    return ctx->program.vertex ? mask & ctx->program.vertex->attribs : mask;
}

static uint32_t by_vertex(const struct emu_vao *vao, uint32_t among)
{
    uint32_t mask = 0;

    for (uint32_t todo = among; todo; todo &= todo - 1) {
        const struct emu_attrib *attrib = &vao->attribs[__builtin_ctz(todo)];
        struct bounds_array array = emu_bounds_array(attrib, &vao->bindings[attrib->binding]);
        if (emu_bounds_by_vertex(&array))
            mask |= todo & -todo;
    }
    return mask;
}

const char *emu_arrays_upload(struct emu_context *ctx, const struct draw_info *info,
                              const struct draw_range *ranges, size_t n)
{
    uint32_t todo = foreign(ctx);
    struct bounds_draw draw = {
        .vertices = {0, 1}, /* some, as long as nobody asks which */
        .instances = (uint32_t)info->instances,
        .base_instance = info->base_instance,
    };
    const char *why = NULL;

    if (by_vertex(ctx->vao.current, todo))
        why = emu_draw_vertices(ctx, info, ranges, n, &draw.vertices);
    return why || !todo ? why : upload(ctx, todo, &draw);
}

/* --- for draws that gather their vertices --- */

/* One array, element by element in the order of the index stream; what lies outside of a buffer reads as
 * zero. */
static const char *gather(struct emu_context *ctx, GLuint index, const uint32_t *vertices, size_t total)
{
    const struct emu_vao *vao = ctx->vao.current;
    const struct emu_attrib *attrib = &vao->attribs[index];
    const struct emu_vertex_binding *binding = &vao->bindings[attrib->binding];
    bool convert = vao->convert >> index & 1;
    struct emu_attrib format = convert ? emu_attrib_converted(attrib) : *attrib;
    size_t element = (size_t)emu_attrib_bytes(attrib),
           step = ((size_t)emu_attrib_bytes(&format) + 3) & ~(size_t)3, offset;
    int64_t available;
    const uint8_t *from = source(ctx, binding, &available);
    uint8_t *to;
    GLuint es;

    if (!from)
        return binding->buffer ? UNREADABLE : NO_ARRAY;
    if (total > MAX_COPY / step)
        return TOO_WIDE;
    to = calloc(total, step);
    if (!to)
        return NO_MEMORY;
    for (size_t i = 0; i < total; i++) {
        int64_t at = attrib->relative_offset + (int64_t)vertices[i] * binding->stride;
        if (at > available - (int64_t)element)
            continue;
        if (convert)
            emu_attrib_convert(attrib, from + at, to + i * step);
        else
            memcpy(to + i * step, from + at, element);
    }
    if (!emu_ring_upload(ctx, ctx->draw.vertex_ring, to, total * step, &es, &offset)) {
        free(to);
        return NO_MEMORY;
    }
    free(to);
    ctx->es->BindBuffer(GL_ARRAY_BUFFER, es);
    if (format.integer)
        ctx->es->VertexAttribIPointer(index, format.size, format.type, (GLsizei)step, (void *)offset);
    else
        ctx->es->VertexAttribPointer(index, format.size, format.type, format.normalized, (GLsizei)step,
                                     (void *)offset);
    return NULL;
}

const char *emu_arrays_gather(struct emu_context *ctx, const struct draw_info *info, const uint32_t *vertices,
                              size_t total)
{
    struct emu_vao *vao = ctx->vao.current;
    const struct bounds_draw draw = {
        .vertices = {0, 1}, .instances = (uint32_t)info->instances, .base_instance = info->base_instance};
    uint32_t read = vao->enabled & ctx->program.vertex->attribs, moved = by_vertex(vao, read),
             rest = foreign(ctx) & ~moved;
    const char *why = rest ? upload(ctx, rest, &draw) : NULL;

    for (uint32_t todo = moved; todo && !why; todo &= todo - 1) {
        GLuint index = (GLuint)__builtin_ctz(todo);
        why = gather(ctx, index, vertices, total);
        vao->dirty |= 1u << index;
    }
    emu_buffer_restore(ctx, EMU_ARRAY_BUFFER);
    return why;
}
