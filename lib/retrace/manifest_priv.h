/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_MANIFEST_PRIV_H
#define RETRACE_MANIFEST_PRIV_H

#include "retrace/manifest.h"

/* A new entry with copies of both, its name made unique; NULL when memory is out. It may move when another is
 * added. */
struct manifest_entry *manifest_entry_add(struct manifest *manifest, const char *path, const char *name);

/* How much of a path is the ending of a trace's name, 0 where it has none. */
size_t manifest_ending_length(const char *path);

/* Adds the traces in a folder and below; contract as manifest_add. */
bool manifest_folder_add(struct manifest *manifest, const char *path, const struct log *log);
/* Adds what a traces.yml lists; contract as manifest_add. */
bool manifest_yaml_add(struct manifest *manifest, const char *path, const struct log *log);

/* The folder of a file ("" for a bare name), and a name in a folder unless it is absolute; allocated. */
char *manifest_folder_of(const char *path);
char *manifest_join(const char *folder, const char *name);

#endif
