/* SPDX-License-Identifier: MIT */
/* The translator as its callers see it: desktop sources in, ESSL and reflection out. No GL. */
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
        must(TRANSLATE(.vs = "attribute vec4 p; varying vec2 uv; void main() { uv = p.xy; gl_Position = p; }",
                       .fs = "uniform sampler2D t; varying vec2 uv; void main() { gl_FragColor = "
                             "texture2D(t, uv) * noise1(uv); }"));

    (void)state;
    assert_int_equal(o->version, 110);
    HAS(o, VS, "#version 320 es\n");
    HAS(o, VS, "in vec4 p;");
    HAS(o, VS, "out vec2 uv;");
    HAS(o, FS, "in vec2 uv;");
    HAS(o, FS, "layout(location = 0) out vec4 retrace_FragColor;");
    HAS(o, FS, "texture(t, uv)");
    assert_int_equal(o->output_count, 1);
    assert_true(o->flags & GLSL_WRITES_FRAG_COLOR);
    assert_string_equal(o->gaps[0].name, "noise");
    glsl_output_destroy(o);
}

static void test_the_source_sees_its_own_version_and_profile(void **state)
{
    struct glsl_output *o = must(
        TRANSLATE(.vs = PLAIN_VS,
                  .fs = "#version 330 core\n#if __VERSION__ == 330 && defined(GL_core_profile)\n"
                        "out vec4 right;\nvoid main() { right = vec4(0); }\n#else\n#error wrong\n#endif"));

    (void)state;
    HAS(o, FS, "out vec4 right;");
    glsl_output_destroy(o);
}

static void test_every_essl_version_is_reached(void **state)
{
    (void)state;
    for (int essl = 300; essl <= 320; essl += 10) {
        struct glsl_output *o = must(TRANSLATE(.vs = PLAIN_VS, .fs = PLAIN_FS, .essl = essl));
        char line[40] = "#version 3?0 es\n";

        line[10] = (char)('0' + (essl - 300) / 10);
        assert_memory_equal(o->essl[VS], line, strlen(line));
        HAS(o, FS, "precision highp float;");
        glsl_output_destroy(o);
    }
}

static void test_later_keywords_are_names_in_older_sources(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = "#version 120\nattribute vec4 sample; uniform mat4 buffer; uniform float a__b;\n"
                             "void main() { gl_Position = buffer * sample * a__b; }",
                       .fs = "#version 120\nuniform sampler2D texture; uniform vec4 smooth;\n"
                             "void main() { gl_FragColor = texture2D(texture, smooth.xy); }"));
    char name[100];

    (void)state;
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
    glsl_output_destroy(o);
}

/* ---- compatibility built-ins ---- */

static void test_fixed_function_built_ins_become_reported_variables(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = "void main() { gl_Position = ftransform() + gl_LightSource[1].position; "
                             "gl_FrontColor = gl_Color;"
                             "gl_TexCoord[1] = gl_TextureMatrix[0] * gl_MultiTexCoord0; }",
                       .fs = "void main() { gl_FragColor = gl_Color * gl_TexCoord[2] * gl_Fog.color; }"));

    (void)state;
    assert_int_equal(o->input_count, 0);
    assert_int_equal(o->uniform_count, 0);
    assert_string_equal(variable(o->compat_inputs, o->compat_input_count, "gl_Vertex")->essl,
                        "retrace_Vertex");
    variable(o->compat_inputs, o->compat_input_count, "gl_Color");
    assert_int_equal(variable(o->compat_uniforms, o->compat_uniform_count, "gl_TextureMatrix")->array_size,
                     8);
    assert_int_equal(variable(o->compat_uniforms, o->compat_uniform_count, "gl_Fog")->stages, 1u << FS);
    HAS(o, VS, "uniform mat4 retrace_ModelViewProjectionMatrix;");
    HAS(o, VS, "out vec4 retrace_TexCoord[3];");
    HAS(o, FS, "in vec4 retrace_TexCoord[3];");
    HAS(o, VS, "retrace_FrontColor = retrace_Color;");
    HAS(o, FS, "in vec4 retrace_FrontColor;");
    HAS(o, VS, "retrace_LightSource[1].position");
    glsl_output_destroy(o);
}

static void test_a_redeclared_built_in_is_declared_once(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = "#version 120\nvarying vec4 gl_TexCoord[2]; void main() { gl_Position = "
                             "gl_Vertex; gl_TexCoord[0] = vec4(0); }",
                       .fs = "#version 130\nin vec4 gl_TexCoord[2]; out vec4 gl_FragColor; void main() { "
                             "gl_FragColor = gl_TexCoord[1]; }"));

    (void)state;
    HAS(o, VS, "out vec4 retrace_TexCoord[2];");
    glsl_output_destroy(o);
}

