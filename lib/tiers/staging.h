/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TIERS_STAGING_H
#define RETRACE_TIERS_STAGING_H

#include "emu/emu_priv.h"

/* A driver buffer that hands out regions from front to back, each at a multiple of an alignment of the
 * caller's choice, and is orphaned when full, so that nothing is overwritten that a draw may still read.
 * Zero-initialised is empty. Unlike an emu_ring it can be filled through the binding that the draw will use,
 * its regions can be storage-block ranges, and the GPU may fill them. */
struct tier_staging {
    GLuint es;
    size_t capacity, head; /* bytes */
};

/* A region of `bytes` (more than 0); *offset is a multiple of `align`, a power of two. With `data` its
 * contents are that, else undefined. The buffer is left bound to `target`, which the caller restores; false
 * when memory is out, with the binding restored. */
bool tier_staging_bind(struct emu_context *ctx, struct tier_staging *staging, enum emu_buffer_target target,
                       size_t bytes, size_t align, const void *data, size_t *offset);
void tier_staging_finish(struct emu_context *ctx, struct tier_staging *staging);

#endif
