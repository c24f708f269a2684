/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_RUN_TABLE_H
#define RETRACE_RUN_TABLE_H

#include <stdbool.h>
#include <stdio.h>

struct harness_trace;

/* Prints one trace's result as people read it. `color`: with ANSI colours, which never carry meaning alone.
 */
void run_table_print(const struct harness_trace *trace, FILE *out, bool color);

#endif
