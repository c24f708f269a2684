/* SPDX-License-Identifier: MIT */
/* The run of a slice for one vertex: where it goes. Branches must be known; each vertex follows its own,
 * which stands for the mask of a wave. What the ops compute: window_value.c. Cost: some nanoseconds per op;
 * see the bench. */
#include "emu/window_run.h"

#include "emu/window_math.h"

#include <spirv_cross/spirv.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64, MAX_PHI = 64 };

bool window_run_init(struct window_run *run, const struct window_program *p)
{
    *run = (struct window_run){.program = p};
    run->cells = malloc((p->cell_count + 1) * sizeof *run->cells);
    run->windows = calloc(p->window_count + 1, sizeof *run->windows);
    run->blocks = calloc(p->block_count + 1, sizeof *run->blocks);
    run->ranges = calloc(p->window_count + 1, sizeof *run->ranges);
    if (!run->cells || !run->windows || !run->blocks || !run->ranges) {
        window_run_finish(run);
        return false;
    }
    if (p->cell_count)
        memcpy(run->cells, p->cells, p->cell_count * sizeof *run->cells);
    for (size_t i = 0; i < p->window_count; i++)
        run->ranges[i].low = UINT32_MAX;
    return true;
}

void window_run_finish(struct window_run *run)
{
    free(run->cells);
    free(run->windows);
    free(run->blocks);
    free(run->ranges);
    *run = (struct window_run){0};
}

/* ---- control flow ---- */

static uint32_t choose(const struct window_op *op, const struct window_op *cases, uint32_t value)
{
    for (uint32_t i = 0; i < op->n; i++)
        if (cases[i].a == value)
            return cases[i].b;
    return op->b;
}

/* All phis of a block read before any is written. Returns the ops that they take, 0: malformed. */
static size_t take_phis(uint64_t *cells, const struct window_op *op, uint32_t n, uint32_t from)
{
    uint64_t values[MAX_PHI];
    size_t at = 0, used = 0;

    for (uint32_t i = 0; i < n; i++) {
        const struct window_op *phi = &op[at];
        uint32_t cell = 0;

        for (uint32_t e = 1; e <= phi->a; e++)
            if (phi[e].a == from)
                cell = phi[e].b;
        if (!cell || used + phi->n > MAX_PHI)
            return 0;
        memcpy(values + used, cells + cell, phi->n * sizeof *values);
        used += phi->n;
        at += 1 + phi->a;
    }
    for (size_t k = 0, v = 0; k < at; k += 1 + op[k].a) {
        memcpy(cells + op[k].dst, values + v, op[k].n * sizeof *values);
        v += op[k].n;
    }
    return at;
}

/* ---- values ---- */

/* What addresses are mostly made of; false: something else. `what` is a constant wherever it is handed down.
 */
static inline __attribute__((always_inline)) bool integers(uint64_t *cells, const struct window_op *op,
                                                           uint32_t what)
{
    for (uint32_t i = 0; i < op->n; i++) {
        uint64_t a = cells[op->a + i], b = cells[op->b + i];

        cells[op->dst + i] =
            (a | b) & WINDOW_UNKNOWN ? WINDOW_UNKNOWN : window_math_integer(what, (uint32_t)a, (uint32_t)b);
    }
    return true;
}

static inline bool simple(uint64_t *cells, const struct window_op *op)
{
    // clang-format off
    switch (op->op) {
    case WINDOW_DO_COPY:
        if (op->n == 1)
            cells[op->dst] = cells[op->a];
        else
            memmove(cells + op->dst, cells + op->a, op->n * sizeof *cells);
        return true;
    case SpvOpIAdd: return integers(cells, op, SpvOpIAdd);
    case SpvOpISub: return integers(cells, op, SpvOpISub);
    case SpvOpIMul: return integers(cells, op, SpvOpIMul);
    case SpvOpShiftLeftLogical: return integers(cells, op, SpvOpShiftLeftLogical);
    case SpvOpShiftRightLogical: return integers(cells, op, SpvOpShiftRightLogical);
    case SpvOpBitwiseAnd: return integers(cells, op, SpvOpBitwiseAnd);
    case SpvOpBitwiseOr: return integers(cells, op, SpvOpBitwiseOr);
    case SpvOpIEqual: return integers(cells, op, SpvOpIEqual);
    case SpvOpINotEqual: return integers(cells, op, SpvOpINotEqual);
    case SpvOpULessThan: return integers(cells, op, SpvOpULessThan);
    case SpvOpSLessThan: return integers(cells, op, SpvOpSLessThan);
    default: return false;
    }
    // clang-format on
}

/* ---- the run ---- */

