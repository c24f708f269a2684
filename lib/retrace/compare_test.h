/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_COMPARE_TEST_H
#define RETRACE_COMPARE_TEST_H

/* For the tests of comparisons: small documents, and what comparing two says. Include after cmocka.h. */

#include "retrace/compare.h"
#include "retrace/document_test.h"

#include <stdio.h>
#include <string.h>

struct outcome {
    size_t worse, better, other;
    char first[512];
};

/* Compares and gives both documents up. */
static inline struct outcome compare_with(json_t *before, json_t *after, const struct compare_params *params)
{
    struct compare_result result;
    struct outcome out = {0};

    assert_true(compare_documents(before, after, params, &result));
    out.worse = result.regressions;
    out.better = result.improvements;
    out.other = result.n - out.worse - out.better;
    if (result.n)
        snprintf(out.first, sizeof out.first, "%s: %s", result.items[0].what, result.items[0].text);
    compare_result_finish(&result);
    json_decref(before);
    json_decref(after);
    return out;
}

static inline struct outcome compare(json_t *before, json_t *after)
{
    return compare_with(before, after, &(struct compare_params){.threshold = 0.05});
}

/* A document of one arm with a verdict and a frame. */
static inline json_t *one(const char *verdict, const char *frame)
{
    return test_one(json_pack("[o]", test_arm("ext", verdict, "aa", frame)));
}

/* The same with the times of three runs. */
static inline json_t *timed(double a, double b, double c)
{
    json_t *arm = test_arm("ext", "identical", "aa", "bb");

    json_object_set_new(arm, "ns_per_op", test_cost(a, b, c));
    return test_one(json_pack("[o]", arm));
}

#endif
