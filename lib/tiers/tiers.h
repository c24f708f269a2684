/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TIERS_H
#define RETRACE_TIERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gl_api.h"

/* Six ways of drawing a batch (one glMultiDrawElements or glMultiDrawElementsBaseVertex) on OpenGL ES: which
 * there are, which a driver has, which one a run used, and what a batch's facts let each of them do.
 * Thread-safety: as the emulated contexts that use it; the functions without a context are pure. */

struct gles_caps;
struct emu_context;

/* In the order of tables and log lines. */
enum tiers_tier {
    TIERS_EXT,
    TIERS_MULTIINDIRECT,
    TIERS_INDIRECT,
    TIERS_BASEVERTEX,
    TIERS_DRAWELEMENTS,
    TIERS_COMPUTE,
    TIERS_COUNT,
    TIERS_NONE = TIERS_COUNT, /* no tier: a batch that could not be drawn */
};

/* Why a tier did not take a batch. The first that applies, in this order, is the one counted. */
enum tiers_reason {
    TIERS_OK,
    TIERS_RESTART_INDEX, /* an application-chosen restart index: only a rewritten stream expresses it */
    TIERS_RESTART,       /* compute: primitive restart is on */
    TIERS_DRAW_ID,       /* the program reads gl_DrawID */
    TIERS_BASE_VERTEX,   /* the program reads gl_BaseVertex, and the bases vary */
    TIERS_PRIMITIVE_ID,  /* the program reads gl_PrimitiveID */
    TIERS_MODE,          /* a mode that the tier cannot draw: compute takes lists only, and ES has no quads */
    TIERS_FEEDBACK,      /* an open transform-feedback span */
    TIERS_CLIENT_INDICES, /* indices in client memory */
    TIERS_UNALIGNED,      /* an offset that is no multiple of the index size */
    TIERS_OUTSIDE,        /* a range outside the index buffer */
    TIERS_PARTIAL,        /* compute: a count that is no whole number of primitives */
    TIERS_BUFFER_SIZE,    /* compute: narrow indices in a buffer whose size is no multiple of 4 */
    TIERS_BLOCK_SIZE,     /* compute: an index buffer larger than a storage block may be */
    TIERS_TOO_MANY,       /* more indices than one dispatch reaches, or than an offset holds */
    TIERS_PROGRAM,        /* compute: the driver refused the flattening program */
    TIERS_MEMORY,         /* staging memory ran out */
    TIERS_WINDOW,         /* what the program fetches is bound through windows, and no one serves them all */
    TIERS_UNREADABLE,     /* the index buffer's contents cannot be read */
    TIERS_UNSUPPORTED,    /* the driver lacks what the tier needs */
    TIERS_REASONS,
};

/* "ext" …; NULL for TIERS_NONE. */
const char *tiers_name(enum tiers_tier tier);
/* One line of help. */
const char *tiers_summary(enum tiers_tier tier);
/* The tier of that name (case matters), or TIERS_NONE. */
enum tiers_tier tiers_find(const char *name);
/* "restart-index" …, "ok" for TIERS_OK. */
const char *tiers_reason_name(enum tiers_reason reason);

/* Whether the driver has what `tier` needs: extension strings, version and pointers. False with *missing set
 * to a string constant that names the first thing that lacks ("GL_EXT_multi_draw_arrays", "OpenGL ES 3.1").
 * `es` is the masked table. */
bool tiers_supported(const struct gles_caps *caps, const struct gles_table *es, enum tiers_tier tier,
                     const char **missing);
/* What "auto" takes: the first supported of ext, basevertex, multiindirect, indirect, drawelements. */
enum tiers_tier tiers_auto(const struct gles_caps *caps, const struct gles_table *es);

/* What happened to the batches of one context, or of all contexts of a run. Plain numbers, no ownership. */
struct tiers_stats {
    uint64_t contexts;
    enum tiers_tier resolved; /* of the newest context; TIERS_NONE while there is none */
    bool supported;      /* false: a tier was forced that the driver lacks, and auto's choice ran instead */
    const char *missing; /* what it lacks then; else NULL */
    bool announced[TIERS_COUNT];
    uint64_t batches;  /* valid calls, empty ones included; executed + dropped add up to it */
    uint64_t subdraws; /* of all batches, zero counts included */
    uint64_t empty;    /* batches of no indices at all: executed by the resolved tier, which issues nothing */
    uint64_t executed[TIERS_COUNT];
    uint64_t dropped;    /* no tier could draw them; each is a gap too */
    uint64_t dispatches; /* compute shaders run */
    uint64_t untiered;   /* glMultiDrawArrays, …Indirect and …Count calls */
    uint64_t rejected;   /* multi-draw calls that raised a GL error and drew nothing */
    uint64_t declined[TIERS_COUNT][TIERS_REASONS]
                     [TIERS_COUNT + 1]; /* [tier][reason][the tier that drew it, or TIERS_NONE] */
};

/* One non-zero cell of `declined`. */
struct tiers_declined {
    enum tiers_tier tier, to;
    enum tiers_reason reason;
    uint64_t count;
};
/* Steps through the non-zero cells in table order; *cursor starts at 0. False at the end. */
bool tiers_declined_next(const struct tiers_stats *stats, size_t *cursor, struct tiers_declined *out);

/* Parameters of tiers_multidraw (emu_context_params.multidraw_params). They need only live during context
 * creation, `stats` until the last such context is destroyed. */
struct tiers_params {
    const char *tier; /* "auto", NULL for the same, or a tier's name; an unknown name is taken for auto, with
                         a warning */
    struct tiers_stats *
        stats; /* counts of all contexts together, live; NULL: not wanted. Zero it before the first context */
};

/* This context's own counts. */
const struct tiers_stats *tiers_context_stats(const struct emu_context *ctx);

/* The owner of the multi-draw entry points, for emu_context_params.multidraw. */
struct emu_multidraw;
extern const struct emu_multidraw tiers_multidraw;

#endif
