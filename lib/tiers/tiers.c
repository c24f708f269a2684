/* SPDX-License-Identifier: MIT */
/* The front of the multi-draw tiers: state per context, the choice of tier, and what is said about it. A
 * forced tier that the driver lacks is not an error here: auto's choice runs, and the statistics say that it
 * did, for the caller to judge. */
#include "tiers/front.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void log_created(struct emu_context *ctx, const struct tiers_context *front)
{
    char has[96] = "";
    size_t len = 0;

    for (int i = 0; i < TIERS_COUNT; i++) {
        const char *missing;

        if (tiers_supported(ctx->caps, ctx->es, i, &missing))
            len += (size_t)snprintf(has + len, sizeof has - len, "%s%s", len ? "," : "", tiers_name(i));
    }
    if (front->own.missing)
        log_msg(ctx->log, LOG_WARN, "multi-draw: this driver has no tier %s: it lacks %s",
                tiers_name(front->asked), front->own.missing);
    log_msg(ctx->log, LOG_INFO, "multi-draw: tier=%s resolved=%s driver-has=%s",
            front->asked == TIERS_NONE ? "auto" : tiers_name(front->asked), tiers_name(front->resolved), has);
}

/* The tier's own state, made when the tier is first needed; false when memory is out. */
bool tiers_ready(struct emu_context *ctx, struct tiers_context *front, enum tiers_tier tier)
{
    const struct tier *t = tiers_get(tier);

    if (front->ready[tier])
        return true;
    if (t->state_size && !front->state[tier])
        front->state[tier] = calloc(1, t->state_size);
    if ((t->state_size && !front->state[tier]) || (t->init && !t->init(ctx, front->state[tier]))) {
        if (front->state[tier] && t->finish)
            t->finish(ctx, front->state[tier]);
        free(front->state[tier]);
        front->state[tier] = NULL;
        return false;
    }
    front->ready[tier] = true;
    return true;
}

static void resolve(struct emu_context *ctx, struct tiers_context *front, const struct tiers_params *params)
{
    const char *name = params && params->tier ? params->tier : "auto";
    const char *missing;

    front->asked = tiers_find(name);
    if (front->asked == TIERS_NONE && strcmp(name, "auto"))
        log_msg(ctx->log, LOG_WARN, "multi-draw: there is no tier \"%s\"; taking auto", name);
    front->own.supported = true;
    if (front->asked == TIERS_NONE) {
        front->resolved = tiers_auto(ctx->caps, ctx->es);
    } else if (tiers_supported(ctx->caps, ctx->es, front->asked, &missing)) {
        front->resolved = front->asked;
    } else {
        front->own.supported = false;
        front->own.missing = missing;
        front->resolved = tiers_auto(ctx->caps, ctx->es);
    }
    front->own.resolved = front->resolved;
}

static void *create(struct emu_context *ctx, const void *priv)
{
    const struct tiers_params *params = priv;
    struct tiers_context *front = calloc(1, sizeof *front);
    const char *missing;

    if (!front)
        return NULL;
    front->own.contexts = 1;
    front->total = params ? params->stats : NULL;
    front->has_base_vertex = tiers_supported(ctx->caps, ctx->es, TIERS_BASEVERTEX, &missing);
    tiers_limits_init(&front->limits, ctx->caps);
    resolve(ctx, front, params);
    if (!tiers_ready(ctx, front, front->resolved)) {
        free(front);
        return NULL;
    }
    if (front->total) {
        front->total->contexts++;
        front->total->resolved = front->resolved;
        front->total->supported = front->own.supported;
        front->total->missing = front->own.missing;
    }
    /* Every batch will read its index buffer: follow the contents from the start rather than read them back.
     */
    if (front->resolved == TIERS_DRAWELEMENTS)
        ctx->buffer.shadow_all = true;
    log_created(ctx, front);
    return front;
}

static void log_counts(const struct emu_context *ctx, const struct tiers_stats *stats)
{
    char line[1024];
    struct tiers_declined declined;
    size_t cursor = 0;
    int len =
        snprintf(line, sizeof line, "multi-draw: batches=%llu executed", (unsigned long long)stats->batches);

    for (int i = 0; i < TIERS_COUNT; i++)
        len += snprintf(line + len, sizeof line - (size_t)len, " %s=%llu", tiers_name(i),
                        (unsigned long long)stats->executed[i]);
    len += snprintf(line + len, sizeof line - (size_t)len, " declined");
    /* One entry per tier and reason; the tables keep where each went. */
    len += snprintf(line + len, sizeof line - (size_t)len, "%s",
                    tiers_declined_next(stats, &cursor, &declined) ? "" : " none");
    /* One entry per tier and reason: where each went is in the statistics. */
    for (cursor = 0; tiers_declined_next(stats, &cursor, &declined) && (size_t)len < sizeof line - 64;) {
        uint64_t count = 0;

        for (int to = 0; to <= TIERS_COUNT; to++)
            count += stats->declined[declined.tier][declined.reason][to];
        cursor = ((size_t)declined.tier * TIERS_REASONS + declined.reason + 1) * (TIERS_COUNT + 1);
        len += snprintf(line + len, sizeof line - (size_t)len, " %s:%s=%llu", tiers_name(declined.tier),
                        tiers_reason_name(declined.reason), (unsigned long long)count);
    }
    log_msg(ctx->log, LOG_INFO, "%s", line);
}

static void destroy(struct emu_context *ctx, void *state)
{
    struct tiers_context *front = state;

    if (!front)
        return;
    log_counts(ctx, &front->own);
    for (int i = 0; i < TIERS_COUNT; i++) {
        if (front->ready[i] && tiers_get(i)->finish)
            tiers_get(i)->finish(ctx, front->state[i]);
        free(front->state[i]);
    }
    batch_scratch_finish(&front->scratch);
    free(front);
}

const struct tiers_stats *tiers_context_stats(const struct emu_context *ctx)
{
    return &tiers_front(ctx)->own;
}

const struct emu_multidraw tiers_multidraw = {
    .create = create,
    .destroy = destroy,
    .multi_draw_elements = tiers_multi_draw_elements,
    .multi_draw_arrays = tiers_multi_draw_arrays,
    .multi_draw_indirect = tiers_multi_draw_indirect,
    .multi_draw_indirect_count = tiers_multi_draw_indirect_count,
};
