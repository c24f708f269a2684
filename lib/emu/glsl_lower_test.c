/* SPDX-License-Identifier: MIT */
/* What ES has no form for and the translator writes another way. No GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/glsl_test.h"

/* ---- constants ---- */

/* Each array has a legal size only if the constant is what the language says. */
static void test_bit_functions_of_constants_are_constants(void **state)
{
    static const char *const equal[] = {
        "ivec4(-1, 0, 1, 3) == findLSB(ivec4(0, 1, 2, -8))",
        "ivec2(3, 31) == findMSB(uvec2(15u, 0xffffffffu))",
        "ivec3(0, 32, 1) == bitCount(uvec3(0u, 0xffffffffu, 0x80000000u))",
        "0x80000000u == bitfieldReverse(1u)",
        "ivec2(-1, 5) == bitfieldExtract(ivec2(0xf0, 0x50), 4, 4)",
        "uvec2(15u, 0u) == bitfieldExtract(uvec2(0xf0u, 7u), 4, 4)",
        "uvec2(0xfau, 0xfbu) == bitfieldInsert(uvec2(0xffu), uvec2(10u, 11u), 0, 4)",
        "42 == bitfieldInsert(42, -1, 0, 0)",
        "ivec2(0x3f800000, -2147483648) == floatBitsToInt(vec2(1.0, -0.0))",
        "vec2(0.5, -8.0) == ldexp(vec2(1.0, -0.5), ivec2(-1, 4))",
        "0 == floatBitsToInt(ldexp(1.1754944e-38, -1))",
        "vec2(7.0, -1.0) == fma(vec2(2.0, 0.0), vec2(2.0), vec2(3.0, -1.0))",
        "1.0 == uintBitsToFloat(0x3f800000u)",
    };

    for (size_t i = 0; i < sizeof equal / sizeof *equal; i++)
        for (int wrong = 0; wrong < 2; wrong++) {
            char fs[512];
            struct glsl_output *o;

            snprintf(fs, sizeof fs,
                     "#version 450\nout vec4 c; void main() { float a[(%s) ? %d : %d]; a[0] = 1.0; c = "
                     "vec4(a[0]); }",
                     equal[i], wrong ? -1 : 1, wrong ? 1 : -1);
            o = TRANSLATE(state, .vs = PLAIN_VS, .fs = fs);
            if (o->ok != !wrong)
                fail_msg("%s: %s", equal[i], o->info);
        }
}

static void test_a_function_of_the_source_is_not_folded(void **state)
{
    struct glsl_output *o = FRAGMENT(state, "#version 130\nout vec4 c; int findLSB(int x) { return x + 7; }\n"
                                            "void main() { c = vec4(float(findLSB(4))); }");

    LACKS(o, FS, "vec4(2.0)");
    HAS(o, FS, "+ 7");
}

static void test_float_literals_fold_in_single_precision(void **state)
{
    struct glsl_output *o = FRAGMENT(
        state, "#version 330\nconst int x = int(degrees(3.1415926535)); uniform vec4 k[x]; out vec4 c;\n"
               "void main() { c = k[1]; }");

    assert_int_equal(uniform(o, "k")->array_size, 180);
}

/* ---- interpolation ---- */

static void test_one_component_is_interpolated_with_its_vector(void **state)
{
    struct glsl_output *o =
        ESSL(state,
             .vs = "#version 450\nin vec4 p; out vec3 a; out vec2 b[2]; void main() { gl_Position = p; "
                   "a = p.xyz; b[0] = "
                   "b[1] = p.xy; }",
             .fs = "#version 450\nin vec3 a; in vec2 b[2]; uniform int i; out vec4 c; void main() {\n"
                   "c = vec4(interpolateAtCentroid(a.z), interpolateAtSample(a[i], 1),\n"
                   "interpolateAtOffset(b[1].y, vec2(0.25)), 1); }");

    HAS(o, FS, "interpolateAtCentroid(a)", "interpolateAtSample(a, 1)", "interpolateAtOffset(b[1], ");
}

