/* SPDX-License-Identifier: MIT */
/* Vertex arrays and indices that are not there, or not where they are said to be: what is read all the same,
 * and what is refused by name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/arrays_test.h"

static void test_indices_are_read_only_where_an_array_needs_them(void **state)
{
    uint8_t *corners = guard_alloc(24), *colours = guard_alloc(12);
    const struct emu_buffer *buffer;
    GLuint elements;

    NATIVE_TEST(t, false);
    triangle(corners, 8, 0);
    arrays_emulated(t, NULL, colours, &elements);
    buffer = t->emu->vao.current->element_buffer;
    t->table->DrawElementsInstanced(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL, 3);
    assert_false(buffer->keep_shadow);
    assert_null(buffer->scans);
    arrays_pointer(t->table, 0, 2, GL_FLOAT, 8, corners);
    t->table->DrawElementsInstanced(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL, 3);
    assert_true(buffer->keep_shadow);
    assert_int_equal(t->gaps.count, 0);
    native_test_finish(t);
}

static void test_vertices_before_the_array_are_refused_by_name(void **state)
{
    uint8_t *corners = guard_alloc(24);
    GLuint elements;

    NATIVE_TEST(t, false);
    triangle(corners, 8, 0);
    arrays_emulated(t, corners, NULL, &elements);
    t->table->DrawElementsBaseVertex(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL, -1);
    assert_int_equal(t->gaps.count, 1);
    assert_string_equal(t->gaps.items[0].reason, "vertices before the start of a vertex array");
    assert_true(t->gaps.items[0].affects_draw);
    native_test_finish(t);
}

static void test_array_without_memory_is_refused_only_where_it_is_read(void **state)
{
    uint8_t *corners = guard_alloc(24);
    GLuint elements;

    NATIVE_TEST(t, false);
    triangle(corners, 8, 0);
    arrays_emulated(t, corners, NULL, &elements);
    arrays_pointer(t->table, 5, 4, GL_FLOAT, 16, NULL); /* no such input in the shader */
    t->table->DrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL);
    assert_int_equal(t->gaps.count, 0);
    arrays_pointer(t->table, 1, 4, GL_UNSIGNED_BYTE, 4, NULL);
    t->table->DrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL);
    assert_int_equal(t->gaps.count, 1);
    assert_string_equal(t->gaps.items[0].reason, "an enabled vertex array has no memory");
    native_test_finish(t);
}

static void test_indices_that_are_not_there_are_refused_by_name(void **state)
{
    uint8_t *corners = guard_alloc(24);
    GLuint elements;

    NATIVE_TEST(t, false);
    triangle(corners, 8, 0);
    arrays_emulated(t, corners, NULL, &elements);
    t->table->DrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL); /* bytes 0 to 6 of 6 */
    assert_int_equal(t->gaps.count, 0);
    t->table->DrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (const void *)2);
    assert_int_equal(t->gaps.count, 1);
    assert_string_equal(t->gaps.items[0].reason, "a range lies outside the index buffer");
    t->table->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    t->table->DrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL);
    assert_int_equal(t->gaps.count, 2);
    assert_string_equal(t->gaps.items[1].reason, "the indices cannot be read");
    native_test_finish(t);
}

static void test_draw_of_restarts_alone_touches_no_array(void **state)
{
    static const uint8_t indices[] = {255, 255, 255, 255};
    uint8_t *end_of_page = guard_alloc(8) + 8; /* not one byte of it may be read */
    GLuint elements;

    NATIVE_TEST(t, false);
    arrays_emulated(t, end_of_page, NULL, &elements);
    t->table->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    t->table->Enable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    t->table->DrawElements(GL_TRIANGLES, 4, GL_UNSIGNED_BYTE, indices);
    t->table->DrawElementsInstanced(GL_TRIANGLES, 4, GL_UNSIGNED_BYTE, indices, 0);
    t->table->DrawArrays(GL_TRIANGLES, 0, 0);
    t->table->DrawElements(GL_TRIANGLES, 0, GL_UNSIGNED_SHORT, end_of_page);
    t->table->DrawElementsInstanced(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, end_of_page, 0);
    t->table->Disable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    assert_int_equal(t->gaps.count, 0);
    assert_int_equal(t->table->GetError(), GL_NO_ERROR);
    native_test_finish(t);
}

/* GL leaves both undefined. */
static void test_unaligned_and_far_offsets_into_an_index_buffer_do_no_harm(void **state)
{
    uint8_t *corners = guard_alloc(24);
    GLuint elements, vertices;

    NATIVE_TEST(t, false);
    triangle(corners, 8, 0);
    arrays_emulated(t, NULL, NULL, &elements);
    t->table->GenBuffers(1, &vertices);
    t->table->BindBuffer(GL_ARRAY_BUFFER, vertices);
    t->table->BufferData(GL_ARRAY_BUFFER, 24, corners, GL_STATIC_DRAW);
    arrays_pointer(t->table, 0, 2, GL_FLOAT, 8, NULL);
    for (uintptr_t offset = 0; offset < 12; offset++)
        for (GLsizei count = 3; count < 100; count *= 2)
            t->table->DrawElements(GL_TRIANGLES, count, GL_UNSIGNED_SHORT, (const void *)offset);
    t->table->DrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, (const void *)(uintptr_t)1000001);
    t->table->Finish();
    assert_int_equal(t->table->GetError(), GL_NO_ERROR);
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_indices_are_read_only_where_an_array_needs_them),
        cmocka_unit_test(test_vertices_before_the_array_are_refused_by_name),
        cmocka_unit_test(test_array_without_memory_is_refused_only_where_it_is_read),
        cmocka_unit_test(test_indices_that_are_not_there_are_refused_by_name),
        cmocka_unit_test(test_draw_of_restarts_alone_touches_no_array),
        cmocka_unit_test(test_unaligned_and_far_offsets_into_an_index_buffer_do_no_harm),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