static void test_keys_change_only_what_they_name(void **state)
{
    static const char vs[] = "void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }";
    static const char fs[] = "void main() { gl_FragColor = gl_Color; }";
    struct glsl_output *plain = must(TRANSLATE(.vs = vs, .fs = fs));
    struct glsl_output *keyed = must(TRANSLATE(.vs = vs, .fs = fs,
                                               .key = {.alpha_func = 0x0204,
                                                       .color_outputs = 2,
                                                       .point_size = true,
                                                       .two_side = true,
                                                       .flat_shade = true,
                                                       .clamp_vertex_color = true,
                                                       .clip_planes = 2}));

    (void)state;
    LACKS(plain, FS, "discard");
    LACKS(plain, VS, "gl_PointSize");
    LACKS(plain, VS, "clamp");
    assert_int_equal(plain->keyed, 127);
    HAS(keyed, FS, "discard");
    HAS(keyed, FS, GLSL_UNIFORM_ALPHA_REF);
    HAS(keyed, FS, "layout(location = 1) out vec4 retrace_FragColor1;");
    HAS(keyed, FS, "bvec4(gl_FrontFacing)");
    HAS(keyed, FS, "flat in vec4 retrace_FrontColor;");
    HAS(keyed, VS, "gl_PointSize = " GLSL_UNIFORM_POINT_SIZE);
    HAS(keyed, VS, "clamp(retrace_FrontColor, ");
    HAS(keyed, VS, "gl_ClipDistance[1] = dot(");
    HAS(keyed, VS, "GL_EXT_clip_cull_distance");
    glsl_output_destroy(plain);
    glsl_output_destroy(keyed);
}

/* ---- textures ---- */

static void test_rectangles_are_scaled_and_1d_textures_widened(void **state)
{
    struct glsl_output *o = must(TRANSLATE(
            .vs = PLAIN_VS,
            .fs = "#version 140\nuniform sampler2DRect r; uniform sampler1D a; uniform sampler1DArray l;\n"
                  "in vec2 v; out vec4 c; void main() { c = texture(r, v) + texture(a, v.x) + texture(l, v) +"
                  " texelFetch(r, ivec2(3)) + vec4(textureSize(a, 0)) + texelFetch(a, 2, 1); }"));

    (void)state;
    HAS(o, FS, "uniform highp sampler2D r;");
    HAS(o, FS, "uniform highp sampler2DArray l;");
    HAS(o, FS, "/ vec2(textureSize(r, 0))");
    HAS(o, FS, "texture(a, vec2(v.x, 0.5))");
    HAS(o, FS, "texture(l, vec3(v.x, 0.5, v.y))");
    HAS(o, FS, "texelFetch(r, ivec2(3), 0)");
    HAS(o, FS, "texelFetch(a, ivec2(2, 0), 1)");
    HAS(o, FS, "textureSize(a, 0).x");
    assert_int_equal(uniform(o, "r")->type, 0x8B63);
    assert_int_equal(uniform(o, "r")->essl_type, 0x8B5E);
    assert_int_equal(uniform(o, "a")->type, 0x8B5D);
    glsl_output_destroy(o);
}

static void test_old_shadow_lookups_return_a_vec4(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = "varying vec3 v; void main() { gl_Position = gl_Vertex; v = gl_Vertex.xyz; }",
                       .fs = "uniform sampler2DShadow s; varying vec3 v; void main() { gl_FragColor = "
                             "shadow2D(s, v).rrra; }"));

    (void)state;
    HAS(o, FS, "texture(s, vec3(");
    HAS(o, FS, ", 1.0)");
    glsl_output_destroy(o);
}

/* ---- reflection ---- */

static void test_numbers_of_the_source_are_reported_and_kept_out_of_the_text(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = "#version 430\nlayout(location = 3) in vec4 p; in vec2 q; layout(location = 7) "
                             "uniform vec2 u[3];\n"
                             "layout(std140, binding = 2) uniform B { vec4 a; mat3 m; } b;\n"
                             "void main() { gl_Position = p + b.a + vec4(u[1], q); }",
                       .fs = "#version 430\nlayout(binding = 5) uniform sampler2D t; out vec4 c;\n"
                             "layout(binding = 1, std430) buffer S { float x[]; }; buffer T { vec4 y; };\n"
                             "layout(rgba8, binding = 3) uniform writeonly image2D im;\n"
                             "void main() { c = texture(t, vec2(x[2])) + y; imageStore(im, ivec2(0), c); }"));

    (void)state;
    assert_int_equal(variable(o->inputs, o->input_count, "p")->location, 3);
    assert_int_equal(variable(o->inputs, o->input_count, "q")->location, -1);
    HAS(o, VS, "layout(location = 3) in vec4 p;");
    HAS(o, VS, "\nin vec2 q;");
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
    glsl_output_destroy(o);
}

