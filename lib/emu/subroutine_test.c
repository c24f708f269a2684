/* SPDX-License-Identifier: MIT */
/* Tests of subroutine uniforms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/program_test.h"

#define FRAGMENT                                                                                             \
    "#version 400 core\nout vec4 c; subroutine vec4 colour();\n"                                             \
    "subroutine(colour) vec4 red() { return vec4(1, 0, 0, 1); }\n"                                           \
    "subroutine(colour) vec4 green() { return vec4(0, 1, 0, 1); }\n"                                         \
    "subroutine uniform colour pick; uniform vec4 add; void main() { c = pick() + add; }\n"

static void test_subroutine_uniform_calls_the_chosen_function(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(FRAGMENT), red, green, now = 99;
    GLint at, n = 0;

    red = emu_GetSubroutineIndex(program, GL_FRAGMENT_SHADER, "red");
    green = emu_GetSubroutineIndex(program, GL_FRAGMENT_SHADER, "green");
    at = emu_GetSubroutineUniformLocation(program, GL_FRAGMENT_SHADER, "pick");
    assert_int_equal(at, 0);
    assert_true(red < 2 && green < 2 && red != green);
    emu_GetProgramStageiv(program, GL_FRAGMENT_SHADER, GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS, &n);
    assert_int_equal(n, 1);
    emu_UniformSubroutinesuiv(GL_FRAGMENT_SHADER, 1, &green);
    draw_expect(p, 0x00ff00ff);
    emu_UniformSubroutinesuiv(GL_FRAGMENT_SHADER, 1, &red);
    draw_expect(p, 0xff0000ff);
    emu_UniformSubroutinesuiv(GL_FRAGMENT_SHADER, 1, &green);
    emu_GetUniformSubroutineuiv(GL_FRAGMENT_SHADER, at, &now);
    assert_int_equal(now, green);
    emu_UseProgram(program); /* forgets the choice: any compatible function, ours the first */
    draw_expect(p, red == 0 ? 0xff0000ff : 0x00ff00ff);
    program_test_finish(p);
}

static void test_subroutine_of_the_wrong_count_or_index(void **state)
{
    PROGRAM_TEST(p);
    const GLuint indices[] = {0, 0}, beyond = 7;

    use_fragment(FRAGMENT);
    emu_UniformSubroutinesuiv(GL_FRAGMENT_SHADER, 2, indices);
    expect_error(p, GL_INVALID_VALUE);
    emu_UniformSubroutinesuiv(GL_FRAGMENT_SHADER, 1, &beyond);
    expect_error(p, GL_INVALID_VALUE);
    emu_UniformSubroutinesuiv(GL_VERTEX_SHADER, 0, indices);
    expect_error(p, GL_NO_ERROR);
    emu_UniformSubroutinesuiv(GL_TEXTURE_2D, 1, indices);
    expect_error(p, GL_INVALID_ENUM);
    program_test_finish(p);
}

static void test_subroutines_are_listed_apart_from_uniforms(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(FRAGMENT);
    char name[16] = "";
    GLint n = 0, compatible[4] = {-1, -1, -1, -1};

    emu_GetProgramiv(program, GL_ACTIVE_UNIFORMS, &n);
    assert_int_equal(n, 1);
    emu_GetProgramStageiv(program, GL_FRAGMENT_SHADER, GL_ACTIVE_SUBROUTINES, &n);
    assert_int_equal(n, 2);
    emu_GetProgramStageiv(program, GL_FRAGMENT_SHADER, GL_ACTIVE_SUBROUTINE_MAX_LENGTH, &n);
    assert_int_equal(n, sizeof "green");
    emu_GetActiveSubroutineUniformName(program, GL_FRAGMENT_SHADER, 0, sizeof name, NULL, name);
    assert_string_equal(name, "pick");
    emu_GetActiveSubroutineUniformiv(program, GL_FRAGMENT_SHADER, 0, GL_NUM_COMPATIBLE_SUBROUTINES, &n);
    assert_int_equal(n, 2);
    emu_GetActiveSubroutineUniformiv(program, GL_FRAGMENT_SHADER, 0, GL_COMPATIBLE_SUBROUTINES, compatible);
    assert_int_equal(compatible[0] + compatible[1], 1);
    emu_GetActiveSubroutineName(program, GL_FRAGMENT_SHADER,
                                emu_GetSubroutineIndex(program, GL_FRAGMENT_SHADER, "green"), sizeof name,
                                NULL, name);
    assert_string_equal(name, "green");
    assert_int_equal(emu_GetSubroutineIndex(program, GL_FRAGMENT_SHADER, "blue"), GL_INVALID_INDEX);
    assert_int_equal(emu_GetSubroutineUniformLocation(program, GL_FRAGMENT_SHADER, "add"), -1);
    emu_GetActiveSubroutineName(program, GL_FRAGMENT_SHADER, 9, sizeof name, NULL, name);
    expect_error(p, GL_INVALID_VALUE);
    program_test_finish(p);
}

