/* SPDX-License-Identifier: MIT */
/* Atomic operations on the words of a block (glsl_spirv_words). What ES has for uints runs on the bits; what
 * it has not, sums and extremes of floats and extremes of ints, is a loop in a function of its own that tries
 * to swap in the new bits until nobody came in between. A call, unlike a loop, leaves the blocks of the
 * caller as they are. Each invocation's operation is one indivisible step, as the language says; which
 * invocation comes first is not defined there either. Cost: one comparison and swap per operation and per
 * collision. */
#include "emu/glsl_block.h"

#include <spirv_cross/spirv.h>
#include <string.h>

bool glsl_atomic_is(uint32_t op)
{
    return (op >= SpvOpAtomicLoad && op <= SpvOpAtomicXor && op != SpvOpAtomicStore) ||
           op == SpvOpAtomicFAddEXT || op == SpvOpAtomicFMinEXT || op == SpvOpAtomicFMaxEXT;
}

/* The call of retrace_swap that gives an exchange its value, or NULL: it is a plain exchange. */
static const uint32_t *swap_of(const struct glsl_module *m, const uint32_t *w)
{
    const uint32_t *call = GLSL_OP(w[0]) == SpvOpAtomicExchange ? glsl_def(m, w[6]) : NULL;

    return call && GLSL_OP(call[0]) == SpvOpFunctionCall && !strncmp(m->name[call[3]], "retrace_swap(", 13)
               ? call
               : NULL;
}

bool glsl_atomic_is_lacking(const struct glsl_module *m, const uint32_t *w)
{
    return glsl_atomic_is(GLSL_OP(w[0])) && (glsl_def_op(m, w[1]) == SpvOpTypeFloat || swap_of(m, w));
}

bool glsl_atomic_is_declared(const uint32_t *w)
{
    if (GLSL_OP(w[0]) == SpvOpExtension)
        return !strncmp((const char *)&w[1], "SPV_EXT_shader_atomic_float", 27);
    return GLSL_OP(w[0]) == SpvOpCapability &&
           (w[1] == SpvCapabilityAtomicFloat32AddEXT || w[1] == SpvCapabilityAtomicFloat32MinMaxEXT);
}

static uint32_t need_uint(struct glsl_builder *b)
{
    return glsl_need(b, SpvOpTypeInt, (const uint32_t[]){32, 0}, 2);
}

static uint32_t need_bool(struct glsl_builder *b)
{
    static const uint32_t none;

    return glsl_need(b, SpvOpTypeBool, &none, 0);
}

/* Appends an instruction with a result and up to five operands, of which 0 ends the list. */
static uint32_t put(struct glsl_builder *b, struct glsl_words *to, uint32_t op, uint32_t type,
                    const uint32_t operands[6])
{
    uint32_t words[8] = {type, glsl_new_id(b)}, n = 2;

    while (n < 8 && operands[n - 2]) {
        words[n] = operands[n - 2];
        n++;
    }
    glsl_emit(b, to, op, words, n);
    return words[1];
}

#define PUT(b, to, op, type, ...) put(b, to, op, type, (const uint32_t[6]){__VA_ARGS__})

static uint32_t point(struct glsl_builder *b, struct glsl_words *to, const struct glsl_atomic *a)
{
    uint32_t storage = a->shared ? SpvStorageClassWorkgroup : SpvStorageClassUniform;
    uint32_t type = glsl_need(b, SpvOpTypePointer, (const uint32_t[]){storage, need_uint(b)}, 2);
    uint32_t zero = glsl_need_int_constant(b, 0);

    if (a->shared)
        return PUT(b, to, SpvOpAccessChain, type, a->variable, a->at);
    return a->element ? PUT(b, to, SpvOpAccessChain, type, a->variable, a->element, zero, a->at)
                      : PUT(b, to, SpvOpAccessChain, type, a->variable, zero, a->at);
}

/* ---- in one step ---- */

