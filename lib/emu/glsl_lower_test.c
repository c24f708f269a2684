/* SPDX-License-Identifier: MIT */
/* What ES has no form for and the translator writes another way. No GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/glsl_test.h"

static const struct glsl_gap *gap(const struct glsl_output *o, const char *name)
{
    for (size_t i = 0; i < o->gap_count; i++)
        if (!strcmp(o->gaps[i].name, name))
            return &o->gaps[i];
    return NULL;
}

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

    (void)state;
    for (size_t i = 0; i < sizeof equal / sizeof *equal; i++)
        for (int wrong = 0; wrong < 2; wrong++) {
            char fs[512];
            struct glsl_output *o;

            snprintf(fs, sizeof fs,
                     "#version 450\nout vec4 c; void main() { float a[(%s) ? %d : %d]; a[0] = 1.0; c = "
                     "vec4(a[0]); }",
                     equal[i], wrong ? -1 : 1, wrong ? 1 : -1);
            o = TRANSLATE(.vs = PLAIN_VS, .fs = fs);
            if (o->ok != !wrong)
                fail_msg("%s: %s", equal[i], o->info);
            glsl_output_destroy(o);
        }
}

static void test_a_function_of_the_source_is_not_folded(void **state)
{
    struct glsl_output *o = must(
        TRANSLATE(.vs = PLAIN_VS, .fs = "#version 130\nout vec4 c; int findLSB(int x) { return x + 7; }\n"
                                        "void main() { c = vec4(float(findLSB(4))); }"));

    (void)state;
    LACKS(o, FS, "vec4(2.0)");
    HAS(o, FS, "+ 7");
    glsl_output_destroy(o);
}

/* ---- interpolation ---- */

static void test_one_component_is_interpolated_with_its_vector(void **state)
{
    struct glsl_output *o = must(
        TRANSLATE(.vs = "#version 450\nin vec4 p; out vec3 a; out vec2 b[2]; void main() { gl_Position = p; "
                        "a = p.xyz; b[0] = "
                        "b[1] = p.xy; }",
                  .fs = "#version 450\nin vec3 a; in vec2 b[2]; uniform int i; out vec4 c; void main() {\n"
                        "c = vec4(interpolateAtCentroid(a.z), interpolateAtSample(a[i], 1),\n"
                        "interpolateAtOffset(b[1].y, vec2(0.25)), 1); }"));

    (void)state;
    HAS(o, FS, "interpolateAtCentroid(a)");
    HAS(o, FS, "interpolateAtSample(a, 1)");
    HAS(o, FS, "interpolateAtOffset(b[1], ");
    glsl_output_destroy(o);
}

/* ---- arrays of blocks ---- */

#define BLOCKS                                                                                               \
    "#version 430\nlayout(local_size_x = 1) in; struct S { float f[4]; };\n"                                 \
    "layout(std430, binding = 0) buffer B { uint n; S s; vec4 tail[]; } b[3];\nuniform uint i;\n"

static void test_blocks_that_are_computed_are_branched_to(void **state)
{
    struct glsl_output *o = must(
        TRANSLATE(.cs = BLOCKS "void main() { uint k = gl_WorkGroupID.x; b[k].s.f[i] = b[i].s.f[1] + 1.0;\n"
                               "b[1].n = atomicCompSwap(b[k].n, 3u, i); b[2].n = uint(b[i].tail.length());\n"
                               "S s = b[k].s; b[0].s = s; }"));
    int calls = 0;

    (void)state;
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
    glsl_output_destroy(o);
}

static void test_blocks_with_constant_indices_stay(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.cs = BLOCKS "void main() { b[1].n = b[2].n + uint(b[0].tail.length()) + i; }"));

    (void)state;
    LACKS(o, GLSL_COMPUTE, "switch");
    glsl_output_destroy(o);
}

