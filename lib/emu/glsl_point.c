/* SPDX-License-Identifier: MIT */
/* gl_PointSize behind the vertex stage, which ES has by extension only. Without it the name becomes a
 * variable that nobody reads: for lines and triangles that changes nothing, and where points come out it is a
 * gap. What a geometry shader reads of the vertex stage's comes as a varying; through tessellation, or from
 * another program, it is a gap. */
#include "emu/glsl_upgrade.h"

/* Does the vertex stage feed a geometry shader of the same program, on a driver without sizes between them?
 */
static bool feeds_geometry(const struct glsl_job *job)
{
    const struct glsl_input *in = job->input;

    return in && !in->separable && !job->target.geometry_point_size && in->stages[GLSL_VERTEX].count &&
           in->stages[GLSL_GEOMETRY].count && !in->stages[GLSL_TESS_EVALUATION].count;
}

static bool lacks(const struct glsl_upgrade *u)
{
    const struct glsl_target *t = &u->job->target;

    if (u->unit->stage == GLSL_VERTEX)
        return feeds_geometry(u->job);
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

/* gl_in[e].gl_PointSize, whose last token is i: retrace_PointSizes[e], or the varying's element. */
static bool edit_member(struct glsl_upgrade *u, size_t i, bool *passed)
{
    bool passes = u->unit->stage == GLSL_GEOMETRY && feeds_geometry(u->job);
    size_t k = i - 2;
    int depth = 0;

    if (i < 5 || !glsl_is(&u->v[i - 1], ".") || !glsl_is(&u->v[k], "]"))
        return false;
    do {
        depth += glsl_is(&u->v[k], "]") - glsl_is(&u->v[k], "[");
    } while (depth && --k);
    if (!k)
        return false;
    if (!passes && glsl_is(&u->v[k - 1], "gl_in"))
        glsl_gap(u->job, "gl_in[].gl_PointSize",
                 "the ES driver has no point sizes behind the vertex stage: 1");
    *passed |= passes;
    u->edits[k - 1].text = passes ? "retrace_PointSizePassed" : "retrace_PointSizes";
    glsl_drop(u, i - 1, i);
    return true;
}

/* A member of gl_PerVertex that is declared again. */
static bool is_declared(const struct glsl_upgrade *u, size_t i)
{
    return i && glsl_is(&u->v[i - 1], "float") && glsl_is(&u->v[i + 1], ";");
}

/* A block that would be left empty gets another member. */
static void drop_declaration(struct glsl_upgrade *u, size_t i)
{
    size_t first = i - 1;

    while (first && u->v[first - 1].kind == GLSL_IDENT)
        first--; /* qualifiers */
    if (first && glsl_is(&u->v[first - 1], "{") && glsl_is(&u->v[i + 2], "}")) {
        u->edits[i - 1].text = "vec4";
        u->edits[i].text = "gl_Position";
    } else {
        glsl_drop(u, first, i + 1);
    }
}

void glsl_point_edit(struct glsl_upgrade *u, struct glsl_text *declarations)
{
    /* The varying is there, too, where nothing writes it. */
    bool passes = u->unit->stage == GLSL_VERTEX && u->job->point_size_read, passed = passes, used = false;

    if (!lacks(u))
        return;
    for (size_t i = 0; i < u->n; i++) {
        if (!glsl_is(&u->v[i], "gl_PointSize"))
            continue;
        if (is_declared(u, i)) {
            drop_declaration(u, i);
        } else if (!edit_member(u, i, &passed)) {
            u->edits[i].text = passes ? "retrace_PointSizePassed" : "retrace_PointSizeSink";
            used |= !passes;
        } else {
            used |= !passed;
        }
    }
    if (used && emits_points(u))
        glsl_gap(u->job, "gl_PointSize", "the ES driver has no point sizes behind the vertex stage: 1");
    if (passed)
        glsl_puts(u->job, declarations,
                  u->unit->stage == GLSL_VERTEX ? "out float retrace_PointSizePassed;"
                                                : "in float retrace_PointSizePassed[];");
    if (used)
        glsl_puts(u->job, declarations,
                  "float retrace_PointSizeSink;"
                  "float retrace_PointSizes[32]=float[32](1.,1.,1.,1.,1.,1.,1.,1.,1.,1.,1.,1.,1.,1.,1.,1.,"
                  "1.,1.,1.,1.,1.,1.,1.,1.,1.,1.,1.,1.,1.,1.,1.,1.);");
}
