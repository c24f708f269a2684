/* SPDX-License-Identifier: MIT */
/* Takes in what a worker reports: lines of JSON on its result pipe, and its log, from which the tiers' own
 * announcements are read, as somebody who looks at the log would. */
#include "retrace/arm.h"

#include "retrace/clock.h"
#include "retrace/job.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_BYTES = 256 << 10, LOG_MIN = 1 << 10, MAX_FRAMES = 1 << 20 };

static const char *const verdict_names[] = {
    [VERDICT_NONE] = "none",
    [VERDICT_IDENTICAL] = "identical",
    [VERDICT_PARTIAL] = "partial",
    [VERDICT_DEMOTED] = "demoted",
    [VERDICT_DIFFERS] = "differs",
    [VERDICT_NO_BATCHES] = "no-batches",
    [VERDICT_UNSUPPORTED] = "unsupported",
    [VERDICT_CRASHED] = "crashed",
    [VERDICT_HUNG] = "hung",
    [VERDICT_FAILED] = "failed",
};

const char *verdict_name(enum verdict verdict)
{
    return verdict_names[verdict];
}

enum verdict verdict_find(const char *name)
{
    for (int i = 1; name && i <= VERDICT_FAILED; i++)
        if (!strcmp(verdict_names[i], name))
            return (enum verdict)i;
    return VERDICT_NONE;
}

void arm_init(struct arm *arm, const char *tier)
{
    memset(arm, 0, sizeof *arm);
    arm->tier = tier;
    arm->diverges_frame = arm->diverges_call = arm->diverges_subdraw = -1;
}

void arm_finish(struct arm *arm)
{
    free(arm->frames);
    free(arm->renderer);
    free(arm->version);
    free(arm->es);
    free(arm->damage);
    free(arm->message);
    free(arm->auto_tier);
    for (int t = 0; t < TIERS_COUNT; t++)
        free(arm->missing[t]);
    free(arm->log);
    json_decref(arm->gaps);
    json_decref(arm->windows);
    json_decref(arm->errors);
    json_decref(arm->attempts);
    memset(arm, 0, sizeof *arm);
}

/* --- the worker's lines --- */

static void set_text(char **slot, const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    free(*slot);
    *slot = text ? strdup(text) : NULL;
}

static uint64_t number(const json_t *object, const char *key)
{
    return (uint64_t)json_integer_value(json_object_get(object, key));
}

static void take_start(struct arm *arm, const json_t *line)
{
    arm->started = true;
    arm->desktop = json_is_true(json_object_get(line, "desktop"));
    set_text(&arm->renderer, line, "renderer");
    set_text(&arm->version, line, "version");
    set_text(&arm->es, line, "es");
    set_text(&arm->auto_tier, line, "auto");
    for (int t = 0; t < TIERS_COUNT; t++)
        set_text(&arm->missing[t], json_object_get(line, "tiers"), tiers_name((enum tiers_tier)t));
}

static void take_frame(struct arm *arm, const json_t *line)
{
    struct arm_frame frame = {.frame = number(line, "frame"),
                              .call = number(line, "call"),
                              .width = (int)number(line, "width"),
                              .height = (int)number(line, "height"),
                              .blank = json_is_true(json_object_get(line, "blank"))};
    const char *md5 = json_string_value(json_object_get(line, "md5"));
    const char *rgba = json_string_value(json_object_get(line, "rgba_md5"));
    struct arm_frame *grown;

    if (arm->n_frames >= MAX_FRAMES)
        return;
    if (md5)
        snprintf(frame.md5, sizeof frame.md5, "%s", md5);
    if (rgba)
        snprintf(frame.rgba_md5, sizeof frame.rgba_md5, "%s", rgba);
    if (!(arm->n_frames & (arm->n_frames - 1))) {
        grown = realloc(arm->frames, (arm->n_frames ? arm->n_frames * 2 : 1) * sizeof *grown);
        if (!grown)
            return;
        arm->frames = grown;
    }
    arm->frames[arm->n_frames++] = frame;
}

