/* SPDX-License-Identifier: MIT */
/* Signatures as they stand in the stream: an id, and where it is new its definition right behind. A
 * definition counts even in a call that is thrown away, so everything here goes to the parser's own arena. */
#include "parser_priv.h"

bool trace_parser_string(struct trace_parser *p, struct arena *arena, const char **string, size_t *length)
{
    uint64_t n;
    char *s;

    if (!trace_reader_uint(&p->reader, &n))
        return false;
    if (n > TRACE_STRING_MAX)
        return trace_parser_fail(p, TRACE_CORRUPT, "string of %llu bytes", (unsigned long long)n);
    s = trace_parser_alloc(p, arena, n + 1, 1);
    if (!s || !trace_reader_bytes(&p->reader, s, n))
        return false;
    s[n] = 0;
    *string = s;
    if (length)
        *length = n;
    return true;
}

static bool read_id(struct trace_parser *p, const struct trace_id_map *map, const char *what, uint64_t *id,
                    void **sig)
{
    if (!trace_reader_uint(&p->reader, id))
        return false;
    if (__builtin_expect(*id >= TRACE_SIG_ID_MAX, 0))
        return trace_parser_fail(p, TRACE_CORRUPT, "%s signature id %llu", what, (unsigned long long)*id);
    *sig = trace_id_map_get(map, *id);
    return true;
}

static bool define(struct trace_parser *p, struct trace_id_map *map, uint64_t id, void *sig)
{
    /* A page of the map may come with it. */
    return (map->pages[id >> 10] || trace_parser_charge(p, &p->sigs_charged, 1024 * sizeof(void *))) &&
           (trace_id_map_set(map, id, sig) || trace_parser_fail(p, TRACE_IO, "out of memory"));
}

static bool read_names(struct trace_parser *p, uint64_t n, const char *const **names)
{
    const char **list = trace_parser_alloc(p, &p->sigs.arena, n ? n : 1, sizeof *list);

    if (!list)
        return false;
    for (uint64_t i = 0; i < n; i++)
        if (!trace_parser_string(p, &p->sigs.arena, &list[i], NULL))
            return false;
    *names = list;
    return true;
}

static bool define_function(struct trace_parser *p, uint64_t id, const struct trace_function **out)
{
    struct trace_function *fn = trace_parser_alloc(p, &p->sigs.arena, 1, sizeof *fn);
    uint64_t n;

    if (!fn || !trace_parser_string(p, &p->sigs.arena, &fn->name, NULL) || !trace_reader_uint(&p->reader, &n))
        return false;
    if (n > TRACE_ARGS_MAX)
        return trace_parser_fail(p, TRACE_CORRUPT, "%.64s has %llu arguments", fn->name,
                                 (unsigned long long)n);
    fn->num_args = (uint32_t)n;
    fn->index = p->sigs.num_functions;
    if (!read_names(p, n, &fn->arg_names) || !define(p, &p->sigs.functions, id, fn))
        return false;
    p->sigs.num_functions++;
    *out = fn;
    return true;
}

bool trace_parser_function_sig(struct trace_parser *p, const struct trace_function **fn)
{
    uint64_t id;
    void *sig = NULL;

    if (!read_id(p, &p->sigs.functions, "function", &id, &sig))
        return false;
    *fn = sig;
    return sig || define_function(p, id, fn);
}

bool trace_parser_struct_sig(struct trace_parser *p, uint32_t *out, const struct trace_struct_sig **found)
{
    struct trace_struct_sig *sig;
    uint64_t id, n;
    void *known = NULL;

    if (!read_id(p, &p->sigs.structs, "struct", &id, &known))
        return false;
    *out = (uint32_t)id;
    *found = known;
    if (known)
        return true;
    sig = trace_parser_alloc(p, &p->sigs.arena, 1, sizeof *sig);
    if (!sig || !trace_parser_string(p, &p->sigs.arena, &sig->name, NULL) ||
        !trace_reader_uint(&p->reader, &n))
        return false;
    if (n > TRACE_SIG_ID_MAX)
        return trace_parser_fail(p, TRACE_CORRUPT, "struct of %llu members", (unsigned long long)n);
    sig->num_members = (uint32_t)n;
    *found = sig;
    return read_names(p, n, &sig->members) && define(p, &p->sigs.structs, id, sig);
}

