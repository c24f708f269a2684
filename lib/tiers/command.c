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
write_as(unsigned shift, struct tier_command *restrict items, const struct tier_batch *batch, size_t first)
{
    const GLsizei *count = batch->count;
    const void *const *indices = batch->indices;
    const GLint *base = batch->base;

    for (size_t i = first, n = batch->n; i < n; i++) {
        items[i].count = (GLuint)count[i];
        items[i].first_index = (GLuint)((uintptr_t)indices[i] >> shift);
        items[i].base_vertex = base ? base[i] : 0;
    }
}

#ifdef __x86_64__
#include <immintrin.h>

_Static_assert(offsetof(struct tier_command, base_vertex) == 12 &&
                   offsetof(struct tier_command, instances) == 4,
               "count, instances, first index and base vertex are four words on end");

/* Four at a time while there are four; how many were written. */
__attribute__((target("avx2"))) static size_t write_wide(struct tier_command *restrict items,
                                                         const struct tier_batch *batch)
{
    const __m256i low_halves = _mm256_setr_epi32(0, 2, 4, 6, 0, 0, 0, 0);
    const __m128i one = _mm_set1_epi32(1), shift = _mm_cvtsi32_si128(batch->info.index_size / 2);
    __m128i base = _mm_setzero_si128();
    size_t i = 0;

    for (; i + 4 <= batch->n; i += 4) {
        __m128i count = _mm_loadu_si128((const __m128i *)(const void *)(batch->count + i));
        __m256i offset = _mm256_loadu_si256((const __m256i *)(const void *)(batch->indices + i));
        __m128i first =
            _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(_mm256_srl_epi64(offset, shift), low_halves));
        __m128i a, b, c, d;

        if (batch->base)
            base = _mm_loadu_si128((const __m128i *)(const void *)(batch->base + i));
        a = _mm_unpacklo_epi32(count, one);
        b = _mm_unpackhi_epi32(count, one);
        c = _mm_unpacklo_epi32(first, base);
        d = _mm_unpackhi_epi32(first, base);
        _mm_storeu_si128((__m128i *)(void *)&items[i], _mm_unpacklo_epi64(a, c));
        _mm_storeu_si128((__m128i *)(void *)&items[i + 1], _mm_unpackhi_epi64(a, c));
        _mm_storeu_si128((__m128i *)(void *)&items[i + 2], _mm_unpacklo_epi64(b, d));
        _mm_storeu_si128((__m128i *)(void *)&items[i + 3], _mm_unpackhi_epi64(b, d));
    }
    return i;
}
#else
static size_t write_wide(struct tier_command *items, const struct tier_batch *batch)
{
    (void)items, (void)batch;
    return 0;
}
#endif

/* Both return how many commands they wrote. The plain one has no empty sub-draws to leave out. */
static size_t write_plain(struct tier_command *items, const struct tier_batch *batch)
{
    size_t done = batch->lanes >= 8 ? write_wide(items, batch) : 0;

    if (done == batch->n)
        return done;
    if (batch->info.index_size == 4)
        write_as(2, items, batch, done);
    else if (batch->info.index_size == 2)
        write_as(1, items, batch, done);
    else
        write_as(0, items, batch, done);
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