static void test_structures_are_listed_by_leaf_with_initial_values(void **state)
{
    struct glsl_output *o = must(TRANSLATE(
            .vs = PLAIN_VS,
            .fs =
                "#version 330\nstruct L { vec3 at; float w[2]; }; uniform L lights[2]; out vec4 c;\n"
                "uniform vec2 k = vec2(1.5, -2.0); uniform int n[2] = int[](7, 8); uniform bool on = true;\n"
                "void main() { c = vec4(lights[1].at * lights[0].w[1], k.x + float(n[0])); if (on) c = -c; "
                "}"));
    char name[60];

    (void)state;
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
    glsl_output_destroy(o);
}

static void test_explicit_locations_count_over_leaves(void **state)
{
    struct glsl_output *o = must(TRANSLATE(
            .vs = PLAIN_VS,
            .fs = "#version 430\nstruct L { vec3 at; float w[3]; vec2 z; }; layout(location = 4) uniform L "
                  "l[2];\n"
                  "layout(binding = 2) uniform sampler2D t[2]; out vec4 c;\n"
                  "void main() { c = vec4(l[1].at + l[0].w[1], 1) + l[1].z.xyxy + texture(t[0], l[0].z); }"));

    (void)state;
    assert_int_equal(uniform(o, "l[0].at")->location, 4);
    assert_int_equal(uniform(o, "l[0].w")->location, 5);
    assert_int_equal(uniform(o, "l[0].z")->location, 8);
    assert_int_equal(uniform(o, "l[1].at")->location, 9);
    assert_int_equal(uniform(o, "t")->binding, 2);
    glsl_output_destroy(o);
}

static void test_members_of_anonymous_blocks_are_found(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = "#version 330\nlayout(std140) uniform Block { vec4 member; };\n"
                             "void main() { gl_Position = member; }",
                       .fs = PLAIN_FS));
    char name[60];

    (void)state;
    assert_true(glsl_name_to_essl(o, GLSL_SPACE_UNIFORM, "member", name, sizeof name));
    assert_string_equal(name, "Block.member");
    assert_true(glsl_name_from_essl(o, GLSL_SPACE_UNIFORM, "Block.member", name, sizeof name));
    assert_string_equal(name, "member");
    glsl_output_destroy(o);
}

static void test_fragment_outputs_are_placed_as_mesa_places_them(void **state)
{
    static const struct glsl_binding bound[] = {{"b", 0, 0}, {"s", 0, 1}};
    static const char fs[] =
        "#version 330\nout vec4 a; out vec4 b; out vec4 s; void main() { a = b = s = vec4(1); }";
    struct glsl_output *o =
        must(TRANSLATE(.vs = PLAIN_VS, .fs = fs, .frag_datas = bound, .frag_data_count = 2));

    (void)state;
    assert_int_equal(variable(o->outputs, o->output_count, "b")->location, 0);
    assert_int_equal(variable(o->outputs, o->output_count, "a")->location, 1);
    assert_int_equal(variable(o->outputs, o->output_count, "s")->index, 1);
    HAS(o, FS, "layout(location = 0, index = 1) out vec4 s;");
    HAS(o, FS, "GL_EXT_blend_func_extended");
    glsl_output_destroy(o);
    o = must(
        TRANSLATE(.vs = PLAIN_VS,
                  .fs =
                      "#version 330\nout vec4 a; out vec4 b[2]; void main() { a = b[0] = b[1] = vec4(1); }"));
    assert_int_equal(variable(o->outputs, o->output_count, "b")->location, 0);
    assert_int_equal(variable(o->outputs, o->output_count, "a")->location, 2);
    glsl_output_destroy(o);
}

static void test_transform_feedback_names_are_translated(void **state)
{
    static const char *const names[] = {"sample", "gl_NextBuffer", "Out.x", "gl_Position"};
    struct glsl_output *o =
        must(TRANSLATE(.vs = "#version 150\nin vec4 p; out vec4 sample; out Out { vec4 x; } inst;\n"
                             "void main() { gl_Position = sample = inst.x = p; }",
                       .fs = PLAIN_FS, .xfb = names, .xfb_count = 4));

    (void)state;
    assert_int_equal(o->xfb_count, 4);
    HAS(o, VS, o->xfb[0].essl);
    assert_null(o->xfb[1].essl);
    assert_string_equal(o->xfb[2].essl, "Out.x");
    assert_int_equal(o->xfb[2].buffer, 1);
    assert_string_equal(o->xfb[3].essl, "gl_Position");
    glsl_output_destroy(o);
}

