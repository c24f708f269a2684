/* SPDX-License-Identifier: MIT */
/* What the translator reports about a program, by the names and numbers of its source. No GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/glsl_test.h"

/* ---- uniforms, blocks ---- */

static void test_numbers_of_the_source_are_reported_and_kept_out_of_the_text(void **state)
{
    struct glsl_output *o =
        ESSL(state,
             .vs = "#version 430\nlayout(location = 3) in vec4 p; in vec2 q; layout(location = 7) "
                   "uniform vec2 u[3];\n"
                   "layout(std140, binding = 2) uniform B { vec4 a; mat3 m; } b;\n"
                   "void main() { gl_Position = p + b.a + vec4(u[1], q); }",
             .fs = "#version 430\nlayout(binding = 5) uniform sampler2D t; out vec4 c;\n"
                   "layout(binding = 1, std430) buffer S { float x[]; }; buffer T { vec4 y; };\n"
                   "layout(rgba8, binding = 3) uniform writeonly image2D im;\n"
                   "void main() { c = texture(t, vec2(x[2])) + y; imageStore(im, ivec2(0), c); }");

    assert_int_equal(variable(o->inputs, o->input_count, "p")->location, 3);
    assert_int_equal(variable(o->inputs, o->input_count, "q")->location, -1);
    HAS(o, VS, "layout(location = 3) in vec4 p;", "\nin vec2 q;");
    assert_int_equal(uniform(o, "u")->location, 7);
    assert_int_equal(uniform(o, "u")->array_size, 3);
    LACKS(o, VS, "location = 7");
    assert_int_equal(block(o, "B")->binding, 2);
    assert_int_equal(block(o, "B")->essl_binding, -1);
    assert_false(block(o, "B")->anonymous);
    LACKS(o, VS, "binding = 2");
    assert_int_equal(uniform(o, "t")->binding, 5);
    LACKS(o, FS, "binding = 5");
    assert_int_equal(block(o, "S")->essl_binding, 1);
    assert_int_equal(block(o, "T")->binding, -1);
    assert_int_equal(block(o, "T")->essl_binding, 0);
    assert_true(block(o, "S")->anonymous && block(o, "S")->storage);
    assert_int_equal(uniform(o, "im")->essl_binding, 3);
    HAS(o, FS, "binding = 3");
}

static void test_structures_are_listed_by_leaf_with_initial_values(void **state)
{
    struct glsl_output *o = FRAGMENT(
        state, "#version 330\nstruct L { vec3 at; float w[2]; }; uniform L lights[2]; out vec4 c;\n"
               "uniform vec2 k = vec2(1.5, -2.0); uniform int n[2] = int[](7, 8); uniform bool on = true;\n"
               "void main() { c = vec4(lights[1].at * lights[0].w[1], k.x + float(n[0])); if (on) c = -c; "
               "}");
    char name[60];

    assert_int_equal(uniform(o, "lights[1].w")->array_size, 2);
    assert_int_equal(uniform(o, "lights[0].at")->type, 0x8B51);
    assert_int_equal(uniform(o, "k")->initial_count, 2);
    assert_memory_equal(uniform(o, "k")->initial, ((const float[]){1.5f, -2.0f}), 8);
    assert_memory_equal(uniform(o, "n")->initial, ((const int[]){7, 8}), 8);
    assert_memory_equal(uniform(o, "on")->initial, ((const int[]){1}), 4);
    assert_null(uniform(o, "lights[0].at")->initial);
    LACKS(o, FS, "-2.0");
    assert_true(glsl_name_to_essl(o, GLSL_SPACE_UNIFORM, "lights[1].w[1]", name, sizeof name));
    assert_string_equal(name, "lights[1].w[1]");
}

static void test_explicit_locations_count_over_leaves(void **state)
{
    struct glsl_output *o = FRAGMENT(
        state, "#version 430\nstruct L { vec3 at; float w[3]; vec2 z; }; layout(location = 4) uniform L "
               "l[2];\n"
               "layout(binding = 2) uniform sampler2D t[2]; out vec4 c;\n"
               "void main() { c = vec4(l[1].at + l[0].w[1], 1) + l[1].z.xyxy + texture(t[0], l[0].z); }");

    assert_int_equal(uniform(o, "l[0].at")->location, 4);
    assert_int_equal(uniform(o, "l[0].w")->location, 5);
    assert_int_equal(uniform(o, "l[0].z")->location, 8);
    assert_int_equal(uniform(o, "l[1].at")->location, 9);
    assert_int_equal(uniform(o, "t")->binding, 2);
}

