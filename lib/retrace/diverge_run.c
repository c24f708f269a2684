/* SPDX-License-Identifier: MIT */
/* Asks worker processes where two replays part (diverge.c searches): each question is one replay of the arm
 * and one of the reference with the same snapshots, up to the last of them. The list of draw calls comes from
 * the trace itself. */
#include "retrace/arm.h"
#include "retrace/diverge.h"
#include "image.h"
#include "trace/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DRAWS = 1 << 22, DIGITS = 21 };

/* --- the trace's draw calls --- */

struct draws {
    struct diverge_draw *items;
    size_t n;
};

static uint32_t batch_size(const struct trace_call *call)
{
    static const char *const names[] = {"glMultiDrawElements", "glMultiDrawElementsEXT",
                                        "glMultiDrawElementsBaseVertex"};
    int64_t n = trace_value_int(trace_call_arg(call, 4));

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strcmp(call->fn->name, names[i]))
            return n > 0 && n < INT32_MAX ? (uint32_t)n : 0;
    return 0;
}

static bool add_draw(struct draws *draws, const struct trace_call *call)
{
    struct diverge_draw *grown;

    if (!(draws->n & (draws->n - 1))) {
        grown = realloc(draws->items, (draws->n ? draws->n * 2 : 1) * sizeof *grown);
        if (!grown)
            return false;
        draws->items = grown;
    }
    draws->items[draws->n++] = (struct diverge_draw){call->no, batch_size(call)};
    return draws->n < MAX_DRAWS;
}

static int compare_draws(const void *a, const void *b)
{
    uint64_t x = ((const struct diverge_draw *)a)->call, y = ((const struct diverge_draw *)b)->call;

    return (x > y) - (x < y);
}

/* Those after `after` up to `until`, in the order of their numbers (calls of several threads complete in
 * another). */
static void list_draws(const struct diverge_run *run, struct draws *draws)
{
    char error[64];
    struct trace_damage damage;
    struct trace_callset *drawing = trace_callset_parse("*/draw", error, sizeof error);
    struct trace_parser *parser = trace_parser_open(run->arm.trace, NULL, &damage);
    struct trace_call *call;
    bool more = drawing && parser;

    while (more && trace_parser_next(parser, &call) == TRACE_OK) {
        if (call->no <= run->until && (int64_t)call->no > run->after && trace_callset_contains(drawing, call))
            more = add_draw(draws, call);
        more = more && call->no < run->until;
        trace_parser_recycle(parser);
    }
    if (draws->n)
        qsort(draws->items, draws->n, sizeof *draws->items, compare_draws);
    trace_parser_close(parser);
    trace_callset_destroy(drawing);
}

/* --- the replays --- */

static bool replay(const struct diverge_run *run, struct job job, struct arm *arm)
{
    arm_init(arm, job.tier);
    arm_run(arm, &job, run->driver, run->timeout_s);
    return arm->ended;
}

static bool frames_differ(const struct arm_frame *a, const struct arm_frame *b)
{
    return strcmp(a->rgba_md5, b->rgba_md5) || a->width != b->width || a->height != b->height;
}

/* The first of the snapshots that differs, or how many there are; -1 when the two did not take the same ones.
 */
static int64_t compare(const struct diverge_run *run, const char *snapshots, uint64_t limit_call,
                       uint32_t limit, uint64_t *at)
{
    struct job jobs[2] = {run->arm, run->reference};
    struct arm arms[2] = {0};
    int64_t first = 0;
    bool ok[2];

    for (int i = 0; i < 2; i++) {
        jobs[i].snapshots = snapshots;
        jobs[i].limit_call = limit_call;
        jobs[i].limit_subdraws = limit;
        ok[i] = replay(run, jobs[i], &arms[i]);
    }
    if (!ok[0] || !ok[1] || arms[0].n_frames != arms[1].n_frames) {
        first = -1;
    } else {
        while ((size_t)first < arms[0].n_frames &&
               !frames_differ(&arms[0].frames[first], &arms[1].frames[first]))
            first++;
        *at = (size_t)first < arms[0].n_frames ? arms[0].frames[first].call : 0;
    }
    if (first >= 0 && (size_t)first == arms[0].n_frames)
        first = INT64_MAX;
    arm_finish(&arms[0]);
    arm_finish(&arms[1]);
    return first;
}

