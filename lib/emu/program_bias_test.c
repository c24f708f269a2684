/* SPDX-License-Identifier: MIT */
/* Tests of GL_TEXTURE_LOD_BIAS: the same levels as native desktop GL takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

enum { S = 32, LEVELS = 6 };

struct scene {
    GLenum target;
    const char *sampler, *lookup; /* of `vec2 p` */
    const char *more;             /* declarations */
    bool vertex;                  /* the vertex shader looks up */
};

#define LOOKUP(to, type, text, in_vertex)                                                                    \
    {                                                                                                        \
        .target = to, .sampler = "uniform " type, .lookup = text, .vertex = in_vertex                        \
    }

/* Every level has a colour of its own, every layer a tint. */
static void fill_level(const struct gl_table *gl, GLenum target, GLint level)
{
    static uint8_t texels[6 * S * S * 4];
    GLsizei n = S >> level;

    for (size_t i = 0; i < sizeof texels; i += 4) {
        texels[i] = (uint8_t)(level * 40);
        texels[i + 1] = (uint8_t)(255 - level * 50);
        texels[i + 2] = (uint8_t)(i >> 8);
        texels[i + 3] = 255;
    }
    if (target == GL_TEXTURE_1D)
        gl->TexImage1D(target, level, GL_RGBA8, n, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    else if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY)
        gl->TexImage3D(target, level, GL_RGBA8, n, n, target == GL_TEXTURE_3D ? n > 4 ? 4 : n : 4, 0, GL_RGBA,
                       GL_UNSIGNED_BYTE, texels);
    else if (target == GL_TEXTURE_CUBE_MAP)
        for (GLenum face = 0; face < 6; face++)
            gl->TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, level, GL_RGBA8, n, n, 0, GL_RGBA,
                           GL_UNSIGNED_BYTE, texels + face * 64);
    else
        gl->TexImage2D(target, level, GL_RGBA8, n, n, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
}

static GLuint make(const struct gl_table *gl, GLenum target)
{
    GLuint name;

    gl->GenTextures(1, &name);
    gl->BindTexture(target, name);
    for (GLint i = 0; i < LEVELS; i++)
        fill_level(gl, target, i);
    gl->TexParameteri(target, GL_TEXTURE_MAX_LEVEL, target == GL_TEXTURE_3D ? 2 : LEVELS - 1);
    gl->TexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    gl->TexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return name;
}

static void draw(struct native_test *t, const struct gl_table *gl)
{
    native_cover(gl);
    gl->ReadPixels(0, 0, S, S, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, S * S * 4));
}

static void build(const struct gl_table *gl, const struct scene *s)
{
    char vertex[1024], fragment[1024];

    snprintf(vertex, sizeof vertex,
             "#version 410 core\nout vec2 at; flat out vec4 seen; %s%s\n"
             "void main() { vec2 p = vec2(gl_VertexID == 1 ? 2. : 0., gl_VertexID == 2 ? 2. : 0.); at = p;\n"
             "gl_Position = vec4(p * 2. - 1., 0., 1.); p = vec2(.4); seen = %s; }\n",
             s->vertex ? s->sampler : "", s->vertex ? " t;" : "", s->vertex ? s->lookup : "vec4(0.)");
    snprintf(fragment, sizeof fragment,
             "#version 410 core\nin vec2 at; flat in vec4 seen; out vec4 c; %s%s %s\n"
             "void main() { vec2 p = at * 1.5; c = %s; }\n",
             s->vertex ? "" : s->sampler, s->vertex ? "" : " t;", s->more ? s->more : "",
             s->vertex ? "seen" : s->lookup);
    native_program(gl, vertex, fragment);
}

static void draw_biased(struct native_test *t, const struct gl_table *gl, GLenum target)
{
    static const GLfloat biases[] = {0, 1, -.75f, 2.25f, 40, .3f};

    for (size_t i = 0; i < sizeof biases / sizeof *biases; i++) {
        gl->TexParameterf(target, GL_TEXTURE_LOD_BIAS, biases[i]);
        draw(t, gl);
    }
}

static void draw_sampler(struct native_test *t, const struct gl_table *gl, GLenum filter)
{
    GLuint sampler;

    gl->GenSamplers(1, &sampler);
    gl->SamplerParameterf(sampler, GL_TEXTURE_LOD_BIAS, 1.5f);
    gl->SamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, (GLint)filter);
    gl->BindSampler(0, sampler);
    draw(t, gl);
    gl->BindSampler(0, 0);
    draw(t, gl);
    gl->DeleteSamplers(1, &sampler);
}

static void nearest_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct scene *s = arg;
    GLuint names[2], texture;

    native_target(gl, GL_RGBA8, S, S, names);
    texture = make(gl, s->target);
    build(gl, s);
    draw_biased(t, gl, s->target);
    draw_sampler(t, gl, GL_NEAREST_MIPMAP_NEAREST);
    gl->DeleteTextures(1, &texture);
    native_target_delete(gl, names);
}

