/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_FUZZ_UTIL_H
#define RETRACE_TRACE_FUZZ_UTIL_H

/* What fuzz targets share. A target defines LLVMFuzzerTestOneInput and includes this file first. Under
 * libFuzzer that is all; with -DFUZZ_MAIN a main replays the files of its command line, each followed by
 * FUZZ_ROUNDS mutations of it that are the same every time, so that any compiler can run the corpus; with
 * -DFUZZ_MUTATE a test calls fuzz_mutate itself. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FUZZ_FILE_MAX = 64 << 20 };

static inline void fuzz_write(int fd, const void *data, size_t size)
{
    if (size && write(fd, data, size) != (ssize_t)size)
        abort();
}

/* A file without a name of these bytes. */
static inline int fuzz_file(const uint8_t *data, size_t size)
{
    int fd = memfd_create("fuzz", MFD_CLOEXEC);

    if (fd < 0)
        abort();
    fuzz_write(fd, data, size);
    return fd;
}

/* The same, where the bytes may also be a bare stream, which starts with its version: it is put into a snappy
 * chunk of one literal, so that a changed byte of the input is a changed byte of the stream. */
static inline int fuzz_file_or_stream(const uint8_t *data, size_t size)
{
    uint8_t head[16] = {'a', 't'}, *p = head + 6;
    size_t packed;
    int fd;

    if (!size || data[0] > 6 || size > FUZZ_FILE_MAX / 2)
        return fuzz_file(data, size);
    for (size_t n = size; n || p == head + 6; n >>= 7)
        *p++ = (uint8_t)((n & 0x7f) | (n > 0x7f ? 0x80 : 0));
    *p++ = 63 << 2; /* a literal whose length less one follows in four bytes */
    for (int shift = 0; shift < 32; shift += 8)
        *p++ = (uint8_t)((size - 1) >> shift);
    packed = (size_t)(p - head - 6) + size;
    for (int i = 0; i < 4; i++)
        head[2 + i] = (uint8_t)(packed >> (8 * i));
    fd = fuzz_file(head, (size_t)(p - head));
    fuzz_write(fd, data, size);
    return fd;
}

static inline void fuzz_path(char *path, size_t size, int fd)
{
    snprintf(path, size, "/proc/self/fd/%d", fd);
}

#if defined(FUZZ_MAIN) || defined(FUZZ_MUTATE)
/* A fixed sequence, so that a failure can be had again. */
static inline unsigned fuzz_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33);
}

static inline void fuzz_mutate(const uint8_t *data, size_t size, unsigned rounds)
{
    uint8_t *copy = size ? malloc(size) : NULL;

    if (!copy)
        abort();
    for (unsigned round = 0; round < rounds; round++) {
        uint64_t state = round + 1;
        size_t n = size;

        memcpy(copy, data, size);
        for (unsigned k = 0; k < 1 + round % 8; k++)
            copy[fuzz_random(&state) % size] = (uint8_t)fuzz_random(&state);
        if (round % 4 == 0)
            n = fuzz_random(&state) % size;
        LLVMFuzzerTestOneInput(copy, n);
    }
    free(copy);
}
#endif

#ifdef FUZZ_MAIN
int main(int argc, char **argv)
{
    const char *rounds = getenv("FUZZ_ROUNDS");

    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        uint8_t *data = malloc(FUZZ_FILE_MAX);
        size_t size = file && data ? fread(data, 1, FUZZ_FILE_MAX, file) : 0;

        if (!file)
            fprintf(stderr, "cannot open %s\n", argv[i]);
        if (!file || !data)
            return 1;
        LLVMFuzzerTestOneInput(data, size);
        if (size)
            fuzz_mutate(data, size, rounds ? (unsigned)atoi(rounds) : 0);
        fclose(file);
        free(data);
    }
    printf("%d files\n", argc - 1);
    return 0;
}
#endif

#endif
