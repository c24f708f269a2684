/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_OUTPUTS_H
#define RETRACE_OUTPUTS_H

#include <stdbool.h>
#include <stdio.h>

/* Files that a command writes its result to. "-" is standard output. */

struct json_t;

/* Whether `path` can be written, found out before the work starts; errno tells why not. `clear`: what is
 * there goes. */
bool output_check(const char *path, bool clear);

/* Writes the file anew by write(priv, out), which returns false on an error. A reader never sees half of it:
 * the file is written under another name beside `path` and renamed; what is no plain file (a device, a link,
 * a pipe) is written in place. False on an error, told by errno; the file is then as it was. */
bool output_write(const char *path, bool (*write)(void *priv, FILE *out), void *priv);

/* A write function for a JSON document: indented, with a final newline. `priv` is the json_t. */
bool output_json(void *priv, FILE *out);

/* Whether what is written there stays: a plain file, or none yet. */
bool output_is_plain(const char *path);

/* The same as JUnit XML. */
bool output_junit(void *priv, FILE *out);

#endif
