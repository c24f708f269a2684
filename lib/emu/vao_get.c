/* SPDX-License-Identifier: MIT */
/* What an application can ask about vertex arrays: its own names, formats and pointers. */
#include "emu/emu_priv.h"

static bool attrib_value(struct emu_context *ctx, GLuint index, GLenum pname, GLint *value)
{
    const struct emu_attrib *attrib = &ctx->vao.current->attribs[index];
    const struct emu_vertex_binding *binding = &ctx->vao.current->bindings[attrib->binding];

    switch (pname) {
    case GL_VERTEX_ATTRIB_ARRAY_ENABLED:
        *value = attrib->enabled;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_SIZE:
        *value = attrib->size;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_STRIDE:
        *value = binding->stride;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_TYPE:
        *value = (GLint)attrib->type;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_NORMALIZED:
        *value = attrib->normalized;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_INTEGER:
        *value = attrib->integer;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_LONG:
        *value = attrib->wide;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_DIVISOR:
        *value = (GLint)binding->divisor;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING:
        *value = binding->buffer ? (GLint)binding->buffer->name : 0;
        return true;
    case GL_VERTEX_ATTRIB_BINDING:
        *value = (GLint)attrib->binding;
        return true;
    case GL_VERTEX_ATTRIB_RELATIVE_OFFSET:
        *value = (GLint)attrib->relative_offset;
        return true;
    default:
        return false;
    }
}

static bool check_index(struct emu_context *ctx, GLuint index)
{
    if (index < (GLuint)ctx->vao.max_attribs)
        return true;
    emu_error(ctx, GL_INVALID_VALUE, "attribute %u", index);
    return false;
}

void emu_GetVertexAttribiv(GLuint index, GLenum pname, GLint *params)
{
    if (check_index(emu_current, index) && !attrib_value(emu_current, index, pname, params))
        emu_current->es->GetVertexAttribiv(index, pname, params);
}

void emu_GetVertexAttribIiv(GLuint index, GLenum pname, GLint *params)
{
    if (check_index(emu_current, index) && !attrib_value(emu_current, index, pname, params))
        emu_current->es->GetVertexAttribIiv(index, pname, params);
}

void emu_GetVertexAttribIuiv(GLuint index, GLenum pname, GLuint *params)
{
    if (check_index(emu_current, index) && !attrib_value(emu_current, index, pname, (GLint *)params))
        emu_current->es->GetVertexAttribIuiv(index, pname, params);
}

void emu_GetVertexAttribfv(GLuint index, GLenum pname, GLfloat *params)
{
    GLint value;

    if (!check_index(emu_current, index))
        return;
    if (attrib_value(emu_current, index, pname, &value))
        *params = (GLfloat)value;
    else
        emu_current->es->GetVertexAttribfv(index, pname, params);
}

void emu_GetVertexAttribdv(GLuint index, GLenum pname, GLdouble *params)
{
    GLfloat values[4] = {0};

    emu_GetVertexAttribfv(index, pname, values);
    for (int i = 0; i < (pname == GL_CURRENT_VERTEX_ATTRIB ? 4 : 1); i++)
        params[i] = values[i];
}

void emu_GetVertexAttribPointerv(GLuint index, GLenum pname, void **pointer)
{
    struct emu_context *ctx = emu_current;
    const struct emu_attrib *attrib;

    if (!check_index(ctx, index))
        return;
    attrib = &ctx->vao.current->attribs[index];
    if (pname == GL_VERTEX_ATTRIB_ARRAY_POINTER)
        *pointer = (void *)(ctx->vao.current->bindings[attrib->binding].pointer + attrib->relative_offset);
    else
        emu_error(ctx, GL_INVALID_ENUM, "attribute pointer 0x%x", pname);
}

bool emu_vao_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    const struct emu_vertex_binding *binding =
        &ctx->vao.current->bindings[index < EMU_MAX_ATTRIBS ? index : 0];

    switch (pname) {
    case GL_VERTEX_ARRAY_BINDING:
        emu_value_set_int(value, ctx->vao.current->name);
        return true;
    case GL_MAX_VERTEX_ATTRIBS:
    case GL_MAX_VERTEX_ATTRIB_BINDINGS:
        emu_value_set_int(value, ctx->vao.max_attribs);
        return true;
    case GL_VERTEX_BINDING_OFFSET:
        emu_value_set_int(value, (GLintptr)binding->pointer);
        return true;
    case GL_VERTEX_BINDING_STRIDE:
        emu_value_set_int(value, binding->stride);
        return true;
    case GL_VERTEX_BINDING_DIVISOR:
        emu_value_set_int(value, binding->divisor);
        return true;
    case GL_VERTEX_BINDING_BUFFER:
        emu_value_set_int(value, binding->buffer ? binding->buffer->name : 0);
        return true;
    default:
        return false;
    }
}