static void take_declined(struct tiers_stats *stats, const json_t *list)
{
    const json_t *item;
    size_t i;

    json_array_foreach(list, i, item)
    {
        enum tiers_tier tier = tiers_find(json_string_value(json_object_get(item, "tier")));
        enum tiers_tier to = tiers_find(json_string_value(json_object_get(item, "to")));
        const char *reason = json_string_value(json_object_get(item, "reason"));
        for (int r = 0; reason && tier != TIERS_NONE && r < TIERS_REASONS; r++)
            if (!strcmp(tiers_reason_name((enum tiers_reason)r), reason))
                stats->declined[tier][r][to] += number(item, "count");
    }
}

static void take_batches(struct arm *arm, const json_t *batches)
{
    struct tiers_stats *stats = &arm->stats;
    const char *resolved = json_string_value(json_object_get(batches, "resolved"));

    memset(stats, 0, sizeof *stats);
    stats->resolved = resolved ? tiers_find(resolved) : TIERS_NONE;
    stats->contexts = number(batches, "contexts");
    stats->batches = number(batches, "total");
    stats->subdraws = number(batches, "subdraws");
    stats->empty = number(batches, "empty");
    stats->dropped = number(batches, "dropped");
    stats->dispatches = number(batches, "dispatches");
    stats->untiered = number(batches, "untiered");
    stats->rejected = number(batches, "rejected");
    for (int t = 0; t < TIERS_COUNT; t++) {
        const char *name = tiers_name((enum tiers_tier)t);
        stats->executed[t] = number(json_object_get(batches, "executed"), name);
        stats->announced[t] = json_is_true(json_object_get(json_object_get(batches, "announced"), name));
    }
    take_declined(stats, json_object_get(batches, "declined"));
}

static void take_end(struct arm *arm, const json_t *line)
{
    arm->ended = true;
    arm->calls = number(line, "calls");
    arm->frame_count = number(line, "frames");
    set_text(&arm->damage, line, "damage");
    json_decref(arm->gaps);
    json_decref(arm->windows);
    json_decref(arm->errors);
    arm->gaps = json_incref(json_object_get(line, "gaps"));
    arm->windows = json_incref(json_object_get(line, "windows"));
    arm->errors = json_incref(json_object_get(line, "errors"));
    take_batches(arm, json_object_get(line, "batches"));
}

static void add_cost(struct arm_cost *cost, const json_t *value)
{
    if (json_is_number(value) && cost->n < ARM_MAX_RUNS)
        cost->runs[cost->n++] = json_number_value(value);
}

static void take_line(struct arm *arm, const json_t *line)
{
    const char *type = json_string_value(json_object_get(line, "type"));

    if (!type)
        return;
    if (!strcmp(type, "start"))
        take_start(arm, line);
    else if (!strcmp(type, "frame"))
        take_frame(arm, line);
    else if (!strcmp(type, "end"))
        take_end(arm, line);
    else if (!strcmp(type, "failed"))
        set_text(&arm->message, line, "message");
    else if (!strcmp(type, "timing")) {
        add_cost(&arm->ns, json_object_get(line, "ns_per_op"));
        add_cost(&arm->submit, json_object_get(line, "submit_ns_per_op"));
        add_cost(&arm->gpu, json_object_get(line, "gpu_ns_per_op"));
    }
}

static void take_result(void *priv, const char *text)
{
    struct arm *arm = priv;
    json_t *line = json_loads(text, 0, NULL);

    take_line(arm, line);
    if (arm->lines && line)
        json_array_append(arm->lines, line);
    json_decref(line);
}

/* --- its log --- */

/* Room for `bytes` more of the log; grown as it fills, for a run keeps every arm's to its end. */
static bool log_room(struct arm *arm, size_t bytes)
{
    size_t need = arm->log_used + bytes, capacity = arm->log_capacity ? arm->log_capacity : LOG_MIN;
    char *grown;

    if (need > LOG_BYTES)
        return false;
    if (need <= arm->log_capacity)
        return true;
    while (capacity < need)
        capacity *= 2;
    grown = realloc(arm->log, capacity);
    if (!grown)
        return false;
    memset(grown + arm->log_used, 0, capacity - arm->log_used);
    arm->log = grown;
    arm->log_capacity = capacity;
    return true;
}

