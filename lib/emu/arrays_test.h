/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_ARRAYS_TEST_H
#define RETRACE_EMU_ARRAYS_TEST_H

/* For the tests of vertex arrays: small triangles in memory whose neighbours may not be read. Include after
 * cmocka.h.
 */

#include "emu/native_test.h"
#include "guard_test.h"

#include <string.h>

#define VERTEX                                                                                               \
    "#version 330\n"                                                                                         \
    "layout(location = 0) in vec2 position;\n"                                                               \
    "layout(location = 1) in vec4 colour;\n"                                                                 \
    "layout(location = 2) in vec2 offset;\n"                                                                 \
    "flat out vec4 c;\n"                                                                                     \
    "void main() { c = colour; gl_Position = vec4(position + offset, 0.0, 1.0); }\n"
#define FRAGMENT "#version 330\nflat in vec4 c;\nout vec4 o;\nvoid main() { o = c; }\n"

/* Memory with `first` elements before it that do not exist. */
static inline const uint8_t *shifted(const uint8_t *at, int64_t first, size_t stride)
{
    return (const uint8_t *)((intptr_t)at - first * (int64_t)stride);
}

/* Small triangle k of a row of 16, three corners of two floats each `stride` bytes from the last one. */
static inline void triangle(uint8_t *at, size_t stride, int k)
{
    int column = k % 16, row = k / 16;
    float x = -1 + (float)column / 8, y = -1 + (float)row / 8;
    const float corners[3][2] = {{x, y}, {x + 0.125f, y}, {x, y + 0.25f}};

    for (int i = 0; i < 3; i++)
        memcpy(at + (size_t)i * stride, corners[i], 8);
}

static inline void colour(uint8_t *at, int k)
{
    const uint8_t rgba[4] = {(uint8_t)(40 + k * 37), (uint8_t)(255 - k * 21), (uint8_t)(k * 91), 255};

    memcpy(at, rgba, 4);
}

static inline void arrays_begin(const struct gl_table *gl)
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

static inline void arrays_end(struct native_test *t, const struct gl_table *gl)
{
    gl->ReadPixels(0, 0, NATIVE_SIZE, NATIVE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE,
                   note_room(t, NATIVE_SIZE * NATIVE_SIZE * 4));
    note_error(t);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    for (GLuint i = 0; i < 3; i++)
        gl->DisableVertexAttribArray(i);
}

static inline void arrays_pointer(const struct gl_table *gl, GLuint index, GLint size, GLenum type,
                                  size_t stride, const void *at)
{
    gl->VertexAttribPointer(index, size, type, type == GL_UNSIGNED_BYTE, (GLsizei)stride, at);
    gl->EnableVertexAttribArray(index);
}

/* Arms the emulation with three indices, corners (NULL: none) and colours by instance. */
static inline void arrays_emulated(struct native_test *t, const uint8_t *at, const uint8_t *colours,
                                   GLuint *elements)
{
    static const uint16_t indices[] = {0, 1, 2};
    const struct gl_table *gl;

    native_test_arm(t, false);
    gl = t->table;
    arrays_begin(gl);
    gl->GenBuffers(1, elements);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, *elements);
    gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    if (at)
        arrays_pointer(gl, 0, 2, GL_FLOAT, 8, at);
    if (colours) {
        arrays_pointer(gl, 1, 4, GL_UNSIGNED_BYTE, 4, colours);
        gl->VertexAttribDivisor(1, 1);
    }
}

#endif
