/* SPDX-License-Identifier: MIT */
/* State that is no object: capabilities, and values that ES has no place for. Capabilities ES has are forwarded when they
 * change. Of the others some are always on in ES (point size by program, seamless cube maps), some need an extension, and some have no
 * counterpart: those are remembered, and counted as a gap by the first draw that would have looked different. */
#include "emu/emu_priv.h"

#include <string.h>

enum cap_kind {
    CAP_DRIVER,  /* forwarded */
    CAP_ALWAYS,  /* ES behaves as if it were on */
    CAP_TRACKED, /* remembered; emu_state_draw_gaps knows what it means */
    CAP_FIXED,   /* fixed function: remembered, of no effect on programs */
};

struct cap {
    GLenum cap;
    enum cap_kind kind;
    size_t need; /* offset in struct gles_caps of the bool without which the driver cannot; 0: always can */
    int es;      /* lowest ES version */
};

#define NEED(feature) offsetof(struct gles_caps, has_##feature)

static const struct cap caps[] = {
    // clang-format off
    {GL_BLEND,                         CAP_DRIVER,  0, 30},
    {GL_CULL_FACE,                     CAP_DRIVER,  0, 30},
    {GL_DEPTH_TEST,                    CAP_DRIVER,  0, 30},
    {GL_DITHER,                        CAP_DRIVER,  0, 30},
    {GL_POLYGON_OFFSET_FILL,           CAP_DRIVER,  0, 30},
    {GL_SAMPLE_ALPHA_TO_COVERAGE,      CAP_DRIVER,  0, 30},
    {GL_SAMPLE_COVERAGE,               CAP_DRIVER,  0, 30},
    {GL_SCISSOR_TEST,                  CAP_DRIVER,  0, 30},
    {GL_STENCIL_TEST,                  CAP_DRIVER,  0, 30},
    {GL_RASTERIZER_DISCARD,            CAP_DRIVER,  0, 30},
    {GL_SAMPLE_MASK,                   CAP_DRIVER,  0, 31},
    {GL_SAMPLE_SHADING,                CAP_DRIVER,  NEED(sample_shading), 30},
    {GL_DEPTH_CLAMP,                   CAP_DRIVER,  NEED(depth_clamp), 30},
    {GL_FRAMEBUFFER_SRGB,              CAP_DRIVER,  NEED(srgb_write_control), 30},
    {GL_BLEND_ADVANCED_COHERENT_KHR,   CAP_DRIVER,  NEED(blend_equation_advanced), 30},
    {GL_CLIP_DISTANCE0,                CAP_DRIVER,  NEED(clip_distance), 30},
    {GL_CLIP_DISTANCE1,                CAP_DRIVER,  NEED(clip_distance), 30},
    {GL_CLIP_DISTANCE2,                CAP_DRIVER,  NEED(clip_distance), 30},
    {GL_CLIP_DISTANCE3,                CAP_DRIVER,  NEED(clip_distance), 30},
    {GL_CLIP_DISTANCE4,                CAP_DRIVER,  NEED(clip_distance), 30},
    {GL_CLIP_DISTANCE5,                CAP_DRIVER,  NEED(clip_distance), 30},
    {GL_CLIP_DISTANCE6,                CAP_DRIVER,  NEED(clip_distance), 30},
    {GL_CLIP_DISTANCE7,                CAP_DRIVER,  NEED(clip_distance), 30},
    {GL_POLYGON_OFFSET_LINE,           CAP_DRIVER,  NEED(polygon_mode), 30},
    {GL_POLYGON_OFFSET_POINT,          CAP_DRIVER,  NEED(polygon_mode), 30},
    {GL_PROGRAM_POINT_SIZE,            CAP_ALWAYS,  0, 30},
    {GL_TEXTURE_CUBE_MAP_SEAMLESS,     CAP_ALWAYS,  0, 30},
    {GL_MULTISAMPLE,                   CAP_ALWAYS,  0, 30},
    {GL_PRIMITIVE_RESTART,             CAP_TRACKED, 0, 30},
    {GL_PRIMITIVE_RESTART_FIXED_INDEX, CAP_TRACKED, 0, 30},
    {GL_COLOR_LOGIC_OP,                CAP_TRACKED, 0, 30},
    {GL_LINE_SMOOTH,                   CAP_TRACKED, 0, 30},
    {GL_POLYGON_SMOOTH,                CAP_TRACKED, 0, 30},
    {GL_POINT_SMOOTH,                  CAP_TRACKED, 0, 30},
    {GL_POINT_SPRITE,                  CAP_TRACKED, 0, 30},
    {GL_SAMPLE_ALPHA_TO_ONE,           CAP_TRACKED, 0, 30},
    {GL_ALPHA_TEST,                    CAP_TRACKED, 0, 30},
    {GL_POLYGON_STIPPLE,               CAP_TRACKED, 0, 30},
    {GL_LINE_STIPPLE,                  CAP_TRACKED, 0, 30},
    {GL_VERTEX_PROGRAM_TWO_SIDE,       CAP_TRACKED, 0, 30},
    {GL_DEBUG_OUTPUT,                  CAP_FIXED,   0, 30},
    {GL_DEBUG_OUTPUT_SYNCHRONOUS,      CAP_FIXED,   0, 30},
    {GL_LIGHTING,                      CAP_FIXED,   0, 30},
    {GL_LIGHT0, CAP_FIXED, 0, 30}, {GL_LIGHT1, CAP_FIXED, 0, 30}, {GL_LIGHT2, CAP_FIXED, 0, 30}, {GL_LIGHT3, CAP_FIXED, 0, 30},
    {GL_LIGHT4, CAP_FIXED, 0, 30}, {GL_LIGHT5, CAP_FIXED, 0, 30}, {GL_LIGHT6, CAP_FIXED, 0, 30}, {GL_LIGHT7, CAP_FIXED, 0, 30},
    {GL_FOG,                           CAP_FIXED,   0, 30},
    {GL_NORMALIZE,                     CAP_FIXED,   0, 30},
    {GL_RESCALE_NORMAL,                CAP_FIXED,   0, 30},
    {GL_COLOR_MATERIAL,                CAP_FIXED,   0, 30},
    {GL_COLOR_SUM,                     CAP_FIXED,   0, 30},
    {GL_INDEX_LOGIC_OP,                CAP_FIXED,   0, 30},
    {GL_AUTO_NORMAL,                   CAP_FIXED,   0, 30},
    {GL_TEXTURE_1D,                    CAP_FIXED,   0, 30},
    {GL_TEXTURE_2D,                    CAP_FIXED,   0, 30},
    {GL_TEXTURE_3D,                    CAP_FIXED,   0, 30},
    {GL_TEXTURE_CUBE_MAP,              CAP_FIXED,   0, 30},
    {GL_TEXTURE_RECTANGLE,             CAP_FIXED,   0, 30},
    {GL_TEXTURE_GEN_S, CAP_FIXED, 0, 30}, {GL_TEXTURE_GEN_T, CAP_FIXED, 0, 30}, {GL_TEXTURE_GEN_R, CAP_FIXED, 0, 30}, {GL_TEXTURE_GEN_Q, CAP_FIXED, 0, 30},
    // clang-format on
};
enum { CAPS = sizeof caps / sizeof caps[0] };
_Static_assert(CAPS <= 96, "struct emu_state has room for 96 capabilities");

