/* SPDX-License-Identifier: MIT */
/* The front of the multi-draw tiers: state per context, the choice of tier, declines, counts and log lines.
 *
 * glMultiDrawElements and glMultiDrawElementsBaseVertex are not in ES. Each call is a batch: checked
 * (check.c), described (batch.c), offered to the resolved tier, and where that declines drawn by basevertex,
 * else by drawelements. Nothing is dropped silently: a batch that no tier can draw is a gap. A tier whose
 * work needs bindings of its own does it before the draw state is prepared.
 *
 * Counted per batch, not announced once per process: what was asked for is no proof of what ran. */
#include "tiers/front.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct tiers_context *front_of(const struct emu_context *ctx)
{
    return ctx->multidraw_state;
}

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
static bool ready(struct emu_context *ctx, struct tiers_context *front, enum tiers_tier tier)
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
    if (!ready(ctx, front, front->resolved)) {
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

bool tiers_prepare(struct emu_context *ctx, struct draw_info *info, const struct draw_range *ranges, size_t n)
{
    GLenum before = ctx->error;
    bool drawn;

    /* The first error wins until it is read, so an older one would hide this call's. */
    ctx->error = GL_NO_ERROR;
    drawn = emu_draw_prepare(ctx, info, ranges, n);
    if (ctx->error != GL_NO_ERROR)
        TIERS_ADD(front_of(ctx), rejected, 1);
    if (before != GL_NO_ERROR)
        ctx->error = before;
    return drawn;
}

static void announce(struct emu_context *ctx, struct tiers_context *front, enum tiers_tier tier)
{
    if (front->own.announced[tier])
        return;
    front->own.announced[tier] = true;
    if (front->total)
        front->total->announced[tier] = true;
    log_msg(ctx->log, LOG_INFO, "multi-draw: first batch executed via tier \"%s\"", tiers_name(tier));
}

/* Draws through the fallback chain what `front->resolved` declined; the tier that drew it, or TIERS_NONE. */
static enum tiers_tier draw_fallback(struct emu_context *ctx, struct tiers_context *front,
                                     struct tier_batch *batch)
{
    enum tiers_tier tier = tiers_fallback(&batch->shape, &front->limits, front->has_base_vertex);

    if (tier == front->resolved && tier == TIERS_BASEVERTEX)
        tier = TIERS_DRAWELEMENTS;
    if (tier == front->resolved || !ready(ctx, front, tier) ||
        tiers_get(tier)->draw(ctx, front->state[tier], batch) != TIERS_OK)
        return TIERS_NONE;
    return tier;
}

/* A draw that is prepared: through the resolved tier unless `reason` says that it declined already. */
static void draw_batch(struct emu_context *ctx, struct tiers_context *front, struct tier_batch *batch,
                       enum tiers_reason reason)
{
    enum tiers_tier tier = front->resolved;

    if (!reason)
        reason = tiers_get(tier)->draw(ctx, front->state[tier], batch);
    if (reason) {
        tier = draw_fallback(ctx, front, batch);
        TIERS_ADD(front, declined[front->resolved][reason][tier], 1);
    }
    if (tier == TIERS_NONE) {
        TIERS_ADD(front, dropped, 1);
        emu_gap(ctx, "glMultiDrawElements", tiers_reason_name(reason), true);
        return;
    }
    TIERS_ADD(front, executed[tier], 1);
    announce(ctx, front, tier);
}

static enum tiers_reason offer(struct emu_context *ctx, struct tiers_context *front, struct tier_batch *batch,
                               const struct batch_call *call)
{
    const struct tier *tier = tiers_get(front->resolved);
    enum tiers_reason reason;

    /* Only the one tier asks, and divisions cost. */
    if (front->resolved == TIERS_COMPUTE)
        batch->shape.partial = tiers_counts_partial(call->mode, call->count, batch->n);
    reason = tiers_decline(front->resolved, &batch->shape, &front->limits);
    return reason || !tier->prepare ? reason : tier->prepare(ctx, front->state[front->resolved], batch);
}

static void draw_call(struct emu_context *ctx, struct tiers_context *front, const struct batch_call *call)
{
    struct tier_batch batch;
    enum tiers_reason reason, lost = TIERS_MEMORY;

    if (!batch_init(ctx, &batch, &front->scratch, call)) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "multi-draw of %d draws", call->drawcount);
        return;
    }
    if (!batch.shape.total) {
        /* The checks of a draw still apply. */
        if (tiers_prepare(ctx, &batch.info, batch.ranges, 0)) {
            TIERS_ADD(front, batches, 1);
            TIERS_ADD(front, subdraws, batch.n);
            TIERS_ADD(front, empty, 1);
            TIERS_ADD(front, executed[front->resolved], 1);
        }
        return;
    }
    reason = offer(ctx, front, &batch, call);
    lost = batch_gather(ctx, &batch, &front->scratch, call);
    if (!lost && !tiers_prepare(ctx, &batch.info, batch.ranges, batch.n))
        return;
    TIERS_ADD(front, batches, 1);
    TIERS_ADD(front, subdraws, batch.n);
    if (!lost) {
        draw_batch(ctx, front, &batch, reason);
        return;
    }
    TIERS_ADD(front, declined[front->resolved][lost][TIERS_NONE], 1);
    TIERS_ADD(front, dropped, 1);
    emu_gap(ctx, "glMultiDrawElements", tiers_reason_name(lost), true);
}

static void multi_draw_elements(struct emu_context *ctx, GLenum mode, const GLsizei *count, GLenum type,
                                const void *const *indices, GLsizei drawcount, const GLint *basevertex)
{
    struct tiers_context *front = front_of(ctx);
    const struct batch_call call = {mode, type, count, indices, drawcount, basevertex};

    if (!batch_check(ctx, &call)) {
        TIERS_ADD(front, rejected, 1);
        return;
    }
    draw_call(ctx, front, &call);
}

void tier_count_dispatch(struct emu_context *ctx)
{
    TIERS_ADD(front_of(ctx), dispatches, 1);
}

const struct tiers_stats *tiers_context_stats(const struct emu_context *ctx)
{
    return &front_of(ctx)->own;
}

const struct emu_multidraw tiers_multidraw = {
    .create = create,
    .destroy = destroy,
    .multi_draw_elements = multi_draw_elements,
    .multi_draw_arrays = tiers_multi_draw_arrays,
    .multi_draw_indirect = tiers_multi_draw_indirect,
    .multi_draw_indirect_count = tiers_multi_draw_indirect_count,
};
