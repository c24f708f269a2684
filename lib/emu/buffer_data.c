/* SPDX-License-Identifier: MIT */
/* Contents of buffers: setting, copying, reading back. A CPU copy ("shadow") is kept only for buffers whose
 * contents the emulation has to read: made at the first need, then following every change, or from the start
 * when a tier asks for it. What the GPU wrote since is read back once. */
#include "emu/emu_priv.h"

#include <stdlib.h>
#include <string.h>

GLenum emu_buffer_edit_begin(struct emu_context *ctx, GLenum target, const struct emu_buffer *buffer)
{
    int index = target ? emu_buffer_target_index(target) : -1;

    if (index >= 0 && emu_buffer_on_driver(ctx, (enum emu_buffer_target)index))
        return target;
    ctx->es->BindBuffer(GL_COPY_WRITE_BUFFER, buffer->es);
    return GL_COPY_WRITE_BUFFER;
}

void emu_buffer_edit_end(struct emu_context *ctx, GLenum target, GLenum es_target)
{
    if (target != es_target)
        emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
}

/* Follows a change of [offset, offset + size) with `data`, NULL for undefined contents. */
static void shadow_write(struct emu_buffer *buffer, GLintptr offset, GLsizeiptr size, const void *data)
{
    buffer->generation++;
    if (buffer->shadow && data)
        memcpy(buffer->shadow + offset, data, (size_t)size);
}

/* Not aligned_alloc: pages that nobody writes are to cost nothing. NULL when memory is out. */
static void shadow_make(struct emu_buffer *buffer, GLsizeiptr size)
{
    buffer->shadow_block = calloc(1, (size_t)size + 63);
    buffer->shadow = (uint8_t *)(((uintptr_t)buffer->shadow_block + 63) & ~(uintptr_t)63);
}

static void shadow_resize(struct emu_buffer *buffer, GLsizeiptr size)
{
    free(buffer->shadow_block);
    buffer->shadow_block = buffer->shadow = NULL;
    if (buffer->keep_shadow && size)
        shadow_make(buffer, size);
    buffer->gpu_written = false;
    buffer->size = size;
}

void emu_buffer_set_data(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer, GLsizeiptr size,
                         const void *data, GLenum usage)
{
    GLenum es_target;

    if (size < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "buffer size %td", size);
        return;
    }
    if (buffer->immutable) {
        emu_error(ctx, GL_INVALID_OPERATION, "buffer %u is immutable", buffer->name);
        return;
    }
    if (buffer->map.pointer)
        emu_buffer_unmap(ctx, 0, buffer, NULL);
    es_target = emu_buffer_edit_begin(ctx, target, buffer);
    ctx->es->BufferData(es_target, size, data, usage);
    emu_buffer_edit_end(ctx, target, es_target);
    buffer->usage = usage;
    shadow_resize(buffer, size);
    shadow_write(buffer, 0, size, data);
}

bool emu_buffer_check_range(struct emu_context *ctx, const struct emu_buffer *buffer, GLintptr offset,
                            GLsizeiptr size)
{
    if (offset < 0 || size < 0 || offset > buffer->size || size > buffer->size - offset) {
        emu_error(ctx, GL_INVALID_VALUE, "range %td+%td of buffer %u of %td bytes", offset, size,
                  buffer->name, buffer->size);
        return false;
    }
    if (buffer->map.pointer && !(buffer->map.access & GL_MAP_PERSISTENT_BIT)) {
        emu_error(ctx, GL_INVALID_OPERATION, "buffer %u is mapped", buffer->name);
        return false;
    }
    return true;
}

void emu_buffer_write(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer, GLintptr offset,
                      GLsizeiptr size, const void *data)
{
    GLenum es_target = emu_buffer_edit_begin(ctx, target, buffer);

    ctx->es->BufferSubData(es_target, offset, size, data);
    emu_buffer_edit_end(ctx, target, es_target);
    shadow_write(buffer, offset, size, data);
}

void emu_buffer_set_sub_data(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer,
                             GLintptr offset, GLsizeiptr size, const void *data)
{
    if (!emu_buffer_check_range(ctx, buffer, offset, size) || !size)
        return;
    if (buffer->immutable && !(buffer->storage_flags & GL_DYNAMIC_STORAGE_BIT)) {
        emu_error(ctx, GL_INVALID_OPERATION, "buffer %u has no dynamic storage", buffer->name);
        return;
    }
    emu_buffer_write(ctx, target, buffer, offset, size, data);
}

void emu_buffer_set_storage(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer,
                            GLsizeiptr size, const void *data, GLbitfield flags)
{
    GLenum es_target;

    if (size <= 0 || buffer->immutable) {
        emu_error(ctx, size <= 0 ? GL_INVALID_VALUE : GL_INVALID_OPERATION, "glBufferStorage of %td bytes",
                  size);
        return;
    }
    if (buffer->map.pointer)
        emu_buffer_unmap(ctx, 0, buffer, NULL);
    es_target = emu_buffer_edit_begin(ctx, target, buffer);
    /* Without the extension immutable storage is ordinary storage that the emulation does not let change. */
    if (gles_caps_has(ctx->caps, GLES_EXT_buffer_storage))
        ctx->es->BufferStorageEXT(es_target, size, data, flags | GL_DYNAMIC_STORAGE_BIT);
    else
        ctx->es->BufferData(es_target, size, data, GL_DYNAMIC_DRAW);
    emu_buffer_edit_end(ctx, target, es_target);
    buffer->immutable = true;
    buffer->storage_flags = flags;
    buffer->usage = GL_DYNAMIC_DRAW;
    shadow_resize(buffer, size);
    shadow_write(buffer, 0, size, data);
}

