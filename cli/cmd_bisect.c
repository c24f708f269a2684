/* SPDX-License-Identifier: MIT */
/* retrace bisect: which of an ordered list of driver builds broke it. The list is the order of drivers.json
 * from the good one to the bad one; both are asked first, for a search between two that do not differ would
 * name an innocent. */
#include "cli.h"

#include "gles/caps.h"
#include "gles/driver.h"
#include "retrace/bisect.h"
#include "retrace/harness.h"
#include "retrace/metric.h"
#include "retrace/report_json.h"

#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENDPOINT_RUNS = 5 };

struct bisect_options {
    const char *good, *bad, *drivers, *metric, *tier, *caps, *expected;
    int timeout_s, floor_ms;
    bool no_native;
};

#define AT(field) offsetof(struct bisect_options, field)
static const struct cli_option options[] = {
    // clang-format off
    {"good",       0, CLI_TEXT,   "DRIVER", AT(good),      "a build that is good, by its name in drivers.json", false},
    {"bad",        0, CLI_TEXT,   "DRIVER", AT(bad),       "one that is bad", false},
    {"drivers",    0, CLI_TEXT,   "FILE",   AT(drivers),   "another drivers.json; its order is that of the builds", false},
    {"metric",     0, CLI_TEXT,   "pixels|tier=T|time", AT(metric), "what is good: the frames of the good build, tier T runs every batch, it takes as long [pixels]", false},
    {"tier",       0, CLI_TEXT,   "T",      AT(tier),      "for time: the tier to time, or native [auto]", false},
    {"caps",       0, CLI_TEXT,   "LIST",   AT(caps),      "weaken the drivers: es=3.1, -GL_EXT_…, max_texture_buffer_size=N …", false},
    {"no-native",  0, CLI_FLAG,   NULL,     AT(no_native), "without the drivers' own desktop GL", false},
    {"timeout",    0, CLI_NUMBER, "S",      AT(timeout_s), "seconds that one replay may take [300]", false},
    {"time-floor", 0, CLI_NUMBER, "MS",     AT(floor_ms),  "milliseconds that one timed run lasts at least [300]", false},
    {NULL, 0, CLI_FLAG, NULL, 0, NULL, false},
    // clang-format on
};
#undef AT

struct bisection {
    const struct bisect_options *o;
    struct metric metric;
    const struct gles_driver_list *list;
    const struct gles_driver **builds; /* from the good one to the bad one */
    size_t n;
    struct manifest manifest;
    json_t *good;     /* for pixels: the good build's document */
    double threshold; /* ns per batch */
};

/* --- one build --- */

static json_t *run(struct bisection *b, const struct gles_driver *driver)
{
    struct harness_params p = {.traces = b->manifest.entries,
                               .n_traces = b->manifest.n,
                               .drivers = &driver,
                               .n_drivers = 1,
                               .drivers_file = b->list->path,
                               .native = b->metric.kind == METRIC_PIXELS && !b->o->no_native,
                               .caps = b->o->caps,
                               .timeout_s = b->o->timeout_s,
                               .reruns = 2,
                               .jobs = 1,
                               .log = &cli_log,
                               .stopped = cli_interrupted};
    struct harness_result result;
    json_t *document = NULL;

    for (int t = 0; t < TIERS_COUNT; t++)
        p.tiers[t] = b->metric.kind == METRIC_PIXELS || t == b->metric.tier;
    if (harness_run(&p, &result))
        document = report_json(&result);
    harness_result_finish(&result);
    return document;
}

static struct metric_time timing(const struct bisection *b, const struct gles_driver *driver)
{
    return (struct metric_time){.trace = b->manifest.entries[0].path,
                                .drivers_file = b->list->path,
                                .tier = b->o->tier,
                                .caps = b->o->caps,
                                .driver = driver,
                                .floor_ns = (int64_t)b->o->floor_ms * 1000000,
                                .timeout_s = b->o->timeout_s,
                                .stopped = cli_interrupted,
                                .log = &cli_log};
}

static enum bisect_answer tell(const struct gles_driver *driver, enum bisect_answer answer, const char *why)
{
    static const char *const words[] = {
        [BISECT_GOOD] = "good", [BISECT_BAD] = "bad", [BISECT_SKIP] = "skipped"};

    printf("%s: %s: %s\n", driver->name, words[answer], why);
    fflush(stdout);
    return answer;
}

static enum bisect_answer ask_once(struct bisection *b, const struct gles_driver *driver, char *why,
                                   size_t size)
{
    enum bisect_answer answer;
    json_t *document;

    if (b->metric.kind == METRIC_TIME) {
        struct metric_time time = timing(b, driver);
        answer = metric_time_judge(&time, b->threshold);
        snprintf(why, size, "%s", time.why);
        return answer;
    }
    document = run(b, driver);
    answer = metric_judge(&b->metric, document, b->good, why, size);
    /* The first build asked is what the pixels of the others are held to. */
    if (!b->good && answer == BISECT_GOOD && b->metric.kind == METRIC_PIXELS)
        b->good = json_incref(document);
    json_decref(document);
    return answer;
}

/* What cannot be judged may be so for a moment only (a busy machine, a flake): it is asked for once more. */
static enum bisect_answer ask(void *priv, size_t index)
{
    struct bisection *b = priv;
    enum bisect_answer answer = BISECT_SKIP;
    char why[512] = "interrupted";

    for (int i = 0; i < 2 && answer == BISECT_SKIP && !cli_interrupted(NULL); i++)
        answer = ask_once(b, b->builds[index], why, sizeof why);
    return tell(b->builds[index], answer, why);
}

/* --- the two ends --- */

