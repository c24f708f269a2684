/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_CLI_INFO_H
#define RETRACE_CLI_INFO_H

#include <stdio.h>

#include "tiers/tiers.h"
#include "trace/census.h"

/* What `retrace info` knows of one trace. */
struct info {
    const char *path;
    struct trace_parser *parser;
    struct trace_census census;
    uint64_t predicted[TIERS_COUNT]
                      [TIERS_REASONS];          /* batches that each tier would take (TIERS_OK) or decline */
    uint64_t first[TIERS_COUNT][TIERS_REASONS]; /* the call of the first such batch */
};

/* Fills everything but path and parser from the rest of the parser's stream. False when memory is out. */
bool info_take(struct info *info);
void info_finish(struct info *info);

void info_print_text(const struct info *info, FILE *out);
/* False when memory is out. */
bool info_print_json(const struct info *info, FILE *out);

#endif
