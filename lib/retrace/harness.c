/* SPDX-License-Identifier: MIT */
/* The order of the work. With one job at a time it goes trace by trace, so that results come early; with
 * several, every trace on every driver is judged first, as many workers at a time as there are jobs, and then
 * all are timed, alone and one after the other: a timed run beside another worker would measure the two of
 * them. Threads wait for workers and hold a slot for each; what they share is told under a lock. */
#include "retrace/harness.h"

#include "digest.h"
#include "gles/driver.h"
#include "log.h"
#include "retrace/harness_priv.h"
#include "retrace/journal.h"
#include "retrace/pool.h"
#include "retrace/report_json.h"
#include "retrace/resume.h"
#include "trace/trace.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *harness_format(const char *fmt, ...)
{
    va_list args;
    char *text;

    va_start(args, fmt);
    if (vasprintf(&text, fmt, args) < 0)
        text = NULL;
    va_end(args);
    return text;
}

bool harness_stopped(const struct harness *h)
{
    return h->p->stopped && h->p->stopped(h->p->priv);
}

void harness_tell(struct harness *h, const struct harness_trace *trace, const struct harness_driver *d,
                  const char *what)
{
    char text[512];

    if (!h->p->progress)
        return;
    snprintf(text, sizeof text, "%s %s %s", trace->name, d->driver->name, what);
    pthread_mutex_lock(&h->lock);
    h->p->progress(h->p->priv, text, h->done, h->total);
    pthread_mutex_unlock(&h->lock);
}

void harness_tick(struct harness *h)
{
    pthread_mutex_lock(&h->lock);
    h->done++;
    pthread_mutex_unlock(&h->lock);
}

/* --- one trace --- */