/* --- capabilities --- */

static int find_cap(GLenum cap)
{
    for (int i = 0; i < CAPS; i++)
        if (caps[i].cap == cap)
            return i;
    return -1;
}

static bool is_on(const struct emu_context *ctx, int i)
{
    return ctx->state.on[i / 32] >> (i % 32) & 1;
}

static bool cap_on(const struct emu_context *ctx, GLenum cap)
{
    return is_on(ctx, find_cap(cap));
}

static bool driver_can(const struct emu_context *ctx, const struct cap *cap)
{
    return ctx->caps->es >= cap->es && (!cap->need || *(const bool *)((const char *)ctx->caps + cap->need));
}

static void set_cap(struct emu_context *ctx, GLenum cap, bool on)
{
    int i = find_cap(cap);

    if (i < 0 || (caps[i].kind == CAP_FIXED && ctx->core && cap != GL_DEBUG_OUTPUT && cap != GL_DEBUG_OUTPUT_SYNCHRONOUS)) {
        emu_error(ctx, GL_INVALID_ENUM, "capability 0x%x", cap);
        return;
    }
    if (is_on(ctx, i) == on)
        return;
    ctx->state.on[i / 32] ^= 1u << (i % 32);
    ctx->state.attention |= caps[i].kind != CAP_DRIVER || !driver_can(ctx, &caps[i]);
    if (cap == GL_PRIMITIVE_RESTART)
        ctx->state.restart = on;
    else if (cap == GL_PRIMITIVE_RESTART_FIXED_INDEX)
        ctx->state.restart_fixed = on;
    else if (cap == GL_FRAMEBUFFER_SRGB)
        ctx->state.framebuffer_srgb = on;
    if (caps[i].kind != CAP_DRIVER || !driver_can(ctx, &caps[i]))
        return;
    if (on)
        ctx->es->Enable(cap);
    else
        ctx->es->Disable(cap);
}

