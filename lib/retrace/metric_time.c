/* SPDX-License-Identifier: MIT */
/* Times for a bisection: no verdicts, no other arms, only timed runs of one tier until the question is
 * decided. */
#include "retrace/metric.h"

#include "gles/driver.h"
#include "retrace/arm.h"
#include "retrace/document.h"
#include "retrace/job.h"
#include "tiers/tiers.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool explain(struct metric_time *time, const char *what, const char *more)
{
    snprintf(time->why, sizeof time->why, "%s%s%.200s", what, more ? ": " : "", more ? more : "");
    return false;
}

/* A crash or a hang once the driver is up is the tier's; before that nothing can be said. */
static bool check(struct metric_time *time, const struct arm *arm)
{
    bool died = arm->status.how == SPAWN_SIGNALLED || arm->status.how == SPAWN_HUNG;

    if (arm->started && !gles_driver_renderer_check(time->driver, arm->renderer, NULL))
        return explain(time, "it is another renderer", arm->renderer);
    time->broken = arm->started && died;
    if (died)
        return explain(time, arm->status.how == SPAWN_HUNG ? "hung" : "crashed",
                       arm->status.how == SPAWN_HUNG ? NULL : spawn_signal_name(arm->status.code));
    if (!arm->ns.n)
        return explain(time, arm->message ? arm->message : "no batch was timed", NULL);
    return true;
}

static bool sample(void *priv, double *value)
{
    struct metric_time *time = priv;
    struct job job = {.trace = time->trace,
                      .drivers_file = time->drivers_file,
                      .driver = time->driver->name,
                      .tier = time->tier,
                      .caps = strcmp(time->tier, "native") ? time->caps : NULL,
                      .time_floor_ns = time->floor_ns};
    struct arm arm;
    bool ok;

    if (time->stopped && time->stopped(time->priv))
        return explain(time, "interrupted", NULL);
    arm_init(&arm, time->tier);
    arm_run(&arm, &job, time->driver, time->timeout_s);
    ok = check(time, &arm);
    if (ok) {
        *value = arm.ns.runs[0];
        time->sum_log += log(*value);
        time->n++;
    }
    arm_finish(&arm);
    return ok;
}

double metric_time_measure(struct metric_time *time, int runs)
{
    double value;

    for (int i = 0; i < runs; i++)
        if (!sample(time, &value))
            return -1;
    return exp(time->sum_log / time->n);
}

enum bisect_answer metric_time_judge(struct metric_time *time, double threshold)
{
    enum { MOST_RUNS = 40 };
    enum bisect_answer answer = bisect_decide(threshold, MOST_RUNS, sample, time);

    if (time->broken)
        return BISECT_BAD;
    if (time->n && (answer != BISECT_SKIP || time->n == MOST_RUNS))
        snprintf(time->why, sizeof time->why, "%.0f ns per batch in %d runs, where %.0f is the limit%s",
                 exp(time->sum_log / time->n), time->n, threshold,
                 answer == BISECT_SKIP ? ": not decided" : "");
    return answer;
}

double metric_time_of(const json_t *document, const char *tier)
{
    const json_t *trace = json_array_get(json_object_get(document, "traces"), 0);
    const json_t *driver = json_array_get(json_object_get(trace, "drivers"), 0);
    const json_t *arm, *median;

    if (!strcmp(tier, "auto") && document_text(driver, "auto")[0] &&
        !document_find(json_object_get(driver, "arms"), "tier", tier))
        tier = document_text(driver, "auto");
    arm = document_find(json_object_get(driver, "arms"), "tier", tier);
    median = json_object_get(json_object_get(arm, "ns_per_op"), "median");
    return json_is_number(median) && json_number_value(median) > 0 ? json_number_value(median) : -1;
}
