/* SPDX-License-Identifier: MIT */
/* The instructions of a slice as ops. Control flow keeps its shape; a selection or loop that the slice steps
 * over becomes a jump to its merge. */
#include "emu/window_build.h"

#include <spirv_cross/spirv.h>
#include <string.h>

static const uint32_t *word(const struct window_build *b, uint32_t id)
{
    return window_module_word(b->m, id);
}

static uint32_t words_of(const struct window_build *b, uint32_t value)
{
    return b->m->words[word(b, value)[1]];
}

static void copy(struct window_build *b, uint32_t n, uint32_t to, uint32_t from)
{
    if (n)
        window_emit(b, WINDOW_DO_COPY, n, to, from, 0, 0);
}

/* ---- composites ---- */

static void build_construct(struct window_build *b, const uint32_t *w)
{
    uint32_t to = window_value(b, w[2]);

    for (uint32_t i = 3; i < WINDOW_LENGTH(w[0]); i++) {
        copy(b, words_of(b, w[i]), to, window_value(b, w[i]));
        to += words_of(b, w[i]);
    }
}

/* Words in front of the part of `type` that literals [i, end) of an instruction name; *type becomes its type.
 */
static uint32_t part_offset(const struct window_build *b, uint32_t *type, const uint32_t *w, uint32_t i)
{
    uint32_t at = 0;

    for (; i < WINDOW_LENGTH(w[0]); i++) {
        const uint32_t *t = word(b, *type);

        if (WINDOW_OP(t[0]) == SpvOpTypeStruct) {
            for (uint32_t k = 0; k < w[i]; k++)
                at += b->m->words[t[k + 2]];
            *type = t[w[i] + 2];
        } else {
            at += w[i] * b->m->words[t[2]];
            *type = t[2];
        }
    }
    return at;
}

static void build_shuffle(struct window_build *b, const uint32_t *w)
{
    uint32_t to = window_value(b, w[2]), first = window_value(b, w[3]), second = window_value(b, w[4]);
    uint32_t n = words_of(b, w[3]);

    for (uint32_t i = 5; i < WINDOW_LENGTH(w[0]); i++, to++) {
        if (w[i] == UINT32_MAX)
            window_emit(b, WINDOW_DO_UNKNOWN, 1, to, 0, 0, 0);
        else
            copy(b, 1, to, w[i] < n ? first + w[i] : second + w[i] - n);
    }
}

static bool build_composite(struct window_build *b, const uint32_t *w)
{
    uint32_t type, at;

    switch (WINDOW_OP(w[0])) {
    case SpvOpCompositeConstruct:
        build_construct(b, w);
        return true;
    case SpvOpCompositeExtract:
        type = word(b, w[3])[1];
        at = part_offset(b, &type, w, 4);
        copy(b, words_of(b, w[2]), window_value(b, w[2]), window_value(b, w[3]) + at);
        return true;
    case SpvOpCompositeInsert:
        type = w[1];
        at = part_offset(b, &type, w, 5);
        copy(b, words_of(b, w[2]), window_value(b, w[2]), window_value(b, w[4]));
        copy(b, words_of(b, w[3]), window_value(b, w[2]) + at, window_value(b, w[3]));
        return true;
    case SpvOpCopyObject:
        copy(b, words_of(b, w[2]), window_value(b, w[2]), window_value(b, w[3]));
        return true;
    case SpvOpVectorShuffle:
        build_shuffle(b, w);
        return true;
    case SpvOpVectorExtractDynamic:
        window_emit(b, SpvOpVectorExtractDynamic, words_of(b, w[3]), window_value(b, w[2]),
                    window_value(b, w[3]), window_value(b, w[4]), 0);
        return true;
    default:
        return false;
    }
}

/* ---- arithmetic ---- */

/* Splits the address off into a cell and a constant behind it, where the sum was computed for this alone: its
 * op is taken back. */
static uint32_t split_address(struct window_build *b, uint32_t id, uint32_t *constant)
{
    struct window_program *p = b->p;
    const uint32_t *w = word(b, id);
    uint32_t cell = window_value(b, id);

    *constant = 0;
    if (WINDOW_OP(w[0]) != SpvOpIAdd || WINDOW_OP(word(b, w[4])[0]) != SpvOpConstant || b->uses[id] != 1 ||
        p->op_count <= b->block || p->ops[p->op_count - 1].op != SpvOpIAdd ||
        p->ops[p->op_count - 1].dst != cell)
        return cell;
    p->op_count--;
    *constant = word(b, w[4])[3];
    return window_value(b, w[3]);
}