void emu_Enable(GLenum cap)
{
    set_cap(emu_current, cap, true);
}

void emu_Disable(GLenum cap)
{
    set_cap(emu_current, cap, false);
}

GLboolean emu_IsEnabled(GLenum cap)
{
    int i = find_cap(cap);

    if (i < 0)
        emu_error(emu_current, GL_INVALID_ENUM, "capability 0x%x", cap);
    return i >= 0 && is_on(emu_current, i);
}

static void set_indexed(GLenum target, GLuint index, bool on)
{
    struct emu_context *ctx = emu_current;

    if (target != GL_BLEND && target != GL_SCISSOR_TEST) {
        emu_error(ctx, GL_INVALID_ENUM, "indexed capability 0x%x", target);
        return;
    }
    if (target == GL_SCISSOR_TEST ? index >= 16 : index >= (GLuint)ctx->caps->max_draw_buffers) {
        emu_error(ctx, GL_INVALID_VALUE, "capability index %u", index);
        return;
    }
    if (target == GL_BLEND && ctx->caps->has_draw_buffers_indexed) {
        /* The driver's own per-buffer state; the common one is then unknown to the redundancy check. */
        if (on)
            ctx->es->Enablei(target, index);
        else
            ctx->es->Disablei(target, index);
        if (index == 0)
            ctx->state.on[0] = (ctx->state.on[0] & ~1u) | (on ? 1u : 0);
        ctx->state.blend_indexed = true;
    } else if (index == 0) {
        set_cap(ctx, target, on);
    } else {
        emu_gap(ctx, on ? "glEnablei" : "glDisablei", "needs indexed draw buffers, or viewport arrays", true);
    }
}

void emu_Enablei(GLenum target, GLuint index)
{
    set_indexed(target, index, true);
}

void emu_Disablei(GLenum target, GLuint index)
{
    set_indexed(target, index, false);
}

GLboolean emu_IsEnabledi(GLenum target, GLuint index)
{
    struct emu_context *ctx = emu_current;

    if (target == GL_BLEND && ctx->caps->has_draw_buffers_indexed)
        return ctx->es->IsEnabledi(target, index);
    return index == 0 ? emu_IsEnabled(target) : GL_FALSE;
}

