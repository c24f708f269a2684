/* SPDX-License-Identifier: MIT */
/* The backward slice of a vertex stage: what can reach the address of a fetch from a window, found to a fixed
 * point over the whole program, so that stores on either side of a branch and round a loop count. Memory is
 * taken by whole variables. A branch is needed where something that is kept lies between it and its merge, or
 * where a block in between leaves for elsewhere (a return, a break) and so decides what else runs; all other
 * selections and loops are stepped over. Cost: a few passes over the instructions, once per program. */
#include "emu/window_eval.h"

#include "emu/spirv_result.h"

#include <spirv_cross/spirv.h>
#include <stdlib.h>
#include <string.h>

struct pass {
    const struct window_module *m;
    const struct glsl_output *glsl;
    struct window_slice *s;
    bool *live;    /* by function id: holds something that is kept */
    bool *returns; /* by function id: its value is needed */
    bool changed;
};

int window_slice_fetch(const struct window_module *m, const struct glsl_output *glsl, uint32_t image)
{
    const uint32_t *w = window_module_word(m, image);
    uint32_t element = 0;

    if (WINDOW_OP(w[0]) == SpvOpImage)
        w = window_module_word(m, w[3]);
    if (WINDOW_OP(w[0]) != SpvOpLoad)
        return -1;
    w = window_module_word(m, w[3]);
    if (WINDOW_OP(w[0]) == SpvOpAccessChain && WINDOW_LENGTH(w[0]) == 5 &&
        WINDOW_OP(window_module_word(m, w[4])[0]) == SpvOpConstant) {
        element = window_module_word(m, w[4])[3];
        w = window_module_word(m, w[3]);
    }
    for (size_t i = 0; WINDOW_OP(w[0]) == SpvOpVariable && i < glsl->window_count; i++)
        if (glsl->windows[i].id == w[2] &&
            (!glsl->windows[i].texels || glsl->windows[i].element == (int)element))
            return (int)i;
    return -1;
}

/* Does the instruction see what other invocations have? */
static bool is_crossing(uint32_t op)
{
    return (op >= SpvOpGroupAll && op <= SpvOpGroupSMax) ||
           (op >= SpvOpSubgroupBallotKHR && op <= SpvOpSubgroupReadInvocationKHR) ||
           (op >= SpvOpGroupNonUniformElect && op <= SpvOpGroupNonUniformQuadSwap) ||
           (op >= SpvOpDPdx && op <= SpvOpFwidthCoarse);
}

static void need(void *priv, uint32_t id)
{
    struct pass *p = priv;

    if (id < p->m->bound && !p->s->needed[id]) {
        p->s->needed[id] = true;
        p->changed = true;
    }
}

static void keep(struct pass *p, size_t i)
{
    if (!p->s->keep[i]) {
        p->s->keep[i] = true;
        p->changed = true;
    }
}

static void need_memory(struct pass *p, uint32_t pointer)
{
    need(p, p->m->group[window_module_root(p->m, pointer)]);
    need(p, pointer);
}

static void keep_result(struct pass *p, size_t i, const uint32_t *w)
{
    uint32_t op = WINDOW_OP(w[0]);

    keep(p, i);
    if (is_crossing(op))
        p->s->refused = WINDOW_OTHER_LANE;
    if (op == SpvOpFunctionCall) {
        if (!p->returns[w[3]])
            p->changed = p->returns[w[3]] = true;
        return;
    }
    if (op == SpvOpLoad)
        need_memory(p, w[3]);
    window_module_operands(w, need, p);
}

/* What a call passes for parameters that are needed. */
static void need_arguments(struct pass *p, const uint32_t *w)
{
    const struct window_function *f = window_module_function(p->m, w[3]);

    for (size_t k = 0; f && k < f->param_count; k++)
        if (p->s->needed[f->params[k]] || p->s->needed[p->m->group[f->params[k]]])
            need(p, w[4 + k]);
}

static void visit(struct pass *p, size_t i)
{
    const uint32_t *w = &p->m->w[p->m->at[i]];
    uint32_t op = WINDOW_OP(w[0]);
    unsigned k = spirv_result_word(op);
    int window;

    if (k && op != SpvOpFunction && op != SpvOpLabel && op != SpvOpFunctionParameter && p->s->needed[w[k]])
        keep_result(p, i, w);
    switch (op) {
    case SpvOpStore:
    case SpvOpCopyMemory:
        if (!p->s->needed[p->m->group[window_module_root(p->m, w[1])]])
            break;
        keep(p, i);
        need(p, w[1]);
        need(p, w[2]);
        if (op == SpvOpCopyMemory)
            need_memory(p, w[2]);
        break;
    case SpvOpImageFetch:
        window = window_slice_fetch(p->m, p->glsl, w[3]);
        if (window < 0)
            break;
        p->s->reads[window] = true;
        keep(p, i);
        need(p, w[4]);
        break;
    case SpvOpFunctionCall:
        if (p->live[w[3]])
            keep(p, i);
        if (p->s->keep[i])
            need_arguments(p, w);
        break;
    default:
        break;
    }
}

/* ---- control flow ---- */

static size_t block_at(const struct window_module *m, uint32_t label)
{
    return label < m->bound ? m->block_of[label] : 0; /* 1 + index */
}

static bool has_phi(const struct pass *p, size_t block)
{
    const struct window_block *b = &p->m->blocks[block];
    const uint32_t *w;

    if (b->first + 1 >= b->end)
        return false;
    w = &p->m->w[p->m->at[b->first + 1]];
    return WINDOW_OP(w[0]) == SpvOpPhi && p->s->needed[w[2]];
}

