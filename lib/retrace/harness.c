/* SPDX-License-Identifier: MIT */
/* Traces x drivers x arms. Per trace and driver: a probe (who is it, what does it lack), one replay per arm
 * for digests, verdicts, then rounds of timed replays in which the arms take turns and the order rotates, so
 * that a machine that warms up or slows down favours none. */
#include "retrace/harness.h"

#include "digest.h"
#include "gles/driver.h"
#include "log.h"
#include "retrace/diverge.h"
#include "retrace/job.h"
#include "trace/trace.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARMS_MAX = TIERS_COUNT + 2 };

struct harness {
    const struct harness_params *p;
    size_t done, total;
};

static char *format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static char *format(const char *fmt, ...)
{
    va_list args;
    char *text;

    va_start(args, fmt);
    if (vasprintf(&text, fmt, args) < 0)
        text = NULL;
    va_end(args);
    return text;
}

static bool stopped(const struct harness *h)
{
    return h->p->stopped && h->p->stopped(h->p->priv);
}

static void tell(struct harness *h, const struct harness_trace *trace, const struct harness_driver *d,
                 const char *what)
{
    char text[512];

    if (!h->p->progress)
        return;
    snprintf(text, sizeof text, "%s %s %s", trace->name, d->driver->name, what);
    h->p->progress(h->p->priv, text, h->done, h->total);
}

/* --- one worker --- */

static struct job make_job(const struct harness *h, const struct harness_trace *trace,
                           const struct harness_driver *d, const char *tier)
{
    return (struct job){.trace = trace->path,
                        .drivers_file = h->p->drivers_file,
                        .driver = d->driver->name,
                        .tier = tier,
                        .caps = strcmp(tier, "native") ? h->p->caps : NULL};
}

static void run_digests(struct harness *h, const struct harness_trace *trace, const struct harness_driver *d,
                        struct arm *arm)
{
    struct job job = make_job(h, trace, d, arm->tier);
    char *prefix = format("%s.%s.%s", trace->name, d->driver->name, arm->tier);

    job.snapshots = h->p->snapshots;
    job.images = h->p->images;
    job.image_prefix = prefix;
    tell(h, trace, d, arm->tier);
    arm_run(arm, &job, d->driver, h->p->timeout_s);
    h->done++;
    free(prefix);
}

static void run_timed(struct harness *h, const struct harness_trace *trace, const struct harness_driver *d,
                      struct arm *arm, int round)
{
    struct job job = make_job(h, trace, d, arm->tier);
    char what[64];
    struct spawn_status judged = arm->status;

    job.time_floor_ns = h->p->time_floor_ns;
    snprintf(what, sizeof what, "%s, timed run %d", arm->tier, round + 1);
    tell(h, trace, d, what);
    arm_run(arm, &job, d->driver, h->p->timeout_s);
    h->done++;
    if (arm->status.how == SPAWN_EXITED) {
        arm->status = judged;
    } else if (verdict_is_good(arm->verdict)) {
        arm->verdict = arm->status.how == SPAWN_HUNG ? VERDICT_HUNG : VERDICT_CRASHED;
        snprintf(arm->reason, sizeof arm->reason, "in timed run %d", round + 1);
    }
}

/* --- one driver --- */

static bool probe(struct harness *h, const struct harness_trace *trace, struct harness_driver *d)
{
    struct job job = make_job(h, trace, d, "probe");
    struct arm *arm = &d->probe;

    arm_init(arm, "probe");
    tell(h, trace, d, "probe");
    arm_run(arm, &job, d->driver, h->p->timeout_s);
    h->done++;
    if (arm->started && !gles_driver_renderer_check(d->driver, arm->renderer, NULL))
        d->message =
            format("its renderer is \"%s\", expected to match \"%s\"", arm->renderer, d->driver->renderer);
    else if (!arm->started && arm->status.how == SPAWN_SIGNALLED)
        d->message = format("it crashed while starting: %s", spawn_signal_name(arm->status.code));
    else if (!arm->started && arm->status.how == SPAWN_HUNG)
        d->message = format("it hung while starting");
    else if (!arm->started)
        d->message =
            format("%s%s%.*s", arm->message ? arm->message : "it did not start", arm->log_used ? ": " : "",
                   (int)(arm->log_used ? strcspn(arm->log, "\n") : 0), arm->log_used ? arm->log : "");
    d->usable = arm->started && !d->message;
    return d->usable;
}

static struct arm *add_arm(struct harness_driver *d, const char *tier)
{
    struct arm *arm = &d->arms[d->n_arms++];

