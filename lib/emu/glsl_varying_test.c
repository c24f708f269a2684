/* SPDX-License-Identifier: MIT */
/* What one stage hands to the next, where ES cannot take it as the source has it. No GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/glsl_test.h"

/* ---- qualifiers ---- */

static void test_integer_varyings_are_flat_on_both_sides(void **state)
{
    struct glsl_output *o =
        ESSL(state,
             .vs = "#version 330\nin vec4 p; out vec4 f; out Blk { flat ivec2 k; } b; void main() "
                   "{ gl_Position = f = p; b.k = ivec2(1); }",
             .fs = "#version 330\nflat in vec4 f; in Blk { flat ivec2 k; } b; out vec4 c; void "
                   "main() { c = f * float(b.k.x); }");

    HAS(o, VS, "flat out vec4 f;", "flat ivec2 k;");
}

/* ---- varyings that share locations ---- */

static void test_component_qualifiers_meet_by_place(void **state)
{
    struct glsl_output *o =
        ESSL(state,
             .vs = "#version 440\nlayout(location = 1) out vec2 a; layout(location = 1, component "
                   "= 2) out float b;\n"
                   "void main() { gl_Position = vec4(a = vec2(1), b = 2.0, 1); }",
             .fs = "#version 440\nlayout(location = 1, component = 2) in float other; "
                   "layout(location = 1) in vec2 x; out vec4 c;\n"
                   "void main() { c = vec4(x, other, 1); }");

    HAS(o, VS, "out float retrace_io0_1_2;");
    HAS(o, FS, "in float retrace_io0_1_2;", "in vec2 retrace_io0_1_0;");
}

static void test_components_of_separate_programs_get_locations_of_their_own(void **state)
{
    struct glsl_output *vs =
        ESSL(state,
             .vs = "#version 440\nin vec4 p; layout(location = 1) out vec3 a; layout(location = 1, "
                   "component = 3) out float b;\nvoid main() { gl_Position = p; a = p.xyz; b = p.w; }",
             .separable = true);
    struct glsl_output *fs =
        ESSL(state,
             .fs = "#version 440\nlayout(location = 1) in vec3 x; layout(location = 1, component = 3) "
                   "in float y; out vec4 c; void main() { c = vec4(x, y); }",
             .separable = true);

    HAS(vs, VS, "layout(location = 1) out vec3 a", "layout(location = 25) out float b");
    HAS(fs, FS, "layout(location = 1) in vec3 x", "layout(location = 25) in float y");
    assert_int_equal(vs->gap_count + fs->gap_count, 0);
}

static void test_members_that_share_locations_meet_by_name(void **state)
{
    struct glsl_output *o =
        ESSL(state,
             .vs = "#version 440\nin vec4 p; out B { layout(location = 0) vec3 a; layout(location "
                   "= 0, component = 3) "
                   "float b; } v; void main() { gl_Position = p; v.a = p.xyz; v.b = p.w; }",
             .fs = "#version 440\nin B { layout(location = 0) vec3 a; layout(location = 0, "
                   "component = 3) float b; } "
                   "v; out vec4 c; void main() { c = vec4(v.a, v.b); }");

    LACKS(o, VS, "location = 0) highp vec3 a", "component");
    HAS(o, VS, "vec3 a;");
    HAS(o, FS, "vec3 a;");
}

static void test_located_members_of_separate_programs_are_varyings(void **state)
{
    struct glsl_output *o = ESSL(state,
                                 .vs = "#version 440\nin vec4 p; layout(location = 0) out B { "
                                       "layout(location = 2) vec4 a; vec4 b; } v;\n"
                                       "void main() { gl_Position = v.a = p; v.b = p.wzyx; }",
                                 .separable = true);

    HAS(o, VS, "layout(location = 2) out vec4 v_a", "layout(location = 3) out vec4 v_b");
}

/* ---- structures, arrays of arrays ---- */

static void test_structures_with_arrays_are_passed_by_leaf(void **state)
{
    struct glsl_output *o =
        ESSL(state,
             .vs = "#version 330\nstruct S { float f[3]; mat2 m; }; in vec4 p; flat out S s;\n"
                   "void main() { gl_Position = p; s.f[0] = s.f[1] = s.f[2] = p.x; s.m = "
                   "mat2(p.y); if (p.x > 0.0) return; "
                   "s.f[1] = 2.0; }",
             .fs = "#version 330\nstruct S { float f[3]; mat2 m; }; flat in S s; out vec4 c;\n"
                   "void main() { c = vec4(s.f[1], s.m[1], 1); }");

    HAS(o, VS, "flat out float retrace_v_s_0[3];", "flat out mat2 retrace_v_s_1;");
    HAS(o, FS, "flat in float retrace_v_s_0[3];", "flat in mat2 retrace_v_s_1;");
    LACKS(o, VS, "out S s");
    LACKS(o, FS, "flat S s");
}

static void test_plain_structures_stay_whole(void **state)
{
    struct glsl_output *o =
        ESSL(state,
             .vs = "#version 330\nstruct S { vec4 a; float b; }; in vec4 p; out S s; void main() { "
                   "gl_Position = p; s.a = p; s.b = 1.0; }",
             .fs = "#version 330\nstruct S { vec4 a; float b; }; in S s; out vec4 c; void main() { "
                   "c = s.a * s.b; }");

    HAS(o, VS, "out S s;");
    HAS(o, FS, "in S s;");
}

