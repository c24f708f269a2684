/* SPDX-License-Identifier: MIT */
/* The result as JSON, schema 1: the document that farms keep and that other commands read. */
#include "retrace/report_json.h"

#include "digest.h"
#include "gles/driver.h"
#include "retrace/harness.h"
#include "retrace/journal.h"
#include "retrace/version.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { LOG_TAIL = 4096 }; /* bytes */

static json_t *text_or_null(const char *text)
{
    json_t *value = text && text[0] ? json_string(text) : NULL;

    return value ? value : json_null(); /* also for what is not UTF-8 */
}

static json_t *host(void)
{
    struct utsname name = {0};

    uname(&name);
    return json_pack("{s:s, s:s, s:s, s:I}", "name", name.nodename, "system", name.sysname, "machine",
                     name.machine, "cpus", (json_int_t)sysconf(_SC_NPROCESSORS_ONLN));
}

static json_t *cost(const struct arm_cost *cost)
{
    double median, min, max;
    json_t *runs = json_array();

    if (!arm_cost_summary(cost, &median, &min, &max)) {
        json_decref(runs);
        return json_null();
    }
    for (int i = 0; i < cost->n; i++)
        json_array_append_new(runs, json_real(cost->runs[i]));
    return json_pack("{s:f, s:o, s:f, s:f}", "median", median, "runs", runs, "min", min, "max", max);
}

static json_t *frames(const struct arm *arm)
{
    json_t *list = json_array();

    for (size_t i = 0; i < arm->n_frames; i++)
        json_array_append_new(
            list, json_pack("{s:I, s:I, s:i, s:i, s:o}", "frame", (json_int_t)arm->frames[i].frame, "call",
                            (json_int_t)arm->frames[i].call, "width", arm->frames[i].width, "height",
                            arm->frames[i].height, "md5", text_or_null(arm->frames[i].md5)));
    return list;
}

static json_t *batches(const struct arm *arm)
{
    enum tiers_tier tier = tiers_find(arm->tier);
    json_t *declined = json_array(), *by_tier = json_object();
    struct tiers_declined cell;
    size_t cursor = 0;

    while (tiers_declined_next(&arm->stats, &cursor, &cell))
        if (cell.tier == tier || tier == TIERS_NONE)
            json_array_append_new(
                declined, json_pack("{s:s, s:I, s:o}", "reason", tiers_reason_name(cell.reason), "count",
                                    (json_int_t)cell.count, "to", text_or_null(tiers_name(cell.to))));
    for (int t = 0; t < TIERS_COUNT; t++)
        if (arm->stats.executed[t])
            json_object_set_new(by_tier, tiers_name((enum tiers_tier)t),
                                json_integer((json_int_t)arm->stats.executed[t]));
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:o, s:o}", "total", (json_int_t)arm->stats.batches,
                     "executed", (json_int_t)(tier == TIERS_NONE ? 0 : arm->stats.executed[tier]),
                     "dispatches", (json_int_t)arm->stats.dispatches, "untiered",
                     (json_int_t)arm->stats.untiered, "subdraws", (json_int_t)arm->stats.subdraws, "declined",
                     declined, "executed_by", by_tier);
}

static json_t *gaps(const struct arm *arm)
{
    json_t *list = json_array(), *item;
    size_t i;

    json_array_foreach(arm->gaps, i, item)
    {
        json_t *copy = json_copy(item);
        json_object_del(copy, "draw");
        json_array_append_new(list, copy);
    }
    return list;
}

static json_t *divergence(const struct arm *arm)
{
    if (arm->diverges_frame < 0)
        return json_null();
    return json_pack(
        "{s:I, s:I, s:o}", "frame", (json_int_t)arm->diverges_frame, "call", (json_int_t)arm->diverges_call,
        "subdraw", arm->diverges_subdraw < 0 ? json_null() : json_integer((json_int_t)arm->diverges_subdraw));
}

