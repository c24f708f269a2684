/* SPDX-License-Identifier: MIT */
/* Tier drawelements: plain glDrawElements per sub-draw over an index stream rewritten on the CPU, for drivers
 * with no base-vertex draw, and the only tier that can express an application-chosen restart index: the
 * rewrite (lib/emu) widens every index to 32 bits, adds the base vertex at full precision and carries
 * restarts across as the fixed index.
 *
 * Needs nothing, declines nothing by shape. Draws nothing when the index buffer cannot be read.
 *
 * Cost: a pass over all indices and one upload per batch, and a copy of every index buffer that feeds it:
 * contents are kept from the start where this tier was forced or nothing better is there, so that no buffer
 * is read back from the driver but those the GPU wrote. */
#include "tiers/tier.h"

static bool usable(const struct gles_caps *caps, const struct gles_table *es, const char **missing)
{
    (void)caps, (void)es, (void)missing;
    return true;
}

static enum tiers_reason draw(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    const struct tiers_shape *shape = &batch->shape;
    const struct draw_extent extent = {shape->total, shape->end >> shape->index_size / 2};
    bool moved = shape->client_indices || shape->unaligned || shape->outside;
    const char *why = NULL;

    (void)state;
    if (emu_draw_rewritten(ctx, &batch->info, batch->ranges, batch->n, 0, moved ? NULL : &extent, &why))
        return TIERS_OK;
    log_msg(ctx->log, LOG_DEBUG, "multi-draw: drawelements: %s", why ? why : "no stream");
    return TIERS_UNREADABLE;
}

const struct tier tier_drawelements = {
    .name = "drawelements",
    .summary = "glDrawElements per sub-draw over an index stream rewritten on the CPU",
    .loops = true,
    .usable = usable,
    .draw = draw,
};
