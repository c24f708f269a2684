/* SPDX-License-Identifier: MIT */
/* Indexed buffer bindings: uniform, storage and atomic counter buffers, and those of transform feedback. ES
 * has them one by one, and storage and atomic counters from 3.1 on (a named gap below). */
#include "emu/emu_priv.h"

void emu_buffer_drop_ranges(struct emu_context *ctx, GLenum target, struct emu_buffer_range *ranges,
                            const struct emu_buffer *buffer)
{
    for (int i = 0; i < EMU_MAX_INDEXED_BUFFERS; i++) {
        if (ranges[i].buffer != buffer)
            continue;
        ctx->es->BindBufferBase(target, (GLuint)i, 0);
        emu_buffer_ref(&ranges[i].buffer, NULL);
        ranges[i] = (struct emu_buffer_range){0};
    }
}

/* `past_end` is the error of an index that there is not. */
static struct emu_buffer_range *indexed_slot(struct emu_context *ctx, GLenum target, GLuint index,
                                             GLenum past_end)
{
    struct emu_buffer_range *ranges, *slot;
    int64_t most = EMU_MAX_INDEXED_BUFFERS;

    switch (target) {
    case GL_UNIFORM_BUFFER:
        ranges = ctx->buffer.uniform;
        if (most > ctx->caps->max_uniform_buffer_bindings)
            most = ctx->caps->max_uniform_buffer_bindings;
        break;
    case GL_SHADER_STORAGE_BUFFER:
        ranges = ctx->buffer.storage;
        break;
    case GL_ATOMIC_COUNTER_BUFFER:
        ranges = ctx->buffer.atomic;
        break;
    case GL_TRANSFORM_FEEDBACK_BUFFER:
        ranges = NULL;
        break;
    default:
        emu_error(ctx, GL_INVALID_ENUM, "indexed buffer target 0x%x", target);
        return NULL;
    }
    slot = !ranges ? emu_xfb_buffer_slot(ctx, index) : (int64_t)index < most ? &ranges[index] : NULL;
    if (!slot)
        emu_error(ctx, past_end, "buffer binding index %u", index);
    return slot;
}

/* The driver's binding, the emulation's, and how far up there are any. ES binds the general point along. */
static void bind_range(struct emu_context *ctx, GLenum target, GLuint index, struct emu_buffer_range *range,
                       struct emu_buffer *buffer, GLintptr offset, GLsizeiptr size)
{
    if (size && buffer)
        ctx->es->BindBufferRange(target, index, buffer->es, offset, size);
    else
        ctx->es->BindBufferBase(target, index, buffer ? buffer->es : 0);
    emu_buffer_ref(&range->buffer, buffer);
    range->offset = offset;
    range->size = size;
    if (target == GL_SHADER_STORAGE_BUFFER && index >= ctx->buffer.storage_top)
        ctx->buffer.storage_top = index + 1;
    if (target == GL_ATOMIC_COUNTER_BUFFER && index >= ctx->buffer.atomic_top)
        ctx->buffer.atomic_top = index + 1;
}

static bool on_driver(struct emu_context *ctx, GLenum target)
{
    if (emu_buffer_on_driver(ctx, (enum emu_buffer_target)emu_buffer_target_index(target)))
        return true;
    emu_gap(ctx, "glBindBufferRange", "storage and atomic counter buffers need ES 3.1", true);
    return false;
}

