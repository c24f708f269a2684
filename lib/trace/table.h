/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_TABLE_H
#define RETRACE_TRACE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A map of numbers to numbers: names of the application to what is known of them. Zero-initialised is empty.
 */
struct trace_table {
    struct trace_table_slot *slots;
    size_t capacity, count;
};

/* The value of `key`, or `missing`. */
uint64_t trace_table_get(const struct trace_table *table, uint64_t key, uint64_t missing);
/* False when memory is out. */
bool trace_table_set(struct trace_table *table, uint64_t key, uint64_t value);
void trace_table_finish(struct trace_table *table);

#endif
