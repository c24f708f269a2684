/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_FUZZ_GL_H
#define RETRACE_FUZZ_GL_H

/* For the player's fuzz target only: a backend whose GL draws nothing but touches what a GL would touch.
 * Data, indices and client arrays are read to their last byte; a mapping is a block of its own that is freed
 * when GL's would be; pointers that GL keeps are kept. A byte that the player did not check, or a pointer
 * that it let die, is then a sanitizer's report. Everything that is not here returns 0. */

#include "retrace/fuzz_gl_draw.h"

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
