/* SPDX-License-Identifier: MIT */
/* Tests of metrics: what is good, bad or no answer for a bisection. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "retrace/document_test.h"
#include "retrace/metric.h"
#include "tiers/tiers.h"

#include <string.h>

static enum bisect_answer judge(const char *word, json_t *document, json_t *good)
{
    struct metric metric;
    char why[256];
    enum bisect_answer answer;

    assert_true(metric_parse(word, &metric));
    answer = metric_judge(&metric, document, good, why, sizeof why);
    assert_true(why[0]);
    json_decref(document);
    json_decref(good);
    return answer;
}

static json_t *arms(const char *verdict, const char *frame)
{
    return json_pack("[o, o]", test_arm("ext", verdict, "aa", frame),
                     test_arm("basevertex", "identical", "aa", "bb"));
}

static json_t *with(const char *key, const char *value)
{
    json_t *document = test_one(arms("identical", "bb"));
    json_t *driver =
        json_array_get(json_object_get(json_array_get(json_object_get(document, "traces"), 0), "drivers"), 0);

    json_object_set_new(driver, key, json_string(value));
    return document;
}

static void test_words_are_parsed(void **state)
{
    struct metric metric;

    (void)state;
    assert_true(metric_parse("tier=compute", &metric));
    assert_int_equal(metric.tier, TIERS_COMPUTE);
    assert_true(metric_parse("time", &metric));
    assert_int_equal(metric.kind, METRIC_TIME);
    assert_false(metric_parse("tier=", &metric));
    assert_false(metric_parse("tier=native", &metric));
    assert_false(metric_parse("pixel", &metric));
    assert_false(metric_parse("", &metric));
}

static void test_pixels_without_a_good_result(void **state)
{
    json_t *unexpected = with("native", "differs");
    json_t *driver = json_array_get(
        json_object_get(json_array_get(json_object_get(unexpected, "traces"), 0), "drivers"), 0);

    (void)state;
    /* Desktop GL decides only where it was expected to be the same, and not against a good result. */
    assert_int_equal(judge("pixels", json_incref(unexpected), NULL), BISECT_GOOD);
    json_object_set_new(driver, "native_unexpected", json_true());
    assert_int_equal(judge("pixels", json_incref(unexpected), NULL), BISECT_BAD);
    assert_int_equal(judge("pixels", unexpected, test_one(arms("identical", "bb"))), BISECT_GOOD);
    assert_int_equal(judge("pixels", test_one(json_array()), NULL), BISECT_SKIP);
    assert_int_equal(judge("pixels", test_one(arms("identical", "bb")), NULL), BISECT_GOOD);
    assert_int_equal(judge("pixels", test_one(arms("differs", "bb")), NULL), BISECT_BAD);
    assert_int_equal(judge("pixels", test_one(arms("crashed", "bb")), NULL), BISECT_BAD);
    assert_int_equal(judge("pixels", test_one(arms("unsupported", "bb")), NULL), BISECT_GOOD);
    assert_int_equal(judge("pixels", with("golden", "differs"), NULL), BISECT_BAD);
    assert_int_equal(judge("pixels", with("checksum", "differs"), NULL), BISECT_BAD);
}

static void test_pixels_beside_a_good_result(void **state)
{
    (void)state;
    assert_int_equal(judge("pixels", test_one(arms("identical", "cc")), test_one(arms("identical", "bb"))),
                     BISECT_BAD);
    assert_int_equal(judge("pixels", test_one(arms("differs", "cc")), test_one(arms("differs", "cc"))),
                     BISECT_GOOD);
    assert_int_equal(judge("pixels", with("golden", "differs"), test_one(arms("identical", "bb"))),
                     BISECT_GOOD);
}

