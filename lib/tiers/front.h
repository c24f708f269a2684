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

static inline struct tiers_context *tiers_front(const struct emu_context *ctx)
{
    return ctx->multidraw_state;
}

/* Makes the tier's own state when it is first needed; false when memory is out. */
bool tiers_ready(struct emu_context *ctx, struct tiers_context *front, enum tiers_tier tier)
    __attribute__((cold));

/* Adds to both statistics. */
#define TIERS_ADD(front, member, n)                                                                          \
    do {                                                                                                     \
        (front)->own.member += (n);                                                                          \
        if ((front)->total)                                                                                  \
            (front)->total->member += (n);                                                                   \
    } while (0)

/* emu_draw_prepare, telling a GL error (counted as a rejected call) from a draw that is to be skipped:
 * discarded by conditional rendering, or a gap that has been counted. */
enum prepared { PREPARED, REJECTED, NOT_DRAWN };
enum prepared tiers_prepare(struct emu_context *ctx, struct draw_info *info, const struct draw_range *ranges,
                            size_t n);

/* elements.c; see struct emu_multidraw. */
void tiers_multi_draw_elements(struct emu_context *ctx, GLenum mode, const GLsizei *count, GLenum type,
                               const void *const *indices, GLsizei drawcount, const GLint *basevertex);
/* glMultiDrawArrays, and the indirect and count forms: see untiered.c and struct emu_multidraw. */
void tiers_multi_draw_arrays(struct emu_context *ctx, GLenum mode, const GLint *first, const GLsizei *count,
                             GLsizei drawcount);
void tiers_multi_draw_indirect(struct emu_context *ctx, GLenum mode, GLenum type, const void *indirect,
                               GLsizei drawcount, GLsizei stride);
void tiers_multi_draw_indirect_count(struct emu_context *ctx, GLenum mode, GLenum type, const void *indirect,
                                     GLintptr drawcount, GLsizei maxdrawcount, GLsizei stride);

#endif