static json_t *stability(const struct arm *arm)
{
    return arm->stability == STABILITY_UNKNOWN
               ? json_null()
               : json_string(arm->stability == STABILITY_FAILS ? "fails" : "flakes");
}

/* The last lines of the log, of an arm that somebody will look into. */
static json_t *log_tail(const struct arm *arm)
{
    size_t from = arm->log_used > LOG_TAIL ? arm->log_used - LOG_TAIL : 0;
    json_t *text;

    if (verdict_is_good(arm->verdict) || arm->verdict == VERDICT_NONE || !arm->log_used)
        return json_null();
    while (from && from < arm->log_used && arm->log[from - 1] != '\n')
        from++;
    text = arm_log_json(arm, from);
    return text ? text : json_null();
}

static json_t *arm_json(const struct arm *arm)
{
    enum tiers_tier tier = tiers_find(arm->tier);
    json_t *a = json_object();

    json_object_set_new(a, "tier", json_string(arm->tier));
    json_object_set_new(a, "verdict", json_string(verdict_name(arm->verdict)));
    json_object_set_new(a, "expected",
                        arm->expected == VERDICT_NONE ? json_null()
                                                      : json_string(verdict_name(arm->expected)));
    json_object_set_new(a, "reason", text_or_null(arm->reason));
    json_object_set_new(a, "unexpected", text_or_null(arm->unexpected));
    json_object_set_new(a, "stability", stability(arm));
    json_object_set_new(a, "attempts", arm->attempts ? json_incref(arm->attempts) : json_array());
    json_object_set_new(a, "announced", json_boolean(tier != TIERS_NONE && arm->announced[tier]));
    json_object_set_new(a, "errors", arm->errors ? json_incref(arm->errors) : json_array());
    json_object_set_new(a, "batches", batches(arm));
    json_object_set_new(a, "windows", arm->windows ? json_incref(arm->windows) : json_null());
    json_object_set_new(a, "divergence", divergence(arm));
    json_object_set_new(a, "gaps", gaps(arm));
    json_object_set_new(a, "frames", frames(arm));
    json_object_set_new(a, "log", log_tail(arm));
    json_object_set_new(a, "ns_per_op", cost(&arm->ns));
    json_object_set_new(a, "submit_ns_per_op", cost(&arm->submit));
    json_object_set_new(a, "gpu_ns_per_op", cost(&arm->gpu));
    return a;
}

/* What the manifest says of it, by which the result is judged. */
static json_t *label(const struct manifest_expectation *known)
{
    return known->skip    ? json_string("skip")
           : known->crash ? json_string("crash")
           : known->flaky ? json_string("flaky")
                          : json_null();
}

static json_t *driver_json(const struct harness_driver *d)
{
    static const char *const native[] = {
        [NATIVE_NONE] = "none", [NATIVE_IDENTICAL] = "identical", [NATIVE_DIFFERS] = "differs"};
    static const char *const golden[] = {
        [GOLDEN_NONE] = "none", [GOLDEN_EQUAL] = "equal", [GOLDEN_DIFFERS] = "differs"};
    json_t *out = json_object(), *arms = json_array();

    for (size_t i = 0; i < d->n_arms; i++)
        json_array_append_new(arms, arm_json(&d->arms[i]));
    json_object_set_new(out, "driver", json_string(d->driver->name));
    json_object_set_new(out, "renderer", text_or_null(d->probe.renderer));
    json_object_set_new(out, "version", text_or_null(d->probe.version));
    json_object_set_new(out, "es", text_or_null(d->probe.es));
    json_object_set_new(out, "error", text_or_null(d->message));
    json_object_set_new(out, "label", label(&d->known));
    json_object_set_new(out, "reference", d->reference ? json_string(d->reference->tier) : json_null());
    json_object_set_new(out, "native", json_string(native[d->native_verdict]));
    json_object_set_new(out, "native_divergence",
                        d->native_verdict == NATIVE_DIFFERS
                            ? json_pack("{s:I}", "frame", (json_int_t)d->native_frame)
                            : json_null());
    json_object_set_new(out, "native_unexpected", json_boolean(d->native_unexpected));
    json_object_set_new(out, "fastest", text_or_null(d->fastest));
    json_object_set_new(out, "fastest_clear", json_boolean(d->fastest_clear));
    json_object_set_new(out, "auto", text_or_null(d->probe.auto_tier));
    json_object_set_new(out, "golden", json_string(golden[d->golden]));
    json_object_set_new(out, "checksum", json_string(golden[d->checksum]));
    json_object_set_new(out, "arms", arms);
    return out;
}

