/* SPDX-License-Identifier: MIT */
/* glTexParameter*: parameters of textures alone (levels, swizzle, depth-stencil mode), the shared ones being
 * sampling.c's. */
#include "emu/emu_priv.h"

#include <string.h>

/* What the driver's swizzle must be so that storage and application swizzle both hold. */
void emu_texture_update_swizzle(struct emu_context *ctx, struct emu_texture *t)
{
    static const GLenum pnames[] = {GL_TEXTURE_SWIZZLE_R, GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B,
                                    GL_TEXTURE_SWIZZLE_A};
    const struct emu_level *base = emu_texture_level(t, 0, t->base_level);
    const struct emu_format *f = base ? base->format : t->kind == EMU_KIND_BUFFER ? NULL : NULL;
    GLenum own[4], mode = t->depth_mode;

    if (t->kind == EMU_KIND_2D_MULTISAMPLE || t->kind == EMU_KIND_2D_MULTISAMPLE_ARRAY)
        base = emu_texture_level(t, 0, 0);
    f = base ? base->format : f;
    if (f && f->base == GL_DEPTH_STENCIL && t->depth_stencil_mode == GL_STENCIL_INDEX)
        mode = GL_RED;
    emu_format_swizzle(f, mode, own);
    for (int i = 0; i < 4; i++) {
        GLenum s = t->swizzle[i], es = s >= GL_RED && s <= GL_ALPHA ? own[s - GL_RED] : s;
        if (t->es_swizzle[i] != es) {
            t->es_swizzle[i] = es;
            ctx->es->TexParameteri(t->es_target, pnames[i], (GLint)es);
        }
    }
}

void emu_texture_format_changed(struct emu_context *ctx, struct emu_texture *t)
{
    emu_texture_update_swizzle(ctx, t);
}

static bool is_swizzle(GLenum v)
{
    return (v >= GL_RED && v <= GL_ALPHA) || v == GL_ZERO || v == GL_ONE;
}

static void set_level(struct emu_context *ctx, struct emu_texture *t, GLenum pname, GLint v)
{
    bool base = pname == GL_TEXTURE_BASE_LEVEL;

    if (v < 0 || (base && t->kind == EMU_KIND_RECTANGLE && v)) {
        emu_error(ctx, v < 0 ? GL_INVALID_VALUE : GL_INVALID_OPERATION, "texture level parameter %d", v);
        return;
    }
    *(base ? &t->base_level : &t->max_level) = v;
    ctx->es->TexParameteri(t->es_target, pname, v);
    if (base)
        emu_texture_update_swizzle(ctx, t);
}

static void set_swizzle(struct emu_context *ctx, struct emu_texture *t, int first, int count,
                        const struct emu_param *p)
{
    for (int i = 0; i < count; i++)
        if (!is_swizzle((GLenum)emu_param_int(p, i))) {
            emu_error(ctx, GL_INVALID_ENUM, "swizzle 0x%x", emu_param_int(p, i));
            return;
        }
    for (int i = 0; i < count; i++)
        t->swizzle[first + i] = (GLenum)emu_param_int(p, i);
    emu_texture_update_swizzle(ctx, t);
}

static void set_depth_stencil_mode(struct emu_context *ctx, struct emu_texture *t, GLenum v)
{
    if (v != GL_DEPTH_COMPONENT && v != GL_STENCIL_INDEX) {
        emu_error(ctx, GL_INVALID_ENUM, "depth-stencil mode 0x%x", v);
        return;
    }
    t->depth_stencil_mode = v;
    if (ctx->caps->has_es31)
        ctx->es->TexParameteri(t->es_target, GL_DEPTH_STENCIL_TEXTURE_MODE, (GLint)v);
    else if (v == GL_STENCIL_INDEX)
        emu_gap(ctx, "glTexParameter", "stencil texturing needs ES 3.1", true);
    emu_texture_update_swizzle(ctx, t);
}

