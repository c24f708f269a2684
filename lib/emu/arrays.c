/* SPDX-License-Identifier: MIT */
/* Vertex arrays that the driver cannot read itself: client memory, and formats that ES lacks. Each is copied
 * to a ring buffer once per draw call, for all its ranges, in exactly the bounds that the draw reads of it
 * (bounds.h; the copying is in arrays_copy.c). Indices are only looked at when an array needs to know which
 * vertices are drawn. For draws that ES refuses with indices, the vertices are laid out in the order of the
 * indices instead. */
#include "emu/arrays_copy.h"

#include <stdlib.h>
#include <string.h>

const char *emu_arrays_upload(struct emu_context *ctx, const struct draw_info *info,
                              const struct draw_range *ranges, size_t n)
{
    uint32_t todo = emu_arrays_foreign(ctx);
    struct bounds_draw draw = {
        .vertices = {0, 1}, /* some, as long as nobody asks which */
        .instances = (uint32_t)info->instances,
        .base_instance = info->base_instance,
    };
    struct array_copy copies[EMU_MAX_ATTRIBS];
    const char *why = NULL;
    size_t offset;
    GLuint es;
    int count;

    if (!todo)
        return NULL;
    if (emu_arrays_by_vertex(ctx->vao.current, todo))
        why = emu_draw_vertices(ctx, info, ranges, n, &draw.vertices);
    if (!why)
        why = emu_arrays_plan(ctx, todo, &draw, copies, &count);
    if (why)
        return why;
    why = emu_arrays_reserve(ctx, copies, count, 0, &es, &offset);
    if (!why)
        why = emu_arrays_put(ctx, copies, count, &draw, es, &offset);
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
    const uint8_t *from = emu_arrays_source(ctx, binding, &available);
    uint8_t *to;

    if (!from)
        return binding->buffer ? EMU_ARRAY_UNREADABLE : EMU_ARRAY_MISSING;
    to = calloc(total, step);
    if (!to)
        return EMU_ARRAY_NO_MEMORY;
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
    (format.wide ? emu_arrays_specify_words : emu_arrays_specify)(ctx, index, &format, (GLsizei)step, 0, es,
                                                                  at);
    return NULL;
}

const char *emu_arrays_gather(struct emu_context *ctx, const struct draw_info *info, const uint32_t *vertices,
                              size_t total)
{
    struct emu_vao *vao = ctx->vao.current;
    const struct bounds_draw draw = {
        .vertices = {0, 1}, .instances = (uint32_t)info->instances, .base_instance = info->base_instance};
    uint32_t moved = emu_arrays_by_vertex(vao, vao->enabled & ctx->program.vertex->attribs);
    struct array_copy copies[EMU_MAX_ATTRIBS];
    size_t offset, room = 0;
    GLuint es;
    int count;
    const char *why = emu_arrays_plan(ctx, emu_arrays_foreign(ctx) & ~moved, &draw, copies, &count);

    for (uint32_t todo = moved; todo; todo &= todo - 1) {
        size_t step = gather_step(vao, (GLuint)__builtin_ctz(todo));
        if (total > EMU_ARRAY_MAX / step)
            why = EMU_ARRAY_TOO_WIDE;
        else
            room += (total * step + 15) & ~(size_t)15;
    }
    if (why)
        return why;
    why = emu_arrays_reserve(ctx, copies, count, room, &es, &offset);
    if (!why)
        why = emu_arrays_put(ctx, copies, count, &draw, es, &offset);
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