    arm_init(arm, tier);
    return arm;
}

/* Which arms there are: the native one, the tiers asked for, and the reference. */
static bool plan(struct harness *h, struct harness_driver *d)
{
    bool no_base_vertex = d->probe.missing[TIERS_BASEVERTEX] != NULL;
    enum tiers_tier reference = no_base_vertex ? TIERS_DRAWELEMENTS : TIERS_BASEVERTEX;

    d->arms = calloc(ARMS_MAX, sizeof *d->arms);
    if (!d->arms)
        return false;
    if (h->p->native && d->probe.desktop)
        d->native = add_arm(d, "native");
    for (int t = 0; t < TIERS_COUNT; t++) {
        struct arm *arm;
        if (!h->p->tiers[t] && t != (int)reference)
            continue;
        arm = add_arm(d, tiers_name((enum tiers_tier)t));
        if (t == (int)reference)
            d->reference = arm;
        if (d->probe.missing[t]) {
            arm->verdict = VERDICT_UNSUPPORTED;
            snprintf(arm->reason, sizeof arm->reason, "needs %s", d->probe.missing[t]);
        }
    }
    if (h->p->auto_tier)
        add_arm(d, "auto");
    return true;
}

static void judge_native(struct harness_driver *d)
{
    struct arm *native = d->native;

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

static void judge(struct harness *h, const struct harness_trace *trace, struct harness_driver *d)
{
    struct expected *expected = expected_load(h->p->expected, trace->path, h->p->log);

    judge_native(d);
    for (size_t i = 0; i < d->n_arms; i++) {
        struct arm *arm = &d->arms[i];
        bool is_native = !strcmp(arm->tier, "native");
        if (!is_native && arm->verdict != VERDICT_UNSUPPORTED)
            verdict_judge(arm, d->reference, d->native);
        if (!is_native && !h->p->caps && arm->verdict != VERDICT_UNSUPPORTED)
            expected_check(expected, d->driver->name, arm);
    }
    /* Desktop GL that refuses calls which the emulation serves (a lower version) is no oracle. */
    d->native_unexpected =
        !h->p->caps && !h->p->snapshots && d->native && d->native_verdict == NATIVE_DIFFERS &&
        json_equal(d->native->errors, d->reference->errors) && expected_native(expected, d->driver->name);
    d->golden = h->p->snapshots || h->p->caps ? GOLDEN_NONE
                                              : expected_golden(h->p->expected, trace->path, d->reference);
    if (h->p->write_golden && d->reference->ended)
        expected_write_golden(h->p->expected, trace->path, d->reference, h->p->log);
    expected_destroy(expected);
}

/* The verdict knows the first frame that differs; the call and the sub-draw take replays of their own. */
static void locate(struct harness *h, const struct harness_trace *trace, struct harness_driver *d,
                   struct arm *arm)
{
    size_t frame = (size_t)arm->diverges_frame;
    struct diverge_run run = {
        .arm = make_job(h, trace, d, arm->tier),
        .reference = make_job(h, trace, d, d->reference->tier),
        .driver = d->driver,
        .timeout_s = h->p->timeout_s,
        .after = frame && frame <= arm->n_frames ? (int64_t)arm->frames[frame - 1].call : -1,
        .until = (uint64_t)arm->diverges_call,
        .images = h->p->images,
    };
    struct diverge found;
    char *prefix = format("%s.%s.%s", trace->name, d->driver->name, arm->tier);

    tell(h, trace, d, "looking for the first call that differs");
    run.prefix = prefix;
    if (diverge_locate(&run, &found))
        verdict_locate(arm, found.call, found.subdraw);
    free(prefix);
}

static void locate_all(struct harness *h, const struct harness_trace *trace, struct harness_driver *d)
{
    for (size_t i = 0; i < d->n_arms && !stopped(h); i++)
        if (d->arms[i].verdict == VERDICT_DIFFERS && d->arms[i].diverges_frame >= 0)
            locate(h, trace, d, &d->arms[i]);
}

static bool worth_timing(const struct arm *arm)
{
    return arm->verdict == VERDICT_IDENTICAL || arm->verdict == VERDICT_PARTIAL;
}

static void time_arms(struct harness *h, const struct harness_trace *trace, struct harness_driver *d)
{
    if (!d->reference->stats.batches)
        return;
    for (int round = 0; round < h->p->runs; round++)
        for (size_t i = 0; i < d->n_arms && !stopped(h); i++) {
            struct arm *arm = &d->arms[(i + (size_t)round) % d->n_arms];
            if (worth_timing(arm))
                run_timed(h, trace, d, arm, round);
        }
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

static void run_driver(struct harness *h, const struct harness_trace *trace, struct harness_driver *d)
{
    d->native_frame = -1;
    if (!probe(h, trace, d) || !plan(h, d))
        return;
    for (size_t i = 0; i < d->n_arms && !stopped(h); i++)
        if (d->arms[i].verdict != VERDICT_UNSUPPORTED)
            run_digests(h, trace, d, &d->arms[i]);
    if (stopped(h)) {
        d->usable = false;
        d->message = format("interrupted");
        return;
    }
    judge(h, trace, d);
    locate_all(h, trace, d);
    time_arms(h, trace, d);
    find_fastest(d);
}

/* --- one trace --- */

/* Only the container and header: the whole trace is read by the workers. */
static bool open_trace(const struct harness *h, struct harness_trace *trace)
{
    struct trace_damage damage = {0};
    struct trace_parser *parser = trace_parser_open(trace->path, NULL, &damage);

    (void)h;
    if (!parser) {
        trace->message = format("%s", damage.message);
        return false;
    }
    trace_parser_close(parser);
    digest_md5_file(trace->path, trace->md5);
    return true;
}

/* What the trace is, from the reference arm that read all of it. */
static void describe(struct harness_trace *trace)
{
    for (size_t i = 0; i < trace->n_drivers; i++) {
        const struct arm *arm = trace->drivers[i].reference;
        if (!arm || !arm->ended)
            continue;
        trace->calls = arm->calls;
        trace->frames = arm->frame_count;
        trace->batches = arm->stats.batches;
        trace->subdraws = arm->stats.subdraws;
        if (arm->damage && !trace->damage)
            trace->damage = strdup(arm->damage);
        return;
    }
}

static bool run_trace(struct harness *h, struct harness_trace *trace)
{
    if (!open_trace(h, trace))
        return true;
    trace->drivers = calloc(h->p->n_drivers, sizeof *trace->drivers);
    if (!trace->drivers)
        return false;
    for (size_t i = 0; i < h->p->n_drivers && !stopped(h); i++) {
        trace->drivers[i].driver = h->p->drivers[i];
        trace->n_drivers = i + 1;
        run_driver(h, trace, &trace->drivers[i]);
    }
    describe(trace);
    return true;
}

bool harness_run(const struct harness_params *params, struct harness_result *result)
{
    struct harness h = {.p = params};
    size_t arms = 2 + (size_t)params->native;
    bool ok = true;

    for (int t = 0; t < TIERS_COUNT; t++)
        arms += params->tiers[t];
    h.total = params->n_traces * params->n_drivers * arms * (1 + (size_t)params->runs);
    memset(result, 0, sizeof *result);
    result->traces = calloc(params->n_traces, sizeof *result->traces);
    if (!result->traces)
        return false;
    for (size_t i = 0; i < params->n_traces && ok && !stopped(&h); i++) {
        struct harness_trace *trace = &result->traces[i];
        trace->path = params->traces[i];
        trace->name = expected_trace_name(trace->path);
        result->n_traces = i + 1;
        ok = run_trace(&h, trace);
        if (params->trace_done)
            params->trace_done(params->priv);
    }
    return ok;
}

void harness_result_finish(struct harness_result *result)
{
    for (size_t t = 0; t < result->n_traces; t++) {
        struct harness_trace *trace = &result->traces[t];
        for (size_t i = 0; i < trace->n_drivers; i++) {
            struct harness_driver *d = &trace->drivers[i];
            for (size_t a = 0; a < d->n_arms; a++)
                arm_finish(&d->arms[a]);
            free(d->arms);
            free(d->message);
            arm_finish(&d->probe);
        }
        free(trace->drivers);
        free(trace->name);
        free(trace->message);
        free(trace->damage);
    }
    free(result->traces);
    memset(result, 0, sizeof *result);
}

/* --- exit status --- */

static bool arm_as_expected(const struct arm *arm)
{
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
            environment |= !d->usable;
            differs |= d->usable && (d->golden == GOLDEN_DIFFERS || d->native_unexpected);
            for (size_t a = 0; d->usable && a < d->n_arms; a++) {
                if (d->arms[a].verdict == VERDICT_NONE)
                    continue;
                judged = true;
                differs |= !arm_as_expected(&d->arms[a]);
            }
        }
    }
    return differs ? 1 : input ? 2 : environment ? 3 : judged ? 0 : 125;
}
