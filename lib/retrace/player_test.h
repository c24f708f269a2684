/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_PLAYER_TEST_H
#define RETRACE_PLAYER_TEST_H

/* For the player's tests only: a backend whose GL writes down what it is called with, and traces of a few
 * calls. Include after cmocka.h. */

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "retrace/backend.h"
#include "retrace/replay.h"
#include "trace/writer.h"

enum { FAKE_CONTEXTS = 8, FAKE_DRAWABLES = 16, FAKE_MEMORY = 65536 };

struct backend_context {
    int id;
};

struct backend_drawable {
    int id, width, height;
};

/* One fake GL for all contexts: what the tests of one program need is small. */
static struct fake {
    char text[1 << 16]; /* what was called, one line each */
    struct gl_table table;
    struct backend backend;
    struct backend_context contexts[FAKE_CONTEXTS];
    struct backend_drawable drawables[FAKE_DRAWABLES];
    int context_count, drawable_count;
    GLuint next; /* names given out count from 101 */
    GLint element_buffer, array_buffer, draw_framebuffer, unpack_row_length, compressed_block;
    uint8_t memory[FAKE_MEMORY]; /* what glMapBuffer* returns, from the offset on */
    bool map_fails, link_fails, refuse_contexts, integer_attribute, no_storage;
    int reverse; /* uniforms are numbered backwards */
    int waits;
    const uint8_t *vertices, *pushed; /* glVertexPointer's memory */
    const uint8_t *pinned;            /* glBufferData's, where GL keeps the pointer */
} fake;

__attribute__((format(printf, 1, 2))) static inline void fake_note(const char *fmt, ...)
{
    size_t len = strlen(fake.text);
    va_list args;

    va_start(args, fmt);
    vsnprintf(fake.text + len, sizeof fake.text - len, fmt, args);
    va_end(args);
    len = strlen(fake.text);
    snprintf(fake.text + len, sizeof fake.text - len, "\n");
}

/* --- GL --- */

// clang-format off

static inline void fake_gen(const char *what, GLsizei n, GLuint *names)
{
    for (GLsizei i = 0; i < n; i++)
        names[i] = ++fake.next;
    fake_note("%s %d", what, n);
}

static inline void fake_delete(const char *what, GLsizei n, const GLuint *names)
{
    for (GLsizei i = 0; i < n; i++)
        fake_note("%s %u", what, names[i]);
}

#define FAKE_KIND(Kind) \
    static inline void fake_Gen##Kind(GLsizei n, GLuint *names) { fake_gen("Gen" #Kind, n, names); } \
    static inline void fake_Delete##Kind(GLsizei n, const GLuint *names) { fake_delete("Delete" #Kind, n, names); }
FAKE_KIND(Buffers)
FAKE_KIND(Textures)
FAKE_KIND(Renderbuffers)
FAKE_KIND(Framebuffers)
FAKE_KIND(VertexArrays)
FAKE_KIND(Queries)
FAKE_KIND(ProgramPipelines)
#undef FAKE_KIND

