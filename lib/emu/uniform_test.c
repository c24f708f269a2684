/* SPDX-License-Identifier: MIT */
/* Tests of uniforms: locations, type rules, values, what is active after a link. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/program_test.h"

#define HEAD    "#version 330 core\nout vec4 c;\n"
#define HEAD430 "#version 430 core\nout vec4 c;\n"

static void test_uniform_value_reaches_the_shader(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(HEAD "uniform vec3 u; void main() { c = vec4(u, 1); }\n");
    GLint at = emu_GetUniformLocation(program, "u");
    const GLfloat blue[] = {0, 0, 1};

    emu_Uniform3f(at, 1, 0, 1);
    draw_expect(p, 0xff00ffff);
    emu_Uniform3fv(at, 1, blue);
    draw_expect(p, 0x0000ffff);
    program_test_finish(p);
}

static void test_uniform_of_each_base_type_is_set(void **state)
{
    PROGRAM_TEST(p);
    GLuint program =
        use_fragment(HEAD "uniform int i; uniform uint n; uniform bool b; uniform ivec2 v;\n"
                          "void main() { c = vec4(i == -7, n == 0xfffffff0u, b, v == ivec2(3, -4)); }\n");

    emu_Uniform1i(emu_GetUniformLocation(program, "i"), -7);
    emu_Uniform1ui(emu_GetUniformLocation(program, "n"), 0xfffffff0u);
    emu_Uniform1f(emu_GetUniformLocation(program, "b"), .5f);
    emu_Uniform2i(emu_GetUniformLocation(program, "v"), 3, -4);
    draw_expect(p, 0xffffffff);
    emu_Uniform1ui(emu_GetUniformLocation(program, "b"), 0);
    draw_expect(p, 0xffff00ff);
    program_test_finish(p);
}

static void test_uniform_of_the_wrong_type_is_invalid_operation(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(
        HEAD "uniform float f; uniform vec2 v; uniform int i; uniform mat2 m; uniform sampler2D s;\n"
             "void main() { c = vec4(f, v, i) + vec4(m[0], m[1]) + texture(s, v); }\n");
    const GLfloat four[4] = {0};

    emu_Uniform1i(emu_GetUniformLocation(program, "f"), 1);
    expect_error(p, GL_INVALID_OPERATION);
    emu_Uniform1f(emu_GetUniformLocation(program, "v"), 1);
    expect_error(p, GL_INVALID_OPERATION);
    emu_Uniform1f(emu_GetUniformLocation(program, "i"), 1);
    expect_error(p, GL_INVALID_OPERATION);
    emu_Uniform1ui(emu_GetUniformLocation(program, "i"), 1);
    expect_error(p, GL_INVALID_OPERATION);
    emu_Uniform4fv(emu_GetUniformLocation(program, "m"), 1, four);
    expect_error(p, GL_INVALID_OPERATION);
    emu_Uniform1f(emu_GetUniformLocation(program, "s"), 1);
    expect_error(p, GL_INVALID_OPERATION);
    emu_Uniform1fv(emu_GetUniformLocation(program, "f"), 2, four);
    expect_error(p, GL_INVALID_OPERATION);
    emu_Uniform1fv(emu_GetUniformLocation(program, "f"), -1, four);
    expect_error(p, GL_INVALID_VALUE);
    emu_Uniform1i(emu_GetUniformLocation(program, "s"), 10000);
    expect_error(p, GL_INVALID_VALUE);
    emu_UniformMatrix2fv(emu_GetUniformLocation(program, "m"), 1, GL_TRUE, four);
    expect_error(p, GL_NO_ERROR);
    program_test_finish(p);
}

static void test_uniform_at_no_location(void **state)
{
    PROGRAM_TEST(p);
    use_fragment(HEAD "uniform float f; void main() { c = vec4(f); }\n");
    emu_Uniform1f(-1, 1);
    expect_error(p, GL_NO_ERROR);
    emu_Uniform1f(-2, 1);
    expect_error(p, GL_INVALID_OPERATION);
    emu_Uniform1f(1, 1);
    expect_error(p, GL_INVALID_OPERATION);
    emu_UseProgram(0);
    emu_Uniform1f(-1, 1);
    expect_error(p, GL_INVALID_OPERATION);
    program_test_finish(p);
}

static void test_elements_of_an_array_follow_each_other(void **state)
{
    PROGRAM_TEST(p);
    GLuint program =
        use_fragment(HEAD "uniform float before; uniform float a[4]; uniform float after;\n"
                          "void main() { c = vec4(a[0], a[1], a[2] + before, a[3] + after); }\n");
    GLint at = emu_GetUniformLocation(program, "a"), n = 0;
    const GLfloat two[] = {1, 1};

    assert_true(at >= 0);
    assert_int_equal(emu_GetUniformLocation(program, "a[0]"), at);
    assert_int_equal(emu_GetUniformLocation(program, "a[3]"), at + 3);
    assert_int_equal(emu_GetUniformLocation(program, "a[4]"), -1);
    assert_int_equal(emu_GetUniformLocation(program, "a[03]"), -1);
    assert_int_equal(emu_GetUniformLocation(program, "a[]"), -1);
    assert_int_equal(emu_GetUniformLocation(program, "before[0]"), -1);
    emu_Uniform1fv(at + 1, 2, two);
    draw_expect(p, 0x00ffff00);
    emu_Uniform1fv(at + 3, 2, two); /* what is beyond the array is ignored */
    draw_expect(p, 0x00ffffff);
    emu_GetProgramiv(program, GL_ACTIVE_UNIFORM_MAX_LENGTH, &n);
    assert_int_equal(n, 7);
    program_test_finish(p);
}

