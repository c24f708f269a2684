/* SPDX-License-Identifier: MIT */
/* Tests of what is known of the tiers without a context: names, support by version, extension and pointer,
 * auto's order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tiers/tier.h"

#include <string.h>

static void nothing(void)
{
}

/* A driver that has everything that any tier needs. */
static void full_driver(struct gles_caps *caps, struct gles_table *es)
{
    void (*stub)(void) = nothing;

    memset(caps, 0, sizeof *caps);
    memset(es, 0, sizeof *es);
    caps->es = 32;
    caps->has_es30 = caps->has_es31 = caps->has_es32 = true;
    caps->has_base_vertex = caps->has_multi_draw_arrays = caps->has_multi_draw_base_vertex = true;
    caps->has_multi_draw_indirect = true;
    caps->max_compute_storage_blocks = caps->max_storage_bindings = 4;
    memcpy(&es->MultiDrawElementsBaseVertexEXT, &stub, sizeof stub);
    memcpy(&es->MultiDrawElementsIndirectEXT, &stub, sizeof stub);
    memcpy(&es->DrawElementsIndirect, &stub, sizeof stub);
    memcpy(&es->DrawElementsBaseVertex, &stub, sizeof stub);
    memcpy(&es->DispatchCompute, &stub, sizeof stub);
    memcpy(&es->MemoryBarrier, &stub, sizeof stub);
    memcpy(&es->BindBufferRange, &stub, sizeof stub);
}

#define assert_missing(caps, es, tier, what)                                                                 \
    do {                                                                                                     \
        const char *missing_ = NULL;                                                                         \
        assert_false(tiers_supported(caps, es, tier, &missing_));                                            \
        assert_non_null(missing_);                                                                           \
        assert_string_equal(missing_, what);                                                                 \
    } while (0)

static void test_names_are_found_and_unknown_ones_are_not(void **state)
{
    static const char *const names[] = {"ext",        "multiindirect", "indirect",
                                        "basevertex", "drawelements",  "compute"};

    (void)state;
    for (int i = 0; i < TIERS_COUNT; i++) {
        assert_string_equal(tiers_name(i), names[i]);
        assert_int_equal(tiers_find(names[i]), i);
        assert_true(strlen(tiers_summary(i)) > 10);
    }
    assert_int_equal(tiers_find("auto"), TIERS_NONE);
    assert_int_equal(tiers_find("EXT"), TIERS_NONE);
    assert_null(tiers_name(TIERS_NONE));
}

static void test_every_reason_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int i = 0; i < TIERS_REASONS; i++) {
        assert_non_null(tiers_reason_name(i));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(tiers_reason_name(i), tiers_reason_name(k));
    }
    assert_null(tiers_reason_name(TIERS_REASONS));
}

static void test_full_driver_has_all_six(void **state)
{
    struct gles_caps caps;
    struct gles_table es;
    const char *missing;

    (void)state;
    full_driver(&caps, &es);
    for (int i = 0; i < TIERS_COUNT; i++) {
        assert_true(tiers_supported(&caps, &es, i, &missing));
        assert_null(missing);
    }
}

static void test_pointer_without_extension_is_no_support(void **state)
{
    struct gles_caps caps;
    struct gles_table es;

    (void)state;
    full_driver(&caps, &es);
    caps.has_multi_draw_arrays = caps.has_multi_draw_base_vertex = false;
    caps.has_multi_draw_indirect = caps.has_base_vertex = false;
    assert_missing(&caps, &es, TIERS_EXT, "GL_EXT_multi_draw_arrays");
    assert_missing(&caps, &es, TIERS_MULTIINDIRECT, "GL_EXT_multi_draw_indirect");
    assert_missing(&caps, &es, TIERS_BASEVERTEX, "GL_EXT_draw_elements_base_vertex");
    caps.has_multi_draw_arrays = true;
    assert_missing(&caps, &es, TIERS_EXT, "GL_EXT_draw_elements_base_vertex");
}

static void test_extension_without_pointer_is_no_support(void **state)
{
    struct gles_caps caps;
    struct gles_table es;

    (void)state;
    full_driver(&caps, &es);
    memset(&es, 0, sizeof es);
    assert_missing(&caps, &es, TIERS_EXT, "glMultiDrawElementsBaseVertexEXT");
    assert_missing(&caps, &es, TIERS_MULTIINDIRECT, "glMultiDrawElementsIndirectEXT");
    assert_missing(&caps, &es, TIERS_INDIRECT, "glDrawElementsIndirect");
    assert_missing(&caps, &es, TIERS_BASEVERTEX, "glDrawElementsBaseVertex");
    assert_missing(&caps, &es, TIERS_COMPUTE, "glDispatchCompute");
}

