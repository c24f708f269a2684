/* SPDX-License-Identifier: MIT */
/* Rewritten index streams; no GL is called. Expected values are worked out by hand, or index by index. */
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
    free(ctx->draw.index_scratch);
    free(ctx);
}

static void test_rewrite_adds_large_bases_at_full_precision(void **state)
{
    struct emu_context *ctx = make_context();
    const uint16_t indices[] = {10, 0, 65535};
    struct draw_info info = {.index_size = 2, .client = (const uint8_t *)indices};
    struct draw_range range = {.count = 3, .base_vertex = 70000};
    size_t total;

    (void)state;
    assert_null(emu_draw_rewrite(ctx, &info, &range, 1, NULL, &total));
    assert_int_equal(total, 3);
    assert_int_equal(ctx->draw.index_scratch[0], 70010);
    assert_int_equal(ctx->draw.index_scratch[1], 70000);
    assert_int_equal(ctx->draw.index_scratch[2], 135535);
    drop_context(ctx);
}

static void test_rewrite_carries_the_restart_index_unrebased(void **state)
{
    struct emu_context *ctx = make_context();
    const uint8_t indices[] = {1, 9, 2, 255};
    struct draw_info info = {
        .index_size = 1, .client = indices, .restart = DRAW_RESTART_REWRITE, .restart_index = 9};
    struct draw_range range = {.count = 4, .base_vertex = 5};
    size_t total;

    (void)state;
    assert_null(emu_draw_rewrite(ctx, &info, &range, 1, NULL, &total));
    assert_int_equal(ctx->draw.index_scratch[0], 6);
    assert_int_equal(ctx->draw.index_scratch[1], 0xffffffff);
    assert_int_equal(ctx->draw.index_scratch[2], 7);
    assert_int_equal(ctx->draw.index_scratch[3], 260);
    drop_context(ctx);
}

static void test_genuine_all_ones_index_does_not_become_a_restart(void **state)
{
    struct emu_context *ctx = make_context();
    const uint32_t indices[] = {3, 0xffffffff, 8};
    struct draw_info info = {.index_size = 4,
                             .client = (const uint8_t *)indices,
                             .restart = DRAW_RESTART_REWRITE,
                             .restart_index = 8};
    struct draw_range range = {.count = 3};
    size_t total;

    (void)state;
    assert_null(emu_draw_rewrite(ctx, &info, &range, 1, NULL, &total));
    assert_int_not_equal(ctx->draw.index_scratch[1], 0xffffffff);
    assert_int_equal(ctx->draw.index_scratch[2], 0xffffffff);
    drop_context(ctx);
}

static uint32_t rewritten(const struct draw_info *info, uint32_t index, GLint base)
{
    uint32_t moved = index + (uint32_t)base;

    if (info->restart == DRAW_RESTART_NONE)
        return moved;
    return index == info->restart_index ? 0xffffffff : moved == 0xffffffff ? 0xfffffffe : moved;
}

/* Long runs are rewritten several at once: every length must come out as one by one, at any address. */
static void check_runs_of_every_length(uint8_t lanes)
{
    struct emu_context *ctx = make_context();
    uint8_t bytes[41 * 4];
    size_t total;

    ctx->draw.lanes = lanes;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = i % 5 == 4 ? 0xff : (uint8_t)(i / 4 * 29);
    for (int i = 0; i < 3 * 2 * 40; i++) {
        struct draw_info info = {.index_size = (uint8_t)(1 << i % 3), .client = bytes, .restart_index = 29};
        struct draw_range range = {.start = 1, .count = i / 6, .base_vertex = i % 4 ? 70000 : -30};

        info.restart = i / 3 % 2 ? DRAW_RESTART_REWRITE : DRAW_RESTART_NONE;
        assert_null(emu_draw_rewrite(ctx, &info, &range, 1, NULL, &total));
        assert_int_equal(total, range.count);
        for (size_t k = 0; k < total; k++)
            assert_int_equal(
                ctx->draw.index_scratch[k],
                rewritten(&info, emu_index_read(bytes, info.index_size, 1 + k), range.base_vertex));
    }
    drop_context(ctx);
}

