/* SPDX-License-Identifier: MIT */
/* When a time has changed. Runs are few and their noise is relative, so everything is reckoned in logarithms:
 * the deviation of the runs of both sides together gives the error of each median (1.25 times that of a
 * mean), and a difference counts from four such errors on. Of two sets of three runs without a difference
 * about one in a thousand passes that; that no run of one side may lie among those of the other keeps single
 * outliers from deciding. */
#include "retrace/compare_priv.h"

#include <jansson.h>
#include <math.h>

enum { MAX_RUNS = 64 };

struct runs {
    double logs[MAX_RUNS], mean, variance, min, max;
    int n;
};

static bool read_runs(const json_t *cost, struct runs *runs)
{
    const json_t *value;
    size_t i;

    *runs = (struct runs){0};
    json_array_foreach(json_object_get(cost, "runs"), i, value)
    {
        double ns = json_number_value(value);
        if (ns <= 0 || runs->n == MAX_RUNS)
            continue;
        runs->logs[runs->n++] = log(ns);
    }
    for (int r = 0; r < runs->n; r++) {
        runs->mean += runs->logs[r] / runs->n;
        runs->min = !r || runs->logs[r] < runs->min ? runs->logs[r] : runs->min;
        runs->max = !r || runs->logs[r] > runs->max ? runs->logs[r] : runs->max;
    }
    for (int r = 0; r < runs->n && runs->n > 1; r++)
        runs->variance += (runs->logs[r] - runs->mean) * (runs->logs[r] - runs->mean) / (runs->n - 1);
    return runs->n >= 2;
}

double compare_deviation(const json_t *cost)
{
    struct runs runs;

    return read_runs(cost, &runs) ? sqrt(runs.variance) : -1;
}

int compare_times(const json_t *before, const json_t *after, double threshold, double noise)
{
    enum { ERRORS = 4 };
    struct runs a, b;
    double from = json_number_value(json_object_get(before, "median"));
    double to = json_number_value(json_object_get(after, "median")), change, deviation, error;

    if (!read_runs(before, &a) || !read_runs(after, &b) || a.n < 3 || b.n < 3 || from <= 0 || to <= 0)
        return 0;
    change = log(to / from);
    deviation = sqrt((a.variance + b.variance) / 2);
    deviation = deviation > noise ? deviation : noise;
    error = 1.25 * deviation * sqrt(1.0 / a.n + 1.0 / b.n);
    if (fabs(change) <= log(1 + threshold) || fabs(change) <= ERRORS * error)
        return 0;
    if (change > 0)
        return b.min > a.max ? 1 : 0;
    return b.max < a.min ? -1 : 0;
}

static int compare_double(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

struct values {
    double *items;
    size_t n;
};

static void gather(const json_t *document, struct values *values)
{
    const json_t *trace, *driver, *arm;
    size_t t, d, a;

    json_array_foreach(json_object_get(document, "traces"), t, trace)
    {
        json_array_foreach(json_object_get(trace, "drivers"), d, driver)
        {
            json_array_foreach(json_object_get(driver, "arms"), a, arm)
            {
                double deviation = compare_deviation(json_object_get(arm, "ns_per_op"));
                double *grown = values->items;
                if (deviation < 0)
                    continue;
                if (!(values->n & (values->n - 1)))
                    grown = realloc(values->items, (values->n ? values->n * 2 : 1) * sizeof *grown);
                if (!grown)
                    return;
                values->items = grown;
                grown[values->n++] = deviation;
            }
        }
    }
}

double compare_usual_noise(const json_t *before, const json_t *after)
{
    struct values values = {0};
    double noise = 0;

    gather(before, &values);
    gather(after, &values);
    if (values.n) {
        qsort(values.items, values.n, sizeof *values.items, compare_double);
        noise = values.items[values.n / 2];
    }
    free(values.items);
    return noise;
}