/* As with uniforms, each array inside is a row. */
static void test_arrays_of_arrays_of_subroutines_choose_for_each_element(void **state)
{
    static const char source[] =
        "#version 430 core\nout vec4 c; subroutine float part(float x); uniform int one;\n"
        "subroutine(part) float all(float x) { return x; }\n"
        "subroutine(part) float none(float x) { return 0.0; }\n"
        "layout(location = 1) subroutine uniform part parts[2][3];\n"
        "void main() { c = vec4(parts[0][2](1.0), parts[one][0](1.0), parts[one][one](0.6), 1.0); }\n";
    PROGRAM_TEST(p);
    GLuint program = use_fragment(source), all, chosen[7];
    GLint n = 0;
    char name[24] = "";

    emu_Uniform1i(emu_GetUniformLocation(program, "one"), 1);
    all = emu_GetSubroutineIndex(program, GL_FRAGMENT_SHADER, "all");
    assert_true(all < 2);
    emu_GetProgramStageiv(program, GL_FRAGMENT_SHADER, GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS, &n);
    assert_int_equal(n, 7);
    emu_GetProgramStageiv(program, GL_FRAGMENT_SHADER, GL_ACTIVE_SUBROUTINE_UNIFORMS, &n);
    assert_int_equal(n, 2);
    emu_GetActiveSubroutineUniformName(program, GL_FRAGMENT_SHADER, 1, sizeof name, NULL, name);
    assert_string_equal(name, "parts[1][0]");
    emu_GetActiveSubroutineUniformiv(program, GL_FRAGMENT_SHADER, 1, GL_UNIFORM_SIZE, &n);
    assert_int_equal(n, 3);
    assert_int_equal(emu_GetSubroutineUniformLocation(program, GL_FRAGMENT_SHADER, "parts[0][2]"), 3);
    assert_int_equal(emu_GetSubroutineUniformLocation(program, GL_FRAGMENT_SHADER, "parts[1][1]"), 5);
    assert_int_equal(emu_GetSubroutineUniformLocation(program, GL_FRAGMENT_SHADER, "parts[1][3]"), -1);
    for (int lit = 0; lit < 8; lit++) {
        static const int at[3] = {3, 4, 5};

        for (int i = 0; i < 7; i++)
            chosen[i] = !all;
        for (int i = 0; i < 3; i++)
            chosen[at[i]] = lit >> i & 1 ? all : !all;
        emu_UniformSubroutinesuiv(GL_FRAGMENT_SHADER, 7, chosen);
        draw_expect(p, (lit & 1 ? 0xff000000 : 0) | (lit & 2 ? 0xff0000 : 0) | (lit & 4 ? 0x9900 : 0) | 0xff);
    }
    program_test_finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_subroutine_uniform_calls_the_chosen_function),
        cmocka_unit_test(test_subroutine_of_the_wrong_count_or_index),
        cmocka_unit_test(test_arrays_of_arrays_of_subroutines_choose_for_each_element),
        cmocka_unit_test(test_subroutines_are_listed_apart_from_uniforms),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