static void bind_indexed(GLenum target, GLuint index, GLuint name, GLintptr offset, GLsizeiptr size,
                         bool whole)
{
    struct emu_context *ctx = emu_current;
    struct emu_buffer_range *range = indexed_slot(ctx, target, index, GL_INVALID_VALUE);
    struct emu_buffer **generic = range ? emu_buffer_slot(ctx, target) : NULL;
    struct emu_buffer *buffer;

    if (!range)
        return;
    buffer = emu_buffer_lookup(ctx, name);
    if (name && !buffer)
        return;
    if (!whole && buffer && (size <= 0 || offset < 0)) {
        emu_error(ctx, GL_INVALID_VALUE, "buffer range %td+%td", offset, size);
        return;
    }
    if (!on_driver(ctx, target))
        return;
    if (whole || !buffer)
        offset = size = 0;
    if (range->buffer != buffer || range->offset != offset || range->size != size)
        bind_range(ctx, target, index, range, buffer, offset, size);
    else if (*generic != buffer)
        ctx->es->BindBuffer(target, buffer ? buffer->es : 0);
    emu_buffer_ref(generic, buffer);
}

void emu_BindBufferBase(GLenum target, GLuint index, GLuint buffer)
{
    bind_indexed(target, index, buffer, 0, 0, true);
}

void emu_BindBufferRange(GLenum target, GLuint index, GLuint buffer, GLintptr offset, GLsizeiptr size)
{
    bind_indexed(target, index, buffer, offset, size, false);
}

void emu_buffer_restore_storage(struct emu_context *ctx, GLuint index)
{
    const struct emu_buffer_range *range = &ctx->buffer.storage[index];

    if (range->buffer && range->size)
        ctx->es->BindBufferRange(GL_SHADER_STORAGE_BUFFER, index, range->buffer->es, range->offset,
                                 range->size);
    else
        ctx->es->BindBufferBase(GL_SHADER_STORAGE_BUFFER, index, range->buffer ? range->buffer->es : 0);
}

/* The range from an offset to the end of the buffer as it is now. */
void emu_BindBufferOffsetEXT(GLenum target, GLuint index, GLuint buffer, GLintptr offset)
{
    const struct emu_buffer *b = buffer ? emu_names_get(&emu_current->share->buffers, buffer) : NULL;

    bind_indexed(target, index, buffer, offset, b ? b->size - offset : 0, !b);
}

/* ---- several at once (OpenGL 4.4): an error concerns one binding, the others are made ---- */

/* offsets NULL: whole buffers; the names and all may be NULL, which unbinds. The general binding stays. */
static void bind_several(GLenum target, GLuint first, GLsizei count, const GLuint *names,
                         const GLintptr *offsets, const GLsizeiptr *sizes)
{
    struct emu_context *ctx = emu_current;

    if (count < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "count %d", count);
        return;
    }
    if (count && (!indexed_slot(ctx, target, first + (GLuint)count - 1, GL_INVALID_OPERATION) ||
                  !on_driver(ctx, target)))
        return;
    for (GLsizei i = 0; i < count; i++) {
        GLuint name = names ? names[i] : 0;
        struct emu_buffer *buffer = name ? emu_names_get(&ctx->share->buffers, name) : NULL;

        if (name && !buffer)
            emu_error(ctx, GL_INVALID_OPERATION, "buffer %u", name);
        else if (buffer && offsets && (offsets[i] < 0 || sizes[i] <= 0))
            emu_error(ctx, GL_INVALID_VALUE, "buffer range %td+%td", offsets[i], sizes[i]);
        else
            bind_range(ctx, target, first + (GLuint)i,
                       indexed_slot(ctx, target, first + (GLuint)i, GL_INVALID_OPERATION), buffer,
                       buffer && offsets ? offsets[i] : 0, buffer && offsets ? sizes[i] : 0);
    }
    if (count)
        emu_buffer_restore(ctx, (enum emu_buffer_target)emu_buffer_target_index(target));
}

void emu_BindBuffersBase(GLenum target, GLuint first, GLsizei count, const GLuint *buffers)
{
    bind_several(target, first, count, buffers, NULL, NULL);
}

void emu_BindBuffersRange(GLenum target, GLuint first, GLsizei count, const GLuint *buffers,
                          const GLintptr *offsets, const GLsizeiptr *sizes)
{
    bind_several(target, first, count, buffers, offsets, sizes);
}