static void test_uniform_blocks_are_branched_to_before_es_3_2(void **state)
{
    static const char fs[] = "#version 400\nuniform B { vec4 v[2]; } b[2]; uniform int i; out vec4 c;\n"
                             "void main() { c = b[i].v[i]; }";
    struct glsl_output *o = must(TRANSLATE(.vs = PLAIN_VS, .fs = fs, .essl = 310));

    (void)state;
    HAS(o, FS, "switch");
    glsl_output_destroy(o);
    o = must(TRANSLATE(.vs = PLAIN_VS, .fs = fs));
    LACKS(o, FS, "switch");
    glsl_output_destroy(o);
}

/* ---- varyings that share locations ---- */

static void test_components_of_separate_programs_get_locations_of_their_own(void **state)
{
    struct glsl_output *vs = must(
        TRANSLATE(.vs = "#version 440\nin vec4 p; layout(location = 1) out vec3 a; layout(location = 1, "
                        "component = 3) out float b;\nvoid main() { gl_Position = p; a = p.xyz; b = p.w; }",
                  .separable = true));
    struct glsl_output *fs = must(
        TRANSLATE(.fs = "#version 440\nlayout(location = 1) in vec3 x; layout(location = 1, component = 3) "
                        "in float y; out vec4 c; void main() { c = vec4(x, y); }",
                  .separable = true));

    (void)state;
    HAS(vs, VS, "layout(location = 1) out vec3 a");
    HAS(vs, VS, "layout(location = 25) out float b");
    HAS(fs, FS, "layout(location = 1) in vec3 x");
    HAS(fs, FS, "layout(location = 25) in float y");
    assert_int_equal(vs->gap_count + fs->gap_count, 0);
    glsl_output_destroy(vs);
    glsl_output_destroy(fs);
}

static void test_members_that_share_locations_meet_by_name(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = "#version 440\nin vec4 p; out B { layout(location = 0) vec3 a; layout(location "
                             "= 0, component = 3) "
                             "float b; } v; void main() { gl_Position = p; v.a = p.xyz; v.b = p.w; }",
                       .fs = "#version 440\nin B { layout(location = 0) vec3 a; layout(location = 0, "
                             "component = 3) float b; } "
                             "v; out vec4 c; void main() { c = vec4(v.a, v.b); }"));

    (void)state;
    LACKS(o, VS, "location = 0) highp vec3 a");
    LACKS(o, VS, "component");
    HAS(o, VS, "vec3 a;");
    HAS(o, FS, "vec3 a;");
    glsl_output_destroy(o);
}

static void test_located_members_of_separate_programs_are_varyings(void **state)
{
    struct glsl_output *o = must(TRANSLATE(.vs = "#version 440\nin vec4 p; layout(location = 0) out B { "
                                                 "layout(location = 2) vec4 a; vec4 b; } v;\n"
                                                 "void main() { gl_Position = v.a = p; v.b = p.wzyx; }",
                                           .separable = true));

    (void)state;
    HAS(o, VS, "layout(location = 2) out vec4 v_a");
    HAS(o, VS, "layout(location = 3) out vec4 v_b");
    glsl_output_destroy(o);
}

/* ---- structured varyings ---- */

static void test_structures_with_arrays_are_passed_by_leaf(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = "#version 330\nstruct S { float f[3]; mat2 m; }; in vec4 p; flat out S s;\n"
                             "void main() { gl_Position = p; s.f[0] = s.f[1] = s.f[2] = p.x; s.m = "
                             "mat2(p.y); if (p.x > 0.0) return; "
                             "s.f[1] = 2.0; }",
                       .fs = "#version 330\nstruct S { float f[3]; mat2 m; }; flat in S s; out vec4 c;\n"
                             "void main() { c = vec4(s.f[1], s.m[1], 1); }"));

    (void)state;
    HAS(o, VS, "flat out float retrace_v_s_0[3];");
    HAS(o, VS, "flat out mat2 retrace_v_s_1;");
    HAS(o, FS, "flat in float retrace_v_s_0[3];");
    HAS(o, FS, "flat in mat2 retrace_v_s_1;");
    LACKS(o, VS, "out S s");
    LACKS(o, FS, "flat S s");
    glsl_output_destroy(o);
}

