/* SPDX-License-Identifier: MIT */
/* retrace run: every trace on every driver through every tier, judged and timed. Everything that can be wrong
 * with the command line is found before the first replay. */
#include "run.h"

#include "gles/driver.h"
#include "retrace/journal.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_RUNS = 3,
    DEFAULT_TIMEOUT_S = 300,
    DEFAULT_FLOOR_MS = 300,
    DEFAULT_RERUNS = 2,
    DEFAULT_SLOWER = 20
};

#define AT(field) offsetof(struct run_options, field)
static const struct cli_option options[] = {
    // clang-format off
    {"tier",        0,  CLI_TEXT,   "all|auto|LIST", AT(tier),      "tiers to force, of ext, multiindirect, indirect, basevertex, drawelements, compute [all]", false},
    {"driver",      0,  CLI_TEXT,   "all|LIST",      AT(driver),    "drivers of drivers.json [llvmpipe]", false},
    {"drivers",     0,  CLI_TEXT,   "FILE",          AT(drivers),   "another drivers.json", false},
    {"runs",        0,  CLI_NUMBER, "N",             AT(runs),      "timed runs of each arm, of which the median counts [3]", false},
    {"no-timing",   0,  CLI_FLAG,   NULL,            AT(no_timing), "correctness only", false},
    {"no-native",   0,  CLI_FLAG,   NULL,            AT(no_native), "without the driver's own desktop GL", false},
    {"caps",        0,  CLI_TEXT,   "LIST",          AT(caps),      "weaken the driver: es=3.1, -GL_EXT_…, max_texture_buffer_size=N …", false},
    {"expected",    0,  CLI_TEXT,   "DIR",           AT(expected),  "recorded digests and verdicts [the installed or source tree's expected/]", false},
    {"snapshot",    0,  CLI_TEXT,   "CALLSET",       AT(snapshot),  "digests after these calls instead of at the end of frames", false},
    {"dump-images", 0,  CLI_TEXT,   "DIR",           AT(images),    "a PNG per digest, and three where a tier first differs", false},
    {"json",        0,  CLI_TEXT,   "FILE",          AT(json),      "the result as JSON, - for standard output (then no table)", false},
    {"junit",       0,  CLI_TEXT,   "FILE",          AT(junit),     "the result as JUnit XML, a testcase per trace, driver and tier; - for standard output", false},
    {"html",        0,  CLI_TEXT,   "DIR",           AT(html),      "the result as a report to open in a browser, with pictures", false},
    {"jobs",        0,  CLI_NUMBER, "N",             AT(jobs),      "replays at a time; timed ones are alone all the same [1]", false},
    {"shard",       0,  CLI_TEXT,   "I/N",           AT(shard),     "only part I, from 0, of the traces in N parts: for many machines, and retrace merge", false},
    {"resume",      0,  CLI_FLAG,   NULL,            AT(resume),    "go on where the run that wrote --json=FILE ended, running nothing again that it finished", false},
    {"reruns",      0,  CLI_NUMBER, "N",             AT(reruns),    "how often an unexpected result is asked for again, to tell what fails from what flakes [2]", false},
    {"no-rerun",    0,  CLI_FLAG,   NULL,            AT(no_rerun),  "the first result counts", false},
    {"metric",      0,  CLI_TEXT,   "pixels|tier=T|time", AT(metric), "for git bisect run: only this counts; status 0 good, 1 bad, 125 cannot be judged, 128 usage", false},
    {"good",        0,  CLI_TEXT,   "FILE",          AT(good),      "for --metric: the result of a good driver, which pixels and times are held to", false},
    {"bad",         0,  CLI_TEXT,   "FILE",          AT(bad),       "for --metric=time: the result of a bad one; the limit is in the middle", false},
    {"slower",      0,  CLI_NUMBER, "PERCENT",       AT(slower),    "for --metric=time without --bad: what is slower by more is bad [20]", false},
    {"timeout",     0,  CLI_NUMBER, "S",             AT(timeout_s), "seconds that one replay may take [300]", false},
    {"time-floor",  0,  CLI_NUMBER, "MS",            AT(floor_ms),  "milliseconds that one timed run lasts at least [300]", false},
    {"no-cache",    0,  CLI_FLAG,   NULL,            AT(no_cache),  "translate every shader anew, and keep none", false},
    {"color",       0,  CLI_CHOICE, "auto|always|never", AT(color), "colours in the table [auto]", false},
    {"write-golden", 0, CLI_FLAG,   NULL,            AT(golden),    "record the reference's digests in the expected folder", true},
    {"quiet",      'q', CLI_FLAG,   NULL,            AT(quiet),     "no progress on standard error", false},
    {NULL, 0, CLI_FLAG, NULL, 0, NULL, false},
    // clang-format on
};
#undef AT