static void test_shared_blocks_stay_shared(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = "#version 330\nuniform A { vec4 a; }; layout(std140) uniform B { vec4 b; }; "
                             "layout(packed) uniform C { vec4 c; };\n"
                             "layout(std140) uniform; uniform D { vec4 d; } i; void main() { gl_Position = a "
                             "+ b + c + i.d; }",
                       .fs = PLAIN_FS));

    (void)state;
    HAS(o, VS, "layout(shared) uniform A");
    HAS(o, VS, "layout(std140) uniform B");
    HAS(o, VS, "layout(shared) uniform C");
    HAS(o, VS, "layout(std140) uniform D");
    glsl_output_destroy(o);
}

static void test_arrays_of_arrays_of_blocks_are_one_array(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = PLAIN_VS,
                       .fs = "#version 430\nuniform B { vec4 a; } b[3][2]; uniform int n; out vec4 c;\n"
                             "void main() { c = b[n + 1][1].a + b[0][n].a; }"));
    char name[60];

    (void)state;
    assert_int_equal(block(o, "B")->array_size, 6);
    HAS(o, FS, "} b[6];");
    HAS(o, FS, "b[((n + 1) * 2) + 1]");
    assert_true(glsl_name_to_essl(o, GLSL_SPACE_BLOCK, "B[2][1]", name, sizeof name));
    assert_string_equal(name, "B[5]");
    assert_true(glsl_name_from_essl(o, GLSL_SPACE_BLOCK, "B[4]", name, sizeof name));
    assert_string_equal(name, "B[2][0]");
    glsl_output_destroy(o);
}

static void test_explicit_offsets_become_padding(void **state)
{
    struct glsl_output *o = must(TRANSLATE(.vs = "#version 440\nlayout(std140) uniform A { layout(offset = "
                                                 "8) vec2 a; layout(offset = 64) float b; };\n"
                                                 "void main() { gl_Position = vec4(a, b, 1); }",
                                           .fs = PLAIN_FS));
    char name[60];

    (void)state;
    HAS(o, VS, "    highp float retrace_pad0;\n    highp float retrace_pad4;\n    vec2 a;\n");
    HAS(o, VS, "    highp vec4 retrace_pad16[3];\n    float b;\n");
    assert_false(glsl_name_from_essl(o, GLSL_SPACE_UNIFORM, "A.retrace_pad4", name, sizeof name));
    glsl_output_destroy(o);
}

static void test_component_qualifiers_meet_by_place(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = "#version 440\nlayout(location = 1) out vec2 a; layout(location = 1, component "
                             "= 2) out float b;\n"
                             "void main() { gl_Position = vec4(a = vec2(1), b = 2.0, 1); }",
                       .fs = "#version 440\nlayout(location = 1, component = 2) in float other; "
                             "layout(location = 1) in vec2 x; out vec4 c;\n"
                             "void main() { c = vec4(x, other, 1); }"));

    (void)state;
    HAS(o, VS, "out float retrace_io0_1_2;");
    HAS(o, FS, "in float retrace_io0_1_2;");
    HAS(o, FS, "in vec2 retrace_io0_1_0;");
    glsl_output_destroy(o);
}

static void test_images_without_a_format_get_one(void **state)
{
    static const char cs[] = "#version 430\nlayout(local_size_x = 1) in; writeonly uniform image2D a; "
                             "writeonly uniform uimage2D b;\n"
                             "layout(rg16f) uniform image2D r; void main() { imageStore(a, ivec2(0), vec4(1) "
                             "+ imageLoad(r, ivec2(0)));\n"
                             "imageStore(b, ivec2(0), uvec4(1)); }";
    struct glsl_output *o = must(TRANSLATE(.cs = cs));
    struct glsl_output *keyed = must(TRANSLATE(.cs = cs, .key = {.image_format = 0x8814}));

    (void)state;
    HAS(o, GLSL_COMPUTE, ", rgba8) uniform writeonly highp image2D a;");
    HAS(o, GLSL_COMPUTE, ", rgba32ui) uniform writeonly highp uimage2D b;");
    HAS(keyed, GLSL_COMPUTE, ", rgba32f) uniform writeonly highp image2D a;");
    assert_true(o->keyed & GLSL_KEY_IMAGE_FORMAT);
    assert_string_equal(o->gaps[0].name, "rg16f");
    glsl_output_destroy(o);
    glsl_output_destroy(keyed);
}

static void test_float_literals_fold_in_single_precision(void **state)
{
    struct glsl_output *o = must(TRANSLATE(
            .vs = PLAIN_VS,
            .fs = "#version 330\nconst int x = int(degrees(3.1415926535)); uniform vec4 k[x]; out vec4 c;\n"
                  "void main() { c = k[1]; }"));

    (void)state;
    assert_int_equal(uniform(o, "k")->array_size, 180);
    glsl_output_destroy(o);
}

/* ---- draws ---- */