static void take_output(void *priv, const char *line)
{
    static const char first[] = "multi-draw: first batch executed via tier \"";
    struct arm *arm = priv;
    const char *at = strstr(line, first);
    size_t len = strlen(line);

    if (at) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at + sizeof first - 1, "\""), at + sizeof first - 1);
        if (tiers_find(name) != TIERS_NONE)
            arm->announced[tiers_find(name)] = true;
    }
    if (!log_room(arm, len + 2))
        return;
    memcpy(arm->log + arm->log_used, line, len);
    arm->log[arm->log_used + len] = '\n';
    arm->log_used += len + 1;
}

void arm_run(struct arm *arm, const struct job *job, const struct gles_driver *driver, int timeout_s)
{
    char *text = job_to_text(job);
    const char *args[] = {"_worker", text, NULL};
    struct spawn_params params = {.args = args,
                                  .driver = driver,
                                  .timeout_s = timeout_s,
                                  .result = take_result,
                                  .output = take_output,
                                  .priv = arm};

    if (text)
        arm->status = spawn_run(&params);
    free(text);
}

/* --- records --- */

json_t *arm_log_json(const struct arm *arm, size_t from)
{
    size_t size = arm->log_used - from;
    json_t *value = size ? json_stringn(arm->log + from, size) : json_string("");
    char *copy;

    if (value)
        return value;
    copy = malloc(size + 1);
    if (!copy)
        return NULL;
    for (size_t i = 0; i < size; i++)
        copy[i] = (signed char)arm->log[from + i] < 0 ? '?' : arm->log[from + i];
    value = json_stringn(copy, size);
    free(copy);
    return value;
}

json_t *arm_run_recorded(struct arm *arm, const struct job *job, const struct gles_driver *driver,
                         int timeout_s)
{
    size_t log_from = arm->log_used;
    json_t *lines = arm->lines = json_array(), *announced = json_array();
    int64_t started = clock_now_ns();

    arm_run(arm, job, driver, timeout_s);
    arm->lines = NULL;
    arm->seconds = (double)(clock_now_ns() - started) / 1e9;
    for (int t = 0; t < TIERS_COUNT; t++)
        if (arm->announced[t])
            json_array_append_new(announced, json_string(tiers_name((enum tiers_tier)t)));
    return json_pack("{s:i, s:i, s:f, s:o, s:o, s:o?}", "how", (int)arm->status.how, "code", arm->status.code,
                     "seconds", arm->seconds, "announced", announced, "lines", lines, "log",
                     arm_log_json(arm, log_from));
}

void arm_take(struct arm *arm, const json_t *record)
{
    const json_t *line;
    const char *log = json_string_value(json_object_get(record, "log"));
    size_t i;

    json_array_foreach(json_object_get(record, "lines"), i, line)
    {
        take_line(arm, line);
    }
    for (; log && *log; log += strcspn(log, "\n") + (log[strcspn(log, "\n")] == '\n')) {
        char *copy = strndup(log, strcspn(log, "\n"));
        if (copy)
            take_output(arm, copy);
        free(copy);
    }
    json_array_foreach(json_object_get(record, "announced"), i, line)
    {
        enum tiers_tier tier = tiers_find(json_string_value(line));
        if (tier != TIERS_NONE)
            arm->announced[tier] = true;
    }
    arm->status.how = (enum spawn_how)json_integer_value(json_object_get(record, "how"));
    arm->status.code = (int)json_integer_value(json_object_get(record, "code"));
    arm->seconds = json_number_value(json_object_get(record, "seconds"));
}

/* --- costs --- */

static int compare_double(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

bool arm_cost_summary(const struct arm_cost *cost, double *median, double *min, double *max)
{
    double sorted[ARM_MAX_RUNS];
    int n = cost->n;

    if (!n)
        return false;
    memcpy(sorted, cost->runs, (size_t)n * sizeof sorted[0]);
    qsort(sorted, (size_t)n, sizeof sorted[0], compare_double);
    *median = n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    *min = sorted[0];
    *max = sorted[n - 1];
    return true;
}
