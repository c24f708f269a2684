/* SPDX-License-Identifier: MIT */
/* A buffer that is filled from front to back and orphaned when it is full: no stall on what the GPU still
 * reads, no allocation per use. Grows by doubling, never shrinks. */
#include "emu/emu_priv.h"

#include <stdlib.h>

struct emu_ring {
    GLuint es;
    size_t size, used;
};

struct emu_ring *emu_ring_create(struct emu_context *ctx, size_t initial_bytes)
{
    struct emu_ring *ring = calloc(1, sizeof *ring);

    if (!ring)
        return NULL;
    ring->size = initial_bytes;
    ring->used = initial_bytes; /* storage comes with the first upload */
    ctx->es->GenBuffers(1, &ring->es);
    return ring;
}

void emu_ring_destroy(struct emu_context *ctx, struct emu_ring *ring)
{
    if (!ring)
        return;
    ctx->es->DeleteBuffers(1, &ring->es);
    free(ring);
}

static __attribute__((cold)) void orphan(struct emu_context *ctx, struct emu_ring *ring, GLenum target,
                                         size_t bytes)
{
    while (ring->size < bytes)
        ring->size *= 2;
    ctx->es->BufferData(target, (GLsizeiptr)ring->size, NULL, GL_STREAM_DRAW);
}

/* Through `target`, where the ring stays bound when this succeeds. */
static inline bool reserve(struct emu_context *ctx, struct emu_ring *ring, GLenum target, size_t lead,
                           size_t bytes, size_t *offset)
{
    size_t rounded = (bytes + 15) & ~(size_t)15, first = (lead + 15) & ~(size_t)15;

    if (rounded < bytes || rounded > PTRDIFF_MAX / 4 || first < lead || first > PTRDIFF_MAX / 4)
        return false;
    ctx->es->BindBuffer(target, ring->es);
    if (ring->used < first)
        ring->used = first < ring->size ? first : ring->size;
    if (rounded > ring->size - ring->used) {
        orphan(ctx, ring, target, first + rounded);
        ring->used = first;
    }
    *offset = ring->used;
    ring->used += rounded;
    return true;
}

bool emu_ring_reserve(struct emu_context *ctx, struct emu_ring *ring, size_t lead, size_t bytes, GLuint *es,
                      size_t *offset)
{
    *es = ring->es;
    return reserve(ctx, ring, GL_COPY_WRITE_BUFFER, lead, bytes, offset);
}

bool emu_ring_upload_elements(struct emu_context *ctx, struct emu_ring *ring, const void *data, size_t bytes,
                              size_t *offset)
{
    if (!reserve(ctx, ring, GL_ELEMENT_ARRAY_BUFFER, 0, bytes, offset))
        return false;
    if (bytes)
        ctx->es->BufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)*offset, (GLsizeiptr)bytes, data);
    return true;
}
