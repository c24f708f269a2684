/* SPDX-License-Identifier: MIT */
/* Tests of buffers and vertex arrays by name, of buffer clears and of bindings made several at once, against
 * native desktop GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

static GLuint buffer(const struct gl_table *gl, GLsizeiptr size)
{
    static uint8_t bytes[512];
    GLuint name;

    native_fill(bytes, sizeof bytes, 7);
    gl->CreateBuffers(1, &name);
    gl->NamedBufferData(name, size, bytes, GL_STATIC_DRAW);
    return name;
}

static void read_buffer(struct native_test *t, const struct gl_table *gl, GLuint name, GLsizeiptr size)
{
    gl->GetNamedBufferSubData(name, 0, size, note_room(t, (size_t)size));
    note_error(t);
}

/* ---- data ---- */

static void data_by_name(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    GLuint a = buffer(gl, 64), b, bound;
    GLint64 size = -1;
    GLint v = -1;
    uint8_t *p;

    (void)arg;
    gl->GenBuffers(1, &bound);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, bound);
    gl->BufferData(GL_COPY_WRITE_BUFFER, 8, bytes, GL_STATIC_DRAW);
    gl->NamedBufferSubData(a, 4, 8, bytes);
    gl->CreateBuffers(1, &b);
    gl->NamedBufferStorage(b, 64, NULL, GL_MAP_WRITE_BIT | GL_MAP_READ_BIT);
    gl->CopyNamedBufferSubData(a, b, 0, 0, 64);
    read_buffer(t, gl, a, 64);
    p = gl->MapNamedBufferRange(b, 8, 16, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
    p[1] = 0xab;
    gl->FlushMappedNamedBufferRange(b, 0, 4);
    gl->GetNamedBufferParameteriv(b, GL_BUFFER_MAPPED, &v);
    note_int(t, v);
    note_int(t, gl->UnmapNamedBuffer(b));
    read_buffer(t, gl, b, 64);
    p = gl->MapNamedBuffer(a, GL_READ_WRITE);
    p[3]++;
    gl->UnmapNamedBuffer(a);
    read_buffer(t, gl, a, 64);
    gl->GetNamedBufferParameteri64v(b, GL_BUFFER_SIZE, &size);
    note_int(t, (GLint)size);
    gl->NamedBufferSubData(b, 0, 8, bytes); /* no dynamic storage */
    note_error(t);
    gl->GetBufferSubData(GL_COPY_WRITE_BUFFER, 0, 8, note_room(t, 8)); /* the binding is as it was */
    gl->NamedBufferData(12345, 8, bytes, GL_STATIC_DRAW);
    note_error(t);
}

static void test_named_buffers_hold_what_bound_ones_hold(void **state)
{
    NATIVE_TEST(t, true);

    native_compare(t, data_by_name, NULL, "data by name");
    native_test_finish(t);
}

/* ---- clears ---- */

struct clear {
    GLenum internal, format, type;
    GLintptr offset;
    GLsizeiptr size;
};

static void clear_buffer(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct clear *c = arg;
    const uint32_t value[4] = {0x3f204060, 0x3e7fc001, 0xbf112233, 0x3f800000};
    GLuint name = buffer(gl, 240);

    gl->ClearNamedBufferSubData(name, c->internal, c->offset, c->size, c->format, c->type, value);
    note_error(t);
    read_buffer(t, gl, name, 240);
    gl->BindBuffer(GL_ARRAY_BUFFER, name);
    gl->ClearBufferData(GL_ARRAY_BUFFER, c->internal, c->format, c->type, NULL);
    note_error(t);
    read_buffer(t, gl, name, 240);
}

static void test_buffers_are_cleared_to_converted_values(void **state)
{
    static const struct clear cases[] = {
        {GL_R8, GL_RED, GL_UNSIGNED_BYTE, 3, 50},
        {GL_RG8, GL_RG, GL_UNSIGNED_SHORT, 2, 50},
        {GL_RGBA8, GL_RGBA, GL_FLOAT, 4, 60},
        {GL_RGBA8, GL_BGRA, GL_UNSIGNED_BYTE, 4, 60},
        {GL_R16F, GL_RED, GL_FLOAT, 2, 8},
        {GL_RGBA16, GL_RGBA, GL_FLOAT, 8, 16},
        {GL_RGB32F, GL_RGB, GL_FLOAT, 12, 24},
        {GL_RGB32UI, GL_RGB_INTEGER, GL_UNSIGNED_INT, 24, 36},
        {GL_RGBA32I, GL_RGBA_INTEGER, GL_INT, 16, 32},
        {GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_INT, 5, 6},
        {GL_RG16I, GL_RG_INTEGER, GL_SHORT, 4, 8},
        {GL_RGBA8, GL_RGBA, GL_FLOAT, 2, 60},           /* not at a texel */
        {GL_RGBA8, GL_RGBA_INTEGER, GL_INT, 4, 60},     /* integers for none */
        {GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, 0, 3},      /* no buffer format */
        {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 200, 80}, /* beyond the end */
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char what[32];
        NATIVE_TEST(t, true);

        snprintf(what, sizeof what, "clear %zu", i);
        native_compare(t, clear_buffer, &cases[i], what);
        native_test_finish(t);
    }
}

/* ---- several at once ---- */

