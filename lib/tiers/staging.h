/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TIERS_STAGING_H
#define RETRACE_TIERS_STAGING_H

#include "emu/emu_priv.h"

/* A driver buffer that hands out regions from front to back, each at a multiple of an alignment of the
 * caller's choice, and is orphaned when full, so that nothing is overwritten that a draw may still read.
 * Zero-initialised is empty. Unlike an emu_ring its regions can be bound as storage-block ranges, and be left
 * for the GPU to fill. */
struct tier_staging {
    GLuint es;
    size_t capacity, head; /* bytes */
};

/* A region of `bytes` (more than 0); *offset is a multiple of `align`, which is a power of two. With `data`
 * its contents are that, else undefined. False when memory is out. */
bool tier_staging_take(struct emu_context *ctx, struct tier_staging *staging, size_t bytes, size_t align,
                       const void *data, size_t *offset);
void tier_staging_finish(struct emu_context *ctx, struct tier_staging *staging);

#endif
