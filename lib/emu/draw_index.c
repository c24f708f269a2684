/* SPDX-License-Identifier: MIT */
/* Index streams on the CPU: reading, bounds, primitive restart, rewriting. A rewritten stream is
 * GL_UNSIGNED_INT whatever came in, because GL adds the base vertex at full precision; the restart index is
 * carried unrebased, as the fixed index of that type (OpenGL 4.6, 10.3.6 and 10.5). */
#include "emu/emu_priv.h"

#include <stdlib.h>
#include <string.h>

GLenum emu_index_type(uint8_t index_size)
{
    return index_size == 1 ? GL_UNSIGNED_BYTE : index_size == 2 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT;
}

uint8_t emu_index_size(GLenum type)
{
    return type == GL_UNSIGNED_BYTE ? 1 : type == GL_UNSIGNED_SHORT ? 2 : type == GL_UNSIGNED_INT ? 4 : 0;
}

uint32_t emu_index_read(const uint8_t *indices, uint8_t index_size, size_t i)
{
    uint16_t u16;
    uint32_t u32;

    switch (index_size) {
    case 1:
        return indices[i];
    case 2:
        memcpy(&u16, indices + i * 2, 2);
        return u16;
    default:
        memcpy(&u32, indices + i * 4, 4);
        return u32;
    }
}

static uint32_t all_ones(uint8_t index_size)
{
    return index_size == 1 ? 0xff : index_size == 2 ? 0xffff : 0xffffffff;
}

void emu_draw_restart(struct emu_context *ctx, struct draw_info *info)
{
    const struct emu_state *state = &ctx->state;
    uint32_t fixed = all_ones(info->index_size);

    info->restart = DRAW_RESTART_NONE;
    info->restart_index = fixed;
    if (!info->index_size)
        return;
    if (state->restart_fixed || (state->restart && state->restart_index == fixed)) {
        info->restart = DRAW_RESTART_FIXED;
    } else if (state->restart && state->restart_index <= fixed) {
        info->restart = DRAW_RESTART_REWRITE;
        info->restart_index = state->restart_index;
    }
}

const uint8_t *emu_draw_indices(struct emu_context *ctx, const struct draw_info *info, size_t *bytes)
{
    const uint8_t *contents;

    if (!info->index_buffer) {
        *bytes = SIZE_MAX; /* client memory has no size that GL knows */
        return info->client ? info->client + info->index_offset : NULL;
    }
    contents = emu_buffer_contents(ctx, info->index_buffer);
    if (!contents || info->index_offset > (size_t)info->index_buffer->size)
        return NULL;
    *bytes = (size_t)info->index_buffer->size - info->index_offset;
    return contents + info->index_offset;
}

/* Where scans of the index buffer are remembered; NULL where contents change without notice. */
static struct bounds_cache *scans(struct emu_buffer *buffer)
{
    if (!buffer || buffer->map.pointer)
        return NULL;
    if (!buffer->scans)
        buffer->scans = emu_bounds_cache_create();
    emu_bounds_cache_check(buffer->scans, buffer->generation);
    return buffer->scans;
}

const char *emu_draw_vertices(struct emu_context *ctx, const struct draw_info *info,
                              const struct draw_range *ranges, size_t n, struct bounds_span *vertices)
{
    const uint8_t *indices;
    size_t bytes;

    if (!info->index_size) {
        *vertices = emu_bounds_ranges(ranges, n);
        return NULL;
    }
    indices = emu_draw_indices(ctx, info, &bytes);
    if (!indices)
        return "the indices cannot be read";
    if (!emu_bounds_vertices(info, ranges, n, indices, bytes, scans(info->index_buffer), vertices))
        return "a range lies outside the index buffer";
    return NULL;
}

static bool scratch_reserve(struct emu_context *ctx, size_t count)
{
    uint32_t *grown;

    if (count <= ctx->draw.index_capacity)
        return true;
    if (count > SIZE_MAX / 8)
        return false;
    grown = realloc(ctx->draw.index_scratch, count * 2 * sizeof *grown);
    if (!grown)
        return false;
    ctx->draw.index_scratch = grown;
    ctx->draw.index_capacity = count * 2;
    return true;
}