static void lower_plain(struct glsl_builder *b, const uint32_t *w, const struct glsl_atomic *atomic)
{
    uint32_t op = GLSL_OP(w[0]), length = GLSL_LENGTH(w[0]), type = need_uint(b), operands[8], result;
    /* Behind the pointer: a scope, semantics (two of them in a comparison), values. */
    uint32_t values = op == SpvOpAtomicCompareExchange ? 7 : 6;
    bool plain = w[1] == type;

    if (length > 9)
        glsl_fail(b->m->job, "malformed SPIR-V");
    for (uint32_t i = 4; i < length; i++)
        operands[i - 1] = i < values || plain ? w[i] : PUT(b, &b->body, SpvOpBitcast, type, w[i]);
    result = plain ? w[2] : glsl_new_id(b);
    operands[0] = type;
    operands[1] = result;
    operands[2] = point(b, &b->body, atomic);
    glsl_emit(b, &b->body, op, operands, length - 1);
    if (!plain)
        GLSL_EMIT(b, &b->body, SpvOpBitcast, w[1], w[2], result);
}

/* ---- in a loop ---- */

/* What the operation makes of the old value and its operands. An extreme of a number and of none is the
 * number. */
static uint32_t combine(struct glsl_builder *b, uint32_t op, uint32_t type, uint32_t old, uint32_t value,
                        uint32_t comparator)
{
    struct glsl_words *to = &b->extra;
    uint32_t boolean = need_bool(b), takes, none;

    switch (op) {
    case SpvOpAtomicFAddEXT:
        return PUT(b, to, SpvOpFAdd, type, old, value);
    case SpvOpAtomicCompareExchange:
        takes = PUT(b, to, SpvOpFOrdEqual, boolean, old, comparator);
        break;
    case SpvOpAtomicSMin:
        takes = PUT(b, to, SpvOpSLessThan, boolean, value, old);
        break;
    case SpvOpAtomicSMax:
        takes = PUT(b, to, SpvOpSGreaterThan, boolean, value, old);
        break;
    default:
        takes = PUT(b, to, op == SpvOpAtomicFMinEXT ? SpvOpFOrdLessThan : SpvOpFOrdGreaterThan, boolean,
                    value, old);
        none = PUT(b, to, SpvOpIsNan, boolean, old);
        takes = PUT(b, to, SpvOpLogicalOr, boolean, takes, none);
    }
    return PUT(b, to, SpvOpSelect, type, takes, value, old);
}

/* One round: `kept` is what the last one found there. Branches to `merge` when it was so still. */
static void write_round(struct glsl_builder *b, const uint32_t *w, const struct glsl_atomic *inside,
                        const uint32_t values[2], uint32_t kept, uint32_t merge)
{
    struct glsl_words *to = &b->extra;
    uint32_t type = need_uint(b), out = glsl_new_id(b), next = glsl_new_id(b), seen, old, made, bits, got,
             same;

    seen = PUT(b, to, SpvOpLoad, type, kept);
    old = PUT(b, to, SpvOpBitcast, w[1], seen);
    made = combine(b, GLSL_OP(w[0]), w[1], old, values[0], values[1]);
    bits = PUT(b, to, SpvOpBitcast, type, made);
    got = glsl_new_id(b);
    GLSL_EMIT(b, to, SpvOpAtomicCompareExchange, type, got, point(b, to, inside), w[4], w[5], w[5], bits,
              seen);
    GLSL_EMIT(b, to, SpvOpStore, kept, got);
    same = PUT(b, to, SpvOpIEqual, need_bool(b), got, seen);
    GLSL_EMIT(b, to, SpvOpSelectionMerge, next, SpvSelectionControlMaskNone);
    GLSL_EMIT(b, to, SpvOpBranchConditional, same, out, next);
    GLSL_EMIT(b, to, SpvOpLabel, out);
    GLSL_EMIT(b, to, SpvOpBranch, merge);
    GLSL_EMIT(b, to, SpvOpLabel, next);
}

