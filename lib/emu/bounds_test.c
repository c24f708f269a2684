/* SPDX-License-Identifier: MIT */
/* Every row of the decision table, with bytes worked out by hand, and random draws against a reader that
 * fetches every element. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "emu/bounds.h"
#include "emu/draw.h"
#include "emu/vao.h"

static void expect(struct bounds_array array, struct bounds_draw draw, int64_t begin, int64_t end)
{
    struct bounds_bytes bytes = emu_bounds_extent(&array, &draw);

    assert_int_equal(bytes.begin, begin);
    assert_int_equal(bytes.end, end);
}

/* Elements of 12 bytes, from byte 8 on. */
static struct bounds_array stepped(uint32_t stride, uint32_t divisor)
{
    return (struct bounds_array){.offset = 8, .element = 12, .stride = stride, .divisor = divisor};
}

static void test_array_by_vertex_reads_first_to_last(void **state)
{
    (void)state;
    /* Elements 3 to 6: from 8 + 60 to 8 + 120 + 12. */
    expect(stepped(20, 0), (struct bounds_draw){.vertices = {3, 4}, .instances = 1}, 68, 140);
    expect(stepped(20, 0), (struct bounds_draw){.vertices = {0, 1}, .instances = 7}, 8, 20);
}

static void test_stride_of_zero_reads_one_element(void **state)
{
    (void)state;
    expect(stepped(0, 0), (struct bounds_draw){.vertices = {3, 4000}, .instances = 9}, 8, 20);
    /* By instance as well, whatever the base instance. */
    expect(stepped(0, 2), (struct bounds_draw){.vertices = {0, 3}, .instances = 9, .base_instance = 100}, 8,
           20);
}

static void test_stride_of_zero_has_one_element_for_all(void **state)
{
    const struct bounds_draw draw = {.vertices = {3, 4000}, .instances = 9, .base_instance = 100};
    const struct bounds_array by_vertex = stepped(0, 0), by_instance = stepped(0, 2);
    struct bounds_span elements = emu_bounds_elements(&by_vertex, &draw);

    (void)state;
    assert_int_equal(elements.first, 0);
    assert_int_equal(elements.count, 1);
    elements = emu_bounds_elements(&by_instance, &draw);
    assert_int_equal(elements.first, 0);
    assert_int_equal(elements.count, 1);
}

static void test_array_by_instance_knows_nothing_of_vertices(void **state)
{
    (void)state;
    /* Ten instances, two each: elements 0 to 4. */
    expect(stepped(20, 2), (struct bounds_draw){.vertices = {1000, 4}, .instances = 10}, 8, 8 + 80 + 12);
    /* Eleven: one more. */
    expect(stepped(20, 2), (struct bounds_draw){.vertices = {0, 1}, .instances = 11}, 8, 8 + 100 + 12);
    expect(stepped(20, 1), (struct bounds_draw){.vertices = {0, 1}, .instances = 11}, 8, 8 + 200 + 12);
    expect(stepped(20, 11), (struct bounds_draw){.vertices = {0, 1}, .instances = 11}, 8, 20);
}

static void test_star_field_needs_a_million_colours_and_four_corners(void **state)
{
    const struct bounds_draw draw = {.vertices = {0, 4}, .instances = 1000 * 1000};

    (void)state;
    expect((struct bounds_array){.element = 8, .stride = 8}, draw, 0, 32);
    expect((struct bounds_array){.element = 4, .stride = 4, .divisor = 1}, draw, 0, 4000000);
}

static void test_base_instance_is_not_divided(void **state)
{
    (void)state;
    /* From element 7: 8 + 140; five instances at two each are elements 7 to 9. */
    expect(stepped(20, 2), (struct bounds_draw){.vertices = {0, 3}, .instances = 5, .base_instance = 7}, 148,
           8 + 180 + 12);
}

static void test_greatest_divisor_reads_one_element(void **state)
{
    (void)state;
    expect(stepped(20, UINT32_MAX), (struct bounds_draw){.vertices = {0, 3}, .instances = INT32_MAX}, 8, 20);
    expect(stepped(20, UINT32_MAX), (struct bounds_draw){.vertices = {0, 3}, .instances = UINT32_MAX}, 8, 20);
}

static void test_no_instances_and_no_vertices_read_nothing(void **state)
{
    (void)state;
    expect(stepped(20, 0), (struct bounds_draw){.vertices = {3, 4}, .instances = 0}, 0, 0);
    expect(stepped(20, 1), (struct bounds_draw){.vertices = {3, 4}, .instances = 0}, 0, 0);
    expect(stepped(0, 0), (struct bounds_draw){.vertices = {3, 4}, .instances = 0}, 0, 0);
    expect(stepped(20, 0), (struct bounds_draw){.vertices = {0, 0}, .instances = 5}, 0, 0);
    expect(stepped(20, 1), (struct bounds_draw){.vertices = {0, 0}, .instances = 5}, 0, 0);
    expect(stepped(0, 0), (struct bounds_draw){.vertices = {0, 0}, .instances = 5}, 0, 0);
}

