/* SPDX-License-Identifier: MIT */
/* The stream half of the test writer: the exact inverse of sig_parse.c and value_parse.c, written from the
 * format description and not from them. */
#include "writer.h"

#include <stdlib.h>
#include <string.h>

void trace_writer_init(struct trace_writer *w, unsigned version)
{
    *w = (struct trace_writer){.version = version};
}

void trace_writer_finish(struct trace_writer *w)
{
    free(w->data);
    *w = (struct trace_writer){0};
}

void trace_writer_bytes(struct trace_writer *w, const void *bytes, size_t n)
{
    if (w->capacity - w->size < n) {
        size_t capacity = (w->size + n) * 2 + 256;
        uint8_t *data = realloc(w->data, capacity);

        if (!data) {
            w->failed = true;
            return;
        }
        w->data = data;
        w->capacity = capacity;
    }
    if (n)
        memcpy(w->data + w->size, bytes, n);
    w->size += n;
}

void trace_writer_byte(struct trace_writer *w, unsigned byte)
{
    uint8_t b = (uint8_t)byte;

    trace_writer_bytes(w, &b, 1);
}

void trace_writer_uint(struct trace_writer *w, uint64_t u)
{
    for (; u >= 0x80; u >>= 7)
        trace_writer_byte(w, (unsigned)(u & 0x7f) | 0x80);
    trace_writer_byte(w, (unsigned)u);
}

static void sized(struct trace_writer *w, const void *bytes, size_t n)
{
    trace_writer_uint(w, n);
    trace_writer_bytes(w, bytes, n);
}

void trace_writer_text(struct trace_writer *w, const char *text)
{
    sized(w, text, strlen(text));
}

void trace_writer_header(struct trace_writer *w, unsigned semantic, const struct trace_property *properties,
                         size_t n)
{
    trace_writer_uint(w, w->version);
    if (w->version < 6)
        return;
    trace_writer_uint(w, semantic);
    for (size_t i = 0; i < n; i++) {
        trace_writer_text(w, properties[i].name);
        trace_writer_text(w, properties[i].value);
    }
    trace_writer_text(w, "");
}

/* Writes the id; true when its definition has to follow. */
static bool first_use(struct trace_writer *w, uint64_t *defined, unsigned id)
{
    bool first = !(*defined >> id & 1);

    trace_writer_uint(w, id);
    *defined |= (uint64_t)1 << id;
    return first;
}

/* "name(a,b)" as name, count, names. */
static void prototype_names(struct trace_writer *w, const char *prototype)
{
    size_t name = strcspn(prototype, "("), n = 0;
    const char *list = prototype + name + (prototype[name] == '(');
    const char *end = list + strcspn(list, ")");

    sized(w, prototype, name);
    for (const char *p = list; p < end; p += strcspn(p, ",)") + 1)
        n++;
    trace_writer_uint(w, n);
    for (const char *p = list; p < end; p += strcspn(p, ",)") + 1)
        sized(w, p, strcspn(p, ",)"));
}

uint64_t trace_writer_enter(struct trace_writer *w, unsigned thread, unsigned id, const char *prototype)
{
    trace_writer_byte(w, 0);
    if (w->version >= 4)
        trace_writer_uint(w, thread);
    if (first_use(w, &w->functions, id))
        prototype_names(w, prototype);
    return w->next_no++;
}

void trace_writer_leave(struct trace_writer *w, uint64_t no)
{
    trace_writer_byte(w, 1);
    trace_writer_uint(w, no);
}

void trace_writer_end(struct trace_writer *w)
{
    trace_writer_byte(w, 0);
}

void trace_writer_arg(struct trace_writer *w, uint64_t index)
{
    trace_writer_byte(w, 1);
    trace_writer_uint(w, index);
}

void trace_writer_ret(struct trace_writer *w)
{
    trace_writer_byte(w, 2);
}

void trace_writer_flags(struct trace_writer *w, uint64_t flags)
{
    trace_writer_byte(w, 5);
    trace_writer_uint(w, flags);
}

