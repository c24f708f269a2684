/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_FUZZ_GL_DRAW_H
#define RETRACE_FUZZ_GL_DRAW_H

/* Vertex arrays and draws of the GL of fuzz_gl.h: what a draw reads of client memory is read. */

#include "retrace/fuzz_gl_buffer.h"

static inline size_t null_type_size(GLenum type)
{
    return type == GL_BYTE || type == GL_UNSIGNED_BYTE                              ? 1
           : type == GL_SHORT || type == GL_UNSIGNED_SHORT || type == GL_HALF_FLOAT ? 2
           : type == GL_DOUBLE                                                      ? 8
                                                                                    : 4;
}

static inline void null_GenVertexArrays(GLsizei n, GLuint *names)
{
    for (GLsizei i = 0; i < n; i++)
        names[i] = null_gl.next_name < NULL_VAOS ? null_gl.next_name++ : 0;
}

static inline void null_BindVertexArray(GLuint name)
{
    if (name < NULL_VAOS)
        null_gl.ctx->vao = name;
}

static inline void null_DeleteVertexArrays(GLsizei n, const GLuint *names)
{
    for (GLsizei i = 0; i < n; i++) {
        if (!names[i] || names[i] >= NULL_VAOS)
            continue;
        free(null_gl.ctx->vaos[names[i]]);
        null_gl.ctx->vaos[names[i]] = NULL;
        if (null_gl.ctx->vao == names[i])
            null_gl.ctx->vao = 0;
        for (int d = 0; d < null_gl.ctx->depth; d++)
            if (null_gl.ctx->stack[d].vao == names[i])
                null_gl.ctx->stack[d].vao = NULL_VAOS;
    }
}

static inline void null_pointer(int slot, GLint size, GLenum type, GLsizei stride, const void *pointer)
{
    struct null_array *array = &null_current_vao()->arrays[slot];

    if (size < 1 || size > 4 || stride < 0)
        return; /* an error: what was in force stays */
    array->element = (size_t)size * null_type_size(type);
    array->stride = stride ? (size_t)stride : array->element;
    array->buffer = null_buffer(GL_ARRAY_BUFFER);
    array->pointer = array->buffer ? NULL : pointer;
}

static inline void null_VertexPointer(GLint size, GLenum type, GLsizei stride, const void *pointer)
{
    null_pointer(0, size, type, stride, pointer);
}

static inline void null_VertexAttribPointer(GLuint index, GLint size, GLenum type, GLboolean normalized,
                                            GLsizei stride, const void *pointer)
{
    (void)normalized;
    if (index < NULL_ARRAYS - 1)
        null_pointer((int)index + 1, size, type, stride, pointer);
}

static inline void null_VertexAttribIPointer(GLuint index, GLint size, GLenum type, GLsizei stride,
                                             const void *pointer)
{
    null_VertexAttribPointer(index, size, type, 0, stride, pointer);
}

static inline void null_enable(int slot, bool enabled)
{
    null_current_vao()->arrays[slot].enabled = enabled;
}

static inline void null_EnableClientState(GLenum array)
{
    if (array == GL_VERTEX_ARRAY)
        null_enable(0, true);
}

static inline void null_DisableClientState(GLenum array)
{
    if (array == GL_VERTEX_ARRAY)
        null_enable(0, false);
}

static inline void null_EnableVertexAttribArray(GLuint index)
{
    if (index < NULL_ARRAYS - 1)
        null_enable((int)index + 1, true);
}

static inline void null_DisableVertexAttribArray(GLuint index)
{
    if (index < NULL_ARRAYS - 1)
        null_enable((int)index + 1, false);
}

static inline void null_VertexAttribDivisor(GLuint index, GLuint divisor)
{
    if (index < NULL_ARRAYS - 1)
        null_current_vao()->arrays[index + 1].divisor = divisor;
}

static inline void null_PushClientAttrib(GLbitfield mask)
{
    struct backend_context *ctx = null_gl.ctx;
    struct null_client *top = &ctx->stack[ctx->depth];

    if (ctx->depth == NULL_STACK)
        return;
    ctx->depth++;
    top->vao = mask & GL_CLIENT_VERTEX_ARRAY_BIT ? ctx->vao : NULL_VAOS;
    memcpy(top->bound, ctx->bound, sizeof top->bound);
    top->state = *null_current_vao();
}

