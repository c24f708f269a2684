/* SPDX-License-Identifier: MIT */
/* Forward through a block of a window program: a read of a copy becomes a read of what was copied, an op that
 * was computed before becomes a copy, an element at a sum becomes an element at a constant distance from
 * another sum of the same leaves, and elements that follow each other become one op. Cells keep their value
 * within a block until something writes them; a store at a computed place may write every variable. */
#include "emu/window_tidy.h"

#include <spirv_cross/spirv.h>
#include <string.h>

/* ---- moments ---- */

static uint32_t version(const struct tidy *t, uint32_t cell)
{
    bool variable = cell >= t->p->variables && cell < t->p->variables_end;

    return t->versions[cell] + (variable ? t->memory_version : 0);
}

static struct tidy_moment now(const struct tidy *t, uint32_t cell)
{
    return (struct tidy_moment){cell, version(t, cell)};
}

static bool holds(const struct tidy *t, const struct tidy_moment *m)
{
    return m->cell && version(t, m->cell) == m->version;
}

static struct tidy_fact *fact(struct tidy *t, uint32_t cell)
{
    struct tidy_fact *f = &t->facts[cell];

    if (f->epoch != t->epoch || f->version != version(t, cell))
        *f = (struct tidy_fact){.epoch = t->epoch, .version = version(t, cell)};
    return f;
}

static bool same(struct tidy_moment a, struct tidy_moment b)
{
    return a.cell == b.cell && a.version == b.version;
}

/* Is the cell a constant of the program's? */
static bool constant(const struct tidy *t, uint32_t cell, uint32_t *value)
{
    *value = (uint32_t)t->p->cells[cell];
    return cell >= t->p->variables_end && !t->written[cell] && !(t->p->cells[cell] & WINDOW_UNKNOWN);
}

/* ---- copies ---- */

static void write(struct tidy *t, struct window_cell_span span)
{
    for (uint32_t i = 0; i < span.n; i++)
        t->versions[*span.cell + i]++;
}

/* Reads of copies become reads of what was copied, where all cells of the operand lie there in a row. */
static void forward(struct tidy *t, const struct window_cell_span *span)
{
    uint32_t first = fact(t, *span->cell)->copied.cell;

    for (uint32_t i = 0; i < span->n; i++) {
        const struct tidy_fact *f = fact(t, *span->cell + i);

        if (!first || f->copied.cell != first + i || !holds(t, &f->copied))
            return;
    }
    t->changed |= first != *span->cell;
    *span->cell = first;
}

static void note_copy(struct tidy *t, const struct window_op *op)
{
    if (op->a < op->dst + op->n && op->dst < op->a + op->n) /* into itself */
        return;
    for (uint32_t i = 0; i < op->n; i++) {
        struct tidy_fact *f = fact(t, op->dst + i);
        const struct tidy_fact *source = fact(t, op->a + i);

        f->copied = now(t, op->a + i);
        f->from = source->from;
        f->plus = source->plus;
    }
}

/* ---- what was computed before ---- */

static bool is_pure(const struct window_op *op)
{
    return op->op != WINDOW_DO_COPY && op->op != WINDOW_DO_LOAD && op->op != WINDOW_DO_UNKNOWN &&
           op->op != WINDOW_DO_PHI;
}

static struct tidy_computed *computed_slot(struct tidy *t, const struct window_op *op)
{
    uint32_t h = (op->op * 31 + op->a) * 31 + op->b;

    return &t->computed[(h ^ h >> 8 ^ op->c) % TIDY_SLOTS];
}

static bool was_computed(const struct tidy *t, const struct tidy_computed *c, const struct window_op *op,
                         const struct window_shape *s)
{
    if (c->epoch != t->epoch || c->op.op != op->op || c->op.a != op->a || c->op.b != op->b ||
        c->op.c != op->c || c->op.n != op->n || !holds(t, &c->result))
        return false;
    for (size_t i = 0; i < s->read_count; i++)
        if (!same(c->reads[i], now(t, *s->reads[i].cell)))
            return false;
    return true;
}

/* Only where one cell each is read and written do versions tell. */
static bool is_single(const struct window_shape *s)
{
    for (size_t i = 0; i < s->read_count; i++)
        if (s->reads[i].n != 1)
            return false;
    return s->write.cell && s->write.n == 1;
}

/* ---- sums ---- */

/* Adds the parts of a cell: leaves in the order of their numbers. False: there are too many. */
static bool add_leaf(struct tidy_sum *sum, struct tidy_moment leaf)
{
    size_t i = TIDY_LEAVES;

    if (sum->leaves[TIDY_LEAVES - 1].cell)
        return false;
    for (; i-- > 0;) {
        if (i > 0 && (!sum->leaves[i - 1].cell || sum->leaves[i - 1].cell > leaf.cell)) {
            sum->leaves[i] = sum->leaves[i - 1];
            continue;
        }
        break;
    }
    sum->leaves[i] = leaf;
    return true;
}

