/* SPDX-License-Identifier: MIT */
/* What the words of the command line mean: tiers, capabilities, call sets, parts of the traces, and which
 * traces the operands stand for. */
#include "run.h"

#include "outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_JOBS = 256 };

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

static void fill_params(struct run *run)
{
    const struct run_options *o = run->options;
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
}

int run_check_options(const struct cli_command *command, struct run *run)
{
    const struct run_options *o = run->options;

    if (o->runs > ARM_MAX_RUNS)
        return cli_usage_error(command, "--runs=%d: at most %d", o->runs, ARM_MAX_RUNS);
    if (o->jobs > MAX_JOBS)
        return cli_usage_error(command, "--jobs=%d: at most %d", o->jobs, MAX_JOBS);
    if (o->resume && (!o->json || !output_is_plain(o->json)))
        return cli_usage_error(command, "--resume: needs --json=FILE, beside which the journal is");
    if (!parse_tiers(command, o->tier, &run->params) || !cli_check_limits(command, o->caps, o->snapshot))
        return CLI_USAGE;
    fill_params(run);
    return o->metric || o->good || o->bad ? run_check_metric(command, run) : CLI_OK;
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

bool run_find_traces(const struct cli_command *command, struct run *run, int argc, char **argv, int first)
{
    bool ok = true;

    for (int i = first; ok && i < argc; i++) {
        char *path = cli_find_trace(argv[i]);
        ok = path && manifest_add(&run->manifest, path, &cli_log);
        free(path);
    }
    run->params.traces = run->manifest.entries;
    run->params.n_traces = run->manifest.n;
    return ok && take_shard(command, run->options->shard, &run->params);
}
