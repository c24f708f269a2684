/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_PARSER_PRIV_H
#define RETRACE_TRACE_PARSER_PRIV_H

#include "arena.h"
#include "trace/reader.h"
#include "trace/sigs.h"

/* The inside of the parser, shared by its own files only. */

/* Limits on what a file may claim; see each use for what a real tracer writes. */
enum {
    TRACE_VERSION_MAX = 6,
    TRACE_STRING_MAX = 64 << 20,
    TRACE_ARGS_MAX = 256,
    TRACE_DEPTH_MAX = 64,
    TRACE_THREADS_MAX = 4096,
    TRACE_FRAMES_MAX = 4096,
    TRACE_PROPERTIES_MAX = 4096,
    TRACE_CHARGE_RATIO = 64, /* bytes of calls for each of the file */
};
#define TRACE_BLOB_MAX ((uint64_t)2 << 30)

/* A call between its enter and its leave, and after that until the recycle. */
struct trace_pending {
    struct trace_call call; /* first: the caller's pointer is ours */
    size_t charge;
    struct trace_pending *next, **prev; /* in `fresh`, or (next only) in `returned` */
    void *own; /* set once evacuated: the one block that holds it and all its values */
};

/* Calls that have not returned, by number. The one entered last is beside the table: most leaves are its. */
struct trace_pending_map {
    struct trace_pending_slot {
        struct trace_pending *call;
    } * slots; /* open addressing, a power of two */
    size_t capacity, count;
    struct trace_pending *latest;
    bool draining; /* slots is now a list, oldest first, and `count` its length */
    size_t cursor; /* its next entry */
};

bool trace_pending_add(struct trace_pending_map *map, struct trace_pending *pending);
/* Removes and returns call `no`, or NULL. */
struct trace_pending *trace_pending_take_slow(struct trace_pending_map *map, uint64_t no);
/* Removes and returns the oldest, or NULL. After the first call nothing can be added. */
struct trace_pending *trace_pending_take_oldest(struct trace_pending_map *map);
/* Puts `moved` where `old`, of the same call number, is. */
void trace_pending_replace(struct trace_pending_map *map, const struct trace_pending *old,
                           struct trace_pending *moved);
void trace_pending_finish(struct trace_pending_map *map);

static inline struct trace_pending *trace_pending_take(struct trace_pending_map *map, uint64_t no)
{
    struct trace_pending *latest = map->latest;

    if (!latest || latest->call.no != no)
        return trace_pending_take_slow(map, no);
    map->latest = NULL;
    return latest;
}

struct trace_parser {
    const struct log *log;
    struct trace_reader reader;
    unsigned version, semantic;
    struct trace_property *properties;
    size_t num_properties;
    struct trace_sigs sigs;

    struct arena arena;   /* calls since the last recycle */
    struct arena scratch; /* values of leaves whose call is unknown */
    bool discarding;      /* parsing into scratch */

    struct trace_pending_map pending;
    struct trace_pending *fresh;    /* pending and still in the arena */
    struct trace_pending *returned; /* handed out, in blocks of their own */
    bool outstanding;               /* a call was handed out since the last recycle */

    /* What the pending calls and the signatures may take together: bounds what a small file can make us
     * allocate. The first two are what they take now. */
    size_t calls_charged, sigs_charged, charge_limit;
    bool piped; /* the file's size is not known: the limit grows with what has been read */

    uint64_t next_no, current_no; /* the next enter's; the one being parsed */
    const struct trace_function *current_fn;
    bool ended;
    struct trace_damage damage; /* status TRACE_OK until something ends the stream */
};

/* Ends the trace with a reason; the first one wins. Always false, for a tail call. */
bool trace_parser_fail(struct trace_parser *parser, enum trace_status status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4), cold));

/* Slow path of trace_parser_charge: n bytes over the limit. */
bool trace_parser_overcharged(struct trace_parser *parser, size_t *counter, uint64_t n) __attribute__((cold));

/* Counts n bytes of calls or signatures against the limit; fails the parser when they exceed it. */
static inline bool trace_parser_charge(struct trace_parser *parser, size_t *counter, uint64_t n)
{
    if (__builtin_expect(n > parser->charge_limit - parser->calls_charged - parser->sigs_charged, 0))
        return trace_parser_overcharged(parser, counter, n);
    *counter += n;
    return true;
}

/* n * size bytes, charged to what the arena is for. NULL with the parser failed. */
void *trace_parser_alloc(struct trace_parser *parser, struct arena *arena, uint64_t n, size_t size);

/* Reads a string into `arena`, NUL-terminated. */
bool trace_parser_string(struct trace_parser *parser, struct arena *arena, const char **string,
                         size_t *length);

/* The signature that stands next in the stream, by reference or by definition. */
bool trace_parser_function_sig(struct trace_parser *parser, const struct trace_function **fn);
bool trace_parser_struct_sig(struct trace_parser *parser, uint32_t *id, const struct trace_struct_sig **sig);
bool trace_parser_enum_sig(struct trace_parser *parser, uint32_t *id, const struct trace_enum_sig **sig);
bool trace_parser_bitmask_sig(struct trace_parser *parser, uint32_t *id);
bool trace_parser_frame_sig(struct trace_parser *parser, const struct trace_frame **frame);

bool trace_parser_value(struct trace_parser *parser, struct trace_value *value, unsigned depth);
/* Reads scalars inside the window into `values`, n at most, and stops before the first value that is anything
 * rarer. Returns how many. */
uint64_t trace_parser_scalars(struct trace_parser *parser, struct trace_value *values, uint64_t n);

/* All details of an event, into `call`. */
bool trace_parser_details(struct trace_parser *parser, struct trace_call *call);

/* The next event; *call is set when it completed a call. */
bool trace_parser_event(struct trace_parser *parser, struct trace_call **call);
/* Takes a call out of the lists of what is pending and marks it handed out. */
void trace_parser_hand_out(struct trace_parser *parser, struct trace_pending *pending);

/* Moves a pending call out of the arena and of the chunks into one block of its own. NULL when memory is out.
 */
struct trace_pending *trace_pending_evacuate(const struct trace_pending *pending);

#endif
