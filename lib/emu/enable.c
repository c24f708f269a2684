/* SPDX-License-Identifier: MIT */
/* Capabilities. Those that ES has are forwarded when they change. Of the others some are always on in ES
 * (point size by program, seamless cube maps), some need an extension, and some have no counterpart: those
 * are remembered, and counted as a gap by the first draw that would have looked different (state_gaps.c). */
#include "emu/emu_priv.h"

#include <stddef.h>

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

int emu_cap_find(GLenum cap)
{
    for (int i = 0; i < CAPS; i++)
        if (caps[i].cap == cap)
            return i;
    return -1;
}

bool emu_cap_on(const struct emu_context *ctx, int i)
{
    return ctx->state.on[i / 32] >> (i % 32) & 1;
}

bool emu_cap_enabled(const struct emu_context *ctx, GLenum cap)
{
    return emu_cap_on(ctx, emu_cap_find(cap));
}

static bool driver_can(const struct emu_context *ctx, const struct cap *cap)
{
    return ctx->caps->es >= cap->es && (!cap->need || *(const bool *)((const char *)ctx->caps + cap->need));
}

static void set_bit(struct emu_context *ctx, int i, bool on)
{
    uint32_t bit = 1u << (i % 32);

    ctx->state.on[i / 32] = on ? ctx->state.on[i / 32] | bit : ctx->state.on[i / 32] & ~bit;
}

/* Where a capability that has one value per draw buffer or viewport keeps them; NULL: it has one. */
static uint32_t *indexed_mask(struct emu_context *ctx, GLenum cap)
{
    return cap == GL_BLEND ? &ctx->state.blend_on : cap == GL_SCISSOR_TEST ? &ctx->state.scissor_on : NULL;
}

static void set_cap(struct emu_context *ctx, GLenum cap, bool on)
{
    int i = emu_cap_find(cap);
    uint32_t *mask, all = on ? ~0u : 0;
    bool was;

    if (i < 0 || (caps[i].kind == CAP_FIXED && ctx->core && cap != GL_DEBUG_OUTPUT &&
                  cap != GL_DEBUG_OUTPUT_SYNCHRONOUS)) {
        emu_error(ctx, GL_INVALID_ENUM, "capability 0x%x", cap);
        return;
    }
    was = emu_cap_on(ctx, i);
    mask = indexed_mask(ctx, cap);
    if (mask ? *mask == all : was == on)
        return;
    if (mask)
        *mask = all;
    set_bit(ctx, i, on);
    ctx->state.attention |=
        caps[i].kind != CAP_DRIVER || !driver_can(ctx, &caps[i]) || cap == GL_FRAMEBUFFER_SRGB;
    if (cap == GL_PRIMITIVE_RESTART)
        ctx->state.restart = on;
    else if (cap == GL_PRIMITIVE_RESTART_FIXED_INDEX)
        ctx->state.restart_fixed = on;
    else if (cap == GL_FRAMEBUFFER_SRGB)
        ctx->state.framebuffer_srgb = on;
    else if (cap == GL_TEXTURE_CUBE_MAP_SEAMLESS)
        ctx->state.cube_seamless = on;
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
    int i = emu_cap_find(cap);

    if (i < 0)
        emu_error(emu_current, GL_INVALID_ENUM, "capability 0x%x", cap);
    return i >= 0 && emu_cap_on(emu_current, i);
}

/* The mask of an indexed capability; NULL after an error. */
static uint32_t *check_indexed(struct emu_context *ctx, GLenum target, GLuint index)
{
    uint32_t *mask = indexed_mask(ctx, target);

    if (!mask) {
        emu_error(ctx, GL_INVALID_ENUM, "indexed capability 0x%x", target);
    } else if (index >= (target == GL_SCISSOR_TEST ? (GLuint)EMU_MAX_VIEWPORTS : ctx->fbo.slots)) {
        emu_error(ctx, GL_INVALID_VALUE, "capability index %u", index);
        return NULL;
    }
    return mask;
}

static void set_indexed(GLenum target, GLuint index, bool on)
{
    struct emu_context *ctx = emu_current;
    bool can = target == GL_BLEND ? ctx->caps->has_draw_buffers_indexed : ctx->caps->has_viewport_array;
    uint32_t *mask = check_indexed(ctx, target, index);

    if (!mask || (*mask >> index & 1) == on)
        return;
    if (!can && index == 0) {
        set_cap(ctx, target, on);
        return;
    }
    *mask ^= 1u << index;
    if (index == 0)
        set_bit(ctx, emu_cap_find(target), on);
    if (!can)
        emu_gap(ctx, on ? "glEnablei" : "glDisablei", "needs indexed draw buffers, or viewport arrays", true);
    else if (on)
        ctx->es->Enablei(target, index);
    else
        ctx->es->Disablei(target, index);
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
    const uint32_t *mask = check_indexed(emu_current, target, index);

    return mask && *mask >> index & 1;
}

void emu_cap_init(struct emu_context *ctx)
{
    set_bit(ctx, emu_cap_find(GL_DITHER), true);
    set_bit(ctx, emu_cap_find(GL_MULTISAMPLE), true);
}
