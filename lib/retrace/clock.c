/* SPDX-License-Identifier: MIT */
/* Times the playing, never the parsing: the clock runs between part_begin and part_end, and a frame ends with
 * glFinish. Of the GPU's own clock two timestamps per frame are taken, which no query of the trace can be in
 * the way of; the first frame of a replay and frames that change contexts have none. */
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
    clock->player = NULL;
    clock->gl = NULL;
}

static bool has_timestamps(const struct gl_table *gl)
{
    GLint bits = 0;

    if (gl->QueryCounter && gl->GetQueryObjectui64v)
        gl->GetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
    return bits > 0 && gl->GetError() == GL_NO_ERROR;
}

static void begin_gpu(struct replay_clock *clock)
{
    const struct gl_table *gl = clock->player ? player_table(clock->player) : NULL;

    if (clock->gl || !gl || !has_timestamps(gl))
        return;
    clock->gl = gl;
    gl->GenQueries(2, clock->queries);
    gl->QueryCounter(clock->queries[0], GL_TIMESTAMP);
}

static bool grow(struct clock_values *values)
{
    size_t capacity = values->capacity ? values->capacity * 2 : 64;
    double *grown =
        values->n < values->capacity ? values->items : realloc(values->items, capacity * sizeof *grown);

    if (!grown)
        return false;
    if (values->n == values->capacity)
        values->capacity = capacity;
    values->items = grown;
    return true;
}

/* After glFinish: the results are there. */
static void end_gpu(struct replay_clock *clock)
{
    const struct gl_table *gl = clock->gl;
    GLuint64 begin = 0, end = 0;

    gl->GetQueryObjectui64v(clock->queries[0], GL_QUERY_RESULT, &begin);
    gl->GetQueryObjectui64v(clock->queries[1], GL_QUERY_RESULT, &end);
    if (clock->frame_batches && !clock->warm_up && begin && end > begin && grow(&clock->gpu_per_op))
        clock->gpu_per_op.items[clock->gpu_per_op.n++] = (double)(end - begin) / (double)clock->frame_batches;
}

void replay_clock_part_begin(void *priv)
{
    struct replay_clock *clock = priv;

    begin_gpu(clock);
    clock->started = clock_now_ns();
}

void replay_clock_frame(void *priv, struct player *player, const struct trace_call *call)
{
    (void)player;
    (void)call;
    ((struct replay_clock *)priv)->frame_ended = true;
}

static void end_frame(struct replay_clock *clock)
{
    if (!grow(&clock->per_op))
        return;
    clock->per_op.items[clock->per_op.n++] = (double)clock->frame_ns / (double)clock->frame_batches;
    clock->total_ns += clock->frame_ns;
}

void replay_clock_part_end(void *priv, struct player *player)
{
    struct replay_clock *clock = priv;
    const struct gl_table *gl = player_table(player);
    bool gpu = clock->frame_ended && gl && gl == clock->gl;

    clock->player = player;
    if (gpu)
        gl->QueryCounter(clock->queries[1], GL_TIMESTAMP);
    if (clock->frame_ended && gl)
        gl->Finish();
    clock->frame_ns += clock_now_ns() - clock->started;
    if (!clock->frame_ended)
        return;
    if (gpu) {
        end_gpu(clock);
        gl->DeleteQueries(2, clock->queries);
    }
    clock->gl = NULL;
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

static double median(struct clock_values *values)
{
    size_t n = values->n;

    if (!n)
        return 0;
    qsort(values->items, n, sizeof values->items[0], compare_double);
    return n % 2 ? values->items[n / 2] : (values->items[n / 2 - 1] + values->items[n / 2]) / 2;
}

bool replay_clock_result(struct replay_clock *clock, double *ns, double *submit, double *gpu)
{
    if (!clock->per_op.n || !clock->batches)
        return false;
    *ns = median(&clock->per_op);
    *submit = (double)clock->submit_ns / (double)clock->batches;
    *gpu = median(&clock->gpu_per_op);
    return true;
}

void replay_clock_finish(struct replay_clock *clock)
{
    free(clock->per_op.items);
    free(clock->gpu_per_op.items);
    memset(clock, 0, sizeof *clock);
}