/* ---- arrays of blocks ---- */

#define BLOCKS                                                                                               \
    "#version 430\nlayout(local_size_x = 1) in; struct S { float f[4]; };\n"                                 \
    "layout(std430, binding = 0) buffer B { uint n; S s; vec4 tail[]; } b[3];\nuniform uint i;\n"

static void test_blocks_that_are_computed_are_branched_to(void **state)
{
    struct glsl_output *o = ESSL(
        state, .cs = BLOCKS "void main() { uint k = gl_WorkGroupID.x; b[k].s.f[i] = b[i].s.f[1] + 1.0;\n"
                            "b[1].n = atomicCompSwap(b[k].n, 3u, i); b[2].n = uint(b[i].tail.length());\n"
                            "S s = b[k].s; b[0].s = s; }");
    int calls = 0;

    for (const char *p = o->essl[GLSL_COMPUTE]; (p = strstr(p, "switch (")); p++)
        calls++;
    assert_int_equal(calls, 5);
    for (int i = 0; i < 3; i++) {
        char text[64];

        snprintf(text, sizeof text, "atomicCompSwap(b[%d].n, 3u, ", i);
        HAS(o, GLSL_COMPUTE, text);
        snprintf(text, sizeof text, "b[%d].tail.length()", i);
        HAS(o, GLSL_COMPUTE, text);
    }
    for (const char *p = o->essl[GLSL_COMPUTE]; (p = strstr(p, " b[")); p++) /* constants, or the size */
        assert_true(p[3] >= '0' && p[3] <= '9');
}

static void test_blocks_with_constant_indices_stay(void **state)
{
    struct glsl_output *o =
        ESSL(state, .cs = BLOCKS "void main() { b[1].n = b[2].n + uint(b[0].tail.length()) + i; }");

    LACKS(o, GLSL_COMPUTE, "switch");
}

static void test_uniform_blocks_are_branched_to_before_es_3_2(void **state)
{
    static const char fs[] = "#version 400\nuniform B { vec4 v[2]; } b[2]; uniform int i; out vec4 c;\n"
                             "void main() { c = b[i].v[i]; }";
    struct glsl_output *o = FRAGMENT(state, fs, .essl = 310);

    HAS(o, FS, "switch");
    o = FRAGMENT(state, fs);
    LACKS(o, FS, "switch");
}

/* ---- atomic counters ---- */

static void test_counters_that_es_cannot_work_with_are_stored(void **state)
{
    const char *vs =
        "#version 460\nlayout(binding = 1, offset = 8) uniform atomic_uint v; void main() { gl_Position = "
        "vec4(atomicCounterIncrement(v)); }";
    struct glsl_output *o = ESSL(state, .vs = vs,
                                 .fs = "#version 460\nlayout(binding = 0) uniform atomic_uint list[2][3]; "
                                       "uniform int i; out vec4 c;\n"
                                       "void main() { c = vec4(atomicCounterMax(list[i][2], 3u)); }");

    HAS(o, FS, "buffer " GLSL_COUNTERS "0", "atomicMax(retrace_c0.c[");
    HAS(o, VS, "buffer " GLSL_COUNTERS "1"); /* the other stage shares the buffer */
    HAS(o, VS, "retrace_c1.c[");
    LACKS(o, FS, "atomic_uint");
    LACKS(o, VS, "atomic_uint");
    assert_int_equal(block(o, GLSL_COUNTERS "1")->binding, 1);
    o = VERTEX(state, vs); /* which ES can */
    HAS(o, VS, "uniform atomic_uint");
}

/* ---- images, sample counts ---- */

