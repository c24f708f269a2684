/* SPDX-License-Identifier: MIT */
/* Structured varyings in front of the fragment shader. ES takes no arrays of arrays or of structures there,
 * no structures with arrays or structures in them, and interpolates no member at another place
 * (interpolateAt…). Such a varying becomes a private variable on both sides and one plain varying, or array,
 * for each of its leaves: the producer writes them where it ends or emits a vertex, the fragment shader reads
 * them at its top. Arrays on the way to a leaf are one array. What we do not do: separable programs of
 * one stage, whose other side is unknown. Cost: copies that compilers fold. */
#include "emu/glsl_lower.h"

#include <spirv_cross/spirv.h>

static struct glsl_split *find(const struct glsl_module *m, uint32_t id)
{
    struct glsl_split *split = m->splits;

    while (split && split->id != id)
        split = split->next;
    return split;
}

bool glsl_split_is_block(const struct glsl_module *m, uint32_t type)
{
    for (const struct glsl_split *split = m->splits; split; split = split->next) {
        uint32_t inner = glsl_module_pointee(m, split->id);

        while (glsl_def_op(m, inner) == SpvOpTypeArray)
            inner = glsl_def(m, inner)[2];
        if (inner == type)
            return true;
    }
    return false;
}

/* ---- leaves ---- */

struct walk {
    struct glsl_builder *b;
    struct glsl_split *split;
    uint32_t storage;
    struct glsl_leaf leaf; /* the way down so far */
};

static uint32_t declare(struct glsl_builder *b, uint32_t storage, uint32_t type, int arrays, uint32_t total)
{
    uint32_t pointer, id;

    if (arrays)
        type =
            glsl_need(b, SpvOpTypeArray, (const uint32_t[]){type, glsl_need_int_constant(b, (int)total)}, 2);
    pointer = glsl_need(b, SpvOpTypePointer, (const uint32_t[]){storage, type}, 2);
    id = glsl_new_id(b);
    GLSL_EMIT(b, &b->decl, SpvOpVariable, pointer, id, storage);
    return id;
}

static void walk(struct walk *k, uint32_t type)
{
    const struct glsl_module *m = k->b->m;
    const uint32_t *w = glsl_def(m, type);
    struct glsl_leaf before = k->leaf;

    if (k->leaf.depth == GLSL_LEAF_DEPTH)
        glsl_fail(m->job, "%s: a varying lies too deep", k->split->base);
    if (GLSL_OP(w[0]) == SpvOpTypeArray) {
        int length = (int)glsl_module_constant(m, w[3]);

        k->leaf.path[k->leaf.depth++] = -length;
        k->leaf.total *= (uint32_t)length;
        k->leaf.arrays++;
        walk(k, w[2]);
    } else if (GLSL_OP(w[0]) == SpvOpTypeStruct) {
        for (uint32_t i = 0; i + 2 < GLSL_LENGTH(w[0]); i++) {
            k->leaf.path[k->leaf.depth++] = (int)i;
            walk(k, w[i + 2]);
            k->leaf.depth--;
        }
    } else {
        struct glsl_leaf *leaf = glsl_push(m->job, &k->split->leaves, &k->split->leaf_count, sizeof *leaf);

        if (k->leaf.total > 256)
            glsl_fail(m->job, "%s: a varying is too large", k->split->base);
        *leaf = k->leaf;
        leaf->type = type;
        leaf->id = declare(k->b, k->storage, type, leaf->arrays, leaf->total);
    }
    k->leaf = before;
}

bool glsl_lower_split(struct glsl_builder *b, const uint32_t *w)
{
    struct glsl_split *split = GLSL_OP(w[0]) == SpvOpVariable ? find(b->m, w[2]) : NULL;
    struct walk k = {.b = b, .split = split, .leaf = {.total = 1}};
    uint32_t type, pointer;

    if (!split)
        return false;
    type = glsl_module_pointee(b->m, w[2]);
    pointer = glsl_need(b, SpvOpTypePointer, (const uint32_t[]){SpvStorageClassPrivate, type}, 2);
    GLSL_EMIT(b, &b->decl, SpvOpVariable, pointer, w[2], SpvStorageClassPrivate);
    k.storage = w[3];
    walk(&k, type);
    return true;
}

