/* SPDX-License-Identifier: MIT */
/* The parser as its user sees it: the next completed call, at its leave, which is the order in which the
 * reference replays; the memory of calls; what ended the stream. Whatever ends it, what was whole before it
 * has been handed out, and the calls that never returned follow, oldest first. */
#include "parser_priv.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "log.h"

enum {
    HELD_MAX = 16 << 20, /* garbage of a long search for a completed call */
};

bool trace_parser_fail(struct trace_parser *p, enum trace_status status, const char *fmt, ...)
{
    struct trace_damage *damage = &p->damage;
    char what[112], where[80] = "";
    va_list args;

    if (damage->status != TRACE_OK)
        return false;
    va_start(args, fmt);
    vsnprintf(what, sizeof what, fmt, args);
    va_end(args);
    damage->status = status;
    damage->call = p->current_no;
    damage->offset = trace_reader_offset(&p->reader);
    if (p->current_fn)
        snprintf(where, sizeof where, " (%.64s)", p->current_fn->name);
    snprintf(damage->message, sizeof damage->message, "call %llu%s, stream offset %llu: %s",
             (unsigned long long)damage->call, where, (unsigned long long)damage->offset, what);
    return false;
}

bool trace_parser_overcharged(struct trace_parser *p, size_t *counter, uint64_t n)
{
    if (p->piped && p->reader.file_pos > p->charge_limit / TRACE_CHARGE_RATIO) {
        p->charge_limit = p->reader.file_pos * TRACE_CHARGE_RATIO;
        return trace_parser_charge(p, counter, n);
    }
    return trace_parser_fail(p, TRACE_CORRUPT,
                             "%llu bytes more than the limit of %zu MiB for a file of this size",
                             (unsigned long long)n, p->charge_limit >> 20);
}

void *trace_parser_alloc(struct trace_parser *p, struct arena *arena, uint64_t n, size_t size)
{
    size_t *counter = arena == &p->sigs.arena ? &p->sigs_charged : &p->calls_charged;
    void *memory;

    if (n > SIZE_MAX / 32 / size)
        n = SIZE_MAX / 32 / size; /* over any limit, without overflow */
    if (!trace_parser_charge(p, counter, n * size))
        return NULL;
    memory = arena_alloc(arena, n ? n * size : 1);
    if (!memory)
        trace_parser_fail(p, TRACE_IO, "out of memory");
    return memory;
}

static enum trace_status next_incomplete(struct trace_parser *p, struct trace_call **call)
{
    struct trace_pending *pending = trace_pending_take_oldest(&p->pending);

    if (!pending)
        return p->damage.status;
    pending->call.flags |= TRACE_CALL_INCOMPLETE;
    trace_parser_hand_out(p, pending);
    *call = &pending->call;
    return TRACE_OK;
}

enum trace_status trace_parser_next(struct trace_parser *p, struct trace_call **call)
{
    *call = NULL;
    while (!p->ended) {
        if (trace_parser_event(p, call)) {
            if (*call)
                return TRACE_OK;
            /* Nothing is handed out, so what a long search leaves behind can go. */
            if (!p->outstanding && trace_parser_held(p) > HELD_MAX)
                trace_parser_recycle(p);
            continue;
        }
        p->ended = true;
        if (p->damage.status != TRACE_END)
            log_msg(p->log, LOG_WARN, "%s", p->damage.message);
    }
    return next_incomplete(p, call);
}

/* ---- memory */

void trace_parser_recycle(struct trace_parser *p)
{
    while (p->returned) {
        struct trace_pending *next = p->returned->next;

        free(p->returned->own);
        p->returned = next;
    }
    p->outstanding = false;
    while (p->fresh) {
        struct trace_pending *old = p->fresh, *moved = trace_pending_evacuate(old);

        if (!moved)
            return; /* keep what it stands in; the next recycle tries again */
        p->fresh = old->next;
        trace_pending_replace(&p->pending, old, moved);
    }
    arena_reset(&p->arena);
    trace_reader_unpin(&p->reader);
}

size_t trace_parser_held(const struct trace_parser *p)
{
    const struct trace_reader *r = &p->reader;

    return p->arena.total + r->kept_bytes + (r->pinned && r->chunk ? r->chunk->capacity : 0);
}

void trace_parser_close(struct trace_parser *p)
{
    struct trace_pending *pending;

    if (!p)
        return;
    while ((pending = trace_pending_take_oldest(&p->pending)))
        free(pending->own);
    while (p->returned) {
        pending = p->returned->next;
        free(p->returned->own);
        p->returned = pending;
    }
    trace_pending_finish(&p->pending);
    trace_reader_finish(&p->reader);
    trace_sigs_finish(&p->sigs);
    arena_finish(&p->arena);
    arena_finish(&p->scratch);
    free(p);
}
