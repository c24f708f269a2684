/* SPDX-License-Identifier: MIT */
/* SPIR-V of one vertex stage, indexed for evaluation: where ids are made, how many words types take, blocks
 * and functions, and which pointers may address the same memory (a pointer parameter may be any argument that
 * some call passes). Not done: what glslang does not write for GLSL (pointers chosen at run time, variable
 * pointers). Cost: a few walks, once per program. */
#include "emu/window_eval.h"

#include "emu/spirv_result.h"

#include <spirv_cross/spirv.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 5 };

const struct window_function *window_module_function(const struct window_module *m, uint32_t id)
{
    for (size_t i = 0; i < m->function_count; i++)
        if (m->functions[i].id == id)
            return &m->functions[i];
    return NULL;
}

uint32_t window_module_root(const struct window_module *m, uint32_t pointer)
{
    for (int depth = 0; depth < 64 && m->def[pointer]; depth++) {
        const uint32_t *w = window_module_word(m, pointer);
        uint32_t op = WINDOW_OP(w[0]);

        if (op != SpvOpAccessChain && op != SpvOpInBoundsAccessChain && op != SpvOpCopyObject)
            break;
        pointer = w[3];
    }
    return pointer;
}

bool window_module_decoration(const struct window_module *m, uint32_t id, int member, uint32_t decoration,
                              uint32_t *value)
{
    for (size_t i = FIRST; i < m->n; i += WINDOW_LENGTH(m->w[i])) {
        const uint32_t *w = &m->w[i];
        uint32_t op = WINDOW_OP(w[0]), length = WINDOW_LENGTH(w[0]), k = member < 0 ? 2 : 3;

        if (op == SpvOpFunction)
            break;
        if (op != (member < 0 ? SpvOpDecorate : SpvOpMemberDecorate) || w[1] != id || w[k] != decoration ||
            (member >= 0 && w[2] != (uint32_t)member))
            continue;
        if (value)
            *value = length > k + 1 ? w[k + 1] : 0;
        return true;
    }
    return false;
}

/* ---- operands ---- */

/* First operand that is an id, and one past the last; image operands and literals are left out. */
static void operand_span(const uint32_t *w, uint32_t *first, uint32_t *end)
{
    uint32_t op = WINDOW_OP(w[0]), length = WINDOW_LENGTH(w[0]);

    *first = spirv_result_word(op) + 1;
    *end = length;
    switch (op) {
    case SpvOpVariable:
        *first = 4;
        break;
    case SpvOpFunctionCall:
        *first = 4;
        break;
    case SpvOpExtInst:
        *first = 5;
        break;
    case SpvOpLoad:
    case SpvOpCompositeExtract:
        *end = 4;
        break;
    case SpvOpVectorShuffle:
    case SpvOpCompositeInsert:
    case SpvOpImageFetch:
        *end = 5;
        break;
    case SpvOpArrayLength:
        *end = 4;
        break;
    case SpvOpStore:
    case SpvOpCopyMemory:
        *end = 3;
        break;
    case SpvOpBranchConditional:
    case SpvOpSwitch:
        *end = 2;
        break;
    case SpvOpBranch:
    case SpvOpSelectionMerge:
    case SpvOpLoopMerge:
    case SpvOpLabel:
    case SpvOpFunctionParameter:
    case SpvOpLine:
        *end = *first;
        break;
    default:
        break;
    }
    *end = *end < length ? *end : length;
}

void window_module_operands(const uint32_t *w, void (*each)(void *priv, uint32_t id), void *priv)
{
    uint32_t first, end, step = WINDOW_OP(w[0]) == SpvOpPhi ? 2 : 1;

    operand_span(w, &first, &end);
    for (uint32_t i = first; i < end; i += step)
        each(priv, w[i]);
}

/* ---- declarations ---- */

/* Words of a value of the type at w; opaque types and those without a size take none. */
static uint32_t type_words(const struct window_module *m, const uint32_t *w)
{
    uint64_t n = 0;

    switch (WINDOW_OP(w[0])) {
    case SpvOpTypeBool:
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
    case SpvOpTypePointer:
        return 1;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
        return m->words[w[2]] * w[3];
    case SpvOpTypeArray:
        n = (uint64_t)m->words[w[2]] * window_module_word(m, w[3])[3];
        return n > 1u << 20 ? 0 : (uint32_t)n;
    case SpvOpTypeStruct:
        for (uint32_t i = 2; i < WINDOW_LENGTH(w[0]); i++)
            n += m->words[w[i]];
        return n > 1u << 20 ? 0 : (uint32_t)n;
    default:
        return 0;
    }
}

