/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_CENSUS_H
#define RETRACE_TRACE_CENSUS_H

#include "trace/trace.h"

/* What a trace holds, from one pass over it without any GL: frames, contexts, and every multi-draw in the
 * state in which it was made. The state is what the trace says of it: display lists are not followed, and
 * shaders are searched for built-in variables as text, so a name in dead code counts. */

struct trace_census_context {
    uint64_t address;      /* the handle in the trace; may be reused by a later context */
    const char *api;       /* "GLX", "EGL", "WGL", "CGL" */
    uint64_t created;      /* call number, UINT64_MAX when its creation is not in the trace */
    int64_t share;         /* the context whose objects it shares: an earlier index; -1: none */
    unsigned major, minor; /* as asked for; 0.0: not asked, the driver's best compatible version */
    const char *profile;   /* "compatibility", "core", "es" */
    bool forward_compatible, debug;
    uint64_t calls, batches; /* while it was current */
};

/* Of a number per call. All zero without calls. */
struct trace_spread {
    uint64_t min, median, max;
};

enum { TRACE_MODES = 16, TRACE_INDEX_TYPES = 4 };

/* One multi-draw entry point. The facts from `types` on are those of the forms with an array of index
 * pointers. */
struct trace_census_entry {
    const char *name;
    bool tiered;                 /* a batch: glMultiDrawElements, …BaseVertex and their EXT and OES names */
    uint64_t calls, subdraws;    /* valid calls, and their sub-draws with zero counts */
    uint64_t invalid;            /* calls that must raise a GL error: counted here alone */
    uint64_t modes[TRACE_MODES]; /* GL_POINTS 0 to GL_PATCHES 14 */
    struct trace_spread drawcount;
    uint64_t types[TRACE_INDEX_TYPES]; /* none, ubyte, ushort, uint */
    struct trace_spread indices;       /* per call */
    struct {
        uint64_t null, zero, constant, varying; /* calls: no array, all zero, one other base, several */
        int64_t min, max;                       /* over all sub-draws with indices; 0 and 0 without */
    } base;
    struct {
        uint64_t buffer, client, mixed; /* calls by where their indices are */
        uint64_t unaligned;             /* calls with an offset that is no multiple of the index size */
    } offsets;
    struct {
        uint64_t off, fixed, custom; /* calls; custom: an index that is not all ones for the type */
    } restart;
};

struct trace_census {
    uint64_t calls, incomplete, fakes, frames, draws;
    uint64_t threads; /* that made calls */
    uint64_t batches, subdraws, untiered;
    struct trace_census_context *contexts;
    size_t num_contexts;
    struct trace_census_entry *entries; /* in order of first use */
    size_t num_entries;
};

/* One valid batch in its state, for a caller that wants more than sums. Lives for the call. */
struct trace_census_batch {
    const struct trace_call *call;
    uint32_t mode, type;
    unsigned index_size; /* bytes */
    size_t n;            /* sub-draws */
    const int32_t *counts;
    const int64_t *bases; /* n of them; NULL: no array in the call */
    uint64_t total;       /* indices */
    uint64_t end;         /* highest byte that a sub-draw reads in the index buffer, plus one */
    uint64_t buffer_size; /* of the index buffer; 0: none is bound, or its size is not in the trace */
    bool client, unaligned, bases_vary;
    bool restart, restart_fixed; /* primitive restart, by a chosen index or by the fixed one, which wins */
    uint32_t restart_index;
    bool feedback; /* transform feedback is open and not paused */
    bool reads_draw_id, reads_base_vertex, reads_primitive_id;
};

/* Reads the trace from where the parser stands to its end, recycling as it goes. `batch` may be NULL. False
 * when memory is out; damage is the parser's to tell. */
bool trace_census_take(struct trace_census *census, struct trace_parser *parser,
                       void (*batch)(void *priv, const struct trace_census_batch *batch), void *priv);
void trace_census_finish(struct trace_census *census);

#endif
