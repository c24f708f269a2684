/* SPDX-License-Identifier: MIT */
/* Reading SPIR-V: where each id is made, what it is called, how it is decorated. Decorations are found by
 * walking the words: modules are small and the questions few. glslang made the words, so lengths are trusted
 * only so far as not to run off the end. */
#include "emu/glsl_module.h"

#include "emu/spirv_result.h"

#include <spirv_cross/spirv.h>
#include <string.h>

static void add_decoration(struct glsl_module *m, size_t at)
{
    struct glsl_decoration *d = glsl_push(m->job, &m->decoration_list, &m->decoration_count, sizeof *d);

    d->at = (uint32_t)at;
    d->next = m->decorations[m->w[at + 1]];
    m->decorations[m->w[at + 1]] = (uint32_t)m->decoration_count;
}

void glsl_module_index(struct glsl_module *m)
{
    m->bound = m->w[3];
    m->def = glsl_alloc(m->job, m->bound, sizeof *m->def);
    m->name = glsl_alloc(m->job, m->bound, sizeof *m->name);
    m->decorations = glsl_alloc(m->job, m->bound, sizeof *m->decorations);
    m->padded = glsl_alloc(m->job, m->bound, sizeof *m->padded);
    for (uint32_t id = 0; id < m->bound; id++)
        m->name[id] = "";
    for (size_t i = GLSL_FIRST; i < m->n; i += GLSL_LENGTH(m->w[i])) {
        uint32_t op = GLSL_OP(m->w[i]), length = GLSL_LENGTH(m->w[i]);
        unsigned at = spirv_result_word(op);

        if (i + length > m->n)
            glsl_fail(m->job, "malformed SPIR-V");
        if (op == SpvOpName && m->w[i + 1] < m->bound)
            m->name[m->w[i + 1]] = (const char *)&m->w[i + 2];
        if ((op == SpvOpDecorate || op == SpvOpMemberDecorate) && m->w[i + 1] < m->bound)
            add_decoration(m, i);
        if (at && at < length && m->w[i + at] < m->bound)
            m->def[m->w[i + at]] = (uint32_t)i;
    }
}

bool glsl_module_decoration(const struct glsl_module *m, uint32_t id, int member, uint32_t decoration,
                            uint32_t *value)
{
    for (uint32_t k = m->decorations[id]; k; k = m->decoration_list[k - 1].next) {
        const uint32_t *w = &m->w[m->decoration_list[k - 1].at];
        uint32_t op = GLSL_OP(w[0]), length = GLSL_LENGTH(w[0]);

        if (member < 0 && op == SpvOpDecorate && w[2] == decoration) {
            if (value)
                *value = length > 3 ? w[3] : 0;
            return true;
        }
        if (member >= 0 && op == SpvOpMemberDecorate && w[2] == (uint32_t)member && w[3] == decoration) {
            if (value)
                *value = length > 4 ? w[4] : 0;
            return true;
        }
    }
    return false;
}

const char *glsl_module_member_name(const struct glsl_module *m, uint32_t type, uint32_t member)
{
    for (size_t i = GLSL_FIRST; i < m->n; i += GLSL_LENGTH(m->w[i])) {
        if (GLSL_OP(m->w[i]) == SpvOpMemberName && m->w[i + 1] == type && m->w[i + 2] == member)
            return (const char *)&m->w[i + 3];
        if (GLSL_OP(m->w[i]) == SpvOpFunction)
            break;
    }
    return "";
}

uint32_t glsl_module_pointee(const struct glsl_module *m, uint32_t variable)
{
    uint32_t pointer = glsl_def(m, variable)[1];

    return glsl_def(m, pointer)[3];
}

uint32_t glsl_module_element(const struct glsl_module *m, uint32_t type)
{
    while (glsl_def_op(m, type) == SpvOpTypeArray)
        type = glsl_def(m, type)[2];
    return type;
}

bool glsl_module_is_block(const struct glsl_module *m, uint32_t type)
{
    return glsl_def_op(m, type) == SpvOpTypeStruct &&
           glsl_module_decoration(m, type, -1, SpvDecorationBlock, NULL);
}

uint32_t glsl_module_constant(const struct glsl_module *m, uint32_t id)
{
    uint32_t op = glsl_def_op(m, id);

    return op == SpvOpConstant || op == SpvOpSpecConstant ? glsl_def(m, id)[3] : 0;
}

uint32_t glsl_value_type(const struct glsl_module *m, uint32_t id)
{
    return id < m->bound && m->def[id] ? glsl_def(m, id)[1] : 0;
}

void glsl_module_keep(struct glsl_module *m)
{
    if (m->source)
        return;
    m->source = glsl_alloc(m->job, 1, sizeof *m->source);
    *m->source = *m;
    m->source->source = NULL;
}