static void test_plain_structures_stay_whole(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = "#version 330\nstruct S { vec4 a; float b; }; in vec4 p; out S s; void main() { "
                             "gl_Position = p; s.a = p; s.b = 1.0; }",
                       .fs = "#version 330\nstruct S { vec4 a; float b; }; in S s; out vec4 c; void main() { "
                             "c = s.a * s.b; }"));

    (void)state;
    HAS(o, VS, "out S s;");
    HAS(o, FS, "in S s;");
    glsl_output_destroy(o);
}

static void test_arrays_of_arrays_are_one_array(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = "#version 430\nin vec4 p; out vec3 a[2][3]; void main() { gl_Position = p; for "
                             "(int i = 0; i < 6; i++) a[i / 3][i % 3] "
                             "= p.xyz; }",
                       .fs = "#version 430\nin vec3 a[2][3]; uniform int i; out vec4 c; void main() { c = "
                             "vec4(interpolateAtSample(a[i][1], 0) + a[1][2], "
                             "1); }"));

    (void)state;
    HAS(o, VS, "out vec3 retrace_v_a[6];");
    HAS(o, FS, "in vec3 retrace_v_a[6];");
    HAS(o, FS, "interpolateAtSample(retrace_v_a[");
    glsl_output_destroy(o);
}

static void test_members_are_interpolated_as_variables(void **state)
{
    struct glsl_output *o = must(TRANSLATE(.vs = "#version 450\nin vec4 p; out B { vec3 a[2]; centroid vec2 "
                                                 "b; } v; void main() { gl_Position = p; v.a[0] = v.a[1] = "
                                                 "p.xyz; v.b = p.xy; }",
                                           .fs = "#version 450\nin B { vec3 a[2]; centroid vec2 b; } v; "
                                                 "uniform int i; out vec4 c; void main() {\n"
                                                 "c = vec4(interpolateAtOffset(v.a[i], vec2(0.1)).xy, "
                                                 "interpolateAtCentroid(v.b.y), v.b.x); }"));

    (void)state;
    HAS(o, VS, "centroid out vec2 retrace_v_B_1;");
    HAS(o, FS, "in vec3 retrace_v_B_0[2];");
    HAS(o, FS, "interpolateAtOffset(retrace_v_B_0[");
    HAS(o, FS, "interpolateAtCentroid(retrace_v_B_1)");
    LACKS(o, FS, "in B");
    glsl_output_destroy(o);
}

static void test_geometry_shaders_write_leaves_where_they_emit(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = PLAIN_VS,
                       .gs = "#version 330\nstruct S { float f[2]; }; layout(points) in; "
                             "layout(triangle_strip, max_vertices = 3) out; out S s;\n"
                             "void put(float x) { s.f[1] = x; gl_Position = vec4(x); EmitVertex(); } void "
                             "main() { put(0.0); put(1.0); put(2.0); }",
                       .fs = "#version 330\nstruct S { float f[2]; }; in S s; out vec4 c; void main() { c = "
                             "vec4(s.f[1]); }"));
    const char *emit = strstr(o->essl[GLSL_GEOMETRY], "EmitVertex"),
               *store = strstr(o->essl[GLSL_GEOMETRY], "retrace_v_s_0[1] =");

    (void)state;
    if (!store || store > emit)
        fail_msg("%s", o->essl[GLSL_GEOMETRY]);
    glsl_output_destroy(o);
}

