/* SPDX-License-Identifier: MIT */
/* Vertex arrays in client memory whose neighbours may not be read, against the driver's own desktop GL: the
 * same pixels, and no access outside of what the draw reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "emu/native_test.h"
#include "guard_test.h"

#define VERTEX                                                                                               \
    "#version 330\n"                                                                                         \
    "layout(location = 0) in vec2 position;\n"                                                               \
    "layout(location = 1) in vec4 colour;\n"                                                                 \
    "layout(location = 2) in vec2 offset;\n"                                                                 \
    "flat out vec4 c;\n"                                                                                     \
    "void main() { c = colour; gl_Position = vec4(position + offset, 0.0, 1.0); }\n"
#define FRAGMENT "#version 330\nflat in vec4 c;\nout vec4 o;\nvoid main() { o = c; }\n"

/* Memory with `first` elements before it that do not exist. */
static const uint8_t *shifted(const uint8_t *at, int64_t first, size_t stride)
{
    return (const uint8_t *)((intptr_t)at - first * (int64_t)stride);
}

/* Small triangle k of a row of 16, three corners of two floats each `stride` bytes from the last one. */
static void triangle(uint8_t *at, size_t stride, int k)
{
    int column = k % 16, row = k / 16;
    float x = -1 + (float)column / 8, y = -1 + (float)row / 8;
    const float corners[3][2] = {{x, y}, {x + 0.125f, y}, {x, y + 0.25f}};

    for (int i = 0; i < 3; i++)
        memcpy(at + (size_t)i * stride, corners[i], 8);
}

static void colour(uint8_t *at, int k)
{
    const uint8_t rgba[4] = {(uint8_t)(40 + k * 37), (uint8_t)(255 - k * 21), (uint8_t)(k * 91), 255};

    memcpy(at, rgba, 4);
}

static void begin(const struct gl_table *gl)
{
    native_program(gl, VERTEX, FRAGMENT);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    for (GLuint i = 0; i < 3; i++) {
        gl->DisableVertexAttribArray(i);
        gl->VertexAttribDivisor(i, 0);
    }
    gl->VertexAttrib4f(1, 1, 1, 0, 1);
    gl->VertexAttrib2f(2, 0, 0);
    gl->Viewport(0, 0, NATIVE_SIZE, NATIVE_SIZE);
    gl->ClearColor(0, 0, 0, 1);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    gl->Enable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    gl->Disable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
}

static void end(struct native_test *t, const struct gl_table *gl)
{
    gl->ReadPixels(0, 0, NATIVE_SIZE, NATIVE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE,
                   note_room(t, NATIVE_SIZE * NATIVE_SIZE * 4));
    note_error(t);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    for (GLuint i = 0; i < 3; i++)
        gl->DisableVertexAttribArray(i);
}

static void pointer(const struct gl_table *gl, GLuint index, GLint size, GLenum type, size_t stride,
                    const void *at)
{
    gl->VertexAttribPointer(index, size, type, type == GL_UNSIGNED_BYTE, (GLsizei)stride, at);
    gl->EnableVertexAttribArray(index);
}

/* --- by vertex --- */

enum { STRIDE = 12, FIRST = 100000, TRIANGLES = 5 };

