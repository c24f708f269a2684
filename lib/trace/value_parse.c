/* SPDX-License-Identifier: MIT */
/* Values. One switch over the tag; scalars are stored in place, the rest is one arena bump. The depth of
 * nesting is limited, so the recursion is bounded. */
#include "parser_priv.h"

/* A blob this small is copied: pinning a chunk of hundreds of kilobytes for it costs more than the copy. */
enum { BLOB_COPY_MAX = 256 };

static struct arena *value_arena(struct trace_parser *p)
{
    return p->discarding ? &p->scratch : &p->arena;
}

static bool parse_blob(struct trace_parser *p, struct trace_value *v)
{
    struct trace_reader *r = &p->reader;
    uint64_t n;
    uint8_t *copy;

    if (!trace_reader_uint(r, &n))
        return false;
    if (n > TRACE_BLOB_MAX)
        return trace_parser_fail(p, TRACE_CORRUPT, "blob of %llu bytes", (unsigned long long)n);
    v->count = n;
    v->blob = (const uint8_t *)"";
    if (p->discarding)
        return trace_reader_skip(r, n);
    if (n > BLOB_COPY_MAX && n <= (uint64_t)(r->end - r->p)) {
        v->blob = r->p;
        r->p += n;
        r->pinned = true;
        return trace_parser_charge(p, &p->calls_charged, n);
    }
    if (!n)
        return true;
    copy = trace_parser_alloc(p, &p->arena, n, 1);
    v->blob = copy;
    return copy && trace_reader_bytes(r, copy, n);
}

static bool parse_wstring(struct trace_parser *p, struct trace_value *v)
{
    uint64_t n, unit;
    uint32_t *w;

    if (!trace_reader_uint(&p->reader, &n))
        return false;
    if (n > TRACE_STRING_MAX / 4)
        return trace_parser_fail(p, TRACE_CORRUPT, "wide string of %llu units", (unsigned long long)n);
    w = trace_parser_alloc(p, value_arena(p), n + 1, sizeof *w);
    if (!w)
        return false;
    for (uint64_t i = 0; i < n; i++) {
        if (!trace_reader_uint(&p->reader, &unit))
            return false;
        w[i] = (uint32_t)unit;
    }
    w[n] = 0;
    v->count = n;
    v->wstr = w;
    return true;
}

static bool parse_items(struct trace_parser *p, struct trace_value *v, uint64_t n, unsigned depth)
{
    struct trace_value *items;

    if (depth >= TRACE_DEPTH_MAX)
        return trace_parser_fail(p, TRACE_CORRUPT, "values nested more than %d deep", TRACE_DEPTH_MAX);
    items = trace_parser_alloc(p, value_arena(p), n, sizeof *items);
    if (!items)
        return false;
    for (uint64_t i = 0; (i += trace_parser_scalars(p, items + i, n - i)) < n; i++)
        if (!trace_parser_value(p, &items[i], depth + 1))
            return false;
    v->count = n;
    v->items = items;
    return true;
}

static bool parse_array(struct trace_parser *p, struct trace_value *v, unsigned depth)
{
    uint64_t n;

    return trace_reader_uint(&p->reader, &n) && parse_items(p, v, n, depth);
}

static bool parse_struct(struct trace_parser *p, struct trace_value *v, unsigned depth)
{
    const struct trace_struct_sig *sig;

    return trace_parser_struct_sig(p, &v->sig, &sig) && parse_items(p, v, sig->num_members, depth);
}

static bool parse_enum(struct trace_parser *p, struct trace_value *v)
{
    const struct trace_enum_sig *sig;
    uint64_t u;
    uint8_t tag;

    if (!trace_parser_enum_sig(p, &v->sig, &sig))
        return false;
    if (p->version < 3) {
        v->i = sig->count ? sig->values[0].value : 0;
        return true;
    }
    if (!trace_reader_byte(&p->reader, &tag))
        return false;
    if (tag != 3 && tag != 4)
        return trace_parser_fail(p, TRACE_CORRUPT, "enum value of type %u", tag);
    if (!trace_reader_uint(&p->reader, &u))
        return false;
    v->i = (int64_t)(tag == 3 ? 0 - u : u);
    return true;
}

bool trace_parser_value(struct trace_parser *p, struct trace_value *v, unsigned depth)
{
    struct trace_reader *r = &p->reader;
    uint8_t tag;

    if (!trace_reader_byte(r, &tag))
        return false;
    v->sig = 0;
    v->count = 0;
    v->u = 0;
    switch (tag) {
    case 0x00:
        v->type = TRACE_NULL;
        return true;
    case 0x01:
    case 0x02:
        v->type = TRACE_BOOL;
        v->b = tag == 0x02;
        return true;
    case 0x03:
        v->type = TRACE_SINT;
        if (!trace_reader_uint(r, &v->u))
            return false;
        v->u = 0 - v->u;
        return true;
    case 0x04:
        v->type = TRACE_UINT;
        return trace_reader_uint(r, &v->u);
    case 0x05:
        v->type = TRACE_FLOAT;
        return trace_reader_bytes(r, &v->f, 4);
    case 0x06:
        v->type = TRACE_DOUBLE;
        return trace_reader_bytes(r, &v->d, 8);
    case 0x07:
        v->type = TRACE_STRING;
        return trace_parser_string(p, value_arena(p), &v->str, &v->count);
    case 0x08:
        v->type = TRACE_BLOB;
        return parse_blob(p, v);
    case 0x09:
        v->type = TRACE_ENUM;
        return parse_enum(p, v);
    case 0x0a:
        v->type = TRACE_BITMASK;
        return trace_parser_bitmask_sig(p, &v->sig) && trace_reader_uint(r, &v->u);
    case 0x0b:
        v->type = TRACE_ARRAY;
        return parse_array(p, v, depth);
    case 0x0c:
        v->type = TRACE_STRUCT;
        return parse_struct(p, v, depth);
    case 0x0d:
        v->type = TRACE_OPAQUE;
        return trace_reader_uint(r, &v->u);
    case 0x0e:
        v->type = TRACE_REPR;
        return parse_items(p, v, 2, depth);
    case 0x0f:
        v->type = TRACE_WSTRING;
        return parse_wstring(p, v);
    default:
        return trace_parser_fail(p, TRACE_CORRUPT, "unknown value type 0x%02x", tag);
    }
}
