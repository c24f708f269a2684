/* SPDX-License-Identifier: MIT */
/* Tests of variants: state from outside the shader, values that follow, what the application must not notice.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/program_test.h"

#define POINT  "#version 330 core\nvoid main() { gl_Position = vec4(0, 0, 0, 1); }\n"
#define COLOUR "#version 330 core\nuniform vec4 u; out vec4 c; void main() { c = u; }\n"

/* Draws one point of the state's size in the middle, and counts the pixels it covers. */
static int point_pixels(struct program_test *p)
{
    GLubyte px[8 * 8 * 4];
    int n = 0;

    emu_program_prepare(p->ctx, GL_POINTS);
    p->es->ClearColor(0, 0, 0, 0);
    p->es->Clear(GL_COLOR_BUFFER_BIT);
    p->es->DrawArrays(GL_POINTS, 0, 1);
    p->es->ReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, px);
    assert_int_equal(p->es->GetError(), GL_NO_ERROR);
    for (int i = 0; i < 64; i++)
        n += px[4 * i] == 255;
    return n;
}

static GLuint use_point(void)
{
    GLuint program = make_program(POINT, COLOUR);

    link_program(program);
    emu_UseProgram(program);
    emu_Uniform4f(emu_GetUniformLocation(program, "u"), 1, 0, 0, 1);
    return program;
}

static void test_points_have_the_size_of_the_state(void **state)
{
    PROGRAM_TEST(p);
    use_point();
    p->ctx->state.point_size = 4;
    assert_int_equal(point_pixels(p), 16);
    p->ctx->state.point_size = 2;
    assert_int_equal(point_pixels(p), 4);
    program_test_finish(p);
}

static void test_uniform_values_follow_to_another_variant_and_back(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_point(), base = p->ctx->program.current->es;
    GLint at = emu_GetUniformLocation(program, "u");
    GLfloat v[4] = {0};

    p->ctx->state.point_size = 4;
    assert_int_equal(point_pixels(p), 16);
    assert_int_not_equal(p->ctx->program.current->es, base);
    emu_GetUniformfv(program, at, v);
    assert_true(v[0] == 1 && v[3] == 1);
    emu_Uniform4f(at, 0, 1, 0, 1);
    assert_int_equal(point_pixels(p), 0);
    emu_program_prepare(p->ctx, GL_TRIANGLES);
    assert_int_equal(p->ctx->program.current->es, base);
    p->es->GetUniformfv(base, p->es->GetUniformLocation(base, "u"), v);
    assert_true(v[0] == 0 && v[1] == 1);
    emu_ProgramUniform4f(program, at, 1, 1, 1, 1);
    assert_int_equal(point_pixels(p), 16);
    program_test_finish(p);
}

/* A triangle over the whole viewport that shows its back. */
#define BACK                                                                                                 \
    "#version 130\nuniform vec4 front, back = vec4(0, 0, 1, 1); void main() { gl_Position = "                \
    "vec4(gl_VertexID == 2 ? 3. : -1., gl_VertexID == 1 ? 3. : -1., 0., 1.); gl_FrontColor = front; "        \
    "gl_BackColor = back; }\n"
#define COLOR "#version 130\nvoid main() { gl_FragColor = gl_Color; }\n"

static void test_uniforms_that_only_another_variant_reads_are_kept(void **state)
{
    PROGRAM_TEST_ON(p, false, 2);
    GLuint program = make_program(BACK, COLOR);
    GLint front, back;

    link_program(program);
    emu_UseProgram(program);
    front = emu_GetUniformLocation(program, "front");
    back = emu_GetUniformLocation(program, "back");
    emu_Enable(GL_VERTEX_PROGRAM_TWO_SIDE);
    draw_expect(p, 0x0000ffff); /* the initialiser */
    emu_Disable(GL_VERTEX_PROGRAM_TWO_SIDE);
    emu_Uniform4f(front, 0, 1, 0, 1);
    draw_expect(p, 0x00ff00ff);
    emu_Uniform4f(back, 1, 0, 0, 1); /* while nothing reads it */
    emu_Enable(GL_VERTEX_PROGRAM_TWO_SIDE);
    draw_expect(p, 0xff0000ff);
    program_test_finish(p);
}

