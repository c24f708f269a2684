/* SPDX-License-Identifier: MIT */
/* Full precision where ES gives less. Some built-in inputs and functions are of medium or low precision in
 * ESSL whatever the defaults are (OpenGL ES Shading Language 3.20, 7.1 and 8), and a driver with 16-bit
 * floats and integers computes in 16 bits with them: bitCount(x) * 3000 overflows. Desktop GL knows full
 * precision only. In the ESSL text, inputs go through variables of ours, and calls through functions of ours
 * whose results are of high precision. Cost: a search for each name. */
#include "emu/glsl_back.h"
#include "emu/glsl_token.h"

#include <string.h>

static const struct {
    const char *name, *type;
} inputs[] = {
    {"gl_PointCoord", "vec2"},
    {"gl_SamplePosition", "vec2"},
    {"gl_SampleID", "int"},
    {"gl_NumSamples", "int"},
};

/* Bodies of functions of one argument `x`; '@' is the name. Conversions from normalised bytes are written
 * out, since the driver's would round to 16 bits. */
static const struct {
    const char *name, *body;
} functions[] = {
    {"unpackHalf2x16", "highp vec2 retrace_@(highp uint x) { highp vec2 r = @(x); return r; }\n"},
    {"unpackUnorm4x8",
     "highp vec4 retrace_@(highp uint x) { return vec4(uvec4(x, x >> 8u, x >> 16u, x >> 24u)"
     " & 255u) / 255.0; }\n"},
    {"unpackSnorm4x8",
     "highp vec4 retrace_@(highp uint x) { return clamp(vec4(ivec4(uvec4(x << 24u, x << 16u,"
     " x << 8u, x)) >> 24) / 127.0, -1.0, 1.0); }\n"},
    {"bitCount", NULL},
    {"findLSB", NULL},
    {"findMSB", NULL},
};

/* The next whole `name`, before `after`; NULL when there is none. */
static const char *find(const char *text, const char *start, const char *name, const char *after)
{
    size_t n = strlen(name);

    for (const char *hit = start; (hit = strstr(hit, name)); hit += n)
        if ((hit == text || !glsl_is_word(hit[-1])) && !strncmp(hit + n, after, strlen(after)) &&
            (*after || !glsl_is_word(hit[n])))
            return hit;
    return NULL;
}

/* Every whole `name` in front of `after` becomes retrace_ and its own name without gl_. */
static const char *rename_all(struct glsl_job *job, const char *text, const char *name, const char *after)
{
    const char *bare = strncmp(name, "gl_", 3) ? name : name + 3, *rest = text, *hit;
    struct glsl_text out = {0};

    for (; (hit = find(text, rest, name, after)); rest = hit + strlen(name)) {
        glsl_append(job, &out, rest, (size_t)(hit - rest));
        glsl_printf(job, &out, "retrace_%s", bare);
    }
    glsl_puts(job, &out, rest);
    return out.s;
}

/* ES counts the coordinates of a point from its upper left corner always. */
static const char *input_value(struct glsl_job *job, const char *name)
{
    if (strcmp(name, "gl_PointCoord") != 0)
        return name;
    job->out->keyed |= GLSL_KEY_POINT_LOWER;
    return job->input->key.point_lower ? "vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y)" : name;
}

static const char *take_input(struct glsl_job *job, const char *text, size_t i, struct glsl_text *declaration)
{
    static const char head[] = "\nvoid main()\n{\n";
    const char *name = inputs[i].name, *main;
    struct glsl_text out = {0};

    text = rename_all(job, text, name, "");
    main = strstr(text, head);
    if (!main)
        return text;
    main += sizeof head - 1;
    glsl_append(job, &out, text, (size_t)(main - text));
    glsl_printf(job, &out, "    retrace_%s = %s;\n", name + 3, input_value(job, name));
    glsl_puts(job, &out, main);
    glsl_printf(job, declaration, "highp %s retrace_%s;\n", inputs[i].type, name + 3);
    return out.s;
}

/* Of signed and unsigned integers, one to four. */
static void declare_bits(struct glsl_job *job, const char *name, struct glsl_text *declaration)
{
    static const char *const types[2][4] = {{"int", "ivec2", "ivec3", "ivec4"},
                                            {"uint", "uvec2", "uvec3", "uvec4"}};

    for (int i = 0; i < 8; i++)
        glsl_printf(job, declaration, "highp %s retrace_%s(highp %s x) { highp %s r = %s(x); return r; }\n",
                    types[0][i % 4], name, types[i / 4][i % 4], types[0][i % 4], name);
}

static void declare(struct glsl_job *job, size_t i, struct glsl_text *declaration)
{
    if (!functions[i].body)
        declare_bits(job, functions[i].name, declaration);
    for (const char *p = functions[i].body; p && *p; p++)
        if (*p == '@')
            glsl_puts(job, declaration, functions[i].name);
        else
            glsl_append(job, declaration, p, 1);
}

const char *glsl_precision_patch(struct glsl_module *m, const char *text, struct glsl_text *declaration)
{
    for (size_t i = 0; m->stage == GLSL_FRAGMENT && i < sizeof inputs / sizeof *inputs; i++)
        if (find(text, text, inputs[i].name, ""))
            text = take_input(m->job, text, i, declaration);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (find(text, text, functions[i].name, "(")) {
            text = rename_all(m->job, text, functions[i].name, "(");
            declare(m->job, i, declaration);
        }
    return text;
}
