/* SPDX-License-Identifier: MIT */
/* Tests of layers and viewports from the vertex and evaluation stages, and of the first vertex provoking, as
 * native desktop GL has them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

enum { S = 32, LAYERS = 4 };

#define LAYER_HEAD    "#version 410 core\n#extension GL_AMD_vertex_shader_layer : enable\n"
#define VIEWPORT_HEAD "#version 410 core\n#extension GL_AMD_vertex_shader_viewport_index : enable\n"

/* Scattered vertices, coloured one by one in every way that a varying can be declared. */
#define SCATTER                                                                                              \
    "vec2 place(int i) { return fract(vec2(i * 7 + 3, i * 11 + 5) * vec2(.137, .219)) * 1.8 - .9; }\n"
#define VARYINGS(io)                                                                                         \
    "flat " io " int number; " io " vec3 smooth_one; noperspective " io " vec2 straight; flat " io           \
    " vec4 plain[2];\n" io " Block { vec4 inside; flat uvec2 still; } "
#define VARYINGS_VS                                                                                          \
    VARYINGS("out")                                                                                          \
    "b;\n" SCATTER "void colour(int i) { number = i; smooth_one = vec3(i & 1, i >> 1 & 1, i >> 2 & 1);\n"    \
    "straight = vec2(i * 3 % 7, i * 5 % 7) / 7.; plain[0] = vec4(i) / 9.; plain[1] = vec4(1. / float(i + "   \
    "1));\n"                                                                                                 \
    "b.inside = vec4(i & 3, 1, 2, 3) / 4.; b.still = uvec2(i, i * i);\n"                                     \
    "gl_Position = vec4(place(i), 0., 1. + .25 * float(i & 1)); }\n"
#define VARYINGS_FS                                                                                          \
    "#version 410 core\n" VARYINGS(                                                                          \
        "in") "b;\nout vec4 c;\nvoid main() { c = vec4(smooth_one.xy + straight, smooth_one.z, "             \
              "float(number) * .1) * .2 "                                                                    \
              "+ plain[0] * .2 + plain[1] * .2 + b.inside * .1 + vec4(b.still, b.still) * .005; }\n"

static GLuint layers_target(const struct gl_table *gl, bool layered)
{
    GLuint fb, texture;

    gl->GenFramebuffers(1, &fb);
    gl->BindFramebuffer(GL_FRAMEBUFFER, fb);
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D_ARRAY, texture);
    gl->TexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, S, S, LAYERS);
    if (layered)
        gl->FramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
    else
        gl->FramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, 0);
    gl->Viewport(0, 0, S, S);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    return texture;
}

static void note_layers(struct native_test *t, const struct gl_table *gl, GLuint texture)
{
    GLuint fb;

    gl->GenFramebuffers(1, &fb);
    gl->BindFramebuffer(GL_FRAMEBUFFER, fb);
    for (GLint i = 0; i < LAYERS; i++) {
        gl->FramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, i);
        gl->ReadPixels(0, 0, S, S, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, S * S * 4));
    }
    note_error(t);
}

static void draw(const struct gl_table *gl, GLenum mode, GLsizei n, GLsizei instances)
{
    GLuint vao;

    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    gl->DrawArraysInstanced(mode, 0, n, instances);
}

/* ---- the first vertex ---- */

struct provoking {
    GLenum mode, convention;
};

static void provoking_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct provoking *p = arg;
    GLuint texture = layers_target(gl, false);

    native_program(gl, "#version 410 core\n" VARYINGS_VS "void main() { colour(gl_VertexID); }\n",
                   VARYINGS_FS);
    gl->ProvokingVertex(p->convention);
    draw(gl, p->mode, 8, 1);
    note_layers(t, gl, texture);
    gl->ProvokingVertex(GL_LAST_VERTEX_CONVENTION);
}

