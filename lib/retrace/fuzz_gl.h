/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_FUZZ_GL_H
#define RETRACE_FUZZ_GL_H

/* For the player's fuzz target only: a backend whose GL draws nothing but touches what a GL would touch.
 * Data, indices and client arrays are read to their last byte; a mapping is a block of its own that is freed
 * when GL's would be; pointers that GL keeps are kept. A byte that the player did not check, or a pointer
 * that it let die, is then a sanitizer's report. Everything that is not here returns 0. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "gl_tables.h"
#include "retrace/backend.h"

enum {
    NULL_BUFFERS = 1024,
    NULL_VAOS = 1 << 15,
    NULL_ARRAYS = 4,
    NULL_TARGETS = 15,
    NULL_STACK = 16,
    NULL_SIZE_MAX = 1 << 16
};

struct null_array {
    const uint8_t *pointer; /* in client memory; NULL: in a buffer, or nowhere */
    size_t element, stride;
    GLuint buffer, divisor;
    bool enabled;
};

struct null_vao {
    GLuint element_buffer;
    struct null_array arrays[NULL_ARRAYS]; /* the vertex array, then generic ones */
};

struct null_client {
    GLuint vao, bound[NULL_TARGETS];
    struct null_vao state;
};

struct backend_context {
    GLuint bound[NULL_TARGETS];
    GLuint vao;                       /* of `vaos` */
    struct null_vao *vaos[NULL_VAOS]; /* made on demand */
    struct null_client stack[NULL_STACK];
    int depth;
    uint8_t *feedback;
    size_t feedback_size;
};

struct backend_drawable {
    int width, height;
};

static struct null_gl {
    struct gl_table table;
    struct {
        size_t size;
        uint8_t *map;
        bool alive;
    } buffers[NULL_BUFFERS]; /* by name */
    GLuint next_buffer, next_name;
    struct backend_context *ctx; /* current */
    volatile uint8_t sum;
} null_gl;

static inline void null_read(const void *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        null_gl.sum += ((const uint8_t *)data)[i];
}

static inline intptr_t null_nothing(void)
{
    return 0;
}

static inline struct null_vao *null_current_vao(void)
{
    struct null_vao **vao = &null_gl.ctx->vaos[null_gl.ctx->vao];

    if (!*vao && !(*vao = calloc(1, sizeof **vao)))
        abort();
    return *vao;
}

/* --- buffers --- */

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

/* --- arrays and draws --- */

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

/* --- the rest that reads or keeps memory --- */

static inline GLuint null_name(void)
{
    return NULL_VAOS + ++null_gl.next_name;
}

static inline void null_Gen(GLsizei n, GLuint *names)
{
    for (GLsizei i = 0; i < n; i++)
        names[i] = null_name();
}

static inline void null_ShaderSource(GLuint shader, GLsizei n, const GLchar *const *strings,
                                     const GLint *lengths)
{
    (void)shader;
    for (GLsizei i = 0; i < n; i++)
        null_read(strings[i], lengths ? (size_t)lengths[i] : strlen(strings[i]));
}

static inline GLint null_GetUniformLocation(GLuint program, const GLchar *name)
{
    (void)program;
    return (GLint)(strlen(name) & 0xff);
}

static inline void null_Uniform4fv(GLint location, GLsizei n, const GLfloat *v)
{
    (void)location;
    if (n > 0)
        null_read(v, (size_t)n * 16);
}

static inline void null_GetProgramiv(GLuint program, GLenum name, GLint *value)
{
    (void)program;
    *value = name == GL_LINK_STATUS;
}

static inline void null_FeedbackBuffer(GLsizei size, GLenum type, GLfloat *memory)
{
    (void)type;
    if (size < 0)
        return;
    null_gl.ctx->feedback = (uint8_t *)memory;
    null_gl.ctx->feedback_size = (size_t)size * sizeof *memory;
}

static inline GLint null_RenderMode(GLenum mode)
{
    (void)mode;
    if (null_gl.ctx->feedback_size) /* its end, as a full buffer would be */
        memset(null_gl.ctx->feedback + null_gl.ctx->feedback_size - 4, 0, 4);
    return 0;
}

static inline void null_ReadPixels(GLint x, GLint y, GLsizei w, GLsizei h, GLenum format, GLenum type,
                                   void *to)
{
    (void)x, (void)y;
    if (!null_buffer(GL_PIXEL_PACK_BUFFER) && format == GL_RGBA && type == GL_UNSIGNED_BYTE && w > 0 &&
        h > 0 && h < 65536)
        memset(to, 0, (size_t)w * (size_t)h * 4);
}

static inline void null_CallLists(GLsizei n, GLenum type, const void *lists)
{
    if (n > 0 && (type == GL_UNSIGNED_BYTE || type == GL_UNSIGNED_INT))
        null_read(lists, (size_t)n * null_type_size(type));
}

