/* SPDX-License-Identifier: MIT */
/* One trace on one driver: who is it and what does it lack (asked once per driver and run), one replay per
 * arm for digests, verdicts, and where one differs the call from which on. */
#include "retrace/harness_priv.h"

#include "gles/driver.h"
#include "retrace/diverge.h"
#include "retrace/journal.h"
#include "retrace/pool.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARMS_MAX = TIERS_COUNT + 2 };

/* --- one worker --- */

struct job harness_job(const struct harness *h, const struct harness_trace *trace,
                       const struct harness_driver *d, const char *tier)
{
    return (struct job){.trace = trace->path,
                        .drivers_file = h->p->drivers_file,
                        .driver = d->driver->name,
                        .tier = tier,
                        .cache = h->p->cache,
                        .caps = strcmp(tier, "native") ? h->p->caps : NULL};
}

struct memo_key harness_key(const struct harness *h, const struct harness_trace *trace,
                            const struct harness_driver *d, const struct job *job, const char *what)
{
    return (struct memo_key){.build = h->build,
                             .trace_md5 = trace->md5,
                             .renderer = d->probe.renderer,
                             .version = d->probe.version,
                             .driver = d->driver,
                             .job = job,
                             .what = what};
}

char *harness_image_prefix(const struct harness_trace *trace, const struct harness_driver *d,
                           const char *tier)
{
    char *prefix = harness_format("%s.%s.%s", trace->name, d->driver->name, tier);

    for (char *c = prefix; c && *c; c++)
        if (*c == '/')
            *c = '_';
    return prefix;
}

void harness_run_digests(struct harness *h, const struct harness_trace *trace, const struct harness_driver *d,
                         struct arm *arm, int attempt)
{
    struct job job = harness_job(h, trace, d, arm->tier);
    struct memo_key key = harness_key(h, trace, d, &job, "digests");
    char *prefix = harness_image_prefix(trace, d, arm->tier);

    job.snapshots = h->p->snapshots;
    job.images = h->p->images;
    job.image_prefix = prefix;
    key.attempt = attempt;
    harness_tell(h, trace, d, attempt ? "again" : arm->tier);
    sem_wait(&h->slots);
    memo_run(h->p->journal, &key, arm, h->p->timeout_s, h->p->stopped, h->p->priv);
    sem_post(&h->slots);
    harness_tick(h);
    free(prefix);
}

/* --- who it is --- */

static struct harness_probe *probe_of(struct harness *h, const struct harness_driver *d)
{
    size_t i = 0;

    while (h->p->drivers[i] != d->driver)
        i++;
    return &h->probes[i];
}

/* A driver that does not come up is asked again before all its traces are given up. */
static json_t *ask(struct harness *h, const struct harness_trace *trace, const struct harness_driver *d)
{
    struct job job = harness_job(h, trace, d, "probe");
    json_t *record = NULL;
    bool started = false;

    harness_tell(h, trace, d, "probe");
    for (int i = 0; i <= h->p->reruns && !started && !harness_stopped(h); i++) {
        struct arm arm;
        bool hung;
        arm_init(&arm, "probe");
        json_decref(record);
        sem_wait(&h->slots);
        record = arm_run_recorded(&arm, &job, d->driver, h->p->timeout_s);
        sem_post(&h->slots);
        started = arm.started;
        hung = arm.status.how == SPAWN_HUNG;
        arm_finish(&arm);
        if (hung)
            break;
    }
    return record;
}

static char *probe_problem(const struct arm *arm, const struct gles_driver *driver)
{
    if (arm->started && !gles_driver_renderer_check(driver, arm->renderer, NULL))
        return harness_format("its renderer is \"%s\", expected to match \"%s\"", arm->renderer,
                              driver->renderer);
    if (arm->started)
        return NULL;
    if (arm->status.how == SPAWN_SIGNALLED)
        return harness_format("it crashed while starting: %s", spawn_signal_name(arm->status.code));
    if (arm->status.how == SPAWN_HUNG)
        return harness_format("it hung while starting");
    return harness_format("%s%s%.*s", arm->message ? arm->message : "it did not start",
                          arm->log_used ? ": " : "", (int)(arm->log_used ? strcspn(arm->log, "\n") : 0),
                          arm->log_used ? arm->log : "");
}

