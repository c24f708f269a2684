/* SPDX-License-Identifier: MIT */
/* Ops of a window program that are dead go, those behind move up, jumps follow. A jump to what comes next
 * goes as well, unless phis there ask where it came from; one to a return returns. */
#include "emu/window_build.h"

static size_t next_live(const struct window_program *p, const bool *dead, size_t i)
{
    while (i < p->op_count && dead[i])
        i++;
    return i;
}

static void shorten_jumps(struct window_program *p, bool *dead)
{
    for (size_t i = 0; i < p->op_count; i++) {
        struct window_op *op = &p->ops[i];
        size_t to = op->op == WINDOW_DO_JUMP ? next_live(p, dead, op->a) : p->op_count;

        if (dead[i] || to == p->op_count)
            continue;
        if (p->ops[to].op == WINDOW_DO_RETURN)
            *op = (struct window_op){.op = WINDOW_DO_RETURN};
        else if (to == next_live(p, dead, i + 1) && p->ops[to].op != WINDOW_DO_PHIS)
            dead[i] = true;
    }
}

void window_compact(struct window_program *p, bool *dead, uint32_t *place)
{
    uint32_t live = 0, *target;

    shorten_jumps(p, dead);
    for (size_t i = 0; i < p->op_count; i++) {
        place[i] = live;
        live += !dead[i];
    }
    for (size_t i = 0; i < p->op_count; i++) {
        if (dead[i])
            continue;
        for (unsigned k = 0; (target = window_op_target(&p->ops[i], k)); k++)
            *target = place[*target];
        p->ops[place[i]] = p->ops[i];
        dead[i] = false;
    }
    for (size_t i = live; i < p->op_count; i++)
        p->ops[i] = (struct window_op){0};
    p->op_count = live;
}
