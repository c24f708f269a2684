/* SPDX-License-Identifier: MIT */
/* Tests of the front: choice of tier, log lines, statistics, and a compute tier whose program the driver
 * refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tiers/rig_test.h"

/* Closed by the teardown, since a failing assertion does not return. */
static struct rig *rigs[2];

static struct rig *create(int i)
{
    rigs[i] = rig_create();
    if (!rigs[i])
        skip();
    return rigs[i];
}

static int teardown(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        if (rigs[i])
            gles_context_make_current(rigs[i]->driver, rigs[i]->surface, rigs[i]->surface);
        rig_close(rigs[i]);
        rigs[i] = NULL;
    }
    return 0;
}

/* Two sub-draws of points: vertices 1, 2 and 70003. */
static void draw_points(struct rig *r)
{
    static const uint16_t data[] = {1, 2, 3, 0}; /* whole words, for compute */
    static const GLsizei counts[] = {2, 1};
    static const GLint bases[] = {0, 70000};
    const void *offsets[] = {(const void *)0, (const void *)4};
    GLuint buffer;

    r->gl->GenBuffers(1, &buffer);
    r->gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    r->gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof data, data, GL_STATIC_DRAW);
    rig_clear(r);
    r->gl->MultiDrawElementsBaseVertex(GL_POINTS, counts, GL_UNSIGNED_SHORT, offsets, 2, bases);
    rig_expect(r, 1, 1);
    rig_expect(r, 2, 2);
    rig_expect(r, 70003, 70003);
    rig_assert_image(r);
}

static void test_auto_says_what_it_resolved_to_and_what_the_driver_has(void **state)
{
    struct rig *r = create(0);

    (void)state;
    r->caps.has_multi_draw_indirect = false;
    rig_open(r, "auto", true);
    assert_logged(
        &r->log,
        "multi-draw: tier=auto resolved=ext driver-has=ext,indirect,basevertex,drawelements,compute\n");
    assert_int_equal(r->stats.resolved, TIERS_EXT);
    assert_true(r->stats.supported);
    assert_null(r->stats.missing);
    assert_int_equal(r->stats.contexts, 1);
}

static void test_forced_tier_that_the_driver_lacks_runs_auto_and_says_so(void **state)
{
    struct rig *r = create(0);

    (void)state;
    r->caps.has_multi_draw_indirect = false;
    rig_open(r, "multiindirect", true);
    assert_logged(&r->log, "this driver has no tier multiindirect: it lacks GL_EXT_multi_draw_indirect");
    assert_logged(&r->log, "multi-draw: tier=multiindirect resolved=ext driver-has=ext,");
    assert_false(r->stats.supported);
    assert_string_equal(r->stats.missing, "GL_EXT_multi_draw_indirect");
    draw_points(r);
    assert_int_equal(r->stats.executed[TIERS_EXT], 1);
    assert_int_equal(r->stats.executed[TIERS_MULTIINDIRECT], 0);
    assert_false(r->stats.announced[TIERS_MULTIINDIRECT]);
}

static void test_unknown_tier_name_is_taken_for_auto_with_a_warning(void **state)
{
    struct rig *r = create(0);

    (void)state;
    rig_open(r, "fastest", true);
    assert_logged(&r->log, "there is no tier \"fastest\"");
    assert_logged(&r->log, "multi-draw: tier=auto resolved=ext ");
}

static void test_first_batch_is_announced_once_and_the_counts_come_at_the_end(void **state)
{
    static const char announcement[] = "multi-draw: first batch executed via tier \"indirect\"\n";
    struct rig *r = create(0);
    const char *first;

    (void)state;
    rig_open(r, "indirect", true);
    assert_null(strstr(r->log.text, "first batch"));
    draw_points(r);
    draw_points(r);
    first = strstr(r->log.text, announcement);
    assert_non_null(first);
    assert_null(strstr(first + 1, announcement));
    r->gl->Enable(GL_PRIMITIVE_RESTART);
    r->gl->PrimitiveRestartIndex(500);
    draw_points(r);
    assert_logged(&r->log, "multi-draw: first batch executed via tier \"drawelements\"\n");
    assert_int_equal(tiers_context_stats(r->ctx)->batches, 3);
    emu_context_destroy(r->ctx);
    r->ctx = NULL;
    assert_logged(
        &r->log,
        "multi-draw: batches=3 executed ext=0 multiindirect=0 indirect=2 basevertex=0 drawelements=1 "
        "compute=0 declined indirect:restart-index=1\n");
}

static void test_context_without_declines_says_none(void **state)
{
    struct rig *r = create(0);

    (void)state;
    rig_open(r, "basevertex", true);
    draw_points(r);
    emu_context_destroy(r->ctx);
    r->ctx = NULL;
    assert_logged(
        &r->log,
        "multi-draw: batches=1 executed ext=0 multiindirect=0 indirect=0 basevertex=1 drawelements=0 "
        "compute=0 declined none\n");
}

static void test_two_contexts_count_apart_and_together(void **state)
{
    struct tiers_stats total = {0};
    struct rig *r;

    (void)state;
    for (int i = 0; i < 2; i++) {
        r = create(i);
        rig_open_context(r, "compute", true, &total);
        rig_open_scene(r);
    }
    for (int i = 0; i < 3; i++) {
        r = rigs[i % 2];
        gles_context_make_current(r->driver, r->surface, r->surface);
        emu_make_current(r->ctx, RIG_SIDE, RIG_SIDE);
        draw_points(r);
        assert_logged(&r->log, "first batch executed via tier \"compute\"");
    }
    assert_int_equal(tiers_context_stats(rigs[0]->ctx)->batches, 2);
    assert_int_equal(tiers_context_stats(rigs[1]->ctx)->batches, 1);
    assert_int_equal(total.batches, 3);
    assert_int_equal(total.executed[TIERS_COMPUTE], 3);
    assert_int_equal(total.dispatches, 3);
    assert_int_equal(total.subdraws, 6);
    assert_true(total.announced[TIERS_COMPUTE]);
}

