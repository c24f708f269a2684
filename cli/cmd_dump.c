/* SPDX-License-Identifier: MIT */
/* retrace dump: the calls of a trace as text, the same as apitrace's, so that what one knows of `apitrace
 * dump` holds. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>

#include "trace/dump.h"

struct dump_options {
    const char *calls;
    bool verbose, thread_ids;
};

#define OPTION(option, letter, kind, arg, field, help)                                                       \
    {                                                                                                        \
        option, letter, kind, arg, offsetof(struct dump_options, field), help, false                         \
    }

static const struct cli_option options[] = {
    OPTION("calls", 0, CLI_TEXT, "CALLSET", calls,
           "only these calls: 12, 3-9, 0-100/2, */frame, */draw, @FILE"),
    OPTION("verbose", 'v', CLI_FLAG, NULL, verbose,
           "also what only asks for state: glGetString, glIsEnabled, …"),
    OPTION("thread-ids", 0, CLI_FLAG, NULL, thread_ids, "the thread behind the call number"),
    {0},
};

static void dump_calls(struct trace_parser *parser, const struct dump_options *o,
                       const struct trace_callset *set)
{
    struct trace_dump dump = {stdout, parser, o->thread_ids};
    struct trace_call *call;

    trace_dump_properties(&dump);
    while (trace_parser_next(parser, &call) == TRACE_OK) {
        if ((!set || trace_callset_contains(set, call)) && (o->verbose || !trace_dump_is_quiet(call)))
            trace_dump_call(&dump, call);
        trace_parser_recycle(parser);
        if (ferror(stdout))
            return;
    }
}

static int dump_file(const char *path, const struct dump_options *o, const struct trace_callset *set)
{
    struct trace_damage damage;
    struct trace_parser *parser = trace_parser_open(path, &cli_log, &damage);
    int status;

    if (!parser) {
        log_msg(&cli_log, LOG_ERROR, "%s: %s", path, damage.message);
        return CLI_USAGE;
    }
    dump_calls(parser, o, set);
    /* The parser has logged what damage there is. */
    status = trace_parser_damage(parser)->status == TRACE_END ? CLI_OK : CLI_DIFFERS;
    trace_parser_close(parser);
    if (fflush(stdout) || ferror(stdout)) {
        log_msg(&cli_log, LOG_ERROR, "cannot write the dump");
        return CLI_ENVIRONMENT;
    }
    return status;
}

static int run_dump(const struct cli_command *command, int argc, char **argv)
{
    struct dump_options o = {0};
    int status, first = cli_parse(command, argc, argv, &o, &status);
    struct trace_callset *set = NULL;
    char err[256], *path;

    if (first < 0)
        return status;
    if (first + 1 != argc)
        return cli_usage_error(command, first < argc ? "takes one trace" : "no trace given");
    if (o.calls && !(set = trace_callset_parse(o.calls, err, sizeof err)))
        return cli_usage_error(command, "--calls: %s", err);
    path = cli_find_trace(argv[first]);
    status = path ? dump_file(path, &o, set) : CLI_ENVIRONMENT;
    free(path);
    trace_callset_destroy(set);
    return status;
}

const struct cli_command cmd_dump = {
    .name = "dump",
    .synopsis = "[OPTION…] TRACE",
    .summary = "Prints the calls of a trace as text, byte for byte as apitrace dump --color=never does.",
    .details = "Exit status 1 when the trace is damaged; what was read of it is printed.",
    .options = options,
    .run = run_dump,
};
