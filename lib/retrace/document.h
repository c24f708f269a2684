/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_DOCUMENT_H
#define RETRACE_DOCUMENT_H

#include <stdbool.h>

/* Documents (report_json.h) as they are read again: the rules by which their parts are judged, in one place
 * for every reader. */

struct json_t;
struct log;

/* Reads a document ("-": standard input), or makes one of what a journal has finished (a file whose first
 * line is a whole JSON object). A new object; NULL after a message: no such file, no JSON, another schema. */
struct json_t *document_load(const char *path, const struct log *log);

/* Takes "seconds" from the arms, which a journal has and a document has not. */
void document_drop_seconds(struct json_t *document);

/* A member's text; "" where it is missing or no text. Borrowed. */
const char *document_text(const struct json_t *object, const char *key);

/* The member's element (an object of an array) whose `name` is `value`; NULL: none. Borrowed. */
struct json_t *document_find(const struct json_t *array, const char *name, const char *value);

/* Whether an arm of that driver is as it should be: as expected, or a good verdict where nothing is recorded,
 * and steady unless it is known to be flaky. */
bool document_arm_ok(const struct json_t *driver, const struct json_t *arm);
/* The same of everything on a driver: it came up, its arms, its goldens, desktop GL. Skipped is as it should
 * be. */
bool document_driver_ok(const struct json_t *driver);

/* The arms of a trace on a driver mostly have the same frames. Keeps those once, which is what lets thousands
 * of results fit in memory; a document that was loaded is so already. Frames must not be changed in place
 * after that. */
void document_share_frames(struct json_t *driver);

#endif
