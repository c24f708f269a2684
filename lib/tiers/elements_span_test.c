/* SPDX-License-Identifier: MIT */
/* The suite over all tiers, third part: spans that change what a draw means, and weak drivers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tiers/suite_test.h"

static const GLsizei counts4[] = {3, 6, 0, 3};
static const GLint bases4[] = {0, 70000, 123456, 1000};
static const uint16_t shorts[12] = {1, 2, 3, 10, 11, 12, 4000, 65534, 20, 30, 31, 32};
static const size_t offsets_u16[] = {0, 6, 2, 18};
static const struct batch points = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts4, offsets_u16, bases4,
                                    shorts,    sizeof shorts,     false};

static GLuint buffer_of(struct rig *r, GLenum target, size_t size, const void *data)
{
    GLuint buffer;

    r->gl->GenBuffers(1, &buffer);
    r->gl->BindBuffer(target, buffer);
    r->gl->BufferData(target, (GLsizeiptr)size, data, GL_DYNAMIC_COPY);
    return buffer;
}

/* --- transform feedback --- */

/* Uses a program whose feedback is gl_VertexID, with a buffer bound for it; returns the buffer. */
static GLuint feedback_program(struct rig *r)
{
    static const char vertex[] = "#version 330 core\nflat out vec4 c;\nflat out int id;\n" RIG_PLACE
                                 "void main() { place(gl_VertexID, gl_VertexID); id = gl_VertexID; }\n";
    static const char fragment[] =
        "#version 330 core\nflat in vec4 c;\nout vec4 o;\nvoid main() { o = c; }\n";
    const char *names[] = {"id"};
    GLuint program = r->gl->CreateProgram(), buffer;
    GLint ok = 0;

    r->gl->AttachShader(program, rig_shader(r, GL_VERTEX_SHADER, vertex));
    r->gl->AttachShader(program, rig_shader(r, GL_FRAGMENT_SHADER, fragment));
    r->gl->TransformFeedbackVaryings(program, 1, names, GL_INTERLEAVED_ATTRIBS);
    r->gl->LinkProgram(program);
    r->gl->GetProgramiv(program, GL_LINK_STATUS, &ok);
    assert_true(ok);
    r->gl->UseProgram(program);
    buffer = buffer_of(r, GL_TRANSFORM_FEEDBACK_BUFFER, 64, NULL);
    r->gl->BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    return buffer;
}

static void check_feedback(struct rig *r, const enum tiers_reason reasons[TIERS_COUNT])
{
    GLuint buffer = feedback_program(r);
    GLint got[12];
    int n = 0;

    set_indices(r, &points);
    rig_clear(r);
    r->gl->BeginTransformFeedback(GL_POINTS);
    draw(r, &points);
    r->gl->EndTransformFeedback();
    assert_int_equal(r->gl->GetError(), GL_NO_ERROR);
    expect_points(r, &points, NONE);
    rig_assert_image(r);
    r->gl->BindBuffer(GL_COPY_READ_BUFFER, buffer);
    r->gl->GetBufferSubData(GL_COPY_READ_BUFFER, 0, sizeof got, got);
    for (GLsizei i = 0; i < 4; i++)
        for (GLsizei k = 0; k < counts4[i]; k++)
            assert_int_equal(got[n++], shorts[offsets_u16[i] / 2 + (size_t)k] + bases4[i]);
    if (reasons[r->stats.resolved])
        assert_int_equal(r->stats.declined[r->stats.resolved][reasons[r->stats.resolved]][TIERS_BASEVERTEX],
                         1);
    else
        assert_int_equal(r->stats.executed[r->stats.resolved], 1);
    assert_int_equal(rig_calls.dispatch, 0);
}

static void open_feedback_span_captures_what_the_batch_draws(struct rig *r)
{
    const enum tiers_reason reasons[TIERS_COUNT] = {[TIERS_COMPUTE] = TIERS_FEEDBACK};

    check_feedback(r, reasons);
}

static void paused_feedback_span_keeps_nobody_out(struct rig *r)
{
    feedback_program(r);
    r->gl->BeginTransformFeedback(GL_POINTS);
    r->gl->PauseTransformFeedback();
    check_points(r, &points, NOBODY, TIERS_NONE, NONE);
    r->gl->ResumeTransformFeedback();
    r->gl->EndTransformFeedback();
    assert_int_equal(r->gl->GetError(), GL_NO_ERROR);
}

static void no_geometry_shader(struct rig *r)
{
    r->caps.has_geometry_shader = false;
}

