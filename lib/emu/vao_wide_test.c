/* SPDX-License-Identifier: MIT */
/* Tests of vertex attributes of doubles against the driver's own desktop GL: what is asked for, and what the
 * shader gets, bit for bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "emu/native_test.h"

static void note_doubles(struct native_test *t, const struct gl_table *gl, GLuint index, size_t n)
{
    GLdouble v[4] = {0};

    gl->GetVertexAttribLdv(index, GL_CURRENT_VERTEX_ATTRIB, v);
    note(t, v, n * sizeof v[0]);
}

static void scene_queries(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLdouble values[] = {1.0 / 3, -1e300, 4e-320, 7};
    GLuint vao, buffer;
    GLint is_long = 7;
    GLdouble real = 7;

    (void)arg;
    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    gl->GenBuffers(1, &buffer);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffer);
    gl->VertexAttribL1d(1, values[0]);
    note_doubles(t, gl, 1, 1);
    gl->VertexAttribL3dv(2, values);
    note_doubles(t, gl, 2, 3);
    gl->VertexAttribL4d(2, values[3], values[2], values[1], values[0]);
    note_doubles(t, gl, 2, 4);
    gl->VertexAttribL2d(100, 1, 2);
    note_error(t);
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            gl->VertexAttribLPointer(3, 3, GL_DOUBLE, 0, NULL);
        else
            gl->VertexAttribPointer(3, 3, GL_DOUBLE, GL_FALSE, 0, NULL);
        gl->GetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_LONG, &is_long);
        note_int(t, is_long);
        gl->GetVertexAttribLdv(3, GL_VERTEX_ATTRIB_ARRAY_SIZE, &real);
        note(t, &real, sizeof real);
    }
    gl->VertexAttribLPointer(3, 3, GL_FLOAT, 0, NULL);
    note_error(t);
    gl->VertexAttribLPointer(3, GL_BGRA, GL_DOUBLE, 0, NULL);
    note_error(t);
    gl->VertexAttribLPointer(3, 5, GL_DOUBLE, 0, NULL);
    note_error(t);
    gl->VertexAttribLFormat(3, 2, GL_INT, 0);
    note_error(t);
    gl->VertexAttribLFormat(3, 2, GL_DOUBLE, 8);
    gl->GetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_LONG, &is_long);
    note_int(t, is_long);
    gl->DeleteBuffers(1, &buffer);
    gl->DeleteVertexArrays(1, &vao);
}

static void test_doubles_are_told_as_they_were_set(void **state)
{
    NATIVE_TEST(t, true);
    native_compare(t, scene_queries, NULL, "queries");
    native_test_finish(t);
}

/* ---- what the shader gets ---- */

enum { POINTS = 4, WORDS = 64 };

/* A shader whose points have colours that all bits of its doubles make. */
struct draw {
    const char *inputs, *body; /* body: mixes doubles into `bits` by mix64 */
    void (*arrays)(const struct gl_table *gl, GLuint buffer);
    bool floats_follow; /* another program, of floats, draws with the same vertex array */
    GLuint base_instance;
};

static const GLdouble data[POINTS][8] = {
    {1.0 / 3, -1.7976931348623157e308, 2.2250738585072014e-308, 1 + 2.220446049250313e-16, 5, 6, 7, 8.125},
    {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8},
    {-1e-200, 1e200, 3e15 + 0.5, -9007199254740991.0, 1e22, -0.0, 12345.678901234567, 1e100},
    {123456789.123456789, 3, 1e-9, 2.0 / 7, 1e9, 4.0 / 9, -5.0 / 11, 6.0 / 13},
};

static GLuint draw_program(const struct gl_table *gl, const struct draw *d)
{
    static const char fragment[] = "#version 410 core\nflat in uint bits; out vec4 c;\n"
                                   "void main() { c = vec4(float(bits & 255u), float(bits >> 8 & 255u), "
                                   "float(bits >> 16 & 255u), float(bits >> 24)) / 255.0; }\n";
    char vertex[2048];

    snprintf(vertex, sizeof vertex,
             "#version 410 core\n%s\nflat out uint bits;\n"
             "void mix64(double d) { uvec2 w = unpackDouble2x32(d);\n"
             "bits = (bits ^ w.x) * 2654435761u; bits = (bits ^ w.y) * 2246822519u; bits ^= bits >> 15; }\n"
             "void main() { bits = 0u; %s\n"
             "gl_PointSize = 8.0; gl_Position = vec4(-0.75 + 0.5 * float(gl_VertexID), 0.0, 0.0, 1.0); }\n",
             d->inputs, d->body);
    return native_program(gl, vertex, fragment);
}