struct targets {
    const struct window_module *m;
    size_t low, high; /* blocks [low, high], the merge included */
    bool leaves;
};

static void count_target(void *priv, uint32_t label)
{
    struct targets *t = priv;
    size_t at = block_at(t->m, label);

    if (!at || at - 1 < t->low || at - 1 > t->high)
        t->leaves = true;
}

static void each_target(const uint32_t *w, void (*each)(void *priv, uint32_t label), void *priv)
{
    uint32_t op = WINDOW_OP(w[0]);

    if (op == SpvOpBranch)
        each(priv, w[1]);
    else if (op == SpvOpBranchConditional)
        each(priv, w[2]), each(priv, w[3]);
    else if (op == SpvOpSwitch) {
        each(priv, w[2]);
        for (uint32_t i = 4; i < WINDOW_LENGTH(w[0]); i += 2)
            each(priv, w[i]);
    }
}

/* Does anything in blocks [low, high) matter, by itself or by where it goes? `high` is the merge. */
static bool region_matters(const struct pass *p, size_t low, size_t high, bool live)
{
    struct targets t = {p->m, low, high, false};

    for (size_t b = low; b < high; b++) {
        const struct window_block *block = &p->m->blocks[b];
        const uint32_t *last = &p->m->w[p->m->at[block->end - 1]];
        uint32_t op = WINDOW_OP(last[0]);

        for (size_t i = block->first; i + 1 < block->end; i++)
            if (p->s->keep[i])
                return true;
        if (op == SpvOpReturn || op == SpvOpReturnValue || op == SpvOpKill)
            t.leaves = true;
        each_target(last, count_target, &t);
        if (t.leaves && live)
            return true;
    }
    return has_phi(p, high);
}

/* The loop around a block, by its header; SIZE_MAX: none. */
static size_t loop_around(const struct window_module *m, size_t block)
{
    for (size_t b = block + 1; b-- > 0;) {
        size_t merge = m->blocks[b].loop ? block_at(m, m->blocks[b].merge) : 0;

        if (m->blocks[b].function != m->blocks[block].function)
            break;
        if (merge && merge - 1 > block)
            return b;
    }
    return SIZE_MAX;
}

static void visit_end(struct pass *p, size_t b)
{
    const struct window_block *block = &p->m->blocks[b];
    size_t i = block->end - 1, merge = block_at(p->m, block->merge), loop;
    const uint32_t *w = &p->m->w[p->m->at[i]];
    uint32_t op = WINDOW_OP(w[0]);
    bool live = p->live[block->function] || p->returns[block->function], needed;

    if (op == SpvOpReturnValue && p->returns[block->function]) {
        keep(p, i);
        need(p, w[1]);
    }
    if (op != SpvOpBranchConditional && op != SpvOpSwitch)
        return;
    if (block->merge && !block->loop && merge) {
        needed = region_matters(p, b + 1, merge - 1, live);
        p->s->skip[b] = !needed;
    } else { /* the way out of a loop */
        loop = loop_around(p->m, b);
        needed = loop == SIZE_MAX ? live : !p->s->skip[loop];
    }
    if (!needed)
        return;
    keep(p, i);
    need(p, w[1]);
}

static void visit_loops(struct pass *p)
{
    for (size_t b = 0; b < p->m->block_count; b++) {
        const struct window_block *block = &p->m->blocks[b];
        size_t merge = block->loop ? block_at(p->m, block->merge) : 0;
        bool live = p->live[block->function] || p->returns[block->function];

        if (merge)
            p->s->skip[b] = !region_matters(p, b, merge - 1, live);
    }
}

static void visit_functions(struct pass *p)
{
    for (size_t b = 0; b < p->m->block_count; b++)
        for (size_t i = p->m->blocks[b].first; i < p->m->blocks[b].end; i++)
            if (p->s->keep[i] && !p->live[p->m->blocks[b].function])
                p->changed = p->live[p->m->blocks[b].function] = true;
}

static void keep_all(struct pass *p)
{
    for (uint32_t id = 0; id < p->m->bound; id++)
        p->s->needed[id] = p->m->def[id] != 0;
    for (size_t i = 0; i < p->m->count; i++)
        p->s->keep[i] = true;
    for (size_t b = 0; b < p->m->block_count; b++)
        p->s->skip[b] = false;
}

static void iterate(struct pass *p)
{
    do {
        p->changed = false;
        for (size_t i = p->m->count; i-- > 0;)
            visit(p, i);
        visit_loops(p);
        for (size_t b = p->m->block_count; b-- > 0;)
            visit_end(p, b);
        visit_functions(p);
    } while (p->changed);
}

bool window_slice_init(struct window_slice *s, const struct window_module *m, const struct glsl_output *glsl,
                       bool whole)
{
    struct pass p = {.m = m, .glsl = glsl, .s = s};

    *s = (struct window_slice){0};
    s->keep = calloc(m->count + 1, sizeof *s->keep);
    s->needed = calloc(m->bound, sizeof *s->needed);
    s->skip = calloc(m->block_count + 1, sizeof *s->skip);
    s->reads = calloc(glsl->window_count + 1, sizeof *s->reads);
    p.live = calloc(m->bound, sizeof *p.live);
    p.returns = calloc(m->bound, sizeof *p.returns);
    if (s->keep && s->needed && s->skip && s->reads && p.live && p.returns) {
        iterate(&p);
        if (whole)
            keep_all(&p);
    }
    free(p.live);
    free(p.returns);
    return s->keep && s->needed && s->skip && s->reads && p.live && p.returns;
}

void window_slice_finish(struct window_slice *s)
{
    free(s->keep);
    free(s->needed);
    free(s->skip);
    free(s->reads);
    *s = (struct window_slice){0};
}