static void test_members_of_anonymous_blocks_are_found(void **state)
{
    struct glsl_output *o = VERTEX(state, "#version 330\nlayout(std140) uniform Block { vec4 member; };\n"
                                          "void main() { gl_Position = member; }");
    char name[60];

    assert_true(glsl_name_to_essl(o, GLSL_SPACE_UNIFORM, "member", name, sizeof name));
    assert_string_equal(name, "Block.member");
    assert_true(glsl_name_from_essl(o, GLSL_SPACE_UNIFORM, "Block.member", name, sizeof name));
    assert_string_equal(name, "member");
}

static void test_shared_blocks_stay_shared(void **state)
{
    struct glsl_output *o =
        VERTEX(state, "#version 330\nuniform A { vec4 a; }; layout(std140) uniform B { vec4 b; }; "
                      "layout(packed) uniform C { vec4 c; };\n"
                      "layout(std140) uniform; uniform D { vec4 d; } i; void main() { gl_Position = a "
                      "+ b + c + i.d; }");

    HAS(o, VS, "layout(shared) uniform A", "layout(std140) uniform B", "layout(shared) uniform C",
        "layout(std140) uniform D");
}

static void test_arrays_of_arrays_of_blocks_are_one_array(void **state)
{
    struct glsl_output *o =
        FRAGMENT(state, "#version 430\nuniform B { vec4 a; } b[3][2]; uniform int n; out vec4 c;\n"
                        "void main() { c = b[n + 1][1].a + b[0][n].a; }");
    char name[60];

    assert_int_equal(block(o, "B")->array_size, 6);
    HAS(o, FS, "} b[6];", "b[((n + 1) * 2) + 1]");
    assert_true(glsl_name_to_essl(o, GLSL_SPACE_BLOCK, "B[2][1]", name, sizeof name));
    assert_string_equal(name, "B[5]");
    assert_true(glsl_name_from_essl(o, GLSL_SPACE_BLOCK, "B[4]", name, sizeof name));
    assert_string_equal(name, "B[2][0]");
}

static void test_explicit_offsets_become_padding(void **state)
{
    struct glsl_output *o = VERTEX(state, "#version 440\nlayout(std140) uniform A { layout(offset = "
                                          "8) vec2 a; layout(offset = 64) float b; };\n"
                                          "void main() { gl_Position = vec4(a, b, 1); }");
    char name[60];

    HAS(o, VS, "    highp float retrace_pad0;\n    highp float retrace_pad4;\n    vec2 a;\n",
        "    highp vec4 retrace_pad16[3];\n    float b;\n");
    assert_false(glsl_name_from_essl(o, GLSL_SPACE_UNIFORM, "A.retrace_pad4", name, sizeof name));
}

static void test_atomic_counters_keep_binding_and_offset(void **state)
{
    struct glsl_output *o =
        FRAGMENT(state, "#version 420\nlayout(binding = 2, offset = 8) uniform atomic_uint n; out vec4 c;\n"
                        "void main() { c = vec4(atomicCounterIncrement(n), atomicCounter(n), 0, 1); }");

    HAS(o, FS, "layout(binding = 2, offset = 8) uniform atomic_uint n;", "atomicCounter(n)");
    assert_int_equal(uniform(o, "n")->type, 0x92DB);
    assert_int_equal(uniform(o, "n")->offset, 8);
}

static void test_subroutines_become_switches(void **state)
{
    struct glsl_output *o = FRAGMENT(
        state, "#version 400\nsubroutine vec4 Colour(float); subroutine(Colour) vec4 red(float x) { "
               "return vec4(x, 0, 0, 1); }\n"
               "layout(index = 5) subroutine(Colour) vec4 green(float x) { return vec4(0, x, 0, 1); }\n"
               "subroutine uniform Colour pick; subroutine uniform Colour more[2]; out vec4 c;\n"
               "void main() { c = pick(0.5) + more[1](0.25); }");

    assert_int_equal(o->subroutine_count, 2);
    assert_string_equal(o->subroutines[0].name, "pick");
    assert_int_equal(o->subroutines[0].function_count, 6);
    assert_string_equal(o->subroutines[0].functions[0], "red");
    assert_string_equal(o->subroutines[0].functions[5], "green");
    assert_null(o->subroutines[0].functions[3]);
    assert_int_equal(o->subroutines[1].array_size, 2);
    HAS(o, FS, "switch (", "case 5:", o->subroutines[0].essl);
    assert_int_equal(o->uniform_count, 0);
}

/* ---- inputs, outputs ---- */

