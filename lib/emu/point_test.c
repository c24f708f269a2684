/* SPDX-License-Identifier: MIT */
/* Tests of points of the compatibility profile, which are no sprites, against the driver's own desktop GL:
 * the same pixels wherever a centre lies, between pixels and at the edges of the viewport too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

#define VERTEX                                                                                               \
    "#version 110\nattribute vec2 at;\nvoid main() { gl_Position = vec4(at / 32.0 - 1.0, 0.0, 1.0); "        \
    "gl_FrontColor = vec4(at / 64.0, 1.0, 1.0); }\n"
#define FRAGMENT "#version 110\nvoid main() { gl_FragColor = gl_Color; }\n"

struct points {
    bool sprites;
    float size, shift;
    GLsizei count;
};

/* Centres four pixels apart, on a corner of pixels or `shift` behind; the last row and column lie on the
 * edges of the viewport. */
static void scene_grid(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct points *p = arg;
    float at[17 * 17][2];
    GLuint program, buffer;

    for (int row = 0; row < 17; row++)
        for (int column = 0; column < 17; column++) {
            at[row * 17 + column][0] = (float)column * 4 + p->shift;
            at[row * 17 + column][1] = (float)row * 4 + p->shift;
        }
    program = native_program(gl, VERTEX, FRAGMENT);
    gl->GenBuffers(1, &buffer);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffer);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof at, at, GL_STATIC_DRAW);
    gl->VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    gl->EnableVertexAttribArray(0);
    gl->Viewport(0, 0, NATIVE_SIZE, NATIVE_SIZE);
    gl->ClearColor(0, 0, 0, 0);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    (p->sprites ? gl->Enable : gl->Disable)(GL_POINT_SPRITE);
    gl->PointSize(p->size);
    gl->DrawArrays(GL_POINTS, 0, p->count);
    gl->PointSize(1);
    gl->Disable(GL_POINT_SPRITE);
    gl->DisableVertexAttribArray(0);
    gl->ReadPixels(0, 0, NATIVE_SIZE, NATIVE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE,
                   note_room(t, NATIVE_SIZE * NATIVE_SIZE * 4));
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
    gl->DeleteBuffers(1, &buffer);
    gl->UseProgram(0);
    gl->DeleteProgram(program);
}

static void test_points_between_pixels_are_where_their_centres_round_down_to(void **state)
{
    static const struct points all[] = {
        {false, 1, 0, 289}, {false, 1, 0.5f, 289}, {false, 1, 0.25f, 289}, {false, 1, 3.75f, 289}};
    NATIVE_TEST(t, false);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        native_compare(t, scene_grid, &all[i], "points");
    native_test_finish(t);
}

static void test_sprites_stay_where_they_are(void **state)
{
    static const struct points all[] = {{true, 1, 0.5f, 289}, {true, 2, 0, 16}, {true, 5, 0.5f, 16}};
    NATIVE_TEST(t, false);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        native_compare(t, scene_grid, &all[i], "sprites");
    native_test_finish(t);
}

/* Those in the outermost row reach in from beyond the edges. */
static void test_points_whose_centre_is_outside_are_not_drawn(void **state)
{
    static const struct points all[] = {
        {true, 9, 3.5f, 289}, {true, 9, -3.5f, 289}, {true, 2, 0.5f, 289}, {true, 2, -0.5f, 289}};
    NATIVE_TEST(t, false);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        native_compare(t, scene_grid, &all[i], "points beyond an edge");
    native_test_finish(t);
}

/* What is captured is what the shader wrote. */
static void scene_captured(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const char *const varyings[] = {"gl_Position"};
    static const float at[3][2] = {{4, 4}, {8, 16}, {32, 64}};
    GLuint program, buffers[2];

    (void)arg;
    program = native_program(gl, VERTEX, FRAGMENT);
    gl->TransformFeedbackVaryings(program, 1, varyings, GL_INTERLEAVED_ATTRIBS);
    gl->LinkProgram(program);
    gl->UseProgram(program);
    gl->GenBuffers(2, buffers);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof at, at, GL_STATIC_DRAW);
    gl->VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    gl->EnableVertexAttribArray(0);
    gl->BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffers[1]);
    gl->BufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 48, NULL, GL_STATIC_READ);
    gl->DrawArrays(GL_POINTS, 0, 3); /* nudged, before */
    gl->BeginTransformFeedback(GL_POINTS);
    gl->DrawArrays(GL_POINTS, 0, 3);
    gl->EndTransformFeedback();
    gl->GetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 48, note_room(t, 48));
    gl->DisableVertexAttribArray(0);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
    gl->DeleteBuffers(2, buffers);
    gl->UseProgram(0);
    gl->DeleteProgram(program);
}

static void test_positions_are_captured_as_they_were_written(void **state)
{
    NATIVE_TEST(t, false);
    native_compare(t, scene_captured, NULL, "captured");
    native_test_finish(t);
}

/* ---- coordinates ---- */

static void draw_coordinates(struct native_test *t, const struct gl_table *gl, GLenum origin)
{
    gl->PointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, (GLint)origin);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    gl->DrawArrays(GL_POINTS, 0, 1);
    gl->ReadPixels(0, 0, NATIVE_SIZE, NATIVE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE,
                   note_room(t, NATIVE_SIZE * NATIVE_SIZE * 4));
}

static void scene_origin(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint names[2], vao;
    bool image = arg;

    if (image)
        native_target(gl, GL_RGBA8, NATIVE_SIZE, NATIVE_SIZE, names);
    gl->Viewport(0, 0, NATIVE_SIZE, NATIVE_SIZE);
    gl->UseProgram(native_program(
        gl, "#version 330 core\nvoid main() { gl_Position = vec4(.125, .25, 0., 1.); gl_PointSize = 16.; }\n",
        "#version 330 core\nout vec4 c; void main() { c = vec4(gl_PointCoord, gl_PointCoord.y * .5, 1.); "
        "}\n"));
    gl->Enable(GL_PROGRAM_POINT_SIZE);
    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    draw_coordinates(t, gl, GL_LOWER_LEFT);
    draw_coordinates(t, gl, GL_UPPER_LEFT);
    draw_coordinates(t, gl, GL_LOWER_LEFT);
    gl->PointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_UPPER_LEFT);
    if (image)
        native_target_delete(gl, names);
}

static void test_coordinates_of_points_count_from_either_corner(void **state)
{
    NATIVE_TEST(t, true);
    native_compare(t, scene_origin, NULL, "default framebuffer");
    native_compare(t, scene_origin, t, "renderbuffer");
    assert_int_equal(t->gaps.count, 1);
    assert_false(t->gaps.items[0].affects_draw);
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_between_pixels_are_where_their_centres_round_down_to),
        cmocka_unit_test(test_points_whose_centre_is_outside_are_not_drawn),
        cmocka_unit_test(test_sprites_stay_where_they_are),
        cmocka_unit_test(test_positions_are_captured_as_they_were_written),
        cmocka_unit_test(test_coordinates_of_points_count_from_either_corner),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
