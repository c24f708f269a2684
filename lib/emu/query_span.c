/* SPDX-License-Identifier: MIT */
/* Counting primitives written by transform feedback for two users at once: the application's query and the
 * transform feedback object, whose count glDrawTransformFeedback needs. ES runs one such query at a time, so
 * drawing is cut into spans at every coming and going of a user; a user's count is the sum of its spans. */
#include "emu/emu_priv.h"

#include <stdlib.h>

static void span_unref(struct emu_context *ctx, struct emu_span_query *s)
{
    if (s && --s->refs == 0) {
        ctx->es->DeleteQueries(1, &s->es);
        free(s);
    }
}

static void list_add(struct emu_context *ctx, struct emu_span_list *list, struct emu_span_query *s)
{
    if (list->n == list->capacity) {
        size_t capacity = list->capacity ? list->capacity * 2 : 4;
        struct emu_span_query **v = realloc(list->v, capacity * sizeof(struct emu_span_query *));
        if (!v) {
            emu_error(ctx, GL_OUT_OF_MEMORY, "query spans");
            return;
        }
        list->v = v;
        list->capacity = capacity;
    }
    list->v[list->n++] = s;
    s->refs++;
}

static struct emu_query *counting_query(struct emu_context *ctx)
{
    return emu_query_active(ctx, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, 0);
}

void emu_span_update(struct emu_context *ctx)
{
    struct emu_query_state *q = &ctx->query;
    struct emu_query *query = counting_query(ctx);
    struct emu_span_list *xfb = emu_xfb_spans(ctx);

    if (q->span) {
        ctx->es->EndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
        span_unref(ctx, q->span);
        q->span = NULL;
    }
    if (!query && !xfb)
        return;
    q->span = calloc(1, sizeof *q->span);
    if (!q->span) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "query span");
        return;
    }
    q->span->refs = 1;
    ctx->es->GenQueries(1, &q->span->es);
    ctx->es->BeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, q->span->es);
    if (query)
        list_add(ctx, &query->spans, q->span);
    if (xfb)
        list_add(ctx, xfb, q->span);
}

uint64_t emu_span_list_sum(struct emu_context *ctx, struct emu_span_list *list)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < list->n; i++) {
        struct emu_span_query *s = list->v[i];
        if (!s->known) {
            ctx->es->GetQueryObjectuiv(s->es, GL_QUERY_RESULT, &s->result);
            s->known = s != ctx->query.span;
        }
        sum += s->result;
    }
    return sum;
}

bool emu_span_list_ready(struct emu_context *ctx, const struct emu_span_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        GLuint ready = 1;
        if (!list->v[i]->known)
            ctx->es->GetQueryObjectuiv(list->v[i]->es, GL_QUERY_RESULT_AVAILABLE, &ready);
        if (!ready)
            return false;
    }
    return true;
}

void emu_span_list_clear(struct emu_context *ctx, struct emu_span_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        span_unref(ctx, list->v[i]);
    free(list->v);
    *list = (struct emu_span_list){0};
}
