/* SPDX-License-Identifier: MIT */
/* SPIR-V to SPIR-V: what SPIRV-Cross would refuse for ES, or write so that an ES compiler refuses it. The
 * original words stay for reflection. Rewritten here: initialisers of uniforms (the application's link sets
 * them), depth layout promises, transform-feedback decorations; glsl_spirv_tex does textures, glsl_spirv_io
 * inputs and outputs. */
#include "emu/glsl_back.h"
#include "emu/glsl_lower.h"
#include "emu/glsl_window.h"

#include <spirv_cross/spirv.h>
#include <string.h>

/* A block whose members share locations: ES has the two sides meet by their names. */
static bool shares_locations(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);

    for (uint32_t i = 0; GLSL_OP(w[0]) == SpvOpTypeStruct && i + 2 < GLSL_LENGTH(w[0]); i++)
        if (glsl_module_decoration(m, type, (int)i, SpvDecorationComponent, NULL))
            return true;
    return false;
}

static bool is_dropped(const struct glsl_module *m, const uint32_t *w)
{
    uint32_t decoration;

    switch (GLSL_OP(w[0])) {
    case SpvOpExecutionMode:
        return w[2] == SpvExecutionModeDepthGreater || w[2] == SpvExecutionModeDepthLess ||
               w[2] == SpvExecutionModeDepthUnchanged || w[2] == SpvExecutionModeXfb ||
               w[2] == SpvExecutionModePixelCenterInteger;
    case SpvOpCapability:
        return w[1] == SpvCapabilityTransformFeedback;
    case SpvOpDecorate:
    case SpvOpMemberDecorate:
        decoration = GLSL_OP(w[0]) == SpvOpDecorate ? w[2] : w[3];
        if (GLSL_OP(w[0]) == SpvOpMemberDecorate &&
            (decoration == SpvDecorationComponent || decoration == SpvDecorationLocation))
            return shares_locations(m, w[1]);
        if (decoration == SpvDecorationBlock && glsl_split_is_block(m, w[1]))
            return true;
        return decoration == SpvDecorationXfbBuffer || decoration == SpvDecorationXfbStride;
    default:
        return false;
    }
}

static bool texels_are_2d(const struct glsl_builder *b)
{
    const struct glsl_job *job = b->m->job;

    return !job->target.texture_buffer || (job->input && job->input->key.windows & GLSL_WINDOWS_TEXELS_2D);
}

static void copy(struct glsl_builder *b, struct glsl_words *to, const uint32_t *w)
{
    size_t length = GLSL_LENGTH(w[0]), at = to->n;

    /* A uniform with an initialiser loses that operand. */
    if (GLSL_OP(w[0]) == SpvOpVariable && w[3] == SpvStorageClassUniformConstant && length > 4)
        length = 4;
    glsl_emit(b, to, GLSL_OP(w[0]), &w[1], length - 1);
    if (GLSL_OP(w[0]) == SpvOpTypeImage && w[7] == 2 && !glsl_image_is_es(w[8]))
        to->v[at + 8] = glsl_image_placeholder(b->m, w[2]);
    if (GLSL_OP(w[0]) == SpvOpMemberDecorate && w[3] == SpvDecorationOffset)
        to->v[at + 4] = glsl_layout_offset(b->m, w[1], w[2], w[4]);
    if (GLSL_OP(w[0]) == SpvOpTypeImage &&
        (w[3] == SpvDim1D || w[3] == SpvDimRect || (w[3] == SpvDimBuffer && w[7] == 1 && texels_are_2d(b))))
        to->v[at + 3] = SpvDim2D;
}

/* The entry point lists its inputs and outputs: made ones are added. */
static void copy_entry_point(struct glsl_builder *b, struct glsl_words *to, const uint32_t *w)
{
    struct glsl_words all = {0};

    for (uint32_t i = 1; i < GLSL_LENGTH(w[0]); i++)
        *(uint32_t *)glsl_push(b->m->job, &all.v, &all.n, sizeof *all.v) = w[i];
    for (const struct glsl_array_input *a = b->m->arrays; a; a = a->next)
        for (int i = 0; i < a->count; i++)
            *(uint32_t *)glsl_push(b->m->job, &all.v, &all.n, sizeof *all.v) = a->inputs[i];
    for (const struct glsl_split *s = b->m->splits; s; s = s->next)
        for (size_t i = 0; i < s->leaf_count; i++)
            *(uint32_t *)glsl_push(b->m->job, &all.v, &all.n, sizeof *all.v) = s->leaves[i].id;
    glsl_emit(b, to, SpvOpEntryPoint, all.v, all.n);
}

