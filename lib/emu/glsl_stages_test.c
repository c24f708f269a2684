/* SPDX-License-Identifier: MIT */
/* Stages other than vertex and fragment, and what ES has only in some of them. No GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/glsl_test.h"

/* ---- stages ---- */

static void test_a_program_without_fragment_shader_gets_one(void **state)
{
    struct glsl_output *o = ESSL(state, .vs = PLAIN_VS);

    HAS(o, FS, "void main()");
    o = ESSL(state, .vs = PLAIN_VS, .separable = true);
    assert_null(o->essl[FS]);
}

static void test_geometry_and_tessellation_translate(void **state)
{
    struct glsl_output *o = ESSL(state,
                                 .vs = "#version 150\nin vec4 p; out vec4 a; flat out int id; void "
                                       "main() { gl_Position = a = p; id = 3; }",
                                 .gs = "#version 150\nlayout(triangles) in; layout(triangle_strip, "
                                       "max_vertices = 3) out; in vec4 a[]; in int id[];\n"
                                       "void main() { for (int i = 0; i < 3; i++) { gl_Position = "
                                       "a[i] * float(id[i]); EmitVertex(); } }",
                                 .fs = PLAIN_FS);

    HAS(o, GLSL_GEOMETRY, "layout(max_vertices = 3, triangle_strip) out;", "flat in int id[3];");
    o = ESSL(state, .vs = PLAIN_VS,
             .tcs = "#version 400\nlayout(vertices = 3) out; void main() { gl_TessLevelOuter[0] = "
                    "float(gl_PatchVerticesIn);\n"
                    "gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position; }",
             .tes = "#version 400\nlayout(triangles) in; void main() { gl_Position = "
                    "gl_in[0].gl_Position * gl_TessCoord.x; }",
             .fs = PLAIN_FS);
    HAS(o, GLSL_TESS_CONTROL, "gl_PatchVerticesIn");
    HAS(o, GLSL_TESS_EVALUATION, "layout(triangles");
    o = ESSL(state, .vs = "#version 400\nout vec2 t; void main() { t = vec2(1); gl_Position = vec4(0); }",
             .tes = "#version 400\nlayout(quads) in; in vec2 t[]; void main() { gl_Position = t[0].xyxy; }",
             .fs = PLAIN_FS, .key = {.patch_vertices = 5});
    HAS(o, GLSL_TESS_CONTROL, "layout(vertices = 5) out;", GLSL_UNIFORM_TESS_OUTER);
    HAS(o, VS, "layout(location = 0) out vec2 t;");
    HAS(o, GLSL_TESS_EVALUATION, "layout(location = 0) in vec2 t[];");
    assert_true(o->keyed & GLSL_KEY_PATCH_VERTICES);
}

static void test_only_stream_0_is_left(void **state)
{
    struct glsl_output *o = ESSL(state, .vs = PLAIN_VS,
                                 .gs = "#version 400\nlayout(points) in; layout(points, "
                                       "max_vertices = 2) out; layout(stream = 1) out vec4 s;\n"
                                       "layout(stream = 1) out;\nvoid main() { gl_Position = "
                                       "vec4(0); EmitStreamVertex(0); s = vec4(1);\n"
                                       "EmitStreamVertex(1); EndStreamPrimitive(1); }",
                                 .fs = PLAIN_FS);

    HAS(o, GLSL_GEOMETRY, "EmitVertex();");
    LACKS(o, GLSL_GEOMETRY, "Stream");
    assert_string_equal(o->gaps[0].name, "EmitStreamVertex");
}

static void test_keys_work_on_the_last_stage(void **state)
{
    struct glsl_output *o =
        ESSL(state, .vs = PLAIN_VS,
             .gs = "#version 150 compatibility\nlayout(points) in; layout(points, max_vertices = "
                   "1) out; void main() {\n"
                   "gl_FrontColor = vec4(2); gl_Position = vec4(0); EmitVertex(); }",
             .fs = "#version 130\nflat in vec4 gl_Color; void main() { gl_FragColor = gl_Color; }",
             .key = {.clamp_vertex_color = true, .point_size = true});

    HAS(o, GLSL_GEOMETRY, "retrace_FrontColor = clamp(retrace_FrontColor",
        "gl_PointSize = " GLSL_UNIFORM_POINT_SIZE);
    LACKS(o, VS, "gl_PointSize");
    HAS(o, FS, "flat in vec4 retrace_FrontColor;");
    HAS(o, GLSL_GEOMETRY, "flat out vec4 retrace_FrontColor;");
}

