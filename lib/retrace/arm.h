/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_ARM_H
#define RETRACE_ARM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "retrace/spawn.h"
#include "tiers/tiers.h"

struct gles_driver;
struct job;
struct json_t;

/* One arm of a comparison: a tier (or the native replay) of one trace on one driver, as its worker processes
 * reported it. */

enum verdict {
    VERDICT_NONE, /* not judged */
    VERDICT_IDENTICAL,
    VERDICT_PARTIAL,
    VERDICT_DEMOTED,
    VERDICT_DIFFERS,
    VERDICT_NO_BATCHES,
    VERDICT_UNSUPPORTED,
    VERDICT_CRASHED,
    VERDICT_HUNG,
    VERDICT_FAILED,
};
const char *verdict_name(enum verdict verdict); /* "no-batches" */
enum verdict verdict_find(const char *name);    /* VERDICT_NONE when unknown */

struct arm_frame {
    uint64_t frame, call;
    int width, height;
    char md5[33];      /* of what apitrace hashes: RGB of the default framebuffer, RGBA of others; empty: GL
                          refused the read */
    char rgba_md5[33]; /* of all four channels: what arms are compared by */
    bool blank;        /* every pixel alike */
};

/* Costs of the timed runs, in nanoseconds per batch; an array per figure, one value per run. */
enum { ARM_MAX_RUNS = 64 };
struct arm_cost {
    double runs[ARM_MAX_RUNS];
    int n;
};

struct arm {
    const char *tier; /* "native" or a tier's name; not owned */
    struct arm_frame *frames;
    size_t n_frames;
    char *renderer, *version, *es; /* of the driver, NULL until it told */
    bool started, ended;
    bool desktop; /* the driver has desktop GL */
    uint64_t calls, frame_count;
    char *damage;                 /* what ended the trace early, or NULL */
    char *message;                /* why the worker gave up, or NULL */
    struct json_t *gaps, *errors; /* arrays; NULL until the worker ended */
    struct json_t *windows;       /* how vertex fetches were bound, as the result has it; NULL likewise */
    struct tiers_stats stats;
    bool announced[TIERS_COUNT]; /* by the lines of its log */
    char *auto_tier;
    char *missing[TIERS_COUNT]; /* what the driver lacks for each tier; NULL: nothing */
    char *log;                  /* what it printed, at most 256 KiB */
    size_t log_used, log_capacity;
    struct spawn_status status;
    struct arm_cost ns, submit, gpu;
    double seconds; /* wall time of the run that was judged; 0: not known */
    struct json_t
        *lines; /* an array to which everything that the worker reports is added; NULL: not wanted */

    enum verdict verdict, expected; /* expected: VERDICT_NONE when nothing is recorded */
    char reason[512];
    char unexpected[256]; /* what contradicts the expectation; empty: nothing */
    /* An unexpected result is asked for again: it fails where no further attempt is as expected. */
    enum stability { STABILITY_UNKNOWN, STABILITY_FAILS, STABILITY_FLAKES } stability;
    struct json_t
        *attempts; /* array of {"verdict", "reason"}, the first one included; NULL: there was but one */
    int64_t diverges_frame, diverges_call, diverges_subdraw; /* -1: nowhere, or not to be told */
};

void arm_init(struct arm *arm, const char *tier);
void arm_finish(struct arm *arm);

/* Runs one worker for `job` and takes in what it reports. A timed job adds one value to the costs and leaves
 * the rest as the first run left it. */
void arm_run(struct arm *arm, const struct job *job, const struct gles_driver *driver, int timeout_s);

/* The same, and what came of it as a new object (NULL: out of memory) from which arm_take does to another arm
 * exactly what the run did to this one. */
struct json_t *arm_run_recorded(struct arm *arm, const struct job *job, const struct gles_driver *driver,
                                int timeout_s);
void arm_take(struct arm *arm, const struct json_t *record);

/* The log from `from` on as JSON text, which must be UTF-8: other bytes become question marks. New; NULL when
 * memory is out. */
struct json_t *arm_log_json(const struct arm *arm, size_t from);

/* Median, lowest and highest of a cost; false when it has no values. */
bool arm_cost_summary(const struct arm_cost *cost, double *median, double *min, double *max);

#endif
