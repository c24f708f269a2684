/* SPDX-License-Identifier: MIT */
/* The hidden command behind `make bench`: what each tier costs per batch beside the plain loop that issues
 * the same driver calls, both in one run, arm by arm in turn. The clock is the thread's own CPU time: on a
 * driver that draws nothing all work is done there, and what else the machine does is not counted. */
#include "bench.h"
#include "cli.h"

#include "gles/display.h"
#include "gles/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCHES = 132, DEFAULT_ROUNDS = 21, DEFAULT_FRAMES = 20 };

struct bench_options {
    const char *driver, *drivers, *arm;
    int rounds, frames;
    bool scan, window;
};

#define AT(field) offsetof(struct bench_options, field)
static const struct cli_option options[] = {
    // clang-format off
    {"driver",  0, CLI_TEXT,   "D",    AT(driver),  "driver of drivers.json [noop]", false},
    {"drivers", 0, CLI_TEXT,   "FILE", AT(drivers), "another drivers.json", false},
    {"arm",     0, CLI_TEXT,   "NAME", AT(arm),     "only this arm, to profile it", false},
    {"rounds",  0, CLI_NUMBER, "N",    AT(rounds),  "times that each arm has its turn [21]", false},
    {"frames",  0, CLI_NUMBER, "N",    AT(frames),  "frames of 132 batches in a turn [20]", false},
    {"scan",    0, CLI_FLAG,   NULL,   AT(scan),    "the scan of indices instead, beside memchr", false},
    {"window",  0, CLI_FLAG,   NULL,   AT(window),  "windows of vertex stages that fetch instead", false},
    {NULL, 0, CLI_FLAG, NULL, 0, NULL, false},
    // clang-format on
};
#undef AT

static void turn(struct bench_arm *arm, int frames)
{
    double begin;

    if (!bench_enter(arm))
        return;
    /* A context that was just made current flushes and validates once. */
    arm->batch(arm);
    bench_finish(arm);
    begin = bench_now();
    for (int f = 0; f < frames; f++) {
        for (int b = 0; b < BATCHES; b++)
            arm->batch(arm);
        bench_finish(arm);
    }
    arm->ns[arm->rounds++] = (bench_now() - begin) / frames / BATCHES;
}

static double median(const double *values, int n, double *min, double *max)
{
    double sorted[BENCH_MAX_ROUNDS];

    memcpy(sorted, values, (size_t)n * sizeof *values);
    return bench_median(sorted, n, min, max);
}

static double arm_median(const struct bench_arm *arm)
{
    double min, max;

    return median(arm->ns, arm->rounds, &min, &max);
}

static void print_arm(const struct bench_arm *arm, const struct bench_arm *plain)
{
    double min, max, mid = median(arm->ns, arm->rounds, &min, &max);

    printf("  %-20s %8.0f (%.0f … %.0f)", arm->name, mid, min, max);
    printf("   %6.1f per sub-draw", mid / BENCH_SUBDRAWS);
    if (plain)
        printf("   %.2f of plain", mid / arm_median(plain));
    putchar('\n');
}

/* What a tier adds to its own plain loop, taken round by round. */
static void print_limit(const struct bench_arm *tier, const struct bench_arm *plain,
                        const struct bench_arm *base)
{
    double each[BENCH_MAX_ROUNDS], min, max, value;
    int n = tier->rounds < plain->rounds ? tier->rounds : plain->rounds;
    bool rewrites = tier->tier == TIERS_DRAWELEMENTS;

    for (int i = 0; i < n; i++)
        each[i] = rewrites ? tier->ns[i] / plain->ns[i] : tier->ns[i] - plain->ns[i];
    value = median(each, n, &min, &max);
    if (rewrites)
        printf("  %-14s %6.2f of its plain loop and upload; limit 1.30: %s\n", tier->name, value,
               value <= 1.3 ? "met" : "EXCEEDED");
    else
        printf("  %-14s adds %6.0f ns; limit %.0f, half of the plain basevertex loop: %s\n", tier->name,
               value, arm_median(base) / 2, value <= arm_median(base) / 2 ? "met" : "EXCEEDED");
}