static void test_vertex_colours_are_clamped_until_the_state_says_no(void **state)
{
    PROGRAM_TEST_ON(p, false, 2);
    struct emu_framebuffer window = {.draw = {GL_BACK}};
    GLuint program =
        make_program(BACK, "#version 130\nvoid main() { gl_FragColor = gl_Color * .5 + .25; }\n");

    link_program(program);
    emu_UseProgram(program);
    emu_Uniform4f(emu_GetUniformLocation(program, "front"), -.5f, 2, 0, 1);
    p->ctx->state.clamp_vertex = GL_TRUE; /* as it is at first */
    draw_expect(p, 0x40bf40bf);
    emu_ClampColor(GL_CLAMP_VERTEX_COLOR, GL_FALSE);
    draw_expect(p, 0x00ff40bf);
    p->ctx->fbo.draw = &window;
    emu_ClampColor(GL_CLAMP_VERTEX_COLOR, GL_FIXED_ONLY);
    draw_expect(p, 0x40bf40bf);
    program_test_finish(p);
}

static void test_variant_is_made_once_per_key(void **state)
{
    PROGRAM_TEST(p);
    GLuint first;

    use_point();
    p->ctx->state.point_size = 1;
    point_pixels(p);
    first = p->ctx->program.current->es;
    emu_program_prepare(p->ctx, GL_TRIANGLES);
    point_pixels(p);
    assert_int_equal(p->ctx->program.current->es, first);
    program_test_finish(p);
}

static void test_relinking_drops_the_variants(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_point(), base = p->ctx->program.current->es, variant;

    p->ctx->state.point_size = 2;
    point_pixels(p);
    variant = p->ctx->program.current->es;
    assert_true(p->es->IsProgram(variant));
    link_program(program);
    assert_int_equal(p->ctx->program.current->es, base);
    assert_false(p->es->IsProgram(variant));
    assert_int_equal(point_pixels(p), 0); /* a link sets uniforms to zero */
    emu_Uniform4f(emu_GetUniformLocation(program, "u"), 1, 0, 0, 1);
    assert_int_equal(point_pixels(p), 4);
    program_test_finish(p);
}

static void test_bindings_of_blocks_follow_to_another_variant(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = make_program(POINT, "#version 420 core\nlayout(std140, binding = 1) uniform A { vec4 a; "
                                         "}; layout(std140) uniform B { vec4 b; };\n"
                                         "layout(binding = 5) uniform sampler2D s; out vec4 c; void main() { "
                                         "c = a + b + vec4(0, texture(s, vec2(0)).r, 0, 0); }\n");
    const GLfloat colours[3][64] = {{0, 0, 0, 1}, {0, 0, 0, 0}, {1, 0, 0, 0}};
    GLuint buffer;
    GLint unit = 0;

    link_program(program);
    emu_UseProgram(program);
    p->es->GenBuffers(1, &buffer);
    p->es->BindBuffer(GL_UNIFORM_BUFFER, buffer);
    p->es->BufferData(GL_UNIFORM_BUFFER, sizeof colours, colours, GL_STATIC_DRAW);
    for (GLuint i = 0; i < 3; i++)
        p->es->BindBufferRange(GL_UNIFORM_BUFFER, i + 1, buffer, i * 256, 16);
    emu_UniformBlockBinding(program, emu_GetUniformBlockIndex(program, "B"), 2);
    p->ctx->state.point_size = 2;
    assert_int_equal(point_pixels(p), 0);
    emu_GetUniformiv(program, emu_GetUniformLocation(program, "s"), &unit);
    assert_int_equal(unit, 5);
    p->es->GetUniformiv(p->ctx->program.current->es,
                        p->es->GetUniformLocation(p->ctx->program.current->es, "s"), &unit);
    assert_int_equal(unit, 5);
    emu_UniformBlockBinding(program, emu_GetUniformBlockIndex(program, "B"), 3);
    assert_int_equal(point_pixels(p), 4);
    program_test_finish(p);
}

