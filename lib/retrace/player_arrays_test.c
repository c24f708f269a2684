/* SPDX-License-Identifier: MIT */
/* Tests of client arrays: how long they live, and draws that reach beyond what was captured. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "player_test.h"

static const uint8_t vertices[64] = {17};
static const uint8_t others[64] = {18};

static void pointer(const void *blob, int size)
{
    add("glVertexPointer(size,type,stride,pointer)", "iiib", 4, GL_FLOAT, 0, blob, size);
}

static void enable(void)
{
    add("glEnableClientState(array)", "i", GL_VERTEX_ARRAY);
}

static void draw(int first, int count)
{
    add("glDrawArrays(mode,first,count)", "iii", GL_TRIANGLES, first, count);
}

static void test_client_array_lives_until_it_is_replaced(void **state)
{
    (void)state;
    add_context();
    enable();
    pointer(vertices, 64);
    draw(0, 4);
    draw(1, 3);
    pointer(others, 32);
    draw(0, 2);
    play();
    assert_called("VertexPointer 4 1406 0 client 17\nDrawArrays 4 0 4\nDrawArrays 4 1 3\n"
                  "VertexPointer 4 1406 0 client 18\nDrawArrays 4 0 2\n");
    assert_no_gaps();
}

static void test_draw_beyond_the_captured_array_is_refused(void **state)
{
    (void)state;
    add_context();
    enable();
    pointer(vertices, 64);
    draw(0, 5);
    draw(1, 4);
    draw(0, 4);
    play();
    assert_gap("glDrawArrays", "client array shorter than the draw reads", 2);
    assert_called("DrawArrays 4 0 4\n");
    assert_not_called("DrawArrays 4 0 5\n");
}

static void test_disabled_array_is_not_judged(void **state)
{
    (void)state;
    add_context();
    pointer(vertices, 64);
    draw(0, 100);
    play();
    assert_no_gaps();
}

static void test_instanced_array_is_judged_by_instances(void **state)
{
    (void)state;
    add_context();
    add("glEnableVertexAttribArray(index)", "i", 3);
    add("glVertexAttribDivisor(index,divisor)", "ii", 3, 1);
    add("glVertexAttribPointer(index,size,type,normalized,stride,pointer)", "iiiiib", 3, 4, GL_FLOAT, 0, 0,
        vertices, 64);
    add("glDrawArraysInstanced(mode,first,count,primcount)", "iiii", GL_TRIANGLES, 0, 100, 4);
    add("glDrawArraysInstanced(mode,first,count,primcount)", "iiii", GL_TRIANGLES, 0, 3, 8);
    play();
    assert_called("DrawArraysInstanced 4 0 100 4\n");
    assert_not_called("DrawArraysInstanced 4 0 3 8\n");
    assert_gap("glDrawArraysInstanced", "client array shorter than the draw reads", 1);
}

/* The capture of a star field by apitrace 11.1: colours as many as vertices, not as instances. */
static void test_instances_beyond_the_captured_array_are_refused_whatever_the_divisor(void **state)
{
    (void)state;
    add_context();
    add("glEnableVertexAttribArray(index)", "i", 3);
    add("glVertexAttribPointer(index,size,type,normalized,stride,pointer)", "iiiiib", 3, 4, GL_UNSIGNED_BYTE,
        1, 0, vertices, 16);
    for (int divisor = 1; divisor <= 3; divisor++) {
        add("glVertexAttribDivisor(index,divisor)", "ii", 3, divisor);
        for (int n = 4; n <= 13; n++)
            add("glDrawArraysInstanced(mode,first,count,primcount)", "iiii", GL_TRIANGLES, 0, 3, n);
    }
    add("glVertexAttribDivisor(index,divisor)", "ii", 3, -1);
    add("glDrawArraysInstanced(mode,first,count,primcount)", "iiii", GL_TRIANGLES, 0, 3, 1000000);
    play();
    /* Of four elements: 4, 8 and 12 instances are the most. */
    assert_gap("glDrawArraysInstanced", "client array shorter than the draw reads", 9 + 5 + 1);
    assert_called("DrawArraysInstanced 4 0 3 1000000\n");
}

