/* SPDX-License-Identifier: MIT */
/* The verdict of one arm. Three things are checked, each on its own evidence: that the tier announced itself
 * (the worker's log), that it took every batch (its counters), and that the pixels are those of the reference
 * (digests). The order below is the order of severity: what did not run is not compared, what differs is not
 * excused by a decline. */
#include "retrace/harness.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

bool verdict_is_good(enum verdict verdict)
{
    return verdict == VERDICT_IDENTICAL || verdict == VERDICT_PARTIAL || verdict == VERDICT_DEMOTED ||
           verdict == VERDICT_UNSUPPORTED || verdict == VERDICT_NO_BATCHES;
}

int64_t verdict_compare_frames(const struct arm *a, const struct arm *b)
{
    size_t common = a->n_frames < b->n_frames ? a->n_frames : b->n_frames;

    for (size_t i = 0; i < common; i++)
        if (strcmp(a->frames[i].rgba_md5, b->frames[i].rgba_md5) ||
            a->frames[i].width != b->frames[i].width || a->frames[i].height != b->frames[i].height)
            return (int64_t)i;
    return a->n_frames == b->n_frames ? -1 : (int64_t)common;
}

static void set(struct arm *arm, enum verdict verdict, const char *reason)
{
    arm->verdict = verdict;
    snprintf(arm->reason, sizeof arm->reason, "%s", reason);
}

/* The process itself: crashed, hung, gave up. */
static bool judge_process(struct arm *arm)
{
    const struct spawn_status *s = &arm->status;
    size_t frames = arm->n_frames;

    if (s->how == SPAWN_HUNG) {
        arm->verdict = VERDICT_HUNG;
        snprintf(arm->reason, sizeof arm->reason, "ran past the time limit after %zu frames", frames);
    } else if (s->how == SPAWN_SIGNALLED) {
        arm->verdict = VERDICT_CRASHED;
        snprintf(arm->reason, sizeof arm->reason, "%s (signal %d) after %zu frames",
                 spawn_signal_name(s->code), s->code, frames);
    } else if (s->how == SPAWN_FAILED) {
        arm->verdict = VERDICT_FAILED;
        snprintf(arm->reason, sizeof arm->reason, "the worker could not be started: %s", strerror(s->code));
    } else if (!arm->ended) {
        arm->verdict = VERDICT_FAILED;
        if (arm->message)
            snprintf(arm->reason, sizeof arm->reason, "%s", arm->message);
        else
            snprintf(arm->reason, sizeof arm->reason, "the worker ended with status %d and no result",
                     s->code);
    } else {
        return false;
    }
    return true;
}

static bool has_error(const json_t *errors, const json_t *wanted)
{
    const json_t *item;
    size_t i;

    json_array_foreach(errors, i, item)
    {
        if (json_equal(item, wanted))
            return true;
    }
    return false;
}

static const char *error_name(json_int_t code)
{
    static const char *const names[] = {"GL_INVALID_ENUM",
                                        "GL_INVALID_VALUE",
                                        "GL_INVALID_OPERATION",
                                        "GL_STACK_OVERFLOW",
                                        "GL_STACK_UNDERFLOW",
                                        "GL_OUT_OF_MEMORY",
                                        "GL_INVALID_FRAMEBUFFER_OPERATION"};

    return code >= 0x500 && code <= 0x506 ? names[code - 0x500] : "a GL error";
}

/* A GL error that the trace's program did not cause itself: one that desktop GL (or, where there is none, the
 * reference) does not raise. */
static bool judge_errors(struct arm *arm, const struct arm *oracle)
{
    const json_t *item;
    size_t i;

    json_array_foreach(arm->errors, i, item)
    {
        if (oracle == arm || (oracle && has_error(oracle->errors, item)))
            continue;
        arm->verdict = VERDICT_FAILED;
        snprintf(arm->reason, sizeof arm->reason, "%s at call %lld, %s",
                 error_name(json_integer_value(json_object_get(item, "code"))),
                 (long long)json_integer_value(json_object_get(item, "call")),
                 json_string_value(json_object_get(item, "function")));
        return true;
    }
    return false;
}

