/* SPDX-License-Identifier: MIT */
/* Tests of GL errors: every multi-draw entry point, each error of OpenGL 4.6 10.4 and 10.5; the whole call is
 * rejected, nothing is drawn, counted as a batch or issued, and the driver raises nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tiers/rig_test.h"

static struct rig *rig;

static const uint16_t data[] = {1, 2, 3, 4};
static const GLsizei counts[] = {2, 1};
static const GLint firsts[] = {0, 5};
static const void *const offsets[] = {(const void *)0, (const void *)4};
static const GLuint commands[] = {2, 1, 0, 0, 0, 1, 1, 2, 0, 0, 2};

static GLuint bind_buffer(GLenum target, size_t size, const void *contents)
{
    GLuint buffer;

    rig->gl->GenBuffers(1, &buffer);
    rig->gl->BindBuffer(target, buffer);
    rig->gl->BufferData(target, (GLsizeiptr)size, contents, GL_STATIC_DRAW);
    return buffer;
}

static int open_rig(bool core)
{
    rig = rig_create();
    if (!rig)
        return 0;
    rig_open(rig, "compute", core);
    bind_buffer(GL_ELEMENT_ARRAY_BUFFER, sizeof data, data);
    bind_buffer(GL_DRAW_INDIRECT_BUFFER, sizeof commands, commands);
    bind_buffer(GL_PARAMETER_BUFFER, sizeof commands, commands);
    rig_clear(rig);
    rig_forget();
    return 0;
}

static int setup(void **state)
{
    (void)state;
    return open_rig(true);
}

static int setup_compat(void **state)
{
    (void)state;
    return open_rig(false);
}

static int teardown(void **state)
{
    (void)state;
    rig_close(rig);
    rig = NULL;
    return 0;
}

#define RIG                                                                                                  \
    (void)state;                                                                                             \
    if (!rig)                                                                                                \
    skip()

/* The call raises `error` and does nothing else. */
#define assert_rejected(error, call)                                                                         \
    do {                                                                                                     \
        uint64_t rejected_ = rig->stats.rejected;                                                            \
        rig->gl->call;                                                                                       \
        assert_int_equal(rig->gl->GetError(), error);                                                        \
        assert_int_equal(rig->stats.rejected, rejected_ + 1);                                                \
        assert_nothing();                                                                                    \
    } while (0)

static void assert_nothing(void)
{
    assert_int_equal(rig_calls.ext + rig_calls.multiindirect + rig_calls.indirect + rig_calls.basevertex, 0);
    assert_int_equal(rig_calls.elements + rig_calls.arrays + rig_calls.dispatch, 0);
    assert_int_equal(rig->stats.batches, 0);
    assert_int_equal(rig->stats.untiered, 0);
    assert_int_equal(rig_driver->GetError(), GL_NO_ERROR);
    rig_assert_image(rig);
}

static void test_elements_unknown_mode_is_invalid_enum(void **state)
{
    RIG;
    assert_rejected(GL_INVALID_ENUM, MultiDrawElements(0x1234, counts, GL_UNSIGNED_SHORT, offsets, 2));
    assert_rejected(GL_INVALID_ENUM, MultiDrawElementsBaseVertex(GL_PATCHES + 1, counts, GL_UNSIGNED_SHORT,
                                                                 offsets, 2, firsts));
    assert_rejected(GL_INVALID_ENUM, MultiDrawElements(GL_QUADS, counts, GL_UNSIGNED_SHORT, offsets, 2));
}

static void test_elements_unknown_type_is_invalid_enum(void **state)
{
    RIG;
    assert_rejected(GL_INVALID_ENUM, MultiDrawElements(GL_POINTS, counts, GL_FLOAT, offsets, 2));
    assert_rejected(GL_INVALID_ENUM,
                    MultiDrawElementsBaseVertex(GL_POINTS, counts, GL_SHORT, offsets, 2, firsts));
}

static void test_elements_negative_drawcount_is_invalid_value(void **state)
{
    RIG;
    assert_rejected(GL_INVALID_VALUE, MultiDrawElements(GL_POINTS, counts, GL_UNSIGNED_SHORT, offsets, -1));
    assert_rejected(GL_INVALID_VALUE,
                    MultiDrawElementsBaseVertex(GL_POINTS, counts, GL_UNSIGNED_SHORT, offsets, -2, firsts));
}

static void test_elements_any_negative_count_rejects_the_whole_call(void **state)
{
    static const GLsizei last[] = {2, -1};

    RIG;
    assert_rejected(GL_INVALID_VALUE, MultiDrawElements(GL_POINTS, last, GL_UNSIGNED_SHORT, offsets, 2));
    assert_rejected(GL_INVALID_VALUE,
                    MultiDrawElementsBaseVertex(GL_POINTS, last, GL_UNSIGNED_SHORT, offsets, 2, firsts));
}