static void test_es_30_has_no_indirect_and_no_compute(void **state)
{
    struct gles_caps caps;
    struct gles_table es;
    const char *missing;

    (void)state;
    full_driver(&caps, &es);
    caps.es = 30;
    caps.has_es31 = caps.has_es32 = false;
    assert_missing(&caps, &es, TIERS_MULTIINDIRECT, "OpenGL ES 3.1");
    assert_missing(&caps, &es, TIERS_INDIRECT, "OpenGL ES 3.1");
    assert_missing(&caps, &es, TIERS_COMPUTE, "OpenGL ES 3.1");
    assert_true(tiers_supported(&caps, &es, TIERS_EXT, &missing));
}

static void test_compute_needs_three_storage_blocks_and_no_more(void **state)
{
    struct gles_caps caps;
    struct gles_table es;
    const char *missing;

    (void)state;
    full_driver(&caps, &es);
    caps.max_compute_storage_blocks = 3;
    assert_true(tiers_supported(&caps, &es, TIERS_COMPUTE, &missing));
    caps.max_compute_storage_blocks = 2;
    assert_missing(&caps, &es, TIERS_COMPUTE, "GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS >= 3");
}

static void test_auto_takes_the_first_of_its_order_and_never_compute(void **state)
{
    struct gles_caps caps;
    struct gles_table es;

    (void)state;
    full_driver(&caps, &es);
    assert_int_equal(tiers_auto(&caps, &es), TIERS_EXT);
    caps.has_multi_draw_arrays = false;
    assert_int_equal(tiers_auto(&caps, &es), TIERS_BASEVERTEX);
    caps.has_base_vertex = false;
    assert_int_equal(tiers_auto(&caps, &es), TIERS_MULTIINDIRECT);
    caps.has_multi_draw_indirect = false;
    assert_int_equal(tiers_auto(&caps, &es), TIERS_INDIRECT);
    es.DrawElementsIndirect = NULL; /* compute is still there */
    assert_int_equal(tiers_auto(&caps, &es), TIERS_DRAWELEMENTS);
}

static void test_declined_cells_come_out_in_order_with_their_counts(void **state)
{
    struct tiers_stats stats = {0};
    struct tiers_declined d;
    size_t cursor = 0;

    (void)state;
    assert_false(tiers_declined_next(&stats, &cursor, &d));
    cursor = 0;
    stats.declined[TIERS_COMPUTE][TIERS_UNSUPPORTED][TIERS_NONE] = 7;
    stats.declined[TIERS_EXT][TIERS_DRAW_ID][TIERS_BASEVERTEX] = 2;
    stats.declined[TIERS_EXT][TIERS_RESTART_INDEX][TIERS_DRAWELEMENTS] = 5;
    assert_true(tiers_declined_next(&stats, &cursor, &d));
    assert_int_equal(d.tier, TIERS_EXT);
    assert_int_equal(d.reason, TIERS_RESTART_INDEX);
    assert_int_equal(d.to, TIERS_DRAWELEMENTS);
    assert_int_equal(d.count, 5);
    assert_true(tiers_declined_next(&stats, &cursor, &d));
    assert_int_equal(d.reason, TIERS_DRAW_ID);
    assert_int_equal(d.to, TIERS_BASEVERTEX);
    assert_true(tiers_declined_next(&stats, &cursor, &d));
    assert_int_equal(d.tier, TIERS_COMPUTE);
    assert_int_equal(d.reason, TIERS_UNSUPPORTED);
    assert_int_equal(d.to, TIERS_NONE);
    assert_int_equal(d.count, 7);
    assert_false(tiers_declined_next(&stats, &cursor, &d));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_are_found_and_unknown_ones_are_not),
        cmocka_unit_test(test_every_reason_has_a_name_of_its_own),
        cmocka_unit_test(test_full_driver_has_all_six),
        cmocka_unit_test(test_pointer_without_extension_is_no_support),
        cmocka_unit_test(test_extension_without_pointer_is_no_support),
        cmocka_unit_test(test_es_30_has_no_indirect_and_no_compute),
        cmocka_unit_test(test_compute_needs_three_storage_blocks_and_no_more),
        cmocka_unit_test(test_auto_takes_the_first_of_its_order_and_never_compute),
        cmocka_unit_test(test_declined_cells_come_out_in_order_with_their_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
