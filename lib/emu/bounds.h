/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_BOUNDS_H
#define RETRACE_EMU_BOUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct draw_info;
struct draw_range;
struct emu_attrib;
struct emu_vertex_binding;
struct bounds_cache;

/* How much of each vertex array a draw reads. It follows from the draw and from that array alone, never from
 * another array: an instanced array is as long as its instances are many, however few vertices the draw has.
 * Pure functions, no GL and no context. */

/* Elements [first, first + count) of an array; count 0: none. A negative first is an element before the
 * array, which GL leaves undefined and which nobody may read. */
struct bounds_span {
    int64_t first, count;
};

/* Bytes [begin, end) counted from where the array's binding starts; begin == end: none. Both stop at the ends
 * of what 64 bits hold instead of wrapping. */
struct bounds_bytes {
    int64_t begin, end;
};

/* One vertex array. */
struct bounds_array {
    uint32_t offset;  /* of element 0 from the start of the binding, bytes */
    uint32_t element; /* bytes that one element has */
    uint32_t stride;  /* as in force: 0 only for a true 0, every vertex then reads element 0 */
    uint32_t divisor; /* 0: by vertex */
};
struct bounds_array emu_bounds_array(const struct emu_attrib *attrib,
                                     const struct emu_vertex_binding *binding);

/* What of a draw call the bounds depend on. */
struct bounds_draw {
    struct bounds_span vertices; /* base vertex added; only needed where an array is read by vertex */
    uint32_t instances, base_instance;
};

/* Whether the array's bounds depend on which vertices are drawn: only then must indices be scanned. */
static inline bool emu_bounds_by_vertex(const struct bounds_array *array)
{
    return array->stride && !array->divisor;
}

/* The elements and the bytes of the array that the draw reads. */
struct bounds_span emu_bounds_elements(const struct bounds_array *array, const struct bounds_draw *draw);
struct bounds_bytes emu_bounds_extent(const struct bounds_array *array, const struct bounds_draw *draw);
/* The same for elements already known. */
struct bounds_bytes emu_bounds_extent_of(const struct bounds_array *array, struct bounds_span elements);
/* What several attributes of one binding read together: from the lowest first byte to the highest end. */
struct bounds_bytes emu_bounds_union(struct bounds_bytes a, struct bounds_bytes b);
/* Whole elements that `size` bytes from the start of the binding hold: the rule for buffer objects, whose
 * size is known, whatever the draw. With stride 0 one, or none. */
int64_t emu_bounds_held(const struct bounds_array *array, int64_t size);

/* --- vertices (bounds_scan.c) --- */

/* The vertices of array draws over all ranges; ranges of no vertices count for nothing. */
struct bounds_span emu_bounds_ranges(const struct draw_range *ranges, size_t n);

/* Lowest and highest of a run of indices, restart indices left out; low > high: there are none. */
struct bounds_indices {
    uint32_t low, high;
};
/* `indices` may have any alignment. `restart_index` must be one that the type holds; it counts for nothing
 * unless `restart`. Speed: that of memory. */
struct bounds_indices emu_bounds_scan(const uint8_t *indices, uint8_t index_size, size_t count, bool restart,
                                      uint32_t restart_index);
/* The vertices that a run of indices reads with a base vertex, added as GL does: in 32 bits without a sign,
 * so that 0xFFFFFFFF plus 1 is vertex 0. A sum below 0 stays negative. `indices` etc. as above, read again
 * only where some sums wrap and others do not. */
struct bounds_span emu_bounds_rebase(struct bounds_indices found, int32_t base_vertex, const uint8_t *indices,
                                     uint8_t index_size, size_t count, bool restart, uint32_t restart_index);
/* Both spans; one of no elements counts for nothing. */
struct bounds_span emu_bounds_join(struct bounds_span a, struct bounds_span b);

/* The vertices that indexed ranges read. `indices` is where draw_range.start counts from and `bytes` what may
 * be read there. `cache` (or NULL) remembers scans, see below. False when a range lies outside. */
bool emu_bounds_vertices(const struct draw_info *info, const struct draw_range *ranges, size_t n,
                         const uint8_t *indices, size_t bytes, struct bounds_cache *cache,
                         struct bounds_span *vertices);

/* --- scans remembered (bounds_cache.c) --- */

/* Scans of one index buffer by range, valid while the buffer's generation stays the same. */
struct bounds_key {
    size_t start; /* bytes into the buffer */
    uint32_t count;
    uint32_t restart_index;
    uint8_t index_size;
    bool restart;
};
/* NULL when memory is out, which costs time only: every function takes NULL. */
struct bounds_cache *emu_bounds_cache_create(void);
void emu_bounds_cache_destroy(struct bounds_cache *cache);
/* To be called before a draw's look-ups: forgets everything when `generation` is not that of last time. */
void emu_bounds_cache_check(struct bounds_cache *cache, uint32_t generation);
bool emu_bounds_cache_find(const struct bounds_cache *cache, const struct bounds_key *key,
                           struct bounds_indices *found);
void emu_bounds_cache_add(struct bounds_cache *cache, const struct bounds_key *key,
                          struct bounds_indices found);

#endif
