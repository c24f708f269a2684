/* SPDX-License-Identifier: MIT */
/* The pass: finds a call's handler once per signature, keeps which context is current to each thread, and
 * sums up. Cost: a pass of the parser and an indirect call for the few functions that matter. */
#include "census_priv.h"

#include <stdlib.h>
#include <string.h>

#include "trace/names.h"

/* What is known of a function, by its index. */
struct slot {
    bool known, ends_frame, draws;
    census_handler *handler;
};

bool census_reserve(struct census *c, void *array, size_t *capacity, size_t n, size_t size)
{
    void **memory = array;
    size_t bigger = *capacity * 2 > n ? *capacity * 2 : n + 8;
    char *grown;

    if (c->failed || n <= *capacity)
        return !c->failed;
    grown = bigger <= SIZE_MAX / size ? realloc(*memory, bigger * size) : NULL;
    if (!grown) {
        c->failed = true;
        return false;
    }
    memset(grown + *capacity * size, 0, (bigger - *capacity) * size);
    *memory = grown;
    *capacity = bigger;
    return true;
}

void census_set(struct census *c, struct trace_table *table, uint64_t key, uint64_t value)
{
    if (!trace_table_set(table, key, value))
        c->failed = true;
}

struct census_share *census_share_of(struct census *c)
{
    return c->now == SIZE_MAX ? &c->no_share : &c->shares[c->ctx->share];
}

census_handler *census_row_find(const struct census_row *rows, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(rows[i].name, name))
            return rows[i].handler;
    return NULL;
}

static void resolve(struct slot *slot, const char *name)
{
    static census_handler *(*const find[])(const char *) = {census_ws_find, census_state_find,
                                                            census_program_find, census_multidraw_find};

    slot->known = true;
    slot->ends_frame = trace_name_flags(name) & TRACE_NAME_END_FRAME;
    slot->draws = trace_name_flags(name) & TRACE_NAME_RENDER;
    for (size_t i = 0; i < sizeof find / sizeof *find && !slot->handler; i++)
        slot->handler = find[i](name);
}

static void enter_thread(struct census *c, const struct trace_call *call)
{
    if (call->thread != c->thread || !c->out->calls) {
        if (!trace_table_get(&c->seen_threads, call->thread, 0))
            c->out->threads++;
        census_set(c, &c->seen_threads, call->thread, 1);
        c->thread = call->thread;
        c->now = (size_t)trace_table_get(&c->current, call->thread, SIZE_MAX);
    }
    c->ctx = c->now == SIZE_MAX ? &c->none : &c->contexts[c->now];
}

static void take_call(struct census *c, const struct slot *slot, const struct trace_call *call)
{
    struct trace_census *out = c->out;

    enter_thread(c, call);
    out->calls++;
    out->incomplete += (call->flags & TRACE_CALL_INCOMPLETE) != 0;
    out->fakes += (call->flags & TRACE_CALL_FAKE) != 0;
    out->frames += slot->ends_frame;
    out->draws += slot->draws;
    if (c->now != SIZE_MAX)
        out->contexts[c->now].calls++;
    if (slot->handler)
        slot->handler(c, call);
}

static int compare_u32(const void *pa, const void *pb)
{
    uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;

    return a < b ? -1 : a > b;
}

/* The lower median of an even number, so that it is a value that occurred. */
static struct trace_spread spread(struct census_samples *s)
{
    if (!s->count)
        return (struct trace_spread){0};
    qsort(s->values, s->count, sizeof *s->values, compare_u32);
    return (struct trace_spread){s->values[0], s->values[(s->count - 1) / 2], s->values[s->count - 1]};
}

static void finish_tables(struct census *c)
{
    for (size_t i = 0; i < c->out->num_contexts + 1; i++) {
        struct census_context *ctx = i < c->out->num_contexts ? &c->contexts[i] : &c->none;

        trace_table_finish(&ctx->bindings);
        trace_table_finish(&ctx->elements);
        trace_table_finish(&ctx->feedbacks);
        trace_table_finish(&ctx->stages);
    }
    for (size_t i = 0; i < c->num_shares + 1; i++) {
        struct census_share *share = i < c->num_shares ? &c->shares[i] : &c->no_share;

        trace_table_finish(&share->buffers);
        trace_table_finish(&share->shaders);
        trace_table_finish(&share->programs);
        trace_table_finish(&share->attached);
        trace_table_finish(&share->attachments);
    }
    trace_table_finish(&c->by_address);
    trace_table_finish(&c->current);
    trace_table_finish(&c->egl_api);
    trace_table_finish(&c->cgl_profiles);
    trace_table_finish(&c->seen_threads);
}

static void finish(struct census *c)
{
    for (size_t i = 0; c->entries && i < c->out->num_entries; i++) {
        c->out->entries[i].drawcount = spread(&c->entries[i].drawcounts);
        c->out->entries[i].indices = spread(&c->entries[i].indices);
        free(c->entries[i].drawcounts.values);
        free(c->entries[i].indices.values);
    }
    /* A trace without swaps is one frame, if anything drew. */
    if (!c->out->frames && c->out->draws)
        c->out->frames = 1;
    finish_tables(c);
    free(c->contexts);
    free(c->shares);
    free(c->entries);
    free(c->counts);
    free(c->bases);
}

bool trace_census_take(struct trace_census *out, struct trace_parser *parser,
                       void (*batch)(void *priv, const struct trace_census_batch *batch), void *priv)
{
    struct census c = {.out = out, .batch = batch, .priv = priv, .now = SIZE_MAX};
    struct trace_call *call;
    struct slot *slots = NULL;
    size_t num_slots = 0;

    *out = (struct trace_census){0};
    while (!c.failed && trace_parser_next(parser, &call) == TRACE_OK) {
        if (call->fn->index >= num_slots &&
            !census_reserve(&c, &slots, &num_slots, (size_t)call->fn->index + 1, sizeof *slots))
            break;
        if (!slots[call->fn->index].known)
            resolve(&slots[call->fn->index], call->fn->name);
        take_call(&c, &slots[call->fn->index], call);
        trace_parser_recycle(parser);
    }
    free(slots);
    finish(&c);
    return !c.failed;
}

void trace_census_finish(struct trace_census *census)
{
    for (size_t i = 0; i < census->num_entries; i++)
        free((char *)census->entries[i].name);
    free(census->entries);
    free(census->contexts);
    *census = (struct trace_census){0};
}
