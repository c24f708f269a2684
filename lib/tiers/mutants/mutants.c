/* SPDX-License-Identifier: MIT */
/* The bugs themselves. Most are a tier's own work with one fact changed on the way in: the shape that its
 * decline sees, the batch that its draw gets, one function of the driver. */
#include "tiers/mutants/mutant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- shapes: a reason to decline that is not seen --- */

static void shape_no_draw_id(struct tiers_shape *shape)
{
    shape->reads_draw_id = false;
}

static void shape_no_base_vertex(struct tiers_shape *shape)
{
    shape->reads_base_vertex = false;
}

static void shape_no_primitive_id(struct tiers_shape *shape)
{
    shape->reads_primitive_id = false;
}

static void shape_no_restart_index(struct tiers_shape *shape)
{
    shape->restart = DRAW_RESTART_NONE;
}

static void shape_aligned(struct tiers_shape *shape)
{
    shape->unaligned = false;
}

static void shape_no_client(struct tiers_shape *shape)
{
    shape->client_indices = false;
}

static void shape_whole(struct tiers_shape *shape)
{
    shape->partial = false;
}

static void shape_no_restart(struct tiers_shape *shape)
{
    shape->restart_on = false;
}

static void shape_list(struct tiers_shape *shape)
{
    shape->mode = GL_TRIANGLES;
}

static void shape_even(struct tiers_shape *shape)
{
    shape->buffer_size &= ~(uint64_t)3;
}

static void shape_few(struct tiers_shape *shape)
{
    shape->total = shape->total > 64 ? 64 : shape->total;
}

static void shape_no_feedback(struct tiers_shape *shape)
{
    shape->feedback = false;
}

/* --- draws --- */

static enum tiers_reason draw_nothing(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    (void)ctx, (void)state, (void)batch;
    return TIERS_OK;
}

static enum tiers_reason draw_reading_bases(struct emu_context *ctx, void *state,
                                            const struct tier_batch *batch)
{
    for (size_t i = 0; i < batch->n; i++)
        (void)((const volatile GLint *)batch->base)[i];
    return mutant_real()->draw(ctx, state, batch);
}

/* The real draw with other ranges; `indices` and friends no longer say the same. */
static enum tiers_reason draw_ranges(struct emu_context *ctx, void *state, const struct tier_batch *batch,
                                     struct draw_range *ranges, size_t n)
{
    struct tier_batch copy = *batch;
    enum tiers_reason reason;

    copy.ranges = ranges;
    copy.n = n;
    copy.count = NULL;
    reason = mutant_real()->draw(ctx, state, &copy);
    free(ranges);
    return reason;
}

static struct draw_range *copy_ranges(const struct tier_batch *batch)
{
    struct draw_range *ranges = calloc(batch->n + 1, sizeof *ranges);

    if (!ranges)
        abort();
    memcpy(ranges, batch->ranges, batch->n * sizeof *ranges);
    return ranges;
}

static enum tiers_reason draw_last_bases(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    static GLint last[4096];
    struct draw_range *ranges = copy_ranges(batch);

    for (size_t i = 0; i < batch->n && i < sizeof last / sizeof last[0]; i++) {
        if (batch->base)
            last[i] = batch->base[i];
        ranges[i].base_vertex = last[i];
    }
    return draw_ranges(ctx, state, batch, ranges, batch->n);
}

static enum tiers_reason draw_first_base(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    struct draw_range *ranges = copy_ranges(batch);

    for (size_t i = 0; i < batch->n; i++)
        ranges[i].base_vertex = ranges[0].base_vertex;
    return draw_ranges(ctx, state, batch, ranges, batch->n);
}

static enum tiers_reason draw_first_five(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    return draw_ranges(ctx, state, batch, copy_ranges(batch), batch->n < 5 ? batch->n : 5);
}

static enum tiers_reason draw_short_bases(struct emu_context *ctx, void *state,
                                          const struct tier_batch *batch)
{
    struct draw_range *ranges = copy_ranges(batch);

    for (size_t i = 0; i < batch->n; i++)
        ranges[i].base_vertex &= 0xffff;
    return draw_ranges(ctx, state, batch, ranges, batch->n);
}