static void draw_floats(const struct gl_table *gl)
{
    GLuint program =
        native_program(gl,
                       "#version 410 core\nlayout(location = 15) in vec4 a;\n"
                       "layout(location = 14) in vec2 b;\nflat out vec4 v;\n"
                       "void main() { v = a + b.xyxy; gl_PointSize = 8.0;\n"
                       "gl_Position = vec4(-0.75 + 0.5 * float(gl_VertexID), 0.75, 0.0, 1.0); }\n",
                       "#version 410 core\nflat in vec4 v; out vec4 c; void main() { c = v; }\n");

    gl->UseProgram(program);
    gl->DrawArrays(GL_POINTS, 0, POINTS);
    gl->DeleteProgram(program);
}

static void scene_draw(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLfloat floats[] = {.1f, .2f, .3f, .4f, .5f, .6f, .7f, .8f,
                                     .9f, .1f, .2f, .3f, .4f, .5f, .6f, .7f};
    const struct draw *d = arg;
    GLuint program = draw_program(gl, d), vao, buffers[2];

    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    gl->GenBuffers(2, buffers);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers[1]);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof floats, floats, GL_STATIC_DRAW);
    gl->VertexAttribPointer(15, 4, GL_FLOAT, GL_FALSE, 16, NULL);
    gl->EnableVertexAttribArray(15);
    gl->VertexAttrib2f(14, .125f, .25f);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof data, data, GL_STATIC_DRAW);
    d->arrays(gl, buffers[0]);
    gl->UseProgram(program);
    gl->Viewport(0, 0, NATIVE_SIZE, NATIVE_SIZE);
    gl->ClearColor(0, 0, 0, 0);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    gl->Enable(GL_PROGRAM_POINT_SIZE);
    for (int i = 0; i < 2; i++) {
        gl->UseProgram(program);
        gl->DrawArraysInstancedBaseInstance(GL_POINTS, 0, POINTS, 1, d->base_instance);
        if (d->floats_follow)
            draw_floats(gl);
    }
    gl->Disable(GL_PROGRAM_POINT_SIZE);
    gl->ReadPixels(0, 0, NATIVE_SIZE, NATIVE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE,
                   note_room(t, NATIVE_SIZE * NATIVE_SIZE * 4));
    gl->UseProgram(0);
    gl->DeleteProgram(program);
    gl->DeleteBuffers(2, buffers);
    gl->DeleteVertexArrays(1, &vao);
}

static void arrays_vectors(const struct gl_table *gl, GLuint buffer)
{
    (void)buffer;
    for (GLuint i = 0; i < 4; i++)
        gl->EnableVertexAttribArray(i);
    gl->VertexAttribLPointer(0, 1, GL_DOUBLE, 64, (void *)8);
    gl->VertexAttribLPointer(1, 2, GL_DOUBLE, 64, (void *)16);
    gl->VertexAttribLPointer(2, 3, GL_DOUBLE, 64, (void *)0);
    gl->VertexAttribLPointer(3, 4, GL_DOUBLE, 64, (void *)32);
}

#define MIX2(v) "mix64(" v ".x); mix64(" v ".y); "
#define MIX3(v) MIX2(v) "mix64(" v ".z); "
#define MIX4(v) MIX3(v) "mix64(" v ".w); "

static void compare(struct native_test *t, const struct draw *d, const char *what)
{
    native_compare(t, scene_draw, d, what);
    assert_int_equal(t->gaps.count, 0);
}

static const struct draw vectors = {.inputs =
                                        "layout(location = 0) in double a; layout(location = 1) in dvec2 b;\n"
                                        "layout(location = 2) in dvec3 c; layout(location = 3) in dvec4 d;",
                                    .body = "mix64(a); " MIX2("b") MIX3("c") MIX4("d"),
                                    .arrays = arrays_vectors};

static void test_arrays_of_doubles_reach_the_shader_exactly(void **state)
{
    NATIVE_TEST(t, true);
    compare(t, &vectors, "vectors");
    native_test_finish(t);
}

static void arrays_matrices(const struct gl_table *gl, GLuint buffer)
{
    (void)buffer;
    for (GLuint i = 3; i < 9; i++)
        gl->EnableVertexAttribArray(i);
    for (GLuint i = 0; i < 2; i++) {
        gl->VertexAttribLPointer(3 + i, 3, GL_DOUBLE, 64, (void *)(intptr_t)(i * 24));
        gl->VertexAttribLPointer(5 + i, 2, GL_DOUBLE, 64, (void *)(intptr_t)(i * 16 + 32));
        gl->VertexAttribLPointer(7 + i, 1, GL_DOUBLE, 64, (void *)(intptr_t)(i * 8 + 8));
    }
}

