/* SPDX-License-Identifier: MIT */
/* glMultiDrawElements and glMultiDrawElementsBaseVertex, which ES lacks. Each call is a batch: checked
 * (check.c), described (batch.c), offered to the resolved tier, and where that declines drawn by basevertex,
 * else by drawelements. Nothing is dropped silently: a batch that no tier can draw is a gap. A tier whose
 * work needs bindings of its own does it before the draw state is prepared.
 *
 * Counted per batch, not announced once per process: what was asked for is no proof of what ran. */
#include "tiers/front.h"

enum prepared tiers_prepare(struct emu_context *ctx, struct draw_info *info, const struct draw_range *ranges,
                            size_t n)
{
    GLenum before = ctx->error;
    bool ok, rejected;

    /* The first error wins until it is read, so an older one would hide this call's. */
    ctx->error = GL_NO_ERROR;
    ok = emu_draw_prepare(ctx, info, ranges, n);
    rejected = ctx->error != GL_NO_ERROR;
    if (before != GL_NO_ERROR)
        ctx->error = before;
    if (rejected)
        TIERS_ADD(tiers_front(ctx), rejected, 1);
    return ok ? PREPARED : rejected ? REJECTED : NOT_DRAWN;
}

static __attribute__((cold)) void announce(struct emu_context *ctx, struct tiers_context *front,
                                           enum tiers_tier tier)
{
    front->own.announced[tier] = true;
    if (front->total)
        front->total->announced[tier] = true;
    log_msg(ctx->log, LOG_INFO, "multi-draw: first batch executed via tier \"%s\"", tiers_name(tier));
}

/* The tier that a batch goes to when the resolved one declines it. */
static enum tiers_tier fallback(const struct tiers_context *front, const struct tier_batch *batch)
{
    enum tiers_tier tier = tiers_fallback(&batch->shape, &front->limits, front->has_base_vertex);

    return tier == front->resolved ? TIERS_NONE : tier;
}

static enum tiers_reason issue(struct emu_context *ctx, struct tiers_context *front,
                               const struct tier_batch *batch, enum tiers_tier tier, const struct tier *t)
{
    if (!front->ready[tier] && !tiers_ready(ctx, front, tier))
        return TIERS_MEMORY;
    return t->draw(ctx, front->state[tier], batch);
}

/* No tier can draw it. */
static __attribute__((cold)) void drop(struct emu_context *ctx, struct tiers_context *front,
                                       enum tiers_reason reason)
{
    TIERS_ADD(front, declined[front->resolved][reason][TIERS_NONE], 1);
    TIERS_ADD(front, dropped, 1);
    emu_gap(ctx, "glMultiDrawElements", tiers_reason_name(reason), true);
}

/* A draw that is prepared: through the resolved tier unless that declined already. */
static void draw_batch(struct emu_context *ctx, struct tiers_context *front, const struct tier *resolved,
                       struct tier_batch *batch, const struct batch_call *call, enum tiers_reason declined)
{
    enum tiers_tier tier = front->resolved;
    enum tiers_reason reason = declined;

    /* What the sub-draws read fits no one window. */
    if (!declined && emu_window_each(ctx) && !resolved->loops)
        reason = TIERS_WINDOW;
    else if (!declined)
        reason = issue(ctx, front, batch, tier, resolved);
    if (reason) {
        tier = fallback(front, batch);
        if (tier == TIERS_NONE || !batch_ranges(batch, &front->scratch, call) ||
            issue(ctx, front, batch, tier, tiers_get(tier))) {
            drop(ctx, front, reason);
            return;
        }
        TIERS_ADD(front, declined[front->resolved][reason][tier], 1);
    }
    emu_buffer_mark_storage_written(ctx);
    TIERS_ADD(front, executed[tier], 1);
    if (!front->own.announced[tier])
        announce(ctx, front, tier);
}

