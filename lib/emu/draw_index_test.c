/* SPDX-License-Identifier: MIT */
/* Index streams on the CPU; no GL is called. Expected values are worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "emu/emu_priv.h"

static struct emu_context *make_context(void)
{
    return calloc(1, sizeof(struct emu_context));
}

static void drop_context(struct emu_context *ctx)
{
    free(ctx);
}

static void test_restart_index_that_fits_and_is_all_ones_is_the_fixed_one(void **state)
{
    struct emu_context *ctx = make_context();
    struct draw_info info = {.index_size = 2};

    (void)state;
    ctx->state.restart = true;
    ctx->state.restart_index = 0xffff;
    emu_draw_restart(ctx, &info);
    assert_int_equal(info.restart, DRAW_RESTART_FIXED);
    info.index_size = 4;
    emu_draw_restart(ctx, &info);
    assert_int_equal(info.restart, DRAW_RESTART_REWRITE);
    assert_int_equal(info.restart_index, 0xffff);
    drop_context(ctx);
}

static void test_restart_index_that_does_not_fit_restarts_nothing(void **state)
{
    struct emu_context *ctx = make_context();
    struct draw_info info = {.index_size = 1};

    (void)state;
    ctx->state.restart = true;
    ctx->state.restart_index = 0xffff;
    emu_draw_restart(ctx, &info);
    assert_int_equal(info.restart, DRAW_RESTART_NONE);
    ctx->state.restart_index = 0xff;
    emu_draw_restart(ctx, &info);
    assert_int_equal(info.restart, DRAW_RESTART_FIXED);
    drop_context(ctx);
}

static void test_fixed_restart_wins_over_the_application_index(void **state)
{
    struct emu_context *ctx = make_context();
    struct draw_info info = {.index_size = 2};

    (void)state;
    ctx->state.restart = ctx->state.restart_fixed = true;
    ctx->state.restart_index = 7;
    emu_draw_restart(ctx, &info);
    assert_int_equal(info.restart, DRAW_RESTART_FIXED);
    assert_int_equal(info.restart_index, 0xffff);
    drop_context(ctx);
}

static void test_arrays_never_restart(void **state)
{
    struct emu_context *ctx = make_context();
    struct draw_info info = {.index_size = 0};

    (void)state;
    ctx->state.restart_fixed = true;
    emu_draw_restart(ctx, &info);
    assert_int_equal(info.restart, DRAW_RESTART_NONE);
    drop_context(ctx);
}

static void test_range_outside_the_buffer_has_no_bounds(void **state)
{
    struct emu_context *ctx = make_context();
    uint8_t shadow[8] = {0};
    struct emu_buffer buffer = {.size = 8, .shadow = shadow};
    struct draw_info info = {.index_size = 2, .index_buffer = &buffer};
    struct draw_range range = {.start = 3, .count = 2};
    struct bounds_span span;

    (void)state;
    assert_non_null(emu_draw_vertices(ctx, &info, &range, 1, &span));
    range.count = 1;
    assert_null(emu_draw_vertices(ctx, &info, &range, 1, &span));
    emu_bounds_cache_destroy(buffer.scans);
    drop_context(ctx);
}

static void test_bounds_exclude_restart_and_add_signed_bases(void **state)
{
    struct emu_context *ctx = make_context();
    const uint16_t indices[] = {5, 0xffff, 9, 2};
    struct draw_info info = {.index_size = 2,
                             .client = (const uint8_t *)indices,
                             .restart = DRAW_RESTART_FIXED,
                             .restart_index = 0xffff};
    struct draw_range ranges[] = {{.start = 0, .count = 3, .base_vertex = 100},
                                  {.start = 3, .count = 1, .base_vertex = -3}};
    struct bounds_span span;

    (void)state;
    assert_null(emu_draw_vertices(ctx, &info, ranges, 2, &span));
    assert_int_equal(span.first, -1);
    assert_int_equal(span.count, 111); /* to 109 */
    drop_context(ctx);
}

static void test_bounds_of_restarts_alone_are_empty(void **state)
{
    struct emu_context *ctx = make_context();
    const uint8_t indices[] = {255, 255};
    struct draw_info info = {
        .index_size = 1, .client = indices, .restart = DRAW_RESTART_FIXED, .restart_index = 255};
    struct draw_range range = {.count = 2};
    struct bounds_span span;

    (void)state;
    assert_null(emu_draw_vertices(ctx, &info, &range, 1, &span));
    assert_int_equal(span.count, 0);
    drop_context(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_restart_index_that_fits_and_is_all_ones_is_the_fixed_one),
        cmocka_unit_test(test_restart_index_that_does_not_fit_restarts_nothing),
        cmocka_unit_test(test_fixed_restart_wins_over_the_application_index),
        cmocka_unit_test(test_arrays_never_restart),
        cmocka_unit_test(test_range_outside_the_buffer_has_no_bounds),
        cmocka_unit_test(test_bounds_exclude_restart_and_add_signed_bases),
        cmocka_unit_test(test_bounds_of_restarts_alone_are_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
