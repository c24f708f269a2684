/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_PLAYER_MAP_H
#define RETRACE_PLAYER_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An integer map for what a trace calls things: object names, handles, threads. Dense where keys are small,
 * as GL names are; a hash for the rest. A value of 0 means absent. Zero-initialised is empty. */
struct player_map {
    uintptr_t *dense; /* [0, dense_count) */
    uint32_t dense_count;
    uint32_t used, slots; /* of the hash; slots is a power of two or 0 */
    struct player_map_slot {
        uint64_t key;
        uintptr_t value;
        bool taken; /* stays set when the value is removed, so that probing goes on */
    } * hash;
};

void player_map_finish(struct player_map *map);
/* Setting 0 removes. False when memory is out; the map is then as before. */
bool player_map_set(struct player_map *map, uint64_t key, uintptr_t value);
/* Slow path of player_map_get; not for callers. */
uintptr_t player_map_probe(const struct player_map *map, uint64_t key);
/* Calls fn for each pair, in no order; fn must not change the map. */
void player_map_each(const struct player_map *map, void (*fn)(uint64_t key, uintptr_t value, void *priv),
                     void *priv);

static inline uintptr_t player_map_get(const struct player_map *map, uint64_t key)
{
    return key < map->dense_count ? map->dense[key] : player_map_probe(map, key);
}

static inline void *player_map_find(const struct player_map *map, uint64_t key)
{
    return (void *)player_map_get(map, key);
}

#endif
