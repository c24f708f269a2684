/* SPDX-License-Identifier: MIT */
/* Writing SPIR-V words. Types and constants are looked up among the declarations before they are added, since
 * the language forbids two equal scalar or vector types. */
#include "emu/glsl_builder.h"

#include <spirv_cross/spirv.h>
#include <string.h>

static void put(struct glsl_builder *b, struct glsl_words *to, uint32_t word)
{
    *(uint32_t *)glsl_push(b->m->job, &to->v, &to->n, sizeof word) = word;
}

void glsl_emit(struct glsl_builder *b, struct glsl_words *to, uint32_t op, const uint32_t *operands,
               size_t count)
{
    put(b, to, (uint32_t)(count + 1) << 16 | op);
    for (size_t i = 0; i < count; i++)
        put(b, to, operands[i]);
}

uint32_t glsl_new_id(struct glsl_builder *b)
{
    return b->bound++;
}

static bool is_constant(uint32_t op)
{
    return op == SpvOpConstant || op == SpvOpConstantComposite;
}

/* Types have their id first, constants their type and then the id; `operands` are the rest. */
uint32_t glsl_need(struct glsl_builder *b, uint32_t op, const uint32_t *operands, size_t count)
{
    uint32_t words[16] = {0}, id;
    size_t at = is_constant(op) ? 2 : 1;

    for (size_t i = 0; i < b->decl.n; i += GLSL_LENGTH(b->decl.v[i])) {
        const uint32_t *w = &b->decl.v[i];

        if (w[0] != ((uint32_t)(count + 2) << 16 | op) || (at == 2 && w[1] != operands[0]))
            continue;
        if (!memcmp(&w[at + 1], &operands[at - 1], (count + 1 - at) * sizeof *w))
            return w[at];
    }
    id = glsl_new_id(b);
    if (at == 2)
        words[0] = operands[0];
    words[at - 1] = id;
    memcpy(&words[at], &operands[at - 1], (count + 1 - at) * sizeof *words);
    glsl_emit(b, &b->decl, op, words, count + 1);
    return id;
}

#define NEED(b, op, ...)                                                                                     \
    glsl_need(b, op, (const uint32_t[]){__VA_ARGS__},                                                        \
              sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

uint32_t glsl_need_int(struct glsl_builder *b)
{
    return NEED(b, SpvOpTypeInt, 32, 1);
}

uint32_t glsl_need_float(struct glsl_builder *b)
{
    return NEED(b, SpvOpTypeFloat, 32);
}

uint32_t glsl_need_vector(struct glsl_builder *b, uint32_t component, uint32_t n)
{
    return n == 1 ? component : NEED(b, SpvOpTypeVector, component, n);
}

uint32_t glsl_need_int_constant(struct glsl_builder *b, int value)
{
    return NEED(b, SpvOpConstant, glsl_need_int(b), (uint32_t)value);
}

uint32_t glsl_need_float_constant(struct glsl_builder *b, float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return NEED(b, SpvOpConstant, glsl_need_float(b), bits);
}

void glsl_module_replace(struct glsl_builder *b)
{
    struct glsl_module *m = b->m;
    const struct glsl_words parts[] = {{m->w, GLSL_FIRST}, b->decl, b->body, b->extra};
    size_t n = 0, at = 0;
    uint32_t *words;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        n += parts[i].n;
    words = glsl_alloc(m->job, n, sizeof *words);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; at += parts[i++].n)
        if (parts[i].n)
            memcpy(&words[at], parts[i].v, parts[i].n * sizeof *words);
    words[3] = b->bound;
    m->w = words;
    m->n = n;
    m->decoration_list = NULL;
    m->decoration_count = 0;
    glsl_module_index(m);
}
