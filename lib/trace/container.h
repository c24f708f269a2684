/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_CONTAINER_H
#define RETRACE_TRACE_CONTAINER_H

#include "trace/source.h"

/* What an apitrace file is wrapped in, and its decompressed stream in chunks. One thread at a time. */

/* A piece of the stream. Chunks cut values at arbitrary bytes. */
struct trace_chunk {
    struct trace_chunk *next; /* free for the owner */
    uint8_t *data;
    size_t size, capacity;
    uint64_t file_pos; /* bytes of the file read when this chunk was complete */
    /* TRACE_OK: another follows. Else this is the last, possibly empty, and this is why the stream ends. */
    enum trace_status status;
    char message[160];
};

struct trace_unpacker {
    enum trace_container kind;
    struct trace_source *file; /* the bottom of the stack */
    struct trace_source *top;  /* the stream itself, or for snappy what its chunks are read from */
    uint64_t file_size;        /* 0 when it has none */
    uint8_t *packed;           /* snappy: one compressed chunk */
    size_t packed_capacity;
};

/* Opens the file and detects what it is, from its content alone. False with *damage filled in. */
bool trace_unpacker_init(struct trace_unpacker *unpacker, const char *path, struct trace_damage *damage);
void trace_unpacker_finish(struct trace_unpacker *unpacker);

/* Decodes the next chunk into `chunk`, whose buffer is grown as needed. Not to be called after a last chunk.
 */
void trace_unpacker_next(struct trace_unpacker *unpacker, struct trace_chunk *chunk);

/* The same for the chunked snappy container, once its magic is behind. */
void trace_snappy_next(struct trace_unpacker *unpacker, struct trace_chunk *chunk);

/* Makes room for `size` bytes; contents may be lost. False when memory is out. */
bool trace_chunk_reserve(struct trace_chunk *chunk, size_t size);
/* Marks the chunk as the last. Always returns. */
void trace_chunk_end(struct trace_chunk *chunk, enum trace_status status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif
