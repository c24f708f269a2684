/* SPDX-License-Identifier: MIT */
/* Index streams rewritten on the CPU. A rewritten stream is GL_UNSIGNED_INT whatever came in, because GL adds
 * the base vertex at full precision; the restart index is carried unrebased, as the fixed index of that type
 * (OpenGL 4.6, 10.3.6 and 10.5).
 *
 * The inner loop of the drawelements tier: some 24 indices a range and 32 ranges a batch, so what is done
 * once per range counts as much as what is done per index. At -O2 compilers make no vectors of a plain loop;
 * the vector types that gcc and clang have for every machine make four indices one operation, and eight where
 * an x86 has AVX2, which is asked when it runs. AVX-512's sixteen were tried and are slower. */
#include "emu/emu_priv.h"

#include <stdlib.h>
#include <string.h>

/* A rewrite on its way: all ranges lie in `indices`, and `out` has room for them. */
struct rewrite {
    const uint8_t *indices;
    uint32_t *out;
    const struct draw_range *range, *stop;
    uint32_t restart_index;
    uint8_t size;
    bool restart;
};

/* --- blocks --- */

/* `rewrite_LANES`: so many indices at once. The size and `restart` are constant wherever they are handed
 * down. Bytes are widened in two steps, since gcc takes one step apart. A true comparison of vectors is all
 * ones. */
