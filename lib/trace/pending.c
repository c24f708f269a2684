/* SPDX-License-Identifier: MIT */
/* Calls between enter and leave. Threads interleave, so any call may be the next to return, and a trace may
 * hold calls that never do: a table by number keeps every leave O(1). A pending call that outlives a recycle
 * is copied once, into a block of its own, and never again. */
#include "parser_priv.h"

#include <stdlib.h>

static size_t slot_of(const struct trace_pending_map *map, uint64_t no)
{
    return (size_t)(no * 0x9e3779b97f4a7c15u >> 32) & (map->capacity - 1);
}

static void place(struct trace_pending_map *map, struct trace_pending *pending)
{
    size_t i = slot_of(map, pending->call.no);

    while (map->slots[i].call)
        i = (i + 1) & (map->capacity - 1);
    map->slots[i].call = pending;
}

static bool grow(struct trace_pending_map *map)
{
    struct trace_pending_map old = *map;

    map->capacity = old.capacity ? old.capacity * 2 : 64;
    map->slots = calloc(map->capacity, sizeof *map->slots);
    if (!map->slots) {
        *map = old;
        return false;
    }
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].call)
            place(map, old.slots[i].call);
    free(old.slots);
    return true;
}

bool trace_pending_add(struct trace_pending_map *map, struct trace_pending *pending)
{
    if (map->latest) {
        if (map->count * 2 >= map->capacity && !grow(map))
            return false;
        place(map, map->latest);
        map->count++;
    }
    map->latest = pending;
    return true;
}

/* Closes the gap at slot i, so that no probe sequence is broken. */
static void unplace(struct trace_pending_map *map, size_t i)
{
    size_t mask = map->capacity - 1;

    for (size_t j = (i + 1) & mask; map->slots[j].call; j = (j + 1) & mask) {
        size_t home = slot_of(map, map->slots[j].call->call.no);

        if (((j - home) & mask) >= ((j - i) & mask)) {
            map->slots[i] = map->slots[j];
            i = j;
        }
    }
    map->slots[i].call = NULL;
    map->count--;
}

struct trace_pending *trace_pending_take_slow(struct trace_pending_map *map, uint64_t no)
{
    size_t i;

    if (!map->count)
        return NULL;
    for (i = slot_of(map, no); map->slots[i].call; i = (i + 1) & (map->capacity - 1)) {
        struct trace_pending *pending = map->slots[i].call;

        if (pending->call.no == no) {
            unplace(map, i);
            return pending;
        }
    }
    return NULL;
}

static int compare_age(const void *pa, const void *pb)
{
    const struct trace_pending *a = *(struct trace_pending *const *)pa,
                               *b = *(struct trace_pending *const *)pb;

    return a->call.no < b->call.no ? -1 : a->call.no > b->call.no;
}

struct trace_pending *trace_pending_take_oldest(struct trace_pending_map *map)
{
    struct trace_pending *pending;

    if (!map->draining) {
        size_t n = 0;

        if (map->latest)
            trace_pending_add(map, NULL); /* into the table; where memory is out it stays and comes last */
        for (size_t i = 0; i < map->capacity; i++)
            if (map->slots[i].call)
                map->slots[n++] = map->slots[i];
        if (n)
            qsort(map->slots, n, sizeof *map->slots, compare_age);
        map->draining = true;
    }
    if (map->cursor < map->count)
        return map->slots[map->cursor++].call;
    pending = map->latest;
    map->latest = NULL;
    return pending;
}

static size_t find_draining(const struct trace_pending_map *map, uint64_t no)
{
    size_t low = map->cursor, high = map->count;

    while (low < high) {
        size_t mid = low + (high - low) / 2;

        if (map->slots[mid].call->call.no < no)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

void trace_pending_replace(struct trace_pending_map *map, const struct trace_pending *old,
                           struct trace_pending *moved)
{
    size_t i;

    if (map->latest == old) {
        map->latest = moved;
        return;
    }
    if (map->draining) {
        map->slots[find_draining(map, old->call.no)].call = moved;
        return;
    }
    for (i = slot_of(map, old->call.no); map->slots[i].call != old;)
        i = (i + 1) & (map->capacity - 1);
    map->slots[i].call = moved;
}

void trace_pending_finish(struct trace_pending_map *map)
{
    free(map->slots);
    *map = (struct trace_pending_map){0};
}

/* ---- evacuation: measure, then copy with the same walk */

static size_t align16(size_t n)
{
    return (n + 15) & ~(size_t)15;
}

/* Bytes of v's own storage: what is behind its pointer, not counting what the items point to. */
static size_t storage(const struct trace_value *v)
{
    switch (v->type) {
    case TRACE_STRING:
        return v->count + 1;
    case TRACE_WSTRING:
        return (v->count + 1) * sizeof *v->wstr;
    case TRACE_BLOB:
        return v->count;
    case TRACE_ARRAY:
    case TRACE_STRUCT:
    case TRACE_REPR:
        return v->count * sizeof *v->items;
    default:
        return 0;
    }
}

static bool has_items(const struct trace_value *v)
{
    return v->type == TRACE_ARRAY || v->type == TRACE_STRUCT || v->type == TRACE_REPR;
}

static size_t measure(const struct trace_value *values, size_t n)
{
    size_t bytes = 0;

    for (size_t i = 0; i < n; i++) {
        bytes += align16(storage(&values[i]));
        if (has_items(&values[i]))
            bytes += measure(values[i].items, values[i].count);
    }
    return bytes;
}

static void *take(char **next, const void *from, size_t bytes)
{
    void *to = *next;

    if (bytes)
        memcpy(to, from, bytes);
    *next += align16(bytes);
    return to;
}

static void copy_in_place(struct trace_value *values, size_t n, char **next)
{
    for (size_t i = 0; i < n; i++) {
        struct trace_value *v = &values[i];
        size_t bytes = storage(v);

        if (has_items(v)) {
            struct trace_value *items = take(next, v->items, bytes);

            copy_in_place(items, v->count, next);
            v->items = items;
        } else if (bytes) {
            v->blob = take(next, v->blob, bytes);
        }
    }
}

struct trace_pending *trace_pending_evacuate(const struct trace_pending *old)
{
    const struct trace_call *call = &old->call;
    size_t args_bytes = call->num_args * sizeof *call->args,
           frames_bytes = call->num_frames * sizeof *call->frames;
    size_t bytes = align16(sizeof *old) + align16(args_bytes) + align16(frames_bytes) +
                   measure(call->args, call->num_args) + measure(&call->ret, 1);
    char *next = malloc(bytes);
    struct trace_pending *pending;

    if (!next)
        return NULL;
    pending = take(&next, old, sizeof *old);
    pending->own = pending;
    pending->next = NULL;
    pending->prev = NULL;
    pending->call.args = take(&next, call->args, args_bytes);
    pending->call.frames = take(&next, call->frames, frames_bytes);
    copy_in_place(pending->call.args, call->num_args, &next);
    copy_in_place(&pending->call.ret, 1, &next);
    return pending;
}
