/* SPDX-License-Identifier: MIT */
/* Tests of verdicts out of digests and counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "retrace/harness.h"

/* An arm of two frames whose tier took all of its ten batches. */
static struct arm make_arm(const char *tier, const char *first, const char *second)
{
    struct arm arm;
    enum tiers_tier t = tiers_find(tier);

    arm_init(&arm, tier);
    arm.frames = calloc(2, sizeof *arm.frames);
    arm.n_frames = 2;
    for (int i = 0; i < 2; i++) {
        arm.frames[i] =
            (struct arm_frame){.frame = (uint64_t)i, .call = 100 * (uint64_t)i + 7, .width = 4, .height = 4};
        strcpy(arm.frames[i].rgba_md5, i ? second : first);
        strcpy(arm.frames[i].md5, "dd");
    }
    arm.started = arm.ended = true;
    arm.gaps = json_array();
    arm.errors = json_array();
    arm.stats.batches = 10;
    if (t != TIERS_NONE) {
        arm.stats.executed[t] = 10;
        arm.announced[t] = true;
    }
    return arm;
}

static enum verdict judged(struct arm *arm, struct arm *native)
{
    struct arm reference = make_arm("basevertex", "aa", "bb");
    enum verdict verdict;

    verdict_judge(arm, &reference, native);
    verdict = arm->verdict;
    arm_finish(&reference);
    return verdict;
}

static void test_all_batches_and_same_pixels_are_identical(void **state)
{
    struct arm arm = make_arm("ext", "aa", "bb");

    (void)state;
    assert_int_equal(judged(&arm, NULL), VERDICT_IDENTICAL);
    arm_finish(&arm);
}

static void test_other_pixels_differ_and_are_located(void **state)
{
    struct arm arm = make_arm("ext", "aa", "bc");

    (void)state;
    assert_int_equal(judged(&arm, NULL), VERDICT_DIFFERS);
    assert_int_equal(arm.diverges_frame, 1);
    assert_int_equal(arm.diverges_call, 107);
    arm_finish(&arm);
}

static void test_a_place_that_was_found_is_told(void **state)
{
    struct arm arm = make_arm("ext", "aa", "bc");

    (void)state;
    judged(&arm, NULL);
    assert_int_equal(arm.diverges_subdraw, -1);
    assert_string_equal(arm.reason, "first at frame 1, call 107");
    verdict_locate(&arm, 55, -1);
    assert_string_equal(arm.reason, "first at frame 1, call 55");
    verdict_locate(&arm, 55, 3);
    assert_string_equal(arm.reason, "first at frame 1, call 55, sub-draw 3");
    assert_int_equal(arm.diverges_call, 55);
    assert_int_equal(arm.diverges_subdraw, 3);
    arm_finish(&arm);
}

static void test_missing_frame_differs(void **state)
{
    struct arm arm = make_arm("ext", "aa", "bb");

    (void)state;
    arm.n_frames = 1;
    assert_int_equal(judged(&arm, NULL), VERDICT_DIFFERS);
    assert_int_equal(arm.diverges_frame, 1);
    arm_finish(&arm);
}

static void test_tier_that_announced_nothing_is_never_identical(void **state)
{
    struct arm arm = make_arm("ext", "aa", "bb");

    (void)state;
    arm.announced[TIERS_EXT] = false;
    assert_int_equal(judged(&arm, NULL), VERDICT_FAILED);
    arm_finish(&arm);
}

static void test_declined_batches_make_it_partial_with_reasons(void **state)
{
    struct arm arm = make_arm("compute", "aa", "bb");

    (void)state;
    arm.stats.executed[TIERS_COMPUTE] = 7;
    arm.stats.executed[TIERS_BASEVERTEX] = 3;
    arm.stats.declined[TIERS_COMPUTE][TIERS_PARTIAL][TIERS_BASEVERTEX] = 3;
    assert_int_equal(judged(&arm, NULL), VERDICT_PARTIAL);
    assert_non_null(strstr(arm.reason, tiers_reason_name(TIERS_PARTIAL)));
    assert_non_null(strstr(arm.reason, ":3"));
    arm_finish(&arm);
}

static void test_no_batch_through_the_tier_is_demoted(void **state)
{
    struct arm arm = make_arm("compute", "aa", "bb");

    (void)state;
    arm.stats.executed[TIERS_COMPUTE] = 0;
    arm.announced[TIERS_COMPUTE] = false;
    assert_int_equal(judged(&arm, NULL), VERDICT_DEMOTED);
    arm_finish(&arm);
}

static void test_decline_does_not_excuse_other_pixels(void **state)
{
    struct arm arm = make_arm("compute", "aa", "xx");

    (void)state;
    arm.stats.executed[TIERS_COMPUTE] = 7;
    assert_int_equal(judged(&arm, NULL), VERDICT_DIFFERS);
    arm_finish(&arm);
}

static void test_trace_without_batches(void **state)
{
    struct arm arm = make_arm("ext", "aa", "bb");

    (void)state;
    memset(&arm.stats, 0, sizeof arm.stats);
    assert_int_equal(judged(&arm, NULL), VERDICT_NO_BATCHES);
    arm_finish(&arm);
}

