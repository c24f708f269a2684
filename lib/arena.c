/* SPDX-License-Identifier: MIT */
/* Bump allocation in blocks of 64 KiB; anything larger gets a block of its own. */
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>

enum { BLOCK_BYTES = 64 * 1024 };

struct arena_block {
    struct arena_block *next;
    size_t bytes;
    _Alignas(16) char data[];
};

void *arena_grow(struct arena *arena, size_t size)
{
    size_t rounded = (size + 15) & ~(size_t)15;
    size_t bytes = rounded > BLOCK_BYTES ? rounded : BLOCK_BYTES;
    struct arena_block *block;

    if (rounded < size || bytes > SIZE_MAX - sizeof *block)
        return NULL;
    block = malloc(sizeof *block + bytes);
    if (!block)
        return NULL;
    block->bytes = bytes;
    arena->total += bytes;
    arena->start = arena->blocks || bytes > BLOCK_BYTES ? NULL : block->data;
    /* A large block goes behind the current one, whose free space stays in use. */
    if (arena->blocks && bytes > BLOCK_BYTES) {
        block->next = arena->blocks->next;
        arena->blocks->next = block;
        return block->data;
    }
    block->next = arena->blocks;
    arena->blocks = block;
    arena->next = block->data + rounded;
    arena->end = block->data + bytes;
    return block->data;
}

void *arena_alloc_array(struct arena *arena, size_t n, size_t size)
{
    if (size && n > SIZE_MAX / size)
        return NULL;
    return arena_alloc(arena, n * size);
}

void arena_reset_blocks(struct arena *arena)
{
    struct arena_block *keep = NULL, *next;

    for (struct arena_block *b = arena->blocks; b; b = next) {
        next = b->next;
        if (!keep && b->bytes == BLOCK_BYTES)
            keep = b;
        else
            free(b);
    }
    *arena = (struct arena){0};
    if (!keep)
        return;
    keep->next = NULL;
    arena->blocks = keep;
    arena->next = arena->start = keep->data;
    arena->end = keep->data + keep->bytes;
    arena->total = keep->bytes;
}

void arena_finish(struct arena *arena)
{
    struct arena_block *next;

    for (struct arena_block *b = arena->blocks; b; b = next) {
        next = b->next;
        free(b);
    }
    *arena = (struct arena){0};
}