static void test_points_of_a_pipeline_have_the_size_of_the_state(void **state)
{
    PROGRAM_TEST(p);
    const char *v = "#version 410 core\nvoid main() { gl_Position = "
                    "vec4(0, 0, 0, 1); }\n",
               *f = "#version 410 core\nout vec4 c; void main() { c = vec4(1); }\n";
    GLuint vertex = emu_CreateShaderProgramv(GL_VERTEX_SHADER, 1, &v),
           fragment = emu_CreateShaderProgramv(GL_FRAGMENT_SHADER, 1, &f), pipeline;

    emu_GenProgramPipelines(1, &pipeline);
    emu_UseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex);
    emu_UseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    emu_BindProgramPipeline(pipeline);
    p->ctx->state.point_size = 4;
    assert_int_equal(point_pixels(p), 16);
    program_test_finish(p);
}

static void test_frag_color_goes_to_every_draw_buffer(void **state)
{
    PROGRAM_TEST_ON(p, false, 2);
    struct emu_framebuffer fb = {.draw = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1}};
    const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    GLuint textures[2];
    GLubyte px[4];

    use_fragment("#version 120\nvoid main() { gl_FragColor = vec4(1, 0, 1, 1); }\n");
    p->es->GenFramebuffers(1, &fb.es);
    p->es->BindFramebuffer(GL_FRAMEBUFFER, fb.es);
    p->es->GenTextures(2, textures);
    for (GLuint i = 0; i < 2; i++) {
        p->es->BindTexture(GL_TEXTURE_2D, textures[i]);
        p->es->TexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8);
        p->es->FramebufferTexture2D(GL_FRAMEBUFFER, buffers[i], GL_TEXTURE_2D, textures[i], 0);
    }
    p->es->DrawBuffers(2, buffers);
    p->ctx->fbo.draw = &fb;
    draw_expect(p, 0xff00ffff);
    p->es->ReadBuffer(GL_COLOR_ATTACHMENT1);
    p->es->ReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, px);
    assert_int_equal(px[0] << 8 | px[1], 0xff00);
    program_test_finish(p);
}

static void test_depth_range_reaches_the_shader(void **state)
{
    PROGRAM_TEST(p);
    use_fragment("#version 330 core\nout vec4 c; void main() { c = vec4(gl_DepthRange.near * 4., "
                 "gl_DepthRange.far, gl_DepthRange.diff / .75, 1); }\n");
    p->ctx->state.ranges[0][0] = .25f;
    p->ctx->state.ranges[0][1] = 1;
    draw_expect(p, 0xffffffff);
    p->ctx->state.ranges[0][0] = p->ctx->state.ranges[0][1] = 0;
    draw_expect(p, 0x000000ff);
    program_test_finish(p);
}

static void test_key_that_feedback_forbids_is_a_named_gap(void **state)
{
    PROGRAM_TEST(p);
    use_point();
    p->ctx->xfb.active = true;
    emu_program_prepare(p->ctx, GL_POINTS);
    assert_int_equal(p->gaps.count, 1);
    assert_non_null(strstr(p->gaps.items[0].reason, "transform feedback"));
    p->ctx->xfb.active = false;
    program_test_finish(p);
}

/* A patch over the viewport, without a control shader. */
static GLuint use_patch(void)
{
    GLuint program = make_program(COVER, COLOUR),
           tes = make_shader(
               GL_TESS_EVALUATION_SHADER,
               "#version 400 core\nlayout(triangles) in; void main() { gl_Position = gl_in[0].gl_Position * "
               "gl_TessCoord.x + gl_in[1].gl_Position * gl_TessCoord.y + gl_in[2].gl_Position * "
               "gl_TessCoord.z; }");

    emu_AttachShader(program, tes);
    link_program(program);
    emu_UseProgram(program);
    emu_Uniform4f(emu_GetUniformLocation(program, "u"), 1, 0, 0, 1);
    return program;
}