static bool read_declarations(struct window_module *m, size_t *at)
{
    for (; *at < m->n && WINDOW_OP(m->w[*at]) != SpvOpFunction; *at += WINDOW_LENGTH(m->w[*at])) {
        const uint32_t *w = &m->w[*at];
        uint32_t op = WINDOW_OP(w[0]), length = WINDOW_LENGTH(w[0]);
        uint32_t k = spirv_result_word(op);

        if (!length || *at + length > m->n || (k && (k >= length || w[k] >= m->bound)))
            return false;
        if (k)
            m->def[w[k]] = (uint32_t)*at;
        if (k == 1 && op != SpvOpExtInstImport)
            m->words[w[1]] = type_words(m, w);
        if (op == SpvOpEntryPoint)
            m->entry = w[2];
        else if (op == SpvOpExtInstImport && !strncmp((const char *)&w[2], "GLSL.std.450", 12))
            m->glsl_std = w[1];
        else if (op == SpvOpDecorate && w[2] == SpvDecorationBuiltIn && w[1] < m->bound)
            m->builtin[w[1]] = 1 + w[3];
    }
    return m->entry != 0;
}

/* ---- functions ---- */

static bool read_functions(struct window_module *m, size_t at)
{
    struct window_block *block = NULL;
    struct window_function *function = NULL;
    size_t params = 0;
    bool ended = false;

    for (; at < m->n; at += WINDOW_LENGTH(m->w[at])) {
        const uint32_t *w = &m->w[at];
        uint32_t op = WINDOW_OP(w[0]), length = WINDOW_LENGTH(w[0]);
        unsigned k = spirv_result_word(op);

        if (!length || at + length > m->n || k >= length || (k && w[k] >= m->bound))
            return false;
        if (k)
            m->def[w[k]] = (uint32_t)at;
        m->at[m->count] = (uint32_t)at;
        if (op == SpvOpFunction) {
            function = &m->functions[m->function_count++];
            *function =
                (struct window_function){.id = w[2], .first = m->block_count, .params = &m->params[params]};
        } else if (!function) {
            return false;
        } else if (op == SpvOpFunctionParameter) {
            m->params[params++] = w[2];
            function->param_count++;
        } else if (op == SpvOpLabel) {
            block = &m->blocks[m->block_count++];
            *block = (struct window_block){.label = w[1], .function = function->id, .first = m->count};
            m->block_of[w[1]] = m->block_count;
        } else if (op == SpvOpSelectionMerge || op == SpvOpLoopMerge) {
            if (!block)
                return false;
            block->merge = w[1];
            block->next = op == SpvOpLoopMerge ? w[2] : 0;
            block->loop = op == SpvOpLoopMerge;
        }
        m->count++;
        if (op == SpvOpFunctionEnd)
            block = NULL;
        if (block)
            block->end = m->count;
        function->end = m->block_count;
        ended = op == SpvOpFunctionEnd;
    }
    return ended;
}

static uint32_t find_group(const struct window_module *m, uint32_t id)
{
    while (m->group[id] != id)
        id = m->group[id];
    return id;
}

/* Joins each pointer parameter with what the calls pass for it. */
static bool join_pointers(struct window_module *m)
{
    for (uint32_t id = 0; id < m->bound; id++)
        m->group[id] = id;
    for (size_t i = 0; i < m->count; i++) {
        const uint32_t *w = &m->w[m->at[i]];
        const struct window_function *f;

        if (WINDOW_OP(w[0]) != SpvOpFunctionCall)
            continue;
        f = window_module_function(m, w[3]);
        if (!f || f->param_count + 4 != WINDOW_LENGTH(w[0]))
            return false;
        for (size_t k = 0; k < f->param_count; k++) {
            uint32_t type = window_module_word(m, f->params[k])[1];

            if (WINDOW_OP(window_module_word(m, type)[0]) == SpvOpTypePointer)
                m->group[find_group(m, f->params[k])] = find_group(m, window_module_root(m, w[4 + k]));
        }
    }
    for (uint32_t id = 0; id < m->bound; id++)
        m->group[id] = find_group(m, id);
    return true;
}

bool window_module_init(struct window_module *m, const uint32_t *words, size_t count)
{
    size_t at = FIRST, most = count;

    *m = (struct window_module){.w = words, .n = count, .bound = count > FIRST ? words[3] : 0};
    if (!m->bound || m->bound > 1u << 22)
        return false;
    m->def = calloc(m->bound, sizeof *m->def);
    m->words = calloc(m->bound, sizeof *m->words);
    m->builtin = calloc(m->bound, sizeof *m->builtin);
    m->group = calloc(m->bound, sizeof *m->group);
    m->block_of = calloc(m->bound, sizeof *m->block_of);
    m->at = calloc(most, sizeof *m->at);
    m->blocks = calloc(m->bound, sizeof *m->blocks);
    m->functions = calloc(m->bound, sizeof *m->functions);
    m->params = calloc(m->bound, sizeof *m->params);
    return m->def && m->words && m->builtin && m->group && m->block_of && m->at && m->blocks &&
           m->functions && m->params && read_declarations(m, &at) && read_functions(m, at) &&
           join_pointers(m);
}

void window_module_finish(struct window_module *m)
{
    free(m->def);
    free(m->words);
    free(m->builtin);
    free(m->group);
    free(m->block_of);
    free(m->at);
    free(m->blocks);
    free(m->functions);
    free(m->params);
    *m = (struct window_module){0};
}
