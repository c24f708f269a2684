/* SPDX-License-Identifier: MIT */
/* retrace run: every trace on every driver through every tier, judged and timed. Everything that can be wrong
 * with the command line is found before the first replay. */
#include "cli.h"

#include "gles/caps.h"
#include "gles/driver.h"
#include "outputs.h"
#include "retrace/clock.h"
#include "retrace/harness.h"
#include "retrace/document.h"
#include "retrace/journal.h"
#include "retrace/metric.h"
#include "retrace/report_html.h"
#include "retrace/report_json.h"
#include "run_table.h"
#include "trace/trace.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    DEFAULT_RUNS = 3,
    DEFAULT_TIMEOUT_S = 300,
    DEFAULT_FLOOR_MS = 300,
    DEFAULT_RERUNS = 2,
    DEFAULT_SLOWER = 20,
    MAX_JOBS = 256
};

struct run_options {
    const char *tier, *driver, *drivers, *caps, *expected, *snapshot, *images, *json, *junit, *metric, *good,
        *bad, *html, *shard;
    int runs, timeout_s, floor_ms, color, jobs, reruns, slower;
    bool no_timing, no_native, quiet, golden, resume, no_rerun, no_cache;
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

struct run {
    const struct run_options *options;
    struct harness_params params;
    struct harness_result result;
    struct manifest manifest;
    struct metric metric; /* with options->metric */
    json_t *good, *bad;   /* documents */
    char *pictures;       /* of a report */
    bool to_stdout, color, terminal;
    size_t printed;
    int64_t last_progress_ns, last_written_ns, write_cost_ns;
};

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

static bool write_json(const struct run *run)
{
    json_t *document = report_json(&run->result);
    bool ok = document && output_write(run->options->json, output_json, document);

    json_decref(document);
    return ok;
}

/* The document as far as it goes: after each trace, but for a long run at most a twentieth of the time goes
 * into it. The journal has everything at any time. */
static void write_json_so_far(struct run *run)
{
    int64_t now = clock_now_ns();

    if (!run->options->json || !output_is_plain(run->options->json) ||
        now - run->last_written_ns < 20 * run->write_cost_ns)
        return;
    write_json(run); /* whether it can be written, the last time tells */
    run->last_written_ns = clock_now_ns();
    run->write_cost_ns = run->last_written_ns - now;
}

static bool write_junit(const struct run *run)
{
    json_t *document = report_json(&run->result);
    bool ok;

    report_json_add_seconds(document, &run->result);
    ok = document && output_write(run->options->junit, output_junit, document);
    json_decref(document);
    return ok;
}

static bool write_html(const struct run *run)
{
    json_t *document = report_json(&run->result);
    bool ok = document && report_html_write(document, run->options->html, run->options->images, &cli_log);

    json_decref(document);
    return ok;
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
        for (size_t i = 0; i < trace->n_drivers && !trace->message; i++)
            if (!trace->drivers[i].usable && !trace->drivers[i].skipped)
                fprintf(stderr, "retrace: driver %s: %s\n", trace->drivers[i].driver->name,
                        trace->drivers[i].message ? trace->drivers[i].message : "out of memory");
        if (trace->damage)
            fprintf(stderr, "retrace: warning: %s: %s\n", trace->path, trace->damage);
    }
    fflush(stdout);
    write_json_so_far(run);
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

/* The folder of a report, and of the few pictures that it needs where not all of them are wanted. */
static bool open_html(const struct cli_command *command, const struct run_options *o, struct run *run)
{
    if (!o->html)
        return true;
    if (!o->images && asprintf(&run->pictures, "%s/images", o->html) < 0)
        run->pictures = NULL;
    run->params.pictures = run->pictures;
    if ((mkdir(o->html, 0777) && errno != EEXIST) ||
        (run->pictures && mkdir(run->pictures, 0777) && errno != EEXIST)) {
        cli_usage_error(command, "--html=%s: %s", o->html, strerror(errno));
        return false;
    }
    return true;
}

static bool open_outputs(const struct cli_command *command, const struct run_options *o, struct run *run)
{
    if (o->images && mkdir(o->images, 0777) && errno != EEXIST) {
        cli_usage_error(command, "--dump-images=%s: %s", o->images, strerror(errno));
        return false;
    }
    if (o->json && o->junit && !strcmp(o->json, "-") && !strcmp(o->junit, "-")) {
        cli_usage_error(command, "--json=- --junit=-: only one can be on standard output");
        return false;
    }
    run->to_stdout = (o->json && !strcmp(o->json, "-")) || (o->junit && !strcmp(o->junit, "-"));
    if (o->json && !output_check(o->json, !o->resume)) {
        cli_usage_error(command, "--json=%s: %s", o->json, strerror(errno));
        return false;
    }
    if (o->junit && !output_check(o->junit, true)) {
        cli_usage_error(command, "--junit=%s: %s", o->junit, strerror(errno));
        return false;
    }
    return open_html(command, o, run);
}

static bool open_journal(const struct run_options *o, struct run *run)
{
    char *path;

    if (!o->json || !output_is_plain(o->json))
        return true;
    path = journal_path(o->json);
    run->params.journal = path ? journal_open(path, o->resume, &cli_log) : NULL;
    free(path);
    return run->params.journal != NULL;
}

/* The parts are runs of traces, so that documents merged in the order of the parts are that of the whole. */
static bool take_shard(const struct cli_command *command, const char *words, struct harness_params *p)
{
    unsigned part, parts;
    char more;
    size_t first;

    if (!words)
        return true;
    if (sscanf(words, "%u/%u%c", &part, &parts, &more) != 2 || part >= parts || strchr(words, '-')) {
        cli_usage_error(command, "--shard=%s: must be a part, from 0, and the number of parts: 0/4", words);
        return false;
    }
    first = p->n_traces * part / parts;
    p->n_traces = p->n_traces * ((size_t)part + 1) / parts - first;
    p->traces += first;
    return true;
}

static bool find_traces(struct run *run, int argc, char **argv, int first)
{
    bool ok = true;

    for (int i = first; ok && i < argc; i++) {
        char *path = cli_find_trace(argv[i]);
        ok = path && manifest_add(&run->manifest, path, &cli_log);
        free(path);
    }
    run->params.traces = run->manifest.entries;
    run->params.n_traces = run->manifest.n;
    return ok;
}

/* Every result file, even where another cannot be written. */
static int write_results(const struct run *run, int status)
{
    const struct run_options *o = run->options;

    if (o->json && !write_json(run)) {
        fprintf(stderr, "retrace: --json=%s: %s\n", o->json, strerror(errno));
        status = CLI_ENVIRONMENT;
    }
    if (o->junit && !write_junit(run)) {
        fprintf(stderr, "retrace: --junit=%s: %s\n", o->junit, strerror(errno));
        status = CLI_ENVIRONMENT;
    }
    if (o->html && !write_html(run))
        status = CLI_ENVIRONMENT;
    return status;
}

/* --- one question: good or bad --- */

static int tell_answer(enum bisect_answer answer, const char *why)
{
    static const char *const words[] = {
        [BISECT_GOOD] = "good", [BISECT_BAD] = "bad", [BISECT_SKIP] = "cannot be judged"};

    fprintf(stderr, "retrace: %s: %s\n", words[answer], why);
    return answer == BISECT_GOOD ? CLI_OK : answer == BISECT_BAD ? CLI_DIFFERS : CLI_SKIP;
}

static int judge_metric(const struct run *run)
{
    json_t *document = report_json(&run->result);
    char why[512];
    enum bisect_answer answer = metric_judge(&run->metric, document, run->good, why, sizeof why);

    json_decref(document);
    return tell_answer(answer, why);
}

/* The tier to time is the one that was asked for, else what auto takes. */
static const char *timed_tier(const struct run *run)
{
    const char *found = "auto";
    int n = 0;

    for (int t = 0; t < TIERS_COUNT; t++)
        if (run->params.tiers[t]) {
            found = tiers_name((enum tiers_tier)t);
            n++;
        }
    return n == 1 && !run->params.auto_tier ? found : "auto";
}

static int judge_time(struct run *run)
{
    const struct run_options *o = run->options;
    struct metric_time time = {.trace = run->params.traces[0].path,
                               .drivers_file = run->params.drivers_file,
                               .tier = timed_tier(run),
                               .caps = o->caps,
                               .driver = run->params.drivers[0],
                               .floor_ns = run->params.time_floor_ns,
                               .timeout_s = o->timeout_s,
                               .stopped = cli_interrupted,
                               .log = &cli_log};
    double good = metric_time_of(run->good, time.tier),
           bad = run->bad ? metric_time_of(run->bad, time.tier) : 0;
    enum bisect_answer answer;

    cli_catch_interrupts();
    if (good < 0 || bad < 0 || (bad > 0 && bad <= good)) {
        fprintf(stderr, "retrace: %s\n",
                good < 0 || bad < 0 ? "the results to compare with have no times of that tier"
                                    : "--bad is not slower than --good");
        return CLI_ABORT;
    }
    answer = metric_time_judge(&time, bad > 0 ? sqrt(good * bad) : good * (1 + o->slower / 100.0));
    return cli_interrupted(NULL) ? 128 + SIGINT : tell_answer(answer, time.why);
}

static int run_all(struct run *run)
{
    int status;

    cli_catch_interrupts();
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error of the write */
    if (!harness_run(&run->params, &run->result))
        fputs("retrace: out of memory\n", stderr);
    clear_progress(run);
    status = write_results(run, run->options->metric ? judge_metric(run) : harness_exit_status(&run->result));
    if (cli_interrupted(NULL))
        fprintf(stderr, "retrace: interrupted; the result holds what was finished%s\n",
                run->params.journal ? ", and --resume goes on from there" : "");
    return cli_interrupted(NULL) ? 128 + SIGINT : status;
}

static int run_drivers(const struct run_options *o, struct run *run, const struct gles_driver_list *list)
{
    const struct gles_driver **drivers =
        gles_driver_select(list, o->driver ? o->driver : "llvmpipe", &cli_log);
    int status = CLI_USAGE;

    if (!drivers)
        return o->metric ? CLI_SKIP : CLI_USAGE;
    while (drivers[run->params.n_drivers])
        run->params.n_drivers++;
    run->params.drivers = drivers;
    run->params.drivers_file = list->path;
    if (o->metric && run->params.n_drivers > 1)
        fputs("retrace: --metric: one driver is wanted\n", stderr);
    else
        status = o->metric && run->metric.kind == METRIC_TIME ? judge_time(run) : run_all(run);
    free(drivers);
    return status;
}

static void fill_params(const struct run_options *o, struct run *run)
{
    struct harness_params *p = &run->params;

    p->native = !o->no_native;
    p->runs = o->no_timing || o->golden || o->metric ? 0 : o->runs;
    p->time_floor_ns = (int64_t)o->floor_ms * 1000000;
    p->caps = o->caps;
    p->snapshots = o->snapshot;
    p->images = o->images;
    p->write_golden = o->golden;
    p->timeout_s = o->timeout_s;
    p->jobs = o->jobs;
    p->reruns = o->no_rerun || o->golden ? 0 : o->reruns;
    p->log = &cli_log;
    p->progress = progress;
    p->trace_done = trace_done;
    p->stopped = cli_interrupted;
    p->priv = run;
    run->color = o->color ? o->color == 1 : cli_use_color();
    run->terminal = !o->quiet && isatty(STDERR_FILENO);
}

static int check_metric(const struct cli_command *command, const struct run_options *o, struct run *run)
{
    if (!o->metric)
        return cli_usage_error(command, "--good and --bad go with --metric");
    if (!metric_parse(o->metric, &run->metric))
        return cli_usage_error(command, "--metric=%s: must be pixels, tier=T or time", o->metric);
    if (run->metric.kind == METRIC_TIME && !o->good)
        return cli_usage_error(command, "--metric=time: needs --good=FILE, the result that it is held to");
    if (run->metric.kind == METRIC_TIER && !o->tier) {
        memset(run->params.tiers, 0, sizeof run->params.tiers);
        run->params.tiers[run->metric.tier] = true;
    }
    run->good = o->good ? document_load(o->good, &cli_log) : NULL;
    run->bad = o->bad ? document_load(o->bad, &cli_log) : NULL;
    return (o->good && !run->good) || (o->bad && !run->bad) ? CLI_USAGE : CLI_OK;
}

static int check_options(const struct cli_command *command, const struct run_options *o, struct run *run)
{
    if (o->runs > ARM_MAX_RUNS)
        return cli_usage_error(command, "--runs=%d: at most %d", o->runs, ARM_MAX_RUNS);
    if (o->jobs > MAX_JOBS)
        return cli_usage_error(command, "--jobs=%d: at most %d", o->jobs, MAX_JOBS);
    if (o->resume && (!o->json || !output_is_plain(o->json)))
        return cli_usage_error(command, "--resume: needs --json=FILE, beside which the journal is");
    if (!parse_tiers(command, o->tier, &run->params) || !check_words(command, o))
        return CLI_USAGE;
    return o->metric || o->good || o->bad ? check_metric(command, o, run) : CLI_OK;
}

static int run_checked(const struct cli_command *command, const struct run_options *o, struct run *run,
                       int argc, char **argv, int first)
{
    struct gles_driver_list *list = gles_driver_list_load(o->drivers, &cli_log);
    char *expected = o->expected ? strdup(o->expected) : cli_find_folder("expected");
    char *cache = o->no_cache ? NULL : cli_cache_folder();
    int status;

    fill_params(o, run);
    run->params.expected = expected;
    run->params.cache = cache;
    if (!list) /* it may be part of the build that is bisected */
        status = o->metric ? CLI_SKIP : CLI_USAGE;
    else if (!find_traces(run, argc, argv, first) || !take_shard(command, o->shard, &run->params) ||
             !open_outputs(command, o, run))
        status = CLI_USAGE;
    else if (!open_journal(o, run))
        status = CLI_ENVIRONMENT;
    else
        status = run_drivers(o, run, list);
    harness_result_finish(&run->result);
    journal_close(run->params.journal);
    gles_driver_list_destroy(list);
    manifest_finish(&run->manifest);
    free(run->pictures);
    free(cache);
    free(expected);
    return status;
}

/* `git bisect run` takes 2 and 3 for bad; 128 stops it. */
static int metric_status(int argc, char **argv, int status)
{
    bool metric = false;

    for (int i = 1; i < argc; i++)
        metric |= !strncmp(argv[i], "--metric", 8);
    return metric && (status == CLI_USAGE || status == CLI_ENVIRONMENT) ? CLI_ABORT : status;
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
        return metric_status(argc, argv, status);
    status = first == argc ? cli_usage_error(command, "no trace given") : check_options(command, &o, &run);
    if (!status)
        status = run_checked(command, &o, &run, argc, argv, first);
    json_decref(run.good);
    json_decref(run.bad);
    return metric_status(argc, argv, status);
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