static void test_arrays_of_a_control_shader_go_in_blocks(void **state)
{
    struct glsl_output *o = must(TRANSLATE(
            .vs = "#version 400\nout vec3 v; void main() { gl_Position = vec4(v = vec3(1), 1); }",
            .tcs =
                "#version 400\nlayout(vertices = 2) out; in vec3 v[]; out vec3 a[][4]; patch out vec4 "
                "p[2][3]; out vec2 plain[];\n"
                "void main() { for (int i = 0; i < 4; i++) a[gl_InvocationID][i] = v[0]; p[1][2] = vec4(2);\n"
                "plain[gl_InvocationID] = vec2(gl_TessLevelOuter[0] = 1.0); }",
            .tes =
                "#version 400\nlayout(isolines) in; in vec3 a[][4]; patch in vec4 p[2][3]; in vec2 plain[];\n"
                "void main() { gl_Position = vec4(a[1][3], 1) + p[1][2] + plain[0].xyxy; }",
            .fs = PLAIN_FS));

    (void)state;
    HAS(o, GLSL_TESS_CONTROL, "out retrace_b_a");
    HAS(o, GLSL_TESS_CONTROL, "a[gl_InvocationID].a[i]");
    HAS(o, GLSL_TESS_CONTROL, "patch out retrace_b_p");
    HAS(o, GLSL_TESS_CONTROL, "out vec2 plain[2];");
    HAS(o, GLSL_TESS_EVALUATION, "in retrace_b_a");
    HAS(o, GLSL_TESS_EVALUATION, "a[1].a[3]");
    HAS(o, GLSL_TESS_EVALUATION, "p.a[1][2]");
    glsl_output_destroy(o);
}

/* ---- atomic counters ---- */

static void test_counters_that_es_cannot_work_with_are_stored(void **state)
{
    const char *vs =
        "#version 460\nlayout(binding = 1, offset = 8) uniform atomic_uint v; void main() { gl_Position = "
        "vec4(atomicCounterIncrement(v)); }";
    struct glsl_output *o =
        must(TRANSLATE(.vs = vs, .fs = "#version 460\nlayout(binding = 0) uniform atomic_uint list[2][3]; "
                                       "uniform int i; out vec4 c;\n"
                                       "void main() { c = vec4(atomicCounterMax(list[i][2], 3u)); }"));

    (void)state;
    HAS(o, FS, "buffer " GLSL_COUNTERS "0");
    HAS(o, FS, "atomicMax(retrace_c0.c[");
    HAS(o, VS, "buffer " GLSL_COUNTERS "1"); /* the other stage shares the buffer */
    HAS(o, VS, "retrace_c1.c[");
    LACKS(o, FS, "atomic_uint");
    LACKS(o, VS, "atomic_uint");
    assert_int_equal(block(o, GLSL_COUNTERS "1")->binding, 1);
    glsl_output_destroy(o);
    o = must(TRANSLATE(.vs = vs, .fs = PLAIN_FS)); /* which ES can */
    HAS(o, VS, "uniform atomic_uint");
    glsl_output_destroy(o);
}

/* ---- arrays of images, sample counts ---- */

static void test_image_arrays_are_indexed_by_a_switch(void **state)
{
    struct glsl_output *o = must(
        TRANSLATE(.vs = PLAIN_VS,
                  .fs = "#version 430\nlayout(rgba8) writeonly uniform image2D a[3][2]; layout(r32ui) "
                        "uniform uimage1DArray b[2]; uniform int i;\n"
                        "out vec4 c; void main() { imageStore(a[i][i + 1], ivec2(0), vec4(1)); "
                        "imageStore(a[1][0], ivec2(1), vec4(0));\n"
                        "c = vec4(imageAtomicAdd(b[i], ivec2(2), 3u) + imageLoad(b[i], ivec2(3)).x); }"));

    (void)state;
    HAS(o, FS, "imageStore(a[2][1], ");
    HAS(o, FS, "imageStore(a[1][0], ivec2(1)");
    HAS(o, FS, "imageAtomicAdd(b[1], ");
    HAS(o, FS, "imageLoad(b[0], ");
    LACKS(o, FS, "a[i]");
    LACKS(o, FS, "b[i]");
    glsl_output_destroy(o);
}

