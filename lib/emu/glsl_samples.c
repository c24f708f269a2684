/* SPDX-License-Identifier: MIT */
/* textureSamples of a multisample sampler, which ES has not: a uniform "retrace_Samples_" with the sampler's
 * name, which the program area sets. The sampler stays in use, so that the application can go on setting it:
 * a size is never below 0. What we do not do: samplers in arrays and structures, and those that are
 * parameters; the driver refuses these. */
#include "emu/glsl_upgrade.h"

#include <string.h>

/* Is `name` declared as a uniform multisample sampler? */
static bool is_uniform(const struct glsl_upgrade *u, const char *name)
{
    for (size_t i = 2; i < u->n; i++) {
        if (!glsl_is(&u->v[i], name) || !strstr(u->v[i - 1].text, "sampler2DMS") ||
            !glsl_is(&u->v[i + 1], ";"))
            continue;
        for (size_t k = i - 1; k-- > 0 && u->v[k].kind == GLSL_IDENT;)
            if (glsl_is(&u->v[k], "uniform"))
                return true;
    }
    return false;
}

static bool is_noted(const struct glsl_upgrade *u, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (glsl_is(&u->v[k], "textureSamples") && glsl_is(&u->v[k + 2], u->v[i + 2].text))
            return true;
    return false;
}

void glsl_samples_edit(struct glsl_upgrade *u, struct glsl_text *declarations)
{
    for (size_t i = 0; i + 3 < u->n; i++) {
        const char *name = u->v[i + 2].text;

        if (!glsl_is(&u->v[i], "textureSamples") || !glsl_is_call(u->v, i) ||
            u->v[i + 2].kind != GLSL_IDENT || !glsl_is(&u->v[i + 3], ")") || !is_uniform(u, name))
            continue;
        if (!is_noted(u, i))
            glsl_printf(u->job, declarations, "uniform int " GLSL_UNIFORM_SAMPLES "%s;", name);
        u->edits[i].text = glsl_format(u->job, "(" GLSL_UNIFORM_SAMPLES "%s+min(textureSize", name);
        u->edits[i + 3].text = ").x,0))";
    }
}
