/* SPDX-License-Identifier: MIT */
/* Tests of 64-bit members of blocks: they lie where the rules, or the driver, have them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/glsl_spirv_words_test.h"

static double at(const void *bytes, size_t offset)
{
    double value;

    memcpy(&value, (const char *)bytes + offset, sizeof value);
    return value;
}

/* By the rules of OpenGL 4.6, 7.6.2.2: std140 into std430. Each double is 1/3 and its offset. */
static void test_doubles_lie_where_the_packing_has_them(void **state)
{
    static const char source[] =
        "#version 450 core\nlayout(local_size_x = 1) in; struct S { float f; dvec2 p; };\n"
        "layout(std140, binding = 0) uniform U { double a; dvec3 v; layout(row_major) dmat2x3 m; double "
        "d[2];\n"
        "S s[2]; int one; };\n"
        "layout(std430, binding = 0) buffer B { double a; dvec3 v; dmat2x3 m; double d[2]; S s[2]; double "
        "k[]; } "
        "b;\n"
        "void main() { b.a = a + 1.0LF; b.v = v; b.v[one] = v[one + 1]; b.m = m; b.d[one] = d[one]; b.d[0] = "
        "d[0];\n"
        "b.s[one] = s[one]; b.s[0].p = s[0].p.yx; b.k[one] = m[one][one]; b.k[0] = double(b.k.length()); }";
    /* Where the shader's values come from: pairs of an offset in B and one in U. */
    static const int pairs[][2] = {{32, 32},   {40, 48},   {48, 48},   {64, 64},   {72, 80},   {80, 96},
                                   {96, 72},   {104, 88},  {112, 104}, {128, 112}, {136, 128}, {160, 168},
                                   {168, 160}, {192, 192}, {200, 200}, {216, 88}};
    PROGRAM_TEST(p);
    union {
        double d[29];
        int i[58];
    } from = {{0}}, to = {{0}};
    struct emu_buffer uniforms = {0}, storage = {0};

    for (int i = 0; i < 28; i++)
        from.d[i] = 1.0 / 3 + i * 8;
    from.i[52] = 1;
    words_bind_uniforms(p, 0, &uniforms, &from, 212);
    words_bind(p, 0, &storage, &to, 232);
    words_dispatch(p, source);
    words_read(p, &storage, &to, 232);
    assert_true(at(&to, 0) == 1.0 / 3 + 1);
    assert_true(at(&to, 208) == 3);
    assert_int_equal(to.i[46 - 2], from.i[44]); /* s[1].f, which is no double */
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (at(&to, (size_t)pairs[i][0]) != 1.0 / 3 + pairs[i][1])
            fail_msg("at %d: %.17g, not that of %d", pairs[i][0], at(&to, (size_t)pairs[i][0]), pairs[i][1]);
    program_test_finish(p);
}

static GLint uniform_value(GLuint program, const char *name, GLenum pname)
{
    GLuint index = GL_INVALID_INDEX;
    GLint value = -1;

    emu_GetUniformIndices(program, 1, &name, &index);
    assert_int_not_equal(index, GL_INVALID_INDEX);
    emu_GetActiveUniformsiv(program, 1, &index, pname, &value);
    return value;
}

static GLint block_size(GLuint program, const char *name)
{
    GLint value = -1;

    emu_GetActiveUniformBlockiv(program, emu_GetUniformBlockIndex(program, name), GL_UNIFORM_BLOCK_DATA_SIZE,
                                &value);
    return value;
}

/* A block without a packing is the driver's: twice what it does with floats. */
static void test_doubles_in_shared_blocks_lie_as_the_driver_packs(void **state)
{
    static const char source[] =
        "#version 450 core\nlayout(local_size_x = 1) in; uniform F { float f[5]; mat2 n; };\n"
        "uniform D { double d[5]; dmat2 m; }; layout(std430, binding = 0) buffer B { double b[3]; float g; "
        "};\n"
        "void main() { b[0] = d[4]; b[1] = m[1][0]; g = f[4] + n[1][0]; }";
    PROGRAM_TEST(p);
    GLuint program = words_program(source);
    GLint stride = uniform_value(program, "f", GL_UNIFORM_ARRAY_STRIDE), at_d;
    bool tight = stride == 4;
    double data[32], got[4] = {0};
    struct emu_buffer uniforms = {0}, storage = {0};

    assert_int_equal(uniform_value(program, "d", GL_UNIFORM_ARRAY_STRIDE), tight ? 8 : 16);
    assert_int_equal(uniform_value(program, "d", GL_UNIFORM_OFFSET), 0);
    at_d = tight ? 48 : 80;
    assert_int_equal(uniform_value(program, "m", GL_UNIFORM_OFFSET), at_d);
    assert_int_equal(uniform_value(program, "m", GL_UNIFORM_MATRIX_STRIDE), 16);
    assert_int_equal(uniform_value(program, "m", GL_UNIFORM_TYPE), GL_DOUBLE_MAT2);
    assert_int_equal(uniform_value(program, "d", GL_UNIFORM_SIZE), 5);
    assert_int_equal(block_size(program, "D"), at_d + 32);
    for (int i = 0; i < 32; i++)
        data[i] = i + 1e-9;
    words_bind_uniforms(p, 1, &uniforms, data, (size_t)at_d + 32);
    emu_UniformBlockBinding(program, emu_GetUniformBlockIndex(program, "D"), 1);
    words_bind(p, 0, &storage, got, sizeof got);
    emu_UseProgram(program);
    emu_program_prepare(p->ctx, GL_NONE);
    p->es->DispatchCompute(1, 1, 1);
    p->es->MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    words_read(p, &storage, got, sizeof got);
    assert_true(got[0] == data[tight ? 4 : 8]);
    assert_true(got[1] == data[at_d / 8 + 2]);
    program_test_finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_doubles_lie_where_the_packing_has_them),
        cmocka_unit_test(test_doubles_in_shared_blocks_lie_as_the_driver_packs),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
