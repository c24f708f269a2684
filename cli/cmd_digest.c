/* SPDX-License-Identifier: MIT */
/* retrace digest: one replay, one line per digest: CALL WIDTHxHEIGHT MD5. The gaps are named on standard
 * error. */
#include "cli.h"

#include "gles/driver.h"
#include "retrace/arm.h"
#include "retrace/job.h"
#include "trace/trace.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct digest_options {
    const char *driver, *drivers, *tier, *caps, *snapshot, *images, *cache;
    int timeout_s;
    bool benchmark, no_cache;
};

#define AT(field) offsetof(struct digest_options, field)
static const struct cli_option options[] = {
    // clang-format off
    {"driver",      0, CLI_TEXT,   "D",       AT(driver),    "driver of drivers.json [llvmpipe]", false},
    {"drivers",     0, CLI_TEXT,   "FILE",    AT(drivers),   "another drivers.json", false},
    {"tier",        0, CLI_TEXT,   "T",       AT(tier),      "auto, a tier, or native: the driver's own desktop GL [auto]", false},
    {"caps",        0, CLI_TEXT,   "LIST",    AT(caps),      "weaken the driver: es=3.1, -GL_EXT_…, max_texture_buffer_size=N …", false},
    {"snapshot",    0, CLI_TEXT,   "CALLSET", AT(snapshot),  "digests after these calls instead of at the end of frames", false},
    {"dump-images", 0, CLI_TEXT,   "DIR",     AT(images),    "a PNG per digest, in an existing folder", false},
    {"timeout",     0, CLI_NUMBER, "S",       AT(timeout_s), "seconds that the replay may take [300]", false},
    {"benchmark",   0, CLI_FLAG,   NULL,      AT(benchmark), "a bare replay for measuring: no digests, no checks for GL errors", false},
    {"no-cache",    0, CLI_FLAG,   NULL,      AT(no_cache),  "translate every shader anew, and keep none", false},
    {NULL, 0, CLI_FLAG, NULL, 0, NULL, false},
    // clang-format on
};
#undef AT

static bool check_options(const struct cli_command *command, const struct digest_options *o)
{
    if (strcmp(o->tier, "auto") && strcmp(o->tier, "native") && tiers_find(o->tier) == TIERS_NONE) {
        cli_usage_error(command,
                        "unknown tier \"%s\": must be auto, native, ext, multiindirect, indirect, "
                        "basevertex, drawelements or compute",
                        o->tier);
        return false;
    }
    return cli_check_limits(command, o->caps, o->snapshot);
}

static void print_result(const struct arm *arm)
{
    const json_t *item;
    size_t i;

    for (size_t f = 0; f < arm->n_frames; f++)
        if (arm->frames[f].md5[0])
            printf("%llu %dx%d %s\n", (unsigned long long)arm->frames[f].call, arm->frames[f].width,
                   arm->frames[f].height, arm->frames[f].md5);
    fflush(stdout);
    if (arm->log_used)
        fwrite(arm->log, 1, arm->log_used, stderr);
    json_array_foreach(arm->gaps, i, item)
    {
        fprintf(stderr, "gap: %s: %s (%lld)\n", json_string_value(json_object_get(item, "function")),
                json_string_value(json_object_get(item, "reason")),
                (long long)json_integer_value(json_object_get(item, "count")));
    }
    if (arm->damage)
        fprintf(stderr, "retrace: the trace is damaged: %s\n", arm->damage);
}

static int judge(const struct arm *arm, const struct gles_driver *driver)
{
    const struct spawn_status *s = &arm->status;

    if (s->how == SPAWN_SIGNALLED) {
        fprintf(stderr, "retrace: the replay crashed: %s\n", spawn_signal_name(s->code));
        return CLI_CRASHED;
    }
    if (s->how == SPAWN_HUNG) {
        fputs("retrace: the replay ran past its time limit\n", stderr);
        return CLI_CRASHED;
    }
    if (arm->started && !gles_driver_renderer_check(driver, arm->renderer, &cli_log))
        return CLI_ENVIRONMENT;
    if (!arm->ended) {
        fprintf(stderr, "retrace: %s\n", arm->message ? arm->message : "the worker ended without a result");
        return arm->started ? CLI_USAGE : CLI_ENVIRONMENT;
    }
    return arm->damage || json_array_size(arm->gaps) ? CLI_DIFFERS : CLI_OK;
}

static int digest(const struct digest_options *o, const char *path, const struct gles_driver_list *list)
{
    const struct gles_driver *driver = gles_driver_find(list, o->driver, &cli_log);
    struct job job = {.trace = path,
                      .drivers_file = list->path,
                      .driver = o->driver,
                      .tier = o->tier,
                      .caps = o->caps,
                      .snapshots = o->snapshot,
                      .cache = o->cache,
                      .images = o->images,
                      .image_prefix = "digest",
                      .benchmark = o->benchmark};
    struct trace_damage damage;
    struct trace_parser *parser;
    struct arm arm;
    int status;

    if (!driver)
        return CLI_USAGE;
    parser = trace_parser_open(path, NULL, &damage);
    if (!parser) {
        fprintf(stderr, "retrace: %s: %s\n", path, damage.message);
        return CLI_USAGE;
    }
    trace_parser_close(parser);
    arm_init(&arm, o->tier);
    arm_run(&arm, &job, driver, o->timeout_s);
    print_result(&arm);
    status = judge(&arm, driver);
    arm_finish(&arm);
    return status;
}

static int run_command(const struct cli_command *command, int argc, char **argv)
{
    struct digest_options o = {.driver = "llvmpipe", .tier = "auto", .timeout_s = 300};
    struct gles_driver_list *list;
    int status, first = cli_parse(command, argc, argv, &o, &status);
    char *path, *cache;

    if (first < 0)
        return status;
    if (first != argc - 1)
        return cli_usage_error(command, "one trace is wanted");
    if (!check_options(command, &o))
        return CLI_USAGE;
    list = gles_driver_list_load(o.drivers, &cli_log);
    if (!list)
        return CLI_USAGE;
    path = cli_find_trace(argv[first]);
    cache = o.no_cache ? NULL : cli_cache_folder();
    o.cache = cache;
    status = digest(&o, path, list);
    free(cache);
    free(path);
    gles_driver_list_destroy(list);
    return status;
}

const struct cli_command cmd_digest = {
    .name = "digest",
    .synopsis = "[OPTION…] TRACE",
    .summary = "replay one trace and print the MD5 of each frame",
    .details = "Prints \"CALL WIDTHxHEIGHT MD5\" per digest: the RGBA8 rows, top row first, of the current "
               "draw framebuffer's first colour\n"
               "buffer, before the swap. Exit status 1 when the trace was damaged or calls could not be "
               "emulated (each named).",
    .options = options,
    .run = run_command,
};
