/* SPDX-License-Identifier: MIT */
/* retrace run --metric: one question instead of all, and its answer as the status that `git bisect run`
 * takes. */
#include "run.h"

#include "retrace/document.h"
#include "retrace/report_json.h"

#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

int run_check_metric(const struct cli_command *command, struct run *run)
{
    const struct run_options *o = run->options;

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

static int tell_answer(enum bisect_answer answer, const char *why)
{
    static const char *const words[] = {
        [BISECT_GOOD] = "good", [BISECT_BAD] = "bad", [BISECT_SKIP] = "cannot be judged"};

    fprintf(stderr, "retrace: %s: %s\n", words[answer], why);
    return answer == BISECT_GOOD ? CLI_OK : answer == BISECT_BAD ? CLI_DIFFERS : CLI_SKIP;
}

int run_judge_metric(const struct run *run)
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

int run_judge_time(struct run *run)
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

/* `git bisect run` takes 2 and 3 for bad; 128 stops it. */
int run_metric_status(int argc, char **argv, int status)
{
    bool metric = false;

    for (int i = 1; i < argc; i++)
        metric |= !strncmp(argv[i], "--metric", 8);
    return metric && (status == CLI_USAGE || status == CLI_ENVIRONMENT) ? CLI_ABORT : status;
}
