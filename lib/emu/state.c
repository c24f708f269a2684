/* SPDX-License-Identifier: MIT */
/* State that is no object and no capability: values that ES has no place for are remembered, the others
 * forwarded when they change. */
#include "emu/emu_priv.h"

#include <string.h>

static bool dual_source(GLenum factor)
{
    return factor == GL_SRC1_COLOR || factor == GL_ONE_MINUS_SRC1_COLOR || factor == GL_SRC1_ALPHA ||
           factor == GL_ONE_MINUS_SRC1_ALPHA;
}

static void check_dual_source(struct emu_context *ctx, GLenum a, GLenum b, GLenum c, GLenum d)
{
    if ((dual_source(a) || dual_source(b) || dual_source(c) || dual_source(d)) &&
        !ctx->caps->has_dual_source_blend)
        emu_gap(ctx, "glBlendFunc", "dual-source factors need GL_EXT_blend_func_extended", true);
}

void emu_BlendFunc(GLenum source, GLenum dest)
{
    emu_BlendFuncSeparate(source, dest, source, dest);
}

void emu_BlendFuncSeparate(GLenum source, GLenum dest, GLenum source_alpha, GLenum dest_alpha)
{
    struct emu_context *ctx = emu_current;
    const GLenum func[4] = {source, dest, source_alpha, dest_alpha};

    if (!memcmp(func, ctx->state.blend_func, sizeof func) && !ctx->state.blend_indexed)
        return;
    check_dual_source(ctx, source, dest, source_alpha, dest_alpha);
    ctx->state.blend_indexed = false;
    memcpy(ctx->state.blend_func, func, sizeof func);
    ctx->es->BlendFuncSeparate(source, dest, source_alpha, dest_alpha);
}

void emu_BlendFunci(GLuint buffer, GLenum source, GLenum dest)
{
    emu_BlendFuncSeparatei(buffer, source, dest, source, dest);
}

void emu_BlendFuncSeparatei(GLuint buffer, GLenum source, GLenum dest, GLenum source_alpha, GLenum dest_alpha)
{
    struct emu_context *ctx = emu_current;

    check_dual_source(ctx, source, dest, source_alpha, dest_alpha);
    ctx->state.blend_indexed = true;
    if (ctx->caps->has_draw_buffers_indexed)
        ctx->es->BlendFuncSeparatei(buffer, source, dest, source_alpha, dest_alpha);
    else
        emu_gap(ctx, "glBlendFunci", "needs indexed draw buffers", true);
}

void emu_PointSize(GLfloat size)
{
    if (size <= 0) {
        emu_error(emu_current, GL_INVALID_VALUE, "point size %g", (double)size);
        return;
    }
    emu_current->state.point_size = size;
    emu_current->state.attention = true;
}

void emu_PointParameterf(GLenum pname, GLfloat param)
{
    struct emu_context *ctx = emu_current;

    if (pname == GL_POINT_FADE_THRESHOLD_SIZE)
        ctx->state.point_fade = param;
    else if (pname == GL_POINT_SPRITE_COORD_ORIGIN) {
        ctx->state.point_origin = (GLenum)param;
        if (ctx->state.point_origin == GL_LOWER_LEFT)
            emu_gap(ctx, "glPointParameter", "coordinates from the lower left can differ in the last bit",
                    false);
    } else if (!ctx->core && (pname == GL_POINT_SIZE_MIN || pname == GL_POINT_SIZE_MAX))
        emu_gap(ctx, "glPointParameter", "ES does not clamp point sizes", true);
    else
        emu_error(ctx, GL_INVALID_ENUM, "point parameter 0x%x", pname);
}

void emu_PointParameterfv(GLenum pname, const GLfloat *params)
{
    if (pname == GL_POINT_DISTANCE_ATTENUATION && !emu_current->core)
        emu_gap(emu_current, "glPointParameter", "ES does not attenuate points", true);
    else
        emu_PointParameterf(pname, params[0]);
}

void emu_PointParameteri(GLenum pname, GLint param)
{
    emu_PointParameterf(pname, (GLfloat)param);
}

void emu_PointParameteriv(GLenum pname, const GLint *params)
{
    const GLfloat values[3] = {(GLfloat)params[0], 0, 0};

    emu_PointParameterfv(pname, values);
}