static void set_lane(struct window_run *run, const struct window_lane *lane)
{
    const struct window_program *p = run->program;

    for (uint32_t i = p->variables; i < p->variables_end; i++)
        run->cells[i] = WINDOW_UNKNOWN;
    for (size_t i = 0; i < p->input_count; i++) {
        uint64_t *cell = &run->cells[p->inputs[i].cell];

        switch (p->inputs[i].kind) {
        case WINDOW_VERTEX_ID:
            *cell = (uint32_t)lane->vertex;
            break;
        case WINDOW_INSTANCE_ID:
            *cell = (uint32_t)lane->instance;
            break;
        case WINDOW_DRAW_ID:
            *cell = (uint32_t)lane->draw_id;
            break;
        case WINDOW_BASE_VERTEX:
            *cell = (uint32_t)lane->base_vertex;
            break;
        case WINDOW_BASE_INSTANCE:
            *cell = (uint32_t)lane->base_instance;
            break;
        case WINDOW_ATTRIBUTE:
            if (lane->attributes)
                lane->attributes(lane, &p->inputs[i], cell);
            break;
        default: /* the same for all vertices of a draw: there already */
            break;
        }
    }
}

static const char *store(const struct window_run *run, const struct window_op *op)
{
    uint64_t at = window_run_address(run->cells, op->a, op->b);

    if (at + op->n > run->program->cell_count)
        return WINDOW_UNKNOWN_STORE;
    memmove(run->cells + at, run->cells + op->dst, op->n * sizeof *run->cells);
    return NULL;
}

/* Where a lane is. */
struct walk {
    struct window_run *run;
    size_t *stack, depth; /* ops to return to */
    uint32_t from;        /* label of the block that was left */
    const char *why;
};

static const struct window_op *branch(struct walk *k, const struct window_op *op)
{
    const struct window_op *ops = k->run->program->ops;
    uint64_t value = op->op == WINDOW_DO_JUMP ? 0 : k->run->cells[op->a];

    k->from = op->dst;
    if (!k->run->steps)
        k->why = WINDOW_STEPS;
    else if (value & WINDOW_UNKNOWN)
        k->why = WINDOW_UNKNOWN_BRANCH;
    if (k->why)
        return NULL;
    k->run->steps--;
    if (op->op == WINDOW_DO_JUMP)
        return ops + op->a;
    if (op->op == WINDOW_DO_SWITCH)
        return ops + choose(op, op + 1, (uint32_t)value);
    return ops + (value ? op->b : op->c);
}

/* The op after one that decides where to go; NULL: the lane has ended, or k->why says why it cannot. */
static const struct window_op *go(struct walk *k, const struct window_op *op)
{
    const struct window_op *ops = k->run->program->ops;
    size_t used;

    switch (op->op) {
    case WINDOW_DO_PHIS:
        used = take_phis(k->run->cells, op + 1, op->n, k->from);
        k->why = used ? NULL : WINDOW_MALFORMED;
        return used ? op + 1 + used : NULL;
    case WINDOW_DO_CALL:
        if (k->depth == MAX_DEPTH) {
            k->why = WINDOW_CALLS;
            return NULL;
        }
        k->stack[k->depth++] = (size_t)(op - ops) + 1;
        return ops + op->a;
    case WINDOW_DO_RETURN:
        return k->depth ? ops + k->stack[--k->depth] : NULL;
    default:
        return branch(k, op);
    }
}

static const char *interpret(struct window_run *run)
{
    const struct window_program *p = run->program;
    const struct window_op *op = p->ops;
    size_t stack[MAX_DEPTH];
    struct walk k = {.run = run, .stack = stack};

    while (op) {
        if ((size_t)(op - p->ops) >= p->op_count)
            return WINDOW_MALFORMED;
        if (simple(run->cells, op)) {
            op++;
            continue;
        }
        switch (op->op) {
        case WINDOW_DO_SPAN:
            k.why = window_run_span(run, op);
            break;
        case WINDOW_DO_FETCH:
            k.why = window_run_fetch(run, op);
            break;
        case WINDOW_DO_STORE:
            k.why = store(run, op);
            break;
        case WINDOW_DO_JUMP:
        case WINDOW_DO_COND:
        case WINDOW_DO_SWITCH:
        case WINDOW_DO_PHIS:
        case WINDOW_DO_CALL:
        case WINDOW_DO_RETURN:
            op = go(&k, op);
            continue;
        default:
            window_run_value(run, op);
            break;
        }
        op = k.why ? NULL : op + 1;
    }
    return k.why;
}

const char *window_run_lane(struct window_run *run, const struct window_lane *lane)
{
    set_lane(run, lane);
    return interpret(run);
}
