/* SPDX-License-Identifier: MIT */
/* Mapped buffers. A mapping is the driver's own where that is possible. Where a shadow follows the contents,
 * or the driver cannot map persistently, the application writes to memory of ours, which is uploaded at a
 * flush or an unmap. Not done: a persistent mapping without GL_EXT_buffer_storage becomes visible at flush
 * and unmap only, and is a gap. */
#include "emu/emu_priv.h"

#include <stdlib.h>
#include <string.h>

/* Bits that are no more than permissions or hints to us. */
#define DRIVER_BITS                                                                                          \
    (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT |       \
     GL_MAP_FLUSH_EXPLICIT_BIT | GL_MAP_UNSYNCHRONIZED_BIT)

static bool check_map(struct emu_context *ctx, const struct emu_buffer *buffer, GLintptr offset,
                      GLsizeiptr length, GLbitfield access)
{
    GLenum error = GL_NO_ERROR;

    if (offset < 0 || length < 0 || offset > buffer->size || length > buffer->size - offset)
        error = GL_INVALID_VALUE;
    else if (!length || buffer->map.pointer || !(access & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT)))
        error = GL_INVALID_OPERATION;
    else if (access & GL_MAP_READ_BIT && access & (GL_MAP_INVALIDATE_RANGE_BIT |
                                                   GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_UNSYNCHRONIZED_BIT))
        error = GL_INVALID_OPERATION;
    else if (access & GL_MAP_FLUSH_EXPLICIT_BIT && !(access & GL_MAP_WRITE_BIT))
        error = GL_INVALID_OPERATION;
    if (error != GL_NO_ERROR)
        emu_error(ctx, error, "map %td+%td of buffer %u of %td bytes, access 0x%x", offset, length,
                  buffer->name, buffer->size, access);
    return error == GL_NO_ERROR;
}

/* The application writes to memory of ours: the shadow where there is one, else staging memory of the range.
 */
static bool map_ours(struct emu_context *ctx, struct emu_buffer *buffer, GLintptr offset, GLsizeiptr length,
                     GLbitfield access)
{
    bool overwritten = access & (GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);

    if (buffer->shadow && (!buffer->gpu_written || emu_buffer_contents(ctx, buffer))) {
        buffer->map.pointer = buffer->shadow + offset;
        return true;
    }
    buffer->map.staging = calloc(1, (size_t)length);
    if (!buffer->map.staging)
        return false;
    if (!overwritten) {
        const uint8_t *contents = emu_buffer_contents(ctx, buffer);
        if (contents)
            memcpy(buffer->map.staging, contents + offset, (size_t)length);
    }
    buffer->map.pointer = buffer->map.staging;
    return true;
}

static bool map_driver(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer, GLintptr offset,
                       GLsizeiptr length, GLbitfield access)
{
    GLenum es_target = emu_buffer_edit_begin(ctx, target, buffer);

    buffer->map.es_pointer = ctx->es->MapBufferRange(es_target, offset, length, access);
    emu_buffer_edit_end(ctx, target, es_target);
    buffer->map.pointer = buffer->map.es_pointer;
    return buffer->map.pointer != NULL;
}

void *emu_buffer_map(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer, GLintptr offset,
                     GLsizeiptr length, GLbitfield access)
{
    bool persistent = access & GL_MAP_PERSISTENT_BIT, mapped;
    GLbitfield bits = access & DRIVER_BITS;

    if (!check_map(ctx, buffer, offset, length, access))
        return NULL;
    if (persistent && gles_caps_has(ctx->caps, GLES_EXT_buffer_storage)) {
        bits |= access & (GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT);
        mapped = map_driver(ctx, target, buffer, offset, length, bits);
    } else if (persistent || buffer->shadow) {
        if (persistent)
            emu_gap(ctx, "glMapBufferRange", "a persistent mapping needs GL_EXT_buffer_storage", true);
        mapped = map_ours(ctx, buffer, offset, length, access);
    } else {
        mapped = map_driver(ctx, target, buffer, offset, length, bits);
    }
    if (!mapped)
        return NULL;
    buffer->map.offset = offset;
    buffer->map.length = length;
    buffer->map.access = access;
    return buffer->map.pointer;
}

void *emu_MapBufferRange(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access)
{
    struct emu_buffer *buffer = emu_buffer_bound(emu_current, target);

    return buffer ? emu_buffer_map(emu_current, target, buffer, offset, length, access) : NULL;
}