static void test_vertices_before_the_captured_array_are_refused(void **state)
{
    static const uint16_t indices[] = {1, 2, 3};

    (void)state;
    add_context();
    enable();
    pointer(vertices, 64);
    for (int base = -2; base <= 0; base++)
        add("glDrawRangeElementsBaseVertex(mode,start,end,count,type,indices,basevertex)", "iiiiibi",
            GL_TRIANGLES, 1, 3, 3, GL_UNSIGNED_SHORT, indices, 6, base);
    play();
    assert_gap("glDrawRangeElementsBaseVertex", "vertices before the start of a client array", 1);
    assert_called(
        "DrawRangeElementsBaseVertex 4 1 3 3 1403 -1\nDrawRangeElementsBaseVertex 4 1 3 3 1403 0\n");
    assert_not_called("DrawRangeElementsBaseVertex 4 1 3 3 1403 -2\n");
}

static void test_indices_beyond_the_captured_array_are_refused(void **state)
{
    static const uint16_t near[] = {0, 3, 1}, far[] = {0, 9, 1};

    (void)state;
    add_context();
    enable();
    pointer(vertices, 64);
    add("glDrawElements(mode,count,type,indices)", "iiib", GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, near, 6);
    add("glDrawElements(mode,count,type,indices)", "iiib", GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, far, 6);
    play();
    assert_called("DrawElements 4 3 1403 client 0\n");
    assert_gap("glDrawElements", "client array shorter than the draw reads", 1);
}

static void test_indices_in_a_buffer_are_judged_as_well(void **state)
{
    static const uint16_t far[] = {0, 9, 1};

    (void)state;
    memcpy(fake.memory + 6, far, sizeof far);
    add_context();
    add("glGenBuffers(n,buffers)", "i>1I", 1, 1, 1);
    add("glBindBuffer(target,buffer)", "ii", GL_ELEMENT_ARRAY_BUFFER, 1);
    enable();
    pointer(vertices, 64);
    add("glDrawElements(mode,count,type,indices)", "iiin", GL_TRIANGLES, 3, GL_UNSIGNED_SHORT);
    add("glDrawElements(mode,count,type,indices)", "iiip", GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, ADDRESS(6));
    play();
    assert_called("DrawElements 4 3 1403 offset 0\n");
    assert_not_called("DrawElements 4 3 1403 offset 6\n");
}

static void test_range_and_base_vertex_are_judged_by_the_indices_not_by_the_hint(void **state)
{
    static const uint16_t indices[] = {0, 1, 2};

    (void)state;
    add_context();
    enable();
    pointer(vertices, 64);
    for (int base = 1; base <= 2; base++)
        add("glDrawRangeElementsBaseVertex(mode,start,end,count,type,indices,basevertex)", "iiiiibi",
            GL_TRIANGLES, 0, 1, 3, GL_UNSIGNED_SHORT, indices, 6, base);
    play();
    assert_called("DrawRangeElementsBaseVertex 4 0 1 3 1403 1\n");
    assert_gap("glDrawRangeElementsBaseVertex", "client array shorter than the draw reads", 1);
}

static void test_index_blob_shorter_than_its_count_is_refused(void **state)
{
    static const uint16_t indices[] = {0, 1};

    (void)state;
    add_context();
    add("glDrawElements(mode,count,type,indices)", "iiib", GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, indices, 4);
    play();
    assert_gap("glDrawElements", "client memory shorter than the call reads", 1);
    assert_not_called("DrawElements");
}

static void test_address_without_a_buffer_is_never_followed(void **state)
{
    (void)state;
    add_context();
    add("glVertexPointer(size,type,stride,pointer)", "iiip", 4, GL_FLOAT, 0, ADDRESS(0x7f0012345678));
    add("glDrawElements(mode,count,type,indices)", "iiip", GL_TRIANGLES, 3, GL_UNSIGNED_SHORT,
        ADDRESS(0x7f0012345678));
    add("glDrawElements(mode,count,type,indices)", "iiin", GL_TRIANGLES, 3, GL_UNSIGNED_SHORT);
    play();
    assert_gap("glVertexPointer", "client memory was not captured", 1);
    assert_gap("glDrawElements", "client memory was not captured", 1);
    assert_gap("glDrawElements", "no indices", 1);
    assert_not_called("VertexPointer");
    assert_not_called("DrawElements");
}

