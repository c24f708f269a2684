/* SPDX-License-Identifier: MIT */
/* Vertex arrays that the driver cannot read itself: client memory, and formats that ES lacks (doubles, BGRA
 * order, packed floats). Each is copied to a ring buffer once per draw call, for all its ranges, in exactly
 * the bounds that the draw reads: divisor d > 0   instances: stride * (ceil(n / d) - 1) + element from stride
 * * base instance on stride 0        one element arrays          start .. start + count - 1 over all ranges
 *   elements        lowest .. highest index plus base vertex, restart excluded
 * The driver's pointer is set so that vertex numbers stay the application's: gl_VertexID needs no repair. The
 * price is address space before the first vertex, which is reserved but never written. */
#include "emu/emu_priv.h"

#include <stdlib.h>
#include <string.h>

/* Vertices [first, first + count) of one array. */
struct span {
    int64_t first, count;
};

enum { MAX_RESERVED = 256 << 20 }; /* bytes of ring that one array may take */

static uint32_t swap_red_blue(uint32_t rgba)
{
    return (rgba & 0xc00ffc00) | (rgba & 0x3ff) << 20 | (rgba >> 20 & 0x3ff);
}

static float unpack_small_float(uint32_t bits, int mantissa_bits)
{
    uint32_t exponent = bits >> mantissa_bits, mantissa = bits & ((1u << mantissa_bits) - 1);
    uint32_t out;
    float f;

    if (!exponent)
        return (float)mantissa / (float)(1u << (14 + mantissa_bits));
    out = (exponent == 31 ? 255u : exponent + 112) << 23 | mantissa << (23 - mantissa_bits);
    memcpy(&f, &out, sizeof f);
    return f;
}

/* One element into a format that ES has; see converted(). */
static void convert_element(const struct emu_attrib *attrib, const uint8_t *in, uint8_t *out)
{
    uint32_t word;
    float f[4];
    double d[4];

    switch (attrib->type) {
    case GL_UNSIGNED_BYTE: /* BGRA */
        out[0] = in[2];
        out[1] = in[1];
        out[2] = in[0];
        out[3] = in[3];
        return;
    case GL_INT_2_10_10_10_REV: /* BGRA */
    case GL_UNSIGNED_INT_2_10_10_10_REV:
        memcpy(&word, in, 4);
        word = swap_red_blue(word);
        memcpy(out, &word, 4);
        return;
    case GL_UNSIGNED_INT_10F_11F_11F_REV:
        memcpy(&word, in, 4);
        f[0] = unpack_small_float(word & 0x7ff, 6);
        f[1] = unpack_small_float(word >> 11 & 0x7ff, 6);
        f[2] = unpack_small_float(word >> 22, 5);
        memcpy(out, f, 12);
        return;
    default: /* GL_DOUBLE */
        memcpy(d, in, (size_t)attrib->size * 8);
        for (int i = 0; i < attrib->size; i++)
            f[i] = (float)d[i];
        memcpy(out, f, (size_t)attrib->size * 4);
    }
}

static struct emu_attrib converted(const struct emu_attrib *attrib)
{
    struct emu_attrib out = *attrib;

    if (attrib->size == GL_BGRA) {
        out.size = 4;
    } else {
        out.type = GL_FLOAT;
        out.normalized = false;
    }
    return out;
}

/* Where the array starts in CPU memory, and how many bytes may be read from there. */
static const uint8_t *source(struct emu_context *ctx, const struct emu_attrib *attrib,
                             const struct emu_vertex_binding *binding, int64_t *available)
{
    size_t offset = (size_t)binding->pointer + attrib->relative_offset;
    const uint8_t *contents;

    if (!binding->buffer) {
        *available = INT64_MAX;
        return binding->pointer ? binding->pointer + attrib->relative_offset : NULL;
    }
    contents = emu_buffer_contents(ctx, binding->buffer);
    if (!contents || offset > (size_t)binding->buffer->size)
        return NULL;
    *available = binding->buffer->size - (int64_t)offset;
    return contents + offset;
}

/* Copies the span to the ring and points the driver's attribute at it. */
static const char *upload(struct emu_context *ctx, GLuint index, struct span span, bool convert)
{
    const struct emu_vao *vao = ctx->vao.current;
    const struct emu_attrib *attrib = &vao->attribs[index];
    const struct emu_vertex_binding *binding = &vao->bindings[attrib->binding];
    struct emu_attrib format = convert ? converted(attrib) : *attrib;
    int64_t element = emu_attrib_bytes(attrib), out_element = emu_attrib_bytes(&format), available;
    int64_t stride = binding->stride, out_stride = !stride ? 0 : convert ? (out_element + 3) & ~3 : stride;
    int64_t bytes = out_stride * (span.count - 1) + out_element, skip = out_stride * span.first;
    const uint8_t *from = source(ctx, attrib, binding, &available);
    uint8_t *to;
    GLuint es;
    size_t offset;

    if (!from)
        return binding->buffer ? "a vertex buffer cannot be read" : "an enabled vertex array has no memory";
    if (span.first < 0 || skip > MAX_RESERVED || bytes > MAX_RESERVED - skip)
        return "a vertex array spans more than can be copied";
    if (available < stride * (span.first + span.count - 1) + element) {
        span.count = available < stride * span.first + element ? 0
                     : !stride                                 ? 1
                               : (available - element) / stride - span.first + 1;
        if (span.count <= 0)
            return NULL;
        bytes = out_stride * (span.count - 1) + out_element;
    }
    if (!emu_ring_reserve(ctx, ctx->draw.vertex_ring, (size_t)(skip + bytes), &es, &offset))
        return "out of memory";
    if (!convert) {
        ctx->es->BufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)offset + skip, bytes,
                               from + stride * span.first);
    } else {
        to = ctx->es->MapBufferRange(GL_COPY_WRITE_BUFFER, (GLintptr)offset + skip, bytes,
                                     GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT |
                                         GL_MAP_UNSYNCHRONIZED_BIT);
        if (!to)
            return "out of memory";
        for (int64_t i = 0; i < span.count; i++)
            convert_element(attrib, from + stride * (span.first + i), to + out_stride * i);
        ctx->es->UnmapBuffer(GL_COPY_WRITE_BUFFER);
    }
    ctx->es->BindBuffer(GL_ARRAY_BUFFER, es);
    if (binding->divisor && binding->stride && !ctx->caps->has_base_instance)
        offset += (size_t)skip; /* the driver counts instances from 0 */
    if (!out_stride)
        out_stride = out_element; /* one element: every vertex that is drawn must find it */
    if (format.integer)
        ctx->es->VertexAttribIPointer(index, format.size, format.type, (GLsizei)out_stride, (void *)offset);
    else
        ctx->es->VertexAttribPointer(index, format.size, format.type, format.normalized, (GLsizei)out_stride,
                                     (void *)offset);
    ctx->es->VertexAttribDivisor(index, binding->stride ? binding->divisor : UINT32_MAX);
    return NULL;
}