static void scene_first(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    uint8_t *at = guard_alloc(3 * TRIANGLES * STRIDE - 4); /* the last element has no padding */

    (void)arg;
    for (int k = 0; k < TRIANGLES; k++)
        triangle(at + 3 * k * STRIDE, STRIDE, k);
    begin(gl);
    pointer(gl, 0, 2, GL_FLOAT, STRIDE, shifted(at, FIRST, STRIDE));
    gl->DrawArrays(GL_TRIANGLES, FIRST, 3 * TRIANGLES);
    gl->DrawArrays(GL_TRIANGLES, FIRST + 3, 3);
    end(t, gl);
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
    begin(gl);
    if (e->restart)
        gl->Enable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    if (e->buffer) {
        gl->GenBuffers(1, &buffer);
        gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
        gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)((size_t)n * e->size), indices, GL_STATIC_DRAW);
        indices = NULL;
    }
    pointer(gl, 0, 2, GL_FLOAT, STRIDE, shifted(at, 10 + e->base, STRIDE));
    for (int twice = 0; twice < 2; twice++)
        gl->DrawElementsBaseVertex(GL_TRIANGLES, e->restart ? n : 6, e->type, indices, e->base);
    gl->Disable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    end(t, gl);
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
    begin(gl);
    gl->GenBuffers(1, &buffer);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    pointer(gl, 0, 2, GL_FLOAT, STRIDE, at);
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
    end(t, gl);
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
    begin(gl);
    pointer(gl, 0, 2, GL_FLOAT, 8, corners);
    pointer(gl, 1, 4, GL_UNSIGNED_BYTE, 4, shifted(colours, s->base, 4));
    pointer(gl, 2, 2, GL_FLOAT, 8, shifted(offsets, s->base, 8));
    gl->VertexAttribDivisor(1, s->divisor);
    gl->VertexAttribDivisor(2, 1);
    gl->DrawArraysInstancedBaseInstance(GL_TRIANGLES, 0, 3, s->n, s->base);
    gl->VertexAttribDivisor(1, 0);
    gl->VertexAttribDivisor(2, 0);
    end(t, gl);
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
    begin(gl);
    pointer(gl, 0, 2, GL_FLOAT, SIZE, shifted(at, 50, SIZE));
    if (t->native) { /* Mesa follows a null pointer where client memory serves two attributes by one binding
                      */
        pointer(gl, 1, 4, GL_UNSIGNED_BYTE, SIZE, shifted(at, 50, SIZE) + 12);
    } else {
        gl->VertexAttribFormat(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 12);
        gl->VertexAttribBinding(1, 0);
        gl->EnableVertexAttribArray(1);
    }
    gl->DrawArrays(GL_TRIANGLES, 50, 3 * TRIANGLES);
    gl->VertexAttribBinding(1, 1);
    end(t, gl);
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
    begin(gl);
    pointer(gl, 0, 2, GL_FLOAT, STRIDE, at);
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
    end(t, gl);
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

/* --- only in the emulation --- */

static void emulated(struct native_test *t, const uint8_t *at, const uint8_t *colours, GLuint *elements)
{
    static const uint16_t indices[] = {0, 1, 2};
    const struct gl_table *gl;

    native_test_arm(t, false);
    gl = t->table;
    begin(gl);
    gl->GenBuffers(1, elements);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, *elements);
    gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    if (at)
        pointer(gl, 0, 2, GL_FLOAT, 8, at);
    if (colours) {
        pointer(gl, 1, 4, GL_UNSIGNED_BYTE, 4, colours);
        gl->VertexAttribDivisor(1, 1);
    }
}

static void test_indices_are_read_only_where_an_array_needs_them(void **state)
{
    uint8_t *corners = guard_alloc(24), *colours = guard_alloc(12);
    const struct emu_buffer *buffer;
    GLuint elements;

    NATIVE_TEST(t, false);
    triangle(corners, 8, 0);
    emulated(t, NULL, colours, &elements);
    buffer = t->emu->vao.current->element_buffer;
    t->table->DrawElementsInstanced(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL, 3);
    assert_false(buffer->keep_shadow);
    assert_null(buffer->scans);
    pointer(t->table, 0, 2, GL_FLOAT, 8, corners);
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
    emulated(t, corners, NULL, &elements);
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
    emulated(t, corners, NULL, &elements);
    pointer(t->table, 5, 4, GL_FLOAT, 16, NULL); /* no such input in the shader */
    t->table->DrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL);
    assert_int_equal(t->gaps.count, 0);
    pointer(t->table, 1, 4, GL_UNSIGNED_BYTE, 4, NULL);
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
    emulated(t, corners, NULL, &elements);
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
    emulated(t, end_of_page, NULL, &elements);
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
    emulated(t, NULL, NULL, &elements);
    t->table->GenBuffers(1, &vertices);
    t->table->BindBuffer(GL_ARRAY_BUFFER, vertices);
    t->table->BufferData(GL_ARRAY_BUFFER, 24, corners, GL_STATIC_DRAW);
    pointer(t->table, 0, 2, GL_FLOAT, 8, NULL);
    for (uintptr_t offset = 0; offset < 12; offset++)
        for (GLsizei count = 3; count < 100; count *= 2)
            t->table->DrawElements(GL_TRIANGLES, count, GL_UNSIGNED_SHORT, (const void *)offset);
    t->table->DrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, (const void *)(uintptr_t)1000001);
    t->table->Finish();
    assert_int_equal(t->table->GetError(), GL_NO_ERROR);
    native_test_finish(t);
}

