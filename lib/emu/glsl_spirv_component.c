/* SPDX-License-Identifier: MIT */
/* Vertex inputs and fragment outputs that share a location by layout(component), which ES has not: those of a
 * location become one vector, and what the source declares private variables, filled at the top of main() or
 * gathered where it returns. Arrays go location by location. What we do not do: 64-bit ones. Cost: copies
 * that compilers fold. */
#include "emu/glsl_lower.h"
#include "emu/glsl_varying.h"

#include <spirv_cross/spirv.h>
#include <string.h>

enum { LOCATIONS = 32 };

/* A variable of the source. */
struct part {
    uint32_t id, type, element, scalar;            /* its type, that of one location, that of a component */
    uint32_t location, component, index, count, n; /* count: locations; n: components */
    bool merged;
};

/* A location that several share. */
struct whole {
    uint32_t id, type, scalar, n; /* the variable; n: components of its type */
};

struct merge {
    struct glsl_builder b;
    uint32_t storage;
    struct part *parts;
    size_t part_count;
    struct whole wholes[2][LOCATIONS]; /* by index, which only outputs have */
};

static uint32_t decoration(const struct glsl_module *m, uint32_t id, uint32_t which, uint32_t otherwise)
{
    glsl_module_decoration(m, id, -1, which, &otherwise);
    return otherwise;
}

/* ---- which ---- */

static void read_part(struct merge *g, uint32_t id)
{
    const struct glsl_module *m = g->b.m;
    struct part p = {.id = id, .count = 1, .n = 1};
    const uint32_t *w;

    p.location = decoration(m, id, SpvDecorationLocation, LOCATIONS);
    p.component = decoration(m, id, SpvDecorationComponent, 0);
    p.index = decoration(m, id, SpvDecorationIndex, 0);
    p.type = p.element = glsl_module_pointee(m, id);
    w = glsl_def(m, p.type);
    if (GLSL_OP(w[0]) == SpvOpTypeArray) {
        p.count = glsl_module_constant(m, w[3]);
        p.element = w[2];
        w = glsl_def(m, p.element);
    }
    p.scalar = p.element;
    if (GLSL_OP(w[0]) == SpvOpTypeVector) {
        p.n = w[3];
        p.scalar = w[2];
        w = glsl_def(m, p.scalar);
    }
    if ((GLSL_OP(w[0]) != SpvOpTypeInt && GLSL_OP(w[0]) != SpvOpTypeFloat) || w[2] != 32 || p.index > 1 ||
        p.location + p.count > LOCATIONS || p.component + p.n > 4)
        return;
    p.merged = glsl_module_decoration(m, id, -1, SpvDecorationComponent, NULL);
    *(struct part *)glsl_push(m->job, &g->parts, &g->part_count, sizeof p) = p;
}

static bool overlap(const struct part *a, const struct part *b)
{
    return a->index == b->index && a->location < b->location + b->count &&
           b->location < a->location + a->count;
}

/* What shares a location with a part that is merged is so, too. */
static bool find_parts(struct merge *g)
{
    const struct glsl_module *m = g->b.m;
    bool any = false, grew = true;
    uint32_t id;

    for (size_t i = GLSL_FIRST; (id = glsl_varying_next(m, g->storage, &i));)
        read_part(g, id);
    while (grew) {
        grew = false;
        for (size_t i = 0; i < g->part_count; i++)
            for (size_t k = 0; k < g->part_count; k++)
                if (!g->parts[i].merged && g->parts[k].merged && overlap(&g->parts[i], &g->parts[k]))
                    grew = g->parts[i].merged = true;
    }
    for (size_t i = 0; i < g->part_count; i++)
        any |= g->parts[i].merged;
    return any;
}

static const struct part *part_of(const struct merge *g, uint32_t id)
{
    for (size_t i = 0; i < g->part_count; i++)
        if (g->parts[i].id == id && g->parts[i].merged)
            return &g->parts[i];
    return NULL;
}

bool glsl_is_component(const struct glsl_module *m, uint32_t id)
{
    for (size_t i = 0; i < m->component_count; i++)
        if (m->components[i] == id)
            return true;
    return false;
}

/* ---- declarations ---- */

static void emit_name(struct glsl_builder *b, uint32_t id, const char *name)
{
    uint32_t words[8] = {id};

    memcpy(&words[1], name, strnlen(name, sizeof words - 8));
    glsl_emit(b, &b->decl, SpvOpName, words, 2 + strlen(name) / 4);
}

