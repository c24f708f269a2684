/* SPDX-License-Identifier: MIT */
/* Tier indirect: one glDrawElementsIndirect per command over the same command buffer that multiindirect uses.
 *
 * Needs OpenGL ES 3.1. Each command is a draw of its own, so gl_DrawID and gl_BaseVertex are fed to it and
 * gl_PrimitiveID restarts: no demotion for programs that read them. Declines what a command cannot say and
 * what ES forbids to indirect draws.
 *
 * Cost: the command upload (see command.c) and one draw call per sub-draw. */
#include "tiers/command.h"

struct tier_state {
    struct tier_commands commands;
};

static bool usable(const struct gles_caps *caps, const struct gles_table *es, const char **missing)
{
    if (!caps->has_es31)
        *missing = "OpenGL ES 3.1";
    else if (!es->DrawElementsIndirect)
        *missing = "glDrawElementsIndirect";
    else
        return true;
    return false;
}

static void finish(struct emu_context *ctx, void *state)
{
    struct tier_state *tier = state;

    tier_commands_finish(ctx, &tier->commands);
}

static enum tiers_reason draw(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    struct tier_state *tier = state;
    const struct gles_table *es = ctx->es;
    const struct draw_range *ranges = batch->ranges;
    GLenum mode = batch->info.mode, type = batch->type;
    bool fed = batch->shape.reads_draw_id || batch->shape.reads_base_vertex;
    size_t offset;
    GLsizei drawn;
    enum tiers_reason reason = tier_commands_bind(ctx, &tier->commands, batch, &offset, &drawn);

    if (reason)
        return reason;
    emu_draw_params(ctx, 0, 0, 0);
    for (size_t i = 0; drawn > 0; i++) {
        if (!ranges[i].count)
            continue;
        if (fed)
            emu_draw_params(ctx, (GLint)i, ranges[i].base_vertex, 0);
        es->DrawElementsIndirect(mode, type, (const void *)offset);
        offset += sizeof(struct tier_command);
        drawn--;
    }
    tier_commands_unbind(ctx);
    return TIERS_OK;
}

const struct tier tier_indirect = {
    .name = "indirect",
    .summary = "one glDrawElementsIndirect per command over a synthesised command buffer",
    .state_size = sizeof(struct tier_state),
    .usable = usable,
    .decline = tiers_decline_indirect,
    .draw = draw,
    .finish = finish,
};
