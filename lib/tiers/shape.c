/* SPDX-License-Identifier: MIT */
/* Which tiers must decline a batch, from facts about it alone. The facts come from a context when a batch is
 * drawn and from the trace when a census is taken, so that prediction and execution cannot drift apart. What
 * only one tier declines stands in that tier's file; here is what several share. Cost: a few compares, no GL
 * call. */
#include "tiers/shape.h"

#include "gles/caps.h"
#include "tiers/tier.h"

/* Modes that desktop GL has and ES lacks; lib/emu draws them as something else, sub-draw by sub-draw. */
static bool mode_is_foreign(GLenum mode)
{
    return mode == GL_QUADS || mode == GL_QUAD_STRIP || mode == GL_POLYGON;
}

enum tiers_reason tiers_decline_batched(const struct tiers_shape *shape)
{
    if (shape->restart == DRAW_RESTART_REWRITE)
        return TIERS_RESTART_INDEX;
    if (shape->reads_draw_id)
        return TIERS_DRAW_ID;
    if (shape->reads_base_vertex && shape->bases_vary)
        return TIERS_BASE_VERTEX;
    if (shape->reads_primitive_id)
        return TIERS_PRIMITIVE_ID;
    return mode_is_foreign(shape->mode) ? TIERS_MODE : TIERS_OK;
}

enum tiers_reason tiers_decline_indirect(const struct tiers_shape *shape, const struct tiers_limits *limits)
{
    if (shape->restart == DRAW_RESTART_REWRITE)
        return TIERS_RESTART_INDEX;
    if (mode_is_foreign(shape->mode))
        return TIERS_MODE;
    if (shape->feedback && !limits->feedback)
        return TIERS_FEEDBACK;
    if (shape->client_indices)
        return TIERS_CLIENT_INDICES;
    if (shape->unaligned)
        return TIERS_UNALIGNED;
    /* firstIndex is a 32-bit number. */
    return shape->end / shape->index_size > UINT32_MAX ? TIERS_TOO_MANY : TIERS_OK;
}

unsigned tiers_list_vertices(GLenum mode)
{
    switch (mode) {
    case GL_POINTS:
        return 1;
    case GL_LINES:
        return 2;
    case GL_TRIANGLES:
        return 3;
    case GL_LINES_ADJACENCY:
        return 4;
    case GL_TRIANGLES_ADJACENCY:
        return 6;
    default:
        return 0;
    }
}

bool tiers_counts_partial(GLenum mode, const GLsizei *count, size_t n)
{
    unsigned vertices = tiers_list_vertices(mode);

    for (size_t i = 0; vertices > 1 && i < n; i++) {
        if ((unsigned)count[i] % vertices)
            return true;
    }
    return false;
}

void tiers_limits_init(struct tiers_limits *limits, const struct gles_caps *caps)
{
    int64_t block = caps->max_storage_block_size;

    limits->feedback = caps->has_geometry_shader;
    limits->max_storage_block_size = block > 0 ? (uint64_t)block : 0;
}

enum tiers_reason tiers_decline(enum tiers_tier tier, const struct tiers_shape *shape,
                                const struct tiers_limits *limits)
{
    const struct tier *t = tiers_get(tier);

    if (!shape->total || !t->decline)
        return TIERS_OK;
    return t->decline(shape, limits);
}

enum tiers_tier tiers_fallback(const struct tiers_shape *shape, const struct tiers_limits *limits,
                               bool has_base_vertex)
{
    if (has_base_vertex && !tiers_decline(TIERS_BASEVERTEX, shape, limits))
        return TIERS_BASEVERTEX;
    return TIERS_DRAWELEMENTS;
}
