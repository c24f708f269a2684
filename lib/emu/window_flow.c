/* SPDX-License-Identifier: MIT */
/* The functions and blocks of a slice as ops. Control flow keeps its shape; a selection or loop that the
 * slice steps over becomes a jump to its merge. */
#include "emu/window_build.h"

#include "emu/spirv_result.h"

#include <spirv_cross/spirv.h>

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
            window_copy(b, window_words_of(b, w[1]), window_value(b, k->function), window_value(b, w[1]));
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
        if (WINDOW_OP(window_word(b, window_word(b, param)[1])[0]) == SpvOpTypePointer) {
            struct window_place place = window_place(b, arg);

            if (place.space == WINDOW_IN_CELLS)
                window_emit(b, WINDOW_DO_ADDRESS, 1, window_value(b, param), place.base, place.dynamic, 0);
        } else {
            window_copy(b, window_words_of(b, param), window_value(b, param), window_value(b, arg));
        }
    }
    aim(b, b->p->op_count, 0, w[3]);
    window_emit(b, WINDOW_DO_CALL, 0, 0, 0, 0, 0);
    if (b->s->needed[w[2]])
        window_copy(b, window_words_of(b, w[2]), window_value(b, w[2]), window_value(b, w[3]));
}

static void build_phi(struct window_build *b, const uint32_t *w)
{
    uint32_t edges = (WINDOW_LENGTH(w[0]) - 3) / 2, n = window_words_of(b, w[2]);

    window_emit(b, WINDOW_DO_PHI, n, window_value(b, w[2]), edges, 0, 0);
    for (uint32_t i = 0; i < edges; i++)
        window_emit(b, WINDOW_DO_EDGE, n, 0, w[4 + 2 * i], window_value(b, w[3 + 2 * i]), 0);
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
        if (window_words_of(b, w[2]))
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
        if (spirv_result_word(WINDOW_OP(w[0])) == 2)
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
        const uint32_t *w = window_word(b, id);

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