static inline void null_PopClientAttrib(void)
{
    struct backend_context *ctx = null_gl.ctx;
    struct null_client *top;

    if (!ctx->depth)
        return;
    top = &ctx->stack[--ctx->depth];
    if (top->vao >= NULL_VAOS)
        return;
    ctx->vao = top->vao;
    *null_current_vao() = top->state;
    null_BindBuffer(GL_ARRAY_BUFFER, top->bound[0]);
}

/* Reads one vertex of every enabled array in client memory; the first and the last of a draw tell as much as
 * all. */
static inline void null_vertex(int64_t vertex, GLsizei instances, GLuint base_instance)
{
    for (int i = 0; i < NULL_ARRAYS; i++) {
        const struct null_array *array = &null_current_vao()->arrays[i];
        int64_t at =
            array->divisor ? (int64_t)base_instance + (instances - 1) / (int64_t)array->divisor : vertex;
        if (array->enabled && array->pointer && at >= 0)
            null_read(array->pointer + (size_t)at * array->stride, array->element);
    }
}

static inline void null_arrays(GLint first, GLsizei count, GLsizei instances, GLuint base_instance)
{
    if (first < 0 || count <= 0 || instances <= 0)
        return;
    null_vertex(first, instances, base_instance);
    null_vertex((int64_t)first + count - 1, instances, base_instance);
}

static inline void null_elements(GLsizei count, GLenum type, const void *indices, GLsizei instances,
                                 GLint base_vertex, GLuint base_instance)
{
    size_t size = type == GL_UNSIGNED_BYTE    ? 1
                  : type == GL_UNSIGNED_SHORT ? 2
                  : type == GL_UNSIGNED_INT   ? 4
                                              : 0;

    if (count <= 0 || instances <= 0 || !size)
        return;
    for (GLsizei i = 0; i < count && (i < 1000 || !null_current_vao()->element_buffer); i++) {
        uint32_t index = 0;
        if (!null_current_vao()->element_buffer)
            memcpy(&index, (const uint8_t *)indices + (size_t)i * size, size);
        null_vertex((int64_t)index + base_vertex, instances, base_instance);
    }
}

static inline void null_DrawArrays(GLenum mode, GLint first, GLsizei count)
{
    (void)mode;
    null_arrays(first, count, 1, 0);
}

static inline void null_DrawArraysInstancedBaseInstance(GLenum mode, GLint first, GLsizei count,
                                                        GLsizei instances, GLuint base)
{
    (void)mode;
    null_arrays(first, count, instances, base);
}

static inline void null_MultiDrawArrays(GLenum mode, const GLint *first, const GLsizei *count, GLsizei draws)
{
    for (GLsizei i = 0; i < draws; i++)
        null_DrawArrays(mode, first[i], count[i]);
}

static inline void null_DrawElements(GLenum mode, GLsizei count, GLenum type, const void *indices)
{
    (void)mode;
    null_elements(count, type, indices, 1, 0, 0);
}

static inline void null_DrawElementsInstancedBaseVertexBaseInstance(GLenum mode, GLsizei count, GLenum type,
                                                                    const void *indices, GLsizei instances,
                                                                    GLint base, GLuint base_instance)
{
    (void)mode;
    null_elements(count, type, indices, instances, base, base_instance);
}

static inline void null_MultiDrawElements(GLenum mode, const GLsizei *count, GLenum type,
                                          const void *const *indices, GLsizei draws)
{
    for (GLsizei i = 0; i < draws; i++)
        null_DrawElements(mode, count[i], type, indices[i]);
}

static inline void null_MultiDrawElementsBaseVertex(GLenum mode, const GLsizei *count, GLenum type,
                                                    const void *const *indices, GLsizei draws,
                                                    const GLint *base)
{
    (void)mode;
    for (GLsizei i = 0; i < draws; i++)
        null_elements(count[i], type, indices[i], 1, base[i], 0);
}

/* Commands in client memory, where there is no other. */
static inline void null_MultiDrawElementsIndirect(GLenum mode, GLenum type, const void *commands,
                                                  GLsizei draws, GLsizei stride)
{
    (void)mode, (void)type;
    if (draws > 0 && stride >= 0 && commands && !null_buffer(GL_DRAW_INDIRECT_BUFFER))
        null_read(commands, (size_t)(draws - 1) * (size_t)(stride ? stride : 20) + 20);
}

static inline void null_ArrayElement(GLint index)
{
    null_vertex(index, 1, 0);
}

#endif
