/* SPDX-License-Identifier: MIT */
/* Bump allocation in blocks of 64 KiB; anything larger gets a block of its own. The first touch of memory
 * costs more than filling it does, so the largest of those that are let go waits for the next of its kind. */
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>

enum { BLOCK_BYTES = 64 * 1024, SPARE_MAX = 4 << 20 };

struct arena_block {
    struct arena_block *next;
    size_t bytes;
    _Alignas(16) char data[];
};

/* A block that may become the spare one is a power of two, so that it fits more of what follows. */
static size_t block_bytes(size_t size)
{
    size_t bytes = BLOCK_BYTES;

    if (size > SPARE_MAX)
        return size;
    while (bytes < size)
        bytes *= 2;
    return bytes;
}

static struct arena_block *take_block(struct arena *arena, size_t bytes)
{
    struct arena_block *block = arena->spare;

    if (block && bytes > BLOCK_BYTES && bytes <= block->bytes) {
        arena->spare = NULL;
        return block;
    }
    block = bytes <= SIZE_MAX - sizeof *block ? malloc(sizeof *block + bytes) : NULL;
    if (block)
        block->bytes = bytes;
    return block;
}

static void let_go(struct arena *arena, struct arena_block *block)
{
    if (block->bytes > BLOCK_BYTES && block->bytes <= SPARE_MAX &&
        (!arena->spare || arena->spare->bytes < block->bytes)) {
        free(arena->spare);
        arena->spare = block;
    } else {
        free(block);
    }
}

void *arena_grow(struct arena *arena, size_t size)
{
    size_t rounded = (size + 15) & ~(size_t)15, bytes = block_bytes(rounded);
    struct arena_block *block = rounded >= size ? take_block(arena, bytes) : NULL;

    if (!block)
        return NULL;
    bytes = block->bytes;
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
            let_go(arena, b);
    }
    *arena = (struct arena){.spare = arena->spare};
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
    free(arena->spare);
    *arena = (struct arena){0};
}