static void test_arrays_of_arrays_are_one_array(void **state)
{
    struct glsl_output *o =
        ESSL(state,
             .vs = "#version 430\nin vec4 p; out vec3 a[2][3]; void main() { gl_Position = p; for "
                   "(int i = 0; i < 6; i++) a[i / 3][i % 3] "
                   "= p.xyz; }",
             .fs = "#version 430\nin vec3 a[2][3]; uniform int i; out vec4 c; void main() { c = "
                   "vec4(interpolateAtSample(a[i][1], 0) + a[1][2], "
                   "1); }");

    HAS(o, VS, "out vec3 retrace_v_a[6];");
    HAS(o, FS, "in vec3 retrace_v_a[6];", "interpolateAtSample(retrace_v_a[");
}

static void test_arrays_of_blocks_are_arrays_of_structures_inside(void **state)
{
    struct glsl_output *o = ESSL(
        state,
        .vs = "#version 330\nin vec4 p; out B { vec3 v; flat int n; } b[2]; void main() { gl_Position = p; "
              "b[0].v = b[1].v = p.xyz; b[0].n = b[1].n = 3; }",
        .fs = "#version 330\nin B { vec3 v; flat int n; } b[2]; out vec4 c; void main() { c = vec4(b[1].v, "
              "b[0].n); }");

    HAS(o, VS, "struct B\n", "B b[2];", "out vec3 retrace_v_b_0[2];", "flat out int retrace_v_b_1[2];");
    HAS(o, FS, "struct B\n", "B b[2];", "in vec3 retrace_v_b_0[2];", "flat in int retrace_v_b_1[2];");
}

static void test_members_are_interpolated_as_variables(void **state)
{
    struct glsl_output *o = ESSL(state,
                                 .vs = "#version 450\nin vec4 p; out B { vec3 a[2]; centroid vec2 "
                                       "b; } v; void main() { gl_Position = p; v.a[0] = v.a[1] = "
                                       "p.xyz; v.b = p.xy; }",
                                 .fs = "#version 450\nin B { vec3 a[2]; centroid vec2 b; } v; "
                                       "uniform int i; out vec4 c; void main() {\n"
                                       "c = vec4(interpolateAtOffset(v.a[i], vec2(0.1)).xy, "
                                       "interpolateAtCentroid(v.b.y), v.b.x); }");

    HAS(o, VS, "centroid out vec2 retrace_v_B_1;");
    HAS(o, FS, "in vec3 retrace_v_B_0[2];", "interpolateAtOffset(retrace_v_B_0[",
        "interpolateAtCentroid(retrace_v_B_1)");
    LACKS(o, FS, "in B");
}

static void test_geometry_shaders_write_leaves_where_they_emit(void **state)
{
    struct glsl_output *o =
        ESSL(state, .vs = PLAIN_VS,
             .gs = "#version 330\nstruct S { float f[2]; }; layout(points) in; "
                   "layout(triangle_strip, max_vertices = 3) out; out S s;\n"
                   "void put(float x) { s.f[1] = x; gl_Position = vec4(x); EmitVertex(); } void "
                   "main() { put(0.0); put(1.0); put(2.0); }",
             .fs = "#version 330\nstruct S { float f[2]; }; in S s; out vec4 c; void main() { c = "
                   "vec4(s.f[1]); }");
    const char *emit = strstr(o->essl[GLSL_GEOMETRY], "EmitVertex"),
               *store = strstr(o->essl[GLSL_GEOMETRY], "retrace_v_s_0[1] =");

    if (!store || store > emit)
        fail_msg("%s", o->essl[GLSL_GEOMETRY]);
}

static void test_arrays_of_a_control_shader_go_in_blocks(void **state)
{
    struct glsl_output *o = ESSL(
        state, .vs = "#version 400\nout vec3 v; void main() { gl_Position = vec4(v = vec3(1), 1); }",
        .tcs = "#version 400\nlayout(vertices = 2) out; in vec3 v[]; out vec3 a[][4]; patch out vec4 "
               "p[2][3]; out vec2 plain[];\n"
               "void main() { for (int i = 0; i < 4; i++) a[gl_InvocationID][i] = v[0]; p[1][2] = vec4(2);\n"
               "plain[gl_InvocationID] = vec2(gl_TessLevelOuter[0] = 1.0); }",
        .tes = "#version 400\nlayout(isolines) in; in vec3 a[][4]; patch in vec4 p[2][3]; in vec2 plain[];\n"
               "void main() { gl_Position = vec4(a[1][3], 1) + p[1][2] + plain[0].xyxy; }",
        .fs = PLAIN_FS);

    HAS(o, GLSL_TESS_CONTROL, "out retrace_b_a", "a[gl_InvocationID].a[i]", "patch out retrace_b_p",
        "out vec2 plain[2];");
    HAS(o, GLSL_TESS_EVALUATION, "in retrace_b_a", "a[1].a[3]", "p.a[1][2]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        GLSL_TEST(test_integer_varyings_are_flat_on_both_sides),
        GLSL_TEST(test_component_qualifiers_meet_by_place),
        GLSL_TEST(test_components_of_separate_programs_get_locations_of_their_own),
        GLSL_TEST(test_members_that_share_locations_meet_by_name),
        GLSL_TEST(test_located_members_of_separate_programs_are_varyings),
        GLSL_TEST(test_structures_with_arrays_are_passed_by_leaf),
        GLSL_TEST(test_plain_structures_stay_whole),
        GLSL_TEST(test_arrays_of_arrays_are_one_array),
        GLSL_TEST(test_arrays_of_blocks_are_arrays_of_structures_inside),
        GLSL_TEST(test_members_are_interpolated_as_variables),
        GLSL_TEST(test_geometry_shaders_write_leaves_where_they_emit),
        GLSL_TEST(test_arrays_of_a_control_shader_go_in_blocks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
