/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_H
#define RETRACE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct log;

/* Reading apitrace files: container, stream, calls, values. The format is described by apitrace's
 * docs/FORMAT.markdown and its lib/trace. Everything here treats the file as untrusted.
 * Thread-safety: one parser belongs to one thread; different parsers are independent. */

enum trace_type {
    TRACE_NONE, /* no such argument in the file */
    TRACE_NULL,
    TRACE_BOOL,
    TRACE_SINT,
    TRACE_UINT,
    TRACE_FLOAT,
    TRACE_DOUBLE,
    TRACE_STRING,
    TRACE_BLOB,
    TRACE_ENUM,
    TRACE_BITMASK,
    TRACE_ARRAY,
    TRACE_STRUCT,
    TRACE_OPAQUE,
    TRACE_REPR,
    TRACE_WSTRING,
};

/* One value, 24 bytes. Pointers live until trace_parser_recycle. The tag is what the tracer wrote, which is
 * not determined by the C type of the argument: read through the trace_value_* coercions. */
struct trace_value {
    uint8_t type; /* enum trace_type */
    uint32_t sig; /* ENUM, BITMASK, STRUCT: signature id for trace_parser_enum and friends */
    size_t count; /* STRING, WSTRING, BLOB: length; ARRAY: elements; STRUCT: members; REPR: 2 */
    union {
        bool b;
        int64_t i;  /* SINT, ENUM */
        uint64_t u; /* UINT, BITMASK, OPAQUE */
        float f;
        double d;
        const char *str;     /* STRING: NUL-terminated after `count` bytes */
        const uint8_t *blob; /* at any alignment: it may lie in the decompressed stream itself */
        const uint32_t *wstr;
        const struct trace_value *items; /* ARRAY, STRUCT, REPR (human, machine) */
    };
};

/* A function signature, defined once per stream; the pointer is stable and `index` is dense from 0 in order
 * of first use, so that a caller resolves a function once and then indexes its own array. */
struct trace_function {
    uint32_t index;
    uint32_t num_args;
    const char *name;
    const char *const *arg_names;
};

enum trace_call_flags {
    TRACE_CALL_FAKE = 1,       /* made up by the tracer (version 6 marks it) */
    TRACE_CALL_INCOMPLETE = 2, /* no leave event: the file ended, or the call never returned */
};

struct trace_call {
    uint64_t no;     /* position of its enter event, from 0 */
    uint32_t thread; /* as recorded; 0 before version 4 */
    uint32_t flags;  /* enum trace_call_flags */
    const struct trace_function *fn;
    uint32_t num_args; /* >= fn->num_args; absent ones have type TRACE_NONE */
    struct trace_value *args;
    struct trace_value ret; /* TRACE_NONE when there is none */
    uint64_t offset;        /* stream offset of its enter event */
    uint32_t num_frames;    /* backtrace */
    const struct trace_frame *frames;
};

struct trace_frame {
    const char *module, *function, *file; /* NULL when not recorded */
    int64_t line, offset;                 /* -1 when not recorded */
};

enum trace_container { TRACE_SNAPPY, TRACE_GZIP, TRACE_BROTLI, TRACE_ZSTD, TRACE_ZSTD_SEEKABLE };

/* "snappy", "gzip", "brotli", "zstd", "zstd-seekable". */
const char *trace_container_name(enum trace_container container);

enum trace_status {
    TRACE_OK,
    TRACE_END,         /* the stream ended between events */
    TRACE_TRUNCATED,   /* the stream ended inside an event or a chunk; what was whole has been returned */
    TRACE_CORRUPT,     /* the bytes contradict the format or a limit */
    TRACE_UNSUPPORTED, /* not an apitrace file, or a version above 6 */
    TRACE_IO,          /* the file cannot be opened or read, or memory is out */
};

/* What ended a trace, for the result. `message` is one line, with call number and stream offset. */
struct trace_damage {
    enum trace_status status; /* TRACE_END when the trace is whole */
    uint64_t call, offset;
    char message[256];
};