static inline void fake_BindBuffer(GLenum target, GLuint name)
{
    if (target == GL_ARRAY_BUFFER)
        fake.array_buffer = (GLint)name;
    if (target == GL_ELEMENT_ARRAY_BUFFER)
        fake.element_buffer = (GLint)name;
    fake_note("BindBuffer %x %u", target, name);
}
static inline void fake_BindTexture(GLenum target, GLuint name) { fake_note("BindTexture %x %u", target, name); }
static inline void fake_BindVertexArray(GLuint name) { fake_note("BindVertexArray %u", name); }
static inline void fake_BindFramebuffer(GLenum target, GLuint name)
{
    fake.draw_framebuffer = (GLint)name;
    fake_note("BindFramebuffer %x %u", target, name);
}
static inline void fake_GetIntegerv(GLenum name, GLint *value)
{
    switch (name) {
    case GL_ARRAY_BUFFER_BINDING: *value = fake.array_buffer; break;
    case GL_ELEMENT_ARRAY_BUFFER_BINDING: *value = fake.element_buffer; break;
    case GL_DRAW_FRAMEBUFFER_BINDING: *value = fake.draw_framebuffer; break;
    case GL_UNPACK_ALIGNMENT: *value = 1; break;
    case GL_UNPACK_ROW_LENGTH: *value = fake.unpack_row_length; break;
    case GL_UNPACK_COMPRESSED_BLOCK_SIZE: *value = fake.compressed_block ? 8 : 0; break;
    case GL_UNPACK_COMPRESSED_BLOCK_WIDTH: case GL_UNPACK_COMPRESSED_BLOCK_HEIGHT: *value = fake.compressed_block; break;
    default: *value = 0;
    }
}
static inline GLboolean fake_IsEnabled(GLenum cap) { (void)cap; return 0; }
static inline GLenum fake_GetError(void) { return 0; }
static inline void fake_BufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage)
{
    if (target == GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD)
        fake.pinned = data;
    fake_note("BufferData %x %td %s %x", target, size, data ? "data" : "null", usage);
}
static inline void *fake_MapBufferRange(GLenum target, GLintptr offset, GLsizeiptr size, GLbitfield access)
{
    fake_note("MapBufferRange %x %td %td %x", target, offset, size, access);
    return fake.map_fails || offset < 0 || offset > FAKE_MEMORY || size > FAKE_MEMORY - offset ? NULL : fake.memory + offset;
}
static inline void *fake_MapBuffer(GLenum target, GLenum access)
{
    fake_note("MapBuffer %x %x", target, access);
    return fake.map_fails ? NULL : fake.memory;
}
static inline GLboolean fake_UnmapBuffer(GLenum target) { fake_note("UnmapBuffer %x", target); return 1; }
static inline void fake_GetBufferParameteriv(GLenum target, GLenum name, GLint *value) { (void)target; *value = name == GL_BUFFER_SIZE && !fake.no_storage ? 256 : 0; }
static inline void fake_GetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data)
{
    (void)target;
    memcpy(data, fake.memory + offset, (size_t)size);
}
static inline GLuint fake_CreateProgram(void) { fake_note("CreateProgram"); return ++fake.next; }
static inline GLuint fake_CreateShader(GLenum type) { fake_note("CreateShader %x", type); return ++fake.next; }
static inline void fake_ShaderSource(GLuint shader, GLsizei n, const GLchar *const *strings, const GLint *lengths)
{
    if (n > 0)
        fake_note("ShaderSource %u %d \"%.*s\" %d", shader, n, lengths[0], strings[0], lengths[0]);
}
static inline void fake_LinkProgram(GLuint program) { fake_note("LinkProgram %u", program); }
static inline void fake_UseProgram(GLuint program) { fake_note("UseProgram %u", program); }
static inline void fake_GetProgramiv(GLuint program, GLenum name, GLint *value) { (void)program; *value = name == GL_LINK_STATUS ? !fake.link_fails : name == GL_ACTIVE_ATTRIBUTES && fake.integer_attribute; }
/* The one attribute, of location 0, is an ivec2. */
static inline void fake_GetActiveAttrib(GLuint program, GLuint index, GLsizei size, GLsizei *length, GLint *elements, GLenum *type, GLchar *name)
{
    (void)program, (void)index, (void)length;
    *elements = 1;
    *type = GL_INT_VEC2;
    snprintf(name, (size_t)size, "a");
}
static inline GLint fake_GetAttribLocation(GLuint program, const GLchar *name) { (void)program; return strcmp(name, "a") ? -1 : 0; }
static inline void fake_VertexAttribIPointer(GLuint index, GLint size, GLenum type, GLsizei stride, const void *p)
{
    fake_note("VertexAttribIPointer %u %d %x %d %s", index, size, type, stride, (uintptr_t)p < 4096 ? "offset" : "client");
}
static inline void fake_FlushMappedBufferRange(GLenum target, GLintptr offset, GLsizeiptr size) { fake_note("FlushMappedBufferRange %x %td %td: %d", target, offset, size, offset >= 0 && offset < FAKE_MEMORY ? fake.memory[offset] : -1); }
/* Uniforms "u0".."u9": location 10 * digit, or the reverse; "arr": 200 with 4 elements; anything else -1. */
static inline GLint fake_GetUniformLocation(GLuint program, const GLchar *name)
{
    (void)program;
    if (name[0] == 'u' && name[1])
        return fake.reverse ? 90 - 10 * (name[1] - '0') : 10 * (name[1] - '0');
    if (!strncmp(name, "arr", 3))
        return name[3] == '[' ? 200 + atoi(name + 4) : 200;
    return -1;
}
static inline void fake_GetUniformIndices(GLuint program, GLsizei n, const GLchar *const *names, GLuint *indices)
{
    (void)program, (void)n;
    indices[0] = strcmp(names[0], "arr") ? 0 : 1;
}
static inline void fake_GetActiveUniformsiv(GLuint program, GLsizei n, const GLuint *indices, GLenum name, GLint *values)
{
    (void)program, (void)n, (void)name;
    values[0] = indices[0] == 1 ? 4 : 1;
}
static inline void fake_Uniform1i(GLint location, GLint v) { fake_note("Uniform1i %d %d", location, v); }
static inline void fake_ProgramUniform1i(GLuint program, GLint location, GLint v) { fake_note("ProgramUniform1i %u %d %d", program, location, v); }
static inline GLuint fake_GetUniformBlockIndex(GLuint program, const GLchar *name) { (void)program; return name[0] == 'B' ? 7u - (GLuint)(name[1] - '0') : GL_INVALID_INDEX; }
static inline void fake_UniformBlockBinding(GLuint program, GLuint block, GLuint binding) { fake_note("UniformBlockBinding %u %u %u", program, block, binding); }
static inline GLuint fake_GetSubroutineIndex(GLuint program, GLenum shader, const GLchar *name) { (void)program, (void)shader; return (GLuint)(9 - (name[0] - 'a')); }
static inline void fake_UniformSubroutinesuiv(GLenum shader, GLsizei n, const GLuint *indices)
{
    fake_note("UniformSubroutinesuiv %x %d %u %u", shader, n, n > 0 ? indices[0] : 0, n > 1 ? indices[1] : 0);
}
static inline void fake_BindProgramPipeline(GLuint name) { fake_note("BindProgramPipeline %u", name); }
static inline void fake_ActiveShaderProgram(GLuint pipeline, GLuint program) { fake_note("ActiveShaderProgram %u %u", pipeline, program); }
static inline void fake_EnableVertexAttribArray(GLuint index) { fake_note("EnableVertexAttribArray %u", index); }
static inline void fake_VertexAttribDivisor(GLuint index, GLuint divisor) { fake_note("VertexAttribDivisor %u %u", index, divisor); }
static inline void fake_VertexAttribPointer(GLuint index, GLint size, GLenum type, GLboolean norm, GLsizei stride, const void *p)
{
    (void)norm;
    fake_note("VertexAttribPointer %u %d %x %d %s", index, size, type, stride, (uintptr_t)p < 4096 ? "offset" : "client");
}
static inline void fake_VertexPointer(GLint size, GLenum type, GLsizei stride, const void *p)
{
    bool offset = fake.array_buffer || (uintptr_t)p < 4096;

    fake.vertices = offset ? NULL : p;
    fake_note("VertexPointer %d %x %d %s %d", size, type, stride, offset ? "offset" : "client",
              offset ? (int)(uintptr_t)p : (int)*(const uint8_t *)p);
}
static inline void fake_EnableClientState(GLenum array) { fake_note("EnableClientState %x", array); }
static inline void fake_DrawArrays(GLenum mode, GLint first, GLsizei count) { fake_note("DrawArrays %x %d %d", mode, first, count); }
static inline void fake_DrawArraysInstanced(GLenum mode, GLint first, GLsizei count, GLsizei n) { fake_note("DrawArraysInstanced %x %d %d %d", mode, first, count, n); }
static inline void fake_DrawElements(GLenum mode, GLsizei count, GLenum type, const void *indices)
{
    bool offset = fake.element_buffer || (uintptr_t)indices < 4096;

    fake_note("DrawElements %x %d %x %s %d", mode, count, type, offset ? "offset" : "client",
              offset ? (int)(uintptr_t)indices : ((const uint8_t *)indices)[0]);
}
static inline void fake_DrawRangeElementsBaseVertex(GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type, const void *indices, GLint base)
{
    (void)indices;
    fake_note("DrawRangeElementsBaseVertex %x %u %u %d %x %d", mode, start, end, count, type, base);
}
static inline void fake_MultiDrawElements(GLenum mode, const GLsizei *count, GLenum type, const void *const *indices, GLsizei n)
{
    fake_note("MultiDrawElements %x %x %d", mode, type, n);
    for (GLsizei i = 0; i < n; i++)
        fake_note("  %d %s %d", count[i], fake.element_buffer || (uintptr_t)indices[i] < 4096 ? "offset" : "client",
                  fake.element_buffer || (uintptr_t)indices[i] < 4096 ? (int)(uintptr_t)indices[i] : ((const uint8_t *)indices[i])[0]);
}
static inline void fake_MultiDrawElementsIndirect(GLenum mode, GLenum type, const void *commands, GLsizei n, GLsizei stride)
{
    (void)commands;
    fake_note("MultiDrawElementsIndirect %x %x %d %d", mode, type, n, stride);
}
static inline void fake_Viewport(GLint x, GLint y, GLsizei w, GLsizei h) { fake_note("Viewport %d %d %d %d", x, y, w, h); }
static inline void fake_ViewportIndexedf(GLuint i, GLfloat x, GLfloat y, GLfloat w, GLfloat h) { (void)x, (void)y; fake_note("ViewportIndexedf %u %gx%g", i, (double)w, (double)h); }
static inline void fake_LockArraysEXT(GLint first, GLsizei count) { fake_note("LockArraysEXT %d %d", first, count); }
static inline void fake_UnlockArraysEXT(void) { fake_note("UnlockArraysEXT"); }
static inline void fake_Clear(GLbitfield mask) { fake_note("Clear %x", mask); }
static inline void fake_TexImage2D(GLenum target, GLint level, GLint internal, GLsizei w, GLsizei h, GLint border, GLenum format, GLenum type, const void *p)
{
    (void)internal, (void)border;
    fake_note("TexImage2D %x %d %dx%d %x %x %s", target, level, w, h, format, type, p ? "data" : "null");
}
static inline void fake_CompressedTexSubImage2D(GLenum target, GLint level, GLint x, GLint y, GLsizei w, GLsizei h, GLenum format, GLsizei size, const void *p)
{
    (void)x, (void)y, (void)format;
    fake_note("CompressedTexSubImage2D %x %d %dx%d %d %s", target, level, w, h, size, p ? "data" : "null");
}
static inline void fake_GetCompressedTextureSubImage(GLuint texture, GLint level, GLint x, GLint y, GLint z, GLsizei w, GLsizei h, GLsizei d, GLsizei size, void *p)
{
    (void)level, (void)x, (void)y, (void)z;
    fake_note("GetCompressedTextureSubImage %u %dx%dx%d %d %p", texture, w, h, d, size, p);
}
static inline void fake_CopyImageSubData(GLuint from, GLenum ft, GLint fl, GLint fx, GLint fy, GLint fz, GLuint to, GLenum tt, GLint tl, GLint tx, GLint ty, GLint tz, GLsizei w, GLsizei h, GLsizei d)
{
    (void)fl, (void)fx, (void)fy, (void)fz, (void)tl, (void)tx, (void)ty, (void)tz, (void)w, (void)h, (void)d;
    fake_note("CopyImageSubData %u %x %u %x", from, ft, to, tt);
}
static inline void fake_CallLists(GLsizei n, GLenum type, const void *lists) { fake_note("CallLists %d %x %d", n, type, n > 0 ? *(const uint8_t *)lists : 0); }
static inline void fake_CallList(GLuint list) { fake_note("CallList %u", list); }
static inline void fake_Flush(void) { fake.pinned ? fake_note("Flush pinned %d", fake.pinned[0]) : fake_note("Flush"); }
static inline GLsync fake_FenceSync(GLenum condition, GLbitfield flags) { (void)condition, (void)flags; fake_note("FenceSync"); return (GLsync)(uintptr_t)(0x5000 + ++fake.next); }
static inline GLenum fake_ClientWaitSync(GLsync sync, GLbitfield flags, GLuint64 timeout)
{
    (void)flags, (void)timeout;
    fake.waits++;
    fake_note("ClientWaitSync %x", (unsigned)(uintptr_t)sync);
    return GL_ALREADY_SIGNALED;
}
static inline void fake_WaitSync(GLsync sync, GLbitfield flags, GLuint64 timeout) { (void)flags, (void)timeout; fake_note("WaitSync %x", (unsigned)(uintptr_t)sync); }
static inline void fake_DeleteSync(GLsync sync) { fake_note("DeleteSync %x", (unsigned)(uintptr_t)sync); }
static inline void fake_BeginQuery(GLenum target, GLuint id) { fake_note("BeginQuery %x %u", target, id); }
static inline void fake_GetQueryObjectuiv(GLuint id, GLenum name, GLuint *value) { *value = 1; fake_note("GetQueryObjectuiv %u %x", id, name); }
static inline void fake_Begin(GLenum mode) { fake_note("Begin %x", mode); }
static inline void fake_End(void) { fake_note("End"); }
static inline void fake_ArrayElement(GLint i) { fake_note("ArrayElement %d", i); }