/* Only the container and header: the whole trace is read by the workers. */
static void open_trace(struct harness *h, struct harness_trace *trace)
{
    struct trace_damage damage = {0};
    struct trace_parser *parser;

    pthread_mutex_lock(&h->lock);
    if (!trace->opened) {
        parser = trace_parser_open(trace->path, NULL, &damage);
        if (!parser)
            trace->message = harness_format("%s", damage.message);
        else
            digest_md5_file(trace->path, trace->md5);
        trace_parser_close(parser);
        trace->opened = true;
    }
    pthread_mutex_unlock(&h->lock);
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

static bool is_finished(const struct harness_trace *trace)
{
    for (size_t i = 0; i < trace->n_drivers; i++)
        if (!trace->drivers[i].finished)
            return false;
    return true;
}

/* One trace on one driver is done: into the journal, and every trace that is now complete, in order, to the
 * caller. */
static void finish_driver(struct harness *h, struct harness_trace *trace, struct harness_driver *d)
{
    struct harness_result *result = h->result;

    pthread_mutex_lock(&h->lock);
    d->finished = true;
    if (is_finished(trace))
        describe(trace);
    if (h->p->journal && !harness_stopped(h))
        report_json_to_journal(h->p->journal, trace, trace->message ? NULL : d,
                               (size_t)(trace - result->traces));
    while (result->n_traces < h->p->n_traces && is_finished(&result->traces[result->n_traces])) {
        result->n_traces++;
        if (h->p->trace_done)
            h->p->trace_done(h->p->priv);
    }
    pthread_mutex_unlock(&h->lock);
}

/* --- all of them --- */

static bool times(const struct harness *h)
{
    return h->p->runs > 0;
}

static void judge_cell(void *priv, size_t index)
{
    struct harness *h = priv;
    struct harness_trace *trace = &h->result->traces[index / h->p->n_drivers];
    struct harness_driver *d = &trace->drivers[index % h->p->n_drivers];

    if (harness_stopped(h))
        return;
    d->begun = true;
    d->known = manifest_expect(&h->p->traces[index / h->p->n_drivers], d->driver->name);
    d->skipped = d->known.skip; /* the trace need not even be there */
    if (d->skipped) {
        finish_driver(h, trace, d);
        return;
    }
    open_trace(h, trace);
    if (!trace->message)
        harness_driver_judge(h, trace, d);
    if ((h->p->jobs > 1 && times(h)) || (harness_stopped(h) && !d->judged))
        return;
    if (!trace->message && times(h))
        harness_driver_time(h, trace, d);
    finish_driver(h, trace, d);
}

static void time_all(struct harness *h)
{
    for (size_t t = 0; t < h->p->n_traces; t++)
        for (size_t i = 0; i < h->p->n_drivers && !harness_stopped(h); i++) {
            struct harness_trace *trace = &h->result->traces[t];
            if (trace->drivers[i].judged)
                harness_driver_time(h, trace, &trace->drivers[i]);
            finish_driver(h, trace, &trace->drivers[i]);
        }
}

/* What was begun and not finished when the run was stopped is in the result, and says so; what was not begun
 * is not. */
static void keep_begun(struct harness *h)
{
    struct harness_result *result = h->result;
    size_t kept = result->n_traces, n = kept;

    for (size_t t = kept; t < h->p->n_traces; t++) {
        struct harness_trace trace = result->traces[t];
        size_t begun = 0;
        for (size_t i = 0; i < trace.n_drivers; i++) {
            struct harness_driver *d = &trace.drivers[i];
            if (!d->begun)
                continue;
            if (!d->judged && !d->skipped && !d->message) {
                d->usable = false;
                d->message = harness_format("interrupted");
            }
            /* A driver that never had its turn leaves no entry. Arms point into arrays of their own. */
            if (begun != i) {
                struct harness_driver swap = trace.drivers[begun];
                trace.drivers[begun] = *d;
                *d = swap;
            }
            begun++;
        }
        if (!begun && !trace.message) {
            free(trace.drivers);
            continue;
        }
        trace.n_drivers = begun;
        describe(&trace);
        result->traces[n++] = trace;
    }
    result->n_traces = n;
    if (n > kept && h->p->trace_done)
        h->p->trace_done(h->p->priv);
}

static bool start(struct harness *h)
{
    struct harness_result *result = h->result;
    size_t arms = 1 + (size_t)h->p->native;

    for (int t = 0; t < TIERS_COUNT; t++)
        arms += h->p->tiers[t];
    h->total = h->p->n_traces * h->p->n_drivers * arms * (1 + (size_t)h->p->runs);
    result->traces = calloc(h->p->n_traces + 1, sizeof *result->traces);
    h->probes = calloc(h->p->n_drivers + 1, sizeof *h->probes);
    if (!result->traces || !h->probes)
        return false;
    for (size_t i = 0; i < h->p->n_drivers; i++)
        pthread_mutex_init(&h->probes[i].lock, NULL);
    for (size_t t = 0; t < h->p->n_traces; t++) {
        struct harness_trace *trace = &result->traces[t];
        trace->path = h->p->traces[t].path;
        trace->name = h->p->traces[t].name;
        trace->drivers = calloc(h->p->n_drivers + 1, sizeof *trace->drivers);
        if (!trace->drivers)
            return false;
        trace->n_drivers = h->p->n_drivers;
        for (size_t i = 0; i < h->p->n_drivers; i++) {
            trace->drivers[i].driver = h->p->drivers[i];
            trace->drivers[i].native_frame = -1;
        }
    }
    return true;
}

bool harness_run(const struct harness_params *params, struct harness_result *result)
{
    struct harness h = {.p = params, .result = result};
    int jobs = params->jobs > 1 ? params->jobs : 1;
    bool ok;

    memset(result, 0, sizeof *result);
    pthread_mutex_init(&h.lock, NULL);
    sem_init(&h.slots, 0, (unsigned)jobs);
    json_object_seed(0);
    h.build = resume_build();
    ok = start(&h);
    if (ok) {
        if (params->journal)
            resume_begin(params->journal, h.build, params);
        pool_run(jobs, params->n_traces * params->n_drivers, judge_cell, &h);
        if (jobs > 1 && times(&h))
            time_all(&h);
        if (harness_stopped(&h))
            keep_begun(&h);
    }
    for (size_t i = 0; h.probes && i < params->n_drivers; i++) {
        json_decref(h.probes[i].record);
        pthread_mutex_destroy(&h.probes[i].lock);
    }
    free(h.probes);
    free(h.build);
    sem_destroy(&h.slots);
    pthread_mutex_destroy(&h.lock);
    return ok;
}