static void linear_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct scene *s = arg;
    GLuint names[2], texture;

    native_target(gl, GL_RGBA8, S, S, names);
    texture = make(gl, s->target);
    build(gl, s);
    gl->Enable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
    gl->TexParameteri(s->target, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    gl->TexParameteri(s->target, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
    gl->TexParameterf(s->target, GL_TEXTURE_MIN_LOD, .5f);
    draw_biased(t, gl, s->target);
    gl->TexParameteri(s->target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    draw(t, gl);
    draw_sampler(t, gl, GL_LINEAR_MIPMAP_LINEAR);
    gl->TexParameterf(s->target, GL_TEXTURE_LOD_BIAS, 0);
    draw(t, gl);
    gl->DeleteTextures(1, &texture);
    native_target_delete(gl, names);
}

#define PARAMETER                                                                                            \
    {                                                                                                        \
        .target = GL_TEXTURE_2D, .sampler = "uniform sampler2D", .lookup = "f(t, p)",                        \
        .more = "vec4 f(sampler2D s, vec2 p) { return texture(s, p) * .5 + texture(s, p.yx) * .5; }"         \
    }

static const struct scene scenes[] = {
    LOOKUP(GL_TEXTURE_2D, "sampler2D", "texture(t, p)", false),
    LOOKUP(GL_TEXTURE_2D, "sampler2D", "texture(t, p, 1.)", false),
    LOOKUP(GL_TEXTURE_2D, "sampler2D", "textureLod(t, p, 1.25)", false),
    LOOKUP(GL_TEXTURE_2D, "sampler2D", "textureGrad(t, p, vec2(.1, 0.), vec2(0., .1))", false),
    LOOKUP(GL_TEXTURE_2D, "sampler2D", "textureProj(t, vec3(p, 2.))", false),
    LOOKUP(GL_TEXTURE_2D, "sampler2D", "textureOffset(t, p, ivec2(1, 2))", false),
    LOOKUP(GL_TEXTURE_2D, "sampler2D", "textureLod(t, p, 1.25)", true),
    LOOKUP(GL_TEXTURE_1D, "sampler1D", "texture(t, p.x)", false),
    LOOKUP(GL_TEXTURE_3D, "sampler3D", "texture(t, vec3(p, .5))", false),
    LOOKUP(GL_TEXTURE_2D_ARRAY, "sampler2DArray", "texture(t, vec3(p, 2.))", false),
    LOOKUP(GL_TEXTURE_CUBE_MAP, "samplerCube", "texture(t, vec3(p, 1.6))", false),
    PARAMETER,
};

static size_t biases_not_had(const struct native_test *t)
{
    size_t n = 0;

    for (size_t i = 0; i < t->gaps.count; i++)
        n += !strcmp(t->gaps.items[i].function, "glTexParameter") && t->gaps.items[i].affects_draw;
    return n;
}

static void test_lookups_take_the_level_that_the_bias_leads_to(void **state)
{
    NATIVE_TEST(t, true);

    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        native_compare(t, nearest_scene, &scenes[i], scenes[i].lookup);
        native_compare(t, linear_scene, &scenes[i], scenes[i].lookup);
    }
    assert_int_equal(biases_not_had(t), 0);
    native_test_finish(t);
}

static void test_shaders_add_the_bias_where_samplers_take_none(void **state)
{
    NATIVE_TEST(t, true);

    t->emu->share->bias = EMU_BIAS_OF_SHADERS;
    for (size_t i = 0; i + 1 < sizeof scenes / sizeof *scenes; i++)
        native_compare(t, nearest_scene, &scenes[i], scenes[i].lookup);
    assert_int_equal(biases_not_had(t), 0);
    native_test_finish(t);
}

/* Two elements and a sampler beside them, of which one has a bias. */
static void array_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint names[2], textures[3], program;

    (void)arg;
    native_target(gl, GL_RGBA8, S, S, names);
    program = native_program(
        gl,
        "#version 410 core\nout vec2 at; void main() { at = vec2(gl_VertexID == 1 ? 2. : 0., gl_VertexID == "
        "2 "
        "? 2. : 0.); gl_Position = vec4(at * 2. - 1., 0., 1.); }\n",
        "#version 410 core\nin vec2 at; out vec4 c; uniform sampler2D several[2]; uniform sampler2D alone;\n"
        "void main() { c = texture(several[0], at) * .5 + texture(several[1], at * 2.) * .3 + texture(alone, "
        "at) * .2; }\n");
    for (int i = 0; i < 3; i++) {
        static const char *const of[] = {"several[0]", "several[1]", "alone"};

        gl->ActiveTexture(GL_TEXTURE0 + (GLenum)i);
        textures[i] = make(gl, GL_TEXTURE_2D);
        gl->Uniform1i(gl->GetUniformLocation(program, of[i]), i);
    }
    for (int i = 0; i < 3; i++) {
        gl->ActiveTexture(GL_TEXTURE0 + (GLenum)i);
        gl->TexParameterf(GL_TEXTURE_2D, GL_TEXTURE_LOD_BIAS, 2);
        draw(t, gl);
    }
    gl->ActiveTexture(GL_TEXTURE0);
    gl->DeleteTextures(3, textures);
    native_target_delete(gl, names);
}

static void test_every_sampler_has_a_bias_of_its_own(void **state)
{
    for (int shaders = 0; shaders < 2; shaders++) {
        NATIVE_TEST(t, true);

        t->emu->share->bias = shaders ? EMU_BIAS_OF_SHADERS : EMU_BIAS_UNKNOWN;
        native_compare(t, array_scene, NULL, "an array of samplers");
        native_test_finish(t);
    }
}

static void test_a_bias_that_no_lookup_can_take_is_a_gap(void **state)
{
    static const struct scene s = PARAMETER;
    NATIVE_TEST(t, true);

    t->emu->share->bias = EMU_BIAS_OF_SHADERS;
    native_test_arm(t, false);
    nearest_scene(t, t->table, &s);
    assert_int_equal(biases_not_had(t), 1);
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lookups_take_the_level_that_the_bias_leads_to),
        cmocka_unit_test(test_shaders_add_the_bias_where_samplers_take_none),
        cmocka_unit_test(test_every_sampler_has_a_bias_of_its_own),
        cmocka_unit_test(test_a_bias_that_no_lookup_can_take_is_a_gap),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