static void test_address_with_a_buffer_is_an_offset(void **state)
{
    (void)state;
    add_context();
    add("glGenBuffers(n,buffers)", "i>1I", 1, 1, 1);
    add("glBindBuffer(target,buffer)", "ii", GL_ARRAY_BUFFER, 1);
    add("glVertexPointer(size,type,stride,pointer)", "iiip", 4, GL_FLOAT, 0, ADDRESS(12));
    add("glVertexPointer(size,type,stride,pointer)", "iiin", 4, GL_FLOAT, 0);
    play();
    assert_called("VertexPointer 4 1406 0 offset 12\nVertexPointer 4 1406 0 offset 0\n");
}

static void test_buffer_unbound_by_its_deletion_is_no_buffer(void **state)
{
    (void)state;
    add_context();
    add("glGenBuffers(n,buffers)", "i>1I", 1, 1, 1);
    add("glBindBuffer(target,buffer)", "ii", GL_ELEMENT_ARRAY_BUFFER, 1);
    add("glDeleteBuffers(n,buffers)", "iI", 1, 1, 1);
    add("glDrawElements(mode,count,type,indices)", "iiip", GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, ADDRESS(6));
    play();
    assert_gap("glDrawElements", "client memory was not captured", 1);
}

static void test_index_buffer_belongs_to_the_vertex_array(void **state)
{
    (void)state;
    add_context();
    add("glGenBuffers(n,buffers)", "i>1I", 1, 1, 1);
    add("glGenVertexArrays(n,arrays)", "i>1I", 1, 1, 1);
    add("glBindVertexArray(array)", "i", 1);
    add("glBindBuffer(target,buffer)", "ii", GL_ELEMENT_ARRAY_BUFFER, 1);
    add("glBindVertexArray(array)", "i", 0);
    add("glDrawElements(mode,count,type,indices)", "iiip", GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, ADDRESS(6));
    add("glBindVertexArray(array)", "i", 1);
    add("glDrawElements(mode,count,type,indices)", "iiip", GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, ADDRESS(6));
    play();
    assert_gap("glDrawElements", "client memory was not captured", 1);
    assert_called("BindVertexArray 102\nDrawElements 4 3 1403 offset 6\n");
}

static void test_batch_with_offsets(void **state)
{
    (void)state;
    add_context();
    add("glGenBuffers(n,buffers)", "i>1I", 1, 1, 1);
    add("glBindBuffer(target,buffer)", "ii", GL_ELEMENT_ARRAY_BUFFER, 1);
    add("glMultiDrawElements(mode,count,type,indices,drawcount)", "iIiPi", GL_TRIANGLES, 2, 3, 6,
        GL_UNSIGNED_SHORT, 2, ADDRESS(0), ADDRESS(6), 2);
    play();
    assert_called("MultiDrawElements 4 1403 2\n  3 offset 0\n  6 offset 6\n");
}

static void test_batch_with_blobs(void **state)
{
    static const uint8_t a[] = {40, 1, 2}, b[] = {41, 1, 2};

    (void)state;
    add_context();
    add("glMultiDrawElementsEXT(mode,count,type,indices,primcount)", "iIiBi", GL_TRIANGLES, 2, 3, 3,
        GL_UNSIGNED_BYTE, 2, a, 3, b, 3, 2);
    play();
    assert_called("MultiDrawElements 4 1401 2\n  3 client 40\n  3 client 41\n");
}

static void test_batch_of_no_draws_with_null_arrays(void **state)
{
    (void)state;
    add_context();
    add("glMultiDrawElements(mode,count,type,indices,drawcount)", "inini", GL_TRIANGLES, GL_UNSIGNED_SHORT,
        0);
    add("glMultiDrawElements(mode,count,type,indices,drawcount)", "inini", GL_TRIANGLES, GL_UNSIGNED_SHORT,
        1);
    play();
    assert_called("MultiDrawElements 4 1403 0\n");
    assert_gap("glMultiDrawElements", "no array where the call reads one", 1);
}

