/* SPDX-License-Identifier: MIT */
/* apitrace's own container: { u32 LE length, that many bytes of one raw snappy block }*, no checksums. A
 * block says its uncompressed length itself; snappy cannot expand more than 64 bytes from 3, so a larger
 * claim is a lie and is refused before memory is taken. A cut or damaged block still gives the bytes before
 * the damage. */
#include "container.h"

#include <snappy-c.h>
#include <stdlib.h>
#include <string.h>

#include "snappy_tail.h"

enum {
    PACKED_MAX = 64 << 20,
    UNPACKED_MAX = 256 << 20,
    STEP = 1 << 20, /* the buffer grows with what the file really holds, not with what it claims */
};

/* Reads up to `length` bytes into u->packed; returns how many there were, or SIZE_MAX when memory is out. */
static size_t read_packed(struct trace_unpacker *u, size_t length)
{
    size_t have = 0;

    while (have < length) {
        size_t want = length - have < STEP ? length - have : STEP, got;

        if (u->packed_capacity < have + want) {
            size_t capacity = u->packed_capacity * 2 > have + want ? u->packed_capacity * 2 : have + want;
            uint8_t *packed = realloc(u->packed, capacity);

            if (!packed)
                return SIZE_MAX;
            u->packed = packed;
            u->packed_capacity = capacity;
        }
        got = trace_source_read(u->top, u->packed + have, want);
        have += got;
        if (got < want)
            break;
    }
    return have;
}

/* The good part of a block that is cut (`status` TRUNCATED) or broken. */
static void decode_prefix(struct trace_unpacker *u, struct trace_chunk *chunk, size_t packed, size_t claimed)
{
    size_t room = packed * 22 + 64;

    if (room > claimed)
        room = claimed;
    if (!trace_chunk_reserve(chunk, room ? room : 1))
        return;
    chunk->size = trace_snappy_decode_prefix((const char *)u->packed, packed, (char *)chunk->data, room);
}

static void cut_short(struct trace_unpacker *u, struct trace_chunk *chunk, const char *what)
{
    if (u->top->status != TRACE_END)
        trace_chunk_end(chunk, u->top->status, "%s", u->top->message);
    else
        trace_chunk_end(chunk, TRACE_TRUNCATED, "%s", what);
}

/* A zero length ends the stream. Data after it is nothing that a tracer writes. */
static void after_zero(struct trace_unpacker *u, struct trace_chunk *chunk)
{
    uint8_t byte;

    if (trace_source_read(u->top, &byte, 1))
        trace_chunk_end(chunk, TRACE_TRUNCATED, "snappy chunk of length 0, what follows it is ignored");
    else
        trace_chunk_end(chunk, TRACE_END, "%s", "");
}

void trace_snappy_next(struct trace_unpacker *u, struct trace_chunk *chunk)
{
    uint8_t word[4];
    size_t got = trace_source_read(u->top, word, 4), length, packed, unpacked = 0;

    if (got == 0 && u->top->status == TRACE_END) {
        trace_chunk_end(chunk, TRACE_END, "%s", "");
        return;
    }
    if (got < 4) {
        cut_short(u, chunk, "the file ends inside a chunk length");
        return;
    }
    length = word[0] | word[1] << 8 | word[2] << 16 | (size_t)word[3] << 24;
    if (!length) {
        after_zero(u, chunk);
        return;
    }
    if (length > PACKED_MAX) {
        trace_chunk_end(chunk, TRACE_CORRUPT, "snappy chunk of %zu bytes, above the limit of 64 MiB", length);
        return;
    }
    packed = read_packed(u, length);
    if (packed == SIZE_MAX) {
        trace_chunk_end(chunk, TRACE_IO, "out of memory");
        return;
    }
    if (snappy_uncompressed_length((const char *)u->packed, packed, &unpacked) != SNAPPY_OK)
        unpacked = 0;
    if (packed < length) {
        decode_prefix(u, chunk, packed, unpacked);
        cut_short(u, chunk, "the file ends inside a snappy chunk");
        return;
    }
    if (unpacked > UNPACKED_MAX || unpacked > length * 22) {
        trace_chunk_end(chunk, TRACE_CORRUPT, "snappy chunk of %zu bytes claims %zu uncompressed", length,
                        unpacked);
        return;
    }
    if (!trace_chunk_reserve(chunk, unpacked ? unpacked : 1)) {
        trace_chunk_end(chunk, TRACE_IO, "out of memory");
        return;
    }
    chunk->size = unpacked;
    if (snappy_uncompress((const char *)u->packed, length, (char *)chunk->data, &chunk->size) == SNAPPY_OK)
        return;
    decode_prefix(u, chunk, length, unpacked);
    trace_chunk_end(chunk, TRACE_CORRUPT, "damaged snappy chunk");
}
