/* SPDX-License-Identifier: MIT */
/* Tests of merging documents of several runs into one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "retrace/document.h"
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

static json_t *driver_of(json_t *document)
{
    json_t *drivers = json_object_get(json_array_get(json_object_get(document, "traces"), 0), "drivers");

    return json_array_get(drivers, 0);
}

/* A document whose driver says that it is that renderer. */
static json_t *drawn_by(const char *renderer, json_t *arms)
{
    json_t *document = test_one(arms);

    json_object_set_new(driver_of(document), "renderer", json_string(renderer));
    return document;
}

static void test_another_renderer_starts_anew(void **state)
{
    json_t *both;
    int warned;

    (void)state;
    both = merge_all(drawn_by("A", json_pack("[o, o]", arm("ext"), arm("basevertex"))),
                     drawn_by("B", json_pack("[o]", arm("basevertex"))), &warned);
    assert_int_equal(warned, 1);
    assert_int_equal(json_array_size(arms_of(both)), 1);
    assert_string_equal(document_text(driver_of(both), "renderer"), "B");
    json_decref(both);
    both = merge_all(drawn_by("A", json_pack("[o]", arm("ext"))),
                     drawn_by("A", json_pack("[o]", arm("basevertex"))), &warned);
    assert_int_equal(warned, 0);
    assert_int_equal(json_array_size(arms_of(both)), 2);
    json_decref(both);
}

static void test_other_pixels_of_the_same_verdict_are_told(void **state)
{
    json_t *both;
    int warned;

    (void)state;
    both = merge_all(test_one(json_pack("[o]", arm("ext"))),
                     test_one(json_pack("[o]", test_arm("ext", "identical", "aa", "cc"))), &warned);
    assert_int_equal(warned, 1);
    json_decref(both);
}

static void test_a_later_error_follows_an_earlier_one(void **state)
{
    json_t *documents[2], *both;

    (void)state;
    for (int i = 0; i < 2; i++) {
        documents[i] = test_one(json_array());
        json_object_set_new(driver_of(documents[i]), "error", json_string(i ? "it hung" : "it crashed"));
    }
    both = merge_all(documents[0], documents[1], NULL);
    assert_string_equal(document_text(driver_of(both), "error"), "it hung");
    json_decref(both);
}

static json_t *timed_arm(const char *tier, const char *verdict, double a, double b, double c)
{
    json_t *timed = test_arm(tier, verdict, "aa", "bb");

    json_object_set_new(timed, "ns_per_op", test_cost(a, b, c));
    return timed;
}

/* What is the fastest of two parts, and whether that is clear, "ext" or "ext?". */
static void assert_fastest(json_t *a, json_t *b, const char *wanted)
{
    json_t *both = merge_all(test_one(a), test_one(b), NULL);
    char found[32];

    snprintf(found, sizeof found, "%s%s", document_text(driver_of(both), "fastest"),
             json_is_true(json_object_get(driver_of(both), "fastest_clear")) ? "" : "?");
    assert_string_equal(found, wanted);
    json_decref(both);
}

static void test_the_fastest_is_found_among_the_parts(void **state)
{
    (void)state;
    assert_fastest(json_pack("[o]", timed_arm("ext", "identical", 5, 6, 7)),
                   json_pack("[o]", timed_arm("basevertex", "identical", 8, 9, 10)), "ext");
    assert_fastest(json_pack("[o]", timed_arm("ext", "identical", 8, 9, 10)),
                   json_pack("[o]", timed_arm("basevertex", "identical", 5, 6, 7)), "basevertex");
    assert_fastest(json_pack("[o]", timed_arm("ext", "identical", 5, 6, 7)),
                   json_pack("[o]", timed_arm("basevertex", "identical", 7, 9, 10)), "ext?");
    /* Only what is right counts, and native is no tier. */
    assert_fastest(
        json_pack("[o, o]", timed_arm("native", "identical", 1, 1, 1), timed_arm("ext", "differs", 2, 3, 4)),
        json_pack("[o]", timed_arm("basevertex", "identical", 8, 9, 10)), "basevertex");
    assert_fastest(json_pack("[o]", arm("ext")), json_pack("[o]", arm("basevertex")), "?");
}

static void test_who_could_read_the_trace_describes_it(void **state)
{
    json_t *a = test_one(json_array()), *b = test_one(json_array()), *both, *known;

    (void)state;
    json_object_set_new(json_array_get(json_object_get(a, "traces"), 0), "calls", json_integer(0));
    known = json_array_get(json_object_get(b, "traces"), 0);
    json_object_set_new(known, "damage", json_string("ends early"));
    both = merge_all(a, b, NULL);
    known = json_array_get(json_object_get(both, "traces"), 0);
    assert_int_equal(json_integer_value(json_object_get(known, "calls")), 5);
    assert_string_equal(document_text(known, "damage"), "ends early");
    json_decref(both);
}

static void test_nothing_merged_is_nothing(void **state)
{
    struct merge *merge = merge_create(NULL);

    (void)state;
    assert_null(merge_result(merge));
    merge_destroy(merge);
    merge_destroy(NULL);
}

static void test_other_hosts_and_builds_are_listed(void **state)
{
    json_t *a = test_one(json_array()), *b = test_one(json_array()), *both;

    (void)state;
    json_object_set_new(json_object_get(b, "host"), "name", json_string("other"));
    both = merge_all(a, b, NULL);
    assert_int_equal(json_array_size(json_object_get(both, "hosts")), 2);
    assert_null(json_object_get(both, "builds"));
    b = test_one(json_array());
    json_object_set_new(json_object_get(b, "retrace"), "commit", json_string("other"));
    both = merge_all(both, b, NULL);
    assert_int_equal(json_array_size(json_object_get(both, "hosts")), 2);
    assert_int_equal(json_array_size(json_object_get(both, "builds")), 2);
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
        cmocka_unit_test(test_another_renderer_starts_anew),
        cmocka_unit_test(test_other_pixels_of_the_same_verdict_are_told),
        cmocka_unit_test(test_a_later_error_follows_an_earlier_one),
        cmocka_unit_test(test_the_fastest_is_found_among_the_parts),
        cmocka_unit_test(test_who_could_read_the_trace_describes_it),
        cmocka_unit_test(test_nothing_merged_is_nothing),
        cmocka_unit_test(test_other_hosts_and_builds_are_listed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
