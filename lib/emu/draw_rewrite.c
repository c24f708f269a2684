/* SPDX-License-Identifier: MIT */
/* Index streams rewritten on the CPU. A rewritten stream is GL_UNSIGNED_INT whatever came in, because GL adds
 * the base vertex at full precision; the restart index is carried unrebased, as the fixed index of that type
 * (OpenGL 4.6, 10.3.6 and 10.5).
 *
 * The inner loop of the drawelements tier: some 24 indices a range and 32 ranges a batch, so what is done
 * once per range counts as much as what is done per index. At -O2 compilers make no vectors of a plain loop;
 * the vector types that gcc and clang have for every machine make four indices one operation, and eight where
 * an x86 has AVX2, which is asked when it runs. */
#include "emu/emu_priv.h"

#include <stdlib.h>
#include <string.h>

enum { SCRATCH_MIN = 1024 }; /* indices */

/* A rewrite on its way. */
struct rewrite {
    const uint8_t *indices;
    size_t room; /* indices that may be read */
    uint32_t restart_index;
    uint32_t *out, *end; /* of the scratch memory that is left */
};

/* `rewrite_LANES`: so many indices at once. The size and `restart` are constant wherever they are handed
 * down. A true comparison of vectors is all ones. */
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
            index = __builtin_convertvector(u8, name##_u32);                                                 \
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

/* Eight indices by either. */
static inline __attribute__((always_inline)) void rewrite_block(bool wide, uint8_t size, bool restart,
                                                                uint32_t restart_index, uint32_t base,
                                                                const uint8_t *from, uint32_t *out)
{
    if (wide) {
        rewrite_eight(size, restart, restart_index, base, from, out);
    } else {
        rewrite_four(size, restart, restart_index, base, from, out);
        rewrite_four(size, restart, restart_index, base, from + 4 * size, out + 4);
    }
}

static inline __attribute__((always_inline)) void rewrite_one(uint8_t size, bool restart,
                                                              uint32_t restart_index, uint32_t base,
                                                              const uint8_t *from, uint32_t *out)
{
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
    *out = moved;
}

/* Ranges one after the other, up to the first that leaves the indices or finds no room: that one is returned,
 * else `stop`. A genuine 0xFFFFFFFF cannot be told from the sentinel in the new stream; as a vertex it is out
 * of every array. */
static inline __attribute__((always_inline)) const struct draw_range *
rewrite_ranges(bool wide, uint8_t size, bool restart, struct rewrite *rewrite, const struct draw_range *range,
               const struct draw_range *stop)
{
    const uint8_t *indices = rewrite->indices, *from;
    size_t room = rewrite->room;
    uint32_t *out = rewrite->out, *end = rewrite->end, restart_index = rewrite->restart_index;

    for (; range < stop; range++) {
        size_t count = (size_t)range->count;
        uint32_t base = (uint32_t)range->base_vertex, *next;

        if ((range->start + count > room && count) || count > (size_t)(end - out))
            break;
        next = out + count;
        from = indices + range->start * size;
        if (count >= 8) {
            const uint8_t *last = from + (count - 8) * size;
            for (; out < next - 8; out += 8, from += 8 * size)
                rewrite_block(wide, size, restart, restart_index, base, from, out);
            /* In part for the second time where the count is no multiple. */
            rewrite_block(wide, size, restart, restart_index, base, last, next - 8);
        } else {
            for (; out < next; out++, from += size)
                rewrite_one(size, restart, restart_index, base, from, out);
        }
        out = next;
    }
    rewrite->out = out;
    return range;
}

/* Sizes and restart are constant in what each call becomes. */
#define REWRITE_SIZES(wide)                                                                                  \
    do {                                                                                                     \
        if (size == 4)                                                                                       \
            return restart ? rewrite_ranges(wide, 4, true, rewrite, range, stop)                             \
                           : rewrite_ranges(wide, 4, false, rewrite, range, stop);                           \
        if (size == 2)                                                                                       \
            return restart ? rewrite_ranges(wide, 2, true, rewrite, range, stop)                             \
                           : rewrite_ranges(wide, 2, false, rewrite, range, stop);                           \
        return restart ? rewrite_ranges(wide, 1, true, rewrite, range, stop)                                 \
                       : rewrite_ranges(wide, 1, false, rewrite, range, stop);                               \
    } while (0)

static const struct draw_range *rewrite_narrow(uint8_t size, bool restart, struct rewrite *rewrite,
                                               const struct draw_range *range, const struct draw_range *stop)
{
    REWRITE_SIZES(false);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static const struct draw_range *rewrite_wide(uint8_t size, bool restart,
                                                                             struct rewrite *rewrite,
                                                                             const struct draw_range *range,
                                                                             const struct draw_range *stop)
{
    REWRITE_SIZES(true);
}

bool emu_draw_rewrites_wide(void)
{
    return __builtin_cpu_supports("avx2");
}
#else
static const struct draw_range *rewrite_wide(uint8_t size, bool restart, struct rewrite *rewrite,
                                             const struct draw_range *range, const struct draw_range *stop)
{
    return rewrite_narrow(size, restart, rewrite, range, stop);
}

bool emu_draw_rewrites_wide(void)
{
    return false;
}
#endif

/* Scratch memory for count indices more, those that are there kept. */
static bool grow(struct emu_context *ctx, struct rewrite *rewrite, size_t count)
{
    size_t used = rewrite->out ? (size_t)(rewrite->out - ctx->draw.index_scratch) : 0, capacity;
    uint32_t *grown;

    if (count > SIZE_MAX / 16 - used)
        return false;
    capacity = (used + count) * 2;
    grown = realloc(ctx->draw.index_scratch, capacity * sizeof *grown);
    if (!grown)
        return false;
    ctx->draw.index_scratch = grown;
    ctx->draw.index_capacity = capacity;
    rewrite->out = grown + used;
    rewrite->end = grown + capacity;
    return true;
}

const char *emu_draw_rewrite(struct emu_context *ctx, const struct draw_info *info,
                             const struct draw_range *ranges, size_t n, size_t *total)
{
    const struct draw_range *range = ranges, *stop = ranges + n;
    struct rewrite rewrite = {.restart_index = info->restart_index, .out = ctx->draw.index_scratch};
    bool restart = info->restart != DRAW_RESTART_NONE;
    size_t bytes;

    *total = 0;
    rewrite.indices = emu_draw_indices(ctx, info, &bytes);
    if (!rewrite.indices)
        return "the indices cannot be read";
    rewrite.room = info->index_size == 4 ? bytes / 4 : info->index_size == 2 ? bytes / 2 : bytes;
    if (!rewrite.out && !grow(ctx, &rewrite, SCRATCH_MIN))
        return "out of memory";
    rewrite.end = ctx->draw.index_scratch + ctx->draw.index_capacity;
    for (;;) {
        range = ctx->draw.wide ? rewrite_wide(info->index_size, restart, &rewrite, range, stop)
                               : rewrite_narrow(info->index_size, restart, &rewrite, range, stop);
        if (range == stop)
            break;
        if (range->start + (size_t)range->count > rewrite.room)
            return "a range lies outside the index buffer";
        if (!grow(ctx, &rewrite, (size_t)range->count))
            return "out of memory";
    }
    *total = (size_t)(rewrite.out - ctx->draw.index_scratch);
    return NULL;
}