static void test_members_of_structures_have_locations(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(
        HEAD "struct light { vec3 colour; float power[2]; }; uniform light lights[2];\n"
             "void main() { c = vec4(lights[1].colour, lights[0].power[1] * lights[1].power[0]); }\n");

    emu_Uniform3f(emu_GetUniformLocation(program, "lights[1].colour"), 0, 1, 1);
    emu_Uniform1f(emu_GetUniformLocation(program, "lights[0].power[1]"), 1);
    emu_Uniform1f(emu_GetUniformLocation(program, "lights[1].power"), 1);
    draw_expect(p, 0x00ffffff);
    assert_int_equal(emu_GetUniformLocation(program, "lights"), -1);
    assert_int_equal(emu_GetUniformLocation(program, "lights[1]"), -1);
    program_test_finish(p);
}

static void test_explicit_locations_are_kept(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(
        HEAD430 "layout(location = 5) uniform float a[2]; layout(location = 1) uniform float b;\n"
                "layout(location = 9) uniform float unused; uniform float other[4];\n"
                "void main() { c = vec4(a[0], a[1], b, other[3]); }\n");

    assert_int_equal(emu_GetUniformLocation(program, "a[1]"), 6);
    assert_int_equal(emu_GetUniformLocation(program, "b"), 1);
    emu_Uniform1f(6, 1);
    emu_Uniform1f(1, 1);
    emu_Uniform1f(9, 1); /* legal, though nothing reads it */
    emu_Uniform1f(emu_GetUniformLocation(program, "other[3]"), 1);
    draw_expect(p, 0x00ffffff);
    for (int i = 0; i < 4; i++) {
        GLint at = emu_GetUniformLocation(program, "other") + i;
        assert_true(at != 1 && at != 5 && at != 6 && at != 9);
    }
    program_test_finish(p);
}

static void test_initialisers_are_set_after_a_link(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(
        HEAD
        "uniform vec2 v = vec2(1, 0); uniform float a[2] = float[2](0., 1.); uniform bool b = true;\n"
        "uniform mat2 m = mat2(0, 0, 1, 0); void main() { c = vec4(v.x, a[1], m[1].x, b) - v.y - a[0]; }\n");
    GLfloat value[4] = {7, 7, 7, 7};

    draw_expect(p, 0xffffffff);
    emu_Uniform2f(emu_GetUniformLocation(program, "v"), 0, 0);
    draw_expect(p, 0x00ffffff);
    link_program(program);
    draw_expect(p, 0xffffffff);
    emu_GetUniformfv(program, emu_GetUniformLocation(program, "v"), value);
    assert_true(value[0] == 1 && value[1] == 0 && value[2] == 7);
    program_test_finish(p);
}

static void test_bindings_of_samplers_are_set_after_a_link(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(
        "#version 420 core\nout vec4 c; layout(binding = 3) uniform sampler2D s[2]; uniform sampler2D t;\n"
        "void main() { c = texture(s[0], vec2(0)) + texture(s[1], vec2(0)) + texture(t, vec2(0)); }\n");
    GLint unit = -1;

    emu_GetUniformiv(program, emu_GetUniformLocation(program, "s[1]"), &unit);
    assert_int_equal(unit, 4);
    p->es->GetUniformiv(p->ctx->program.current->es,
                        p->es->GetUniformLocation(p->ctx->program.current->es, "s[1]"), &unit);
    assert_int_equal(unit, 4);
    emu_GetUniformiv(program, emu_GetUniformLocation(program, "t"), &unit);
    assert_int_equal(unit, 0);
    program_test_finish(p);
}

