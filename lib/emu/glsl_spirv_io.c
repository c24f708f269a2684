/* SPDX-License-Identifier: MIT */
/* Vertex inputs that ES has not. Arrays: the array becomes a private variable, filled at the top of
 * main() from one input per element. The elements get consecutive locations in the ESSL, as the application
 * counts on a[i] being at the location of a, plus i. Inputs that share a location: one is read, the others
 * are copies. Cost: one copy per element, which compilers fold. */
#include "emu/glsl_lower.h"

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
    if (glsl_def_op(m, type) != SpvOpTypeArray ||
        glsl_module_decoration(m, w[2], -1, SpvDecorationBuiltIn, NULL))
        return 0;
    return type;
}

/* Locations that one element takes: a matrix has a column in each. */
static int slots(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);

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
        if (glsl_def_op(m, type) == SpvOpTypeArray)
            count = (int)glsl_module_constant(m, glsl_def(m, type)[3]) * slots(m, glsl_def(m, type)[2]);
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

/* ---- aliases ---- */

static int location_of(const struct glsl_module *m, uint32_t id)
{
    uint32_t location;

    if (glsl_module_decoration(m, id, -1, SpvDecorationLocation, &location))
        return (int)location;
    return bound_location(m->job, glsl_source_name(m->job, m->name[id]));
}

/* Components of a scalar or vector of floats; 0: something else. */
static uint32_t float_components(const struct glsl_module *m, uint32_t id)
{
    const uint32_t *w = glsl_def(m, glsl_module_pointee(m, id));
    uint32_t n = 1;

    if (GLSL_OP(w[0]) == SpvOpTypeVector) {
        n = w[3];
        w = glsl_def(m, w[2]);
    }
    return GLSL_OP(w[0]) == SpvOpTypeFloat ? n : 0;
}

/* Desktop GL lets several inputs share a location, ES does not: all but the widest, or first of those, are
 * copies. */
static uint32_t master_of(const struct glsl_module *m, uint32_t id)
{
    uint32_t n = float_components(m, id), best = 0;
    int location = n ? location_of(m, id) : -1;

    for (size_t i = GLSL_FIRST; location >= 0 && i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction;
         i += GLSL_LENGTH(m->w[i])) {
        uint32_t other = m->w[i + 2];

        if (GLSL_OP(m->w[i]) == SpvOpVariable && m->w[i + 3] == SpvStorageClassInput && *m->name[other] &&
            float_components(m, other) && location_of(m, other) == location &&
            (!best || float_components(m, other) > float_components(m, best)))
            best = other;
    }
    return best == id ? 0 : best;
}

static bool lower_alias(struct glsl_builder *b, const uint32_t *w)
{
    struct glsl_module *m = b->m;
    struct glsl_array_input *a;
    uint32_t master, pointer;

    if (m->stage != GLSL_VERTEX || GLSL_OP(w[0]) != SpvOpVariable || w[3] != SpvStorageClassInput ||
        !*m->name[w[2]] || !m->job->input || !(master = master_of(m, w[2])))
        return false;
    a = glsl_alloc(m->job, 1, sizeof *a);
    a->id = w[2];
    a->element = glsl_module_pointee(m, w[2]);
    a->master = master;
    a->location = location_of(m, w[2]);
    a->next = m->arrays;
    m->arrays = a;
    pointer = glsl_need(b, SpvOpTypePointer, (const uint32_t[]){SpvStorageClassPrivate, a->element}, 2);
    GLSL_EMIT(b, &b->decl, SpvOpVariable, pointer, w[2], SpvStorageClassPrivate);
    return true;
}

static void copy_alias(struct glsl_builder *b, const struct glsl_array_input *a)
{
    const struct glsl_module *m = b->m;
    uint32_t from = glsl_module_pointee(m, a->master), value = glsl_new_id(b), narrow = value;
    uint32_t n = float_components(m, a->id);

    GLSL_EMIT(b, &b->body, SpvOpLoad, from, value, a->master);
    if (n < float_components(m, a->master)) {
        uint32_t shuffle[8] = {a->element, narrow = glsl_new_id(b), value, value, 0, 1, 2, 3};

        if (n == 1)
            GLSL_EMIT(b, &b->body, SpvOpCompositeExtract, a->element, narrow, value, 0);
        else
            glsl_emit(b, &b->body, SpvOpVectorShuffle, shuffle, 4 + n);
    }
    GLSL_EMIT(b, &b->body, SpvOpStore, a->id, narrow);
}

bool glsl_lower_input(struct glsl_builder *b, const uint32_t *w)
{
    struct glsl_module *m = b->m;
    uint32_t type = input_array(m, w), element, pointer;
    struct glsl_array_input *a;

    if (!type)
        return lower_alias(b, w);
    element = glsl_def(m, type)[2];
    a = glsl_alloc(m->job, 1, sizeof *a);
    a->id = w[2];
    a->element = element;
    a->count = (int)glsl_module_constant(m, glsl_def(m, type)[3]);
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

        if (a->master)
            copy_alias(b, a);
        for (int i = 0; i < a->count; i++) {
            uint32_t value = glsl_new_id(b), to = glsl_new_id(b);

            GLSL_EMIT(b, &b->body, SpvOpLoad, a->element, value, a->inputs[i]);
            GLSL_EMIT(b, &b->body, SpvOpAccessChain, pointer, to, a->id, glsl_need_int_constant(b, i));
            GLSL_EMIT(b, &b->body, SpvOpStore, to, value);
        }
    }
}
