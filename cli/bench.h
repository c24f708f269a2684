/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_CLI_BENCH_H
#define RETRACE_CLI_BENCH_H

#include "emu/emu.h"
#include "gles/context.h"
#include "tiers/tiers.h"

#include <stdio.h>

/* The arms of the tiers' benchmark: the same batch drawn by a plain loop straight on the driver, through a
 * tier, and by the driver's own desktop GL. Every arm has a context of its own. */

enum { BENCH_SUBDRAWS = 32, BENCH_INDICES = 24, BENCH_MAX_ARMS = 16, BENCH_MAX_ROUNDS = 101 };

struct bench_arm {
    const char *name;
    enum tiers_tier tier; /* TIERS_NONE: not through the emulation */
    void (*batch)(const struct bench_arm *arm);
    struct gles_context *driver;
    struct gles_surface *surface;
    struct emu_context *emu;
    struct tiers_stats stats;
    struct emu_gaps gaps;
    const struct gles_table *es;
    const struct gl_table *gl;   /* desktop arms, emulated or not */
    double ns[BENCH_MAX_ROUNDS]; /* per batch, one value a round */
    int rounds;
};

struct bench {
    struct gles_display *display;
    const struct log *log;
    struct bench_arm arms[BENCH_MAX_ARMS];
    size_t n;
};

/* Makes every arm that the driver can do; false when not even one can be made. */
bool bench_open(struct bench *bench);
void bench_close(struct bench *bench);

/* Makes the arm's context current; false when the driver refuses. */
bool bench_enter(struct bench_arm *arm);
/* Ends a frame. */
void bench_finish(const struct bench_arm *arm);
/* Whether the arm did what its name says: no GL error, every batch through its tier. Needs bench_enter. */
bool bench_honest(const struct bench_arm *arm);
/* NULL: there is no such arm here. */
struct bench_arm *bench_find(struct bench *bench, const char *name);

/* bench_clock.c: nanoseconds of this thread's processor time; the median of n values, which are sorted. */
double bench_now(void);
double bench_median(double *values, int n, double *min, double *max);

/* bench_window.c: what windows cost, on a display of the driver that draws nothing. False when it cannot be
 * measured. */
bool bench_window(FILE *out, struct gles_display *display, const struct log *log);

/* bench_scan.c: how fast indices are scanned, needs no driver. False when memory is out. */
bool bench_scan(FILE *out);

#endif
