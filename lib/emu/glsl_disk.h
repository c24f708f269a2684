/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_DISK_H
#define RETRACE_EMU_GLSL_DISK_H

#include <stdbool.h>
#include <stddef.h>

/* A folder of results by key, one file each, that many processes may use at once: a file appears whole or not
 * at all, and one that is damaged, or of another build, is as good as absent. NULL is legal everywhere and
 * has nothing. */
struct glsl_disk;

/* The folder is made when the first result is written. NULL when `folder` is NULL or memory is out. */
struct glsl_disk *glsl_disk_open(const char *folder);
/* Where something was written and all files take more than `limit` bytes by now, the oldest go. */
void glsl_disk_close(struct glsl_disk *disk, size_t limit);

/* What was written under this key, allocated with malloc; NULL when there is nothing. */
void *glsl_disk_read(const struct glsl_disk *disk, const void *key, size_t key_size, size_t *size);

/* Failing costs nothing but the next reader's hit. */
void glsl_disk_write(struct glsl_disk *disk, const void *key, size_t key_size, const void *data, size_t size);

#endif
