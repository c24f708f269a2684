/* SPDX-License-Identifier: MIT */
/* Pairs what two documents have in common and tells what changed, from the whole to the part: a driver that
 * did not come up has no verdicts to compare. */
#include "retrace/compare_priv.h"

#include "retrace/document.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void compare_add(struct compare *c, enum compare_kind kind, const char *what, const char *fmt, ...)
{
    struct compare_result *r = c->result;
    struct compare_difference *grown, *item;
    va_list args;

    if (!(r->n & (r->n - 1))) {
        grown = realloc(r->items, (r->n ? r->n * 2 : 1) * sizeof *grown);
        if (!grown) {
            c->failed = true;
            return;
        }
        r->items = grown;
    }
    item = &r->items[r->n++];
    *item = (struct compare_difference){
        .kind = kind, .trace = c->trace, .driver = c->driver, .tier = c->tier, .what = what};
    va_start(args, fmt);
    vsnprintf(item->text, sizeof item->text, fmt, args);
    va_end(args);
    r->regressions += kind == COMPARE_REGRESSION;
    r->improvements += kind == COMPARE_IMPROVEMENT;
}

static void add_lone(struct compare *c, bool lost)
{
    enum compare_kind kind = lost && !c->params->common ? COMPARE_REGRESSION : COMPARE_CHANGE;

    if (!c->params->common)
        compare_add(c, kind, lost ? "missing" : "new",
                    lost ? "is not in the new result" : "is not in the old result");
}

static bool same_text(const json_t *a, const json_t *b, const char *key)
{
    return !strcmp(document_text(a, key), document_text(b, key));
}

/* --- one driver --- */

/* `good`: what it must have been for a difference to be worse; NULL: anything. */
static void compare_oracle(struct compare *c, const json_t *from, const json_t *to, const char *key,
                           const char *good)
{
    const char *a = document_text(from, key), *b = document_text(to, key);

    if (!strcmp(a, b))
        return;
    if (!strcmp(b, "differs"))
        compare_add(c, good && strcmp(a, good) ? COMPARE_CHANGE : COMPARE_REGRESSION, key, "%s → %s", a, b);
    else
        compare_add(c, strcmp(a, "differs") ? COMPARE_CHANGE : COMPARE_IMPROVEMENT, key, "%s → %s", a, b);
}

static void compare_driver(struct compare *c, const json_t *from, const json_t *to)
{
    const char *a = document_text(from, "error"), *b = document_text(to, "error");
    const json_t *arm, *other;
    size_t i;

    c->driver = document_text(to, "driver");
    c->tier = "";
    if (a[0] || b[0]) {
        if (!a[0] != !b[0])
            compare_add(c, b[0] ? COMPARE_REGRESSION : COMPARE_IMPROVEMENT, "driver", "%s",
                        b[0] ? b : "can be judged now");
        return;
    }
    c->same_driver = same_text(from, to, "renderer") && same_text(from, to, "version");
    if (!c->same_driver)
        compare_add(c, COMPARE_CHANGE, "driver", "%s, %s → %s, %s", document_text(from, "renderer"),
                    document_text(from, "version"), document_text(to, "renderer"),
                    document_text(to, "version"));
    compare_oracle(c, from, to, "golden", NULL);
    compare_oracle(c, from, to, "checksum", NULL);
    compare_oracle(c, from, to, "native", "identical");
    json_array_foreach(json_object_get(from, "arms"), i, arm)
    {
        c->tier = document_text(arm, "tier");
        other = document_find(json_object_get(to, "arms"), "tier", c->tier);
        if (other)
            compare_arm(c, from, arm, to, other);
        else
            add_lone(c, true);
    }
    json_array_foreach(json_object_get(to, "arms"), i, arm)
    {
        c->tier = document_text(arm, "tier");
        if (!document_find(json_object_get(from, "arms"), "tier", c->tier))
            add_lone(c, false);
    }
}

/* --- the whole --- */

static void compare_trace(struct compare *c, const json_t *from, const json_t *to)
{
    const char *a = document_text(from, "error"), *b = document_text(to, "error");
    const json_t *driver, *other;
    size_t i;

    c->driver = c->tier = "";
    c->same_trace = same_text(from, to, "md5");
    if (!a[0] != !b[0])
        compare_add(c, b[0] ? COMPARE_REGRESSION : COMPARE_IMPROVEMENT, "trace", "%s",
                    b[0] ? b : "can be read now");
    else if (!c->same_trace)
        compare_add(c, COMPARE_CHANGE, "trace", "is another file: digests and times are not compared");
    json_array_foreach(json_object_get(from, "drivers"), i, driver)
    {
        other = document_find(json_object_get(to, "drivers"), "driver", document_text(driver, "driver"));
        if (other) {
            compare_driver(c, driver, other);
            continue;
        }
        c->driver = document_text(driver, "driver");
        c->tier = "";
        add_lone(c, true);
    }
    json_array_foreach(json_object_get(to, "drivers"), i, driver)
    {
        c->driver = document_text(driver, "driver");
        c->tier = "";
        if (!document_find(json_object_get(from, "drivers"), "driver", c->driver))
            add_lone(c, false);
    }
}

/* By name and content, and by name alone: a document may have several traces of one name. */
static json_t *index_traces(const json_t *document)
{
    json_t *index = json_object(), *trace;
    char key[512];
    size_t i;

    json_array_foreach(json_object_get(document, "traces"), i, trace)
    {
        const char *name = document_text(trace, "trace");
        snprintf(key, sizeof key, "%s\n%s", name, document_text(trace, "md5"));
        json_object_set(index, key, trace);
        if (!json_object_get(index, name))
            json_object_set(index, name, trace);
    }
    return index;
}

/* The same trace in the other document, else one of its name. */
static const json_t *find_trace(const json_t *index, const json_t *trace)
{
    const char *name = document_text(trace, "trace");
    const json_t *found;
    char key[512];

    snprintf(key, sizeof key, "%s\n%s", name, document_text(trace, "md5"));
    found = json_object_get(index, key);
    return found ? found : json_object_get(index, name);
}

static bool hosts_differ(const json_t *a, const json_t *b)
{
    const json_t *x = json_object_get(a, "host"), *y = json_object_get(b, "host");

    return json_object_get(a, "hosts") || json_object_get(b, "hosts") || !same_text(x, y, "name") ||
           !same_text(x, y, "machine") || !json_equal(json_object_get(x, "cpus"), json_object_get(y, "cpus"));
}

bool compare_documents(const json_t *before, const json_t *after, const struct compare_params *params,
                       struct compare_result *result)
{
    struct compare c = {.params = params, .result = result};
    json_t *old = index_traces(before), *new = index_traces(after);
    const json_t *trace, *other;
    size_t i;

    *result = (struct compare_result){.hosts_differ = hosts_differ(before, after)};
    c.noise = result->noise = compare_usual_noise(before, after);
    json_array_foreach(json_object_get(before, "traces"), i, trace)
    {
        c.trace = document_text(trace, "trace");
        c.driver = c.tier = "";
        other = find_trace(new, trace);
        if (other)
            compare_trace(&c, trace, other);
        else
            add_lone(&c, true);
    }
    json_array_foreach(json_object_get(after, "traces"), i, trace)
    {
        c.trace = document_text(trace, "trace");
        c.driver = c.tier = "";
        if (!find_trace(old, trace))
            add_lone(&c, false);
    }
    json_decref(old);
    json_decref(new);
    return !c.failed;
}

void compare_result_finish(struct compare_result *result)
{
    free(result->items);
    memset(result, 0, sizeof *result);
}
