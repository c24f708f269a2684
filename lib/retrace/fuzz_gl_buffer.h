/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_FUZZ_GL_BUFFER_H
#define RETRACE_FUZZ_GL_BUFFER_H

/* Buffers of the GL of fuzz_gl.h: names, sizes, mappings; no contents. */

#include "retrace/fuzz_gl_state.h"

static inline GLuint *null_bound(GLenum target)
{
    static const GLenum targets[NULL_TARGETS] = {GL_ARRAY_BUFFER,
                                                 0,
                                                 GL_PIXEL_PACK_BUFFER,
                                                 GL_PIXEL_UNPACK_BUFFER,
                                                 GL_UNIFORM_BUFFER,
                                                 GL_TEXTURE_BUFFER,
                                                 GL_TRANSFORM_FEEDBACK_BUFFER,
                                                 GL_COPY_READ_BUFFER,
                                                 GL_COPY_WRITE_BUFFER,
                                                 GL_DRAW_INDIRECT_BUFFER,
                                                 GL_DISPATCH_INDIRECT_BUFFER,
                                                 GL_SHADER_STORAGE_BUFFER,
                                                 GL_ATOMIC_COUNTER_BUFFER,
                                                 GL_QUERY_BUFFER,
                                                 GL_PARAMETER_BUFFER};

    if (target == GL_ELEMENT_ARRAY_BUFFER)
        return &null_current_vao()->element_buffer;
    for (int i = 0; i < NULL_TARGETS; i++)
        if (target && targets[i] == target)
            return &null_gl.ctx->bound[i];
    return NULL;
}

static inline GLuint null_buffer(GLenum target)
{
    GLuint *bound = null_bound(target);

    return bound ? *bound : 0;
}

static inline void null_unmap(GLuint name)
{
    if (name >= NULL_BUFFERS)
        return;
    free(null_gl.buffers[name].map);
    null_gl.buffers[name].map = NULL;
}

static inline void null_storage(GLuint name, GLsizeiptr size, const void *data)
{
    if (!name || name >= NULL_BUFFERS || size < 0)
        return;
    if (data)
        null_read(data, (size_t)size);
    null_unmap(name);
    null_gl.buffers[name].size = size > NULL_SIZE_MAX ? NULL_SIZE_MAX : (size_t)size;
}

static inline void *null_map(GLuint name, GLintptr offset, GLsizeiptr size)
{
    size_t all;

    if (!name || name >= NULL_BUFFERS || null_gl.buffers[name].map || offset < 0 || size <= 0)
        return NULL;
    all = null_gl.buffers[name].size;
    if ((size_t)offset > all || (size_t)size > all - (size_t)offset)
        return NULL;
    return null_gl.buffers[name].map = calloc(1, (size_t)size);
}

static inline void null_GenBuffers(GLsizei n, GLuint *names)
{
    for (GLsizei i = 0; i < n; i++) {
        names[i] = null_gl.next_buffer < NULL_BUFFERS ? null_gl.next_buffer++ : 0;
        null_gl.buffers[names[i]].alive = names[i] != 0;
    }
}

static inline void null_forget(struct null_vao *vao, GLuint name)
{
    if (vao->element_buffer == name)
        vao->element_buffer = 0;
}

static inline void null_DeleteBuffers(GLsizei n, const GLuint *names)
{
    for (GLsizei i = 0; i < n; i++) {
        GLuint name = names[i];
        if (!name || name >= NULL_BUFFERS)
            continue;
        null_unmap(name);
        null_gl.buffers[name].size = 0;
        null_gl.buffers[name].alive = false;
        null_forget(null_current_vao(), name);
        for (int t = 0; t < NULL_TARGETS; t++)
            if (null_gl.ctx->bound[t] == name)
                null_gl.ctx->bound[t] = 0;
    }
}

static inline void null_BindBuffer(GLenum target, GLuint name)
{
    GLuint *bound = null_bound(target);

    if (bound && (!name || (name < NULL_BUFFERS && null_gl.buffers[name].alive)))
        *bound = name;
}