static bool add_part(struct tidy *t, struct tidy_sum *sum, uint32_t cell)
{
    const struct tidy_fact *f = fact(t, cell);
    uint32_t value;

    if (constant(t, cell, &value)) {
        sum->plus += value;
        return true;
    }
    if (f->from.cell && holds(t, &f->from)) {
        sum->plus += f->plus;
        cell = f->from.cell;
        for (size_t i = 0; i < TIDY_SLOTS; i++) /* a sum itself: its leaves */
            if (t->sums[i].epoch == t->epoch && same(t->sums[i].result, now(t, cell))) {
                sum->plus += t->sums[i].plus;
                for (size_t k = 0; k < TIDY_LEAVES && t->sums[i].leaves[k].cell; k++)
                    if (!add_leaf(sum, t->sums[i].leaves[k]))
                        return false;
                return true;
            }
    }
    return add_leaf(sum, now(t, cell));
}

static bool same_leaves(const struct tidy_sum *a, const struct tidy_sum *b)
{
    for (size_t i = 0; i < TIDY_LEAVES; i++)
        if (!same(a->leaves[i], b->leaves[i]))
            return false;
    return true;
}

/* What a new sum is from: another cell of this block at a constant distance, itself if there is none. */
static void note_sum(struct tidy *t, struct tidy_sum sum, uint32_t dst)
{
    struct tidy_fact *f = fact(t, dst);
    struct tidy_sum *place = &t->sums[(sum.leaves[0].cell * 31 + sum.leaves[1].cell) % TIDY_SLOTS];

    f->plus = sum.plus;
    f->from = sum.leaves[0];
    if (!sum.leaves[1].cell)
        return;
    if (place->epoch == t->epoch && same_leaves(place, &sum) && holds(t, &place->result)) {
        f->from = place->result;
        f->plus = sum.plus - place->plus;
        return;
    }
    sum.epoch = t->epoch;
    sum.result = now(t, dst);
    f->from = sum.result;
    f->plus = 0;
    *place = sum;
}

/* ---- one op ---- */

static void note_result(struct tidy *t, const struct window_op *op, const struct window_shape *s,
                        const struct tidy_sum *sum, struct tidy_moment reads[3])
{
    struct tidy_computed *c = computed_slot(t, op);

    write(t, s->write);
    if (op->op == WINDOW_DO_COPY)
        note_copy(t, op);
    else if (sum)
        note_sum(t, *sum, op->dst);
    if (!is_single(s) || !is_pure(op))
        return;
    *c = (struct tidy_computed){.epoch = t->epoch, .op = *op, .result = now(t, op->dst)};
    memcpy(c->reads, reads, sizeof c->reads);
}

/* The address of a fetch at a constant distance from another cell. */
static void split_address(struct tidy *t, uint32_t *cell, uint32_t *constant_part)
{
    const struct tidy_fact *f = fact(t, *cell);

    if (!holds(t, &f->from))
        return;
    *constant_part += f->plus;
    *cell = f->from.cell;
    t->changed = true;
}

static void visit_span(struct tidy *t, size_t i)
{
    struct window_op *op = &t->p->ops[i], *last = t->span.op < i ? &t->p->ops[t->span.op] : NULL;

    if (last && last->b == op->b && same(t->span.at, now(t, op->a)) && last->dst + last->n == op->dst) {
        last->n += op->n;
        t->dead[i] = t->changed = true;
        return;
    }
    t->span.at = now(t, op->a);
    t->span.op = i;
}

void window_forward(struct tidy *t, size_t i)
{
    struct window_op *op = &t->p->ops[i];
    struct window_shape s = window_shape(op);
    struct tidy_moment reads[3] = {{0, 0}};
    struct tidy_computed *c;
    struct tidy_sum sum = {0};
    bool is_sum;

    for (size_t k = 0; k < s.read_count && op->op != WINDOW_DO_EDGE; k++)
        forward(t, &s.reads[k]);
    if (op->op == WINDOW_DO_SPAN)
        split_address(t, &op->a, &op->dst);
    else if (op->op == WINDOW_DO_FETCH)
        split_address(t, &op->a, &op->c);
    c = computed_slot(t, op);
    if (is_single(&s) && is_pure(op) && was_computed(t, c, op, &s))
        *op = (struct window_op){WINDOW_DO_COPY, 1, op->dst, c->result.cell, 0, 0};
    s = window_shape(op);
    for (size_t k = 0; k < s.read_count; k++)
        reads[k] = now(t, *s.reads[k].cell);
    is_sum = op->op == SpvOpIAdd && op->n == 1 && add_part(t, &sum, op->a) && add_part(t, &sum, op->b);
    if (op->op == WINDOW_DO_SPAN)
        visit_span(t, i);
    else if (op->op == WINDOW_DO_STORE)
        t->memory_version++;
    else if (s.write.cell)
        note_result(t, op, &s, is_sum && sum.leaves[0].cell ? &sum : NULL, reads);
    if (is_sum && holds(t, &fact(t, op->dst)->from) && !fact(t, op->dst)->plus &&
        fact(t, op->dst)->from.cell != op->dst) {
        *op = (struct window_op){WINDOW_DO_COPY, 1, op->dst, fact(t, op->dst)->from.cell, 0, 0};
        note_copy(t, op);
    }
}
