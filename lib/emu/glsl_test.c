/* SPDX-License-Identifier: MIT */
/* The translator as its callers see it: desktop sources of any version in, ESSL out, or why not. No GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/glsl_test.h"

/* ---- versions ---- */

static void test_glsl_110_words_become_essl(void **state)
{
    struct glsl_output *o =
        ESSL(state, .vs = "attribute vec4 p; varying vec2 uv; void main() { uv = p.xy; gl_Position = p; }",
             .fs = "uniform sampler2D t; varying vec2 uv; void main() { gl_FragColor = "
                   "texture2D(t, uv) * noise1(uv); }");

    assert_int_equal(o->version, 110);
    HAS(o, VS, "#version 320 es\n", "in vec4 p;", "out vec2 uv;");
    HAS(o, FS, "in vec2 uv;", "layout(location = 0) out vec4 retrace_FragColor;", "texture(t, uv)");
    assert_int_equal(o->output_count, 1);
    assert_true(o->flags & GLSL_WRITES_FRAG_COLOR);
    assert_string_equal(o->gaps[0].name, "noise");
}

static void test_the_source_sees_its_own_version_and_profile(void **state)
{
    struct glsl_output *o =
        FRAGMENT(state, "#version 330 core\n#if __VERSION__ == 330 && defined(GL_core_profile)\n"
                        "out vec4 right;\nvoid main() { right = vec4(0); }\n#else\n#error wrong\n#endif");

    HAS(o, FS, "out vec4 right;");
}

static void test_every_essl_version_is_reached(void **state)
{
    for (int essl = 300; essl <= 320; essl += 10) {
        struct glsl_output *o = ESSL(state, .vs = PLAIN_VS, .fs = PLAIN_FS, .essl = essl);
        char line[40] = "#version 3?0 es\n";

        line[10] = (char)('0' + (essl - 300) / 10);
        assert_memory_equal(o->essl[VS], line, strlen(line));
        HAS(o, FS, "precision highp float;");
    }
}

static void test_later_keywords_are_names_in_older_sources(void **state)
{
    struct glsl_output *o =
        ESSL(state,
             .vs = "#version 120\nattribute vec4 sample; uniform mat4 buffer; uniform float a__b;\n"
                   "void main() { gl_Position = buffer * sample * a__b; }",
             .fs = "#version 120\nuniform sampler2D texture; uniform vec4 smooth;\n"
                   "void main() { gl_FragColor = texture2D(texture, smooth.xy); }");
    char name[100];

    assert_string_equal(uniform(o, "buffer")->name, "buffer");
    assert_string_not_equal(uniform(o, "texture")->essl, "texture");
    assert_string_not_equal(uniform(o, "a__b")->essl, "a__b");
    HAS(o, FS, uniform(o, "smooth")->essl);
    assert_string_equal(variable(o->inputs, o->input_count, "sample")->name, "sample");
    assert_true(glsl_name_to_essl(o, GLSL_SPACE_UNIFORM, "texture", name, sizeof name));
    HAS(o, FS, name);
    assert_true(glsl_name_from_essl(o, GLSL_SPACE_UNIFORM, name, name, sizeof name));
    assert_string_equal(name, "texture");
    assert_false(glsl_name_to_essl(o, GLSL_SPACE_UNIFORM, "retrace_DrawID", name, sizeof name));
    assert_false(glsl_name_to_essl(o, GLSL_SPACE_UNIFORM, "texture", name, 3));
}

static void test_either_extension_brings_samplers_of_arrays(void **state)
{
    static const char *const extensions[] = {"GL_EXT_texture_array", "GL_EXT_gpu_shader4"};
    char source[256];

    for (size_t i = 0; i < 2; i++) {
        snprintf(source, sizeof source,
                 "#version 120\n#extension %s : require\nuniform sampler2DArray t;\n"
                 "void main() { gl_FragColor = texture2DArray(t, vec3(.5)); }",
                 extensions[i]);
        HAS(ESSL(state, .vs = PLAIN_VS, .fs = source), FS, "uniform highp sampler2DArray t;");
    }
}

/* ---- compatibility built-ins ---- */

static void test_fixed_function_built_ins_become_reported_variables(void **state)
{
    struct glsl_output *o =
        ESSL(state,
             .vs = "void main() { gl_Position = ftransform() + gl_LightSource[1].position; "
                   "gl_FrontColor = gl_Color;"
                   "gl_TexCoord[1] = gl_TextureMatrix[0] * gl_MultiTexCoord0; }",
             .fs = "void main() { gl_FragColor = gl_Color * gl_TexCoord[2] * gl_Fog.color; }");

    assert_int_equal(o->input_count, 0);
    assert_int_equal(o->uniform_count, 0);
    assert_string_equal(variable(o->compat_inputs, o->compat_input_count, "gl_Vertex")->essl,
                        "retrace_Vertex");
    variable(o->compat_inputs, o->compat_input_count, "gl_Color");
    assert_int_equal(variable(o->compat_uniforms, o->compat_uniform_count, "gl_TextureMatrix")->array_size,
                     8);
    assert_int_equal(variable(o->compat_uniforms, o->compat_uniform_count, "gl_Fog")->stages, 1u << FS);
    HAS(o, VS, "uniform mat4 retrace_ModelViewProjectionMatrix;", "out vec4 retrace_TexCoord[3];");
    HAS(o, FS, "in vec4 retrace_TexCoord[3];");
    HAS(o, VS, "retrace_FrontColor = retrace_Color;");
    HAS(o, FS, "in vec4 retrace_FrontColor;");
    HAS(o, VS, "retrace_LightSource[1].position");
}

