/* SPDX-License-Identifier: MIT */
/* retrace run: every trace on every driver through every tier, judged and timed. Everything that can be wrong
 * with the command line is found before the first replay. */
#include "cli.h"

#include "gles/caps.h"
#include "gles/driver.h"
#include "retrace/clock.h"
#include "retrace/harness.h"
#include "retrace/report_json.h"
#include "run_table.h"
#include "trace/trace.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEFAULT_RUNS = 3, DEFAULT_TIMEOUT_S = 300, DEFAULT_FLOOR_MS = 300 };

struct run_options {
    const char *tier, *driver, *drivers, *caps, *expected, *snapshot, *images, *json;
    int runs, timeout_s, floor_ms, color;
    bool no_timing, no_native, quiet, golden;
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
    {"timeout",     0,  CLI_NUMBER, "S",             AT(timeout_s), "seconds that one replay may take [300]", false},
    {"time-floor",  0,  CLI_NUMBER, "MS",            AT(floor_ms),  "milliseconds that one timed run lasts at least [300]", false},
    {"color",       0,  CLI_CHOICE, "auto|always|never", AT(color), "colours in the table [auto]", false},
    {"write-golden", 0, CLI_FLAG,   NULL,            AT(golden),    "record the reference's digests in the expected folder", true},
    {"quiet",      'q', CLI_FLAG,   NULL,            AT(quiet),     "no progress on standard error", false},
    {NULL, 0, CLI_FLAG, NULL, 0, NULL, false},
    // clang-format on
};
#undef AT

struct run {
    const struct run_options *options;
    struct harness_params params;
    struct harness_result result;
    FILE *json;
    bool to_stdout, color, terminal;
    size_t printed;
    int64_t last_progress_ns;
    bool write_failed;
};

static volatile sig_atomic_t interrupted;

static void on_signal(int sig)
{
    (void)sig;
    interrupted = 1;
}

static bool stopped(void *priv)
{
    (void)priv;
    return interrupted != 0;
}

/* --- while it runs --- */

static void clear_progress(const struct run *run)
{
    if (run->terminal)
        fputs("\r\033[K", stderr);
}

static void progress(void *priv, const char *text, size_t done, size_t total)
{
    struct run *run = priv;
    int64_t now = clock_now_ns();
    char line[81];

    if (!run->terminal || now - run->last_progress_ns < 100000000)
        return;
    run->last_progress_ns = now;
    snprintf(line, sizeof line, "%zu/%zu %s", done, total, text);
    fprintf(stderr, "\r\033[K%s", line);
    fflush(stderr);
}

/* The whole document is written again after each trace, so that a killed job leaves the finished ones. */
static void write_json(struct run *run)
{
    if (!run->json || run->to_stdout)
        return;
    rewind(run->json);
    if (!report_json_write(&run->result, run->json) || ftruncate(fileno(run->json), ftell(run->json)))
        run->write_failed = true;
}

static void trace_done(void *priv)
{
    struct run *run = priv;

    clear_progress(run);
    while (run->printed < run->result.n_traces) {
        const struct harness_trace *trace = &run->result.traces[run->printed++];
        if (trace->message)
            fprintf(stderr, "retrace: %s: %s\n", trace->path, trace->message);
        else if (!run->to_stdout)
            run_table_print(trace, stdout, run->color);
        for (size_t i = 0; i < trace->n_drivers; i++)
            if (!trace->drivers[i].usable)
                fprintf(stderr, "retrace: driver %s: %s\n", trace->drivers[i].driver->name,
                        trace->drivers[i].message ? trace->drivers[i].message : "out of memory");
        if (trace->damage)
            fprintf(stderr, "retrace: warning: %s: %s\n", trace->path, trace->damage);
    }
    fflush(stdout);
    write_json(run);
}

/* --- the command line --- */

static bool parse_tiers(const struct cli_command *command, const char *words, struct harness_params *p)
{
    const char *at = words;

    if (!words || !strcmp(words, "all")) {
        for (int t = 0; t < TIERS_COUNT; t++)
            p->tiers[t] = true;
        return true;
    }
    do {
        size_t len = strcspn(at, ",");
        char word[32];
        enum tiers_tier tier;
        snprintf(word, sizeof word, "%.*s", (int)len, at);
        tier = tiers_find(word);
        if (!strcmp(word, "auto"))
            p->auto_tier = true;
        else if (tier == TIERS_NONE) {
            cli_usage_error(command,
                            "unknown tier \"%.*s\": must be all, auto, ext, multiindirect, indirect, "
                            "basevertex, drawelements or compute",
                            (int)len, at);
            return false;
        } else
            p->tiers[tier] = true;
        at += len + (at[len] == ',');
    } while (*at);
    return true;
}

static bool check_words(const struct cli_command *command, const struct run_options *o)
{
    struct gles_caps_limits limits = {0};
    struct trace_callset *set;
    char error[256];

    if (!gles_caps_limits_parse(&limits, o->caps, &cli_log))
        return false;
    if (!o->snapshot)
        return true;
    set = trace_callset_parse(o->snapshot, error, sizeof error);
    if (!set)
        cli_usage_error(command, "--snapshot=%s: %s", o->snapshot, error);
    trace_callset_destroy(set);
    return set != NULL;
}

