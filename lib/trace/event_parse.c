/* SPDX-License-Identifier: MIT */
/* Events: a call enters, a call leaves, in any order. Nearly every leave follows its enter at once; such a
 * call never is among the pending ones. Reading is mostly this and the details (detail_parse.c), so what is
 * short and known has a path without a call. */
#include "parser_priv.h"

#include <stdlib.h>

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

static struct trace_pending *pending_create(struct trace_parser *p, const struct trace_function *fn)
{
    size_t bytes = sizeof(struct trace_pending) + fn->num_args * sizeof(struct trace_value);
    struct trace_pending *pending;
    struct trace_value *args;

    if (!trace_parser_charge(p, &p->calls_charged, bytes))
        return NULL;
    pending = arena_alloc(&p->arena, bytes);
    if (!pending) {
        trace_parser_fail(p, TRACE_IO, "out of memory");
        return NULL;
    }
    args = (struct trace_value *)(pending + 1);
    pending->own = NULL;
    pending->call = (struct trace_call){.no = p->next_no, .fn = fn, .num_args = fn->num_args, .args = args};
    for (uint32_t i = 0; i < fn->num_args; i++)
        args[i] = (struct trace_value){0};
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

/* Thread and signature of an enter, where both are short and the signature is known; else NULL, with nothing
 * read. */
static inline const struct trace_function *short_head(struct trace_parser *p, uint64_t *thread)
{
    const uint8_t *s = p->reader.p;
    const struct trace_function *fn;
    uint64_t id;

    if (p->reader.end - s < 8 || p->version < 4 || s[0] >= 0x80)
        return NULL;
    *thread = *s;
    s = trace_short_uint(s + 1, &id);
    if (!s || id >= TRACE_SIG_ID_MAX)
        return NULL;
    fn = trace_id_map_get(&p->sigs.functions, id);
    if (fn)
        p->reader.p = s;
    return fn;
}

static bool parse_head(struct trace_parser *p, uint64_t *thread, const struct trace_function **fn)
{
    if (p->version >= 4 && !trace_reader_uint(&p->reader, thread))
        return false;
    if (*thread >= TRACE_THREADS_MAX)
        return trace_parser_fail(p, TRACE_CORRUPT, "thread %llu", (unsigned long long)*thread);
    return trace_parser_function_sig(p, fn);
}

/* Whether the leave of call `no` is what comes next; passes its head then, and leaves a byte in the window.
 */
static inline bool leaves_at_once(struct trace_parser *p, uint64_t no)
{
    const uint8_t *s = p->reader.p;
    uint64_t left;

    if (p->reader.end - s < 8 || *s != 1)
        return false;
    s = trace_short_uint(s + 1, &left);
    if (!s || left != no)
        return false;
    p->reader.p = s;
    return true;
}

static bool add_pending(struct trace_parser *p, struct trace_pending *pending)
{
    if (!trace_pending_add(&p->pending, pending))
        return trace_parser_fail(p, TRACE_IO, "out of memory");
    link_fresh(p, pending);
    return true;
}

static bool parse_enter(struct trace_parser *p, uint64_t offset, struct trace_call **call)
{
    size_t before = p->calls_charged;
    uint64_t thread = 0;
    const struct trace_function *fn = short_head(p, &thread);
    struct trace_pending *pending;

    if (!fn && !parse_head(p, &thread, &fn))
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
    if (!leaves_at_once(p, pending->call.no)) {
        pending->charge = p->calls_charged - before;
        return add_pending(p, pending);
    }
    if (*p->reader.p == 0) { /* a void function without outputs */
        p->reader.p++;
    } else if (!trace_parser_details(p, &pending->call)) {
        add_pending(p, pending); /* the leave is cut, but the call did enter */
        return false;
    }
    p->calls_charged = before;
    p->outstanding = true;
    *call = &pending->call;
    return true;
}

void trace_parser_hand_out(struct trace_parser *p, struct trace_pending *pending)
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
    trace_parser_hand_out(p, pending);
    *call = &pending->call;
    return true;
}

bool trace_parser_event(struct trace_parser *p, struct trace_call **call)
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
    if (event == 0 ? parse_enter(p, offset, call) : parse_leave(p, call))
        return true;
    return fail_short(p, "a call");
}
