/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_SIGS_H
#define RETRACE_TRACE_SIGS_H

#include "arena.h"
#include "trace/trace.h"

/* Signatures: names of functions, structs, enums, flags and stack frames, each defined once in the stream
 * under a sparse id. They live as long as the parser. */

enum { TRACE_SIG_ID_MAX = 1 << 20 };

struct trace_struct_sig {
    const char *name;
    uint32_t num_members;
    const char *const *members;
};

/* ENUM and BITMASK tables, in the order of definition. */
struct trace_enum_sig {
    const struct trace_enum_value *values;
    uint32_t count;
    const uint32_t *by_value; /* enums: indices sorted by (value, order), NULL for a table of one */
};

/* id -> pointer, in two levels: ids are sparse but bounded, and a lookup is two loads. */
struct trace_id_map {
    void **pages[TRACE_SIG_ID_MAX >> 10];
};

struct trace_sigs {
    struct arena arena;
    struct trace_id_map functions, structs, enums, bitmasks, frames;
    uint32_t num_functions;
};

/* NULL when the id is not defined; id must be below TRACE_SIG_ID_MAX. */
static inline void *trace_id_map_get(const struct trace_id_map *map, uint64_t id)
{
    void **page = map->pages[id >> 10];

    return page ? page[id & 1023] : NULL;
}

/* False when memory is out. */
bool trace_id_map_set(struct trace_id_map *map, uint64_t id, void *value);

/* The table entry of a value, the first defined where several share it; NULL when it has no name. */
const char *trace_enum_sig_name(const struct trace_enum_sig *sig, int64_t value);
/* Fills in by_value from `arena`. False when memory is out. */
bool trace_enum_sig_index(struct trace_enum_sig *sig, struct arena *arena);

void trace_sigs_finish(struct trace_sigs *sigs);

#endif