static inline void fake_PushClientAttrib(GLbitfield mask) { fake.pushed = fake.vertices; fake_note("PushClientAttrib %x", mask); }
static inline void fake_PopClientAttrib(void) { fake.vertices = fake.pushed; fake_note("PopClientAttrib %d", (uintptr_t)fake.vertices < 4096 ? -1 : fake.vertices[0]); }
static inline GLint fake_GetSubroutineUniformLocation(GLuint program, GLenum shader, const GLchar *name) { (void)program, (void)shader; return 1 - (name[0] - 'x'); }
/* Present, so that the player does not call the driver poor, and never called. */
static inline void fake_GetActiveUniformBlockName(GLuint a, GLuint b, GLsizei c, GLsizei *d, GLchar *e) { (void)a, (void)b, (void)c, (void)d, (void)e; }
static inline void fake_GetProgramResourceName(GLuint a, GLenum b, GLuint c, GLsizei d, GLsizei *e, GLchar *f) { (void)a, (void)b, (void)c, (void)d, (void)e, (void)f; }
static inline void fake_GetProgramResourceiv(GLuint a, GLenum b, GLuint c, GLsizei d, const GLenum *e, GLsizei f, GLsizei *g, GLint *h)
{
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
}

static inline void fake_fill_table(struct gl_table *t)
{
#define SET(Name) t->Name = fake_##Name
    SET(GetActiveAttrib); SET(GetAttribLocation); SET(VertexAttribIPointer); SET(FlushMappedBufferRange); SET(ViewportIndexedf); SET(LockArraysEXT); SET(UnlockArraysEXT); SET(GenBuffers); SET(DeleteBuffers); SET(GenTextures); SET(DeleteTextures); SET(GenRenderbuffers); SET(DeleteRenderbuffers);
    SET(GenFramebuffers); SET(DeleteFramebuffers); SET(GenVertexArrays); SET(DeleteVertexArrays); SET(GenQueries); SET(DeleteQueries);
    SET(GenProgramPipelines); SET(DeleteProgramPipelines); SET(BindBuffer); SET(BindTexture); SET(BindVertexArray);
    SET(BindFramebuffer); SET(GetIntegerv); SET(IsEnabled); SET(GetError); SET(BufferData); SET(MapBufferRange); SET(MapBuffer);
    SET(UnmapBuffer); SET(GetBufferParameteriv); SET(GetBufferSubData); SET(CreateProgram); SET(CreateShader); SET(ShaderSource);
    SET(LinkProgram); SET(UseProgram); SET(GetProgramiv); SET(GetUniformLocation); SET(GetUniformIndices); SET(GetActiveUniformsiv);
    SET(Uniform1i); SET(ProgramUniform1i); SET(GetUniformBlockIndex); SET(UniformBlockBinding); SET(GetSubroutineIndex);
    SET(UniformSubroutinesuiv); SET(BindProgramPipeline); SET(ActiveShaderProgram); SET(EnableVertexAttribArray);
    SET(VertexAttribDivisor); SET(VertexAttribPointer); SET(VertexPointer); SET(EnableClientState); SET(DrawArrays);
    SET(DrawArraysInstanced); SET(DrawElements); SET(MultiDrawElements); SET(MultiDrawElementsIndirect); SET(Viewport); SET(Clear);
    SET(TexImage2D); SET(CompressedTexSubImage2D); SET(GetCompressedTextureSubImage); SET(CopyImageSubData); SET(CallLists); SET(CallList); SET(Flush); SET(FenceSync);
    SET(ClientWaitSync); SET(WaitSync); SET(DeleteSync); SET(BeginQuery); SET(GetQueryObjectuiv); SET(Begin); SET(End);
    SET(PushClientAttrib); SET(PopClientAttrib); SET(GetSubroutineUniformLocation);
    SET(DrawRangeElementsBaseVertex);
    SET(ArrayElement); SET(GetActiveUniformBlockName); SET(GetProgramResourceName); SET(GetProgramResourceiv);
#undef SET
}
// clang-format on

