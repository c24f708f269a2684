/* SPDX-License-Identifier: MIT */
/* The list of tiers, and what can be said of each without a context: names, support, the order of "auto".
 * Adding a tier is one file, one enum value and one line here. */
#include "tiers/tier.h"

#include <assert.h>
#include <string.h>

static const struct tier *const list[TIERS_COUNT] = {
    [TIERS_EXT] = &tier_ext,
    [TIERS_MULTIINDIRECT] = &tier_multiindirect,
    [TIERS_INDIRECT] = &tier_indirect,
    [TIERS_BASEVERTEX] = &tier_basevertex,
    [TIERS_DRAWELEMENTS] = &tier_drawelements,
    [TIERS_COMPUTE] = &tier_compute,
};

/* Best first, by measurement: only a real multi-draw entry point beats replaying the sub-draws, and the
 * indirect draw path itself costs more than a base-vertex draw. compute is slowest everywhere and rewrites
 * the primitive stream: never by itself. */
static const enum tiers_tier best_first[] = {
    TIERS_EXT, TIERS_BASEVERTEX, TIERS_MULTIINDIRECT, TIERS_INDIRECT, TIERS_DRAWELEMENTS,
};

// clang-format off
static const char *const reasons[TIERS_REASONS] = {
    [TIERS_OK]             = "ok",
    [TIERS_RESTART_INDEX]  = "restart-index",
    [TIERS_RESTART]        = "restart",
    [TIERS_DRAW_ID]        = "draw-id",
    [TIERS_BASE_VERTEX]    = "base-vertex",
    [TIERS_PRIMITIVE_ID]   = "primitive-id",
    [TIERS_MODE]           = "mode",
    [TIERS_FEEDBACK]       = "transform-feedback",
    [TIERS_CLIENT_INDICES] = "client-indices",
    [TIERS_UNALIGNED]      = "unaligned",
    [TIERS_OUTSIDE]        = "outside-buffer",
    [TIERS_PARTIAL]        = "partial-primitive",
    [TIERS_BUFFER_SIZE]    = "buffer-size",
    [TIERS_BLOCK_SIZE]     = "block-size",
    [TIERS_TOO_MANY]       = "too-many-indices",
    [TIERS_PROGRAM]        = "program",
    [TIERS_MEMORY]         = "memory",
    [TIERS_WINDOW]         = "window",
    [TIERS_UNREADABLE]     = "unreadable",
    [TIERS_UNSUPPORTED]    = "unsupported",
};
// clang-format on

const struct tier *tiers_get(enum tiers_tier tier)
{
    assert(tier < TIERS_COUNT);
    return list[tier];
}

const char *tiers_name(enum tiers_tier tier)
{
    return tier < TIERS_COUNT ? list[tier]->name : NULL;
}

const char *tiers_summary(enum tiers_tier tier)
{
    return tier < TIERS_COUNT ? list[tier]->summary : NULL;
}

enum tiers_tier tiers_find(const char *name)
{
    for (int i = 0; i < TIERS_COUNT; i++) {
        if (!strcmp(list[i]->name, name))
            return i;
    }
    return TIERS_NONE;
}

const char *tiers_reason_name(enum tiers_reason reason)
{
    return reason < TIERS_REASONS ? reasons[reason] : NULL;
}

bool tiers_supported(const struct gles_caps *caps, const struct gles_table *es, enum tiers_tier tier,
                     const char **missing)
{
    *missing = NULL;
    return tiers_get(tier)->usable(caps, es, missing);
}

enum tiers_tier tiers_auto(const struct gles_caps *caps, const struct gles_table *es)
{
    for (size_t i = 0; i < sizeof best_first / sizeof best_first[0]; i++) {
        const char *missing;

        if (tiers_supported(caps, es, best_first[i], &missing))
            return best_first[i];
    }
    return TIERS_DRAWELEMENTS; /* needs nothing; not reached */
}

bool tiers_declined_next(const struct tiers_stats *stats, size_t *cursor, struct tiers_declined *out)
{
    const uint64_t *cells = &stats->declined[0][0][0];

    for (; *cursor < sizeof stats->declined / sizeof *cells; ++*cursor) {
        size_t i = *cursor;

        if (!cells[i])
            continue;
        *out = (struct tiers_declined){
            .tier = (enum tiers_tier)(i / (TIERS_COUNT + 1) / TIERS_REASONS),
            .reason = (enum tiers_reason)(i / (TIERS_COUNT + 1) % TIERS_REASONS),
            .to = (enum tiers_tier)(i % (TIERS_COUNT + 1)),
            .count = cells[i],
        };
        ++*cursor;
        return true;
    }
    return false;
}
