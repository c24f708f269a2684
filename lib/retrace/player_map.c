/* SPDX-License-Identifier: MIT */
/* Integer map: an array for keys below DENSE_LIMIT, grown by doubling, and open addressing with linear
 * probing above. Removal leaves the slot taken; a rehash drops such slots. Lookup of a small key is one
 * compare and one load. */
#include "player_map.h"

#include <stdlib.h>
#include <string.h>

enum { DENSE_LIMIT = 1 << 20, DENSE_FIRST = 64, HASH_FIRST = 64 };

static uint64_t mix(uint64_t key)
{
    key *= 0x9E3779B97F4A7C15u;
    return key ^ key >> 32;
}

void player_map_finish(struct player_map *map)
{
    free(map->dense);
    free(map->hash);
    memset(map, 0, sizeof *map);
}

uintptr_t player_map_probe(const struct player_map *map, uint64_t key)
{
    if (!map->slots)
        return 0;
    for (uint64_t i = mix(key);; i++) {
        const struct player_map_slot *slot = &map->hash[i & (map->slots - 1)];
        if (!slot->taken)
            return 0;
        if (slot->key == key)
            return slot->value;
    }
}

static bool grow_dense(struct player_map *map, uint64_t key)
{
    uint32_t count = map->dense_count ? map->dense_count : DENSE_FIRST;
    uintptr_t *dense;

    while (count <= key)
        count *= 2;
    dense = realloc(map->dense, count * sizeof *dense);
    if (!dense)
        return false;
    memset(dense + map->dense_count, 0, (count - map->dense_count) * sizeof *dense);
    map->dense = dense;
    map->dense_count = count;
    return true;
}

static void insert(struct player_map *map, uint64_t key, uintptr_t value)
{
    for (uint64_t i = mix(key);; i++) {
        struct player_map_slot *slot = &map->hash[i & (map->slots - 1)];
        if (!slot->taken) {
            *slot = (struct player_map_slot){key, value, true};
            map->used++;
            return;
        }
        if (slot->key == key) {
            slot->value = value;
            return;
        }
    }
}

static bool rehash(struct player_map *map)
{
    struct player_map next = {0};
    uint32_t live = 0;

    for (uint32_t i = 0; i < map->slots; i++)
        live += map->hash[i].taken && map->hash[i].value;
    next.slots = HASH_FIRST;
    while (next.slots < live * 4)
        next.slots *= 2;
    next.hash = calloc(next.slots, sizeof *next.hash);
    if (!next.hash)
        return false;
    for (uint32_t i = 0; i < map->slots; i++)
        if (map->hash[i].taken && map->hash[i].value)
            insert(&next, map->hash[i].key, map->hash[i].value);
    free(map->hash);
    map->hash = next.hash;
    map->slots = next.slots;
    map->used = next.used;
    return true;
}

bool player_map_set(struct player_map *map, uint64_t key, uintptr_t value)
{
    if (!value && !player_map_get(map, key))
        return true;
    if (key < DENSE_LIMIT) {
        if (key >= map->dense_count && !grow_dense(map, key))
            return false;
        map->dense[key] = value;
        return true;
    }
    if ((map->used + 1) * 2 > map->slots && !rehash(map))
        return false;
    insert(map, key, value);
    return true;
}

void player_map_each(const struct player_map *map, void (*fn)(uint64_t key, uintptr_t value, void *priv),
                     void *priv)
{
    for (uint32_t i = 0; i < map->dense_count; i++)
        if (map->dense[i])
            fn(i, map->dense[i], priv);
    for (uint32_t i = 0; i < map->slots; i++)
        if (map->hash[i].taken && map->hash[i].value)
            fn(map->hash[i].key, map->hash[i].value, priv);
}
