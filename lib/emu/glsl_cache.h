/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_CACHE_H
#define RETRACE_EMU_GLSL_CACHE_H

#include "emu/glsl.h"

/* Remembers translations and compile checks by everything that goes into them, so that a trace that is
 * replayed again, or a program that is linked again with the key of an earlier state, costs a lookup. In
 * memory and, where it is given a folder, on disk, which later processes and others at the same time share.
 * One per share group or process, used by one thread at a time. NULL is legal everywhere and remembers
 * nothing. */
struct glsl_cache;

/* Holds at most `limit` bytes of sources and outputs in memory; the whole content goes when that is exceeded.
 * `folder` need not exist; NULL: nothing is kept on disk. */
struct glsl_cache *glsl_cache_create(size_t limit, const char *folder);
void glsl_cache_destroy(struct glsl_cache *cache);

/* As glsl_translate. The output is shared: the caller's reference ends with glsl_output_destroy, as ever. */
struct glsl_output *glsl_cache_translate(struct glsl_cache *cache, const struct glsl_input *input);

/* As glsl_check. */
bool glsl_cache_check(struct glsl_cache *cache, const struct glsl_target *target, enum glsl_stage stage,
                      const char *source, char **info);

/* For reports and tests. */
struct glsl_cache_stats {
    size_t hits, misses, entries, bytes; /* of the memory */
    size_t disk_hits;                    /* misses that a file served */
};
void glsl_cache_stats(const struct glsl_cache *cache, struct glsl_cache_stats *stats);

#endif
