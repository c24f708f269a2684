/* SPDX-License-Identifier: MIT */
/* Arrays of storage blocks that are indexed by an expression, which ES takes for constants only (as it does
 * uniform blocks before ES 3.2). An access chain that begins with such an index is not written where it
 * stands; each load, store, atomic operation or length through it becomes a call of a function made for it,
 * which has a branch for each block of the array. Calls, unlike branches, leave the blocks of the caller as
 * they are. What we do not do: a pointer into such a block as a parameter. Cost: a switch per access. */
#include "emu/glsl_lower.h"

#include <spirv_cross/spirv.h>
#include <string.h>

enum { MAX_OPERANDS = 12 };

/* A chain that was left out: its result, what it began with, and all its indices. */
struct glsl_block_chain {
    uint32_t id, type, base, count, indices[MAX_OPERANDS];
    struct glsl_block_chain *next;
};

static bool is_constant(const struct glsl_module *m, uint32_t id)
{
    return id < m->bound && m->def[id] && glsl_def_op(m, id) == SpvOpConstant;
}

/* Blocks in the array that `base` is, if ES wants constants there; else 0. */
static uint32_t block_count(const struct glsl_module *m, uint32_t base)
{
    const uint32_t *w = glsl_def(m, base), *array, *pointer;

    if (GLSL_OP(w[0]) != SpvOpVariable || w[3] != SpvStorageClassUniform)
        return 0;
    pointer = glsl_def(m, w[1]);
    array = glsl_def(m, pointer[3]);
    if (GLSL_OP(array[0]) != SpvOpTypeArray ||
        !(glsl_module_decoration(m, array[2], -1, SpvDecorationBufferBlock, NULL) ||
          (m->job->target.essl < 320 && glsl_module_decoration(m, array[2], -1, SpvDecorationBlock, NULL))))
        return 0;
    return glsl_module_constant(m, array[3]);
}

static const struct glsl_block_chain *find(const struct glsl_builder *b, uint32_t id)
{
    const struct glsl_block_chain *c = b->block_chains;

    while (c && c->id != id)
        c = c->next;
    return c;
}

/* Notes a chain; one that goes on from a noted one begins where that does. */
static bool note_chain(struct glsl_builder *b, const uint32_t *w)
{
    const struct glsl_block_chain *outer = find(b, w[3]);
    uint32_t n = GLSL_LENGTH(w[0]) - 4;
    struct glsl_block_chain *c;

    if (!outer && (!n || is_constant(b->m, w[4]) || !block_count(b->m, w[3])))
        return false;
    c = glsl_alloc(b->m->job, 1, sizeof *c);
    if (outer)
        *c = *outer;
    else
        c->base = w[3];
    if (c->count + n > MAX_OPERANDS)
        glsl_fail(b->m->job, "an access of a computed block has too many indices");
    memcpy(&c->indices[c->count], &w[4], n * sizeof *w);
    c->count += n;
    c->id = w[2];
    c->type = w[1];
    c->next = b->block_chains;
    b->block_chains = c;
    return true;
}

/* ---- an access as a function ---- */

struct access {
    struct glsl_builder *b;
    const struct glsl_block_chain *chain;
    const uint32_t *w; /* the instruction */
    uint32_t pointer;  /* word of it that is the chain */
    uint32_t result;   /* its type; void for a store */
    bool returns;
    uint32_t arguments[2 * MAX_OPERANDS], types[2 * MAX_OPERANDS], parameters[2 * MAX_OPERANDS], count;
    uint32_t indices[MAX_OPERANDS]; /* as the function knows them */
    uint32_t words[MAX_OPERANDS];   /* the instruction's operands, as the function knows them */
};

/* A constant stays, anything else comes in as a parameter. */
static uint32_t pass(struct access *a, uint32_t id)
{
    if (is_constant(a->b->m, id))
        return id;
    a->arguments[a->count] = id;
    a->types[a->count] = glsl_value_type(a->b->m, id);
    return a->parameters[a->count++] = glsl_new_id(a->b);
}

static void write_case(struct access *a, uint32_t label, uint32_t block, uint32_t merge)
{
    struct glsl_builder *b = a->b;
    uint32_t n = GLSL_LENGTH(a->w[0]) - 1, pointer = glsl_new_id(b), result = glsl_new_id(b);
    uint32_t chain[MAX_OPERANDS + 3] = {a->chain->type, pointer, a->chain->base}, words[MAX_OPERANDS];

    GLSL_EMIT(b, &b->extra, SpvOpLabel, label);
    memcpy(&chain[3], a->indices, a->chain->count * sizeof *chain);
    chain[3] = glsl_need_int_constant(b, (int)block);
    glsl_emit(b, &b->extra, SpvOpAccessChain, chain, a->chain->count + 3);
    memcpy(words, a->words, n * sizeof *words);
    words[a->pointer - 1] = pointer;
    if (a->returns)
        words[1] = result;
    glsl_emit(b, &b->extra, GLSL_OP(a->w[0]), words, n);
    if (a->returns)
        GLSL_EMIT(b, &b->extra, SpvOpReturnValue, result);
    else
        GLSL_EMIT(b, &b->extra, SpvOpBranch, merge);
}