/* An enumerant's value is a tagged value of its own: 03 negated or 04. */
static bool read_sint(struct trace_parser *p, int64_t *value)
{
    uint8_t tag;
    uint64_t u;

    if (!trace_reader_byte(&p->reader, &tag))
        return false;
    if (tag != 3 && tag != 4)
        return trace_parser_fail(p, TRACE_CORRUPT, "enumerant of type %u", tag);
    if (!trace_reader_uint(&p->reader, &u))
        return false;
    *value = (int64_t)(tag == 3 ? 0 - u : u);
    return true;
}

/* `bitmask` tables hold plain numbers. Before version 3 an enum signature is one enumerant without a count.
 */
static bool define_table(struct trace_parser *p, uint64_t id, bool bitmask, const struct trace_enum_sig **out)
{
    struct trace_enum_sig *sig = trace_parser_alloc(p, &p->sigs.arena, 1, sizeof *sig);
    struct trace_enum_value *values;
    uint64_t n = 1, u;

    if (!sig || ((bitmask || p->version >= 3) && !trace_reader_uint(&p->reader, &n)))
        return false;
    if (n > TRACE_SIG_ID_MAX)
        return trace_parser_fail(p, TRACE_CORRUPT, "enum of %llu values", (unsigned long long)n);
    values = trace_parser_alloc(p, &p->sigs.arena, n ? n : 1, sizeof *values);
    if (!values)
        return false;
    for (uint64_t i = 0; i < n; i++) {
        if (!trace_parser_string(p, &p->sigs.arena, &values[i].name, NULL))
            return false;
        if (!bitmask && !read_sint(p, &values[i].value))
            return false;
        if (bitmask && !trace_reader_uint(&p->reader, &u))
            return false;
        if (bitmask)
            values[i].value = (int64_t)u;
    }
    *sig = (struct trace_enum_sig){values, (uint32_t)n, NULL};
    if (!bitmask && (!trace_parser_charge(p, &p->sigs_charged, n * sizeof(uint32_t)) ||
                     !trace_enum_sig_index(sig, &p->sigs.arena)))
        return trace_parser_fail(p, TRACE_IO, "out of memory");
    *out = sig;
    return define(p, bitmask ? &p->sigs.bitmasks : &p->sigs.enums, id, sig);
}

bool trace_parser_enum_sig(struct trace_parser *p, uint32_t *out, const struct trace_enum_sig **found)
{
    uint64_t id;
    void *known = NULL;

    if (!read_id(p, &p->sigs.enums, "enum", &id, &known))
        return false;
    *out = (uint32_t)id;
    *found = known;
    return known || define_table(p, id, false, found);
}

bool trace_parser_bitmask_sig(struct trace_parser *p, uint32_t *out)
{
    const struct trace_enum_sig *sig;
    uint64_t id;
    void *known = NULL;

    if (!read_id(p, &p->sigs.bitmasks, "bitmask", &id, &known))
        return false;
    *out = (uint32_t)id;
    return known || define_table(p, id, true, &sig);
}

static bool define_frame(struct trace_parser *p, uint64_t id, struct trace_frame *frame)
{
    struct arena *arena = &p->sigs.arena;

    *frame = (struct trace_frame){.line = -1, .offset = -1};
    for (;;) {
        uint64_t u = 0;
        uint8_t detail;
        bool ok = true;

        if (!trace_reader_byte(&p->reader, &detail))
            return false;
        switch (detail) {
        case 0:
            return define(p, &p->sigs.frames, id, frame);
        case 1:
            ok = trace_parser_string(p, arena, &frame->module, NULL);
            break;
        case 2:
            ok = trace_parser_string(p, arena, &frame->function, NULL);
            break;
        case 3:
            ok = trace_parser_string(p, arena, &frame->file, NULL);
            break;
        case 4:
            ok = trace_reader_uint(&p->reader, &u);
            frame->line = (int64_t)u;
            break;
        case 5:
            ok = trace_reader_uint(&p->reader, &u);
            frame->offset = (int64_t)u;
            break;
        default:
            return trace_parser_fail(p, TRACE_CORRUPT, "unknown backtrace detail %u", detail);
        }
        if (!ok)
            return false;
    }
}

bool trace_parser_frame_sig(struct trace_parser *p, const struct trace_frame **found)
{
    struct trace_frame *frame;
    uint64_t id;
    void *known = NULL;

    if (!read_id(p, &p->sigs.frames, "stack frame", &id, &known))
        return false;
    *found = known;
    if (known)
        return true;
    frame = trace_parser_alloc(p, &p->sigs.arena, 1, sizeof *frame);
    *found = frame;
    return frame && define_frame(p, id, frame);
}
