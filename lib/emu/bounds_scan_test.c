/* SPDX-License-Identifier: MIT */
/* Scans of indices: by hand, and every type, length and alignment against a plain loop, with the indices at
 * the end of a page whose neighbour may not be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu/bounds.h"
#include "emu/draw.h"

static void expect(struct bounds_span span, int64_t first, int64_t count)
{
    assert_int_equal(span.count, count);
    if (count)
        assert_int_equal(span.first, first);
}

static void test_array_ranges_are_joined_and_empty_ones_left_out(void **state)
{
    const struct draw_range ranges[] = {{.start = 10, .count = 5}, {.start = 500}, {.start = 4, .count = 3}};

    (void)state;
    expect(emu_bounds_ranges(ranges, 3), 4, 11); /* 4 to 14 */
    expect(emu_bounds_ranges(ranges + 1, 1), 0, 0);
    expect(emu_bounds_ranges(NULL, 0), 0, 0);
}

/* The vertices of one draw of 16-bit indices. */
static struct bounds_span vertices16(const uint16_t *indices, GLsizei count, GLint base,
                                     enum draw_restart restart, uint32_t restart_index)
{
    struct draw_info info = {.index_size = 2, .restart = restart, .restart_index = restart_index};
    struct draw_range range = {.count = count, .base_vertex = base};
    struct bounds_span span;

    assert_true(
        emu_bounds_vertices(&info, &range, 1, (const uint8_t *)indices, (size_t)count * 2, NULL, &span));
    return span;
}

static void test_restart_indices_count_only_where_restart_is_on(void **state)
{
    static const uint16_t indices[] = {7, 0xffff, 3};

    (void)state;
    expect(vertices16(indices, 3, 0, DRAW_RESTART_FIXED, 0xffff), 3, 5);
    expect(vertices16(indices, 3, 0, DRAW_RESTART_NONE, 0xffff), 3, 0xffff - 3 + 1);
    /* An index of the application's choice, lowest or highest of all. */
    expect(vertices16(indices, 3, 0, DRAW_RESTART_REWRITE, 3), 7, 0xffff - 7 + 1);
    expect(vertices16(indices, 1, 0, DRAW_RESTART_REWRITE, 7), 0, 0);
}

static void test_draw_of_restarts_alone_has_no_vertices(void **state)
{
    static const uint16_t indices[] = {0xffff, 0xffff, 0xffff};

    (void)state;
    expect(vertices16(indices, 3, 5, DRAW_RESTART_FIXED, 0xffff), 0, 0);
}

static void test_base_vertex_moves_and_may_go_below_zero(void **state)
{
    static const uint16_t indices[] = {5, 9};

    (void)state;
    expect(vertices16(indices, 2, 100, DRAW_RESTART_NONE, 0), 105, 5);
    expect(vertices16(indices, 2, -7, DRAW_RESTART_NONE, 0), -2, 5);
}

static void test_sums_of_32_bits_wrap(void **state)
{
    static const uint32_t all[] = {0xfffffffe, 0xffffffff}, some[] = {0xfffffffe, 1};
    struct draw_info info = {.index_size = 4};
    struct draw_range range = {.count = 2, .base_vertex = 2};
    struct bounds_span span;

    (void)state;
    assert_true(emu_bounds_vertices(&info, &range, 1, (const uint8_t *)all, sizeof all, NULL, &span));
    expect(span, 0, 2); /* 0xfffffffe + 2 = 0, 0xffffffff + 2 = 1 */
    assert_true(emu_bounds_vertices(&info, &range, 1, (const uint8_t *)some, sizeof some, NULL, &span));
    expect(span, 0, 4); /* 0 and 3 */
    info.restart = DRAW_RESTART_FIXED;
    info.restart_index = 0xffffffff;
    assert_true(emu_bounds_vertices(&info, &range, 1, (const uint8_t *)all, sizeof all, NULL, &span));
    expect(span, 0, 1);
}

