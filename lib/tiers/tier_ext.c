/* SPDX-License-Identifier: MIT */
/* Tier ext: the whole batch by one glMultiDrawElementsBaseVertexEXT.
 *
 * Needs GL_EXT_multi_draw_arrays and GL_EXT_ or GL_OES_draw_elements_base_vertex, whose interaction the
 * function is (in no core version), and the function itself. Declines what one value of gl_DrawID and friends
 * cannot serve. Indices in client memory or at unaligned offsets arrive gathered; they go through a ring,
 * since an ES vertex array takes its indices from a buffer only.
 *
 * Cost: the application's own arrays are handed through where they say what is to be drawn; else three small
 * arrays are written. A permanent array of zeroes stands for absent base vertices. */
#include "tiers/staging.h"
#include "tiers/tier.h"

#include <stdlib.h>
#include <string.h>

enum { ZEROES_MIN = 256, INDEX_ALIGN = 16 };

struct tier_state {
    struct tier_staging gathered; /* indices */
    GLint *zeroes;
    size_t n_zeroes;
    GLsizei *count;
    size_t n_count;
    const void **indices;
    size_t n_indices;
    GLint *base;
    size_t n_base;
};

static bool usable(const struct gles_caps *caps, const struct gles_table *es, const char **missing)
{
    if (!caps->has_multi_draw_arrays)
        *missing = "GL_EXT_multi_draw_arrays";
    else if (!caps->has_multi_draw_base_vertex)
        *missing = "GL_EXT_draw_elements_base_vertex";
    else if (!es->MultiDrawElementsBaseVertexEXT)
        *missing = "glMultiDrawElementsBaseVertexEXT";
    else
        return true;
    return false;
}

static enum tiers_reason decline(const struct tiers_shape *shape, const struct tiers_limits *limits)
{
    enum tiers_reason reason = tiers_decline_batched(shape);

    if (!reason && shape->feedback && !limits->feedback)
        return TIERS_FEEDBACK;
    return reason;
}

static void finish(struct emu_context *ctx, void *state)
{
    struct tier_state *tier = state;

    tier_staging_finish(ctx, &tier->gathered);
    free(tier->zeroes);
    free(tier->count);
    free(tier->indices);
    free(tier->base);
}

/* The function requires a base-vertex array. */
static const GLint *zeroes(struct tier_state *tier, size_t n)
{
    if (n > tier->n_zeroes) {
        size_t room = n < ZEROES_MIN ? ZEROES_MIN : n;

        if (!tier_reserve(&tier->zeroes, &tier->n_zeroes, room, sizeof *tier->zeroes))
            return NULL;
        memset(tier->zeroes, 0, tier->n_zeroes * sizeof *tier->zeroes);
    }
    return tier->zeroes;
}

/* The batch's ranges as the three arrays of the call, offsets from `offset` bytes on. Sub-draws without
 * indices are left out: llvmpipe draws nothing at all of a call whose first one is empty. Returns how many
 * there are; -1 when memory is out. */
static GLsizei spell_out(struct tier_state *tier, const struct tier_batch *batch, size_t offset)
{
    GLsizei n = 0;

    if (!tier_reserve(&tier->count, &tier->n_count, batch->n, sizeof *tier->count) ||
        !tier_reserve(&tier->indices, &tier->n_indices, batch->n, sizeof *tier->indices) ||
        !tier_reserve(&tier->base, &tier->n_base, batch->n, sizeof *tier->base))
        return -1;
    for (size_t i = 0; i < batch->n; i++) {
        const struct draw_range *range = &batch->ranges[i];

        if (!range->count)
            continue;
        tier->count[n] = range->count;
        tier->indices[n] = (const void *)(offset + range->start * batch->info.index_size);
        tier->base[n] = range->base_vertex;
        n++;
    }
    return n;
}

static enum tiers_reason draw_gathered(struct emu_context *ctx, struct tier_state *tier,
                                       const struct tier_batch *batch)
{
    const struct draw_info *info = &batch->info;
    size_t end = 0, offset;
    GLsizei n;

    for (size_t i = 0; i < batch->n; i++) {
        size_t e = batch->ranges[i].start + (size_t)batch->ranges[i].count;

        end = e > end ? e : end;
    }
    if (!end)
        return TIERS_OK;
    if (!tier_staging_bind(ctx, &tier->gathered, EMU_ELEMENT_ARRAY_BUFFER, end * info->index_size,
                           INDEX_ALIGN, info->client + info->index_offset, &offset))
        return TIERS_MEMORY;
    n = spell_out(tier, batch, offset);
    if (n < 0) {
        emu_buffer_restore(ctx, EMU_ELEMENT_ARRAY_BUFFER);
        return TIERS_MEMORY;
    }
    emu_draw_params(ctx, 0, batch->base_vertex, 0);
    ctx->es->MultiDrawElementsBaseVertexEXT(info->mode, tier->count, batch->type, tier->indices, n,
                                            tier->base);
    emu_buffer_restore(ctx, EMU_ELEMENT_ARRAY_BUFFER);
    return TIERS_OK;
}

static enum tiers_reason draw(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    struct tier_state *tier = state;
    const GLsizei *count = batch->count;
    const void *const *indices = batch->indices;
    const GLint *base = batch->base;
    GLsizei n = (GLsizei)batch->n;

    if (!batch->info.index_buffer)
        return draw_gathered(ctx, tier, batch);
    if (!count) {
        n = spell_out(tier, batch, batch->info.index_offset);
        count = tier->count;
        indices = tier->indices;
        base = tier->base;
    } else if (!base) {
        base = zeroes(tier, batch->n);
    }
    if (n < 0 || !base)
        return TIERS_MEMORY;
    emu_draw_params(ctx, 0, batch->base_vertex, 0);
    if (n > 0)
        ctx->es->MultiDrawElementsBaseVertexEXT(batch->info.mode, count, batch->type, indices, n, base);
    return TIERS_OK;
}

const struct tier tier_ext = {
    .name = "ext",
    .summary = "one glMultiDrawElementsBaseVertexEXT",
    .plain = true,
    .state_size = sizeof(struct tier_state),
    .usable = usable,
    .decline = decline,
    .draw = draw,
    .finish = finish,
};
