/* SPDX-License-Identifier: MIT */
/* Reading documents. A journal is told from a document by its first line, which is an object of its own
 * there. */
#include "retrace/document.h"

#include "log.h"
#include "retrace/harness.h"
#include "retrace/journal.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a line of a journal begins with, and no document that is written indented. */
static const char journal_start[] = "{\"key\":\"";

const char *document_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

json_t *document_find(const json_t *array, const char *name, const char *value)
{
    json_t *item;
    size_t i;

    json_array_foreach((json_t *)array, i, item)
    {
        if (!strcmp(document_text(item, name), value))
            return item;
    }
    return NULL;
}

bool document_arm_ok(const json_t *driver, const json_t *arm)
{
    if (!strcmp(document_text(arm, "stability"), "flakes"))
        return !strcmp(document_text(driver, "label"), "flaky");
    if (json_is_string(json_object_get(arm, "expected")))
        return !document_text(arm, "unexpected")[0] &&
               !strcmp(document_text(arm, "expected"), document_text(arm, "verdict"));
    return verdict_is_good(verdict_find(document_text(arm, "verdict")));
}

bool document_driver_ok(const json_t *driver)
{
    const json_t *arm;
    size_t i;

    if (document_text(driver, "error")[0] || !strcmp(document_text(driver, "golden"), "differs") ||
        !strcmp(document_text(driver, "checksum"), "differs") ||
        json_is_true(json_object_get(driver, "native_unexpected")))
        return false;
    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        if (!document_arm_ok(driver, arm))
            return false;
    }
    return true;
}

void document_share_frames(json_t *driver)
{
    json_t *arms = json_object_get(driver, "arms"), *arm, *first = NULL;
    size_t i;

    json_array_foreach(arms, i, arm)
    {
        json_t *frames = json_object_get(arm, "frames");
        if (!first && json_array_size(frames))
            first = frames;
        else if (first && json_equal(first, frames))
            json_object_set(arm, "frames", first);
    }
}

/* --- journals --- */

struct line {
    json_int_t index;
    size_t order; /* in the file: of two results for the same, the last counts */
    json_t *object;
};

struct lines {
    struct line *items;
    size_t n;
};

static bool take(void *priv, const json_t *object)
{
    struct lines *lines = priv;
    struct line *grown;

    if (strcmp(document_text(object, "type"), "result"))
        return true;
    if (!(lines->n & (lines->n - 1))) {
        grown = realloc(lines->items, (lines->n ? lines->n * 2 : 1) * sizeof *grown);
        if (!grown)
            return false;
        lines->items = grown;
    }
    lines->items[lines->n] = (struct line){json_integer_value(json_object_get(object, "index")), lines->n,
                                           json_incref((json_t *)object)};
    lines->n++;
    return true;
}