static void declare_wholes(struct merge *g)
{
    struct glsl_builder *b = &g->b;

    for (size_t i = 0; i < g->part_count; i++)
        for (uint32_t k = 0; g->parts[i].merged && k < g->parts[i].count; k++) {
            const struct part *p = &g->parts[i];
            struct whole *whole = &g->wholes[p->index][p->location + k];

            whole->scalar = p->scalar;
            if (p->component + p->n > whole->n)
                whole->n = p->component + p->n;
        }
    for (uint32_t index = 0; index < 2; index++)
        for (uint32_t at = 0; at < LOCATIONS; at++) {
            struct whole *whole = &g->wholes[index][at];
            uint32_t pointer;

            if (!whole->n)
                continue;
            whole->type = glsl_need_vector(b, whole->scalar, whole->n);
            pointer = glsl_need(b, SpvOpTypePointer, (const uint32_t[]){g->storage, whole->type}, 2);
            whole->id = glsl_new_id(b);
            emit_name(b, whole->id, glsl_format(b->m->job, "retrace_at%u_%u", at, index));
            GLSL_EMIT(b, &b->decl, SpvOpDecorate, whole->id, SpvDecorationLocation, at);
            if (index)
                GLSL_EMIT(b, &b->decl, SpvOpDecorate, whole->id, SpvDecorationIndex, index);
            GLSL_EMIT(b, &b->decl, SpvOpVariable, pointer, whole->id, g->storage);
        }
}

static void lower_entry_point(struct merge *g, const uint32_t *w)
{
    struct glsl_words all = {0};

    for (uint32_t i = 1; i < GLSL_LENGTH(w[0]); i++)
        *(uint32_t *)glsl_push(g->b.m->job, &all.v, &all.n, sizeof *all.v) = w[i];
    for (uint32_t i = 0; i < 2 * LOCATIONS; i++)
        if (g->wholes[i / LOCATIONS][i % LOCATIONS].n)
            *(uint32_t *)glsl_push(g->b.m->job, &all.v, &all.n, sizeof *all.v) =
                g->wholes[i / LOCATIONS][i % LOCATIONS].id;
    glsl_emit(&g->b, &g->b.decl, SpvOpEntryPoint, all.v, all.n);
}

/* The wholes' ids are known before their declarations: the entry point comes first and lists them. */
static void lower_declarations(struct merge *g, size_t *i)
{
    struct glsl_builder *b = &g->b;
    const struct glsl_module *m = b->m;
    const uint32_t *entry = NULL;
    struct glsl_words before = {0};
    size_t entry_at = 0;

    for (; *i < m->n && GLSL_OP(m->w[*i]) != SpvOpFunction; *i += GLSL_LENGTH(m->w[*i])) {
        const uint32_t *w = &m->w[*i];
        const struct part *p = GLSL_OP(w[0]) == SpvOpVariable ? part_of(g, w[2]) : NULL;

        if (GLSL_OP(w[0]) == SpvOpEntryPoint && !entry) {
            entry = w;
            entry_at = b->decl.n;
        } else if (p) {
            uint32_t pointer =
                glsl_need(b, SpvOpTypePointer, (const uint32_t[]){SpvStorageClassPrivate, p->type}, 2);

            GLSL_EMIT(b, &b->decl, SpvOpVariable, pointer, w[2], SpvStorageClassPrivate);
        } else if (GLSL_OP(w[0]) != SpvOpDecorate || !part_of(g, w[1])) {
            glsl_emit(b, &b->decl, GLSL_OP(w[0]), &w[1], GLSL_LENGTH(w[0]) - 1);
        }
    }
    declare_wholes(g);
    before = b->decl;
    b->decl = (struct glsl_words){0};
    for (size_t k = 0; k < before.n; k += GLSL_LENGTH(before.v[k])) {
        if (k == entry_at && entry)
            lower_entry_point(g, entry);
        glsl_emit(b, &b->decl, GLSL_OP(before.v[k]), &before.v[k + 1], GLSL_LENGTH(before.v[k]) - 1);
    }
}

/* ---- copies ---- */

/* A pointer to what a part has at location `at`. */
static uint32_t point(struct merge *g, const struct part *p, uint32_t at)
{
    struct glsl_builder *b = &g->b;
    uint32_t id;

    if (p->element == p->type)
        return p->id;
    id = glsl_new_id(b);
    GLSL_EMIT(b, &b->body, SpvOpAccessChain,
              glsl_need(b, SpvOpTypePointer, (const uint32_t[]){SpvStorageClassPrivate, p->element}, 2), id,
              p->id, glsl_need_int_constant(b, (int)(at - p->location)));
    return id;
}

static uint32_t load(struct glsl_builder *b, uint32_t type, uint32_t pointer)
{
    uint32_t id = glsl_new_id(b);

    GLSL_EMIT(b, &b->body, SpvOpLoad, type, id, pointer);
    return id;
}

