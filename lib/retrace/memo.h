/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_MEMO_H
#define RETRACE_MEMO_H

#include <stdbool.h>

/* Worker runs through a journal: one that was finished before is taken from there instead of being run again.
 */

struct arm;
struct gles_driver;
struct job;
struct journal;
struct json_t;

/* What makes one run the same as another. All strings, NULL for none. */
struct memo_key {
    const char *build; /* of retrace */
    const char *trace_md5;
    const char *renderer, *version; /* of the driver, as its probe told */
    const struct gles_driver *driver;
    const struct job *job;
    const char *what; /* "digests", "timed run 1", … */
    int attempt;      /* 0 the first */
};

void memo_key_text(const struct memo_key *key, char text[33]);

/* Runs the job, or takes its outcome from the journal (NULL: none). What is no outcome (the worker could
 * not be started, was asked to end or was killed) is not recorded; neither is anything while stopped(priv)
 * (NULL: never). */
void memo_run(struct journal *journal, const struct memo_key *key, struct arm *arm, int timeout_s,
              bool (*stopped)(void *priv), void *priv);
/* Whether the journal has it, so that nothing would be run. */
bool memo_has(struct journal *journal, const struct memo_key *key, int timeout_s);

#endif
