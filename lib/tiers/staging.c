/* SPDX-License-Identifier: MIT */
/* Staging memory on the driver for what the compute tier reads and writes. Regions are taken from front to
 * back; at the end the buffer is orphaned (respecified without data), at twice the size if the region did not
 * fit at all, and never shrinks. All through COPY_WRITE, whose binding is put back.
 *
 * Cost: two binds, plus one glBufferSubData where there is data; an allocation on wrap only. */
#include "tiers/staging.h"

enum { STAGING_MIN = 64 * 1024 };

/* New storage for the buffer, COPY_WRITE being bound to it. An allocation can fail on the driver's side only,
 * so it is the driver that is asked; wraps are rare enough for that. */
static bool orphan(struct emu_context *ctx, struct tier_staging *staging, size_t capacity)
{
    ctx->es->BufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)capacity, NULL, GL_STREAM_DRAW);
    staging->head = 0;
    staging->capacity = emu_es_error(ctx, "multi-draw staging") == GL_NO_ERROR ? capacity : 0;
    return staging->capacity != 0;
}

bool tier_staging_take(struct emu_context *ctx, struct tier_staging *staging, size_t bytes, size_t align,
                       const void *data, size_t *offset)
{
    size_t at = (staging->head + align - 1) & ~(align - 1);
    bool ok = true;

    if (!staging->es)
        ctx->es->GenBuffers(1, &staging->es);
    emu_buffer_bind_es(ctx, EMU_COPY_WRITE_BUFFER, staging->es);
    if (at + bytes > staging->capacity) {
        size_t capacity = staging->capacity ? staging->capacity : STAGING_MIN;

        while (capacity < bytes)
            capacity *= 2;
        ok = orphan(ctx, staging, capacity);
        at = 0;
    }
    if (ok && data)
        ctx->es->BufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)at, (GLsizeiptr)bytes, data);
    emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
    if (!ok)
        return false;
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