static void test_images_without_a_format_get_one(void **state)
{
    static const char cs[] = "#version 430\nlayout(local_size_x = 1) in; writeonly uniform image2D a; "
                             "writeonly uniform uimage2D b;\n"
                             "layout(rg16f) uniform image2D r; void main() { imageStore(a, ivec2(0), vec4(1) "
                             "+ imageLoad(r, ivec2(0)));\n"
                             "imageStore(b, ivec2(0), uvec4(1)); }";
    struct glsl_output *o = ESSL(state, .cs = cs);
    struct glsl_output *keyed = ESSL(state, .cs = cs, .key = {.image_format = 0x8814});

    HAS(o, GLSL_COMPUTE, ", rgba8) uniform writeonly highp image2D a;",
        ", rgba32ui) uniform writeonly highp uimage2D b;");
    HAS(keyed, GLSL_COMPUTE, ", rgba32f) uniform writeonly highp image2D a;");
    assert_true(o->keyed & GLSL_KEY_IMAGE_FORMAT);
    assert_string_equal(o->gaps[0].name, "rg16f");
}

static void test_image_arrays_are_indexed_by_a_switch(void **state)
{
    struct glsl_output *o =
        FRAGMENT(state, "#version 430\nlayout(rgba8) writeonly uniform image2D a[3][2]; layout(r32ui) "
                        "uniform uimage1DArray b[2]; uniform int i;\n"
                        "out vec4 c; void main() { imageStore(a[i][i + 1], ivec2(0), vec4(1)); "
                        "imageStore(a[1][0], ivec2(1), vec4(0));\n"
                        "c = vec4(imageAtomicAdd(b[i], ivec2(2), 3u) + imageLoad(b[i], ivec2(3)).x); }");

    HAS(o, FS, "imageStore(a[2][1], ", "imageStore(a[1][0], ivec2(1)", "imageAtomicAdd(b[1], ",
        "imageLoad(b[0], ");
    LACKS(o, FS, "a[i]", "b[i]");
}

static void test_an_image_is_read_and_written_by_two_names(void **state)
{
    struct glsl_output *o = FRAGMENT(
        state, "#version 430\nlayout(rgba8, binding = 2) uniform image2D img[2]; layout(r32ui) uniform "
               "uimage2D one; out vec4 c;\n"
               "void main() { c = imageLoad(img[1], ivec2(0)); imageStore(img[0], ivec2(1), c + 1.0);\n"
               "imageStore(one, ivec2(2), imageLoad(one, ivec2(3)) + 1u); }");

    HAS(o, FS, "layout(binding = 2, rgba8) uniform readonly highp image2D img[2];",
        "layout(binding = 2, rgba8) uniform writeonly highp image2D retrace_w_img[2];",
        "imageStore(retrace_w_img[0], ", "imageLoad(img[1], ", "imageStore(one, ");
}

static void test_sample_counts_are_asked_of_a_uniform(void **state)
{
    struct glsl_output *o = FRAGMENT(
        state, "#version 450\nuniform isampler2DMS tex; uniform sampler2DMSArray more; out vec4 c;\n"
               "void main() { c = vec4(textureSamples(tex) + textureSamples(tex), textureSamples(more), "
               "0, 1); }");

    HAS(o, FS, "uniform int " GLSL_UNIFORM_SAMPLES "tex;", "uniform int " GLSL_UNIFORM_SAMPLES "more;");
    HAS(o, FS, "textureSize(tex)"); /* or the application could not set it */
    LACKS(o, FS, "textureSamples");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        GLSL_TEST(test_bit_functions_of_constants_are_constants),
        GLSL_TEST(test_a_function_of_the_source_is_not_folded),
        GLSL_TEST(test_float_literals_fold_in_single_precision),
        GLSL_TEST(test_one_component_is_interpolated_with_its_vector),
        GLSL_TEST(test_blocks_that_are_computed_are_branched_to),
        GLSL_TEST(test_blocks_with_constant_indices_stay),
        GLSL_TEST(test_uniform_blocks_are_branched_to_before_es_3_2),
        GLSL_TEST(test_counters_that_es_cannot_work_with_are_stored),
        GLSL_TEST(test_images_without_a_format_get_one),
        GLSL_TEST(test_image_arrays_are_indexed_by_a_switch),
        GLSL_TEST(test_an_image_is_read_and_written_by_two_names),
        GLSL_TEST(test_sample_counts_are_asked_of_a_uniform),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
