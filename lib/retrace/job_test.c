/* SPDX-License-Identifier: MIT */
/* Tests of jobs as a worker is given them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "retrace/job.h"

static void test_every_field_of_a_job_arrives(void **state)
{
    const struct job sent = {
        .trace = "a \"quoted\" \xff path",
        .drivers_file = "drivers.json",
        .driver = "llvmpipe",
        .tier = "ext",
        .caps = "es=3.1",
        .snapshots = "1,2-3/draw",
        .cache = "/a/cache",
        .images = "images",
        .image_prefix = "a.llvmpipe.ext",
        .limit_call = (UINT64_C(1) << 40) + 7,
        .limit_subdraws = 3000000000u,
        .benchmark = true,
        .time_floor_ns = INT64_C(300000000000),
    };
    char *text = job_to_text(&sent);
    struct job_text *owner;
    struct job got;

    (void)state;
    assert_non_null(text);
    assert_true(job_from_text(text, &got, &owner));
    assert_string_equal(got.trace, sent.trace);
    assert_string_equal(got.drivers_file, sent.drivers_file);
    assert_string_equal(got.driver, sent.driver);
    assert_string_equal(got.tier, sent.tier);
    assert_string_equal(got.caps, sent.caps);
    assert_string_equal(got.snapshots, sent.snapshots);
    assert_string_equal(got.cache, sent.cache);
    assert_string_equal(got.images, sent.images);
    assert_string_equal(got.image_prefix, sent.image_prefix);
    assert_int_equal(got.limit_call, sent.limit_call);
    assert_int_equal(got.limit_subdraws, sent.limit_subdraws);
    assert_true(got.benchmark);
    assert_int_equal(got.time_floor_ns, sent.time_floor_ns);
    job_text_destroy(owner);
    free(text);
}

static void test_what_is_not_given_is_absent(void **state)
{
    const struct job sent = {.trace = "a", .driver = "b", .tier = "native"};
    char *text = job_to_text(&sent);
    struct job_text *owner;
    struct job got;

    (void)state;
    assert_non_null(text);
    assert_true(job_from_text(text, &got, &owner));
    assert_null(got.caps);
    assert_null(got.snapshots);
    assert_null(got.cache);
    assert_null(got.images);
    assert_false(got.benchmark);
    assert_int_equal(got.limit_subdraws, 0);
    assert_int_equal(got.time_floor_ns, 0);
    job_text_destroy(owner);
    free(text);
}

static void test_a_job_needs_trace_driver_and_tier(void **state)
{
    struct job_text *owner;
    struct job got;

    (void)state;
    assert_false(job_from_text("{\"trace\": \"a\", \"driver\": \"b\"}", &got, &owner));
    job_text_destroy(owner);
    assert_false(job_from_text("no JSON", &got, &owner));
    job_text_destroy(owner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_field_of_a_job_arrives),
        cmocka_unit_test(test_what_is_not_given_is_absent),
        cmocka_unit_test(test_a_job_needs_trace_driver_and_tier),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
