/* SPDX-License-Identifier: MIT */
/* GL errors and gaps. The emulation's own error goes first, then whatever the driver recorded, so that an
 * application sees one error stream as it would on desktop GL. Gaps are counted for the result and logged
 * once. */
#include "emu/emu_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void emu_error(struct emu_context *ctx, GLenum error, const char *fmt, ...)
{
    char text[256];
    va_list args;

    if (ctx->error == GL_NO_ERROR)
        ctx->error = error;
    if (!ctx->log || ctx->log->max < LOG_DEBUG)
        return;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    log_msg(ctx->log, LOG_DEBUG, "gl error 0x%x: %s", error, text);
}

static struct emu_gap *find_gap(struct emu_gaps *gaps, const char *function, const char *reason)
{
    for (size_t i = 0; i < gaps->count; i++)
        if (!strcmp(gaps->items[i].function, function) && !strcmp(gaps->items[i].reason, reason))
            return &gaps->items[i];
    return NULL;
}

void emu_gap(struct emu_context *ctx, const char *function, const char *reason, bool affects_draw)
{
    struct emu_gaps *gaps = ctx->gaps;
    struct emu_gap *gap = find_gap(gaps, function, reason);

    if (gap) {
        gap->count++;
        return;
    }
    if (gaps->count == gaps->capacity) {
        size_t capacity = gaps->capacity ? gaps->capacity * 2 : 16;
        struct emu_gap *items = realloc(gaps->items, capacity * sizeof *items);
        if (!items)
            return;
        gaps->items = items;
        gaps->capacity = capacity;
    }
    gap = &gaps->items[gaps->count];
    *gap = (struct emu_gap){strdup(function), strdup(reason), 1, affects_draw};
    if (gap->function && gap->reason)
        gaps->count++;
    log_msg(ctx->log, LOG_WARN, "gap: %s: %s", function, reason);
}

void emu_gaps_finish(struct emu_gaps *gaps)
{
    for (size_t i = 0; i < gaps->count; i++) {
        free(gaps->items[i].function);
        free(gaps->items[i].reason);
    }
    free(gaps->items);
    *gaps = (struct emu_gaps){0};
}

GLenum emu_es_error(struct emu_context *ctx, const char *what)
{
    GLenum first = ctx->es->GetError();

    /* A lost context answers the same error for ever. */
    for (int i = 0; first != GL_NO_ERROR && i < 16 && ctx->es->GetError() != GL_NO_ERROR; i++)
        ;
    if (first != GL_NO_ERROR)
        log_msg(ctx->log, LOG_DEBUG, "%s: the driver answered 0x%x", what, first);
    return first;
}

GLenum emu_GetError(void)
{
    struct emu_context *ctx = emu_current;
    GLenum error = ctx->error;

    ctx->error = GL_NO_ERROR;
    return error != GL_NO_ERROR ? error : ctx->es->GetError();
}
