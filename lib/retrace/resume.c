/* SPDX-License-Identifier: MIT */
/* A line of type "start" for each run that is not the same as the one before it. Of the options it has those
 * that every replay depends on; another choice of traces, drivers, tiers or runs leaves what is there as it
 * is.
 */
#include "retrace/resume.h"

#include "digest.h"
#include "log.h"
#include "retrace/document.h"
#include "retrace/harness.h"
#include "retrace/journal.h"
#include "retrace/report_json.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* No digest of a job: there is one line that counts, the last. */
static const char start_key[] = "ffffffffffffffffffffffffffffffff";

static bool ends_in(const char *text, const char *ending)
{
    size_t len = strlen(text), n = strlen(ending);

    return len >= n && !strcmp(text + len - n, ending);
}

char *resume_build(void)
{
    const char *named = report_json_build();
    char digest[33] = "", *build;

    if (ends_in(named, "-dirty") || ends_in(named, " unknown"))
        digest_md5_file("/proc/self/exe", digest);
    return asprintf(&build, "%s%s%s", named, digest[0] ? " " : "", digest) < 0 ? NULL : build;
}

static void put(json_t *line, const char *key, const char *text)
{
    json_t *value = text ? json_string(text) : NULL;

    json_object_set_new(line, key, value ? value : json_null());
}

/* The options that are not the same, as " --caps --snapshot". */
static void list_changes(const json_t *before, const json_t *now, char *out, size_t size)
{
    static const char *const options[] = {"caps", "snapshot", "dump-images"};

    out[0] = 0;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strcmp(document_text(before, options[i]), document_text(now, options[i])))
            snprintf(out + strlen(out), size - strlen(out), " --%s", options[i]);
}

static void warn(const struct journal *journal, const json_t *before, const json_t *now,
                 const struct log *log)
{
    const char *build = document_text(before, "build");
    char changes[64];

    if (strcmp(build, document_text(now, "build"))) {
        log_msg(log, LOG_WARN,
                "%s: was written by another build of retrace (%s; this is %s): nothing in it counts, and "
                "everything is run again",
                journal_name(journal), build[0] ? build : "an older one", document_text(now, "build"));
        return;
    }
    list_changes(before, now, changes, sizeof changes);
    if (changes[0])
        log_msg(log, LOG_WARN, "%s: was written with other options: what depends on%s is run again",
                journal_name(journal), changes);
}

void resume_begin(struct journal *journal, const char *build, const struct harness_params *params)
{
    json_t *before = journal_find(journal, start_key), *now = json_object(), *known;

    put(now, "type", "start");
    put(now, "build", build);
    put(now, "caps", params->caps);
    put(now, "snapshot", params->snapshots);
    put(now, "dump-images", params->images);
    known = json_deep_copy(before);
    json_object_del(known, "key");
    if (journal_count(journal) && !json_equal(known, now))
        warn(journal, before, now, params->log);
    if (!json_equal(known, now))
        journal_append(journal, start_key, now);
    json_decref(known);
    json_decref(before);
    json_decref(now);
}
