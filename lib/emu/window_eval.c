/* SPDX-License-Identifier: MIT */
/* The run of a slice for one vertex. Known and unknown values travel together: bit 32 of a cell says that the
 * host does not know it, and an operation over such a cell gives such a cell. Branches must be known; each
 * vertex follows its own, which stands for the mask of a wave. An element that lies outside of what is bound
 * widens no range and is unknown as a value. Cost: some nanoseconds per op; see the bench. */
#include "emu/window_eval.h"

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

/* ---- memory ---- */

static uint64_t read_word(struct window_memory *m, uint64_t at)
{
    uint32_t v;

    if (!m->bytes || at >= m->size / 4)
        return WINDOW_UNKNOWN;
    m->low = at < m->low || m->low >= m->high ? (uint32_t)at : m->low;
    m->high = at >= m->high ? (uint32_t)at + 1 : m->high;
    memcpy(&v, m->bytes + at * 4, 4);
    return v;
}

/* Component i of a texel; those that the format lacks are 0, 0, 1. */
static uint64_t read_component(struct window_memory *m, uint32_t at, uint32_t i)
{
    uint32_t bytes = m->texel / m->components, v = 0;
    uint64_t first = (uint64_t)at * m->texel + (uint64_t)i * bytes;

    if (i >= m->components)
        return i < 3 ? 0 : m->kind == 'f' ? 0x3f800000 : 1;
    if (!m->kind || first + bytes > m->size || read_word(m, first / 4) == WINDOW_UNKNOWN)
        return WINDOW_UNKNOWN;
    memcpy(&v, m->bytes + first, bytes);
    if (m->kind == 'i' && bytes < 4 && v >> (bytes * 8 - 1))
        v |= UINT32_MAX << bytes * 8;
    return v;
}

static void widen(struct window_range *range, uint64_t low, uint64_t high, uint64_t count)
{
    high = high < count ? high : count;
    if (low >= high)
        return;
    range->low = low < range->low ? (uint32_t)low : range->low;
    range->high = high > range->high ? (uint32_t)high : range->high;
}

static const char *fetch(struct window_run *run, const struct window_op *op, uint64_t *cells)
{
    struct window_memory *m = &run->windows[op->b];
    uint64_t at = cells[op->a];

    if (op->c)
        at = (at & UINT32_MAX) | cells[op->a + 1] << GLSL_WINDOW_ROW_BITS |
             ((at | cells[op->a + 1]) & WINDOW_UNKNOWN);
    if (at & WINDOW_UNKNOWN || (op->c && cells[op->a + 1] & WINDOW_UNKNOWN))
        return WINDOW_UNKNOWN_ADDRESS;
    at &= UINT32_MAX;
    widen(&run->ranges[op->b], at, at + 1, m->size / (m->texel ? m->texel : 4));
    for (uint32_t i = 0; i < op->n; i++)
        cells[op->dst + i] = m->texel ? read_component(m, (uint32_t)at, i) : i ? 0 : read_word(m, at);
    return NULL;
}

