/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_HARNESS_H
#define RETRACE_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "retrace/arm.h"
#include "retrace/expected.h"
#include "retrace/manifest.h"

/* The comparison itself: traces x drivers x arms. Every arm is replayed in a process of its own for its
 * digests, judged against the reference, and then timed in rounds that take the arms in turn. */

struct gles_driver;
struct journal;
struct log;

struct harness_params {
    const struct manifest_entry *traces;
    size_t n_traces;
    const struct gles_driver *const *drivers;
    size_t n_drivers;
    const char *drivers_file;
    bool tiers[TIERS_COUNT];               /* those to be judged; the reference runs in any case */
    bool auto_tier;                        /* also judge what auto takes */
    bool native;                           /* run the native arm where the driver has one */
    int runs;                              /* timed runs of each arm; 0: no timing */
    int64_t time_floor_ns;                 /* of one timed run */
    const char *caps, *snapshots, *images; /* or NULL */
    const char *cache;                     /* folder of translated shaders; NULL: none are kept */
    const char *pictures;    /* folder for the few that a report shows, without images; or NULL */
    const char *expected;    /* folder, or NULL */
    bool write_golden;       /* record the reference's digests in `expected` */
    int timeout_s;           /* of one worker */
    int jobs;                /* workers at a time; timed runs are alone all the same */
    int reruns;              /* how often an unexpected result is asked for again */
    struct journal *journal; /* what is in it is not run again, what is run is added; or NULL */
    const struct log *log;
    /* What is being done now, `done` of `total` worker runs; NULL: not wanted. Neither this nor trace_done is
     * called from two threads at a time. */
    void (*progress)(void *priv, const char *text, size_t done, size_t total);
    /* One more of the traces of the result is finished, in their order: the place to write results. */
    void (*trace_done)(void *priv);
    bool (*stopped)(void *priv); /* true: start nothing more; NULL: never. From any thread */
    void *priv;
};

/* One trace on one driver. Arms: native (if run), then tiers in the order of the table. */
struct harness_driver {
    const struct gles_driver *driver;
    bool usable;  /* it came up, and is the renderer that it should be */
    bool skipped; /* the manifest says so: nothing was run */
    bool begun, judged, finished;
    char *message;                     /* why it is not usable */
    struct manifest_expectation known; /* borrowed from the manifest */
    struct arm probe;                  /* who it is */
    struct arm *arms;
    size_t n_arms;
    struct arm *native, *reference; /* among arms; NULL: none */
    enum { NATIVE_NONE, NATIVE_IDENTICAL, NATIVE_DIFFERS } native_verdict;
    int64_t native_frame;         /* the first that differs, -1 */
    bool native_unexpected;       /* differs where the expectation says identical */
    enum golden golden, checksum; /* equal to what is recorded, to what the manifest says */
    const char *fastest;          /* the fastest correct tier, NULL: not timed */
    bool fastest_clear;           /* its range overlaps no other's */
};

struct harness_trace {
    const char *path, *name; /* the manifest's */
    char md5[33];
    char *message; /* why it cannot be read; NULL: it can */
    bool opened;
    uint64_t calls, frames, batches, subdraws;
    char *damage; /* what ended it early, or NULL */
    struct harness_driver *drivers;
    size_t n_drivers;
};

struct harness_result {
    struct harness_trace *traces;
    size_t n_traces; /* finished ones, in the order of the parameters */
};

/* Runs everything. False when memory is out. Fills *result as far as it came. */
bool harness_run(const struct harness_params *params, struct harness_result *result);
void harness_result_finish(struct harness_result *result);

/* The exit status of design: 0, 1, 2, 3 or 125. */
int harness_exit_status(const struct harness_result *result);

/* Judges `arm` against the reference, and against the native arm where there is one (NULL: none). Sets
 * verdict, reason and divergence. */
void verdict_judge(struct arm *arm, const struct arm *reference, const struct arm *native);
/* Index of the first frame whose digest differs, -1: none. Frames that one of them lacks differ. */
int64_t verdict_compare_frames(const struct arm *a, const struct arm *b);
/* A divergence was found at a call, and a sub-draw of it (-1: no batch, or not known). */
void verdict_locate(struct arm *arm, int64_t call, int64_t subdraw);
/* True for verdicts that need no explaining where nothing is recorded. */
bool verdict_is_good(enum verdict verdict);

#endif
