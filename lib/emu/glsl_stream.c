/* SPDX-License-Identifier: MIT */
/* Vertex streams of geometry shaders, which ES has not. Only stream 0 is rasterised, so its calls become the
 * plain ones and those of the others are dropped; what transform feedback would have taken from them is a
 * gap. */
#include "emu/glsl_upgrade.h"

#include <string.h>

/* `stream = n` inside layout(...): the whole layout goes when nothing else is in it. */
static void edit_layout(struct glsl_upgrade *u, size_t open)
{
    size_t close = glsl_closing(u->v, u->n, open);

    for (size_t i = open + 1; i + 2 < close + 1; i++) {
        if (!glsl_is(&u->v[i], "stream") || !glsl_is(&u->v[i + 1], "="))
            continue;
        if (i == open + 1 && i + 3 == close)
            glsl_drop(u, open - 1, glsl_is(&u->v[close + 2], ";") ? close + 2 : close);
        else if (glsl_is(&u->v[i + 3], ","))
            glsl_drop(u, i, i + 3);
        else
            glsl_drop(u, i - 1, i + 2);
        return;
    }
}

void glsl_stream_edit(struct glsl_upgrade *u)
{
    for (size_t i = 0; u->unit->stage == GLSL_GEOMETRY && i + 3 < u->n; i++) {
        bool emit = glsl_is(&u->v[i], "EmitStreamVertex"), end = glsl_is(&u->v[i], "EndStreamPrimitive");

        if (glsl_is(&u->v[i], "layout") && glsl_is_call(u->v, i))
            edit_layout(u, i + 1);
        if ((!emit && !end) || !glsl_is_call(u->v, i))
            continue;
        if (glsl_is(&u->v[i + 2], "0")) {
            u->edits[i].text = emit ? "EmitVertex" : "EndPrimitive";
            u->edits[i + 2].drop = true;
        } else {
            glsl_gap(u->job, "EmitStreamVertex", "vertices of streams other than 0 are dropped");
            glsl_drop(u, i, glsl_closing(u->v, u->n, i + 1));
        }
    }
}
