/* SPDX-License-Identifier: MIT */
/* The outcome of a worker is what it reported, line by line, and how it ended. Recorded as such, a resumed
 * run judges it anew by the same rules and comes to the same document. The key covers all that the outcome
 * depends on: the build, the trace's content, the driver's definition and who it said it was, and the job. */
#include "retrace/memo.h"

#include "digest.h"
#include "gles/driver.h"
#include "retrace/arm.h"
#include "retrace/job.h"
#include "retrace/journal.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Every part ends with its terminator, so that no two lists of parts are the same bytes. */
static void put(FILE *out, const char *text)
{
    fputs(text ? text : "\1", out);
    fputc(0, out);
}

static void put_driver(FILE *out, const struct gles_driver *driver)
{
    struct stat st;

    put(out, driver->name);
    put(out, driver->egl);
    put(out, gles_platform_name(driver->platform));
    fprintf(out, "%d,%zu", driver->device, driver->n_env);
    for (size_t i = 0; i < driver->n_env; i++) {
        put(out, driver->env[i].name);
        put(out, driver->env[i].value);
    }
    /* A library of the user's own may be built anew between two runs. */
    if (driver->egl && driver->egl[0] == '/' && !stat(driver->egl, &st))
        fprintf(out, "%lld,%lld", (long long)st.st_size, (long long)st.st_mtime);
}

/* All of it but where things lie: the trace and the driver are told by what they are. */
static void put_job(FILE *out, const struct job *job)
{
    struct job copy = *job;
    char *text;

    copy.trace = copy.drivers_file = copy.cache = NULL;
    if (!copy.images)
        copy.image_prefix = NULL;
    text = job_to_text(&copy);
    put(out, text);
    free(text);
}

void memo_key_text(const struct memo_key *key, char text[33])
{
    char *data = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&data, &size);

    memset(text, '0', 32);
    text[32] = 0;
    if (!out)
        return;
    put(out, key->build);
    put(out, key->trace_md5);
    put(out, key->renderer);
    put(out, key->version);
    put_driver(out, key->driver);
    put_job(out, key->job);
    put(out, key->what);
    fprintf(out, "%d", key->attempt);
    if (!fclose(out))
        digest_md5(data, size, text);
    free(data);
}

/* A run that was cut off by a shorter limit is no answer to a longer one. */
static bool holds(const json_t *record, int timeout_s)
{
    json_int_t limit = json_integer_value(json_object_get(record, "timeout_s"));

    return record && (json_integer_value(json_object_get(record, "how")) != SPAWN_HUNG || limit >= timeout_s);
}

/* Signals that nothing in the process raises come from outside, and often take the rest of the run with
 * them: a batch system or an out-of-memory killer ends all processes of a job one after the other. */
static bool is_outcome(const struct spawn_status *status)
{
    if (status->how == SPAWN_SIGNALLED)
        return status->code != SIGTERM && status->code != SIGINT && status->code != SIGHUP &&
               status->code != SIGKILL;
    return status->how != SPAWN_FAILED;
}

static void record(struct journal *journal, const struct memo_key *key, const char *text, json_t *outcome,
                   int timeout_s)
{
    json_t *line = json_pack("{s:s, s:o, s:s, s:s, s:s, s:i, s:i}", "type", "run", "trace", json_null(),
                             "driver", key->driver->name, "tier", key->job->tier, "what", key->what,
                             "attempt", key->attempt, "timeout_s", timeout_s);
    json_t *path = json_string(key->job->trace); /* NULL where it is not UTF-8 */

    if (line && path)
        json_object_set(line, "trace", path);
    if (line && !json_object_update(line, outcome))
        journal_append(journal, text, line);
    json_decref(path);
    json_decref(line);
}

void memo_run(struct journal *journal, const struct memo_key *key, struct arm *arm, int timeout_s,
              bool (*stopped)(void *priv), void *priv)
{
    char text[33];
    json_t *outcome;

    memo_key_text(key, text);
    outcome = journal ? journal_find(journal, text) : NULL;
    if (holds(outcome, timeout_s)) {
        arm_take(arm, outcome);
        json_decref(outcome);
        return;
    }
    json_decref(outcome);
    outcome = arm_run_recorded(arm, key->job, key->driver, timeout_s);
    if (journal && outcome && is_outcome(&arm->status) && !(stopped && stopped(priv)))
        record(journal, key, text, outcome, timeout_s);
    json_decref(outcome);
}

bool memo_has(struct journal *journal, const struct memo_key *key, int timeout_s)
{
    char text[33];
    json_t *outcome;
    bool has;

    memo_key_text(key, text);
    outcome = journal ? journal_find(journal, text) : NULL;
    has = holds(outcome, timeout_s);
    json_decref(outcome);
    return has;
}
