/* SPDX-License-Identifier: MIT */
/* The child's side of a job: opens the driver, replays the trace once for its digests or again and again for
 * its time, and writes what it saw as lines of JSON. A driver that crashes or hangs takes only this process
 * with it. */
#include "retrace/worker.h"

#include "digest.h"
#include "emu/emu.h"
#include "gles/context.h"
#include "gles/display.h"
#include "gles/driver.h"
#include "image.h"
#include "log.h"
#include "retrace/backend_impl.h"
#include "retrace/clock.h"
#include "retrace/job.h"
#include "retrace/replay.h"
#include "tiers/tiers.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct worker {
    const struct job *job;
    FILE *out;
    const struct log *log;
    struct gles_display *display;
    struct gles_caps_limits limits;
    struct backend_native native;
    struct backend_emu emu;
    const struct backend *backend; /* one of those two */
    struct tiers_params tiers;
    struct emu_gaps gaps;
    struct tiers_stats stats;
    uint64_t frames;
    struct replay_clock clock;
};

static void report(struct worker *w, json_t *line)
{
    if (line && json_dumpf(line, w->out, JSON_COMPACT) == 0)
        fputc('\n', w->out);
    fflush(w->out);
    json_decref(line);
}

static bool is_native(const struct worker *w)
{
    return !strcmp(w->job->tier, "native");
}

/* --- digests --- */

static void save_image(struct worker *w, const uint8_t *rgba, int width, int height, uint64_t call)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%s.%llu.png", w->job->images, w->job->image_prefix,
             (unsigned long long)call);
    if (!image_write_png(path, rgba, width, height))
        log_msg(w->log, LOG_WARN, "%s cannot be written", path);
}

static void take_digest(void *priv, struct player *player, const struct trace_call *call)
{
    struct worker *w = priv;
    int width = 0, height = 0;
    uint8_t *rgba = player_read_pixels(player, &width, &height);
    uint64_t no = call ? call->no : player_last_call(player);
    json_t *line = json_pack("{s:s, s:I, s:I, s:i, s:i}", "type", "frame", "frame", (json_int_t)w->frames++,
                             "call", (json_int_t)no, "width", width, "height", height);
    char md5[33], all[33];

    if (rgba && digest_md5(rgba, (size_t)width * (size_t)height * 4, all)) {
        json_object_set_new(line, "blank", json_boolean(image_is_blank(rgba, width, height)));
        if (w->job->images)
            save_image(w, rgba, width, height, no);
        /* The digest that apitrace prints leaves the default framebuffer's alpha out; a comparison must not.
         */
        digest_md5(rgba, player_pack_pixels(player, rgba, width, height), md5);
        json_object_set_new(line, "md5", json_string(md5));
        json_object_set_new(line, "rgba_md5", json_string(all));
    }
    free(rgba);
    report(w, line);
}

/* --- the end --- */

static json_t *gaps_json(const struct worker *w, const struct replay_result *result)
{
    json_t *list = json_array();

    for (size_t i = 0; i < w->gaps.count; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:I, s:b}", "function", w->gaps.items[i].function,
                                              "reason", w->gaps.items[i].reason, "count",
                                              (json_int_t)w->gaps.items[i].count, "draw",
                                              w->gaps.items[i].affects_draw));
    for (size_t i = 0; i < result->gap_count; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:I, s:b}", "function", result->gaps[i].function,
                                              "reason", result->gaps[i].reason, "count",
                                              (json_int_t)result->gaps[i].count, "draw", 1));
    return list;
}

static json_t *errors_json(const struct replay_result *result)
{
    json_t *list = json_array();

    for (size_t i = 0; i < result->error_count; i++)
        json_array_append_new(list, json_pack("{s:I, s:s, s:i}", "call", (json_int_t)result->errors[i].call,
                                              "function", result->errors[i].function, "code",
                                              (int)result->errors[i].code));
    return list;
}

