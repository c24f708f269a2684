/* SPDX-License-Identifier: MIT */
/* Indexed draws inside a transform-feedback span. OpenGL ES 3.0 and 3.1 refuse them unless there are geometry
 * shaders (ES 3.1, 12.1); desktop GL captures every vertex of every primitive. The indices are resolved on
 * the CPU, the vertices gathered in their order, and drawn by glDrawArrays. Not done: primitive restart,
 * gl_VertexID. Cost: a copy of every vertex drawn. */
#include "emu/emu_priv.h"

bool emu_draw_feedback_refuses(const struct emu_context *ctx, const struct draw_info *info)
{
    return info->index_size && ctx->xfb.active && !ctx->xfb.paused && !ctx->caps->has_geometry_shader;
}

const char *emu_draw_feedback(struct emu_context *ctx, const struct draw_info *info,
                              const struct draw_range *ranges, size_t n, GLint first_draw_id)
{
    const char *why;
    size_t total, at = 0;

    if (info->restart != DRAW_RESTART_NONE)
        return "primitive restart in a transform-feedback span";
    if (ctx->program.vertex->reads_vertex_id)
        return "gl_VertexID of an indexed draw in a transform-feedback span";
    why = emu_draw_rewrite(ctx, info, ranges, n, NULL, &total);
    if (!why && total)
        why = emu_arrays_gather(ctx, info, ctx->draw.index_scratch, total);
    for (size_t i = 0; i < n && !why; i++) {
        if (!ranges[i].count)
            continue;
        emu_draw_params(ctx, first_draw_id + (GLint)i, ranges[i].base_vertex, (GLint)info->base_instance);
        if (info->base_instance && ctx->caps->has_base_instance)
            ctx->es->DrawArraysInstancedBaseInstanceEXT(info->mode, (GLint)at, ranges[i].count,
                                                        info->instances, info->base_instance);
        else if (info->instanced)
            ctx->es->DrawArraysInstanced(info->mode, (GLint)at, ranges[i].count, info->instances);
        else
            ctx->es->DrawArrays(info->mode, (GLint)at, ranges[i].count);
        at += (size_t)ranges[i].count;
    }
    return why;
}
