/* SPDX-License-Identifier: MIT */
/* Time of a benchmark: the processor time of this thread, which other work on the machine leaves alone but
 * for what it takes of the caches; and what is shown of many measurements. */
#include "bench.h"

#include <stdlib.h>
#include <time.h>

double bench_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double bench_median(double *values, int n, double *min, double *max)
{
    qsort(values, (size_t)n, sizeof *values, compare);
    *min = values[0];
    *max = values[n - 1];
    return values[n / 2];
}
