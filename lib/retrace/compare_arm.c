/* SPDX-License-Identifier: MIT */
/* One arm: its verdict, its pixels, its times. One that crashed has no pixels and no times. */
#include "retrace/compare_priv.h"

#include "retrace/document.h"

#include <jansson.h>
#include <string.h>

static bool same_text(const json_t *a, const json_t *b, const char *key)
{
    return !strcmp(document_text(a, key), document_text(b, key));
}

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
    json_int_t a = json_integer_value(json_object_get(json_object_get(from, "batches"), "executed"));
    json_int_t b = json_integer_value(json_object_get(json_object_get(to, "batches"), "executed"));
    const char *reason = document_text(to, "reason"), *unexpected = document_text(to, "unexpected");

    if (!same_text(from, to, "verdict") || from_ok != to_ok)
        compare_add(c, verdict_kind(from, from_ok, to, to_ok), "verdict", "%s%s → %s%s%s%s%s%s",
                    document_text(from, "verdict"),
                    !strcmp(document_text(from, "stability"), "flakes") ? " (flakes)" : "",
                    document_text(to, "verdict"),
                    !strcmp(document_text(to, "stability"), "flakes") ? " (flakes)" : "",
                    reason[0] ? ": " : "", reason, unexpected[0] ? "; " : "", unexpected);
    else if (a != b && c->same_trace)
        compare_add(c, b < a ? COMPARE_REGRESSION : COMPARE_IMPROVEMENT, "batches",
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
    const json_t *a = json_object_get(from, "frames"), *b = json_object_get(to, "frames");
    const json_t *native = document_find(json_object_get(d1, "arms"), "tier", "native");
    long at;
    bool follows;

    if (!c->same_trace || !json_array_size(a) || !json_array_size(b))
        return;
    at = first_change(a, b);
    if (at < 0)
        return;
    /* Another version of the driver may draw other pixels, in which the emulation follows its desktop GL. */
    follows = !c->same_driver && json_array_size(json_object_get(native, "frames")) &&
              first_change(json_object_get(native, "frames"), b) < 0;
    compare_add(c, follows ? COMPARE_CHANGE : COMPARE_REGRESSION, "digests",
                "other pixels from frame %ld on%s", at, follows ? ", as the new driver's desktop GL" : "");
}

static void compare_cost(struct compare *c, const json_t *from, const json_t *to, const char *key,
                         const char *what)
{
    const json_t *a = json_object_get(from, key), *b = json_object_get(to, key);
    int change = compare_times(a, b, c->params->threshold, c->noise);
    double x = json_number_value(json_object_get(a, "median")),
           y = json_number_value(json_object_get(b, "median"));

    if (change)
        compare_add(c, change > 0 ? COMPARE_REGRESSION : COMPARE_IMPROVEMENT, what,
                    "%.0f (%.0f … %.0f) → %.0f (%.0f … %.0f) ns: %+.0f %%", x,
                    json_number_value(json_object_get(a, "min")),
                    json_number_value(json_object_get(a, "max")), y,
                    json_number_value(json_object_get(b, "min")),
                    json_number_value(json_object_get(b, "max")), 100 * (y - x) / x);
}

void compare_arm(struct compare *c, const json_t *d0, const json_t *from, const json_t *d1, const json_t *to)
{
    c->result->compared++;
    compare_verdicts(c, d0, from, d1, to);
    compare_digests(c, from, d1, to);
    if (!c->same_trace || (c->result->hosts_differ && !c->params->times) ||
        !json_is_object(json_object_get(from, "ns_per_op")) ||
        !json_is_object(json_object_get(to, "ns_per_op")))
        return;
    c->result->times++;
    compare_cost(c, from, to, "ns_per_op", "time");
    compare_cost(c, from, to, "submit_ns_per_op", "submit time");
}
