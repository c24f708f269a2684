/* SPDX-License-Identifier: MIT */
/* The generic half of byte sources, and the file. read(2) rather than mmap: a file that shrinks under us is
 * then a short read and not a SIGBUS. */
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct file_source {
    struct trace_source base;
    int fd;
    uint64_t pos, size;
};

size_t trace_source_end(struct trace_source *source, size_t got, enum trace_status status, const char *fmt,
                        ...)
{
    va_list args;

    if (source->status != TRACE_OK)
        return got;
    source->status = status;
    va_start(args, fmt);
    vsnprintf(source->message, sizeof source->message, fmt, args);
    va_end(args);
    return got;
}

size_t trace_source_read(struct trace_source *source, void *buf, size_t n)
{
    size_t ahead = source->head_size - source->head_pos;

    if (!ahead)
        return source->status == TRACE_OK ? source->read(source, buf, n) : 0;
    if (ahead > n)
        ahead = n;
    memcpy(buf, source->head + source->head_pos, ahead);
    source->head_pos += ahead;
    if (ahead == n || source->status != TRACE_OK)
        return ahead;
    return ahead + source->read(source, (uint8_t *)buf + ahead, n - ahead);
}

size_t trace_source_peek(struct trace_source *source, const uint8_t **bytes, size_t n)
{
    if (n > sizeof source->head)
        n = sizeof source->head;
    if (source->head_size < n && source->status == TRACE_OK)
        source->head_size += source->read(source, source->head + source->head_size, n - source->head_size);
    *bytes = source->head + source->head_pos;
    return source->head_size - source->head_pos;
}

void trace_source_destroy(struct trace_source *source)
{
    if (source)
        source->destroy(source);
}

static size_t file_read(struct trace_source *source, void *buf, size_t n)
{
    struct file_source *file = (struct file_source *)source;
    size_t got = 0;

    while (got < n) {
        ssize_t r = read(file->fd, (uint8_t *)buf + got, n - got);

        if (r < 0 && errno == EINTR)
            continue;
        if (r < 0)
            return trace_source_end(source, got, TRACE_IO, "cannot read: %s", strerror(errno));
        if (r == 0)
            return trace_source_end(source, got, TRACE_END, "%s", "");
        got += (size_t)r;
        file->pos += (uint64_t)r;
    }
    return got;
}

static void file_destroy(struct trace_source *source)
{
    struct file_source *file = (struct file_source *)source;

    close(file->fd);
    free(file);
}

struct trace_source *trace_source_open(const char *path, enum trace_status *status, char *message,
                                       size_t size)
{
    struct file_source *file = NULL;
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    *status = TRACE_IO;
    if (fd < 0 || fstat(fd, &st)) {
        snprintf(message, size, "cannot open: %s", strerror(errno));
        goto fail;
    }
    if (S_ISDIR(st.st_mode)) {
        snprintf(message, size, "cannot open: %s", strerror(EISDIR));
        goto fail;
    }
    file = calloc(1, sizeof *file);
    if (!file) {
        snprintf(message, size, "out of memory");
        goto fail;
    }
    file->base.read = file_read;
    file->base.destroy = file_destroy;
    file->fd = fd;
    file->size = S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
    *status = TRACE_OK;
    return &file->base;
fail:
    if (fd >= 0)
        close(fd);
    return NULL;
}

uint64_t trace_source_file_pos(const struct trace_source *source)
{
    return ((const struct file_source *)source)->pos;
}

uint64_t trace_source_file_size(const struct trace_source *source)
{
    return ((const struct file_source *)source)->size;
}

bool trace_source_file_tail(struct trace_source *source, uint8_t *buf, size_t n)
{
    struct file_source *file = (struct file_source *)source;

    return file->size >= n && pread(file->fd, buf, n, (off_t)(file->size - n)) == (ssize_t)n;
}
