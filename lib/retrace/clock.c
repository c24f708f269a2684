/* SPDX-License-Identifier: MIT */
/* Times the playing, never the parsing: the clock runs between part_begin and part_end, and a frame ends with glFinish. */
#include "retrace/clock.h"

#include "gl_api.h"
#include "retrace/player.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

int64_t clock_now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void replay_clock_start(struct replay_clock *clock, bool warm_up)
{
    clock->warm_up = warm_up;
    clock->frame_ended = false;
    clock->frame_ns = 0;
    clock->frame_batches = 0;
}

void replay_clock_part_begin(void *priv)
{
    ((struct replay_clock *)priv)->started = clock_now_ns();
}

void replay_clock_frame(void *priv, struct player *player, const struct trace_call *call)
{
    (void)player;
    (void)call;
    ((struct replay_clock *)priv)->frame_ended = true;
}

static void end_frame(struct replay_clock *clock)
{
    if (clock->n == clock->capacity) {
        size_t capacity = clock->capacity ? clock->capacity * 2 : 64;
        double *grown = realloc(clock->per_op, capacity * sizeof *grown);
        if (!grown)
            return;
        clock->per_op = grown;
        clock->capacity = capacity;
    }
    clock->per_op[clock->n++] = (double)clock->frame_ns / (double)clock->frame_batches;
    clock->total_ns += clock->frame_ns;
}

void replay_clock_part_end(void *priv, struct player *player)
{
    struct replay_clock *clock = priv;
    const struct gl_table *gl = player_table(player);

    if (clock->frame_ended && gl)
        gl->Finish();
    clock->frame_ns += clock_now_ns() - clock->started;
    if (!clock->frame_ended)
        return;
    if (clock->frame_batches && !clock->warm_up)
        end_frame(clock);
    clock->frame_ended = false;
    clock->frame_ns = 0;
    clock->frame_batches = 0;
}

void replay_clock_batch_begin(void *priv)
{
    ((struct replay_clock *)priv)->batch_started = clock_now_ns();
}

void replay_clock_batch_end(void *priv)
{
    struct replay_clock *clock = priv;

    clock->frame_batches++;
    if (clock->warm_up)
        return;
    clock->submit_ns += clock_now_ns() - clock->batch_started;
    clock->batches++;
}

static int compare_double(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

bool replay_clock_result(const struct replay_clock *clock, double *ns, double *submit, double *gpu)
{
    size_t n = clock->n;

    if (!n || !clock->batches)
        return false;
    qsort(clock->per_op, n, sizeof clock->per_op[0], compare_double);
    *ns = n % 2 ? clock->per_op[n / 2] : (clock->per_op[n / 2 - 1] + clock->per_op[n / 2]) / 2;
    *submit = (double)clock->submit_ns / (double)clock->batches;
    *gpu = 0;
    return true;
}

void replay_clock_finish(struct replay_clock *clock)
{
    free(clock->per_op);
    memset(clock, 0, sizeof *clock);
}
