/* SPDX-License-Identifier: MIT */
/* State that is set, has no ES counterpart, and matters to a draw: counted by name when it does. */
#include "emu/emu_priv.h"

void emu_state_draw_gaps(struct emu_context *ctx, GLenum mode)
{
    const struct emu_state *s = &ctx->state;
    bool points = mode == GL_POINTS, lines = mode >= GL_LINES && mode <= GL_LINE_STRIP;

    /* A point of size 1 is the same pixel either way (glsl_epilogue.c settles ties). */
    if (points && !ctx->core && !emu_cap_enabled(ctx, GL_POINT_SPRITE) &&
        (s->point_size != 1 || emu_cap_enabled(ctx, GL_PROGRAM_POINT_SIZE)))
        emu_gap(ctx, "GL_POINT_SPRITE", "ES rasterises points as sprites always", false);
    if (!s->attention)
        return;
    if (emu_cap_enabled(ctx, GL_COLOR_LOGIC_OP) && s->logic_op != GL_COPY)
        emu_gap(ctx, "glLogicOp", "ES has no logic operations", true);
    if (s->polygon_mode != GL_FILL && !points && !lines && !ctx->caps->has_polygon_mode)
        emu_gap(ctx, "glPolygonMode", "ES has no polygon modes", true);
    if (lines && emu_cap_enabled(ctx, GL_LINE_SMOOTH))
        emu_gap(ctx, "GL_LINE_SMOOTH", "ES has no smooth lines", true);
    if (points && emu_cap_enabled(ctx, GL_POINT_SMOOTH))
        emu_gap(ctx, "GL_POINT_SMOOTH", "ES has no smooth points", true);
    if (!points && !lines && emu_cap_enabled(ctx, GL_POLYGON_SMOOTH))
        emu_gap(ctx, "GL_POLYGON_SMOOTH", "ES has no smooth polygons", true);
    if (s->provoking_vertex != GL_LAST_VERTEX_CONVENTION && !ctx->caps->has_provoking_vertex &&
        !emu_program_provokes(ctx))
        emu_gap(ctx, "glProvokingVertex", "ES has the last vertex only", true);
    if (emu_cap_enabled(ctx, GL_DEPTH_CLAMP) && !ctx->caps->has_depth_clamp)
        emu_gap(ctx, "GL_DEPTH_CLAMP", "needs GL_EXT_depth_clamp", true);
    if (!emu_cap_enabled(ctx, GL_MULTISAMPLE) && emu_fbo_samples(ctx, ctx->fbo.draw) > 0)
        emu_gap(ctx, "GL_MULTISAMPLE", "ES rasterises multisample images by samples always", true);
    if (s->framebuffer_srgb && !ctx->fbo.draw->name && !ctx->fbo.default_srgb)
        emu_gap(ctx, "GL_FRAMEBUFFER_SRGB",
                "the default framebuffer needs GL_EXT_sRGB_write_control and EGL_KHR_gl_colorspace", true);
    if (emu_cap_enabled(ctx, GL_SAMPLE_ALPHA_TO_ONE))
        emu_gap(ctx, "GL_SAMPLE_ALPHA_TO_ONE", "ES has no alpha to one", true);
    if (emu_cap_enabled(ctx, GL_ALPHA_TEST))
        emu_gap(ctx, "GL_ALPHA_TEST", "ES has no alpha test", true);
    if (emu_cap_enabled(ctx, GL_POLYGON_STIPPLE))
        emu_gap(ctx, "GL_POLYGON_STIPPLE", "ES has no stipple", true);
    if (lines && emu_cap_enabled(ctx, GL_LINE_STIPPLE))
        emu_gap(ctx, "GL_LINE_STIPPLE", "ES has no stipple", true);
    for (GLenum i = 0; i < 8 && !ctx->caps->has_clip_distance; i++)
        if (emu_cap_enabled(ctx, GL_CLIP_DISTANCE0 + i))
            emu_gap(ctx, "GL_CLIP_DISTANCE", "needs GL_EXT_clip_cull_distance", true);
}
