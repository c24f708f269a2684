/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_COMPARE_H
#define RETRACE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

/* What changed between two documents. */

struct json_t;

enum compare_kind { COMPARE_REGRESSION, COMPARE_IMPROVEMENT, COMPARE_CHANGE };

struct compare_difference {
    enum compare_kind kind;
    const char *trace, *driver, *tier; /* borrowed from the documents; "" where it is about the whole */
    const char *what; /* "verdict", "digests", "time", "driver", "missing", "new", "trace", "golden", … */
    char text[320];
};

struct compare_params {
    double threshold; /* of a time, as a fraction: what is less does not count however clear it is; 0.05 is
                         usual */
    bool common;      /* what only one of them has does not count */
    bool times;       /* compare times even when the hosts differ */
};

struct compare_result {
    struct compare_difference *items;
    size_t n, regressions, improvements;
    size_t compared;   /* arms in both */
    size_t times;      /* arms whose times were compared */
    double noise;      /* the usual relative deviation of a run, by which times were judged; 0: not known */
    bool hosts_differ; /* so that times were not compared */
};

/* False when memory is out. Traces (of one name the one of the same content first), drivers and tiers are
 * paired by name; the parts of the result live as long as both documents. What is worse:
 * - verdicts: as expected before and not now; or from identical to partial to demoted to unsupported; or
 * fewer batches through the tier
 * - digests: other pixels of the same trace, unless the driver is another version by its own word and its
 * desktop GL draws the new pixels too
 * - times: the medians differ by more than the threshold, no run of one lies among those of the other, and
 * the difference is more than four times what the noise makes of it: noise is the deviation of the runs of
 * both, and at least that which is usual in these documents, since three runs can agree by chance */
bool compare_documents(const struct json_t *before, const struct json_t *after,
                       const struct compare_params *params, struct compare_result *result);
void compare_result_finish(struct compare_result *result);

/* The rule for times alone; `noise` is the least relative deviation to suppose. 1 slower, -1 faster, 0 not to
 * be told or the same. Costs are those of the document: {"median", "runs", …}. */
int compare_times(const struct json_t *before, const struct json_t *after, double threshold, double noise);
/* The relative deviation of the runs of a cost; -1: fewer than two. */
double compare_deviation(const struct json_t *cost);

#endif
