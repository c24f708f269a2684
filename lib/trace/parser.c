/* SPDX-License-Identifier: MIT */
/* The stream: header, events, calls. Enter events are completed by leave events in any order; a completed
 * call is handed out at its leave, which is the order in which the reference replays. Whatever ends the
 * stream, what was whole before it has been handed out, and the calls that never returned follow, oldest
 * first. */
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

bool trace_parser_charge(struct trace_parser *p, size_t *counter, uint64_t n)
{
    if (n > p->charge_limit - p->calls_charged - p->sigs_charged)
        return trace_parser_fail(p, TRACE_CORRUPT,
                                 "%llu bytes more than the limit of %zu MiB for a file of this size",
                                 (unsigned long long)n, p->charge_limit >> 20);
    *counter += n;
    return true;
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

/* A reader came back empty: says why, unless something more precise has been said. */
static bool fail_short(struct trace_parser *p, const char *where)
{
    const char *message;
    enum trace_status status;

    if (p->damage.status != TRACE_OK)
        return false;
    if (p->reader.overlong)
        return trace_parser_fail(p, TRACE_CORRUPT, "number of more than 64 bits");
    status = trace_reader_status(&p->reader, &message);
    if (status == TRACE_END || status == TRACE_OK)
        return trace_parser_fail(p, TRACE_TRUNCATED, "the stream ends inside %s", where);
    return trace_parser_fail(p, status, "%s", message);
}

/* ---- events */

static struct trace_pending *pending_create(struct trace_parser *p, const struct trace_function *fn)
{
    size_t bytes = sizeof(struct trace_pending) + fn->num_args * sizeof(struct trace_value);
    struct trace_pending *pending = trace_parser_alloc(p, &p->arena, bytes, 1);

    if (!pending)
        return NULL;
    *pending = (struct trace_pending){0};
    pending->call.fn = fn;
    pending->call.no = p->next_no;
    pending->call.num_args = fn->num_args;
    pending->call.args = (struct trace_value *)(pending + 1);
    for (uint32_t i = 0; i < fn->num_args; i++)
        pending->call.args[i] = (struct trace_value){0};
    return pending;
}

static void link_fresh(struct trace_parser *p, struct trace_pending *pending)
{
    pending->next = p->fresh;
    pending->prev = &p->fresh;
    if (p->fresh)
        p->fresh->prev = &pending->next;
    p->fresh = pending;
}

static bool parse_enter(struct trace_parser *p, uint64_t offset)
{
    const struct trace_function *fn;
    struct trace_pending *pending;
    size_t before = p->calls_charged;
    uint64_t thread = 0;

    if (p->version >= 4 && !trace_reader_uint(&p->reader, &thread))
        return false;
    if (thread >= TRACE_THREADS_MAX)
        return trace_parser_fail(p, TRACE_CORRUPT, "thread %llu", (unsigned long long)thread);
    if (!trace_parser_function_sig(p, &fn))
        return false;
    p->current_fn = fn;
    pending = pending_create(p, fn);
    if (!pending)
        return false;
    pending->call.thread = (uint32_t)thread;
    pending->call.offset = offset;
    if (!trace_parser_details(p, &pending->call))
        return false;
    p->next_no++;
    pending->charge = p->calls_charged - before;
    if (!trace_pending_add(&p->pending, pending))
        return trace_parser_fail(p, TRACE_IO, "out of memory");
    link_fresh(p, pending);
    return true;
}

/* Takes a call out of the lists of what is pending and marks it handed out. */
static void hand_out(struct trace_parser *p, struct trace_pending *pending)
{
    if (pending->own) {
        pending->next = p->returned;
        p->returned = pending;
    } else {
        *pending->prev = pending->next;
        if (pending->next)
            pending->next->prev = pending->prev;
    }
    p->calls_charged -= pending->charge;
    p->outstanding = true;
}

/* Its enter lies before the start of a cut-out piece, say. Its values still define signatures. */
static bool discard_leave(struct trace_parser *p)
{
    struct trace_call none = {0};
    size_t before = p->calls_charged;
    bool ok;

    p->discarding = true;
    ok = trace_parser_details(p, &none);
    p->discarding = false;
    arena_reset(&p->scratch);
    p->calls_charged = before;
    return ok;
}

/* The leave is cut, but the call did enter: it stays among those that never returned. The table has room,
 * since the call was just taken out of it. */
static void keep_entered(struct trace_parser *p, struct trace_pending *pending)
{
    struct trace_pending *moved;

    if (pending->own) { /* it may now have a part in the arena, which it would not survive */
        moved = trace_pending_evacuate(pending);
        if (!moved)
            return;
        free(pending->own);
        pending = moved;
    }
    trace_pending_add(&p->pending, pending);
}

static bool parse_leave(struct trace_parser *p, struct trace_call **call)
{
    struct trace_pending *pending;
    size_t before = p->calls_charged;
    uint64_t no;

    if (!trace_reader_uint(&p->reader, &no))
        return false;
    p->current_no = no;
    pending = trace_pending_take(&p->pending, no);
    if (!pending)
        return discard_leave(p);
    p->current_fn = pending->call.fn;
    if (!trace_parser_details(p, &pending->call)) {
        keep_entered(p, pending);
        return false;
    }
    p->calls_charged = before;
    hand_out(p, pending);
    *call = &pending->call;
    return true;
}

/* One event; *call is set when it completed a call. */
static bool parse_event(struct trace_parser *p, struct trace_call **call)
{
    uint64_t offset = trace_reader_offset(&p->reader);
    uint8_t event;

    p->current_fn = NULL;
    p->current_no = p->next_no;
    if (!trace_reader_byte(&p->reader, &event)) {
        const char *message;
        enum trace_status status = trace_reader_status(&p->reader, &message);

        if (status != TRACE_END)
            return fail_short(p, "a call");
        p->damage.status = TRACE_END;
        return false;
    }
    if (event > 1)
        return trace_parser_fail(p, TRACE_CORRUPT, "unknown event %u", event);
    if (event == 0 ? parse_enter(p, offset) : parse_leave(p, call))
        return true;
    return fail_short(p, "a call");
}

static enum trace_status next_incomplete(struct trace_parser *p, struct trace_call **call)
{
    struct trace_pending *pending = trace_pending_take_oldest(&p->pending);

    if (!pending)
        return p->damage.status;
    pending->call.flags |= TRACE_CALL_INCOMPLETE;
    hand_out(p, pending);
    *call = &pending->call;
    return TRACE_OK;
}

enum trace_status trace_parser_next(struct trace_parser *p, struct trace_call **call)
{
    *call = NULL;
    while (!p->ended) {
        if (parse_event(p, call)) {
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
