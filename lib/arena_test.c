/* SPDX-License-Identifier: MIT */
/* Tests of arenas: alignment, blocks and what a reset keeps, sizes that overflow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "arena.h"

enum { BLOCK = 64 * 1024 };

static int setup(void **state)
{
    *state = calloc(1, sizeof(struct arena));
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    arena_finish(*state);
    free(*state);
    return 0;
}

static void test_arena_aligns_every_allocation_to_16_bytes(void **state)
{
    for (size_t size = 0; size < 200; size++)
        assert_int_equal((uintptr_t)arena_alloc(*state, size) % 16, 0);
    assert_int_equal((uintptr_t)arena_alloc(*state, BLOCK + 1) % 16, 0);
}

static void test_arena_allocations_do_not_overlap(void **state)
{
    enum { N = 3000 };
    unsigned char *p[N];

    /* Three thousand of up to 211 bytes cross several blocks; a large one now and then goes to a block of its
     * own. */
    for (int i = 0; i < N; i++) {
        size_t size = i % 500 == 499 ? BLOCK + 16 : 1 + (size_t)i % 211;
        p[i] = arena_alloc(*state, size);
        assert_non_null(p[i]);
        memset(p[i], i % 251, size);
    }
    for (int i = 0; i < N; i++) {
        size_t size = i % 500 == 499 ? BLOCK + 16 : 1 + (size_t)i % 211;
        for (size_t b = 0; b < size; b++)
            if (p[i][b] != i % 251)
                fail_msg("allocation %d was overwritten at byte %zu", i, b);
    }
}

static void test_arena_of_a_full_block_takes_another(void **state)
{
    struct arena *a = *state;
    char *first = arena_alloc(a, BLOCK), *second;

    assert_int_equal(a->total, BLOCK);
    second = arena_alloc(a, 1);
    assert_non_null(second);
    assert_int_equal(a->total, 2 * BLOCK);
    memset(first, 1, BLOCK);
    *second = 2;
}

static void test_arena_large_allocation_leaves_the_current_block_in_use(void **state)
{
    struct arena *a = *state;
    char *before = arena_alloc(a, 16), *after;

    assert_non_null(arena_alloc(a, 10 * BLOCK));
    after = arena_alloc(a, 16);
    assert_ptr_equal(after, before + 16);
}

static void test_arena_refuses_sizes_that_overflow(void **state)
{
    struct arena *a = *state;

    assert_null(arena_alloc(a, SIZE_MAX));
    assert_null(arena_alloc(a, SIZE_MAX - 15));
    assert_null(arena_alloc(a, SIZE_MAX - 40));
    assert_null(arena_alloc_array(a, SIZE_MAX / 2, 3));
    assert_null(arena_alloc_array(a, 3, SIZE_MAX / 2));
    /* 2^32 times 2^32 is 0 when it wraps. */
    assert_null(arena_alloc_array(a, (size_t)1 << 32, (size_t)1 << 32));
    assert_int_equal(a->total, 0);
    assert_non_null(arena_alloc(a, 1));
}

static void test_arena_array_of_nothing_is_no_failure(void **state)
{
    assert_non_null(arena_alloc_array(*state, 0, 24));
    assert_non_null(arena_alloc_array(*state, 24, 0));
}

static void test_arena_reset_keeps_one_ordinary_block_and_reuses_it(void **state)
{
    struct arena *a = *state;

    for (int i = 0; i < 10; i++)
        assert_non_null(arena_alloc(a, BLOCK / 2 + 16));
    assert_non_null(arena_alloc(a, 20 * BLOCK));
    arena_reset(a);
    assert_int_equal(a->total, BLOCK);
    for (int i = 0; i < 1000; i++) {
        assert_non_null(arena_alloc(a, 1000));
        arena_reset(a);
    }
    assert_int_equal(a->total, BLOCK);
    memset(arena_alloc(a, BLOCK), 7, BLOCK);
    assert_int_equal(a->total, BLOCK);
}

static void test_arena_reset_after_only_a_huge_allocation_keeps_nothing(void **state)
{
    struct arena *a = *state;

    assert_non_null(arena_alloc(a, 100 * BLOCK));
    assert_int_equal(a->total, 100 * BLOCK);
    arena_reset(a);
    assert_int_equal(a->total, 0);
    assert_non_null(arena_alloc(a, 8));
}

static void test_arena_reset_lends_one_larger_block_again(void **state)
{
    struct arena *a = *state;
    char *small, *large;

    assert_non_null(arena_alloc(a, 16));
    small = arena_alloc(a, 2 * BLOCK + 1);
    large = arena_alloc(a, 17 * BLOCK);
    assert_non_null(arena_alloc(a, 3 * BLOCK));
    memset(small, 1, 2 * BLOCK + 1);
    memset(large, 2, 17 * BLOCK);
    arena_reset(a);
    /* It is not held, and ordinary allocations leave it alone. */
    assert_int_equal(a->total, BLOCK);
    assert_non_null(arena_alloc(a, BLOCK));
    assert_non_null(arena_alloc(a, BLOCK));
    assert_int_equal(a->total, 2 * BLOCK);
    /* The largest of them, for whatever fits, once. */
    assert_ptr_equal(arena_alloc(a, 20 * BLOCK), large);
    assert_int_equal(a->total, 2 * BLOCK + 32 * BLOCK);
    assert_ptr_not_equal(arena_alloc(a, 20 * BLOCK), large);
}

static void test_arena_reset_keeps_nothing_that_is_huge(void **state)
{
    struct arena *a = *state;

    assert_non_null(arena_alloc(a, 64 * BLOCK));
    arena_reset(a);
    assert_non_null(a->spare);
    assert_non_null(arena_alloc(a, 64 * BLOCK + 1));
    assert_int_equal(a->total, 64 * BLOCK + 16);
    arena_reset(a);
    assert_int_equal(a->total, 0);
    memset(arena_alloc(a, 64 * BLOCK), 3, 64 * BLOCK);
    assert_null(a->spare);
}

static void test_arena_is_usable_after_finish_and_finish_of_empty_is_legal(void **state)
{
    struct arena *a = *state;

    arena_finish(a);
    arena_reset(a);
    assert_non_null(arena_alloc(a, 100));
    arena_finish(a);
    assert_int_equal(a->total, 0);
    assert_non_null(arena_alloc(a, 100));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_arena_aligns_every_allocation_to_16_bytes),
        TEST(test_arena_allocations_do_not_overlap),
        TEST(test_arena_of_a_full_block_takes_another),
        TEST(test_arena_large_allocation_leaves_the_current_block_in_use),
        TEST(test_arena_refuses_sizes_that_overflow),
        TEST(test_arena_array_of_nothing_is_no_failure),
        TEST(test_arena_reset_keeps_one_ordinary_block_and_reuses_it),
        TEST(test_arena_reset_after_only_a_huge_allocation_keeps_nothing),
        TEST(test_arena_reset_lends_one_larger_block_again),
        TEST(test_arena_reset_keeps_nothing_that_is_huge),
        TEST(test_arena_is_usable_after_finish_and_finish_of_empty_is_legal),
    };
#undef TEST

    return cmocka_run_group_tests(tests, NULL, NULL);
}