static void test_indirect_commands_in_memory_not_captured_are_refused(void **state)
{
    static const uint8_t commands[40];

    (void)state;
    add_context();
    add("glMultiDrawElementsIndirect(mode,type,indirect,drawcount,stride)", "iipii", GL_TRIANGLES,
        GL_UNSIGNED_SHORT, ADDRESS(0x7f0012345678), 2, 0);
    add("glMultiDrawElementsIndirect(mode,type,indirect,drawcount,stride)", "iibii", GL_TRIANGLES,
        GL_UNSIGNED_SHORT, commands, 40, 3, 0);
    add("glMultiDrawElementsIndirect(mode,type,indirect,drawcount,stride)", "iibii", GL_TRIANGLES,
        GL_UNSIGNED_SHORT, commands, 40, 2, 0);
    play();
    assert_gap("glMultiDrawElementsIndirect", "draw commands in client memory were not captured", 1);
    assert_gap("glMultiDrawElementsIndirect", "client memory shorter than the call reads", 1);
    assert_called("MultiDrawElementsIndirect 4 1403 2 0\n");
    assert_not_called("MultiDrawElementsIndirect 4 1403 3 0\n");
}

static void test_array_element_without_a_captured_array_is_refused(void **state)
{
    (void)state;
    add_context();
    enable();
    add("glBegin(mode)", "i", GL_TRIANGLES);
    add("glArrayElement(i)", "i", 0);
    add("glEnd()", "");
    play();
    assert_gap("glArrayElement", "client memory was not captured", 1);
    assert_not_called("ArrayElement");
}

/* The memory is freed too early if the sanitizer says so. */
static void test_popped_pointer_has_its_bytes_and_its_length(void **state)
{
    static const uint8_t many[4096] = {19};

    (void)state;
    add_context();
    enable();
    pointer(vertices, 64);
    add("glPushClientAttrib(mask)", "i", GL_CLIENT_VERTEX_ARRAY_BIT);
    pointer(others, 32);
    pointer(many, 4096);
    draw(0, 256);
    add("glPopClientAttrib()", "");
    draw(0, 4);
    draw(0, 5);
    pointer(others, 32);
    draw(0, 2);
    play();
    assert_called("DrawArrays 4 0 256\nPopClientAttrib 17\nDrawArrays 4 0 4\nVertexPointer 4 1406 0 client "
                  "18\nDrawArrays 4 0 2\n");
    assert_gap("glDrawArrays", "client array shorter than the draw reads", 1);
}

/* The binding of the vertex array object is among what is pushed, and with it whose index buffer is judged
 * by. */
static void test_pop_brings_the_vertex_array_object_back(void **state)
{
    (void)state;
    add_context();
    add("glGenVertexArrays(n,arrays)", "i>1I", 2, 2, 1, 2);
    add("glBindVertexArray(array)", "i", 1);
    add("glGenBuffers(n,buffers)", "i>1I", 1, 1, 1);
    add("glBindBuffer(target,buffer)", "ii", GL_ELEMENT_ARRAY_BUFFER, 1);
    add("glPushClientAttrib(mask)", "i", GL_CLIENT_VERTEX_ARRAY_BIT);
    add("glBindVertexArray(array)", "i", 2);
    add("glPopClientAttrib()", "");
    add("glDrawElements(mode,count,type,indices)", "iiip", 4, 1, GL_UNSIGNED_BYTE, ADDRESS(8));
    add("glBindVertexArray(array)", "i", 2);
    add("glDrawElements(mode,count,type,indices)", "iiib", 4, 1, GL_UNSIGNED_BYTE, vertices, 1);
    play();
    assert_called("DrawElements 4 1 1401 offset 8\n");
    assert_no_gaps();
}

/* A lock makes the tracer capture more than draws read; it must not be taken for what a later draw reads. */
static void test_lock_that_ended_is_not_what_a_draw_reads(void **state)
{
    (void)state;
    add_context();
    enable();
    pointer(vertices, 64);
    add("glLockArraysEXT(first,count)", "ii", 0, 1000);
    add("glUnlockArraysEXT()", "");
    draw(0, 3);
    play();
    assert_called("DrawArrays 4 0 3\n");
}

