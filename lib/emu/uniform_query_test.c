/* SPDX-License-Identifier: MIT */
/* Tests of what is active: uniforms, blocks, attributes, under the names of the source. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/program_test.h"

#define HEAD "#version 330 core\nout vec4 c;\n"

static GLuint index_of(GLuint program, const char *name)
{
    GLuint index = 4711;

    emu_GetUniformIndices(program, 1, &name, &index);
    return index;
}

static GLint uniform_get(GLuint program, const char *name, GLenum pname)
{
    GLuint index = index_of(program, name);
    GLint value = -99;

    assert_int_not_equal(index, GL_INVALID_INDEX);
    emu_GetActiveUniformsiv(program, 1, &index, pname, &value);
    return value;
}

static void test_active_uniforms_are_those_of_the_source(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(
        HEAD
        "uniform float buffer, unused; uniform vec3 sample[3]; uniform sampler1D line; uniform sampler2DRect "
        "rect;\n"
        "void main() { c = buffer + vec4(sample[2], 1) + texture(line, 0) + texture(rect, vec2(0)); }\n");
    static const struct {
        const char *name;
        GLenum type;
        GLint size;
    } rows[] = {{"buffer", GL_FLOAT, 1},
                {"sample[0]", GL_FLOAT_VEC3, 3},
                {"line", GL_SAMPLER_1D, 1},
                {"rect", GL_SAMPLER_2D_RECT, 1}};
    GLint n = 0, size;
    GLsizei length;
    GLenum type;
    char name[16];

    emu_GetProgramiv(program, GL_ACTIVE_UNIFORMS, &n);
    assert_int_equal(n, 4);
    emu_GetProgramiv(program, GL_ACTIVE_UNIFORM_MAX_LENGTH, &n);
    assert_int_equal(n, sizeof "sample[0]");
    for (int i = 0; i < 4; i++) {
        emu_GetActiveUniform(program, index_of(program, rows[i].name), sizeof name, &length, &size, &type,
                             name);
        assert_string_equal(name, rows[i].name);
        assert_int_equal(length, strlen(name));
        assert_int_equal(type, rows[i].type);
        assert_int_equal(size, rows[i].size);
    }
    assert_int_equal(index_of(program, "sample"), index_of(program, "sample[0]"));
    assert_int_equal(index_of(program, "sample[1]"), GL_INVALID_INDEX);
    assert_int_equal(index_of(program, "unused"), GL_INVALID_INDEX);
    emu_GetActiveUniform(program, 0, 3, &length, &size, &type, name);
    assert_int_equal(length, 2);
    emu_GetActiveUniform(program, 4, 3, &length, &size, &type, name);
    expect_error(p, GL_INVALID_VALUE);
    program_test_finish(p);
}

static void test_members_of_blocks_have_layout(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(HEAD "layout(std140) uniform Block { float a; vec3 b; float d[2]; mat3 m; "
                                       "layout(row_major) mat2 r; } inst;\n"
                                       "layout(std140) uniform Plain { vec4 x; vec4 y; };\n"
                                       "uniform float own;\n"
                                       "void main() { c = vec4(inst.b, inst.a) + inst.d[1] + inst.m[1][1] + "
                                       "inst.r[0][1] + x + y + own; }\n");
    GLuint block = emu_GetUniformBlockIndex(program, "Block"),
           plain = emu_GetUniformBlockIndex(program, "Plain");
    GLint value = -1, members[8] = {0};
    char name[16];

    assert_true(block < 2 && plain < 2 && block != plain);
    assert_int_equal(emu_GetUniformBlockIndex(program, "inst"), GL_INVALID_INDEX);
    assert_int_equal(uniform_get(program, "Block.a", GL_UNIFORM_OFFSET), 0);
    assert_int_equal(uniform_get(program, "Block.b", GL_UNIFORM_OFFSET), 16);
    assert_int_equal(uniform_get(program, "Block.d[0]", GL_UNIFORM_OFFSET), 32);
    assert_int_equal(uniform_get(program, "Block.d", GL_UNIFORM_ARRAY_STRIDE), 16);
    assert_int_equal(uniform_get(program, "Block.d", GL_UNIFORM_SIZE), 2);
    assert_int_equal(uniform_get(program, "Block.d", GL_UNIFORM_NAME_LENGTH), sizeof "Block.d[0]");
    assert_int_equal(uniform_get(program, "Block.m", GL_UNIFORM_MATRIX_STRIDE), 16);
    assert_int_equal(uniform_get(program, "Block.m", GL_UNIFORM_IS_ROW_MAJOR), 0);
    assert_int_equal(uniform_get(program, "Block.r", GL_UNIFORM_IS_ROW_MAJOR), 1);
    assert_int_equal(uniform_get(program, "Block.m", GL_UNIFORM_BLOCK_INDEX), block);
    assert_int_equal(uniform_get(program, "y", GL_UNIFORM_BLOCK_INDEX), plain);
    assert_int_equal(uniform_get(program, "y", GL_UNIFORM_OFFSET), 16);
    assert_int_equal(uniform_get(program, "own", GL_UNIFORM_BLOCK_INDEX), -1);
    assert_int_equal(uniform_get(program, "own", GL_UNIFORM_OFFSET), -1);
    assert_int_equal(emu_GetUniformLocation(program, "Block.a"), -1);
    emu_GetActiveUniformBlockiv(program, plain, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS, &value);
    assert_int_equal(value, 2);
    emu_GetActiveUniformBlockiv(program, plain, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES, members);
    assert_true(members[0] + members[1] == (GLint)(index_of(program, "x") + index_of(program, "y")));
    emu_GetActiveUniformBlockiv(program, plain, GL_UNIFORM_BLOCK_DATA_SIZE, &value);
    assert_int_equal(value, 32);
    emu_GetActiveUniformBlockiv(program, plain, GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER, &value);
    assert_true(value);
    emu_GetActiveUniformBlockiv(program, plain, GL_UNIFORM_BLOCK_REFERENCED_BY_GEOMETRY_SHADER, &value);
    assert_false(value);
    emu_GetActiveUniformBlockName(program, plain, sizeof name, NULL, name);
    assert_string_equal(name, "Plain");
    emu_GetActiveUniformBlockName(program, 2, sizeof name, NULL, name);
    expect_error(p, GL_INVALID_VALUE);
    program_test_finish(p);
}

static void test_block_reads_the_buffer_of_its_binding(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment(
        "#version 420 core\nout vec4 c; layout(std140, binding = 2) uniform A { vec4 a; };\n"
        "layout(std140) uniform B { vec4 b; } arr[2]; void main() { c = a + arr[0].b + arr[1].b; }\n");
    const GLfloat colours[3][64] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 1}};
    GLuint buffer, index = emu_GetUniformBlockIndex(program, "B[1]");
    GLint value = -1;

    p->es->GenBuffers(1, &buffer);
    p->es->BindBuffer(GL_UNIFORM_BUFFER, buffer);
    p->es->BufferData(GL_UNIFORM_BUFFER, sizeof colours, colours, GL_STATIC_DRAW);
    p->es->BindBufferRange(GL_UNIFORM_BUFFER, 2, buffer, 0, 16);
    p->es->BindBufferRange(GL_UNIFORM_BUFFER, 0, buffer, 256, 16);
    p->es->BindBufferRange(GL_UNIFORM_BUFFER, 7, buffer, 512, 16);
    assert_int_equal(emu_GetUniformBlockIndex(program, "B"), emu_GetUniformBlockIndex(program, "B[0]"));
    emu_UniformBlockBinding(program, index, 7);
    emu_GetActiveUniformBlockiv(program, index, GL_UNIFORM_BLOCK_BINDING, &value);
    assert_int_equal(value, 7);
    emu_GetActiveUniformBlockiv(program, emu_GetUniformBlockIndex(program, "A"), GL_UNIFORM_BLOCK_BINDING,
                                &value);
    assert_int_equal(value, 2);
    draw_expect(p, 0xffffffff);
    emu_UniformBlockBinding(program, index, 0);
    draw_expect(p, 0xffff0000);
    emu_UniformBlockBinding(program, 17, 0);
    expect_error(p, GL_INVALID_VALUE);
    emu_UniformBlockBinding(program, index, 100000);
    expect_error(p, GL_INVALID_VALUE);
    program_test_finish(p);
}

static void test_active_attributes_are_those_of_the_source(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = make_program("#version 330 core\nin vec4 input1; in mat4 patch; in float never; void "
                                  "main() { gl_Position = patch * input1; }\n",
                                  HEAD "void main() { c = vec4(1); }\n");
    GLint n = 0, size = 0;
    GLenum type = 0;
    char name[16];
    bool seen = false;

    link_program(program);
    emu_GetProgramiv(program, GL_ACTIVE_ATTRIBUTES, &n);
    assert_int_equal(n, 2);
    emu_GetProgramiv(program, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH, &n);
    assert_int_equal(n, sizeof "input1");
    for (GLuint i = 0; i < 2; i++) {
        emu_GetActiveAttrib(program, i, sizeof name, NULL, &size, &type, name);
        seen |= !strcmp(name, "patch") && type == GL_FLOAT_MAT4 && size == 1;
    }
    assert_true(seen);
    assert_true(emu_GetAttribLocation(program, "patch") >= 0);
    assert_int_equal(emu_GetAttribLocation(program, "never"), -1);
    program_test_finish(p);
}

static void test_compatibility_built_ins_are_not_listed(void **state)
{
    PROGRAM_TEST_ON(p, false, 2);
    GLuint program = make_program("#version 110\nuniform vec4 own; void main() { gl_Position = ftransform() "
                                  "+ own; gl_FrontColor = gl_LightSource[0].diffuse; }\n",
                                  "#version 110\nvoid main() { gl_FragColor = gl_Color; }\n");
    const struct emu_compat_builtin *list;
    size_t count;
    GLint n = 0;
    bool matrix = false;

    link_program(program);
    emu_UseProgram(program);
    emu_GetProgramiv(program, GL_ACTIVE_UNIFORMS, &n);
    assert_int_equal(n, 1);
    assert_int_equal(emu_GetUniformLocation(program, "gl_ModelViewProjectionMatrix"), -1);
    list = emu_program_compat_uniforms(p->ctx->program.current, &count);
    for (size_t i = 0; i < count; i++)
        matrix |= !strcmp(list[i].name, "gl_ModelViewProjectionMatrix") && list[i].location >= 0;
    assert_true(matrix);
    program_test_finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_active_uniforms_are_those_of_the_source),
        cmocka_unit_test(test_members_of_blocks_have_layout),
        cmocka_unit_test(test_block_reads_the_buffer_of_its_binding),
        cmocka_unit_test(test_active_attributes_are_those_of_the_source),
        cmocka_unit_test(test_compatibility_built_ins_are_not_listed),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
