/* SPDX-License-Identifier: MIT */
/* Integer map: an array for small keys, grown by doubling while it stays an eighth full, and open addressing
 * with linear probing for the rest. What the array comes to cover moves out of the hash. Removal leaves the
 * slot taken; a rehash drops such slots. Lookup of a small key is one compare and one load; a pair costs at
 * most 128 bytes, whatever the keys. */
#include "player_map.h"

#include <stdlib.h>
#include <string.h>

enum { DENSE_LIMIT = 1 << 24, DENSE_FIRST = 64, DENSE_SHARE = 8, HASH_FIRST = 16 };

static uint64_t mix(uint64_t key)
{
    key *= 0x9E3779B97F4A7C15u;
    return key ^ key >> 32;
}

static size_t dense_bytes(const struct player_map *map)
{
    return map->dense_count * sizeof *map->dense;
}

static size_t hash_bytes(const struct player_map *map)
{
    return map->slots * sizeof *map->hash;
}

static bool take(struct player_map *map, size_t bytes)
{
    return !map->account || player_account_take(map->account, bytes);
}

static void give(struct player_map *map, size_t bytes)
{
    if (map->account)
        player_account_give(map->account, bytes);
}

void player_map_finish(struct player_map *map)
{
    give(map, dense_bytes(map) + hash_bytes(map));
    free(map->dense);
    free(map->hash);
    *map = (struct player_map){.account = map->account};
}

/* The key's slot, or the free one where it would go. */
static struct player_map_slot *probe(const struct player_map *map, uint64_t key)
{
    for (uint64_t i = mix(key);; i++) {
        struct player_map_slot *slot = &map->hash[i & (map->slots - 1)];
        if (!slot->key || slot->key == key)
            return slot;
    }
}

uintptr_t player_map_probe(const struct player_map *map, uint64_t key)
{
    return map->slots && key ? probe(map, key)->value : 0;
}

/* What the array now covers is found there. */
static void move_to_dense(struct player_map *map)
{
    for (uint32_t i = 0; i < map->slots; i++) {
        struct player_map_slot *slot = &map->hash[i];
        if (slot->key < map->dense_count && slot->value) {
            map->dense[slot->key] = slot->value;
            slot->value = 0;
        }
    }
}

static bool grow_dense(struct player_map *map, uint64_t key)
{
    uint32_t count = map->dense_count ? map->dense_count : DENSE_FIRST;
    uintptr_t *dense;
    size_t more;

    while (count <= key)
        count *= 2;
    more = (count - map->dense_count) * sizeof *dense;
    if (!take(map, more))
        return false;
    dense = realloc(map->dense, count * sizeof *dense);
    if (!dense) {
        give(map, more);
        return false;
    }
    memset(dense + map->dense_count, 0, more);
    map->dense = dense;
    map->dense_count = count;
    move_to_dense(map);
    return true;
}

static bool belongs_to_dense(const struct player_map *map, uint64_t key)
{
    return key < DENSE_FIRST || (key < DENSE_LIMIT && key / DENSE_SHARE <= map->live);
}

static bool rehash(struct player_map *map)
{
    struct player_map next = {.slots = HASH_FIRST};
    uint32_t live = 0;

    for (uint32_t i = 0; i < map->slots; i++)
        live += map->hash[i].value != 0;
    while (next.slots < (live + 1) * 3)
        next.slots *= 2;
    if (!take(map, hash_bytes(&next)))
        return false;
    next.hash = calloc(next.slots, sizeof *next.hash);
    if (!next.hash) {
        give(map, hash_bytes(&next));
        return false;
    }
    for (uint32_t i = 0; i < map->slots; i++)
        if (map->hash[i].value)
            *probe(&next, map->hash[i].key) = map->hash[i];
    give(map, hash_bytes(map));
    free(map->hash);
    map->hash = next.hash;
    map->slots = next.slots;
    map->used = live;
    return true;
}

static bool set_hash(struct player_map *map, uint64_t key, uintptr_t value)
{
    struct player_map_slot *slot;

    if (value && (map->used + 1) * 2 > map->slots && !rehash(map))
        return false;
    slot = probe(map, key);
    map->used += !slot->key;
    *slot = (struct player_map_slot){key, value};
    return true;
}

bool player_map_set(struct player_map *map, uint64_t key, uintptr_t value)
{
    uintptr_t old = player_map_get(map, key);

    if (!value && !old)
        return true;
    if (key >= map->dense_count && belongs_to_dense(map, key) && !grow_dense(map, key))
        return false;
    if (key < map->dense_count)
        map->dense[key] = value;
    else if (!set_hash(map, key, value))
        return false;
    map->live += !old;
    map->live -= !value;
    return true;
}

void player_map_each(const struct player_map *map, void (*fn)(uint64_t key, uintptr_t value, void *priv),
                     void *priv)
{
    for (uint32_t i = 0; i < map->dense_count; i++)
        if (map->dense[i])
            fn(i, map->dense[i], priv);
    for (uint32_t i = 0; i < map->slots; i++)
        if (map->hash[i].value)
            fn(map->hash[i].key, map->hash[i].value, priv);
}
