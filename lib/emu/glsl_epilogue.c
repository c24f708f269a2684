/* SPDX-License-Identifier: MIT */
/* State that desktop GL applies behind a shader and ES does not have: written behind main(), which is renamed
 * and called first. Only what the key asks for is there; a program that the key cannot change is left alone.
 */
#include "emu/glsl_upgrade.h"

#include <string.h>

static bool uses_builtin(const struct glsl_uses *uses, const char *name, enum glsl_stage stage)
{
    return uses->builtins[glsl_compat_find(name, stage)];
}

static void clamp_colors(struct glsl_job *job, const struct glsl_uses *uses, struct glsl_text *epilogue)
{
    static const char *const colors[] = {"FrontColor", "BackColor", "FrontSecondaryColor",
                                         "BackSecondaryColor"};

    for (int i = 0; i < 4; i++) {
        const char *name = glsl_format(job, "gl_%s", colors[i]);

        if (!uses_builtin(uses, name, GLSL_VERTEX)) /* the row is that of every last stage */
            continue;
        job->out->keyed |= GLSL_KEY_CLAMP_COLOR | GLSL_KEY_FLAT_SHADE;
        if (job->input->key.clamp_vertex_color)
            glsl_printf(job, epilogue, "retrace_%s=clamp(retrace_%s,0.0,1.0);", colors[i], colors[i]);
    }
}

static void clip(struct glsl_job *job, const struct glsl_uses *uses, struct glsl_text *prologue,
                 struct glsl_text *epilogue)
{
    unsigned mask = job->input->key.clip_planes & 255;
    const char *vertex =
        uses_builtin(uses, "gl_ClipVertex", GLSL_VERTEX) ? "retrace_ClipVertex" : "gl_Position";
    int last = 7;

    if (job->out->flags & GLSL_WRITES_CLIP_DISTANCE)
        return;
    job->out->keyed |= GLSL_KEY_CLIP;
    if (!mask)
        return;
    if (!job->target.clip_cull_distance) {
        glsl_gap(job, "gl_ClipVertex", "user clip planes need GL_EXT_clip_cull_distance");
        return;
    }
    while (!(mask >> last & 1))
        last--;
    glsl_printf(job, prologue, "uniform vec4 " GLSL_UNIFORM_CLIP_PLANES "[8];out float gl_ClipDistance[%d];",
                last + 1);
    for (int i = 0; i <= last; i++)
        if (mask >> i & 1)
            glsl_printf(job, epilogue, "gl_ClipDistance[%d]=dot(" GLSL_UNIFORM_CLIP_PLANES "[%d],%s);", i, i,
                        vertex);
        else
            glsl_printf(job, epilogue, "gl_ClipDistance[%d]=0.0;", i);
}

/* A point that is no sprite has its pixel where its centre rounds down to (OpenGL 4.6 compatibility, 14.4),
 * also where the centre lies between pixels; sprites are squares, and which side of a tie is theirs is up to
 * the driver. A nudge that is less than it can tell otherwise settles that. One that leaves the clip volume
 * by it had its pixel outside of the viewport. */
static void break_ties(struct glsl_job *job, struct glsl_text *prologue, struct glsl_text *epilogue)
{
    glsl_puts(job, prologue, "uniform vec2 " GLSL_UNIFORM_POINT_TIE ";");
    glsl_puts(job, epilogue, "gl_Position.xy+=" GLSL_UNIFORM_POINT_TIE "*gl_Position.w;");
}

/* Desktop GL draws no point whose centre lies outside the clip volume (OpenGL 4.6, 13.7), ES one whose square
 * reaches into it. Behind the eye nothing is inside. Near and far are the same in both. */
static const char drop_outside[] =
    "if(any(greaterThan(abs(gl_Position.xy),vec2(gl_Position.w))))gl_Position=vec4(0.0,0.0,0.0,-1.0);";

