/* SPDX-License-Identifier: MIT */
/* Tests of the decline rules, one by one, without a driver: a plain batch that every tier takes, with one
 * fact changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "gles/caps.h"
#include "tiers/shape.h"

static const struct tiers_limits roomy = {.feedback = false, .max_storage_block_size = 1 << 27};

/* 4 sub-draws of 6 u16 indices in a buffer of 48 bytes. */
static const struct tiers_shape plain = {
    .mode = GL_TRIANGLES, .index_size = 2, .subdraws = 4, .total = 24, .buffer_size = 48, .end = 48};

/* What each tier says of the plain batch after the assignments to `s`, in the order of the enum. */
#define assert_reasons(limits, ext, multi, indirect, base, elements, compute, ...)                           \
    do {                                                                                                     \
        struct tiers_shape s = plain;                                                                        \
        (void)(__VA_ARGS__);                                                                                 \
        assert_reason(TIERS_EXT, &s, limits, ext);                                                           \
        assert_reason(TIERS_MULTIINDIRECT, &s, limits, multi);                                               \
        assert_reason(TIERS_INDIRECT, &s, limits, indirect);                                                 \
        assert_reason(TIERS_BASEVERTEX, &s, limits, base);                                                   \
        assert_reason(TIERS_DRAWELEMENTS, &s, limits, elements);                                             \
        assert_reason(TIERS_COMPUTE, &s, limits, compute);                                                   \
    } while (0)

#define assert_reason(tier, shape, limits, reason)                                                           \
    assert_string_equal(tiers_reason_name(tiers_decline(tier, shape, limits)), tiers_reason_name(reason))

#define OK TIERS_OK

static void test_plain_triangles_are_taken_by_every_tier(void **state)
{
    (void)state;
    assert_reasons(&roomy, OK, OK, OK, OK, OK, OK, s.bases_vary = true);
}

static void test_batch_without_indices_is_declined_by_nobody(void **state)
{
    (void)state;
    assert_reasons(&roomy, OK, OK, OK, OK, OK, OK, s.total = 0, s.mode = GL_TRIANGLE_STRIP,
                   s.reads_draw_id = true, s.unaligned = true, s.restart = DRAW_RESTART_REWRITE,
                   s.restart_on = true);
}

static void test_application_restart_index_goes_only_through_drawelements(void **state)
{
    enum tiers_reason no = TIERS_RESTART_INDEX;

    (void)state;
    assert_reasons(&roomy, no, no, no, no, OK, no, s.restart = DRAW_RESTART_REWRITE, s.restart_on = true);
}

static void test_restart_on_keeps_compute_out_even_where_nothing_restarts(void **state)
{
    (void)state;
    assert_reasons(&roomy, OK, OK, OK, OK, OK, TIERS_RESTART, s.restart = DRAW_RESTART_FIXED,
                   s.restart_on = true);
    assert_reasons(&roomy, OK, OK, OK, OK, OK, TIERS_RESTART, s.restart = DRAW_RESTART_NONE,
                   s.restart_on = true);
}

static void test_draw_id_demotes_the_batched_tiers(void **state)
{
    enum tiers_reason no = TIERS_DRAW_ID;

    (void)state;
    assert_reasons(&roomy, no, no, OK, OK, OK, no, s.reads_draw_id = true);
}

static void test_primitive_id_demotes_the_batched_tiers(void **state)
{
    enum tiers_reason no = TIERS_PRIMITIVE_ID;

    (void)state;
    assert_reasons(&roomy, no, no, OK, OK, OK, no, s.reads_primitive_id = true);
}

static void test_base_vertex_demotes_the_batched_tiers_only_where_bases_vary(void **state)
{
    enum tiers_reason no = TIERS_BASE_VERTEX;

    (void)state;
    assert_reasons(&roomy, no, no, OK, OK, OK, no, s.reads_base_vertex = true, s.bases_vary = true);
    assert_reasons(&roomy, OK, OK, OK, OK, OK, OK, s.reads_base_vertex = true, s.bases_vary = false);
}

static void test_client_indices_are_declined_where_a_buffer_must_be_addressed(void **state)
{
    enum tiers_reason no = TIERS_CLIENT_INDICES;

    (void)state;
    assert_reasons(&roomy, OK, no, no, OK, OK, no, s.client_indices = true, s.buffer_size = 0, s.end = 0);
}

