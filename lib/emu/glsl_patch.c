/* SPDX-License-Identifier: MIT */
/* Corrections to the ESSL text, where SPIRV-Cross 1.3.239 writes what no ES compiler takes: atomic counters
 * declared as uint, a built-in without a name, clip distances of gl_in without their size, extension lines
 * left out, block offsets that only padding can express. Names in the text are known from the reflection, so
 * no parsing is needed. */
#include "emu/glsl_back.h"
#include "emu/glsl_block.h"
#include "emu/glsl_token.h"

#include <spirv_cross/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *replace(struct glsl_job *job, const char *text, const char *from, const char *to)
{
    struct glsl_text out = {0};
    const char *hit;

    if (!strstr(text, from))
        return text;
    for (; (hit = strstr(text, from)); text = hit + strlen(from)) {
        glsl_append(job, &out, text, (size_t)(hit - text));
        glsl_puts(job, &out, to);
    }
    glsl_puts(job, &out, text);
    return out.s;
}

/* ---- atomic counters ---- */

/* `name` is used as the first argument here: the counter's name, then an index or the next argument. */
static bool is_argument(const char *p, const char *name)
{
    size_t n = strlen(name);

    return !strncmp(p, name, n) && !glsl_is_word(p[n]);
}

/* Reading a counter comes as atomicAdd(counter, 0). */
static const char *patch_reads(struct glsl_module *m, const char *text, const char *name)
{
    static const char call[] = "atomicAdd(";
    struct glsl_text out = {0};
    const char *hit, *rest = text;

    for (; (hit = strstr(rest, call)); rest = hit) {
        const char *argument = hit + sizeof call - 1, *end;
        int depth = 0;

        glsl_append(m->job, &out, rest, (size_t)(hit - rest));
        if (!is_argument(argument, name)) {
            glsl_puts(m->job, &out, call);
            hit = argument;
            continue;
        }
        for (end = argument; *end && (depth || *end != ','); end++)
            depth += (*end == '[' || *end == '(') - (*end == ']' || *end == ')');
        if (strncmp(end, ", 0)", 4) != 0 && strncmp(end, ", 0u)", 5) != 0)
            glsl_fail(m->job, "%s: ES has no atomicCounterAdd", name);
        glsl_puts(m->job, &out, "atomicCounter(");
        glsl_append(m->job, &out, argument, (size_t)(end - argument));
        hit = strchr(end, ')');
    }
    glsl_puts(m->job, &out, rest);
    return out.s;
}

static const char *patch_counters(struct glsl_module *m, const char *text)
{
    const struct glsl_output *o = m->job->out;
    bool any = false;

    for (size_t i = 0; i < o->uniform_count; i++) {
        const char *name = o->uniforms[i].essl;

        if (o->uniforms[i].offset < 0 || !(o->uniforms[i].stages >> m->stage & 1))
            continue;
        any = true;
        text = patch_reads(m, text, glsl_strdup(m->job, name, strcspn(name, "[")));
    }
    for (const char *p = text; any && (p = strstr(p, "layout(binding = ")); p++) {
        const char *close = strchr(p, ')'), *offset = strstr(p, ", offset = ");
        struct glsl_text out = {0};

        if (!close || !offset || offset > close || strncmp(close, ") uint ", 7) != 0)
            continue;
        glsl_append(m->job, &out, text, (size_t)(close + 2 - text));
        glsl_puts(m->job, &out, "uniform atomic_uint ");
        glsl_puts(m->job, &out, close + 7);
        p = out.s + (p - text);
        text = out.s;
    }
    return text;
}

/* ---- shared blocks ---- */

/* The layout of such a block is the driver's: an application asked for offsets, and what it then wrote is
 * laid out as its desktop driver has it, which the same maker's ES driver agrees with more often than std140
 * does. */
static const char *patch_shared(struct glsl_module *m, const char *text)
{
    const struct glsl_job *job = m->job;

    for (size_t i = 0; i < job->out->block_count; i++) {
        const struct glsl_block *b = &job->out->blocks[i];
        const char *tail = glsl_format(m->job, " %s %s\n{", b->storage ? "buffer" : "uniform", b->essl), *hit;
        struct glsl_text out = {0};
        size_t k = 0;

        while (k < job->shared_block_count && strcmp(job->shared_blocks[k], b->name) != 0)
            k++;
        hit = k < job->shared_block_count && !glsl_has_block_words(job, b->name) ? strstr(text, tail) : NULL;
        while (hit && hit > text && hit[-1] != '\n' && strncmp(hit, "std140", 6) != 0 &&
               strncmp(hit, "std430", 6) != 0)
            hit--;
        if (!hit || strncmp(hit, "std", 3) != 0)
            continue;
        glsl_append(m->job, &out, text, (size_t)(hit - text));
        glsl_puts(m->job, &out, "shared");
        glsl_puts(m->job, &out, hit + 6);
        text = out.s;
    }
    return text;
}

