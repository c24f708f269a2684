/* SPDX-License-Identifier: MIT */
/* Tests of the program interface queries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/program_test.h"

#define FRAGMENT                                                                                             \
    "#version 430 core\nlayout(location = 0) out vec4 c; uniform sampler2D buf[2]; layout(location = 9) "    \
    "uniform vec3 u;\n"                                                                                      \
    "layout(std140, binding = 3) uniform U { vec4 a; mat4 m; } inst;\n"                                      \
    "layout(std430, binding = 1) buffer S { int count; vec4 items[]; } store;\n"                             \
    "layout(binding = 2, offset = 4) uniform atomic_uint counter;\n"                                         \
    "void main() { c = texture(buf[1], u.xy) + inst.a + inst.m[1] + store.items[store.count] + "             \
    "float(atomicCounter(counter)); }\n"

static GLint get(GLuint program, GLenum interface, const char *name, GLenum prop)
{
    GLuint index = emu_GetProgramResourceIndex(program, interface, name);
    GLint value = -99;
    GLsizei length = -1;

    if (index == GL_INVALID_INDEX)
        fail_msg("no %s", name);
    emu_GetProgramResourceiv(program, interface, index, 1, &prop, 1, &length, &value);
    assert_int_equal(length, 1);
    return value;
}

static GLint interface_get(GLuint program, GLenum interface, GLenum pname)
{
    GLint value = -99;

    emu_GetProgramInterfaceiv(program, interface, pname, &value);
    return value;
}

static void test_uniforms_have_the_properties_of_the_source(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(FRAGMENT);

    assert_int_equal(interface_get(program, GL_UNIFORM, GL_ACTIVE_RESOURCES), 5);
    assert_int_equal(interface_get(program, GL_UNIFORM, GL_MAX_NAME_LENGTH), sizeof "counter");
    assert_int_equal(get(program, GL_UNIFORM, "u", GL_LOCATION), 9);
    assert_int_equal(get(program, GL_UNIFORM, "u", GL_TYPE), GL_FLOAT_VEC3);
    assert_int_equal(get(program, GL_UNIFORM, "u", GL_REFERENCED_BY_FRAGMENT_SHADER), 1);
    assert_int_equal(get(program, GL_UNIFORM, "u", GL_REFERENCED_BY_VERTEX_SHADER), 0);
    assert_int_equal(get(program, GL_UNIFORM, "u", GL_BLOCK_INDEX), -1);
    assert_int_equal(get(program, GL_UNIFORM, "buf", GL_ARRAY_SIZE), 2);
    assert_int_equal(get(program, GL_UNIFORM, "buf[0]", GL_NAME_LENGTH), sizeof "buf[0]");
    assert_int_equal(get(program, GL_UNIFORM, "U.m", GL_OFFSET), 16);
    assert_int_equal(get(program, GL_UNIFORM, "U.m", GL_MATRIX_STRIDE), 16);
    assert_int_equal(get(program, GL_UNIFORM, "U.m", GL_LOCATION), -1);
    assert_int_equal(get(program, GL_UNIFORM, "counter", GL_TYPE), GL_UNSIGNED_INT_ATOMIC_COUNTER);
    assert_int_equal(get(program, GL_UNIFORM, "counter", GL_OFFSET), 4);
    assert_int_equal(get(program, GL_UNIFORM, "counter", GL_ATOMIC_COUNTER_BUFFER_INDEX), 0);
    assert_int_equal(emu_GetProgramResourceLocation(program, GL_UNIFORM, "buf[1]"),
                     emu_GetUniformLocation(program, "buf") + 1);
    assert_int_equal(emu_GetProgramResourceIndex(program, GL_UNIFORM, "buf[1]"), GL_INVALID_INDEX);
    expect_error(p, GL_NO_ERROR);
    program_test_finish(p);
}

static void test_blocks_list_their_variables_by_our_indices(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(FRAGMENT),
           index = emu_GetProgramResourceIndex(program, GL_UNIFORM_BLOCK, "U");
    static const GLenum active = GL_ACTIVE_VARIABLES,
                        mixed[] = {GL_NAME_LENGTH, GL_NUM_ACTIVE_VARIABLES, GL_BUFFER_BINDING};
    GLint values[4] = {-1, -1, -1, -1};
    GLsizei length = 0;
    char name[16];

    assert_int_equal(index, 0);
    emu_GetProgramResourceiv(program, GL_UNIFORM_BLOCK, index, 3, mixed, 4, &length, values);
    assert_int_equal(length, 3);
    assert_int_equal(values[0], 2);
    assert_int_equal(values[1], 2);
    assert_int_equal(values[2], 3);
    assert_int_equal(get(program, GL_UNIFORM_BLOCK, "U", GL_BUFFER_DATA_SIZE), 80);
    emu_GetProgramResourceiv(program, GL_UNIFORM_BLOCK, index, 1, &active, 4, &length, values);
    assert_int_equal(length, 2);
    for (int i = 0; i < 2; i++) {
        emu_GetProgramResourceName(program, GL_UNIFORM, (GLuint)values[i], sizeof name, NULL, name);
        assert_true(!strcmp(name, "U.a") || !strcmp(name, "U.m"));
    }
    assert_int_not_equal(values[0], values[1]);
    program_test_finish(p);
}

static void test_buffer_variables_of_storage_blocks(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(FRAGMENT);
    static const GLenum active = GL_ACTIVE_VARIABLES;
    GLint values[4] = {-1, -1, -1, -1};
    GLsizei length = 0;

    assert_int_equal(interface_get(program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES), 1);
    assert_int_equal(interface_get(program, GL_BUFFER_VARIABLE, GL_ACTIVE_RESOURCES), 2);
    assert_int_equal(get(program, GL_SHADER_STORAGE_BLOCK, "S", GL_BUFFER_BINDING), 1);
    assert_int_equal(get(program, GL_BUFFER_VARIABLE, "S.items", GL_OFFSET), 16);
    assert_int_equal(get(program, GL_BUFFER_VARIABLE, "S.items[0]", GL_ARRAY_STRIDE), 16);
    assert_int_equal(get(program, GL_BUFFER_VARIABLE, "S.items", GL_TOP_LEVEL_ARRAY_STRIDE), 0);
    assert_int_equal(get(program, GL_BUFFER_VARIABLE, "S.count", GL_TYPE), GL_INT);
    assert_int_equal(get(program, GL_BUFFER_VARIABLE, "S.count", GL_BLOCK_INDEX), 0);
    emu_GetProgramResourceiv(program, GL_SHADER_STORAGE_BLOCK, 0, 1, &active, 4, &length, values);
    assert_int_equal(length, 2);
    assert_int_equal(values[0] + values[1], 1);
    program_test_finish(p);
}

static void test_atomic_counter_buffers_have_no_names(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(FRAGMENT);
    char name[16];
    GLint value = -1;

    assert_int_equal(interface_get(program, GL_ATOMIC_COUNTER_BUFFER, GL_ACTIVE_RESOURCES), 1);
    emu_GetProgramiv(program, GL_ACTIVE_ATOMIC_COUNTER_BUFFERS, &value);
    assert_int_equal(value, 1);
    emu_GetActiveAtomicCounterBufferiv(program, 0, GL_ATOMIC_COUNTER_BUFFER_BINDING, &value);
    assert_int_equal(value, 2);
    emu_GetActiveAtomicCounterBufferiv(program, 0, GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTER_INDICES,
                                       &value);
    emu_GetProgramResourceName(program, GL_UNIFORM, (GLuint)value, sizeof name, NULL, name);
    assert_string_equal(name, "counter");
    expect_error(p, GL_NO_ERROR);
    emu_GetProgramResourceName(program, GL_ATOMIC_COUNTER_BUFFER, 0, sizeof name, NULL, name);
    expect_error(p, GL_INVALID_ENUM);
    emu_GetProgramInterfaceiv(program, GL_ATOMIC_COUNTER_BUFFER, GL_MAX_NAME_LENGTH, &value);
    expect_error(p, GL_INVALID_OPERATION);
    program_test_finish(p);
}

static void test_inputs_and_outputs(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = make_program(
        "#version 330 core\nlayout(location = 4) in vec2 at; void main() { gl_Position = vec4(at, 0, 1); }\n",
        "#version 330 core\nlayout(location = 1) out vec4 a; layout(location = 0) out ivec2 b; void main() { "
        "a = vec4(0); b = ivec2(1); }\n");

    link_program(program);
    assert_int_equal(interface_get(program, GL_PROGRAM_INPUT, GL_ACTIVE_RESOURCES), 1);
    assert_int_equal(get(program, GL_PROGRAM_INPUT, "at", GL_LOCATION), 4);
    assert_int_equal(get(program, GL_PROGRAM_INPUT, "at", GL_REFERENCED_BY_VERTEX_SHADER), 1);
    assert_int_equal(interface_get(program, GL_PROGRAM_OUTPUT, GL_ACTIVE_RESOURCES), 2);
    assert_int_equal(get(program, GL_PROGRAM_OUTPUT, "a", GL_LOCATION), 1);
    assert_int_equal(get(program, GL_PROGRAM_OUTPUT, "b", GL_TYPE), GL_INT_VEC2);
    assert_int_equal(emu_GetProgramResourceLocation(program, GL_PROGRAM_OUTPUT, "a"), 1);
    assert_int_equal(emu_GetProgramResourceLocationIndex(program, GL_PROGRAM_OUTPUT, "a"), 0);
    expect_error(p, GL_NO_ERROR);
    program_test_finish(p);
}

/* Inputs in arrays and outputs, of which several share a location. */
static void test_components_of_a_location_are_told_apart(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = make_program(
        "#version 440 core\nlayout(location = 1) in vec3 a[2]; layout(location = 1, component = 3) in float "
        "b[2];\n"
        "layout(location = 3, component = 1) in float lone; out vec4 v;\n"
        "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3. : -1., gl_VertexID == 2 ? 3. : -1., 0., "
        "1.);\n"
        "v = vec4(a[0].y, a[1].z, b[1], b[0] + lone); }\n",
        "#version 440 core\nin vec4 v; layout(location = 0, component = 1) out vec2 green_blue;\n"
        "layout(location = 0) out float red; layout(location = 0, component = 3) out float alpha; uniform "
        "int early;\n"
        "void main() { red = v.x; green_blue = vec2(v.y, 0.0); green_blue.y = v.z; alpha = v.w;\n"
        "if (early == 1) return; red = 0.0; }\n");

    link_program(program);
    emu_UseProgram(program);
    p->es->VertexAttrib4f(1, .5f, 1, .5f, .4f);
    p->es->VertexAttrib4f(2, .5f, .5f, .6f, .8f);
    p->es->VertexAttrib4f(3, 0, .2f, 0, 0);
    emu_Uniform1i(emu_GetUniformLocation(program, "early"), 1);
    draw_expect(p, 0xff99cc99);
    emu_Uniform1i(emu_GetUniformLocation(program, "early"), 0);
    draw_expect(p, 0x0099cc99);
    assert_int_equal(interface_get(program, GL_PROGRAM_INPUT, GL_ACTIVE_RESOURCES), 4); /* with gl_VertexID */
    assert_int_equal(get(program, GL_PROGRAM_INPUT, "a", GL_LOCATION), 1);
    assert_int_equal(get(program, GL_PROGRAM_INPUT, "b[0]", GL_LOCATION_COMPONENT), 3);
    assert_int_equal(get(program, GL_PROGRAM_INPUT, "b", GL_ARRAY_SIZE), 2);
    assert_int_equal(emu_GetAttribLocation(program, "b[1]"), 2);
    assert_int_equal(get(program, GL_PROGRAM_INPUT, "lone", GL_LOCATION_COMPONENT), 1);
    assert_int_equal(get(program, GL_PROGRAM_OUTPUT, "green_blue", GL_LOCATION_COMPONENT), 1);
    assert_int_equal(get(program, GL_PROGRAM_OUTPUT, "alpha", GL_LOCATION), 0);
    assert_int_equal(get(program, GL_PROGRAM_OUTPUT, "red", GL_TYPE), GL_FLOAT);
    expect_error(p, GL_NO_ERROR);
    program_test_finish(p);
}