/* The times of both, by which the threshold lies in the middle between them; they must be told apart. */
static bool measure_ends(struct bisection *b)
{
    double ns[2];

    for (int i = 0; i < 2; i++) {
        const struct gles_driver *driver = b->builds[i ? b->n - 1 : 0];
        struct metric_time time = timing(b, driver);
        ns[i] = metric_time_measure(&time, ENDPOINT_RUNS);
        if (ns[i] < 0 && !(i && time.broken)) {
            tell(driver, BISECT_SKIP, time.why);
            return false;
        }
        if (ns[i] < 0)
            ns[i] = 4 * ns[0]; /* it crashes: everything that does not is good */
        printf("%s: %s: %.0f ns per batch\n", driver->name, i ? "bad" : "good", ns[i]);
    }
    b->threshold = sqrt(ns[0] * ns[1]);
    if (ns[1] > 1.05 * ns[0])
        return true;
    fprintf(stderr, "retrace: %s takes no longer than %s\n", b->o->bad, b->o->good);
    return false;
}

static bool judge_ends(struct bisection *b)
{
    if (ask(b, 0) != BISECT_GOOD) {
        fprintf(stderr, "retrace: %s is not good\n", b->o->good);
        return false;
    }
    if (ask(b, b->n - 1) == BISECT_BAD)
        return true;
    fprintf(stderr, "retrace: %s is not bad\n", b->o->bad);
    return false;
}

static int search(struct bisection *b)
{
    struct bisect_result result;

    if (!(b->metric.kind == METRIC_TIME ? measure_ends(b) : judge_ends(b)))
        return cli_interrupted(NULL) ? 128 + SIGINT : CLI_USAGE;
    if (!bisect_search(b->n, ask, b, &result))
        return CLI_ENVIRONMENT;
    if (cli_interrupted(NULL))
        return 128 + SIGINT;
    if (result.first_bad == result.last_good + 1) {
        printf("first bad: %s (last good: %s)\n", b->builds[result.first_bad]->name,
               b->builds[result.last_good]->name);
        return CLI_OK;
    }
    printf("first bad: one of");
    for (size_t i = result.last_good + 1; i <= result.first_bad; i++)
        printf(" %s", b->builds[i]->name);
    printf(" (last good: %s)\n", b->builds[result.last_good]->name);
    return CLI_SKIP;
}

/* --- the command line --- */

/* The builds from one to the other, in either direction of the file; those for measuring only are left out.
 */
static bool list_builds(const struct cli_command *command, struct bisection *b)
{
    const struct gles_driver *good = gles_driver_find(b->list, b->o->good, &cli_log);
    const struct gles_driver *bad = good ? gles_driver_find(b->list, b->o->bad, &cli_log) : NULL;
    ptrdiff_t step = good < bad ? 1 : -1;

    if (!bad)
        return false;
    if (good == bad) {
        cli_usage_error(command, "--good and --bad are the same build");
        return false;
    }
    b->builds = calloc(b->list->n, sizeof(struct gles_driver *));
    if (!b->builds)
        return false;
    for (const struct gles_driver *d = good; d != bad + step; d += step)
        if (!d->measure || d == good || d == bad)
            b->builds[b->n++] = d;
    return true;
}

static bool check(const struct cli_command *command, const struct bisect_options *o, struct bisection *b)
{
    struct gles_caps_limits limits = {0};

    if (!o->good || !o->bad)
        cli_usage_error(command, "--good=DRIVER and --bad=DRIVER are wanted");
    else if (!metric_parse(o->metric, &b->metric))
        cli_usage_error(command, "--metric=%s: must be pixels, tier=T or time", o->metric);
    else if (strcmp(o->tier, "auto") && strcmp(o->tier, "native") && tiers_find(o->tier) == TIERS_NONE)
        cli_usage_error(command, "--tier=%s: must be auto, native or a tier", o->tier);
    else
        return gles_caps_limits_parse(&limits, o->caps, &cli_log);
    return false;
}

static int run_command(const struct cli_command *command, int argc, char **argv)
{
    struct bisect_options o = {.metric = "pixels", .tier = "auto", .timeout_s = 300, .floor_ms = 300};
    struct bisection b = {.o = &o};
    struct gles_driver_list *list = NULL;
    int status, first = cli_parse(command, argc, argv, &o, &status);
    char *path;

    if (first < 0)
        return status;
    if (first != argc - 1)
        return cli_usage_error(command, "one trace is wanted");
    if (!check(command, &o, &b))
        return CLI_USAGE;
    cli_catch_interrupts();
    b.list = list = gles_driver_list_load(o.drivers, &cli_log);
    path = cli_find_trace(argv[first]);
    status = CLI_USAGE;
    if (list && path && manifest_add(&b.manifest, path, &cli_log) && list_builds(command, &b))
        status = search(&b);
    free(path);
    free(b.builds);
    json_decref(b.good);
    manifest_finish(&b.manifest);
    gles_driver_list_destroy(list);
    return status;
}

const struct cli_command cmd_bisect = {
    .name = "bisect",
    .synopsis = "[OPTION…] --good=DRIVER --bad=DRIVER TRACE",
    .summary = "find the first bad one of an ordered list of driver builds",
    .details = "The builds are those between the two in drivers.json. One that is absent, does not come up "
               "or is another renderer\n"
               "is stepped aside of. Exit status 0 when the first bad one was found, 125 when those that "
               "cannot be judged leave\n"
               "several, 2 when the good one is not good or the bad one not bad. To bisect the source of a "
               "driver, see\n"
               "`retrace run --metric`, which is a command for `git bisect run`.",
    .options = options,
    .run = run_command,
};