static void test_compute_translates(void **state)
{
    struct glsl_output *o =
        ESSL(state, .cs = "#version 430\nlayout(local_size_x = 8) in; shared uint s[8];\n"
                          "layout(std430, binding = 4) buffer B { uint v[]; };\n"
                          "void main() { s[gl_LocalInvocationIndex] = v.length(); barrier(); v[0] = s[0]; }");

    HAS(o, GLSL_COMPUTE, "layout(local_size_x = 8");
    assert_int_equal(block(o, "B")->essl_binding, 4);
    assert_null(o->essl[FS]);
}

static void test_inputs_need_not_be_told_invariant(void **state)
{
    struct glsl_output *o = ESSL(
        state, .vs = "#version 150\nin vec4 p; invariant out vec4 a; void main() { gl_Position = a = p; }",
        .gs = "#version 150\nlayout(points) in; layout(points, max_vertices = 1) out; invariant in "
              "vec4 a[]; invariant out vec4 b; "
              "void main() { gl_Position = b = a[0]; EmitVertex(); }",
        .fs = "#version 150\nin vec4 b; invariant b; out vec4 c; void main() { c = b; }");

    HAS(o, VS, "invariant out vec4 a;");
    LACKS(o, GLSL_GEOMETRY, "invariant in");
    LACKS(o, FS, "invariant");
}

/* ---- point sizes ---- */

#define SIZES(emit, read)                                                                                    \
    "#version 150\nlayout(points) in; layout(" emit ", max_vertices = 3) out;\n"                             \
    "out gl_PerVertex { vec4 gl_Position; float gl_PointSize; };\n"                                          \
    "void main() { gl_Position = gl_in[0].gl_Position; gl_PointSize = " read "; EmitVertex(); }"

static void test_sizes_that_nobody_sees_cost_no_gap(void **state)
{
    struct glsl_output *o =
        ESSL(state, .bare = true, .vs = PLAIN_VS, .gs = SIZES("triangle_strip", "2.0"), .fs = PLAIN_FS);

    LACKS(o, GLSL_GEOMETRY, "gl_PointSize");
    assert_int_equal(o->gap_count, 0);
}

static void test_sizes_of_points_behind_the_vertex_stage_are_a_gap(void **state)
{
    struct glsl_output *o =
        ESSL(state, .bare = true, .vs = PLAIN_VS, .gs = SIZES("points", "2.0"), .fs = PLAIN_FS);

    assert_non_null(gap(o, "gl_PointSize"));
    o = ESSL(state, .bare = true, .gs = SIZES("triangle_strip", "gl_in[0].gl_PointSize"), .separable = true);
    assert_non_null(gap(o, "gl_in[].gl_PointSize"));
    o = ESSL(state, .vs = PLAIN_VS, .gs = SIZES("points", "2.0"),
             .fs = PLAIN_FS); /* which has the extension */
    HAS(o, GLSL_GEOMETRY, "gl_PointSize = 2.0");
    assert_int_equal(o->gap_count, 0);
}

static void test_sizes_reach_a_geometry_shader_as_a_varying(void **state)
{
    static const char gs[] =
        "#version 150\nlayout(points) in; layout(points, max_vertices = 1) out;\n"
        "in gl_PerVertex { float gl_PointSize; } gl_in[]; out float f;\n"
        "void main() { f = gl_in[0].gl_PointSize; gl_Position = vec4(f); EmitVertex(); }";
    struct glsl_output *o =
        ESSL(state, .bare = true,
             .vs = "#version 150\nin vec4 p; void main() { gl_Position = p; gl_PointSize = p.x; }", .gs = gs,
             .fs = PLAIN_FS);

    HAS(o, VS, "retrace_PointSizePassed = p.x");
    HAS(o, GLSL_GEOMETRY, "retrace_PointSizePassed[0]");
    assert_int_equal(o->gap_count, 0);
    o = ESSL(state, .bare = true, .vs = PLAIN_VS, .gs = gs, .fs = PLAIN_FS);
    HAS(o, VS, "out float retrace_PointSizePassed"); /* or ES does not link */
}