/* A fetch whose value does not matter here; neighbours become one. */
static void build_span(struct window_build *b, uint32_t address, uint32_t window)
{
    uint32_t constant, cell = split_address(b, address, &constant);
    struct window_op *last = b->p->op_count > b->block ? &b->p->ops[b->p->op_count - 1] : NULL;

    if (last && last->op == WINDOW_DO_SPAN && last->a == cell && last->b == window &&
        last->dst + last->n == constant)
        last->n++;
    else
        window_emit(b, WINDOW_DO_SPAN, 1, constant, cell, window, 0);
}

static void build_fetch(struct window_build *b, const uint32_t *w)
{
    int window = window_slice_fetch(b->m, b->glsl, w[3]);
    uint32_t n = words_of(b, w[2]);
    bool pair = words_of(b, w[4]) > 1, matters = b->s->needed[w[2]];

    if (window < 0) {
        window_emit(b, WINDOW_DO_UNKNOWN, n, window_value(b, w[2]), 0, 0, 0);
        return;
    }
    b->p->values[window] |= matters;
    if (!matters && !pair)
        build_span(b, w[4], (uint32_t)window);
    else
        window_emit(b, WINDOW_DO_FETCH, matters ? n : 0, window_value(b, w[2]), window_value(b, w[4]),
                    (uint32_t)window, pair);
}

/* A vector selected by one condition: that is widened. */
static void build_select(struct window_build *b, const uint32_t *w)
{
    uint32_t n = words_of(b, w[2]), condition = window_value(b, w[3]), wide;

    if (words_of(b, w[3]) < n) {
        wide = window_cells(b, n);
        window_emit(b, WINDOW_DO_SPLAT, n, wide, condition, 0, 0);
        condition = wide;
    }
    window_emit(b, SpvOpSelect, n, window_value(b, w[2]), condition, window_value(b, w[4]),
                window_value(b, w[5]));
}

static void build_times_scalar(struct window_build *b, const uint32_t *w)
{
    uint32_t n = words_of(b, w[2]), wide = window_cells(b, n);

    window_emit(b, WINDOW_DO_SPLAT, n, wide, window_value(b, w[4]), 0, 0);
    window_emit(b, SpvOpFMul, n, window_value(b, w[2]), window_value(b, w[3]), wide, 0);
}

static bool is_elementwise(uint32_t op)
{
    return (op >= SpvOpConvertFToU && op <= SpvOpConvertUToF) || op == SpvOpBitcast ||
           (op >= SpvOpSNegate && op <= SpvOpFMod) || (op >= SpvOpLogicalEqual && op <= SpvOpLogicalNot) ||
           (op >= SpvOpIEqual && op <= SpvOpFUnordGreaterThanEqual) ||
           (op >= SpvOpShiftRightLogical && op <= SpvOpBitCount);
}

static void build_elementwise(struct window_build *b, const uint32_t *w, uint32_t op, uint32_t first)
{
    uint32_t operands[3] = {0}, length = WINDOW_LENGTH(w[0]);

    /* Insert and extract of bit fields have scalars beside vectors: vectors of those are unknown. */
    for (uint32_t i = 0; i < 3 && first + i < length; i++)
        operands[i] = window_value(b, w[first + i]);
    if (length > first + 3 ||
        (op >= SpvOpBitFieldInsert && op <= SpvOpBitFieldUExtract && words_of(b, w[2]) > 1))
        window_emit(b, WINDOW_DO_UNKNOWN, words_of(b, w[2]), window_value(b, w[2]), 0, 0, 0);
    else
        window_emit(b, op, words_of(b, w[2]), window_value(b, w[2]), operands[0], operands[1], operands[2]);
}

