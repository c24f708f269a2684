/* SPDX-License-Identifier: MIT */
/* Ops of a window program that compute values and read memory. Known and unknown values travel together: bit
 * 32 of a cell says that the host does not know it, and an operation over such a cell gives such a cell. An
 * element that lies outside of what is bound widens no range and is unknown as a value. */
#include "emu/window_run.h"

#include "emu/window_math.h"

#include <spirv_cross/spirv.h>
#include <string.h>

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

const char *window_run_fetch(struct window_run *run, const struct window_op *op)
{
    struct window_memory *m = &run->windows[op->b];
    uint64_t *cells = run->cells, at = cells[op->a];

    if (at & WINDOW_UNKNOWN)
        return WINDOW_UNKNOWN_ADDRESS;
    at = (uint32_t)(at + op->c);
    widen(&run->ranges[op->b], at, at + 1, m->size / (m->texel ? m->texel : 4));
    for (uint32_t i = 0; i < op->n; i++)
        cells[op->dst + i] = m->texel ? read_component(m, (uint32_t)at, i) : i ? 0 : read_word(m, at);
    return NULL;
}

const char *window_run_span(struct window_run *run, const struct window_op *op)
{
    const struct window_memory *m = &run->windows[op->b];
    uint64_t count = m->size / (m->texel ? m->texel : 4), at = run->cells[op->a], low, high;

    if (at & WINDOW_UNKNOWN)
        return WINDOW_UNKNOWN_ADDRESS;
    low = (uint32_t)(at + op->dst);
    high = low + op->n;
    widen(&run->ranges[op->b], low, high, count);
    if (high > UINT32_MAX) /* round the end of what 32 bits count */
        widen(&run->ranges[op->b], 0, high - UINT32_MAX - 1, count);
    return NULL;
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

uint64_t window_run_address(const uint64_t *cells, uint32_t constant, uint32_t cell)
{
    return cell ? (cells[cell] & WINDOW_UNKNOWN ? WINDOW_UNKNOWN : (uint32_t)(constant + cells[cell]))
                : constant;
}

void window_run_value(struct window_run *run, const struct window_op *op)
{
    uint64_t *cells = run->cells, at;

    switch (op->op) {
    case WINDOW_DO_UNKNOWN:
        fill_unknown(cells + op->dst, op->n);
        break;
    case WINDOW_DO_INDEX:
        index_cell(cells, op);
        break;
    case WINDOW_DO_ADDRESS:
        cells[op->dst] = window_run_address(cells, op->a, op->b);
        break;
    case WINDOW_DO_LOAD:
        at = window_run_address(cells, op->a, op->b);
        if (at + op->n <= run->program->cell_count)
            memmove(cells + op->dst, cells + at, op->n * sizeof *cells);
        else
            fill_unknown(cells + op->dst, op->n);
        break;
    case WINDOW_DO_WORD:
        at = window_run_address(cells, op->a, op->b);
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
