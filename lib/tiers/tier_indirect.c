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

/* Commands are packed: sub-draws without indices have none. */
static void draw_fed(struct emu_context *ctx, const struct tier_batch *batch, size_t offset)
{
    for (size_t i = 0; i < batch->n; i++) {
        const struct draw_range *range = batch->ranges ? &batch->ranges[i] : NULL;

        if (range && !range->count)
            continue;
        emu_draw_params(ctx, (GLint)i, range ? range->base_vertex : batch->base ? batch->base[i] : 0, 0);
        ctx->es->DrawElementsIndirect(batch->info.mode, batch->type, (const void *)offset);
        offset += sizeof(struct tier_command);
    }
}

static enum tiers_reason draw(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    struct tier_state *tier = state;
    const struct gles_table *es = ctx->es;
    GLenum mode = batch->info.mode, type = batch->type;
    size_t offset;
    GLsizei n;
    enum tiers_reason reason = tier_commands_bind(ctx, &tier->commands, batch, &offset, &n);

    if (reason)
        return reason;
    if (batch->shape.reads_draw_id || batch->shape.reads_base_vertex) {
        draw_fed(ctx, batch, offset);
    } else {
        emu_draw_params(ctx, 0, 0, 0);
        for (; n > 0; n--, offset += sizeof(struct tier_command))
            es->DrawElementsIndirect(mode, type, (const void *)offset);
    }
    tier_commands_unbind(ctx);
    return TIERS_OK;
}

const struct tier tier_indirect = {
    .name = "indirect",
    .summary = "one glDrawElementsIndirect per command over a synthesised command buffer",
    .plain = true,
    .state_size = sizeof(struct tier_state),
    .usable = usable,
    .decline = tiers_decline_indirect,
    .draw = draw,
    .finish = finish,
};