void window_build_value(struct window_build *b, const uint32_t *w)
{
    uint32_t op = WINDOW_OP(w[0]), n = words_of(b, w[2]);

    if (!n || build_composite(b, w))
        return;
    if (op == SpvOpImageFetch)
        build_fetch(b, w);
    else if (op == SpvOpSelect)
        build_select(b, w);
    else if (op == SpvOpVectorTimesScalar)
        build_times_scalar(b, w);
    else if (op == SpvOpAny || op == SpvOpAll)
        window_emit(b, op, words_of(b, w[3]), window_value(b, w[2]), window_value(b, w[3]), 0, 0);
    else if (op == SpvOpImageQuerySize && window_slice_fetch(b->m, b->glsl, w[3]) >= 0)
        window_emit(b, op, 1, window_value(b, w[2]), (uint32_t)window_slice_fetch(b->m, b->glsl, w[3]), 0, 0);
    else if (op == SpvOpExtInst && w[3] == b->m->glsl_std && WINDOW_LENGTH(w[0]) <= 8 && w[4] < 0x1000)
        build_elementwise(b, w, WINDOW_DO_EXT + w[4], 5);
    else if (is_elementwise(op) && op != SpvOpVectorTimesScalar)
        build_elementwise(b, w, op, 3);
    else
        window_emit(b, WINDOW_DO_UNKNOWN, n, window_value(b, w[2]), 0, 0, 0);
}

/* ---- control flow ---- */

static void aim(struct window_build *b, size_t op, int field, uint32_t label)
{
    if (!window_grow(&b->fixups, &b->fixup_capacity, b->fixup_count + 1, sizeof *b->fixups)) {
        b->failed = true;
        return;
    }
    b->fixups[b->fixup_count++] = (struct window_fixup){op, field, label};
}

static void jump(struct window_build *b, uint32_t from, uint32_t label)
{
    aim(b, b->p->op_count, 0, label);
    window_emit(b, WINDOW_DO_JUMP, 0, from, 0, 0, 0);
}

static void build_switch(struct window_build *b, const uint32_t *w, uint32_t from)
{
    uint32_t cases = (WINDOW_LENGTH(w[0]) - 3) / 2;

    aim(b, b->p->op_count, 1, w[2]);
    window_emit(b, WINDOW_DO_SWITCH, cases, from, window_value(b, w[1]), 0, 0);
    for (uint32_t i = 0; i < cases; i++) {
        aim(b, b->p->op_count, 1, w[4 + 2 * i]);
        window_emit(b, WINDOW_DO_CASE, 0, 0, w[3 + 2 * i], 0, 0);
    }
}

static void build_end(struct window_build *b, size_t block)
{
    const struct window_block *k = &b->m->blocks[block];
    size_t i = k->end - 1;
    const uint32_t *w = &b->m->w[b->m->at[i]];

    switch (WINDOW_OP(w[0])) {
    case SpvOpBranch:
        jump(b, k->label, w[1]);
        break;
    case SpvOpBranchConditional:
        if (!b->s->keep[i]) { /* nothing on either way matters */
            jump(b, k->label, k->merge ? k->merge : w[3]);
            break;
        }
        aim(b, b->p->op_count, 1, w[2]);
        aim(b, b->p->op_count, 2, w[3]);
        window_emit(b, WINDOW_DO_COND, 0, k->label, window_value(b, w[1]), 0, 0);
        break;
    case SpvOpSwitch:
        if (b->s->keep[i])
            build_switch(b, w, k->label);
        else
            jump(b, k->label, k->merge);
        break;
    case SpvOpReturnValue:
        if (b->s->keep[i])
            copy(b, words_of(b, w[1]), window_value(b, k->function), window_value(b, w[1]));
        window_emit(b, WINDOW_DO_RETURN, 0, 0, 0, 0, 0);
        break;
    default: /* return; unreachable */
        window_emit(b, WINDOW_DO_RETURN, 0, 0, 0, 0, 0);
        break;
    }
}

static void build_call(struct window_build *b, const uint32_t *w)
{
    const struct window_function *f = window_module_function(b->m, w[3]);

    for (size_t k = 0; f && k < f->param_count; k++) {
        uint32_t param = f->params[k], arg = w[4 + k];

        if (!b->s->needed[param] && !b->s->needed[b->m->group[param]])
            continue;
        if (WINDOW_OP(word(b, word(b, param)[1])[0]) == SpvOpTypePointer) {
            struct window_place place = window_place(b, arg);

            if (place.space == WINDOW_IN_CELLS)
                window_emit(b, WINDOW_DO_ADDRESS, 1, window_value(b, param), place.base, place.dynamic, 0);
        } else {
            copy(b, words_of(b, param), window_value(b, param), window_value(b, arg));
        }
    }
    aim(b, b->p->op_count, 0, w[3]);
    window_emit(b, WINDOW_DO_CALL, 0, 0, 0, 0, 0);
    if (b->s->needed[w[2]])
        copy(b, words_of(b, w[2]), window_value(b, w[2]), window_value(b, w[3]));
}

