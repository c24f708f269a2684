/* SPDX-License-Identifier: MIT */
/* Arrays of vertex inputs, which ES has not: the array becomes a private variable, filled at the top of
 * main() from one input per element. The elements get consecutive locations in the ESSL, as the application
 * counts on a[i] being at the location of a, plus i. Cost: one copy per element, which compilers fold. */
#include "emu/glsl_priv.h"

#include <spirv_cross/spirv.h>
#include <stdio.h>
#include <string.h>

#define ATTRIBS 32

static uint32_t input_array(const struct glsl_module *m, const uint32_t *w)
{
    uint32_t type;

    if (m->stage != GLSL_VERTEX || GLSL_OP(w[0]) != SpvOpVariable || w[3] != SpvStorageClassInput)
        return 0;
    type = glsl_module_pointee(m, w[2]);
    if (GLSL_OP(m->w[m->def[type]]) != SpvOpTypeArray ||
        glsl_module_decoration(m, w[2], -1, SpvDecorationBuiltIn, NULL))
        return 0;
    return type;
}

/* Locations that one element takes: a matrix has a column in each. */
static int slots(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = &m->w[m->def[type]];

    return GLSL_OP(w[0]) == SpvOpTypeMatrix ? (int)w[3] : 1;
}

static int bound_location(const struct glsl_job *job, const char *name)
{
    size_t n = strlen(name);

    for (size_t i = 0; i < job->input->attrib_count; i++)
        if (!strncmp(job->input->attribs[i].name, name, n) &&
            (!job->input->attribs[i].name[n] || !strcmp(job->input->attribs[i].name + n, "[0]")))
            return job->input->attribs[i].location;
    return -1;
}

/* Marks what other inputs have claimed, so that an array without a number does not land on them. */
static void mark_used(const struct glsl_module *m, bool used[ATTRIBS])
{
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        uint32_t id = m->w[i + 2], location, type;
        int at, count = 1;

        if (GLSL_OP(m->w[i]) != SpvOpVariable || m->w[i + 3] != SpvStorageClassInput || !*m->name[id])
            continue;
        at = bound_location(m->job, glsl_source_name(m->job, m->name[id]));
        if (glsl_module_decoration(m, id, -1, SpvDecorationLocation, &location))
            at = (int)location;
        type = glsl_module_pointee(m, id);
        if (GLSL_OP(m->w[m->def[type]]) == SpvOpTypeArray)
            count = (int)glsl_module_constant(m, m->w[m->def[type] + 3]) * slots(m, m->w[m->def[type] + 2]);
        else
            count = slots(m, type);
        for (int k = 0; at >= 0 && k < count && at + k < ATTRIBS; k++)
            used[at + k] = true;
    }
}

static int choose_location(const struct glsl_module *m, uint32_t id, int count)
{
    bool used[ATTRIBS] = {false};
    uint32_t location;
    int bound = bound_location(m->job, glsl_source_name(m->job, m->name[id]));

    if (glsl_module_decoration(m, id, -1, SpvDecorationLocation, &location))
        return (int)location;
    if (bound >= 0)
        return bound;
    mark_used(m, used);
    for (const struct glsl_array_input *a = m->arrays; a; a = a->next)
        for (int k = 0; k < a->count * a->slots && a->location + k < ATTRIBS; k++)
            used[a->location + k] = true;
    for (int first = 0; first + count <= ATTRIBS; first++) {
        int k = 0;

        while (k < count && !used[first + k])
            k++;
        if (k == count)
            return first;
    }
    glsl_fail(m->job, "no room left for the vertex input %s", m->name[id]);
}

bool glsl_lower_input(struct glsl_builder *b, const uint32_t *w)
{
    struct glsl_module *m = b->m;
    uint32_t type = input_array(m, w), element, pointer;
    struct glsl_array_input *a;

    if (!type)
        return false;
    element = m->w[m->def[type] + 2];
    a = glsl_alloc(m->job, 1, sizeof *a);
    a->id = w[2];
    a->element = element;
    a->count = (int)glsl_module_constant(m, m->w[m->def[type] + 3]);
    a->slots = slots(m, element);
    a->location = choose_location(m, w[2], a->count * a->slots);
    a->inputs = glsl_alloc(m->job, (size_t)a->count, sizeof *a->inputs);
    a->next = m->arrays;
    m->arrays = a;
    pointer = glsl_need(b, SpvOpTypePointer, (const uint32_t[]){SpvStorageClassPrivate, type}, 2);
    GLSL_EMIT(b, &b->decl, SpvOpVariable, pointer, w[2], SpvStorageClassPrivate);
    pointer = glsl_need(b, SpvOpTypePointer, (const uint32_t[]){SpvStorageClassInput, element}, 2);
    for (int i = 0; i < a->count; i++) {
        a->inputs[i] = glsl_new_id(b);
        GLSL_EMIT(b, &b->decl, SpvOpVariable, pointer, a->inputs[i], SpvStorageClassInput);
    }
    return true;
}

void glsl_lower_entry(struct glsl_builder *b)
{
    for (const struct glsl_array_input *a = b->m->arrays; a; a = a->next) {
        uint32_t pointer =
            glsl_need(b, SpvOpTypePointer, (const uint32_t[]){SpvStorageClassPrivate, a->element}, 2);

        for (int i = 0; i < a->count; i++) {
            uint32_t value = glsl_new_id(b), to = glsl_new_id(b);

            GLSL_EMIT(b, &b->body, SpvOpLoad, a->element, value, a->inputs[i]);
            GLSL_EMIT(b, &b->body, SpvOpAccessChain, pointer, to, a->id, glsl_need_int_constant(b, i));
            GLSL_EMIT(b, &b->body, SpvOpStore, to, value);
        }
    }
}
