/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "retrace/document_test.h"
#include "retrace/merge.h"

#include "log.h"

#include <string.h>

struct warnings {
    int n;
};

static void count(void *priv, enum log_level level, const char *msg)
{
    (void)msg;
    ((struct warnings *)priv)->n += level == LOG_WARN;
}

/* Merges, and gives the documents up. */
static json_t *merge_all(json_t *a, json_t *b, int *warned)
{
    struct warnings warnings = {0};
    const struct log log = {.write = count, .priv = &warnings, .max = LOG_WARN};
    struct merge *merge = merge_create(&log);
    json_t *result;

    assert_true(merge_add(merge, a, "a"));
    if (b)
        assert_true(merge_add(merge, b, "b"));
    result = merge_result(merge);
    merge_destroy(merge);
    if (warned)
        *warned = warnings.n;
    return result;
}

static void assert_same(json_t *is, json_t *wanted)
{
    if (!json_equal(is, wanted)) {
        char *a = json_dumps(is, JSON_SORT_KEYS), *b = json_dumps(wanted, JSON_SORT_KEYS);
        assert_string_equal(a, b);
    }
    json_decref(is);
    json_decref(wanted);
}

static json_t *arm(const char *tier)
{
    return test_arm(tier, "identical", "aa", "bb");
}

static json_t *driver(const char *name)
{
    return test_driver(name, json_pack("[o, o]", arm("ext"), arm("basevertex")));
}

static json_t *trace(const char *name, json_t *drivers)
{
    return test_trace(name, "00", drivers);
}

static void test_one_document_is_itself(void **state)
{
    json_t *document = test_document(json_pack("[o]", trace("t", json_pack("[o]", driver("d")))));

    (void)state;
    assert_same(merge_all(json_deep_copy(document), NULL, NULL), document);
}

static void test_drivers_of_two_runs_are_those_of_one(void **state)
{
    json_t *a = test_document(json_pack("[o, o]", trace("t", json_pack("[o]", driver("d"))),
                                        trace("u", json_pack("[o]", driver("d")))));
    json_t *b = test_document(json_pack("[o, o]", trace("t", json_pack("[o]", driver("e"))),
                                        trace("u", json_pack("[o]", driver("e")))));
    json_t *both =
        test_document(json_pack("[o, o]", trace("t", json_pack("[o, o]", driver("d"), driver("e"))),
                                trace("u", json_pack("[o, o]", driver("d"), driver("e")))));
    int warned;

    (void)state;
    assert_same(merge_all(a, b, &warned), both);
    assert_int_equal(warned, 0);
}

static void test_a_trace_that_only_one_has_keeps_its_place(void **state)
{
    json_t *a = test_document(json_pack("[o, o]", trace("t", json_array()), trace("v", json_array())));
    json_t *b = test_document(
        json_pack("[o, o, o]", trace("t", json_array()), trace("u", json_array()), trace("v", json_array())));

    (void)state;
    assert_same(merge_all(a, json_deep_copy(b), NULL), b);
}

static void test_traces_of_one_name_and_other_content_stay_two(void **state)
{
    json_t *a = test_document(json_pack("[o]", test_trace("t", "00", json_array())));
    json_t *b = test_document(json_pack("[o]", test_trace("t", "11", json_array())));
    json_t *both = merge_all(a, b, NULL);

    (void)state;
    assert_int_equal(json_array_size(json_object_get(both, "traces")), 2);
    json_decref(both);
}

static json_t *arms_of(json_t *document)
{
    json_t *drivers = json_object_get(json_array_get(json_object_get(document, "traces"), 0), "drivers");

    return json_object_get(json_array_get(drivers, 0), "arms");
}

static void test_arms_of_parts_stand_in_the_order_of_a_run(void **state)
{
    static const char *const order[] = {"native", "ext", "basevertex", "compute", "auto"};
    json_t *both = merge_all(
        test_one(json_pack("[o, o]", arm("basevertex"), arm("compute"))),
        test_one(json_pack("[o, o, o, o]", arm("native"), arm("ext"), arm("basevertex"), arm("auto"))), NULL);

    (void)state;
    assert_int_equal(json_array_size(arms_of(both)), 5);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(json_string_value(json_object_get(json_array_get(arms_of(both), i), "tier")),
                            order[i]);
    json_decref(both);
}

static void test_the_later_result_counts_with_a_warning(void **state)
{
    json_t *both;
    int warned;

    (void)state;
    both = merge_all(test_one(json_pack("[o]", arm("ext"))),
                     test_one(json_pack("[o]", test_arm("ext", "differs", "aa", "cc"))), &warned);
    assert_int_equal(warned, 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(arms_of(both), 0), "verdict")),
                        "differs");
    json_decref(both);
    both = merge_all(test_one(json_pack("[o]", arm("ext"))), test_one(json_pack("[o]", arm("ext"))), &warned);
    assert_int_equal(warned, 0);
    assert_int_equal(json_array_size(arms_of(both)), 1);
    json_decref(both);
}

static void test_a_result_is_not_lost_to_an_error(void **state)
{
    json_t *failed = test_driver("d", json_array()), *both;
    int warned;

    (void)state;
    json_object_set_new(failed, "error", json_string("it hung while starting"));
    failed = test_document(json_pack("[o]", trace("t", json_pack("[o]", failed))));
    both = merge_all(test_one(json_pack("[o]", arm("ext"))), json_deep_copy(failed), &warned);
    assert_int_equal(warned, 1);
    assert_int_equal(json_array_size(arms_of(both)), 1);
    json_decref(both);
    both = merge_all(failed, test_one(json_pack("[o]", arm("ext"))), &warned);
    assert_int_equal(json_array_size(arms_of(both)), 1);
    json_decref(both);
}

static void test_other_hosts_and_builds_are_listed(void **state)
{
    json_t *a = test_one(json_array()), *b = test_one(json_array()), *both;

    (void)state;
    json_object_set_new(json_object_get(b, "host"), "name", json_string("other"));
    both = merge_all(a, b, NULL);
    assert_int_equal(json_array_size(json_object_get(both, "hosts")), 2);
    assert_null(json_object_get(both, "builds"));
    both = merge_all(both, test_one(json_array()), NULL);
    assert_int_equal(json_array_size(json_object_get(both, "hosts")), 2);
    json_decref(both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_document_is_itself),
        cmocka_unit_test(test_drivers_of_two_runs_are_those_of_one),
        cmocka_unit_test(test_a_trace_that_only_one_has_keeps_its_place),
        cmocka_unit_test(test_traces_of_one_name_and_other_content_stay_two),
        cmocka_unit_test(test_arms_of_parts_stand_in_the_order_of_a_run),
        cmocka_unit_test(test_the_later_result_counts_with_a_warning),
        cmocka_unit_test(test_a_result_is_not_lost_to_an_error),
        cmocka_unit_test(test_other_hosts_and_builds_are_listed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
