/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_REPORT_JSON_H
#define RETRACE_REPORT_JSON_H

#include <stddef.h>

struct harness_driver;
struct harness_result;
struct harness_trace;
struct journal;
struct json_t;

/* The whole result as JSON, schema 1. A new object; NULL when memory is out. */
struct json_t *report_json(const struct harness_result *result);

/* Adds to every arm of that document "seconds", the wall time of the replay that was judged. Not part of the
 * document that is kept: it would differ between any two runs. */
void report_json_add_seconds(struct json_t *document, const struct harness_result *result);

/* One trace on one driver, finished, as a line of the journal: {"type":"result", "index", "trace": …,
 * "driver": …}, where `trace` is the document's without "drivers" and the arms also have "seconds". `index`
 * is the trace's place in the run. `driver` is NULL for a trace that cannot be read. What is there already is
 * not added again. */
void report_json_to_journal(struct journal *journal, const struct harness_trace *trace,
                            const struct harness_driver *driver, size_t index);

/* What tells one build of retrace from another. */
const char *report_json_build(void);

/* The document's members but for "traces": what it was made with, and where. A new object. */
struct json_t *report_json_head(void);

#endif
