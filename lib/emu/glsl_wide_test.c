/* SPDX-License-Identifier: MIT */
/* 64-bit numbers through the translator: what is declared, what is reported, when it is given up. No GL; what
 * comes out of the arithmetic is for the driver to say (wide_draw_test). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/glsl_test.h"

#define INT64 "#version 450\n#extension GL_ARB_gpu_shader_int64 : require\n"

static void test_uniforms_are_words_and_reported_as_they_were(void **state)
{
    static const struct {
        const char *name, *essl;
        unsigned type;
        int size;
    } want[] = {
        {"d", "uniform uvec2 d;", 0x140A, 0},       {"v", "uniform uvec2 v[2][3];", 0x8FFD, 2},
        {"m", "uniform uvec2 m[3][2];", 0x8F4B, 0}, {"i", "uniform uvec2 i;", 0x140E, 0},
        {"u", "uniform uvec2 u[4];", 0x8FF7, 0},
    };
    struct glsl_output *o =
        FRAGMENT(state, INT64 "uniform double d; uniform dvec3 v[2]; uniform dmat3x2 m;\n"
                              "uniform int64_t i; uniform u64vec4 u; out vec4 c;\n"
                              "void main() { c = vec4(float(d * v[1].y + m[2][1]), float(i), "
                              "float(u.w), 1); }");

    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        HAS(o, FS, want[i].essl);
        assert_int_equal(uniform(o, want[i].name)->type, want[i].type);
        assert_int_equal(uniform(o, want[i].name)->essl_type, 0x8DC6);
        assert_int_equal(uniform(o, want[i].name)->array_size, want[i].size);
    }
    assert_int_equal(o->gap_count, 0);
}

static void test_initial_values_have_all_bits(void **state)
{
    struct glsl_output *o =
        FRAGMENT(state, INT64 "uniform dvec2 d = dvec2(0.1lf, 2.0lf); uniform int64_t i = -2l;\n"
                              "out vec4 c; void main() { c = vec4(d, float(i), 1); }");
    const double d[] = {0.1, 2};
    const int64_t i = -2;

    assert_int_equal(uniform(o, "d")->initial_count, 4);
    assert_memory_equal(uniform(o, "d")->initial, d, sizeof d);
    assert_int_equal(uniform(o, "i")->initial_count, 2);
    assert_memory_equal(uniform(o, "i")->initial, &i, sizeof i);
}

static void test_functions_that_nothing_calls_stay_out(void **state)
{
    struct glsl_output *o = FRAGMENT(state, "#version 400\nuniform double d; out vec4 c;\n"
                                            "void main() { c = vec4(d < 2.0lf); }");

    HAS(o, FS, "retrace_f64_lt(");
    LACKS(o, FS, "retrace_f64_add", "retrace_f64_matmul");
}

static void test_functions_of_two_64_bit_types_stay_apart(void **state)
{
    struct glsl_output *o =
        FRAGMENT(state, INT64 "uniform double d; uniform int64_t i; uniform uint64_t u; out vec4 c;\n"
                              "float f(double x) { return 1.0; } float f(int64_t x) { return 2.0; }\n"
                              "float f(uint64_t x) { return 4.0; }\n"
                              "void main() { c = vec4(f(d), f(i), f(u), 1); }");

    HAS(o, FS, "return 1.0;", "return 2.0;", "return 4.0;");
    assert_int_equal(o->gap_count, 0);
}

static void test_integers_of_64_bits_need_their_extension_and_es_31(void **state)
{
    const char *fs = INT64 "uniform int64_t i; out vec4 c; void main() { c = vec4(i); }";
    struct glsl_output *o = TRANSLATE(state, .vs = PLAIN_VS, .fs = fs, .essl = 300);

    REFUSED(o, "GL_ARB_gpu_shader_int64 is not supported");
    FRAGMENT(state, fs, .essl = 310);
    o = TRANSLATE(state, .vs = PLAIN_VS,
                  .fs = "#version 450\nuniform int64_t i; out vec4 c; void main() { c = vec4(i); }");
    assert_false(o->ok);
}

/* No stage may go on with words where another was given up. */
static void test_what_cannot_be_exact_is_narrowed_in_all_stages(void **state)
{
    struct glsl_output *o =
        ESSL(state,
             .vs = "#version 450\nin vec4 p; out dmat2 d; uniform double x; void main() { gl_Position = p; d "
                   "= dmat2(x); }",
             .gs = "#version 450\nlayout(points) in; layout(points, max_vertices = 1) out; in dmat2 d[];\n"
                   "uniform double y; void main() { gl_Position = vec4(d[0][1] * y, 0, 1); EmitVertex(); }",
             .fs = PLAIN_FS);

    HAS(o, VS, "uniform float x;");
    HAS(o, GLSL_GEOMETRY, "uniform float y;");
    assert_string_equal(o->gaps[0].name, "double");
    assert_non_null(strstr(o->gaps[0].reason, "matrices of doubles as outputs"));
}

static void test_es_30_has_doubles_narrowed_as_a_gap(void **state)
{
    struct glsl_output *o = FRAGMENT(state,
                                     "#version 400\nuniform dvec2 d; uniform double e = 0.5lf; out vec4 c;\n"
                                     "void main() { c = vec4(vec2(d * e), 0, 1); }",
                                     .essl = 300);

    assert_string_equal(o->gaps[0].name, "double");
    HAS(o, FS, "uniform vec2 d;");
    assert_int_equal(uniform(o, "d")->type, 0x8FFC);
    assert_int_equal(uniform(o, "d")->essl_type, 0x8B50);
    assert_memory_equal(uniform(o, "e")->initial, ((const float[]){0.5f}), 4);
}

static void test_narrowed_doubles_in_blocks_keep_their_64_bits(void **state)
{
    struct glsl_output *o =
        FRAGMENT(state,
                 "#version 400\nlayout(std140) uniform U { double k; dvec2 v[2]; } u; out vec4 c;\n"
                 "void main() { c = vec4(u.k + 1.0lf, u.v[1], 1); }",
                 .essl = 300);

    HAS(o, FS, "    uvec2 k;\n    uvec4 v[2];\n", "retrace_fromDouble");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        GLSL_TEST(test_uniforms_are_words_and_reported_as_they_were),
        GLSL_TEST(test_initial_values_have_all_bits),
        GLSL_TEST(test_functions_that_nothing_calls_stay_out),
        GLSL_TEST(test_functions_of_two_64_bit_types_stay_apart),
        GLSL_TEST(test_integers_of_64_bits_need_their_extension_and_es_31),
        GLSL_TEST(test_what_cannot_be_exact_is_narrowed_in_all_stages),
        GLSL_TEST(test_es_30_has_doubles_narrowed_as_a_gap),
        GLSL_TEST(test_narrowed_doubles_in_blocks_keep_their_64_bits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
