/* SPDX-License-Identifier: MIT */
/* zstd, as a source over another. Plain and seekable files decode alike: a seekable one is a sequence of
 * frames with its seek table in a skippable frame at the end, which the decoder passes over. One whose writer
 * died before the table is plain. */
#include "source.h"

#include <stdlib.h>
#include <zstd.h>

enum { INPUT_BYTES = 128 * 1024 };

struct zstd_source {
    struct trace_source base;
    struct trace_source *inner;
    ZSTD_DCtx *ctx;
    ZSTD_inBuffer in;
    bool inside; /* a frame has begun and not ended */
    uint8_t input[INPUT_BYTES];
};

static size_t zstd_read(struct trace_source *source, void *buf, size_t n)
{
    struct zstd_source *zs = (struct zstd_source *)source;
    ZSTD_outBuffer out = {buf, n, 0};

    while (out.pos < n) {
        size_t before = out.pos, ret;

        if (zs->in.pos == zs->in.size) {
            zs->in.pos = 0;
            zs->in.size = trace_source_read(zs->inner, zs->input, sizeof zs->input);
        }
        ret = ZSTD_decompressStream(zs->ctx, &out, &zs->in);
        if (ZSTD_isError(ret))
            return trace_source_end(source, out.pos, TRACE_CORRUPT, "zstd: %s", ZSTD_getErrorName(ret));
        zs->inside = ret != 0 && (zs->inside || zs->in.size > 0);
        /* Without input the decoder may still flush; only when it does not is the stream over. */
        if (zs->in.size || out.pos > before)
            continue;
        if (zs->inner->status != TRACE_END)
            return trace_source_end(source, out.pos, zs->inner->status, "%s", zs->inner->message);
        if (zs->inside)
            return trace_source_end(source, out.pos, TRACE_TRUNCATED, "the zstd stream ends early");
        return trace_source_end(source, out.pos, TRACE_END, "%s", "");
    }
    return n;
}

static void zstd_destroy(struct trace_source *source)
{
    struct zstd_source *zs = (struct zstd_source *)source;

    ZSTD_freeDCtx(zs->ctx);
    trace_source_destroy(zs->inner);
    free(zs);
}

struct trace_source *trace_source_zstd(struct trace_source *inner, int window_log)
{
    struct zstd_source *zs = calloc(1, sizeof *zs);

    if (!zs || !(zs->ctx = ZSTD_createDCtx())) {
        free(zs);
        trace_source_destroy(inner);
        return NULL;
    }
    ZSTD_DCtx_setParameter(zs->ctx, ZSTD_d_windowLogMax, window_log);
    zs->base.read = zstd_read;
    zs->base.destroy = zstd_destroy;
    zs->inner = inner;
    zs->in.src = zs->input;
    return &zs->base;
}