static void test_draw_parameters_become_uniforms(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = "#version 330\n#extension GL_ARB_shader_draw_parameters : require\nin vec4 p;\n"
                             "void main() { gl_Position = p * float(gl_DrawIDARB + gl_BaseVertexARB + "
                             "gl_BaseInstanceARB); }",
                       .fs = PLAIN_FS));

    (void)state;
    assert_int_equal(o->flags & 15, GLSL_READS_DRAW_ID | GLSL_READS_BASE_VERTEX | GLSL_READS_BASE_INSTANCE);
    HAS(o, VS, "uniform int " GLSL_UNIFORM_DRAW_ID ";");
    HAS(o, VS, "uniform int " GLSL_UNIFORM_BASE_VERTEX ";");
    HAS(o, VS, "uniform int " GLSL_UNIFORM_BASE_INSTANCE ";");
    assert_int_equal(o->uniform_count, 0);
    glsl_output_destroy(o);
    o = must(TRANSLATE(
            .vs =
                "#version 460\nvoid main() { gl_Position = vec4(gl_DrawID, gl_VertexID, gl_InstanceID, 1); }",
            .fs = PLAIN_FS));
    assert_int_equal(o->flags, GLSL_READS_DRAW_ID | GLSL_READS_VERTEX_ID | GLSL_READS_INSTANCE_ID);
    glsl_output_destroy(o);
}

/* ---- stages ---- */

static void test_a_program_without_fragment_shader_gets_one(void **state)
{
    struct glsl_output *o = must(TRANSLATE(.vs = PLAIN_VS));

    (void)state;
    HAS(o, FS, "void main()");
    glsl_output_destroy(o);
    o = must(TRANSLATE(.vs = PLAIN_VS, .separable = true));
    assert_null(o->essl[FS]);
    glsl_output_destroy(o);
}

static void test_two_shaders_of_a_stage_link(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = PLAIN_VS,
                       .fs = "#version 330\nvec4 shade(float x); out vec4 c; void main() { c = shade(2.0); }",
                       .fs2 = "#version 330\nuniform vec4 k; vec4 shade(float x) { return k * x; }"));

    (void)state;
    HAS(o, FS, "uniform vec4 k;");
    glsl_output_destroy(o);
    o = TRANSLATE(.vs = PLAIN_VS, .fs = "#version 330\nvec4 shade(float x) { return vec4(x); }");
    assert_false(o->ok);
    assert_non_null(strstr(o->info, "main"));
    glsl_output_destroy(o);
}

static void test_geometry_and_tessellation_translate(void **state)
{
    struct glsl_output *o = must(TRANSLATE(.vs = "#version 150\nin vec4 p; out vec4 a; flat out int id; void "
                                                 "main() { gl_Position = a = p; id = 3; }",
                                           .gs = "#version 150\nlayout(triangles) in; layout(triangle_strip, "
                                                 "max_vertices = 3) out; in vec4 a[]; in int id[];\n"
                                                 "void main() { for (int i = 0; i < 3; i++) { gl_Position = "
                                                 "a[i] * float(id[i]); EmitVertex(); } }",
                                           .fs = PLAIN_FS));

    (void)state;
    HAS(o, GLSL_GEOMETRY, "layout(max_vertices = 3, triangle_strip) out;");
    HAS(o, GLSL_GEOMETRY, "flat in int id[3];");
    glsl_output_destroy(o);
    o = must(TRANSLATE(.vs = PLAIN_VS,
                       .tcs = "#version 400\nlayout(vertices = 3) out; void main() { gl_TessLevelOuter[0] = "
                              "float(gl_PatchVerticesIn);\n"
                              "gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position; }",
                       .tes = "#version 400\nlayout(triangles) in; void main() { gl_Position = "
                              "gl_in[0].gl_Position * gl_TessCoord.x; }",
                       .fs = PLAIN_FS));
    HAS(o, GLSL_TESS_CONTROL, "gl_PatchVerticesIn");
    HAS(o, GLSL_TESS_EVALUATION, "layout(triangles");
    glsl_output_destroy(o);
    o = must(
        TRANSLATE(.vs = "#version 400\nout vec2 t; void main() { t = vec2(1); gl_Position = vec4(0); }",
                  .tes =
                      "#version 400\nlayout(quads) in; in vec2 t[]; void main() { gl_Position = t[0].xyxy; }",
                  .fs = PLAIN_FS, .key = {.patch_vertices = 5}));
    HAS(o, GLSL_TESS_CONTROL, "layout(vertices = 5) out;");
    HAS(o, GLSL_TESS_CONTROL, GLSL_UNIFORM_TESS_OUTER);
    HAS(o, VS, "layout(location = 0) out vec2 t;");
    HAS(o, GLSL_TESS_EVALUATION, "layout(location = 0) in vec2 t[];");
    assert_true(o->keyed & GLSL_KEY_PATCH_VERTICES);
    glsl_output_destroy(o);
}

