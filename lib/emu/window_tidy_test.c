/* SPDX-License-Identifier: MIT */
/* Tests of window programs made shorter: what they read stays, with ranges worked out by hand, and what the
 * op count comes to. At random: window_random_test.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/window_test.h"

static size_t count_ops(const struct window_test *t, uint32_t op)
{
    size_t n = 0;

    for (size_t i = 0; i < t->program->op_count; i++)
        n += t->program->ops[i].op == op;
    return n;
}

static void test_words_in_a_row_are_one_op(void **state)
{
    WINDOW_TEST(t, ARENA MAIN "uint at = uint(gl_VertexID) * 5u;" USE("arena[at]") USE("arena[at + 1u]")
                       USE("arena[2u + at]") "}\n");
    assert_null(run_vertices(t, 2, 2));
    assert_range(t, "Arena", 10, 13);
    assert_int_equal(count_ops(t, WINDOW_DO_SPAN), 1);
    assert_true(t->program->op_count <= 3); /* the product, the words, the end */
    window_test_finish(t);
}

/* Between the two lies what nobody reads: at the end of a buffer that matters. */
static void test_words_apart_stay_apart(void **state)
{
    WINDOW_TEST(t,
                ARENA MAIN "uint at = uint(gl_VertexID) * 5u;" USE("arena[at]") USE("arena[at + 7u]") "}\n");
    assert_null(run_vertices(t, 2, 2));
    assert_range(t, "Arena", 10, 18);
    assert_int_equal(count_ops(t, WINDOW_DO_SPAN), 2);
    window_test_finish(t);
}

static void test_sums_of_the_same_parts_differ_by_their_constants(void **state)
{
    WINDOW_TEST(t, TABLE MAIN "uvec2 e = table[gl_VertexID]; uint a = e.x + 5u, b = a + e.y;" USE("arena[b]")
                       USE("arena[b + 3u]") USE("arena[e.y + 9u + e.x]") "}\n");
    t->memory[window_named(t, "Table")][6] = 100;
    t->memory[window_named(t, "Table")][7] = 30;
    assert_null(run_vertices(t, 3, 3));
    assert_range(t, "Arena", 135, 140);                  /* 100 + 30 and 5, 8, 9 */
    assert_int_equal(count_ops(t, 128 /* OpIAdd */), 2); /* b, of a */
    window_test_finish(t);
}

static void test_sums_wrap_in_32_bits(void **state)
{
    WINDOW_TEST(t, ARENA MAIN "uint at = uint(gl_VertexID) - 10u;" USE("arena[at + 12u]")
                       USE("arena[at + 13u]") "}\n");
    assert_null(run_vertices(t, 4, 4));
    assert_range(t, "Arena", 6, 8); /* 2^32 - 6, and 12 */
    window_test_finish(t);
}

/* The body is a block of its own, so that a[0] is read there and not where it was copied from. */
static void test_a_store_at_a_computed_place_ends_what_is_known(void **state)
{
    WINDOW_TEST(t, ARENA MAIN "uint a[2]; a[0] = uint(gl_VertexID); a[1] = 9u; if (gl_VertexID > 0) {" USE(
                       "arena[a[0] * 3u]") "a[gl_VertexID & 1] = 20u;" USE("arena[a[0] * 3u]") "} }\n");
    assert_null(run_vertices(t, 4, 4)); /* 4 * 3, 20 * 3 */
    assert_range(t, "Arena", 12, 61);
    window_test_finish(t);
}

static void test_a_call_ends_what_is_known(void **state)
{
    WINDOW_TEST(t, ARENA "uint g; void next() { g = g * 7u; }\n" MAIN
                         "g = uint(gl_VertexID);" USE("arena[g]") "next();" USE("arena[g]") "}\n");
    assert_null(run_vertices(t, 3, 3));
    assert_range(t, "Arena", 3, 22);
    window_test_finish(t);
}

static void test_a_loop_reads_what_the_turn_before_wrote(void **state)
{
    WINDOW_TEST(t, ARENA MAIN
                "uint x = 1u, y = 2u; for (int i = 0; i < 4; i++) { uint z = x + y; x = y; y = z;" USE(
                    "arena[z + 10u]") "} }\n");
    assert_null(run_vertices(t, 0, 0)); /* 3, 5, 8, 13 */
    assert_range(t, "Arena", 13, 24);
    window_test_finish(t);
}

static void test_parts_of_vectors_that_nobody_reads_are_not_computed(void **state)
{
    WINDOW_TEST(t, ARENA "uniform uvec4 u;\n" MAIN
                         "uvec4 v = (u + uvec4(gl_VertexID)) * 3u;" USE("arena[v.x]") "}\n");
    const uint32_t u[4] = {2, 50, 60, 70};

    set_uniform(t, "u", u);
    assert_null(run_vertices(t, 4, 4));
    assert_range(t, "Arena", 18, 19);
    for (size_t i = 0; i < t->program->op_count; i++)
        assert_true(t->program->ops[i].n <= 1);
    window_test_finish(t);
}

/* A value that is fetched and then not needed leaves the read, and asks for no contents. */
static void test_a_fetch_whose_value_is_not_needed_is_a_read(void **state)
{
    WINDOW_TEST(t, TABLE MAIN
                "uint x[2]; x[0] = table[5].x; x[1] = 8u; x[0] = 3u;" USE("arena[x[0] + x[1]]") "}\n");
    assert_null(run_vertices(t, 0, 0));
    assert_range(t, "Table", 10, 11);
    assert_range(t, "Arena", 11, 12);
    assert_int_equal(count_ops(t, WINDOW_DO_FETCH), 0);
    assert_false(t->program->values[window_named(t, "Table")]);
    window_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_in_a_row_are_one_op),
        cmocka_unit_test(test_words_apart_stay_apart),
        cmocka_unit_test(test_sums_of_the_same_parts_differ_by_their_constants),
        cmocka_unit_test(test_sums_wrap_in_32_bits),
        cmocka_unit_test(test_a_store_at_a_computed_place_ends_what_is_known),
        cmocka_unit_test(test_a_call_ends_what_is_known),
        cmocka_unit_test(test_a_loop_reads_what_the_turn_before_wrote),
        cmocka_unit_test(test_parts_of_vectors_that_nobody_reads_are_not_computed),
        cmocka_unit_test(test_a_fetch_whose_value_is_not_needed_is_a_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