static void test_a_tier_must_run_every_batch(void **state)
{
    static const char *const bad[] = {"partial", "demoted", "unsupported", "differs",
                                      "crashed", "hung",    "failed"};

    (void)state;
    assert_int_equal(judge("tier=ext", test_one(arms("identical", "bb")), NULL), BISECT_GOOD);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(judge("tier=ext", test_one(arms(bad[i], "bb")), NULL), BISECT_BAD);
    assert_int_equal(judge("tier=ext", test_one(arms("no-batches", "bb")), NULL), BISECT_SKIP);
    assert_int_equal(judge("tier=compute", test_one(arms("identical", "bb")), NULL), BISECT_SKIP);
    assert_int_equal(judge("tier=ext", test_one(arms("partial", "bb")), test_one(arms("partial", "bb"))),
                     BISECT_GOOD);
}

static void test_what_did_not_come_up_is_skipped(void **state)
{
    json_t *unread = test_one(arms("identical", "bb"));

    (void)state;
    assert_int_equal(judge("pixels", with("error", "absent"), NULL), BISECT_SKIP);
    assert_int_equal(judge("tier=ext", with("error", "its renderer is another"), NULL), BISECT_SKIP);
    assert_int_equal(judge("pixels", test_document(json_array()), NULL), BISECT_SKIP);
    assert_int_equal(judge("pixels", test_one(json_array()), NULL), BISECT_SKIP);
    json_object_set_new(json_array_get(json_object_get(unread, "traces"), 0), "error",
                        json_string("no such file"));
    assert_int_equal(judge("pixels", unread, NULL), BISECT_SKIP);
}

static void test_a_flake_is_no_answer(void **state)
{
    json_t *arm = test_arm("ext", "differs", "aa", "cc");

    (void)state;
    json_object_set_new(arm, "stability", json_string("flakes"));
    assert_int_equal(judge("pixels", test_one(json_pack("[O]", arm)), NULL), BISECT_SKIP);
    assert_int_equal(judge("tier=ext", test_one(json_pack("[o]", arm)), NULL), BISECT_SKIP);
}

static void test_one_bad_trace_is_bad(void **state)
{
    json_t *traces = json_pack(
        "[o, o]", test_trace("a", "00", json_pack("[o]", test_driver("d", arms("no-batches", "bb")))),
        test_trace("b", "11", json_pack("[o]", test_driver("d", arms("demoted", "bb")))));

    (void)state;
    assert_int_equal(judge("tier=ext", test_document(traces), NULL), BISECT_BAD);
}

static void test_one_trace_that_cannot_be_judged_leaves_the_answer_open(void **state)
{
    json_t *skip = test_trace("a", "00", json_pack("[o]", test_driver("d", arms("no-batches", "bb"))));
    json_t *good = test_trace("b", "11", json_pack("[o]", test_driver("d", arms("identical", "bb"))));

    (void)state;
    assert_int_equal(judge("tier=ext", test_document(json_pack("[o, o]", skip, good)), NULL), BISECT_SKIP);
}

static void test_times_are_found_by_tier_and_by_auto(void **state)
{
    json_t *list = arms("identical", "bb"), *document;

    (void)state;
    json_object_set_new(json_array_get(list, 0), "ns_per_op", test_cost(5, 7, 6));
    document = test_one(list);
    assert_true(metric_time_of(document, "ext") == 6);
    assert_true(metric_time_of(document, "auto") == 6);
    assert_true(metric_time_of(document, "basevertex") < 0);
    assert_true(metric_time_of(document, "compute") < 0);
    json_decref(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_are_parsed),
        cmocka_unit_test(test_pixels_without_a_good_result),
        cmocka_unit_test(test_pixels_beside_a_good_result),
        cmocka_unit_test(test_a_tier_must_run_every_batch),
        cmocka_unit_test(test_what_did_not_come_up_is_skipped),
        cmocka_unit_test(test_a_flake_is_no_answer),
        cmocka_unit_test(test_one_bad_trace_is_bad),
        cmocka_unit_test(test_one_trace_that_cannot_be_judged_leaves_the_answer_open),
        cmocka_unit_test(test_times_are_found_by_tier_and_by_auto),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
