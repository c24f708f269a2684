/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_SOURCE_H
#define RETRACE_TRACE_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "trace/trace.h"

/* A stream of bytes: the file, or what a decompressor makes of another source. Pull only, no seeking, so that
 * any of them stacks on any other. One thread at a time. */
struct trace_source {
    /* Fills buf with n bytes. Fewer only where the stream ends; `status` and `message` then say why. */
    size_t (*read)(struct trace_source *source, void *buf, size_t n);
    void (*destroy)(struct trace_source *source);
    /* TRACE_OK until a read came back short; then TRACE_END, _TRUNCATED, _CORRUPT or _IO. */
    enum trace_status status;
    char message[128]; /* one line, empty for TRACE_END */
    /* Bytes looked at ahead of time; trace_source_read delivers them first. */
    uint8_t head[512];
    size_t head_size, head_pos;
};

/* The file itself. NULL with *status and message filled in when it cannot be opened. */
struct trace_source *trace_source_open(const char *path, enum trace_status *status, char *message,
                                       size_t size);
/* Bytes of the file read so far, its size (0 where it has none, as a pipe), and its last n bytes (false where
 * it cannot seek or is shorter). */
uint64_t trace_source_file_pos(const struct trace_source *file);
uint64_t trace_source_file_size(const struct trace_source *file);
bool trace_source_file_tail(struct trace_source *file, uint8_t *buf, size_t n);

/* Decompressors. They take `inner` over, also on failure (NULL: memory is out). */
struct trace_source *trace_source_gzip(struct trace_source *inner);
struct trace_source *trace_source_brotli(struct trace_source *inner);
/* Streams any sequence of frames; skippable ones, as the seek table, are skipped. window_log bounds its
 * memory. */
struct trace_source *trace_source_zstd(struct trace_source *inner, int window_log);

size_t trace_source_read(struct trace_source *source, void *buf, size_t n);
/* Shows the first bytes without consuming them; returns how many there are, up to n and to the size of
 * `head`. */
size_t trace_source_peek(struct trace_source *source, const uint8_t **bytes, size_t n);
/* Accepts NULL; destroys the sources below as well. */
void trace_source_destroy(struct trace_source *source);

/* For implementations: ends the stream with a reason. Returns `got` for a tail call. The first reason wins.
 */
size_t trace_source_end(struct trace_source *source, size_t got, enum trace_status status, const char *fmt,
                        ...) __attribute__((format(printf, 4, 5)));

#endif
