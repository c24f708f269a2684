/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_MERGE_H
#define RETRACE_MERGE_H

#include <stdbool.h>

/* Documents of several runs made one, as if a single run had made them: traces of the same name and content
 * are one, drivers of a trace are put together, and so are the arms of a driver that ran in parts. Where two
 * say something of the same arm, the later counts, with a warning if they disagree. The order is that of the
 * first document; what another adds stands before what follows it there, or at the end. */

struct json_t;
struct log;
struct merge;

struct merge *merge_create(const struct log *log); /* NULL: out of memory */
void merge_destroy(struct merge *merge);

/* Adds a document, whose parts become those of the result: the caller gives up its reference. `name` is for
 * messages. */
bool merge_add(struct merge *merge, struct json_t *document, const char *name);

/* The merged document, a new reference; NULL when none was added. Where the runs were made on other hosts or
 * by other builds than the first one, "hosts" and "builds" list them all. */
struct json_t *merge_result(struct merge *merge);

#endif