static void test_a_redeclared_built_in_is_declared_once(void **state)
{
    struct glsl_output *o =
        ESSL(state,
             .vs = "#version 120\nvarying vec4 gl_TexCoord[2]; void main() { gl_Position = "
                   "gl_Vertex; gl_TexCoord[0] = vec4(0); }",
             .fs = "#version 130\nin vec4 gl_TexCoord[2]; out vec4 gl_FragColor; void main() { "
                   "gl_FragColor = gl_TexCoord[1]; }");

    HAS(o, VS, "out vec4 retrace_TexCoord[2];");
}

static void test_keys_change_only_what_they_name(void **state)
{
    static const char vs[] = "void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }";
    static const char fs[] = "void main() { gl_FragColor = gl_Color; }";
    struct glsl_output *plain = ESSL(state, .vs = vs, .fs = fs);
    struct glsl_output *keyed = ESSL(state, .vs = vs, .fs = fs,
                                     .key = {.alpha_func = 0x0204,
                                             .color_outputs = 2,
                                             .point_size = true,
                                             .two_side = true,
                                             .flat_shade = true,
                                             .clamp_vertex_color = true,
                                             .clip_planes = 2});

    LACKS(plain, FS, "discard");
    LACKS(plain, VS, "gl_PointSize", "clamp");
    assert_int_equal(plain->keyed, 127);
    HAS(keyed, FS, "discard", GLSL_UNIFORM_ALPHA_REF, "layout(location = 1) out vec4 retrace_FragColor1;",
        "bvec4(gl_FrontFacing)", "flat in vec4 retrace_FrontColor;");
    HAS(keyed, VS, "gl_PointSize = " GLSL_UNIFORM_POINT_SIZE);
    HAS(keyed, VS, "clamp(retrace_FrontColor, ", "gl_ClipDistance[1] = dot(", "GL_EXT_clip_cull_distance");
}

#define COLOUR_VS "#version 120\nvoid main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }"

static void test_without_a_fragment_shader_the_colour_comes_out(void **state)
{
    struct glsl_output *o = ESSL(state, .vs = COLOUR_VS, .fixed_fragment = true);

    HAS(o, FS, "retrace_FragColor = retrace_FrontColor");
    o = ESSL(state, .vs = COLOUR_VS, .fixed_fragment = true, .key = {.color_outputs = 2});
    HAS(o, FS, "retrace_FragColor1 = ");
    o = ESSL(state, .vs = PLAIN_VS, .fixed_fragment = true); /* writes no colour */
    LACKS(o, FS, "FragColor");
    o = ESSL(state, .vs = COLOUR_VS);
    LACKS(o, FS, "FragColor");
}

/* ---- textures ---- */

static void test_rectangles_are_scaled_and_1d_textures_widened(void **state)
{
    struct glsl_output *o = FRAGMENT(
        state, "#version 140\nuniform sampler2DRect r; uniform sampler1D a; uniform sampler1DArray l;\n"
               "in vec2 v; out vec4 c; void main() { c = texture(r, v) + texture(a, v.x) + texture(l, v) +"
               " texelFetch(r, ivec2(3)) + vec4(textureSize(a, 0)) + texelFetch(a, 2, 1); }");

    HAS(o, FS, "uniform highp sampler2D r;", "uniform highp sampler2DArray l;", "/ vec2(textureSize(r, 0))",
        "texture(a, vec2(v.x, 0.5))", "texture(l, vec3(v.x, 0.5, v.y))", "texelFetch(r, ivec2(3), 0)",
        "texelFetch(a, ivec2(2, 0), 1)", "textureSize(a, 0).x");
    assert_int_equal(uniform(o, "r")->type, 0x8B63);
    assert_int_equal(uniform(o, "r")->essl_type, 0x8B5E);
    assert_int_equal(uniform(o, "a")->type, 0x8B5D);
}

static void test_old_shadow_lookups_return_a_vec4(void **state)
{
    struct glsl_output *o =
        ESSL(state, .vs = "varying vec3 v; void main() { gl_Position = gl_Vertex; v = gl_Vertex.xyz; }",
             .fs = "uniform sampler2DShadow s; varying vec3 v; void main() { gl_FragColor = "
                   "shadow2D(s, v).rrra; }");

    HAS(o, FS, "texture(s, vec3(", ", 1.0)");
}

/* ---- draws ---- */

