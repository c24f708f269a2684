/* SPDX-License-Identifier: MIT */
/* Direct state access to vertex arrays: the named one takes the current one's place for the moment, so that
 * the bound forms do the work. Formats and bindings are state of the emulation, brought to the driver before
 * the next draw: they cost no driver call. Enables and the element buffer bind the driver's object. */
#include "emu/emu_priv.h"

/* The vertex array that was current before; NULL after an error. `driver`: bind on the driver, too. */
static struct emu_vao *push(struct emu_context *ctx, GLuint name, bool driver, const char *function)
{
    struct emu_vao *before = ctx->vao.current, *vao = name ? emu_names_get(&ctx->vaos, name) : &ctx->vao.zero;

    if (!vao || (!name && ctx->core)) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: vertex array %u", function, name);
        return NULL;
    }
    if (driver && vao != before)
        ctx->es->BindVertexArray(vao->es);
    ctx->vao.current = vao;
    return before;
}

static void pop(struct emu_context *ctx, struct emu_vao *before, bool driver)
{
    if (driver && before != ctx->vao.current)
        ctx->es->BindVertexArray(before->es);
    ctx->vao.current = before;
}

void emu_EnableVertexArrayAttrib(GLuint vaobj, GLuint index)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *before = push(ctx, vaobj, true, "glEnableVertexArrayAttrib");

    if (!before)
        return;
    emu_EnableVertexAttribArray(index);
    pop(ctx, before, true);
}

void emu_DisableVertexArrayAttrib(GLuint vaobj, GLuint index)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *before = push(ctx, vaobj, true, "glDisableVertexArrayAttrib");

    if (!before)
        return;
    emu_DisableVertexAttribArray(index);
    pop(ctx, before, true);
}

void emu_VertexArrayElementBuffer(GLuint vaobj, GLuint buffer)
{
    struct emu_context *ctx = emu_current;
    struct emu_buffer *b = buffer ? emu_names_get(&ctx->share->buffers, buffer) : NULL;
    struct emu_vao *before;

    if (buffer && !b) {
        emu_error(ctx, GL_INVALID_OPERATION, "glVertexArrayElementBuffer: buffer %u", buffer);
        return;
    }
    if (!(before = push(ctx, vaobj, true, "glVertexArrayElementBuffer")))
        return;
    emu_BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    pop(ctx, before, true);
}

/* ---- formats and bindings ---- */

void emu_VertexArrayAttribFormat(GLuint vaobj, GLuint attribindex, GLint size, GLenum type,
                                 GLboolean normalized, GLuint relativeoffset)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *before = push(ctx, vaobj, false, "glVertexArrayAttribFormat");

    if (!before)
        return;
    emu_VertexAttribFormat(attribindex, size, type, normalized, relativeoffset);
    pop(ctx, before, false);
}

void emu_VertexArrayAttribIFormat(GLuint vaobj, GLuint attribindex, GLint size, GLenum type,
                                  GLuint relativeoffset)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *before = push(ctx, vaobj, false, "glVertexArrayAttribIFormat");

    if (!before)
        return;
    emu_VertexAttribIFormat(attribindex, size, type, relativeoffset);
    pop(ctx, before, false);
}

void emu_VertexArrayAttribLFormat(GLuint vaobj, GLuint attribindex, GLint size, GLenum type,
                                  GLuint relativeoffset)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *before = push(ctx, vaobj, false, "glVertexArrayAttribLFormat");

    if (!before)
        return;
    emu_VertexAttribLFormat(attribindex, size, type, relativeoffset);
    pop(ctx, before, false);
}

void emu_VertexArrayAttribBinding(GLuint vaobj, GLuint attribindex, GLuint bindingindex)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *before = push(ctx, vaobj, false, "glVertexArrayAttribBinding");

    if (!before)
        return;
    emu_VertexAttribBinding(attribindex, bindingindex);
    pop(ctx, before, false);
}