/* Indices behind the last block are undefined: they are the last one's. */
static uint32_t write_function(struct access *a)
{
    struct glsl_builder *b = a->b;
    uint32_t blocks = block_count(b->m, a->chain->base), function = glsl_new_id(b), merge = glsl_new_id(b);
    uint32_t type[MAX_OPERANDS + 1] = {a->result}, undefined = glsl_new_id(b);
    uint32_t *cases = glsl_alloc(b->m->job, 2 * (size_t)blocks, sizeof *cases);

    memcpy(&type[1], a->types, a->count * sizeof *type);
    GLSL_EMIT(b, &b->extra, SpvOpFunction, a->result, function, SpvFunctionControlMaskNone,
              glsl_need(b, SpvOpTypeFunction, type, a->count + 1));
    for (uint32_t i = 0; i < a->count; i++)
        GLSL_EMIT(b, &b->extra, SpvOpFunctionParameter, a->types[i], a->parameters[i]);
    GLSL_EMIT(b, &b->extra, SpvOpLabel, glsl_new_id(b));
    GLSL_EMIT(b, &b->extra, SpvOpSelectionMerge, merge, SpvSelectionControlMaskNone);
    /* What is looked at and the last block's label; then a number and a label for each other one. */
    for (uint32_t i = 0; i < blocks; i++) {
        cases[2 * i] = i ? i - 1 : a->indices[0];
        cases[2 * i + 1] = glsl_new_id(b);
    }
    glsl_emit(b, &b->extra, SpvOpSwitch, cases, 2 * (size_t)blocks);
    for (uint32_t i = 0; i < blocks; i++)
        write_case(a, cases[i + 1 < blocks ? 2 * i + 3 : 1], i, merge);
    GLSL_EMIT(b, &b->extra, SpvOpLabel, merge);
    if (a->returns) {
        GLSL_EMIT(b, &b->extra, SpvOpUndef, a->result, undefined);
        GLSL_EMIT(b, &b->extra, SpvOpReturnValue, undefined);
    } else {
        glsl_emit(b, &b->extra, SpvOpReturn, NULL, 0);
    }
    glsl_emit(b, &b->extra, SpvOpFunctionEnd, NULL, 0);
    return function;
}

/* Is operand i an id that comes from the caller? */
static bool is_value(const uint32_t *w, uint32_t i)
{
    if (GLSL_OP(w[0]) == SpvOpStore)
        return i == 2;
    return i > 3 && GLSL_OP(w[0]) != SpvOpLoad && GLSL_OP(w[0]) != SpvOpArrayLength;
}

static void write_call(struct glsl_builder *b, const struct glsl_block_chain *chain, const uint32_t *w,
                       uint32_t pointer)
{
    struct access a = {.b = b, .chain = chain, .w = w, .pointer = pointer, .returns = pointer == 3};
    uint32_t call[MAX_OPERANDS + 3], n = GLSL_LENGTH(w[0]);
    static const uint32_t none;

    if (n > MAX_OPERANDS)
        glsl_fail(b->m->job, "an access of a computed block has too many operands");
    a.result = a.returns ? w[1] : glsl_need(b, SpvOpTypeVoid, &none, 0);
    for (uint32_t i = 0; i < chain->count; i++)
        a.indices[i] = pass(&a, chain->indices[i]);
    for (uint32_t i = 1; i < n; i++)
        a.words[i - 1] = is_value(w, i) ? pass(&a, w[i]) : w[i];
    if (a.count > MAX_OPERANDS)
        glsl_fail(b->m->job, "an access of a computed block has too many operands");
    call[0] = a.result;
    call[1] = a.returns ? w[2] : glsl_new_id(b);
    call[2] = write_function(&a);
    memcpy(&call[3], a.arguments, a.count * sizeof *call);
    glsl_emit(b, &b->body, SpvOpFunctionCall, call, a.count + 3);
}

bool glsl_lower_block(struct glsl_builder *b, const uint32_t *w)
{
    uint32_t op = GLSL_OP(w[0]);
    const struct glsl_block_chain *chain;

    if (op == SpvOpAccessChain || op == SpvOpInBoundsAccessChain)
        return note_chain(b, w);
    if (!b->block_chains)
        return false;
    if (op == SpvOpStore && (chain = find(b, w[1]))) {
        write_call(b, chain, w, 1);
        return true;
    }
    if ((op == SpvOpLoad || op == SpvOpArrayLength || (op >= SpvOpAtomicLoad && op <= SpvOpAtomicXor)) &&
        (chain = find(b, w[3]))) {
        write_call(b, chain, w, 3);
        return true;
    }
    return false;
}
