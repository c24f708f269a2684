/* SPDX-License-Identifier: MIT */
/* The instructions of a slice that compute values, as ops: composites are copies, arithmetic goes by
 * component, a fetch whose value does not matter is its address. */
#include "emu/window_build.h"

#include <spirv_cross/spirv.h>
#include <string.h>

/* ---- composites ---- */

static void build_construct(struct window_build *b, const uint32_t *w)
{
    uint32_t to = window_value(b, w[2]);

    for (uint32_t i = 3; i < WINDOW_LENGTH(w[0]); i++) {
        window_copy(b, window_words_of(b, w[i]), to, window_value(b, w[i]));
        to += window_words_of(b, w[i]);
    }
}

/* Words in front of the part of `type` that literals [i, end) of an instruction name; *type becomes its type.
 */
static uint32_t part_offset(const struct window_build *b, uint32_t *type, const uint32_t *w, uint32_t i)
{
    uint32_t at = 0;

    for (; i < WINDOW_LENGTH(w[0]); i++) {
        const uint32_t *t = window_word(b, *type);

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
    uint32_t n = window_words_of(b, w[3]);

    for (uint32_t i = 5; i < WINDOW_LENGTH(w[0]); i++, to++) {
        if (w[i] == UINT32_MAX)
            window_emit(b, WINDOW_DO_UNKNOWN, 1, to, 0, 0, 0);
        else
            window_copy(b, 1, to, w[i] < n ? first + w[i] : second + w[i] - n);
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
        type = window_word(b, w[3])[1];
        at = part_offset(b, &type, w, 4);
        window_copy(b, window_words_of(b, w[2]), window_value(b, w[2]), window_value(b, w[3]) + at);
        return true;
    case SpvOpCompositeInsert:
        type = w[1];
        at = part_offset(b, &type, w, 5);
        window_copy(b, window_words_of(b, w[2]), window_value(b, w[2]), window_value(b, w[4]));
        window_copy(b, window_words_of(b, w[3]), window_value(b, w[2]) + at, window_value(b, w[3]));
        return true;
    case SpvOpCopyObject:
    case SpvOpBitcast: /* of 32-bit words, as all are */
        window_copy(b, window_words_of(b, w[2]), window_value(b, w[2]), window_value(b, w[3]));
        return true;
    case SpvOpVectorShuffle:
        build_shuffle(b, w);
        return true;
    case SpvOpVectorExtractDynamic:
        window_emit(b, SpvOpVectorExtractDynamic, window_words_of(b, w[3]), window_value(b, w[2]),
                    window_value(b, w[3]), window_value(b, w[4]), 0);
        return true;
    default:
        return false;
    }
}

/* ---- arithmetic ---- */

/* The address of a fetch, whole: glsl_window_place splits it for 2D textures. 0: it has another form. */
static uint32_t whole_address(const struct window_build *b, uint32_t id)
{
    const uint32_t *w = window_word(b, id), *x, *y;

    if (window_words_of(b, id) == 1)
        return id;
    if (WINDOW_OP(w[0]) != SpvOpCompositeConstruct || WINDOW_LENGTH(w[0]) != 5)
        return 0;
    x = window_word(b, w[3]);
    y = window_word(b, w[4]);
    return WINDOW_OP(x[0]) == SpvOpBitwiseAnd && WINDOW_OP(y[0]) == SpvOpShiftRightArithmetic && x[3] == y[3]
               ? x[3]
               : 0;
}

/* Where the address has no known form it is a cell that nothing is written to: unknown. */
static void build_fetch(struct window_build *b, const uint32_t *w)
{
    int window = window_slice_fetch(b->m, b->glsl, w[3]);
    uint32_t n = window_words_of(b, w[2]), address = whole_address(b, w[4]);
    bool matters = b->s->needed[w[2]];

    if (window < 0) {
        window_emit(b, WINDOW_DO_UNKNOWN, n, window_value(b, w[2]), 0, 0, 0);
        return;
    }
    b->p->values[window] |= matters;
    address = address ? window_value(b, address) : window_cells(b, 1);
    if (matters)
        window_emit(b, WINDOW_DO_FETCH, n, window_value(b, w[2]), address, (uint32_t)window, 0);
    else
        window_emit(b, WINDOW_DO_SPAN, 1, 0, address, (uint32_t)window, 0);
}

/* A vector selected by one condition: that is widened. */
static void build_select(struct window_build *b, const uint32_t *w)
{
    uint32_t n = window_words_of(b, w[2]), condition = window_value(b, w[3]), wide;

    if (window_words_of(b, w[3]) < n) {
        wide = window_cells(b, n);
        window_emit(b, WINDOW_DO_SPLAT, n, wide, condition, 0, 0);
        condition = wide;
    }
    window_emit(b, SpvOpSelect, n, window_value(b, w[2]), condition, window_value(b, w[4]),
                window_value(b, w[5]));
}

static void build_times_scalar(struct window_build *b, const uint32_t *w)
{
    uint32_t n = window_words_of(b, w[2]), wide = window_cells(b, n);

    window_emit(b, WINDOW_DO_SPLAT, n, wide, window_value(b, w[4]), 0, 0);
    window_emit(b, SpvOpFMul, n, window_value(b, w[2]), window_value(b, w[3]), wide, 0);
}

static bool is_elementwise(uint32_t op)
{
    return (op >= SpvOpConvertFToU && op <= SpvOpConvertUToF) || (op >= SpvOpSNegate && op <= SpvOpFMod) ||
           (op >= SpvOpLogicalEqual && op <= SpvOpLogicalNot) ||
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
        (op >= SpvOpBitFieldInsert && op <= SpvOpBitFieldUExtract && window_words_of(b, w[2]) > 1))
        window_emit(b, WINDOW_DO_UNKNOWN, window_words_of(b, w[2]), window_value(b, w[2]), 0, 0, 0);
    else
        window_emit(b, op, window_words_of(b, w[2]), window_value(b, w[2]), operands[0], operands[1],
                    operands[2]);
}

void window_build_value(struct window_build *b, const uint32_t *w)
{
    uint32_t op = WINDOW_OP(w[0]), n = window_words_of(b, w[2]);

    if (!n || build_composite(b, w))
        return;
    if (op == SpvOpImageFetch)
        build_fetch(b, w);
    else if (op == SpvOpSelect)
        build_select(b, w);
    else if (op == SpvOpVectorTimesScalar)
        build_times_scalar(b, w);
    else if (op == SpvOpAny || op == SpvOpAll)
        window_emit(b, op, window_words_of(b, w[3]), window_value(b, w[2]), window_value(b, w[3]), 0, 0);
    else if (op == SpvOpImageQuerySize && window_slice_fetch(b->m, b->glsl, w[3]) >= 0)
        window_emit(b, op, 1, window_value(b, w[2]), (uint32_t)window_slice_fetch(b->m, b->glsl, w[3]), 0, 0);
    else if (op == SpvOpExtInst && w[3] == b->m->glsl_std && WINDOW_LENGTH(w[0]) <= 8 && w[4] < 0x1000)
        build_elementwise(b, w, WINDOW_DO_EXT + w[4], 5);
    else if (is_elementwise(op) && op != SpvOpVectorTimesScalar)
        build_elementwise(b, w, op, 3);
    else
        window_emit(b, WINDOW_DO_UNKNOWN, n, window_value(b, w[2]), 0, 0, 0);
}