/* The vertices that per-vertex arrays are read at; count 0 when there are none. */
static const char *vertex_span(struct emu_context *ctx, const struct draw_info *info,
                               const struct draw_range *ranges, size_t n, struct span *span)
{
    int64_t min = INT64_MAX, max = INT64_MIN;

    if (info->index_size) {
        if (!emu_draw_index_bounds(ctx, info, ranges, n, &min, &max))
            return "the indices cannot be read";
    } else {
        for (size_t i = 0; i < n; i++) {
            if (!ranges[i].count)
                continue;
            if ((int64_t)ranges[i].start < min)
                min = (int64_t)ranges[i].start;
            if ((int64_t)ranges[i].start + ranges[i].count - 1 > max)
                max = (int64_t)ranges[i].start + ranges[i].count - 1;
        }
    }
    *span = min > max ? (struct span){0, 0} : (struct span){min, max - min + 1};
    return NULL;
}

const char *emu_arrays_upload(struct emu_context *ctx, const struct draw_info *info,
                              const struct draw_range *ranges, size_t n)
{
    const struct emu_vao *vao = ctx->vao.current;
    uint32_t todo = (vao->client | vao->convert) & vao->enabled;
    struct span vertices = {0, -1};
    const char *why = NULL;

    if (ctx->program.vertex)
        todo &= ctx->program.vertex->attribs;
    while (todo && !why) {
        GLuint index = (GLuint)__builtin_ctz(todo);
        const struct emu_vertex_binding *binding = &vao->bindings[vao->attribs[index].binding];
        struct span span = {0, 1};
        todo &= todo - 1;
        if (binding->divisor && binding->stride) {
            GLuint steps =
                ((GLuint)info->instances - 1) / binding->divisor + 1; /* no overflow at divisor ~0 */
            span = (struct span){info->base_instance, steps};
        } else if (binding->stride) {
            if (vertices.count < 0)
                why = vertex_span(ctx, info, ranges, n, &vertices);
            span = vertices;
        }
        if (!why && span.count > 0)
            why = upload(ctx, index, span, vao->convert >> index & 1);
    }
    emu_buffer_restore(ctx, EMU_ARRAY_BUFFER);
    emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
    return why;
}

/* One array, element by element in the order of the index stream; what lies outside of a buffer reads as
 * zero. */
static const char *gather(struct emu_context *ctx, GLuint index, const uint32_t *vertices, size_t total)
{
    const struct emu_vao *vao = ctx->vao.current;
    const struct emu_attrib *attrib = &vao->attribs[index];
    const struct emu_vertex_binding *binding = &vao->bindings[attrib->binding];
    bool convert = vao->convert >> index & 1;
    struct emu_attrib format = convert ? converted(attrib) : *attrib;
    size_t element = (size_t)emu_attrib_bytes(attrib),
           step = ((size_t)emu_attrib_bytes(&format) + 3) & ~(size_t)3, offset;
    int64_t available;
    const uint8_t *from = source(ctx, attrib, binding, &available);
    uint8_t *to;
    GLuint es;

    if (!from)
        return "a vertex array cannot be read";
    if (total > MAX_RESERVED / step)
        return "a vertex array spans more than can be copied";
    to = calloc(total, step);
    if (!to)
        return "out of memory";
    for (size_t i = 0; i < total; i++) {
        int64_t at = (int64_t)vertices[i] * binding->stride;
        if (at > available - (int64_t)element)
            continue;
        if (convert)
            convert_element(attrib, from + at, to + i * step);
        else
            memcpy(to + i * step, from + at, element);
    }
    if (!emu_ring_upload(ctx, ctx->draw.vertex_ring, to, total * step, &es, &offset)) {
        free(to);
        return "out of memory";
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

const char *emu_arrays_gather(struct emu_context *ctx, const uint32_t *vertices, size_t total)
{
    struct emu_vao *vao = ctx->vao.current;
    const char *why = NULL;

    for (uint32_t todo = vao->enabled & ctx->program.vertex->attribs; todo && !why; todo &= todo - 1) {
        GLuint index = (GLuint)__builtin_ctz(todo);
        if (vao->bindings[vao->attribs[index].binding].divisor)
            continue; /* counts instances, not vertices */
        why = gather(ctx, index, vertices, total);
        vao->dirty |= 1u << index;
    }
    emu_buffer_restore(ctx, EMU_ARRAY_BUFFER);
    return why;
}
