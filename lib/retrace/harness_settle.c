/* SPDX-License-Identifier: MIT */
/* Verdicts, and what to make of one that nobody expected. It is asked for again: what comes out as expected
 * on a further attempt flakes, what never does fails. The verdict that is reported is that of the first
 * attempt, for a flake is a finding too; only a reference that flakes is replaced by an attempt that stands,
 * since everything else is held to it. */
#include "retrace/harness_priv.h"

#include "gles/driver.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- verdicts --- */

static void judge_native(struct harness_driver *d)
{
    struct arm *native = d->native;

    d->native_verdict = NATIVE_NONE;
    d->native_frame = -1;
    if (!native)
        return;
    if (native->status.how == SPAWN_EXITED && !native->ended && !native->started) {
        /* The driver has no desktop GL. */
        d->native = NULL;
        native->verdict = VERDICT_UNSUPPORTED;
        snprintf(native->reason, sizeof native->reason, "the driver has no desktop OpenGL");
        return;
    }
    verdict_judge(native, NULL, native);
    if (native->ended && !native->n_frames && d->reference->n_frames) {
        /* Its desktop GL is of a lower version than the trace asks for. */
        d->native = NULL;
        native->verdict = VERDICT_UNSUPPORTED;
        snprintf(native->reason, sizeof native->reason,
                 "the driver's desktop OpenGL cannot replay the trace");
        return;
    }
    if (!native->ended || !d->reference->ended)
        return;
    d->native_frame = verdict_compare_frames(d->reference, native);
    d->native_verdict = d->native_frame < 0 ? NATIVE_IDENTICAL : NATIVE_DIFFERS;
}

/* A trace that is known to crash a driver: its reference must, and what becomes of the others is no news. */
static void expect_crash(const struct harness_driver *d, struct arm *arm)
{
    bool wanted = arm == d->reference ? arm->verdict == VERDICT_CRASHED : true;

    arm->expected = arm == d->reference ? VERDICT_CRASHED : arm->verdict;
    arm->unexpected[0] = 0;
    if (!wanted)
        snprintf(arm->unexpected, sizeof arm->unexpected, "crashed expected");
}

/* The renderer of each replay, not only of the probe: a driver may fall back later. */
static bool is_another(const struct harness_driver *d, struct arm *arm)
{
    if (!arm->renderer || gles_driver_renderer_check(d->driver, arm->renderer, NULL))
        return false;
    arm->verdict = VERDICT_FAILED;
    snprintf(arm->reason, sizeof arm->reason, "its renderer was \"%.200s\" this time", arm->renderer);
    return true;
}

void harness_arm_verdict(struct harness *h, const struct harness_driver *d, const struct expected *expected,
                         struct arm *arm)
{
    if (!strcmp(arm->tier, "native") || arm->verdict == VERDICT_UNSUPPORTED)
        return;
    arm->diverges_frame = arm->diverges_call = arm->diverges_subdraw = -1;
    if (!is_another(d, arm))
        verdict_judge(arm, d->reference, d->native);
    expected_check(expected, d->driver->name, h->p->caps, arm);
    if (d->known.crash)
        expect_crash(d, arm);
}

static void judge_checksum(const struct harness *h, struct harness_driver *d)
{
    const struct arm *reference = d->reference;
    const char *wanted = d->known.checksum;

    d->checksum = GOLDEN_NONE;
    if (!wanted || h->p->snapshots || h->p->caps || !reference->ended)
        return;
    d->checksum = reference->n_frames && !strcmp(reference->frames[reference->n_frames - 1].md5, wanted)
                      ? GOLDEN_EQUAL
                      : GOLDEN_DIFFERS;
}

void harness_driver_verdicts(struct harness *h, const struct harness_trace *trace, struct harness_driver *d)
{
    struct expected *expected = expected_load(h->p->expected, trace->path, h->p->log);

    judge_native(d);
    for (size_t i = 0; i < d->n_arms; i++)
        harness_arm_verdict(h, d, expected, &d->arms[i]);
    /* Desktop GL that refuses calls which the emulation serves (a lower version) is no oracle. */
    d->native_unexpected = !h->p->caps && !h->p->snapshots && d->native_verdict == NATIVE_DIFFERS &&
                           json_equal(d->native->errors, d->reference->errors) &&
                           expected_native(expected, d->driver->name);
    d->golden = h->p->snapshots || h->p->caps ? GOLDEN_NONE
                                              : expected_golden(h->p->expected, trace->path, d->reference);
    judge_checksum(h, d);
    if (h->p->write_golden && d->reference->ended)
        expected_write_golden(h->p->expected, trace->path, d->reference, h->p->log);
    expected_destroy(expected);
}

