/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_POOL_H
#define RETRACE_POOL_H

#include <stddef.h>

/* Runs task(priv, 0) … task(priv, n - 1), at most `jobs` at a time, started in this order, and returns when
 * all have ended. With one job, or one task, everything happens on the calling thread. Where no thread can be
 * had, those that there are (at the least the calling one) do the work. */
void pool_run(int jobs, size_t n, void (*task)(void *priv, size_t index), void *priv);

#endif