static void test_ranges_are_joined_with_the_base_of_each(void **state)
{
    static const uint8_t indices[] = {1, 2, 3, 0, 9, 9};
    const struct draw_range ranges[] = {{.start = 0, .count = 3, .base_vertex = 10},
                                        {.start = 4, .count = 0, .base_vertex = 1000},
                                        {.start = 3, .count = 1, .base_vertex = 5}};
    struct draw_info info = {.index_size = 1};
    struct bounds_span span;

    (void)state;
    assert_true(emu_bounds_vertices(&info, ranges, 3, indices, sizeof indices, NULL, &span));
    expect(span, 5, 9); /* 11 to 13, and 5 */
}

static void test_range_outside_is_told_and_not_read(void **state)
{
    static const uint8_t indices[5] = {0};
    struct draw_info info = {.index_size = 2};
    struct draw_range range = {.start = 1, .count = 2};
    struct bounds_span span;

    (void)state;
    assert_false(emu_bounds_vertices(&info, &range, 1, indices, sizeof indices, NULL, &span));
    range.count = 1;
    assert_true(emu_bounds_vertices(&info, &range, 1, indices, sizeof indices, NULL, &span));
    range.start = SIZE_MAX - 1;
    assert_false(emu_bounds_vertices(&info, &range, 1, indices, sizeof indices, NULL, &span));
    range.count = 0;
    assert_true(emu_bounds_vertices(&info, &range, 1, indices, sizeof indices, NULL, &span));
    expect(span, 0, 0);
}

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static void compare(const uint8_t *at, uint8_t size, size_t count, bool restart, uint32_t skip)
{
    struct bounds_indices want = {UINT32_MAX, 0}, got = emu_bounds_scan(at, size, count, restart, skip);

    for (size_t i = 0; i < count; i++) {
        uint32_t index = 0;
        memcpy(&index, at + i * size, size);
        if (restart && index == skip)
            continue;
        want.low = index < want.low ? index : want.low;
        want.high = index > want.high ? index : want.high;
    }
    if (want.low > want.high) {
        assert_true(got.low > got.high);
        return;
    }
    assert_int_equal(got.low, want.low);
    assert_int_equal(got.high, want.high);
}

static void test_every_type_length_and_alignment_is_scanned_like_a_plain_loop(void **state)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *end;
    uint32_t seed = 1;

    (void)state;
    assert_ptr_not_equal(memory, MAP_FAILED);
    end = memory + page;
    assert_int_equal(mprotect(end, page, PROT_NONE), 0);
    for (int round = 0; round < 6; round++) {
        /* Few values, so that restart indices are many, then all of them. */
        for (size_t i = 0; i < page; i++)
            memory[i] = round & 1 ? (uint8_t)(next(&seed) % 2 * 255) : (uint8_t)next(&seed);
        for (uint8_t size = 1; size <= 4; size *= 2)
            for (size_t count = 0; count < 300; count += count < 70 ? 1 : 23)
                for (size_t shift = 0; shift < (round < 2 ? 4 : 1); shift++) {
                    const uint8_t *at = end - count * size - shift;
                    uint32_t ones = size == 4 ? UINT32_MAX : (1u << 8 * size) - 1;
                    compare(at, size, count, false, 0);
                    compare(at, size, count, true, ones);
                    compare(at, size, count, true, 0);
                    compare(at, size, count, true, count ? emu_index_read(at, size, count / 2) : 1);
                }
    }
    munmap(memory, 2 * page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_array_ranges_are_joined_and_empty_ones_left_out),
        cmocka_unit_test(test_restart_indices_count_only_where_restart_is_on),
        cmocka_unit_test(test_draw_of_restarts_alone_has_no_vertices),
        cmocka_unit_test(test_base_vertex_moves_and_may_go_below_zero),
        cmocka_unit_test(test_sums_of_32_bits_wrap),
        cmocka_unit_test(test_ranges_are_joined_with_the_base_of_each),
        cmocka_unit_test(test_range_outside_is_told_and_not_read),
        cmocka_unit_test(test_every_type_length_and_alignment_is_scanned_like_a_plain_loop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
