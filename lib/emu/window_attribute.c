/* SPDX-License-Identifier: MIT */
/* Vertex attributes as inputs of an address: from client memory, and from the CPU copies of vertex buffers.
 * Known are floats of 32 bits, integers, and integers that become floats without a division; all other
 * formats are unknown, as is what the GPU wrote too often. Not done: current values of arrays that are off.
 */
#include "emu/window_priv.h"

#include <string.h>

/* Bytes of one component; 0: a format that is not decoded. */
static unsigned component_bytes(const struct emu_attrib *a)
{
    if (a->size < 1 || a->size > 4 || (a->normalized && a->type != GL_FLOAT))
        return 0;
    switch (a->type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE:
        return 1;
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
        return 2;
    case GL_INT:
    case GL_UNSIGNED_INT:
    case GL_FLOAT:
        return 4;
    default:
        return 0;
    }
}

static uint64_t component(const struct emu_attrib *a, const uint8_t *from, unsigned bytes)
{
    bool is_signed = a->type == GL_BYTE || a->type == GL_SHORT || a->type == GL_INT;
    uint32_t v = 0, bits;
    float f;

    memcpy(&v, from, bytes);
    if (a->type == GL_FLOAT)
        return v;
    if (is_signed && bytes < 4 && v >> (bytes * 8 - 1))
        v |= UINT32_MAX << bytes * 8;
    if (a->integer)
        return v;
    f = is_signed ? (float)(int32_t)v : (float)v;
    if ((is_signed ? (double)(int32_t)v : (double)v) != (double)f)
        return WINDOW_UNKNOWN;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* The element's bytes; NULL: not known. */
static const uint8_t *element(struct emu_context *ctx, const struct emu_attrib *a,
                              const struct emu_vertex_binding *b, int64_t index, size_t bytes)
{
    const uint8_t *contents;
    int64_t at = (int64_t)(uintptr_t)b->pointer + a->relative_offset + index * b->stride;

    if (index < 0)
        return NULL;
    if (!b->buffer) /* client memory: what the draw reads, the application has */
        return b->pointer ? b->pointer + a->relative_offset + index * b->stride : NULL;
    contents = window_contents(ctx, b->buffer);
    return contents && at >= 0 && at + (int64_t)bytes <= b->buffer->size ? contents + at : NULL;
}

void window_attribute(const struct window_lane *lane, const struct window_input *input, uint64_t *cells)
{
    const struct window_source *source = lane->priv;
    struct emu_context *ctx = source->ctx;
    const struct emu_vao *vao = ctx->vao.current;
    int location = source->windows->locations[input->index];
    const struct emu_attrib *a = location < 0 ? NULL : &vao->attribs[location];
    const struct emu_vertex_binding *b = a ? &vao->bindings[a->binding] : NULL;
    unsigned bytes = a && vao->enabled >> location & 1 ? component_bytes(a) : 0;
    const uint8_t *from = NULL;

    if (bytes && input->n <= 4) /* a matrix has more than one location */
        from = element(ctx, a, b,
                       b->divisor ? (int64_t)lane->base_instance + lane->instance / (int64_t)b->divisor
                                  : lane->vertex,
                       bytes * (size_t)a->size);
    for (uint32_t i = 0; i < input->n; i++) {
        uint32_t absent = i < 3 ? 0 : a && a->integer ? 1 : 0x3f800000;

        cells[i] = !from                   ? WINDOW_UNKNOWN
                   : i < (uint32_t)a->size ? component(a, from + i * bytes, bytes)
                                           : absent;
    }
}

size_t window_attribute_key(const struct emu_context *ctx, const struct emu_windows *w,
                            const struct window_input *input, uint64_t key[WINDOW_ATTRIBUTE_KEY])
{
    const struct emu_vao *vao = ctx->vao.current;
    int location = w->locations[input->index];
    const struct emu_attrib *a;
    const struct emu_vertex_binding *b;

    memset(key, 0, WINDOW_ATTRIBUTE_KEY * sizeof *key);
    if (location < 0 || !(vao->enabled >> location & 1))
        return WINDOW_ATTRIBUTE_KEY;
    a = &vao->attribs[location];
    b = &vao->bindings[a->binding];
    if (!b->buffer || b->buffer->map.pointer)
        return 0;
    key[0] = b->buffer->serial;
    key[1] = (uint64_t)b->buffer->generation << 32 | b->divisor;
    key[2] = (uint64_t)(uintptr_t)b->pointer + a->relative_offset;
    key[3] = (uint64_t)(uint32_t)b->stride << 32 | (uint64_t)a->type << 8 | (uint64_t)a->size << 2 |
             (uint64_t)a->integer << 1 | a->normalized;
    return WINDOW_ATTRIBUTE_KEY;
}