static void test_rewrite_is_the_same_for_runs_of_every_length(void **state)
{
    (void)state;
    check_runs_of_every_length(4);
}

static void test_wide_rewrite_is_the_same_for_runs_of_every_length(void **state)
{
    (void)state;
    if (emu_draw_lanes() < 8)
        skip();
    for (uint8_t lanes = 8; lanes <= emu_draw_lanes(); lanes *= 2)
        check_runs_of_every_length(lanes);
}

/* The memory grows in mid-stream: what stands there already has to stay. */
static void test_rewrite_keeps_what_is_there_when_its_memory_grows(void **state)
{
    struct emu_context *ctx = make_context();
    uint16_t indices[300];
    struct draw_info info = {.index_size = 2, .client = (const uint8_t *)indices};
    struct draw_range ranges[100];
    size_t total;

    (void)state;
    for (size_t i = 0; i < 300; i++)
        indices[i] = (uint16_t)(i * 7);
    for (size_t r = 0; r < 100; r++)
        ranges[r] = (struct draw_range){r, (GLsizei)(r + 1), (GLint)(1000 * r)};
    assert_null(emu_draw_rewrite(ctx, &info, ranges, 100, NULL, &total));
    assert_int_equal(total, 100 * 101 / 2);
    for (size_t r = 0, at = 0; r < 100; r++)
        for (size_t i = 0; i <= r; i++)
            assert_int_equal(ctx->draw.index_scratch[at++], (r + i) * 7 + 1000 * r);
    drop_context(ctx);
}

static void test_rewrite_lays_ranges_end_to_end(void **state)
{
    struct emu_context *ctx = make_context();
    const uint8_t indices[] = {0, 1, 2, 3, 4, 5};
    struct draw_info info = {.index_size = 1, .client = indices};
    struct draw_range ranges[] = {{.start = 3, .count = 2, .base_vertex = 10},
                                  {.count = 0},
                                  {.start = 0, .count = 1, .base_vertex = -1}};
    size_t total;

    (void)state;
    assert_null(emu_draw_rewrite(ctx, &info, ranges, 3, NULL, &total));
    assert_int_equal(total, 3);
    assert_int_equal(ctx->draw.index_scratch[0], 13);
    assert_int_equal(ctx->draw.index_scratch[1], 14);
    assert_int_equal(ctx->draw.index_scratch[2], 0xffffffff); /* 0 - 1, and no restart is on */
    drop_context(ctx);
}

static void test_range_outside_the_buffer_is_refused(void **state)
{
    struct emu_context *ctx = make_context();
    uint8_t shadow[8] = {0};
    struct emu_buffer buffer = {.size = 8, .shadow = shadow};
    struct draw_info info = {.index_size = 2, .index_buffer = &buffer};
    struct draw_range range = {.start = 3, .count = 2};
    size_t total;

    (void)state;
    assert_non_null(emu_draw_rewrite(ctx, &info, &range, 1, NULL, &total));
    range.count = 1;
    assert_null(emu_draw_rewrite(ctx, &info, &range, 1, NULL, &total));
    info.index_size = 1;
    range = (struct draw_range){.start = SIZE_MAX, .count = 2}; /* whose end wraps around */
    assert_non_null(emu_draw_rewrite(ctx, &info, &range, 1, NULL, &total));
    drop_context(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rewrite_adds_large_bases_at_full_precision),
        cmocka_unit_test(test_rewrite_carries_the_restart_index_unrebased),
        cmocka_unit_test(test_genuine_all_ones_index_does_not_become_a_restart),
        cmocka_unit_test(test_rewrite_is_the_same_for_runs_of_every_length),
        cmocka_unit_test(test_wide_rewrite_is_the_same_for_runs_of_every_length),
        cmocka_unit_test(test_rewrite_keeps_what_is_there_when_its_memory_grows),
        cmocka_unit_test(test_rewrite_lays_ranges_end_to_end),
        cmocka_unit_test(test_range_outside_the_buffer_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
