/* SPDX-License-Identifier: MIT */
/* The text form of calls. Its oddities are the reference's and are kept, since equality with it is the point:
 * carriage returns vanish, other unprintable bytes become an octal number whose first digit repeats the
 * second, strings end at their first NUL. Direct3D's GUIDs are not translated to names. */
#include "dump.h"

#include <stdlib.h>
#include <string.h>

#include "names.h"

static void put_char(FILE *out, uint32_t c)
{
    if (c == '"' || c == '\\') {
        putc_unlocked('\\', out);
        putc_unlocked((int)c, out);
    } else if ((c >= 0x20 && c <= 0x7e) || c == '\t' || c == '\n') {
        putc_unlocked((int)c, out);
    } else if (c != '\r') {
        unsigned high = c >> 3 & 7;

        if (high)
            fprintf(out, "\\%u%u%u", high, high, c & 7);
        else
            fprintf(out, "\\%u", c & 7);
    }
}

static void put_string(FILE *out, const char *s)
{
    putc_unlocked('"', out);
    for (; *s; s++)
        put_char(out, (unsigned char)*s);
    putc_unlocked('"', out);
}

static void put_wstring(FILE *out, const uint32_t *s)
{
    fputs("L\"", out);
    for (; *s; s++)
        put_char(out, *s);
    putc_unlocked('"', out);
}

static void put_uint(FILE *out, uint64_t u)
{
    char digits[20], *p = digits + sizeof digits;

    do
        *--p = (char)('0' + u % 10);
    while (u /= 10);
    fwrite(p, 1, (size_t)(digits + sizeof digits - p), out);
}

static void put_sint(FILE *out, int64_t i)
{
    if (i < 0)
        putc_unlocked('-', out);
    put_uint(out, i < 0 ? 0 - (uint64_t)i : (uint64_t)i);
}

static void put_enum(const struct trace_dump *d, const struct trace_value *v)
{
    const char *name = trace_parser_enum_name(d->parser, v);

    if (name)
        fputs(name, d->out);
    else
        put_sint(d->out, v->i);
}

static void put_bitmask(const struct trace_dump *d, const struct trace_value *v)
{
    const struct trace_enum_value *flags;
    size_t n = trace_parser_bitmask(d->parser, v->sig, &flags);
    uint64_t left = v->u;
    bool first = true;

    for (size_t i = 0; i < n; i++) {
        uint64_t flag = (uint64_t)flags[i].value;

        if (flag ? (left & flag) == flag : left == 0) {
            if (!first)
                fputs(" | ", d->out);
            fputs(flags[i].name, d->out);
            left &= ~flag;
            first = false;
        }
        if (!left)
            break;
    }
    if (left || first)
        fprintf(d->out, "%s0x%llx", first ? "" : " | ", (unsigned long long)left);
}

/* Members without a name are structs whose members belong to the outer one. Returns the next separator. */
static const char *put_members(const struct trace_dump *d, const struct trace_value *v, const char *separator)
{
    const char *const *members;

    trace_parser_struct(d->parser, v->sig, &members);
    for (size_t i = 0; i < v->count; i++) {
        if (!*members[i] && v->items[i].type == TRACE_STRUCT) {
            separator = put_members(d, &v->items[i], separator);
            continue;
        }
        fprintf(d->out, "%s%s = ", separator, members[i]);
        trace_dump_value(d, &v->items[i]);
        separator = ", ";
    }
    return separator;
}

static void put_array(const struct trace_dump *d, const struct trace_value *v)
{
    if (v->count == 1) {
        putc_unlocked('&', d->out);
        trace_dump_value(d, v->items);
        return;
    }
    putc_unlocked('{', d->out);
    for (size_t i = 0; i < v->count; i++) {
        if (i)
            fputs(", ", d->out);
        trace_dump_value(d, &v->items[i]);
    }
    putc_unlocked('}', d->out);
}