static void set_depth_mode(struct emu_context *ctx, struct emu_texture *t, GLenum v)
{
    if (ctx->core || (v != GL_LUMINANCE && v != GL_INTENSITY && v != GL_ALPHA && v != GL_RED)) {
        emu_error(ctx, GL_INVALID_ENUM, "depth texture mode 0x%x", v);
        return;
    }
    t->depth_mode = v;
    emu_texture_update_swizzle(ctx, t);
}

/* A parameter of textures alone; false when pname is none. */
static bool set_own(struct emu_context *ctx, struct emu_texture *t, GLenum pname, const struct emu_param *p)
{
    GLint v = emu_param_int(p, 0);

    // clang-format off
    switch (pname) {
    case GL_TEXTURE_BASE_LEVEL:
    case GL_TEXTURE_MAX_LEVEL: set_level(ctx, t, pname, v); return true;
    case GL_TEXTURE_SWIZZLE_R:
    case GL_TEXTURE_SWIZZLE_G:
    case GL_TEXTURE_SWIZZLE_B:
    case GL_TEXTURE_SWIZZLE_A: set_swizzle(ctx, t, (int)(pname - GL_TEXTURE_SWIZZLE_R), 1, p); return true;
    case GL_TEXTURE_SWIZZLE_RGBA:
        if (!p->vector)
            return false;
        set_swizzle(ctx, t, 0, 4, p);
        return true;
    case GL_DEPTH_STENCIL_TEXTURE_MODE: set_depth_stencil_mode(ctx, t, (GLenum)v); return true;
    case GL_DEPTH_TEXTURE_MODE: set_depth_mode(ctx, t, (GLenum)v); return true;
    case GL_GENERATE_MIPMAP: t->generate_mipmap = v != 0; return !ctx->core;
    case GL_TEXTURE_PRIORITY: t->priority = emu_param_float(p, 0); return !ctx->core;
    default: return false;
    }
    // clang-format on
}

void emu_texture_param(struct emu_context *ctx, struct emu_texture *t, GLenum pname,
                       const struct emu_param *p, const char *function)
{
    bool multisample = t->kind == EMU_KIND_2D_MULTISAMPLE || t->kind == EMU_KIND_2D_MULTISAMPLE_ARRAY;
    bool sampling = pname == GL_TEXTURE_MIN_FILTER || pname == GL_TEXTURE_MAG_FILTER ||
                    pname == GL_TEXTURE_WRAP_S || pname == GL_TEXTURE_WRAP_T || pname == GL_TEXTURE_WRAP_R ||
                    pname == GL_TEXTURE_BORDER_COLOR || pname == GL_TEXTURE_MIN_LOD ||
                    pname == GL_TEXTURE_MAX_LOD || pname == GL_TEXTURE_LOD_BIAS ||
                    pname == GL_TEXTURE_COMPARE_MODE || pname == GL_TEXTURE_COMPARE_FUNC;

    if (multisample && sampling) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: sampling parameter 0x%x of a multisample texture", function,
                  pname);
        return;
    }
    emu_texture_begin(ctx, t);
    if (!emu_sampling_set(ctx, &t->sampling, t->es_target, 0, t->kind, pname, p) &&
        !set_own(ctx, t, pname, p))
        emu_error(ctx, GL_INVALID_ENUM, "%s: pname 0x%x", function, pname);
    emu_texture_end(ctx, t);
}

static void resend(struct emu_context *ctx, struct emu_texture *t, GLenum pname, GLint v)
{
    const struct emu_param p = {.type = EMU_PARAM_INT, .i = {v}};
    emu_sampling_set(ctx, &t->sampling, t->es_target, 0, t->kind, pname, &p);
}

