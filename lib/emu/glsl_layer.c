/* SPDX-License-Identifier: MIT */
/* gl_Layer and gl_ViewportIndex written in front of the geometry stage, which ES lets that stage alone do.
 * Where a geometry shader follows, its own values count and the earlier ones are never read: they go to a
 * variable. What we do not do: programs without one, whose layer or viewport is then 0 (a named gap). */
#include "emu/glsl_upgrade.h"

void glsl_layer_edit(struct glsl_upgrade *u, struct glsl_text *declarations)
{
    const struct glsl_input *in = u->job->input;
    bool used = false;

    if (u->unit->stage != GLSL_VERTEX && u->unit->stage != GLSL_TESS_EVALUATION)
        return;
    for (size_t i = 0; i < u->n; i++) {
        if (!glsl_is(&u->v[i], "gl_Layer") && !glsl_is(&u->v[i], "gl_ViewportIndex"))
            continue;
        if (in && !in->stages[GLSL_GEOMETRY].count)
            glsl_gap(u->job, u->v[i].text, "ES takes it from geometry shaders only");
        u->edits[i].text = glsl_is(&u->v[i], "gl_Layer") ? "retrace_LayerSink" : "retrace_ViewportSink";
        used = true;
    }
    if (used)
        glsl_puts(u->job, declarations, "int retrace_LayerSink,retrace_ViewportSink;");
}
