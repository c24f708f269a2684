/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_CENSUS_PRIV_H
#define RETRACE_TRACE_CENSUS_PRIV_H

#include "trace/census.h"
#include "trace/table.h"

/* The inside of the census: GL state as the trace tells it. */

/* Built-in variables that a program reads. */
enum { CENSUS_DRAW_ID = 1, CENSUS_BASE_VERTEX = 2, CENSUS_PRIMITIVE_ID = 4 };

/* Objects that contexts share. */
struct census_share {
    struct trace_table buffers;     /* name -> size in bytes */
    struct trace_table shaders;     /* name -> what its source reads */
    struct trace_table programs;    /* name -> what it reads since its last link */
    struct trace_table attached;    /* program << 32 | position -> shader, 0 where detached */
    struct trace_table attachments; /* program -> positions used */
};

struct census_context {
    size_t share;                /* index */
    struct trace_table bindings; /* buffer target -> name; the index buffer is the vertex array's */
    struct trace_table elements; /* vertex array -> index buffer */
    uint64_t vertex_array;
    bool restart, restart_fixed;
    uint32_t restart_index;
    struct trace_table feedbacks; /* transform feedback object -> CENSUS_OPEN, CENSUS_PAUSED */
    uint64_t feedback;
    uint64_t program, pipeline;
    struct trace_table stages; /* pipeline << 8 | stage -> program */
};

enum { CENSUS_OPEN = 1, CENSUS_PAUSED = 2 };

struct census_samples {
    uint32_t *values;
    size_t count, capacity;
};

/* What is behind a public entry while it grows. */
struct census_entry {
    struct census_samples drawcounts, indices;
    bool has_base;
};

struct census {
    struct trace_census *out;
    void (*batch)(void *priv, const struct trace_census_batch *batch);
    void *priv;
    bool failed; /* memory is out */

    struct census_context *contexts; /* beside out->contexts */
    size_t capacity;
    struct census_share *shares;
    size_t num_shares, share_capacity;
    struct trace_table by_address;   /* context handle -> index of the newest of that handle */
    struct trace_table current;      /* thread -> index of its context */
    struct trace_table egl_api;      /* thread -> what eglBindAPI chose */
    struct trace_table cgl_profiles; /* pixel format handle -> profile */
    struct trace_table seen_threads;

    struct census_entry *entries; /* beside out->entries */
    size_t entry_capacity;
    int32_t *counts; /* of the multi-draw at hand */
    int64_t *bases;
    size_t scratch_capacity;

    uint32_t thread;            /* whose context `now` is */
    size_t now;                 /* index of the context current to the call, SIZE_MAX: none */
    struct census_context *ctx; /* the same; a stand-in that belongs to no context when none is */
    struct census_context none;
    struct census_share no_share;
};

typedef void census_handler(struct census *census, const struct trace_call *call);

/* The handler of a function, or NULL; each file looks in its own table. */
census_handler *census_ws_find(const char *name);
census_handler *census_state_find(const char *name);
census_handler *census_program_find(const char *name);
census_handler *census_multidraw_find(const char *name);

struct census_share *census_share_of(struct census *census);
/* What the program or pipeline in use reads. */
unsigned census_program_reads(struct census *census);
void census_set(struct census *census, struct trace_table *table, uint64_t key, uint64_t value);

/* Grows *array to hold n elements of `size`; new ones are zeroed. Fails the census when memory is out. */
bool census_reserve(struct census *census, void *array, size_t *capacity, size_t n, size_t size);

static inline uint64_t census_arg(const struct trace_call *call, unsigned i)
{
    return trace_value_uint(trace_call_arg(call, i));
}

/* Element k of argument i, 0 where it is no array or shorter. */
static inline uint64_t census_item(const struct trace_call *call, unsigned i, size_t k)
{
    const struct trace_value *v = trace_call_arg(call, i);

    return v->type == TRACE_ARRAY && k < v->count ? trace_value_uint(&v->items[k]) : 0;
}

static inline size_t census_items(const struct trace_call *call, unsigned i)
{
    const struct trace_value *v = trace_call_arg(call, i);

    return v->type == TRACE_ARRAY ? v->count : 0;
}

/* Searches a table of { name, handler } rows, `n` of them. */
struct census_row {
    const char *name;
    census_handler *handler;
};
census_handler *census_row_find(const struct census_row *rows, size_t n, const char *name);

#endif
