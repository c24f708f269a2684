/* SPDX-License-Identifier: MIT */
/* The parts of reading that cross a chunk. A chunk that a blob points into is kept until trace_reader_unpin;
 * any other goes back to the read-ahead thread at once. */
#include "reader.h"

bool trace_reader_refill(struct trace_reader *r)
{
    while (r->p == r->end) {
        struct trace_chunk *old = r->chunk;

        if (r->ended || (old && old->status != TRACE_OK)) {
            r->ended = true;
            return false;
        }
        if (old) {
            r->base += old->size;
            if (r->pinned) {
                old->next = r->kept;
                r->kept = old;
                r->kept_bytes += old->capacity;
            } else {
                trace_readahead_release(r->readahead, old);
            }
            r->pinned = false;
        }
        r->chunk = trace_readahead_next(r->readahead);
        if (!r->chunk) {
            r->p = r->end = NULL;
            r->ended = true;
            return false;
        }
        r->file_pos = r->chunk->file_pos;
        r->p = r->chunk->data;
        r->end = r->chunk->size ? r->p + r->chunk->size : r->p; /* an empty last chunk may have no buffer */
    }
    return true;
}

bool trace_reader_uint_slow(struct trace_reader *r, uint64_t *value)
{
    uint64_t v = 0;

    if (r->end - r->p >= 10) {
        const uint8_t *p = r->p;

        /* The tenth byte holds the last bit, so nine are taken without a look at the window's end. */
        for (unsigned shift = 0; shift < 63; shift += 7, p++) {
            v |= (uint64_t)(*p & 0x7f) << shift;
            if (*p < 0x80) {
                r->p = p + 1;
                *value = v;
                return true;
            }
        }
        v = 0;
    }
    for (unsigned shift = 0; shift < 70; shift += 7) {
        uint8_t byte;

        if (!trace_reader_byte(r, &byte))
            return false;
        if (shift == 63 && byte > 1)
            break;
        v |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            *value = v;
            return true;
        }
    }
    r->overlong = true;
    return false;
}

bool trace_reader_bytes_slow(struct trace_reader *r, void *buf, size_t n)
{
    uint8_t *out = buf;

    while (n) {
        size_t part;

        if (!trace_reader_refill(r))
            return false;
        part = (size_t)(r->end - r->p) < n ? (size_t)(r->end - r->p) : n;
        memcpy(out, r->p, part);
        r->p += part;
        out += part;
        n -= part;
    }
    return true;
}

bool trace_reader_skip(struct trace_reader *r, uint64_t n)
{
    while (n) {
        uint64_t part;

        if (!trace_reader_refill(r))
            return false;
        part = (uint64_t)(r->end - r->p) < n ? (uint64_t)(r->end - r->p) : n;
        r->p += part;
        n -= part;
    }
    return true;
}

void trace_reader_unpin_kept(struct trace_reader *r)
{
    while (r->kept) {
        struct trace_chunk *next = r->kept->next;

        trace_readahead_release(r->readahead, r->kept);
        r->kept = next;
    }
    r->kept_bytes = 0;
}

enum trace_status trace_reader_status(const struct trace_reader *r, const char **message)
{
    *message = r->chunk ? r->chunk->message : "out of memory";
    return r->chunk ? r->chunk->status : TRACE_IO;
}

void trace_reader_finish(struct trace_reader *r)
{
    if (!r->readahead)
        return;
    trace_reader_unpin(r);
    if (r->chunk)
        trace_readahead_release(r->readahead, r->chunk);
    r->chunk = NULL;
    trace_readahead_destroy(r->readahead);
    r->readahead = NULL;
}
