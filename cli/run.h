/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_RUN_H
#define RETRACE_RUN_H

#include <stdint.h>

#include "cli.h"
#include "retrace/harness.h"
#include "retrace/metric.h"

/* What the files of `retrace run` share: cmd_run.c (the command), run_check.c (its options), run_results.c
 * (what it writes), run_metric.c (one question instead of all). */

struct run_options {
    const char *tier, *driver, *drivers, *caps, *expected, *snapshot, *images, *json, *junit, *metric, *good,
        *bad, *html, *shard;
    int runs, timeout_s, floor_ms, color, jobs, reruns, slower;
    bool no_timing, no_native, quiet, golden, resume, no_rerun, no_cache;
};

struct run {
    const struct run_options *options;
    struct harness_params params;
    struct harness_result result;
    struct manifest manifest;
    struct metric metric;      /* with options->metric */
    struct json_t *good, *bad; /* documents */
    char *pictures;            /* of a report */
    bool to_stdout, color, terminal;
    size_t printed;
    int64_t last_progress_ns, last_written_ns, write_cost_ns;
};

/* What can be wrong with the options themselves, and what they mean for the harness. An exit status. */
int run_check_options(const struct cli_command *command, struct run *run);
/* The traces that the operands stand for, and the part of them that is wanted; false after a message. */
bool run_find_traces(const struct cli_command *command, struct run *run, int argc, char **argv, int first);

/* Opens what will be written, so that a bad path is told before the work; false after a message. */
bool run_open_outputs(const struct cli_command *command, struct run *run);
/* The journal beside the document, where there is one; false after a message. */
bool run_open_journal(struct run *run);
/* Tells how far it is and writes what there is while the harness runs. */
void run_watch(struct run *run);
void run_clear_progress(const struct run *run);
/* Every result file, even where another cannot be written. Returns `status`, or that of a failure. */
int run_write_results(const struct run *run, int status);

/* The options of --metric. An exit status. */
int run_check_metric(const struct cli_command *command, struct run *run);
/* After a run: good, bad or not to be judged, told on standard error. An exit status. */
int run_judge_metric(const struct run *run);
/* The same by timed runs, which it does itself. */
int run_judge_time(struct run *run);
/* The exit status, which with --metric is another where the command line or a file is wrong. */
int run_metric_status(int argc, char **argv, int status);

#endif