static void test_draw_parameters_become_uniforms(void **state)
{
    struct glsl_output *o =
        VERTEX(state, "#version 330\n#extension GL_ARB_shader_draw_parameters : require\nin vec4 p;\n"
                      "void main() { gl_Position = p * float(gl_DrawIDARB + gl_BaseVertexARB + "
                      "gl_BaseInstanceARB); }");

    assert_int_equal(o->flags & 15, GLSL_READS_DRAW_ID | GLSL_READS_BASE_VERTEX | GLSL_READS_BASE_INSTANCE);
    HAS(o, VS, "uniform int " GLSL_UNIFORM_DRAW_ID ";", "uniform int " GLSL_UNIFORM_BASE_VERTEX ";",
        "uniform int " GLSL_UNIFORM_BASE_INSTANCE ";");
    assert_int_equal(o->uniform_count, 0);
    o = VERTEX(state,
               "#version 460\nvoid main() { gl_Position = vec4(gl_DrawID, gl_VertexID, gl_InstanceID, 1); }");
    assert_int_equal(o->flags, GLSL_READS_DRAW_ID | GLSL_READS_VERTEX_ID | GLSL_READS_INSTANCE_ID);
}

/* ---- shaders of one stage ---- */

static void test_two_shaders_of_a_stage_link(void **state)
{
    struct glsl_output *o =
        FRAGMENT(state, "#version 330\nvec4 shade(float x); out vec4 c; void main() { c = shade(2.0); }",
                 .fs2 = "#version 330\nuniform vec4 k; vec4 shade(float x) { return k * x; }");

    HAS(o, FS, "uniform vec4 k;");
    o = TRANSLATE(state, .vs = PLAIN_VS, .fs = "#version 330\nvec4 shade(float x) { return vec4(x); }");
    REFUSED(o, "main");
}

static void test_arrays_without_a_size_know_their_length(void **state)
{
    struct glsl_output *o = FRAGMENT(
        state, "#version 330\nfloat a[]; void f(); out vec4 c; void main() { f(); c = vec4(a.length()); }",
        .fs2 = "#version 330\nfloat a[]; void f() { a[6] = 1.0; }");

    HAS(o, FS, "float a[7];", "vec4(7.0)");
    assert_true(checks(FS, "#version 330\nfloat a[]; void main() { int n = a.length(); }", ""));
}

/* ---- errors ---- */

static void test_a_compile_check_accepts_and_refuses(void **state)
{
    static const char wrong[] = "#version 330\nout vec4 c;\nvoid main() {\n c = nothing; }";

    (void)state;
    assert_true(checks(FS, PLAIN_FS, NULL));
    assert_false(checks(FS, wrong, "0:4"));
    assert_false(checks(FS, wrong, "nothing"));
    assert_false(checks(VS, "void main() { int x = ; }", ""));
    assert_false(checks(FS, "void main() { gl_FragColor = gl_Color + texture2DLod; }", ""));
    assert_true(checks(FS, "#version 330\nvec4 helper() { return vec4(1); }", ""));
}

static void test_what_the_driver_lacks_is_named(void **state)
{
    struct glsl_output *o = TRANSLATE(
        state, .vs = "#version 330\nin vec4 p; void main() { gl_Position = p; gl_ClipDistance[0] = p.x; }",
        .fs = PLAIN_FS, .bare = true);

    REFUSED(o, "GL_EXT_clip_cull_distance");
}

static void test_a_failed_translation_leaves_the_next_one_alone(void **state)
{
    for (int i = 0; i < 3; i++) {
        struct glsl_output *bad =
            TRANSLATE(state, .vs = "#version 330\nvoid main() { gl_Position = x; }", .fs = PLAIN_FS);

        assert_false(bad->ok);
        assert_true(strlen(bad->info) > 0);
        ESSL(state, .vs = PLAIN_VS, .fs = PLAIN_FS);
    }
    glsl_output_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        GLSL_TEST(test_glsl_110_words_become_essl),
        GLSL_TEST(test_the_source_sees_its_own_version_and_profile),
        GLSL_TEST(test_every_essl_version_is_reached),
        GLSL_TEST(test_later_keywords_are_names_in_older_sources),
        GLSL_TEST(test_either_extension_brings_samplers_of_arrays),
        GLSL_TEST(test_fixed_function_built_ins_become_reported_variables),
        GLSL_TEST(test_a_redeclared_built_in_is_declared_once),
        GLSL_TEST(test_keys_change_only_what_they_name),
        GLSL_TEST(test_without_a_fragment_shader_the_colour_comes_out),
        GLSL_TEST(test_rectangles_are_scaled_and_1d_textures_widened),
        GLSL_TEST(test_old_shadow_lookups_return_a_vec4),
        GLSL_TEST(test_draw_parameters_become_uniforms),
        GLSL_TEST(test_two_shaders_of_a_stage_link),
        GLSL_TEST(test_arrays_without_a_size_know_their_length),
        GLSL_TEST(test_a_compile_check_accepts_and_refuses),
        GLSL_TEST(test_what_the_driver_lacks_is_named),
        GLSL_TEST(test_a_failed_translation_leaves_the_next_one_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