static void test_an_image_is_read_and_written_by_two_names(void **state)
{
    struct glsl_output *o = must(TRANSLATE(
            .vs = PLAIN_VS,
            .fs = "#version 430\nlayout(rgba8, binding = 2) uniform image2D img[2]; layout(r32ui) uniform "
                  "uimage2D one; out vec4 c;\n"
                  "void main() { c = imageLoad(img[1], ivec2(0)); imageStore(img[0], ivec2(1), c + 1.0);\n"
                  "imageStore(one, ivec2(2), imageLoad(one, ivec2(3)) + 1u); }"));

    (void)state;
    HAS(o, FS, "layout(binding = 2, rgba8) uniform readonly highp image2D img[2];");
    HAS(o, FS, "layout(binding = 2, rgba8) uniform writeonly highp image2D retrace_w_img[2];");
    HAS(o, FS, "imageStore(retrace_w_img[0], ");
    HAS(o, FS, "imageLoad(img[1], ");
    HAS(o, FS, "imageStore(one, ");
    glsl_output_destroy(o);
}

static void test_sample_counts_are_asked_of_a_uniform(void **state)
{
    struct glsl_output *o = must(TRANSLATE(
            .vs = PLAIN_VS,
            .fs = "#version 450\nuniform isampler2DMS tex; uniform sampler2DMSArray more; out vec4 c;\n"
                  "void main() { c = vec4(textureSamples(tex) + textureSamples(tex), textureSamples(more), "
                  "0, 1); }"));

    (void)state;
    HAS(o, FS, "uniform int " GLSL_UNIFORM_SAMPLES "tex;");
    HAS(o, FS, "uniform int " GLSL_UNIFORM_SAMPLES "more;");
    HAS(o, FS, "textureSize(tex)"); /* or the application could not set it */
    LACKS(o, FS, "textureSamples");
    glsl_output_destroy(o);
}

/* ---- qualifiers ---- */

static void test_inputs_need_not_be_told_invariant(void **state)
{
    struct glsl_output *o = must(
        TRANSLATE(.vs = "#version 150\nin vec4 p; invariant out vec4 a; void main() { gl_Position = a = p; }",
                  .gs = "#version 150\nlayout(points) in; layout(points, max_vertices = 1) out; invariant in "
                        "vec4 a[]; invariant out vec4 b; "
                        "void main() { gl_Position = b = a[0]; EmitVertex(); }",
                  .fs = "#version 150\nin vec4 b; invariant b; out vec4 c; void main() { c = b; }"));

    (void)state;
    HAS(o, VS, "invariant out vec4 a;");
    LACKS(o, GLSL_GEOMETRY, "invariant in");
    LACKS(o, FS, "invariant");
    glsl_output_destroy(o);
}

/* ---- point sizes ---- */

#define SIZES(emit, read)                                                                                    \
    "#version 150\nlayout(points) in; layout(" emit ", max_vertices = 3) out;\n"                             \
    "out gl_PerVertex { vec4 gl_Position; float gl_PointSize; };\n"                                          \
    "void main() { gl_Position = gl_in[0].gl_Position; gl_PointSize = " read "; EmitVertex(); }"

static void test_sizes_that_nobody_sees_cost_no_gap(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.bare = true, .vs = PLAIN_VS, .gs = SIZES("triangle_strip", "2.0"), .fs = PLAIN_FS));

    (void)state;
    LACKS(o, GLSL_GEOMETRY, "gl_PointSize");
    assert_int_equal(o->gap_count, 0);
    glsl_output_destroy(o);
}

static void test_sizes_of_points_behind_the_vertex_stage_are_a_gap(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.bare = true, .vs = PLAIN_VS, .gs = SIZES("points", "2.0"), .fs = PLAIN_FS));

    (void)state;
    assert_non_null(gap(o, "gl_PointSize"));
    glsl_output_destroy(o);
    o = must(
        TRANSLATE(.bare = true, .gs = SIZES("triangle_strip", "gl_in[0].gl_PointSize"), .separable = true));
    assert_non_null(gap(o, "gl_in[].gl_PointSize"));
    glsl_output_destroy(o);
    o = must(TRANSLATE(.vs = PLAIN_VS, .gs = SIZES("points", "2.0"),
                       .fs = PLAIN_FS)); /* which has the extension */
    HAS(o, GLSL_GEOMETRY, "gl_PointSize = 2.0");
    assert_int_equal(o->gap_count, 0);
    glsl_output_destroy(o);
}