static void test_integer_varyings_are_flat_on_both_sides(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = "#version 330\nin vec4 p; out vec4 f; out Blk { flat ivec2 k; } b; void main() "
                             "{ gl_Position = f = p; b.k = ivec2(1); }",
                       .fs = "#version 330\nflat in vec4 f; in Blk { flat ivec2 k; } b; out vec4 c; void "
                             "main() { c = f * float(b.k.x); }"));

    (void)state;
    HAS(o, VS, "flat out vec4 f;");
    HAS(o, VS, "flat ivec2 k;");
    glsl_output_destroy(o);
}

static void test_arrays_of_vertex_inputs_are_taken_apart(void **state)
{
    static const struct glsl_binding bound[] = {{"p", 1, 0}};
    struct glsl_output *o = must(
        TRANSLATE(.vs =
                      "#version 330\nin vec4 a[2]; in vec4 p; void main() { gl_Position = a[0] + a[1] + p; }",
                  .fs = PLAIN_FS, .attribs = bound, .attrib_count = 1));
    const struct glsl_variable *a = variable(o->inputs, o->input_count, "a");

    (void)state;
    assert_int_equal(a->location, 2);
    assert_int_equal(a->array_size, 2);
    HAS(o, VS, "layout(location = 2) in vec4 retrace_a_0;");
    HAS(o, VS, "layout(location = 3) in vec4 retrace_a_1;");
    HAS(o, VS, "a[1] = retrace_a_1;");
    glsl_output_destroy(o);
    o = must(TRANSLATE(.vs = "#version 330\nlayout(location = 5) in mat2 m[2]; void main() { gl_Position = "
                             "(m[0] + m[1])[0].xyxy; }",
                       .fs = PLAIN_FS));
    HAS(o, VS, "layout(location = 5) in mat2 retrace_m_0;");
    HAS(o, VS, "layout(location = 7) in mat2 retrace_m_1;");
    glsl_output_destroy(o);
}

static void test_inputs_that_share_a_location_are_copies(void **state)
{
    static const struct glsl_binding bound[] = {{"a", 3, 0}, {"b", 3, 0}};
    struct glsl_output *o =
        must(TRANSLATE(.vs = "#version 330\nin vec2 a; in vec4 b; void main() { gl_Position = a.xyxy + b; }",
                       .fs = PLAIN_FS, .attribs = bound, .attrib_count = 2));

    (void)state;
    LACKS(o, VS, "in vec2 a;");
    HAS(o, VS, "a = b.xy;");
    assert_string_equal(variable(o->inputs, o->input_count, "a")->essl, "b");
    glsl_output_destroy(o);
}

static void test_arrays_without_a_size_know_their_length(void **state)
{
    struct glsl_output *o = must(TRANSLATE(
            .vs = PLAIN_VS,
            .fs = "#version 330\nfloat a[]; void f(); out vec4 c; void main() { f(); c = vec4(a.length()); }",
            .fs2 = "#version 330\nfloat a[]; void f() { a[6] = 1.0; }"));
    struct glsl_target target;
    char *info;

    (void)state;
    HAS(o, FS, "float a[7];");
    HAS(o, FS, "vec4(7.0)");
    glsl_output_destroy(o);
    glsl_target_init(&target, 320);
    assert_true(
        glsl_check(&target, FS, "#version 330\nfloat a[]; void main() { int n = a.length(); }", &info));
    free(info);
}

static void test_only_stream_0_is_left(void **state)
{
    struct glsl_output *o = must(TRANSLATE(.vs = PLAIN_VS,
                                           .gs = "#version 400\nlayout(points) in; layout(points, "
                                                 "max_vertices = 2) out; layout(stream = 1) out vec4 s;\n"
                                                 "layout(stream = 1) out;\nvoid main() { gl_Position = "
                                                 "vec4(0); EmitStreamVertex(0); s = vec4(1);\n"
                                                 "EmitStreamVertex(1); EndStreamPrimitive(1); }",
                                           .fs = PLAIN_FS));

    (void)state;
    HAS(o, GLSL_GEOMETRY, "EmitVertex();");
    LACKS(o, GLSL_GEOMETRY, "Stream");
    assert_string_equal(o->gaps[0].name, "EmitStreamVertex");
    glsl_output_destroy(o);
}

