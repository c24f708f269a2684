/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_READAHEAD_H
#define RETRACE_TRACE_READAHEAD_H

#include "trace/container.h"

/* A thread that decompresses ahead of the parser into a bounded queue of chunks. Memory stays flat: at most
 * four chunks, and beyond the first at most 32 MiB, wait; buffers are reused. */
struct trace_readahead;

/* Takes the unpacker over, also on failure (NULL: no thread or no memory). */
struct trace_readahead *trace_readahead_create(struct trace_unpacker *unpacker);
/* Stops the thread and frees all but the chunks that were handed out and not given back. Accepts NULL. */
void trace_readahead_destroy(struct trace_readahead *readahead);

/* The next chunk, waiting for it where need be; the caller gives it back. The last has a status other than
 * TRACE_OK and is never followed by another call. NULL when memory is out. */
struct trace_chunk *trace_readahead_next(struct trace_readahead *readahead);
/* Gives a chunk back for reuse. */
void trace_readahead_release(struct trace_readahead *readahead, struct trace_chunk *chunk);

const struct trace_unpacker *trace_readahead_unpacker(const struct trace_readahead *readahead);

#endif
