/* SPDX-License-Identifier: MIT */
/* Merging works on the parsed documents and moves what it can. The arms of a trace on a driver mostly have
 * the same frames; those are kept once, which is what lets thousands of results fit in memory. */
#include "retrace/merge.h"

#include "log.h"
#include "retrace/document.h"
#include "tiers/tiers.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct merge {
    json_t *head, *hosts, *builds;
    json_t *traces; /* array */
    json_t *index;  /* name and content → the trace */
    const struct log *log;
};

struct merge *merge_create(const struct log *log)
{
    struct merge *merge = calloc(1, sizeof *merge);

    if (!merge)
        return NULL;
    merge->log = log;
    merge->hosts = json_array();
    merge->builds = json_array();
    merge->traces = json_array();
    merge->index = json_object();
    return merge;
}

void merge_destroy(struct merge *merge)
{
    if (!merge)
        return;
    json_decref(merge->head);
    json_decref(merge->hosts);
    json_decref(merge->builds);
    json_decref(merge->traces);
    json_decref(merge->index);
    free(merge);
}

/* --- arms --- */

static int arm_order(const char *tier)
{
    if (!strcmp(tier, "native"))
        return -1;
    return tiers_find(tier) == TIERS_NONE ? TIERS_COUNT : (int)tiers_find(tier);
}

static bool agree(const json_t *a, const json_t *b)
{
    return !strcmp(document_text(a, "verdict"), document_text(b, "verdict")) &&
           json_equal(json_object_get(a, "frames"), json_object_get(b, "frames"));
}

/* Looked for from `from` backwards, since lists are merged from their ends. */
static size_t index_of(const json_t *array, const json_t *item, size_t from)
{
    size_t n = json_array_size(array);

    for (size_t i = 0; i < n; i++) {
        size_t at = (from + n - i) % n;
        if (json_array_get(array, at) == item)
            return at;
    }
    return n;
}

static void add_arm(const struct merge *merge, json_t *arms, json_t *arm, const char *where, const char *name)
{
    const char *tier = document_text(arm, "tier");
    json_t *known = document_find(arms, "tier", tier);
    size_t at = 0;

    if (known) {
        if (!agree(known, arm))
            log_msg(merge->log, LOG_WARN, "%s: %s: %s was %s and is %s in %s, which counts", where, tier,
                    "the result", document_text(known, "verdict"), document_text(arm, "verdict"), name);
        json_array_set(arms, index_of(arms, known, 0), arm);
        return;
    }
    while (at < json_array_size(arms) &&
           arm_order(document_text(json_array_get(arms, at), "tier")) <= arm_order(tier))
        at++;
    json_array_insert(arms, at, arm);
}

/* Among arms from several runs the fastest is to be found anew, by the rule of a single run. */
static void find_fastest(json_t *driver)
{
    const json_t *arm, *best = NULL, *cost;
    bool clear = true;
    size_t i;

    for (int round = 0; round < 2; round++)
        json_array_foreach(json_object_get(driver, "arms"), i, arm)
        {
            cost = json_object_get(arm, "ns_per_op");
            if (!json_is_object(cost) || strcmp(document_text(arm, "verdict"), "identical") ||
                tiers_find(document_text(arm, "tier")) == TIERS_NONE)
                continue;
            if (round == 0) {
                if (!best ||
                    json_number_value(json_object_get(cost, "median")) <
                        json_number_value(json_object_get(json_object_get(best, "ns_per_op"), "median")))
                    best = arm;
            } else if (arm != best &&
                       json_number_value(json_object_get(cost, "min")) <=
                           json_number_value(json_object_get(json_object_get(best, "ns_per_op"), "max"))) {
                clear = false;
            }
        }
    json_object_set_new(driver, "fastest", best ? json_string(document_text(best, "tier")) : json_null());
    json_object_set_new(driver, "fastest_clear", json_boolean(best && clear));
}

/* --- drivers --- */

