/* SPDX-License-Identifier: MIT */
/* Scans of indices beside memchr over the same bytes: both look at every byte once, so that memchr's time is
 * what the memory allows. Once out of the cache, where memory is the limit, and once within it. */
#include "bench.h"

#include "emu/bounds.h"

#include <stdlib.h>
#include <string.h>

enum { OUTSIDE = 64 << 20, WITHIN = 64 << 10, ROUNDS = 9 };

struct scan {
    const char *name;
    uint8_t size; /* of an index; 0: memchr */
    bool restart;
};

/* One pass; what it finds is handed out, so that it is not optimised away. */
static uint32_t pass(const struct scan *scan, const uint8_t *data, size_t bytes)
{
    struct bounds_indices found;

    if (!scan->size)
        return memchr(data, 255, bytes) != NULL; /* is not there */
    found = emu_bounds_scan(data, scan->size, bytes / scan->size, scan->restart,
                            scan->size == 1   ? 0xff
                            : scan->size == 2 ? 0xffff
                                              : 0xffffffff);
    return found.low ^ found.high;
}

/* Gigabytes a second: median, lowest, highest. */
static uint32_t measure(const struct scan *scan, const uint8_t *data, size_t bytes, double rates[3])
{
    double ns[ROUNDS], min, max;
    uint32_t sum = 0;

    for (int round = -1; round < ROUNDS; round++) {
        double begin = bench_now();
        for (size_t done = 0; done < OUTSIDE; done += bytes)
            sum += pass(scan, data, bytes);
        if (round >= 0)
            ns[round] = bench_now() - begin;
    }
    rates[0] = OUTSIDE / bench_median(ns, ROUNDS, &min, &max);
    rates[1] = OUTSIDE / max;
    rates[2] = OUTSIDE / min;
    return sum;
}

bool bench_scan(FILE *out)
{
    static const struct scan scans[] = {
        {"memchr", 0, false},      {"u8", 1, false},  {"u8, restart", 1, true}, {"u16", 2, false},
        {"u16, restart", 2, true}, {"u32", 4, false}, {"u32, restart", 4, true}};
    uint8_t *data = malloc(OUTSIDE);
    uint32_t seed = 1, sum = 0;

    if (!data)
        return false;
    for (size_t i = 0; i < OUTSIDE; i++) {
        seed = seed * 1664525u + 1013904223u;
        data[i] = (uint8_t)(seed >> 24) % 251;
    }
    fprintf(out, "scan of indices, GB/s: median (min … max) of %d\n", ROUNDS);
    fprintf(out, "  %-14s %-26s %-26s\n", "", "64 MiB", "64 KiB");
    for (size_t i = 0; i < sizeof scans / sizeof scans[0]; i++) {
        double far[3], near[3];
        sum += measure(&scans[i], data, OUTSIDE, far);
        sum += measure(&scans[i], data, WITHIN, near);
        fprintf(out, "  %-14s %6.1f (%.1f … %.1f)%*s %6.1f (%.1f … %.1f)\n", scans[i].name, far[0], far[1],
                far[2], 8, "", near[0], near[1], near[2]);
    }
    free(data);
    return sum != 0;
}
