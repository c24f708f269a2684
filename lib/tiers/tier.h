/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TIERS_TIER_H
#define RETRACE_TIERS_TIER_H

/* For implementers of tiers. A tier is one file that ends in one `const struct tier tier_NAME`, and one line
 * in the table of tiers.c. Tiers receive only valid batches that their own `decline` lets pass. */

#include "emu/emu_priv.h"
#include "tiers/shape.h"
#include "tiers/tiers.h"

/* One batch, validated and normalised. Lives for one call. */
struct tier_batch {
    struct draw_info info;
    const struct draw_range *ranges; /* n; zero counts are kept, so that position is gl_DrawID. May be NULL
                                        where `count` is not, for a tier that is `plain` */
    size_t n;
    uint8_t lanes; /* emu_draw_state.lanes */
    GLenum type;
    GLint base_vertex; /* what gl_BaseVertex is for the whole batch, where the program reads it and the bases
                          do not vary; else 0 */
    struct tiers_shape shape;
    /* The application's own arrays, where a driver may have them as they are; `count` is NULL where it may
     * not (the indices were gathered, a range was cut to its buffer, a sub-draw has no indices). */
    const GLsizei *count;
    const void *const *indices;
    const GLint *base; /* NULL: all 0 */
};

struct tier {
    const char *name, *summary;
    bool loops;        /* draws range by range, through lib/emu's own loop */
    bool plain;        /* draws a batch that has `count` from the application's arrays, without ranges */
    size_t state_size; /* bytes of zeroed per-context state that the functions below get; may be 0 */
    /* See tiers_supported. */
    bool (*usable)(const struct gles_caps *caps, const struct gles_table *es, const char **missing);
    /* See tiers_decline. Optional: takes everything. */
    enum tiers_reason (*decline)(const struct tiers_shape *shape, const struct tiers_limits *limits);
    /* Once per context, before any batch; false when memory is out. Optional. Leaves no binding changed. */
    bool (*init)(struct emu_context *ctx, void *state);
    /* Before the draw state is prepared: work that needs bindings of its own. TIERS_OK, or why the batch must
     * go to another tier. Optional. Restores every binding it touches. */
    enum tiers_reason (*prepare)(struct emu_context *ctx, void *state, const struct tier_batch *batch);
    /* After emu_draw_prepare: issues the batch. TIERS_OK, or why it drew nothing at all. Restores every
     * binding it touches. */
    enum tiers_reason (*draw)(struct emu_context *ctx, void *state, const struct tier_batch *batch);
    /* Frees what init and the others made; also after an init that failed. Optional. */
    void (*finish)(struct emu_context *ctx, void *state);
};

extern const struct tier tier_ext, tier_multiindirect, tier_indirect, tier_basevertex, tier_drawelements,
    tier_compute;

/* The tier behind a value below TIERS_COUNT. */
const struct tier *tiers_get(enum tiers_tier tier);

/* Grows *array (elements of `size` bytes, *capacity of them) to hold n; contents are not kept. It begins with
 * a cache line, which those who write it by vectors are faster for. False when memory is out. */
bool tier_reserve(void *array, size_t *capacity, size_t n, size_t size);

/* A compute shader ran for this context's batch: counted in its statistics. */
void tier_count_dispatch(struct emu_context *ctx);

#endif
