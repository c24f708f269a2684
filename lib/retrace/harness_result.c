/* SPDX-License-Identifier: MIT */
/* What became of a run: whether it is as expected, and the exit status that says so. */
#include "retrace/harness_priv.h"

#include <stdlib.h>
#include <string.h>

static void finish_driver(struct harness_driver *d)
{
    for (size_t a = 0; a < d->n_arms; a++)
        arm_finish(&d->arms[a]);
    free(d->arms);
    free(d->message);
    arm_finish(&d->probe);
}

void harness_result_finish(struct harness_result *result)
{
    for (size_t t = 0; t < result->n_traces; t++) {
        struct harness_trace *trace = &result->traces[t];
        for (size_t i = 0; i < trace->n_drivers; i++)
            finish_driver(&trace->drivers[i]);
        free(trace->drivers);
        free(trace->message);
        free(trace->damage);
    }
    free(result->traces);
    memset(result, 0, sizeof *result);
}

bool harness_arm_as_expected(const struct harness_driver *d, const struct arm *arm)
{
    if (arm->stability == STABILITY_FLAKES)
        return d->known.flaky;
    return arm->expected != VERDICT_NONE ? !arm->unexpected[0] : verdict_is_good(arm->verdict);
}

int harness_exit_status(const struct harness_result *result)
{
    bool differs = false, input = false, environment = false, judged = false;

    for (size_t t = 0; t < result->n_traces; t++) {
        const struct harness_trace *trace = &result->traces[t];
        input |= trace->message != NULL;
        for (size_t i = 0; i < trace->n_drivers; i++) {
            const struct harness_driver *d = &trace->drivers[i];
            environment |= !d->usable && !d->skipped && !trace->message;
            differs |= d->usable &&
                       (d->golden == GOLDEN_DIFFERS || d->checksum == GOLDEN_DIFFERS || d->native_unexpected);
            for (size_t a = 0; d->usable && a < d->n_arms; a++) {
                if (d->arms[a].verdict == VERDICT_NONE)
                    continue;
                judged = true;
                differs |= !harness_arm_as_expected(d, &d->arms[a]);
            }
        }
    }
    return differs ? 1 : input ? 2 : environment ? 3 : judged ? 0 : 125;
}
