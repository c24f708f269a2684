/* SPDX-License-Identifier: MIT */
/* Open addressing, doubling at half full. Nothing is ever removed: a deleted name is set to what "unknown"
 * means. */
#include "table.h"

#include <stdlib.h>

struct trace_table_slot {
    uint64_t key, value;
    bool used;
};

static struct trace_table_slot *find(const struct trace_table *table, uint64_t key)
{
    size_t i = (size_t)(key * 0x9e3779b97f4a7c15u >> 32) & (table->capacity - 1);

    while (table->slots[i].used && table->slots[i].key != key)
        i = (i + 1) & (table->capacity - 1);
    return &table->slots[i];
}

uint64_t trace_table_get(const struct trace_table *table, uint64_t key, uint64_t missing)
{
    const struct trace_table_slot *slot = table->capacity ? find(table, key) : NULL;

    return slot && slot->used ? slot->value : missing;
}

static bool grow(struct trace_table *table)
{
    struct trace_table bigger = {NULL, table->capacity ? table->capacity * 2 : 16, table->count};

    bigger.slots = calloc(bigger.capacity, sizeof *bigger.slots);
    if (!bigger.slots)
        return false;
    for (size_t i = 0; i < table->capacity; i++)
        if (table->slots[i].used)
            *find(&bigger, table->slots[i].key) = table->slots[i];
    free(table->slots);
    *table = bigger;
    return true;
}

bool trace_table_set(struct trace_table *table, uint64_t key, uint64_t value)
{
    struct trace_table_slot *slot;

    if (table->count * 2 >= table->capacity && !grow(table))
        return false;
    slot = find(table, key);
    table->count += !slot->used;
    *slot = (struct trace_table_slot){key, value, true};
    return true;
}

void trace_table_finish(struct trace_table *table)
{
    free(table->slots);
    *table = (struct trace_table){0};
}