/* --- backend --- */

static inline struct backend_context *fake_context_create(void *priv,
                                                          const struct backend_context_params *params)
{
    struct backend_context *ctx = &fake.contexts[fake.context_count];

    (void)priv;
    if (fake.refuse_contexts || fake.context_count == FAKE_CONTEXTS)
        return NULL;
    ctx->id = ++fake.context_count;
    fake_note("context %d share %d %d.%d%s%s", ctx->id, params->share ? params->share->id : 0, params->major,
              params->minor, params->core ? " core" : "", params->forward_compatible ? " forward" : "");
    return ctx;
}
static inline void fake_context_destroy(void *priv, struct backend_context *ctx)
{
    (void)priv;
    fake_note("context %d destroyed", ctx->id);
}
static inline const struct gl_table *fake_context_table(const struct backend_context *ctx)
{
    (void)ctx;
    return &fake.table;
}
static inline struct backend_drawable *fake_drawable_create(void *priv, int width, int height, int samples)
{
    struct backend_drawable *d = &fake.drawables[fake.drawable_count];

    (void)priv, (void)samples;
    if (fake.drawable_count == FAKE_DRAWABLES)
        return NULL;
    *d = (struct backend_drawable){++fake.drawable_count, width, height};
    fake_note("drawable %d %dx%d", d->id, width, height);
    return d;
}
static inline void fake_drawable_destroy(void *priv, struct backend_drawable *d)
{
    (void)priv;
    fake_note("drawable %d destroyed", d->id);
}
static inline bool fake_drawable_resize(void *priv, struct backend_drawable *d, int width, int height)
{
    (void)priv;
    d->width = width;
    d->height = height;
    fake_note("drawable %d resized %dx%d", d->id, width, height);
    return true;
}
static inline void fake_drawable_size(const struct backend_drawable *d, int *width, int *height)
{
    *width = d->width;
    *height = d->height;
}
static inline bool fake_make_current(void *priv, struct backend_drawable *draw, struct backend_drawable *read,
                                     struct backend_context *ctx)
{
    (void)priv;
    fake_note("current %d draw %d read %d", ctx ? ctx->id : 0, draw ? draw->id : 0, read ? read->id : 0);
    return true;
}
static inline void fake_swap(void *priv, struct backend_drawable *d)
{
    (void)priv;
    fake_note("swap %d", d->id);
}

