/* SPDX-License-Identifier: MIT */
/* SPIR-V to SPIR-V: what SPIRV-Cross would refuse for ES, or write so that an ES compiler refuses it. The
 * original words stay for reflection. Rewritten here: initialisers of uniforms (the application's link sets
 * them), depth layout promises, transform-feedback decorations. Textures are glsl_spirv_tex's part. */
#include "emu/glsl_priv.h"

#include <spirv_cross/spirv.h>

static bool is_dropped(const uint32_t *w)
{
    uint32_t decoration;

    switch (GLSL_OP(w[0])) {
    case SpvOpExecutionMode:
        return w[2] == SpvExecutionModeDepthGreater || w[2] == SpvExecutionModeDepthLess ||
               w[2] == SpvExecutionModeDepthUnchanged || w[2] == SpvExecutionModeXfb ||
               w[2] == SpvExecutionModePixelCenterInteger;
    case SpvOpCapability:
        return w[1] == SpvCapabilityTransformFeedback;
    case SpvOpDecorate:
    case SpvOpMemberDecorate:
        decoration = GLSL_OP(w[0]) == SpvOpDecorate ? w[2] : w[3];
        if (decoration == SpvDecorationOffset && GLSL_OP(w[0]) == SpvOpDecorate)
            return false; /* atomic counters */
        return decoration == SpvDecorationXfbBuffer || decoration == SpvDecorationXfbStride;
    default:
        return false;
    }
}

/* A uniform with an initialiser loses that operand. */
static size_t kept_length(const uint32_t *w)
{
    if (GLSL_OP(w[0]) == SpvOpVariable && w[3] == SpvStorageClassUniformConstant && GLSL_LENGTH(w[0]) > 4)
        return 4;
    return GLSL_LENGTH(w[0]);
}

void glsl_spirv_lower(struct glsl_module *m)
{
    uint32_t *out = glsl_alloc(m->job, m->n, sizeof *out);
    size_t n = GLSL_FIRST;

    for (size_t i = 0; i < GLSL_FIRST; i++)
        out[i] = m->w[i];
    for (size_t i = GLSL_FIRST; i < m->n; i += GLSL_LENGTH(m->w[i])) {
        const uint32_t *w = &m->w[i];
        size_t length = kept_length(w);

        if (is_dropped(w))
            continue;
        out[n++] = (uint32_t)length << 16 | GLSL_OP(w[0]);
        for (size_t k = 1; k < length; k++)
            out[n++] = w[k];
    }
    m->lowered = out;
    m->lowered_n = n;
    glsl_spirv_lower_textures(m);
}
