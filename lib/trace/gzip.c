/* SPDX-License-Identifier: MIT */
/* gzip, as a source over another: members follow each other, what follows the last is ignored as gzip(1)
 * does. A stream that stops early yields all that was decodable (apitrace's own zlib-no-eof capture is such a
 * file). */
#include "source.h"

#include <stdlib.h>
#include <zlib.h>

enum { INPUT_BYTES = 64 * 1024 };

struct gzip_source {
    struct trace_source base;
    struct trace_source *inner;
    z_stream z;
    uint8_t input[INPUT_BYTES];
};

static size_t refill(struct gzip_source *gz)
{
    size_t got = trace_source_read(gz->inner, gz->input, sizeof gz->input);

    gz->z.next_in = gz->input;
    gz->z.avail_in = (uInt)got;
    return got;
}

/* Behind a member: true when another one starts. */
static bool next_member(struct gzip_source *gz)
{
    if (!gz->z.avail_in && !refill(gz))
        return false;
    /* A magic split over two reads is met only with an input buffer ending in 1f: treat that 1f as a start.
     */
    if (gz->z.next_in[0] != 0x1f || (gz->z.avail_in > 1 && gz->z.next_in[1] != 0x8b))
        return false;
    return inflateReset(&gz->z) == Z_OK;
}

static size_t gzip_read(struct trace_source *source, void *buf, size_t n)
{
    struct gzip_source *gz = (struct gzip_source *)source;
    size_t got = 0;

    while (got < n) {
        size_t room = n - got < 1 << 30 ? n - got : 1 << 30;
        int ret;

        if (!gz->z.avail_in && !refill(gz)) {
            if (gz->inner->status == TRACE_END)
                return trace_source_end(source, got, TRACE_TRUNCATED, "the gzip stream ends early");
            return trace_source_end(source, got, gz->inner->status, "%s", gz->inner->message);
        }
        gz->z.next_out = (Bytef *)buf + got;
        gz->z.avail_out = (uInt)room;
        ret = inflate(&gz->z, Z_NO_FLUSH);
        got += room - gz->z.avail_out;
        if (ret == Z_STREAM_END) {
            if (!next_member(gz))
                return trace_source_end(source, got, TRACE_END, "%s", "");
        } else if (ret == Z_MEM_ERROR) {
            return trace_source_end(source, got, TRACE_IO, "out of memory");
        } else if (ret != Z_OK && ret != Z_BUF_ERROR) {
            return trace_source_end(source, got, TRACE_CORRUPT, "gzip: %s",
                                    gz->z.msg ? gz->z.msg : "bad data");
        }
    }
    return got;
}

static void gzip_destroy(struct trace_source *source)
{
    struct gzip_source *gz = (struct gzip_source *)source;

    inflateEnd(&gz->z);
    trace_source_destroy(gz->inner);
    free(gz);
}

struct trace_source *trace_source_gzip(struct trace_source *inner)
{
    struct gzip_source *gz = calloc(1, sizeof *gz);

    if (!gz || inflateInit2(&gz->z, 15 + 16) != Z_OK) {
        free(gz);
        trace_source_destroy(inner);
        return NULL;
    }
    gz->base.read = gzip_read;
    gz->base.destroy = gzip_destroy;
    gz->inner = inner;
    return &gz->base;
}