struct emu_buffer *emu_buffer_bound(struct emu_context *ctx, GLenum target)
{
    struct emu_buffer **slot = emu_buffer_slot(ctx, target);

    if (slot && !*slot)
        emu_error(ctx, GL_INVALID_OPERATION, "no buffer bound to 0x%x", target);
    return slot ? *slot : NULL;
}

void emu_BufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage)
{
    struct emu_buffer *buffer = emu_buffer_bound(emu_current, target);

    if (buffer)
        emu_buffer_set_data(emu_current, target, buffer, size, data, usage);
}

void emu_BufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, const void *data)
{
    struct emu_buffer *buffer = emu_buffer_bound(emu_current, target);

    if (buffer)
        emu_buffer_set_sub_data(emu_current, target, buffer, offset, size, data);
}

void emu_BufferStorage(GLenum target, GLsizeiptr size, const void *data, GLbitfield flags)
{
    struct emu_buffer *buffer = emu_buffer_bound(emu_current, target);

    if (buffer)
        emu_buffer_set_storage(emu_current, target, buffer, size, data, flags);
}

void emu_buffer_copy(struct emu_context *ctx, struct emu_buffer *from, struct emu_buffer *to, GLintptr read,
                     GLintptr write, GLsizeiptr size)
{
    if (!emu_buffer_check_range(ctx, from, read, size) || !emu_buffer_check_range(ctx, to, write, size) ||
        !size)
        return;
    if (from == to && read < write + size && write < read + size) {
        emu_error(ctx, GL_INVALID_VALUE, "overlapping copy in buffer %u", from->name);
        return;
    }
    ctx->es->BindBuffer(GL_COPY_READ_BUFFER, from->es);
    ctx->es->BindBuffer(GL_COPY_WRITE_BUFFER, to->es);
    ctx->es->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, read, write, size);
    emu_buffer_restore(ctx, EMU_COPY_READ_BUFFER);
    emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
    if (to->shadow && from->shadow && !from->gpu_written)
        shadow_write(to, write, size, from->shadow + read);
    else
        emu_buffer_mark_gpu_written(to);
}

void emu_CopyBufferSubData(GLenum read_target, GLenum write_target, GLintptr read, GLintptr write,
                           GLsizeiptr size)
{
    struct emu_buffer *from = emu_buffer_bound(emu_current, read_target);
    struct emu_buffer *to = from ? emu_buffer_bound(emu_current, write_target) : NULL;

    if (to)
        emu_buffer_copy(emu_current, from, to, read, write, size);
}

void emu_buffer_get_sub_data(struct emu_context *ctx, struct emu_buffer *buffer, GLintptr offset,
                             GLsizeiptr size, void *data)
{
    const uint8_t *contents;

    if (!emu_buffer_check_range(ctx, buffer, offset, size) || !size)
        return;
    contents = emu_buffer_contents(ctx, buffer);
    if (contents)
        memcpy(data, contents + offset, (size_t)size);
}

void emu_GetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data)
{
    struct emu_buffer *buffer = emu_buffer_bound(emu_current, target);

    if (buffer)
        emu_buffer_get_sub_data(emu_current, buffer, offset, size, data);
}

void emu_buffer_mark_gpu_written(struct emu_buffer *buffer)
{
    buffer->gpu_written = true;
    buffer->generation++;
}

void emu_buffer_mark_storage_written(struct emu_context *ctx)
{
    if (!ctx->program.current || !ctx->program.current->steady)
        emu_program_mark_storage(ctx);
    for (GLuint i = 0; i < ctx->buffer.atomic_top; i++)
        if (ctx->buffer.atomic[i].buffer)
            emu_buffer_mark_gpu_written(ctx->buffer.atomic[i].buffer);
}

static bool read_back(struct emu_context *ctx, struct emu_buffer *buffer)
{
    const void *mapped;

    if (!buffer->shadow)
        shadow_make(buffer, buffer->size);
    if (!buffer->shadow)
        return false;
    ctx->es->BindBuffer(GL_COPY_READ_BUFFER, buffer->es);
    mapped = ctx->es->MapBufferRange(GL_COPY_READ_BUFFER, 0, buffer->size, GL_MAP_READ_BIT);
    if (mapped) {
        memcpy(buffer->shadow, mapped, (size_t)buffer->size);
        ctx->es->UnmapBuffer(GL_COPY_READ_BUFFER);
    } else {
        emu_es_error(ctx, "reading a buffer back");
    }
    emu_buffer_restore(ctx, EMU_COPY_READ_BUFFER);
    return mapped != NULL;
}

static __attribute__((noinline)) const uint8_t *fetch(struct emu_context *ctx, struct emu_buffer *buffer)
{
    if (buffer->map.es_pointer) {
        /* The driver's own mapping is the truth while it lasts; only a whole one can be handed out. */
        bool whole = buffer->map.offset == 0 && buffer->map.length == buffer->size;
        return whole ? buffer->map.es_pointer : NULL;
    }
    if (!buffer->size || !read_back(ctx, buffer))
        return NULL;
    buffer->keep_shadow = true;
    buffer->gpu_written = false;
    return buffer->shadow;
}

const uint8_t *emu_buffer_contents(struct emu_context *ctx, struct emu_buffer *buffer)
{
    if (buffer->shadow && !buffer->gpu_written && !buffer->map.es_pointer)
        return buffer->shadow;
    return fetch(ctx, buffer);
}
