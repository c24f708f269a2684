/* SPDX-License-Identifier: MIT */
/* Which cells an op of a window program reads and writes, for the passes that rewrite programs. */
#include "emu/window_build.h"

#include <spirv_cross/spirv.h>

/* What the fields dst, a, b and c of an op are. */
enum field {
    NUMBER, /* no cell */
    READ,   /* one cell; 0 is none */
    READ_N, /* op.n of them */
    WRITE,
    WRITE_N
};

struct row {
    uint32_t op;
    enum field dst, a, b, c;
};

// clang-format off
static const struct row rows[] = {
    {WINDOW_DO_COPY,    WRITE_N, READ_N, NUMBER, NUMBER},
    {WINDOW_DO_UNKNOWN, WRITE_N, NUMBER, NUMBER, NUMBER},
    {WINDOW_DO_INDEX,   WRITE,   READ,   READ,   NUMBER},
    {WINDOW_DO_ADDRESS, WRITE,   NUMBER, READ,   NUMBER},
    {WINDOW_DO_LOAD,    WRITE_N, NUMBER, READ,   NUMBER},
    {WINDOW_DO_STORE,   READ_N,  NUMBER, READ,   NUMBER},
    {WINDOW_DO_WORD,    WRITE,   NUMBER, READ,   NUMBER},
    {WINDOW_DO_FETCH,   WRITE_N, READ,   NUMBER, NUMBER},
    {WINDOW_DO_SPAN,    NUMBER,  READ,   NUMBER, NUMBER},
    {WINDOW_DO_SPLAT,   WRITE_N, READ,   NUMBER, NUMBER},
    {WINDOW_DO_JUMP,    NUMBER,  NUMBER, NUMBER, NUMBER},
    {WINDOW_DO_COND,    NUMBER,  READ,   NUMBER, NUMBER},
    {WINDOW_DO_SWITCH,  NUMBER,  READ,   NUMBER, NUMBER},
    {WINDOW_DO_CASE,    NUMBER,  NUMBER, NUMBER, NUMBER},
    {WINDOW_DO_PHIS,    NUMBER,  NUMBER, NUMBER, NUMBER},
    {WINDOW_DO_PHI,     WRITE_N, NUMBER, NUMBER, NUMBER},
    {WINDOW_DO_EDGE,    NUMBER,  NUMBER, READ_N, NUMBER},
    {WINDOW_DO_CALL,    NUMBER,  NUMBER, NUMBER, NUMBER},
    {WINDOW_DO_RETURN,  NUMBER,  NUMBER, NUMBER, NUMBER},
    {SpvOpAny,          WRITE,   READ_N, NUMBER, NUMBER},
    {SpvOpAll,          WRITE,   READ_N, NUMBER, NUMBER},
    {SpvOpVectorExtractDynamic, WRITE, READ_N, READ, NUMBER},
    {SpvOpImageQuerySize,       WRITE, NUMBER, NUMBER, NUMBER},
};
// clang-format on
static const struct row each = {0, WRITE_N, READ_N, READ_N, READ_N};

static void add_span(struct window_shape *s, enum field field, uint32_t *cell, uint32_t n)
{
    n = field == READ_N || field == WRITE_N ? n : 1;
    if (field == WRITE || field == WRITE_N)
        s->write = (struct window_cell_span){cell, n};
    else if (field != NUMBER && *cell)
        s->reads[s->read_count++] = (struct window_cell_span){cell, n};
}

struct window_shape window_shape(struct window_op *op)
{
    const struct row *row = &each;
    struct window_shape s = {0};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].op == op->op)
            row = &rows[i];
    add_span(&s, row->dst, &op->dst, op->n);
    add_span(&s, row->a, &op->a, op->n);
    add_span(&s, row->b, &op->b, op->n);
    add_span(&s, row->c, &op->c, op->n);
    return s;
}

uint32_t *window_op_target(struct window_op *op, unsigned i)
{
    switch (op->op) {
    case WINDOW_DO_JUMP:
    case WINDOW_DO_CALL:
        return i ? NULL : &op->a;
    case WINDOW_DO_SWITCH:
    case WINDOW_DO_CASE:
        return i ? NULL : &op->b;
    case WINDOW_DO_COND:
        return i == 0 ? &op->b : i == 1 ? &op->c : NULL;
    default:
        return NULL;
    }
}

bool window_op_ends(uint32_t op)
{
    return op == WINDOW_DO_JUMP || op == WINDOW_DO_COND || op == WINDOW_DO_SWITCH || op == WINDOW_DO_CALL ||
           op == WINDOW_DO_RETURN || op == WINDOW_DO_CASE;
}