static void open_feedback_span_before_es_32_keeps_out_indexed_and_indirect_draws(struct rig *r)
{
    enum tiers_reason no = TIERS_FEEDBACK;
    const enum tiers_reason reasons[TIERS_COUNT] = {
        [TIERS_EXT] = no, [TIERS_MULTIINDIRECT] = no, [TIERS_INDIRECT] = no, [TIERS_COMPUTE] = no};

    enum tiers_tier tier = r->stats.resolved;

    /* What is left resolves the indices to array draws, where this program's gl_VertexID would be another: a
     * gap by name. */
    feedback_program(r);
    set_indices(r, &points);
    rig_clear(r);
    r->gl->BeginTransformFeedback(GL_POINTS);
    draw(r, &points);
    r->gl->EndTransformFeedback();
    assert_int_equal(r->gl->GetError(), GL_NO_ERROR);
    rig_assert_image(r);
    if (reasons[tier])
        assert_int_equal(r->stats.declined[tier][no][TIERS_BASEVERTEX], 1);
    assert_int_equal(r->gaps.count, 1);
    assert_non_null(strstr(r->gaps.items[0].reason, "gl_VertexID"));
}

/* --- conditional rendering --- */

static void batch_discarded_by_a_query_issues_nothing_and_counts_by_its_shape(struct rig *r)
{
    GLuint query;

    r->gl->GenQueries(1, &query);
    r->gl->BeginQuery(GL_ANY_SAMPLES_PASSED, query);
    r->gl->EndQuery(GL_ANY_SAMPLES_PASSED);
    set_indices(r, &points);
    rig_clear(r);
    r->gl->BeginConditionalRender(query, GL_QUERY_WAIT);
    draw(r, &points);
    assert_calls(TIERS_NONE, 0);
    r->gl->Enable(GL_PRIMITIVE_RESTART);
    r->gl->PrimitiveRestartIndex(11);
    draw(r, &points);
    assert_calls(TIERS_NONE, 0);
    r->gl->EndConditionalRender();
    rig_assert_image(r);
    assert_int_equal(r->stats.batches, 2);
    assert_int_equal(r->stats.empty, 2);
    if (r->stats.resolved == TIERS_DRAWELEMENTS)
        assert_int_equal(r->stats.executed[TIERS_DRAWELEMENTS], 2);
    else
        assert_int_equal(r->stats.declined[r->stats.resolved][TIERS_RESTART_INDEX][TIERS_DRAWELEMENTS], 1);
    assert_int_equal(r->stats.executed[r->stats.resolved] +
                         r->stats.executed[TIERS_DRAWELEMENTS] * (r->stats.resolved != TIERS_DRAWELEMENTS),
                     2);
    assert_false(r->stats.announced[r->stats.resolved]);
}

/* --- weak drivers --- */

#define NO_BASE_VERTEX (1 << TIERS_EXT | 1 << TIERS_BASEVERTEX)

static void no_base_vertex(struct rig *r)
{
    r->caps.has_base_vertex = r->caps.has_multi_draw_base_vertex = false;
    r->es.DrawElementsBaseVertex = NULL;
    r->es.DrawElementsInstancedBaseVertex = NULL;
    r->es.MultiDrawElementsBaseVertexEXT = NULL;
}

static void declined_batch_without_base_vertex_draws_goes_to_drawelements(struct rig *r)
{
    enum tiers_tier tier = r->stats.resolved;

    set_indices(r, &points);
    r->gl->Enable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    rig_clear(r);
    draw(r, &points);
    expect_points(r, &points, 0xffff);
    rig_assert_image(r);
    assert_tier(r, tier == TIERS_COMPUTE ? TIERS_RESTART : TIERS_OK, TIERS_DRAWELEMENTS, 3);
}

static void client_indices_without_base_vertex_draws(struct rig *r)
{
    enum tiers_reason no = TIERS_CLIENT_INDICES;
    const enum tiers_reason reasons[TIERS_COUNT] = {
        [TIERS_MULTIINDIRECT] = no, [TIERS_INDIRECT] = no, [TIERS_COMPUTE] = no};
    struct batch b = points;

    b.client = true;
    check_points(r, &b, reasons, TIERS_DRAWELEMENTS, NONE);
}

int main(void)
{
    static const struct suite_case cases[] = {
        SUITE_CASE(open_feedback_span_captures_what_the_batch_draws),
        SUITE_CASE(paused_feedback_span_keeps_nobody_out),
        SUITE_CASE(open_feedback_span_before_es_32_keeps_out_indexed_and_indirect_draws,
                   .weaken = no_geometry_shader),
        SUITE_CASE(batch_discarded_by_a_query_issues_nothing_and_counts_by_its_shape),
        SUITE_CASE(declined_batch_without_base_vertex_draws_goes_to_drawelements, .weaken = no_base_vertex,
                   .lacks = NO_BASE_VERTEX),
        SUITE_CASE(client_indices_without_base_vertex_draws, .weaken = no_base_vertex,
                   .lacks = NO_BASE_VERTEX, .compat = true),
    };

    return suite_main(cases, sizeof cases / sizeof *cases);
}
