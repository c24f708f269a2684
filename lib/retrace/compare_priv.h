/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_COMPARE_PRIV_H
#define RETRACE_COMPARE_PRIV_H

#include "retrace/compare.h"

/* What the files of the comparison share: compare.c (what is paired with what), compare_arm.c (one arm),
 * compare_time.c (when a time has changed). */

struct compare {
    const struct compare_params *params;
    struct compare_result *result;

    const char *trace, *driver, *tier;
    bool same_trace, same_driver; /* by content, by version */
    double noise;                 /* of this driver */
    bool failed;
};

/* One more difference, about the trace, driver and tier that are set. */
void compare_add(struct compare *c, enum compare_kind kind, const char *what, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* An arm of driver `d0` that is an arm of driver `d1` now. */
void compare_arm(struct compare *c, const struct json_t *d0, const struct json_t *from,
                 const struct json_t *d1, const struct json_t *to);

/* The relative deviation of a run that is usual in the two documents: the median of those of all arms. 0:
 * none was timed twice. */
double compare_usual_noise(const struct json_t *before, const struct json_t *after);

#endif
