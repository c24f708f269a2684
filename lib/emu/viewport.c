/* SPDX-License-Identifier: MIT */
/* Viewports, scissor boxes and depth ranges: one of each, or sixteen (OpenGL 4.1). Kept as the application
 * set them and sent when they change; ES has the arrays by GL_OES_viewport_array. Without it the first of
 * each serves, and one that differs from it is a gap. Doubles become floats, as Mesa's desktop GL makes them.
 */
#include "emu/emu_priv.h"

#include <math.h>
#include <string.h>

static bool index_good(struct emu_context *ctx, GLuint first, GLsizei count, const char *function)
{
    if (count >= 0 && first <= EMU_MAX_VIEWPORTS && (GLuint)count <= EMU_MAX_VIEWPORTS - first)
        return true;
    emu_error(ctx, GL_INVALID_VALUE, "%s: %u + %d", function, first, count);
    return false;
}

/* Only a geometry shader chooses another than the first. */
static void need_arrays(struct emu_context *ctx, const char *function)
{
    emu_gap(ctx, function, "viewport arrays need GL_OES_viewport_array", true);
}

/* ---- viewports ---- */

static void send_viewport(struct emu_context *ctx, GLuint i)
{
    const GLfloat *v = ctx->state.viewports[i];
    bool whole = true;

    for (int k = 0; k < 4; k++)
        whole = whole && v[k] == rintf(v[k]);
    if (ctx->caps->has_viewport_array) {
        ctx->es->ViewportIndexedfOES(i, v[0], v[1], v[2], v[3]);
    } else if (i == 0) {
        if (!whole)
            emu_gap(ctx, "glViewportIndexedf", "fractions need GL_OES_viewport_array", true);
        ctx->es->Viewport((GLint)v[0], (GLint)v[1], (GLsizei)v[2], (GLsizei)v[3]);
    } else if (!emu_is_same(v, ctx->state.viewports[0], sizeof ctx->state.viewports[0])) {
        need_arrays(ctx, "glViewportIndexedf");
    }
}

void emu_Viewport(GLint x, GLint y, GLsizei width, GLsizei height)
{
    struct emu_context *ctx = emu_current;
    struct emu_state *s = &ctx->state;
    const GLfloat box[4] = {(GLfloat)x, (GLfloat)y, (GLfloat)width, (GLfloat)height};

    if (width < 0 || height < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "viewport %dx%d", width, height);
        return;
    }
    if (!s->viewports_differ && emu_is_same(box, s->viewports[0], sizeof box))
        return;
    for (int i = 0; i < EMU_MAX_VIEWPORTS; i++)
        memcpy(s->viewports[i], box, sizeof box);
    s->viewports_differ = false;
    ctx->es->Viewport(x, y, width, height);
}

static void set_viewport(struct emu_context *ctx, GLuint i, const GLfloat *v)
{
    GLfloat box[4];

    memcpy(box, v, sizeof box);
    if (!(box[2] >= 0) || !(box[3] >= 0)) {
        emu_error(ctx, GL_INVALID_VALUE, "viewport %gx%g", (double)box[2], (double)box[3]);
        return;
    }
    if (emu_is_same(box, ctx->state.viewports[i], sizeof box))
        return;
    memcpy(ctx->state.viewports[i], box, sizeof box);
    ctx->state.viewports_differ = true;
    send_viewport(ctx, i);
}

void emu_ViewportIndexedfv(GLuint index, const GLfloat *v)
{
    if (index_good(emu_current, index, 1, "glViewportIndexedfv"))
        set_viewport(emu_current, index, v);
}

void emu_ViewportIndexedf(GLuint index, GLfloat x, GLfloat y, GLfloat w, GLfloat h)
{
    emu_ViewportIndexedfv(index, (const GLfloat[4]){x, y, w, h});
}

void emu_ViewportArrayv(GLuint first, GLsizei count, const GLfloat *v)
{
    if (!index_good(emu_current, first, count, "glViewportArrayv"))
        return;
    for (GLsizei i = 0; i < count; i++)
        set_viewport(emu_current, first + (GLuint)i, v + 4 * i);
}

/* ---- scissor boxes ---- */

void emu_Scissor(GLint x, GLint y, GLsizei width, GLsizei height)
{
    struct emu_context *ctx = emu_current;
    struct emu_state *s = &ctx->state;
    const GLint box[4] = {x, y, width, height};

    if (width < 0 || height < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "scissor %dx%d", width, height);
        return;
    }
    if (!s->scissors_differ && !memcmp(box, s->scissors[0], sizeof box))
        return;
    for (int i = 0; i < EMU_MAX_VIEWPORTS; i++)
        memcpy(s->scissors[i], box, sizeof box);
    s->scissors_differ = false;
    ctx->es->Scissor(x, y, width, height);
}

static void set_scissor(struct emu_context *ctx, GLuint i, const GLint *v)
{
    if (v[2] < 0 || v[3] < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "scissor %dx%d", v[2], v[3]);
        return;
    }
    if (!memcmp(v, ctx->state.scissors[i], sizeof ctx->state.scissors[i]))
        return;
    memcpy(ctx->state.scissors[i], v, sizeof ctx->state.scissors[i]);
    ctx->state.scissors_differ = true;
    if (ctx->caps->has_viewport_array)
        ctx->es->ScissorIndexedOES(i, v[0], v[1], v[2], v[3]);
    else if (i == 0)
        ctx->es->Scissor(v[0], v[1], v[2], v[3]);
    else if (memcmp(v, ctx->state.scissors[0], sizeof ctx->state.scissors[0]))
        need_arrays(ctx, "glScissorIndexed");
}

