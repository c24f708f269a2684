/* SPDX-License-Identifier: MIT */
/* Vertex arrays in client memory whose neighbours may not be read, against the driver's own desktop GL: the
 * same pixels, and no access outside of what the draw reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/arrays_test.h"

/* --- by vertex --- */

enum { STRIDE = 12, FIRST = 100000, TRIANGLES = 5 };

static void scene_first(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    uint8_t *at = guard_alloc(3 * TRIANGLES * STRIDE - 4); /* the last element has no padding */

    (void)arg;
    for (int k = 0; k < TRIANGLES; k++)
        triangle(at + 3 * k * STRIDE, STRIDE, k);
    arrays_begin(gl);
    arrays_pointer(gl, 0, 2, GL_FLOAT, STRIDE, shifted(at, FIRST, STRIDE));
    gl->DrawArrays(GL_TRIANGLES, FIRST, 3 * TRIANGLES);
    gl->DrawArrays(GL_TRIANGLES, FIRST + 3, 3);
    arrays_end(t, gl);
}

static void test_array_draw_reads_from_its_first_vertex_on(void **state)
{
    NATIVE_TEST(t, false);
    native_compare(t, scene_first, NULL, "first vertex");
    native_test_finish(t);
}

struct elements {
    GLenum type;
    size_t size, skew; /* of an index; bytes that the index pointer is off */
    GLint base;
    bool restart, buffer;
};

static void scene_elements(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct elements *e = arg;
    uint8_t *at = guard_alloc(3 * TRIANGLES * STRIDE - 4), *indices;
    uint32_t ones = e->size == 4 ? UINT32_MAX : (1u << 8 * e->size) - 1;
    GLsizei n = 3 * TRIANGLES + 2;
    GLuint buffer = 0;

    for (int k = 0; k < TRIANGLES; k++)
        triangle(at + 3 * k * STRIDE, STRIDE, k);
    indices = guard_alloc((size_t)n * e->size + e->skew);
    for (uint32_t i = 0; i < (uint32_t)n; i++) {
        uint32_t v = i < 6 ? 10 + i : i == 6 || i == 7 ? (e->restart ? ones : 12) : 10 + i - 2;
        memcpy(indices + i * e->size, &v, e->size);
    }
    arrays_begin(gl);
    if (e->restart)
        gl->Enable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    if (e->buffer) {
        gl->GenBuffers(1, &buffer);
        gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
        gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)((size_t)n * e->size), indices, GL_STATIC_DRAW);
        indices = NULL;
    }
    arrays_pointer(gl, 0, 2, GL_FLOAT, STRIDE, shifted(at, 10 + e->base, STRIDE));
    for (int twice = 0; twice < 2; twice++)
        gl->DrawElementsBaseVertex(GL_TRIANGLES, e->restart ? n : 6, e->type, indices, e->base);
    gl->Disable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    arrays_end(t, gl);
    gl->DeleteBuffers(1, &buffer);
}

static void test_indexed_draw_reads_from_the_lowest_to_the_highest_vertex(void **state)
{
    static const struct elements all[] = {
        {GL_UNSIGNED_BYTE, 1, 0, 0, true, false},   {GL_UNSIGNED_SHORT, 2, 0, 0, true, false},
        {GL_UNSIGNED_INT, 4, 0, 0, true, false},    {GL_UNSIGNED_SHORT, 2, 0, 1000, true, false},
        {GL_UNSIGNED_INT, 4, 0, 1000, true, true},  {GL_UNSIGNED_BYTE, 1, 0, -10, true, true},
        {GL_UNSIGNED_SHORT, 2, 0, -10, true, true},
    };
    NATIVE_TEST(t, false);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        native_compare(t, scene_elements, &all[i], "elements");
    native_test_finish(t);
}

static void test_client_indices_at_any_address_are_legal(void **state)
{
    static const struct elements all[] = {{GL_UNSIGNED_SHORT, 2, 1, 0, true, false},
                                          {GL_UNSIGNED_INT, 4, 1, 7, true, false},
                                          {GL_UNSIGNED_INT, 4, 2, 0, true, false},
                                          {GL_UNSIGNED_INT, 4, 3, 7, true, false}};
    NATIVE_TEST(t, false);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        native_compare(t, scene_elements, &all[i], "unaligned client indices");
    native_test_finish(t);
}