/* The function's body, with the place and the values as it knows them. */
static void write_body(struct glsl_builder *b, const uint32_t *w, const struct glsl_atomic *inside,
                       const uint32_t values[2])
{
    struct glsl_words *to = &b->extra;
    uint32_t type = need_uint(b), kept = glsl_new_id(b), header = glsl_new_id(b), body = glsl_new_id(b),
             merge = glsl_new_id(b), cont = glsl_new_id(b), result;

    GLSL_EMIT(b, to, SpvOpLabel, glsl_new_id(b));
    GLSL_EMIT(b, to, SpvOpVariable,
              glsl_need(b, SpvOpTypePointer, (const uint32_t[]){SpvStorageClassFunction, type}, 2), kept,
              SpvStorageClassFunction);
    GLSL_EMIT(b, to, SpvOpStore, kept, PUT(b, to, SpvOpLoad, type, point(b, to, inside)));
    GLSL_EMIT(b, to, SpvOpBranch, header);
    GLSL_EMIT(b, to, SpvOpLabel, header);
    GLSL_EMIT(b, to, SpvOpLoopMerge, merge, cont, SpvLoopControlMaskNone);
    GLSL_EMIT(b, to, SpvOpBranch, body);
    GLSL_EMIT(b, to, SpvOpLabel, body);
    write_round(b, w, inside, values, kept, merge);
    GLSL_EMIT(b, to, SpvOpBranch, cont);
    GLSL_EMIT(b, to, SpvOpLabel, cont);
    GLSL_EMIT(b, to, SpvOpBranch, header);
    GLSL_EMIT(b, to, SpvOpLabel, merge);
    result = PUT(b, to, SpvOpLoad, type, kept);
    GLSL_EMIT(b, to, SpvOpReturnValue, PUT(b, to, SpvOpBitcast, w[1], result));
}

static void lower_loop(struct glsl_builder *b, const uint32_t *w, const struct glsl_atomic *atomic)
{
    const struct glsl_module *m = b->m;
    bool passed = atomic->element && glsl_def_op(m, atomic->element) != SpvOpConstant;
    bool compares = GLSL_OP(w[0]) == SpvOpAtomicCompareExchange;
    struct glsl_atomic inside = *atomic;
    uint32_t function = glsl_new_id(b), types[6] = {w[1]}, call[8] = {w[1], w[2], function}, n = 0,
             values[2] = {0};

    types[++n] = glsl_need_int(b);
    call[n + 2] = atomic->at;
    for (int i = 0; i < 1 + compares; i++) {
        types[++n] = w[1];
        call[n + 2] = w[6 + compares + i];
    }
    if (passed) {
        types[++n] = glsl_value_type(m, atomic->element);
        call[n + 2] = atomic->element;
    }
    GLSL_EMIT(b, &b->extra, SpvOpFunction, w[1], function, SpvFunctionControlMaskNone,
              glsl_need(b, SpvOpTypeFunction, types, n + 1));
    inside.at = PUT(b, &b->extra, SpvOpFunctionParameter, types[1]);
    for (int i = 0; i < 1 + compares; i++)
        values[i] = PUT(b, &b->extra, SpvOpFunctionParameter, w[1]);
    if (passed)
        inside.element = PUT(b, &b->extra, SpvOpFunctionParameter, types[n]);
    write_body(b, w, &inside, values);
    glsl_emit(b, &b->extra, SpvOpFunctionEnd, NULL, 0);
    glsl_emit(b, &b->body, SpvOpFunctionCall, call, n + 3);
}

void glsl_atomic_lower(struct glsl_builder *b, const uint32_t *w, const struct glsl_atomic *atomic)
{
    const uint32_t *call = swap_of(b->m, w);
    bool floats = glsl_def_op(b->m, w[1]) == SpvOpTypeFloat;

    if (call) {
        const uint32_t swap[] = {
            9u << 16 | SpvOpAtomicCompareExchange, w[1], w[2], w[3], w[4], w[5], w[5], call[5], call[4]};

        if (floats)
            lower_loop(b, swap, atomic);
        else
            lower_plain(b, swap, atomic);
        return;
    }
    switch (GLSL_OP(w[0])) {
    case SpvOpAtomicFAddEXT:
    case SpvOpAtomicFMinEXT:
    case SpvOpAtomicFMaxEXT:
    case SpvOpAtomicSMin:
    case SpvOpAtomicSMax:
        lower_loop(b, w, atomic);
        break;
    default:
        lower_plain(b, w, atomic);
    }
}
