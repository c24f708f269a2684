/* SPDX-License-Identifier: MIT */
/* Multi-draws that are no batches of the tiers: glMultiDrawArrays, and the indirect and count forms, issued
 * command by command through the same draw functions as everything else, with gl_DrawID counting up. Commands
 * that the GPU wrote are honoured: lib/emu lets the driver read them, or reads them back where the emulation
 * must know them. GL_EXT_multi_draw_indirect is not used here: one value of gl_DrawID would serve the whole
 * call.
 *
 * A count form reads its draw count on the CPU, which waits for the GPU if that wrote it. */
#include "tiers/front.h"

#include <string.h>

enum { ARRAYS_COMMAND = 16, ELEMENTS_COMMAND = 20 }; /* bytes of one command */

static void reject(struct emu_context *ctx)
{
    TIERS_ADD(tiers_front(ctx), rejected, 1);
}

void tiers_multi_draw_arrays(struct emu_context *ctx, GLenum mode, const GLint *first, const GLsizei *count,
                             GLsizei drawcount)
{
    struct tiers_context *front = tiers_front(ctx);
    struct batch_scratch *scratch = &front->scratch;
    struct draw_info info = {.mode = mode, .instances = 1, .multi = true};
    enum prepared prepared;
    size_t n = drawcount > 0 ? (size_t)drawcount : 0;
    bool valid = emu_draw_mode_valid(ctx, mode) && batch_check_counts(ctx, count, drawcount) &&
                 batch_check_counts(ctx, first, drawcount) && batch_check_array(ctx);

    if (!valid) {
        reject(ctx);
        return;
    }
    if (!tier_reserve(&scratch->ranges, &scratch->n_ranges, n, sizeof *scratch->ranges)) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "glMultiDrawArrays of %d draws", drawcount);
        return;
    }
    for (size_t i = 0; i < n; i++)
        scratch->ranges[i] = (struct draw_range){.start = (size_t)first[i], .count = count[i]};
    prepared = tiers_prepare(ctx, &info, scratch->ranges, n);
    if (prepared == REJECTED)
        return;
    TIERS_ADD(front, untiered, 1);
    if (prepared == PREPARED)
        emu_draw_ranges(ctx, &info, scratch->ranges, n, 0);
}

/* Whether n commands `stride` bytes apart, the last one of `size` bytes, lie in the buffer from `offset` on.
 */
static bool commands_fit(const struct emu_buffer *buffer, uintptr_t offset, GLsizei n, size_t stride,
                         size_t size)
{
    uint64_t room = offset <= (uint64_t)buffer->size ? (uint64_t)buffer->size - offset : 0;

    return n == 0 || (room >= size && (room - size) / stride >= (uint64_t)n - 1);
}

/* What every indirect form is checked for (OpenGL 4.6, 10.4). *stride comes out as the distance in bytes. */
static bool check_indirect(struct emu_context *ctx, GLenum mode, GLenum type, GLsizei drawcount,
                           GLsizei *stride)
{
    if (!emu_draw_mode_valid(ctx, mode) || (type && !batch_check_type(ctx, type)) ||
        !batch_check_array(ctx) || !batch_check_arrays(ctx))
        return false;
    if (drawcount < 0 || *stride < 0 || *stride % 4) {
        emu_error(ctx, GL_INVALID_VALUE, "indirect multi-draw of %d draws, stride %d", drawcount, *stride);
        return false;
    }
    if (!*stride)
        *stride = type ? ELEMENTS_COMMAND : ARRAYS_COMMAND;
    if (type && !*emu_vao_element_slot(ctx)) {
        emu_error(ctx, GL_INVALID_OPERATION, "indirect multi-draw without an element buffer");
        return false;
    }
    return !type || batch_check_unmapped(ctx, *emu_vao_element_slot(ctx));
}

