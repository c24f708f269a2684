/* SPDX-License-Identifier: MIT */
/* Tests of vertex attributes of doubles against the driver's own desktop GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_doubles_are_told_as_they_were_set),
    };
    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
