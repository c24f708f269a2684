/* SPDX-License-Identifier: MIT */
/* Direct state access to buffers: the object comes from its name, the rest is what the bound forms do. ES has
 * bound forms only, so the data travels through COPY_WRITE: two more binds a call. GL_ARB_direct_state_access
 * wants an object that exists; the older GL_EXT_direct_state_access makes one of a name that has none. */
#include "emu/emu_priv.h"

/* The object behind a name; NULL after an error. */
static struct emu_buffer *find(struct emu_context *ctx, GLuint name)
{
    struct emu_buffer *buffer = name ? emu_names_get(&ctx->share->buffers, name) : NULL;

    if (!buffer)
        emu_error(ctx, GL_INVALID_OPERATION, "buffer %u", name);
    return buffer;
}

/* The same by the rules of the EXT extension. */
static struct emu_buffer *find_ext(struct emu_context *ctx, GLuint name)
{
    if (!name) {
        emu_error(ctx, GL_INVALID_OPERATION, "buffer 0");
        return NULL;
    }
    return emu_buffer_lookup(ctx, name);
}

/* ---- data ---- */

void emu_NamedBufferData(GLuint buffer, GLsizeiptr size, const void *data, GLenum usage)
{
    struct emu_buffer *b = find(emu_current, buffer);

    if (b)
        emu_buffer_set_data(emu_current, 0, b, size, data, usage);
}

void emu_NamedBufferDataEXT(GLuint buffer, GLsizeiptr size, const void *data, GLenum usage)
{
    if (find_ext(emu_current, buffer))
        emu_NamedBufferData(buffer, size, data, usage);
}

/* One function for both extensions, as for glNamedBufferSubData. */
void emu_NamedBufferStorage(GLuint buffer, GLsizeiptr size, const void *data, GLbitfield flags)
{
    struct emu_buffer *b = find_ext(emu_current, buffer);

    if (b)
        emu_buffer_set_storage(emu_current, 0, b, size, data, flags);
}

void emu_NamedBufferSubData(GLuint buffer, GLintptr offset, GLsizeiptr size, const void *data)
{
    struct emu_buffer *b = find_ext(emu_current, buffer);

    if (b)
        emu_buffer_set_sub_data(emu_current, 0, b, offset, size, data);
}

void emu_CopyNamedBufferSubData(GLuint readBuffer, GLuint writeBuffer, GLintptr readOffset,
                                GLintptr writeOffset, GLsizeiptr size)
{
    struct emu_buffer *from = find(emu_current, readBuffer);
    struct emu_buffer *to = from ? find(emu_current, writeBuffer) : NULL;

    if (to)
        emu_buffer_copy(emu_current, from, to, readOffset, writeOffset, size);
}

void emu_NamedCopyBufferSubDataEXT(GLuint readBuffer, GLuint writeBuffer, GLintptr readOffset,
                                   GLintptr writeOffset, GLsizeiptr size)
{
    if (find_ext(emu_current, readBuffer) && find_ext(emu_current, writeBuffer))
        emu_CopyNamedBufferSubData(readBuffer, writeBuffer, readOffset, writeOffset, size);
}

void emu_GetNamedBufferSubData(GLuint buffer, GLintptr offset, GLsizeiptr size, void *data)
{
    struct emu_buffer *b = find(emu_current, buffer);

    if (b)
        emu_buffer_get_sub_data(emu_current, b, offset, size, data);
}

void emu_GetNamedBufferSubDataEXT(GLuint buffer, GLintptr offset, GLsizeiptr size, void *data)
{
    if (find_ext(emu_current, buffer))
        emu_GetNamedBufferSubData(buffer, offset, size, data);
}

/* ---- mappings ---- */

void *emu_MapNamedBufferRange(GLuint buffer, GLintptr offset, GLsizeiptr length, GLbitfield access)
{
    struct emu_buffer *b = find(emu_current, buffer);

    return b ? emu_buffer_map(emu_current, 0, b, offset, length, access) : NULL;
}

void *emu_MapNamedBufferRangeEXT(GLuint buffer, GLintptr offset, GLsizeiptr length, GLbitfield access)
{
    return find_ext(emu_current, buffer) ? emu_MapNamedBufferRange(buffer, offset, length, access) : NULL;
}

void *emu_MapNamedBuffer(GLuint buffer, GLenum access)
{
    struct emu_context *ctx = emu_current;
    struct emu_buffer *b = find(ctx, buffer);
    GLbitfield bits = emu_buffer_access_bits(access);

    if (b && !bits)
        emu_error(ctx, GL_INVALID_ENUM, "access 0x%x", access);
    return b && bits ? emu_buffer_map(ctx, 0, b, 0, b->size, bits) : NULL;
}

void *emu_MapNamedBufferEXT(GLuint buffer, GLenum access)
{
    return find_ext(emu_current, buffer) ? emu_MapNamedBuffer(buffer, access) : NULL;
}

GLboolean emu_UnmapNamedBuffer(GLuint buffer)
{
    struct emu_buffer *b = find(emu_current, buffer);

    return b ? emu_buffer_unmap_checked(emu_current, 0, b) : GL_FALSE;
}

GLboolean emu_UnmapNamedBufferEXT(GLuint buffer)
{
    return emu_UnmapNamedBuffer(buffer);
}

void emu_FlushMappedNamedBufferRange(GLuint buffer, GLintptr offset, GLsizeiptr length)
{
    struct emu_buffer *b = find(emu_current, buffer);

    if (b)
        emu_buffer_flush(emu_current, 0, b, offset, length);
}

void emu_FlushMappedNamedBufferRangeEXT(GLuint buffer, GLintptr offset, GLsizeiptr length)
{
    emu_FlushMappedNamedBufferRange(buffer, offset, length);
}

/* ---- gets ---- */

void emu_GetNamedBufferParameteri64v(GLuint buffer, GLenum pname, GLint64 *params)
{
    struct emu_buffer *b = find(emu_current, buffer);

    if (b)
        emu_buffer_parameter(emu_current, b, pname, params);
}

void emu_GetNamedBufferParameteriv(GLuint buffer, GLenum pname, GLint *params)
{
    GLint64 value = *params;

    emu_GetNamedBufferParameteri64v(buffer, pname, &value);
    *params = value > INT32_MAX ? INT32_MAX : (GLint)value;
}

void emu_GetNamedBufferParameterivEXT(GLuint buffer, GLenum pname, GLint *params)
{
    if (find_ext(emu_current, buffer))
        emu_GetNamedBufferParameteriv(buffer, pname, params);
}

void emu_GetNamedBufferPointerv(GLuint buffer, GLenum pname, void **params)
{
    struct emu_buffer *b = find(emu_current, buffer);

    if (pname != GL_BUFFER_MAP_POINTER)
        emu_error(emu_current, GL_INVALID_ENUM, "buffer pointer 0x%x", pname);
    else if (b)
        *params = b->map.pointer;
}

void emu_GetNamedBufferPointervEXT(GLuint buffer, GLenum pname, void **params)
{
    emu_GetNamedBufferPointerv(buffer, pname, params);
}
