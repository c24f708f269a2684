/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_READER_H
#define RETRACE_TRACE_READER_H

#include <string.h>

#include "trace/readahead.h"

/* The stream as a sequence of bytes, numbers and blocks. Every reader returns false at the end of the stream
 * (then `ended`, with the last chunk's status) or on a number that is too long (`overlong`). The fast paths
 * are inline and work on the window; only what crosses a chunk takes a call. */
struct trace_reader {
    const uint8_t *p, *end; /* the window: what is left of the current chunk */
    struct trace_readahead *readahead;
    struct trace_chunk *chunk; /* NULL before the first and when memory ran out */
    uint64_t base;             /* stream offset of the chunk's first byte */
    bool pinned;               /* something points into the current chunk */
    struct trace_chunk *kept;  /* earlier chunks that something points into */
    size_t kept_bytes;
    bool ended, overlong;
    uint64_t file_pos;
};

/* Makes the window non-empty, fetching chunks. False at the end. */
bool trace_reader_refill(struct trace_reader *reader);
bool trace_reader_uint_slow(struct trace_reader *reader, uint64_t *value);
bool trace_reader_bytes_slow(struct trace_reader *reader, void *buf, size_t n);
/* Passes over n bytes. */
bool trace_reader_skip(struct trace_reader *reader, uint64_t n);
/* Slow path of trace_reader_unpin: releases the chunks that were kept. */
void trace_reader_unpin_kept(struct trace_reader *reader);
/* Why the stream ended, once `ended`; *message is stable. */
enum trace_status trace_reader_status(const struct trace_reader *reader, const char **message);
void trace_reader_finish(struct trace_reader *reader);

/* Nothing points into any chunk any more. */
static inline void trace_reader_unpin(struct trace_reader *reader)
{
    if (reader->kept)
        trace_reader_unpin_kept(reader);
    reader->pinned = false;
}

static inline uint64_t trace_reader_offset(const struct trace_reader *reader)
{
    return reader->base + (reader->chunk ? (uint64_t)(reader->p - reader->chunk->data) : 0);
}

static inline bool trace_reader_byte(struct trace_reader *reader, uint8_t *value)
{
    if (__builtin_expect(reader->p == reader->end, 0) && !trace_reader_refill(reader))
        return false;
    *value = *reader->p++;
    return true;
}

/* A number of up to four bytes at s, all four readable: where it ends, or NULL when it is longer. */
static inline const uint8_t *trace_short_uint(const uint8_t *s, uint64_t *value)
{
    if (s[0] < 0x80) {
        *value = s[0];
        return s + 1;
    }
    if (s[1] < 0x80) {
        *value = (s[0] & 0x7fu) | (unsigned)s[1] << 7;
        return s + 2;
    }
    *value = (s[0] & 0x7fu) | (s[1] & 0x7fu) << 7 | (s[2] & 0x7fu) << 14;
    if (s[2] < 0x80)
        return s + 3;
    *value |= (unsigned)s[3] << 21;
    return s[3] < 0x80 ? s + 4 : NULL;
}

/* LEB128, at most 10 bytes. */
static inline bool trace_reader_uint(struct trace_reader *reader, uint64_t *value)
{
    if (__builtin_expect(reader->end - reader->p >= 4, 1)) {
        const uint8_t *after = trace_short_uint(reader->p, value);

        if (after) {
            reader->p = after;
            return true;
        }
    }
    return trace_reader_uint_slow(reader, value);
}

static inline bool trace_reader_bytes(struct trace_reader *reader, void *buf, size_t n)
{
    if (__builtin_expect((size_t)(reader->end - reader->p) >= n, 1)) {
        memcpy(buf, reader->p, n);
        reader->p += n;
        return true;
    }
    return trace_reader_bytes_slow(reader, buf, n);
}

#endif