/* Four indices at once, by the vector types that gcc and clang have for every machine: at -O2 neither makes
 * vectors of a plain loop, and this is the inner loop of the drawelements tier. The size and `restart` are
 * constant wherever they are handed down. */
typedef uint8_t four_u8 __attribute__((vector_size(4)));
typedef uint16_t four_u16 __attribute__((vector_size(8)));
typedef uint32_t four_u32 __attribute__((vector_size(16)));

static inline __attribute__((always_inline)) four_u32 load_four(uint8_t size, const uint8_t *from)
{
    four_u8 u8;
    four_u16 u16;
    four_u32 u32;

    switch (size) {
    case 1:
        memcpy(&u8, from, sizeof u8);
        return __builtin_convertvector(u8, four_u32);
    case 2:
        memcpy(&u16, from, sizeof u16);
        return __builtin_convertvector(u16, four_u32);
    default:
        memcpy(&u32, from, sizeof u32);
        return u32;
    }
}

static inline __attribute__((always_inline)) void rewrite_four(uint8_t size, bool restart,
                                                               uint32_t restart_index, uint32_t base,
                                                               const uint8_t *from, uint32_t *out)
{
    four_u32 index = load_four(size, from), moved = index + base;

    if (restart) { /* a true comparison is all ones */
        moved += (four_u32)(moved == UINT32_MAX);
        moved |= (four_u32)(index == restart_index);
    }
    memcpy(out, &moved, sizeof moved);
}

static inline __attribute__((always_inline)) void rewrite_range(uint8_t size, bool restart,
                                                                uint32_t restart_index,
                                                                const struct draw_range *range,
                                                                const uint8_t *indices, uint32_t *out)
{
    uint32_t base = (uint32_t)range->base_vertex;
    const uint8_t *from = indices + range->start * size;
    size_t i = 0, count = (size_t)range->count;

    for (; i + 8 <= count; i += 8) {
        rewrite_four(size, restart, restart_index, base, from + i * size, out + i);
        rewrite_four(size, restart, restart_index, base, from + (i + 4) * size, out + i + 4);
    }
    for (; i < count; i++) {
        uint32_t index = emu_index_read(from, size, i), moved = index + base;
        if (restart)
            moved = index == restart_index ? UINT32_MAX : moved == UINT32_MAX ? UINT32_MAX - 1 : moved;
        out[i] = moved;
    }
}

/* All ranges into `out`, one after the other; false when one leaves the `room` indices that there are. A
 * genuine 0xFFFFFFFF cannot be told from the sentinel in the new stream; as a vertex it is out of every
 * array. The size and `restart` are constant at each call. */
static inline __attribute__((always_inline)) bool
rewrite_as(uint8_t size, bool restart, uint32_t restart_index, const struct draw_range *ranges, size_t n,
           const uint8_t *indices, size_t room, uint32_t *out)
{
    for (size_t r = 0; r < n; r++) {
        if (ranges[r].count && ranges[r].start + (size_t)ranges[r].count > room)
            return false;
        rewrite_range(size, restart, restart_index, &ranges[r], indices, out);
        out += ranges[r].count;
    }
    return true;
}

const char *emu_draw_rewrite(struct emu_context *ctx, const struct draw_info *info,
                             const struct draw_range *ranges, size_t n, size_t *total)
{
    size_t bytes, room;
    const uint8_t *indices = emu_draw_indices(ctx, info, &bytes);
    bool restart = info->restart != DRAW_RESTART_NONE, inside;

    *total = 0;
    if (!indices)
        return "the indices cannot be read";
    for (size_t r = 0; r < n; r++)
        *total += (size_t)ranges[r].count;
    if (!scratch_reserve(ctx, *total))
        return "out of memory";
    room = bytes / info->index_size;
#define REWRITE(size, on)                                                                                    \
    rewrite_as(size, on, info->restart_index, ranges, n, indices, room, ctx->draw.index_scratch)
    switch (info->index_size) {
    case 1:
        inside = restart ? REWRITE(1, true) : REWRITE(1, false);
        break;
    case 2:
        inside = restart ? REWRITE(2, true) : REWRITE(2, false);
        break;
    default:
        inside = restart ? REWRITE(4, true) : REWRITE(4, false);
    }
#undef REWRITE
    return inside ? NULL : "a range lies outside the index buffer";
}
