/* SPDX-License-Identifier: MIT */
/* Varyings of transform feedback: what ES captures for each that the application names. That is the varying
 * of the same name, a member of a block, or, where a varying became several plain ones (glsl_spirv_split),
 * that one, or the run of elements of one, which holds what is named: the bytes are the same. 64-bit numbers
 * are words on the driver, so their types come from the source. Cost: a search by name. */
#include "emu/glsl_back.h"
#include "emu/glsl_lower.h"
#include "emu/glsl_reflect.h"
#include "emu/glsl_source.h"
#include "emu/glsl_wide.h"

#include <spirv_cross/spirv.h>
#include <stdlib.h>
#include <string.h>

/* What a name leads to inside a variable: its type, the members on the way, and which element of all the
 * arrays on the way, counted as one. */
struct place {
    uint32_t type, element;
    int members[GLSL_LEAF_DEPTH], depth;
};

static bool enter_member(const struct glsl_module *m, struct place *p, const char **tail)
{
    const uint32_t *w = glsl_def(m, p->type);

    for (uint32_t i = 0; GLSL_OP(w[0]) == SpvOpTypeStruct && i + 2 < GLSL_LENGTH(w[0]); i++) {
        const char *member = glsl_source_name(m->job, glsl_module_member_name(m, p->type, i));
        const char *rest = glsl_tail(*tail, member);

        if (!rest || p->depth == GLSL_LEAF_DEPTH)
            continue;
        p->members[p->depth++] = (int)i;
        p->type = w[i + 2];
        *tail = rest;
        return true;
    }
    return false;
}

/* Follows "[1].member" from p->type. False when it leads nowhere. */
static bool follow(const struct glsl_module *m, struct place *p, const char *tail)
{
    while (*tail) {
        const uint32_t *w = glsl_def(m, p->type);
        char *end;

        if (*tail == '.') {
            tail++;
            if (!enter_member(m, p, &tail))
                return false;
            continue;
        }
        if (GLSL_OP(w[0]) != SpvOpTypeArray)
            return false;
        p->element = p->element * glsl_module_constant(m, w[3]) + (uint32_t)strtoul(tail + 1, &end, 10);
        if (*end != ']')
            return false;
        p->type = w[2];
        tail = end + 1;
    }
    return true;
}

/* ---- types ---- */

static const struct glsl_module *source_of(const struct glsl_module *m)
{
    return m->source ? m->source : m;
}

/* The module and type are the source's. */
static void set_type(const struct glsl_module *m, uint32_t type, const char *tail, struct glsl_xfb *x)
{
    struct place p = {.type = type};

    if (!follow(m, &p, tail))
        return;
    x->size = 1;
    if (glsl_def_op(m, p.type) == SpvOpTypeArray) {
        x->size = (int)glsl_module_constant(m, glsl_def(m, p.type)[3]);
        p.type = glsl_def(m, p.type)[2];
    }
    if (glsl_wide_is(m, p.type) || x->part_count)
        x->type = glsl_type_of(m, p.type, false);
}

/* ---- varyings that are split ---- */

static const struct glsl_leaf *find_leaf(const struct glsl_split *split, const struct place *p)
{
    for (size_t i = 0; i < split->leaf_count; i++) {
        const struct glsl_leaf *leaf = &split->leaves[i];
        int depth = 0;
        bool same = true;

        for (int k = 0; k < leaf->depth; k++)
            if (leaf->path[k] >= 0) {
                same &= depth < p->depth && leaf->path[k] == p->members[depth];
                depth++;
            }
        if (same && depth == p->depth)
            return leaf;
    }
    return NULL;
}

static bool set_parts(const struct glsl_module *m, const struct glsl_split *split, const char *tail,
                      struct glsl_xfb *x)
{
    struct place p = {.type = glsl_module_pointee(m, split->id)};
    const struct glsl_leaf *leaf;
    uint32_t count = 1;
    const char *name, **parts;

