/* SPDX-License-Identifier: MIT */
/* Tests of atomic operations that ES lacks: on floats and by comparison, in blocks and shared by a work
 * group. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/glsl_spirv_words_test.h"

#include <math.h>

/* 64 invocations at one word each. */
static void test_atomic_operations_of_floats_lose_nothing(void **state)
{
    static const char source[] =
        "#version 450 core\n#extension GL_NV_shader_atomic_float : enable\n"
        "#extension GL_INTEL_shader_atomic_float_minmax : enable\nlayout(local_size_x = 64) in;\n"
        "layout(std430, binding = 0) buffer A { float sum, low, high, last; int least, most, bits; uint "
        "all;\n"
        "float old[64]; };\n"
        "void main() { float x = float(gl_LocalInvocationID.x); int k = int(gl_LocalInvocationID.x);\n"
        "old[k] = atomicAdd(sum, 0.25); atomicMin(low, x - 20.5); atomicMax(high, x); atomicExchange(last, "
        "1.5);\n"
        "atomicMin(least, 7 - k); atomicMax(most, k - 7); atomicXor(bits, 1 << (k & 31)); atomicAdd(all, "
        "3u); "
        "}";
    PROGRAM_TEST(p);
    uint32_t data[72] = {[1] = 0x7fc00000, [3] = 0x42280000, [5] = 0x80000000, [7] = 5};
    struct emu_buffer buffer = {0};
    float f[72];
    bool seen[64] = {false};

    words_bind(p, 0, &buffer, data, sizeof data);
    words_dispatch(p, source);
    words_read(p, &buffer, data, sizeof data);
    memcpy(f, data, sizeof f);
    assert_true(f[0] == 16 && f[1] == -20.5f && f[2] == 63 && f[3] == 1.5f);
    assert_int_equal((int32_t)data[4], -56);
    assert_int_equal((int32_t)data[5], 56);
    assert_int_equal(data[6], 0);
    assert_int_equal(data[7], 197);
    for (int i = 0; i < 64; i++) {
        int step = (int)(f[8 + i] * 4);

        assert_true(step >= 0 && step < 64 && !seen[step]);
        seen[step] = true;
    }
    program_test_finish(p);
}

/* One invocation: what a comparison finds, and what it leaves. */
static void test_floats_are_swapped_when_they_compare_equal(void **state)
{
    static const char source[] =
        "#version 450 core\n#extension GL_INTEL_shader_atomic_float_minmax : enable\n"
        "layout(local_size_x = 1) in; shared float s; shared int t;\n"
        "layout(std430, binding = 0) buffer A { float f[5]; int i; uint u; float old[5]; int oi; uint ou; "
        "float "
        "os; int ot; };\n"
        "void main() { for (int k = 0; k < 5; k++) old[k] = atomicCompSwap(f[k], k == 4 ? f[4] : 2.0, 3.0);\n"
        "oi = atomicCompSwap(i, -4, 9); ou = atomicCompSwap(u, 4000000000u, 1u); s = 0.5; t = 7;\n"
        "atomicCompSwap(s, 0.5, 0.25); atomicCompSwap(t, 7, 8); os = s; ot = t; }";
    PROGRAM_TEST(p);
    float f[16] = {2, 1, -2, 0, NAN};
    const float want[16] = {3, 1, -2, 0, NAN};
    uint32_t data[16];
    struct emu_buffer buffer = {0};

    memcpy(data, f, sizeof data);
    data[5] = (uint32_t)-4;
    data[6] = 4000000000u;
    words_bind(p, 0, &buffer, data, sizeof data);
    words_dispatch(p, source);
    words_read(p, &buffer, data, sizeof data);
    assert_memory_equal(data, want, 5 * sizeof *want);
    assert_memory_equal(&data[7], f, 5 * sizeof *f);
    assert_int_equal(data[5], 9);
    assert_int_equal(data[6], 1);
    assert_int_equal((int32_t)data[12], -4);
    assert_int_equal(data[13], 4000000000u);
    assert_int_equal(data[14], 0x3e800000);
    assert_int_equal(data[15], 8);
    program_test_finish(p);
}

static void test_floats_shared_by_a_group_lose_nothing(void **state)
{
    static const char source[] =
        "#version 450 core\n#extension GL_NV_shader_atomic_float : enable\n"
        "#extension GL_INTEL_shader_atomic_float_minmax : enable\nlayout(local_size_x = 64) in;\n"
        "struct T { vec3 v; mat2x3 m; bool b; float f[4]; }; shared T t[2]; shared float low;\n"
        "layout(std430, binding = 0) buffer A { int k; float f[4]; float low_; vec3 v; mat2x3 m; uint b; };\n"
        "void main() { int n = int(gl_LocalInvocationID.x);\n"
        "if (n == 0) { for (int i = 0; i < 4; i++) t[1].f[i] = float(i); low = 99.0; t[k].v = vec3(1, 2, "
        "3);\n"
        "t[1].m = mat2x3(1, 2, 3, 4, 5, 6); t[1].m[k][2 * k] = 7.0; t[1].b = k == 1; t[0].b = false; }\n"
        "barrier(); atomicAdd(t[k].f[n & 3], 0.5); atomicMin(low, float(n) - 9.5); barrier();\n"
        "if (n == 0) { T x = t[1]; for (int i = 0; i < 4; i++) f[i] = x.f[i]; low_ = low; v = t[1].v; m = "
        "x.m;\n"
        "b = (t[k].b ? 2u : 0u) + (t[0].b ? 1u : 0u); } }";
    PROGRAM_TEST(p);
    uint32_t data[24] = {1};
    float f[24];
    struct emu_buffer buffer = {0};

    words_bind(p, 0, &buffer, data, sizeof data);
    words_dispatch(p, source);
    words_read(p, &buffer, data, sizeof data);
    memcpy(f, data, sizeof f);
    for (int i = 0; i < 4; i++)
        assert_true(f[1 + i] == 8 + i);
    assert_true(f[5] == -9.5f && f[8] == 1 && f[9] == 2 && f[10] == 3);
    assert_true(f[12] == 1 && f[13] == 2 && f[14] == 3 && f[16] == 4 && f[17] == 5 && f[18] == 7);
    assert_int_equal(data[20], 2);
    program_test_finish(p);
}

static void test_atomic_operations_of_floats_elsewhere_are_refused_by_name(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = emu_CreateProgram(),
           shader = make_shader(GL_COMPUTE_SHADER,
                                "#version 450 core\n#extension GL_NV_shader_atomic_float : enable\n"
                                "layout(local_size_x = 1) in;\n"
                                "layout(r32f, binding = 0) uniform image2D i;\n"
                                "void main() { imageAtomicAdd(i, ivec2(0), 1.0); }");
    GLint ok = -1;

    emu_AttachShader(program, shader);
    emu_LinkProgram(program);
    emu_GetProgramiv(program, GL_LINK_STATUS, &ok);
    assert_int_equal(ok, 0);
    assert_non_null(
        strstr(info_of(program),
               "atomic operations of floats are only supported in storage blocks and shared variables"));
    program_test_finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_atomic_operations_of_floats_lose_nothing),
        cmocka_unit_test(test_floats_are_swapped_when_they_compare_equal),
        cmocka_unit_test(test_floats_shared_by_a_group_lose_nothing),
        cmocka_unit_test(test_atomic_operations_of_floats_elsewhere_are_refused_by_name),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
