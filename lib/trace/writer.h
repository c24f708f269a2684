/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_WRITER_H
#define RETRACE_TRACE_WRITER_H

#include "trace/trace.h"

/* Writes trace streams, for tests: every version, every value type, every container, and raw bytes for what
 * no tracer would write. Calls append to a buffer in memory; a failed allocation is remembered and fails the
 * save. Signatures are defined at their first use; ids must be below 64. */
struct trace_writer {
    uint8_t *data;
    size_t size, capacity;
    unsigned version;
    uint64_t next_no;
    bool failed;
    uint64_t functions, structs, enums, bitmasks, frames; /* ids defined so far */
};

/* Starts a stream of the version, without its header. */
void trace_writer_init(struct trace_writer *writer, unsigned version);
void trace_writer_finish(struct trace_writer *writer);

/* Raw pieces. */
void trace_writer_bytes(struct trace_writer *writer, const void *bytes, size_t n);
void trace_writer_byte(struct trace_writer *writer, unsigned byte);
void trace_writer_uint(struct trace_writer *writer, uint64_t u);
void trace_writer_text(struct trace_writer *writer, const char *text);

/* The version, and for version 6 the semantic version and n properties. */
void trace_writer_header(struct trace_writer *writer, unsigned semantic,
                         const struct trace_property *properties, size_t n);

/* "glClear(mask)": the prototype defines the signature. Returns the call's number. Close with
 * trace_writer_end. */
uint64_t trace_writer_enter(struct trace_writer *writer, unsigned thread, unsigned id, const char *prototype);
void trace_writer_leave(struct trace_writer *writer, uint64_t no);
void trace_writer_end(struct trace_writer *writer);
void trace_writer_arg(struct trace_writer *writer, uint64_t index); /* a value follows */
void trace_writer_ret(struct trace_writer *writer);                 /* a value follows */
void trace_writer_flags(struct trace_writer *writer, uint64_t flags);
void trace_writer_backtrace(struct trace_writer *writer, uint64_t n); /* n frames follow */
/* NULL and negative parts are left out. */
void trace_writer_frame(struct trace_writer *writer, unsigned id, const struct trace_frame *frame);

/* Values. */
void trace_writer_null(struct trace_writer *writer);
void trace_writer_bool(struct trace_writer *writer, bool b);
void trace_writer_int(struct trace_writer *writer, int64_t i); /* as tracers do: 04 unless negative */
void trace_writer_float(struct trace_writer *writer, float f);
void trace_writer_double(struct trace_writer *writer, double d);
void trace_writer_string(struct trace_writer *writer, const char *s, size_t n);
void trace_writer_wstring(struct trace_writer *writer, const uint32_t *s, size_t n);
void trace_writer_blob(struct trace_writer *writer, const void *bytes, size_t n);
void trace_writer_opaque(struct trace_writer *writer, uint64_t address);
void trace_writer_array(struct trace_writer *writer, uint64_t n); /* n values follow */
void trace_writer_repr(struct trace_writer *writer);              /* two values follow */
/* Below version 3 the table must have one entry, and the value is its. */
void trace_writer_enum(struct trace_writer *writer, unsigned id, const struct trace_enum_value *table,
                       size_t n, int64_t value);
void trace_writer_bitmask(struct trace_writer *writer, unsigned id, const struct trace_enum_value *table,
                          size_t n, uint64_t value);
/* "XVisualInfo(visual,depth)"; one value per member follows. */
void trace_writer_struct(struct trace_writer *writer, unsigned id, const char *prototype);

/* How a stream becomes a file. */
struct trace_packing {
    enum trace_container container;
    size_t chunk;   /* uncompressed bytes per snappy chunk, zstd frame or brotli block; 0: a tracer's size */
    unsigned gzips; /* further gzip layers around it */
    size_t cut;     /* bytes to leave out at the end of the file */
};

/* False when the stream failed, or the file cannot be written. */
bool trace_writer_save(const struct trace_writer *writer, const char *path,
                       const struct trace_packing *packing);

#endif
