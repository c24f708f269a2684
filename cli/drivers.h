/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_CLI_DRIVERS_H
#define RETRACE_CLI_DRIVERS_H

#include <stdbool.h>
#include <stdio.h>

/* What `retrace drivers` does, apart from its options: every driver of drivers.json is probed in a child
 * process (this program, hidden command "_probe"), so that one which crashes or hangs costs a line, not the
 * command. */

struct json_t;
struct log;
struct gles_driver;

struct drivers_options {
    const char *drivers; /* --drivers=FILE, or NULL: the usual search */
    const char *caps;    /* --caps=LIST, or NULL */
    int timeout_s;       /* per driver; 0: 30 */
    bool json;           /* JSON instead of the table */
};

/* Probes every driver and prints table or JSON on `out`. Returns the exit status: 0 when at least one driver
 * that is not for measuring works, 3 when none does or there is no drivers.json, 2 for bad --caps=. */
int drivers_report(const struct drivers_options *options, FILE *out, const struct log *log);

/* The hidden command, in the child: probes the named driver in this process and prints one JSON object on
 * standard output; whatever else the driver writes there goes to standard error. Returns the exit status: 0
 * when it printed. */
int drivers_probe(const struct drivers_options *options, const char *name, const struct log *log);

/* Runs that command for one driver, under its environment and the time limit. A new object as gles_probe_json
 * has it, with "tiers" and "auto" from the child, and "status": "ok", "failed", "crashed" or "hung";
 * "message" says more where it is not ok. Free with json_decref. NULL when memory is out. */
struct json_t *drivers_probe_run(const struct drivers_options *options, const struct gles_driver *driver,
                                 const struct log *log);

#endif
