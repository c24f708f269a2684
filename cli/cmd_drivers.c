/* SPDX-License-Identifier: MIT */
/* retrace drivers: which drivers there are and what each can do. And the hidden command behind it, `retrace
 * _probe NAME`, which asks one driver in a process of its own. */
#include "cli.h"
#include "drivers.h"

#include <stdio.h>

#define OPTION(option, kind, arg, field, help)                                                               \
    {                                                                                                        \
        option, 0, kind, arg, offsetof(struct drivers_options, field), help, false                           \
    }

static const struct cli_option options[] = {
    OPTION("json", CLI_FLAG, NULL, json, "JSON: everything the probes told, extensions and limits too"),
    OPTION("drivers", CLI_TEXT, "FILE", drivers, "the drivers.json to read"),
    OPTION("caps", CLI_TEXT, "LIST", caps, "weaken the drivers first: es=3.1,-GL_EXT_base_instance,…"),
    OPTION("timeout", CLI_NUMBER, "S", timeout_s, "seconds that one driver may take (30)"),
    {0},
};

static int run_drivers(const struct cli_command *command, int argc, char **argv)
{
    struct drivers_options o = {0};
    int status, first = cli_parse(command, argc, argv, &o, &status);

    if (first < 0)
        return status;
    if (first < argc)
        return cli_usage_error(command, "takes no operand: %s", argv[first]);
    return drivers_report(&o, stdout, &cli_log);
}

static int run_probe(const struct cli_command *command, int argc, char **argv)
{
    struct drivers_options o = {0};
    int status, first = cli_parse(command, argc, argv, &o, &status);

    if (first < 0)
        return status;
    if (first + 1 != argc)
        return cli_usage_error(command, "takes one driver's name");
    return drivers_probe(&o, argv[first], &cli_log);
}

const struct cli_command cmd_drivers = {
    .name = "drivers",
    .synopsis = "[OPTION…]",
    .summary = "probe the drivers of drivers.json: versions, tiers, and what is missing",
    .details = "Each driver is loaded in a process of its own; one that crashes or hangs is reported as "
               "that. Tiers marked\n"
               "auto are what --tier=auto takes. Exit status 3 when no driver works.",
    .options = options,
    .run = run_drivers,
};

const struct cli_command cmd_probe = {
    .name = "_probe",
    .synopsis = "[OPTION…] DRIVER",
    .summary = "probe one driver in this process and print JSON",
    .options = options,
    .run = run_probe,
    .hidden = true,
};