/* A batch that GL draws nothing of: it counts for the tier that would have had it, so that counts follow from
 * the calls alone and never from what a query found. Not announced. */
static __attribute__((cold)) void count_empty(struct tiers_context *front, const struct tier_batch *batch,
                                              enum tiers_reason reason)
{
    enum tiers_tier tier = reason ? fallback(front, batch) : front->resolved;

    if (reason)
        TIERS_ADD(front, declined[front->resolved][reason][tier], 1);
    if (tier == TIERS_NONE)
        TIERS_ADD(front, dropped, 1);
    else
        TIERS_ADD(front, executed[tier], 1);
    TIERS_ADD(front, empty, 1);
}

static enum tiers_reason decline(const struct tiers_context *front, struct tier_batch *batch,
                                 const struct batch_call *call)
{
    /* Only the one tier asks, and divisions cost. */
    if (front->resolved == TIERS_COMPUTE)
        batch->shape.partial = tiers_counts_partial(call->mode, call->count, batch->n);
    return tiers_decline(front->resolved, &batch->shape, &front->limits);
}

/* Ranges cost time, so they are made where somebody reads them: a tier that needs them, the copying of vertex
 * arrays. */
static bool needs_ranges(struct emu_context *ctx, const struct tier *tier, const struct tier_batch *batch,
                         enum tiers_reason declined)
{
    const struct emu_vao *vao = ctx->vao.current;

    return declined || !tier->plain || !batch->count || (vao->enabled & (vao->client | vao->convert)) ||
           emu_window_reads_ranges(ctx);
}

static void draw_call(struct emu_context *ctx, struct tiers_context *front, const struct tier *tier,
                      const struct batch_call *call)
{
    struct tier_batch batch;
    enum tiers_reason reason, lost = TIERS_OK;
    enum prepared prepared;
    bool empty;

    if (!batch_init(ctx, &batch, tier->plain ? NULL : &front->scratch, call)) {
        TIERS_ADD(front, rejected, 1);
        return;
    }
    reason = decline(front, &batch, call);
    empty = !batch.shape.total || emu_query_discards(ctx);
    if (!empty && needs_ranges(ctx, tier, &batch, reason) && !batch_ranges(&batch, &front->scratch, call))
        lost = TIERS_MEMORY;
    if (!empty && !lost && !reason && tier->prepare)
        reason = tier->prepare(ctx, front->state[front->resolved], &batch);
    if (!empty && !lost)
        lost = batch_gather(ctx, &batch, &front->scratch, call);
    /* The checks of a draw apply to an empty one too. */
    prepared = lost ? NOT_DRAWN
                    : tiers_prepare(ctx, &batch.info, batch.ranges, empty || !batch.ranges ? 0 : batch.n);
    if (prepared == REJECTED)
        return;
    TIERS_ADD(front, batches, 1);
    TIERS_ADD(front, subdraws, batch.n);
    if (empty)
        count_empty(front, &batch, reason);
    else if (prepared == PREPARED)
        draw_batch(ctx, front, tier, &batch, call, reason);
    else if (lost)
        drop(ctx, front, lost);
    else
        TIERS_ADD(front, dropped, 1); /* emu_draw_prepare has counted the gap */
}

void tiers_multi_draw_elements(struct emu_context *ctx, GLenum mode, const GLsizei *count, GLenum type,
                               const void *const *indices, GLsizei drawcount, const GLint *basevertex)
{
    struct tiers_context *front = tiers_front(ctx);
    const struct tier *tier = tiers_get(front->resolved);
    const struct batch_call call = {mode, type, count, indices, drawcount, basevertex};

    if (!batch_check(ctx, &call) || (tier->prepare && !batch_check_arrays(ctx))) {
        TIERS_ADD(front, rejected, 1);
        return;
    }
    draw_call(ctx, front, tier, &call);
}

void tier_count_dispatch(struct emu_context *ctx)
{
    TIERS_ADD(tiers_front(ctx), dispatches, 1);
}
