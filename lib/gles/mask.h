/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_GLES_MASK_H
#define RETRACE_GLES_MASK_H

#include <stdbool.h>
#include <stddef.h>

#include "gl_api.h"

/* Inside lib/gles: which functions of a table exist, given a version and extension strings. */

/* Extension strings, any order; the strings are the caller's. */
struct gles_ext_list {
    const char **names;
    size_t n;
};

bool gles_ext_list_has(const struct gles_ext_list *list, const char *name, size_t len);

/* Clears what neither `es` (30, 31, 32) nor an extension of the list provides, then fills preferred names
 * from their equals (see gles_caps_init). Returns the name of a function that `es` promises and the driver
 * lacks, or NULL. */
const char *gles_table_mask(struct gles_table *table, int es, const struct gles_ext_list *list);

#endif
