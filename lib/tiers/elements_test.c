/* SPDX-License-Identifier: MIT */
/* One suite over all six tiers, on llvmpipe: each case draws batches through the tier and asserts the pixels
 * against what the specification says (computed here, index by index), which tier drew them and why not
 * another, which driver calls were made, and that every binding a tier may touch is on the driver what it
 * was. Each pair of tier and case is a test of its own, with a context of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tiers/suite_test.h"

static const GLsizei counts4[] = {3, 6, 0, 3};
static const GLint bases4[] = {0, 70000, 123456, 1000};
static const uint16_t shorts[12] = {1, 2, 3, 10, 11, 12, 4000, 65534, 20, 30, 31, 32};
static const size_t offsets_u16[] = {0, 6, 2, 18};

static void ushort_indices_and_bases_beyond_their_range(struct rig *r)
{
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts4, offsets_u16, bases4,
                            shorts,    sizeof shorts,     false};

    check_points(r, &b, NOBODY, TIERS_NONE, NONE);
}

static void null_base_vertices_are_zero(struct rig *r)
{
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts4, offsets_u16, NULL,
                            shorts,    sizeof shorts,     false};

    check_points(r, &b, NOBODY, TIERS_NONE, NONE);
}

static void ubyte_indices(struct rig *r)
{
    static const uint8_t data[] = {5, 6, 7, 255, 0, 1, 2, 254, 9, 10, 11, 12};
    static const size_t offsets[] = {1, 4, 0, 9};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_BYTE, 4,    counts4, offsets, bases4,
                            data,      sizeof data,      false};

    check_points(r, &b, NOBODY, TIERS_NONE, NONE);
}

static void uint_indices_and_negative_bases(struct rig *r)
{
    static const GLuint data[] = {70000, 70001, 70002, 50, 51, 52, 53, 54, 55, 2001, 2002, 2003};
    static const size_t offsets[] = {0, 12, 0, 36};
    static const GLint bases[] = {-69000, -50, 7, -2000};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_INT, 4, counts4, offsets, bases, data, sizeof data, false};

    check_points(r, &b, NOBODY, TIERS_NONE, NONE);
}

static void batch_may_begin_with_an_empty_sub_draw(struct rig *r)
{
    static const GLsizei counts[] = {0, 3, 0, 6};
    static const size_t offsets[] = {0, 0, 4000, 12};
    static const GLint bases[] = {1 << 28, 70000, -5, 1000};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts, offsets, bases,
                            shorts,    sizeof shorts,     false};

    check_points(r, &b, NOBODY, TIERS_NONE, NONE);
}

static void batch_that_lies_outside_its_buffer_altogether(struct rig *r)
{
    const enum tiers_reason reasons[TIERS_COUNT] = {[TIERS_COMPUTE] = TIERS_OUTSIDE};
    static const size_t offsets[] = {24, 4000, (size_t)-64, (size_t)1 << 62};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts4, offsets, bases4,
                            shorts,    sizeof shorts,     false};

    set_indices(r, &b);
    rig_clear(r);
    draw(r, &b);
    rig_assert_image(r);
    if (reasons[r->stats.resolved])
        assert_int_equal(r->stats.declined[r->stats.resolved][TIERS_OUTSIDE][TIERS_BASEVERTEX], 1);
    else
        assert_int_equal(r->stats.executed[r->stats.resolved], 1);
    assert_calls(TIERS_NONE, 0);
}

static void all_counts_zero_issue_nothing(struct rig *r)
{
    static const GLsizei zero[4];
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    zero, offsets_u16, bases4,
                            shorts,    sizeof shorts,     false};

    set_indices(r, &b);
    rig_clear(r);
    draw(r, &b);
    rig_assert_image(r);
    assert_calls(TIERS_NONE, 0);
    assert_int_equal(r->stats.batches, 1);
    assert_int_equal(r->stats.empty, 1);
    assert_int_equal(r->stats.subdraws, 4);
    assert_int_equal(r->stats.executed[r->stats.resolved], 1);
    assert_false(r->stats.announced[r->stats.resolved]);
}

static void drawcount_zero_issues_nothing(struct rig *r)
{
    rig_clear(r);
    rig_forget();
    r->gl->MultiDrawElementsBaseVertex(GL_TRIANGLES, NULL, GL_UNSIGNED_INT, NULL, 0, NULL);
    assert_int_equal(r->gl->GetError(), GL_NO_ERROR);
    assert_calls(TIERS_NONE, 0);
    assert_int_equal(r->stats.batches, 1);
    assert_int_equal(r->stats.empty, 1);
}

static void fixed_restart_is_carried_across_a_rebase(struct rig *r)
{
    static const uint16_t data[12] = {1, 0xffff, 3, 10, 11, 0xffff, 4000, 65534, 20, 30, 31, 32};
    const enum tiers_reason reasons[TIERS_COUNT] = {[TIERS_COMPUTE] = TIERS_RESTART};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts4, offsets_u16, bases4,
                            data,      sizeof data,       false};

    r->gl->Enable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    check_points(r, &b, reasons, TIERS_BASEVERTEX, 0xffff);
}

static void restart_index_of_all_ones_is_the_fixed_one(struct rig *r)
{
    static const uint16_t data[12] = {1, 0xffff, 3, 10, 11, 0xffff, 4000, 65534, 20, 30, 31, 32};
    const enum tiers_reason reasons[TIERS_COUNT] = {[TIERS_COMPUTE] = TIERS_RESTART};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts4, offsets_u16, bases4,
                            data,      sizeof data,       false};

    r->gl->Enable(GL_PRIMITIVE_RESTART);
    r->gl->PrimitiveRestartIndex(0xffff);
    check_points(r, &b, reasons, TIERS_BASEVERTEX, 0xffff);
}

static void restart_index_that_the_type_cannot_hold_restarts_nothing(struct rig *r)
{
    static const uint16_t data[12] = {1, 0xffff, 3, 10, 11, 0xffff, 4000, 65534, 20, 30, 31, 32};
    const enum tiers_reason reasons[TIERS_COUNT] = {[TIERS_COMPUTE] = TIERS_RESTART};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts4, offsets_u16, bases4,
                            data,      sizeof data,       false};

    r->gl->Enable(GL_PRIMITIVE_RESTART);
    r->gl->PrimitiveRestartIndex(0xffffffff);
    check_points(r, &b, reasons, TIERS_BASEVERTEX, NONE);
}

static void application_restart_index_goes_through_drawelements_only(struct rig *r)
{
    enum tiers_reason no = TIERS_RESTART_INDEX;
    const enum tiers_reason reasons[TIERS_COUNT] = {no, no, no, no, TIERS_OK, no};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts4, offsets_u16, bases4,
                            shorts,    sizeof shorts,     false};

    r->gl->Enable(GL_PRIMITIVE_RESTART);
    r->gl->PrimitiveRestartIndex(11);
    check_points(r, &b, reasons, TIERS_DRAWELEMENTS, 11);
}

static void client_indices_each_from_its_own_memory(struct rig *r)
{
    const enum tiers_reason reasons[TIERS_COUNT] = {[TIERS_MULTIINDIRECT] = TIERS_CLIENT_INDICES,
                                                    [TIERS_INDIRECT] = TIERS_CLIENT_INDICES,
                                                    [TIERS_COMPUTE] = TIERS_CLIENT_INDICES};
    static const size_t offsets[] = {7, 1, 0, 17}; /* any address is legal here */
    static uint8_t data[32];
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,   counts4, offsets, bases4,
                            data,      sizeof data,       true};

    memcpy(data + 1, shorts, sizeof shorts);
    check_points(r, &b, reasons, TIERS_BASEVERTEX, NONE);
}