static struct rig *create_with_angle(bool angle, const char *tier)
{
    struct rig *r = create(0);
    uint32_t *word = &r->caps.extensions[GLES_ANGLE_multi_draw / 32], bit = 1u << GLES_ANGLE_multi_draw % 32;

    *word = angle ? *word | bit : *word & ~bit;
    rig_open(r, tier, true);
    draw_points(r);
    return r;
}

static void check_element_binds(bool angle, unsigned binds)
{
    static const GLsizei count = 1;
    static const void *const offset;
    struct rig *r = create_with_angle(angle, "indirect");

    rig_forget();
    r->gl->MultiDrawElements(GL_POINTS, &count, GL_UNSIGNED_SHORT, &offset, 1);
    assert_int_equal(rig_calls.indirect, 1);
    assert_int_equal(rig_calls.element_binds, binds);
}

static void test_indirect_tiers_rebind_the_index_buffer_on_angle_only(void **state)
{
    check_element_binds(true, 2);
    teardown(state);
    check_element_binds(false, 0);
}

static void check_element_binds_of_one_draw(bool angle, unsigned binds)
{
    static const GLuint command[5] = {1, 1};
    struct rig *r = create_with_angle(angle, "auto");
    GLuint buffer;

    r->gl->GenBuffers(1, &buffer);
    r->gl->BindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer);
    r->gl->BufferData(GL_DRAW_INDIRECT_BUFFER, sizeof command, command, GL_STATIC_DRAW);
    rig_forget();
    r->gl->DrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, NULL);
    assert_int_equal(rig_calls.indirect, 1);
    assert_int_equal(rig_calls.element_binds, binds);
}

static void test_an_indirect_draw_rebinds_the_index_buffer_on_angle_only(void **state)
{
    check_element_binds_of_one_draw(true, 2);
    teardown(state);
    check_element_binds_of_one_draw(false, 0);
}

static bool refuse;

static void refusing_get_programiv(GLuint program, GLenum pname, GLint *params)
{
    rig_driver->GetProgramiv(program, pname, params);
    if (refuse && pname == GL_LINK_STATUS)
        *params = GL_FALSE;
}

static void test_refused_flattening_program_is_a_decline_not_a_hole(void **state)
{
    struct rig *r = create(0);

    (void)state;
    r->es.GetProgramiv = refusing_get_programiv;
    refuse = true;
    rig_open_context(r, "compute", true, NULL);
    refuse = false;
    rig_open_scene(r);
    draw_points(r);
    assert_int_equal(r->stats.declined[TIERS_COMPUTE][TIERS_PROGRAM][TIERS_BASEVERTEX], 1);
    assert_int_equal(r->stats.executed[TIERS_BASEVERTEX], 1);
    assert_int_equal(r->stats.dispatches, 0);
    assert_false(r->stats.announced[TIERS_COMPUTE]);
}

static void test_program_that_failed_to_link_again_still_draws(void **state)
{
    struct rig *r = create(0);
    GLuint shader;

    (void)state;
    rig_open(r, "compute", true);
    draw_points(r);
    shader =
        rig_shader(r, GL_VERTEX_SHADER, "#version 330 core\nvoid nothing();\nvoid main() { nothing(); }\n");
    r->gl->AttachShader(r->program, shader);
    r->gl->LinkProgram(r->program);
    draw_points(r);
    assert_int_equal(r->stats.executed[TIERS_COMPUTE], 1);
    assert_int_equal(r->stats.declined[TIERS_COMPUTE][TIERS_PROGRAM][TIERS_BASEVERTEX], 1);
}

static void test_batch_in_a_relinked_program_computes_at_once(void **state)
{
    struct rig *r = create(0);

    (void)state;
    rig_open(r, "compute", true);
    r->gl->LinkProgram(r->program);
    draw_points(r);
    assert_int_equal(r->stats.executed[TIERS_COMPUTE], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_auto_says_what_it_resolved_to_and_what_the_driver_has, teardown),
        cmocka_unit_test_teardown(test_forced_tier_that_the_driver_lacks_runs_auto_and_says_so, teardown),
        cmocka_unit_test_teardown(test_unknown_tier_name_is_taken_for_auto_with_a_warning, teardown),
        cmocka_unit_test_teardown(test_first_batch_is_announced_once_and_the_counts_come_at_the_end,
                                  teardown),
        cmocka_unit_test_teardown(test_context_without_declines_says_none, teardown),
        cmocka_unit_test_teardown(test_two_contexts_count_apart_and_together, teardown),
        cmocka_unit_test_teardown(test_indirect_tiers_rebind_the_index_buffer_on_angle_only, teardown),
        cmocka_unit_test_teardown(test_an_indirect_draw_rebinds_the_index_buffer_on_angle_only, teardown),
        cmocka_unit_test_teardown(test_refused_flattening_program_is_a_decline_not_a_hole, teardown),
        cmocka_unit_test_teardown(test_program_that_failed_to_link_again_still_draws, teardown),
        cmocka_unit_test_teardown(test_batch_in_a_relinked_program_computes_at_once, teardown),
    };

    return cmocka_run_group_tests(tests, rig_group_setup, rig_group_teardown);
}