/* --- a trace under construction and its replay --- */

static struct trace_writer trace;
static char signatures[64][160]; /* by id */
static struct replay_result result;
static uint64_t frame_calls[16];
static int frame_count;

static inline void fake_frame(void *priv, struct player *player, const struct trace_call *call)
{
    (void)priv, (void)player;
    frame_calls[frame_count++ & 15] = call ? call->no : UINT64_MAX;
    fake_note("frame");
}

static inline int player_test_setup(void **state)
{
    (void)state;
    memset(&fake, 0, sizeof fake);
    fake.next = 100;
    fake_fill_table(&fake.table);
    fake.backend = (struct backend){NULL,
                                    fake_context_create,
                                    fake_context_destroy,
                                    fake_context_table,
                                    fake_drawable_create,
                                    fake_drawable_destroy,
                                    fake_drawable_resize,
                                    fake_drawable_size,
                                    fake_make_current,
                                    fake_swap};
    memset(&result, 0, sizeof result);
    memset(signatures, 0, sizeof signatures);
    frame_count = 0;
    trace_writer_init(&trace, 6);
    trace_writer_header(&trace, 6, NULL, 0);
    return 0;
}

static inline int player_test_teardown(void **state)
{
    (void)state;
    trace_writer_finish(&trace);
    replay_result_finish(&result);
    return 0;
}

