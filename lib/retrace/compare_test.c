/* SPDX-License-Identifier: MIT */
/* What a comparison of two documents calls worse, better or only different. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "retrace/compare_test.h"

static void test_a_document_is_no_change_of_itself(void **state)
{
    struct outcome out = compare(timed(5, 6, 7), timed(5, 6, 7));

    (void)state;
    assert_int_equal(out.worse + out.better + out.other, 0);
}

static void test_verdicts_get_worse_and_better(void **state)
{
    static const char *const down[] = {"partial", "demoted", "unsupported", "differs",
                                       "crashed", "hung",    "failed"};

    (void)state;
    for (size_t i = 0; i < sizeof down / sizeof down[0]; i++) {
        assert_int_equal(compare(one("identical", "bb"), one(down[i], "bb")).worse, 1);
        assert_int_equal(compare(one(down[i], "bb"), one("identical", "bb")).better, 1);
    }
    assert_int_equal(compare(one("crashed", "bb"), one("hung", "bb")).better, 1);
    assert_int_equal(compare(one("no-batches", "bb"), one("identical", "bb")).other, 1);
}

static void test_what_is_expected_by_now_is_no_regression(void **state)
{
    json_t *arm = test_arm("ext", "partial", "aa", "bb");

    (void)state;
    json_object_set_new(arm, "expected", json_string("partial"));
    assert_int_equal(compare(one("identical", "bb"), test_one(json_pack("[O]", arm))).worse, 0);
    json_object_set_new(arm, "unexpected", json_string("2 declined expected, 3 counted"));
    assert_int_equal(compare(one("identical", "bb"), test_one(json_pack("[o]", arm))).worse, 1);
}

static void test_fewer_batches_are_worse(void **state)
{
    json_t *arm = test_arm("ext", "partial", "aa", "bb");

    (void)state;
    json_object_set_new(json_object_get(arm, "batches"), "executed", json_integer(8));
    assert_int_equal(compare(one("partial", "bb"), test_one(json_pack("[o]", arm))).worse, 1);
}

static void test_other_pixels_are_worse(void **state)
{
    struct outcome out = compare(one("identical", "bb"), one("identical", "cc"));

    (void)state;
    assert_int_equal(out.worse, 1);
    assert_string_equal(out.first, "digests: other pixels from frame 1 on");
}

/* The new driver's desktop GL: with the new pixels, or the old ones. */
static json_t *other_version(const char *native)
{
    json_t *arms = json_pack("[o, o]", test_arm("native", "identical", "aa", native),
                             test_arm("ext", "identical", "aa", "cc"));
    json_t *driver = test_driver("d", arms);

    json_object_set_new(driver, "version", json_string("2"));
    return test_document(json_pack("[o]", test_trace("t", "00", json_pack("[o]", driver))));
}

static void test_pixels_that_follow_a_new_driver_are_a_change(void **state)
{
    (void)state;
    assert_int_equal(compare(one("identical", "bb"), other_version("cc")).worse, 0);
    assert_int_equal(compare(one("identical", "bb"), other_version("bb")).worse, 1);
}

static void test_another_trace_is_not_compared_by_pixels(void **state)
{
    json_t *after = one("identical", "cc");
    struct outcome out;

    (void)state;
    json_object_set_new(json_array_get(json_object_get(after, "traces"), 0), "md5", json_string("11"));
    out = compare(one("identical", "bb"), after);
    assert_int_equal(out.worse, 0);
    assert_int_equal(out.other, 1);
}

static void test_what_is_missing_is_worse_unless_told_otherwise(void **state)
{
    struct compare_params common = {.threshold = 0.05, .common = true};
    struct outcome out;

    (void)state;
    assert_int_equal(compare(one("identical", "bb"), test_document(json_array())).worse, 1);
    assert_int_equal(compare(one("identical", "bb"), test_one(json_array())).worse, 1);
    assert_int_equal(compare(test_document(json_array()), one("identical", "bb")).other, 1);
    out = compare_with(one("identical", "bb"), test_document(json_array()), &common);
    assert_int_equal(out.worse + out.other, 0);
}