/* ---- layers, primitives ---- */

static void test_layers_of_the_vertex_stage_are_not_read_by_a_geometry_shader(void **state)
{
    static const char vs[] =
        "#version 150\n#extension GL_AMD_vertex_shader_layer : require\n"
        "#extension GL_AMD_vertex_shader_viewport_index : require\n"
        "in vec4 p; void main() { gl_Position = p; gl_Layer = 3; gl_ViewportIndex = gl_Layer; }";
    struct glsl_output *o =
        ESSL(state, .vs = vs,
             .gs = "#version 150\nlayout(points) in; layout(points, max_vertices = 1) out;\n"
                   "void main() { gl_Layer = 1; gl_Position = gl_in[0].gl_Position; EmitVertex(); }",
             .fs = PLAIN_FS);

    LACKS(o, VS, "gl_Layer", "gl_ViewportIndex");
    HAS(o, GLSL_GEOMETRY, "gl_Layer = 1");
    assert_int_equal(o->gap_count, 0);
    o = VERTEX(state, vs, .essl = 310);
    assert_non_null(gap(o, "gl_Layer"));
    assert_non_null(gap(o, "gl_ViewportIndex"));
}

static void test_layers_of_the_vertex_stage_pass_through_a_made_up_stage(void **state)
{
    static const char vs[] = "#version 150\n#extension GL_AMD_vertex_shader_layer : require\n"
                             "in vec4 p; flat out ivec2 n; out float f; "
                             "void main() { gl_Position = p; gl_Layer = 3; n = ivec2(1); f = 1.0; }";
    static const char fs[] =
        "#version 150\nflat in ivec2 n; in float f; out vec4 c; void main() { c = vec4(n, f, 1); }";
    struct glsl_output *o = ESSL(state, .vs = vs, .fs = fs, .key = {.through = GLSL_THROUGH_TRIANGLES});

    assert_int_equal(o->gap_count, 0);
    assert_true(o->keyed & GLSL_KEY_THROUGH);
    HAS(o, GLSL_GEOMETRY, "gl_Layer = retrace_LayerSink[p];", "retrace_out_n = retrace_in_n[p];",
        "retrace_out_f = retrace_in_f[i];");
    o = ESSL(state, .vs = vs, .fs = fs);
    assert_true(o->keyed & GLSL_KEY_THROUGH);
    assert_null(o->essl[GLSL_GEOMETRY]);
    o = ESSL(state, .vs = vs, .fs = fs, .separable = true);
    assert_non_null(gap(o, "gl_Layer"));
    assert_false(o->keyed & GLSL_KEY_THROUGH);
}

static void test_primitives_are_counted_as_the_application_drew_them(void **state)
{
    const char *fs = "#version 150\nout vec4 c; void main() { c = vec4(gl_PrimitiveID); }";
    struct glsl_output *o = FRAGMENT(state, fs, .key = {.primitive_split = 2});

    assert_true(o->keyed & GLSL_KEY_SPLIT);
    HAS(o, FS, "gl_PrimitiveID / 2");
    o = FRAGMENT(state, fs);
    LACKS(o, FS, "/");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        GLSL_TEST(test_a_program_without_fragment_shader_gets_one),
        GLSL_TEST(test_geometry_and_tessellation_translate),
        GLSL_TEST(test_only_stream_0_is_left),
        GLSL_TEST(test_keys_work_on_the_last_stage),
        GLSL_TEST(test_compute_translates),
        GLSL_TEST(test_inputs_need_not_be_told_invariant),
        GLSL_TEST(test_sizes_that_nobody_sees_cost_no_gap),
        GLSL_TEST(test_sizes_of_points_behind_the_vertex_stage_are_a_gap),
        GLSL_TEST(test_sizes_reach_a_geometry_shader_as_a_varying),
        GLSL_TEST(test_layers_of_the_vertex_stage_are_not_read_by_a_geometry_shader),
        GLSL_TEST(test_layers_of_the_vertex_stage_pass_through_a_made_up_stage),
        GLSL_TEST(test_primitives_are_counted_as_the_application_drew_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