void emu_state_draw_gaps(struct emu_context *ctx, GLenum mode)
{
    const struct emu_state *s = &ctx->state;
    bool points = mode == GL_POINTS, lines = mode >= GL_LINES && mode <= GL_LINE_STRIP;

    if (!s->attention)
        return;
    if (cap_on(ctx, GL_COLOR_LOGIC_OP) && s->logic_op != GL_COPY)
        emu_gap(ctx, "glLogicOp", "ES has no logic operations", true);
    if (s->polygon_mode != GL_FILL && !points && !lines && !ctx->caps->has_polygon_mode)
        emu_gap(ctx, "glPolygonMode", "ES has no polygon modes", true);
    if (points && s->point_size != 1 && !cap_on(ctx, GL_PROGRAM_POINT_SIZE))
        emu_gap(ctx, "glPointSize", "ES takes point sizes from the shader", true);
    if (lines && cap_on(ctx, GL_LINE_SMOOTH))
        emu_gap(ctx, "GL_LINE_SMOOTH", "ES has no smooth lines", true);
    if (points && cap_on(ctx, GL_POINT_SMOOTH))
        emu_gap(ctx, "GL_POINT_SMOOTH", "ES has no smooth points", true);
    if (!points && !lines && cap_on(ctx, GL_POLYGON_SMOOTH))
        emu_gap(ctx, "GL_POLYGON_SMOOTH", "ES has no smooth polygons", true);
    if (s->provoking_vertex != GL_LAST_VERTEX_CONVENTION && !ctx->caps->has_provoking_vertex)
        emu_gap(ctx, "glProvokingVertex", "ES has the last vertex only", true);
    if (cap_on(ctx, GL_DEPTH_CLAMP) && !ctx->caps->has_depth_clamp)
        emu_gap(ctx, "GL_DEPTH_CLAMP", "needs GL_EXT_depth_clamp", true);
    if (cap_on(ctx, GL_SAMPLE_ALPHA_TO_ONE))
        emu_gap(ctx, "GL_SAMPLE_ALPHA_TO_ONE", "ES has no alpha to one", true);
    if (cap_on(ctx, GL_ALPHA_TEST))
        emu_gap(ctx, "GL_ALPHA_TEST", "ES has no alpha test", true);
    if (cap_on(ctx, GL_POLYGON_STIPPLE))
        emu_gap(ctx, "GL_POLYGON_STIPPLE", "ES has no stipple", true);
    if (lines && cap_on(ctx, GL_LINE_STIPPLE))
        emu_gap(ctx, "GL_LINE_STIPPLE", "ES has no stipple", true);
    if (cap_on(ctx, GL_VERTEX_PROGRAM_TWO_SIDE))
        emu_gap(ctx, "GL_VERTEX_PROGRAM_TWO_SIDE", "ES has no two-sided colours", true);
    for (GLenum i = 0; i < 8 && !ctx->caps->has_clip_distance; i++)
        if (cap_on(ctx, GL_CLIP_DISTANCE0 + i))
            emu_gap(ctx, "GL_CLIP_DISTANCE", "needs GL_EXT_clip_cull_distance", true);
}

/* --- values --- */

void emu_Viewport(GLint x, GLint y, GLsizei width, GLsizei height)
{
    struct emu_context *ctx = emu_current;
    const GLint box[4] = {x, y, width, height};

    if (width < 0 || height < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "viewport %dx%d", width, height);
        return;
    }
    if (!memcmp(box, ctx->state.viewport, sizeof box))
        return;
    memcpy(ctx->state.viewport, box, sizeof box);
    ctx->es->Viewport(x, y, width, height);
}

void emu_Scissor(GLint x, GLint y, GLsizei width, GLsizei height)
{
    struct emu_context *ctx = emu_current;
    const GLint box[4] = {x, y, width, height};

    if (width < 0 || height < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "scissor %dx%d", width, height);
        return;
    }
    if (!memcmp(box, ctx->state.scissor, sizeof box))
        return;
    memcpy(ctx->state.scissor, box, sizeof box);
    ctx->es->Scissor(x, y, width, height);
}

void emu_state_first_current(struct emu_context *ctx, int width, int height)
{
    ctx->state.viewport[2] = ctx->state.scissor[2] = width;
    ctx->state.viewport[3] = ctx->state.scissor[3] = height;
    ctx->es->Viewport(0, 0, width, height);
    ctx->es->Scissor(0, 0, width, height);
}

void emu_ClearDepth(GLdouble depth)
{
    emu_current->es->ClearDepthf((GLfloat)depth);
}

void emu_DepthRange(GLdouble n, GLdouble f)
{
    emu_current->es->DepthRangef((GLfloat)n, (GLfloat)f);
}

static bool dual_source(GLenum factor)
{
    return factor == GL_SRC1_COLOR || factor == GL_ONE_MINUS_SRC1_COLOR || factor == GL_SRC1_ALPHA || factor == GL_ONE_MINUS_SRC1_ALPHA;
}

