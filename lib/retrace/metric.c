/* SPDX-License-Identifier: MIT */
/* Good or bad, from a document. What was not right before either is no news: with a good result at hand an
 * arm is held to what it was there. */
#include "retrace/metric.h"

#include "retrace/document.h"
#include "tiers/tiers.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

bool metric_parse(const char *word, struct metric *metric)
{
    *metric = (struct metric){.kind = METRIC_PIXELS, .tier = TIERS_NONE};
    if (!strcmp(word, "pixels"))
        return true;
    if (!strcmp(word, "time")) {
        metric->kind = METRIC_TIME;
        return true;
    }
    if (strncmp(word, "tier=", 5))
        return false;
    metric->kind = METRIC_TIER;
    metric->tier = tiers_find(word + 5);
    return metric->tier != TIERS_NONE;
}

struct question {
    const struct metric *metric;
    const json_t *trace, *driver, *good; /* good: the driver of the good document, or NULL */
    char *why;
    size_t size;
};

static const json_t *arm_of(const json_t *driver, const char *tier)
{
    return document_find(json_object_get(driver, "arms"), "tier", tier);
}

static enum bisect_answer say(const struct question *q, enum bisect_answer answer, const char *what,
                              const json_t *arm)
{
    const char *reason = document_text(arm, "reason");

    snprintf(q->why, q->size, "%s%s%s: %s%s%s", document_text(q->trace, "trace"), arm ? " " : "",
             document_text(arm, "tier"), what, reason[0] ? ": " : "", reason);
    return answer;
}

static bool is(const json_t *object, const char *key, const char *value)
{
    return !strcmp(document_text(object, key), value);
}

static bool same_pixels(const json_t *a, const json_t *b)
{
    const json_t *x = json_object_get(a, "frames"), *y = json_object_get(b, "frames");
    size_t n = json_array_size(x);

    if (n != json_array_size(y))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!is(json_array_get(x, i), "md5", document_text(json_array_get(y, i), "md5")))
            return false;
    return true;
}

/* An arm that ran, so that it has pixels. */
static bool ran(const json_t *arm)
{
    static const char *const verdicts[] = {"identical", "partial", "demoted", "differs", "no-batches"};

    for (size_t i = 0; i < sizeof verdicts / sizeof verdicts[0]; i++)
        if (is(arm, "verdict", verdicts[i]))
            return true;
    return false;
}

static enum bisect_answer judge_arm_pixels(const struct question *q, const json_t *arm)
{
    const json_t *before = arm_of(q->good, document_text(arm, "tier"));

    if (is(arm, "stability", "flakes"))
        return say(q, BISECT_SKIP, "flakes", arm);
    if (before && ran(before) && ran(arm) && !same_pixels(before, arm))
        return say(q, BISECT_BAD, "other pixels", arm);
    if (!document_arm_ok(q->driver, arm) && (!before || document_arm_ok(q->good, before)))
        return say(q, BISECT_BAD, document_text(arm, "verdict"), arm);
    return BISECT_GOOD;
}

static enum bisect_answer judge_pixels(const struct question *q)
{
    enum bisect_answer answer = BISECT_GOOD;
    const json_t *arm;
    size_t i;

    if (!q->good && is(q->driver, "golden", "differs"))
        return say(q, BISECT_BAD, "the golden differs", NULL);
    if (!q->good && is(q->driver, "checksum", "differs"))
        return say(q, BISECT_BAD, "the manifest's checksum differs", NULL);
    if (!q->good && json_is_true(json_object_get(q->driver, "native_unexpected")))
        return say(q, BISECT_BAD, "desktop GL draws other pixels", NULL);
    json_array_foreach(json_object_get(q->driver, "arms"), i, arm)
    {
        enum bisect_answer one = judge_arm_pixels(q, arm);
        if (one == BISECT_BAD)
            return one;
        answer = one == BISECT_SKIP ? one : answer;
    }
    return answer;
}

static enum bisect_answer judge_tier(const struct question *q)
{
    const char *tier = tiers_name((enum tiers_tier)q->metric->tier);
    const json_t *arm = arm_of(q->driver, tier), *before = arm_of(q->good, tier);
    json_int_t executed = json_integer_value(json_object_get(json_object_get(arm, "batches"), "executed"));

    if (!arm)
        return say(q, BISECT_SKIP, "the tier was not run", NULL);
    if (is(arm, "stability", "flakes"))
        return say(q, BISECT_SKIP, "flakes", arm);
    if (is(arm, "verdict", "identical"))
        return BISECT_GOOD;
    if (is(arm, "verdict", "no-batches"))
        return say(q, BISECT_SKIP, "no batches", arm);
    if (before && is(arm, "verdict", "partial") && is(before, "verdict", "partial") &&
        executed >= json_integer_value(json_object_get(json_object_get(before, "batches"), "executed")))
        return BISECT_GOOD;
    return say(q, BISECT_BAD, document_text(arm, "verdict"), arm);
}

static enum bisect_answer judge_trace(const struct question *q)
{
    if (document_text(q->trace, "error")[0])
        return say(q, BISECT_SKIP, document_text(q->trace, "error"), NULL);
    if (!q->driver)
        return say(q, BISECT_SKIP, "nothing was run", NULL);
    if (document_text(q->driver, "error")[0])
        return say(q, BISECT_SKIP, document_text(q->driver, "error"), NULL);
    if (!json_array_size(json_object_get(q->driver, "arms")))
        return say(q, BISECT_SKIP, "nothing was run", NULL);
    return q->metric->kind == METRIC_TIER ? judge_tier(q) : judge_pixels(q);
}

enum bisect_answer metric_judge(const struct metric *metric, const json_t *document, const json_t *good,
                                char *why, size_t size)
{
    struct question q = {.metric = metric, .why = why, .size = size};
    enum bisect_answer answer = BISECT_GOOD;
    size_t i;

    snprintf(why, size, "as it should be");
    if (!json_array_size(json_object_get(document, "traces"))) {
        snprintf(why, size, "nothing was run");
        return BISECT_SKIP;
    }
    json_array_foreach(json_object_get(document, "traces"), i, q.trace)
    {
        const json_t *before =
            document_find(json_object_get(good, "traces"), "trace", document_text(q.trace, "trace"));
        enum bisect_answer one;
        q.driver = json_array_get(json_object_get(q.trace, "drivers"), 0);
        q.good = json_array_get(json_object_get(before, "drivers"), 0);
        one = judge_trace(&q);
        if (one == BISECT_BAD)
            return one;
        answer = one == BISECT_SKIP ? one : answer;
    }
    return answer;
}