/* A tracer writes every generic array in client memory as glVertexAttribPointer. */
static void test_integer_array_is_set_as_the_program_declares_it(void **state)
{
    (void)state;
    fake.integer_attribute = true;
    add_context();
    add("glCreateProgram()", "=i", 5);
    add("glLinkProgram(program)", "i", 5);
    add("glVertexAttribPointer(index,size,type,normalized,stride,pointer)", "iiiiib", 0, 2, GL_INT, 0, 0,
        vertices, 64);
    add("glUseProgram(program)", "i", 5);
    add("glVertexAttribPointer(index,size,type,normalized,stride,pointer)", "iiiiib", 0, 2, GL_INT, 0, 0,
        vertices, 64);
    add("glVertexAttribPointer(index,size,type,normalized,stride,pointer)", "iiiiib", 1, 2, GL_INT, 0, 0,
        vertices, 64);
    add("glVertexAttribPointer(index,size,type,normalized,stride,pointer)", "iiiiib", 0, 2, GL_FLOAT, 0, 0,
        vertices, 64);
    play();
    assert_called(
        "VertexAttribPointer 0 2 1404 0 client\nUseProgram 101\nVertexAttribIPointer 0 2 1404 0 client\n"
        "VertexAttribPointer 1 2 1404 0 client\nVertexAttribPointer 0 2 1406 0 client\n");
    assert_no_gaps();
}

static void test_indirect_draw_from_an_index_buffer_without_storage_is_refused(void **state)
{
    (void)state;
    fake.no_storage = true;
    add_context();
    add("glGenBuffers(n,buffers)", "i>1I", 2, 2, 1, 2);
    add("glBindBuffer(target,buffer)", "ii", GL_DRAW_INDIRECT_BUFFER, 1);
    add("glBindBuffer(target,buffer)", "ii", GL_ELEMENT_ARRAY_BUFFER, 2);
    add("glMultiDrawElementsIndirect(mode,type,indirect,drawcount,stride)", "iinii", 4, GL_UNSIGNED_SHORT, 1,
        0);
    play();
    assert_gap("glMultiDrawElementsIndirect", "indirect draw from an index buffer without storage", 1);
    assert_not_called("MultiDrawElementsIndirect");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLAYER_TEST(test_indirect_draw_from_an_index_buffer_without_storage_is_refused),
        PLAYER_TEST(test_integer_array_is_set_as_the_program_declares_it),
        PLAYER_TEST(test_lock_that_ended_is_not_what_a_draw_reads),
        PLAYER_TEST(test_pop_brings_the_vertex_array_object_back),
        PLAYER_TEST(test_client_array_lives_until_it_is_replaced),
        PLAYER_TEST(test_draw_beyond_the_captured_array_is_refused),
        PLAYER_TEST(test_disabled_array_is_not_judged),
        PLAYER_TEST(test_instanced_array_is_judged_by_instances),
        PLAYER_TEST(test_instances_beyond_the_captured_array_are_refused_whatever_the_divisor),
        PLAYER_TEST(test_vertices_before_the_captured_array_are_refused),
        PLAYER_TEST(test_indices_beyond_the_captured_array_are_refused),
        PLAYER_TEST(test_indices_in_a_buffer_are_judged_as_well),
        PLAYER_TEST(test_range_and_base_vertex_are_judged_by_the_indices_not_by_the_hint),
        PLAYER_TEST(test_index_blob_shorter_than_its_count_is_refused),
        PLAYER_TEST(test_address_without_a_buffer_is_never_followed),
        PLAYER_TEST(test_address_with_a_buffer_is_an_offset),
        PLAYER_TEST(test_buffer_unbound_by_its_deletion_is_no_buffer),
        PLAYER_TEST(test_index_buffer_belongs_to_the_vertex_array),
        PLAYER_TEST(test_batch_with_offsets),
        PLAYER_TEST(test_batch_with_blobs),
        PLAYER_TEST(test_batch_of_no_draws_with_null_arrays),
        PLAYER_TEST(test_indirect_commands_in_memory_not_captured_are_refused),
        PLAYER_TEST(test_array_element_without_a_captured_array_is_refused),
        PLAYER_TEST(test_popped_pointer_has_its_bytes_and_its_length),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
