/* SPDX-License-Identifier: MIT */
/* Vertex arrays of formats that ES lacks, against the driver's own desktop GL: by vertex, by instance,
 * standing still, and by commands that the emulation reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/arrays_test.h"

static void scene_converted(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const bool *still = arg;
    double corners[9][2], shift[12][2];
    GLuint buffers[2];

    for (int k = 0; k < 3; k++) {
        float f[3][2];
        triangle((uint8_t *)f, 8, 3 + k);
        for (int i = 0; i < 3; i++)
            corners[3 * k + i][0] = f[i][0], corners[3 * k + i][1] = f[i][1];
    }
    for (int i = 0; i < 12; i++) {
        int row = i / 4;

        shift[i][0] = i % 4 * 0.25, shift[i][1] = row * 0.25;
    }
    arrays_begin(gl);
    gl->GenBuffers(2, buffers);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    arrays_pointer(gl, 0, 2, GL_DOUBLE, 16, NULL);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers[1]);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof shift, shift, GL_STATIC_DRAW);
    arrays_pointer(gl, 2, 2, GL_DOUBLE, 16, NULL);
    gl->VertexAttribDivisor(2, 2);
    if (*still)
        gl->BindVertexBuffer(2, buffers[1], 5 * 16, 0); /* element 5 for everybody */
    gl->DrawArraysInstancedBaseInstance(GL_TRIANGLES, 3, 6, 7, 3);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->VertexAttribDivisor(2, 0);
    arrays_end(t, gl);
    gl->DeleteBuffers(2, buffers);
}

static void test_doubles_are_read_by_vertex_by_instance_and_standing_still(void **state)
{
    const bool yes = true, no = false;

    NATIVE_TEST(t, false);
    native_compare(t, scene_converted, &no, "doubles");
    native_compare(t, scene_converted, &yes, "doubles with stride 0");
    native_test_finish(t);
}

static void test_converted_array_is_not_read_beyond_its_buffer(void **state)
{
    static const double corners[3][2];
    GLuint elements, buffer;

    NATIVE_TEST(t, false);
    arrays_emulated(t, NULL, NULL, &elements);
    t->table->GenBuffers(1, &buffer);
    t->table->BindBuffer(GL_ARRAY_BUFFER, buffer);
    t->table->BufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    arrays_pointer(t->table, 0, 2, GL_DOUBLE, 16, NULL);
    t->table->DrawArrays(GL_TRIANGLES, 2, 3);
    t->table->DrawArrays(GL_TRIANGLES, 3000000, 3);
    t->table->Finish();
    assert_int_equal(t->table->GetError(), GL_NO_ERROR);
    assert_int_equal(t->gaps.count, 0);
    native_test_finish(t);
}

/* As in arrays_test.c. */
static void test_weaker_drivers_convert_the_same_elements(void **state)
{
    const bool yes = true, no = false;

    NATIVE_TEST(t, false);
    t->es->caps.has_base_instance = false;
    native_compare(t, scene_converted, &no, "doubles without base instance");
    native_compare(t, scene_converted, &yes, "doubles with stride 0 without base instance");
    t->es->caps.es = 30;
    native_compare(t, scene_converted, &yes, "doubles with stride 0 on ES 3.0");
    assert_int_equal(t->gaps.count, 0);
    native_test_finish(t);
}

/* Commands that the emulation reads, because of the doubles: each with a base vertex, instances and a base
 * instance of its own. */
static void scene_commands(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLuint commands[3][5] = {{3, 2, 0, 0, 0}, {3, 1, 3, 3, 4}, {6, 3, 0, 0, 6}};
    static const uint8_t indices[] = {0, 1, 2, 0, 1, 2};
    double corners[6][2], shift[12][2];
    GLuint buffers[4];

    (void)arg;
    for (int k = 0; k < 2; k++) {
        float f[3][2];
        triangle((uint8_t *)f, 8, 3 * k);
        for (int i = 0; i < 3; i++)
            corners[3 * k + i][0] = f[i][0], corners[3 * k + i][1] = f[i][1];
    }
    for (int i = 0; i < 12; i++) {
        int row = i / 4;

        shift[i][0] = i % 4 * 0.25, shift[i][1] = row * 0.5;
    }
    arrays_begin(gl);
    gl->GenBuffers(4, buffers);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    arrays_pointer(gl, 0, 2, GL_DOUBLE, 16, NULL);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers[1]);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof shift, shift, GL_STATIC_DRAW);
    arrays_pointer(gl, 2, 2, GL_DOUBLE, 16, NULL);
    gl->VertexAttribDivisor(2, 1);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[2]);
    gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    gl->BindBuffer(GL_DRAW_INDIRECT_BUFFER, buffers[3]);
    gl->BufferData(GL_DRAW_INDIRECT_BUFFER, sizeof commands, commands, GL_STATIC_DRAW);
    for (uintptr_t i = 0; i < 3; i++)
        gl->DrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_BYTE, (const void *)(i * sizeof commands[0]));
    gl->VertexAttribDivisor(2, 0);
    gl->BindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
    arrays_end(t, gl);
    gl->DeleteBuffers(4, buffers);
}

static void test_indirect_commands_have_state_of_their_own(void **state)
{
    NATIVE_TEST(t, false);
    native_compare(t, scene_commands, NULL, "commands");
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_doubles_are_read_by_vertex_by_instance_and_standing_still),
        cmocka_unit_test(test_converted_array_is_not_read_beyond_its_buffer),
        cmocka_unit_test(test_weaker_drivers_convert_the_same_elements),
        cmocka_unit_test(test_indirect_commands_have_state_of_their_own),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