static json_t *batches_json(const struct tiers_stats *stats)
{
    json_t *executed = json_object(), *announced = json_object(), *declined = json_array();
    struct tiers_declined cell;
    size_t cursor = 0;

    for (int t = 0; t < TIERS_COUNT; t++) {
        const char *name = tiers_name((enum tiers_tier)t);
        json_object_set_new(executed, name, json_integer((json_int_t)stats->executed[t]));
        json_object_set_new(announced, name, json_boolean(stats->announced[t]));
    }
    while (tiers_declined_next(stats, &cursor, &cell))
        json_array_append_new(declined, json_pack("{s:s, s:s, s:s?, s:I}", "tier", tiers_name(cell.tier),
                                                  "reason", tiers_reason_name(cell.reason), "to",
                                                  tiers_name(cell.to), "count", (json_int_t)cell.count));
    return json_pack("{s:s?, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "resolved",
                     stats->contexts ? tiers_name(stats->resolved) : NULL, "contexts",
                     (json_int_t)stats->contexts, "total", (json_int_t)stats->batches, "subdraws",
                     (json_int_t)stats->subdraws, "empty", (json_int_t)stats->empty, "dropped",
                     (json_int_t)stats->dropped, "dispatches", (json_int_t)stats->dispatches, "untiered",
                     (json_int_t)stats->untiered, "rejected", (json_int_t)stats->rejected, "executed",
                     executed, "announced", announced, "declined", declined);
}

static json_t *windows_json(const struct emu_window_counts *c)
{
    json_t *refused = json_array();

    for (size_t i = 0; i < c->refused_count; i++)
        json_array_append_new(refused, json_pack("{s:s, s:I}", "reason", c->refused[i].reason, "count",
                                                 (json_int_t)c->refused[i].count));
    return json_pack("{s:I, s:I, s:I, s:I, s:o}", "native", (json_int_t)c->native, "whole",
                     (json_int_t)c->whole, "window", (json_int_t)c->window, "texture", (json_int_t)c->texture,
                     "refused", refused);
}

static void report_end(struct worker *w, const struct replay_result *result)
{
    /* TRACE_OK: the replay needed no more of it. */
    bool whole = result->damage.status == TRACE_END || result->damage.status == TRACE_OK;

    report(w, json_pack("{s:s, s:I, s:I, s:s?, s:o, s:o, s:o, s:o}", "type", "end", "calls",
                        (json_int_t)result->calls, "frames", (json_int_t)result->frames, "damage",
                        whole ? NULL : result->damage.message, "gaps", gaps_json(w, result), "errors",
                        errors_json(result), "windows", windows_json(&w->gaps.windows), "batches",
                        batches_json(&w->stats)));
}

static int report_failure(struct worker *w, const char *message)
{
    report(w, json_pack("{s:s, s:s}", "type", "failed", "message", message));
    return 1;
}

/* --- the driver --- */

/* Per tier what the driver lacks for it, null: nothing. */
static json_t *tiers_json(const struct gles_context *ctx)
{
    json_t *tiers = json_object();
    const char *missing;

    for (int t = 0; ctx->es && t < TIERS_COUNT; t++) {
        bool has = tiers_supported(&ctx->caps, ctx->es, (enum tiers_tier)t, &missing);
        json_object_set_new(tiers, tiers_name((enum tiers_tier)t), has ? json_null() : json_string(missing));
    }
    return tiers;
}

/* An ES context of a moment tells who the driver is and what it can. */
static bool report_start(struct worker *w)
{
    struct gles_context_params params = {.api = is_native(w) ? GLES_API_DESKTOP : GLES_API_ES,
                                         .limits = &w->limits};
    struct gles_context *ctx = gles_context_create(w->display, &params);
    char es[24] = "";

    if (!ctx)
        return false;
    if (ctx->es)
        snprintf(es, sizeof es, "%d.%d", ctx->caps.es / 10, ctx->caps.es % 10);
    else if (!gles_context_make_current(ctx, NULL, NULL)) {
        gles_context_destroy(ctx);
        return false;
    }
    report(w, json_pack("{s:s, s:s?, s:s?, s:s, s:o, s:b, s:s?}", "type", "start", "renderer", ctx->renderer,
                        "version", ctx->version, "es", es, "tiers", tiers_json(ctx), "desktop",
                        gles_display_has_desktop(w->display), "auto",
                        ctx->es ? tiers_name(tiers_auto(&ctx->caps, ctx->es)) : NULL));
    gles_context_destroy(ctx);
    return true;
}