static void unaligned_offsets_are_drawn_from_a_gathered_stream(struct rig *r)
{
    const enum tiers_reason reasons[TIERS_COUNT] = {[TIERS_MULTIINDIRECT] = TIERS_UNALIGNED,
                                                    [TIERS_INDIRECT] = TIERS_UNALIGNED,
                                                    [TIERS_COMPUTE] = TIERS_UNALIGNED};
    static const size_t offsets[] = {0, 7, 2, 18};
    static uint8_t data[24];
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts4, offsets, bases4,
                            data,      sizeof data,       false};

    memcpy(data, shorts, 6);
    memcpy(data + 7, shorts + 3, 12);
    check_points(r, &b, reasons, TIERS_BASEVERTEX, NONE);
}

static void ranges_outside_the_buffer_are_cut_to_it(struct rig *r)
{
    const enum tiers_reason reasons[TIERS_COUNT] = {[TIERS_COMPUTE] = TIERS_OUTSIDE};
    static const size_t offsets[] = {0, 18, 4000, 22};
    static const GLsizei counts[] = {3, 6, 3, 1000000};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts, offsets, bases4,
                            shorts,    sizeof shorts,     false};

    check_points(r, &b, reasons, TIERS_BASEVERTEX, NONE);
}

static void narrow_buffer_of_no_whole_words(struct rig *r)
{
    const enum tiers_reason reasons[TIERS_COUNT] = {[TIERS_COMPUTE] = TIERS_BUFFER_SIZE};
    static const GLsizei counts[] = {3, 6, 0, 2};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4, counts, offsets_u16, bases4, shorts, 22, false};

    check_points(r, &b, reasons, TIERS_BASEVERTEX, NONE);
}

