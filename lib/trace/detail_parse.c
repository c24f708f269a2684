/* SPDX-License-Identifier: MIT */
/* The details of an enter or a leave event: arguments, return value, flags, backtrace. This is where reading
 * a trace spends its time, so scalars have a path of their own, without a function call or a store per byte.
 */
#include "parser_priv.h"

static bool parse_arg(struct trace_parser *p, struct trace_call *call)
{
    struct trace_value value;
    uint64_t index;

    if (!trace_reader_uint(&p->reader, &index))
        return false;
    if (__builtin_expect(index < call->num_args, 1)) {
        if (trace_parser_value(p, &call->args[index], 0))
            return true;
        call->args[index].type = TRACE_NONE; /* cut half-way */
        return false;
    }
    if (index >= TRACE_ARGS_MAX)
        return trace_parser_fail(p, TRACE_CORRUPT, "argument index %llu", (unsigned long long)index);
    if (!trace_parser_value(p, &value, 0))
        return false;
    if (!p->discarding) {
        struct trace_value *args = trace_parser_alloc(p, &p->arena, index + 1, sizeof *args);

        if (!args)
            return false;
        memset(args, 0, (index + 1) * sizeof *args);
        if (call->num_args)
            memcpy(args, call->args, call->num_args * sizeof *args);
        args[index] = value;
        call->args = args;
        call->num_args = (uint32_t)index + 1;
    }
    return true;
}

static bool parse_backtrace(struct trace_parser *p, struct trace_call *call)
{
    struct trace_frame *frames;
    uint64_t n;

    if (!trace_reader_uint(&p->reader, &n))
        return false;
    if (n > TRACE_FRAMES_MAX)
        return trace_parser_fail(p, TRACE_CORRUPT, "backtrace of %llu frames", (unsigned long long)n);
    frames = trace_parser_alloc(p, p->discarding ? &p->scratch : &p->arena, n, sizeof *frames);
    if (!frames)
        return false;
    for (uint64_t i = 0; i < n; i++) {
        const struct trace_frame *frame;

        if (!trace_parser_frame_sig(p, &frame))
            return false;
        frames[i] = *frame;
    }
    call->frames = frames;
    call->num_frames = (uint32_t)n;
    return true;
}

/* Thread, as detail 3: documented for version 3 and older, never seen. */
static bool parse_thread(struct trace_parser *p, struct trace_call *call)
{
    uint64_t thread;

    if (!trace_reader_uint(&p->reader, &thread))
        return false;
    if (thread >= TRACE_THREADS_MAX)
        return trace_parser_fail(p, TRACE_CORRUPT, "thread %llu", (unsigned long long)thread);
    call->thread = (uint32_t)thread;
    return true;
}

enum { SCALAR_MAX = 8 }; /* bytes of the longest that fast_scalar() takes: tag, signature, tag, number */

/* A scalar that starts at s, with SCALAR_MAX bytes to read; NULL when it is anything rarer. */
static inline const uint8_t *fast_scalar(const struct trace_parser *p, const uint8_t *s,
                                         struct trace_value *v)
{
    struct trace_value value = {0};

    switch (*s++) {
    case 0x00:
        value.type = TRACE_NULL;
        break;
    case 0x04:
        value.type = TRACE_UINT;
        s = trace_short_uint(s, &value.u);
        break;
    case 0x05:
        value.type = TRACE_FLOAT;
        memcpy(&value.f, s, 4);
        s += 4;
        break;
    case 0x09: /* of a known signature, and not negative */
        value.type = TRACE_ENUM;
        if (p->version < 3 || *s >= 0x80 || s[1] != 0x04 || !trace_id_map_get(&p->sigs.enums, *s))
            return NULL;
        value.sig = *s;
        s = trace_short_uint(s + 2, &value.u);
        break;
    case 0x0d:
        value.type = TRACE_OPAQUE;
        s = trace_short_uint(s, &value.u);
        break;
    default:
        return NULL;
    }
    if (s)
        *v = value;
    return s;
}

uint64_t trace_parser_scalars(struct trace_parser *p, struct trace_value *values, uint64_t n)
{
    const uint8_t *s = p->reader.p, *end = p->reader.end;
    uint64_t i = 0;

    while (i < n && end - s >= SCALAR_MAX) {
        const uint8_t *next = fast_scalar(p, s, &values[i]);

        if (!next)
            break;
        s = next;
        i++;
    }
    p->reader.p = s;
    return i;
}

/* Most details are scalar arguments inside the window: these are read with the position in a register. Stops
 * before the first that is not; true when that was the end of the details, which is passed. */
static bool fast_details(struct trace_parser *p, struct trace_call *call)
{
    const uint8_t *s = p->reader.p, *end = p->reader.end, *next;
    struct trace_value *args = call->args;
    uint32_t n = call->num_args < 0x80 ? call->num_args : 0x80;

    while (end - s >= 2 + SCALAR_MAX) {
        if (s[0] == 1 && s[1] < n)
            next = fast_scalar(p, s + 2, &args[s[1]]);
        else if (s[0] == 2)
            next = fast_scalar(p, s + 1, &call->ret);
        else
            break;
        if (!next)
            break;
        s = next;
    }
    p->reader.p = s;
    if (s == end || *s)
        return false;
    p->reader.p++;
    return true;
}

bool trace_parser_details(struct trace_parser *p, struct trace_call *call)
{
    for (;;) {
        struct trace_value value;
        uint8_t detail;
        uint64_t flags;

        if (fast_details(p, call))
            return true;
        if (!trace_reader_byte(&p->reader, &detail))
            return false;
        if (detail == 1) {
            if (!parse_arg(p, call))
                return false;
        } else if (detail == 0) {
            return true;
        } else if (detail == 2) {
            if (!trace_parser_value(p, &value, 0))
                return false;
            call->ret = value;
        } else if (detail == 3 && p->version < 4) {
            if (!parse_thread(p, call))
                return false;
        } else if (detail == 4 && p->version >= 5) {
            if (!parse_backtrace(p, call))
                return false;
        } else if (detail == 5 && p->version >= 6) {
            if (!trace_reader_uint(&p->reader, &flags))
                return false;
            call->flags |= flags & TRACE_CALL_FAKE;
        } else {
            return trace_parser_fail(p, TRACE_CORRUPT, "unknown call detail %u", detail);
        }
    }
}
