/* SPDX-License-Identifier: MIT */
/* Limits and ranges: what the emulation enforces, which is the driver's (--caps may have lowered it) as far
 * as our own tables reach, and those that only desktop GL has. Where a part of GL is not offered its limit is
 * 0, or what one may do without it. Hints are kept only to be told. */
#include "emu/emu_priv.h"

static const GLenum hints[EMU_HINTS] = {GL_LINE_SMOOTH_HINT, GL_POLYGON_SMOOTH_HINT,
                                        GL_TEXTURE_COMPRESSION_HINT};

void emu_Hint(GLenum target, GLenum mode)
{
    struct emu_context *ctx = emu_current;

    if (mode != GL_FASTEST && mode != GL_NICEST && mode != GL_DONT_CARE) {
        emu_error(ctx, GL_INVALID_ENUM, "hint 0x%x", mode);
        return;
    }
    for (int i = 0; i < EMU_HINTS; i++)
        if (hints[i] == target)
            ctx->state.hints[i] = mode;
    /* The only one that ES has, too; the others are free to be ignored. */
    if (target == GL_FRAGMENT_SHADER_DERIVATIVE_HINT)
        ctx->es->Hint(target, mode);
}

/* By their names in ES 2: those a driver without antialiased lines has. */
static bool set_range(struct emu_context *ctx, GLenum es_name, struct emu_value *value)
{
    GLfloat range[2] = {1, 1};

    ctx->es->GetFloatv(es_name, range);
    value->type = EMU_VALUE_FLOAT;
    value->count = 2;
    value->d[0] = range[0];
    value->d[1] = range[1];
    return true;
}

static GLint64 at_most(int64_t n, int64_t most)
{
    return n < most ? n : most;
}

/* Limits that our own tables may lower, and those that ES does not know. */
static bool own_limit(const struct gles_caps *caps, GLenum pname, GLint64 *n)
{
    switch (pname) {
    // clang-format off
    case GL_MAX_UNIFORM_BUFFER_BINDINGS:              *n = at_most(caps->max_uniform_buffer_bindings, EMU_MAX_INDEXED_BUFFERS); return true;
    case GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS:       *n = at_most(caps->max_storage_bindings, EMU_MAX_INDEXED_BUFFERS); return true;
    case GL_MAX_IMAGE_UNITS:                          *n = at_most(caps->max_image_units, EMU_MAX_IMAGE_UNITS); return true;
    case GL_MAX_CULL_DISTANCES:                       *n = caps->has_cull_distance ? caps->max_clip_distances : 0; return true;
    case GL_MAX_COMBINED_CLIP_AND_CULL_DISTANCES:     *n = caps->max_clip_distances; return true;
    case GL_MAX_IMAGE_SAMPLES:                        *n = 0; return true; /* no images of multisample textures */
    case GL_MAX_VERTEX_STREAMS:                       *n = 1; return true; /* what goes to others is dropped */
    case GL_MAX_SUBROUTINES:                          *n = 256; return true; /* no bound of ours: the smallest that GL allows */
    case GL_MAX_SUBROUTINE_UNIFORM_LOCATIONS:         *n = 1024; return true;
    // clang-format on
    default:
        return false;
    }
}

static bool driver_limit(const struct gles_caps *caps, GLenum pname, GLint64 *n)
{
    switch (pname) {
#define L(member, name, feature)                                                                             \
    case GL_##name:                                                                                          \
        *n = caps->member;                                                                                   \
        return true;
        GLES_LIMITS(L)
#undef L
    default:
        return false;
    }
}

bool emu_limits_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    GLint64 n;

    if (index != EMU_NO_INDEX)
        return false;
    for (int i = 0; i < EMU_HINTS; i++)
        if (hints[i] == pname) {
            emu_value_set_int(value, ctx->state.hints[i]);
            return true;
        }
    if (own_limit(ctx->caps, pname, &n) || driver_limit(ctx->caps, pname, &n)) {
        emu_value_set_int(value, n);
        return true;
    }
    switch (pname) {
    case GL_POINT_SIZE_RANGE:
        return set_range(ctx, GL_ALIASED_POINT_SIZE_RANGE, value);
    case GL_LINE_WIDTH_RANGE:
        return set_range(ctx, GL_ALIASED_LINE_WIDTH_RANGE, value);
    case GL_POINT_SIZE_GRANULARITY:
    case GL_LINE_WIDTH_GRANULARITY:
        emu_value_set_float(value, 0.125);
        return true;
    case GL_POINT_FADE_THRESHOLD_SIZE:
        emu_value_set_float(value, (GLdouble)ctx->state.point_fade);
        return true;
    case GL_POINT_SPRITE_COORD_ORIGIN:
        emu_value_set_int(value, ctx->state.point_origin);
        return true;
    default:
        return false;
    }
}