#define DRAW_PARAMETERS                                                                                      \
    "#version 330 core\n#extension GL_ARB_shader_draw_parameters : require\nflat out vec4 c;\n"

static void draw_id_is_fed_to_each_sub_draw(struct rig *r)
{
    enum tiers_reason no = TIERS_DRAW_ID;
    const enum tiers_reason reasons[TIERS_COUNT] = {
        [TIERS_EXT] = no, [TIERS_MULTIINDIRECT] = no, [TIERS_COMPUTE] = no};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts4, offsets_u16, bases4,
                            shorts,    sizeof shorts,     false};

    rig_program(r, DRAW_PARAMETERS RIG_PLACE "void main() { place(gl_VertexID, gl_DrawIDARB + 1); }\n", NULL);
    set_indices(r, &b);
    rig_clear(r);
    draw(r, &b);
    for (GLsizei i = 0; i < 4; i++)
        for (GLsizei k = 0; k < counts4[i]; k++)
            rig_expect(r, shorts[offsets_u16[i] / 2 + (size_t)k] + (GLuint)bases4[i], (GLuint)i + 1);
    rig_assert_image(r);
    assert_tier(r, reasons[r->stats.resolved], TIERS_BASEVERTEX, 3);
}

static void check_base_vertex(struct rig *r, const GLint *bases, enum tiers_reason no)
{
    const enum tiers_reason reasons[TIERS_COUNT] = {
        [TIERS_EXT] = no, [TIERS_MULTIINDIRECT] = no, [TIERS_COMPUTE] = no};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts4, offsets_u16, bases,
                            shorts,    sizeof shorts,     false};

    rig_program(r, DRAW_PARAMETERS RIG_PLACE "void main() { place(gl_VertexID, gl_BaseVertexARB + 1); }\n",
                NULL);
    set_indices(r, &b);
    rig_clear(r);
    draw(r, &b);
    for (GLsizei i = 0; i < 4; i++)
        for (GLsizei k = 0; k < counts4[i]; k++)
            rig_expect(r, shorts[offsets_u16[i] / 2 + (size_t)k] + (GLuint)bases[i], (GLuint)bases[i] + 1);
    rig_assert_image(r);
    assert_tier(r, reasons[r->stats.resolved], TIERS_BASEVERTEX, 3);
}

static void base_vertex_that_varies_is_fed_to_each_sub_draw(struct rig *r)
{
    check_base_vertex(r, bases4, TIERS_BASE_VERTEX);
}

static void base_vertex_that_does_not_vary_demotes_nobody(struct rig *r)
{
    /* The third sub-draw has no indices: its base counts for nothing. */
    static const GLint bases[] = {400, 400, 9, 400};

    check_base_vertex(r, bases, TIERS_OK);
}

static void primitive_id_restarts_at_each_sub_draw(struct rig *r)
{
    static const char fragment[] =
        "#version 330 core\nflat in vec4 c;\nout vec4 o;\n"
        "void main() { o = vec4(float(gl_PrimitiveID + 1) / 255.0, 0, 0, c.a); }\n";
    enum tiers_reason no = TIERS_PRIMITIVE_ID;
    const enum tiers_reason reasons[TIERS_COUNT] = {
        [TIERS_EXT] = no, [TIERS_MULTIINDIRECT] = no, [TIERS_COMPUTE] = no};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts4, offsets_u16, bases4,
                            shorts,    sizeof shorts,     false};

    rig_program(r,
                "#version 330 core\nflat out vec4 c;\n" RIG_PLACE "void main() { place(gl_VertexID, 0); }\n",
                fragment);
    set_indices(r, &b);
    rig_clear(r);
    draw(r, &b);
    for (GLsizei i = 0; i < 4; i++)
        for (GLsizei k = 0; k < counts4[i]; k++)
            rig_expect(r, shorts[offsets_u16[i] / 2 + (size_t)k] + (GLuint)bases4[i], (GLuint)k + 1);
    rig_assert_image(r);
    assert_tier(r, reasons[r->stats.resolved], TIERS_BASEVERTEX, 3);
}

