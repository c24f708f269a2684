/* SPDX-License-Identifier: MIT */
/* The command buffer that the tiers multiindirect and indirect draw from: one 20-byte
 * DrawElementsIndirectCommand per sub-draw, packed, in a ring that is orphaned when full. A command's
 * firstIndex counts in indices, so only an aligned offset into a buffer can be said at all; the caller has
 * declined the rest.
 *
 * Cost: 20 bytes written twice per sub-draw, two binds of COPY_WRITE and two of DRAW_INDIRECT per batch. */
#include "tiers/command.h"

#include <stdlib.h>

_Static_assert(sizeof(struct tier_command) == 20, "commands are packed");

enum { RING_BYTES = 64 * 1024 };

bool tier_commands_init(struct emu_context *ctx, struct tier_commands *commands)
{
    commands->ring = emu_ring_create(ctx, RING_BYTES);
    return commands->ring != NULL;
}

void tier_commands_finish(struct emu_context *ctx, struct tier_commands *commands)
{
    if (commands->ring)
        emu_ring_destroy(ctx, commands->ring);
    free(commands->items);
    *commands = (struct tier_commands){0};
}

enum tiers_reason tier_commands_bind(struct emu_context *ctx, struct tier_commands *commands,
                                     const struct tier_batch *batch, size_t *offset)
{
    size_t first = batch->info.index_offset / batch->info.index_size;
    GLuint es;

    if (!tier_reserve(&commands->items, &commands->capacity, batch->n, sizeof *commands->items))
        return TIERS_MEMORY;
    for (size_t i = 0; i < batch->n; i++) {
        const struct draw_range *range = &batch->ranges[i];

        commands->items[i] = (struct tier_command){
            .count = (GLuint)range->count,
            .instances = 1,
            .first_index = (GLuint)(first + range->start),
            .base_vertex = range->base_vertex,
        };
    }
    if (!emu_ring_upload(ctx, commands->ring, commands->items, batch->n * sizeof *commands->items, &es,
                         offset))
        return TIERS_MEMORY;
    emu_buffer_bind_es(ctx, EMU_DRAW_INDIRECT_BUFFER, es);
    return TIERS_OK;
}

void tier_commands_unbind(struct emu_context *ctx)
{
    emu_buffer_restore(ctx, EMU_DRAW_INDIRECT_BUFFER);
}
