/* SPDX-License-Identifier: MIT */
/* A glMultiDrawElements call in the one draw description (emu/draw.h), with the facts that decide which tier
 * may draw it.
 *
 * Desktop GL lets each sub-draw's indices lie anywhere; a range counts in indices from one place. In a buffer
 * with aligned offsets that is the buffer. Otherwise (client memory, where every sub-draw may have its own
 * array; offsets that are no multiple of the index size, which GL leaves undefined and real drivers draw) the
 * indices are gathered into one stream. What lies outside the index buffer is never asked of a driver: such
 * ranges are cut.
 *
 * Cost: one pass over the sub-draws; no allocation once the scratch memory has grown, no GL call. */
#include "tiers/batch.h"

#include <stdlib.h>
#include <string.h>

enum { RANGES_MIN = 64, STREAM_MIN = 4096 };

void batch_scratch_finish(struct batch_scratch *scratch)
{
    free(scratch->ranges);
    free(scratch->stream);
    *scratch = (struct batch_scratch){0};
}

bool tier_reserve(void *array, size_t *capacity, size_t n, size_t size)
{
    void *grown;

    if (n <= *capacity)
        return true;
    if (n > SIZE_MAX / 2 / size)
        return false;
    n = n < 2 * *capacity ? 2 * *capacity : n;
    grown = aligned_alloc(64, (n * size + 63) & ~(size_t)63);
    if (!grown)
        return false;
    free(*(void **)array);
    *(void **)array = grown;
    *capacity = n;
    return true;
}

/* The part of a sub-draw's count that its buffer holds. */
static GLsizei cut(const struct tiers_shape *shape, size_t offset, GLsizei count)
{
    size_t room = offset < shape->buffer_size ? (size_t)(shape->buffer_size - offset) / shape->index_size : 0;

    return (size_t)count > room ? (GLsizei)room : count;
}

/* The highest byte + 1 that a sub-draw with indices reads. */
static uint64_t end_of_drawn(const struct tiers_shape *shape, const struct batch_call *call, size_t n)
{
    uint64_t end = 0;

    for (size_t i = 0; i < n; i++) {
        uint64_t e = (uintptr_t)call->indices[i] + (uint64_t)(GLuint)call->count[i] * shape->index_size;

        end = call->count[i] && e > end ? e : end;
    }
    return end;
}

/* Ranges that leave the buffer are made anew, cut (batch_ranges). */
static bool measure_buffer(struct tier_batch *batch, const struct batch_call *call, struct draw_range *ranges)
{
    struct tiers_shape *shape = &batch->shape;
    struct batch_sum m;

    batch_measure(call, batch->n, shape->index_size, ranges, batch->lanes, &m);
    if (!m.least)
        m.end = end_of_drawn(shape, call, batch->n);
    shape->total = m.total;
    shape->end = m.end < shape->buffer_size ? m.end : shape->buffer_size;
    shape->unaligned = m.offsets & (size_t)(shape->index_size - 1);
    shape->outside = m.end > shape->buffer_size || m.offsets > SIZE_MAX / 4;
    batch->count = shape->outside || shape->unaligned || !m.least ? NULL : call->count;
    batch->ranges = shape->outside ? NULL : ranges;
    return m.least >= 0;
}

static bool measure_client(struct tier_batch *batch, const struct batch_call *call)
{
    GLsizei sign = 0;

    for (size_t i = 0; i < batch->n; i++) {
        sign |= call->count[i];
        batch->shape.total += (GLuint)call->count[i];
    }
    batch->shape.client_indices = true;
    return sign >= 0;
}

static void measure_bases(struct tier_batch *batch, const struct batch_call *call)
{
    bool any = false;

    for (size_t i = 0; i < batch->n; i++) {
        if (!call->count[i])
            continue;
        if (!any)
            batch->base_vertex = call->base[i];
        else if (call->base[i] != batch->base_vertex)
            batch->shape.bases_vary = true;
        any = true;
    }
}

static void measure_context(struct emu_context *ctx, struct tiers_shape *shape)
{
    shape->restart_on = ctx->state.restart || ctx->state.restart_fixed;
    shape->feedback = ctx->xfb.active && !ctx->xfb.paused;
    shape->reads_draw_id = emu_draw_reads_draw_id(ctx);
    shape->reads_base_vertex = emu_draw_reads_base_vertex(ctx);
    shape->reads_primitive_id = emu_draw_reads_primitive_id(ctx);
}

