/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_REPLAY_H
#define RETRACE_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "retrace/player.h"
#include "trace/trace.h"

struct backend;
struct log;

/* One replay of one trace from its first call to its last: the loop of parser and player. A frame's calls are parsed before the first of
 * them is played, so that the player's time can be taken alone; a frame that would hold too much memory is parsed and
 * played in parts, and only the playing is between `play` and `rest`. */

struct replay_params {
    const char *path;
    const struct backend *backend;
    const struct log *log;
    bool check_errors;                     /* as player_params */
    const struct trace_callset *snapshots; /* the replay ends after its last call; NULL: none */
    void (*frame)(void *priv, struct player *player, const struct trace_call *call);    /* as player_params */
    void (*snapshot)(void *priv, struct player *player, const struct trace_call *call); /* as player_params */
    void (*batch_begin)(void *priv), (*batch_end)(void *priv);                          /* as player_params */
    /* The player is about to play parsed calls, and has played them: the clock runs between. `frame_ended` tells that the last of them ended a
     * frame. All may be NULL. */
    void (*play)(void *priv, struct player *player);
    void (*rest)(void *priv, struct player *player, bool frame_ended);
    void (*progress)(void *priv, uint64_t done, uint64_t size); /* bytes of the file, now and then */
    void *priv;
};

struct replay_result {
    uint64_t calls, frames;
    struct trace_damage damage;      /* status TRACE_END when the trace is whole */
    struct player_gap *gaps;         /* of the player; owned */
    size_t n_gaps;
    struct player_error *errors;     /* owned */
    size_t n_errors;
};

/* False when the trace cannot be opened (result->damage says why) or memory is out. Fills *result in any case. */
bool replay_run(const struct replay_params *params, struct replay_result *result);
void replay_result_finish(struct replay_result *result);

#endif
