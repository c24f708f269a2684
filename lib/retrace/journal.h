/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_JOURNAL_H
#define RETRACE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

/* What a run has finished so far, one JSON object a line, each written whole by one write as soon as it is
 * known. A run that was killed at any point finds there everything that it had finished: a line that is not
 * whole is dropped. */

struct journal;
struct json_t;
struct log;

/* The name of the journal beside a document, allocated. */
char *journal_path(const char *document);

/* Opens it for appending. `resume`: what is there is kept and found; otherwise it starts empty. Nobody else
 * may have it open for writing. NULL after a message. */
struct journal *journal_open(const char *path, bool resume, const struct log *log);
void journal_close(struct journal *journal);

/* The object that was appended under that key (32 hexadecimal digits), a new reference; the last one where
 * there are several. NULL: none, or it cannot be read. Thread-safe. */
struct json_t *journal_find(struct journal *journal, const char *key);

/* Appends an object (borrowed) under a key. False when it could not be written, which is logged once; the
 * journal is then as it was before, and later appends are tried again. Thread-safe. */
bool journal_append(struct journal *journal, const char *key, const struct json_t *object);

/* Every object of a journal that is not being written, in order; `take` returns false to stop. False after a
 * message when the file cannot be read. A line that is no JSON is skipped with a warning. */
bool journal_each(const char *path, bool (*take)(void *priv, const struct json_t *object), void *priv,
                  const struct log *log);

/* The name of its file. */
const char *journal_name(const struct journal *journal);

/* How many objects it holds, and whether an append failed. */
size_t journal_count(const struct journal *journal);
bool journal_failed(const struct journal *journal);

#endif
