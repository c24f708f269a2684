/* SPDX-License-Identifier: MIT */
/* retrace: finds the command and runs it. Without one the arguments are those of `retrace run`. */
#include "cli.h"

#include "retrace/version.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void write_message(void *priv, enum log_level level, const char *msg)
{
    (void)priv;
    fprintf(stderr, "retrace: %s%s\n", level == LOG_WARN ? "warning: " : "", msg);
}

const struct log cli_log = {.write = write_message, .max = LOG_WARN};

static const struct cli_command *const commands[] = {
    &cmd_run,    &cmd_digest, &cmd_info,   &cmd_dump,  &cmd_drivers, &cmd_compare, &cmd_merge,
    &cmd_bisect, &cmd_report, &cmd_worker, &cmd_probe, &cmd_bench,   NULL,
};

static void print_usage(FILE *out)
{
    fputs("retrace [COMMAND] [OPTION…] TRACE…\n"
          "Replays apitrace captures of desktop OpenGL programs on OpenGL ES drivers and compares six ways "
          "of drawing a multi-draw.\n"
          "\ncommands (without one: run):\n",
          out);
    for (const struct cli_command *const *c = commands; *c; c++)
        if (!(*c)->hidden)
            fprintf(out, "  %-10s %s\n", (*c)->name, (*c)->summary);
    fputs("\nretrace COMMAND --help tells its options.\n"
          "exit status: 0 as expected, 1 something differs, crashed, hung or failed, 2 usage or input, 3 "
          "environment,\n"
          "4 (digest) the replay crashed or hung, 125 nothing could be judged\n",
          out);
}

static const struct cli_command *find_command(const char *name)
{
    for (const struct cli_command *const *c = commands; *c; c++)
        if (!strcmp((*c)->name, name))
            return *c;
    return NULL;
}

/* With a standard stream closed, the next file that is opened would be it, and the table or a message would
 * end up in there. What is opened instead can be neither read nor written the way that it is used. */
static void open_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            _exit(CLI_ENVIRONMENT);
}

/* A result that did not arrive is none. */
static int close_output(int status)
{
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    if (status == CLI_OK || status == CLI_DIFFERS)
        fprintf(stderr, "retrace: cannot write to standard output\n");
    return status == CLI_OK || status == CLI_DIFFERS ? CLI_ENVIRONMENT : status;
}

static int run_program(int argc, char **argv)
{
    const struct cli_command *command = argc > 1 ? find_command(argv[1]) : NULL;

    if (argc < 2) {
        print_usage(stderr);
        return CLI_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help")) {
        print_usage(stdout);
        return CLI_OK;
    }
    if (!strcmp(argv[1], "--version")) {
        printf("retrace %s\n", RETRACE_VERSION);
        return CLI_OK;
    }
    if (command)
        return command->run(command, argc - 1, argv + 1);
    return cmd_run.run(&cmd_run, argc, argv);
}

int main(int argc, char **argv)
{
    open_standard_streams();
    return close_output(run_program(argc, argv));
}