static void test_matrices_and_arrays_of_doubles_take_a_location_for_each_column(void **state)
{
    static const struct draw matrices = {
        .inputs = "layout(location = 3) in dmat2x3 m; layout(location = 5) in dvec2 v[2];\n"
                  "layout(location = 7) in double s[2];",
        .body = MIX3("m[0]") MIX3("m[1]") MIX2("v[gl_VertexID & 1]") MIX2("v[1]") "mix64(s[0]); mix64(s[1]);",
        .arrays = arrays_matrices};
    NATIVE_TEST(t, true);

    compare(t, &matrices, "matrices");
    native_test_finish(t);
}

static void arrays_current(const struct gl_table *gl, GLuint buffer)
{
    (void)buffer;
    gl->VertexAttribL1d(0, data[0][0]);
    gl->VertexAttribL2d(1, data[0][1], data[0][2]);
    gl->VertexAttribL3dv(2, data[2]);
    gl->VertexAttribLPointer(3, 4, GL_DOUBLE, 64, (void *)32);
    gl->EnableVertexAttribArray(3);
}

static void test_current_values_of_doubles_reach_the_shader_exactly(void **state)
{
    struct draw current = vectors;
    NATIVE_TEST(t, true);

    current.arrays = arrays_current;
    compare(t, &current, "current values");
    native_test_finish(t);
}

static void test_lent_locations_are_the_applications_again(void **state)
{
    struct draw d = vectors;
    NATIVE_TEST(t, true);

    d.floats_follow = true;
    compare(t, &d, "arrays");
    d.arrays = arrays_current;
    compare(t, &d, "current values");
    native_test_finish(t);
}

/* All vertices read the first element of a; b and d come by separate formats of one binding. */
static void arrays_bindings(const struct gl_table *gl, GLuint buffer)
{
    for (GLuint i = 0; i < 4; i++)
        gl->EnableVertexAttribArray(i);
    gl->VertexAttribLPointer(2, 3, GL_DOUBLE, 64, (void *)0);
    gl->BindVertexBuffer(0, buffer, 64, 0);
    gl->VertexAttribLFormat(0, 1, GL_DOUBLE, 8);
    gl->VertexAttribBinding(0, 0);
    gl->BindVertexBuffer(1, buffer, 0, 64);
    gl->VertexAttribLFormat(1, 2, GL_DOUBLE, 16);
    gl->VertexAttribBinding(1, 1);
    gl->VertexAttribLFormat(3, 4, GL_DOUBLE, 32);
    gl->VertexAttribBinding(3, 1);
}

static void test_doubles_come_through_bindings(void **state)
{
    struct draw d = vectors;
    NATIVE_TEST(t, true);

    d.arrays = arrays_bindings;
    compare(t, &d, "bindings");
    native_test_finish(t);
}

static void arrays_client(const struct gl_table *gl, GLuint buffer)
{
    const char *from = (const char *)data;

    (void)buffer;
    gl->BindVertexArray(0);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
    for (GLuint i = 0; i < 4; i++)
        gl->EnableVertexAttribArray(i);
    gl->VertexAttribLPointer(0, 1, GL_DOUBLE, 64, from + 8);
    gl->VertexAttribLPointer(1, 2, GL_DOUBLE, 64, from + 16);
    gl->VertexAttribLPointer(2, 3, GL_DOUBLE, 64, from);
    gl->VertexAttribLPointer(3, 4, GL_DOUBLE, 64, from + 32);
}

static void test_doubles_come_from_client_memory(void **state)
{
    struct draw d = vectors;
    NATIVE_TEST(t, false);

    d.arrays = arrays_client;
    native_compare(t, scene_draw, &d, "client memory");
    native_test_finish(t);
}

static void arrays_instanced(const struct gl_table *gl, GLuint buffer)
{
    arrays_vectors(gl, buffer);
    gl->VertexAttribDivisor(3, 1);
    gl->VertexAttribDivisor(1, 2);
}

static void test_instanced_doubles_begin_at_the_base_instance(void **state)
{
    struct draw d = vectors;

    d.arrays = arrays_instanced;
    d.base_instance = 2;
    for (int i = 0; i < 2; i++) {
        GL_TEST(gl);
        struct native_test t;

        native_test_init_weak(&t, gl, true, i ? "-GL_EXT_base_instance" : NULL);
        compare(&t, &d, i ? "shifted" : "base instance");
        native_test_finish(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_doubles_are_told_as_they_were_set),
        cmocka_unit_test(test_arrays_of_doubles_reach_the_shader_exactly),
        cmocka_unit_test(test_matrices_and_arrays_of_doubles_take_a_location_for_each_column),
        cmocka_unit_test(test_current_values_of_doubles_reach_the_shader_exactly),
        cmocka_unit_test(test_lent_locations_are_the_applications_again),
        cmocka_unit_test(test_doubles_come_through_bindings),
        cmocka_unit_test(test_doubles_come_from_client_memory),
        cmocka_unit_test(test_instanced_doubles_begin_at_the_base_instance),
    };
    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
