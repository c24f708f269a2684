/* SPDX-License-Identifier: MIT */
/* When a time counts as changed: beyond the noise of its runs, and hardly ever by chance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "retrace/compare_test.h"

#include <math.h>

static void test_times_change_beyond_their_noise_only(void **state)
{
    (void)state;
    assert_int_equal(compare(timed(100, 101, 102), timed(130, 131, 132)).worse, 1);
    assert_int_equal(compare(timed(130, 131, 132), timed(100, 101, 102)).better, 1);
    assert_int_equal(compare(timed(100, 101, 102), timed(103, 104, 105)).worse,
                     0); /* less than the threshold */
    assert_int_equal(compare(timed(80, 100, 125), timed(126, 140, 160)).worse, 0); /* noise */
    assert_int_equal(compare(timed(100, 101, 180), timed(130, 131, 132)).worse,
                     0); /* one lies among the others */
}

/* Of many runs one outlier raises the noise little, and must not decide all the same. */
static void test_runs_among_those_of_the_other_decide_nothing(void **state)
{
    json_t *before = json_pack("{s:f, s:[f, f, f, f, f, f, f, f]}", "median", 100.0, "runs", 99.0, 100.0,
                               101.0, 100.0, 99.0, 101.0, 100.0, 122.0);
    json_t *after = json_pack("{s:f, s:[f, f, f, f, f, f, f, f]}", "median", 120.0, "runs", 119.0, 120.0,
                              121.0, 120.0, 119.0, 121.0, 120.0, 120.0);

    (void)state;
    assert_int_equal(compare_times(before, after, 0.05, 0), 0);
    json_array_set_new(json_object_get(before, "runs"), 7, json_real(115));
    assert_int_equal(compare_times(before, after, 0.05, 0), 1);
    json_decref(before);
    json_decref(after);
}

static void test_times_of_other_hosts_are_left_alone(void **state)
{
    struct compare_params times = {.threshold = 0.05, .times = true};
    json_t *after = timed(200, 201, 202);

    (void)state;
    json_object_set_new(json_object_get(after, "host"), "name", json_string("another"));
    assert_int_equal(compare(timed(100, 101, 102), json_incref(after)).worse, 0);
    assert_int_equal(compare_with(timed(100, 101, 102), after, &times).worse, 1);
}

/* Nearly normal: the sum of twelve even ones, from a generator of fixed numbers. */
static double noise(uint64_t *seed)
{
    double sum = -6;

    for (int i = 0; i < 12; i++) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        sum += (double)(*seed >> 40) / (1 << 24);
    }
    return sum;
}

/* How many of `n` pairs of three runs each, the second slower by a factor, are told apart. */
static int told(int n, double deviation, double factor)
{
    uint64_t seed = 1;
    int count = 0;

    for (int i = 0; i < n; i++) {
        double x[6];
        json_t *a, *b;
        for (int r = 0; r < 6; r++)
            x[r] = 1000 * exp(deviation * noise(&seed)) * (r < 3 ? 1 : factor);
        a = test_cost(x[0], x[1], x[2]);
        b = test_cost(x[3], x[4], x[5]);
        count += compare_times(a, b, 0.05, deviation) != 0;
        json_decref(a);
        json_decref(b);
    }
    return count;
}

static void test_thousands_of_arms_that_did_not_change_raise_no_alarm(void **state)
{
    (void)state;
    assert_true(told(10000, 0.02, 1) <= 5);
    assert_true(told(10000, 0.05, 1) <= 20);
    assert_true(told(10000, 0.10, 1) <= 20);
    assert_true(told(1000, 0.02, 1.2) >= 900);
    assert_true(told(1000, 0.05, 1.5) >= 900);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_times_change_beyond_their_noise_only),
        cmocka_unit_test(test_runs_among_those_of_the_other_decide_nothing),
        cmocka_unit_test(test_times_of_other_hosts_are_left_alone),
        cmocka_unit_test(test_thousands_of_arms_that_did_not_change_raise_no_alarm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
