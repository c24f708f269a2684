/* SPDX-License-Identifier: MIT */
/* Pairs what two documents have in common and tells what changed, from the whole to the part: a driver that
 * did not come up has no verdicts to compare, an arm that crashed no pixels and no times. */
#include "retrace/compare.h"

#include "retrace/document.h"
#include "tiers/tiers.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct compare {
    const struct compare_params *params;
    struct compare_result *result;

    const char *trace, *driver, *tier;
    bool same_trace, same_driver; /* by content, by version */
    double noise;                 /* of this driver */
    bool failed;
};

static void add(struct compare *c, enum compare_kind kind, const char *what, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
static void add(struct compare *c, enum compare_kind kind, const char *what, const char *fmt, ...)
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
        add(c, kind, lost ? "missing" : "new",
            lost ? "is not in the new result" : "is not in the old result");
}

static const json_t *get(const json_t *object, const char *key)
{
    return json_object_get(object, key);
}

static bool same_text(const json_t *a, const json_t *b, const char *key)
{
    return !strcmp(document_text(a, key), document_text(b, key));
}

/* --- one arm --- */

static int rank(const char *verdict)
{
    static const char *const order[] = {"identical", "partial", "demoted", "no-batches", "unsupported",
                                        "differs",   "failed",  "hung",    "crashed"};

    for (int i = 0; i < (int)(sizeof order / sizeof order[0]); i++)
        if (!strcmp(order[i], verdict))
            return i;
    return -1;
}

static enum compare_kind verdict_kind(const json_t *from, bool from_ok, const json_t *to, bool to_ok)
{
    int a = rank(document_text(from, "verdict")), b = rank(document_text(to, "verdict"));

    if (from_ok != to_ok)
        return from_ok ? COMPARE_REGRESSION : COMPARE_IMPROVEMENT;
    if (!strcmp(document_text(from, "verdict"), "no-batches") ||
        !strcmp(document_text(to, "verdict"), "no-batches") || a == b)
        return COMPARE_CHANGE;
    /* What the recorded expectation says now is no regression. */
    if (to_ok && !strcmp(document_text(to, "expected"), document_text(to, "verdict")))
        return COMPARE_CHANGE;
    return b > a ? COMPARE_REGRESSION : COMPARE_IMPROVEMENT;
}

static void compare_verdicts(struct compare *c, const json_t *d0, const json_t *from, const json_t *d1,
                             const json_t *to)
{
    bool from_ok = document_arm_ok(d0, from), to_ok = document_arm_ok(d1, to);
    json_int_t a = json_integer_value(get(get(from, "batches"), "executed"));
    json_int_t b = json_integer_value(get(get(to, "batches"), "executed"));
    const char *reason = document_text(to, "reason"), *unexpected = document_text(to, "unexpected");

    if (!same_text(from, to, "verdict") || from_ok != to_ok)
        add(c, verdict_kind(from, from_ok, to, to_ok), "verdict", "%s%s → %s%s%s%s%s%s",
            document_text(from, "verdict"),
            !strcmp(document_text(from, "stability"), "flakes") ? " (flakes)" : "",
            document_text(to, "verdict"),
            !strcmp(document_text(to, "stability"), "flakes") ? " (flakes)" : "", reason[0] ? ": " : "",
            reason, unexpected[0] ? "; " : "", unexpected);
    else if (a != b && c->same_trace)
        add(c, b < a ? COMPARE_REGRESSION : COMPARE_IMPROVEMENT, "batches",
            "%lld → %lld batches through the tier", (long long)a, (long long)b);
}

/* The first frame whose pixels are others; -1: none. */
static long first_change(const json_t *from, const json_t *to)
{
    size_t a = json_array_size(from), b = json_array_size(to);

    for (size_t i = 0; i < a && i < b; i++)
        if (!same_text(json_array_get(from, i), json_array_get(to, i), "md5"))
            return (long)i;
    return a == b ? -1 : (long)(a < b ? a : b);
}

static void compare_digests(struct compare *c, const json_t *from, const json_t *d1, const json_t *to)
{
    const json_t *a = get(from, "frames"), *b = get(to, "frames");
    const json_t *native = document_find(get(d1, "arms"), "tier", "native");
    long at;
    bool follows;

    if (!c->same_trace || !json_array_size(a) || !json_array_size(b))
        return;
    at = first_change(a, b);
    if (at < 0)
        return;
    /* Another version of the driver may draw other pixels, in which the emulation follows its desktop GL. */
    follows = !c->same_driver && json_array_size(get(native, "frames")) &&
              first_change(get(native, "frames"), b) < 0;
    add(c, follows ? COMPARE_CHANGE : COMPARE_REGRESSION, "digests", "other pixels from frame %ld on%s", at,
        follows ? ", as the new driver's desktop GL" : "");
}

static void compare_cost(struct compare *c, const json_t *from, const json_t *to, const char *key,
                         const char *what)
{
    const json_t *a = get(from, key), *b = get(to, key);
    int change = compare_times(a, b, c->params->threshold, c->noise);
    double x = json_number_value(get(a, "median")), y = json_number_value(get(b, "median"));

    if (change)
        add(c, change > 0 ? COMPARE_REGRESSION : COMPARE_IMPROVEMENT, what,
            "%.0f (%.0f … %.0f) → %.0f (%.0f … %.0f) ns: %+.0f %%", x, json_number_value(get(a, "min")),
            json_number_value(get(a, "max")), y, json_number_value(get(b, "min")),
            json_number_value(get(b, "max")), 100 * (y - x) / x);
}

