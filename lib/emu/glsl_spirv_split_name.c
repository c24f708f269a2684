/* SPDX-License-Identifier: MIT */
/* The leaves of structured varyings (glsl_spirv_split.c) as SPIRV-Cross is to write them: by which names,
 * with the qualifiers that the fragment shader gives the whole, which itself is no part of the interface any
 * more. */
#include "emu/glsl_lower.h"

#include <spirv_cross/spirv.h>
#include <spirv_cross/spirv_cross_c.h>

/* A qualifier of the variable, or of the member of a block that the leaf lies in. */
static bool has_qualifier(const struct glsl_module *m, uint32_t id, const struct glsl_leaf *leaf,
                          uint32_t which)
{
    uint32_t type = glsl_module_pointee(m, id);

    return glsl_module_decoration(m, id, -1, which, NULL) ||
           (glsl_def_op(m, type) == SpvOpTypeStruct &&
            glsl_module_decoration(m, type, leaf->path[0], which, NULL));
}

static const SpvDecoration qualifiers[] = {SpvDecorationFlat, SpvDecorationNoPerspective,
                                           SpvDecorationCentroid, SpvDecorationSample};

static void qualify(const struct glsl_module *m, const struct glsl_split *s, const struct glsl_leaf *leaf)
{
    const uint32_t *w = glsl_def(m, leaf->type);
    const struct glsl_module *from = s->fragment ? s->fragment : m;
    uint32_t id = s->fragment ? s->input : s->id;

    if (GLSL_OP(w[0]) == SpvOpTypeVector)
        w = glsl_def(m, w[2]);
    for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
        if (has_qualifier(from, id, leaf, qualifiers[i]) || (i == 0 && GLSL_OP(w[0]) == SpvOpTypeInt))
            spvc_compiler_set_decoration(m->compiler, leaf->id, qualifiers[i], 0);
}

/* The private variable is none of the interface, and its type no block. */
static void make_plain(const struct glsl_module *m, uint32_t id)
{
    uint32_t type = glsl_module_pointee(m, id);
    const uint32_t *w = glsl_def(m, type);

    spvc_compiler_unset_decoration(m->compiler, id, SpvDecorationLocation);
    spvc_compiler_unset_decoration(m->compiler, type, SpvDecorationBlock);
    for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++) {
        spvc_compiler_unset_decoration(m->compiler, id, qualifiers[i]);
        for (uint32_t k = 0; GLSL_OP(w[0]) == SpvOpTypeStruct && k + 2 < GLSL_LENGTH(w[0]); k++)
            spvc_compiler_unset_member_decoration(m->compiler, type, k, qualifiers[i]);
    }
}

const char *glsl_split_leaf_name(struct glsl_job *job, const struct glsl_split *s,
                                 const struct glsl_leaf *leaf)
{
    struct glsl_text name = {0};

    glsl_printf(job, &name, "retrace_v_%s", s->base);
    for (int i = 0; i < leaf->depth; i++)
        if (leaf->path[i] >= 0)
            glsl_printf(job, &name, "_%d", leaf->path[i]);
    return name.s;
}

void glsl_split_name(const struct glsl_module *m)
{
    for (const struct glsl_split *s = m->splits; s; s = s->next) {
        make_plain(m, s->id);
        for (size_t l = 0; l < s->leaf_count; l++) {
            const struct glsl_leaf *leaf = &s->leaves[l];

            spvc_compiler_set_name(m->compiler, leaf->id, glsl_split_leaf_name(m->job, s, leaf));
            qualify(m, s, leaf);
        }
    }
}
