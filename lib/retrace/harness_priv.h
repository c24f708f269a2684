/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_HARNESS_PRIV_H
#define RETRACE_HARNESS_PRIV_H

#include <pthread.h>
#include <semaphore.h>

#include "retrace/harness.h"
#include "retrace/job.h"
#include "retrace/memo.h"

/* What the files of the harness share: harness.c (order of the work), harness_driver.c (one trace on one
 * driver), harness_settle.c (asking again), harness_pictures.c, harness_time.c (rounds of timed replays),
 * harness_result.c (what became of it). */

/* A driver is asked once who it is; every trace is told the same. */
struct harness_probe {
    pthread_mutex_t lock;
    bool asked;
    struct json_t *record; /* of the probe's run */
};

struct harness {
    const struct harness_params *p;
    struct harness_result *result;
    char *build;          /* resume_build */
    pthread_mutex_t lock; /* of what the threads tell: progress, publishing */
    sem_t slots;          /* one per worker that may run */
    size_t done, total;
    struct harness_probe *probes; /* one per driver */
};

char *harness_format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
bool harness_stopped(const struct harness *h);
/* Progress: this is begun; its end is one worker run more. */
void harness_tell(struct harness *h, const struct harness_trace *trace, const struct harness_driver *d,
                  const char *what);
void harness_tick(struct harness *h);

struct job harness_job(const struct harness *h, const struct harness_trace *trace,
                       const struct harness_driver *d, const char *tier);
struct memo_key harness_key(const struct harness *h, const struct harness_trace *trace,
                            const struct harness_driver *d, const struct job *job, const char *what);

/* What the names of its images begin with: a trace may lie in folders. Allocated. */
char *harness_image_prefix(const struct harness_trace *trace, const struct harness_driver *d,
                           const char *tier);

/* Replays an arm for its digests. */
void harness_run_digests(struct harness *h, const struct harness_trace *trace, const struct harness_driver *d,
                         struct arm *arm, int attempt);
/* Everything but the timing. */
void harness_driver_judge(struct harness *h, const struct harness_trace *trace, struct harness_driver *d);
/* Sets every verdict from what the arms reported; can be repeated. */
void harness_driver_verdicts(struct harness *h, const struct harness_trace *trace, struct harness_driver *d);
/* Judges one arm as harness_driver_verdicts does. */
void harness_arm_verdict(struct harness *h, const struct harness_driver *d, const struct expected *expected,
                         struct arm *arm);
/* Asks again where the result is not the expected one. */
void harness_driver_settle(struct harness *h, const struct harness_trace *trace, struct harness_driver *d);
/* Draws the pictures that a report shows, where they are wanted. */
void harness_driver_pictures(struct harness *h, const struct harness_trace *trace, struct harness_driver *d);
void harness_driver_time(struct harness *h, const struct harness_trace *trace, struct harness_driver *d);

bool harness_arm_as_expected(const struct harness_driver *d, const struct arm *arm);

#endif