static void test_either_vertex_provokes(void **state)
{
    static const GLenum modes[] = {GL_POINTS,    GL_LINES,          GL_LINE_STRIP,  GL_LINE_LOOP,
                                   GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN};

    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        for (int first = 0; first < 2; first++) {
            struct provoking p = {modes[i], first ? GL_FIRST_VERTEX_CONVENTION : GL_LAST_VERTEX_CONVENTION};
            char what[64];
            NATIVE_TEST(t, true);

            snprintf(what, sizeof what, "mode 0x%x, %s vertex", modes[i], first ? "first" : "last");
            native_compare(t, provoking_scene, &p, what);
            assert_int_equal(t->gaps.count, 0);
            native_test_finish(t);
        }
}

static void test_strips_that_restart_are_a_gap(void **state)
{
    NATIVE_TEST(t, true);

    native_test_arm(t, false);
    t->table->Enable(GL_PRIMITIVE_RESTART);
    provoking_scene(t, t->table, &(struct provoking){GL_TRIANGLE_STRIP, GL_FIRST_VERTEX_CONVENTION});
    assert_int_equal(t->gaps.count, 1);
    assert_string_equal(t->gaps.items[0].function, "glProvokingVertex");
    native_test_finish(t);
}

static void test_strips_of_the_first_vertex_count_their_primitives(void **state)
{
    const struct gl_table *gl;
    NATIVE_TEST(t, true);

    native_test_arm(t, false);
    gl = t->table;
    native_program(gl, "#version 410 core\n" VARYINGS_VS "void main() { colour(gl_VertexID); }\n",
                   VARYINGS_FS);
    assert_false(emu_draw_reads_primitive_id(t->emu));
    gl->ProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
    assert_true(emu_draw_reads_primitive_id(t->emu));
    native_test_finish(t);
}

/* ---- layers and viewports ---- */

static void vertex_layers(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint texture = layers_target(gl, true);

    native_program(gl,
                   LAYER_HEAD VARYINGS_VS
                   "void main() { colour(gl_VertexID + gl_InstanceID); gl_Layer = gl_InstanceID; }\n",
                   VARYINGS_FS);
    draw(gl, *(const GLenum *)arg, 7, LAYERS);
    note_layers(t, gl, texture);
}

static void viewports(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const GLfloat half = .5f * S;
    GLuint texture = layers_target(gl, false);

    (void)arg;
    for (GLuint i = 0; i < 4; i++)
        gl->ViewportIndexedf(i, (GLfloat)(i & 1) * half, (GLfloat)(i >> 1) * half, half, half);
    native_program(gl,
                   VIEWPORT_HEAD VARYINGS_VS
                   "void main() { colour(gl_VertexID); gl_ViewportIndex = gl_InstanceID; }\n",
                   VARYINGS_FS);
    draw(gl, GL_TRIANGLE_STRIP, 6, 4);
    note_layers(t, gl, texture);
}

#define TEST(test, scene, argument)                                                                          \
    static void test(void **state)                                                                           \
    {                                                                                                        \
        NATIVE_TEST(t, true);                                                                                \
        native_compare(t, scene, argument, #scene);                                                          \
        assert_int_equal(t->gaps.count, 0);                                                                  \
        native_test_finish(t);                                                                               \
    }

static const GLenum strip = GL_TRIANGLE_STRIP, lines = GL_LINES;
TEST(test_vertices_choose_the_layer_of_triangles, vertex_layers, &strip)
TEST(test_vertices_choose_the_layer_of_lines, vertex_layers, &lines)
TEST(test_vertices_choose_the_viewport, viewports, NULL)

static void test_layers_of_points_are_a_gap(void **state)
{
    static const GLenum points = GL_POINTS;
    NATIVE_TEST(t, true);

    native_test_arm(t, false);
    vertex_layers(t, t->table, &points);
    assert_int_equal(t->gaps.count, 1);
    assert_string_equal(t->gaps.items[0].function, "gl_Layer");
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_either_vertex_provokes),
        cmocka_unit_test(test_strips_that_restart_are_a_gap),
        cmocka_unit_test(test_strips_of_the_first_vertex_count_their_primitives),
        cmocka_unit_test(test_vertices_choose_the_layer_of_triangles),
        cmocka_unit_test(test_vertices_choose_the_layer_of_lines),
        cmocka_unit_test(test_vertices_choose_the_viewport),
        cmocka_unit_test(test_layers_of_points_are_a_gap),
    };
    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