static bool probe(struct harness *h, const struct harness_trace *trace, struct harness_driver *d)
{
    struct harness_probe *shared = probe_of(h, d);
    struct arm *arm = &d->probe;

    arm_init(arm, "probe");
    pthread_mutex_lock(&shared->lock);
    if (!shared->asked) {
        shared->record = ask(h, trace, d);
        shared->asked = true;
    }
    arm_take(arm, shared->record);
    pthread_mutex_unlock(&shared->lock);
    d->message = probe_problem(arm, d->driver);
    d->usable = arm->started && !d->message;
    return d->usable;
}

/* --- the arms --- */

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

struct arm_task {
    struct harness *h;
    const struct harness_trace *trace;
    struct harness_driver *d;
};

static void run_arm(void *priv, size_t index)
{
    struct arm_task *task = priv;
    struct arm *arm = &task->d->arms[index];

    if (arm->verdict != VERDICT_UNSUPPORTED && !harness_stopped(task->h))
        harness_run_digests(task->h, task->trace, task->d, arm, 0);
}

/* --- where they part --- */

static void locate(struct harness *h, const struct harness_trace *trace, struct harness_driver *d,
                   struct arm *arm)
{
    size_t frame = (size_t)arm->diverges_frame;
    struct diverge_run run = {
        .arm = harness_job(h, trace, d, arm->tier),
        .reference = harness_job(h, trace, d, d->reference->tier),
        .driver = d->driver,
        .timeout_s = h->p->timeout_s,
        .after = frame && frame <= arm->n_frames ? (int64_t)arm->frames[frame - 1].call : -1,
        .until = (uint64_t)arm->diverges_call,
        .images = h->p->images ? h->p->images : h->p->pictures,
    };
    struct memo_key key = harness_key(h, trace, d, &run.arm, "divergence");
    struct diverge found = {-1, -1};
    char *prefix = harness_image_prefix(trace, d, arm->tier), text[33];
    json_t *known;

    run.prefix = prefix;
    run.arm.snapshots = h->p->snapshots;
    run.arm.images = run.images;
    run.arm.image_prefix = prefix;
    memo_key_text(&key, text);
    run.arm = harness_job(h, trace, d, arm->tier);
    known = h->p->journal ? journal_find(h->p->journal, text) : NULL;
    if (!known) {
        harness_tell(h, trace, d, "looking for the first call that differs");
        sem_wait(&h->slots);
        if (!diverge_locate(&run, &found))
            found = (struct diverge){-1, -1};
        sem_post(&h->slots);
        known =
            json_pack("{s:s, s:s, s:s, s:I, s:I}", "type", "divergence", "driver", d->driver->name, "tier",
                      arm->tier, "call", (json_int_t)found.call, "subdraw", (json_int_t)found.subdraw);
        if (h->p->journal && known && !harness_stopped(h))
            journal_append(h->p->journal, text, known);
    } else {
        found.call = json_integer_value(json_object_get(known, "call"));
        found.subdraw = json_integer_value(json_object_get(known, "subdraw"));
    }
    if (found.call >= 0)
        verdict_locate(arm, found.call, found.subdraw);
    json_decref(known);
    free(prefix);
}

void harness_driver_judge(struct harness *h, const struct harness_trace *trace, struct harness_driver *d)
{
    struct arm_task task = {h, trace, d};

    if (!probe(h, trace, d) || !plan(h, d))
        return;
    pool_run(h->p->jobs, d->n_arms, run_arm, &task);
    if (harness_stopped(h)) {
        d->usable = false;
        d->message = harness_format("interrupted");
        return;
    }
    harness_driver_verdicts(h, trace, d);
    harness_driver_settle(h, trace, d);
    for (size_t i = 0; i < d->n_arms && !harness_stopped(h); i++)
        if (d->arms[i].verdict == VERDICT_DIFFERS && d->arms[i].diverges_frame >= 0)
            locate(h, trace, d, &d->arms[i]);
    harness_driver_pictures(h, trace, d);
    d->judged = true;
}