void emu_VertexArrayBindingDivisor(GLuint vaobj, GLuint bindingindex, GLuint divisor)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *before = push(ctx, vaobj, false, "glVertexArrayBindingDivisor");

    if (!before)
        return;
    emu_VertexBindingDivisor(bindingindex, divisor);
    pop(ctx, before, false);
}

void emu_VertexArrayVertexBuffer(GLuint vaobj, GLuint bindingindex, GLuint buffer, GLintptr offset,
                                 GLsizei stride)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *before = push(ctx, vaobj, false, "glVertexArrayVertexBuffer");

    if (!before)
        return;
    emu_BindVertexBuffer(bindingindex, buffer, offset, stride);
    pop(ctx, before, false);
}

/* An error concerns one binding, the others are made; buffers NULL unbinds all, with the stride GL starts
 * with. */
void emu_BindVertexBuffers(GLuint first, GLsizei count, const GLuint *buffers, const GLintptr *offsets,
                           const GLsizei *strides)
{
    struct emu_context *ctx = emu_current;
    GLuint max = (GLuint)ctx->vao.max_attribs;

    if (count < 0 || first > max || (GLuint)count > max - first) {
        emu_error(ctx, count < 0 ? GL_INVALID_VALUE : GL_INVALID_OPERATION, "glBindVertexBuffers: %u + %d",
                  first, count);
        return;
    }
    for (GLsizei i = 0; i < count; i++) {
        if (buffers && buffers[i] && !emu_names_get(&ctx->share->buffers, buffers[i]))
            emu_error(ctx, GL_INVALID_OPERATION, "glBindVertexBuffers: buffer %u", buffers[i]);
        else
            emu_BindVertexBuffer(first + (GLuint)i, buffers ? buffers[i] : 0, buffers ? offsets[i] : 0,
                                 buffers ? strides[i] : 16);
    }
}

void emu_VertexArrayVertexBuffers(GLuint vaobj, GLuint first, GLsizei count, const GLuint *buffers,
                                  const GLintptr *offsets, const GLsizei *strides)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *before = push(ctx, vaobj, false, "glVertexArrayVertexBuffers");

    if (!before)
        return;
    emu_BindVertexBuffers(first, count, buffers, offsets, strides);
    pop(ctx, before, false);
}

/* ---- gets ---- */

void emu_GetVertexArrayiv(GLuint vaobj, GLenum pname, GLint *param)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *before = push(ctx, vaobj, false, "glGetVertexArrayiv");

    if (!before)
        return;
    if (pname == GL_ELEMENT_ARRAY_BUFFER_BINDING)
        *param = ctx->vao.current->element_buffer ? (GLint)ctx->vao.current->element_buffer->name : 0;
    else
        emu_error(ctx, GL_INVALID_ENUM, "glGetVertexArrayiv: 0x%x", pname);
    pop(ctx, before, false);
}

void emu_GetVertexArrayIndexediv(GLuint vaobj, GLuint index, GLenum pname, GLint *param)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *before = push(ctx, vaobj, false, "glGetVertexArrayIndexediv");

    if (!before)
        return;
    if (pname == GL_CURRENT_VERTEX_ATTRIB) /* not of the vertex array: no driver get either */
        emu_error(ctx, GL_INVALID_ENUM, "glGetVertexArrayIndexediv: 0x%x", pname);
    else
        emu_GetVertexAttribiv(index, pname, param);
    pop(ctx, before, false);
}

void emu_GetVertexArrayIndexed64iv(GLuint vaobj, GLuint index, GLenum pname, GLint64 *param)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *before = push(ctx, vaobj, false, "glGetVertexArrayIndexed64iv");
    struct emu_value value;

    if (!before)
        return;
    if (index >= (GLuint)ctx->vao.max_attribs)
        emu_error(ctx, GL_INVALID_VALUE, "glGetVertexArrayIndexed64iv: binding %u", index);
    else if (pname != GL_VERTEX_BINDING_OFFSET || !emu_vao_get(ctx, pname, index, &value))
        emu_error(ctx, GL_INVALID_ENUM, "glGetVertexArrayIndexed64iv: 0x%x", pname);
    else
        *param = value.i[0];
    pop(ctx, before, false);
}
