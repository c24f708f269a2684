/* SPDX-License-Identifier: MIT */
/* The suite over all tiers, second part: programs that read what differs per sub-draw, and primitives that
 * must not be welded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tiers/suite_test.h"

/* With an empty sub-draw and without: tiers have a short way for the latter. */
static const GLsizei counts4[] = {3, 6, 0, 3}, full4[] = {3, 6, 2, 3};
static const GLint bases4[] = {0, 70000, 123456, 1000};
static const uint16_t shorts[12] = {1, 2, 3, 10, 11, 12, 4000, 65534, 20, 30, 31, 32};
static const size_t offsets_u16[] = {0, 6, 2, 18};

#define DRAW_PARAMETERS                                                                                      \
    "#version 330 core\n#extension GL_ARB_shader_draw_parameters : require\nflat out vec4 c;\n"

static void check_draw_id(struct rig *r, const GLsizei *counts, unsigned drawn)
{
    enum tiers_reason no = TIERS_DRAW_ID;
    const enum tiers_reason reasons[TIERS_COUNT] = {
        [TIERS_EXT] = no, [TIERS_MULTIINDIRECT] = no, [TIERS_COMPUTE] = no};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts, offsets_u16, bases4,
                            shorts,    sizeof shorts,     false};

    rig_program(r, DRAW_PARAMETERS RIG_PLACE "void main() { place(gl_VertexID, gl_DrawIDARB + 1); }\n", NULL);
    set_indices(r, &b);
    rig_clear(r);
    draw(r, &b);
    for (GLsizei i = 0; i < 4; i++)
        for (GLsizei k = 0; k < counts[i]; k++)
            rig_expect(r, shorts[offsets_u16[i] / 2 + (size_t)k] + (GLuint)bases4[i], (GLuint)i + 1);
    rig_assert_image(r);
    assert_tier(r, reasons[r->stats.resolved], TIERS_BASEVERTEX, drawn);
}

static void draw_id_is_fed_to_each_sub_draw(struct rig *r)
{
    check_draw_id(r, counts4, 3);
}

static void draw_id_is_fed_without_empty_sub_draws(struct rig *r)
{
    check_draw_id(r, full4, 4);
}

static void check_base_vertex(struct rig *r, const GLsizei *counts, const GLint *bases, enum tiers_reason no)
{
    const enum tiers_reason reasons[TIERS_COUNT] = {
        [TIERS_EXT] = no, [TIERS_MULTIINDIRECT] = no, [TIERS_COMPUTE] = no};
    const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts, offsets_u16, bases,
                            shorts,    sizeof shorts,     false};

    rig_program(r, DRAW_PARAMETERS RIG_PLACE "void main() { place(gl_VertexID, gl_BaseVertexARB + 1); }\n",
                NULL);
    set_indices(r, &b);
    rig_clear(r);
    draw(r, &b);
    for (GLsizei i = 0; i < 4; i++)
        for (GLsizei k = 0; k < counts[i]; k++)
            rig_expect(r, shorts[offsets_u16[i] / 2 + (size_t)k] + (GLuint)bases[i], (GLuint)bases[i] + 1);
    rig_assert_image(r);
    assert_tier(r, reasons[r->stats.resolved], TIERS_BASEVERTEX, 3 + (counts[2] > 0));
}

static void base_vertex_that_varies_is_fed_to_each_sub_draw(struct rig *r)
{
    check_base_vertex(r, counts4, bases4, TIERS_BASE_VERTEX);
}

static void base_vertex_that_varies_without_empty_sub_draws(struct rig *r)
{
    check_base_vertex(r, full4, bases4, TIERS_BASE_VERTEX);
}

static void base_vertex_that_does_not_vary_demotes_nobody(struct rig *r)
{
    /* The third sub-draw has no indices: its base counts for nothing. */
    static const GLint bases[] = {400, 400, 9, 400};

    check_base_vertex(r, counts4, bases, TIERS_OK);
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
        SUITE_CASE(draw_id_is_fed_to_each_sub_draw),
        SUITE_CASE(draw_id_is_fed_without_empty_sub_draws),
        SUITE_CASE(base_vertex_that_varies_is_fed_to_each_sub_draw),
        SUITE_CASE(base_vertex_that_varies_without_empty_sub_draws),
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
