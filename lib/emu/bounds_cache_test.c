/* SPDX-License-Identifier: MIT */
/* Tests of what is remembered about the indices of a range, and until when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/bounds.h"
#include "emu/draw.h"

static struct bounds_key key_of(size_t start, uint32_t count)
{
    return (struct bounds_key){.start = start, .count = count, .index_size = 2};
}

static void test_scan_is_remembered_until_the_buffer_changes(void **state)
{
    struct bounds_cache *cache = emu_bounds_cache_create();
    struct bounds_key key = key_of(64, 100);
    struct bounds_indices found;

    (void)state;
    emu_bounds_cache_check(cache, 7);
    assert_false(emu_bounds_cache_find(cache, &key, &found));
    emu_bounds_cache_add(cache, &key, (struct bounds_indices){3, 9});
    emu_bounds_cache_check(cache, 7);
    assert_true(emu_bounds_cache_find(cache, &key, &found));
    assert_int_equal(found.low, 3);
    assert_int_equal(found.high, 9);
    emu_bounds_cache_check(cache, 8);
    assert_false(emu_bounds_cache_find(cache, &key, &found));
    emu_bounds_cache_destroy(cache);
}

/* Many keys in a small table: where one part is not compared, a search meets the key that it takes for its
 * own. */
static void test_every_part_of_the_key_counts(void **state)
{
    struct bounds_cache *cache = emu_bounds_cache_create();
    struct bounds_indices found;

    (void)state;
    for (uint32_t i = 0; i < 4000; i++) {
        struct bounds_key key = key_of(i * 8, 100);
        emu_bounds_cache_add(cache, &key, (struct bounds_indices){i, i});
    }
    for (uint32_t i = 0; i < 4000; i++) {
        struct bounds_key key = key_of(i * 8, 100), others[] = {key, key, key, key, key};
        others[0].start += 2;
        others[1].count = 101;
        others[2].index_size = 4;
        others[3].restart = true;
        others[4].restart_index = 5;
        for (int k = 0; k < 5; k++)
            assert_false(emu_bounds_cache_find(cache, &others[k], &found));
        assert_true(emu_bounds_cache_find(cache, &key, &found));
    }
    emu_bounds_cache_destroy(cache);
}

static void test_thousands_of_ranges_are_told_apart(void **state)
{
    struct bounds_cache *cache = emu_bounds_cache_create();
    struct bounds_indices found;

    (void)state;
    for (uint32_t i = 0; i < 20000; i++) {
        struct bounds_key key = key_of(i * 72, 36 + i % 3);
        emu_bounds_cache_add(cache, &key, (struct bounds_indices){i, 2 * i});
    }
    for (uint32_t i = 0; i < 20000; i++) {
        struct bounds_key key = key_of(i * 72, 36 + i % 3);
        assert_true(emu_bounds_cache_find(cache, &key, &found));
        assert_int_equal(found.low, i);
        assert_int_equal(found.high, 2 * i);
    }
    emu_bounds_cache_destroy(cache);
}

static void test_more_ranges_than_fit_are_forgotten_not_mixed_up(void **state)
{
    struct bounds_cache *cache = emu_bounds_cache_create();
    struct bounds_indices found;
    uint32_t known = 0;

    (void)state;
    for (uint32_t i = 0; i < 100000; i++) {
        struct bounds_key key = key_of(i * 4, 1000);
        emu_bounds_cache_add(cache, &key, (struct bounds_indices){i, i});
    }
    for (uint32_t i = 0; i < 100000; i++) {
        struct bounds_key key = key_of(i * 4, 1000);
        if (!emu_bounds_cache_find(cache, &key, &found))
            continue;
        assert_int_equal(found.low, i);
        known++;
    }
    assert_true(known > 0);
    emu_bounds_cache_destroy(cache);
}

static void test_without_memory_nothing_is_remembered(void **state)
{
    struct bounds_key key = key_of(0, 100);
    struct bounds_indices found;

    (void)state;
    emu_bounds_cache_check(NULL, 1);
    emu_bounds_cache_add(NULL, &key, (struct bounds_indices){0, 1});
    assert_false(emu_bounds_cache_find(NULL, &key, &found));
    emu_bounds_cache_destroy(NULL);
}

/* What the cache holds is believed, so a wrong value shows that it was asked. */
static void test_vertices_come_from_the_cache_where_it_knows_them(void **state)
{
    static const uint16_t indices[100] = {1};
    struct bounds_cache *cache = emu_bounds_cache_create();
    struct bounds_key key = key_of(10, 100);
    struct draw_info info = {.index_size = 2, .index_offset = 10};
    struct draw_range range = {.count = 100, .base_vertex = 1000};
    struct bounds_span span;

    (void)state;
    emu_bounds_cache_add(cache, &key, (struct bounds_indices){40, 49});
    assert_true(
        emu_bounds_vertices(&info, &range, 1, (const uint8_t *)indices, sizeof indices, cache, &span));
    assert_int_equal(span.first, 1040);
    assert_int_equal(span.count, 10);
    emu_bounds_cache_check(cache, 1);
    assert_true(
        emu_bounds_vertices(&info, &range, 1, (const uint8_t *)indices, sizeof indices, cache, &span));
    assert_int_equal(span.first, 1000);
    assert_int_equal(span.count, 2);
    emu_bounds_cache_destroy(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scan_is_remembered_until_the_buffer_changes),
        cmocka_unit_test(test_every_part_of_the_key_counts),
        cmocka_unit_test(test_thousands_of_ranges_are_told_apart),
        cmocka_unit_test(test_more_ranges_than_fit_are_forgotten_not_mixed_up),
        cmocka_unit_test(test_without_memory_nothing_is_remembered),
        cmocka_unit_test(test_vertices_come_from_the_cache_where_it_knows_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
