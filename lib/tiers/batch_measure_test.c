/* SPDX-License-Identifier: MIT */
/* Tests of the pass over a batch's sub-draws, without a driver: one by one, by four and by eight must say the
 * same, and what they say is checked against sums taken here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tiers/batch.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 37 };

struct arrays {
    GLsizei count[MOST];
    const void *indices[MOST];
    GLint base[MOST];
};

static void fill(struct arrays *a, unsigned seed)
{
    srand(seed);
    for (int i = 0; i < MOST; i++) {
        a->count[i] = rand() % 5 ? rand() % 1000 : 0;
        a->indices[i] = (const void *)(uintptr_t)((unsigned)rand() % 100000 * 4u + (unsigned)rand() % 4);
        a->base[i] = rand() % 2000 - 1000;
    }
}

static void measure_as(const struct batch_call *call, size_t n, uint8_t size, uint8_t lanes)
{
    struct draw_range ranges[MOST + 1];
    struct batch_sum m, plain;
    uint64_t end = 0, total = 0;
    size_t offsets = 0;
    GLsizei least = INT32_MAX;

    memset(ranges, 0x55, sizeof ranges);
    batch_measure(call, n, size, NULL, lanes, &plain);
    batch_measure(call, n, size, ranges, lanes, &m);
    for (size_t i = 0; i < n; i++) {
        uintptr_t offset = (uintptr_t)call->indices[i];
        uint64_t e = offset + (uint64_t)call->count[i] * size;

        assert_int_equal(ranges[i].start, offset / size);
        assert_int_equal(ranges[i].count, call->count[i]);
        assert_int_equal(ranges[i].base_vertex, call->base ? call->base[i] : 0);
        end = e > end ? e : end;
        total += (uint64_t)call->count[i];
        offsets |= offset;
        least = call->count[i] < least ? call->count[i] : least;
    }
    assert_int_equal(ranges[n].count, 0x55555555);
    assert_int_equal(m.end, end);
    assert_int_equal(m.total, total);
    assert_int_equal(m.offsets, offsets);
    assert_int_equal(m.least, least);
    assert_int_equal(plain.end, end);
    assert_int_equal(plain.total, total);
    assert_int_equal(plain.offsets, offsets);
    assert_int_equal(plain.least, least);
}

/* What a machine cannot run is not asked of it. */
static void measure_every_way(const struct batch_call *call, size_t n, uint8_t size)
{
    for (uint8_t lanes = 4; lanes <= emu_draw_lanes(); lanes *= 2)
        measure_as(call, n, size, lanes);
}

static void test_every_number_of_sub_draws_is_measured_as_it_is(void **state)
{
    struct arrays a;

    (void)state;
    for (unsigned seed = 1; seed <= 50; seed++) {
        struct batch_call call = {.count = a.count, .indices = a.indices, .base = seed % 3 ? a.base : NULL};

        fill(&a, seed);
        for (size_t n = 0; n <= MOST; n++)
            for (uint8_t size = 1; size <= 4; size *= 2)
                measure_every_way(&call, n, size);
    }
}

/* Each position alone, for each lane counts. */
static void test_one_odd_sub_draw_is_seen_wherever_it_stands(void **state)
{
    (void)state;
    for (uint8_t lanes = 4; lanes <= emu_draw_lanes(); lanes *= 2)
        for (size_t at = 0; at < MOST; at++) {
            struct arrays a = {.count = {0}};
            const struct batch_call call = {.count = a.count, .indices = a.indices, .base = a.base};
            struct batch_sum m;

            for (int i = 0; i < MOST; i++)
                a.count[i] = 3;
            a.count[at] = -1;
            batch_measure(&call, MOST, 4, NULL, lanes, &m);
            assert_int_equal(m.least, -1);
            a.count[at] = 0;
            batch_measure(&call, MOST, 4, NULL, lanes, &m);
            assert_int_equal(m.least, 0);
            a.count[at] = INT32_MAX;
            batch_measure(&call, MOST, 4, NULL, lanes, &m);
            assert_int_equal(m.end, 4 * (uint64_t)INT32_MAX);
            assert_int_equal(m.total, (uint64_t)INT32_MAX + 3 * (MOST - 1));
            assert_int_equal(m.least, 3);
            a.indices[at] = (const void *)(UINTPTR_MAX - 2);
            batch_measure(&call, MOST, 4, NULL, lanes, &m);
            assert_true(m.offsets > SIZE_MAX / 4);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_number_of_sub_draws_is_measured_as_it_is),
        cmocka_unit_test(test_one_odd_sub_draw_is_seen_wherever_it_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