static void test_unaligned_offsets_are_declined_where_a_command_counts_in_indices(void **state)
{
    enum tiers_reason no = TIERS_UNALIGNED;

    (void)state;
    assert_reasons(&roomy, OK, no, no, OK, OK, no, s.unaligned = true);
}

static void test_range_outside_the_buffer_is_declined_by_compute(void **state)
{
    (void)state;
    assert_reasons(&roomy, OK, OK, OK, OK, OK, TIERS_OUTSIDE, s.outside = true);
}

static void test_partial_primitives_are_declined_by_compute(void **state)
{
    (void)state;
    assert_reasons(&roomy, OK, OK, OK, OK, OK, TIERS_PARTIAL, s.partial = true);
}

static void test_compute_takes_lists_and_nothing_else(void **state)
{
    static const GLenum lists[] = {GL_POINTS, GL_LINES, GL_TRIANGLES, GL_LINES_ADJACENCY,
                                   GL_TRIANGLES_ADJACENCY};
    static const GLenum others[] = {GL_LINE_STRIP,
                                    GL_LINE_LOOP,
                                    GL_TRIANGLE_STRIP,
                                    GL_TRIANGLE_FAN,
                                    GL_LINE_STRIP_ADJACENCY,
                                    GL_TRIANGLE_STRIP_ADJACENCY,
                                    GL_PATCHES};

    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        assert_reasons(&roomy, OK, OK, OK, OK, OK, OK, s.mode = lists[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_reasons(&roomy, OK, OK, OK, OK, OK, TIERS_MODE, s.mode = others[i]);
}

static void test_modes_that_es_lacks_are_declined_by_all_that_call_the_driver_themselves(void **state)
{
    enum tiers_reason no = TIERS_MODE;

    (void)state;
    assert_reasons(&roomy, no, no, no, OK, OK, no, s.mode = GL_QUADS);
    assert_reasons(&roomy, no, no, no, OK, OK, no, s.mode = GL_QUAD_STRIP);
    assert_reasons(&roomy, no, no, no, OK, OK, no, s.mode = GL_POLYGON);
}

static void test_open_feedback_span_is_compute_s_never_and_others_with_geometry_shaders(void **state)
{
    const struct tiers_limits able = {.feedback = true, .max_storage_block_size = 1 << 27};
    enum tiers_reason no = TIERS_FEEDBACK;

    (void)state;
    assert_reasons(&roomy, no, no, no, OK, OK, no, s.feedback = true);
    assert_reasons(&able, OK, OK, OK, OK, OK, no, s.feedback = true);
}

static void test_narrow_indices_need_a_buffer_of_whole_words(void **state)
{
    (void)state;
    assert_reasons(&roomy, OK, OK, OK, OK, OK, TIERS_BUFFER_SIZE, s.buffer_size = 50);
    assert_reasons(&roomy, OK, OK, OK, OK, OK, TIERS_BUFFER_SIZE, s.index_size = 1, s.buffer_size = 51);
    assert_reasons(&roomy, OK, OK, OK, OK, OK, OK, s.index_size = 4, s.buffer_size = 98, s.end = 96);
}

static void test_dispatch_limit_is_4194240_indices(void **state)
{
    (void)state;
    assert_int_equal(TIERS_FLATTEN_MAX, 4194240);
    assert_reasons(&roomy, OK, OK, OK, OK, OK, OK, s.total = 4194240);
    assert_reasons(&roomy, OK, OK, OK, OK, OK, TIERS_TOO_MANY, s.total = 4194241);
}

static void test_storage_block_limit_holds_for_source_output_and_table(void **state)
{
    const struct tiers_limits tight = {.max_storage_block_size = 96};

    (void)state;
    /* 24 output words are 96 bytes; 4 sub-draws are 16 words. */
    assert_reasons(&tight, OK, OK, OK, OK, OK, OK, s.buffer_size = 96);
    assert_reasons(&tight, OK, OK, OK, OK, OK, TIERS_BLOCK_SIZE, s.buffer_size = 100);
    assert_reasons(&tight, OK, OK, OK, OK, OK, TIERS_BLOCK_SIZE, s.total = 27);
    assert_reasons(&tight, OK, OK, OK, OK, OK, TIERS_BLOCK_SIZE, s.subdraws = 7);
}

static void test_first_index_beyond_32_bits_is_declined_by_the_indirect_tiers(void **state)
{
    enum tiers_reason no = TIERS_TOO_MANY;

    (void)state;
    assert_reasons(&roomy, OK, no, no, OK, OK, TIERS_BLOCK_SIZE, s.end = (UINT64_C(1) << 33) + 8,
                   s.buffer_size = UINT64_C(1) << 34);
}

static void test_partial_counts_are_found_anywhere_in_the_batch(void **state)
{
    static const GLsizei whole[] = {6, 0, 3, 12}, last[] = {6, 0, 3, 13}, ones[] = {1, 1, 1, 1};

    (void)state;
    assert_false(tiers_counts_partial(GL_TRIANGLES, whole, 4));
    assert_true(tiers_counts_partial(GL_TRIANGLES, last, 4));
    assert_false(tiers_counts_partial(GL_TRIANGLES, last, 3));
    assert_true(tiers_counts_partial(GL_LINES, whole, 4));
    assert_true(tiers_counts_partial(GL_TRIANGLES_ADJACENCY, whole, 4));
    assert_true(tiers_counts_partial(GL_LINES_ADJACENCY, whole, 4));
    assert_false(tiers_counts_partial(GL_POINTS, ones, 4));
    assert_true(tiers_counts_partial(GL_TRIANGLES, ones, 1));
}

static void test_declined_batch_goes_to_basevertex_else_drawelements(void **state)
{
    struct tiers_shape rewrite = plain;

    (void)state;
    rewrite.restart = DRAW_RESTART_REWRITE;
    assert_int_equal(tiers_fallback(&plain, &roomy, true), TIERS_BASEVERTEX);
    assert_int_equal(tiers_fallback(&plain, &roomy, false), TIERS_DRAWELEMENTS);
    assert_int_equal(tiers_fallback(&rewrite, &roomy, true), TIERS_DRAWELEMENTS);
}

static void test_limits_come_from_the_driver_s_caps(void **state)
{
    struct gles_caps caps = {.has_geometry_shader = true, .max_storage_block_size = 4096};
    struct tiers_limits limits;

    (void)state;
    tiers_limits_init(&limits, &caps);
    assert_true(limits.feedback);
    assert_int_equal(limits.max_storage_block_size, 4096);
    caps = (struct gles_caps){.max_storage_block_size = -1};
    tiers_limits_init(&limits, &caps);
    assert_false(limits.feedback);
    assert_int_equal(limits.max_storage_block_size, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_triangles_are_taken_by_every_tier),
        cmocka_unit_test(test_batch_without_indices_is_declined_by_nobody),
        cmocka_unit_test(test_application_restart_index_goes_only_through_drawelements),
        cmocka_unit_test(test_restart_on_keeps_compute_out_even_where_nothing_restarts),
        cmocka_unit_test(test_draw_id_demotes_the_batched_tiers),
        cmocka_unit_test(test_primitive_id_demotes_the_batched_tiers),
        cmocka_unit_test(test_base_vertex_demotes_the_batched_tiers_only_where_bases_vary),
        cmocka_unit_test(test_client_indices_are_declined_where_a_buffer_must_be_addressed),
        cmocka_unit_test(test_unaligned_offsets_are_declined_where_a_command_counts_in_indices),
        cmocka_unit_test(test_range_outside_the_buffer_is_declined_by_compute),
        cmocka_unit_test(test_partial_primitives_are_declined_by_compute),
        cmocka_unit_test(test_compute_takes_lists_and_nothing_else),
        cmocka_unit_test(test_modes_that_es_lacks_are_declined_by_all_that_call_the_driver_themselves),
        cmocka_unit_test(test_open_feedback_span_is_compute_s_never_and_others_with_geometry_shaders),
        cmocka_unit_test(test_narrow_indices_need_a_buffer_of_whole_words),
        cmocka_unit_test(test_dispatch_limit_is_4194240_indices),
        cmocka_unit_test(test_storage_block_limit_holds_for_source_output_and_table),
        cmocka_unit_test(test_first_index_beyond_32_bits_is_declined_by_the_indirect_tiers),
        cmocka_unit_test(test_partial_counts_are_found_anywhere_in_the_batch),
        cmocka_unit_test(test_declined_batch_goes_to_basevertex_else_drawelements),
        cmocka_unit_test(test_limits_come_from_the_driver_s_caps),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