static void test_negative_first_vertex_begins_before_the_array(void **state)
{
    (void)state;
    /* Elements -2 to 1. */
    expect(stepped(20, 0), (struct bounds_draw){.vertices = {-2, 4}, .instances = 1}, -32, 40);
}

static void test_sums_stop_at_the_ends_of_64_bits(void **state)
{
    const struct bounds_array wide = {.offset = 2047, .element = 32, .stride = INT32_MAX};
    const struct bounds_array instanced = {.element = 32, .stride = INT32_MAX, .divisor = 1};
    struct bounds_draw draw = {
        .vertices = {UINT32_MAX, 1}, .instances = UINT32_MAX, .base_instance = UINT32_MAX};
    struct bounds_bytes bytes = emu_bounds_extent(&wide, &draw);

    (void)state;
    assert_true(bytes.begin == (int64_t)UINT32_MAX * INT32_MAX + 2047);
    assert_true(bytes.end > bytes.begin);
    bytes = emu_bounds_extent(&instanced, &draw);
    assert_true(bytes.end == INT64_MAX);
}

static void test_attributes_of_one_binding_are_read_together(void **state)
{
    const struct bounds_draw draw = {.vertices = {2, 3}, .instances = 1};
    const struct bounds_array position = {.offset = 0, .element = 12, .stride = 24};
    const struct bounds_array colour = {.offset = 16, .element = 4, .stride = 24};
    struct bounds_bytes both =
        emu_bounds_union(emu_bounds_extent(&position, &draw), emu_bounds_extent(&colour, &draw));

    (void)state;
    /* From element 2 of the one, 48, to the end of element 4 of the other, 96 + 16 + 4. */
    assert_int_equal(both.begin, 48);
    assert_int_equal(both.end, 116);
    both = emu_bounds_union((struct bounds_bytes){0, 0}, (struct bounds_bytes){10, 20});
    assert_int_equal(both.begin, 10);
    both = emu_bounds_union((struct bounds_bytes){10, 20}, (struct bounds_bytes){0, 0});
    assert_int_equal(both.begin, 10);
    assert_int_equal(both.end, 20);
}

static void test_buffer_holds_whole_elements_only(void **state)
{
    const struct bounds_array array = stepped(20, 0), still = stepped(0, 0);

    (void)state;
    /* Elements end at 20, 40, 60: the last one needs no padding behind it. */
    assert_int_equal(emu_bounds_held(&array, 19), 0);
    assert_int_equal(emu_bounds_held(&array, 20), 1);
    assert_int_equal(emu_bounds_held(&array, 39), 1);
    assert_int_equal(emu_bounds_held(&array, 40), 2);
    assert_int_equal(emu_bounds_held(&array, 0), 0);
    assert_int_equal(emu_bounds_held(&array, -5), 0);
    assert_int_equal(emu_bounds_held(&still, 19), 0);
    assert_int_equal(emu_bounds_held(&still, 4000), 1);
}

static void test_array_is_described_by_attribute_and_binding(void **state)
{
    const struct emu_attrib attrib = {.size = 3, .type = GL_DOUBLE, .relative_offset = 40};
    const struct emu_vertex_binding binding = {.stride = 100, .divisor = 3};
    struct bounds_array array = emu_bounds_array(&attrib, &binding);

    (void)state;
    assert_int_equal(array.offset, 40);
    assert_int_equal(array.element, 24);
    assert_int_equal(array.stride, 100);
    assert_int_equal(array.divisor, 3);
    assert_false(emu_bounds_by_vertex(&array));
    array.divisor = 0;
    assert_true(emu_bounds_by_vertex(&array));
    array.stride = 0;
    assert_false(emu_bounds_by_vertex(&array));
}

/* --- against a reader --- */

