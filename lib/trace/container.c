/* SPDX-License-Identifier: MIT */
/* Detection, and the containers that are nothing but one compressed stream. The tests are on raw bytes: the
 * reference skips white space before the magic, which lets text pass for a trace. A gzip around any container
 * is peeled, since traces are passed around that way. */
#include "container.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_BYTES = 256 * 1024, /* of the streamed containers: small enough to stay in a core's cache */
    PEEL_DEPTH = 2,           /* gzip layers around a container */
    SMALL_FILE = 1 << 20,     /* a file below this is not worth a large zstd window */
};

static const uint8_t seek_table_magic[4] = {0xb1, 0xea, 0x92, 0x8f};

const char *trace_container_name(enum trace_container kind)
{
    static const char *const names[] = {
        [TRACE_SNAPPY] = "snappy",
        [TRACE_GZIP] = "gzip",
        [TRACE_BROTLI] = "brotli",
        [TRACE_ZSTD] = "zstd",
        [TRACE_ZSTD_SEEKABLE] = "zstd-seekable",
    };

    return names[kind];
}

bool trace_chunk_reserve(struct trace_chunk *chunk, size_t size)
{
    uint8_t *data;

    if (size <= chunk->capacity)
        return true;
    data = malloc(size);
    if (!data)
        return false;
    free(chunk->data);
    chunk->data = data;
    chunk->capacity = size;
    return true;
}

void trace_chunk_end(struct trace_chunk *chunk, enum trace_status status, const char *fmt, ...)
{
    va_list args;

    chunk->status = status;
    va_start(args, fmt);
    vsnprintf(chunk->message, sizeof chunk->message, fmt, args);
    va_end(args);
}

/* A plain word for what is no trace but often handed to us as one. */
static const char *foreign_format(const uint8_t *b, size_t n)
{
    static const struct {
        const char *magic;
        size_t size, offset;
        const char *what;
    } known[] = {
        {"\xfd"
         "7zXZ",
         6, 0, "xz-compressed; decompress it first"}, /* with the NUL */
        {"BZh", 3, 0, "bzip2-compressed; decompress it first"},
        {"PK\3\4", 4, 0, "a zip archive; unpack it first"},
        {"7z\xbc\xaf", 4, 0, "a 7z archive; unpack it first"},
        {"ustar", 5, 257, "a tar archive; unpack it first"},
        {"\177ELF", 4, 0, "an ELF file"},
        {"RDOC", 4, 0, "a RenderDoc capture"},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (n >= known[i].offset + known[i].size &&
            !memcmp(b + known[i].offset, known[i].magic, known[i].size))
            return known[i].what;
    return NULL;
}

static bool refuse(struct trace_damage *damage, enum trace_status status, const char *what)
{
    damage->status = status;
    snprintf(damage->message, sizeof damage->message, "%s", what);
    return false;
}

static bool not_a_trace(struct trace_damage *damage, const char *why)
{
    char text[200];

    snprintf(text, sizeof text, "not an apitrace file: %s", why);
    return refuse(damage, TRACE_UNSUPPORTED, text);
}

/* Puts a decompressor on top of the stack. */
static bool stack(struct trace_unpacker *u, struct trace_source *top, struct trace_damage *damage)
{
    u->top = top; /* it owns what was below, also when it failed */
    if (top)
        return true;
    u->file = NULL;
    return refuse(damage, TRACE_IO, "out of memory");
}

static bool detect_brotli(struct trace_unpacker *u, struct trace_damage *damage)
{
    const uint8_t *b;

    u->kind = TRACE_BROTLI;
    if (!stack(u, trace_source_brotli(u->top), damage))
        return false;
    /* Whatever is no container ends up here, so the version must be plausible. */
    if (trace_source_peek(u->top, &b, 1) < 1 || b[0] > 6)
        return not_a_trace(damage, "neither snappy, gzip, zstd nor brotli");
    return true;
}

static bool detect_zstd(struct trace_unpacker *u, struct trace_damage *damage)
{
    bool small = u->file_size && u->file_size < SMALL_FILE;
    uint8_t tail[4];

    u->kind = TRACE_ZSTD;
    if (u->top == u->file && trace_source_file_tail(u->file, tail, 4) && !memcmp(tail, seek_table_magic, 4))
        u->kind = TRACE_ZSTD_SEEKABLE;
    return stack(u, trace_source_zstd(u->top, small ? 26 : 27), damage);
}

/* What the stack's top holds. `depth` gzip layers are peeled already. */
static bool detect(struct trace_unpacker *u, unsigned depth, struct trace_damage *damage)
{
    const uint8_t *b;
    size_t n = trace_source_peek(u->top, &b, 512);

    if (!n && u->top->status != TRACE_END && u->top->status != TRACE_OK)
        return refuse(damage, u->top->status, u->top->message);
    if (!n)
        return not_a_trace(damage, depth ? "nothing inside the gzip stream" : "the file is empty");
    if (n >= 2 && b[0] == 'a' && b[1] == 't') {
        uint8_t magic[2];

        u->kind = TRACE_SNAPPY;
        trace_source_read(u->top, magic, 2);
        return true;
    }
    if (n >= 4 && !memcmp(b, "\x28\xb5\x2f\xfd", 4))
        return detect_zstd(u, damage);
    if (n >= 2 && b[0] == 0x1f && b[1] == 0x8b) {
        if (depth == PEEL_DEPTH)
            return not_a_trace(damage, "gzip inside gzip inside gzip");
        return stack(u, trace_source_gzip(u->top), damage) && detect(u, depth + 1, damage);
    }
    /* The stream itself starts with its version: then the gzip just peeled was the container. */
    if (depth && b[0] <= 6) {
        u->kind = TRACE_GZIP;
        return true;
    }
    if (foreign_format(b, n))
        return not_a_trace(damage, foreign_format(b, n));
    return detect_brotli(u, damage);
}

bool trace_unpacker_init(struct trace_unpacker *u, const char *path, struct trace_damage *damage)
{
    *u = (struct trace_unpacker){0};
    *damage = (struct trace_damage){0};
    u->file = trace_source_open(path, &damage->status, damage->message, sizeof damage->message);
    if (!u->file)
        return false;
    u->file_size = trace_source_file_size(u->file);
    u->top = u->file;
    if (detect(u, 0, damage))
        return true;
    trace_unpacker_finish(u);
    return false;
}

void trace_unpacker_finish(struct trace_unpacker *u)
{
    trace_source_destroy(u->top);
    free(u->packed);
    *u = (struct trace_unpacker){0};
}

void trace_unpacker_next(struct trace_unpacker *u, struct trace_chunk *chunk)
{
    chunk->size = 0;
    chunk->status = TRACE_OK;
    chunk->message[0] = 0;
    if (u->kind == TRACE_SNAPPY) {
        trace_snappy_next(u, chunk);
    } else if (!trace_chunk_reserve(chunk, CHUNK_BYTES)) {
        trace_chunk_end(chunk, TRACE_IO, "out of memory");
    } else {
        chunk->size = trace_source_read(u->top, chunk->data, CHUNK_BYTES);
        if (chunk->size < CHUNK_BYTES)
            trace_chunk_end(chunk, u->top->status, "%s", u->top->message);
    }
    chunk->file_pos = trace_source_file_pos(u->file);
}
