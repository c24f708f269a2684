/* SPDX-License-Identifier: MIT */
/* retrace info: what a trace holds and which tiers its batches can take, from one pass without GL. */
#include "cli.h"
#include "info.h"

#include <stdlib.h>

struct info_options {
    bool json;
};

static const struct cli_option options[] = {
    {"json", 0, CLI_FLAG, NULL, offsetof(struct info_options, json), "JSON, for programs", false},
    {0},
};

static int info_file(const char *path, bool json)
{
    struct trace_damage damage;
    /* No log: the damage is part of what is printed. */
    struct info info = {.path = path, .parser = trace_parser_open(path, NULL, &damage)};
    int status = CLI_OK;

    if (!info.parser) {
        log_msg(&cli_log, LOG_ERROR, "%s: %s", path, damage.message);
        return CLI_USAGE;
    }
    if (!info_take(&info)) {
        log_msg(&cli_log, LOG_ERROR, "%s: out of memory", path);
        status = CLI_ENVIRONMENT;
    } else if (json) {
        status = info_print_json(&info, stdout) ? CLI_OK : CLI_ENVIRONMENT;
    } else {
        info_print_text(&info, stdout);
    }
    if (status == CLI_OK && trace_parser_damage(info.parser)->status != TRACE_END)
        status = CLI_DIFFERS;
    info_finish(&info);
    trace_parser_close(info.parser);
    return status;
}

static int run_info(const struct cli_command *command, int argc, char **argv)
{
    struct info_options o = {0};
    int status, first = cli_parse(command, argc, argv, &o, &status);
    char *path;

    if (first < 0)
        return status;
    if (first + 1 != argc)
        return cli_usage_error(command, first < argc ? "takes one trace" : "no trace given");
    path = cli_find_trace(argv[first]);
    status = path ? info_file(path, o.json) : CLI_ENVIRONMENT;
    free(path);
    return status;
}

const struct cli_command cmd_info = {
    .name = "info",
    .synopsis = "[OPTION…] TRACE",
    .summary = "tell what a trace holds: frames, contexts, multi-draws, and what each tier would decline",
    .details = "Exit status 1 when the trace is damaged; what was read of it is counted.",
    .options = options,
    .run = run_info,
};