/* Enough indices to be worth remembering: what was found in them must not outlive them. */
static void scene_changed_indices(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    enum { N = 60 };
    uint8_t *at = guard_alloc(6 * STRIDE);
    uint16_t indices[N];
    GLuint buffer;

    (void)arg;
    triangle(at, STRIDE, 0);
    triangle(at + 3 * STRIDE, STRIDE, 5);
    arrays_begin(gl);
    gl->GenBuffers(1, &buffer);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    arrays_pointer(gl, 0, 2, GL_FLOAT, STRIDE, at);
    for (uint16_t pass = 0; pass < 2; pass++) {
        for (int i = 0; i < N; i++)
            indices[i] = (uint16_t)(3 * pass + i % 3);
        if (pass)
            gl->BufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, sizeof indices, indices);
        else
            gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_DYNAMIC_DRAW);
        gl->DrawElements(GL_TRIANGLES, N, GL_UNSIGNED_SHORT, NULL);
        gl->DrawElements(GL_TRIANGLES, N, GL_UNSIGNED_SHORT, NULL);
    }
    arrays_end(t, gl);
    gl->DeleteBuffers(1, &buffer);
}

static void test_scans_are_forgotten_when_the_index_buffer_changes(void **state)
{
    NATIVE_TEST(t, false);
    native_compare(t, scene_changed_indices, NULL, "changed indices");
    native_test_finish(t);
}

/* --- by instance --- */

struct instances {
    GLuint divisor, base;
    GLsizei n;
};

static void scene_instances(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct instances *s = arg;
    GLuint elements = ((GLuint)s->n - 1) / s->divisor + 1;
    uint8_t *corners = guard_alloc(24), *colours = guard_alloc(4 * elements),
            *offsets = guard_alloc(8 * (size_t)s->n);

    triangle(corners, 8, 0);
    for (GLuint i = 0; i < elements; i++)
        colour(colours + 4 * i, (int)i);
    for (GLsizei i = 0; i < s->n; i++)
        memcpy(offsets + 8 * i, (float[2]){(float)(i % 8) / 4, (float)(i / 8 % 8) / 4}, 8);
    arrays_begin(gl);
    arrays_pointer(gl, 0, 2, GL_FLOAT, 8, corners);
    arrays_pointer(gl, 1, 4, GL_UNSIGNED_BYTE, 4, shifted(colours, s->base, 4));
    arrays_pointer(gl, 2, 2, GL_FLOAT, 8, shifted(offsets, s->base, 8));
    gl->VertexAttribDivisor(1, s->divisor);
    gl->VertexAttribDivisor(2, 1);
    gl->DrawArraysInstancedBaseInstance(GL_TRIANGLES, 0, 3, s->n, s->base);
    gl->VertexAttribDivisor(1, 0);
    gl->VertexAttribDivisor(2, 0);
    arrays_end(t, gl);
}

static void test_instanced_array_is_as_long_as_its_instances_are_many(void **state)
{
    static const struct instances all[] = {{1, 0, 20}, {3, 0, 20}, {3, 0, 21},         {3, 0, 22},
                                           {1, 9, 20}, {4, 9, 20}, {UINT32_MAX, 9, 20}};
    NATIVE_TEST(t, false);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        native_compare(t, scene_instances, &all[i], "instances");
    native_test_finish(t);
}

/* Each array alone is more than the ring begins with: room made for one must not take another's. */
static void test_arrays_larger_than_the_ring_do_not_displace_one_another(void **state)
{
    static const struct instances many = {1, 0, 40000};
    NATIVE_TEST(t, false);
    native_compare(t, scene_instances, &many, "large arrays");
    native_test_finish(t);
}