static bool patch_is_drawn(struct program_test *p)
{
    GLubyte px[4];

    emu_program_prepare(p->ctx, GL_PATCHES);
    p->es->ClearColor(0, 0, 0, 0);
    p->es->Clear(GL_COLOR_BUFFER_BIT);
    p->es->DrawArrays(GL_PATCHES, 0, 3);
    p->es->ReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, px);
    assert_int_equal(p->es->GetError(), GL_NO_ERROR);
    return px[0] == 255;
}

static void test_patches_without_a_control_shader_have_the_default_levels(void **state)
{
    static const GLfloat none[4] = {0}, some[4] = {2, 3, 4, 1}, inner[2] = {3, 1};
    struct emu_value value;

    PROGRAM_TEST(p);
    p->es->PatchParameteri(GL_PATCH_VERTICES, 3);
    use_patch();
    assert_true(patch_is_drawn(p)); /* they are 1 from the beginning */
    emu_PatchParameterfv(GL_PATCH_DEFAULT_OUTER_LEVEL, none);
    assert_false(patch_is_drawn(p));
    emu_PatchParameterfv(GL_PATCH_DEFAULT_OUTER_LEVEL, some);
    emu_PatchParameterfv(GL_PATCH_DEFAULT_INNER_LEVEL, inner);
    assert_true(patch_is_drawn(p));
    assert_int_equal(p->gaps.count, 0);
    assert_true(emu_program_get(p->ctx, GL_PATCH_DEFAULT_OUTER_LEVEL, EMU_NO_INDEX, &value));
    assert_true(value.count == 4 && value.d[1] == 3);
    assert_true(emu_program_get(p->ctx, GL_PATCH_DEFAULT_INNER_LEVEL, EMU_NO_INDEX, &value));
    assert_true(value.count == 2 && value.d[0] == 3);
    emu_PatchParameterfv(GL_PATCH_VERTICES, some);
    expect_error(p, GL_INVALID_ENUM);
    program_test_finish(p);
}

static void test_primitives_of_quads_are_counted_in_quads(void **state)
{
    GLubyte px[4];

    PROGRAM_TEST(p);
    use_fragment("#version 330 core\nout vec4 c; void main() { c = vec4(gl_PrimitiveID == 1, gl_PrimitiveID "
                 "== 0, 0, 1); }");
    p->ctx->core = false;
    for (int quads = 0; quads < 2; quads++) {
        emu_program_prepare(p->ctx, quads ? GL_QUADS : GL_TRIANGLES);
        p->es->DrawArrays(GL_TRIANGLES, 0, 3);
        p->es->ReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, px);
        assert_int_equal(px[1], 255);
        p->es->DrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, "\3\4\5\0\1\2");
        p->es->ReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, px);
        assert_int_equal(px[quads ? 1 : 0], 255);
    }
    assert_int_equal(p->es->GetError(), GL_NO_ERROR);
    program_test_finish(p);
}

/* A field that same_key does not compare would draw with another state's variant. */
static void test_every_field_of_the_key_is_compared(void **state)
{
    (void)state;
    assert_int_equal(sizeof(struct glsl_key), 3 * 4 + 8 + 5 * 4 + 4 + 4 + 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_have_the_size_of_the_state),
        cmocka_unit_test(test_uniform_values_follow_to_another_variant_and_back),
        cmocka_unit_test(test_uniforms_that_only_another_variant_reads_are_kept),
        cmocka_unit_test(test_vertex_colours_are_clamped_until_the_state_says_no),
        cmocka_unit_test(test_variant_is_made_once_per_key),
        cmocka_unit_test(test_relinking_drops_the_variants),
        cmocka_unit_test(test_bindings_of_blocks_follow_to_another_variant),
        cmocka_unit_test(test_points_of_a_pipeline_have_the_size_of_the_state),
        cmocka_unit_test(test_frag_color_goes_to_every_draw_buffer),
        cmocka_unit_test(test_depth_range_reaches_the_shader),
        cmocka_unit_test(test_patches_without_a_control_shader_have_the_default_levels),
        cmocka_unit_test(test_primitives_of_quads_are_counted_in_quads),
        cmocka_unit_test(test_every_field_of_the_key_is_compared),
        cmocka_unit_test(test_key_that_feedback_forbids_is_a_named_gap),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