/* `at` is the place of what follows it in its document, and becomes its own. */
static void add_driver(const struct merge *merge, json_t *trace, json_t *driver, size_t *at, const char *name)
{
    json_t *drivers = json_object_get(trace, "drivers"), *known, *arms, *arm;
    char where[512];
    size_t i;

    known = document_find(drivers, "driver", document_text(driver, "driver"));
    if (!known) {
        document_share_frames(driver);
        json_array_insert(drivers, *at, driver);
        return;
    }
    *at = index_of(drivers, known, *at);
    snprintf(where, sizeof where, "%s on %s", document_text(trace, "trace"), document_text(driver, "driver"));
    if (document_text(driver, "error")[0] && !document_text(known, "error")[0]) {
        log_msg(merge->log, LOG_WARN, "%s: %s in %s; the earlier result counts", where,
                document_text(driver, "error"), name);
        return;
    }
    arms = json_incref(json_object_get(known, "arms"));
    if (document_text(known, "error")[0] ||
        strcmp(document_text(known, "renderer"), document_text(driver, "renderer"))) {
        log_msg(merge->log, LOG_WARN, "%s: %s has another result, which counts", where, name);
        json_array_clear(arms);
    }
    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        add_arm(merge, arms, arm, where, name);
    }
    json_object_update(known, driver);
    json_object_set_new(known, "arms", arms);
    find_fastest(known);
    document_share_frames(known);
}

/* --- traces --- */

static char *trace_key(const json_t *trace)
{
    char *key;

    return asprintf(&key, "%s\n%s", document_text(trace, "trace"), document_text(trace, "md5")) < 0 ? NULL
                                                                                                    : key;
}

/* What only a run that could replay the trace knows. */
static void take_description(json_t *known, const json_t *trace)
{
    static const char *const keys[] = {"calls", "frames", "batches", "subdraws", "damage"};

    if (json_integer_value(json_object_get(known, "calls")) ||
        !json_integer_value(json_object_get(trace, "calls")))
        return;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        json_object_set(known, keys[i], json_object_get(trace, keys[i]));
}

static bool add_trace(struct merge *merge, json_t *trace, size_t *at, const char *name)
{
    char *key = trace_key(trace);
    json_t *known = key ? json_object_get(merge->index, key) : NULL, *drivers;
    size_t place;

    if (!key)
        return false;
    drivers = json_incref(json_object_get(trace, "drivers"));
    if (!known) {
        known = trace;
        json_object_set_new(trace, "drivers", json_array());
        json_array_insert(merge->traces, *at, trace);
        json_object_set(merge->index, key, trace);
    } else {
        *at = index_of(merge->traces, known, *at);
        take_description(known, trace);
    }
    place = json_array_size(json_object_get(known, "drivers"));
    for (size_t i = json_array_size(drivers); i-- > 0;)
        add_driver(merge, known, json_array_get(drivers, i), &place, name);
    json_decref(drivers);
    free(key);
    return true;
}

static void add_once(json_t *list, json_t *item)
{
    const json_t *known;
    size_t i;

    json_array_foreach(list, i, known)
    {
        if (json_equal(known, item))
            return;
    }
    if (item)
        json_array_append(list, item);
}

static void add_all(json_t *list, const json_t *head, const char *several, const char *one)
{
    json_t *items = json_object_get(head, several), *item;
    size_t i;

    json_array_foreach(items, i, item)
    {
        add_once(list, item);
    }
    if (!items)
        add_once(list, json_object_get(head, one));
}

bool merge_add(struct merge *merge, json_t *document, const char *name)
{
    json_t *traces = json_incref(json_object_get(document, "traces"));
    size_t at = json_array_size(merge->traces);
    bool ok = true;

    json_object_del(document, "traces");
    add_all(merge->hosts, document, "hosts", "host");
    add_all(merge->builds, document, "builds", "retrace");
    if (!merge->head)
        merge->head = json_incref(document);
    for (size_t i = json_array_size(traces); ok && i-- > 0;)
        ok = add_trace(merge, json_array_get(traces, i), &at, name);
    json_decref(traces);
    json_decref(document);
    return ok;
}

json_t *merge_result(struct merge *merge)
{
    if (!merge->head)
        return NULL;
    if (json_array_size(merge->hosts) > 1)
        json_object_set(merge->head, "hosts", merge->hosts);
    if (json_array_size(merge->builds) > 1)
        json_object_set(merge->head, "builds", merge->builds);
    json_object_set(merge->head, "traces", merge->traces);
    return json_incref(merge->head);
}