/* Signature ids must be small: one per prototype. */
static inline unsigned signature_id(const char *prototype)
{
    for (unsigned i = 4; i < 64; i++) {
        if (!signatures[i][0])
            snprintf(signatures[i], sizeof signatures[i], "%s", prototype);
        if (!strcmp(signatures[i], prototype))
            return i;
    }
    fail_msg("too many signatures");
    return 0;
}

/* Appends a call. `values` describes arguments, then after '>' the outputs by index, after '=' the return
 * value; each is one of: i int, f float, p opaque address, n null, s string, b blob (pointer, size), I array
 * of ints (count, ints…), S array of one string, - absent. "iip=p": three arguments and a returned address.
 * ">1I": output 1. */
static inline void values(const char *format, va_list args, uint64_t *no, bool *open)
{
    unsigned index = 0;

    for (const char *f = format; *f; f++) {
        if (*f == '-') {
            index++;
            continue;
        }
        if (*f == '>' || *f == '=') {
            if (*open) {
                trace_writer_end(&trace);
                trace_writer_leave(&trace, *no);
                *open = false;
            }
            if (*f == '=')
                trace_writer_ret(&trace);
            else
                index = (unsigned)(*++f - '0'), trace_writer_arg(&trace, index++);
            f++;
        } else {
            trace_writer_arg(&trace, index++);
        }
        // clang-format off
        switch (*f) {
        case 'i': trace_writer_int(&trace, va_arg(args, int)); break;
        case 'f': trace_writer_float(&trace, (float)va_arg(args, double)); break;
        case 'p': trace_writer_opaque(&trace, va_arg(args, uint64_t)); break;
        case 'n': trace_writer_null(&trace); break;
        case 's': { const char *s = va_arg(args, const char *); trace_writer_string(&trace, s, strlen(s)); break; }
        case 'b': { const void *b = va_arg(args, const void *); trace_writer_blob(&trace, b, (size_t)va_arg(args, int)); break; }
        case 'I': { int n = va_arg(args, int); trace_writer_array(&trace, (uint64_t)n); while (n--) trace_writer_int(&trace, va_arg(args, int)); break; }
        case 'P': { int n = va_arg(args, int); trace_writer_array(&trace, (uint64_t)n); while (n--) trace_writer_opaque(&trace, va_arg(args, uint64_t)); break; }
        case 'S': { const char *s = va_arg(args, const char *); trace_writer_array(&trace, 1); trace_writer_string(&trace, s, strlen(s)); break; }
        case 'B': { int n = va_arg(args, int); trace_writer_array(&trace, (uint64_t)n); while (n--) { const void *b = va_arg(args, const void *); trace_writer_blob(&trace, b, (size_t)va_arg(args, int)); } break; }
        default: fail_msg("bad value %c", *f);
        }
        // clang-format on
    }
}

