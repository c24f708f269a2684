/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TIERS_FRONT_H
#define RETRACE_TIERS_FRONT_H

#include "tiers/batch.h"

/* Inside lib/tiers, for the entry points: the per-context state behind emu_context.multidraw_state. */
struct tiers_context {
    enum tiers_tier asked, resolved; /* asked: TIERS_NONE for auto */
    void *state[TIERS_COUNT];        /* of each tier that was needed so far; NULL when it has none */
    bool ready[TIERS_COUNT];
    bool has_base_vertex;
    struct tiers_limits limits;
    struct batch_scratch scratch;
    struct tiers_stats own, *total; /* this context's, and the run's, or NULL */
};

/* Adds to both statistics. */
#define TIERS_ADD(front, member, n)                                                                          \
    do {                                                                                                     \
        (front)->own.member += (n);                                                                          \
        if ((front)->total)                                                                                  \
            (front)->total->member += (n);                                                                   \
    } while (0)

/* emu_draw_prepare, telling a GL error (counted as a rejected call) from a draw that is to be skipped. */
bool tiers_prepare(struct emu_context *ctx, struct draw_info *info, const struct draw_range *ranges,
                   size_t n);

/* glMultiDrawArrays, and the indirect and count forms: see untiered.c and struct emu_multidraw. */
void tiers_multi_draw_arrays(struct emu_context *ctx, GLenum mode, const GLint *first, const GLsizei *count,
                             GLsizei drawcount);
void tiers_multi_draw_indirect(struct emu_context *ctx, GLenum mode, GLenum type, const void *indirect,
                               GLsizei drawcount, GLsizei stride);
void tiers_multi_draw_indirect_count(struct emu_context *ctx, GLenum mode, GLenum type, const void *indirect,
                                     GLintptr drawcount, GLsizei maxdrawcount, GLsizei stride);

#endif
