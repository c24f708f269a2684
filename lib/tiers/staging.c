/* SPDX-License-Identifier: MIT */
/* Staging memory on the driver for what the tiers write: command buffers, gathered indices, what the compute
 * tier reads and produces. Regions are taken from front to back; at the end the buffer is orphaned
 * (respecified without data), at twice the size if the region did not fit at all, and never shrinks.
 *
 * Cost: one bind (and the caller's to undo it), plus one glBufferSubData where there is data; an allocation
 * on wrap only. */
#include "tiers/staging.h"

enum { STAGING_MIN = 256 * 1024 };

/* New storage for the buffer that is bound to `target`. An allocation can fail on the driver's side only, so
 * it is the driver that is asked; wraps are rare enough for that. */
static __attribute__((cold)) bool orphan(struct emu_context *ctx, struct tier_staging *staging, GLenum target,
                                         size_t bytes)
{
    size_t capacity = staging->capacity ? staging->capacity : STAGING_MIN;

    while (capacity < bytes)
        capacity *= 2;
    ctx->es->BufferData(target, (GLsizeiptr)capacity, NULL, GL_STREAM_DRAW);
    staging->head = 0;
    staging->capacity = emu_es_error(ctx, "multi-draw staging") == GL_NO_ERROR ? capacity : 0;
    return staging->capacity != 0;
}

bool tier_staging_bind(struct emu_context *ctx, struct tier_staging *staging, enum emu_buffer_target target,
                       size_t bytes, size_t align, const void *data, size_t *offset)
{
    GLenum es_target = emu_buffer_target_enum(target);
    size_t at = (staging->head + align - 1) & ~(align - 1);

    if (bytes > SIZE_MAX / 4)
        return false;
    if (!staging->es)
        ctx->es->GenBuffers(1, &staging->es);
    emu_buffer_bind_es(ctx, target, staging->es);
    if (at + bytes > staging->capacity) {
        if (!orphan(ctx, staging, es_target, bytes)) {
            emu_buffer_restore(ctx, target);
            return false;
        }
        at = 0;
    }
    if (data)
        ctx->es->BufferSubData(es_target, (GLintptr)at, (GLsizeiptr)bytes, data);
    staging->head = at + bytes;
    *offset = at;
    return true;
}

void tier_staging_finish(struct emu_context *ctx, struct tier_staging *staging)
{
    if (staging->es)
        ctx->es->DeleteBuffers(1, &staging->es);
    *staging = (struct tier_staging){0};
}
