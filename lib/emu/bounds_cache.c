/* SPDX-License-Identifier: MIT */
/* Scans of an index buffer, remembered by range: a renderer draws the same ranges of a buffer that it filled
 * once, frame after frame. An open-addressed table that doubles while it fills and is emptied when it would
 * outgrow its limit, or when the buffer changed. Only worth it for indices in buffers: client memory tells
 * nobody that it changed. Cost of a hit: a hash and mostly one comparison. */
#include "emu/bounds.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_SLOTS = 16,
    MAX_SLOTS = 1 << 16,
    SHORT = 32, /* indices that are scanned as fast as looked up */
};

struct slot {
    struct bounds_key key; /* count 0: free */
    struct bounds_indices found;
};

struct bounds_cache {
    struct slot *slots;
    size_t capacity, used; /* capacity: 0 or a power of two */
    uint32_t generation;
};

struct bounds_cache *emu_bounds_cache_create(void)
{
    return calloc(1, sizeof(struct bounds_cache));
}

void emu_bounds_cache_destroy(struct bounds_cache *cache)
{
    if (cache)
        free(cache->slots);
    free(cache);
}

static void forget(struct bounds_cache *cache)
{
    if (cache->used)
        memset(cache->slots, 0, cache->capacity * sizeof *cache->slots);
    cache->used = 0;
}

void emu_bounds_cache_check(struct bounds_cache *cache, uint32_t generation)
{
    if (!cache || cache->generation == generation)
        return;
    forget(cache);
    cache->generation = generation;
}

static bool same(const struct bounds_key *a, const struct bounds_key *b)
{
    return a->start == b->start && a->count == b->count && a->restart_index == b->restart_index &&
           a->index_size == b->index_size && a->restart == b->restart;
}

/* The key's slot, or the free one where it would go. There is always a free one. */
static struct slot *slot_of(const struct bounds_cache *cache, const struct bounds_key *key)
{
    /* The rest of the key seldom tells two ranges apart. */
    uint64_t hash = (key->start ^ (uint64_t)key->count << 40) * 0x9e3779b97f4a7c15u;
    size_t i;

    for (i = (size_t)(hash >> 32); cache->slots[i & (cache->capacity - 1)].key.count; i++)
        if (same(&cache->slots[i & (cache->capacity - 1)].key, key))
            break;
    return &cache->slots[i & (cache->capacity - 1)];
}

bool emu_bounds_cache_find(const struct bounds_cache *cache, const struct bounds_key *key,
                           struct bounds_indices *found)
{
    const struct slot *slot;

    if (!cache || !cache->used || key->count <= SHORT)
        return false;
    slot = slot_of(cache, key);
    *found = slot->found;
    return slot->key.count != 0;
}

static bool grow(struct bounds_cache *cache)
{
    struct bounds_cache bigger = {.capacity = cache->capacity ? cache->capacity * 2 : FIRST_SLOTS,
                                  .used = cache->used,
                                  .generation = cache->generation};

    bigger.slots = calloc(bigger.capacity, sizeof *bigger.slots);
    if (!bigger.slots)
        return false;
    for (size_t i = 0; i < cache->capacity; i++)
        if (cache->slots[i].key.count)
            *slot_of(&bigger, &cache->slots[i].key) = cache->slots[i];
    free(cache->slots);
    *cache = bigger;
    return true;
}

void emu_bounds_cache_add(struct bounds_cache *cache, const struct bounds_key *key,
                          struct bounds_indices found)
{
    struct slot *slot;

    if (!cache || key->count <= SHORT)
        return;
    if ((cache->used + 1) * 2 > cache->capacity) {
        if (cache->capacity == MAX_SLOTS)
            forget(cache);
        else if (!grow(cache))
            return;
    }
    slot = slot_of(cache, key);
    cache->used += !slot->key.count;
    *slot = (struct slot){*key, found};
}
