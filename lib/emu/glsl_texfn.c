/* SPDX-License-Identifier: MIT */
/* The texture functions that GLSL 1.30 replaced (1.10, ARB_shader_texture_lod, EXT_gpu_shader4,
 * EXT_texture_array): the dimension in their names became an overload. Coordinates are the same, but the old
 * shadow functions return a vec4 where the new return a float. */
#include "emu/glsl_upgrade.h"

#include <string.h>

/* Skips the first of `words` (longest first) that *p begins with and returns it; "" if none does. */
static const char *skip_word(const char **p, const char *const *words)
{
    for (; *words; words++)
        if (!strncmp(*p, *words, strlen(*words))) {
            *p += strlen(*words);
            return *words;
        }
    return "";
}

const char *glsl_texfn_upgrade(struct glsl_job *job, const char *name, bool *shadow)
{
    static const char *const families[] = {"textureSize", "texelFetch", "texture", "shadow", NULL};
    static const char *const dims[] = {"1DArray", "2DArray", "2DRect", "Buffer", "Cube",
                                       "1D",      "2D",      "3D",     NULL};
    static const char *const proj[] = {"Proj", NULL}, *const how[] = {"Lod", "Grad", NULL},
                             *const offset[] = {"Offset", NULL}, *const vendor[] = {"ARB", "EXT", NULL};
    const char *p = name, *family, *dim, *p_proj, *p_how, *p_offset;

    family = skip_word(&p, families);
    dim = *family ? skip_word(&p, dims) : "";
    if (!*dim)
        return NULL;
    p_proj = skip_word(&p, proj);
    p_how = skip_word(&p, how);
    p_offset = skip_word(&p, offset);
    skip_word(&p, vendor);
    if (*p)
        return NULL;
    *shadow = *family == 's';
    return glsl_format(job, "%s%s%s%s", *shadow ? "texture" : family, p_proj, p_how, p_offset);
}
