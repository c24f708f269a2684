/* SPDX-License-Identifier: MIT */
/* brotli, as a source over another. The format has no magic number, so everything unrecognised is tried as
 * brotli and an error at the very start only means "not an apitrace file"; the caller decides by the bytes
 * that come out. */
#include "source.h"

#include <brotli/decode.h>
#include <stdlib.h>

enum { INPUT_BYTES = 64 * 1024 };

struct brotli_source {
    struct trace_source base;
    struct trace_source *inner;
    BrotliDecoderState *state;
    const uint8_t *next;
    size_t avail;
    uint8_t input[INPUT_BYTES];
};

static size_t brotli_read(struct trace_source *source, void *buf, size_t n)
{
    struct brotli_source *br = (struct brotli_source *)source;
    uint8_t *out = buf;
    size_t room = n;

    while (room) {
        BrotliDecoderResult ret =
            BrotliDecoderDecompressStream(br->state, &br->avail, &br->next, &room, &out, NULL);

        if (ret == BROTLI_DECODER_RESULT_SUCCESS)
            return trace_source_end(source, n - room, TRACE_END, "%s", "");
        if (ret == BROTLI_DECODER_RESULT_ERROR)
            return trace_source_end(source, n - room, TRACE_CORRUPT, "brotli: %s",
                                    BrotliDecoderErrorString(BrotliDecoderGetErrorCode(br->state)));
        if (ret != BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT)
            continue;
        br->next = br->input;
        br->avail = trace_source_read(br->inner, br->input, sizeof br->input);
        if (br->avail)
            continue;
        if (!room)
            break; /* the decoder may hold more; the end is found by the next read */
        if (br->inner->status == TRACE_END)
            return trace_source_end(source, n - room, TRACE_TRUNCATED, "the brotli stream ends early");
        return trace_source_end(source, n - room, br->inner->status, "%s", br->inner->message);
    }
    return n;
}

static void brotli_destroy(struct trace_source *source)
{
    struct brotli_source *br = (struct brotli_source *)source;

    BrotliDecoderDestroyInstance(br->state);
    trace_source_destroy(br->inner);
    free(br);
}

struct trace_source *trace_source_brotli(struct trace_source *inner)
{
    struct brotli_source *br = calloc(1, sizeof *br);

    if (!br || !(br->state = BrotliDecoderCreateInstance(NULL, NULL, NULL))) {
        free(br);
        trace_source_destroy(inner);
        return NULL;
    }
    br->base.read = brotli_read;
    br->base.destroy = brotli_destroy;
    br->inner = inner;
    br->next = br->input;
    return &br->base;
}