static void make_backend(struct worker *w)
{
    if (is_native(w)) {
        backend_native_init(&w->native, w->display);
        w->backend = &w->native.backend;
        return;
    }
    w->tiers = (struct tiers_params){.tier = w->job->tier, .stats = &w->stats};
    backend_emu_init(&w->emu, w->display, &w->limits, &tiers_multidraw, &w->tiers, &w->gaps, w->log);
    w->emu.shader_cache = w->job->cache;
    w->backend = &w->emu.backend;
}

/* --- the replays --- */

static int run_digests(struct worker *w)
{
    struct trace_callset *set = NULL;
    struct replay_params params = {.path = w->job->trace,
                                   .backend = w->backend,
                                   .log = w->log,
                                   .check_errors = !w->job->benchmark,
                                   .priv = w,
                                   .limit_call = w->job->limit_call,
                                   .limit_subdraws = w->job->limit_subdraws};
    struct replay_result result = {0};
    char error[256];
    int status = 0;

    if (w->job->benchmark) {
        params.frame = NULL;
    } else if (w->job->snapshots) {
        set = trace_callset_parse(w->job->snapshots, error, sizeof error);
        if (!set)
            return report_failure(w, error);
        params.snapshots = set;
        params.snapshot = take_digest;
    } else {
        params.frame = take_digest;
    }
    if (replay_run(&params, &result))
        report_end(w, &result);
    else
        status = report_failure(w, result.damage.message[0] ? result.damage.message : "out of memory");
    replay_result_finish(&result);
    trace_callset_destroy(set);
    return status;
}

static bool replay_timed(struct worker *w, bool warm_up)
{
    struct replay_params params = {.path = w->job->trace,
                                   .backend = w->backend,
                                   .priv = &w->clock,
                                   .frame = replay_clock_frame,
                                   .part_begin = replay_clock_part_begin,
                                   .part_end = replay_clock_part_end,
                                   .batch_begin = replay_clock_batch_begin,
                                   .batch_end = replay_clock_batch_end};
    struct replay_result result = {0};
    bool ok;

    replay_clock_start(&w->clock, warm_up);
    ok = replay_run(&params, &result);
    replay_result_finish(&result);
    return ok;
}

static int run_timed(struct worker *w)
{
    int replays = 0;
    double ns, submit, gpu;

    if (!replay_timed(w, true))
        return report_failure(w, "the trace cannot be replayed");
    while (replays < 1 || (w->clock.total_ns < w->job->time_floor_ns && replays < 1000)) {
        if (!replay_timed(w, false))
            return report_failure(w, "the trace cannot be replayed");
        replays++;
    }
    if (replay_clock_result(&w->clock, &ns, &submit, &gpu))
        report(w, json_pack("{s:s, s:f, s:f, s:o, s:i}", "type", "timing", "ns_per_op", ns,
                            "submit_ns_per_op", submit, "gpu_ns_per_op",
                            gpu > 0 ? json_real(gpu) : json_null(), "replays", replays));
    return 0;
}

static int run_replays(struct worker *w)
{
    make_backend(w);
    return w->job->time_floor_ns ? run_timed(w) : run_digests(w);
}

int worker_run(const struct job *job, FILE *out, const struct log *log)
{
    struct worker w = {.job = job, .out = out, .log = log};
    struct gles_driver_list *drivers = gles_driver_list_load(job->drivers_file, log);
    const struct gles_driver *driver = drivers ? gles_driver_find(drivers, job->driver, log) : NULL;
    int status = 1;

    if (!driver || !gles_caps_limits_parse(&w.limits, job->caps, log))
        report_failure(&w, "the driver or its limits are unknown");
    else if (!(w.display = gles_display_create(driver, log)))
        report_failure(&w, "the driver's display cannot be opened");
    else if (!report_start(&w))
        report_failure(&w, "the driver gives no context");
    else if (!strcmp(job->tier, "probe"))
        status = 0;
    else
        status = run_replays(&w);
    gles_display_destroy(w.display);
    gles_driver_list_destroy(drivers);
    emu_gaps_finish(&w.gaps);
    replay_clock_finish(&w.clock);
    return status;
}