static void multi_bind(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const GLuint names[3] = {buffer(gl, 512), 999, buffer(gl, 512)};
    const GLintptr offsets[3] = {256, 0, 0};
    const GLsizeiptr sizes[3] = {64, 64, 128};
    const GLuint general = buffer(gl, 64);
    const uint8_t bytes[4] = {9, 8, 7, 6};
    GLint v;

    (void)arg;
    gl->BindBuffer(GL_UNIFORM_BUFFER, general);
    gl->BindBuffersRange(GL_UNIFORM_BUFFER, 2, 3, names, offsets, sizes);
    note_error(t);
    gl->BindBuffersBase(GL_UNIFORM_BUFFER, 6, 1, names);
    for (GLuint i = 1; i < 8; i++) {
        GLint64 start = -1;
        v = -1;
        gl->GetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, i, &v);
        gl->GetInteger64i_v(GL_UNIFORM_BUFFER_START, i, &start);
        note_int(t, v == (GLint)names[0] ? 1 : v == (GLint)names[2] ? 2 : v);
        note_int(t, (GLint)start);
    }
    gl->GetIntegerv(GL_UNIFORM_BUFFER_BINDING, &v); /* the general point is not touched */
    note_int(t, v == (GLint)general);
    gl->BufferSubData(GL_UNIFORM_BUFFER, 4, 4, bytes);
    read_buffer(t, gl, general, 64);
    read_buffer(t, gl, names[0], 64);
    gl->BindBuffersBase(GL_UNIFORM_BUFFER, 2, 5, NULL);
    gl->GetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, 4, &v);
    note_int(t, v);
    gl->BindBuffersBase(GL_UNIFORM_BUFFER, 80, 100, NULL);
    note_error(t);
}

static void test_several_buffers_are_bound_at_once(void **state)
{
    NATIVE_TEST(t, true);

    native_compare(t, multi_bind, NULL, "multi-bind");
    native_test_finish(t);
}

/* ---- vertex arrays ---- */

/* Two arrays with their own formats and elements, set up by name while another is bound; then both drawn. */
static void arrays_by_name(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLfloat corners[] = {-1, -1, .2f, 1, -1, .4f, -1, 1, .6f, 1, 1, .8f};
    static const GLushort order[2][6] = {{0, 1, 2, 2, 1, 3}, {0, 1, 3, 0, 1, 3}};
    GLuint vaos[3], vertices, elements[2], program;
    const GLintptr offset = 0;
    const GLsizei stride = 12;
    GLint v = -1;

    (void)arg;
    program = native_program(
        gl,
        "#version 330 core\nlayout(location = 0) in vec2 p;\nlayout(location = 3) in float c;\n"
        "out float k;\nvoid main() { k = c; gl_Position = vec4(p, 0, 1); }\n",
        "#version 330 core\nin float k;\nout vec4 o;\nvoid main() { o = vec4(k, 1.0 - k, .5, 1); }\n");
    gl->UseProgram(program);
    gl->CreateVertexArrays(3, vaos);
    gl->BindVertexArray(vaos[2]);
    gl->CreateBuffers(1, &vertices);
    gl->NamedBufferData(vertices, sizeof corners, corners, GL_STATIC_DRAW);
    gl->CreateBuffers(2, elements);
    for (int i = 0; i < 2; i++) {
        gl->NamedBufferData(elements[i], sizeof order[i], order[i], GL_STATIC_DRAW);
        gl->VertexArrayAttribFormat(vaos[i], 0, 2, GL_FLOAT, GL_FALSE, 0);
        gl->VertexArrayAttribFormat(vaos[i], 3, 1, GL_FLOAT, GL_FALSE, 8);
        gl->VertexArrayAttribBinding(vaos[i], 0, 5);
        gl->VertexArrayAttribBinding(vaos[i], 3, 5);
        if (i)
            gl->VertexArrayVertexBuffer(vaos[i], 5, vertices, 0, 12);
        else
            gl->VertexArrayVertexBuffers(vaos[i], 5, 1, &vertices, &offset, &stride);
        gl->VertexArrayElementBuffer(vaos[i], elements[i]);
        gl->EnableVertexArrayAttrib(vaos[i], 0);
        gl->EnableVertexArrayAttrib(vaos[i], 3);
        gl->EnableVertexArrayAttrib(vaos[i], 2);
        gl->DisableVertexArrayAttrib(vaos[i], 2);
    }
    note_error(t);
    gl->GetVertexArrayiv(vaos[0], GL_ELEMENT_ARRAY_BUFFER_BINDING, &v);
    note_int(t, v == (GLint)elements[0]);
    gl->GetVertexArrayIndexediv(vaos[1], 3, GL_VERTEX_ATTRIB_RELATIVE_OFFSET, &v);
    note_int(t, v);
    gl->GetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &v); /* of the bound one: untouched */
    note_int(t, v);
    gl->Viewport(0, 0, 16, 16);
    for (int i = 0; i < 2; i++) {
        gl->ClearColor(0, 0, 0, 0);
        gl->Clear(GL_COLOR_BUFFER_BIT);
        gl->BindVertexArray(vaos[i]);
        gl->DrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, NULL);
        gl->ReadPixels(0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 1024));
    }
    gl->VertexArrayAttribBinding(999, 0, 0);
    note_error(t);
}

static void test_named_vertex_arrays_are_drawn_as_they_were_set_up(void **state)
{
    NATIVE_TEST(t, true);

    native_compare(t, arrays_by_name, NULL, "arrays by name");
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_named_buffers_hold_what_bound_ones_hold),
        cmocka_unit_test(test_buffers_are_cleared_to_converted_values),
        cmocka_unit_test(test_several_buffers_are_bound_at_once),
        cmocka_unit_test(test_named_vertex_arrays_are_drawn_as_they_were_set_up),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