#define DEFINE_REWRITE(name, lanes)                                                                          \
    typedef uint8_t name##_u8 __attribute__((vector_size(lanes)));                                           \
    typedef uint16_t name##_u16 __attribute__((vector_size((lanes)*2)));                                     \
    typedef uint32_t name##_u32 __attribute__((vector_size((lanes)*4)));                                     \
    static inline __attribute__((always_inline)) void rewrite_##name(uint8_t size, bool restart,             \
                                                                     uint32_t restart_index, uint32_t base,  \
                                                                     const uint8_t *from, uint32_t *out)     \
    {                                                                                                        \
        name##_u8 u8;                                                                                        \
        name##_u16 u16;                                                                                      \
        name##_u32 index, moved;                                                                             \
                                                                                                             \
        if (size == 1) {                                                                                     \
            memcpy(&u8, from, sizeof u8);                                                                    \
            u16 = __builtin_convertvector(u8, name##_u16);                                                   \
            index = __builtin_convertvector(u16, name##_u32);                                                \
        } else if (size == 2) {                                                                              \
            memcpy(&u16, from, sizeof u16);                                                                  \
            index = __builtin_convertvector(u16, name##_u32);                                                \
        } else {                                                                                             \
            memcpy(&index, from, sizeof index);                                                              \
        }                                                                                                    \
        moved = index + base;                                                                                \
        if (restart) {                                                                                       \
            moved += (name##_u32)(moved == UINT32_MAX);                                                      \
            moved |= (name##_u32)(index == restart_index);                                                   \
        }                                                                                                    \
        memcpy(out, &moved, sizeof moved);                                                                   \
    }

DEFINE_REWRITE(four, 4)
DEFINE_REWRITE(eight, 8)

static inline __attribute__((always_inline)) void rewrite_block(unsigned lanes, uint8_t size, bool restart,
                                                                uint32_t restart_index, uint32_t base,
                                                                const uint8_t *from, uint32_t *out)
{
    if (lanes == 8)
        rewrite_eight(size, restart, restart_index, base, from, out);
    else
        rewrite_four(size, restart, restart_index, base, from, out);
}

/* --- ranges --- */

/* At least `lanes` indices; the last block is rewritten in part for the second time where the count is no
 * multiple. The usual run, of up to three blocks, is free of loops: jumps cost as much as blocks. */
static inline __attribute__((always_inline)) void rewrite_run(unsigned lanes, uint8_t size, bool restart,
                                                              uint32_t restart_index, uint32_t base,
                                                              const uint8_t *from, uint32_t *out,
                                                              size_t count)
{
#define BLOCK(i) rewrite_block(lanes, size, restart, restart_index, base, from + (i)*size, out + (i))
    size_t last = count - lanes;

    BLOCK(0);
    if (__builtin_expect(last > lanes, 1))
        BLOCK(lanes);
    for (size_t i = 2 * lanes; __builtin_expect(i < last, 0); i += lanes)
        BLOCK(i);
    BLOCK(last);
#undef BLOCK
}

static inline __attribute__((always_inline)) void rewrite_few(uint8_t size, bool restart,
                                                              uint32_t restart_index, uint32_t base,
                                                              const uint8_t *from, uint32_t *out,
                                                              size_t count)
{
    for (size_t i = 0; i < count; i++, from += size) {
        uint16_t u16;
        uint32_t index = *from, moved;

        if (size == 2) {
            memcpy(&u16, from, sizeof u16);
            index = u16;
        } else if (size == 4) {
            memcpy(&index, from, sizeof index);
        }
        moved = index + base;
        if (restart)
            moved = index == restart_index ? UINT32_MAX : moved == UINT32_MAX ? UINT32_MAX - 1 : moved;
        out[i] = moved;
    }
}

/* A genuine 0xFFFFFFFF cannot be told from the sentinel in the new stream; as a vertex it is out of every
 * array. */
static inline __attribute__((always_inline)) void rewrite_ranges(unsigned lanes, uint8_t size, bool restart,
                                                                 const struct rewrite *rewrite)
{
    const uint8_t *indices = rewrite->indices;
    const struct draw_range *stop = rewrite->stop;
    uint32_t *out = rewrite->out, restart_index = rewrite->restart_index;

    for (const struct draw_range *range = rewrite->range; range < stop; range++) {
        size_t count = (GLuint)range->count;
        const uint8_t *from = indices + range->start * size;
        uint32_t base = (uint32_t)range->base_vertex;

        if (__builtin_expect(count >= lanes, 1))
            rewrite_run(lanes, size, restart, restart_index, base, from, out, count);
        else if (lanes > 4 && count >= 4)
            rewrite_run(4, size, restart, restart_index, base, from, out, count);
        else
            rewrite_few(size, restart, restart_index, base, from, out, count);
        out += count;
    }
}

/* Sizes and restart are constant in what each call becomes. */
#define REWRITE_SIZES(lanes, rewrite)                                                                        \
    do {                                                                                                     \
        if ((rewrite)->size == 4)                                                                            \
            (rewrite)->restart ? rewrite_ranges(lanes, 4, true, rewrite)                                     \
                               : rewrite_ranges(lanes, 4, false, rewrite);                                   \
        else if ((rewrite)->size == 2)                                                                       \
            (rewrite)->restart ? rewrite_ranges(lanes, 2, true, rewrite)                                     \
                               : rewrite_ranges(lanes, 2, false, rewrite);                                   \
        else                                                                                                 \
            (rewrite)->restart ? rewrite_ranges(lanes, 1, true, rewrite)                                     \
                               : rewrite_ranges(lanes, 1, false, rewrite);                                   \
    } while (0)

static void by_four(const struct rewrite *rewrite)
{
    REWRITE_SIZES(4, rewrite);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void by_eight(const struct rewrite *rewrite)
{
    REWRITE_SIZES(8, rewrite);
}

uint8_t emu_draw_lanes(void)
{
    return __builtin_cpu_supports("avx2") ? 8 : 4;
}

static void run(uint8_t lanes, const struct rewrite *rewrite)
{
    if (lanes == 8)
        by_eight(rewrite);
    else
        by_four(rewrite);
}
#else
uint8_t emu_draw_lanes(void)
{
    return 4;
}

static void run(uint8_t lanes, const struct rewrite *rewrite)
{
    (void)lanes;
    by_four(rewrite);
}
#endif

/* --- a stream --- */

static __attribute__((noinline)) struct draw_extent measure(const struct draw_range *ranges, size_t n)
{
    struct draw_extent extent = {0};

    for (size_t i = 0; i < n; i++) {
        uint64_t count = (uint64_t)ranges[i].count, end;

        if (__builtin_add_overflow(ranges[i].start, count, &end))
            end = UINT64_MAX; /* an offset may be any number */
        extent.total += count;
        extent.end = count && end > extent.end ? end : extent.end;
    }
    return extent;
}

/* By cache lines: stores that straddle two of them cost. */
static __attribute__((cold)) bool grow(struct emu_draw_state *draw, uint64_t total)
{
    uint32_t *grown;

    if (total > SIZE_MAX / 16)
        return false;
    grown = aligned_alloc(64, ((size_t)total * 2 * sizeof *grown + 63) & ~(size_t)63);
    if (!grown)
        return false;
    free(draw->index_scratch);
    draw->index_scratch = grown;
    draw->index_capacity = (size_t)total * 2;
    return true;
}

const char *emu_draw_rewrite(struct emu_context *ctx, const struct draw_info *info,
                             const struct draw_range *ranges, size_t n, const struct draw_extent *known,
                             size_t *total)
{
    struct draw_extent measured;
    size_t bytes;
    const uint8_t *indices = emu_draw_indices(ctx, info, &bytes);

    *total = 0;
    if (!known) {
        measured = measure(ranges, n);
        known = &measured;
    }
    if (!indices)
        return "the indices cannot be read";
    if (known->end > bytes >> info->index_size / 2)
        return "a range lies outside the index buffer";
    if (known->total > ctx->draw.index_capacity && !grow(&ctx->draw, known->total))
        return "out of memory";
    run(ctx->draw.lanes, &(struct rewrite){.indices = indices,
                                           .out = ctx->draw.index_scratch,
                                           .range = ranges,
                                           .stop = ranges + n,
                                           .restart_index = info->restart_index,
                                           .size = info->index_size,
                                           .restart = info->restart != DRAW_RESTART_NONE});
    *total = (size_t)known->total;
    return NULL;
}