static bool open_outputs(const struct cli_command *command, const struct run_options *o, struct run *run)
{
    if (o->images && mkdir(o->images, 0777) && errno != EEXIST) {
        cli_usage_error(command, "--dump-images=%s: %s", o->images, strerror(errno));
        return false;
    }
    if (!o->json)
        return true;
    run->to_stdout = !strcmp(o->json, "-");
    run->json = run->to_stdout ? stdout : fopen(o->json, "w+");
    if (!run->json)
        cli_usage_error(command, "--json=%s: %s", o->json, strerror(errno));
    return run->json != NULL;
}

static bool use_color(int choice)
{
    if (choice)
        return choice == 1;
    return isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
}

static char **find_traces(int argc, char **argv, int first)
{
    char **traces = calloc((size_t)(argc - first) + 1, sizeof *traces);

    for (int i = first; traces && i < argc; i++)
        traces[i - first] = cli_find_trace(argv[i]);
    return traces;
}

static int run_all(struct run *run)
{
    int status;

    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    if (!harness_run(&run->params, &run->result))
        fputs("retrace: out of memory\n", stderr);
    clear_progress(run);
    if (run->to_stdout && !report_json_write(&run->result, stdout))
        run->write_failed = true;
    status = harness_exit_status(&run->result);
    if (run->write_failed) {
        fprintf(stderr, "retrace: --json=%s: %s\n", run->options->json, strerror(errno));
        status = CLI_ENVIRONMENT;
    }
    if (interrupted)
        fputs("retrace: interrupted; the result holds what was finished\n", stderr);
    return interrupted ? 128 + SIGINT : status;
}

static int run_drivers(const struct run_options *o, struct run *run, const struct gles_driver_list *list)
{
    const struct gles_driver **drivers =
        gles_driver_select(list, o->driver ? o->driver : "llvmpipe", &cli_log);
    int status = CLI_USAGE;

    if (!drivers)
        return CLI_USAGE;
    while (drivers[run->params.n_drivers])
        run->params.n_drivers++;
    run->params.drivers = drivers;
    run->params.drivers_file = list->path;
    status = run_all(run);
    free(drivers);
    return status;
}

static void fill_params(const struct run_options *o, struct run *run)
{
    struct harness_params *p = &run->params;

    p->native = !o->no_native;
    p->runs = o->no_timing || o->golden ? 0 : o->runs;
    p->time_floor_ns = (int64_t)o->floor_ms * 1000000;
    p->caps = o->caps;
    p->snapshots = o->snapshot;
    p->images = o->images;
    p->write_golden = o->golden;
    p->timeout_s = o->timeout_s;
    p->log = &cli_log;
    p->progress = progress;
    p->trace_done = trace_done;
    p->stopped = stopped;
    p->priv = run;
    run->color = use_color(o->color);
    run->terminal = !o->quiet && isatty(STDERR_FILENO);
}

static int run_command(const struct cli_command *command, int argc, char **argv)
{
    struct run_options o = {
        .runs = DEFAULT_RUNS, .timeout_s = DEFAULT_TIMEOUT_S, .floor_ms = DEFAULT_FLOOR_MS};
    struct run run = {.options = &o};
    struct gles_driver_list *list = NULL;
    char *expected = NULL, **traces = NULL;
    int status, first = cli_parse(command, argc, argv, &o, &status);

    if (first < 0)
        return status;
    if (first == argc)
        return cli_usage_error(command, "no trace given");
    if (o.runs > ARM_MAX_RUNS)
        return cli_usage_error(command, "--runs=%d: at most %d", o.runs, ARM_MAX_RUNS);
    if (!parse_tiers(command, o.tier, &run.params) || !check_words(command, &o) ||
        !open_outputs(command, &o, &run))
        return CLI_USAGE;
    fill_params(&o, &run);
    expected = o.expected ? strdup(o.expected) : cli_find_folder("expected");
    run.params.expected = expected;
    traces = find_traces(argc, argv, first);
    run.params.traces = (const char *const *)traces;
    run.params.n_traces = (size_t)(argc - first);
    list = gles_driver_list_load(o.drivers, &cli_log);
    status = list ? run_drivers(&o, &run, list) : CLI_USAGE;
    harness_result_finish(&run.result);
    gles_driver_list_destroy(list);
    for (int i = 0; traces && i < argc - first; i++)
        free(traces[i]);
    free(traces);
    free(expected);
    if (run.json && !run.to_stdout)
        fclose(run.json);
    return status;
}

const struct cli_command cmd_run = {
    .name = "run",
    .synopsis = "[OPTION…] TRACE…",
    .summary = "replay traces through each multi-draw tier, compare pixels, measure cost",
    .details = "A TRACE that is a bare name and not in the current folder is looked for in $RETRACE_CORPUS "
               "and the corpus folder.\n"
               "The reference tier (basevertex, or drawelements where a driver has no base vertex) always "
               "runs beside the tiers asked\n"
               "for, and so does the driver's own desktop GL where it has one.",
    .options = options,
    .run = run_command,
};