static void test_sizes_reach_a_geometry_shader_as_a_varying(void **state)
{
    static const char gs[] =
        "#version 150\nlayout(points) in; layout(points, max_vertices = 1) out;\n"
        "in gl_PerVertex { float gl_PointSize; } gl_in[]; out float f;\n"
        "void main() { f = gl_in[0].gl_PointSize; gl_Position = vec4(f); EmitVertex(); }";
    struct glsl_output *o =
        must(TRANSLATE(.bare = true,
                       .vs = "#version 150\nin vec4 p; void main() { gl_Position = p; gl_PointSize = p.x; }",
                       .gs = gs, .fs = PLAIN_FS));

    (void)state;
    HAS(o, VS, "retrace_PointSizePassed = p.x");
    HAS(o, GLSL_GEOMETRY, "retrace_PointSizePassed[0]");
    assert_int_equal(o->gap_count, 0);
    glsl_output_destroy(o);
    o = must(TRANSLATE(.bare = true, .vs = PLAIN_VS, .gs = gs, .fs = PLAIN_FS));
    HAS(o, VS, "out float retrace_PointSizePassed"); /* or ES does not link */
    glsl_output_destroy(o);
}

/* ---- layers ---- */

static void test_layers_of_the_vertex_stage_are_not_read_by_a_geometry_shader(void **state)
{
    static const char vs[] =
        "#version 150\n#extension GL_AMD_vertex_shader_layer : require\n"
        "#extension GL_AMD_vertex_shader_viewport_index : require\n"
        "in vec4 p; void main() { gl_Position = p; gl_Layer = 3; gl_ViewportIndex = gl_Layer; }";
    struct glsl_output *o = must(
        TRANSLATE(.vs = vs,
                  .gs = "#version 150\nlayout(points) in; layout(points, max_vertices = 1) out;\n"
                        "void main() { gl_Layer = 1; gl_Position = gl_in[0].gl_Position; EmitVertex(); }",
                  .fs = PLAIN_FS));

    (void)state;
    LACKS(o, VS, "gl_Layer");
    LACKS(o, VS, "gl_ViewportIndex");
    HAS(o, GLSL_GEOMETRY, "gl_Layer = 1");
    assert_int_equal(o->gap_count, 0);
    glsl_output_destroy(o);
    o = must(TRANSLATE(.vs = vs, .fs = PLAIN_FS, .essl = 310));
    assert_non_null(gap(o, "gl_Layer"));
    assert_non_null(gap(o, "gl_ViewportIndex"));
    glsl_output_destroy(o);
}

static void test_layers_of_the_vertex_stage_pass_through_a_made_up_stage(void **state)
{
    static const char vs[] = "#version 150\n#extension GL_AMD_vertex_shader_layer : require\n"
                             "in vec4 p; flat out ivec2 n; out float f; "
                             "void main() { gl_Position = p; gl_Layer = 3; n = ivec2(1); f = 1.0; }";
    static const char fs[] =
        "#version 150\nflat in ivec2 n; in float f; out vec4 c; void main() { c = vec4(n, f, 1); }";
    struct glsl_output *o = must(TRANSLATE(.vs = vs, .fs = fs, .key = {.through = GLSL_THROUGH_TRIANGLES}));

    (void)state;
    assert_int_equal(o->gap_count, 0);
    assert_true(o->keyed & GLSL_KEY_THROUGH);
    HAS(o, GLSL_GEOMETRY, "gl_Layer = retrace_LayerSink[p];");
    HAS(o, GLSL_GEOMETRY, "retrace_out_n = retrace_in_n[p];");
    HAS(o, GLSL_GEOMETRY, "retrace_out_f = retrace_in_f[i];");
    glsl_output_destroy(o);
    o = must(TRANSLATE(.vs = vs, .fs = fs));
    assert_true(o->keyed & GLSL_KEY_THROUGH);
    assert_null(o->essl[GLSL_GEOMETRY]);
    glsl_output_destroy(o);
    o = must(TRANSLATE(.vs = vs, .fs = fs, .separable = true));
    assert_non_null(gap(o, "gl_Layer"));
    assert_false(o->keyed & GLSL_KEY_THROUGH);
    glsl_output_destroy(o);
}