static void lower_functions(struct glsl_builder *b, size_t i)
{
    const struct glsl_module *m = b->m;
    bool entry = false, in_main = false;

    for (; i < m->n; i += GLSL_LENGTH(m->w[i])) {
        const uint32_t *w = &m->w[i];
        uint32_t op = GLSL_OP(w[0]);

        /* main() begins behind the label and the local variables of the first block. */
        if (op == SpvOpFunction)
            entry = in_main = w[2] == m->entry;
        if (entry && op != SpvOpFunction && op != SpvOpLabel && op != SpvOpVariable) {
            glsl_lower_entry(b);
            if (m->stage == GLSL_FRAGMENT)
                glsl_split_copy(b, false);
            entry = false;
        }
        if (m->stage == GLSL_GEOMETRY ? op == SpvOpEmitVertex
                                      : in_main && op == SpvOpReturn && m->stage < GLSL_FRAGMENT)
            glsl_split_copy(b, true);
        w = glsl_lower_bias(b, w);
        if (!glsl_lower_window(b, w) && !glsl_lower_block(b, w) && !glsl_lower_texel(b, w) &&
            !glsl_lower_texture(b, w) && !glsl_lower_cube(b, w) && !glsl_lower_interpolation(b, w) &&
            !glsl_lower_wrapped(b, w) && !glsl_lower_count(b, w) && !glsl_lower_component(b, w))
            copy(b, &b->body, w);
    }
}

static void lower_declarations(struct glsl_builder *b, size_t *i)
{
    struct glsl_module *m = b->m;

    for (; *i < m->n && GLSL_OP(m->w[*i]) != SpvOpFunction; *i += GLSL_LENGTH(m->w[*i])) {
        const uint32_t *w = &m->w[*i];

        if (GLSL_OP(w[0]) == SpvOpEntryPoint)
            m->entry = w[2];
        if (GLSL_OP(w[0]) != SpvOpEntryPoint && !is_dropped(m, w) && !glsl_lower_input(b, w) &&
            !glsl_lower_split(b, w) && !glsl_lower_wrap(b, w) && !glsl_lower_counter(b, w) &&
            !glsl_lower_window(b, w))
            copy(b, &b->decl, w);
    }
}

/* Capabilities and extensions come before the entry point, all else behind it. */
static bool is_preamble(uint32_t op)
{
    return op == SpvOpCapability || op == SpvOpExtension || op == SpvOpExtInstImport ||
           op == SpvOpMemoryModel;
}

/* SPIRV-Cross follows every path through the call graph, several times: a chain of functions that each call
 * the next twice would keep it busy for ever. Callees come after their callers or before, so the counts are
 * iterated. */
static void check_paths(const struct glsl_module *m)
{
    double *paths = glsl_alloc(m->job, m->bound, sizeof *paths),
           *sum = glsl_alloc(m->job, m->bound, sizeof *sum);
    bool changed = true;

    while (changed) {
        uint32_t function = 0;

        changed = false;
        memset(sum, 0, m->bound * sizeof *sum);
        for (size_t i = GLSL_FIRST; i < m->n; i += GLSL_LENGTH(m->w[i])) {
            if (GLSL_OP(m->w[i]) == SpvOpFunction)
                function = m->w[i + 2];
            else if (GLSL_OP(m->w[i]) == SpvOpFunctionCall)
                sum[function] += 1 + paths[m->w[i + 3]];
        }
        for (uint32_t id = 0; id < m->bound; id++) {
            if (sum[id] > 1e5)
                glsl_fail(m->job, "functions call each other along too many paths");
            changed |= paths[id] != sum[id];
            paths[id] = sum[id];
        }
    }
}

static uint32_t *paste(uint32_t *to, const uint32_t *from, size_t n)
{
    if (n)
        memcpy(to, from, n * sizeof *to);
    return to + n;
}

void glsl_spirv_lower(struct glsl_module *m)
{
    struct glsl_builder b = {.m = m, .bound = m->bound};
    struct glsl_words out = {0};
    size_t i = GLSL_FIRST, k = 0;
    uint32_t *to;

    check_paths(m);
    lower_declarations(&b, &i);
    lower_functions(&b, i);
    for (; k < b.decl.n && is_preamble(GLSL_OP(b.decl.v[k])); k += GLSL_LENGTH(b.decl.v[k]))
        glsl_emit(&b, &out, GLSL_OP(b.decl.v[k]), &b.decl.v[k + 1], GLSL_LENGTH(b.decl.v[k]) - 1);
    for (i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i]))
        if (GLSL_OP(m->w[i]) == SpvOpEntryPoint)
            copy_entry_point(&b, &out, &m->w[i]);
    m->lowered_n = GLSL_FIRST + out.n + (b.decl.n - k) + b.body.n + b.extra.n;
    m->lowered = glsl_alloc(m->job, m->lowered_n, sizeof *m->lowered);
    to = paste(m->lowered, m->w, GLSL_FIRST);
    m->lowered[3] = b.bound;
    to = paste(to, out.v, out.n);
    to = paste(to, b.decl.v + k, b.decl.n - k);
    to = paste(to, b.body.v, b.body.n);
    paste(to, b.extra.v, b.extra.n);
}