    if (!follow(m, &p, tail) || !(leaf = find_leaf(split, &p)))
        return false;
    for (; glsl_def_op(m, p.type) == SpvOpTypeArray; p.type = glsl_def(m, p.type)[2])
        count *= glsl_module_constant(m, glsl_def(m, p.type)[3]);
    name = glsl_split_leaf_name(m->job, split, leaf);
    x->part_count = count == leaf->total ? 1 : count;
    x->parts = parts = glsl_alloc(m->job, x->part_count, sizeof *parts);
    parts[0] = name;
    for (uint32_t i = 0; count != leaf->total && i < count; i++)
        parts[i] = glsl_format(m->job, "%s[%u]", name, p.element * count + i);
    x->essl = parts[0];
    return true;
}

static bool find_split(const struct glsl_module *m, uint32_t id, const char *tail, struct glsl_xfb *x)
{
    for (const struct glsl_split *split = m->splits; split; split = split->next)
        if (split->id == id)
            return set_parts(m, split, tail, x);
    return false;
}

/* ---- all others ---- */

/* "Block.member" or, of a block without an instance name, "member": both are "Block.member" in the ESSL. */
static bool find_member(const struct glsl_module *m, uint32_t id, uint32_t type, struct glsl_xfb *x)
{
    struct glsl_job *job = m->job;
    const char *tail = *m->name[id] ? glsl_tail(x->name, glsl_source_name(job, m->name[type])) : x->name;

    if (tail && *m->name[id] && *tail != '.')
        return false;
    if (tail && *m->name[id])
        tail++;
    for (uint32_t i = 0; tail && i + 2 < GLSL_LENGTH(glsl_def(m, type)[0]); i++) {
        const char *member = glsl_source_name(job, glsl_module_member_name(m, type, i));
        const char *rest = glsl_tail(tail, member);

        if (!rest)
            continue;
        x->essl = glsl_format(job, "%s.%s%s", glsl_back_name(m, type), glsl_back_member(m, type, i), rest);
        set_type(source_of(m), glsl_def(source_of(m), type)[i + 2], rest, x);
        return true;
    }
    return false;
}

static bool find(const struct glsl_module *m, struct glsl_xfb *x)
{
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        uint32_t id = m->w[i + 2], type;
        const char *tail;

        if (GLSL_OP(m->w[i]) != SpvOpVariable || m->w[i + 3] != SpvStorageClassOutput)
            continue;
        type = glsl_module_element(m, glsl_module_pointee(m, id));
        tail = *m->name[id] ? glsl_tail(x->name, glsl_source_name(m->job, m->name[id])) : NULL;
        if (glsl_module_decoration(m, type, -1, SpvDecorationBlock, NULL)) {
            if (strncmp(x->name, "gl_", 3) != 0 && find_member(m, id, type, x))
                return true;
        } else if (tail) {
            if (!find_split(m, id, tail, x))
                x->essl = glsl_format(m->job, "%s%s", glsl_back_name(m, id), tail);
            set_type(source_of(m), glsl_module_pointee(source_of(m), id), tail, x);
            return true;
        }
    }
    return false;
}

static void translate(struct glsl_job *job, const struct glsl_module *m, struct glsl_xfb *x)
{
    const struct glsl_compat *row;
    const char *tail;

    x->essl = x->name;
    for (int i = 0; (row = glsl_compat_at(i)); i++)
        if (m->job && row->kind == GLSL_COMPAT_VARYING && (row->stages >> GLSL_VERTEX & 1) &&
            (tail = glsl_tail(x->name, row->name))) {
            x->essl = glsl_format(job, "%s%s", row->essl, tail);
            return;
        }
    if (m->job)
        find(m, x);
}

void glsl_xfb(struct glsl_job *job, const struct glsl_module *last)
{
    struct glsl_output *out = job->out;
    int buffer = 0;

    out->xfb_mode = job->input->xfb_mode;
    for (size_t i = 0; i < job->input->xfb_count; i++) {
        struct glsl_xfb *x = glsl_push(job, &out->xfb, &out->xfb_count, sizeof *x);
        const char *name = glsl_strdup(job, job->input->xfb_varyings[i], strlen(job->input->xfb_varyings[i]));
        bool control = !strcmp(name, "gl_NextBuffer") || !strncmp(name, "gl_SkipComponents", 17);

        *x = (struct glsl_xfb){.name = name, .buffer = buffer, .offset = -1, .stride = -1};
        if (!control)
            translate(job, last, x);
        if (!strcmp(name, "gl_NextBuffer") || out->xfb_mode == 0x8C8D)
            buffer++;
    }
}
