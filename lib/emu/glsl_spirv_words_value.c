/* SPDX-License-Identifier: MIT */
/* Values of blocks that are words (glsl_spirv_words): a load is composed of words and a store taken apart
 * into them, scalar by scalar; 64-bit ones are bitcasts of uvec2, of the low word and the high one. Of a
 * uniform block a whole uvec4 is read at a time, unless the component is computed. */
#include "emu/glsl_spirv_words.h"

#include <spirv_cross/spirv.h>
#include <string.h>

enum { MAX_WORDS = 4096 }; /* of one load or store */

uint32_t glsl_words_emit(struct glsl_words_pass *s, uint32_t op, uint32_t type, uint32_t id,
                         const uint32_t *operands, size_t count)
{
    uint32_t *all = glsl_alloc(s->b.m->job, count + 2, sizeof *all);

    all[0] = type;
    all[1] = id ? id : glsl_new_id(&s->b);
    memcpy(&all[2], operands, count * sizeof *all);
    glsl_emit(&s->b, &s->b.body, op, all, count + 2);
    return all[1];
}

uint32_t glsl_words_add(struct glsl_words_pass *s, uint32_t dynamic, uint32_t constant)
{
    uint32_t id = glsl_need_int_constant(&s->b, (int)constant);

    if (!dynamic || !constant)
        return dynamic ? dynamic : id;
    return GLSL_WORDS_EMIT(s, SpvOpIAdd, glsl_need_int(&s->b), 0, dynamic, id);
}

/* A pointer to element `at` of the words, or with component > 0 to that component (an id) of it. */
static uint32_t point(struct glsl_words_pass *s, const struct glsl_words_access *a, uint32_t type,
                      uint32_t at, uint32_t component)
{
    uint32_t operands[5] = {a->variable}, n = 1;

    if (a->element)
        operands[n++] = a->element;
    if (!a->shared)
        operands[n++] = glsl_need_int_constant(&s->b, 0);
    operands[n++] = at;
    if (component)
        operands[n++] = component;
    type = glsl_words_pointer(s, a->shared ? SpvStorageClassWorkgroup : SpvStorageClassUniform, type);
    return glsl_words_emit(s, SpvOpAccessChain, type, 0, operands, n);
}

/* One load or store. */
struct transfer {
    struct glsl_words_pass *s;
    const struct glsl_words_access *access;
    uint32_t words;
    uint32_t vector, loaded; /* of a uniform block: the last uvec4 that was loaded, 1 + its number */
};

static void count_word(struct transfer *t)
{
    if (++t->words > MAX_WORDS)
        glsl_fail(t->s->b.m->job,
                  "a block of 64-bit numbers is read or written in one piece that is too long");
}

static uint32_t load_uniform(struct transfer *t, uint32_t constant, uint32_t id)
{
    struct glsl_words_pass *s = t->s;
    const struct glsl_place *at = &t->access->at;
    uint32_t integer = glsl_need_int(&s->b), type = glsl_words_uint(s),
             two = glsl_need_int_constant(&s->b, 2), index;

    if (at->unaligned) {
        index = glsl_words_add(s, at->dynamic, constant);
        index =
            point(s, t->access, type, GLSL_WORDS_EMIT(s, SpvOpShiftRightArithmetic, integer, 0, index, two),
                  GLSL_WORDS_EMIT(s, SpvOpBitwiseAnd, integer, 0, index, glsl_need_int_constant(&s->b, 3)));
        return GLSL_WORDS_EMIT(s, SpvOpLoad, type, id, index);
    }
    if (t->loaded != constant / 4 + 1) {
        index = at->dynamic ? GLSL_WORDS_EMIT(s, SpvOpShiftRightArithmetic, integer, 0, at->dynamic, two) : 0;
        index = point(s, t->access, glsl_words_uints(s, 4), glsl_words_add(s, index, constant / 4), 0);
        t->vector = GLSL_WORDS_EMIT(s, SpvOpLoad, glsl_words_uints(s, 4), 0, index);
        t->loaded = constant / 4 + 1;
    }
    return GLSL_WORDS_EMIT(s, SpvOpCompositeExtract, type, id, t->vector, constant % 4);
}