/* The buffer that commands come from; the call is for `n` commands at most. */
static bool check_commands(struct emu_context *ctx, GLenum type, const void *indirect, GLsizei n,
                           GLsizei stride)
{
    const struct emu_buffer *buffer = ctx->buffer.bound[EMU_DRAW_INDIRECT_BUFFER];
    uintptr_t offset = (uintptr_t)indirect;

    if (!buffer) {
        if (ctx->core)
            emu_error(ctx, GL_INVALID_OPERATION, "indirect multi-draw without an indirect buffer");
        return !ctx->core && (indirect || !n);
    }
    if (offset % 4) {
        emu_error(ctx, GL_INVALID_VALUE, "indirect multi-draw from offset %zu", (size_t)offset);
        return false;
    }
    if (!commands_fit(buffer, offset, n, (size_t)stride, type ? ELEMENTS_COMMAND : ARRAYS_COMMAND)) {
        emu_error(ctx, GL_INVALID_OPERATION, "indirect commands lie outside buffer %u", buffer->name);
        return false;
    }
    return batch_check_unmapped(ctx, buffer);
}

static void draw_commands(struct emu_context *ctx, GLenum mode, GLenum type, const void *indirect, GLsizei n,
                          GLsizei stride)
{
    struct emu_buffer *buffer = ctx->buffer.bound[EMU_DRAW_INDIRECT_BUFFER];

    TIERS_ADD(tiers_front(ctx), untiered, 1);
    for (GLsizei i = 0; i < n; i++)
        emu_draw_indirect(ctx, mode, type, buffer, (uintptr_t)indirect + (uintptr_t)i * (uintptr_t)stride, i);
}

void tiers_multi_draw_indirect(struct emu_context *ctx, GLenum mode, GLenum type, const void *indirect,
                               GLsizei drawcount, GLsizei stride)
{
    if (!check_indirect(ctx, mode, type, drawcount, &stride) ||
        !check_commands(ctx, type, indirect, drawcount, stride)) {
        reject(ctx);
        return;
    }
    draw_commands(ctx, mode, type, indirect, drawcount, stride);
}

/* The draw count in the parameter buffer, at most `max`; -1 after a GL error or a gap. */
static GLsizei read_count(struct emu_context *ctx, GLintptr at, GLsizei max)
{
    struct emu_buffer *buffer = ctx->buffer.bound[EMU_PARAMETER_BUFFER];
    const uint8_t *contents;
    GLuint count;

    if (at % 4) {
        emu_error(ctx, GL_INVALID_VALUE, "draw count at offset %td", at);
        return -1;
    }
    if (!buffer || at < 0 || buffer->size < (GLsizeiptr)sizeof count ||
        at > buffer->size - (GLsizeiptr)sizeof count) {
        emu_error(ctx, GL_INVALID_OPERATION, "no draw count at offset %td of the parameter buffer", at);
        return -1;
    }
    if (!batch_check_unmapped(ctx, buffer))
        return -1;
    contents = emu_buffer_contents(ctx, buffer);
    if (!contents) {
        emu_gap(ctx, "glMultiDrawElementsIndirectCount", "the draw count cannot be read", true);
        return -1;
    }
    memcpy(&count, contents + at, sizeof count);
    return count < (GLuint)max ? (GLsizei)count : max;
}

void tiers_multi_draw_indirect_count(struct emu_context *ctx, GLenum mode, GLenum type, const void *indirect,
                                     GLintptr drawcount, GLsizei maxdrawcount, GLsizei stride)
{
    GLsizei n;

    /* The commands that the maximum allows must exist, whatever the count turns out to be. */
    if (!check_indirect(ctx, mode, type, maxdrawcount, &stride) ||
        !check_commands(ctx, type, indirect, maxdrawcount, stride) ||
        (n = read_count(ctx, drawcount, maxdrawcount)) < 0) {
        reject(ctx);
        return;
    }
    draw_commands(ctx, mode, type, indirect, n, stride);
}