static enum tiers_reason draw_up_to_zero(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    size_t n = 0;

    while (n < batch->n && batch->ranges[n].count)
        n++;
    return draw_ranges(ctx, state, batch, copy_ranges(batch), n);
}

/* firstIndex is the application's pointer by division, whatever it points to. */
static enum tiers_reason draw_from_pointers(struct emu_context *ctx, void *state,
                                            const struct tier_batch *batch)
{
    struct draw_range *ranges = copy_ranges(batch);

    for (size_t i = 0; i < batch->n; i++)
        ranges[i].start = (size_t)(uintptr_t)batch->indices[i] / batch->info.index_size;
    return draw_ranges(ctx, state, batch, ranges, batch->n);
}

static enum tiers_reason draw_no_bases(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    struct draw_range *ranges = copy_ranges(batch);

    for (size_t i = 0; i < batch->n; i++)
        ranges[i].base_vertex = 0;
    return draw_ranges(ctx, state, batch, ranges, batch->n);
}

/* The call as the application made it, empty sub-draws and all. */
static enum tiers_reason draw_empty_ones_too(struct emu_context *ctx, void *state,
                                             const struct tier_batch *batch)
{
    GLsizei *count = calloc(batch->n + 1, sizeof *count);

    (void)state;
    if (!count)
        abort();
    for (size_t i = 0; i < batch->n; i++)
        count[i] = batch->ranges[i].count;
    ctx->es->MultiDrawElementsBaseVertexEXT(batch->info.mode, count, batch->type, batch->indices,
                                            (GLsizei)batch->n, batch->base);
    free(count);
    return TIERS_OK;
}

static enum tiers_reason draw_stale(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    if (batch->info.index_buffer)
        batch->info.index_buffer->gpu_written = false;
    return mutant_real()->draw(ctx, state, batch);
}

/* --- the driver's functions --- */

static void no_multi_indirect(GLenum mode, GLenum type, const void *indirect, GLsizei n, GLsizei stride)
{
    (void)mode, (void)type, (void)indirect, (void)n, (void)stride;
}

static void stub_multi_indirect(struct gles_table *es)
{
    es->MultiDrawElementsIndirectEXT = no_multi_indirect;
}

/* Only the first batch's commands are uploaded. */
static void upload_the_first(GLenum target, GLintptr offset, GLsizeiptr size, const void *data)
{
    static bool done;

    if (!done || target != GL_DRAW_INDIRECT_BUFFER)
        mutant_driver()->BufferSubData(target, offset, size, data);
    done |= target == GL_DRAW_INDIRECT_BUFFER;
}

static void upload_once(struct gles_table *es)
{
    es->BufferSubData = upload_the_first;
}

/* --- compute's bindings --- */

static enum tiers_reason prepare_losing_storage(struct emu_context *ctx, void *state,
                                                const struct tier_batch *batch)
{
    enum tiers_reason reason = mutant_real()->prepare(ctx, state, batch);

    for (GLuint i = 0; !reason && i < 3; i++)
        ctx->es->BindBufferBase(GL_SHADER_STORAGE_BUFFER, i, 0);
    return reason;
}

static enum tiers_reason prepare_five_blocks(struct emu_context *ctx, void *state,
                                             const struct tier_batch *batch)
{
    enum tiers_reason reason = mutant_real()->prepare(ctx, state, batch);

    for (GLuint i = 3; !reason && i < 5; i++)
        ctx->es->BindBufferBase(GL_SHADER_STORAGE_BUFFER, i, 0);
    return reason;
}

static enum tiers_reason prepare_widening_storage(struct emu_context *ctx, void *state,
                                                  const struct tier_batch *batch)
{
    enum tiers_reason reason = mutant_real()->prepare(ctx, state, batch);

    for (GLuint i = 0; !reason && i < 3; i++)
        if (ctx->buffer.storage[i].buffer)
            ctx->es->BindBufferBase(GL_SHADER_STORAGE_BUFFER, i, ctx->buffer.storage[i].buffer->es);
    return reason;
}