void emu_LogicOp(GLenum opcode)
{
    if (opcode < GL_CLEAR || opcode > GL_SET)
        emu_error(emu_current, GL_INVALID_ENUM, "logic op 0x%x", opcode);
    else
        emu_current->state.logic_op = opcode;
    emu_current->state.attention = true;
}

void emu_PolygonMode(GLenum face, GLenum mode)
{
    struct emu_context *ctx = emu_current;

    if (mode != GL_POINT && mode != GL_LINE && mode != GL_FILL) {
        emu_error(ctx, GL_INVALID_ENUM, "polygon mode 0x%x", mode);
        return;
    }
    if (ctx->core && face != GL_FRONT_AND_BACK) {
        emu_error(ctx, GL_INVALID_ENUM, "polygon mode of face 0x%x", face);
        return;
    }
    ctx->state.polygon_mode = mode;
    ctx->state.attention = true;
    if (ctx->caps->has_polygon_mode && face == GL_FRONT_AND_BACK)
        ctx->es->PolygonModeNV(face, mode);
}

void emu_ProvokingVertex(GLenum mode)
{
    struct emu_context *ctx = emu_current;

    if (mode != GL_FIRST_VERTEX_CONVENTION && mode != GL_LAST_VERTEX_CONVENTION) {
        emu_error(ctx, GL_INVALID_ENUM, "provoking vertex 0x%x", mode);
        return;
    }
    ctx->state.provoking_vertex = mode;
    ctx->state.attention = true;
}

void emu_ClampColor(GLenum target, GLenum clamp)
{
    struct emu_context *ctx = emu_current;

    if (target == GL_CLAMP_READ_COLOR)
        ctx->state.clamp_read = clamp;
    else if (ctx->core)
        emu_error(ctx, GL_INVALID_ENUM, "clamp target 0x%x", target);
    else if (target == GL_CLAMP_VERTEX_COLOR)
        ctx->state.clamp_vertex = clamp;
    else if (clamp == GL_TRUE)
        emu_gap(ctx, "glClampColor", "ES does not clamp fragment colours", true);
}

void emu_PrimitiveRestartIndex(GLuint index)
{
    emu_current->state.restart_index = index;
}

void emu_StencilFuncSeparateATI(GLenum frontfunc, GLenum backfunc, GLint ref, GLuint mask)
{
    emu_current->es->StencilFuncSeparate(GL_FRONT, frontfunc, ref, mask);
    emu_current->es->StencilFuncSeparate(GL_BACK, backfunc, ref, mask);
}

void emu_PatchParameteri(GLenum pname, GLint value)
{
    struct emu_context *ctx = emu_current;

    if (pname == GL_PATCH_VERTICES && value > 0 && value <= 32)
        ctx->state.patch_vertices = value;
    if (ctx->caps->has_tessellation_shader)
        ctx->es->PatchParameteri(pname, value);
    else
        emu_gap(ctx, "glPatchParameteri", "needs tessellation shaders", true);
}

/* ES has no such state; the control shader that is made up for programs without one reads it. */
void emu_PatchParameterfv(GLenum pname, const GLfloat *values)
{
    struct emu_context *ctx = emu_current;

    if (pname == GL_PATCH_DEFAULT_OUTER_LEVEL)
        memcpy(ctx->program.patch_outer, values, sizeof ctx->program.patch_outer);
    else if (pname == GL_PATCH_DEFAULT_INNER_LEVEL)
        memcpy(ctx->program.patch_inner, values, sizeof ctx->program.patch_inner);
    else
        emu_error(ctx, GL_INVALID_ENUM, "glPatchParameterfv: 0x%x", pname);
}

void emu_PolygonOffsetClamp(GLfloat factor, GLfloat units, GLfloat clamp)
{
    struct emu_context *ctx = emu_current;

    if (ctx->caps->has_polygon_offset_clamp)
        ctx->es->PolygonOffsetClampEXT(factor, units, clamp);
    else {
        ctx->es->PolygonOffset(factor, units);
        if (clamp != 0)
            emu_gap(ctx, "glPolygonOffsetClamp", "needs GL_EXT_polygon_offset_clamp", true);
    }
}
