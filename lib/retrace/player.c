/* SPDX-License-Identifier: MIT */
/* The player's frame: resolves a trace function once per signature, dispatches calls, keeps gaps, errors and
 * frames. The per-call path is an indexed load, three tests and an indirect call; no allocation, no search.
 */
#include "player_priv.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl_tables.h"

enum { MAX_ERRORS = 1000, MAX_GAPS = 1000, MAX_DRAIN = 16 };

struct player *player_create(const struct player_params *params)
{
    struct player *p = calloc(1, sizeof *p);

    if (!p)
        return NULL;
    p->params = *params;
    p->thread = UINT32_MAX;
    p->account.limit = params->memory_limit;
    p->threads.account = p->contexts.account = p->drawables.account = &p->account;
    p->pbuffers.account = p->configs.account = &p->account;
    return p;
}

void player_destroy(struct player *p)
{
    if (!p)
        return;
    player_ws_finish(p);
    arena_finish(&p->arena);
    free(p->regions);
    free(p->slots);
    free(p->gaps);
    free(p->errors);
    free(p);
}

void player_warn(struct player *p, const struct trace_call *call, const char *fmt, ...)
{
    char text[256];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    log_msg(p->params.log, LOG_WARN, "%" PRIu64 ": %s: %s", call->no, call->fn->name, text);
}

static bool grow(void **items, size_t *capacity, size_t count, size_t size, size_t max)
{
    size_t next = *capacity ? *capacity * 2 : 16;
    void *grown;

    if (count < *capacity)
        return true;
    if (count >= max || !(grown = realloc(*items, next * size)))
        return false;
    *items = grown;
    *capacity = next;
    return true;
}

void player_gap(struct player *p, const struct trace_call *call, const char *reason)
{
    for (size_t i = 0; i < p->gap_count; i++) {
        struct player_gap *gap = &p->gaps[i];
        if (!strcmp(gap->reason, reason) && !strcmp(gap->function, call->fn->name)) {
            gap->count++;
            return;
        }
    }
    if (p->gap_count == MAX_GAPS ||
        !grow((void **)&p->gaps, &p->gap_capacity, p->gap_count, sizeof *p->gaps, MAX_GAPS))
        return;
    p->gaps[p->gap_count++] = (struct player_gap){call->fn->name, reason, 1};
    player_warn(p, call, "%s", reason);
}

bool player_give_up(struct player *p, const struct trace_call *call)
{
    player_gap(p, call, p->refused);
    p->refused = NULL;
    return true;
}

void player_check_errors(struct player *p)
{
    GLenum code;

    if (!p->gl || !p->gl->GetError || p->ctx->in_begin || !p->last_function)
        return;
    for (int i = 0; i < MAX_DRAIN && (code = p->gl->GetError()) != GL_NO_ERROR; i++) {
        log_msg(p->params.log, LOG_DEBUG, "%" PRIu64 ": %s: GL error 0x%04x", p->last_call,
                p->last_function->name, code);
        if (grow((void **)&p->errors, &p->error_capacity, p->error_count, sizeof *p->errors, MAX_ERRORS))
            p->errors[p->error_count++] = (struct player_error){p->last_call, p->last_function->name, code};
    }
}

static const struct player_entry *find_entry(const char *name, int *member)
{
    static const struct player_entry unknown = {NULL, "unknown function", PLAYER_GAP, 0, false};
    const struct player_entry *entry;

    *member = gl_table_find(name);
    if (*member >= 0)
        return player_gl_entry(*member);
    entry = player_ws_entry(name);
    if (!entry)
        entry = player_libc_entry(name);
    return entry ? entry : &unknown;
}

/* NULL when memory is out. */
static struct player_slot *resolve(struct player *p, const struct trace_function *fn)
{
    struct player_slot *slots, *slot;
    uint32_t count = p->slot_count ? p->slot_count : 256;

    while (count <= fn->index)
        count *= 2;
    if (!p->slots || count > p->slot_count) {
        slots = realloc(p->slots, count * sizeof *slots);
        if (!slots)
            return NULL;
        memset(slots + p->slot_count, 0, (count - p->slot_count) * sizeof *slots);
        p->slots = slots;
        p->slot_count = count;
    }
    slot = &p->slots[fn->index];
    slot->entry = find_entry(fn->name, &slot->member);
    slot->ends_frame = trace_name_ends_frame(fn->name);
    return slot;
}

static bool driver_has(const struct player *p, int member)
{
    void *fn;

    memcpy(&fn, (const char *)p->gl + (size_t)member * sizeof fn, sizeof fn);
    return fn != NULL;
}

/* Why the call cannot be made at all, or NULL. */
static const char *obstacle(const struct player *p, const struct player_slot *slot,
                            const struct trace_call *call)
{
    if (slot->entry->gl && !p->gl)
        return "no current context";
    if (slot->entry->gl && !driver_has(p, slot->member))
        return "the driver has no such function";
    if (call->num_args < slot->entry->args)
        return "fewer arguments than the function has";
    return NULL;
}

static void perform(struct player *p, const struct player_slot *slot, const struct trace_call *call)
{
    const struct player_entry *entry = slot->entry;
    const char *reason;

    if (entry->action == PLAYER_SKIP)
        return;
    /* Without a current context GL calls do nothing, and programs do make them. */
    if (entry->gl && !p->gl && p->current && p->current->had_context && !p->current->context)
        return;
    reason = entry->action == PLAYER_GAP ? entry->reason : obstacle(p, slot, call);
    if (__builtin_expect(reason != NULL, 0)) {
        player_gap(p, call, reason);
        return;
    }
    p->call = call;
    entry->call(p, call, call->args);
    if (p->arena.blocks)
        arena_reset(&p->arena);
    p->call = NULL;
    if (p->params.check_errors && p->gl && entry->gl)
        player_check_errors(p);
}

void player_end_frame(struct player *p, const struct trace_call *call)
{
    player_check_errors(p);
    if (p->params.frame)
        p->params.frame(p->params.priv, p, call);
    p->frames++;
    p->frame_draws = p->draws;
}

static void take_snapshot(struct player *p, const struct trace_call *call)
{
    if (p->params.snapshots && p->params.snapshot && trace_callset_contains(p->params.snapshots, call))
        p->params.snapshot(p->params.priv, p, call);
}

void player_call(struct player *p, const struct trace_call *call)
{
    struct player_slot *slot = call->fn->index < p->slot_count ? &p->slots[call->fn->index] : NULL;

    if (__builtin_expect(!slot || !slot->entry, 0) && !(slot = resolve(p, call->fn)))
        return;
    if (__builtin_expect(call->thread != p->thread, 0))
        player_ws_switch(p, call->thread);
    p->last_call = call->no;
    p->last_function = call->fn;
    if (__builtin_expect(slot->ends_frame, 0)) {
        take_snapshot(p, call);
        player_end_frame(p, call);
        perform(p, slot, call);
        return;
    }
    perform(p, slot, call);
    if (p->params.snapshots)
        take_snapshot(p, call);
}

void player_finish(struct player *p)
{
    if (!p->frames && p->draws)
        player_end_frame(p, NULL);
}

uint64_t player_last_call(const struct player *p)
{
    return p->last_call;
}

const struct gl_table *player_table(const struct player *p)
{
    return p->gl;
}

size_t player_gaps(const struct player *p, const struct player_gap **gaps)
{
    *gaps = p->gaps;
    return p->gap_count;
}

size_t player_errors(const struct player *p, const struct player_error **errors)
{
    *errors = p->errors;
    return p->error_count;
}

uint64_t player_frames(const struct player *p)
{
    return p->frames;
}