/* ---- copies ---- */

/* A pointer to element `at` of a leaf, inside the private variable or as the varying that it is now. */
static uint32_t point(struct glsl_builder *b, const struct glsl_split *split, const struct glsl_leaf *leaf,
                      uint32_t at, bool inside, uint32_t storage)
{
    uint32_t operands[GLSL_LEAF_DEPTH + 3], n = 3, rest = leaf->total, id;

    if (!inside && !leaf->arrays)
        return leaf->id;
    id = glsl_new_id(b);
    operands[0] = glsl_need(b, SpvOpTypePointer, (const uint32_t[]){storage, leaf->type}, 2);
    operands[1] = id;
    operands[2] = inside ? split->id : leaf->id;
    if (!inside)
        operands[n++] = glsl_need_int_constant(b, (int)at);
    for (int i = 0; inside && i < leaf->depth; i++) {
        int step = leaf->path[i];

        if (step < 0) {
            rest /= (uint32_t)-step;
            step = (int)(at / rest % (uint32_t)-step);
        }
        operands[n++] = glsl_need_int_constant(b, step);
    }
    glsl_emit(b, &b->body, SpvOpAccessChain, operands, n);
    return id;
}

void glsl_split_copy(struct glsl_builder *b, bool out)
{
    uint32_t storage = out ? SpvStorageClassOutput : SpvStorageClassInput;

    for (const struct glsl_split *s = b->m->splits; s; s = s->next)
        for (size_t l = 0; l < s->leaf_count; l++)
            for (uint32_t i = 0; i < s->leaves[l].total; i++) {
                const struct glsl_leaf *leaf = &s->leaves[l];
                uint32_t inside = point(b, s, leaf, i, true, SpvStorageClassPrivate);
                uint32_t outside = point(b, s, leaf, i, false, storage), value = glsl_new_id(b);

                GLSL_EMIT(b, &b->body, SpvOpLoad, leaf->type, value, out ? inside : outside);
                GLSL_EMIT(b, &b->body, SpvOpStore, out ? outside : inside, value);
            }
}

/* ---- interpolation ---- */

/* index * by + plus, over ids of integers; 0 is none. */
static uint32_t add_index(struct glsl_builder *b, uint32_t index, int by, uint32_t plus)
{
    uint32_t type = glsl_need_int(b), scaled = glsl_new_id(b), sum = glsl_new_id(b);

    if (!index)
        return plus;
    GLSL_EMIT(b, &b->body, SpvOpIMul, type, scaled, index, glsl_need_int_constant(b, by));
    GLSL_EMIT(b, &b->body, SpvOpIAdd, type, sum, scaled, plus);
    return sum;
}

/* Does this chain of constants and array indices lead to the leaf? */
static bool leads_to(const struct glsl_module *m, const uint32_t *chain, uint32_t n,
                     const struct glsl_leaf *leaf)
{
    if (n < (uint32_t)leaf->depth)
        return false;
    for (int i = 0; i < leaf->depth; i++)
        if (leaf->path[i] >= 0 && leaf->path[i] != (int)glsl_module_constant(m, chain[4 + i]))
            return false;
    return true;
}

uint32_t glsl_split_point(struct glsl_builder *b, const uint32_t *chain, uint32_t n)
{
    const struct glsl_split *split = find(b->m, chain[3]);
    const struct glsl_leaf *leaf = NULL;
    uint32_t index = 0, id;

    for (size_t i = 0; split && i < split->leaf_count && !leaf; i++)
        if (leads_to(b->m, chain, n, &split->leaves[i]))
            leaf = &split->leaves[i];
    if (!leaf)
        return 0;
    for (int i = 0; i < leaf->depth; i++)
        if (leaf->path[i] < 0)
            index = add_index(b, index, -leaf->path[i], chain[4 + i]);
    if (!leaf->arrays)
        return leaf->id;
    id = glsl_new_id(b);
    GLSL_EMIT(b, &b->body, SpvOpAccessChain,
              glsl_need(b, SpvOpTypePointer, (const uint32_t[]){SpvStorageClassInput, leaf->type}, 2), id,
              leaf->id, index);
    return id;
}
