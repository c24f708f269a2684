/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_ARENA_H
#define RETRACE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

/* A bump allocator for values that all die together. Zero-initialised is empty and valid. */
struct arena {
    struct arena_block *blocks; /* the newest first */
    char *next, *end;           /* free space of the newest block */
    char *start;                /* where that begins if one ordinary block is all there is, else NULL */
    size_t total;               /* bytes reserved from malloc */
    struct arena_block *spare;  /* a larger block that was let go, not in the total; or NULL */
};

/* Slow path of arena_alloc; not for callers. */
void *arena_grow(struct arena *arena, size_t size);

/* `size` bytes, 16-byte aligned, uninitialised; NULL when memory is out. Valid until reset or finish. */
static inline void *arena_alloc(struct arena *arena, size_t size)
{
    size_t rounded = (size + 15) & ~(size_t)15;

    /* An empty arena has no place to point at, not even for nothing. */
    if (arena->next && rounded >= size && rounded <= (size_t)(arena->end - arena->next)) {
        void *p = arena->next;
        arena->next += rounded;
        return p;
    }
    return arena_grow(arena, size);
}

/* n * size bytes with the multiplication checked; NULL when it overflows or memory is out. */
void *arena_alloc_array(struct arena *arena, size_t n, size_t size);

/* Slow path of arena_reset; not for callers. */
void arena_reset_blocks(struct arena *arena);

/* Forgets every allocation. Keeps one ordinary block for reuse and one larger of up to 4 MiB, and frees the
 * others, so that one huge call does not hold its memory for the rest of a trace. */
static inline void arena_reset(struct arena *arena)
{
    if (arena->start)
        arena->next = arena->start;
    else
        arena_reset_blocks(arena);
}

/* Frees all memory; the arena is empty and usable again. */
void arena_finish(struct arena *arena);

#endif
