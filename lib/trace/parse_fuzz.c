/* SPDX-License-Identifier: MIT */
/* Feeds arbitrary files to the reader: every value that comes out is dumped, so that every pointer is
 * followed. Built with clang -fsanitize=fuzzer,address,undefined it is a libFuzzer target; with -DFUZZ_MAIN
 * it replays the files named on its command line instead, once each, and once with a mutation every few
 * bytes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "trace/dump.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_all(const char *path, FILE *out, unsigned recycle)
{
    struct trace_damage damage;
    struct trace_parser *p = trace_parser_open(path, NULL, &damage);
    struct trace_dump dump = {out, p, true};
    struct trace_call *call;
    unsigned n = 0;

    if (!p) {
        if (damage.status == TRACE_OK || damage.status == TRACE_END || !damage.message[0])
            abort();
        return;
    }
    trace_dump_properties(&dump);
    while (trace_parser_next(p, &call) == TRACE_OK) {
        trace_dump_call(&dump, call);
        if (++n % recycle == 0)
            trace_parser_recycle(p);
    }
    /* A status that only an unfinished parser has, or one without a word, is a bug as well. */
    if (trace_parser_damage(p)->status == TRACE_OK ||
        (trace_parser_damage(p)->status != TRACE_END && !trace_parser_damage(p)->message[0]))
        abort();
    trace_parser_close(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *out;
    char path[64];
    int fd = memfd_create("fuzz", MFD_CLOEXEC);

    if (!out)
        out = fopen("/dev/null", "w");
    if (fd < 0 || !out || write(fd, data, size) != (ssize_t)size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    read_all(path, out, 1 + size % 3);
    close(fd);
    return 0;
}

#if defined(FUZZ_MAIN) || defined(FUZZ_MUTATE)
/* A fixed sequence, so that a failure can be had again. */
static unsigned next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33);
}

static void mutate(uint8_t *data, size_t size, unsigned rounds)
{
    uint8_t *copy = size ? malloc(size) : NULL;

    if (!copy)
        abort();
    for (unsigned round = 0; round < rounds; round++) {
        uint64_t state = round + 1;
        size_t n = size;

        memcpy(copy, data, size);
        for (unsigned k = 0; k < 1 + round % 8; k++)
            copy[next_random(&state) % size] = (uint8_t)next_random(&state);
        if (round % 4 == 0)
            n = next_random(&state) % size;
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
        uint8_t *data = malloc(64 << 20);
        size_t size = file && data ? fread(data, 1, 64 << 20, file) : 0;

        LLVMFuzzerTestOneInput(data, size);
        if (size)
            mutate(data, size, rounds ? (unsigned)atoi(rounds) : 0);
        if (file)
            fclose(file);
        free(data);
    }
    printf("%d files\n", argc - 1);
    return 0;
}
#endif
