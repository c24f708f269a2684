/* SPDX-License-Identifier: MIT */
/* Variables that one stage hands to the next: by what they are found on the other side. */
#include "emu/glsl_varying.h"

#include <spirv_cross/spirv.h>
#include <string.h>

const char *glsl_varying_name(const struct glsl_module *m, uint32_t id)
{
    uint32_t type = glsl_module_pointee(m, id);

    return glsl_module_is_block(m, type) ? m->name[type] : m->name[id];
}

uint32_t glsl_varying_next(const struct glsl_module *m, uint32_t storage, size_t *i)
{
    for (; *i < m->n && GLSL_OP(m->w[*i]) != SpvOpFunction; *i += GLSL_LENGTH(m->w[*i])) {
        const uint32_t *w = &m->w[*i];
        uint32_t type;

        if (GLSL_OP(w[0]) != SpvOpVariable || w[3] != storage ||
            glsl_module_decoration(m, w[2], -1, SpvDecorationBuiltIn, NULL))
            continue;
        type = glsl_module_pointee(m, w[2]);
        if (glsl_module_is_block(m, type) && glsl_module_decoration(m, type, 0, SpvDecorationBuiltIn, NULL))
            continue;
        *i += GLSL_LENGTH(w[0]);
        return w[2];
    }
    return 0;
}

bool glsl_varying_same(const struct glsl_module *m, uint32_t id, const struct glsl_module *other,
                       uint32_t with)
{
    uint32_t a[2] = {0}, b[2] = {0};

    if (!glsl_module_decoration(m, id, -1, SpvDecorationLocation, &a[0]) ||
        !glsl_module_decoration(other, with, -1, SpvDecorationLocation, &b[0]))
        return !strcmp(glsl_varying_name(m, id), glsl_varying_name(other, with));
    glsl_module_decoration(m, id, -1, SpvDecorationComponent, &a[1]);
    glsl_module_decoration(other, with, -1, SpvDecorationComponent, &b[1]);
    return a[0] == b[0] && a[1] == b[1];
}
