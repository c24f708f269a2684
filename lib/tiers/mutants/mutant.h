/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TIERS_MUTANT_H
#define RETRACE_TIERS_MUTANT_H

#include "gles/driver.h"
#include "tiers/tier.h"

/* Deliberately wrong tiers, the negative controls of the harness: each is one bug that a public emulation has
 * had, or one rule of ours broken. Linked into a test binary of their own, never into the product. */

struct gles_table;

struct mutant {
    const char *name;
    enum tiers_tier tier; /* whose arm goes wrong; the others are left alone */
    const char *traces;   /* that should catch it, the likeliest first */
    const char *defect;
    /* Each optional. What the tier's own decline gets to see, … */
    void (*shape)(struct tiers_shape *shape);
    /* … and steps that stand in for the tier's; they may call the real ones (mutant_real). */
    enum tiers_reason (*prepare)(struct emu_context *ctx, void *state, const struct tier_batch *batch);
    enum tiers_reason (*draw)(struct emu_context *ctx, void *state, const struct tier_batch *batch);
    /* Driver functions replaced while the tier works. */
    void (*driver)(struct gles_table *es);
    /* One index of a rewritten stream. */
    uint32_t (*rewrite)(const struct draw_info *info, const struct draw_range *range,
                        const struct draw_range *first, uint32_t index);
    unsigned flags;
};

enum {
    MUTANT_NO_DRAW_ID = 1,       /* gl_DrawID is not fed */
    MUTANT_NO_BASE_VERTEX = 2,   /* gl_BaseVertex is not fed */
    MUTANT_KEEP_ELEMENT = 4,     /* the tier's index buffer stays bound */
    MUTANT_KEEP_INDIRECT = 8,    /* the tier's command buffer stays bound */
    MUTANT_UNANNOUNCED = 16,     /* nothing in the log */
    MUTANT_DECLINES = 32,        /* declines everything, and announces itself all the same */
    MUTANT_POINTER_ONLY = 64,    /* supported wherever the function resolves */
    MUTANT_DECLINES_FRESH = 128, /* declines the first batch of every program */
    MUTANT_UNCONDITIONAL = 256,  /* conditional rendering discards nothing */
};

/* The mutant that RETRACE_MUTANT names; NULL: none. An unknown name ends the process with status 2. */
const struct mutant *mutant_active(void);
/* The tier that it stands in for. */
const struct tier *mutant_real(void);
/* The driver's own functions, while some are replaced. */
const struct gles_table *mutant_driver(void);

#endif
