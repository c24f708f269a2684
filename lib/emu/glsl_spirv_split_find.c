/* SPDX-License-Identifier: MIT */
/* Which varyings in front of the fragment shader ES cannot have whole (glsl_spirv_split.c): those of types
 * that it takes for none, and structures of which a part is interpolated at another place. What one side
 * needs, both get. */
#include "emu/glsl_lower.h"
#include "emu/glsl_varying.h"

#include <spirv_cross/GLSL.std.450.h>
#include <spirv_cross/spirv.h>

static bool is_array(const uint32_t *w)
{
    return GLSL_OP(w[0]) == SpvOpTypeArray;
}

static bool is_struct(const uint32_t *w)
{
    return GLSL_OP(w[0]) == SpvOpTypeStruct;
}

/* Is this no type for a varying of ES? */
static bool is_refused(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type), *inner;

    if (is_array(w)) {
        inner = glsl_def(m, w[2]);
        return is_array(inner) || is_struct(inner);
    }
    if (!is_struct(w) || glsl_module_is_block(m, type))
        return false;
    for (uint32_t i = 2; i < GLSL_LENGTH(w[0]); i++) {
        inner = glsl_def(m, w[i]);
        if (is_array(inner) || is_struct(inner))
            return true;
    }
    return false;
}

/* Is a part of this structured input interpolated elsewhere? */
static bool is_interpolated(const struct glsl_module *m, uint32_t id)
{
    for (size_t i = GLSL_FIRST; i < m->n; i += GLSL_LENGTH(m->w[i])) {
        const uint32_t *w = &m->w[i], *chain;

        if (GLSL_OP(w[0]) != SpvOpExtInst || w[4] < GLSLstd450InterpolateAtCentroid ||
            w[4] > GLSLstd450InterpolateAtOffset || w[5] >= m->bound || !m->def[w[5]])
            continue;
        chain = glsl_def(m, w[5]);
        if (GLSL_OP(chain[0]) == SpvOpAccessChain && chain[3] == id)
            return true;
    }
    return false;
}

static uint32_t partner(const struct glsl_module *m, uint32_t storage, const struct glsl_module *of,
                        uint32_t id)
{
    uint32_t other;

    for (size_t i = GLSL_FIRST; (other = glsl_varying_next(m, storage, &i));)
        if (glsl_varying_same(m, other, of, id))
            return other;
    return 0;
}

static struct glsl_split *add(struct glsl_module *m, uint32_t id, const char *base)
{
    struct glsl_split *split = glsl_alloc(m->job, 1, sizeof *split);

    split->id = id;
    split->base = base;
    split->next = m->splits;
    m->splits = split;
    return split;
}

/* Marks both sides where one of them needs it. */
static void mark(struct glsl_module *producer, uint32_t out, struct glsl_module *fragment, uint32_t in)
{
    const char *base = out ? glsl_varying_name(producer, out) : glsl_varying_name(fragment, in);
    bool wanted = (out && is_refused(producer, glsl_module_pointee(producer, out))) ||
                  (in && (is_refused(fragment, glsl_module_pointee(fragment, in)) ||
                          (is_interpolated(fragment, in) &&
                           is_struct(glsl_def(fragment, glsl_module_pointee(fragment, in))))));
    struct glsl_split *split;

    if (!wanted)
        return;
    if (in)
        add(fragment, in, base);
    if (!out)
        return;
    split = add(producer, out, base);
    split->fragment = in ? fragment : NULL;
    split->input = in;
}

void glsl_split_find(struct glsl_module *producer, struct glsl_module *fragment)
{
    uint32_t id;

    for (size_t i = GLSL_FIRST; (id = glsl_varying_next(producer, SpvStorageClassOutput, &i));)
        mark(producer, id, fragment, partner(fragment, SpvStorageClassInput, producer, id));
    for (size_t i = GLSL_FIRST; (id = glsl_varying_next(fragment, SpvStorageClassInput, &i));)
        if (!partner(producer, SpvStorageClassOutput, fragment, id))
            mark(producer, 0, fragment, id);
}
