/* SPDX-License-Identifier: MIT */
/* The command buffer that the tiers multiindirect and indirect draw from: one 20-byte
 * DrawElementsIndirectCommand per sub-draw, packed, staged (staging.c) through the binding that the draws
 * use. A command's firstIndex counts in indices, so only an aligned offset into a buffer can be said at all;
 * the caller has declined the rest.
 *
 * Cost: 20 bytes written twice per sub-draw, one upload and two binds of DRAW_INDIRECT per batch. */
#include "tiers/command.h"

#include <stdlib.h>

_Static_assert(sizeof(struct tier_command) == 20, "commands are packed");

enum { COMMAND_ALIGN = 16 };

void tier_commands_finish(struct emu_context *ctx, struct tier_commands *commands)
{
    tier_staging_finish(ctx, &commands->staging);
    free(commands->items);
    *commands = (struct tier_commands){0};
}

/* Room for n, with what all commands have in common written once. */
static bool reserve(struct tier_commands *commands, size_t n)
{
    size_t before = commands->capacity;

    if (!tier_reserve(&commands->items, &commands->capacity, n, sizeof *commands->items))
        return false;
    for (size_t i = 0; commands->capacity != before && i < commands->capacity; i++)
        commands->items[i] = (struct tier_command){.instances = 1};
    return true;
}

static inline __attribute__((always_inline)) void
write_as(unsigned shift, struct tier_command *restrict items, const struct tier_batch *batch)
{
    const GLsizei *count = batch->count;
    const void *const *indices = batch->indices;
    const GLint *base = batch->base;

    for (size_t i = 0, n = batch->n; i < n; i++) {
        items[i].count = (GLuint)count[i];
        items[i].first_index = (GLuint)((uintptr_t)indices[i] >> shift);
        items[i].base_vertex = base ? base[i] : 0;
    }
}

/* Both return how many commands they wrote. The plain one has no empty sub-draws to leave out. */
static size_t write_plain(struct tier_command *items, const struct tier_batch *batch)
{
    if (batch->info.index_size == 4)
        write_as(2, items, batch);
    else if (batch->info.index_size == 2)
        write_as(1, items, batch);
    else
        write_as(0, items, batch);
    return batch->n;
}

static size_t write_ranges(struct tier_command *items, const struct tier_batch *batch)
{
    const struct draw_range *ranges = batch->ranges;
    size_t first = batch->info.index_offset / batch->info.index_size, written = 0;

    for (size_t i = 0, n = batch->n; i < n; i++) {
        if (!ranges[i].count)
            continue;
        items[written].count = (GLuint)ranges[i].count;
        items[written].first_index = (GLuint)(first + ranges[i].start);
        items[written].base_vertex = ranges[i].base_vertex;
        written++;
    }
    return written;
}

enum tiers_reason tier_commands_bind(struct emu_context *ctx, struct tier_commands *commands,
                                     const struct tier_batch *batch, size_t *offset, GLsizei *n)
{
    size_t written;

    if (!reserve(commands, batch->n))
        return TIERS_MEMORY;
    written = batch->count ? write_plain(commands->items, batch) : write_ranges(commands->items, batch);
    *n = (GLsizei)written;
    /* With nothing to draw the binding still has to be something. */
    if (!tier_staging_bind(ctx, &commands->staging, EMU_DRAW_INDIRECT_BUFFER,
                           (written ? written : 1) * sizeof *commands->items, COMMAND_ALIGN,
                           written ? commands->items : NULL, offset))
        return TIERS_MEMORY;
    return TIERS_OK;
}

void tier_commands_unbind(struct emu_context *ctx)
{
    emu_buffer_restore(ctx, EMU_DRAW_INDIRECT_BUFFER);
    emu_draw_indirect_settle(ctx);
}
