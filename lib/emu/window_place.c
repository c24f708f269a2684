/* SPDX-License-Identifier: MIT */
/* Memory of an evaluated vertex stage: which cells, or which words of a uniform block, a pointer addresses,
 * and the ops that read and write there. Blocks have the layout of their decorations, cells have none. An
 * index beyond an array's end makes the place unknown. Storage blocks of the driver's are unknown. */
#include "emu/window_build.h"

#include <spirv_cross/spirv.h>
#include <string.h>

static bool constant(const struct window_build *b, uint32_t id, uint32_t *value)
{
    const uint32_t *w = window_word(b, id);

    *value = w[3];
    return WINDOW_OP(w[0]) == SpvOpConstant;
}

/* ---- uniform blocks ---- */

static uint32_t block_slot(struct window_build *b, uint32_t block, uint32_t element)
{
    struct window_program *p = b->p;

    for (size_t i = 0; i < p->block_count; i++)
        if (p->blocks[i].block == block && p->blocks[i].element == element)
            return (uint32_t)i;
    if (!window_grow(&p->blocks, &p->block_capacity, p->block_count + 1, sizeof *p->blocks)) {
        b->failed = true;
        return 0;
    }
    p->blocks[p->block_count] = (struct window_block_slot){block, element};
    return (uint32_t)p->block_count++;
}

static void enter_block(struct window_build *b, struct window_place *place, uint32_t variable,
                        uint32_t element)
{
    for (size_t i = 0; i < b->glsl->code.block_count; i++)
        if (b->glsl->code.blocks[i].id == variable) {
            place->space = WINDOW_IN_BLOCK;
            place->block = block_slot(b, (uint32_t)i, element);
        }
}

/* ---- chains ---- */

static void enter_member(struct window_build *b, struct window_place *place, uint32_t member)
{
    const uint32_t *w = window_word(b, place->type);
    uint32_t offset = 0, stride = 16;
    bool rows;

    if (member + 2 >= WINDOW_LENGTH(w[0])) {
        b->failed = true;
        return;
    }
    if (place->space == WINDOW_IN_BLOCK) {
        window_module_decoration(b->m, place->type, (int)member, SpvDecorationOffset, &offset);
        window_module_decoration(b->m, place->type, (int)member, SpvDecorationMatrixStride, &stride);
        rows = window_module_decoration(b->m, place->type, (int)member, SpvDecorationRowMajor, NULL);
        place->component = rows ? stride / 4 : 1;
        place->column = rows ? 1 : stride / 4;
        place->base += offset / 4;
    } else {
        for (uint32_t i = 0; i < member; i++)
            place->base += b->m->words[w[i + 2]];
    }
    place->type = w[member + 2];
}

static uint32_t stride_of(const struct window_build *b, const struct window_place *place)
{
    const uint32_t *w = window_word(b, place->type);
    uint32_t stride = 16;

    if (place->space != WINDOW_IN_BLOCK)
        return b->m->words[w[2]];
    if (WINDOW_OP(w[0]) == SpvOpTypeVector)
        return place->component;
    if (WINDOW_OP(w[0]) == SpvOpTypeMatrix)
        return place->column;
    window_module_decoration(b->m, place->type, -1, SpvDecorationArrayStride, &stride);
    return stride / 4;
}

static uint32_t element_count(const struct window_build *b, uint32_t type)
{
    const uint32_t *w = window_word(b, type);

    if (WINDOW_OP(w[0]) == SpvOpTypeArray)
        return window_word(b, w[3])[3];
    return WINDOW_OP(w[0]) == SpvOpTypeRuntimeArray ? 0 : w[3];
}

/* One index of a chain. With `cell` the computed part is emitted into it, else only the constant one counts.
 */
static void enter(struct window_build *b, struct window_place *place, uint32_t index, uint32_t cell)
{
    uint32_t op = WINDOW_OP(window_word(b, place->type)[0]), value, stride;

    if (op == SpvOpTypeStruct) {
        constant(b, index, &value);
        enter_member(b, place, value);
        return;
    }
    if (op != SpvOpTypeArray && op != SpvOpTypeRuntimeArray && op != SpvOpTypeVector &&
        op != SpvOpTypeMatrix) {
        b->failed = true;
        return;
    }
    stride = stride_of(b, place);
    if (constant(b, index, &value)) {
        place->base += value * stride;
    } else {
        if (cell)
            window_emit(b, WINDOW_DO_INDEX, stride, cell, window_value(b, index), place->dynamic,
                        element_count(b, place->type));
        place->dynamic = cell ? cell : place->dynamic;
    }
    place->type = window_word(b, place->type)[2];
}