void trace_dump_value(const struct trace_dump *d, const struct trace_value *v)
{
    FILE *out = d->out;

    switch ((enum trace_type)v->type) {
    case TRACE_NONE:
        putc_unlocked('?', out);
        break;
    case TRACE_NULL:
        fputs("NULL", out);
        break;
    case TRACE_BOOL:
        fputs(v->b ? "true" : "false", out);
        break;
    case TRACE_SINT:
        put_sint(out, v->i);
        break;
    case TRACE_UINT:
        put_uint(out, v->u);
        break;
    case TRACE_FLOAT:
        fprintf(out, "%.7g", (double)v->f);
        break;
    case TRACE_DOUBLE:
        fprintf(out, "%.16g", v->d);
        break;
    case TRACE_STRING:
        put_string(out, v->str);
        break;
    case TRACE_WSTRING:
        put_wstring(out, v->wstr);
        break;
    case TRACE_BLOB:
        fprintf(out, "blob(%zu)", v->count);
        break;
    case TRACE_ENUM:
        put_enum(d, v);
        break;
    case TRACE_BITMASK:
        put_bitmask(d, v);
        break;
    case TRACE_ARRAY:
        put_array(d, v);
        break;
    case TRACE_STRUCT:
        putc_unlocked('{', out);
        put_members(d, v, "");
        putc_unlocked('}', out);
        break;
    case TRACE_OPAQUE:
        fprintf(out, "0x%llx", (unsigned long long)v->u);
        break;
    case TRACE_REPR:
        trace_dump_value(d, &v->items[0]);
        break;
    }
}

static void put_frame(FILE *out, const struct trace_frame *frame)
{
    fputs(frame->module ? frame->module : "?", out);
    if (frame->function)
        fprintf(out, ": %s", frame->function);
    if (frame->offset >= 0)
        fprintf(out, "+0x%llx", (unsigned long long)frame->offset);
    if (frame->file) {
        fprintf(out, ": %s", frame->file);
        if (frame->line >= 0)
            fprintf(out, ":%lld", (long long)frame->line);
    }
    putc_unlocked('\n', out);
}

bool trace_dump_is_quiet(const struct trace_call *call)
{
    const char *name = call->fn->name;

    if (trace_name_flags(name) & TRACE_NAME_VERBOSE)
        return true;
    return !strcmp(name, "glGetError") && call->ret.type != TRACE_NONE && trace_value_int(&call->ret) == 0;
}

/* A property on its way through the sort. */
struct sorted {
    const struct trace_property *property;
};

/* By name; of one name the last written first. */
static int compare_properties(const void *pa, const void *pb)
{
    const struct trace_property *a = ((const struct sorted *)pa)->property;
    const struct trace_property *b = ((const struct sorted *)pb)->property;
    int order = strcmp(a->name, b->name);

    return order ? order : (a < b) - (a > b);
}

void trace_dump_properties(const struct trace_dump *d)
{
    const struct trace_property *properties;
    size_t n = trace_parser_properties(d->parser, &properties);
    struct sorted *sorted = n ? malloc(n * sizeof *sorted) : NULL;

    if (!sorted)
        return;
    for (size_t i = 0; i < n; i++)
        sorted[i].property = &properties[i];
    qsort(sorted, n, sizeof *sorted, compare_properties);
    for (size_t i = 0; i < n; i++) {
        if (i && !strcmp(sorted[i].property->name, sorted[i - 1].property->name))
            continue; /* written again later */
        fprintf(d->out, "// %s = ", sorted[i].property->name);
        put_string(d->out, sorted[i].property->value);
        putc_unlocked('\n', d->out);
    }
    free(sorted);
}

void trace_dump_call(const struct trace_dump *d, const struct trace_call *call)
{
    FILE *out = d->out;

    put_uint(out, call->no);
    if (d->thread_ids)
        fprintf(out, " @%x", call->thread);
    putc_unlocked(' ', out);
    fputs(call->fn->name, out);
    putc_unlocked('(', out);
    for (uint32_t i = 0; i < call->num_args; i++) {
        if (i)
            fputs(", ", out);
        if (i < call->fn->num_args) {
            fputs(call->fn->arg_names[i], out);
            fputs(" = ", out);
        }
        trace_dump_value(d, &call->args[i]);
    }
    putc_unlocked(')', out);
    if (call->ret.type != TRACE_NONE) {
        fputs(" = ", out);
        trace_dump_value(d, &call->ret);
    }
    if (call->flags)
        fprintf(out, " //%s%s", call->flags & TRACE_CALL_FAKE ? " fake" : "",
                call->flags & TRACE_CALL_INCOMPLETE ? " incomplete" : "");
    putc_unlocked('\n', out);
    if (call->num_frames)
        fputs("Backtrace:\n", out);
    for (uint32_t i = 0; i < call->num_frames; i++)
        put_frame(out, &call->frames[i]);
    if (trace_name_flags(call->fn->name) & TRACE_NAME_END_FRAME)
        putc_unlocked('\n', out);
}
