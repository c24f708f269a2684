/* SPDX-License-Identifier: MIT */
/* A window program made shorter: what comes from memory-form code is mostly copies between variables, and
 * sums that only differ by a constant. Block by block reads go forward to where values come from
 * (window_forward.c); then ops whose results nobody reads go, over the whole program, and the rest moves
 * together. Not done: anything across blocks. Cost: some passes over the ops, once per program; when memory
 * is out the program stays as it is. */
#include "emu/window_tidy.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3 };

/* ---- passes ---- */

static void find_leaders(struct tidy *t)
{
    struct window_program *p = t->p;

    memset(t->leader, 0, p->op_count * sizeof *t->leader);
    memset(t->written, 0, p->cell_count * sizeof *t->written);
    for (size_t i = 0; i < p->op_count; i++) {
        struct window_shape s = window_shape(&p->ops[i]);
        uint32_t *target;

        for (unsigned k = 0; (target = window_op_target(&p->ops[i], k)); k++)
            t->leader[*target] = true;
        if (window_op_ends(p->ops[i].op) && i + 1 < p->op_count)
            t->leader[i + 1] = true;
        for (uint32_t k = 0; k < s.write.n; k++)
            t->written[*s.write.cell + k] = true;
    }
    for (size_t i = 0; i < p->input_count; i++)
        for (uint32_t k = 0; k < p->inputs[i].n; k++)
            t->written[p->inputs[i].cell + k] = true;
}

static void go_forward(struct tidy *t)
{
    find_leaders(t);
    for (size_t i = 0; i < t->p->op_count; i++) {
        if (t->leader[i] || i == 0) {
            t->epoch++;
            t->span.op = SIZE_MAX;
        }
        window_forward(t, i);
    }
}

/* ---- what nobody reads ---- */

static void count(struct tidy *t, struct window_op *op, int by)
{
    struct window_shape s = window_shape(op);

    for (size_t k = 0; k < s.read_count; k++)
        for (uint32_t i = 0; i < s.reads[k].n; i++)
            t->reads[*s.reads[k].cell + i] += (uint32_t)by;
}

static void count_all(struct tidy *t)
{
    bool loads = false;

    memset(t->reads, 0, t->p->cell_count * sizeof *t->reads);
    for (size_t i = 0; i < t->p->op_count; i++)
        if (!t->dead[i]) {
            count(t, &t->p->ops[i], 1);
            loads |= t->p->ops[i].op == WINDOW_DO_LOAD;
        }
    for (uint32_t c = 0; loads && c < t->memory_end; c++)
        t->reads[c]++;
}

/* Narrows what is written to what is read; all of it gone: the op. */
static bool drop_unread(struct tidy *t, size_t i)
{
    struct window_op *op = &t->p->ops[i];
    struct window_shape s = window_shape(op);
    uint32_t n = s.write.n;

    if (t->dead[i] || !n || op->op == WINDOW_DO_PHI)
        return false;
    while (n > 0 && !t->reads[*s.write.cell + n - 1])
        n--;
    if (n == s.write.n || (n > 0 && op->n != s.write.n))
        return false;
    count(t, op, -1);
    if (n > 0)
        op->n = n;
    else if (op->op == WINDOW_DO_FETCH)
        *op = (struct window_op){WINDOW_DO_SPAN, 1, op->c, op->a, op->b, 0};
    else
        t->dead[i] = true;
    if (!t->dead[i])
        count(t, op, 1);
    return true;
}

static void drop_all(struct tidy *t)
{
    bool again;

    count_all(t);
    do {
        again = false;
        for (size_t i = t->p->op_count; i-- > 0;)
            again |= drop_unread(t, i);
        t->changed |= again;
    } while (again);
}

/* What is fetched decides whose contents a run needs. */
static void find_values(struct window_program *p)
{
    memset(p->values, 0, p->window_count * sizeof *p->values);
    for (size_t i = 0; i < p->op_count; i++)
        if (p->ops[i].op == WINDOW_DO_FETCH && p->ops[i].n)
            p->values[p->ops[i].b] = true;
}

/* Pointers only lead to variables that have their place: else memory_end bounds nothing. */
static bool is_bounded(const struct window_program *p, uint32_t memory_end)
{
    for (size_t i = 0; i < p->op_count; i++) {
        uint32_t op = p->ops[i].op;

        if ((op == WINDOW_DO_LOAD || op == WINDOW_DO_STORE || op == WINDOW_DO_ADDRESS) &&
            p->ops[i].a >= memory_end)
            return false;
    }
    return true;
}

void window_tidy(struct window_program *p, uint32_t memory_end)
{
    struct tidy t = {.p = p, .memory_end = memory_end};

    if (!is_bounded(p, memory_end))
        return;
    t.facts = calloc(p->cell_count + 1, sizeof *t.facts);
    t.versions = calloc(p->cell_count + 1, sizeof *t.versions);
    t.reads = calloc(p->cell_count + p->op_count + 1, sizeof *t.reads); /* then places of ops */
    t.written = calloc(p->cell_count + 1, sizeof *t.written);
    t.leader = calloc(p->op_count + 1, sizeof *t.leader);
    t.dead = calloc(p->op_count + 1, sizeof *t.dead);
    t.changed = t.facts && t.versions && t.reads && t.written && t.leader && t.dead;
    for (int round = 0; round < ROUNDS && t.changed; round++) {
        t.changed = false;
        go_forward(&t);
        drop_all(&t);
        window_compact(p, t.dead, t.reads);
        memset(t.dead, 0, p->op_count * sizeof *t.dead);
    }
    find_values(p);
    free(t.facts);
    free(t.versions);
    free(t.reads);
    free(t.written);
    free(t.leader);
    free(t.dead);
}