static struct draw_range *reserve_ranges(struct batch_scratch *scratch, size_t n)
{
    bool room = tier_reserve(&scratch->ranges, &scratch->n_ranges, n + RANGES_MIN, sizeof *scratch->ranges);

    return room ? scratch->ranges : NULL;
}

bool batch_init(struct emu_context *ctx, struct tier_batch *batch, struct batch_scratch *scratch,
                const struct batch_call *call)
{
    struct emu_buffer *buffer = *emu_vao_element_slot(ctx);
    uint8_t index_size = emu_index_size(call->type);
    struct draw_range *ranges = NULL;

    /* By parts: compilers clear a structure of this size by a string instruction, which costs as much as the
     * pass below. */
    batch->info = (struct draw_info){
        .mode = call->mode, .index_size = index_size, .index_buffer = buffer, .instances = 1, .multi = true};
    batch->shape = (struct tiers_shape){.mode = call->mode,
                                        .index_size = index_size,
                                        .subdraws = (size_t)call->drawcount,
                                        .buffer_size = buffer ? (uint64_t)buffer->size : 0};
    batch->ranges = NULL;
    batch->n = (size_t)call->drawcount;
    batch->lanes = ctx->draw.lanes;
    batch->type = call->type;
    batch->base_vertex = 0;
    batch->count = NULL;
    batch->indices = call->indices;
    batch->base = call->base;
    if (scratch)
        ranges = reserve_ranges(scratch, batch->n);
    if (!(buffer ? measure_buffer(batch, call, ranges) : measure_client(batch, call))) {
        emu_error(ctx, GL_INVALID_VALUE, "multi-draw of %d draws with a negative count", call->drawcount);
        return false;
    }
    emu_draw_restart(ctx, &batch->info);
    batch->shape.restart = batch->info.restart;
    measure_context(ctx, &batch->shape);
    /* Nobody else asks. */
    if (call->base && batch->shape.reads_base_vertex)
        measure_bases(batch, call);
    return true;
}

bool batch_ranges(struct tier_batch *batch, struct batch_scratch *scratch, const struct batch_call *call)
{
    const struct tiers_shape *shape = &batch->shape;
    struct draw_range *ranges;
    struct batch_sum sum;

    if (batch->ranges)
        return true;
    ranges = reserve_ranges(scratch, batch->n);
    if (!ranges)
        return false;
    batch_measure(call, batch->n, shape->index_size, ranges, batch->lanes, &sum);
    batch->ranges = ranges;
    for (size_t i = 0; shape->client_indices && i < batch->n; i++) {
        ranges[i].start = 0;
        ranges[i].count = call->indices[i] ? call->count[i] : 0;
    }
    for (size_t i = 0; shape->outside && i < batch->n; i++)
        ranges[i].count = cut(shape, (uintptr_t)call->indices[i], call->count[i]);
    return true;
}

enum tiers_reason batch_gather(struct emu_context *ctx, struct tier_batch *batch,
                               struct batch_scratch *scratch, const struct batch_call *call)
{
    const struct tiers_shape *shape = &batch->shape;
    const uint8_t *contents = NULL;
    size_t total = 0;

    if (!shape->client_indices && !shape->unaligned)
        return TIERS_OK;
    if (!batch_ranges(batch, scratch, call))
        return TIERS_MEMORY;
    for (size_t i = 0; i < batch->n; i++)
        total += (size_t)batch->ranges[i].count;
    if (total > SIZE_MAX / 8 ||
        !tier_reserve(&scratch->stream, &scratch->n_stream, total * shape->index_size + STREAM_MIN, 1))
        return TIERS_MEMORY;
    if (shape->unaligned && total) {
        contents = emu_buffer_contents(ctx, batch->info.index_buffer);
        if (!contents)
            return TIERS_UNREADABLE;
    }
    total = 0;
    for (size_t i = 0; i < batch->n; i++) {
        struct draw_range *range = &scratch->ranges[i];
        size_t from = (size_t)(uintptr_t)call->indices[i];

        range->start = total;
        total += (size_t)range->count;
        if (range->count)
            memcpy(scratch->stream + range->start * shape->index_size,
                   contents ? contents + from : (const uint8_t *)call->indices[i],
                   (size_t)range->count * shape->index_size);
    }
    batch->info.index_buffer = NULL;
    batch->info.client = scratch->stream;
    batch->info.index_offset = 0;
    return TIERS_OK;
}
