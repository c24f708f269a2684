/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_REPORT_JSON_H
#define RETRACE_REPORT_JSON_H

#include <stdbool.h>
#include <stdio.h>

struct harness_result;
struct json_t;

/* The whole result as JSON, schema 1. A new object; NULL when memory is out. */
struct json_t *report_json(const struct harness_result *result);

/* Writes it, indented, with a final newline. False on a write error. */
bool report_json_write(const struct harness_result *result, FILE *out);

#endif
