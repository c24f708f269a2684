/* SPDX-License-Identifier: MIT */
/* Pictures for a report, few and after the judgement: some frames of the reference, spread over the trace,
 * and desktop GL beside the emulation where the two differ. (Where a tier differs, the search for the place
 * leaves its pictures.) One replay of the reference, and two more where desktop GL differs; with a journal a
 * resumed run does not draw them again. */
#include "retrace/harness_priv.h"

#include "gles/driver.h"
#include "retrace/diverge.h"
#include "retrace/journal.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PICTURES = 12, DIGITS = 21 };

/* The calls of at most so many frames, as a callset; allocated. */
static char *choose(const struct arm *reference)
{
    char *set = calloc(PICTURES, DIGITS + 1), *end = set;
    size_t n = reference->n_frames < PICTURES ? reference->n_frames : PICTURES;

    for (size_t i = 0; set && i < n; i++) {
        size_t frame = n > 1 ? i * (reference->n_frames - 1) / (n - 1) : 0;
        end += sprintf(end, "%s%llu", i ? "," : "", (unsigned long long)reference->frames[frame].call);
    }
    return set;
}

static void draw_native(struct harness *h, const struct harness_trace *trace, const struct harness_driver *d)
{
    size_t frame = (size_t)d->native_frame;
    char *prefix = harness_image_prefix(trace, d, "native");
    struct diverge_run run = {.arm = harness_job(h, trace, d, "native"),
                              .reference = harness_job(h, trace, d, d->reference->tier),
                              .driver = d->driver,
                              .timeout_s = h->p->timeout_s,
                              .images = h->p->pictures,
                              .prefix = prefix};

    if (prefix && frame < d->reference->n_frames)
        diverge_write_images(&run, d->reference->frames[frame].call);
    free(prefix);
}

static void draw(struct harness *h, const struct harness_trace *trace, const struct harness_driver *d,
                 struct job *job)
{
    struct arm arm;

    harness_tell(h, trace, d, "pictures");
    sem_wait(&h->slots);
    arm_init(&arm, job->tier);
    arm_run(&arm, job, d->driver, h->p->timeout_s);
    arm_finish(&arm);
    if (d->native_verdict == NATIVE_DIFFERS && d->native_frame >= 0)
        draw_native(h, trace, d);
    sem_post(&h->slots);
}

void harness_driver_pictures(struct harness *h, const struct harness_trace *trace, struct harness_driver *d)
{
    struct job job;
    struct memo_key key;
    char *set, *prefix, text[33];
    json_t *known = NULL;

    if (!h->p->pictures || !d->reference || !d->reference->n_frames || harness_stopped(h))
        return;
    set = choose(d->reference);
    prefix = harness_image_prefix(trace, d, d->reference->tier);
    job = harness_job(h, trace, d, d->reference->tier);
    job.snapshots = set;
    /* Where they go is part of it: another report, or the same trace under another name, has none of them
     * yet. */
    job.images = h->p->pictures;
    job.image_prefix = prefix;
    key = harness_key(h, trace, d, &job, "pictures");
    memo_key_text(&key, text);
    if (h->p->journal)
        known = journal_find(h->p->journal, text);
    if (!known && set && prefix) {
        draw(h, trace, d, &job);
        known = json_pack("{s:s, s:s}", "type", "pictures", "driver", d->driver->name);
        if (h->p->journal && known && !harness_stopped(h))
            journal_append(h->p->journal, text, known);
    }
    json_decref(known);
    free(set);
    free(prefix);
}