static void named_uniform(void **state, int minor)
{
    PROGRAM_TEST_ON(p, true, minor);
    GLuint other = use_fragment(HEAD "uniform vec4 u; void main() { c = u; }\n");
    GLuint program =
        use_fragment(HEAD "uniform vec4 u; uniform mat2 m; void main() { c = u + vec4(m[0], m[1]); }\n");
    const GLfloat m[] = {0, 0, 1, 0}, none[4] = {0};

    emu_ProgramUniform4f(other, emu_GetUniformLocation(other, "u"), 1, 0, 0, 1);
    emu_ProgramUniform4f(program, emu_GetUniformLocation(program, "u"), 0, 1, 0, 1);
    emu_ProgramUniformMatrix2fv(program, emu_GetUniformLocation(program, "m"), 1, GL_FALSE, m);
    draw_expect(p, 0x00ffffff);
    emu_ProgramUniformMatrix2fv(program, emu_GetUniformLocation(program, "m"), 1, GL_FALSE, none);
    draw_expect(p, 0x00ff00ff);
    emu_UseProgram(other);
    draw_expect(p, 0xff0000ff);
    emu_ProgramUniform1f(program, emu_GetUniformLocation(program, "u"), 1);
    expect_error(p, GL_INVALID_OPERATION);
    program_test_finish(p);
}

static void test_samplers_without_a_binding_are_of_unit_0(void **state)
{
    static const char *const kinds[] = {"sampler2D",     "samplerBuffer", "isamplerBuffer",
                                        "sampler2DRect", "sampler1D",     "sampler2DShadow"};
    PROGRAM_TEST(p);

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char source[256];
        GLint unit = -1, es = -1;
        GLuint program;

        snprintf(source, sizeof source,
                 HEAD "uniform %s s[2]; uniform int i; void main() { c = vec4(textureSize(s[0]%s).x + "
                      "textureSize(s[1]%s).x); }\n",
                 kinds[i], strstr(kinds[i], "Buffer") || strstr(kinds[i], "Rect") ? "" : ", 0",
                 strstr(kinds[i], "Buffer") || strstr(kinds[i], "Rect") ? "" : ", 0");
        program = use_fragment(source);
        for (int k = 0; k < 2; k++) {
            GLuint driver = p->ctx->program.current->es;

            emu_GetUniformiv(program, emu_GetUniformLocation(program, k ? "s[1]" : "s[0]"), &unit);
            p->es->GetUniformiv(driver, p->es->GetUniformLocation(driver, k ? "s[1]" : "s[0]"), &es);
            if (unit || es)
                fail_msg("%s s[%d]: %d, %d on the driver", kinds[i], k, unit, es);
        }
    }
    program_test_finish(p);
}

static void test_uniform_of_a_named_program(void **state)
{
    named_uniform(state, 2);
}

static void test_uniform_of_a_named_program_on_es_3_0(void **state)
{
    named_uniform(state, 0);
}

static void test_matrices_are_column_major_unless_transposed(void **state)
{
    PROGRAM_TEST(p);
    GLuint program =
        use_fragment(HEAD "uniform mat2x3 m; void main() { c = vec4(m[0][1], m[1][0], m[1][2], 1); }\n");
    const GLfloat m[] = {0, 1, 0, 0, 0, 1};
    GLfloat back[6];
    GLint at = emu_GetUniformLocation(program, "m");

    emu_UniformMatrix2x3fv(at, 1, GL_FALSE, m);
    draw_expect(p, 0xff00ffff);
    emu_UniformMatrix2x3fv(at, 1, GL_TRUE, m);
    draw_expect(p, 0x00ffffff);
    emu_GetUniformfv(program, at, back);
    assert_true(back[3] == 1 && back[5] == 1 && back[1] == 0);
    program_test_finish(p);
}

static void test_doubles_are_narrowed(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment("#version 400 core\nout vec4 c; uniform double d; uniform dvec2 v[3];\n"
                                  "void main() { c = vec4(float(d), vec2(v[2]), float(v[0].x)); }\n");
    GLint at = emu_GetUniformLocation(program, "v");
    const GLdouble v[] = {1, 0, 0, 0, 1, 1, 9, 9};
    GLdouble back[4] = {0};

    emu_Uniform1d(emu_GetUniformLocation(program, "d"), 1);
    emu_Uniform2dv(at, 4, v);
    draw_expect(p, 0xffffffff);
    emu_GetUniformdv(program, at + 2, back);
    assert_true(back[0] == 1 && back[1] == 1 && back[2] == 0);
    use_fragment(HEAD "uniform float f; void main() { c = vec4(f); }\n");
    emu_Uniform1d(0, 1);
    expect_error(p, GL_INVALID_OPERATION);
    program_test_finish(p);
}