/* Primitives: what the same sub-draws give one by one. */
static void check_primitives(struct rig *r, GLenum mode, const GLsizei *counts, enum tiers_reason compute)
{
    static const uint16_t data[12] = {0,       40,          40 * 64, 41, 60,          63 * 64,
                                      64 * 20, 64 * 21 + 9, 64 * 40, 5,  64 * 60 + 3, 64 * 61};
    const enum tiers_reason reasons[TIERS_COUNT] = {[TIERS_COMPUTE] = compute};
    static const GLint bases[] = {0, 2, 0, 65};
    const struct batch b = {mode, GL_UNSIGNED_SHORT, 4, counts, offsets_u16, bases, data, sizeof data, false};
    unsigned lit = 0;

    set_indices(r, &b);
    rig_clear(r);
    for (GLsizei i = 0; i < 4; i++)
        r->gl->DrawElementsBaseVertex(mode, counts[i], b.type, (const void *)offsets_u16[i], bases[i]);
    rig_read(r);
    memcpy(r->expected, r->image, sizeof r->image);
    for (size_t i = 3; i < sizeof r->image; i += 4)
        lit += r->image[i] == 255;
    assert_true(lit > 50 && lit < RIG_PIXELS);
    rig_forget();
    rig_driver->Clear(GL_COLOR_BUFFER_BIT);
    draw(r, &b);
    rig_assert_image(r);
    assert_tier(r, reasons[r->stats.resolved], TIERS_BASEVERTEX,
                (counts[0] > 0) + (counts[1] > 0) + (counts[2] > 0) + (counts[3] > 0));
}

static void triangles_of_whole_primitives(struct rig *r)
{
    check_primitives(r, GL_TRIANGLES, counts4, TIERS_OK);
}

static void triangles_left_unfinished_are_not_welded_to_the_next(struct rig *r)
{
    static const GLsizei counts[] = {4, 5, 0, 3};

    check_primitives(r, GL_TRIANGLES, counts, TIERS_PARTIAL);
}

static void strips_are_not_welded(struct rig *r)
{
    check_primitives(r, GL_TRIANGLE_STRIP, counts4, TIERS_MODE);
}

static void line_loops_close_for_themselves(struct rig *r)
{
    check_primitives(r, GL_LINE_LOOP, counts4, TIERS_MODE);
}

static void lines_of_whole_primitives(struct rig *r)
{
    static const GLsizei counts[] = {2, 4, 0, 2};

    check_primitives(r, GL_LINES, counts, TIERS_OK);
}

int main(void)
{
    static const struct suite_case cases[] = {
        SUITE_CASE(ushort_indices_and_bases_beyond_their_range),
        SUITE_CASE(null_base_vertices_are_zero),
        SUITE_CASE(ubyte_indices),
        SUITE_CASE(uint_indices_and_negative_bases),
        SUITE_CASE(batch_may_begin_with_an_empty_sub_draw),
        SUITE_CASE(batch_that_lies_outside_its_buffer_altogether),
        SUITE_CASE(all_counts_zero_issue_nothing),
        SUITE_CASE(drawcount_zero_issues_nothing),
        SUITE_CASE(fixed_restart_is_carried_across_a_rebase),
        SUITE_CASE(restart_index_of_all_ones_is_the_fixed_one),
        SUITE_CASE(restart_index_that_the_type_cannot_hold_restarts_nothing),
        SUITE_CASE(application_restart_index_goes_through_drawelements_only),
        SUITE_CASE(client_indices_each_from_its_own_memory, .compat = true),
        SUITE_CASE(unaligned_offsets_are_drawn_from_a_gathered_stream),
        SUITE_CASE(ranges_outside_the_buffer_are_cut_to_it),
        SUITE_CASE(narrow_buffer_of_no_whole_words),
        SUITE_CASE(draw_id_is_fed_to_each_sub_draw),
        SUITE_CASE(base_vertex_that_varies_is_fed_to_each_sub_draw),
        SUITE_CASE(base_vertex_that_does_not_vary_demotes_nobody),
        SUITE_CASE(primitive_id_restarts_at_each_sub_draw),
        SUITE_CASE(triangles_of_whole_primitives),
        SUITE_CASE(triangles_left_unfinished_are_not_welded_to_the_next),
        SUITE_CASE(strips_are_not_welded),
        SUITE_CASE(line_loops_close_for_themselves),
        SUITE_CASE(lines_of_whole_primitives),
    };

    return suite_main(cases, sizeof cases / sizeof *cases);
}
