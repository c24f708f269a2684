/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_H
#define RETRACE_EMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gl_api.h"

/* Desktop OpenGL on OpenGL ES: a context that answers the desktop function table on top of an ES context.
 * The desktop API has no context argument, so each thread has a current emulated context (emu_make_current),
 * the one piece of state that does not hang off a pointer. Thread-safety: contexts that share objects are
 * used by one thread at a time. */

struct log;
struct gles_caps;
struct emu_context;
struct emu_multidraw;
struct emu_draw_observer;

/* Something the application asked for that the emulation does not do. Counted, never silent. */
struct emu_gap {
    char *function; /* "glLogicOp" */
    char *reason;
    uint64_t count;
    bool affects_draw; /* pixels may differ because of it */
};

/* How the draws of vertex stages that read storage blocks or buffer textures had those bound: each such draw
 * counts once, and each range of a draw that had to be bound by itself, where its dearest binding stands. */
struct emu_window_counts {
    uint64_t native;  /* as the application bound them */
    uint64_t whole;   /* all that is bound, as buffer textures */
    uint64_t window;  /* the range that the draw reads */
    uint64_t texture; /* copied to a 2D texture, all or a range */
    uint64_t placed;  /* bytes of windows, and bytes that were bound there: no window exceeds them */
    uint64_t bound;
    struct emu_window_refusal {
        const char *reason; /* a string constant */
        uint64_t count;
    } refused[16]; /* runs that gave no range; such a draw has all that is bound copied, or is not drawn */
    size_t refused_count;
};

/* Gaps of all contexts of a run, and the counts of windows. Zero-initialised is empty; owned by the caller,
 * who finishes it. */
struct emu_gaps {
    struct emu_gap *items;
    size_t count, capacity;
    struct emu_window_counts windows;
};
void emu_gaps_finish(struct emu_gaps *gaps);

struct emu_context_params {
    const struct gles_table *es;  /* the driver, its context current; must outlive the emulated context */
    const struct gles_caps *caps; /* what the driver may be asked for; the same */
    struct emu_context *share;    /* shares objects with this one, or NULL */
    int major, minor;             /* desktop version asked for; 0: the highest there is */
    bool core;                    /* core profile: no fixed function, vertex array objects required */
    bool forward_compatible;
    const struct emu_multidraw
        *multidraw; /* owner of the multi-draw entry points (lib/tiers); NULL: glMultiDraw* are gaps */
    const void *multidraw_params;             /* handed to multidraw->create */
    struct emu_gaps *gaps;                    /* required */
    const struct emu_draw_observer *observer; /* of every draw (emu/draw.h), or NULL */
    const char *shader_cache; /* folder of translated shaders, made when it is missing; NULL: none */
    const struct log *log;
};

/* NULL when memory is out or the driver is below ES 3.0. The ES context must be current now, at every call of
 * the table, and at destruction. */
struct emu_context *emu_context_create(const struct emu_context_params *params);
/* NULL is legal. Objects die with the last context of their share group. */
void emu_context_destroy(struct emu_context *ctx);

/* Makes ctx (or none: NULL) the one that this thread's calls through its table act on. The first time,
 * `width` x `height` of the drawable set viewport and scissor, as GL has it. */
void emu_make_current(struct emu_context *ctx, int width, int height);

/* The draw surface that is current is new: zeroes, which fresh memory mostly is and what programs that do not
 * clear see on the driver's desktop GL. */
void emu_clear_new_drawable(void);

/* The desktop function table of this context; constant from creation to destruction. Functions that neither
 * the emulation nor the driver has are present and count a gap. */
const struct gl_table *emu_context_table(const struct emu_context *ctx);

/* The multi-draw owner's state for this context, as its create returned it. */
void *emu_context_multidraw(const struct emu_context *ctx);

#endif