static void print_result(struct bench *bench)
{
    const struct bench_arm *base = bench_find(bench, "plain basevertex");

    printf("a batch of %d sub-draws of %d indices, ns of CPU time per batch, median (min … max) of %d rounds "
           "in turn\n",
           BENCH_SUBDRAWS, BENCH_INDICES, bench->arms[0].rounds);
    for (int t = 0; t <= TIERS_COUNT; t++) {
        char name[32];
        const char *tier = t < TIERS_COUNT ? tiers_name((enum tiers_tier)t) : "native";
        const struct bench_arm *arm = bench_find(bench, tier), *plain;
        snprintf(name, sizeof name, "plain %s", tier);
        plain = bench_find(bench, name);
        if (plain)
            print_arm(plain, NULL);
        if (arm)
            print_arm(arm, plain);
        else
            printf("  %-20s        -\n", tier);
    }
    for (int t = 0; base && t < TIERS_COUNT; t++) {
        char name[32];
        const struct bench_arm *arm = bench_find(bench, tiers_name((enum tiers_tier)t)), *plain;
        snprintf(name, sizeof name, "plain %s", tiers_name((enum tiers_tier)t));
        plain = bench_find(bench, name);
        if (arm && plain)
            print_limit(arm, plain, base);
    }
}

static bool measured(const struct bench_options *o, const struct bench_arm *arm)
{
    return !o->arm || !strcmp(o->arm, arm->name);
}

static int measure(struct bench *bench, const struct bench_options *o)
{
    for (int round = -1; round < o->rounds; round++)
        for (size_t i = 0; i < bench->n; i++) {
            struct bench_arm *arm = &bench->arms[(i + (size_t)(round + 1)) % bench->n];
            if (!measured(o, arm))
                continue;
            turn(arm, o->frames);
            if (round < 0)
                arm->rounds = 0; /* warm-up */
        }
    for (size_t i = 0; i < bench->n; i++)
        if (measured(o, &bench->arms[i]) &&
            (!bench_enter(&bench->arms[i]) || !bench_honest(&bench->arms[i]) ||
             bench->arms[i].rounds != o->rounds)) {
            fprintf(stderr, "retrace: %s did not draw what it should\n", bench->arms[i].name);
            return CLI_DIFFERS;
        }
    if (o->arm)
        print_arm(bench_find(bench, o->arm), NULL);
    else
        print_result(bench);
    return CLI_OK;
}

static int run_command(const struct cli_command *command, int argc, char **argv)
{
    struct bench_options o = {.driver = "noop", .rounds = DEFAULT_ROUNDS, .frames = DEFAULT_FRAMES};
    struct bench bench = {.log = &cli_log};
    struct gles_driver_list *list;
    const struct gles_driver *driver;
    int status;

    if (cli_parse(command, argc, argv, &o, &status) < 0)
        return status;
    if (o.rounds < 1 || o.rounds > BENCH_MAX_ROUNDS || o.frames < 1)
        return cli_usage_error(command, "--rounds must be 1 to %d, --frames at least 1", BENCH_MAX_ROUNDS);
    if (o.scan)
        return bench_scan(stdout) ? CLI_OK : CLI_ENVIRONMENT;
    list = gles_driver_list_load(o.drivers, &cli_log);
    driver = list ? gles_driver_find(list, o.driver, &cli_log) : NULL;
    status = driver ? CLI_ENVIRONMENT : CLI_USAGE;
    if (driver && gles_driver_env_apply(driver, &cli_log))
        bench.display = gles_display_create(driver, &cli_log);
    if (bench.display && o.window)
        status = bench_window(stdout, bench.display, bench.log) ? CLI_OK : CLI_ENVIRONMENT;
    else if (bench.display && bench_open(&bench))
        status = o.arm && !bench_find(&bench, o.arm) ? cli_usage_error(command, "there is no arm %s", o.arm)
                                                     : measure(&bench, &o);
    bench_close(&bench);
    gles_display_destroy(bench.display);
    gles_driver_list_destroy(list);
    return status;
}

const struct cli_command cmd_bench = {
    .name = "_bench",
    .synopsis = "[OPTION…]",
    .summary = "measure what each tier adds to a plain loop of its calls",
    .options = options,
    .run = run_command,
    .hidden = true,
};