/* --- again --- */

static void add_attempt(struct arm *arm, const struct arm *attempt)
{
    if (!arm->attempts)
        arm->attempts = json_array();
    json_array_append_new(arm->attempts, json_pack("{s:s, s:s}", "verdict", verdict_name(attempt->verdict),
                                                   "reason", attempt->reason));
}

/* A hang costs its whole time limit: it is asked for once more only. */
static int attempts_left(const struct harness *h, const struct arm *arm)
{
    return arm->verdict == VERDICT_HUNG && h->p->reruns > 1 ? 1 : h->p->reruns;
}

static void settle_arm(struct harness *h, const struct harness_trace *trace, struct harness_driver *d,
                       const struct expected *expected, struct arm *arm)
{
    int left = attempts_left(h, arm);

    if (!left)
        return;
    add_attempt(arm, arm);
    arm->stability = STABILITY_FAILS;
    for (int i = 1; i <= left && arm->stability == STABILITY_FAILS && !harness_stopped(h); i++) {
        struct arm again;
        arm_init(&again, arm->tier);
        harness_run_digests(h, trace, d, &again, i);
        if (arm == d->native)
            verdict_judge(&again, NULL, &again);
        else
            harness_arm_verdict(h, d, expected, &again);
        add_attempt(arm, &again);
        if (harness_arm_as_expected(d, &again))
            arm->stability = STABILITY_FLAKES;
        arm_finish(&again);
    }
}

static bool same_frames(const struct arm *a, const struct arm *b)
{
    return a->ended == b->ended && verdict_compare_frames(a, b) < 0;
}

/* Whether the reference itself may be what is wrong. */
static bool doubtful(const struct harness_driver *d)
{
    if (d->known.crash)
        return false;
    if (!d->reference->ended || d->golden == GOLDEN_DIFFERS || d->checksum == GOLDEN_DIFFERS ||
        d->native_unexpected || !harness_arm_as_expected(d, d->reference))
        return true;
    for (size_t i = 0; i < d->n_arms; i++)
        if (d->arms[i].verdict == VERDICT_DIFFERS && !harness_arm_as_expected(d, &d->arms[i]))
            return true;
    return false;
}

/* Replaces the reference by an attempt, and keeps what was said of it. */
static void replace(struct harness_driver *d, struct arm *by)
{
    struct arm *arm = d->reference;

    by->attempts = arm->attempts;
    by->stability = STABILITY_FLAKES;
    arm->attempts = NULL;
    arm_finish(arm);
    *arm = *by;
}

/* Two attempts that agree against a first one make that a flake. */
static bool settle_reference(struct harness *h, const struct harness_trace *trace, struct harness_driver *d)
{
    struct arm *reference = d->reference, tries[2];
    bool replaced = false;
    int n = 0;

    while (n < 2 && n < attempts_left(h, reference) && !harness_stopped(h)) {
        struct arm *again = &tries[n];
        arm_init(again, reference->tier);
        harness_run_digests(h, trace, d, again, n + 1);
        n++;
        verdict_judge(again, again, d->native);
        if (n == 1)
            add_attempt(reference, reference);
        add_attempt(reference, again);
        if (same_frames(reference, again) && reference->status.how == again->status.how)
            break;
        if ((again->ended && !reference->ended) || (n == 2 && same_frames(&tries[0], again))) {
            replace(d, again);
            n--;
            replaced = true;
            break;
        }
        reference->stability = STABILITY_FLAKES;
    }
    for (int i = 0; i < n; i++)
        arm_finish(&tries[i]);
    if (n && !replaced && reference->stability == STABILITY_UNKNOWN) {
        if (!harness_arm_as_expected(d, reference))
            reference->stability = STABILITY_FAILS;
        else {
            json_decref(reference->attempts);
            reference->attempts = NULL;
        }
    }
    return replaced;
}

void harness_driver_settle(struct harness *h, const struct harness_trace *trace, struct harness_driver *d)
{
    struct expected *expected;

    if (!h->p->reruns || !d->reference)
        return;
    if (doubtful(d) && settle_reference(h, trace, d))
        harness_driver_verdicts(h, trace, d);
    expected = expected_load(h->p->expected, trace->path, h->p->log);
    for (size_t i = 0; i < d->n_arms && !harness_stopped(h); i++) {
        struct arm *arm = &d->arms[i];
        if (arm != d->reference && !harness_arm_as_expected(d, arm) && d->reference->ended)
            settle_arm(h, trace, d, expected, arm);
    }
    expected_destroy(expected);
}
