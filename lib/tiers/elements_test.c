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

#include "guard_test.h"
#include "tiers/suite_test.h"

/* With an empty sub-draw and without: tiers have a short way for the latter. */
static const GLsizei counts4[] = {3, 6, 0, 3}, full4[] = {3, 6, 2, 3};
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

static void null_base_vertices_without_empty_sub_draws(struct rig *r)
{
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    full4, offsets_u16, NULL,
                            shorts,    sizeof shorts,     false};

    check_points(r, &b, NOBODY, TIERS_NONE, NONE);
}

static void ushort_indices_without_empty_sub_draws(struct rig *r)
{
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    full4, offsets_u16, bases4,
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

/* Four at once and some left over, where a tier takes them so. */
static void seven_sub_draws_of_each_index_type(struct rig *r)
{
    static const GLsizei counts[] = {3, 1, 2, 3, 2, 1, 3};
    static const GLint bases[] = {0, 70000, 123456, 1000, 5, 80000, 2000};
    static const uint8_t bytes[] = {5, 6, 7, 255, 0, 1, 2, 254, 9, 10, 11, 12};
    static const uint32_t words[] = {1, 2, 3, 10, 11, 12, 4000, 65534, 20, 30, 31, 32};
    static const size_t first[] = {9, 2, 0, 4, 10, 7, 1};
    size_t offsets[3][7];

    for (int i = 0; i < 7; i++)
        for (int k = 0; k < 3; k++)
            offsets[k][i] = first[i] << k;
    check_points(r,
                 &(struct batch){GL_POINTS, GL_UNSIGNED_BYTE, 7, counts, offsets[0], bases, bytes,
                                 sizeof bytes, false},
                 NOBODY, TIERS_NONE, NONE);
    check_points(r,
                 &(struct batch){GL_POINTS, GL_UNSIGNED_SHORT, 7, counts, offsets[1], bases, shorts,
                                 sizeof shorts, false},
                 NOBODY, TIERS_NONE, NONE);
    check_points(
        r,
        &(struct batch){GL_POINTS, GL_UNSIGNED_INT, 7, counts, offsets[2], bases, words, sizeof words, false},
        NOBODY, TIERS_NONE, NONE);
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
    /* Any address is legal here; the last ends where no more may be read, and one of none lies there. */
    static const size_t offsets[] = {7, 1, 40, 19};
    uint8_t *data = guard_alloc(1 + sizeof shorts);
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,   counts4, offsets, bases4,
                            data,      1 + sizeof shorts, true};

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

int main(void)
{
    static const struct suite_case cases[] = {
        SUITE_CASE(ushort_indices_and_bases_beyond_their_range),
        SUITE_CASE(ushort_indices_without_empty_sub_draws),
        SUITE_CASE(null_base_vertices_are_zero),
        SUITE_CASE(null_base_vertices_without_empty_sub_draws),
        SUITE_CASE(ubyte_indices),
        SUITE_CASE(seven_sub_draws_of_each_index_type),
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
    };

    return suite_main(cases, sizeof cases / sizeof *cases);
}
