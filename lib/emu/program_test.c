/* SPDX-License-Identifier: MIT */
/* Tests of program objects: names, attaching, linking, use, deletion. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/program_test.h"

#define RED   "#version 330 core\nout vec4 c; void main() { c = vec4(1, 0, 0, 1); }\n"
#define GREEN "#version 330 core\nout vec4 c; void main() { c = vec4(0, 1, 0, 1); }\n"

static void test_program_draws_what_its_shaders_say(void **state)
{
    PROGRAM_TEST(p);
    use_fragment(RED);
    draw_expect(p, 0xff0000ff);
    assert_ptr_equal(p->ctx->program.vertex, p->ctx->program.current);
    program_test_finish(p);
}

static void test_program_relinked_in_use_draws_with_the_new_shaders(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(RED), shaders[4], green = make_shader(GL_FRAGMENT_SHADER, GREEN);
    GLuint es = p->ctx->program.current->es;
    GLsizei count = 0;

    draw_expect(p, 0xff0000ff);
    emu_GetAttachedShaders(program, 4, &count, shaders);
    assert_int_equal(count, 2);
    emu_DetachShader(program, shaders[1]);
    emu_AttachShader(program, green);
    draw_expect(p, 0xff0000ff);
    link_program(program);
    draw_expect(p, 0x00ff00ff);
    assert_int_equal(p->ctx->program.current->es, es);
    assert_int_equal(p->ctx->program.current->generation, 2);
    program_test_finish(p);
}

static void test_program_that_fails_to_relink_goes_on_drawing(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(RED),
           bad = make_shader(GL_FRAGMENT_SHADER, "#version 330 core\nvoid main() { this is not }\n");
    GLint ok = 1;

    emu_AttachShader(program, bad);
    emu_LinkProgram(program);
    emu_GetProgramiv(program, GL_LINK_STATUS, &ok);
    assert_false(ok);
    assert_true(strlen(info_of(program)) > 0);
    draw_expect(p, 0xff0000ff);
    emu_UseProgram(program);
    expect_error(p, GL_INVALID_OPERATION);
    program_test_finish(p);
}

static void test_program_without_shaders_does_not_link(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = emu_CreateProgram();
    GLint ok = 1, n = 0;

    emu_LinkProgram(program);
    emu_GetProgramiv(program, GL_LINK_STATUS, &ok);
    assert_false(ok);
    emu_GetProgramiv(program, GL_INFO_LOG_LENGTH, &n);
    assert_int_equal(n, strlen(info_of(program)) + 1);
    emu_GetProgramiv(program, GL_ACTIVE_UNIFORMS, &n);
    assert_int_equal(n, 0);
    program_test_finish(p);
}

static void test_program_with_an_uncompiled_shader_does_not_link(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = emu_CreateProgram(), shader = emu_CreateShader(GL_VERTEX_SHADER);
    const char *source = COVER;
    GLint ok = 1;

    emu_ShaderSource(shader, 1, &source, NULL);
    emu_AttachShader(program, shader);
    emu_LinkProgram(program);
    emu_GetProgramiv(program, GL_LINK_STATUS, &ok);
    assert_false(ok);
    assert_non_null(strstr(info_of(program), "uncompiled"));
    program_test_finish(p);
}

static void test_program_links_the_source_as_it_was_when_compiled(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = emu_CreateProgram(), v = make_shader(GL_VERTEX_SHADER, COVER),
           f = make_shader(GL_FRAGMENT_SHADER, RED);
    const char *green = GREEN;

    emu_ShaderSource(f, 1, &green, NULL);
    emu_AttachShader(program, v);
    emu_AttachShader(program, f);
    link_program(program);
    emu_UseProgram(program);
    draw_expect(p, 0xff0000ff);
    program_test_finish(p);
}

static void test_program_deleted_in_use_lives_until_unused(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(RED);
    GLint deleted = 0;

    emu_DeleteProgram(program);
    emu_DeleteProgram(program);
    assert_true(emu_IsProgram(program));
    emu_GetProgramiv(program, GL_DELETE_STATUS, &deleted);
    assert_true(deleted);
    draw_expect(p, 0xff0000ff);
    emu_UseProgram(0);
    assert_false(emu_IsProgram(program));
    assert_null(p->ctx->program.vertex);
    emu_UseProgram(program);
    expect_error(p, GL_INVALID_VALUE);
    program_test_finish(p);
}

static void test_program_and_shader_names_are_one_space(void **state)
{
    PROGRAM_TEST(p);
    GLuint shader = emu_CreateShader(GL_VERTEX_SHADER), program = emu_CreateProgram();

    assert_int_not_equal(shader, program);
    assert_true(emu_IsShader(shader));
    assert_false(emu_IsProgram(shader));
    assert_false(emu_IsShader(program));
    emu_LinkProgram(shader);
    expect_error(p, GL_INVALID_OPERATION);
    emu_CompileShader(program);
    expect_error(p, GL_INVALID_OPERATION);
    emu_LinkProgram(4711);
    expect_error(p, GL_INVALID_VALUE);
    program_test_finish(p);
}

static void test_program_attaches_a_shader_once(void **state)
{
    PROGRAM_TEST(p);
    GLuint shader = emu_CreateShader(GL_VERTEX_SHADER), program = emu_CreateProgram();

    emu_AttachShader(program, shader);
    expect_error(p, GL_NO_ERROR);
    emu_AttachShader(program, shader);
    expect_error(p, GL_INVALID_OPERATION);
    emu_DetachShader(program, shader);
    emu_DetachShader(program, shader);
    expect_error(p, GL_INVALID_OPERATION);
    program_test_finish(p);
}

static void test_program_links_two_shaders_of_one_stage(void **state)
{
    PROGRAM_TEST(p);
    GLuint program =
        make_program(COVER, "#version 330 core\nvec4 colour(); out vec4 c; void main() { c = colour(); }\n");
    GLuint part =
        make_shader(GL_FRAGMENT_SHADER, "#version 330 core\nvec4 colour() { return vec4(0, 0, 1, 1); }\n");

    emu_AttachShader(program, part);
    link_program(program);
    emu_UseProgram(program);
    draw_expect(p, 0x0000ffff);
    program_test_finish(p);
}

static void test_attribute_takes_the_location_it_is_bound_to(void **state)
{
    PROGRAM_TEST(p);
    GLuint program =
        make_program("#version 330 core\nin vec4 a; in mat3 m; layout(location = 2) in float e;\n"
                     "void main() { gl_Position = a * e + vec4(m * a.xyz, 0); }\n",
                     RED);

    emu_BindAttribLocation(program, 7, "a");
    emu_BindAttribLocation(program, 9, "m");
    emu_BindAttribLocation(program, 3, "e");
    link_program(program);
    emu_UseProgram(program);
    assert_int_equal(emu_GetAttribLocation(program, "a"), 7);
    assert_int_equal(emu_GetAttribLocation(program, "m"), 9);
    assert_int_equal(emu_GetAttribLocation(program, "e"), 2);
    assert_int_equal(p->ctx->program.current->attribs, 1 << 7 | 7 << 9 | 1 << 2);
    assert_int_equal(p->ctx->program.current->attrib_types[7], GL_FLOAT_VEC4);
    assert_int_equal(p->ctx->program.current->attrib_types[10], GL_FLOAT_VEC3);
    assert_int_equal(p->ctx->program.current->attrib_types[2], GL_FLOAT);
    emu_BindAttribLocation(program, 16, "a");
    expect_error(p, GL_INVALID_VALUE);
    emu_BindAttribLocation(program, 1, "gl_Vertex");
    expect_error(p, GL_INVALID_OPERATION);
    program_test_finish(p);
}

static void test_array_of_inputs_is_one_attribute(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = make_program("#version 420 core\nin float a[3]; in vec4 at; void main() { gl_Position = "
                                  "at * a[0] * a[1] * a[2]; }\n",
                                  RED);
    GLint size = 0;
    GLenum type;
    char name[8];

    emu_BindAttribLocation(program, 3, "a");
    emu_BindAttribLocation(program, 0, "at");
    link_program(program);
    emu_UseProgram(program);
    assert_int_equal(p->ctx->program.current->attribs, 7 << 3 | 1);
    assert_int_equal(emu_GetAttribLocation(program, "a[2]"), 5);
    assert_int_equal(emu_GetAttribLocation(program, "a[3]"), -1);
    for (GLuint i = 0; i < 2; i++) {
        emu_GetActiveAttrib(program, i, sizeof name, NULL, &size, &type, name);
        assert_string_equal(name, size == 3 ? "a[0]" : "at");
    }
    program_test_finish(p);
}

static void test_built_in_outputs_have_no_location(void **state)
{
    PROGRAM_TEST_ON(p, false, 2);
    GLuint program = use_fragment("#version 120\nvoid main() { gl_FragColor = vec4(1); }\n");
    char name[32];

    assert_int_equal(emu_GetFragDataLocation(program, "gl_FragColor"), -1);
    assert_int_equal(emu_GetFragDataLocation(program, "retrace_FragColor"), -1);
    emu_GetProgramResourceName(program, GL_PROGRAM_OUTPUT, 0, sizeof name, NULL, name);
    assert_string_equal(name, "gl_FragColor");
    program_test_finish(p);
}

static void test_gl_vertex_is_attribute_zero(void **state)
{
    PROGRAM_TEST_ON(p, false, 2);
    GLuint program = make_program("#version 120\nattribute vec4 extra; void main() { gl_Position = gl_Vertex "
                                  "+ extra; gl_FrontColor = gl_Color; }\n",
                                  "#version 120\nvoid main() { gl_FragColor = gl_Color; }\n");
    const struct emu_compat_builtin *list;
    size_t count;

    link_program(program);
    emu_UseProgram(program);
    list = emu_program_compat_attribs(p->ctx->program.current, &count);
    assert_int_equal(count, 2);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(list[i].location, strcmp(list[i].name, "gl_Vertex") ? 3 : 0);
    assert_int_equal(p->ctx->program.current->attribs & 9, 9);
    assert_int_not_equal(emu_GetAttribLocation(program, "extra"), 0);
    assert_int_not_equal(emu_GetAttribLocation(program, "extra"), 3);
    assert_int_equal(emu_GetAttribLocation(program, "gl_Vertex"), -1);
    program_test_finish(p);
}

static void test_generic_attribute_pushes_a_builtin_aside(void **state)
{
    PROGRAM_TEST_ON(p, false, 2);
    GLuint program = make_program("#version 120\nattribute vec4 extra; void main() { gl_Position = gl_Vertex "
                                  "+ extra; gl_FrontColor = gl_Color; }\n",
                                  "#version 120\nvoid main() { gl_FragColor = gl_Color; }\n");

    emu_BindAttribLocation(program, 3, "extra");
    link_program(program);
    emu_UseProgram(program);
    assert_int_equal(emu_GetAttribLocation(program, "extra"), 3);
    assert_int_equal(__builtin_popcount(p->ctx->program.current->attribs), 3);
    program_test_finish(p);
}

static void test_draw_parameters_have_locations_and_are_hidden(void **state)
{
    PROGRAM_TEST(p);
    GLuint program =
        make_program("#version 460 core\nuniform float u; flat out int id;\n"
                     "void main() { id = gl_DrawID; gl_Position = vec4(gl_BaseVertex * u); }\n",
                     "#version 460 core\nflat in int id; out vec4 c; void main() { c = vec4(id); }\n");
    GLint count = 0;

    link_program(program);
    emu_UseProgram(program);
    assert_true(p->ctx->program.current->reads_draw_id);
    assert_true(p->ctx->program.current->draw_id_location >= 0);
    assert_true(p->ctx->program.current->reads_base_vertex);
    assert_false(p->ctx->program.current->reads_base_instance);
    emu_GetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
    assert_int_equal(count, 1);
    assert_int_equal(emu_GetUniformLocation(program, GLSL_UNIFORM_DRAW_ID), -1);
    program_test_finish(p);
}

static void test_fragment_outputs_are_where_they_were_bound(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = make_program(
        COVER, "#version 330 core\nout vec4 a; out vec4 b; void main() { a = vec4(1); b = vec4(0); }\n");

    emu_BindFragDataLocation(program, 3, "a");
    emu_BindFragDataLocation(program, 1, "b");
    link_program(program);
    assert_int_equal(emu_GetFragDataLocation(program, "a"), 3);
    assert_int_equal(emu_GetFragDataLocation(program, "b"), 1);
    assert_int_equal(emu_GetFragDataIndex(program, "a"), 0);
    assert_int_equal(emu_GetFragDataLocation(program, "c"), -1);
    emu_BindFragDataLocation(program, 64, "a");
    expect_error(p, GL_INVALID_VALUE);
    program_test_finish(p);
}

static void test_feedback_varyings_are_reported_as_named(void **state)
{
    PROGRAM_TEST(p);
    static const char *const names[] = {"gl_Position", "v"};
    GLuint program = make_program(
        "#version 330 core\nout vec2 v; void main() { gl_Position = vec4(gl_VertexID); v = vec2(1); }\n",
        "#version 330 core\nin vec2 v; out vec4 c; void main() { c = v.xyxy; }\n");
    char name[32];
    GLsizei length = 0, size = 0;
    GLenum type = 0;
    GLint n = 0;

    emu_TransformFeedbackVaryings(program, 2, names, GL_SEPARATE_ATTRIBS);
    link_program(program);
    emu_GetProgramiv(program, GL_TRANSFORM_FEEDBACK_VARYINGS, &n);
    assert_int_equal(n, 2);
    emu_GetProgramiv(program, GL_TRANSFORM_FEEDBACK_BUFFER_MODE, &n);
    assert_int_equal(n, GL_SEPARATE_ATTRIBS);
    emu_GetTransformFeedbackVarying(program, 1, sizeof name, &length, &size, &type, name);
    assert_string_equal(name, "v");
    assert_int_equal(length, 1);
    assert_int_equal(size, 1);
    assert_int_equal(type, GL_FLOAT_VEC2);
    emu_GetTransformFeedbackVarying(program, 2, sizeof name, &length, &size, &type, name);
    expect_error(p, GL_INVALID_VALUE);
    program_test_finish(p);
}

static void test_program_binary_is_refused_and_empty(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(RED);
    GLsizei length = 7;
    GLenum format = 0;
    char bytes[8];

    emu_GetProgramBinary(program, sizeof bytes, &length, &format, bytes);
    assert_int_equal(length, 0);
    emu_ProgramBinary(program, 0x1234, bytes, 8);
    expect_error(p, GL_INVALID_ENUM);
    assert_int_equal(p->gaps.count, 1);
    program_test_finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_program_draws_what_its_shaders_say),
        cmocka_unit_test(test_program_relinked_in_use_draws_with_the_new_shaders),
        cmocka_unit_test(test_program_that_fails_to_relink_goes_on_drawing),
        cmocka_unit_test(test_program_without_shaders_does_not_link),
        cmocka_unit_test(test_program_with_an_uncompiled_shader_does_not_link),
        cmocka_unit_test(test_program_links_the_source_as_it_was_when_compiled),
        cmocka_unit_test(test_program_deleted_in_use_lives_until_unused),
        cmocka_unit_test(test_program_and_shader_names_are_one_space),
        cmocka_unit_test(test_program_attaches_a_shader_once),
        cmocka_unit_test(test_program_links_two_shaders_of_one_stage),
        cmocka_unit_test(test_attribute_takes_the_location_it_is_bound_to),
        cmocka_unit_test(test_array_of_inputs_is_one_attribute),
        cmocka_unit_test(test_built_in_outputs_have_no_location),
        cmocka_unit_test(test_gl_vertex_is_attribute_zero),
        cmocka_unit_test(test_generic_attribute_pushes_a_builtin_aside),
        cmocka_unit_test(test_draw_parameters_have_locations_and_are_hidden),
        cmocka_unit_test(test_fragment_outputs_are_where_they_were_bound),
        cmocka_unit_test(test_feedback_varyings_are_reported_as_named),
        cmocka_unit_test(test_program_binary_is_refused_and_empty),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