static void test_keys_work_on_the_last_stage(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = PLAIN_VS,
                       .gs = "#version 150 compatibility\nlayout(points) in; layout(points, max_vertices = "
                             "1) out; void main() {\n"
                             "gl_FrontColor = vec4(2); gl_Position = vec4(0); EmitVertex(); }",
                       .fs = "#version 130\nflat in vec4 gl_Color; void main() { gl_FragColor = gl_Color; }",
                       .key = {.clamp_vertex_color = true, .point_size = true}));

    (void)state;
    HAS(o, GLSL_GEOMETRY, "retrace_FrontColor = clamp(retrace_FrontColor");
    HAS(o, GLSL_GEOMETRY, "gl_PointSize = " GLSL_UNIFORM_POINT_SIZE);
    LACKS(o, VS, "gl_PointSize");
    HAS(o, FS, "flat in vec4 retrace_FrontColor;");
    HAS(o, GLSL_GEOMETRY, "flat out vec4 retrace_FrontColor;");
    glsl_output_destroy(o);
}

static void test_subroutines_become_switches(void **state)
{
    struct glsl_output *o = must(TRANSLATE(
            .vs = PLAIN_VS,
            .fs = "#version 400\nsubroutine vec4 Colour(float); subroutine(Colour) vec4 red(float x) { "
                  "return vec4(x, 0, 0, 1); }\n"
                  "layout(index = 5) subroutine(Colour) vec4 green(float x) { return vec4(0, x, 0, 1); }\n"
                  "subroutine uniform Colour pick; subroutine uniform Colour more[2]; out vec4 c;\n"
                  "void main() { c = pick(0.5) + more[1](0.25); }"));

    (void)state;
    assert_int_equal(o->subroutine_count, 2);
    assert_string_equal(o->subroutines[0].name, "pick");
    assert_int_equal(o->subroutines[0].function_count, 6);
    assert_string_equal(o->subroutines[0].functions[0], "red");
    assert_string_equal(o->subroutines[0].functions[5], "green");
    assert_null(o->subroutines[0].functions[3]);
    assert_int_equal(o->subroutines[1].array_size, 2);
    HAS(o, FS, "switch (");
    HAS(o, FS, "case 5:");
    HAS(o, FS, o->subroutines[0].essl);
    assert_int_equal(o->uniform_count, 0);
    glsl_output_destroy(o);
}

static void test_atomic_counters_keep_binding_and_offset(void **state)
{
    struct glsl_output *o = must(
        TRANSLATE(.vs = PLAIN_VS,
                  .fs = "#version 420\nlayout(binding = 2, offset = 8) uniform atomic_uint n; out vec4 c;\n"
                        "void main() { c = vec4(atomicCounterIncrement(n), atomicCounter(n), 0, 1); }"));

    (void)state;
    HAS(o, FS, "layout(binding = 2, offset = 8) uniform atomic_uint n;");
    HAS(o, FS, "atomicCounter(n)");
    assert_int_equal(uniform(o, "n")->type, 0x92DB);
    assert_int_equal(uniform(o, "n")->offset, 8);
    glsl_output_destroy(o);
}

static void test_es_30_has_doubles_narrowed_as_a_gap(void **state)
{
    struct glsl_output *o =
        must(TRANSLATE(.vs = PLAIN_VS, .essl = 300,
                       .fs = "#version 400\nuniform dvec2 d; uniform double e = 0.5lf; out vec4 c;\n"
                             "void main() { c = vec4(vec2(d * e), 0, 1); }"));

    (void)state;
    assert_string_equal(o->gaps[0].name, "double");
    HAS(o, FS, "uniform vec2 d;");
    assert_int_equal(uniform(o, "d")->type, 0x8FFC);
    assert_int_equal(uniform(o, "d")->essl_type, 0x8B50);
    assert_memory_equal(uniform(o, "e")->initial, ((const float[]){0.5f}), 4);
    glsl_output_destroy(o);
}

static void test_narrowed_doubles_in_blocks_keep_their_64_bits(void **state)
{
    struct glsl_output *o = must(
        TRANSLATE(.vs = PLAIN_VS, .essl = 300,
                  .fs = "#version 400\nlayout(std140) uniform U { double k; dvec2 v[2]; } u; out vec4 c;\n"
                        "void main() { c = vec4(u.k + 1.0lf, u.v[1], 1); }"));

    (void)state;
    HAS(o, FS, "    uvec2 k;\n    uvec4 v[2];\n");
    HAS(o, FS, "retrace_fromDouble");
    glsl_output_destroy(o);
}

static void test_compute_translates(void **state)
{
    struct glsl_output *o = must(
        TRANSLATE(.cs = "#version 430\nlayout(local_size_x = 8) in; shared uint s[8];\n"
                        "layout(std430, binding = 4) buffer B { uint v[]; };\n"
                        "void main() { s[gl_LocalInvocationIndex] = v.length(); barrier(); v[0] = s[0]; }"));

    (void)state;
    HAS(o, GLSL_COMPUTE, "layout(local_size_x = 8");
    assert_int_equal(block(o, "B")->essl_binding, 4);
    assert_null(o->essl[FS]);
    glsl_output_destroy(o);
}

/* ---- errors ---- */

