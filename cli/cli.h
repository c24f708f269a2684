/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_CLI_H
#define RETRACE_CLI_H

#include <stdbool.h>
#include <stddef.h>

#include "log.h"

/* Exit statuses of every command. */
enum cli_exit {
    CLI_OK = 0,
    CLI_DIFFERS = 1,     /* something differs, crashed, hung or failed; digest: damage or gaps */
    CLI_USAGE = 2,       /* usage or input */
    CLI_ENVIRONMENT = 3, /* a driver or library is missing */
    CLI_CRASHED = 4,     /* digest: the replay crashed or hung */
    CLI_ABORT = 128,     /* with --metric: usage or input, where `git bisect run` must stop */
    CLI_SKIP = 125,      /* nothing could be judged: `git bisect run` skips */
};

/* One option; the table of a command parses its arguments and prints its --help. */
struct cli_option {
    const char *name; /* long name without dashes */
    char letter;      /* or 0 */
    enum { CLI_FLAG, CLI_TEXT, CLI_NUMBER, CLI_CHOICE } kind;
    const char *arg; /* name of the argument in help; NULL for flags; CHOICE: the words, separated by | */
    size_t offset; /* in the command's own options struct: bool, const char *, int, int (index of the word) */
    const char *help;
    bool hidden;
};

struct cli_command {
    const char *name;
    const char *synopsis;             /* after the name */
    const char *summary;              /* one line */
    const char *details;              /* paragraphs of --help after the options, or NULL */
    const struct cli_option *options; /* ended by a NULL name */
    int (*run)(const struct cli_command *command, int argc, char **argv);
    bool hidden;
};

/* Parses argv[1…] into *target. Returns the index of the first operand (operands follow in order), or -1 when
 * the command must end with *status: --help was asked for (on stdout, CLI_OK) or a message was given
 * (CLI_USAGE). */
int cli_parse(const struct cli_command *command, int argc, char **argv, void *target, int *status);

/* "retrace COMMAND: message" on stderr; returns CLI_USAGE. */
int cli_usage_error(const struct cli_command *command, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The values of --caps and --snapshot, either NULL: false after a message that tells what is wrong. */
bool cli_check_limits(const struct cli_command *command, const char *caps, const char *snapshot);

/* Where `name` is: itself, or for a bare name that is not here in $RETRACE_CORPUS or the corpus of the
 * installed or source tree. Allocated. */
char *cli_find_trace(const char *name);

/* A folder of the installed or source tree ("corpus", "expected"), or NULL; allocated. */
char *cli_find_folder(const char *name);

/* Where translated shaders are kept: $XDG_CACHE_HOME/retrace/shaders, or the same under ~/.cache. Allocated;
 * NULL when neither variable names an absolute path. */
char *cli_cache_folder(void);

/* Whether --color=auto means colours: standard output is a terminal, and NO_COLOR is not set. */
bool cli_use_color(void);

/* From here on SIGINT and SIGTERM only make cli_interrupted() true, which fits the `stopped` callbacks of
 * lib/retrace; `priv` is not used. The exit status is then 128 + SIGINT. */
void cli_catch_interrupts(void);
bool cli_interrupted(void *priv);

/* Errors and warnings on stderr, as "retrace: …". */
extern const struct log cli_log;

extern const struct cli_command cmd_run, cmd_merge, cmd_compare, cmd_bisect, cmd_digest, cmd_info, cmd_dump,
    cmd_drivers, cmd_worker, cmd_probe, cmd_bench, cmd_report;

#endif
