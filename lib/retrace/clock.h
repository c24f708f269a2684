/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_CLOCK_H
#define RETRACE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gl_table;
struct player;
struct trace_call;

/* The time of a replay, frame by frame, with the hooks that struct replay_params takes. Zero-initialised is
 * ready. op                one multi-draw call (batch) ns per op         median over the frames that have
 * batches of (frame time, glFinish included) / batches submit ns per op  time inside the multi-draw entry
 * points / batches gpu ns per op     as ns per op by the driver's own clock (timestamps), 0 where it has none
 */
struct replay_clock {
    bool warm_up, frame_ended;
    int64_t started, frame_ns; /* of the frame that is being played */
    int64_t batch_started, submit_ns;
    uint64_t frame_batches, batches;
    int64_t total_ns; /* of all frames that counted */
    struct clock_values {
        double *items; /* one value per counted frame */
        size_t n, capacity;
    } per_op, gpu_per_op;
    struct player *player; /* of this replay, once it was seen */
    const struct gl_table
        *gl; /* the context that the first timestamp of the frame was asked of; NULL: none was */
    unsigned queries[2];
};

int64_t clock_now_ns(void);

/* A new replay of the same trace begins; warm-up replays do not count. */
void replay_clock_start(struct replay_clock *clock, bool warm_up);
void replay_clock_part_begin(void *priv);
void replay_clock_frame(void *priv, struct player *player, const struct trace_call *call);
void replay_clock_part_end(void *priv, struct player *player);
void replay_clock_batch_begin(void *priv);
void replay_clock_batch_end(void *priv);

/* False when no frame had a batch. */
bool replay_clock_result(struct replay_clock *clock, double *ns, double *submit, double *gpu);
void replay_clock_finish(struct replay_clock *clock);

#endif
