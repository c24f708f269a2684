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

/* One copy of a draw's arrays. All copies of a draw are given room at once: a ring that had to start anew for
 * the second would take the memory from under the first. */
struct copy {
    uint32_t mask;               /* the attributes that read it, all of one binding */
    bool convert;                /* one attribute, its elements in another format */
    bool some;                   /* there is anything to copy */
    struct bounds_bytes bytes;   /* counted from the binding's start, or from element 0 where converted */
    struct bounds_span elements; /* where converted */
    GLuint divisor;              /* that the driver gets */
    bool from_zero; /* the first element read is the driver's element 0: it knows no base instance */
};

/* Copies start where the ring's alignment and that of the elements agree. */
static size_t copy_lead(const struct copy *copy)
{
    return (size_t)copy->bytes.begin & ~(size_t)15;
}

static size_t copy_room(const struct copy *copy)
{
    return ((size_t)copy->bytes.end - copy_lead(copy) + 15) & ~(size_t)15;
}

static const char *check(struct copy *copy)
{
    if (copy->bytes.begin < 0)
        return BEFORE;
    if (copy->bytes.end > MAX_COPY)
        return TOO_WIDE;
    copy->some = copy->bytes.begin < copy->bytes.end;
    if (!copy->some) /* nothing is fetched, but the attribute must point somewhere */
        copy->bytes = (struct bounds_bytes){0, MAX_ELEMENT};
    return NULL;
}