void emu_ScissorIndexedv(GLuint index, const GLint *v)
{
    if (index_good(emu_current, index, 1, "glScissorIndexedv"))
        set_scissor(emu_current, index, v);
}

void emu_ScissorIndexed(GLuint index, GLint left, GLint bottom, GLsizei width, GLsizei height)
{
    emu_ScissorIndexedv(index, (const GLint[4]){left, bottom, width, height});
}

void emu_ScissorArrayv(GLuint first, GLsizei count, const GLint *v)
{
    if (!index_good(emu_current, first, count, "glScissorArrayv"))
        return;
    for (GLsizei i = 0; i < count; i++)
        set_scissor(emu_current, first + (GLuint)i, v + 4 * i);
}

/* ---- depth ranges ---- */

static GLfloat unit(GLdouble d)
{
    return d >= 1 ? 1 : d > 0 ? (GLfloat)d : 0;
}

void emu_DepthRange(GLdouble n, GLdouble f)
{
    struct emu_context *ctx = emu_current;
    struct emu_state *s = &ctx->state;
    const GLfloat range[2] = {unit(n), unit(f)};

    if (!s->ranges_differ && emu_is_same(range, s->ranges[0], sizeof range))
        return;
    for (int i = 0; i < EMU_MAX_VIEWPORTS; i++)
        memcpy(s->ranges[i], range, sizeof range);
    s->ranges_differ = false;
    ctx->es->DepthRangef(range[0], range[1]);
}

void emu_DepthRangef(GLfloat n, GLfloat f)
{
    emu_DepthRange((GLdouble)n, (GLdouble)f);
}

static void set_range(struct emu_context *ctx, GLuint i, GLdouble n, GLdouble f)
{
    const GLfloat range[2] = {unit(n), unit(f)};

    if (emu_is_same(range, ctx->state.ranges[i], sizeof range))
        return;
    memcpy(ctx->state.ranges[i], range, sizeof range);
    ctx->state.ranges_differ = true;
    if (ctx->caps->has_viewport_array)
        ctx->es->DepthRangeIndexedfOES(i, range[0], range[1]);
    else if (i == 0)
        ctx->es->DepthRangef(range[0], range[1]);
    else if (!emu_is_same(range, ctx->state.ranges[0], sizeof range))
        need_arrays(ctx, "glDepthRangeIndexed");
}

void emu_DepthRangeIndexed(GLuint index, GLdouble n, GLdouble f)
{
    if (index_good(emu_current, index, 1, "glDepthRangeIndexed"))
        set_range(emu_current, index, n, f);
}

void emu_DepthRangeArrayv(GLuint first, GLsizei count, const GLdouble *v)
{
    if (!index_good(emu_current, first, count, "glDepthRangeArrayv"))
        return;
    for (GLsizei i = 0; i < count; i++)
        set_range(emu_current, first + (GLuint)i, v[2 * i], v[2 * i + 1]);
}

/* ---- start, gets ---- */

void emu_viewport_resend(struct emu_context *ctx)
{
    const GLfloat *v = ctx->state.viewports[0];

    ctx->es->Viewport((GLint)v[0], (GLint)v[1], (GLsizei)v[2], (GLsizei)v[3]);
    for (GLuint i = 0; ctx->state.viewports_differ && i < EMU_MAX_VIEWPORTS; i++)
        send_viewport(ctx, i);
}

void emu_state_first_current(struct emu_context *ctx, int width, int height)
{
    struct emu_state *s = &ctx->state;

    for (int i = 0; i < EMU_MAX_VIEWPORTS; i++) {
        s->viewports[i][2] = (GLfloat)width;
        s->viewports[i][3] = (GLfloat)height;
        s->scissors[i][2] = width;
        s->scissors[i][3] = height;
        s->ranges[i][1] = 1;
    }
    ctx->es->Viewport(0, 0, width, height);
    ctx->es->Scissor(0, 0, width, height);
}

bool emu_viewport_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    const struct emu_state *s = &ctx->state;
    GLuint i = index < EMU_MAX_VIEWPORTS ? index : 0;

    // clang-format off
    switch (pname) {
    case GL_VIEWPORT:
        value->type = EMU_VALUE_FLOAT;
        value->count = 4;
        for (int k = 0; k < 4; k++)
            value->d[k] = (GLdouble)s->viewports[i][k];
        return true;
    case GL_SCISSOR_BOX:
        value->type = EMU_VALUE_INT;
        value->count = 4;
        for (int k = 0; k < 4; k++)
            value->i[k] = s->scissors[i][k];
        return true;
    case GL_DEPTH_RANGE:
        value->type = EMU_VALUE_NORM;
        value->count = 2;
        for (int k = 0; k < 2; k++)
            value->d[k] = (GLdouble)s->ranges[i][k];
        return true;
    case GL_MAX_VIEWPORTS: emu_value_set_int(value, EMU_MAX_VIEWPORTS); return true;
    default: return false;
    }
    // clang-format on
}
