/* SPDX-License-Identifier: MIT */
/* The hidden command that a parent runs in a child process: one job, given as JSON, reported on descriptor 3.
 */
#include "cli.h"

#include "retrace/job.h"
#include "retrace/worker.h"

#include <stdio.h>

enum { RESULT_FD = 3 };

static int run_worker(const struct cli_command *command, int argc, char **argv)
{
    const struct log log = {.write = log_to_file, .priv = stderr, .max = LOG_INFO};
    struct job_text *owner = NULL;
    struct job job;
    FILE *out;
    int status;

    if (argc != 2 || !job_from_text(argv[1], &job, &owner))
        return cli_usage_error(command, "is started by retrace itself");
    out = fdopen(RESULT_FD, "w");
    if (!out) {
        job_text_destroy(owner);
        return cli_usage_error(command, "is started by retrace itself");
    }
    status = worker_run(&job, out, &log);
    fclose(out);
    job_text_destroy(owner);
    return status;
}

const struct cli_command cmd_worker = {
    .name = "_worker",
    .synopsis = "JOB",
    .summary = "do one job of a parent",
    .run = run_worker,
    .hidden = true,
};