static void build_phi(struct window_build *b, const uint32_t *w)
{
    uint32_t edges = (WINDOW_LENGTH(w[0]) - 3) / 2;

    window_emit(b, WINDOW_DO_PHI, words_of(b, w[2]), window_value(b, w[2]), edges, 0, 0);
    for (uint32_t i = 0; i < edges; i++)
        window_emit(b, WINDOW_DO_EDGE, 0, 0, w[4 + 2 * i], window_value(b, w[3 + 2 * i]), 0);
}

static void build_instruction(struct window_build *b, const uint32_t *w)
{
    struct window_place place;

    switch (WINDOW_OP(w[0])) {
    case SpvOpVariable:
        if (WINDOW_LENGTH(w[0]) > 4 && b->s->needed[b->m->group[w[2]]]) {
            place = window_place(b, w[2]);
            window_place_store(b, &place, window_value(b, w[4]));
        }
        break;
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
        window_place_chain(b, w);
        break;
    case SpvOpLoad:
        place = window_place(b, w[3]);
        if (words_of(b, w[2]))
            window_place_load(b, &place, window_value(b, w[2]));
        break;
    case SpvOpStore:
        place = window_place(b, w[1]);
        window_place_store(b, &place, window_value(b, w[2]));
        break;
    case SpvOpFunctionCall:
        build_call(b, w);
        break;
    case SpvOpPhi:
        build_phi(b, w);
        break;
    default:
        if (window_module_result(WINDOW_OP(w[0])) == 2)
            window_build_value(b, w);
        break;
    }
}

static void build_phis(struct window_build *b, const struct window_block *k)
{
    uint32_t n = 0;

    for (size_t i = k->first; i < k->end; i++)
        n += b->s->keep[i] && WINDOW_OP(b->m->w[b->m->at[i]]) == SpvOpPhi;
    if (n)
        window_emit(b, WINDOW_DO_PHIS, n, 0, 0, 0, 0);
}

/* Blocks of a function; those inside a loop that is stepped over are left out. */
static void build_function(struct window_build *b, const struct window_function *f)
{
    b->pc[f->id] = (uint32_t)b->p->op_count + 1;
    for (size_t k = f->first; k < f->end && !b->failed; k++) {
        const struct window_block *block = &b->m->blocks[k];

        b->pc[block->label] = (uint32_t)b->p->op_count + 1;
        b->block = b->p->op_count;
        if (block->loop && b->s->skip[k]) {
            jump(b, block->label, block->merge);
            continue;
        }
        build_phis(b, block);
        for (size_t i = block->first + 1; i + 1 < block->end && !b->failed; i++)
            if (b->s->keep[i])
                build_instruction(b, &b->m->w[b->m->at[i]]);
        build_end(b, k);
    }
}

static void resolve(struct window_build *b)
{
    for (size_t i = 0; i < b->fixup_count && !b->failed; i++) {
        const struct window_fixup *f = &b->fixups[i];
        struct window_op *op = &b->p->ops[f->op];
        uint32_t pc = f->label < b->m->bound ? b->pc[f->label] : 0;

        if (!pc)
            b->failed = true;
        *(f->field == 0 ? &op->a : f->field == 1 ? &op->b : &op->c) = pc - 1;
    }
}

/* Initialisers of private variables run ahead of main(). */
static void build_privates(struct window_build *b)
{
    for (uint32_t id = 0; id < b->m->bound; id++) {
        const uint32_t *w = word(b, id);

        if (b->m->def[id] && WINDOW_OP(w[0]) == SpvOpVariable && w[3] == SpvStorageClassPrivate)
            build_instruction(b, w);
    }
}

void window_build_functions(struct window_build *b)
{
    const struct window_function *entry = window_module_function(b->m, b->m->entry);

    if (!entry) {
        b->failed = true;
        return;
    }
    build_privates(b);
    build_function(b, entry);
    for (size_t i = 0; i < b->m->function_count; i++)
        if (&b->m->functions[i] != entry)
            build_function(b, &b->m->functions[i]);
    resolve(b);
}