void emu_texture_resend(struct emu_context *ctx, struct emu_texture *t)
{
    static const GLenum none[4] = {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA};
    const struct emu_sampling s = t->sampling;

    memcpy(t->es_swizzle, none, sizeof none);
    emu_texture_update_swizzle(ctx, t);
    if (t->kind == EMU_KIND_2D_MULTISAMPLE || t->kind == EMU_KIND_2D_MULTISAMPLE_ARRAY ||
        t->kind == EMU_KIND_BUFFER)
        return;
    resend(ctx, t, GL_TEXTURE_MIN_FILTER, (GLint)s.min_filter);
    resend(ctx, t, GL_TEXTURE_MAG_FILTER, (GLint)s.mag_filter);
    resend(ctx, t, GL_TEXTURE_WRAP_S, (GLint)s.wrap[0]);
    resend(ctx, t, GL_TEXTURE_WRAP_T, (GLint)s.wrap[1]);
    resend(ctx, t, GL_TEXTURE_WRAP_R, (GLint)s.wrap[2]);
    resend(ctx, t, GL_TEXTURE_COMPARE_MODE, (GLint)s.compare_mode);
    resend(ctx, t, GL_TEXTURE_COMPARE_FUNC, (GLint)s.compare_func);
    ctx->es->TexParameterf(t->es_target, GL_TEXTURE_MIN_LOD, s.min_lod);
    ctx->es->TexParameterf(t->es_target, GL_TEXTURE_MAX_LOD, s.max_lod);
    ctx->es->TexParameteri(t->es_target, GL_TEXTURE_BASE_LEVEL, t->base_level);
    ctx->es->TexParameteri(t->es_target, GL_TEXTURE_MAX_LEVEL, t->max_level);
}

static void set(GLenum target, GLenum pname, const struct emu_param *p, const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = emu_texture_of_target(ctx, target, function);

    if (t && t->kind == EMU_KIND_BUFFER)
        emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x", function, target);
    else if (t)
        emu_texture_param(ctx, t, pname, p, function);
}

void emu_param_vector(struct emu_param *p, GLenum pname, const void *values, size_t size)
{
    size_t count = pname == GL_TEXTURE_BORDER_COLOR || pname == GL_TEXTURE_SWIZZLE_RGBA ? 4 : 1;

    p->vector = true;
    memcpy(p->type == EMU_PARAM_FLOAT ? (void *)p->f : (void *)p->i, values, count * size);
}

void emu_TexParameteri(GLenum target, GLenum pname, GLint param)
{
    set(target, pname, &(struct emu_param){.type = EMU_PARAM_INT, .i = {param}}, "glTexParameteri");
}

void emu_TexParameterf(GLenum target, GLenum pname, GLfloat param)
{
    set(target, pname, &(struct emu_param){.type = EMU_PARAM_FLOAT, .f = {param}}, "glTexParameterf");
}

void emu_TexParameteriv(GLenum target, GLenum pname, const GLint *params)
{
    struct emu_param p = {.type = EMU_PARAM_INT};
    emu_param_vector(&p, pname, params, sizeof *params);
    set(target, pname, &p, "glTexParameteriv");
}

void emu_TexParameterfv(GLenum target, GLenum pname, const GLfloat *params)
{
    struct emu_param p = {.type = EMU_PARAM_FLOAT};
    emu_param_vector(&p, pname, params, sizeof *params);
    set(target, pname, &p, "glTexParameterfv");
}

void emu_TexParameterIiv(GLenum target, GLenum pname, const GLint *params)
{
    struct emu_param p = {.type = EMU_PARAM_PURE_INT};
    emu_param_vector(&p, pname, params, sizeof *params);
    set(target, pname, &p, "glTexParameterIiv");
}

void emu_TexParameterIuiv(GLenum target, GLenum pname, const GLuint *params)
{
    struct emu_param p = {.type = EMU_PARAM_PURE_UINT};
    emu_param_vector(&p, pname, params, sizeof *params);
    set(target, pname, &p, "glTexParameterIuiv");
}