static inline void null_BufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage)
{
    (void)usage;
    null_storage(null_buffer(target), size, data);
}

static inline void null_BufferStorage(GLenum target, GLsizeiptr size, const void *data, GLbitfield flags)
{
    (void)flags;
    null_storage(null_buffer(target), size, data);
}

static inline void null_NamedBufferData(GLuint name, GLsizeiptr size, const void *data, GLenum usage)
{
    (void)usage;
    null_storage(name, size, data);
}

static inline void null_NamedBufferStorage(GLuint name, GLsizeiptr size, const void *data, GLbitfield flags)
{
    (void)flags;
    null_storage(name, size, data);
}

static inline void null_BufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, const void *data)
{
    (void)target, (void)offset;
    if (size > 0)
        null_read(data, (size_t)size);
}

static inline void *null_MapBuffer(GLenum target, GLenum access)
{
    GLuint name = null_buffer(target);

    (void)access;
    return null_map(name, 0, name < NULL_BUFFERS ? (GLsizeiptr)null_gl.buffers[name].size : 0);
}

static inline void *null_MapBufferRange(GLenum target, GLintptr offset, GLsizeiptr size, GLbitfield access)
{
    (void)access;
    return null_map(null_buffer(target), offset, size);
}

static inline void *null_MapNamedBuffer(GLuint name, GLenum access)
{
    (void)access;
    return null_map(name, 0, name < NULL_BUFFERS ? (GLsizeiptr)null_gl.buffers[name].size : 0);
}

static inline void *null_MapNamedBufferRange(GLuint name, GLintptr offset, GLsizeiptr size, GLbitfield access)
{
    (void)access;
    return null_map(name, offset, size);
}

static inline GLboolean null_UnmapBuffer(GLenum target)
{
    null_unmap(null_buffer(target));
    return 1;
}

static inline GLboolean null_UnmapNamedBuffer(GLuint name)
{
    null_unmap(name);
    return 1;
}

static inline void null_GetNamedBufferParameteriv(GLuint name, GLenum pname, GLint *value)
{
    if (pname == GL_BUFFER_SIZE && name < NULL_BUFFERS)
        *value = (GLint)null_gl.buffers[name].size;
}

static inline void null_GetBufferParameteriv(GLenum target, GLenum pname, GLint *value)
{
    null_GetNamedBufferParameteriv(null_buffer(target), pname, value);
}

/* Small indices, whatever the type. */
static inline void null_GetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data)
{
    (void)target, (void)offset;
    memset(data, 0, (size_t)size);
}

static inline void null_GetIntegerv(GLenum name, GLint *value)
{
    static const struct {
        GLenum name, target;
    } bindings[] = {
        {GL_ARRAY_BUFFER_BINDING, GL_ARRAY_BUFFER},
        {GL_ELEMENT_ARRAY_BUFFER_BINDING, GL_ELEMENT_ARRAY_BUFFER},
        {GL_PIXEL_PACK_BUFFER_BINDING, GL_PIXEL_PACK_BUFFER},
        {GL_PIXEL_UNPACK_BUFFER_BINDING, GL_PIXEL_UNPACK_BUFFER},
        {GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER},
        {GL_TEXTURE_BUFFER, GL_TEXTURE_BUFFER},
        {GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, GL_TRANSFORM_FEEDBACK_BUFFER},
        {GL_COPY_READ_BUFFER_BINDING, GL_COPY_READ_BUFFER},
        {GL_COPY_WRITE_BUFFER_BINDING, GL_COPY_WRITE_BUFFER},
        {GL_DRAW_INDIRECT_BUFFER_BINDING, GL_DRAW_INDIRECT_BUFFER},
        {GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER},
        {GL_QUERY_BUFFER_BINDING, GL_QUERY_BUFFER},
    };

    *value = 0;
    for (size_t i = 0; i < sizeof bindings / sizeof bindings[0]; i++)
        if (bindings[i].name == name)
            *value = (GLint)null_buffer(bindings[i].target);
}

#endif
