/* SPDX-License-Identifier: MIT */
/* What it costs: rounds of timed replays in which the arms take turns and the order rotates, so that a
 * machine that warms up or slows down favours none. Only what draws the right pixels is timed. */
#include "retrace/harness_priv.h"

#include <stdio.h>
#include <string.h>

static void run_timed(struct harness *h, const struct harness_trace *trace, const struct harness_driver *d,
                      struct arm *arm, int round)
{
    struct job job = harness_job(h, trace, d, arm->tier);
    char what[64];
    struct memo_key key = harness_key(h, trace, d, &job, what);
    struct spawn_status judged = arm->status;
    double seconds = arm->seconds;

    job.time_floor_ns = h->p->time_floor_ns;
    snprintf(what, sizeof what, "timed run %d", round + 1);
    harness_tell(h, trace, d, what);
    memo_run(h->p->journal, &key, arm, h->p->timeout_s, h->p->stopped, h->p->priv);
    harness_tick(h);
    arm->seconds = seconds;
    if (arm->status.how == SPAWN_EXITED) {
        arm->status = judged;
    } else if (verdict_is_good(arm->verdict)) {
        arm->verdict = arm->status.how == SPAWN_HUNG ? VERDICT_HUNG : VERDICT_CRASHED;
        snprintf(arm->reason, sizeof arm->reason, "in timed run %d", round + 1);
    }
}

static bool worth_timing(const struct arm *arm)
{
    return arm->verdict == VERDICT_IDENTICAL || arm->verdict == VERDICT_PARTIAL;
}

static void find_fastest(struct harness_driver *d)
{
    double best = 0, best_max = 0, median, min, max;

    for (size_t i = 0; i < d->n_arms; i++) {
        const struct arm *arm = &d->arms[i];
        if (arm->verdict != VERDICT_IDENTICAL || tiers_find(arm->tier) == TIERS_NONE ||
            !arm_cost_summary(&arm->ns, &median, &min, &max) || (d->fastest && median >= best))
            continue;
        d->fastest = arm->tier;
        best = median;
        best_max = max;
    }
    d->fastest_clear = d->fastest != NULL;
    for (size_t i = 0; i < d->n_arms && d->fastest; i++) {
        const struct arm *arm = &d->arms[i];
        if (arm->tier != d->fastest && arm->verdict == VERDICT_IDENTICAL &&
            tiers_find(arm->tier) != TIERS_NONE && arm_cost_summary(&arm->ns, &median, &min, &max) &&
            min <= best_max)
            d->fastest_clear = false;
    }
}

void harness_driver_time(struct harness *h, const struct harness_trace *trace, struct harness_driver *d)
{
    if (!d->judged || !d->reference->stats.batches)
        return;
    for (int round = 0; round < h->p->runs; round++)
        for (size_t i = 0; i < d->n_arms && !harness_stopped(h); i++) {
            struct arm *arm = &d->arms[(i + (size_t)round) % d->n_arms];
            if (worth_timing(arm))
                run_timed(h, trace, d, arm, round);
        }
    find_fastest(d);
}