static void test_crash_names_the_signal(void **state)
{
    struct arm arm = make_arm("ext", "aa", "bb");

    (void)state;
    arm.ended = false;
    arm.status = (struct spawn_status){SPAWN_SIGNALLED, SIGSEGV};
    assert_int_equal(judged(&arm, NULL), VERDICT_CRASHED);
    assert_non_null(strstr(arm.reason, "SIGSEGV"));
    arm_finish(&arm);
}

static void test_time_limit_is_hung(void **state)
{
    struct arm arm = make_arm("ext", "aa", "bb");

    (void)state;
    arm.ended = false;
    arm.status = (struct spawn_status){SPAWN_HUNG, 0};
    assert_int_equal(judged(&arm, NULL), VERDICT_HUNG);
    arm_finish(&arm);
}

static json_t *gl_error(void)
{
    return json_pack("{s:i, s:s, s:i}", "call", 12, "function", "glDrawElements", "code", 0x502);
}

static void test_gl_error_fails_unless_desktop_gl_raises_it_too(void **state)
{
    struct arm arm = make_arm("ext", "aa", "bb"), native = make_arm("native", "aa", "bb");

    (void)state;
    json_array_append_new(arm.errors, gl_error());
    assert_int_equal(judged(&arm, &native), VERDICT_FAILED);
    assert_non_null(strstr(arm.reason, "GL_INVALID_OPERATION at call 12"));
    json_array_append_new(native.errors, gl_error());
    assert_int_equal(judged(&arm, &native), VERDICT_IDENTICAL);
    arm_finish(&arm);
    arm_finish(&native);
}

static void test_gap_that_affects_draws_fails_unless_pixels_are_native(void **state)
{
    struct arm arm = make_arm("ext", "aa", "bb"), native = make_arm("native", "aa", "bb"),
               other = make_arm("native", "aa", "cc");

    (void)state;
    json_array_append_new(arm.gaps, json_pack("{s:s, s:s, s:i, s:b}", "function", "glLogicOp", "reason", "r",
                                              "count", 3, "draw", 1));
    assert_int_equal(judged(&arm, NULL), VERDICT_FAILED);
    assert_int_equal(judged(&arm, &other), VERDICT_FAILED);
    assert_int_equal(judged(&arm, &native), VERDICT_IDENTICAL);
    arm_finish(&arm);
    arm_finish(&native);
    arm_finish(&other);
}

static void test_blank_frames_fail_unless_native_is_blank(void **state)
{
    struct arm arm = make_arm("ext", "aa", "bb"), native = make_arm("native", "aa", "bb");

    (void)state;
    arm.frames[0].blank = arm.frames[1].blank = true;
    assert_int_equal(judged(&arm, NULL), VERDICT_FAILED);
    native.frames[0].blank = native.frames[1].blank = true;
    assert_int_equal(judged(&arm, &native), VERDICT_IDENTICAL);
    arm_finish(&arm);
    arm_finish(&native);
}

static void test_nothing_is_identical_to_a_reference_that_did_not_finish(void **state)
{
    struct arm arm = make_arm("ext", "aa", "bb"), reference = make_arm("basevertex", "aa", "bb");

    (void)state;
    reference.ended = false;
    verdict_judge(&arm, &reference, NULL);
    assert_int_equal(arm.verdict, VERDICT_FAILED);
    arm_finish(&arm);
    arm_finish(&reference);
}

static void test_dropped_batches_fail(void **state)
{
    struct arm arm = make_arm("ext", "aa", "bb");

    (void)state;
    arm.stats.dropped = 1;
    assert_int_equal(judged(&arm, NULL), VERDICT_FAILED);
    arm_finish(&arm);
}

static void test_median_of_three_and_its_range(void **state)
{
    struct arm_cost cost = {.runs = {30, 10, 20}, .n = 3};
    double median, min, max;

    (void)state;
    assert_true(arm_cost_summary(&cost, &median, &min, &max));
    assert_true(median == 20 && min == 10 && max == 30);
    cost.n = 0;
    assert_false(arm_cost_summary(&cost, &median, &min, &max));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_batches_and_same_pixels_are_identical),
        cmocka_unit_test(test_other_pixels_differ_and_are_located),
        cmocka_unit_test(test_a_place_that_was_found_is_told),
        cmocka_unit_test(test_missing_frame_differs),
        cmocka_unit_test(test_tier_that_announced_nothing_is_never_identical),
        cmocka_unit_test(test_declined_batches_make_it_partial_with_reasons),
        cmocka_unit_test(test_no_batch_through_the_tier_is_demoted),
        cmocka_unit_test(test_decline_does_not_excuse_other_pixels),
        cmocka_unit_test(test_trace_without_batches),
        cmocka_unit_test(test_crash_names_the_signal),
        cmocka_unit_test(test_time_limit_is_hung),
        cmocka_unit_test(test_gl_error_fails_unless_desktop_gl_raises_it_too),
        cmocka_unit_test(test_gap_that_affects_draws_fails_unless_pixels_are_native),
        cmocka_unit_test(test_blank_frames_fail_unless_native_is_blank),
        cmocka_unit_test(test_nothing_is_identical_to_a_reference_that_did_not_finish),
        cmocka_unit_test(test_dropped_batches_fail),
        cmocka_unit_test(test_median_of_three_and_its_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