static void test_a_driver_that_does_not_come_up_is_worse(void **state)
{
    json_t *driver = test_driver("d", json_array());

    (void)state;
    json_object_set_new(driver, "error", json_string("it crashed while starting"));
    assert_int_equal(compare(one("identical", "bb"),
                             test_document(json_pack("[o]", test_trace("t", "00", json_pack("[o]", driver)))))
                         .worse,
                     1);
}

static json_t *trace_of(json_t *document)
{
    return json_array_get(json_object_get(document, "traces"), 0);
}

/* The document of one arm with a text of the trace or of its driver changed. */
static json_t *with(json_t *document, bool of_driver, const char *key, const char *value)
{
    json_t *object = trace_of(document);

    if (of_driver)
        object = json_array_get(json_object_get(object, "drivers"), 0);
    json_object_set_new(object, key, json_string(value));
    return document;
}

static void assert_outcome(struct outcome out, size_t worse, size_t better, size_t other, const char *first)
{
    assert_int_equal(out.worse, worse);
    assert_int_equal(out.better, better);
    assert_int_equal(out.other, other);
    assert_string_equal(out.first, first);
}

static void test_oracles_that_differ_now_are_worse(void **state)
{
    static const struct {
        const char *key, *from, *to;
        size_t worse, better, other;
    } cases[] = {
        {"golden", "equal", "differs", 1, 0, 0},     {"golden", "none", "differs", 1, 0, 0},
        {"golden", "differs", "equal", 0, 1, 0},     {"golden", "none", "equal", 0, 0, 1},
        {"checksum", "equal", "differs", 1, 0, 0},   {"checksum", "differs", "none", 0, 1, 0},
        {"native", "identical", "differs", 1, 0, 0}, {"native", "none", "differs", 0, 0, 1},
        {"native", "differs", "identical", 0, 1, 0}, {"native", "identical", "none", 0, 0, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char first[64];
        snprintf(first, sizeof first, "%s: %s → %s", cases[i].key, cases[i].from, cases[i].to);
        assert_outcome(compare(with(one("identical", "bb"), true, cases[i].key, cases[i].from),
                               with(one("identical", "bb"), true, cases[i].key, cases[i].to)),
                       cases[i].worse, cases[i].better, cases[i].other, first);
    }
}

static void test_a_trace_that_cannot_be_read_any_more_is_worse(void **state)
{
    (void)state;
    assert_outcome(compare(one("identical", "bb"), with(one("identical", "bb"), false, "error", "no trace")),
                   1, 0, 0, "trace: no trace");
    assert_outcome(compare(with(one("identical", "bb"), false, "error", "no trace"), one("identical", "bb")),
                   0, 1, 0, "trace: can be read now");
}

static void test_a_driver_that_comes_up_again_is_better(void **state)
{
    (void)state;
    assert_outcome(compare(with(one("identical", "bb"), true, "error", "it hung"), one("crashed", "bb")), 0,
                   1, 0, "driver: can be judged now");
    /* Two errors are one state. */
    assert_outcome(compare(with(one("identical", "bb"), true, "error", "it hung"),
                           with(one("identical", "bb"), true, "error", "it crashed")),
                   0, 0, 0, "");
}

static void test_drivers_and_tiers_that_only_one_has_are_told(void **state)
{
    json_t *two = json_pack("[o, o]", test_arm("ext", "identical", "aa", "bb"),
                            test_arm("compute", "identical", "aa", "bb"));
    json_t *other = test_document(
        json_pack("[o]", test_trace("t", "00", json_pack("[o]", test_driver("e", json_array())))));

    (void)state;
    assert_outcome(compare(test_one(json_incref(two)), one("identical", "bb")), 1, 0, 0,
                   "missing: is not in the new result");
    assert_outcome(compare(one("identical", "bb"), test_one(two)), 0, 0, 1, "new: is not in the old result");
    assert_outcome(compare(one("identical", "bb"), other), 1, 0, 1, "missing: is not in the new result");
}

static json_t *flaking(const char *verdict)
{
    json_t *arm = test_arm("ext", verdict, "aa", "bb");

    json_object_set_new(arm, "stability", json_string("flakes"));
    json_object_set_new(arm, "reason", json_string("SIGSEGV"));
    return test_one(json_pack("[o]", arm));
}

static void test_a_flake_is_worse_and_says_so(void **state)
{
    (void)state;
    assert_outcome(compare(one("identical", "bb"), flaking("crashed")), 1, 0, 0,
                   "verdict: identical → crashed (flakes): SIGSEGV");
    assert_outcome(compare(flaking("crashed"), one("identical", "bb")), 0, 1, 0,
                   "verdict: crashed (flakes) → identical");
    assert_outcome(compare(flaking("crashed"), flaking("crashed")), 0, 0, 0, "");
}

static void test_frames_that_one_lacks_are_other_pixels(void **state)
{
    json_t *arm = test_arm("ext", "identical", "aa", "bb");

    (void)state;
    json_array_remove(json_object_get(arm, "frames"), 1);
    assert_outcome(compare(one("identical", "bb"), test_one(json_pack("[O]", arm))), 1, 0, 0,
                   "digests: other pixels from frame 1 on");
    /* Of an arm without frames nothing can be said but its verdict. */
    json_array_clear(json_object_get(arm, "frames"));
    assert_outcome(compare(one("identical", "bb"), test_one(json_pack("[o]", arm))), 0, 0, 0, "");
}

/* As a merge of hosts with other versions of a trace leaves them. */
static json_t *two_of_a_name(const char *first, const char *second, const char *frame)
{
    json_t *a = test_driver("d", json_pack("[o]", test_arm("ext", "identical", "aa", "bb")));
    json_t *b = test_driver("d", json_pack("[o]", test_arm("ext", "identical", "aa", frame)));

    return test_document(json_pack("[o, o]", test_trace("t", first, json_pack("[o]", a)),
                                   test_trace("t", second, json_pack("[o]", b))));
}

static void test_traces_of_one_name_are_paired_by_content(void **state)
{
    (void)state;
    assert_outcome(compare(two_of_a_name("00", "11", "cc"), two_of_a_name("00", "11", "cc")), 0, 0, 0, "");
    assert_outcome(compare(two_of_a_name("00", "11", "cc"), two_of_a_name("00", "11", "dd")), 1, 0, 0,
                   "digests: other pixels from frame 1 on");
    assert_outcome(compare(one("identical", "bb"), two_of_a_name("00", "11", "cc")), 0, 0, 0, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_document_is_no_change_of_itself),
        cmocka_unit_test(test_verdicts_get_worse_and_better),
        cmocka_unit_test(test_what_is_expected_by_now_is_no_regression),
        cmocka_unit_test(test_fewer_batches_are_worse),
        cmocka_unit_test(test_other_pixels_are_worse),
        cmocka_unit_test(test_pixels_that_follow_a_new_driver_are_a_change),
        cmocka_unit_test(test_another_trace_is_not_compared_by_pixels),
        cmocka_unit_test(test_what_is_missing_is_worse_unless_told_otherwise),
        cmocka_unit_test(test_a_driver_that_does_not_come_up_is_worse),
        cmocka_unit_test(test_oracles_that_differ_now_are_worse),
        cmocka_unit_test(test_a_trace_that_cannot_be_read_any_more_is_worse),
        cmocka_unit_test(test_a_driver_that_comes_up_again_is_better),
        cmocka_unit_test(test_drivers_and_tiers_that_only_one_has_are_told),
        cmocka_unit_test(test_a_flake_is_worse_and_says_so),
        cmocka_unit_test(test_frames_that_one_lacks_are_other_pixels),
        cmocka_unit_test(test_traces_of_one_name_are_paired_by_content),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
