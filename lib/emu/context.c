/* SPDX-License-Identifier: MIT */
/* Emulated contexts: creation, sharing, which one is current. One emulated context stands on one ES context.
 */
#include "emu/emu_priv.h"
#include "emu/table.h"

#include <stdlib.h>

_Thread_local struct emu_context *emu_current;

static const struct area {
    bool (*init)(struct emu_context *ctx);
    void (*finish)(struct emu_context *ctx);
    void (*finish_share)(struct emu_context *ctx);
} areas[] = {
    {emu_state_init, NULL, NULL},
    {emu_buffer_init, emu_buffer_finish, emu_buffer_finish_share},
    {emu_vao_init, emu_vao_finish, NULL},
    {emu_program_init, emu_program_finish, emu_program_finish_share},
    {emu_texture_init, emu_texture_finish, emu_texture_finish_share},
    {emu_sampler_init, emu_sampler_finish, emu_sampler_finish_share},
    {emu_fbo_init, emu_fbo_finish, emu_fbo_finish_share},
    {emu_query_init, emu_query_finish, NULL},
    {NULL, emu_sync_finish, emu_sync_finish_share},
    {emu_xfb_init, emu_xfb_finish, NULL},
    {NULL, emu_window_finish, NULL},
    {emu_draw_init, emu_draw_finish, NULL},
};
enum { AREAS = sizeof areas / sizeof areas[0] };

/* The desktop version that the ES version can carry (the features ES lacks are gaps, not lower versions). */
static void choose_version(struct emu_context *ctx, const struct emu_context_params *params)
{
    int highest = ctx->caps->es >= 32 ? 46 : ctx->caps->es == 31 ? 43 : 33;
    int wanted = params->major * 10 + params->minor;

    /* Whoever asks for a version may get any later compatible one (GLX_ARB_create_context); drivers give the
     * highest. */
    (void)wanted;
    ctx->major = highest / 10;
    ctx->minor = highest % 10;
    ctx->core = params->core;
    ctx->forward_compatible = params->forward_compatible;
}

static void release_share(struct emu_context *ctx)
{
    struct emu_share *share = ctx->share;

    if (!share || --share->refs > 0)
        return;
    for (int i = AREAS - 1; i >= 0; i--)
        if (areas[i].finish_share)
            areas[i].finish_share(ctx);
    emu_names_finish(&share->buffers);
    emu_names_finish(&share->textures);
    emu_names_finish(&share->samplers);
    emu_names_finish(&share->renderbuffers);
    emu_names_finish(&share->syncs);
    emu_names_finish(&share->programs);
    free(share);
}

struct emu_context *emu_context_create(const struct emu_context_params *params)
{
    struct emu_context *ctx, *previous = emu_current;

    if (params->caps->es < 30) {
        log_msg(params->log, LOG_ERROR, "the emulation needs OpenGL ES 3.0 or higher");
        return NULL;
    }
    ctx = calloc(1, sizeof *ctx);
    if (!ctx)
        return NULL;
    ctx->es = params->es;
    ctx->caps = params->caps;
    ctx->log = params->log;
    ctx->gaps = params->gaps;
    ctx->shader_cache = params->shader_cache;
    ctx->observer = params->observer;
    ctx->share = params->share ? params->share->share : calloc(1, sizeof *ctx->share);
    if (!ctx->share)
        goto fail;
    ctx->share->refs++;
    choose_version(ctx, params);
    emu_table_fill(&ctx->table, params->es);
    emu_current = ctx;
    for (int i = 0; i < AREAS; i++)
        if (areas[i].init && !areas[i].init(ctx))
            goto fail;
    if (params->multidraw) {
        ctx->multidraw_state = params->multidraw->create(ctx, params->multidraw_params);
        if (!ctx->multidraw_state)
            goto fail;
        ctx->multidraw = params->multidraw;
    }
    emu_current = previous;
    return ctx;

fail:
    emu_context_destroy(ctx);
    emu_current = previous;
    return NULL;
}

void emu_context_destroy(struct emu_context *ctx)
{
    struct emu_context *previous = emu_current;

    if (!ctx)
        return;
    emu_current = ctx;
    if (ctx->multidraw)
        ctx->multidraw->destroy(ctx, ctx->multidraw_state);
    for (int i = AREAS - 1; i >= 0; i--)
        if (areas[i].finish)
            areas[i].finish(ctx);
    release_share(ctx);
    emu_names_finish(&ctx->vaos);
    emu_names_finish(&ctx->framebuffers);
    emu_names_finish(&ctx->queries);
    emu_names_finish(&ctx->xfbs);
    emu_names_finish(&ctx->pipelines);
    emu_current = previous == ctx ? NULL : previous;
    free(ctx);
}

void emu_make_current(struct emu_context *ctx, int width, int height)
{
    emu_current = ctx;
    if (ctx && width > 0)
        emu_fbo_first_drawable(ctx);
    if (!ctx || ctx->was_current)
        return;
    ctx->was_current = true;
    emu_state_first_current(ctx, width, height);
}

const struct gl_table *emu_context_table(const struct emu_context *ctx)
{
    return &ctx->table;
}

void *emu_context_multidraw(const struct emu_context *ctx)
{
    return ctx->multidraw_state;
}
