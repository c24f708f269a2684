/* SPDX-License-Identifier: MIT */
/* Tier basevertex: one base-vertex draw per sub-draw. The reference of every comparison: shortest, obviously
 * right, never optimised. The loop is lib/emu's own, the one that draws everything else too.
 *
 * Needs base-vertex draws: OpenGL ES 3.2, or GL_EXT_ or GL_OES_draw_elements_base_vertex. Declines an
 * application-chosen restart index, which the driver cannot be told; nothing else. */
#include "tiers/tier.h"

static bool usable(const struct gles_caps *caps, const struct gles_table *es, const char **missing)
{
    if (!caps->has_base_vertex)
        *missing = "GL_EXT_draw_elements_base_vertex";
    else if (!es->DrawElementsBaseVertex)
        *missing = "glDrawElementsBaseVertex";
    else
        return true;
    return false;
}

static enum tiers_reason decline(const struct tiers_shape *shape, const struct tiers_limits *limits)
{
    (void)limits;
    return shape->restart == DRAW_RESTART_REWRITE ? TIERS_RESTART_INDEX : TIERS_OK;
}

static enum tiers_reason draw(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    (void)state;
    emu_draw_ranges(ctx, &batch->info, batch->ranges, batch->n, 0);
    return TIERS_OK;
}

const struct tier tier_basevertex = {
    .name = "basevertex",
    .summary = "one base-vertex draw per sub-draw; the reference",
    .loops = true,
    .usable = usable,
    .decline = decline,
    .draw = draw,
};
