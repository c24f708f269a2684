/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_DUMP_H
#define RETRACE_TRACE_DUMP_H

#include <stdio.h>

#include "trace/trace.h"

/* Calls as text, byte for byte what `apitrace dump --color=never` (version 11) prints, so that the two can be
 * compared and existing scripts go on working. The stream is the caller's; so is checking it for errors. */
struct trace_dump {
    FILE *out;
    const struct trace_parser *parser; /* names of enums, flags and structs */
    bool thread_ids;                   /* "@2" behind the call number */
};

/* True for the calls that apitrace leaves out unless asked to be verbose: pure queries of state that programs
 * poll. */
bool trace_dump_is_quiet(const struct trace_call *call);
/* The properties of a version 6 trace, which stand above its calls; sorted, and the last of a name counts. */
void trace_dump_properties(const struct trace_dump *dump);
void trace_dump_call(const struct trace_dump *dump, const struct trace_call *call);
void trace_dump_value(const struct trace_dump *dump, const struct trace_value *value);

#endif