static bool has_computed(const struct window_build *b, const uint32_t *w)
{
    uint32_t value;

    for (uint32_t i = 4; i < WINDOW_LENGTH(w[0]); i++)
        if (!constant(b, w[i], &value))
            return true;
    return false;
}

/* Follows a chain from what its base addresses; see enter. */
static struct window_place follow(struct window_build *b, const uint32_t *w, uint32_t cell)
{
    struct window_place place = window_place(b, w[3]);
    uint32_t i = 4, element;
    const uint32_t *base = window_word(b, w[3]);

    /* An array of blocks: its element chooses the block. */
    if (WINDOW_OP(base[0]) == SpvOpVariable && base[3] == SpvStorageClassUniform &&
        WINDOW_OP(window_word(b, place.type)[0]) == SpvOpTypeArray && WINDOW_LENGTH(w[0]) > 4) {
        place.space = WINDOW_NOWHERE;
        if (constant(b, w[i++], &element))
            enter_block(b, &place, w[3], element);
        place.type = window_word(b, place.type)[2];
    }
    for (; i < WINDOW_LENGTH(w[0]) && !b->failed; i++)
        enter(b, &place, w[i], cell);
    return place;
}

struct window_place window_place(struct window_build *b, uint32_t pointer)
{
    const uint32_t *w = window_word(b, pointer);
    struct window_place place = {.space = WINDOW_IN_CELLS, .component = 1, .column = 4};
    uint32_t op = WINDOW_OP(w[0]);

    if (op == SpvOpAccessChain || op == SpvOpInBoundsAccessChain) {
        place = follow(b, w, 0);
        if (b->cell[pointer])
            place.dynamic = b->cell[pointer];
        return place;
    }
    place.type = window_word(b, w[1])[3];
    if (op == SpvOpFunctionParameter) {
        place.dynamic = window_value(b, pointer);
    } else if (op == SpvOpVariable && w[3] == SpvStorageClassUniform) {
        place.space = WINDOW_NOWHERE;
        enter_block(b, &place, pointer, 0);
    } else if (op == SpvOpVariable && b->m->words[place.type]) {
        place.base = window_value(b, pointer);
    } else {
        place.space = WINDOW_NOWHERE;
    }
    return place;
}

void window_place_chain(struct window_build *b, const uint32_t *w)
{
    uint32_t cell;

    if (!has_computed(b, w))
        return;
    cell = window_cells(b, 1);
    follow(b, w, cell);
    b->cell[w[2]] = cell;
}

/* ---- access ---- */

static void load_block(struct window_build *b, const struct window_place *from, uint32_t cell)
{
    const uint32_t *w = window_word(b, from->type);
    uint32_t op = WINDOW_OP(w[0]), n;

    if (op != SpvOpTypeStruct && op != SpvOpTypeArray && op != SpvOpTypeVector && op != SpvOpTypeMatrix) {
        window_emit(b, WINDOW_DO_WORD, 1, cell, from->base, from->dynamic, from->block);
        return;
    }
    n = op == SpvOpTypeStruct ? WINDOW_LENGTH(w[0]) - 2 : element_count(b, from->type);
    for (uint32_t i = 0; i < n && !b->failed; i++) {
        struct window_place part = *from;

        if (op == SpvOpTypeStruct) {
            enter_member(b, &part, i);
        } else {
            part.base += i * stride_of(b, from);
            part.type = w[2];
        }
        load_block(b, &part, cell);
        cell += b->m->words[part.type];
    }
}

void window_place_load(struct window_build *b, const struct window_place *from, uint32_t cell)
{
    uint32_t n = b->m->words[from->type];

    if (from->space == WINDOW_NOWHERE)
        window_emit(b, WINDOW_DO_UNKNOWN, n, cell, 0, 0, 0);
    else if (from->space == WINDOW_IN_BLOCK)
        load_block(b, from, cell);
    else if (from->dynamic)
        window_emit(b, WINDOW_DO_LOAD, n, cell, from->base, from->dynamic, 0);
    else
        window_emit(b, WINDOW_DO_COPY, n, cell, from->base, 0, 0);
}

void window_place_store(struct window_build *b, const struct window_place *to, uint32_t cell)
{
    uint32_t n = b->m->words[to->type];

    if (to->space != WINDOW_IN_CELLS)
        return; /* a storage block of the driver's: what is read there is unknown anyway */
    if (to->dynamic)
        window_emit(b, WINDOW_DO_STORE, n, cell, to->base, to->dynamic, 0);
    else
        window_emit(b, WINDOW_DO_COPY, n, to->base, cell, 0, 0);
}
