/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_WS_H
#define RETRACE_WS_H

#include "player_decode.h"

/* Window systems: their calls are interpreted, never executed, so a capture of any of them replays here. What
 * they have in common is in ws.c; ws_glx.c, ws_egl.c, ws_wgl.c and ws_cgl.c know the arguments. */

struct ws_row {
    const char *name; /* a trailing * matches any rest */
    struct player_entry entry;
};

/* Sorted by nothing, searched once per signature: the first row that matches. */
extern const struct ws_row ws_glx_rows[], ws_egl_rows[], ws_wgl_rows[], ws_cgl_rows[];

/* Rows of the tables. */
#define WS_PLAY(fn, n)                                                                                       \
    {                                                                                                        \
        fn, NULL, PLAYER_PLAY, n, false                                                                      \
    }
#define WS_SKIP                                                                                              \
    {                                                                                                        \
        NULL, NULL, PLAYER_SKIP, 0, false                                                                    \
    }
#define WS_GAP(why)                                                                                          \
    {                                                                                                        \
        NULL, why, PLAYER_GAP, 0, false                                                                      \
    }

/* Version, profile and flags as the attribute lists have them; zero is a context made without any. */
struct ws_attribs {
    int major, minor;
    unsigned profile; /* bits 1 core, 2 compatibility, 4 ES; 0: not given */
    bool forward_compatible, debug;
    bool es; /* of EGL's current API */
};

/* The value of `name` in a list of pairs, or `otherwise`. */
int64_t ws_attrib(const struct trace_value *list, int64_t name, int64_t otherwise);
/* GLX and WGL share their attribute numbers. */
struct ws_attribs ws_attribs_arb(const struct trace_value *list);

/* A context for a handle; share 0: none. Counts a gap when it cannot be had. */
void ws_context_create(struct player *p, const struct trace_call *call, uint64_t handle, uint64_t share,
                       const struct ws_attribs *attribs);
/* The context of a handle; one the trace never created is created, sharing with the first. NULL for 0. */
struct player_context *ws_context_get(struct player *p, const struct trace_call *call, uint64_t handle);
/* Once it is current on no thread. */
void ws_context_destroy(struct player *p, uint64_t handle);
/* wglShareLists: `handle`, not used yet, is made again so that it shares with `share`. */
void ws_context_share(struct player *p, const struct trace_call *call, uint64_t share, uint64_t handle);

/* The drawable of an id, created at 32x32 on its first use. NULL for 0. */
struct player_drawable *ws_drawable_get(struct player *p, const struct trace_call *call, uint64_t id);
void ws_drawable_create(struct player *p, const struct trace_call *call, uint64_t id, int64_t width,
                        int64_t height);
void ws_drawable_destroy(struct player *p, uint64_t id);

/* On the thread of the call. */
void ws_make_current(struct player *p, const struct trace_call *call, struct player_drawable *draw,
                     struct player_drawable *read, struct player_context *ctx);
/* The same by ids, 0 for none. */
void ws_make_current_ids(struct player *p, const struct trace_call *call, uint64_t draw, uint64_t read,
                         uint64_t ctx);
void ws_swap(struct player *p, struct player_drawable *drawable);

#endif