/* A gap that may have changed pixels is forgiven when the pixels are those of desktop GL all the same. */
static bool judge_gaps(struct arm *arm, const struct arm *native)
{
    const json_t *item;
    size_t i;

    if (native && native->ended && verdict_compare_frames(arm, native) < 0)
        return false;
    json_array_foreach(arm->gaps, i, item)
    {
        if (!json_is_true(json_object_get(item, "draw")))
            continue;
        arm->verdict = VERDICT_FAILED;
        snprintf(arm->reason, sizeof arm->reason, "gap: %s: %s (%lld)",
                 json_string_value(json_object_get(item, "function")),
                 json_string_value(json_object_get(item, "reason")),
                 (long long)json_integer_value(json_object_get(item, "count")));
        return true;
    }
    return false;
}

static bool all_blank(const struct arm *arm)
{
    size_t seen = 0;

    for (size_t i = 0; i < arm->n_frames; i++) {
        if (!arm->frames[i].md5[0])
            continue;
        if (!arm->frames[i].blank)
            return false;
        seen++;
    }
    return seen > 0;
}

void verdict_locate(struct arm *arm, int64_t call, int64_t subdraw)
{
    int at;

    arm->diverges_call = call;
    arm->diverges_subdraw = subdraw;
    at = snprintf(arm->reason, sizeof arm->reason, "first at frame %lld, call %lld",
                  (long long)arm->diverges_frame, (long long)call);
    if (subdraw >= 0)
        snprintf(arm->reason + at, sizeof arm->reason - (size_t)at, ", sub-draw %lld", (long long)subdraw);
}

static bool judge_pixels(struct arm *arm, const struct arm *reference)
{
    int64_t frame = verdict_compare_frames(arm, reference);
    const struct arm *where = (size_t)frame < arm->n_frames ? arm : reference;

    if (frame < 0)
        return false;
    arm->diverges_frame = frame;
    arm->verdict = VERDICT_DIFFERS;
    verdict_locate(arm, (int64_t)where->frames[frame].call, -1);
    return true;
}

static void list_declines(struct arm *arm, enum tiers_tier tier)
{
    struct tiers_declined cell;
    size_t cursor = 0, at = 0;

    arm->reason[0] = 0;
    while (tiers_declined_next(&arm->stats, &cursor, &cell))
        if (cell.tier == tier && at < sizeof arm->reason)
            at += (size_t)snprintf(arm->reason + at, sizeof arm->reason - at, "%s%s:%llu",
                                   at ? ", " : "declined ", tiers_reason_name(cell.reason),
                                   (unsigned long long)cell.count);
}

static void judge_batches(struct arm *arm, enum tiers_tier tier)
{
    const struct tiers_stats *stats = &arm->stats;
    uint64_t executed = stats->executed[tier];

    if (!stats->batches)
        set(arm, VERDICT_NO_BATCHES, "");
    else if (!executed) {
        list_declines(arm, tier);
        arm->verdict = VERDICT_DEMOTED;
    } else if (!arm->announced[tier] && executed > stats->empty)
        set(arm, VERDICT_FAILED, "the tier counted batches but announced none");
    else if (executed < stats->batches) {
        list_declines(arm, tier);
        arm->verdict = VERDICT_PARTIAL;
    } else
        set(arm, VERDICT_IDENTICAL, "");
}

void verdict_judge(struct arm *arm, const struct arm *reference, const struct arm *native)
{
    enum tiers_tier tier = tiers_find(arm->tier);

    if (judge_process(arm))
        return;
    if (judge_errors(arm, native ? native : reference == arm ? NULL : reference)) {
        judge_gaps(arm, native); /* what could not be replayed is the likelier cause, and has a name */
        return;
    }
    if (reference && reference != arm && !reference->ended) {
        set(arm, VERDICT_FAILED, "the reference did not finish: there is nothing to compare with");
        return;
    }
    if (reference && reference != arm && judge_pixels(arm, reference))
        return;
    if (judge_gaps(arm, native))
        return;
    if (arm->stats.batches && all_blank(arm) && !(native && native->ended && all_blank(native))) {
        set(arm, VERDICT_FAILED, "every frame is blank");
        return;
    }
    if (arm->stats.dropped) {
        set(arm, VERDICT_FAILED, "batches were dropped");
        return;
    }
    if (tier == TIERS_NONE)
        set(arm, VERDICT_IDENTICAL, "");
    else
        judge_batches(arm, tier);
}