static void test_wrong_queries_raise_their_errors(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(FRAGMENT);
    static const GLenum offset = GL_OFFSET, unknown = GL_TEXTURE_2D;
    GLint value = 0;

    emu_GetProgramInterfaceiv(program, GL_TEXTURE_2D, GL_ACTIVE_RESOURCES, &value);
    expect_error(p, GL_INVALID_ENUM);
    emu_GetProgramInterfaceiv(program, GL_UNIFORM, GL_MAX_NUM_ACTIVE_VARIABLES, &value);
    expect_error(p, GL_INVALID_OPERATION);
    emu_GetProgramResourceiv(program, GL_UNIFORM_BLOCK, 0, 1, &offset, 1, NULL, &value);
    expect_error(p, GL_INVALID_OPERATION);
    emu_GetProgramResourceiv(program, GL_UNIFORM, 0, 1, &unknown, 1, NULL, &value);
    expect_error(p, GL_INVALID_ENUM);
    emu_GetProgramResourceiv(program, GL_UNIFORM, 99, 1, &offset, 1, NULL, &value);
    expect_error(p, GL_INVALID_VALUE);
    emu_GetProgramResourceiv(program, GL_UNIFORM, 0, 0, &offset, 1, NULL, &value);
    expect_error(p, GL_INVALID_VALUE);
    emu_GetProgramResourceLocation(program, GL_UNIFORM_BLOCK, "U");
    expect_error(p, GL_INVALID_ENUM);
    program_test_finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uniforms_have_the_properties_of_the_source),
        cmocka_unit_test(test_blocks_list_their_variables_by_our_indices),
        cmocka_unit_test(test_buffer_variables_of_storage_blocks),
        cmocka_unit_test(test_atomic_counter_buffers_have_no_names),
        cmocka_unit_test(test_inputs_and_outputs),
        cmocka_unit_test(test_components_of_a_location_are_told_apart),
        cmocka_unit_test(test_wrong_queries_raise_their_errors),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
