/* SPDX-License-Identifier: MIT */
/* gl_PointSize behind the vertex stage, which ES has by extension only. Without it the name becomes a
 * variable that nobody reads: for lines and triangles that changes nothing, and where points come out, or the
 * size that came in is read, it is a gap. */
#include "emu/glsl_upgrade.h"

static bool lacks(const struct glsl_upgrade *u)
{
    const struct glsl_target *t = &u->job->target;

    if (u->unit->stage == GLSL_GEOMETRY)
        return !t->geometry_point_size;
    return (u->unit->stage == GLSL_TESS_CONTROL || u->unit->stage == GLSL_TESS_EVALUATION) &&
           !t->tessellation_point_size;
}

/* Does the source say `layout(points) out` or `point_mode`? */
static bool emits_points(const struct glsl_upgrade *u)
{
    for (size_t i = 0; i < u->n; i++) {
        if (glsl_is(&u->v[i], "point_mode"))
            return true;
        if (!glsl_is(&u->v[i], "points"))
            continue;
        for (size_t k = i; k < u->n && !glsl_is(&u->v[k], ";"); k++)
            if (glsl_is(&u->v[k], ")") && glsl_is(&u->v[k + 1], "out"))
                return true;
    }
    return false;
}

/* gl_in[e].gl_PointSize, whose last token is i: retrace_PointSizes[e]. */
static bool edit_member(struct glsl_upgrade *u, size_t i)
{
    size_t k = i - 2;
    int depth = 0;

    if (i < 5 || !glsl_is(&u->v[i - 1], ".") || !glsl_is(&u->v[k], "]"))
        return false;
    do {
        depth += glsl_is(&u->v[k], "]") - glsl_is(&u->v[k], "[");
    } while (depth && --k);
    if (!k)
        return false;
    if (glsl_is(&u->v[k - 1], "gl_in"))
        glsl_gap(u->job, "gl_in[].gl_PointSize",
                 "the ES driver has no point sizes behind the vertex stage: 1");
    u->edits[k - 1].text = "retrace_PointSizes";
    glsl_drop(u, i - 1, i);
    return true;
}

/* A member of gl_PerVertex that is declared again. */
static bool is_declared(const struct glsl_upgrade *u, size_t i)
{
    return i && glsl_is(&u->v[i - 1], "float") && glsl_is(&u->v[i + 1], ";");
}

bool glsl_point_edit(struct glsl_upgrade *u)
{
    bool used = false;

    if (!lacks(u))
        return false;
    for (size_t i = 0; i < u->n; i++) {
        if (!glsl_is(&u->v[i], "gl_PointSize"))
            continue;
        if (is_declared(u, i)) {
            size_t first = i - 1;

            while (first && (u->v[first - 1].kind == GLSL_IDENT))
                first--; /* qualifiers */
            glsl_drop(u, first, i + 1);
        } else if (!edit_member(u, i)) {
            u->edits[i].text = "retrace_PointSizeSink";
            used = true;
        } else {
            used = true;
        }
    }
    if (used && emits_points(u))
        glsl_gap(u->job, "gl_PointSize", "the ES driver has no point sizes behind the vertex stage: 1");
    return used;
}
