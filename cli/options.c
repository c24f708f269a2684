/* SPDX-License-Identifier: MIT */
/* Command-line options: one table per command drives getopt_long and prints the help, so the two cannot
 * drift. */
#include "cli.h"

#include "gles/caps.h"
#include "trace/trace.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_OPTIONS = 40, HELP_OPTION = 1000 };

int cli_usage_error(const struct cli_command *command, const char *fmt, ...)
{
    va_list args;

    fprintf(stderr, "retrace %s: ", command->name);
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    fprintf(stderr, " (retrace %s --help)\n", command->name);
    return CLI_USAGE;
}

bool cli_use_color(void)
{
    return isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
}

static void print_help(const struct cli_command *command)
{
    printf("retrace %s %s\n%s\n\noptions:\n", command->name, command->synopsis, command->summary);
    for (const struct cli_option *o = command->options; o && o->name; o++) {
        char left[64], letter[8] = "    ";
        if (o->hidden)
            continue;
        if (o->letter)
            snprintf(letter, sizeof letter, "-%c, ", o->letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, o->name, o->arg ? "=" : "", o->arg ? o->arg : "");
        printf("  %-30s %s\n", left, o->help);
    }
    printf("  %-30s %s\n", "    --help", "this text");
    if (command->details)
        printf("\n%s\n", command->details);
}

static bool set_choice(const struct cli_command *command, const struct cli_option *option, const char *word,
                       int *out)
{
    const char *at = option->arg;

    for (int i = 0; *at; i++) {
        size_t len = strcspn(at, "|");
        if (strlen(word) == len && !strncmp(at, word, len)) {
            *out = i;
            return true;
        }
        at += len + (at[len] == '|');
    }
    cli_usage_error(command, "--%s=%s: must be one of %s", option->name, word, option->arg);
    return false;
}

static bool set_option(const struct cli_command *command, const struct cli_option *option, const char *arg,
                       void *target)
{
    char *field = (char *)target + option->offset, *end;
    long number;

    switch (option->kind) {
    case CLI_FLAG:
        *(bool *)field = true;
        return true;
    case CLI_TEXT:
        *(const char **)field = arg;
        return true;
    case CLI_CHOICE:
        return set_choice(command, option, arg, (int *)field);
    case CLI_NUMBER:
        errno = 0;
        number = strtol(arg, &end, 10);
        if (errno || end == arg || *end || number < 1 || number > INT_MAX) {
            cli_usage_error(command, "--%s=%s: must be a whole number of at least 1", option->name, arg);
            return false;
        }
        *(int *)field = (int)number;
        return true;
    }
    return false;
}

int cli_parse(const struct cli_command *command, int argc, char **argv, void *target, int *status)
{
    struct option longs[MAX_OPTIONS + 2] = {0};
    char shorts[MAX_OPTIONS * 2 + 2] = ":";
    int n = 0, found;

    for (const struct cli_option *o = command->options; o && o->name && n < MAX_OPTIONS; o++, n++) {
        longs[n] =
            (struct option){o->name, o->kind == CLI_FLAG ? no_argument : required_argument, NULL, n + 256};
        if (o->letter)
            snprintf(shorts + strlen(shorts), 3, "%c%s", o->letter, o->kind == CLI_FLAG ? "" : ":");
    }
    longs[n] = (struct option){"help", no_argument, NULL, HELP_OPTION};
    optind = 1;
    opterr = 0;
    *status = CLI_USAGE;
    while ((found = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
        int index = found - 256;
        if (found == HELP_OPTION) {
            print_help(command);
            *status = CLI_OK;
            return -1;
        }
        if (found == '?' || found == ':') {
            cli_usage_error(command, found == ':' ? "option %s needs an argument" : "unknown option %s",
                            argv[optind - 1]);
            return -1;
        }
        for (int i = 0; found < 256 && i < n; i++)
            if (command->options[i].letter == found)
                index = i;
        if (index < 0 || index >= n || !set_option(command, &command->options[index], optarg, target))
            return -1;
    }
    return optind;
}

bool cli_check_limits(const struct cli_command *command, const char *caps, const char *snapshot)
{
    struct gles_caps_limits limits = {0};
    struct trace_callset *set;
    char error[256];

    if (!gles_caps_limits_parse(&limits, caps, &cli_log))
        return false;
    if (!snapshot)
        return true;
    set = trace_callset_parse(snapshot, error, sizeof error);
    if (!set)
        cli_usage_error(command, "--snapshot=%s: %s", snapshot, error);
    trace_callset_destroy(set);
    return set != NULL;
}
