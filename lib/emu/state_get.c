/* SPDX-License-Identifier: MIT */
/* Answers for state that is no object, and the values it starts with. */
#include "emu/emu_priv.h"

static bool get_blend(const struct emu_state *state, GLenum pname, struct emu_value *value)
{
    static const GLenum names[4] = {GL_BLEND_SRC_RGB, GL_BLEND_DST_RGB, GL_BLEND_SRC_ALPHA,
                                    GL_BLEND_DST_ALPHA};

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
    int cap = index == EMU_NO_INDEX ? emu_cap_find(pname) : -1;

    if (cap >= 0) {
        emu_value_set_bool(value, emu_cap_on(ctx, cap));
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
        emu_value_set_int(value,
                          ctx->core ? GL_CONTEXT_CORE_PROFILE_BIT : GL_CONTEXT_COMPATIBILITY_PROFILE_BIT);
        return true;
    case GL_CONTEXT_FLAGS:
        emu_value_set_int(value, ctx->forward_compatible ? GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT : 0);
        return true;
    case GL_NUM_EXTENSIONS:
        emu_value_set_int(value, emu_extension_count(ctx));
        return true;
    case GL_PATCH_VERTICES:
        emu_value_set_int(value, s->patch_vertices);
        return true;
    case GL_DEPTH_CLEAR_VALUE:
        value->type = EMU_VALUE_NORM;
        value->count = 1;
        value->d[0] = s->clear_depth;
        return true;
    case GL_PRIMITIVE_RESTART_INDEX:
        emu_value_set_int(value, s->restart_index);
        return true;
    case GL_LOGIC_OP_MODE:
        emu_value_set_int(value, s->logic_op);
        return true;
    case GL_POLYGON_MODE: /* of front and back, which the core profile cannot set apart */
        emu_value_set_int(value, s->polygon_mode);
        value->i[value->count++] = s->polygon_mode;
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
        return get_blend(s, pname, value) || emu_viewport_get(ctx, pname, index, value);
    }
}

bool emu_state_init(struct emu_context *ctx)
{
    struct emu_state *s = &ctx->state;

    emu_cap_init(ctx);
    s->logic_op = GL_COPY;
    s->polygon_mode = GL_FILL;
    s->provoking_vertex = GL_LAST_VERTEX_CONVENTION;
    s->clamp_read = GL_FIXED_ONLY;
    s->clamp_vertex = GL_TRUE;
    s->point_size = 1;
    s->patch_vertices = 3;
    s->clear_depth = 1;
    s->es_clear_depth = 1;
    s->point_fade = 1;
    s->point_origin = GL_UPPER_LEFT;
    for (int i = 0; i < EMU_HINTS; i++)
        s->hints[i] = GL_DONT_CARE;
    s->blend_func[0] = s->blend_func[2] = GL_ONE;
    s->blend_func[1] = s->blend_func[3] = GL_ZERO;
    /* ES writes sRGB attachments encoded unless told otherwise; desktop GL starts with that off. */
    if (ctx->caps->has_srgb_write_control)
        ctx->es->Disable(GL_FRAMEBUFFER_SRGB);
    return true;
}
