/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_REPLAY_H
#define RETRACE_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "retrace/player.h"
#include "trace/trace.h"

/* Replays a whole trace file on a backend: parser to player, a frame's calls read ahead of its replay, so
 * that reading can stay outside a clock. One thread; memory stays flat. */

struct replay_params {
    const char *path;
    const struct backend *backend; /* must outlive the call */
    const struct log *log;
    bool check_errors;                     /* as player_params */
    const struct trace_callset *snapshots; /* as player_params; replay ends after the last call it can hold */
    uint64_t max_frames;                   /* ends after so many frames; 0: the whole trace */
    /* All as in player_params; NULL: not wanted. */
    void (*frame)(void *priv, struct player *player, const struct trace_call *call);
    void (*snapshot)(void *priv, struct player *player, const struct trace_call *call);
    void (*batch_begin)(void *priv), (*batch_end)(void *priv);
    uint64_t limit_call;
    uint32_t limit_subdraws;
    /* Around the replay of the calls read ahead (up to a frame's end; a long frame comes in several parts):
     * what lies between is replay only, the rest is reading. The player has its contexts between the two. */
    void (*part_begin)(void *priv), (*part_end)(void *priv, struct player *player);
    void *priv;
};

struct replay_result {
    uint64_t calls, frames;
    struct trace_damage damage; /* status TRACE_END: the trace is whole */
    struct player_gap *gaps;    /* function names and reasons are the result's own */
    size_t gap_count;
    struct player_error *errors; /* names likewise; at most 1000 */
    size_t error_count;
};

/* False when the file cannot be opened or memory is out: `damage` tells. A damaged trace is replayed as far
 * as it was read. The result is filled in either case and finished by its owner. */
bool replay_run(const struct replay_params *params, struct replay_result *result);
void replay_result_finish(struct replay_result *result);

#endif