static void compare_arm(struct compare *c, const json_t *d0, const json_t *from, const json_t *d1,
                        const json_t *to)
{
    c->result->compared++;
    compare_verdicts(c, d0, from, d1, to);
    compare_digests(c, from, d1, to);
    if (!c->same_trace || (c->result->hosts_differ && !c->params->times) ||
        !json_is_object(get(from, "ns_per_op")) || !json_is_object(get(to, "ns_per_op")))
        return;
    c->result->times++;
    compare_cost(c, from, to, "ns_per_op", "time");
    compare_cost(c, from, to, "submit_ns_per_op", "submit time");
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
        add(c, good && strcmp(a, good) ? COMPARE_CHANGE : COMPARE_REGRESSION, key, "%s → %s", a, b);
    else
        add(c, strcmp(a, "differs") ? COMPARE_CHANGE : COMPARE_IMPROVEMENT, key, "%s → %s", a, b);
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
            add(c, b[0] ? COMPARE_REGRESSION : COMPARE_IMPROVEMENT, "driver", "%s",
                b[0] ? b : "can be judged now");
        return;
    }
    c->same_driver = same_text(from, to, "renderer") && same_text(from, to, "version");
    if (!c->same_driver)
        add(c, COMPARE_CHANGE, "driver", "%s, %s → %s, %s", document_text(from, "renderer"),
            document_text(from, "version"), document_text(to, "renderer"), document_text(to, "version"));
    compare_oracle(c, from, to, "golden", NULL);
    compare_oracle(c, from, to, "checksum", NULL);
    compare_oracle(c, from, to, "native", "identical");
    json_array_foreach(get(from, "arms"), i, arm)
    {
        c->tier = document_text(arm, "tier");
        other = document_find(get(to, "arms"), "tier", c->tier);
        if (other)
            compare_arm(c, from, arm, to, other);
        else
            add_lone(c, true);
    }
    json_array_foreach(get(to, "arms"), i, arm)
    {
        c->tier = document_text(arm, "tier");
        if (!document_find(get(from, "arms"), "tier", c->tier))
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
        add(c, b[0] ? COMPARE_REGRESSION : COMPARE_IMPROVEMENT, "trace", "%s", b[0] ? b : "can be read now");
    else if (!c->same_trace)
        add(c, COMPARE_CHANGE, "trace", "is another file: digests and times are not compared");
    json_array_foreach(get(from, "drivers"), i, driver)
    {
        other = document_find(get(to, "drivers"), "driver", document_text(driver, "driver"));
        if (other) {
            compare_driver(c, driver, other);
            continue;
        }
        c->driver = document_text(driver, "driver");
        c->tier = "";
        add_lone(c, true);
    }
    json_array_foreach(get(to, "drivers"), i, driver)
    {
        c->driver = document_text(driver, "driver");
        c->tier = "";
        if (!document_find(get(from, "drivers"), "driver", c->driver))
            add_lone(c, false);
    }
}

static json_t *index_traces(const json_t *document)
{
    json_t *index = json_object(), *trace;
    size_t i;

    json_array_foreach(get(document, "traces"), i, trace)
    {
        json_object_set(index, document_text(trace, "trace"), trace);
    }
    return index;
}

static int compare_double(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

struct values {
    double *items;
    size_t n;
};

static void gather(const json_t *document, struct values *values)
{
    const json_t *trace, *driver, *arm;
    size_t t, d, a;

    json_array_foreach(get(document, "traces"), t, trace)
    {
        json_array_foreach(get(trace, "drivers"), d, driver)
        {
            json_array_foreach(get(driver, "arms"), a, arm)
            {
                double deviation = compare_deviation(get(arm, "ns_per_op"));
                double *grown = values->items;
                if (deviation < 0)
                    continue;
                if (!(values->n & (values->n - 1)))
                    grown = realloc(values->items, (values->n ? values->n * 2 : 1) * sizeof *grown);
                if (!grown)
                    return;
                values->items = grown;
                grown[values->n++] = deviation;
            }
        }
    }
}

/* The median of the deviations of all arms. */
static double usual_noise(const json_t *before, const json_t *after)
{
    struct values values = {0};
    double noise = 0;

    gather(before, &values);
    gather(after, &values);
    if (values.n) {
        qsort(values.items, values.n, sizeof *values.items, compare_double);
        noise = values.items[values.n / 2];
    }
    free(values.items);
    return noise;
}

static bool hosts_differ(const json_t *a, const json_t *b)
{
    const json_t *x = get(a, "host"), *y = get(b, "host");

    return get(a, "hosts") || get(b, "hosts") || !same_text(x, y, "name") || !same_text(x, y, "machine") ||
           !json_equal(get(x, "cpus"), get(y, "cpus"));
}

bool compare_documents(const json_t *before, const json_t *after, const struct compare_params *params,
                       struct compare_result *result)
{
    struct compare c = {.params = params, .result = result};
    json_t *old = index_traces(before), *new = index_traces(after);
    const json_t *trace, *other;
    size_t i;

    *result = (struct compare_result){.hosts_differ = hosts_differ(before, after)};
    c.noise = result->noise = usual_noise(before, after);
    json_array_foreach(get(before, "traces"), i, trace)
    {
        c.trace = document_text(trace, "trace");
        c.driver = c.tier = "";
        other = json_object_get(new, c.trace);
        if (other)
            compare_trace(&c, trace, other);
        else
            add_lone(&c, true);
    }
    json_array_foreach(get(after, "traces"), i, trace)
    {
        c.trace = document_text(trace, "trace");
        c.driver = c.tier = "";
        if (!json_object_get(old, c.trace))
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