/* Drivers that know no base instance count instances from 0; those of ES 3.0 know no stride of 0. */
static void test_weaker_drivers_read_the_same_elements(void **state)
{
    static const struct instances all[] = {{1, 0, 20}, {1, 9, 20}, {4, 9, 20}};

    NATIVE_TEST(t, false);
    t->es->caps.has_base_instance = false;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        native_compare(t, scene_instances, &all[i], "instances without base instance");
    t->es->caps.es = 30;
    native_compare(t, scene_instances, &all[1], "instances on ES 3.0");
    assert_int_equal(t->gaps.count, 0);
    native_test_finish(t);
}

/* --- several attributes in one binding --- */

static void scene_interleaved(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    enum { SIZE = 20 };
    uint8_t *at = guard_alloc(3 * TRIANGLES * SIZE - 4);

    (void)arg;
    for (int k = 0; k < TRIANGLES; k++) {
        triangle(at + 3 * k * SIZE, SIZE, k);
        for (int i = 0; i < 3; i++)
            colour(at + (3 * k + i) * SIZE + 12, 3 * k + i);
    }
    arrays_begin(gl);
    arrays_pointer(gl, 0, 2, GL_FLOAT, SIZE, shifted(at, 50, SIZE));
    if (t->native) { /* Mesa follows a null pointer where client memory serves two attributes by one binding
                      */
        arrays_pointer(gl, 1, 4, GL_UNSIGNED_BYTE, SIZE, shifted(at, 50, SIZE) + 12);
    } else {
        gl->VertexAttribFormat(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 12);
        gl->VertexAttribBinding(1, 0);
        gl->EnableVertexAttribArray(1);
    }
    gl->DrawArrays(GL_TRIANGLES, 50, 3 * TRIANGLES);
    gl->VertexAttribBinding(1, 1);
    arrays_end(t, gl);
}

static void test_attributes_of_one_binding_are_read_together(void **state)
{
    NATIVE_TEST(t, false);
    native_compare(t, scene_interleaved, NULL, "one binding");
    native_test_finish(t);
}

/* --- standing still --- */

/* A stride of 0 is one element for all vertices. Mesa follows a null pointer where such an array is client
 * memory, so that natively the attribute is a constant. */
static void scene_still(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const GLuint *divisor = arg;
    uint8_t *at = guard_alloc(3 * TRIANGLES * STRIDE - 4), *rgba = guard_alloc(4);

    for (int k = 0; k < TRIANGLES; k++)
        triangle(at + 3 * k * STRIDE, STRIDE, k);
    colour(rgba, 3);
    arrays_begin(gl);
    arrays_pointer(gl, 0, 2, GL_FLOAT, STRIDE, at);
    if (t->native) {
        gl->VertexAttrib4Nub(1, rgba[0], rgba[1], rgba[2], rgba[3]);
    } else {
        gl->VertexAttribFormat(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0);
        gl->VertexAttribBinding(1, 1);
        gl->VertexBindingDivisor(1, *divisor);
        gl->BindVertexBuffer(1, 0, (GLintptr)rgba, 0);
        gl->EnableVertexAttribArray(1);
    }
    gl->DrawArraysInstancedBaseInstance(GL_TRIANGLES, 0, 3 * TRIANGLES, 7, 5);
    gl->VertexBindingDivisor(1, 0);
    arrays_end(t, gl);
}

static void test_array_that_stands_still_has_one_element(void **state)
{
    static const GLuint divisors[] = {0, 2};
    NATIVE_TEST(t, false);
    native_compare(t, scene_still, &divisors[0], "stride 0");
    native_compare(t, scene_still, &divisors[1], "stride 0 by instance");
    assert_int_equal(t->gaps.count, 0);
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_array_draw_reads_from_its_first_vertex_on),
        cmocka_unit_test(test_indexed_draw_reads_from_the_lowest_to_the_highest_vertex),
        cmocka_unit_test(test_client_indices_at_any_address_are_legal),
        cmocka_unit_test(test_scans_are_forgotten_when_the_index_buffer_changes),
        cmocka_unit_test(test_instanced_array_is_as_long_as_its_instances_are_many),
        cmocka_unit_test(test_arrays_larger_than_the_ring_do_not_displace_one_another),
        cmocka_unit_test(test_weaker_drivers_read_the_same_elements),
        cmocka_unit_test(test_attributes_of_one_binding_are_read_together),
        cmocka_unit_test(test_array_that_stands_still_has_one_element),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
