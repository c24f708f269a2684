/* SPDX-License-Identifier: MIT */
/* Index streams on the CPU: reading, bounds, primitive restart. Rewriting has a file of its own
 * (draw_rewrite.c). */
#include "emu/emu_priv.h"

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
    if (!info->index_size || !(state->restart | state->restart_fixed))
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
