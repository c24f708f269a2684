/* SPDX-License-Identifier: MIT */
/* Tests of bisection: how few questions find a place, also where some cannot be answered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "retrace/bisect.h"

#include <stdlib.h>
#include <string.h>

/* A list of g (good), b (bad) and s (cannot be judged), and who was asked. */
struct list {
    const char *answers;
    int asked[128];
};

static enum bisect_answer ask(void *priv, size_t index)
{
    struct list *list = priv;

    list->asked[index]++;
    return list->answers[index] == 'g' ? BISECT_GOOD : list->answers[index] == 'b' ? BISECT_BAD : BISECT_SKIP;
}

static struct bisect_result search(const char *answers)
{
    struct list list = {.answers = answers};
    struct bisect_result result;

    assert_true(bisect_search(strlen(answers), ask, &list, &result));
    assert_int_equal(list.asked[0] + list.asked[strlen(answers) - 1], 0);
    for (size_t i = 0; i < strlen(answers); i++)
        assert_true(list.asked[i] <= 1);
    return result;
}

static void test_every_place_is_found_in_few_questions(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 100; n++)
        for (size_t first = 1; first < n; first++) {
            char answers[128] = "";
            struct bisect_result result;
            size_t most = 0;
            for (size_t i = 0; i < n; i++)
                answers[i] = i < first ? 'g' : 'b';
            result = search(answers);
            assert_int_equal(result.first_bad, first);
            assert_int_equal(result.last_good, first - 1);
            while ((size_t)1 << most < n)
                most++;
            assert_true(result.asked <= most);
        }
}

static void test_what_cannot_be_judged_is_stepped_aside_of(void **state)
{
    struct bisect_result result = search("gsgssgbssb");

    (void)state;
    assert_int_equal(result.last_good, 5);
    assert_int_equal(result.first_bad, 6);
}

static void test_skipped_ones_between_good_and_bad_leave_a_range(void **state)
{
    struct bisect_result result = search("gggssbbb");

    (void)state;
    assert_int_equal(result.last_good, 2);
    assert_int_equal(result.first_bad, 5);
}

static void test_all_skipped_leaves_everything(void **state)
{
    struct bisect_result result = search("gssssb");

    (void)state;
    assert_int_equal(result.last_good, 0);
    assert_int_equal(result.first_bad, 5);
    assert_int_equal(result.asked, 4);
}

struct values {
    const double *items;
    int n, taken;
};

static bool sample(void *priv, double *value)
{
    struct values *values = priv;

    if (values->taken == values->n)
        return false;
    *value = values->items[values->taken++];
    return true;
}

static enum bisect_answer decide(const double *items, int n, int most, int *taken)
{
    struct values values = {items, n, 0};
    enum bisect_answer answer = bisect_decide(10, most, sample, &values);

    *taken = values.taken;
    return answer;
}

static void test_clear_values_are_decided_at_once(void **state)
{
    static const double low[] = {9, 8, 9, 7, 99}, high[] = {11, 12, 30, 11, 1};
    int taken;

    (void)state;
    assert_int_equal(decide(low, 5, 40, &taken), BISECT_GOOD);
    assert_int_equal(taken, 4);
    assert_int_equal(decide(high, 5, 40, &taken), BISECT_BAD);
    assert_int_equal(taken, 4);
}

static void test_a_value_on_the_wrong_side_costs_two_more(void **state)
{
    static const double values[] = {9, 8, 15, 9, 7, 8, 99};
    int taken;

    (void)state;
    assert_int_equal(decide(values, 7, 40, &taken), BISECT_GOOD);
    assert_int_equal(taken, 6);
}

static void test_what_does_not_decide_is_not_decided(void **state)
{
    static const double values[] = {9, 11, 9, 11, 9, 11, 9, 11};
    int taken;

    (void)state;
    assert_int_equal(decide(values, 8, 8, &taken), BISECT_SKIP);
    assert_int_equal(taken, 8);
    assert_int_equal(decide(values, 2, 8, &taken), BISECT_SKIP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_place_is_found_in_few_questions),
        cmocka_unit_test(test_what_cannot_be_judged_is_stepped_aside_of),
        cmocka_unit_test(test_skipped_ones_between_good_and_bad_leave_a_range),
        cmocka_unit_test(test_all_skipped_leaves_everything),
        cmocka_unit_test(test_clear_values_are_decided_at_once),
        cmocka_unit_test(test_a_value_on_the_wrong_side_costs_two_more),
        cmocka_unit_test(test_what_does_not_decide_is_not_decided),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
