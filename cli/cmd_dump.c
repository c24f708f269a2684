/* SPDX-License-Identifier: MIT */
/* retrace dump: the calls of a trace as text, the same as apitrace's, so that what one knows of `apitrace
 * dump` holds. With --draws, which replays the trace, its draws as the emulation describes them. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>

#include "gles/caps.h"
#include "gles/display.h"
#include "gles/driver.h"
#include "retrace/draws.h"
#include "trace/dump.h"

struct dump_options {
    const char *calls, *driver, *drivers, *caps;
    bool verbose, thread_ids, draws;
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
    OPTION("draws", 0, CLI_FLAG, NULL, draws,
           "the draws instead, a line per range: what it draws and reads; replays the trace"),
    OPTION("driver", 0, CLI_TEXT, "D", driver, "with --draws: driver of drivers.json [llvmpipe]"),
    OPTION("drivers", 0, CLI_TEXT, "FILE", drivers, "with --draws: another drivers.json"),
    OPTION("caps", 0, CLI_TEXT, "LIST", caps, "with --draws: weaken the driver: es=3.1, -GL_EXT_… …"),
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

static int written(int status)
{
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    log_msg(&cli_log, LOG_ERROR, "cannot write the dump");
    return CLI_ENVIRONMENT;
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
    return written(status);
}

static int list_draws(const char *path, const struct trace_callset *set, const struct gles_display *display,
                      const struct gles_caps_limits *limits)
{
    struct trace_damage damage = {0};
    const struct draws_params params = {
        .path = path, .display = display, .limits = limits, .calls = set, .out = stdout, .log = &cli_log};

    if (!draws_list(&params, &damage)) {
        log_msg(&cli_log, LOG_ERROR, "%s: %s", path, damage.message[0] ? damage.message : "out of memory");
        return CLI_USAGE;
    }
    return written(damage.status == TRACE_END || damage.status == TRACE_OK ? CLI_OK : CLI_DIFFERS);
}

static int dump_draws(const char *path, const struct dump_options *o, const struct trace_callset *set)
{
    struct gles_caps_limits limits = {0};
    struct gles_driver_list *list;
    const struct gles_driver *driver = NULL;
    struct gles_display *display = NULL;
    int status = CLI_USAGE;

    if (!gles_caps_limits_parse(&limits, o->caps, &cli_log))
        return CLI_USAGE;
    list = gles_driver_list_load(o->drivers, &cli_log);
    driver = list ? gles_driver_find(list, o->driver, &cli_log) : NULL;
    if (driver && gles_driver_env_apply(driver, &cli_log))
        display = gles_display_create(driver, &cli_log);
    if (driver)
        status = display ? list_draws(path, set, display, &limits) : CLI_ENVIRONMENT;
    gles_display_destroy(display);
    gles_driver_list_destroy(list);
    return status;
}

static int run_dump(const struct cli_command *command, int argc, char **argv)
{
    struct dump_options o = {.driver = "llvmpipe"};
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
    status = !path ? CLI_ENVIRONMENT : o.draws ? dump_draws(path, &o, set) : dump_file(path, &o, set);
    free(path);
    trace_callset_destroy(set);
    return status;
}

const struct cli_command cmd_dump = {
    .name = "dump",
    .synopsis = "[OPTION…] TRACE",
    .summary = "print the calls of a trace as text, byte for byte as apitrace dump --color=never does",
    // clang-format off
    .details =
        "--draws: CALL FUNCTION RANGE MODE arrays|u8|u16|u32 start= count= base= instances= first-instance= restart=\n"
        "vertices=LOWEST..HIGHEST index=WHERE ATTRIBUTE=WHERE… window=WAY, a line for each range (sub-draw) of a draw\n"
        "that the emulation issues. WHERE is client:BEGIN..END or bufferNAME:BEGIN..END/SIZE, the bytes that this\n"
        "range reads, with ! where they exceed the buffer; only attributes that the program reads are listed. WAY is\n"
        "how storage and texels that a vertex shader fetches were bound: native, whole, BYTES/BOUND, texture, each.\n"
        "A call that cannot be replayed is `CALL FUNCTION refused: REASON`.\n"
        "Exit status 1 when the trace is damaged; what was read of it is printed.",
    // clang-format on
    .options = options,
    .run = run_dump,
};
