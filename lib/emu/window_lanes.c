/* SPDX-License-Identifier: MIT */
/* The vertices of a draw, run one by one: each distinct index once, restarts left out, and each instance
 * where the answer depends on it. Draws of more than a million such runs, and stages that do not come to an
 * end, are refused; a part of the vertices is no answer. */
#include "emu/window_priv.h"

#include <stdlib.h>

enum { MAX_LANES = 1 << 20, MAX_STEPS = 1 << 24 };

static const char *run_vertex(struct window_run *run, const struct draw_info *info, struct window_lane *lane)
{
    GLsizei instances = run->program->per_instance ? info->instances : 1;
    const char *why = NULL;

    for (GLsizei i = 0; i < instances && !why; i++) {
        lane->instance = i;
        why = window_run_lane(run, lane);
    }
    return why;
}

static bool too_many(const struct window_run *run, const struct draw_info *info, uint64_t vertices)
{
    return vertices * (uint64_t)(run->program->per_instance ? info->instances : 1) > MAX_LANES;
}

/* ---- indexed ---- */

struct indices {
    const uint8_t *bytes;
    uint8_t size;
    bool restart;
    uint32_t restart_index, low, high;
    size_t count;
};

/* Lowest and highest index; false when there is none. */
static bool bounds(struct indices *x)
{
    x->low = UINT32_MAX;
    x->high = 0;
    for (size_t i = 0; i < x->count; i++) {
        uint32_t index = emu_index_read(x->bytes, x->size, i);

        if (x->restart && index == x->restart_index)
            continue;
        x->low = index < x->low ? index : x->low;
        x->high = index > x->high ? index : x->high;
    }
    return x->low <= x->high;
}

static const char *run_indices(struct window_run *run, const struct draw_info *info, const struct indices *x,
                               struct window_lane *lane, int32_t base)
{
    size_t span = (size_t)x->high - x->low + 1;
    uint8_t *seen = span <= 1u << 24 ? calloc(span / 8 + 1, 1) : NULL;
    const char *why = NULL;

    /* Too far apart to mark: the same vertex may run again, which changes nothing. */
    for (size_t i = 0; i < x->count && !why; i++) {
        uint32_t index = emu_index_read(x->bytes, x->size, i), at = index - x->low;

        if ((x->restart && index == x->restart_index) || (seen && seen[at / 8] >> at % 8 & 1))
            continue;
        if (seen)
            seen[at / 8] |= (uint8_t)(1 << at % 8);
        lane->vertex = (int32_t)(index + (uint32_t)base);
        why = run_vertex(run, info, lane);
    }
    free(seen);
    return why;
}

static const char *run_elements(struct emu_context *ctx, struct window_run *run, const struct draw_info *info,
                                const struct draw_range *range, struct window_lane *lane)
{
    size_t bytes = 0;
    struct indices x = {.bytes = emu_draw_indices(ctx, info, &bytes),
                        .size = info->index_size,
                        .restart = info->restart != DRAW_RESTART_NONE,
                        .restart_index = info->restart_index,
                        .count = (size_t)range->count};

    if (!x.bytes || range->start > bytes / x.size || x.count > bytes / x.size - range->start)
        return WINDOW_NO_INDICES;
    if (too_many(run, info, x.count))
        return WINDOW_LANES;
    x.bytes += range->start * x.size;
    if (!bounds(&x))
        return NULL;
    if (run->program->per_vertex)
        return run_indices(run, info, &x, lane, range->base_vertex);
    lane->vertex = (int32_t)(x.low + (uint32_t)range->base_vertex);
    return run_vertex(run, info, lane);
}

const char *window_run_range(struct emu_context *ctx, struct emu_windows *w, const struct draw_info *info,
                             const struct draw_range *range, GLint draw_id)
{
    struct window_run *run = &w->run;
    const struct window_source source = {ctx, w};
    struct window_lane lane = {.draw_id = draw_id,
                               .base_vertex = info->index_size ? range->base_vertex : 0,
                               .base_instance = (int32_t)info->base_instance,
                               .attributes = window_attribute,
                               .priv = &source};
    GLsizei vertices = run->program->per_vertex ? range->count : 1;
    const char *why = NULL;

    run->steps = MAX_STEPS;
    if (!range->count || !info->instances)
        return NULL;
    if (info->index_size)
        return run_elements(ctx, run, info, range, &lane);
    if (too_many(run, info, (uint64_t)vertices))
        return WINDOW_LANES;
    for (GLsizei i = 0; i < vertices && !why; i++) {
        lane.vertex = (int32_t)(range->start + (size_t)i);
        why = run_vertex(run, info, &lane);
    }
    return why;
}