static void test_primitives_are_counted_as_the_application_drew_them(void **state)
{
    const char *fs = "#version 150\nout vec4 c; void main() { c = vec4(gl_PrimitiveID); }";
    struct glsl_output *o = must(TRANSLATE(.vs = PLAIN_VS, .fs = fs, .key = {.primitive_split = 2}));

    (void)state;
    assert_true(o->keyed & GLSL_KEY_SPLIT);
    HAS(o, FS, "gl_PrimitiveID / 2");
    glsl_output_destroy(o);
    o = must(TRANSLATE(.vs = PLAIN_VS, .fs = fs));
    LACKS(o, FS, "/");
    glsl_output_destroy(o);
}

/* ---- fixed function's part ---- */

#define COLOUR_VS "#version 120\nvoid main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }"

static void test_without_a_fragment_shader_the_colour_comes_out(void **state)
{
    struct glsl_output *o = must(TRANSLATE(.vs = COLOUR_VS, .fixed_fragment = true));

    (void)state;
    HAS(o, FS, "retrace_FragColor = retrace_FrontColor");
    glsl_output_destroy(o);
    o = must(TRANSLATE(.vs = COLOUR_VS, .fixed_fragment = true, .key = {.color_outputs = 2}));
    HAS(o, FS, "retrace_FragColor1 = ");
    glsl_output_destroy(o);
    o = must(TRANSLATE(.vs = PLAIN_VS, .fixed_fragment = true)); /* writes no colour */
    LACKS(o, FS, "FragColor");
    glsl_output_destroy(o);
    o = must(TRANSLATE(.vs = COLOUR_VS));
    LACKS(o, FS, "FragColor");
    glsl_output_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bit_functions_of_constants_are_constants),
        cmocka_unit_test(test_a_function_of_the_source_is_not_folded),
        cmocka_unit_test(test_one_component_is_interpolated_with_its_vector),
        cmocka_unit_test(test_blocks_that_are_computed_are_branched_to),
        cmocka_unit_test(test_blocks_with_constant_indices_stay),
        cmocka_unit_test(test_uniform_blocks_are_branched_to_before_es_3_2),
        cmocka_unit_test(test_components_of_separate_programs_get_locations_of_their_own),
        cmocka_unit_test(test_members_that_share_locations_meet_by_name),
        cmocka_unit_test(test_located_members_of_separate_programs_are_varyings),
        cmocka_unit_test(test_structures_with_arrays_are_passed_by_leaf),
        cmocka_unit_test(test_plain_structures_stay_whole),
        cmocka_unit_test(test_arrays_of_arrays_are_one_array),
        cmocka_unit_test(test_members_are_interpolated_as_variables),
        cmocka_unit_test(test_geometry_shaders_write_leaves_where_they_emit),
        cmocka_unit_test(test_image_arrays_are_indexed_by_a_switch),
        cmocka_unit_test(test_sample_counts_are_asked_of_a_uniform),
        cmocka_unit_test(test_arrays_of_a_control_shader_go_in_blocks),
        cmocka_unit_test(test_an_image_is_read_and_written_by_two_names),
        cmocka_unit_test(test_counters_that_es_cannot_work_with_are_stored),
        cmocka_unit_test(test_inputs_need_not_be_told_invariant),
        cmocka_unit_test(test_sizes_that_nobody_sees_cost_no_gap),
        cmocka_unit_test(test_sizes_of_points_behind_the_vertex_stage_are_a_gap),
        cmocka_unit_test(test_layers_of_the_vertex_stage_are_not_read_by_a_geometry_shader),
        cmocka_unit_test(test_layers_of_the_vertex_stage_pass_through_a_made_up_stage),
        cmocka_unit_test(test_sizes_reach_a_geometry_shader_as_a_varying),
        cmocka_unit_test(test_primitives_are_counted_as_the_application_drew_them),
        cmocka_unit_test(test_without_a_fragment_shader_the_colour_comes_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