static void test_elements_without_vertex_array_in_core_is_invalid_operation(void **state)
{
    RIG;
    rig->gl->BindVertexArray(0);
    assert_rejected(GL_INVALID_OPERATION,
                    MultiDrawElements(GL_POINTS, counts, GL_UNSIGNED_SHORT, offsets, 2));
    assert_rejected(GL_INVALID_OPERATION, MultiDrawArrays(GL_POINTS, firsts, counts, 2));
}

static void test_elements_from_a_mapped_buffer_is_invalid_operation(void **state)
{
    RIG;
    assert_non_null(rig->gl->MapBufferRange(GL_ELEMENT_ARRAY_BUFFER, 0, 4, GL_MAP_WRITE_BIT));
    assert_rejected(GL_INVALID_OPERATION,
                    MultiDrawElements(GL_POINTS, counts, GL_UNSIGNED_SHORT, offsets, 2));
    assert_rejected(GL_INVALID_OPERATION,
                    MultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, NULL, 1, 0));
}

static void test_elements_with_a_mapped_vertex_buffer_is_invalid_operation_before_any_dispatch(void **state)
{
    RIG;
    bind_buffer(GL_ARRAY_BUFFER, 64, NULL);
    rig->gl->EnableVertexAttribArray(0);
    rig->gl->VertexAttribPointer(0, 1, GL_FLOAT, GL_FALSE, 4, NULL);
    assert_non_null(rig->gl->MapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_WRITE_BIT));
    assert_rejected(GL_INVALID_OPERATION,
                    MultiDrawElements(GL_POINTS, counts, GL_UNSIGNED_SHORT, offsets, 2));
    assert_rejected(GL_INVALID_OPERATION, MultiDrawArrays(GL_POINTS, firsts, counts, 2));
}

static void test_older_error_does_not_hide_a_rejected_call(void **state)
{
    RIG;
    bind_buffer(GL_ARRAY_BUFFER, 64, NULL);
    rig->gl->EnableVertexAttribArray(0);
    rig->gl->VertexAttribPointer(0, 1, GL_FLOAT, GL_FALSE, 4, NULL);
    assert_non_null(rig->gl->MapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_WRITE_BIT));
    rig->gl->BindBuffer(0x1234, 0); /* GL_INVALID_ENUM, unread */
    rig->gl->MultiDrawElements(GL_POINTS, counts, GL_UNSIGNED_SHORT, offsets, 2);
    assert_int_equal(rig->stats.rejected, 1);
    assert_int_equal(rig->stats.batches, 0);
    assert_int_equal(rig->gl->GetError(), GL_INVALID_ENUM);
}

static void test_arrays_errors(void **state)
{
    static const GLsizei negative[] = {2, -1};

    RIG;
    assert_rejected(GL_INVALID_ENUM, MultiDrawArrays(0x1234, firsts, counts, 2));
    assert_rejected(GL_INVALID_VALUE, MultiDrawArrays(GL_POINTS, firsts, counts, -1));
    assert_rejected(GL_INVALID_VALUE, MultiDrawArrays(GL_POINTS, firsts, negative, 2));
    assert_rejected(GL_INVALID_VALUE, MultiDrawArrays(GL_POINTS, negative, counts, 2));
}

static void test_indirect_bad_enums_and_values(void **state)
{
    RIG;
    assert_rejected(GL_INVALID_ENUM, MultiDrawElementsIndirect(0x1234, GL_UNSIGNED_SHORT, NULL, 2, 0));
    assert_rejected(GL_INVALID_ENUM, MultiDrawElementsIndirect(GL_POINTS, GL_FLOAT, NULL, 2, 0));
    assert_rejected(GL_INVALID_ENUM, MultiDrawElementsIndirect(GL_POINTS, 0, NULL, 2, 0));
    assert_rejected(GL_INVALID_ENUM, MultiDrawElementsIndirectCount(GL_POINTS, 0, NULL, 40, 2, 0));
    assert_rejected(GL_INVALID_ENUM, MultiDrawArraysIndirect(0x1234, NULL, 2, 0));
    assert_rejected(GL_INVALID_VALUE, MultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, NULL, -1, 0));
    assert_rejected(GL_INVALID_VALUE, MultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, NULL, 2, 22));
    assert_rejected(GL_INVALID_VALUE, MultiDrawArraysIndirect(GL_POINTS, NULL, 2, -16));
    assert_rejected(GL_INVALID_VALUE, MultiDrawArraysIndirect(GL_POINTS, (const void *)2, 2, 0));
    rig->gl->DrawElementsIndirect(GL_POINTS, 0, NULL);
    assert_int_equal(rig->gl->GetError(), GL_INVALID_ENUM);
    assert_nothing();
}