static int64_t ask_calls(void *priv, const uint64_t *calls, size_t n)
{
    char *set = calloc(n + 1, DIGITS + 1), *end = set;
    uint64_t call = 0;
    int64_t first;

    if (!set)
        return -1;
    for (size_t i = 0; i < n; i++)
        end += sprintf(end, "%s%llu", i ? "," : "", (unsigned long long)calls[i]);
    first = compare(priv, set, 0, 0, &call);
    free(set);
    if (first < 0 || first == INT64_MAX)
        return first < 0 ? -1 : (int64_t)n;
    /* By number: a call that was refused takes no snapshot in either arm. */
    for (size_t i = 0; i < n; i++)
        if (calls[i] == call)
            return (int64_t)i;
    return -1;
}

static int ask_subdraws(void *priv, uint64_t call, uint32_t subdraws)
{
    char set[DIGITS + 1];
    uint64_t at;
    int64_t first;

    snprintf(set, sizeof set, "%llu", (unsigned long long)call);
    first = compare(priv, set, call, subdraws, &at);
    return first < 0 ? -1 : first != INT64_MAX;
}

/* --- images --- */

static void image_path(const struct diverge_run *run, uint64_t call, const char *what, char *path,
                       size_t size)
{
    snprintf(path, size, "%s/%s.%llu%s.png", run->images, run->prefix, (unsigned long long)call, what);
}

static void write_difference(const struct diverge_run *run, uint64_t call)
{
    char path[4096];
    int w[2] = {0}, h[2] = {0};
    uint8_t *rgba[2], *out;

    image_path(run, call, "", path, sizeof path);
    rgba[0] = image_read_png(path, &w[0], &h[0]);
    image_path(run, call, ".reference", path, sizeof path);
    rgba[1] = image_read_png(path, &w[1], &h[1]);
    image_path(run, call, ".difference", path, sizeof path);
    out = rgba[0] && rgba[1] && w[0] == w[1] && h[0] == h[1] ? malloc((size_t)w[0] * (size_t)h[0] * 4) : NULL;
    if (out) {
        image_difference(rgba[0], rgba[1], w[0], h[0], out);
        image_write_png(path, out, w[0], h[0]);
    }
    free(rgba[0]);
    free(rgba[1]);
    free(out);
}

void diverge_write_images(const struct diverge_run *run, uint64_t call)
{
    char set[DIGITS + 1], from[4096], to[4096], prefix[1024];
    struct job job = run->arm;
    struct arm arm;

    snprintf(set, sizeof set, "%llu", (unsigned long long)call);
    job.snapshots = set;
    job.images = run->images;
    job.image_prefix = run->prefix;
    replay(run, job, &arm);
    arm_finish(&arm);
    snprintf(prefix, sizeof prefix, "%s.reference", run->prefix);
    job.tier = run->reference.tier;
    job.image_prefix = prefix;
    replay(run, job, &arm);
    arm_finish(&arm);
    snprintf(from, sizeof from, "%s/%s.%s.png", run->images, prefix, set);
    image_path(run, call, ".reference", to, sizeof to);
    rename(from, to);
    write_difference(run, call);
}

bool diverge_locate(const struct diverge_run *run, struct diverge *out)
{
    struct diverge_run copy = *run;
    struct diverge_oracle oracle = {.calls = ask_calls, .subdraws = ask_subdraws, .priv = &copy};
    struct draws draws = {0};
    bool found;

    list_draws(run, &draws);
    found = diverge_search(draws.items, draws.n, &oracle, out);
    free(draws.items);
    if (run->images)
        diverge_write_images(run, found ? (uint64_t)out->call : run->until);
    return found;
}