static inline void null_gl_fill(struct gl_table *t)
{
    intptr_t (*fn)(void) = null_nothing;

    for (size_t i = 0; i < sizeof *t / sizeof fn; i++)
        memcpy((char *)t + i * sizeof fn, &fn, sizeof fn);
        // clang-format off
#define SET(Name) t->Name = null_##Name;
    SET(GenBuffers) SET(DeleteBuffers) SET(BindBuffer) SET(BufferData) SET(BufferStorage) SET(NamedBufferData) SET(NamedBufferStorage)
    SET(BufferSubData) SET(MapBuffer) SET(MapBufferRange) SET(MapNamedBuffer) SET(MapNamedBufferRange) SET(UnmapBuffer) SET(UnmapNamedBuffer)
    SET(GetBufferParameteriv) SET(GetNamedBufferParameteriv) SET(GetBufferSubData) SET(GetIntegerv) SET(GenVertexArrays) SET(BindVertexArray)
    SET(DeleteVertexArrays) SET(VertexPointer) SET(VertexAttribPointer) SET(VertexAttribIPointer) SET(EnableClientState) SET(DisableClientState)
    SET(EnableVertexAttribArray) SET(DisableVertexAttribArray) SET(VertexAttribDivisor) SET(PushClientAttrib) SET(PopClientAttrib)
    SET(DrawArrays) SET(DrawArraysInstancedBaseInstance) SET(MultiDrawArrays) SET(DrawElements) SET(DrawElementsInstancedBaseVertexBaseInstance)
    SET(MultiDrawElements) SET(MultiDrawElementsBaseVertex) SET(MultiDrawElementsIndirect) SET(ArrayElement) SET(ShaderSource)
    SET(GetUniformLocation) SET(Uniform4fv) SET(GetProgramiv) SET(FeedbackBuffer) SET(RenderMode) SET(ReadPixels) SET(CallLists)
#undef SET
    t->CreateBuffers = null_GenBuffers;
    t->CreateVertexArrays = null_GenVertexArrays;
    t->NamedBufferDataEXT = null_NamedBufferData;
    t->MapNamedBufferRangeEXT = null_MapNamedBufferRange;
    t->MapNamedBufferEXT = null_MapNamedBuffer;
    t->UnmapNamedBufferEXT = null_UnmapNamedBuffer;
    t->GenTextures = t->GenRenderbuffers = t->GenFramebuffers = t->GenQueries = t->GenSamplers = t->GenProgramPipelines = null_Gen;
    t->CreateProgram = null_name;
    // clang-format on
}

/* --- backend --- */

static inline struct backend_context *null_context_create(void *priv,
                                                          const struct backend_context_params *params)
{
    (void)priv, (void)params;
    return calloc(1, sizeof(struct backend_context));
}

static inline void null_context_destroy(void *priv, struct backend_context *ctx)
{
    (void)priv;
    if (null_gl.ctx == ctx)
        null_gl.ctx = NULL;
    for (int i = 0; i < NULL_VAOS; i++)
        free(ctx->vaos[i]);
    free(ctx);
}

static inline const struct gl_table *null_context_table(const struct backend_context *ctx)
{
    (void)ctx;
    return &null_gl.table;
}

static inline struct backend_drawable *null_drawable_create(void *priv, int width, int height, int samples)
{
    struct backend_drawable *d = malloc(sizeof *d);

    (void)priv, (void)samples;
    if (d)
        *d = (struct backend_drawable){width, height};
    return d;
}

static inline void null_drawable_destroy(void *priv, struct backend_drawable *d)
{
    (void)priv;
    free(d);
}

static inline bool null_drawable_resize(void *priv, struct backend_drawable *d, int width, int height)
{
    (void)priv;
    *d = (struct backend_drawable){width, height};
    return true;
}

static inline void null_drawable_size(const struct backend_drawable *d, int *width, int *height)
{
    *width = d->width;
    *height = d->height;
}

static inline bool null_make_current(void *priv, struct backend_drawable *draw, struct backend_drawable *read,
                                     struct backend_context *ctx)
{
    (void)priv;
    null_read(draw, draw ? sizeof *draw : 0);
    null_read(read, read ? sizeof *read : 0);
    null_gl.ctx = ctx;
    return true;
}

static inline void null_swap(void *priv, struct backend_drawable *d)
{
    (void)priv;
    null_read(d, sizeof *d);
}

static const struct backend null_backend = {
    .context_create = null_context_create,
    .context_destroy = null_context_destroy,
    .context_table = null_context_table,
    .drawable_create = null_drawable_create,
    .drawable_destroy = null_drawable_destroy,
    .drawable_resize = null_drawable_resize,
    .drawable_size = null_drawable_size,
    .make_current = null_make_current,
    .swap = null_swap,
};

static inline void null_gl_start(void)
{
    memset(&null_gl, 0, sizeof null_gl);
    null_gl.next_buffer = null_gl.next_name = 1;
    null_gl_fill(&null_gl.table);
}

static inline void null_gl_finish(void)
{
    for (GLuint i = 0; i < NULL_BUFFERS; i++)
        null_unmap(i);
}

#endif
