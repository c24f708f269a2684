/* SPDX-License-Identifier: MIT */
/* Tests of transform feedback of what ES has no varyings of, against the driver's own desktop GL: 64-bit
 * numbers, matrices of them, arrays of arrays, structures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "emu/native_test.h"

enum { VERTICES = 3, BYTES = 4096 };

struct capture {
    const char *outputs, *body, *fragment; /* fragment NULL: none */
    const char *names[8];
    GLsizei count;
    GLenum mode;
};

static GLuint link_program(const struct gl_table *gl, const struct capture *c)
{
    char vertex[2048];

    snprintf(vertex, sizeof vertex,
             "#version 430 core\n%s\nuniform double seed; void main() { double x = seed * double(gl_VertexID "
             "+ 1);\n"
             "%s gl_Position = vec4(0.0); }\n",
             c->outputs, c->body);
    return NATIVE_LINK(gl, .vertex = vertex, .fragment = c->fragment, .varyings = c->names,
                       .varying_count = c->count, .varying_mode = c->mode);
}

static void note_varyings(struct native_test *t, const struct gl_table *gl, GLuint program, GLsizei count)
{
    for (GLuint i = 0; i < (GLuint)count; i++) {
        char name[64] = "";
        GLsizei size = 0;
        GLenum type = 0;

        gl->GetTransformFeedbackVarying(program, i, sizeof name, NULL, &size, &type, name);
        note(t, name, sizeof name);
        note_int(t, size);
        note_int(t, (GLint)type);
    }
}

static void scene_capture(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct capture *c = arg;
    GLuint program = link_program(gl, c), vao, buffers[8];
    GLuint used = c->mode == GL_SEPARATE_ATTRIBS ? (GLuint)c->count : 1;

    note_varyings(t, gl, program, c->count);
    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    gl->GenBuffers((GLsizei)used, buffers);
    for (GLuint i = 0; i < used; i++) {
        gl->BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffers[i]);
        gl->BufferData(GL_TRANSFORM_FEEDBACK_BUFFER, BYTES, NULL, GL_STATIC_READ);
        gl->ClearBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, NULL);
    }
    gl->UseProgram(program);
    gl->Uniform1d(gl->GetUniformLocation(program, "seed"), 1.0 / 3);
    gl->Enable(GL_RASTERIZER_DISCARD);
    gl->BeginTransformFeedback(GL_POINTS);
    gl->DrawArrays(GL_POINTS, 0, VERTICES);
    gl->EndTransformFeedback();
    gl->Disable(GL_RASTERIZER_DISCARD);
    for (GLuint i = 0; i < used; i++) {
        gl->BindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffers[i]);
        gl->GetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, BYTES, note_room(t, BYTES));
    }
    gl->UseProgram(0);
    gl->DeleteProgram(program);
    gl->DeleteBuffers((GLsizei)used, buffers);
    gl->DeleteVertexArrays(1, &vao);
}

static void compare(void **state, const struct capture *c, const char *what)
{
    NATIVE_TEST(t, true);
    native_compare(t, scene_capture, c, what);
    assert_int_equal(t->gaps.count, 0);
    native_test_finish(t);
}

#define NUMBERS                                                                                              \
    .outputs = "flat out double d; flat out dvec3 v; flat out dmat2x3 m; flat out dvec2 a[3]; out float f;", \
    .body = "d = x; v = dvec3(x + 1.0lf, x * x, -x); m = dmat2x3(x, 2.0lf * x, 3.0lf, 4.0lf, x / 7.0lf, x);" \
            "a[0] = dvec2(x); a[1] = dvec2(1.0lf / x, x - 9.0lf); a[2] = a[1] + v.xy; f = float(x);"

static void test_numbers_are_captured_exactly(void **state)
{
    static const struct capture numbers = {NUMBERS, .names = {"d", "v", "m", "f", "gl_Position"}, .count = 5,
                                           .mode = GL_INTERLEAVED_ATTRIBS};
    static const struct capture arrays = {NUMBERS, .names = {"a", "m", "d"}, .count = 3,
                                          .mode = GL_INTERLEAVED_ATTRIBS};
    static const struct capture elements = {NUMBERS, .names = {"a[2]", "d", "a[0]"}, .count = 3,
                                            .mode = GL_INTERLEAVED_ATTRIBS};

    compare(state, &numbers, "numbers");
    compare(state, &arrays, "arrays");
    compare(state, &elements, "elements");
}

static void test_numbers_are_captured_into_buffers_of_their_own(void **state)
{
    static const struct capture separate = {NUMBERS, .names = {"m", "v", "f"}, .count = 3,
                                            .mode = GL_SEPARATE_ATTRIBS};

    compare(state, &separate, "separate");
}

static void test_what_the_fragment_shader_reads_is_captured_too(void **state)
{
    static const struct capture read = {
        NUMBERS,
        .fragment = "#version 430 core\nflat in dmat2x3 m; flat in dvec2 a[3]; out vec4 c;\n"
                    "void main() { c = vec4(float(m[1].z), float(a[2].x), 0.0, 1.0); }\n",
        .names = {"m", "a", "v"}, .count = 3, .mode = GL_INTERLEAVED_ATTRIBS};

    compare(state, &read, "read");
}

static void test_structures_are_captured_by_their_members(void **state)
{
    static const struct capture structures = {
        .outputs = "struct part { vec2 p; float q[2]; }; out part s[2]; out vec3 w[2][2];",
        .body = "float y = float(x); for (int i = 0; i < 2; i++) { s[i].p = vec2(y, i); s[i].q[0] = -y;\n"
                "s[i].q[1] = y + float(i); w[i][0] = vec3(y, i, 7); w[i][1] = vec3(i, y, 8); }",
        .names = {"s[1].p", "s[0].q", "w[1][0]", "s[0].p"},
        .count = 4,
        .mode = GL_INTERLEAVED_ATTRIBS};

    compare(state, &structures, "structures");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_captured_exactly),
        cmocka_unit_test(test_numbers_are_captured_into_buffers_of_their_own),
        cmocka_unit_test(test_what_the_fragment_shader_reads_is_captured_too),
        cmocka_unit_test(test_structures_are_captured_by_their_members),
    };
    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
