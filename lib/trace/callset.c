/* SPDX-License-Identifier: MIT */
/* apitrace's call sets: ranges with a step or a kind of call, from text or from a file. As there, ranges are
 * separated by commas or blanks, "frame" alone means "*" with that kind, and "9-3" is empty. Unlike there a
 * malformed set is an error of the caller's and does not end the program, and a step of 0 is malformed. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "trace.h"

struct range {
    uint64_t start, stop, step;
    unsigned kind; /* trace_name_flags, 0 for every call */
};

struct trace_callset {
    struct range *ranges;
    size_t count, capacity;
};

struct cursor {
    const char *s;
    char *err;
    size_t err_size;
};

static bool complain(struct cursor *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool complain(struct cursor *c, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    vsnprintf(c->err, c->err_size, fmt, args);
    va_end(args);
    return false;
}

static void skip_blanks(struct cursor *c)
{
    c->s += strspn(c->s, " \t\r\n");
}

static bool accept(struct cursor *c, char op)
{
    if (*c->s != op)
        return false;
    c->s++;
    skip_blanks(c);
    return true;
}

static bool is_digit(const struct cursor *c)
{
    return *c->s >= '0' && *c->s <= '9';
}

static bool parse_number(struct cursor *c, uint64_t *number)
{
    if (!is_digit(c))
        return complain(c,
                        *c->s ? "call set: expected a number at \"%.20s\""
                              : "call set: expected a number at its end%s",
                        c->s);
    for (*number = 0; is_digit(c); c->s++) {
        unsigned digit = (unsigned)(*c->s - '0');

        if (*number > (UINT64_MAX - digit) / 10)
            return complain(c, "call set: number too large");
        *number = *number * 10 + digit;
    }
    skip_blanks(c);
    return true;
}

static bool parse_kind(struct cursor *c, unsigned *kind)
{
    static const struct {
        const char *word;
        unsigned kind;
    } kinds[] = {
        {"frame", TRACE_NAME_END_FRAME},
        {"draw", TRACE_NAME_RENDER},
        {"render", TRACE_NAME_RENDER},
        {"fbo", TRACE_NAME_END_FRAME | TRACE_NAME_RENDERTARGET},
        {"rendertarget", TRACE_NAME_END_FRAME | TRACE_NAME_RENDERTARGET},
    };
    size_t n = strspn(c->s, "abcdefghijklmnopqrstuvwxyz");

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i].word) == n && !memcmp(kinds[i].word, c->s, n)) {
            *kind = kinds[i].kind;
            c->s += n;
            skip_blanks(c);
            return true;
        }
    return complain(c, "call set: \"%.20s\" is none of frame, draw, render, fbo, rendertarget", c->s);
}

static bool add_range(struct trace_callset *set, struct cursor *c, const struct range *range)
{
    if (range->start > range->stop)
        return true;
    if (set->count == set->capacity) {
        size_t capacity = set->capacity ? set->capacity * 2 : 8;
        struct range *ranges = realloc(set->ranges, capacity * sizeof *ranges);

        if (!ranges)
            return complain(c, "out of memory");
        set->ranges = ranges;
        set->capacity = capacity;
    }
    set->ranges[set->count++] = *range;
    return true;
}

static bool parse_range(struct trace_callset *set, struct cursor *c)
{
    struct range range = {0, UINT64_MAX, 1, 0};

    if (*c->s >= 'a' && *c->s <= 'z')
        return parse_kind(c, &range.kind) && add_range(set, c, &range);
    if (!accept(c, '*') && *c->s != '/') {
        if (!parse_number(c, &range.start))
            return false;
        range.stop = range.start;
        if (accept(c, '-')) {
            range.stop = UINT64_MAX;
            if (is_digit(c) && !parse_number(c, &range.stop))
                return false;
        }
    }
    if (accept(c, '/')) {
        if (is_digit(c) ? !parse_number(c, &range.step) : !parse_kind(c, &range.kind))
            return false;
        if (!range.step)
            return complain(c, "call set: a step of 0");
    }
    return add_range(set, c, &range);
}

static bool parse_ranges(struct trace_callset *set, struct cursor *c, char until)
{
    skip_blanks(c);
    while (*c->s && *c->s != until) {
        if (!parse_range(set, c))
            return false;
        if (until != ',')
            accept(c, ',');
    }
    return true;
}

static bool parse_file(struct trace_callset *set, const char *path, struct cursor *outer)
{
    struct cursor c = {NULL, outer->err, outer->err_size};
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    bool ok = file != NULL;

    if (!file)
        return complain(outer, "call set: cannot open %s: %s", path, strerror(errno));
    while (ok && getline(&line, &room, file) >= 0) {
        c.s = line;
        ok = parse_ranges(set, &c, 0);
    }
    free(line);
    fclose(file);
    return ok;
}

/* Commas split the text first, so that "@file" may stand beside ranges. */
static bool parse_tokens(struct trace_callset *set, struct cursor *c)
{
    while (*c->s) {
        size_t n = strcspn(c->s, ",");
        bool ok;

        if (*c->s == '@') {
            char *path = strndup(c->s + 1, n - 1);

            ok = path ? parse_file(set, path, c) : complain(c, "out of memory");
            free(path);
            c->s += n;
        } else {
            ok = parse_ranges(set, c, ',');
        }
        if (!ok)
            return false;
        if (*c->s == ',')
            c->s++;
    }
    return true;
}

struct trace_callset *trace_callset_parse(const char *text, char *err, size_t err_size)
{
    struct trace_callset *set = calloc(1, sizeof *set);
    struct cursor c = {text, err, err_size};

    if (!set) {
        complain(&c, "out of memory");
        return NULL;
    }
    if (parse_tokens(set, &c))
        return set;
    trace_callset_destroy(set);
    return NULL;
}

void trace_callset_destroy(struct trace_callset *set)
{
    if (set)
        free(set->ranges);
    free(set);
}

bool trace_callset_contains(const struct trace_callset *set, const struct trace_call *call)
{
    for (size_t i = 0; i < set->count; i++) {
        const struct range *r = &set->ranges[i];

        if (call->no < r->start || call->no > r->stop || (call->no - r->start) % r->step)
            continue;
        if (!r->kind || (trace_name_flags(call->fn->name) & r->kind))
            return true;
    }
    return false;
}

uint64_t trace_callset_last(const struct trace_callset *set)
{
    uint64_t last = 0;

    for (size_t i = 0; i < set->count; i++)
        if (set->ranges[i].stop > last)
            last = set->ranges[i].stop;
    return last;
}