/* Room for all of them and for `more` bytes behind; *offset is where it begins. */
static const char *reserve(struct emu_context *ctx, const struct copy *copies, int n, size_t more, GLuint *es,
                           size_t *offset)
{
    size_t lead = 0, room = more;

    for (int i = 0; i < n; i++) {
        lead = copy_lead(&copies[i]) > lead ? copy_lead(&copies[i]) : lead;
        room += copy_room(&copies[i]);
    }
    return emu_ring_reserve(ctx, ctx->draw.vertex_ring, lead, room, es, offset) ? NULL : NO_MEMORY;
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

/* NULL, or why the driver cannot be told how to count the array's elements. */
static const char *count_by(const struct emu_context *ctx, const struct emu_vertex_binding *binding,
                            const struct bounds_draw *draw, struct copy *copy)
{
    bool by_base = ctx->caps->has_base_instance;

    copy->divisor = binding->divisor;
    copy->from_zero = binding->stride && binding->divisor && !by_base;
    if (binding->stride || ctx->caps->es >= 31)
        return NULL;
    copy->divisor = UINT32_MAX; /* one element for all instances */
    return by_base && draw->base_instance ? "stride 0 with a base instance needs ES 3.1" : NULL;
}

/* --- client memory as it is --- */

/* The attributes `mask`, all of one binding. */
static const char *plan_client(struct emu_context *ctx, uint32_t mask, const struct bounds_draw *draw,
                               struct copy *copy)
{
    const struct emu_vao *vao = ctx->vao.current;
    const struct emu_vertex_binding *binding = &vao->bindings[vao->attribs[__builtin_ctz(mask)].binding];
    const char *why = count_by(ctx, binding, draw, copy);

    copy->mask = mask;
    for (uint32_t todo = mask; todo; todo &= todo - 1) {
        struct bounds_array array = emu_bounds_array(&vao->attribs[__builtin_ctz(todo)], binding);
        copy->bytes = emu_bounds_union(copy->bytes, emu_bounds_extent(&array, draw));
    }
    if (copy->bytes.begin < copy->bytes.end && !binding->pointer)
        return NO_ARRAY;
    return why;
}

static const char *put_client(struct emu_context *ctx, const struct copy *copy,
                              const struct bounds_draw *draw, GLuint es, size_t at)
{
    const struct emu_vao *vao = ctx->vao.current;
    const struct emu_vertex_binding *binding =
        &vao->bindings[vao->attribs[__builtin_ctz(copy->mask)].binding];
    size_t origin = at - copy_lead(copy);

    if (copy->some)
        ctx->es->BufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)origin + copy->bytes.begin,
                               copy->bytes.end - copy->bytes.begin, binding->pointer + copy->bytes.begin);
    if (copy->from_zero)
        origin += (size_t)binding->stride * draw->base_instance;
    for (uint32_t todo = copy->mask; todo; todo &= todo - 1) {
        GLuint index = (GLuint)__builtin_ctz(todo);
        const struct emu_attrib *attrib = &vao->attribs[index];
        specify(ctx, index, attrib, binding->stride, copy->divisor, es, origin + attrib->relative_offset);
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

/* What lies outside of a buffer is undefined: it is not read. */
static void clip(struct bounds_span *elements, int64_t held)
{
    if (elements->first + elements->count > held)
        elements->count = held > elements->first ? held - elements->first : 0;
}

/* The array that attribute `index` becomes. */
static struct bounds_array converted(const struct bounds_array *in, const struct emu_attrib *format)
{
    struct bounds_array out = {.element = (uint32_t)emu_attrib_bytes(format), .divisor = in->divisor};

    out.stride = in->stride ? (out.element + 3) & ~3u : 0;
    return out;
}

static const char *plan_converted(struct emu_context *ctx, GLuint index, const struct bounds_draw *draw,
                                  struct copy *copy)
{
    const struct emu_vao *vao = ctx->vao.current;
    const struct emu_attrib *attrib = &vao->attribs[index], format = emu_attrib_converted(attrib);
    const struct emu_vertex_binding *binding = &vao->bindings[attrib->binding];
    struct bounds_array in = emu_bounds_array(attrib, binding), out = converted(&in, &format);
    int64_t available;

    copy->mask = 1u << index;
    copy->convert = true;
    if (!source(ctx, binding, &available))
        return binding->buffer ? UNREADABLE : NO_ARRAY;
    copy->elements = draw->vertices.count > 0 ? emu_bounds_elements(&in, draw) : (struct bounds_span){0, 0};
    if (binding->buffer)
        clip(&copy->elements, emu_bounds_held(&in, available));
    copy->bytes = emu_bounds_extent_of(&out, copy->elements);
    return count_by(ctx, binding, draw, copy);
}

static const char *put_converted(struct emu_context *ctx, const struct copy *copy,
                                 const struct bounds_draw *draw, GLuint es, size_t at)
{
    const struct emu_vao *vao = ctx->vao.current;
    GLuint index = (GLuint)__builtin_ctz(copy->mask);
    const struct emu_attrib *attrib = &vao->attribs[index], format = emu_attrib_converted(attrib);
    const struct emu_vertex_binding *binding = &vao->bindings[attrib->binding];
    struct bounds_array in = emu_bounds_array(attrib, binding), out = converted(&in, &format);
    size_t origin = at - copy_lead(copy);
    int64_t available;
    const uint8_t *from = source(ctx, binding, &available);
    uint8_t *to;

    if (copy->some) {
        to = ctx->es->MapBufferRange(
            GL_COPY_WRITE_BUFFER, (GLintptr)origin + copy->bytes.begin, copy->bytes.end - copy->bytes.begin,
            GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
        if (!to || !from)
            return NO_MEMORY;
        from += in.offset + copy->elements.first * in.stride;
        for (int64_t i = 0; i < copy->elements.count; i++)
            emu_attrib_convert(attrib, from + i * in.stride, to + i * out.stride);
        ctx->es->UnmapBuffer(GL_COPY_WRITE_BUFFER);
    }
    if (copy->from_zero)
        origin += (size_t)out.stride * draw->base_instance;
    specify(ctx, index, &format, (GLsizei)out.stride, copy->divisor, es, origin);
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

static const char *plan(struct emu_context *ctx, uint32_t todo, const struct bounds_draw *draw,
                        struct copy *copies, int *n)
{
    const struct emu_vao *vao = ctx->vao.current;
    const char *why = NULL;

    for (*n = 0; todo && !why; ++*n) {
        GLuint index = (GLuint)__builtin_ctz(todo);
        struct copy *copy = &copies[*n];
        *copy = (struct copy){0};
        if (vao->convert >> index & 1)
            why = plan_converted(ctx, index, draw, copy);
        else
            why = plan_client(ctx, same_binding(vao, todo & ~vao->convert, vao->attribs[index].binding), draw,
                              copy);
        why = why ? why : check(copy);
        todo &= ~copy->mask;
    }
    return why;
}

/* Carries the plan out in the ring from *offset on, which is moved behind it. */
static const char *put(struct emu_context *ctx, const struct copy *copies, int n,
                       const struct bounds_draw *draw, GLuint es, size_t *offset)
{
    const char *why = NULL;

    ctx->es->BindBuffer(GL_ARRAY_BUFFER, es);
    for (int i = 0; i < n && !why; i++) {
        why = copies[i].convert ? put_converted(ctx, &copies[i], draw, es, *offset)
                                : put_client(ctx, &copies[i], draw, es, *offset);
        *offset += copy_room(&copies[i]);
    }
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
    struct copy copies[EMU_MAX_ATTRIBS];
    const char *why = NULL;
    size_t offset;
    GLuint es;
    int count;

    if (!todo)
        return NULL;
    if (by_vertex(ctx->vao.current, todo))
        why = emu_draw_vertices(ctx, info, ranges, n, &draw.vertices);
    if (!why)
        why = plan(ctx, todo, &draw, copies, &count);
    if (why)
        return why;
    why = reserve(ctx, copies, count, 0, &es, &offset);
    if (!why)
        why = put(ctx, copies, count, &draw, es, &offset);
    emu_buffer_restore(ctx, EMU_ARRAY_BUFFER);
    emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
    return why;
}

/* --- for draws that gather their vertices --- */

static size_t gather_step(const struct emu_vao *vao, GLuint index)
{
    struct emu_attrib format = vao->attribs[index];

    if (vao->convert >> index & 1)
        format = emu_attrib_converted(&format);
    return ((size_t)emu_attrib_bytes(&format) + 3) & ~(size_t)3;
}

/* One array, element by element in the order of the index stream; what lies outside of a buffer reads as
 * zero. */
static const char *gather(struct emu_context *ctx, GLuint index, const uint32_t *vertices, size_t total,
                          GLuint es, size_t at)
{
    const struct emu_vao *vao = ctx->vao.current;
    const struct emu_attrib *attrib = &vao->attribs[index];
    const struct emu_vertex_binding *binding = &vao->bindings[attrib->binding];
    bool convert = vao->convert >> index & 1;
    struct emu_attrib format = convert ? emu_attrib_converted(attrib) : *attrib;
    size_t element = (size_t)emu_attrib_bytes(attrib), step = gather_step(vao, index);
    int64_t available;
    const uint8_t *from = source(ctx, binding, &available);
    uint8_t *to;

    if (!from)
        return binding->buffer ? UNREADABLE : NO_ARRAY;
    to = calloc(total, step);
    if (!to)
        return NO_MEMORY;
    for (size_t i = 0; i < total; i++) {
        int64_t place = attrib->relative_offset + (int64_t)vertices[i] * binding->stride;
        if (place > available - (int64_t)element)
            continue;
        if (convert)
            emu_attrib_convert(attrib, from + place, to + i * step);
        else
            memcpy(to + i * step, from + place, element);
    }
    ctx->es->BufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)at, (GLsizeiptr)(total * step), to);
    free(to);
    specify(ctx, index, &format, (GLsizei)step, 0, es, at);
    return NULL;
}

const char *emu_arrays_gather(struct emu_context *ctx, const struct draw_info *info, const uint32_t *vertices,
                              size_t total)
{
    struct emu_vao *vao = ctx->vao.current;
    const struct bounds_draw draw = {
        .vertices = {0, 1}, .instances = (uint32_t)info->instances, .base_instance = info->base_instance};
    uint32_t moved = by_vertex(vao, vao->enabled & ctx->program.vertex->attribs);
    struct copy copies[EMU_MAX_ATTRIBS];
    size_t offset, room = 0;
    GLuint es;
    int count;
    const char *why = plan(ctx, foreign(ctx) & ~moved, &draw, copies, &count);

    for (uint32_t todo = moved; todo; todo &= todo - 1) {
        size_t step = gather_step(vao, (GLuint)__builtin_ctz(todo));
        if (total > MAX_COPY / step)
            why = TOO_WIDE;
        else
            room += (total * step + 15) & ~(size_t)15;
    }
    if (why)
        return why;
    why = reserve(ctx, copies, count, room, &es, &offset);
    if (!why)
        why = put(ctx, copies, count, &draw, es, &offset);
    for (uint32_t todo = moved; todo && !why; todo &= todo - 1) {
        GLuint index = (GLuint)__builtin_ctz(todo);
        why = gather(ctx, index, vertices, total, es, offset);
        offset += (total * gather_step(vao, index) + 15) & ~(size_t)15;
        vao->dirty |= 1u << index;
    }
    emu_buffer_restore(ctx, EMU_ARRAY_BUFFER);
    emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
    return why;
}
