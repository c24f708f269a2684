/* SPDX-License-Identifier: MIT */
/* Fence sync objects. Handles are ours, small numbers in the place of pointers, so that a stale one is an
 * error and no crash. */
#include "emu/emu_priv.h"

#include <stdlib.h>

struct sync {
    GLsync es;
};

static struct sync *find(struct emu_context *ctx, GLsync handle)
{
    uintptr_t name = (uintptr_t)handle;
    return name && name <= UINT32_MAX ? emu_names_get(&ctx->share->syncs, (uint32_t)name) : NULL;
}

GLsync emu_FenceSync(GLenum condition, GLbitfield flags)
{
    struct emu_context *ctx = emu_current;
    struct sync *s;
    uint32_t name;

    if (condition != GL_SYNC_GPU_COMMANDS_COMPLETE || flags) {
        emu_error(ctx, flags ? GL_INVALID_VALUE : GL_INVALID_ENUM, "glFenceSync: condition 0x%x, flags 0x%x",
                  condition, flags);
        return NULL;
    }
    s = calloc(1, sizeof *s);
    if (!s || !emu_names_gen(&ctx->share->syncs, 1, &name)) {
        free(s);
        emu_error(ctx, GL_OUT_OF_MEMORY, "glFenceSync");
        return NULL;
    }
    s->es = ctx->es->FenceSync(condition, flags);
    if (!s->es || !emu_names_set(&ctx->share->syncs, name, s)) {
        emu_names_remove(&ctx->share->syncs, name);
        if (s->es)
            ctx->es->DeleteSync(s->es);
        free(s);
        emu_error(ctx, GL_OUT_OF_MEMORY, "glFenceSync");
        return NULL;
    }
    return (GLsync)(uintptr_t)name;
}

void emu_DeleteSync(GLsync sync)
{
    struct emu_context *ctx = emu_current;
    struct sync *s = find(ctx, sync);

    if (!sync)
        return;
    if (!s) {
        emu_error(ctx, GL_INVALID_VALUE, "glDeleteSync: unknown sync");
        return;
    }
    emu_names_remove(&ctx->share->syncs, (uint32_t)(uintptr_t)sync);
    ctx->es->DeleteSync(s->es);
    free(s);
}

GLboolean emu_IsSync(GLsync sync)
{
    return find(emu_current, sync) != NULL;
}

GLenum emu_ClientWaitSync(GLsync sync, GLbitfield flags, GLuint64 timeout)
{
    struct emu_context *ctx = emu_current;
    struct sync *s = find(ctx, sync);

    if (!s || flags & ~(GLbitfield)GL_SYNC_FLUSH_COMMANDS_BIT) {
        emu_error(ctx, GL_INVALID_VALUE, "glClientWaitSync: unknown sync, or flags 0x%x", flags);
        return GL_WAIT_FAILED;
    }
    return ctx->es->ClientWaitSync(s->es, flags, timeout);
}

void emu_WaitSync(GLsync sync, GLbitfield flags, GLuint64 timeout)
{
    struct emu_context *ctx = emu_current;
    struct sync *s = find(ctx, sync);

    if (!s || flags || timeout != GL_TIMEOUT_IGNORED)
        emu_error(ctx, GL_INVALID_VALUE, "glWaitSync: unknown sync, flags 0x%x, or a timeout", flags);
    else
        ctx->es->WaitSync(s->es, flags, timeout);
}

void emu_GetSynciv(GLsync sync, GLenum pname, GLsizei count, GLsizei *length, GLint *values)
{
    struct emu_context *ctx = emu_current;
    struct sync *s = find(ctx, sync);

    if (!s || count < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glGetSynciv: unknown sync, or count %d", count);
    else
        ctx->es->GetSynciv(s->es, pname, count, length, values);
}

void emu_sync_finish(struct emu_context *ctx)
{
    (void)ctx;
}

static void free_sync(void *object, void *priv)
{
    struct emu_context *ctx = priv;
    struct sync *s = object;

    ctx->es->DeleteSync(s->es);
    free(s);
}

void emu_sync_finish_share(struct emu_context *ctx)
{
    emu_names_each(&ctx->share->syncs, free_sync, ctx);
    emu_names_finish(&ctx->share->syncs);
}