static const char *fetch_span(struct window_run *run, const struct window_op *op, const uint64_t *cells)
{
    const struct window_memory *m = &run->windows[op->b];
    uint64_t count = m->size / (m->texel ? m->texel : 4), at = cells[op->a], low, high;

    if (at & WINDOW_UNKNOWN)
        return WINDOW_UNKNOWN_ADDRESS;
    low = (uint32_t)(at + op->dst);
    high = low + op->n;
    widen(&run->ranges[op->b], low, high, count);
    if (high > UINT32_MAX) /* round the end of what 32 bits count */
        widen(&run->ranges[op->b], 0, high - UINT32_MAX - 1, count);
    return NULL;
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

static void fill_unknown(uint64_t *to, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        to[i] = WINDOW_UNKNOWN;
}

static void select_each(uint64_t *cells, const struct window_op *op)
{
    for (uint32_t i = 0; i < op->n; i++) {
        uint64_t condition = cells[op->a + i], x = cells[op->b + i], y = cells[op->c + i];

        cells[op->dst + i] = condition & WINDOW_UNKNOWN ? (x == y ? x : WINDOW_UNKNOWN) : condition ? x : y;
    }
}

static void any_or_all(uint64_t *cells, const struct window_op *op)
{
    uint64_t all = 1, any = 0, unknown = 0;

    for (uint32_t i = 0; i < op->n; i++) {
        unknown |= cells[op->a + i] & WINDOW_UNKNOWN;
        all &= cells[op->a + i] & 1;
        any |= cells[op->a + i] & 1;
    }
    cells[op->dst] = unknown ? WINDOW_UNKNOWN : op->op == SpvOpAll ? all : any;
}

static void each(uint64_t *cells, const struct window_op *op)
{
    for (uint32_t i = 0; i < op->n; i++) {
        uint64_t a = op->a ? cells[op->a + i] : 0, b = op->b ? cells[op->b + i] : 0,
                 c = op->c ? cells[op->c + i] : 0;

        cells[op->dst + i] = (a | b | c) & WINDOW_UNKNOWN
                                 ? WINDOW_UNKNOWN
                                 : window_math(op->op, (uint32_t)a, (uint32_t)b, (uint32_t)c);
    }
}

static void index_cell(uint64_t *cells, const struct window_op *op)
{
    uint64_t a = cells[op->a], b = op->b ? cells[op->b] : 0;
    bool known = !((a | b) & WINDOW_UNKNOWN) && (!op->c || (uint32_t)a < op->c);

    cells[op->dst] = known ? (uint32_t)(b + a * op->n) : WINDOW_UNKNOWN;
}

static uint64_t address(const uint64_t *cells, uint32_t constant, uint32_t cell)
{
    return cell ? (cells[cell] & WINDOW_UNKNOWN ? WINDOW_UNKNOWN : (uint32_t)(constant + cells[cell]))
                : constant;
}

static void value(struct window_run *run, const struct window_op *op, uint64_t *cells)
{
    uint64_t at;

    switch (op->op) {
    case WINDOW_DO_UNKNOWN:
        fill_unknown(cells + op->dst, op->n);
        break;
    case WINDOW_DO_INDEX:
        index_cell(cells, op);
        break;
    case WINDOW_DO_ADDRESS:
        cells[op->dst] = address(cells, op->a, op->b);
        break;
    case WINDOW_DO_LOAD:
        at = address(cells, op->a, op->b);
        if (at + op->n <= run->program->cell_count)
            memmove(cells + op->dst, cells + at, op->n * sizeof *cells);
        else
            fill_unknown(cells + op->dst, op->n);
        break;
    case WINDOW_DO_WORD:
        at = address(cells, op->a, op->b);
        cells[op->dst] = at & WINDOW_UNKNOWN ? WINDOW_UNKNOWN : read_word(&run->blocks[op->c], at);
        break;
    case WINDOW_DO_SPLAT:
        for (uint32_t i = 0; i < op->n; i++)
            cells[op->dst + i] = cells[op->a];
        break;
    case SpvOpSelect:
        select_each(cells, op);
        break;
    case SpvOpAny:
    case SpvOpAll:
        any_or_all(cells, op);
        break;
    case SpvOpVectorExtractDynamic:
        at = cells[op->b];
        cells[op->dst] = at < op->n ? cells[op->a + at] : WINDOW_UNKNOWN;
        break;
    case SpvOpImageQuerySize: {
        const struct window_memory *m = &run->windows[op->a];
        cells[op->dst] = m->texel ? m->size / m->texel : WINDOW_UNKNOWN;
        break;
    }
    default:
        each(cells, op);
        break;
    }
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

static const char *interpret(struct window_run *run)
{
    const struct window_op *ops = run->program->ops, *op = ops;
    size_t stack[MAX_DEPTH], depth = 0, end = run->program->op_count;
    uint64_t *cells = run->cells, at;
    uint32_t from = 0;
    const char *why;

    while ((size_t)(op - ops) < end) {
        switch (op->op) {
        case WINDOW_DO_COPY:
        case SpvOpBitcast:
            for (uint32_t i = 0; i < op->n; i++)
                cells[op->dst + i] = cells[op->a + i];
            op++;
            break;
        case SpvOpIAdd:
            for (uint32_t i = 0; i < op->n; i++) {
                at = cells[op->a + i] + cells[op->b + i];
                cells[op->dst + i] =
                    (cells[op->a + i] | cells[op->b + i]) & WINDOW_UNKNOWN ? WINDOW_UNKNOWN : (uint32_t)at;
            }
            op++;
            break;
        case SpvOpIMul:
            for (uint32_t i = 0; i < op->n; i++) {
                at = cells[op->a + i] * cells[op->b + i];
                cells[op->dst + i] =
                    (cells[op->a + i] | cells[op->b + i]) & WINDOW_UNKNOWN ? WINDOW_UNKNOWN : (uint32_t)at;
            }
            op++;
            break;
        case WINDOW_DO_SPAN:
            why = fetch_span(run, op, cells);
            if (why)
                return why;
            op++;
            break;
        case WINDOW_DO_FETCH:
            why = fetch(run, op, cells);
            if (why)
                return why;
            op++;
            break;
        case WINDOW_DO_STORE:
            at = address(cells, op->a, op->b);
            if (at + op->n > run->program->cell_count)
                return WINDOW_UNKNOWN_STORE;
            memmove(cells + at, cells + op->dst, op->n * sizeof *cells);
            op++;
            break;
        case WINDOW_DO_PHIS: {
            size_t used = take_phis(cells, op + 1, op->n, from);
            if (!used)
                return WINDOW_MALFORMED;
            op += 1 + used;
            break;
        }
        case WINDOW_DO_JUMP:
        case WINDOW_DO_COND:
        case WINDOW_DO_SWITCH:
            if (!run->steps)
                return WINDOW_STEPS;
            run->steps--;
            from = op->dst;
            if (op->op == WINDOW_DO_JUMP) {
                op = ops + op->a;
                break;
            }
            if (cells[op->a] & WINDOW_UNKNOWN)
                return WINDOW_UNKNOWN_BRANCH;
            op = ops + (op->op == WINDOW_DO_SWITCH ? choose(op, op + 1, (uint32_t)cells[op->a])
                        : cells[op->a]             ? op->b
                                                   : op->c);
            break;
        case WINDOW_DO_CALL:
            if (depth == MAX_DEPTH)
                return WINDOW_CALLS;
            stack[depth++] = (size_t)(op - ops) + 1;
            op = ops + op->a;
            break;
        case WINDOW_DO_RETURN:
            if (!depth)
                return NULL;
            op = ops + stack[--depth];
            break;
        default:
            value(run, op, cells);
            op++;
            break;
        }
    }
    return WINDOW_MALFORMED;
}

const char *window_run_lane(struct window_run *run, const struct window_lane *lane)
{
    set_lane(run, lane);
    return interpret(run);
}