static void copy_in(struct merge *g)
{
    struct glsl_builder *b = &g->b;

    for (size_t i = 0; i < g->part_count; i++)
        for (uint32_t k = 0; g->parts[i].merged && k < g->parts[i].count; k++) {
            const struct part *p = &g->parts[i];
            const struct whole *whole = &g->wholes[p->index][p->location + k];
            uint32_t value = load(b, whole->type, whole->id), c = p->component, part = value;
            uint32_t to = point(g, p, p->location + k);

            if (p->n == 1 && whole->n > 1) {
                GLSL_EMIT(b, &b->body, SpvOpCompositeExtract, p->element, part = glsl_new_id(b), value, c);
            } else if (p->n < whole->n) {
                const uint32_t shuffle[8] = {p->element, part = glsl_new_id(b), value, value, c, c + 1, c + 2,
                                             c + 3};

                glsl_emit(b, &b->body, SpvOpVectorShuffle, shuffle, 4 + p->n);
            }
            GLSL_EMIT(b, &b->body, SpvOpStore, to, part);
        }
}

/* Component c of a location: of the last part that has it, or 0. */
static uint32_t component(struct merge *g, uint32_t index, uint32_t at, uint32_t c)
{
    struct glsl_builder *b = &g->b;
    uint32_t scalar = g->wholes[index][at].scalar, value, id;

    for (size_t i = g->part_count; i-- > 0;) {
        const struct part *p = &g->parts[i];

        if (!p->merged || p->index != index || at < p->location || at >= p->location + p->count ||
            c < p->component || c >= p->component + p->n)
            continue;
        value = load(b, p->element, point(g, p, at));
        if (p->n == 1)
            return value;
        GLSL_EMIT(b, &b->body, SpvOpCompositeExtract, scalar, id = glsl_new_id(b), value, c - p->component);
        return id;
    }
    return glsl_need(b, SpvOpConstant, (const uint32_t[]){scalar, 0}, 2);
}

static void copy_out(struct merge *g)
{
    struct glsl_builder *b = &g->b;

    for (uint32_t i = 0; i < 2 * LOCATIONS; i++) {
        const struct whole *whole = &g->wholes[i / LOCATIONS][i % LOCATIONS];
        uint32_t operands[6] = {whole->type}, value;

        if (!whole->n)
            continue;
        for (uint32_t c = 0; c < whole->n; c++)
            operands[2 + c] = component(g, i / LOCATIONS, i % LOCATIONS, c);
        value = whole->n == 1 ? operands[2] : (operands[1] = glsl_new_id(b));
        if (whole->n > 1)
            glsl_emit(b, &b->body, SpvOpCompositeConstruct, operands, 2 + whole->n);
        GLSL_EMIT(b, &b->body, SpvOpStore, whole->id, value);
    }
}

static void lower_functions(struct merge *g, size_t i, uint32_t main)
{
    struct glsl_builder *b = &g->b;
    const struct glsl_module *m = b->m;
    bool inside = false, top = false;

    for (; i < m->n; i += GLSL_LENGTH(m->w[i])) {
        uint32_t op = GLSL_OP(m->w[i]);

        if (op == SpvOpFunction)
            inside = top = m->w[i + 2] == main;
        if (top && op != SpvOpFunction && op != SpvOpLabel && op != SpvOpVariable) {
            if (g->storage == SpvStorageClassInput)
                copy_in(g);
            top = false;
        }
        if (inside && op == SpvOpReturn && g->storage == SpvStorageClassOutput)
            copy_out(g);
        glsl_emit(b, &b->body, op, &m->w[i + 1], GLSL_LENGTH(m->w[i]) - 1);
    }
}

/* ---- the whole ---- */

void glsl_merge_components(struct glsl_module *m)
{
    struct merge g = {.b = {.m = m, .bound = m->bound}};
    size_t i = GLSL_FIRST;
    uint32_t main = 0;

    if (m->stage != GLSL_VERTEX && m->stage != GLSL_FRAGMENT)
        return;
    g.storage = m->stage == GLSL_VERTEX ? SpvStorageClassInput : SpvStorageClassOutput;
    if (!find_parts(&g))
        return;
    glsl_module_keep(m);
    for (size_t k = GLSL_FIRST; k < m->n && GLSL_OP(m->w[k]) != SpvOpFunction; k += GLSL_LENGTH(m->w[k]))
        if (GLSL_OP(m->w[k]) == SpvOpEntryPoint)
            main = m->w[k + 2];
    lower_declarations(&g, &i);
    lower_functions(&g, i, main);
    for (size_t k = 0; k < g.part_count; k++)
        if (g.parts[k].merged)
            *(uint32_t *)glsl_push(m->job, &m->components, &m->component_count, sizeof *m->components) =
                g.parts[k].id;
    glsl_module_replace(&g.b);
}
