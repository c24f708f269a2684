/* SPDX-License-Identifier: MIT */
/* gl_Layer and gl_ViewportIndex written in front of the geometry stage, which ES lets that stage alone do.
 * Where a geometry shader follows, its own values count and the earlier ones are never read: they go to a
 * variable. Where none does, one is made up (glsl_through) and they are outputs for it to take. What we do
 * not do: separate programs, and drivers without that stage: the layer or viewport is 0 then (a named gap).
 */
#include "emu/glsl_upgrade.h"

void glsl_layer_edit(struct glsl_upgrade *u, struct glsl_text *declarations)
{
    const struct glsl_input *in = u->job->input;
    bool made = in && in->key.through, used[2] = {false, false};

    if (u->unit->stage != GLSL_VERTEX && u->unit->stage != GLSL_TESS_EVALUATION)
        return;
    for (size_t i = 0; i < u->n; i++) {
        bool viewport = glsl_is(&u->v[i], "gl_ViewportIndex");

        if (!viewport && !glsl_is(&u->v[i], "gl_Layer"))
            continue;
        if (in && !in->stages[GLSL_GEOMETRY].count && (in->separable || !u->job->target.geometry_shader))
            glsl_gap(u->job, u->v[i].text, "ES takes it from geometry shaders only");
        u->edits[i].text = viewport ? "retrace_ViewportSink" : "retrace_LayerSink";
        used[viewport] = true;
        if (u->unit->stage == u->job->last_stage)
            u->job->out->flags |= GLSL_WRITES_LAYER;
    }
    for (int i = 0; i < 2; i++)
        if (used[i])
            glsl_printf(u->job, declarations, "%sint retrace_%sSink;",
                        made && u->unit->stage == u->job->last_stage ? "flat out " : "",
                        i ? "Viewport" : "Layer");
}