static unsigned on_thread;

static inline uint64_t add(const char *prototype, const char *format, ...)
{
    uint64_t no = trace_writer_enter(&trace, on_thread, signature_id(prototype), prototype);
    bool open = true;
    va_list args;

    va_start(args, format);
    values(format, args, &no, &open);
    va_end(args);
    if (open) {
        trace_writer_end(&trace);
        trace_writer_leave(&trace, no);
    }
    trace_writer_end(&trace);
    return no;
}

#define ADDRESS(x) ((uint64_t)(x))

/* A compatibility context, current. */
static inline void add_context(void)
{
    add("glXCreateContext(dpy,vis,shareList,direct)", "ppni=p", ADDRESS(1), ADDRESS(2), 1, ADDRESS(0x100));
    add("glXMakeCurrent(dpy,drawable,ctx)", "pip=i", ADDRESS(1), 7, ADDRESS(0x100), 1);
}

static inline void add_core_context(void)
{
    add("glXCreateContextAttribsARB(dpy,config,share_context,direct,attrib_list)", "ppniI=p", ADDRESS(1),
        ADDRESS(2), 1, 7, 0x2091, 3, 0x2092, 3, 0x9126, 1, 0, ADDRESS(0x200));
    add("glXMakeCurrent(dpy,drawable,ctx)", "pip=i", ADDRESS(1), 7, ADDRESS(0x200), 1);
}

