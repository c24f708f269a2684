/* SPDX-License-Identifier: MIT */
/* Rectangle and one-dimensional textures as 2D ones, in SPIR-V. */
#include "emu/glsl_priv.h"

void glsl_spirv_lower_textures(struct glsl_module *m)
{
    (void)m;
}
