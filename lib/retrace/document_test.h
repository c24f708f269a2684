/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_DOCUMENT_TEST_H
#define RETRACE_DOCUMENT_TEST_H

#include <jansson.h>
#include <stdio.h>

/* Small documents for tests: each part from what differs, the rest as a run writes it. */

static inline json_t *test_cost(double a, double b, double c)
{
    double min = a < b ? a : b, max = a > b ? a : b;

    min = c < min ? c : min;
    max = c > max ? c : max;
    return json_pack("{s:f, s:[f, f, f], s:f, s:f}", "median", a + b + c - min - max, "runs", a, b, c, "min",
                     min, "max", max);
}

/* An arm of two frames with those digests. */
static inline json_t *test_arm(const char *tier, const char *verdict, const char *first, const char *second)
{
    return json_pack(
        "{s:s, s:s, s:n, s:n, s:n, s:n, s:[], s:{s:i, s:i}, s:[{s:i, s:s}, {s:i, s:s}], s:[], s:n}", "tier",
        tier, "verdict", verdict, "expected", "reason", "unexpected", "stability", "attempts", "batches",
        "total", 10, "executed", 10, "frames", "call", 1, "md5", first, "call", 2, "md5", second, "gaps",
        "ns_per_op");
}

static inline json_t *test_driver(const char *name, json_t *arms)
{
    return json_pack("{s:s, s:s, s:s, s:n, s:n, s:s, s:s, s:s, s:s, s:b, s:s, s:o}", "driver", name,
                     "renderer", "R", "version", "1", "error", "label", "reference", "basevertex", "native",
                     "none", "golden", "none", "checksum", "none", "native_unexpected", 0, "auto", "ext",
                     "arms", arms);
}

static inline json_t *test_trace(const char *name, const char *md5, json_t *drivers)
{
    return json_pack("{s:s, s:s, s:s, s:n, s:i, s:n, s:o}", "trace", name, "path", name, "md5", md5, "error",
                     "calls", 5, "damage", "drivers", drivers);
}

static inline json_t *test_document(json_t *traces)
{
    return json_pack("{s:i, s:{s:s, s:s}, s:{s:s, s:s, s:i}, s:o}", "schema", 1, "retrace", "version", "1",
                     "commit", "c", "host", "name", "h", "machine", "m", "cpus", 2, "traces", traces);
}

/* A document of one trace "t" on one driver "d". */
static inline json_t *test_one(json_t *arms)
{
    return test_document(json_pack("[o]", test_trace("t", "00", json_pack("[o]", test_driver("d", arms)))));
}

#endif
