/* SPDX-License-Identifier: MIT */
/* Tests of the search for the first call that draws otherwise, over frames that are only numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "retrace/diverge.h"

/* Two replays that part at one draw and one sub-draw of it, and how often they were asked. */
struct fake {
    uint64_t call;    /* the first that differs; UINT64_MAX: none */
    uint64_t back;    /* from here on equal again, for non-monotone cases; 0: never */
    uint32_t subdraw; /* of that call */
    int asked_calls, asked_subdraws;
    int mute_calls, mute_subdraws; /* this question is not answered, from 1 */
    uint64_t limited_call;
};

static int64_t fake_calls(void *priv, const uint64_t *calls, size_t n)
{
    struct fake *f = priv;

    if (++f->asked_calls == f->mute_calls)
        return -1;
    for (size_t i = 0; i < n; i++) {
        if (i)
            assert_true(calls[i] > calls[i - 1]);
        if (calls[i] >= f->call && (!f->back || calls[i] < f->back))
            return (int64_t)i;
    }
    return (int64_t)n;
}

static int fake_subdraws(void *priv, uint64_t call, uint32_t subdraws)
{
    struct fake *f = priv;

    f->limited_call = call;
    if (++f->asked_subdraws == f->mute_subdraws)
        return -1;
    return subdraws > f->subdraw;
}

/* Draws at the calls 1000, 1003, …, all batches of `subdraws`. */
static bool search(struct fake *f, size_t n, uint32_t subdraws, struct diverge *out)
{
    struct diverge_oracle oracle = {fake_calls, fake_subdraws, f};
    struct diverge_draw *draws = calloc(n + 1, sizeof *draws);
    bool found;

    for (size_t i = 0; i < n; i++)
        draws[i] = (struct diverge_draw){1000 + 3 * i, subdraws};
    found = diverge_search(draws, n, &oracle, out);
    free(draws);
    return found;
}

static void test_every_call_of_a_small_frame_is_found_by_one_question(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 256; i++) {
        struct fake f = {.call = 1000 + 3 * i};
        struct diverge out;

        assert_true(search(&f, 256, 0, &out));
        assert_int_equal(out.call, f.call);
        assert_int_equal(out.subdraw, -1);
        assert_int_equal(f.asked_calls, 1);
        assert_int_equal(f.asked_subdraws, 0);
    }
}

static void test_a_call_of_a_long_frame_is_found_by_few_questions(void **state)
{
    static const size_t sizes[] = {257, 1000, 16385, 1000000};

    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        size_t step = sizes[s] / 97;
        for (size_t i = 0; i < sizes[s]; i += step) {
            struct fake f = {.call = 1000 + 3 * i};
            struct diverge out;

            assert_true(search(&f, sizes[s], 0, &out));
            assert_int_equal(out.call, f.call);
            assert_in_range(f.asked_calls, 1, 4);
        }
    }
}

static void test_the_last_call_of_a_long_frame_is_found(void **state)
{
    struct fake f = {.call = 1000 + 3 * 4999};
    struct diverge out;

    (void)state;
    assert_true(search(&f, 5000, 0, &out));
    assert_int_equal(out.call, f.call);
}

static void test_a_difference_that_goes_away_again_is_found_in_a_small_frame(void **state)
{
    struct fake f = {.call = 1030, .back = 1033};
    struct diverge out;

    (void)state;
    assert_true(search(&f, 200, 0, &out));
    assert_int_equal(out.call, 1030);
}

static void test_no_difference_is_not_found(void **state)
{
    struct fake f = {.call = UINT64_MAX};
    struct diverge out;

    (void)state;
    assert_false(search(&f, 100, 4, &out));
    assert_false(search(&f, 1000, 4, &out));
    assert_false(search(&f, 1, 4, &out));
    assert_false(search(&f, 0, 4, &out));
    assert_int_equal(f.asked_subdraws, 0);
}

static void test_every_subdraw_is_found_by_bisection(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 33; n++)
        for (uint32_t i = 0; i < n; i++) {
            struct fake f = {.call = 1006, .subdraw = i};
            struct diverge out;

            assert_true(search(&f, 5, n, &out));
            assert_int_equal(out.call, 1006);
            assert_int_equal(out.subdraw, i);
            assert_in_range(f.asked_subdraws, 0, 6);
            if (n > 1)
                assert_int_equal(f.limited_call, 1006);
        }
}

static void test_a_large_batch_takes_logarithmic_questions(void **state)
{
    struct fake f = {.call = 1000, .subdraw = 123456};
    struct diverge out;

    (void)state;
    assert_true(search(&f, 1, 1 << 20, &out));
    assert_int_equal(out.subdraw, 123456);
    assert_int_equal(f.asked_subdraws, 20);
}

static void test_a_replay_that_fails_ends_the_search(void **state)
{
    struct fake f = {.call = 1300, .mute_calls = 2};
    struct fake g = {.call = 1006, .subdraw = 3, .mute_subdraws = 2};
    struct diverge out;

    (void)state;
    assert_false(search(&f, 1000, 0, &out));
    assert_int_equal(f.asked_calls, 2);
    assert_true(search(&g, 5, 16, &out)); /* the call is known all the same */
    assert_int_equal(out.call, 1006);
    assert_int_equal(out.subdraw, -1);
    assert_int_equal(g.asked_subdraws, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_call_of_a_small_frame_is_found_by_one_question),
        cmocka_unit_test(test_a_call_of_a_long_frame_is_found_by_few_questions),
        cmocka_unit_test(test_the_last_call_of_a_long_frame_is_found),
        cmocka_unit_test(test_a_difference_that_goes_away_again_is_found_in_a_small_frame),
        cmocka_unit_test(test_no_difference_is_not_found),
        cmocka_unit_test(test_every_subdraw_is_found_by_bisection),
        cmocka_unit_test(test_a_large_batch_takes_logarithmic_questions),
        cmocka_unit_test(test_a_replay_that_fails_ends_the_search),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
