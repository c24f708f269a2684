/* SPDX-License-Identifier: MIT */
/* Tests of gathers from cube maps: each face by itself, or across the edges, as native desktop GL has them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/glsl_test.h"
#include "emu/native_test.h"

#define DIRECTION                                                                                            \
    "vec3 d() { return normalize(fract(sin(gl_FragCoord.x * vec3(12.9, 78.2, 37.7) + gl_FragCoord.y) * "     \
    "437.58) - 0.5); }\n"

struct gather {
    GLint size, wrap_s, wrap_t, seamless;
    GLenum target, internal, format, type;
    const char *sampler, *call;
};

/* Six faces, or twelve, of noise. */
static void make_cube(const struct gl_table *gl, const struct gather *g)
{
    static uint8_t pixels[12 * 9 * 9 * 16];
    bool array = g->target == GL_TEXTURE_CUBE_MAP_ARRAY;
    GLuint name;

    native_fill(pixels, sizeof pixels, 3);
    gl->GenTextures(1, &name);
    gl->BindTexture(g->target, name);
    gl->TexParameteri(g->target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexParameteri(g->target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl->TexParameteri(g->target, GL_TEXTURE_WRAP_S, g->wrap_s);
    gl->TexParameteri(g->target, GL_TEXTURE_WRAP_T, g->wrap_t);
    if (array)
        gl->TexImage3D(g->target, 0, (GLint)g->internal, g->size, g->size, 12, 0, g->format, g->type, pixels);
    for (GLenum i = 0; i < 6 && !array; i++)
        gl->TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, 0, (GLint)g->internal, g->size, g->size, 0,
                       g->format, g->type, pixels + i * 1000);
    if (g->format == GL_DEPTH_COMPONENT)
        gl->TexParameteri(g->target, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    if (g->seamless)
        gl->Enable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
    else
        gl->Disable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
}

static void draw_gather(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct gather *g = arg;
    GLuint target[2];
    char fs[1024];

    make_cube(gl, g);
    snprintf(fs, sizeof fs,
             "#version 400 core\nuniform %s s;\nout vec4 c;\n" DIRECTION "void main() { c = vec4(%s); }\n",
             g->sampler, g->call);
    native_target(gl, GL_RGBA32F, 32, 32, target);
    native_program(gl, NATIVE_COVER, fs);
    native_cover(gl);
    gl->ReadPixels(0, 0, 32, 32, GL_RGBA, GL_FLOAT, note_room(t, 32 * 32 * 16));
}

#define INT_CUBE GL_TEXTURE_CUBE_MAP, GL_RGBA8I, GL_RGBA_INTEGER, GL_BYTE, "isamplerCube"
#define INT_ARRAY                                                                                            \
    GL_TEXTURE_CUBE_MAP_ARRAY, GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, "usamplerCubeArray"
#define NORM_CUBE GL_TEXTURE_CUBE_MAP, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, "samplerCube"
#define DEPTH_CUBE                                                                                           \
    GL_TEXTURE_CUBE_MAP, GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, "samplerCubeShadow"

static void compare(void **state, const struct gather *g, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        NATIVE_TEST(t, true);
        native_compare(t, draw_gather, &g[i], g[i].call);
        assert_int_equal(t->gaps.count, 0);
        native_test_finish(t);
    }
}

static void test_gathers_stay_on_a_face(void **state)
{
    static const struct gather all[] = {
        {8, GL_REPEAT, GL_REPEAT, 0, INT_CUBE, "textureGather(s, d())"},
        {5, GL_REPEAT, GL_CLAMP_TO_EDGE, 0, INT_CUBE, "textureGather(s, d(), 2)"},
        {2, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT, 0, INT_CUBE, "textureGather(s, d(), 3)"},
        {1, GL_REPEAT, GL_REPEAT, 0, INT_CUBE, "textureGather(s, d())"},
        {8, GL_REPEAT, GL_REPEAT, 0, NORM_CUBE, "textureGather(s, d(), 1)"},
        {6, GL_REPEAT, GL_REPEAT, 0, INT_ARRAY, "textureGather(s, vec4(d(), 1.0), 1)"},
        {6, GL_CLAMP_TO_EDGE, GL_REPEAT, 0, DEPTH_CUBE, "textureGather(s, d(), 0.5)"},
    };

    compare(state, all, sizeof all / sizeof *all);
}

static void test_seamless_gathers_cross_the_edges(void **state)
{
    static const struct gather all[] = {
        {8, GL_REPEAT, GL_REPEAT, 1, INT_CUBE, "textureGather(s, d())"},
        {6, GL_REPEAT, GL_REPEAT, 1, INT_ARRAY, "textureGather(s, vec4(d(), 1.0), 1)"},
    };

    compare(state, all, sizeof all / sizeof *all);
}

static void test_only_programs_with_gathers_depend_on_the_state(void **state)
{
    struct glsl_output *with = FRAGMENT(state,
                                        "#version 400\nuniform samplerCube s; out vec4 c; void "
                                        "main() { c = textureGather(s, vec3(1)); }",
                                        .key = {.cube_faces = true});
    struct glsl_output *without =
        FRAGMENT(state,
                 "#version 400\nuniform samplerCube s; uniform sampler2D t; out vec4 c;\n"
                 "void main() { c = texture(s, vec3(1)) + textureGather(t, vec2(1)); }",
                 .key = {.cube_faces = true});

    assert_true(with->keyed & GLSL_KEY_CUBE_FACES);
    HAS(with, FS, "retrace_faceTexel");
    assert_false(without->keyed & GLSL_KEY_CUBE_FACES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gathers_stay_on_a_face),
        cmocka_unit_test(test_seamless_gathers_cross_the_edges),
        GLSL_TEST(test_only_programs_with_gathers_depend_on_the_state),
    };
    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