static inline void play_with(struct replay_params params)
{
    const struct trace_packing packing = {.container = TRACE_SNAPPY};
    char path[] = "/tmp/player_test_XXXXXX";
    int fd = mkstemp(path);

    assert_true(fd >= 0);
    close(fd);
    assert_true(trace_writer_save(&trace, path, &packing));
    params.path = path;
    params.backend = &fake.backend;
    if (!params.frame)
        params.frame = fake_frame;
    assert_true(replay_run(&params, &result));
    unlink(path);
}

static inline void play(void)
{
    play_with((struct replay_params){0});
}

/* The lines appear, in this order. */
static inline void assert_called(const char *lines)
{
    if (!strstr(fake.text, lines))
        fail_msg("not called: \"%s\"; called: %s", lines, fake.text);
}

static inline void assert_not_called(const char *lines)
{
    if (strstr(fake.text, lines))
        fail_msg("called: \"%s\" in: %s", lines, fake.text);
}

static inline void assert_gap(const char *function, const char *reason, uint64_t count)
{
    for (size_t i = 0; i < result.gap_count; i++)
        if (!strcmp(result.gaps[i].function, function) && !strcmp(result.gaps[i].reason, reason)) {
            assert_int_equal(result.gaps[i].count, count);
            return;
        }
    fail_msg("no gap %s: %s", function, reason);
}

static inline void assert_no_gaps(void)
{
    if (result.gap_count)
        fail_msg("gap %s: %s", result.gaps[0].function, result.gaps[0].reason);
}

#define PLAYER_TEST(name) cmocka_unit_test_setup_teardown(name, player_test_setup, player_test_teardown)

#endif