static void test_arrays_of_vertex_inputs_are_taken_apart(void **state)
{
    static const struct glsl_binding bound[] = {{"p", 1, 0}};
    struct glsl_output *o =
        VERTEX(state, "#version 330\nin vec4 a[2]; in vec4 p; void main() { gl_Position = a[0] + a[1] + p; }",
               .attribs = bound, .attrib_count = 1);
    const struct glsl_variable *a = variable(o->inputs, o->input_count, "a");

    assert_int_equal(a->location, 2);
    assert_int_equal(a->array_size, 2);
    HAS(o, VS, "layout(location = 2) in vec4 retrace_a_0;", "layout(location = 3) in vec4 retrace_a_1;",
        "a[1] = retrace_a_1;");
    o = VERTEX(state, "#version 330\nlayout(location = 5) in mat2 m[2]; void main() { gl_Position = "
                      "(m[0] + m[1])[0].xyxy; }");
    HAS(o, VS, "layout(location = 5) in mat2 retrace_m_0;", "layout(location = 7) in mat2 retrace_m_1;");
}

static void test_inputs_that_share_a_location_are_copies(void **state)
{
    static const struct glsl_binding bound[] = {{"a", 3, 0}, {"b", 3, 0}};
    struct glsl_output *o =
        VERTEX(state, "#version 330\nin vec2 a; in vec4 b; void main() { gl_Position = a.xyxy + b; }",
               .attribs = bound, .attrib_count = 2);

    LACKS(o, VS, "in vec2 a;");
    HAS(o, VS, "a = b.xy;");
    assert_string_equal(variable(o->inputs, o->input_count, "a")->essl, "b");
}

static void test_fragment_outputs_are_placed_as_mesa_places_them(void **state)
{
    static const struct glsl_binding bound[] = {{"b", 0, 0}, {"s", 0, 1}};
    static const char fs[] =
        "#version 330\nout vec4 a; out vec4 b; out vec4 s; void main() { a = b = s = vec4(1); }";
    struct glsl_output *o = FRAGMENT(state, fs, .frag_datas = bound, .frag_data_count = 2);

    assert_int_equal(variable(o->outputs, o->output_count, "b")->location, 0);
    assert_int_equal(variable(o->outputs, o->output_count, "a")->location, 1);
    assert_int_equal(variable(o->outputs, o->output_count, "s")->index, 1);
    HAS(o, FS, "layout(location = 0, index = 1) out vec4 s;", "GL_EXT_blend_func_extended");
    o = FRAGMENT(state,
                 "#version 330\nout vec4 a; out vec4 b[2]; void main() { a = b[0] = b[1] = vec4(1); }");
    assert_int_equal(variable(o->outputs, o->output_count, "b")->location, 0);
    assert_int_equal(variable(o->outputs, o->output_count, "a")->location, 2);
}

static void test_transform_feedback_names_are_translated(void **state)
{
    static const char *const names[] = {"sample", "gl_NextBuffer", "Out.x", "gl_Position"};
    struct glsl_output *o = VERTEX(state,
                                   "#version 150\nin vec4 p; out vec4 sample; out Out { vec4 x; } inst;\n"
                                   "void main() { gl_Position = sample = inst.x = p; }",
                                   .xfb = names, .xfb_count = 4);

    assert_int_equal(o->xfb_count, 4);
    HAS(o, VS, o->xfb[0].essl);
    assert_null(o->xfb[1].essl);
    assert_string_equal(o->xfb[2].essl, "Out.x");
    assert_int_equal(o->xfb[2].buffer, 1);
    assert_string_equal(o->xfb[3].essl, "gl_Position");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        GLSL_TEST(test_numbers_of_the_source_are_reported_and_kept_out_of_the_text),
        GLSL_TEST(test_structures_are_listed_by_leaf_with_initial_values),
        GLSL_TEST(test_explicit_locations_count_over_leaves),
        GLSL_TEST(test_members_of_anonymous_blocks_are_found),
        GLSL_TEST(test_shared_blocks_stay_shared),
        GLSL_TEST(test_arrays_of_arrays_of_blocks_are_one_array),
        GLSL_TEST(test_explicit_offsets_become_padding),
        GLSL_TEST(test_atomic_counters_keep_binding_and_offset),
        GLSL_TEST(test_subroutines_become_switches),
        GLSL_TEST(test_arrays_of_vertex_inputs_are_taken_apart),
        GLSL_TEST(test_inputs_that_share_a_location_are_copies),
        GLSL_TEST(test_fragment_outputs_are_placed_as_mesa_places_them),
        GLSL_TEST(test_transform_feedback_names_are_translated),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