/* Without its drivers. */
static json_t *trace_head(const struct harness_trace *trace)
{
    json_t *out = json_object();

    json_object_set_new(out, "trace", text_or_null(trace->name));
    json_object_set_new(out, "path", text_or_null(trace->path));
    json_object_set_new(out, "md5", text_or_null(trace->md5));
    json_object_set_new(out, "error", text_or_null(trace->message));
    json_object_set_new(out, "calls", json_integer((json_int_t)trace->calls));
    json_object_set_new(out, "frames", json_integer((json_int_t)trace->frames));
    json_object_set_new(out, "batches", json_integer((json_int_t)trace->batches));
    json_object_set_new(out, "subdraws", json_integer((json_int_t)trace->subdraws));
    json_object_set_new(out, "damage", text_or_null(trace->damage));
    return out;
}

static json_t *trace_json(const struct harness_trace *trace)
{
    json_t *drivers = json_array(), *out = trace_head(trace);

    for (size_t i = 0; !trace->message && i < trace->n_drivers; i++)
        json_array_append_new(drivers, driver_json(&trace->drivers[i]));
    json_object_set_new(out, "drivers", drivers);
    return out;
}

json_t *report_json_head(void)
{
    return json_pack("{s:i, s:{s:s, s:s}, s:o}", "schema", 1, "retrace", "version", RETRACE_VERSION, "commit",
                     RETRACE_COMMIT, "host", host());
}

const char *report_json_build(void)
{
    return RETRACE_VERSION " " RETRACE_COMMIT;
}

json_t *report_json(const struct harness_result *result)
{
    json_t *root = report_json_head(), *traces = json_array();

    for (size_t i = 0; i < result->n_traces; i++)
        json_array_append_new(traces, trace_json(&result->traces[i]));
    json_object_set_new(root, "traces", traces);
    return root;
}

static void add_seconds(json_t *d, const struct harness_driver *driver)
{
    for (size_t i = 0; i < driver->n_arms; i++)
        json_object_set_new(json_array_get(json_object_get(d, "arms"), i), "seconds",
                            json_real(driver->arms[i].seconds));
}

void report_json_to_journal(struct journal *journal, const struct harness_trace *trace,
                            const struct harness_driver *driver, size_t index)
{
    json_t *d = driver ? driver_json(driver) : json_null(), *line, *known;
    char *text, key[33];

    if (driver)
        add_seconds(d, driver);
    line = json_pack("{s:s, s:I, s:o, s:o, s:o}", "type", "result", "index", (json_int_t)index, "head",
                     report_json_head(), "trace", trace_head(trace), "driver", d);
    text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    if (text && digest_md5(text, strlen(text), key)) {
        known = journal_find(journal, key);
        if (!known)
            journal_append(journal, key, line);
        json_decref(known);
    }
    free(text);
    json_decref(line);
}

void report_json_add_seconds(json_t *document, const struct harness_result *result)
{
    for (size_t t = 0; t < result->n_traces; t++) {
        json_t *drivers = json_object_get(json_array_get(json_object_get(document, "traces"), t), "drivers");
        for (size_t i = 0; i < json_array_size(drivers); i++)
            add_seconds(json_array_get(drivers, i), &result->traces[t].drivers[i]);
    }
}
