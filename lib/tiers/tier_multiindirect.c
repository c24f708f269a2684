/* SPDX-License-Identifier: MIT */
/* Tier multiindirect: the whole batch by one glMultiDrawElementsIndirectEXT over a synthesised command
 * buffer.
 *
 * Needs OpenGL ES 3.1, GL_EXT_multi_draw_indirect and the function itself: Mesa resolves it on ES without
 * advertising the extension, and then draws nothing and raises no error. Declines what one value of gl_DrawID
 * and friends cannot serve, what a command cannot say (client indices, unaligned offsets), and an open
 * transform-feedback span before ES 3.2. ES forbids indirect draws from client vertex arrays and from vertex
 * array 0 too: lib/emu has copied the former to buffers by then, and binds a real array for the latter.
 *
 * Cost: the command upload (see command.c) and one draw call. */
#include "tiers/command.h"

struct tier_state {
    struct tier_commands commands;
};

static bool usable(const struct gles_caps *caps, const struct gles_table *es, const char **missing)
{
    if (!caps->has_es31)
        *missing = "OpenGL ES 3.1";
    else if (!caps->has_multi_draw_indirect)
        *missing = "GL_EXT_multi_draw_indirect";
    else if (!es->MultiDrawElementsIndirectEXT)
        *missing = "glMultiDrawElementsIndirectEXT";
    else
        return true;
    return false;
}

static enum tiers_reason decline(const struct tiers_shape *shape, const struct tiers_limits *limits)
{
    enum tiers_reason reason = tiers_decline_batched(shape);

    return reason ? reason : tiers_decline_indirect(shape, limits);
}

static void finish(struct emu_context *ctx, void *state)
{
    struct tier_state *tier = state;

    tier_commands_finish(ctx, &tier->commands);
}

static enum tiers_reason draw(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    struct tier_state *tier = state;
    size_t offset;
    GLsizei n;
    enum tiers_reason reason = tier_commands_bind(ctx, &tier->commands, batch, &offset, &n);

    if (reason)
        return reason;
    emu_draw_params(ctx, 0, batch->base_vertex, 0);
    if (n > 0)
        ctx->es->MultiDrawElementsIndirectEXT(batch->info.mode, batch->type, (const void *)offset, n, 0);
    tier_commands_unbind(ctx);
    return TIERS_OK;
}

const struct tier tier_multiindirect = {
    .name = "multiindirect",
    .summary = "one glMultiDrawElementsIndirectEXT over a synthesised command buffer",
    .plain = true,
    .state_size = sizeof(struct tier_state),
    .usable = usable,
    .decline = decline,
    .draw = draw,
    .finish = finish,
};
