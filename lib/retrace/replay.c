/* SPDX-License-Identifier: MIT */
/* The replay loop. Where it is timed, calls are read until a frame ends or enough memory is held, then
 * replayed in one go: what is timed is replay alone. Else a few are read at a time: what they carry is then
 * still in the caches, and in memory that was touched before. The result outlives the parser, so its strings
 * are copied. */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

enum { TIMED_CALLS = 1 << 16, TIMED_BYTES = 64 << 20, UNTIMED_CALLS = 256, UNTIMED_BYTES = 2 << 20 };
enum { MEMORY_MIN = 64 << 20, MEMORY_RATIO = 64 };

enum { UNKNOWN, ENDS_FRAME, GOES_ON };

struct part {
    struct trace_call **calls;
    size_t count, capacity;
    size_t max_calls, max_bytes;
    uint8_t *kinds; /* by function index: what the name means, looked up once */
    size_t kind_count;
};

static bool ends_frame(struct part *part, const struct trace_function *fn)
{
    if (fn->index >= part->kind_count) {
        size_t count = fn->index + 256;
        uint8_t *kinds = realloc(part->kinds, count);

        if (!kinds)
            return trace_name_ends_frame(fn->name);
        memset(kinds + part->kind_count, UNKNOWN, count - part->kind_count);
        part->kinds = kinds;
        part->kind_count = count;
    }
    if (part->kinds[fn->index] == UNKNOWN)
        part->kinds[fn->index] = trace_name_ends_frame(fn->name) ? ENDS_FRAME : GOES_ON;
    return part->kinds[fn->index] == ENDS_FRAME;
}

static bool append(struct part *part, struct trace_call *call)
{
    if (part->count == part->capacity) {
        size_t capacity = part->capacity ? part->capacity * 2 : 1024;
        struct trace_call **calls = realloc(part->calls, capacity * sizeof(struct trace_call *));

        if (!calls)
            return false;
        part->calls = calls;
        part->capacity = capacity;
    }
    part->calls[part->count++] = call;
    return true;
}

/* Reads up to the end of a frame at most. False when the trace has no more. */
static bool read_part(struct trace_parser *parser, struct part *part)
{
    struct trace_call *call;

    part->count = 0;
    trace_parser_recycle(parser);
    while (part->count < part->max_calls && trace_parser_held(parser) < part->max_bytes) {
        if (trace_parser_next(parser, &call) != TRACE_OK || !append(part, call))
            return false;
        if (ends_frame(part, call->fn))
            return true;
    }
    return true;
}

/* False when the replay need not go on. */
static bool play_part(const struct replay_params *params, struct player *player, const struct part *part,
                      uint64_t *calls)
{
    uint64_t last = params->snapshots ? trace_callset_last(params->snapshots) : UINT64_MAX;
    bool more = true;

    if (params->part_begin)
        params->part_begin(params->priv);
    for (size_t i = 0; more && i < part->count; i++) {
        player_call(player, part->calls[i]);
        ++*calls;
        more =
            part->calls[i]->no < last && (!params->max_frames || player_frames(player) < params->max_frames);
    }
    if (params->part_end)
        params->part_end(params->priv, player);
    return more;
}

/* As much again as the parser allows itself for a file of that size. */
static size_t memory_limit(const struct trace_parser *parser)
{
    uint64_t done, size;

    trace_parser_progress(parser, &done, &size);
    return size > MEMORY_MIN / MEMORY_RATIO ? size * MEMORY_RATIO : MEMORY_MIN;
}

static struct player *make_player(const struct replay_params *params, const struct trace_parser *parser)
{
    return player_create(&(struct player_params){
        .memory_limit = memory_limit(parser),
        .backend = params->backend,
        .log = params->log,
        .check_errors = params->check_errors,
        .frame = params->frame,
        .snapshots = params->snapshots,
        .snapshot = params->snapshot,
        .batch_begin = params->batch_begin,
        .batch_end = params->batch_end,
        .limit_call = params->limit_call,
        .limit_subdraws = params->limit_subdraws,
        .priv = params->priv,
    });
}

static void collect(struct replay_result *result, struct player *player)
{
    const struct player_gap *gaps;
    const struct player_error *errors;
    size_t gap_count = player_gaps(player, &gaps), error_count = player_errors(player, &errors);

    result->frames = player_frames(player);
    result->gaps = calloc(gap_count + 1, sizeof *gaps);
    for (size_t i = 0; result->gaps && i < gap_count; i++) {
        result->gaps[i] = gaps[i];
        result->gaps[i].function = strdup(gaps[i].function);
        result->gap_count++;
    }
    result->errors = calloc(error_count + 1, sizeof *errors);
    for (size_t i = 0; result->errors && i < error_count; i++) {
        result->errors[i] = errors[i];
        result->errors[i].function = strdup(errors[i].function);
        result->error_count++;
    }
}

bool replay_run(const struct replay_params *params, struct replay_result *result)
{
    bool timed = params->part_begin != NULL;
    struct part part = {.max_calls = timed ? TIMED_CALLS : UNTIMED_CALLS,
                        .max_bytes = timed ? TIMED_BYTES : UNTIMED_BYTES};
    struct trace_parser *parser;
    struct player *player;
    bool more = true;

    memset(result, 0, sizeof *result);
    parser = trace_parser_open(params->path, params->log, &result->damage);
    if (!parser)
        return false;
    player = make_player(params, parser);
    while (player && more) {
        more = read_part(parser, &part);
        more = play_part(params, player, &part, &result->calls) && more;
    }
    if (player) {
        player_finish(player);
        collect(result, player);
    }
    result->damage = *trace_parser_damage(parser);
    if (!player)
        result->damage.status = TRACE_IO;
    player_destroy(player);
    trace_parser_close(parser);
    free(part.calls);
    free(part.kinds);
    return player != NULL;
}

void replay_result_finish(struct replay_result *result)
{
    for (size_t i = 0; i < result->gap_count; i++)
        free((char *)result->gaps[i].function);
    for (size_t i = 0; i < result->error_count; i++)
        free((char *)result->errors[i].function);
    free(result->gaps);
    free(result->errors);
    memset(result, 0, sizeof *result);
}