/* ---- gl_PerVertex ---- */

/* Elements of gl_ClipDistance in the module's outputs, 0 if it has none. */
static uint32_t clip_distances(const struct glsl_module *m)
{
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        const uint32_t *w;
        uint32_t type, builtin;

        if (GLSL_OP(m->w[i]) != SpvOpVariable || m->w[i + 3] != SpvStorageClassOutput)
            continue;
        type = glsl_module_pointee(m, m->w[i + 2]);
        w = glsl_def(m, type);
        for (uint32_t k = 0; GLSL_OP(w[0]) == SpvOpTypeStruct && k + 2 < GLSL_LENGTH(w[0]); k++)
            if (glsl_module_decoration(m, type, (int)k, SpvDecorationBuiltIn, &builtin) &&
                builtin == SpvBuiltInClipDistance)
                return glsl_module_constant(m, glsl_def(m, w[k + 2])[3]);
    }
    return 0;
}

static const char *per_vertex(const struct glsl_module *from, const char *direction, const char *name)
{
    struct glsl_job *job = from->job;
    bool point_size = job->target.geometry_point_size && job->out->flags & GLSL_WRITES_POINT_SIZE;

    return glsl_format(job,
                       "%s gl_PerVertex { highp vec4 gl_Position; %shighp float gl_ClipDistance[%u]; }%s;\n",
                       direction, point_size ? "highp float gl_PointSize; " : "", clip_distances(from), name);
}

/* ES gives clip distances a size only where they are declared, and then both sides of the interface in front
 * of a geometry or control shader must declare the whole block alike. */
static const char *patch_per_vertex(struct glsl_module *m, const char *text, const char **declaration)
{
    const struct glsl_module *const *all = m->job->modules, *before = NULL;
    bool middle = m->stage == GLSL_TESS_CONTROL || m->stage == GLSL_GEOMETRY;
    const struct glsl_module *after =
        m->stage == GLSL_VERTEX && all[GLSL_TESS_CONTROL]             ? all[GLSL_TESS_CONTROL]
        : m->stage == GLSL_VERTEX || m->stage == GLSL_TESS_EVALUATION ? all[GLSL_GEOMETRY]
                                                                      : NULL;

    *declaration = "";
    if (!(m->job->out->flags & GLSL_WRITES_CLIP_DISTANCE))
        return text;
    if (after && clip_distances(m)) {
        *declaration = per_vertex(m, "out", "");
        return replace(m->job, text,
                       glsl_format(m->job, "out float gl_ClipDistance[%u];\n", clip_distances(m)), "");
    }
    if (middle)
        before = m->stage == GLSL_GEOMETRY && all[GLSL_TESS_EVALUATION] ? all[GLSL_TESS_EVALUATION]
                                                                        : all[GLSL_VERTEX];
    if (before && clip_distances(before))
        *declaration = per_vertex(before, "in", " gl_in[]");
    return text;
}

/* gl_NumSamples is a built-in of ESSL, but SPIR-V has none: it went through as a uniform. */
static const char *patch_num_samples(struct glsl_module *m, const char *text)
{
    static const char declaration[] = "uniform int retrace_NumSamples;\n";

    if (!m->job->target.sample_variables || !strstr(text, declaration))
        return text;
    return replace(m->job, replace(m->job, text, declaration, ""), "retrace_NumSamples", "gl_NumSamples");
}

/* SPIRV-Cross refuses textureQueryLod for ES: the functions that stand for it get their bodies here. */
static const char *patch_query_lod(struct glsl_module *m, const char *text)
{
    for (const char *p = text; (p = strstr(p, "\nvec2 retrace_queryLod")); p++) {
        const char *open = strstr(p, "\n{\n"), *close = strstr(p, "\n}\n");
        struct glsl_text out = {0};
        bool one = memmem(p, (size_t)(open - p), "float p", 7) != NULL;

        glsl_append(m->job, &out, text, (size_t)(open + 3 - text));
        glsl_printf(m->job, &out, "    return textureQueryLOD(s, %s);", one ? "vec2(p, 0.5)" : "p");
        glsl_puts(m->job, &out, close);
        p = out.s + (p - text);
        text = out.s;
    }
    return text;
}

const char *glsl_patch(struct glsl_module *m, const char *essl)
{
    struct glsl_text declarations = {0};
    const char *declaration;

    essl = replace(m->job, essl, "gl_BuiltIn_14", "gl_PatchVerticesIn");
    essl = patch_counters(m, essl);
    essl = patch_query_lod(m, essl);
    essl = glsl_image_patch(m, essl);
    essl = glsl_layout_patch(m, essl);
    essl = patch_shared(m, essl);
    essl = patch_num_samples(m, essl);
    essl = patch_per_vertex(m, essl, &declaration);
    glsl_puts(m->job, &declarations, declaration);
    essl = glsl_precision_patch(m, essl, &declarations);
    return glsl_patch_lines(m, essl, declarations.s);
}
