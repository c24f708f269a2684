/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_METRIC_H
#define RETRACE_METRIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "retrace/bisect.h"

/* One answer, good or bad, about a driver: what a bisection asks. */

struct gles_driver;
struct json_t;
struct log;

enum metric_kind { METRIC_PIXELS, METRIC_TIER, METRIC_TIME };

struct metric {
    enum metric_kind kind;
    int tier; /* METRIC_TIER: which, of enum tiers_tier */
};

/* "pixels", "tier=T" or "time"; false for anything else. */
bool metric_parse(const char *word, struct metric *metric);

/* Judges every trace of a document on its first driver. `good` is a document of a driver that is good, of the
 * same traces, or NULL; the drivers' names need not be the same. pixels  bad: a frame is not that of `good`;
 * an arm that is not as it should be (and was there); without `good` also a golden or checksum that differs,
 * and desktop GL that does where it must not tier=T  bad: the tier did not run every batch with the right
 * pixels (where `good` did not either: as many as it) A crash or hang is bad. BISECT_SKIP: the driver did not
 * come up or is another one, the trace cannot be read, the arm was not run or has no batches, or the result
 * flakes. Where one trace is bad, all is. `why` is told in a line. */
enum bisect_answer metric_judge(const struct metric *metric, const struct json_t *document,
                                const struct json_t *good, char *why, size_t size);

/* The time of one trace through one tier on one driver, sampled one timed run after the other. */
struct metric_time {
    const char *trace, *drivers_file, *tier, *caps;
    const struct gles_driver *driver;
    int64_t floor_ns;
    int timeout_s;
    bool (*stopped)(void *priv);
    void *priv;
    const struct log *log;
    char why[256];  /* set: the answer with its figures */
    double sum_log; /* of the values so far */
    int n;
    bool broken; /* a run crashed or hung: that is bad */
};

/* The geometric mean of `runs` runs; negative when they cannot be had (why says so). */
double metric_time_measure(struct metric_time *time, int runs);
/* Runs until it is decided on which side of the threshold (ns per batch) the time is, 40 times at most. */
enum bisect_answer metric_time_judge(struct metric_time *time, double threshold);

/* The median ns per batch that a document has for a tier, on its first driver; negative: none. */
double metric_time_of(const struct json_t *document, const char *tier);

#endif
