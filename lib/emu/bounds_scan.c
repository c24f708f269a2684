/* SPDX-License-Identifier: MIT */
/* Which vertices a draw reads: for indices the lowest and the highest, restart indices left out. The loops
 * are plain C that the compiler vectorises, one per index type with and without restart, compiled once for
 * every x86-64 and once for AVX2: narrow types stay narrow, and a restart index is replaced by what changes
 * nothing instead of being jumped over. */
#include "emu/bounds.h"

#include "emu/draw.h"

/* At -O2 gcc leaves loops of unknown length alone. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Indices as they lie in memory: with no alignment, and of whatever type was written there. */
typedef uint8_t index8 __attribute__((may_alias));
typedef uint16_t index16 __attribute__((may_alias, aligned(1)));
typedef uint32_t index32 __attribute__((may_alias, aligned(1)));

#define SCAN(name, index, type, max)                                                                         \
    ALWAYS_INLINE struct bounds_indices name(const index *v, size_t count, bool restart, type skip)          \
    {                                                                                                        \
        type low = (max), high = 0;                                                                          \
        for (size_t i = 0; i < count; i++) {                                                                 \
            type x = v[i], none = (type)(restart ? -(x == skip) : 0);                                        \
            type l = x | none, h = x & (type)~none;                                                          \
            low = l < low ? l : low;                                                                         \
            high = h > high ? h : high;                                                                      \
        }                                                                                                    \
        return (struct bounds_indices){low, high};                                                           \
    }
SCAN(scan8, index8, uint8_t, 0xff)
SCAN(scan16, index16, uint16_t, 0xffff)
SCAN(scan32, index32, uint32_t, 0xffffffff)
#undef SCAN

ALWAYS_INLINE struct bounds_indices scan(const uint8_t *from, uint8_t size, size_t count, bool restart,
                                         uint32_t skip)
{
    switch (size) {
    case 1:
        return restart ? scan8(from, count, true, (uint8_t)skip) : scan8(from, count, false, 0);
    case 2:
        return restart ? scan16((const void *)from, count, true, (uint16_t)skip)
                       : scan16((const void *)from, count, false, 0);
    default:
        return restart ? scan32((const void *)from, count, true, skip)
                       : scan32((const void *)from, count, false, 0);
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static struct bounds_indices
scan_avx2(const uint8_t *from, uint8_t size, size_t count, bool restart, uint32_t skip)
{
    return scan(from, size, count, restart, skip);
}
#endif

struct bounds_indices emu_bounds_scan(const uint8_t *indices, uint8_t index_size, size_t count, bool restart,
                                      uint32_t restart_index)
{
    const struct bounds_indices none = {UINT32_MAX, 0};

    if (!count)
        return none;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        return scan_avx2(indices, index_size, count, restart, restart_index);
#endif
    return scan(indices, index_size, count, restart, restart_index);
}

/* --- vertices --- */

struct bounds_span emu_bounds_ranges(const struct draw_range *ranges, size_t n)
{
    struct bounds_span all = {0, 0};

    for (size_t i = 0; i < n; i++)
        all = emu_bounds_join(all, (struct bounds_span){(int64_t)ranges[i].start, ranges[i].count});
    return all;
}

/* Sums that wrap beside sums that do not: index by index. */
static struct bounds_span rebase_each(int32_t base_vertex, const uint8_t *indices, uint8_t index_size,
                                      size_t count, bool restart, uint32_t restart_index)
{
    uint32_t low = UINT32_MAX, high = 0;

    for (size_t i = 0; i < count; i++) {
        uint32_t index = emu_index_read(indices, index_size, i), vertex = index + (uint32_t)base_vertex;
        if (restart && index == restart_index)
            continue;
        low = vertex < low ? vertex : low;
        high = vertex > high ? vertex : high;
    }
    return (struct bounds_span){low, (int64_t)high - low + 1};
}

struct bounds_span emu_bounds_rebase(struct bounds_indices found, int32_t base_vertex, const uint8_t *indices,
                                     uint8_t index_size, size_t count, bool restart, uint32_t restart_index)
{
    const int64_t wrap = (int64_t)1 << 32;
    int64_t low = (int64_t)found.low + base_vertex, high = (int64_t)found.high + base_vertex;

    if (found.low > found.high)
        return (struct bounds_span){0, 0};
    if (high >= wrap && low < wrap)
        return rebase_each(base_vertex, indices, index_size, count, restart, restart_index);
    return (struct bounds_span){low >= wrap ? low - wrap : low, high - low + 1};
}

bool emu_bounds_vertices(const struct draw_info *info, const struct draw_range *ranges, size_t n,
                         const uint8_t *indices, size_t bytes, struct bounds_cache *cache,
                         struct bounds_span *vertices)
{
    bool restart = info->restart != DRAW_RESTART_NONE;
    size_t room = bytes / info->index_size;

    *vertices = (struct bounds_span){0, 0};
    for (size_t i = 0; i < n; i++) {
        size_t count = (size_t)ranges[i].count;
        const uint8_t *from = indices + ranges[i].start * info->index_size;
        struct bounds_key key = {.start = info->index_offset + ranges[i].start * info->index_size,
                                 .count = (uint32_t)count,
                                 .restart_index = restart ? info->restart_index : 0,
                                 .index_size = info->index_size,
                                 .restart = restart};
        struct bounds_indices found;
        if (!count)
            continue;
        if (ranges[i].start > room || count > room - ranges[i].start)
            return false;
        if (!emu_bounds_cache_find(cache, &key, &found)) {
            found = emu_bounds_scan(from, info->index_size, count, restart, info->restart_index);
            emu_bounds_cache_add(cache, &key, found);
        }
        *vertices =
            emu_bounds_join(*vertices, emu_bounds_rebase(found, ranges[i].base_vertex, from, info->index_size,
                                                         count, restart, info->restart_index));
    }
    return true;
}
