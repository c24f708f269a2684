/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TIERS_BATCH_H
#define RETRACE_TIERS_BATCH_H

#include "tiers/tier.h"

/* Memory of the front that batches are described in. Zero-initialised is empty. */
struct batch_scratch {
    struct draw_range *ranges;
    size_t n_ranges;
    uint8_t *stream; /* gathered indices */
    size_t n_stream;
};
void batch_scratch_finish(struct batch_scratch *scratch);

/* Arguments of glMultiDrawElementsBaseVertex. */
struct batch_call {
    GLenum mode, type;
    const GLsizei *count;
    const void *const *indices;
    GLsizei drawcount;
    const GLint *base; /* NULL: all 0 */
};

/* What one pass over the sub-draws of a call adds up (batch_measure.c). */
struct batch_sum {
    uint64_t end, total; /* the highest byte + 1 that is read; indices */
    size_t offsets;      /* all of them, or-ed */
    GLsizei least;       /* of the counts; 0: `end` may be a sub-draw's that reads nothing */
};

/* Offsets of 2^62 or more make `end` meaningless; they show in `offsets`. `ranges`, unless NULL, get the n
 * sub-draws in units of indices. `lanes`: emu_draw_state.lanes. */
void batch_measure(const struct batch_call *call, size_t n, uint8_t index_size, struct draw_range *ranges,
                   uint8_t lanes, struct batch_sum *sum);

/* GL errors of every multi-draw entry point (OpenGL 4.6, 10.4 and 10.5) that do not depend on the
 * framebuffer, the program or the vertex arrays, which emu_draw_prepare checks. False after emu_error: the
 * whole call is rejected. */
bool batch_check_type(struct emu_context *ctx, GLenum type);
/* A bound vertex array in a core profile. */
bool batch_check_array(struct emu_context *ctx);
/* No negative count; `count` may be NULL when drawcount is 0. */
bool batch_check_counts(struct emu_context *ctx, const GLsizei *count, GLsizei drawcount);
/* Not mapped, but for persistent mappings. NULL is legal. */
bool batch_check_unmapped(struct emu_context *ctx, const struct emu_buffer *buffer);
/* No enabled vertex array in a mapped buffer: emu_draw_prepare's check, for a tier that works before it. */
bool batch_check_arrays(struct emu_context *ctx);
/* All but the signs of the counts, which batch_init looks at. */
bool batch_check(struct emu_context *ctx, const struct batch_call *call);

/* Describes a call that batch_check let pass; the ranges where `scratch` is not NULL and they come with the
 * pass that measures it (indices in a buffer, all inside), else they are left to batch_ranges. False after
 * emu_error: a count is negative, which is seen in that pass. */
bool batch_init(struct emu_context *ctx, struct tier_batch *batch, struct batch_scratch *scratch,
                const struct batch_call *call);

/* Makes batch->ranges unless they are there. What leaves the index buffer is cut to it, a NULL client pointer
 * has no indices; where the others of client or unaligned indices start, batch_gather decides. False when
 * memory is out. */
bool batch_ranges(struct tier_batch *batch, struct batch_scratch *scratch, const struct batch_call *call);

/* Copies indices that a driver's draw cannot address into one aligned stream in client memory and points the
 * batch at it. Nothing to do for other batches. TIERS_MEMORY or TIERS_UNREADABLE when it cannot. */
enum tiers_reason batch_gather(struct emu_context *ctx, struct tier_batch *batch,
                               struct batch_scratch *scratch, const struct batch_call *call);

#endif