static void check_dual_source(struct emu_context *ctx, GLenum a, GLenum b, GLenum c, GLenum d)
{
    if ((dual_source(a) || dual_source(b) || dual_source(c) || dual_source(d)) && !ctx->caps->has_dual_source_blend)
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

void emu_Hint(GLenum target, GLenum mode)
{
    /* The only hints that ES has; the others are free to be ignored. */
    if (target == GL_FRAGMENT_SHADER_DERIVATIVE_HINT)
        emu_current->es->Hint(target, mode);
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
            emu_gap(ctx, "glPointParameter", "ES has point coordinates from the upper left only", true);
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
    else if (clamp == GL_TRUE)
        emu_gap(ctx, "glClampColor", "ES does not clamp vertex and fragment colours", true);
}

void emu_PrimitiveRestartIndex(GLuint index)
{
    emu_current->state.restart_index = index;
}

void emu_PatchParameteri(GLenum pname, GLint value)
{
    struct emu_context *ctx = emu_current;

    if (ctx->caps->has_tessellation_shader)
        ctx->es->PatchParameteri(pname, value);
    else
        emu_gap(ctx, "glPatchParameteri", "needs tessellation shaders", true);
}

void emu_PatchParameterfv(GLenum pname, const GLfloat *values)
{
    (void)pname;
    (void)values;
    emu_gap(emu_current, "glPatchParameterfv", "ES has no default tessellation levels", true);
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

/* --- gets --- */

static void get_box(const GLint *box, struct emu_value *value)
{
    value->type = EMU_VALUE_INT;
    value->count = 4;
    for (int i = 0; i < 4; i++)
        value->i[i] = box[i];
}

static bool get_blend(const struct emu_state *state, GLenum pname, struct emu_value *value)
{
    static const GLenum names[4] = {GL_BLEND_SRC_RGB, GL_BLEND_DST_RGB, GL_BLEND_SRC_ALPHA, GL_BLEND_DST_ALPHA};

    for (int i = 0; i < 4 && !state->blend_indexed; i++)
        if (names[i] == pname) {
            emu_value_set_int(value, state->blend_func[i]);
            return true;
        }
    return false;
}

bool emu_state_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    const struct emu_state *s = &ctx->state;
    int cap = index == EMU_NO_INDEX ? find_cap(pname) : -1;

    if (cap >= 0) {
        emu_value_set_bool(value, is_on(ctx, cap));
        return true;
    }
    switch (pname) {
    case GL_MAJOR_VERSION:
        emu_value_set_int(value, ctx->major);
        return true;
    case GL_MINOR_VERSION:
        emu_value_set_int(value, ctx->minor);
        return true;
    case GL_CONTEXT_PROFILE_MASK:
        emu_value_set_int(value, ctx->core ? GL_CONTEXT_CORE_PROFILE_BIT : GL_CONTEXT_COMPATIBILITY_PROFILE_BIT);
        return true;
    case GL_CONTEXT_FLAGS:
        emu_value_set_int(value, ctx->forward_compatible ? GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT : 0);
        return true;
    case GL_NUM_EXTENSIONS:
        emu_value_set_int(value, emu_extension_count(ctx));
        return true;
    case GL_VIEWPORT:
        get_box(s->viewport, value);
        return true;
    case GL_SCISSOR_BOX:
        get_box(s->scissor, value);
        return true;
    case GL_PRIMITIVE_RESTART_INDEX:
        emu_value_set_int(value, s->restart_index);
        return true;
    case GL_LOGIC_OP_MODE:
        emu_value_set_int(value, s->logic_op);
        return true;
    case GL_POLYGON_MODE:
        emu_value_set_int(value, s->polygon_mode);
        return true;
    case GL_PROVOKING_VERTEX:
        emu_value_set_int(value, s->provoking_vertex);
        return true;
    case GL_POINT_SIZE:
        emu_value_set_float(value, s->point_size);
        return true;
    case GL_CLAMP_READ_COLOR:
        emu_value_set_int(value, s->clamp_read);
        return true;
    default:
        return get_blend(s, pname, value);
    }
}

bool emu_state_init(struct emu_context *ctx)
{
    struct emu_state *s = &ctx->state;

    for (int i = 0; i < CAPS; i++)
        if (caps[i].cap == GL_DITHER || caps[i].cap == GL_MULTISAMPLE)
            s->on[i / 32] |= 1u << (i % 32);
    s->logic_op = GL_COPY;
    s->polygon_mode = GL_FILL;
    s->provoking_vertex = GL_LAST_VERTEX_CONVENTION;
    s->clamp_read = GL_FIXED_ONLY;
    s->point_size = 1;
    s->point_fade = 1;
    s->point_origin = GL_UPPER_LEFT;
    s->blend_func[0] = s->blend_func[2] = GL_ONE;
    s->blend_func[1] = s->blend_func[3] = GL_ZERO;
    /* ES writes sRGB attachments encoded unless told otherwise; desktop GL starts with that off. */
    if (ctx->caps->has_srgb_write_control)
        ctx->es->Disable(GL_FRAMEBUFFER_SRGB);
    return true;
}
