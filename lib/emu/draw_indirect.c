/* SPDX-License-Identifier: MIT */
/* Indirect draws (OpenGL 4.6, 10.4). The driver reads the command where it can, so that commands written by
 * the GPU are honoured without a stall. The emulation reads it only when the command must be known: a program
 * that reads draw parameters, a restart index of the application's choice, client memory (commands, indices
 * or vertices), a base instance that ES has no place for, no indirect draws at all. */
#include "emu/emu_priv.h"

#include <string.h>

static bool driver_reads(struct emu_context *ctx, const struct draw_info *info,
                         const struct emu_buffer *buffer)
{
    const struct emu_vao *vao = ctx->vao.current;
    const struct emu_program *program = ctx->program.vertex;

    if (!buffer || ctx->caps->es < 31 || emu_draw_is_quads(info) || info->restart == DRAW_RESTART_REWRITE)
        return false;
    if (info->index_size && !info->index_buffer)
        return false;
    if ((vao->client | vao->convert) & vao->enabled)
        return false;
    if (ctx->xfb.active && !ctx->xfb.paused && !ctx->caps->has_geometry_shader)
        return false;
    if (emu_window_reads_ranges(ctx))
        return false;
    if (program && (program->reads_draw_id || program->reads_base_vertex || program->reads_base_instance))
        return false;
    /* ES reserves the base instance of a command unless the extension is there. */
    if (!ctx->caps->has_base_instance) {
        for (uint32_t todo = vao->enabled; todo; todo &= todo - 1)
            if (vao->bindings[vao->attribs[__builtin_ctz(todo)].binding].divisor)
                return false;
    }
    return true;
}

static const uint8_t *command_bytes(struct emu_context *ctx, struct emu_buffer *buffer, uintptr_t offset,
                                    size_t bytes)
{
    const uint8_t *contents;

    if (!buffer)
        return (const uint8_t *)offset;
    if (offset > (size_t)buffer->size || bytes > (size_t)buffer->size - offset) {
        emu_error(ctx, GL_INVALID_OPERATION, "indirect command at %zu of %td bytes", (size_t)offset,
                  buffer->size);
        return NULL;
    }
    contents = emu_buffer_contents(ctx, buffer);
    return contents ? contents + offset : NULL;
}

static void draw_command(struct emu_context *ctx, struct draw_info *info, const uint8_t *bytes, GLint draw_id)
{
    GLuint words[5];
    struct draw_range range;

    memcpy(words, bytes, info->index_size ? 20 : 16);
    range = (struct draw_range){.start = words[2], .count = (GLsizei)words[0]};
    info->instanced = true;
    info->instances = (GLsizei)words[1];
    info->base_instance = words[info->index_size ? 4 : 3];
    if (info->index_size)
        range.base_vertex = (GLint)words[3];
    if (range.count < 0 || info->instances < 0)
        return; /* beyond what any driver draws */
    if (emu_draw_prepare(ctx, info, &range, 1))
        emu_draw_ranges(ctx, info, &range, 1, draw_id);
}

/* ANGLE's Vulkan back end forgets that an indirect draw moved its index buffer: a later glDrawElements at the
 * offset of the last one before it reads the wrong indices. Only a change of the binding makes it look again.
 */
void emu_draw_indirect_settle(struct emu_context *ctx)
{
    if (!gles_caps_has(ctx->caps, GLES_ANGLE_base_vertex_base_instance) &&
        !gles_caps_has(ctx->caps, GLES_ANGLE_multi_draw))
        return;
    emu_buffer_bind_es(ctx, EMU_ELEMENT_ARRAY_BUFFER, 0);
    emu_buffer_restore(ctx, EMU_ELEMENT_ARRAY_BUFFER);
}

void emu_draw_indirect(struct emu_context *ctx, GLenum mode, GLenum type, struct emu_buffer *buffer,
                       uintptr_t offset, GLint draw_id)
{
    struct draw_info info = {.mode = mode, .index_size = emu_index_size(type), .instances = 1};
    const uint8_t *bytes;

    if (info.index_size) {
        info.index_buffer = ctx->vao.current->element_buffer;
        if (!info.index_buffer) {
            emu_error(ctx, GL_INVALID_OPERATION, "indirect draw without an element buffer");
            return;
        }
        emu_draw_restart(ctx, &info);
    }
    if (!driver_reads(ctx, &info, buffer)) {
        bytes = command_bytes(ctx, buffer, offset, info.index_size ? 20 : 16);
        if (bytes)
            draw_command(ctx, &info, bytes, draw_id);
        return;
    }
    info.commands = buffer;
    info.command_offset = offset;
    if (!emu_draw_prepare(ctx, &info, NULL, 0))
        return;
    if (type) {
        ctx->es->DrawElementsIndirect(mode, type, (const void *)offset);
        emu_draw_indirect_settle(ctx);
    } else {
        ctx->es->DrawArraysIndirect(mode, (const void *)offset);
    }
    emu_buffer_mark_storage_written(ctx);
}