void trace_writer_backtrace(struct trace_writer *w, uint64_t n)
{
    trace_writer_byte(w, 4);
    trace_writer_uint(w, n);
}

static void frame_text(struct trace_writer *w, unsigned detail, const char *text)
{
    if (!text)
        return;
    trace_writer_byte(w, detail);
    trace_writer_text(w, text);
}

static void frame_number(struct trace_writer *w, unsigned detail, int64_t number)
{
    if (number < 0)
        return;
    trace_writer_byte(w, detail);
    trace_writer_uint(w, (uint64_t)number);
}

void trace_writer_frame(struct trace_writer *w, unsigned id, const struct trace_frame *frame)
{
    if (!first_use(w, &w->frames, id))
        return;
    frame_text(w, 1, frame->module);
    frame_text(w, 2, frame->function);
    frame_text(w, 3, frame->file);
    frame_number(w, 4, frame->line);
    frame_number(w, 5, frame->offset);
    trace_writer_byte(w, 0);
}

void trace_writer_null(struct trace_writer *w)
{
    trace_writer_byte(w, 0x00);
}

void trace_writer_bool(struct trace_writer *w, bool b)
{
    trace_writer_byte(w, b ? 0x02 : 0x01);
}

void trace_writer_int(struct trace_writer *w, int64_t i)
{
    trace_writer_byte(w, i < 0 ? 0x03 : 0x04);
    trace_writer_uint(w, i < 0 ? 0 - (uint64_t)i : (uint64_t)i);
}

void trace_writer_float(struct trace_writer *w, float f)
{
    trace_writer_byte(w, 0x05);
    trace_writer_bytes(w, &f, sizeof f);
}

void trace_writer_double(struct trace_writer *w, double d)
{
    trace_writer_byte(w, 0x06);
    trace_writer_bytes(w, &d, sizeof d);
}

void trace_writer_string(struct trace_writer *w, const char *s, size_t n)
{
    trace_writer_byte(w, 0x07);
    sized(w, s, n);
}

void trace_writer_wstring(struct trace_writer *w, const uint32_t *s, size_t n)
{
    trace_writer_byte(w, 0x0f);
    trace_writer_uint(w, n);
    for (size_t i = 0; i < n; i++)
        trace_writer_uint(w, s[i]);
}

void trace_writer_blob(struct trace_writer *w, const void *bytes, size_t n)
{
    trace_writer_byte(w, 0x08);
    sized(w, bytes, n);
}

void trace_writer_opaque(struct trace_writer *w, uint64_t address)
{
    trace_writer_byte(w, 0x0d);
    trace_writer_uint(w, address);
}

void trace_writer_array(struct trace_writer *w, uint64_t n)
{
    trace_writer_byte(w, 0x0b);
    trace_writer_uint(w, n);
}

void trace_writer_repr(struct trace_writer *w)
{
    trace_writer_byte(w, 0x0e);
}

void trace_writer_enum(struct trace_writer *w, unsigned id, const struct trace_enum_value *table, size_t n,
                       int64_t value)
{
    trace_writer_byte(w, 0x09);
    if (first_use(w, &w->enums, id)) {
        if (w->version >= 3)
            trace_writer_uint(w, n);
        for (size_t i = 0; i < n; i++) {
            trace_writer_text(w, table[i].name);
            trace_writer_int(w, table[i].value);
        }
    }
    if (w->version >= 3)
        trace_writer_int(w, value);
}

void trace_writer_bitmask(struct trace_writer *w, unsigned id, const struct trace_enum_value *table, size_t n,
                          uint64_t value)
{
    trace_writer_byte(w, 0x0a);
    if (first_use(w, &w->bitmasks, id)) {
        trace_writer_uint(w, n);
        for (size_t i = 0; i < n; i++) {
            trace_writer_text(w, table[i].name);
            trace_writer_uint(w, (uint64_t)table[i].value);
        }
    }
    trace_writer_uint(w, value);
}

void trace_writer_struct(struct trace_writer *w, unsigned id, const char *prototype)
{
    trace_writer_byte(w, 0x0c);
    if (first_use(w, &w->structs, id))
        prototype_names(w, prototype);
}
