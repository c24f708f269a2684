/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_PLAYER_MAP_H
#define RETRACE_PLAYER_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Memory that a trace makes the player keep, and how much that may be: a small hostile file can ask for any
 * amount. A limit of 0 is none. */
struct player_account {
    size_t used, limit; /* bytes */
};

/* False, with nothing taken, when it would be more than the limit. */
static inline bool player_account_take(struct player_account *account, size_t bytes)
{
    if (account->limit && bytes > account->limit - account->used)
        return false;
    account->used += bytes;
    return true;
}

static inline void player_account_give(struct player_account *account, size_t bytes)
{
    account->used -= bytes;
}

/* An integer map for what a trace calls things: object names, handles, threads. Dense where keys are small,
 * as GL names are, and not much fewer than their numbers tell; a hash for the rest. A value of 0 means
 * absent. Zero-initialised is empty. */
struct player_map {
    uintptr_t *dense; /* [0, dense_count) */
    uint32_t dense_count;
    uint32_t live;        /* pairs */
    uint32_t used, slots; /* of the hash; slots is a power of two or 0 */
    struct player_map_slot {
        uint64_t key; /* 0: free, which no key of the hash is; stays when the value is removed, so that
                         probing goes on */
        uintptr_t value;
    } * hash;
    struct player_account *account; /* its memory is taken from; NULL: not counted */
};

void player_map_finish(struct player_map *map);
/* Setting 0 removes. False when memory is out or the account's limit reached; the map is then as before. */
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
