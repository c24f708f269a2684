/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_PLAYER_H
#define RETRACE_PLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Replays the calls of a trace on a backend: decodes arguments, translates object names, follows mapped
 * memory, interprets window-system calls. Knows neither the driver nor the emulation. Single-threaded: all
 * threads of the trace replay on the calling one, in leave order. */

struct log;
struct backend;
struct gl_table;
struct player;
struct trace_call;
struct trace_callset;

/* A call that could not be replayed, counted by function and reason. */
struct player_gap {
    const char *function, *reason;
    uint64_t count;
};

/* A GL error that the replay raised. */
struct player_error {
    uint64_t call;
    const char *function;
    unsigned code; /* GL_INVALID_… */
};

struct player_params {
    const struct backend *backend; /* must outlive the player */
    const struct log *log;
    bool check_errors; /* glGetError after every call: exact call numbers, slower; else once per frame */
    /* Called before a swap (call is the swap), and after the last call of a trace without swaps when anything
     * was drawn (call NULL), with the context current whose frame it is. NULL: not wanted. */
    void (*frame)(void *priv, struct player *player, const struct trace_call *call);
    /* Called after each call of `snapshots` (before it, at a swap). */
    const struct trace_callset *snapshots;
    void (*snapshot)(void *priv, struct player *player, const struct trace_call *call);
    /* Called around each call that is a multi-draw batch, for timing inside entry points; NULL: not wanted.
     */
    void (*batch_begin)(void *priv), (*batch_end)(void *priv);
    /* Of the batch at call `limit_call` only the first so many sub-draws are drawn; 0: all of every batch. */
    uint64_t limit_call;
    uint32_t limit_subdraws;
    /* Bytes that the player may keep for the trace (names, programs, client arrays, …; not the driver's);
     * calls beyond are gaps. 0: any. */
    size_t memory_limit;
    void *priv;
};

/* NULL when memory is out. */
struct player *player_create(const struct player_params *params);
/* Destroys every context and drawable that the trace left. NULL is legal. */
void player_destroy(struct player *player);

/* Replays one call. Never fails: what cannot be replayed becomes a gap. `semantic` is trace_parser_semantic.
 */
void player_call(struct player *player, const struct trace_call *call);
/* The trace has no more calls: ends a last frame without a swap. */
void player_finish(struct player *player);

/* Pixels of the current draw framebuffer's first colour buffer as RGBA8, top row first, no padding; allocated
 * with malloc, owned by the caller. NULL where GL refuses the read (nothing current, no colour buffer,
 * integer, multisample). Restores every state it touches. */
uint8_t *player_read_pixels(struct player *player, int *width, int *height);

/* Turns such pixels in place into the bytes that apitrace's replay hashes, and returns how many: RGB where
 * the default framebuffer is drawn to, RGBA where another is, whatever its options say. Before the next call
 * is replayed. */
size_t player_pack_pixels(const struct player *player, uint8_t *rgba, int width, int height);

/* Number of the last call that was replayed. */
uint64_t player_last_call(const struct player *player);

/* The current context's table, or NULL. */
const struct gl_table *player_table(const struct player *player);

size_t player_gaps(const struct player *player, const struct player_gap **gaps);
size_t player_errors(const struct player *player,
                     const struct player_error **errors); /* at most 1000 are kept */
uint64_t player_frames(const struct player *player);

#endif