static int run_all(struct run *run)
{
    int status;

    cli_catch_interrupts();
    run_watch(run);
    if (!harness_run(&run->params, &run->result))
        fputs("retrace: out of memory\n", stderr);
    run_clear_progress(run);
    status = run->options->metric ? run_judge_metric(run) : harness_exit_status(&run->result);
    status = run_write_results(run, status);
    if (cli_interrupted(NULL))
        fprintf(stderr, "retrace: interrupted; the result holds what was finished%s\n",
                run->params.journal ? ", and --resume goes on from there" : "");
    return cli_interrupted(NULL) ? 128 + SIGINT : status;
}

/* Nothing that was there is touched before all that was asked for is known to be right. */
static int run_drivers(const struct cli_command *command, struct run *run)
{
    struct harness_params *p = &run->params;

    while (p->drivers[p->n_drivers])
        p->n_drivers++;
    if (run->options->metric && p->n_drivers > 1) {
        fputs("retrace: --metric: one driver is wanted\n", stderr);
        return CLI_USAGE;
    }
    if (!run_open_outputs(command, run))
        return CLI_USAGE;
    if (!run_open_journal(run))
        return CLI_ENVIRONMENT;
    return run->options->metric && run->metric.kind == METRIC_TIME ? run_judge_time(run) : run_all(run);
}

static int run_checked(const struct cli_command *command, struct run *run, int argc, char **argv, int first)
{
    const struct run_options *o = run->options;
    struct gles_driver_list *list = gles_driver_list_load(o->drivers, &cli_log);
    const struct gles_driver **drivers =
        list ? gles_driver_select(list, o->driver ? o->driver : "llvmpipe", &cli_log) : NULL;
    char *expected = o->expected ? strdup(o->expected) : cli_find_folder("expected");
    char *cache = o->no_cache ? NULL : cli_cache_folder();
    int status = CLI_USAGE;

    run->params.expected = expected;
    run->params.cache = cache;
    if (!drivers) /* they may be part of the build that is bisected */
        status = o->metric ? CLI_SKIP : CLI_USAGE;
    else if (run_find_traces(command, run, argc, argv, first)) {
        run->params.drivers = drivers;
        run->params.drivers_file = list->path;
        status = run_drivers(command, run);
    }
    harness_result_finish(&run->result);
    journal_close(run->params.journal);
    free(drivers);
    gles_driver_list_destroy(list);
    manifest_finish(&run->manifest);
    free(run->pictures);
    free(cache);
    free(expected);
    return status;
}

static int run_command(const struct cli_command *command, int argc, char **argv)
{
    struct run_options o = {.runs = DEFAULT_RUNS,
                            .timeout_s = DEFAULT_TIMEOUT_S,
                            .floor_ms = DEFAULT_FLOOR_MS,
                            .jobs = 1,
                            .reruns = DEFAULT_RERUNS,
                            .slower = DEFAULT_SLOWER};
    struct run run = {.options = &o};
    int status, first = cli_parse(command, argc, argv, &o, &status);

    if (first < 0)
        return run_metric_status(argc, argv, status);
    status = first == argc ? cli_usage_error(command, "no trace given") : run_check_options(command, &run);
    if (!status)
        status = run_checked(command, &run, argc, argv, first);
    json_decref(run.good);
    json_decref(run.bad);
    return run_metric_status(argc, argv, status);
}

const struct cli_command cmd_run = {
    .name = "run",
    .synopsis = "[OPTION…] TRACE…",
    .summary = "replay traces through each multi-draw tier, compare pixels, measure cost",
    .details = "A TRACE may also be a folder, a list of paths (.txt, .list), or a traces.yml as Mesa has.\n"
               "A TRACE that is a bare name and not in the current folder is looked for in $RETRACE_CORPUS "
               "and the corpus folder.\n"
               "The reference tier (basevertex, or drawelements where a driver has no base vertex) always "
               "runs beside the tiers asked\n"
               "for, and so does the driver's own desktop GL where it has one.",
    .options = options,
    .run = run_command,
};
