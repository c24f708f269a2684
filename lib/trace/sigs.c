/* SPDX-License-Identifier: MIT */
/* Signature tables. GLenum alone has some 3000 entries and most of a short trace is that table, so it is
 * stored once and indexed once; looking a name up is a binary search. */
#include "sigs.h"

#include <stdlib.h>

bool trace_id_map_set(struct trace_id_map *map, uint64_t id, void *value)
{
    void ***page = &map->pages[id >> 10];

    if (!*page)
        *page = calloc(1024, sizeof **page);
    if (!*page)
        return false;
    (*page)[id & 1023] = value;
    return true;
}

static void id_map_finish(struct trace_id_map *map)
{
    for (size_t i = 0; i < sizeof map->pages / sizeof *map->pages; i++)
        free(map->pages[i]);
}

static int compare_values(const void *pa, const void *pb, void *table)
{
    const struct trace_enum_value *values = table;
    uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;

    if (values[a].value != values[b].value)
        return values[a].value < values[b].value ? -1 : 1;
    return a < b ? -1 : a > b;
}

bool trace_enum_sig_index(struct trace_enum_sig *sig, struct arena *arena)
{
    uint32_t *index;

    if (sig->count < 2)
        return true;
    index = arena_alloc_array(arena, sig->count, sizeof *index);
    if (!index)
        return false;
    for (uint32_t i = 0; i < sig->count; i++)
        index[i] = i;
    qsort_r(index, sig->count, sizeof *index, compare_values, (void *)sig->values);
    sig->by_value = index;
    return true;
}

const char *trace_enum_sig_name(const struct trace_enum_sig *sig, int64_t value)
{
    uint32_t low = 0, high = sig->count;

    if (!sig->by_value)
        return sig->count && sig->values[0].value == value ? sig->values[0].name : NULL;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;

        if (sig->values[sig->by_value[mid]].value < value)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == sig->count || sig->values[sig->by_value[low]].value != value)
        return NULL;
    return sig->values[sig->by_value[low]].name;
}

void trace_sigs_finish(struct trace_sigs *sigs)
{
    id_map_finish(&sigs->functions);
    id_map_finish(&sigs->structs);
    id_map_finish(&sigs->enums);
    id_map_finish(&sigs->bitmasks);
    id_map_finish(&sigs->frames);
    arena_finish(&sigs->arena);
}