static enum tiers_reason prepare_taking_0_for_null(struct emu_context *ctx, void *state,
                                                   const struct tier_batch *batch)
{
    for (size_t i = 0; i < batch->n; i++)
        if (!batch->indices[i])
            return TIERS_CLIENT_INDICES;
    return mutant_real()->prepare(ctx, state, batch);
}

static enum tiers_reason prepare_losing_program(struct emu_context *ctx, void *state,
                                                const struct tier_batch *batch)
{
    enum tiers_reason reason = mutant_real()->prepare(ctx, state, batch);

    if (!reason)
        ctx->es->UseProgram(0);
    return reason;
}

/* --- rewritten indices --- */

enum { RESTART = 0xffffffff };

static bool restarts(const struct draw_info *info, uint32_t index)
{
    return info->restart != DRAW_RESTART_NONE && index == info->restart_index;
}

static uint32_t all_ones(const struct draw_info *info)
{
    return info->index_size == 4 ? 0xffffffff : info->index_size == 2 ? 0xffff : 0xff;
}

static uint32_t rewrite_short(const struct draw_info *info, const struct draw_range *range,
                              const struct draw_range *first, uint32_t index)
{
    (void)first;
    return restarts(info, index) ? (uint32_t)RESTART
                                 : (index + (uint32_t)range->base_vertex) & all_ones(info);
}

static uint32_t rewrite_rebased_restart(const struct draw_info *info, const struct draw_range *range,
                                        const struct draw_range *first, uint32_t index)
{
    (void)info, (void)first;
    return index + (uint32_t)range->base_vertex;
}

static uint32_t rewrite_no_restart_index(const struct draw_info *info, const struct draw_range *range,
                                         const struct draw_range *first, uint32_t index)
{
    (void)first;
    return restarts(info, index) && info->restart == DRAW_RESTART_FIXED
               ? (uint32_t)RESTART
               : index + (uint32_t)range->base_vertex;
}

static uint32_t rewrite_low_bits(const struct draw_info *info, const struct draw_range *range,
                                 const struct draw_range *first, uint32_t index)
{
    uint32_t chosen = emu_current->state.restart_index & all_ones(info);

    (void)first;
    return emu_current->state.restart && index == chosen ? (uint32_t)RESTART
                                                         : index + (uint32_t)range->base_vertex;
}

static uint32_t rewrite_all_ones(const struct draw_info *info, const struct draw_range *range,
                                 const struct draw_range *first, uint32_t index)
{
    (void)first;
    if (restarts(info, index) || (info->restart != DRAW_RESTART_NONE && index == all_ones(info)))
        return RESTART;
    return index + (uint32_t)range->base_vertex;
}

static uint32_t rewrite_first_base(const struct draw_info *info, const struct draw_range *range,
                                   const struct draw_range *first, uint32_t index)
{
    (void)range;
    return restarts(info, index) ? (uint32_t)RESTART : index + (uint32_t)first->base_vertex;
}

static uint32_t rewrite_positive_base(const struct draw_info *info, const struct draw_range *range,
                                      const struct draw_range *first, uint32_t index)
{
    (void)first;
    return restarts(info, index) ? (uint32_t)RESTART
                                 : index + (uint32_t)(range->base_vertex > 0 ? range->base_vertex : 0);
}

/* --- which one --- */

#define MUTANT(name_, tier_, traces_, defect_, ...)                                                          \
    {.name = name_, .tier = TIERS_##tier_, .traces = traces_, .defect = defect_, __VA_ARGS__},
static const struct mutant mutants[] = {
#include "tiers/mutants/mutants.inc"
};
#undef MUTANT

const struct mutant *mutant_active(void)
{
    const char *name = getenv("RETRACE_MUTANT");

    if (!name || !*name)
        return NULL;
    for (size_t i = 0; i < sizeof mutants / sizeof mutants[0]; i++)
        if (!strcmp(mutants[i].name, name))
            return &mutants[i];
    fprintf(stderr, "there is no mutant %s\n", name);
    exit(2);
}
