/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TIERS_SHAPE_H
#define RETRACE_TIERS_SHAPE_H

#include "emu/draw.h"
#include "tiers/tiers.h"

/* The facts about one batch that decide which tiers may take it. No GL object behind them: the emulation
 * fills them in from a context, a census from a trace, and both then ask the same question. */
struct tiers_shape {
    GLenum mode;
    uint8_t index_size;   /* bytes */
    size_t subdraws;      /* zero counts included */
    uint64_t total;       /* indices, as the application asked for */
    uint64_t buffer_size; /* bytes of the index buffer; 0 with client_indices */
    uint64_t end; /* the highest byte of the buffer + 1 that any sub-draw reads; 0 with client_indices */
    enum draw_restart restart;
    bool restart_on; /* GL_PRIMITIVE_RESTART or …_FIXED_INDEX, even where no index can restart anything */
    bool client_indices; /* no index buffer is bound */
    bool unaligned;      /* an offset is no multiple of the index size (zero counts included) */
    bool outside;        /* a range leaves the index buffer */
    bool partial;        /* a count is no whole number of primitives; set for list modes only */
    bool bases_vary; /* among sub-draws with indices; matters where the program reads gl_BaseVertex, else may
                        be false */
    bool feedback;   /* a transform-feedback span is open and not paused */
    bool reads_draw_id, reads_base_vertex, reads_primitive_id; /* the program that draws */
};

/* What the driver allows, as far as it decides declines. */
struct tiers_limits {
    bool feedback; /* indexed and indirect draws in an open transform-feedback span (ES 3.2, or geometry
                      shaders) */
    uint64_t max_storage_block_size; /* bytes */
};

/* The most indices that one dispatch flattens: 65,535 groups, which every driver has, of 64. */
enum { TIERS_FLATTEN_MAX = 65535 * 64 };

/* Why `tier` must decline such a batch; TIERS_OK when it takes it. Pure. Support by the driver is not asked
 * here, and memory and the driver's compiler can still make a tier decline later. A batch without indices is
 * nobody's to decline. */
enum tiers_reason tiers_decline(enum tiers_tier tier, const struct tiers_shape *shape,
                                const struct tiers_limits *limits);

/* Where a declined batch goes: basevertex, else drawelements. */
enum tiers_tier tiers_fallback(const struct tiers_shape *shape, const struct tiers_limits *limits,
                               bool has_base_vertex);

/* Vertices per primitive of a list mode (points, lines, triangles, and both with adjacency); 0 for every
 * other mode. */
unsigned tiers_list_vertices(GLenum mode);
/* Whether any of n counts leaves a primitive of a list mode unfinished. */
bool tiers_counts_partial(GLenum mode, const GLsizei *count, size_t n);

void tiers_limits_init(struct tiers_limits *limits, const struct gles_caps *caps);

/* Reasons shared by several tiers: those of tiers that hold one value of gl_DrawID and friends for the whole
 * batch … */
enum tiers_reason tiers_decline_batched(const struct tiers_shape *shape);
/* … and those of tiers whose commands the driver reads from a buffer. */
enum tiers_reason tiers_decline_indirect(const struct tiers_shape *shape, const struct tiers_limits *limits);

#endif
