/* SPDX-License-Identifier: MIT */
/* The container half of the test writer. brotli is written as stored blocks, which need no encoder library;
 * that compressed brotli decodes is the decoder library's business, and a sample in the tests shows it. */
#include <snappy-c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "writer.h"

enum { TRACER_CHUNK = 1 << 20, ZSTD_FRAME = 2 << 20, BROTLI_BLOCK_MAX = 1 << 16 };

/* struct trace_writer doubles as a growing buffer. */
static void put_u32(struct trace_writer *out, uint32_t u)
{
    for (unsigned shift = 0; shift < 32; shift += 8)
        trace_writer_byte(out, u >> shift & 0xff);
}

static void pack_snappy(struct trace_writer *out, const uint8_t *data, size_t size, size_t chunk)
{
    size_t room = snappy_max_compressed_length(chunk);
    char *packed = malloc(room);

    trace_writer_bytes(out, "at", 2);
    for (size_t pos = 0; packed && pos < size; pos += chunk) {
        size_t n = size - pos < chunk ? size - pos : chunk, length = room;

        snappy_compress((const char *)data + pos, n, packed, &length);
        put_u32(out, (uint32_t)length);
        trace_writer_bytes(out, packed, length);
    }
    out->failed |= !packed;
    free(packed);
}

static void pack_gzip(struct trace_writer *out, const uint8_t *data, size_t size)
{
    z_stream z = {0};
    size_t room;
    uint8_t *packed;

    if (deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        out->failed = true;
        return;
    }
    room = deflateBound(&z, size);
    packed = malloc(room);
    if (packed) {
        z.next_in = (Bytef *)data;
        z.avail_in = (uInt)size;
        z.next_out = packed;
        z.avail_out = (uInt)room;
        out->failed |= deflate(&z, Z_FINISH) != Z_STREAM_END;
        trace_writer_bytes(out, packed, room - z.avail_out);
    }
    out->failed |= !packed;
    deflateEnd(&z);
    free(packed);
}

/* RFC 7932, sections 9.1 and 9.2: window bits (first block only), ISLAST 0, four length nibbles,
 * ISUNCOMPRESSED 1. */
static void pack_brotli(struct trace_writer *out, const uint8_t *data, size_t size, size_t chunk)
{
    if (chunk > BROTLI_BLOCK_MAX)
        chunk = BROTLI_BLOCK_MAX;
    for (size_t pos = 0; pos < size; pos += chunk) {
        size_t n = size - pos < chunk ? size - pos : chunk;
        unsigned first = pos == 0, bits = (unsigned)(n - 1) << (3 + first) | 1u << (19 + first);

        for (unsigned shift = 0; shift < 24; shift += 8)
            trace_writer_byte(out, bits >> shift & 0xff);
        trace_writer_bytes(out, data + pos, n);
    }
    trace_writer_byte(out, size ? 0x03 : 0x06); /* ISLAST, ISLASTEMPTY */
}

static void pack_zstd(struct trace_writer *out, const uint8_t *data, size_t size, size_t chunk, bool seekable)
{
    size_t room = ZSTD_compressBound(chunk), frames = 0;
    uint8_t *packed = malloc(room);
    struct trace_writer table;

    trace_writer_init(&table, 0);
    for (size_t pos = 0; packed && pos < size; pos += chunk, frames++) {
        size_t n = size - pos < chunk ? size - pos : chunk,
               length = ZSTD_compress(packed, room, data + pos, n, 3);

        out->failed |= ZSTD_isError(length);
        trace_writer_bytes(out, packed, length);
        put_u32(&table, (uint32_t)length);
        put_u32(&table, (uint32_t)n);
    }
    if (seekable) { /* a skippable frame: entries, their number, a descriptor, the magic number */
        put_u32(out, 0x184d2a5e);
        put_u32(out, (uint32_t)table.size + 9);
        trace_writer_bytes(out, table.data, table.size);
        put_u32(out, (uint32_t)frames);
        trace_writer_byte(out, 0);
        put_u32(out, 0x8f92eab1);
    }
    out->failed |= !packed || table.failed;
    trace_writer_finish(&table);
    free(packed);
}

static void pack(struct trace_writer *out, const struct trace_writer *w, const struct trace_packing *packing)
{
    size_t chunk = packing->chunk;

    switch (packing->container) {
    case TRACE_SNAPPY:
        pack_snappy(out, w->data, w->size, chunk ? chunk : TRACER_CHUNK);
        break;
    case TRACE_GZIP:
        pack_gzip(out, w->data, w->size);
        break;
    case TRACE_BROTLI:
        pack_brotli(out, w->data, w->size, chunk ? chunk : BROTLI_BLOCK_MAX);
        break;
    case TRACE_ZSTD:
    case TRACE_ZSTD_SEEKABLE:
        pack_zstd(out, w->data, w->size, chunk ? chunk : ZSTD_FRAME,
                  packing->container == TRACE_ZSTD_SEEKABLE);
        break;
    }
}

bool trace_writer_save(const struct trace_writer *w, const char *path, const struct trace_packing *packing)
{
    struct trace_writer out;
    FILE *file = fopen(path, "wb");
    bool ok;

    trace_writer_init(&out, w->version);
    pack(&out, w, packing);
    for (unsigned i = 0; i < packing->gzips; i++) {
        struct trace_writer outer;

        trace_writer_init(&outer, w->version);
        pack_gzip(&outer, out.data, out.size);
        outer.failed |= out.failed;
        trace_writer_finish(&out);
        out = outer;
    }
    ok = file && !w->failed && !out.failed && packing->cut <= out.size &&
         fwrite(out.data, 1, out.size - packing->cut, file) == out.size - packing->cut;
    if (file && fclose(file))
        ok = false;
    trace_writer_finish(&out);
    return ok;
}