static void test_reading_into_too_few_bytes_is_invalid_operation(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(HEAD "uniform vec4 u; void main() { c = u; }\n");
    GLfloat out[4] = {9, 9, 9, 9};

    emu_Uniform4f(0, 1, 2, 3, 4);
    emu_GetnUniformfv(program, 0, 12, out);
    expect_error(p, GL_INVALID_OPERATION);
    assert_true(out[0] == 9);
    emu_GetnUniformfv(program, 0, 16, out);
    assert_true(out[3] == 4);
    program_test_finish(p);
}

static void test_images_keep_their_unit_on_our_side(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment("#version 420 core\nout vec4 c; layout(r32f) uniform image2D i; void "
                                  "main() { c = imageLoad(i, ivec2(0)); }\n");
    GLint at = emu_GetUniformLocation(program, "i"), unit = -1;

    emu_Uniform1i(at, 2);
    expect_error(p, GL_NO_ERROR);
    emu_GetUniformiv(program, at, &unit);
    assert_int_equal(unit, 2);
    emu_Uniform1i(at, 1000);
    expect_error(p, GL_INVALID_VALUE);
    program_test_finish(p);
}

/* A 1x1 image at an image unit, as the application would have bound it. */
static void bind_image(struct program_test *p, GLuint unit, struct emu_texture *texture, GLfloat red)
{
    p->es->GenTextures(1, &texture->es);
    p->es->BindTexture(GL_TEXTURE_2D, texture->es);
    p->es->TexStorage2D(GL_TEXTURE_2D, 1, GL_R32F, 1, 1);
    p->es->TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RED, GL_FLOAT, &red);
    p->es->BindImageTexture(unit, texture->es, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32F);
    p->ctx->texture.images[unit] =
        (struct emu_image_unit){.texture = texture, .access = GL_READ_ONLY, .format = GL_R32F};
}

static void test_image_is_found_at_the_unit_of_its_value(void **state)
{
    PROGRAM_TEST(p);
    struct emu_texture black = {0}, red = {0};
    GLuint program, other;
    GLint bound = -1;

    bind_image(p, 1, &black, 0);
    bind_image(p, 3, &red, 1);
    other = use_fragment(HEAD "void main() { c = vec4(0, 0, 1, 1); }\n");
    program =
        use_fragment("#version 430 core\nout vec4 c; layout(r32f, binding = 1) readonly uniform image2D i;\n"
                     "void main() { c = vec4(imageLoad(i, ivec2(0)).r, 0, 0, 1); }\n");
    draw_expect(p, 0x000000ff);
    emu_Uniform1i(emu_GetUniformLocation(program, "i"), 3);
    draw_expect(p, 0xff0000ff);
    p->es->GetIntegeri_v(GL_IMAGE_BINDING_NAME, 1, &bound);
    assert_int_equal(bound, red.es);
    emu_UseProgram(other);
    draw_expect(p, 0x0000ffff);
    p->es->GetIntegeri_v(GL_IMAGE_BINDING_NAME, 1, &bound);
    assert_int_equal(bound, black.es);
    program_test_finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uniform_value_reaches_the_shader),
        cmocka_unit_test(test_uniform_of_each_base_type_is_set),
        cmocka_unit_test(test_uniform_of_the_wrong_type_is_invalid_operation),
        cmocka_unit_test(test_uniform_at_no_location),
        cmocka_unit_test(test_elements_of_an_array_follow_each_other),
        cmocka_unit_test(test_members_of_structures_have_locations),
        cmocka_unit_test(test_explicit_locations_are_kept),
        cmocka_unit_test(test_initialisers_are_set_after_a_link),
        cmocka_unit_test(test_bindings_of_samplers_are_set_after_a_link),
        cmocka_unit_test(test_samplers_without_a_binding_are_of_unit_0),
        cmocka_unit_test(test_uniform_of_a_named_program),
        cmocka_unit_test(test_uniform_of_a_named_program_on_es_3_0),
        cmocka_unit_test(test_matrices_are_column_major_unless_transposed),
        cmocka_unit_test(test_doubles_are_narrowed),
        cmocka_unit_test(test_reading_into_too_few_bytes_is_invalid_operation),
        cmocka_unit_test(test_images_keep_their_unit_on_our_side),
        cmocka_unit_test(test_image_is_found_at_the_unit_of_its_value),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