static void test_a_compile_check_accepts_and_refuses(void **state)
{
    struct glsl_target target;
    char *info;

    (void)state;
    glsl_target_init(&target, 320);
    assert_true(glsl_check(&target, FS, PLAIN_FS, &info));
    assert_string_equal(info, "");
    free(info);
    assert_false(glsl_check(&target, FS, "#version 330\nout vec4 c;\nvoid main() {\n c = nothing; }", &info));
    assert_non_null(strstr(info, "0:4"));
    assert_non_null(strstr(info, "nothing"));
    free(info);
    assert_false(glsl_check(&target, VS, "void main() { int x = ; }", &info));
    free(info);
    assert_false(glsl_check(&target, FS, "void main() { gl_FragColor = gl_Color + texture2DLod; }", &info));
    free(info);
    assert_true(glsl_check(&target, FS, "#version 330\nvec4 helper() { return vec4(1); }", &info));
    free(info);
}

static void test_what_the_driver_lacks_is_named(void **state)
{
    struct glsl_output *o =
        TRANSLATE(.vs = "#version 330\nin vec4 p; void main() { gl_Position = p; gl_ClipDistance[0] = p.x; }",
                  .fs = PLAIN_FS, .bare = true);

    (void)state;
    assert_false(o->ok);
    assert_non_null(strstr(o->info, "GL_EXT_clip_cull_distance"));
    glsl_output_destroy(o);
}

static void test_a_failed_translation_leaves_the_next_one_alone(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct glsl_output *bad =
            TRANSLATE(.vs = "#version 330\nvoid main() { gl_Position = x; }", .fs = PLAIN_FS);

        assert_false(bad->ok);
        assert_true(strlen(bad->info) > 0);
        glsl_output_destroy(bad);
        glsl_output_destroy(must(TRANSLATE(.vs = PLAIN_VS, .fs = PLAIN_FS)));
    }
    glsl_output_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_glsl_110_words_become_essl),
        cmocka_unit_test(test_the_source_sees_its_own_version_and_profile),
        cmocka_unit_test(test_every_essl_version_is_reached),
        cmocka_unit_test(test_later_keywords_are_names_in_older_sources),
        cmocka_unit_test(test_fixed_function_built_ins_become_reported_variables),
        cmocka_unit_test(test_a_redeclared_built_in_is_declared_once),
        cmocka_unit_test(test_keys_change_only_what_they_name),
        cmocka_unit_test(test_rectangles_are_scaled_and_1d_textures_widened),
        cmocka_unit_test(test_old_shadow_lookups_return_a_vec4),
        cmocka_unit_test(test_numbers_of_the_source_are_reported_and_kept_out_of_the_text),
        cmocka_unit_test(test_structures_are_listed_by_leaf_with_initial_values),
        cmocka_unit_test(test_explicit_locations_count_over_leaves),
        cmocka_unit_test(test_members_of_anonymous_blocks_are_found),
        cmocka_unit_test(test_fragment_outputs_are_placed_as_mesa_places_them),
        cmocka_unit_test(test_transform_feedback_names_are_translated),
        cmocka_unit_test(test_shared_blocks_stay_shared),
        cmocka_unit_test(test_arrays_of_arrays_of_blocks_are_one_array),
        cmocka_unit_test(test_explicit_offsets_become_padding),
        cmocka_unit_test(test_component_qualifiers_meet_by_place),
        cmocka_unit_test(test_images_without_a_format_get_one),
        cmocka_unit_test(test_float_literals_fold_in_single_precision),
        cmocka_unit_test(test_draw_parameters_become_uniforms),
        cmocka_unit_test(test_a_program_without_fragment_shader_gets_one),
        cmocka_unit_test(test_two_shaders_of_a_stage_link),
        cmocka_unit_test(test_geometry_and_tessellation_translate),
        cmocka_unit_test(test_integer_varyings_are_flat_on_both_sides),
        cmocka_unit_test(test_arrays_of_vertex_inputs_are_taken_apart),
        cmocka_unit_test(test_inputs_that_share_a_location_are_copies),
        cmocka_unit_test(test_arrays_without_a_size_know_their_length),
        cmocka_unit_test(test_only_stream_0_is_left),
        cmocka_unit_test(test_keys_work_on_the_last_stage),
        cmocka_unit_test(test_subroutines_become_switches),
        cmocka_unit_test(test_atomic_counters_keep_binding_and_offset),
        cmocka_unit_test(test_es_30_has_doubles_narrowed_as_a_gap),
        cmocka_unit_test(test_narrowed_doubles_in_blocks_keep_their_64_bits),
        cmocka_unit_test(test_compute_translates),
        cmocka_unit_test(test_a_compile_check_accepts_and_refuses),
        cmocka_unit_test(test_what_the_driver_lacks_is_named),
        cmocka_unit_test(test_a_failed_translation_leaves_the_next_one_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