/* Of the last stage before rasterisation. */
static void vertex_epilogue(struct glsl_job *job, const struct glsl_unit *unit, const struct glsl_uses *uses,
                            struct glsl_text *prologue, struct glsl_text *epilogue)
{
    enum glsl_stage stage = unit->stage;
    bool sized = stage == GLSL_VERTEX || (stage == GLSL_GEOMETRY ? job->target.geometry_point_size
                                                                 : job->target.tessellation_point_size);

    clamp_colors(job, uses, epilogue);
    clip(job, uses, prologue, epilogue);
    if (!sized)
        return;
    job->out->keyed |= GLSL_KEY_POINT_SIZE;
    if (job->input->key.point_clip)
        glsl_puts(job, epilogue, drop_outside);
    if (job->input->key.point_size) {
        glsl_puts(job, prologue, "uniform float " GLSL_UNIFORM_POINT_SIZE ";");
        glsl_puts(job, epilogue, "gl_PointSize=" GLSL_UNIFORM_POINT_SIZE ";");
        if (unit->compat)
            break_ties(job, prologue, epilogue);
    }
}

/* The output that the alpha test looks at: the one at location 0, as far as the source tells. */
static const char *color0(const struct glsl_uses *uses)
{
    if (uses_builtin(uses, "gl_FragColor", GLSL_FRAGMENT))
        return "retrace_FragColor";
    if (uses_builtin(uses, "gl_FragData", GLSL_FRAGMENT))
        return "retrace_FragData[0]";
    return uses->first_output;
}

static void fragment_epilogue(struct glsl_job *job, const struct glsl_uses *uses, struct glsl_text *prologue,
                              struct glsl_text *epilogue)
{
    /* By GL_NEVER ...: the condition under which a fragment is dropped. */
    static const char *const fails[] = {"true",       "!(%s.a<%s)", "%s.a!=%s",   "!(%s.a<=%s)",
                                        "!(%s.a>%s)", "%s.a==%s",   "!(%s.a>=%s)"};
    const struct glsl_key *key = &job->input->key;
    const char *color = color0(uses);

    if (uses_builtin(uses, "gl_Color", GLSL_FRAGMENT) ||
        uses_builtin(uses, "gl_SecondaryColor", GLSL_FRAGMENT))
        job->out->keyed |= GLSL_KEY_TWO_SIDE | GLSL_KEY_FLAT_SHADE;
    if (color)
        job->out->keyed |= GLSL_KEY_ALPHA;
    if (color && key->alpha_func >= 0x0200 && key->alpha_func < 0x0207) {
        unsigned func = key->alpha_func - 0x0200;

        glsl_puts(job, prologue, "uniform float " GLSL_UNIFORM_ALPHA_REF ";");
        glsl_puts(job, epilogue, "if(");
        if (func == 0)
            glsl_puts(job, epilogue, fails[0]);
        else
            for (const char *p = fails[func]; *p; p++)
                if (*p == '%' && p++)
                    glsl_puts(job, epilogue, p[1] == '.' ? color : GLSL_UNIFORM_ALPHA_REF);
                else
                    glsl_append(job, epilogue, p, 1);
        glsl_puts(job, epilogue, ")discard;");
    }
    if (!uses_builtin(uses, "gl_FragColor", GLSL_FRAGMENT))
        return;
    job->out->keyed |= GLSL_KEY_COLOR_OUTPUTS;
    for (int i = 1; i < key->color_outputs && i < 8; i++) {
        glsl_printf(job, prologue, "layout(location=%d) out vec4 retrace_FragColor%d;", i, i);
        glsl_printf(job, epilogue, "retrace_FragColor%d=retrace_FragColor;", i);
    }
}

void glsl_epilogue(struct glsl_job *job, const struct glsl_unit *unit, const struct glsl_uses *uses,
                   struct glsl_text *prologue, struct glsl_text *epilogue)
{
    if (!job->input)
        return;
    if (unit->stage == job->last_stage && (unit->has_main || unit->stage == GLSL_GEOMETRY))
        vertex_epilogue(job, unit, uses, prologue, epilogue);
    else if (unit->stage == GLSL_FRAGMENT && unit->has_main)
        fragment_epilogue(job, uses, prologue, epilogue);
}