static void test_indirect_commands_outside_their_buffer_are_invalid_operation(void **state)
{
    RIG;
    /* 44 bytes: two elements commands end at 40. */
    assert_rejected(GL_INVALID_OPERATION,
                    MultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, (const void *)8, 2, 0));
    assert_rejected(GL_INVALID_OPERATION,
                    MultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, NULL, 2, 28));
    assert_rejected(GL_INVALID_OPERATION,
                    MultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, NULL, 0x7fffffff, 0));
    assert_rejected(GL_INVALID_OPERATION, MultiDrawArraysIndirect(GL_POINTS, (const void *)32, 1, 0));
    assert_rejected(GL_INVALID_OPERATION,
                    MultiDrawArraysIndirect(GL_POINTS, (const void *)(uintptr_t)-4, 1, 0));
}

static void test_indirect_without_its_buffers_is_invalid_operation(void **state)
{
    RIG;
    rig->gl->BindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
    assert_rejected(GL_INVALID_OPERATION, MultiDrawArraysIndirect(GL_POINTS, NULL, 1, 0));
    rig->gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    bind_buffer(GL_DRAW_INDIRECT_BUFFER, sizeof commands, commands);
    assert_rejected(GL_INVALID_OPERATION,
                    MultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, NULL, 1, 0));
    assert_non_null(rig->gl->MapBufferRange(GL_DRAW_INDIRECT_BUFFER, 0, 4, GL_MAP_WRITE_BIT));
    assert_rejected(GL_INVALID_OPERATION, MultiDrawArraysIndirect(GL_POINTS, NULL, 1, 0));
}

static void test_count_forms_check_the_parameter_buffer(void **state)
{
    RIG;
    assert_rejected(GL_INVALID_VALUE, MultiDrawArraysIndirectCount(GL_POINTS, NULL, 2, 2, 0));
    assert_rejected(GL_INVALID_VALUE, MultiDrawArraysIndirectCount(GL_POINTS, NULL, 40, -1, 0));
    assert_rejected(GL_INVALID_OPERATION, MultiDrawArraysIndirectCount(GL_POINTS, NULL, 44, 2, 0));
    assert_rejected(GL_INVALID_OPERATION, MultiDrawArraysIndirectCount(GL_POINTS, NULL, -4, 2, 0));
    assert_rejected(GL_INVALID_OPERATION,
                    MultiDrawElementsIndirectCount(GL_POINTS, GL_UNSIGNED_SHORT, NULL, 40, 3, 0));
    rig->gl->BindBuffer(GL_PARAMETER_BUFFER, 0);
    assert_rejected(GL_INVALID_OPERATION,
                    MultiDrawElementsIndirectCount(GL_POINTS, GL_UNSIGNED_SHORT, NULL, 40, 2, 0));
}

static void test_compatibility_has_quads_and_needs_no_vertex_array(void **state)
{
    RIG;
    rig->gl->BindVertexArray(0);
    bind_buffer(GL_ELEMENT_ARRAY_BUFFER, sizeof data, data);
    rig->gl->MultiDrawArrays(GL_POINTS, firsts, counts, 2);
    assert_int_equal(rig->gl->GetError(), GL_NO_ERROR);
    assert_int_equal(rig->stats.untiered, 1);
    assert_int_equal(rig_calls.arrays, 2);
    rig->gl->MultiDrawElements(GL_QUADS, counts, GL_UNSIGNED_SHORT, offsets, 2);
    assert_int_equal(rig->gl->GetError(), GL_NO_ERROR);
    assert_int_equal(rig->stats.rejected, 0);
    assert_int_equal(rig->stats.batches, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_elements_unknown_mode_is_invalid_enum),
        TEST(test_elements_unknown_type_is_invalid_enum),
        TEST(test_elements_negative_drawcount_is_invalid_value),
        TEST(test_elements_any_negative_count_rejects_the_whole_call),
        TEST(test_elements_without_vertex_array_in_core_is_invalid_operation),
        TEST(test_elements_from_a_mapped_buffer_is_invalid_operation),
        TEST(test_elements_with_a_mapped_vertex_buffer_is_invalid_operation_before_any_dispatch),
        TEST(test_older_error_does_not_hide_a_rejected_call),
        TEST(test_arrays_errors),
        TEST(test_indirect_bad_enums_and_values),
        TEST(test_indirect_commands_outside_their_buffer_are_invalid_operation),
        TEST(test_indirect_without_its_buffers_is_invalid_operation),
        TEST(test_count_forms_check_the_parameter_buffer),
        cmocka_unit_test_setup_teardown(test_compatibility_has_quads_and_needs_no_vertex_array, setup_compat,
                                        teardown),
    };

    return cmocka_run_group_tests(tests, rig_group_setup, rig_group_teardown);
}
