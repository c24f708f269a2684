/* SPDX-License-Identifier: MIT */
/* The facts of `retrace info`: a census, and for each batch in it which tiers could take it. The tiers
 * themselves are asked, with the facts of the trace in place of a context's, so that a prediction follows the
 * same rules as a run. The driver is taken to be without gaps (OpenGL ES 3.2, storage blocks of 128 MiB, the
 * least that ES 3.1 allows). */
#include "info.h"

#include "gl_api.h"
#include "tiers/shape.h"

static const struct tiers_limits full_driver = {.feedback = true, .max_storage_block_size = 128 << 20};

static enum draw_restart restart_of(const struct trace_census_batch *b)
{
    uint32_t all_ones = b->index_size == 4 ? UINT32_MAX : (1u << 8 * b->index_size) - 1;

    if (b->restart_fixed || (b->restart && b->restart_index == all_ones))
        return DRAW_RESTART_FIXED;
    return b->restart && b->restart_index < all_ones ? DRAW_RESTART_REWRITE : DRAW_RESTART_NONE;
}

static void predict(void *priv, const struct trace_census_batch *b)
{
    struct info *info = priv;
    const struct tiers_shape shape = {
        .mode = b->mode,
        .index_size = (uint8_t)b->index_size,
        .subdraws = b->n,
        .total = b->total,
        .buffer_size = b->client ? 0 : b->buffer_size,
        .end = b->end,
        .restart = restart_of(b),
        .restart_on = b->restart || b->restart_fixed,
        .client_indices = b->client,
        .unaligned = !b->client && b->unaligned,
        /* A size that is not in the trace is given the benefit of the doubt. */
        .outside = !b->client && b->buffer_size && b->end > b->buffer_size,
        .partial = tiers_counts_partial(b->mode, b->counts, b->n),
        .bases_vary = b->bases_vary,
        .feedback = b->feedback,
        .reads_draw_id = b->reads_draw_id,
        .reads_base_vertex = b->reads_base_vertex,
        .reads_primitive_id = b->reads_primitive_id,
    };

    for (int tier = 0; tier < TIERS_COUNT; tier++) {
        enum tiers_reason reason = tiers_decline((enum tiers_tier)tier, &shape, &full_driver);

        if (!info->predicted[tier][reason]++)
            info->first[tier][reason] = b->call->no;
    }
}

bool info_take(struct info *info)
{
    return trace_census_take(&info->census, info->parser, predict, info);
}

void info_finish(struct info *info)
{
    trace_census_finish(&info->census);
}