struct trace_property {
    const char *name, *value;
};

struct trace_enum_value {
    const char *name;
    int64_t value;
};

struct trace_parser;

/* Opens `path`, detects the container from its content, starts the read-ahead thread and reads the header.
 * Returns NULL on failure with *damage filled in. `log` must outlive the parser. */
struct trace_parser *trace_parser_open(const char *path, const struct log *log, struct trace_damage *damage);
void trace_parser_close(struct trace_parser *parser);

/* The next completed call, in leave order; at the end of the stream the calls that never returned, oldest
 * first, flagged INCOMPLETE. *call stays valid until trace_parser_recycle. Returns TRACE_OK or what ended the
 * stream (then and ever after); trace_parser_damage has the details. After damage the pending calls are still
 * returned before the final status. */
enum trace_status trace_parser_next(struct trace_parser *parser, struct trace_call **call);

/* Invalidates every call returned so far and reuses their memory. Never calling it keeps the whole trace. */
void trace_parser_recycle(struct trace_parser *parser);
/* Bytes held by calls since the last recycle: a caller that batches calls bounds itself with this. */
size_t trace_parser_held(const struct trace_parser *parser);

const struct trace_damage *trace_parser_damage(const struct trace_parser *parser);
enum trace_container trace_parser_container(const struct trace_parser *parser);
unsigned trace_parser_version(const struct trace_parser *parser);
unsigned trace_parser_semantic(const struct trace_parser *parser); /* = version before version 6 */
size_t trace_parser_properties(const struct trace_parser *parser, const struct trace_property **properties);
uint64_t trace_parser_offset(const struct trace_parser *parser); /* uncompressed bytes consumed */
/* Bytes of the file consumed and its size, for progress. */
void trace_parser_progress(const struct trace_parser *parser, uint64_t *done, uint64_t *size);

/* The symbolic name of an ENUM value, or NULL. */
const char *trace_parser_enum_name(const struct trace_parser *parser, const struct trace_value *value);
/* A BITMASK's flags; the table is stable. */
size_t trace_parser_bitmask(const struct trace_parser *parser, uint32_t sig,
                            const struct trace_enum_value **flags);
/* A STRUCT's name and member names; stable. */
const char *trace_parser_struct(const struct trace_parser *parser, uint32_t sig, const char *const **members);

/* Coercions: what a C argument of that kind would have received. NULL/NONE is 0; REPR is its machine half;
 * floats convert to integers by truncation with saturation, integers to floats by value. */
int64_t trace_value_int(const struct trace_value *v);
uint64_t trace_value_uint(const struct trace_value *v);
double trace_value_double(const struct trace_value *v);
/* Opaque address or integer; 0 for anything that carries data of its own. */
uint64_t trace_value_address(const struct trace_value *v);
/* STRING or NULL. */
const char *trace_value_string(const struct trace_value *v);
/* Argument i, or a static TRACE_NONE value when the call has fewer. Never NULL. */
const struct trace_value *trace_call_arg(const struct trace_call *call, uint32_t i);

/* What a function name means, without its arguments (apitrace classifies by name as well). */
bool trace_name_ends_frame(const char *name); /* swaps of every window system, glFrameTerminatorGREMEDY */

/* apitrace's callset syntax: "12", "3-9", "0-100/2", "*", comma lists, "/frame", "/draw", "/fbo" suffixes,
 * "@file". Returns NULL with a message in err when the text is malformed. */
struct trace_callset;
struct trace_callset *trace_callset_parse(const char *text, char *err, size_t err_size);
void trace_callset_destroy(struct trace_callset *set);
bool trace_callset_contains(const struct trace_callset *set, const struct trace_call *call);
/* The last call number the set can contain, UINT64_MAX when unbounded. */
uint64_t trace_callset_last(const struct trace_callset *set);

#endif