GLbitfield emu_buffer_access_bits(GLenum access)
{
    switch (access) {
    case GL_READ_ONLY:
        return GL_MAP_READ_BIT;
    case GL_WRITE_ONLY:
        return GL_MAP_WRITE_BIT;
    case GL_READ_WRITE:
        return GL_MAP_READ_BIT | GL_MAP_WRITE_BIT;
    default:
        return 0;
    }
}

GLenum emu_buffer_access_enum(const struct emu_buffer *buffer)
{
    switch (buffer->map.access & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT)) {
    case GL_MAP_READ_BIT:
        return GL_READ_ONLY;
    case GL_MAP_WRITE_BIT:
        return GL_WRITE_ONLY;
    default:
        return GL_READ_WRITE;
    }
}

void *emu_MapBuffer(GLenum target, GLenum access)
{
    struct emu_context *ctx = emu_current;
    struct emu_buffer *buffer = emu_buffer_bound(ctx, target);
    GLbitfield bits = emu_buffer_access_bits(access);

    if (!bits) {
        emu_error(ctx, GL_INVALID_ENUM, "access 0x%x", access);
        return NULL;
    }
    return buffer ? emu_buffer_map(ctx, target, buffer, 0, buffer->size, bits) : NULL;
}

/* Uploads what the application wrote to memory of ours, relative to the mapping. */
static void upload(struct emu_context *ctx, struct emu_buffer *buffer, GLintptr offset, GLsizeiptr length)
{
    GLenum es_target = emu_buffer_edit_begin(ctx, 0, buffer);

    ctx->es->BufferSubData(es_target, buffer->map.offset + offset, length,
                           (uint8_t *)buffer->map.pointer + offset);
    emu_buffer_edit_end(ctx, 0, es_target);
    buffer->generation++;
}

void emu_buffer_unmap(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer, GLboolean *intact)
{
    bool written = buffer->map.access & GL_MAP_WRITE_BIT;
    GLboolean ok = GL_TRUE;

    if (buffer->map.es_pointer) {
        GLenum es_target = emu_buffer_edit_begin(ctx, target, buffer);
        ok = ctx->es->UnmapBuffer(es_target);
        emu_buffer_edit_end(ctx, target, es_target);
        /* What was written through the driver's mapping is not in the shadow. */
        if (written)
            emu_buffer_mark_gpu_written(buffer);
    } else if (written && !(buffer->map.access & GL_MAP_FLUSH_EXPLICIT_BIT)) {
        upload(ctx, buffer, 0, buffer->map.length);
    }
    free(buffer->map.staging);
    memset(&buffer->map, 0, sizeof buffer->map);
    if (intact)
        *intact = ok;
}

GLboolean emu_buffer_unmap_checked(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer)
{
    GLboolean intact = GL_FALSE;

    if (!buffer->map.pointer)
        emu_error(ctx, GL_INVALID_OPERATION, "buffer %u is not mapped", buffer->name);
    else
        emu_buffer_unmap(ctx, target, buffer, &intact);
    return intact;
}

GLboolean emu_UnmapBuffer(GLenum target)
{
    struct emu_buffer *buffer = emu_buffer_bound(emu_current, target);

    return buffer ? emu_buffer_unmap_checked(emu_current, target, buffer) : GL_FALSE;
}

void emu_buffer_flush(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer, GLintptr offset,
                      GLsizeiptr length)
{
    if (offset < 0 || length < 0 || offset > buffer->map.length || length > buffer->map.length - offset) {
        emu_error(ctx, GL_INVALID_VALUE, "flush %td+%td of %td mapped bytes", offset, length,
                  buffer->map.length);
        return;
    }
    if (!buffer->map.pointer || !(buffer->map.access & GL_MAP_FLUSH_EXPLICIT_BIT)) {
        emu_error(ctx, GL_INVALID_OPERATION, "buffer %u is not mapped for explicit flushes", buffer->name);
        return;
    }
    if (buffer->map.es_pointer) {
        GLenum es_target = emu_buffer_edit_begin(ctx, target, buffer);
        ctx->es->FlushMappedBufferRange(es_target, offset, length);
        emu_buffer_edit_end(ctx, target, es_target);
    } else if (length) {
        upload(ctx, buffer, offset, length);
    }
}

void emu_FlushMappedBufferRange(GLenum target, GLintptr offset, GLsizeiptr length)
{
    struct emu_buffer *buffer = emu_buffer_bound(emu_current, target);

    if (buffer)
        emu_buffer_flush(emu_current, target, buffer, offset, length);
}