static int by_index(const void *a, const void *b)
{
    const struct line *x = a, *y = b;

    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static bool same_trace(const json_t *a, const json_t *b)
{
    return !strcmp(document_text(a, "trace"), document_text(b, "trace")) &&
           !strcmp(document_text(a, "md5"), document_text(b, "md5"));
}

/* One more driver of the trace that the line is about. At the same place of a run with other traces, or where
 * the file has changed, what was there goes. */
static void add_line(json_t *traces, json_int_t *last, const struct line *line)
{
    json_t *trace = json_array_get(traces, json_array_size(traces) - 1), *drivers, *known, *driver;
    const json_t *of = json_object_get(line->object, "trace");

    if (trace && *last == line->index && !same_trace(trace, of)) {
        json_array_remove(traces, json_array_size(traces) - 1);
        trace = NULL;
    }
    if (!trace || *last != line->index) {
        trace = json_deep_copy(of);
        json_object_set_new(trace, "drivers", json_array());
        json_array_append_new(traces, trace);
        *last = line->index;
    } else {
        /* What the trace is, is known when its last driver is done. */
        json_object_update(trace, (json_t *)of);
    }
    drivers = json_object_get(trace, "drivers");
    driver = json_object_get(line->object, "driver");
    if (!json_is_object(driver))
        return;
    known = document_find(drivers, "driver", document_text(driver, "driver"));
    if (known) {
        json_object_clear(known);
        json_object_update(known, driver);
    } else {
        json_array_append(drivers, driver);
    }
}

/* Of a journal that several builds wrote the results of the last one count: a run never takes up those of
 * another. */
static void drop_other_builds(struct lines *lines, const char *path, const struct log *log)
{
    json_t *build = json_object_get(json_object_get(lines->items[lines->n - 1].object, "head"), "retrace");
    size_t kept = 0;

    json_incref(build);
    for (size_t i = 0; i < lines->n; i++) {
        json_t *object = lines->items[i].object;
        if (json_equal(json_object_get(json_object_get(object, "head"), "retrace"), build))
            lines->items[kept++] = lines->items[i];
        else
            json_decref(object);
    }
    if (kept < lines->n)
        log_msg(log, LOG_WARN, "%s: %zu results of another build of retrace are left out", path,
                lines->n - kept);
    lines->n = kept;
    json_decref(build);
}

static json_t *from_journal(const char *path, const struct log *log)
{
    struct lines lines = {0};
    json_t *root = NULL, *traces = json_array();
    json_int_t last = -1;

    if (journal_each(path, take, &lines, log) && lines.n) {
        drop_other_builds(&lines, path, log);
        qsort(lines.items, lines.n, sizeof *lines.items, by_index);
        root = json_deep_copy(json_object_get(lines.items[lines.n - 1].object, "head"));
        for (size_t i = 0; i < lines.n; i++)
            add_line(traces, &last, &lines.items[i]);
        json_object_set(root, "traces", traces);
    } else {
        log_msg(log, LOG_ERROR, "%s: nothing in this journal is finished", path);
    }
    for (size_t i = 0; i < lines.n; i++)
        json_decref(lines.items[i].object);
    free(lines.items);
    json_decref(traces);
    return root;
}

/* A file that may be a pipe: its first bytes are looked at, and given again. */
struct source {
    FILE *in;
    char head[sizeof journal_start];
    size_t have, given;
};

static size_t read_source(void *buffer, size_t size, void *priv)
{
    struct source *source = priv;
    size_t n = source->have - source->given;

    if (!n)
        return fread(buffer, 1, size, source->in);
    n = n < size ? n : size;
    memcpy(buffer, source->head + source->given, n);
    source->given += n;
    return n;
}

static void share_all(json_t *root)
{
    json_t *trace, *driver;
    size_t t, i;

    json_array_foreach(json_object_get(root, "traces"), t, trace)
    {
        json_array_foreach(json_object_get(trace, "drivers"), i, driver)
        {
            document_share_frames(driver);
        }
    }
}

void document_drop_seconds(json_t *document)
{
    json_t *trace, *driver, *arm;
    size_t t, i, a;

    json_array_foreach(json_object_get(document, "traces"), t, trace)
    {
        json_array_foreach(json_object_get(trace, "drivers"), i, driver)
        {
            json_array_foreach(json_object_get(driver, "arms"), a, arm)
            {
                json_object_del(arm, "seconds");
            }
        }
    }
}

json_t *document_load(const char *path, const struct log *log)
{
    bool standard = !strcmp(path, "-");
    struct source source = {.in = standard ? stdin : fopen(path, "re")};
    json_error_t error;
    json_t *root = NULL;

    if (!source.in) {
        log_msg(log, LOG_ERROR, "%s: %s", path, strerror(errno));
        return NULL;
    }
    source.have = fread(source.head, 1, sizeof journal_start - 1, source.in);
    if (source.have == sizeof journal_start - 1 && !memcmp(source.head, journal_start, source.have)) {
        root = from_journal(path, log);
    } else if (!(root = json_load_callback(read_source, &source, 0, &error))) {
        log_msg(log, LOG_ERROR, "%s:%d: %s", path, error.line, error.text);
    } else if (json_integer_value(json_object_get(root, "schema")) != 1 ||
               !json_is_array(json_object_get(root, "traces"))) {
        log_msg(log, LOG_ERROR, "%s: no document of schema 1", path);
        json_decref(root);
        root = NULL;
    }
    if (!standard)
        fclose(source.in);
    share_all(root);
    return root;
}
