/* SPDX-License-Identifier: MIT */
/* Tests of shader objects: sources, compile status, deletion, the ARB forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/program_test.h"

static GLint shader_get(GLuint shader, GLenum pname)
{
    GLint value = -99;

    emu_GetShaderiv(shader, pname, &value);
    return value;
}

static void test_shader_sources_are_joined_by_their_lengths(void **state)
{
    PROGRAM_TEST(p);
    GLuint shader = emu_CreateShader(GL_FRAGMENT_SHADER);
    const char *strings[] = {"void main", "()XXX", "{}"};
    const GLint lengths[] = {-1, 2, 50};
    char text[32];
    GLsizei length = 0;

    assert_int_equal(shader_get(shader, GL_SHADER_SOURCE_LENGTH), 0);
    emu_ShaderSource(shader, 3, strings, lengths);
    assert_int_equal(shader_get(shader, GL_SHADER_SOURCE_LENGTH), 14);
    emu_GetShaderSource(shader, sizeof text, &length, text);
    assert_string_equal(text, "void main(){}");
    assert_int_equal(length, 13);
    memset(text, 'x', sizeof text);
    emu_GetShaderSource(shader, 5, &length, text);
    assert_string_equal(text, "void");
    assert_int_equal(length, 4);
    emu_GetShaderSource(shader, 0, &length, text);
    assert_int_equal(length, 0);
    emu_GetShaderSource(shader, -1, &length, text);
    expect_error(p, GL_INVALID_VALUE);
    emu_ShaderSource(shader, -1, strings, NULL);
    expect_error(p, GL_INVALID_VALUE);
    program_test_finish(p);
}

static void test_shader_compile_status_is_that_of_the_last_compile(void **state)
{
    PROGRAM_TEST(p);
    GLuint shader =
        make_shader(GL_FRAGMENT_SHADER, "#version 330 core\nout vec4 c; void main() { c = vec4(1); }\n");
    const char *bad = "#version 330 core\nvoid main() { nonsense; }\n";
    char text[512] = "";

    assert_true(shader_get(shader, GL_COMPILE_STATUS));
    assert_int_equal(shader_get(shader, GL_INFO_LOG_LENGTH), 0);
    emu_ShaderSource(shader, 1, &bad, NULL);
    assert_true(shader_get(shader, GL_COMPILE_STATUS));
    emu_CompileShader(shader);
    assert_false(shader_get(shader, GL_COMPILE_STATUS));
    emu_GetShaderInfoLog(shader, sizeof text, NULL, text);
    assert_non_null(strstr(text, "nonsense"));
    assert_true(shader_get(shader, GL_INFO_LOG_LENGTH) > 1);
    program_test_finish(p);
}

static void test_shader_without_source_does_not_compile(void **state)
{
    PROGRAM_TEST(p);
    GLuint shader = emu_CreateShader(GL_VERTEX_SHADER);

    assert_false(shader_get(shader, GL_COMPILE_STATUS));
    emu_CompileShader(shader);
    assert_false(shader_get(shader, GL_COMPILE_STATUS));
    assert_int_equal(shader_get(shader, GL_SHADER_TYPE), GL_VERTEX_SHADER);
    program_test_finish(p);
}

static void test_shader_deleted_while_attached_lives_until_detached(void **state)
{
    PROGRAM_TEST(p);
    GLuint shader = emu_CreateShader(GL_VERTEX_SHADER), program = emu_CreateProgram();

    emu_AttachShader(program, shader);
    emu_DeleteShader(shader);
    assert_true(emu_IsShader(shader));
    assert_true(shader_get(shader, GL_DELETE_STATUS));
    emu_DeleteShader(shader);
    emu_DetachShader(program, shader);
    assert_false(emu_IsShader(shader));
    emu_DeleteShader(shader);
    expect_error(p, GL_INVALID_VALUE);
    program_test_finish(p);
}

static void test_shader_goes_with_the_program_that_holds_it(void **state)
{
    PROGRAM_TEST(p);
    GLuint shader = emu_CreateShader(GL_VERTEX_SHADER), program = emu_CreateProgram();

    emu_AttachShader(program, shader);
    emu_DeleteShader(shader);
    emu_DeleteProgram(program);
    assert_false(emu_IsShader(shader));
    assert_false(emu_IsProgram(program));
    program_test_finish(p);
}

static void test_shader_of_an_unknown_type_is_invalid_enum(void **state)
{
    PROGRAM_TEST(p);
    assert_int_equal(emu_CreateShader(GL_TEXTURE_2D), 0);
    expect_error(p, GL_INVALID_ENUM);
    program_test_finish(p);
}

static void test_arb_functions_take_either_kind(void **state)
{
    PROGRAM_TEST_ON(p, false, 2);
    GLuint shader = emu_CreateShader(GL_VERTEX_SHADER),
           program = use_fragment("#version 120\nvoid main() { gl_FragColor = vec4(1); }\n");
    GLint value = 0;
    GLfloat f = 0;

    emu_GetObjectParameterivARB(shader, GL_OBJECT_TYPE_ARB, &value);
    assert_int_equal(value, GL_SHADER_OBJECT_ARB);
    emu_GetObjectParameterivARB(shader, GL_OBJECT_SUBTYPE_ARB, &value);
    assert_int_equal(value, GL_VERTEX_SHADER);
    emu_GetObjectParameterivARB(program, GL_OBJECT_TYPE_ARB, &value);
    assert_int_equal(value, GL_PROGRAM_OBJECT_ARB);
    emu_GetObjectParameterfvARB(program, GL_OBJECT_LINK_STATUS_ARB, &f);
    assert_true(f == 1);
    assert_int_equal(emu_GetHandleARB(GL_PROGRAM_OBJECT_ARB), program);
    emu_DeleteObjectARB(shader);
    assert_false(emu_IsShader(shader));
    emu_DeleteObjectARB(shader);
    expect_error(p, GL_INVALID_VALUE);
    program_test_finish(p);
}

static void test_binaries_of_shaders_are_named_gaps(void **state)
{
    PROGRAM_TEST(p);
    GLuint shader = emu_CreateShader(GL_VERTEX_SHADER);

    emu_ShaderBinary(1, &shader, 0x9551, "spirv", 5);
    expect_error(p, GL_INVALID_ENUM);
    emu_SpecializeShader(shader, "main", 0, NULL, NULL);
    expect_error(p, GL_INVALID_OPERATION);
    assert_int_equal(p->gaps.count, 2);
    assert_string_equal(p->gaps.items[1].function, "glSpecializeShader");
    program_test_finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shader_sources_are_joined_by_their_lengths),
        cmocka_unit_test(test_shader_compile_status_is_that_of_the_last_compile),
        cmocka_unit_test(test_shader_without_source_does_not_compile),
        cmocka_unit_test(test_shader_deleted_while_attached_lives_until_detached),
        cmocka_unit_test(test_shader_goes_with_the_program_that_holds_it),
        cmocka_unit_test(test_shader_of_an_unknown_type_is_invalid_enum),
        cmocka_unit_test(test_arb_functions_take_either_kind),
        cmocka_unit_test(test_binaries_of_shaders_are_named_gaps),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