static uint32_t point_word(struct glsl_words_pass *s, const struct glsl_words_access *a, uint32_t constant)
{
    return point(s, a, glsl_words_uint(s), glsl_words_add(s, a->at.dynamic, constant), 0);
}

static uint32_t load_word(struct transfer *t, uint32_t constant, uint32_t id)
{
    count_word(t);
    if (!t->access->storage)
        return load_uniform(t, constant, id);
    return GLSL_WORDS_EMIT(t->s, SpvOpLoad, glsl_words_uint(t->s), id, point_word(t->s, t->access, constant));
}

static uint32_t load_value(struct transfer *t, const struct glsl_place *p, uint32_t id)
{
    struct glsl_words_pass *s = t->s;
    const struct glsl_module *m = s->b.m;
    uint32_t n = glsl_place_parts(m, p->type), *parts, low, high;

    if (n) {
        parts = glsl_alloc(m->job, n, sizeof *parts);
        for (uint32_t i = 0; i < n; i++) {
            struct glsl_place part = *p;

            glsl_place_enter(m, &part, i);
            parts[i] = load_value(t, &part, 0);
        }
        return glsl_words_emit(s, SpvOpCompositeConstruct, p->type, id, parts, n);
    }
    if (p->type == glsl_words_uint(s))
        return load_word(t, p->constant, id);
    low = load_word(t, p->constant, 0);
    if (glsl_def_op(m, p->type) == SpvOpTypeBool)
        return GLSL_WORDS_EMIT(s, SpvOpINotEqual, p->type, id, low, glsl_words_number(s, 0));
    if (glsl_place_scalar(m, p->type) == 2) {
        high = load_word(t, p->constant + 1, 0);
        low = GLSL_WORDS_EMIT(s, SpvOpCompositeConstruct, glsl_words_uints(s, 2), 0, low, high);
    }
    return GLSL_WORDS_EMIT(s, SpvOpBitcast, p->type, id, low);
}

static void store_word(struct transfer *t, uint32_t constant, uint32_t value)
{
    count_word(t);
    GLSL_EMIT(&t->s->b, &t->s->b.body, SpvOpStore, point_word(t->s, t->access, constant), value);
}

static void store_value(struct transfer *t, const struct glsl_place *p, uint32_t value)
{
    struct glsl_words_pass *s = t->s;
    const struct glsl_module *m = s->b.m;
    uint32_t n = glsl_place_parts(m, p->type), type = glsl_words_uint(s);

    for (uint32_t i = 0; i < n; i++) {
        struct glsl_place part = *p;

        glsl_place_enter(m, &part, i);
        store_value(t, &part, GLSL_WORDS_EMIT(s, SpvOpCompositeExtract, part.type, 0, value, i));
    }
    if (n)
        return;
    if (glsl_def_op(m, p->type) == SpvOpTypeBool) {
        value =
            GLSL_WORDS_EMIT(s, SpvOpSelect, type, 0, value, glsl_words_number(s, 1), glsl_words_number(s, 0));
        store_word(t, p->constant, value);
        return;
    }
    if (glsl_place_scalar(m, p->type) == 2) {
        value = GLSL_WORDS_EMIT(s, SpvOpBitcast, glsl_words_uints(s, 2), 0, value);
        store_word(t, p->constant, GLSL_WORDS_EMIT(s, SpvOpCompositeExtract, type, 0, value, 0));
        store_word(t, p->constant + 1, GLSL_WORDS_EMIT(s, SpvOpCompositeExtract, type, 0, value, 1));
    } else {
        store_word(t, p->constant,
                   p->type == type ? value : GLSL_WORDS_EMIT(s, SpvOpBitcast, type, 0, value));
    }
}

void glsl_words_load(struct glsl_words_pass *s, const struct glsl_words_access *a, uint32_t id)
{
    struct transfer t = {.s = s, .access = a};

    load_value(&t, &a->at, id);
}

void glsl_words_store(struct glsl_words_pass *s, const struct glsl_words_access *a, uint32_t value)
{
    struct transfer t = {.s = s, .access = a};

    store_value(&t, &a->at, value);
}