/* --- formats that ES lacks --- */

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
    begin(gl);
    gl->GenBuffers(2, buffers);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    pointer(gl, 0, 2, GL_DOUBLE, 16, NULL);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers[1]);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof shift, shift, GL_STATIC_DRAW);
    pointer(gl, 2, 2, GL_DOUBLE, 16, NULL);
    gl->VertexAttribDivisor(2, 2);
    if (*still)
        gl->BindVertexBuffer(2, buffers[1], 5 * 16, 0); /* element 5 for everybody */
    gl->DrawArraysInstancedBaseInstance(GL_TRIANGLES, 3, 6, 7, 3);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->VertexAttribDivisor(2, 0);
    end(t, gl);
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
    emulated(t, NULL, NULL, &elements);
    t->table->GenBuffers(1, &buffer);
    t->table->BindBuffer(GL_ARRAY_BUFFER, buffer);
    t->table->BufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    pointer(t->table, 0, 2, GL_DOUBLE, 16, NULL);
    t->table->DrawArrays(GL_TRIANGLES, 2, 3);
    t->table->DrawArrays(GL_TRIANGLES, 3000000, 3);
    t->table->Finish();
    assert_int_equal(t->table->GetError(), GL_NO_ERROR);
    assert_int_equal(t->gaps.count, 0);
    native_test_finish(t);
}

/* Drivers that know no base instance count instances from 0; those of ES 3.0 know no stride of 0. */
static void test_weaker_drivers_read_the_same_elements(void **state)
{
    static const struct instances all[] = {{1, 0, 20}, {1, 9, 20}, {4, 9, 20}};
    const bool yes = true, no = false;

    NATIVE_TEST(t, false);
    t->es->caps.has_base_instance = false;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        native_compare(t, scene_instances, &all[i], "instances without base instance");
    native_compare(t, scene_converted, &no, "doubles without base instance");
    native_compare(t, scene_converted, &yes, "doubles with stride 0 without base instance");
    t->es->caps.es = 30;
    native_compare(t, scene_instances, &all[1], "instances on ES 3.0");
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
    begin(gl);
    gl->GenBuffers(4, buffers);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    pointer(gl, 0, 2, GL_DOUBLE, 16, NULL);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers[1]);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof shift, shift, GL_STATIC_DRAW);
    pointer(gl, 2, 2, GL_DOUBLE, 16, NULL);
    gl->VertexAttribDivisor(2, 1);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[2]);
    gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    gl->BindBuffer(GL_DRAW_INDIRECT_BUFFER, buffers[3]);
    gl->BufferData(GL_DRAW_INDIRECT_BUFFER, sizeof commands, commands, GL_STATIC_DRAW);
    for (uintptr_t i = 0; i < 3; i++)
        gl->DrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_BYTE, (const void *)(i * sizeof commands[0]));
    gl->VertexAttribDivisor(2, 0);
    gl->BindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
    end(t, gl);
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
        cmocka_unit_test(test_array_draw_reads_from_its_first_vertex_on),
        cmocka_unit_test(test_indexed_draw_reads_from_the_lowest_to_the_highest_vertex),
        cmocka_unit_test(test_client_indices_at_any_address_are_legal),
        cmocka_unit_test(test_scans_are_forgotten_when_the_index_buffer_changes),
        cmocka_unit_test(test_instanced_array_is_as_long_as_its_instances_are_many),
        cmocka_unit_test(test_arrays_larger_than_the_ring_do_not_displace_one_another),
        cmocka_unit_test(test_attributes_of_one_binding_are_read_together),
        cmocka_unit_test(test_array_that_stands_still_has_one_element),
        cmocka_unit_test(test_indices_are_read_only_where_an_array_needs_them),
        cmocka_unit_test(test_vertices_before_the_array_are_refused_by_name),
        cmocka_unit_test(test_array_without_memory_is_refused_only_where_it_is_read),
        cmocka_unit_test(test_indices_that_are_not_there_are_refused_by_name),
        cmocka_unit_test(test_draw_of_restarts_alone_touches_no_array),
        cmocka_unit_test(test_unaligned_and_far_offsets_into_an_index_buffer_do_no_harm),
        cmocka_unit_test(test_doubles_are_read_by_vertex_by_instance_and_standing_still),
        cmocka_unit_test(test_converted_array_is_not_read_beyond_its_buffer),
        cmocka_unit_test(test_weaker_drivers_read_the_same_elements),
        cmocka_unit_test(test_indirect_commands_have_state_of_their_own),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