static uint32_t next(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

/* The bytes that a vertex fetch of every vertex of every instance touches (OpenGL 4.6, 10.3.4 and 10.4). */
static struct bounds_bytes read_all(const struct bounds_array *array, const int64_t *vertices, size_t n,
                                    uint32_t instances, uint32_t base_instance)
{
    struct bounds_bytes seen = {INT64_MAX, INT64_MIN};

    for (uint32_t instance = 0; instance < instances; instance++)
        for (size_t i = 0; i < n; i++) {
            int64_t element = array->divisor ? instance / array->divisor + base_instance : vertices[i];
            int64_t at = array->offset + element * array->stride;
            seen.begin = at < seen.begin ? at : seen.begin;
            seen.end = at + array->element > seen.end ? at + array->element : seen.end;
        }
    return seen.begin > seen.end ? (struct bounds_bytes){0, 0} : seen;
}

enum { RANGES = 3, MOST = 8 };

/* A multi-draw at random, and every vertex that it has, one by one. */
struct random_draw {
    uint8_t indices[RANGES * MOST * 4];
    struct draw_info info;
    struct draw_range ranges[RANGES];
    int64_t vertices[RANGES * MOST];
    size_t n;
};

static void make_draw(struct random_draw *d, uint32_t *seed)
{
    uint8_t size = (uint8_t)(1u << next(seed) % 3);
    uint32_t ones = size == 4 ? UINT32_MAX : (1u << 8 * size) - 1, way = next(seed) % 3;

    *d = (struct random_draw){.info = {.index_size = next(seed) % 5 ? size : 0}};
    d->info.restart = way == 0 ? DRAW_RESTART_NONE : way == 1 ? DRAW_RESTART_FIXED : DRAW_RESTART_REWRITE;
    d->info.restart_index = way == 2 ? next(seed) % 100 : ones;
    for (size_t r = 0; r < RANGES; r++) {
        struct draw_range *range = &d->ranges[r];

        range->count = (GLsizei)(next(seed) % (MOST + 1));
        range->base_vertex = d->info.index_size ? (GLint)(next(seed) % 180) - 90 : 0;
        range->start = d->info.index_size ? r * MOST : next(seed) % 1000;
        for (size_t i = 0; i < (size_t)range->count; i++) {
            uint32_t index = next(seed) % 3 ? next(seed) % 100 : d->info.restart_index;

            if (!d->info.index_size) {
                d->vertices[d->n++] = (int64_t)(range->start + i);
                continue;
            }
            memcpy(d->indices + (range->start + i) * size, &index, size);
            if (way == 0 || index != d->info.restart_index)
                d->vertices[d->n++] = (int64_t)(int32_t)(index + (uint32_t)range->base_vertex);
            if (size == 4 && index == ones && way == 0) /* wraps: vertex -1 and so on are others */
                d->vertices[d->n - 1] = (int64_t)(uint32_t)(index + (uint32_t)range->base_vertex);
        }
    }
}

static void test_random_draws_read_what_a_reader_touches(void **state)
{
    uint32_t seed = 12345;
    size_t before = 0, none = 0;

    (void)state;
    for (int round = 0; round < 20000; round++) {
        struct bounds_array array = {.offset = next(&seed) % 50,
                                     .element = 1 + next(&seed) % 32,
                                     .stride = next(&seed) % 4 ? next(&seed) % 70 : 0,
                                     .divisor = next(&seed) % 2 ? next(&seed) % 6 : 0};
        struct bounds_draw draw = {.instances = next(&seed) % 12, .base_instance = next(&seed) % 5};
        struct bounds_bytes want, got;
        struct random_draw d;

        make_draw(&d, &seed);
        if (d.info.index_size)
            assert_true(emu_bounds_vertices(&d.info, d.ranges, RANGES, d.indices,
                                            (size_t)RANGES * MOST * d.info.index_size, NULL, &draw.vertices));
        else
            draw.vertices = emu_bounds_ranges(d.ranges, RANGES);
        want = read_all(&array, d.vertices, d.n, draw.instances, draw.base_instance);
        got = emu_bounds_extent(&array, &draw);
        assert_int_equal(got.begin, want.begin);
        assert_int_equal(got.end, want.end);
        before += want.begin < 0;
        none += !d.n;
    }
    assert_true(before > 100 && none > 10); /* such draws are among them */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_array_by_vertex_reads_first_to_last),
        cmocka_unit_test(test_stride_of_zero_reads_one_element),
        cmocka_unit_test(test_stride_of_zero_has_one_element_for_all),
        cmocka_unit_test(test_array_by_instance_knows_nothing_of_vertices),
        cmocka_unit_test(test_star_field_needs_a_million_colours_and_four_corners),
        cmocka_unit_test(test_base_instance_is_not_divided),
        cmocka_unit_test(test_greatest_divisor_reads_one_element),
        cmocka_unit_test(test_no_instances_and_no_vertices_read_nothing),
        cmocka_unit_test(test_negative_first_vertex_begins_before_the_array),
        cmocka_unit_test(test_sums_stop_at_the_ends_of_64_bits),
        cmocka_unit_test(test_attributes_of_one_binding_are_read_together),
        cmocka_unit_test(test_buffer_holds_whole_elements_only),
        cmocka_unit_test(test_array_is_described_by_attribute_and_binding),
        cmocka_unit_test(test_random_draws_read_what_a_reader_touches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
