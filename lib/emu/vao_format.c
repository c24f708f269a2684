/* SPDX-License-Identifier: MIT */
/* Separate attribute formats and vertex buffer bindings (OpenGL 4.6, 10.3.2): remembered, and specified
 * before the next draw. */
#include "emu/emu_priv.h"

static void set_format(GLuint index, struct emu_attrib format, GLuint offset)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *vao = ctx->vao.current;
    struct emu_attrib *attrib = &vao->attribs[index < EMU_MAX_ATTRIBS ? index : 0];
    GLenum error;

    if (!emu_vao_check(ctx, index))
        return;
    error = emu_attrib_check(&format);
    if (error != GL_NO_ERROR || offset > 2047) {
        emu_error(ctx, error != GL_NO_ERROR ? error : GL_INVALID_VALUE,
                  "attribute %u: size %d, type 0x%x, offset %u", index, format.size, format.type, offset);
        return;
    }
    format.enabled = attrib->enabled;
    format.binding = attrib->binding;
    format.relative_offset = offset;
    *attrib = format;
    emu_vao_classify(vao, index);
    vao->dirty |= 1u << index;
}

void emu_VertexAttribFormat(GLuint index, GLint size, GLenum type, GLboolean normalized, GLuint offset)
{
    set_format(index, (struct emu_attrib){.size = size, .type = type, .normalized = normalized != GL_FALSE},
               offset);
}

void emu_VertexAttribIFormat(GLuint index, GLint size, GLenum type, GLuint offset)
{
    set_format(index, (struct emu_attrib){.size = size, .type = type, .integer = true}, offset);
}

void emu_VertexAttribLFormat(GLuint index, GLint size, GLenum type, GLuint offset)
{
    set_format(index, (struct emu_attrib){.size = size, .type = type, .wide = true}, offset);
}

void emu_VertexAttribBinding(GLuint index, GLuint binding)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *vao = ctx->vao.current;

    if (!emu_vao_check(ctx, index) || !emu_vao_check(ctx, binding) || vao->attribs[index].binding == binding)
        return;
    vao->attribs[index].binding = binding;
    emu_vao_classify(vao, index);
    vao->dirty |= 1u << index;
}

/* Every attribute that takes its data from `binding`. */
static void touch_binding(struct emu_vao *vao, GLuint binding)
{
    for (GLuint i = 0; i < EMU_MAX_ATTRIBS; i++) {
        if (vao->attribs[i].binding != binding)
            continue;
        emu_vao_classify(vao, i);
        vao->dirty |= 1u << i;
    }
}

void emu_BindVertexBuffer(GLuint index, GLuint name, GLintptr offset, GLsizei stride)
{
    struct emu_context *ctx = emu_current;
    struct emu_vertex_binding *binding = &ctx->vao.current->bindings[index < EMU_MAX_ATTRIBS ? index : 0];
    struct emu_buffer *buffer;

    if (!emu_vao_check(ctx, index))
        return;
    buffer = emu_buffer_lookup(ctx, name);
    if (name && !buffer)
        return;
    if (offset < 0 || stride < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "vertex buffer offset %td, stride %d", offset, stride);
        return;
    }
    if (binding->buffer == buffer && binding->pointer == (const uint8_t *)offset && binding->stride == stride)
        return;
    emu_buffer_ref(&binding->buffer, buffer);
    binding->pointer = (const uint8_t *)offset;
    binding->stride = stride;
    touch_binding(ctx->vao.current, index);
}

void emu_VertexBindingDivisor(GLuint index, GLuint divisor)
{
    struct emu_context *ctx = emu_current;

    if (!emu_vao_check(ctx, index) || ctx->vao.current->bindings[index].divisor == divisor)
        return;
    ctx->vao.current->bindings[index].divisor = divisor;
    touch_binding(ctx->vao.current, index);
}
