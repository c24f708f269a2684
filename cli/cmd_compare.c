/* SPDX-License-Identifier: MIT */
/* retrace compare: what changed between two results, one line each, regressions first. */
#include "cli.h"

#include "retrace/compare.h"
#include "retrace/document.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct compare_options {
    int threshold, color;
    bool common, times;
};

#define AT(field) offsetof(struct compare_options, field)
static const struct cli_option options[] = {
    // clang-format off
    {"threshold", 0, CLI_NUMBER, "PERCENT", AT(threshold), "changes of time that are smaller do not count [5]", false},
    {"times",     0, CLI_FLAG,   NULL,      AT(times),     "compare times though the hosts differ", false},
    {"common",    0, CLI_FLAG,   NULL,      AT(common),    "leave out what only one of them has", false},
    {"color",     0, CLI_CHOICE, "auto|always|never", AT(color), "colours [auto]", false},
    {NULL, 0, CLI_FLAG, NULL, 0, NULL, false},
    // clang-format on
};
#undef AT

static void print_kind(const struct compare_result *result, enum compare_kind kind, bool color)
{
    static const char *const words[] = {"worse", "better", "other"};
    static const char *const paint[] = {"\033[31m", "\033[32m", "\033[33m"};

    for (size_t i = 0; i < result->n; i++) {
        const struct compare_difference *d = &result->items[i];
        if (d->kind != kind)
            continue;
        printf("%s%-6s%s %s%s%s%s%s: %s: %s\n", color ? paint[kind] : "", words[kind], color ? "\033[0m" : "",
               d->trace, d->driver[0] ? " " : "", d->driver, d->tier[0] ? " " : "", d->tier, d->what,
               d->text);
    }
}

static void print_summary(const struct compare_result *result)
{
    printf("%zu worse, %zu better, %zu other; %zu arms compared", result->regressions, result->improvements,
           result->n - result->regressions - result->improvements, result->compared);
    if (result->times)
        printf(", %zu with times (a run deviates by %.1f %%)", result->times, 100 * result->noise);
    else if (result->hosts_differ)
        printf("; times were not, since the hosts differ (--times)");
    putchar('\n');
}

static int compare(const struct compare_options *o, const json_t *before, const json_t *after)
{
    struct compare_params params = {
        .threshold = o->threshold / 100.0, .common = o->common, .times = o->times};
    struct compare_result result;
    bool color = o->color ? o->color == 1 : cli_use_color();
    int status;

    if (!compare_documents(before, after, &params, &result)) {
        fputs("retrace: out of memory\n", stderr);
        return CLI_ENVIRONMENT;
    }
    print_kind(&result, COMPARE_REGRESSION, color);
    print_kind(&result, COMPARE_IMPROVEMENT, color);
    print_kind(&result, COMPARE_CHANGE, color);
    print_summary(&result);
    status = result.regressions ? CLI_DIFFERS : result.compared ? CLI_OK : CLI_SKIP;
    compare_result_finish(&result);
    return status;
}

static int run_command(const struct cli_command *command, int argc, char **argv)
{
    struct compare_options o = {.threshold = 5};
    json_t *before, *after;
    int status, first = cli_parse(command, argc, argv, &o, &status);

    if (first < 0)
        return status;
    if (argc - first != 2)
        return cli_usage_error(command, "two results are wanted");
    before = document_load(argv[first], &cli_log);
    after = before ? document_load(argv[first + 1], &cli_log) : NULL;
    status = after ? compare(&o, before, after) : CLI_USAGE;
    json_decref(before);
    json_decref(after);
    return status;
}

const struct cli_command cmd_compare = {
    .name = "compare",
    .synopsis = "[OPTION…] OLD.json NEW.json",
    .summary = "tell what changed between two results",
    .details = "Exit status 1 when something got worse: a verdict, pixels, batches through a tier, a driver "
               "or trace that cannot be\n"
               "judged any more or is missing, or a time. A time has changed when the medians differ by more "
               "than the threshold, no\n"
               "run of one lies among those of the other, and the difference is more than four times the "
               "error of the medians that\n"
               "the noise of the runs makes (at least the noise usual in the two results). 125: they have "
               "nothing in common.",
    .options = options,
    .run = run_command,
};
