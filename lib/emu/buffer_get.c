/* SPDX-License-Identifier: MIT */
/* What an application can ask about a buffer: its own names and enums, never the driver's. */
#include "emu/emu_priv.h"

void emu_buffer_parameter(struct emu_context *ctx, const struct emu_buffer *buffer, GLenum pname,
                          GLint64 *params)
{
    switch (pname) {
    case GL_BUFFER_SIZE:
        *params = buffer->size;
        break;
    case GL_BUFFER_USAGE:
        *params = buffer->usage;
        break;
    case GL_BUFFER_ACCESS:
        *params = emu_buffer_access_enum(buffer);
        break;
    case GL_BUFFER_ACCESS_FLAGS:
        *params = buffer->map.access;
        break;
    case GL_BUFFER_MAPPED:
        *params = buffer->map.pointer != NULL;
        break;
    case GL_BUFFER_MAP_OFFSET:
        *params = buffer->map.offset;
        break;
    case GL_BUFFER_MAP_LENGTH:
        *params = buffer->map.length;
        break;
    case GL_BUFFER_IMMUTABLE_STORAGE:
        *params = buffer->immutable;
        break;
    case GL_BUFFER_STORAGE_FLAGS:
        *params = buffer->immutable ? buffer->storage_flags
                                    : GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_DYNAMIC_STORAGE_BIT;
        break;
    default:
        emu_error(ctx, GL_INVALID_ENUM, "buffer parameter 0x%x", pname);
    }
}

void emu_GetBufferParameteri64v(GLenum target, GLenum pname, GLint64 *params)
{
    struct emu_buffer *buffer = emu_buffer_bound(emu_current, target);

    if (buffer)
        emu_buffer_parameter(emu_current, buffer, pname, params);
}

void emu_GetBufferParameteriv(GLenum target, GLenum pname, GLint *params)
{
    GLint64 value = *params;

    emu_GetBufferParameteri64v(target, pname, &value);
    *params = value > INT32_MAX ? INT32_MAX : (GLint)value;
}

void emu_GetBufferPointerv(GLenum target, GLenum pname, void **params)
{
    struct emu_buffer *buffer = emu_buffer_bound(emu_current, target);

    if (pname != GL_BUFFER_MAP_POINTER)
        emu_error(emu_current, GL_INVALID_ENUM, "buffer pointer 0x%x", pname);
    else if (buffer)
        *params = buffer->map.pointer;
}
