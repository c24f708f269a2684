/* SPDX-License-Identifier: MIT */
/* Copies of vertex arrays in the ring buffer: client memory as it is, one copy for all attributes of a
 * binding, and formats that ES lacks converted one by one (arrays_convert.c). The driver's pointer is set so
 * that vertex numbers stay the application's: gl_VertexID needs no repair. It then points before the copy, to
 * where element 0 would be: into what the ring was used for before, or into room that is left free. */
#include "emu/arrays_copy.h"

enum { MAX_ELEMENT = 32 }; /* four doubles */

const char EMU_ARRAY_NO_MEMORY[] = "out of memory",
           EMU_ARRAY_TOO_WIDE[] = "a vertex array spans more than can be copied",
           EMU_ARRAY_MISSING[] = "an enabled vertex array has no memory",
           EMU_ARRAY_UNREADABLE[] = "a vertex buffer cannot be read";

/* Copies start where the ring's alignment and that of the elements agree. */
static size_t copy_lead(const struct array_copy *copy)
{
    return (size_t)copy->bytes.begin & ~(size_t)15;
}

static size_t copy_room(const struct array_copy *copy)
{
    return ((size_t)copy->bytes.end - copy_lead(copy) + 15) & ~(size_t)15;
}

static const char *check(struct array_copy *copy)
{
    if (copy->bytes.begin < 0)
        return "vertices before the start of a vertex array";
    if (copy->bytes.end > EMU_ARRAY_MAX)
        return EMU_ARRAY_TOO_WIDE;
    copy->some = copy->bytes.begin < copy->bytes.end;
    if (!copy->some) /* nothing is fetched, but the attribute must point somewhere */
        copy->bytes = (struct bounds_bytes){0, MAX_ELEMENT};
    return NULL;
}

const char *emu_arrays_reserve(struct emu_context *ctx, const struct array_copy *copies, int n, size_t more,
                               GLuint *es, size_t *offset)
{
    size_t lead = 0, room = more;

    for (int i = 0; i < n; i++) {
        lead = copy_lead(&copies[i]) > lead ? copy_lead(&copies[i]) : lead;
        room += copy_room(&copies[i]);
    }
    return emu_ring_reserve(ctx, ctx->draw.vertex_ring, lead, room, es, offset) ? NULL : EMU_ARRAY_NO_MEMORY;
}

void emu_arrays_specify(struct emu_context *ctx, GLuint index, const struct emu_attrib *format,
                        GLsizei stride, GLuint divisor, GLuint es, size_t offset)
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

void emu_arrays_specify_words(struct emu_context *ctx, GLuint index, const struct emu_attrib *attrib,
                              GLsizei stride, GLuint divisor, GLuint es, size_t offset)
{
    GLuint high = ctx->vao.current->high[index];
    struct emu_attrib half = emu_attrib_half(attrib, false);

    emu_arrays_specify(ctx, index, &half, stride, divisor, es, offset);
    if (!high || attrib->size <= 2)
        return;
    half = emu_attrib_half(attrib, true);
    emu_arrays_specify(ctx, high - 1, &half, stride, divisor, es, offset + 2 * sizeof(GLdouble));
}

/* NULL, or why the driver cannot be told how to count the array's elements. */
static const char *count_by(const struct emu_context *ctx, const struct emu_vertex_binding *binding,
                            const struct bounds_draw *draw, struct array_copy *copy)
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
                               struct array_copy *copy)
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
        return EMU_ARRAY_MISSING;
    return why;
}

static const char *put_client(struct emu_context *ctx, const struct array_copy *copy,
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
        (attrib->wide ? emu_arrays_specify_words : emu_arrays_specify)(
            ctx, index, attrib, binding->stride, copy->divisor, es, origin + attrib->relative_offset);
    }
    return NULL;
}

/* --- formats that ES lacks --- */

const uint8_t *emu_arrays_source(struct emu_context *ctx, const struct emu_vertex_binding *binding,
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
                                  struct array_copy *copy)
{
    const struct emu_vao *vao = ctx->vao.current;
    const struct emu_attrib *attrib = &vao->attribs[index], format = emu_attrib_converted(attrib);
    const struct emu_vertex_binding *binding = &vao->bindings[attrib->binding];
    struct bounds_array in = emu_bounds_array(attrib, binding), out = converted(&in, &format);
    int64_t available;

    copy->mask = 1u << index;
    copy->convert = true;
    if (!emu_arrays_source(ctx, binding, &available))
        return binding->buffer ? EMU_ARRAY_UNREADABLE : EMU_ARRAY_MISSING;
    copy->elements = draw->vertices.count > 0 ? emu_bounds_elements(&in, draw) : (struct bounds_span){0, 0};
    if (binding->buffer)
        clip(&copy->elements, emu_bounds_held(&in, available));
    copy->bytes = emu_bounds_extent_of(&out, copy->elements);
    return count_by(ctx, binding, draw, copy);
}

static const char *put_converted(struct emu_context *ctx, const struct array_copy *copy,
                                 const struct bounds_draw *draw, GLuint es, size_t at)
{
    const struct emu_vao *vao = ctx->vao.current;
    GLuint index = (GLuint)__builtin_ctz(copy->mask);
    const struct emu_attrib *attrib = &vao->attribs[index], format = emu_attrib_converted(attrib);
    const struct emu_vertex_binding *binding = &vao->bindings[attrib->binding];
    struct bounds_array in = emu_bounds_array(attrib, binding), out = converted(&in, &format);
    size_t origin = at - copy_lead(copy);
    int64_t available;
    const uint8_t *from = emu_arrays_source(ctx, binding, &available);
    uint8_t *to;

    if (copy->some) {
        to = ctx->es->MapBufferRange(
            GL_COPY_WRITE_BUFFER, (GLintptr)origin + copy->bytes.begin, copy->bytes.end - copy->bytes.begin,
            GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
        if (!to || !from)
            return EMU_ARRAY_NO_MEMORY;
        from += in.offset + copy->elements.first * in.stride;
        for (int64_t i = 0; i < copy->elements.count; i++)
            emu_attrib_convert(attrib, from + i * in.stride, to + i * out.stride);
        ctx->es->UnmapBuffer(GL_COPY_WRITE_BUFFER);
    }
    if (copy->from_zero)
        origin += (size_t)out.stride * draw->base_instance;
    emu_arrays_specify(ctx, index, &format, (GLsizei)out.stride, copy->divisor, es, origin);
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

const char *emu_arrays_plan(struct emu_context *ctx, uint32_t todo, const struct bounds_draw *draw,
                            struct array_copy *copies, int *n)
{
    const struct emu_vao *vao = ctx->vao.current;
    const char *why = NULL;

    for (*n = 0; todo && !why; ++*n) {
        GLuint index = (GLuint)__builtin_ctz(todo);
        struct array_copy *copy = &copies[*n];
        *copy = (struct array_copy){0};
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

const char *emu_arrays_put(struct emu_context *ctx, const struct array_copy *copies, int n,
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

uint32_t emu_arrays_foreign(const struct emu_context *ctx)
{
    const struct emu_vao *vao = ctx->vao.current;
    uint32_t mask = (vao->client | vao->convert) & vao->enabled;

    return ctx->program.vertex ? mask & ctx->program.vertex->attribs : mask;
}

uint32_t emu_arrays_by_vertex(const struct emu_vao *vao, uint32_t among)
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
