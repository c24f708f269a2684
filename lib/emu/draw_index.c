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

bool emu_draw_index_bounds(struct emu_context *ctx, const struct draw_info *info,
                           const struct draw_range *ranges, size_t n, int64_t *min, int64_t *max)
{
    bool restart = info->restart != DRAW_RESTART_NONE;
    size_t bytes;
    const uint8_t *indices = emu_draw_indices(ctx, info, &bytes);

    *min = INT64_MAX;
    *max = INT64_MIN;
    if (!indices)
        return false;
    for (size_t r = 0; r < n; r++) {
        uint32_t low = UINT32_MAX, high = 0;
        bool any = false;
        size_t end = ranges[r].start + (size_t)ranges[r].count;
        if (end > bytes / info->index_size)
            return false;
        for (size_t i = ranges[r].start; i < end; i++) {
            uint32_t index = emu_index_read(indices, info->index_size, i);
            if (restart && index == info->restart_index)
                continue;
            any = true;
            low = index < low ? index : low;
            high = index > high ? index : high;
        }
        if (!any)
            continue;
        if ((int64_t)low + ranges[r].base_vertex < *min)
            *min = (int64_t)low + ranges[r].base_vertex;
        if ((int64_t)high + ranges[r].base_vertex > *max)
            *max = (int64_t)high + ranges[r].base_vertex;
    }
    return true;
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

/* `count` indices from `from`; with the size and `restart` constant at each call, loops that vectorise. */
static inline __attribute__((always_inline)) void rewrite_as(uint8_t size, bool restart,
                                                             uint32_t restart_index, uint32_t base,
                                                             const uint8_t *restrict from,
                                                             uint32_t *restrict out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t index = 0, moved;
        memcpy(&index, from + i * size, size);
        moved = index + base;
        if (restart)
            moved = index == restart_index ? 0xffffffff : moved == 0xffffffff ? 0xfffffffe : moved;
        out[i] = moved;
    }
}

/* One range into `out`. A genuine 0xFFFFFFFF cannot be told from the sentinel in the new stream; as a vertex
 * it is out of every array. */
static void rewrite_range(const struct draw_info *info, const struct draw_range *range,
                          const uint8_t *indices, uint32_t *out)
{
    uint32_t base = (uint32_t)range->base_vertex, restart = info->restart_index;
    const uint8_t *from = indices + range->start * info->index_size;
    size_t n = (size_t)range->count;
    bool plain = info->restart == DRAW_RESTART_NONE;

    switch (info->index_size) {
    case 1:
        plain ? rewrite_as(1, false, 0, base, from, out, n)
              : rewrite_as(1, true, restart, base, from, out, n);
        break;
    case 2:
        plain ? rewrite_as(2, false, 0, base, from, out, n)
              : rewrite_as(2, true, restart, base, from, out, n);
        break;
    default:
        plain ? rewrite_as(4, false, 0, base, from, out, n)
              : rewrite_as(4, true, restart, base, from, out, n);
    }
}

const char *emu_draw_rewrite(struct emu_context *ctx, const struct draw_info *info,
                             const struct draw_range *ranges, size_t n, size_t *total)
{
    size_t bytes, at = 0;
    const uint8_t *indices = emu_draw_indices(ctx, info, &bytes);

    *total = 0;
    if (!indices)
        return "the indices cannot be read";
    for (size_t r = 0; r < n; r++) {
        if (ranges[r].count && ranges[r].start + (size_t)ranges[r].count > bytes / info->index_size)
            return "a range lies outside the index buffer";
        *total += (size_t)ranges[r].count;
    }
    if (!scratch_reserve(ctx, *total))
        return "out of memory";
    for (size_t r = 0; r < n; r++) {
        rewrite_range(info, &ranges[r], indices, ctx->draw.index_scratch + at);
        at += (size_t)ranges[r].count;
    }
    return NULL;
}
