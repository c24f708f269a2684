/* SPDX-License-Identifier: MIT */
/* Vertex inputs of doubles, bit for bit: each location of the application's is an input of words, uvec2 for a
 * double and uvec4 for two or more, and the third and fourth double there are an input of their own
 * (GLSL_INPUT_HIGH), for which the program has a location to spare. The input keeps its id, name and
 * location; matrices and arrays become one array of such (glsl_spirv_io takes that apart). main() begins by
 * putting all together in a private variable, which all else reads. Not done: inputs at a component, which
 * fail. */
#include "emu/glsl_wide_priv.h"

#include <spirv_cross/spirv.h>

enum { LOCATIONS = 32 };

/* Of a scalar, vector, matrix or array: how many locations, and the rows at each. */
static uint32_t locations(const struct wide *w, uint32_t type, uint32_t *rows)
{
    const struct glsl_module *m = w->m;
    struct wide_shape shape;
    uint32_t count = 1;

    for (; glsl_def_op(m, type) == SpvOpTypeArray; type = glsl_def(m, type)[2])
        count *= glsl_module_constant(m, glsl_def(m, type)[3]);
    shape = glsl_wide_shape(m, type);
    if (shape.base != 'f')
        glsl_fail(m->job, "a vertex input of 64-bit integers");
    if (count > LOCATIONS || count * shape.columns > LOCATIONS)
        glsl_fail(m->job, "a vertex input of too many doubles");
    *rows = shape.rows;
    return count * shape.columns;
}

/* Of the words of one or two doubles. */
static uint32_t words_type(struct wide *w, uint32_t doubles)
{
    const uint32_t operands[] = {w->uint_type, 4};

    return doubles == 1 ? w->pair : glsl_need(&w->b, SpvOpTypeVector, operands, 2);
}

static uint32_t low_type(struct wide *w, uint32_t count, uint32_t rows, bool array)
{
    uint32_t type = words_type(w, rows > 2 ? 2 : rows);
    const uint32_t operands[] = {type, glsl_wide_uint(w, count)};

    return array ? glsl_need(&w->b, SpvOpTypeArray, operands, 2) : type;
}

static uint32_t declare_high(struct wide *w, uint32_t input, uint32_t k, uint32_t rows)
{
    const char *name = glsl_source_name(w->m->job, w->m->name[input]);
    uint32_t pointer = glsl_wide_pointer(w, SpvStorageClassInput, words_type(w, rows - 2));
    uint32_t id = glsl_new_id(&w->b);

    GLSL_EMIT(&w->b, &w->b.decl, SpvOpVariable, pointer, id, SpvStorageClassInput);
    glsl_wide_name(w, id, glsl_format(w->m->job, GLSL_INPUT_HIGH "%u_%s", k, name));
    return id;
}

bool glsl_wide_input(struct wide *w, const uint32_t *ins)
{
    uint32_t type, pointer, count, rows;
    struct wide_input *input;

    if (GLSL_OP(ins[0]) != SpvOpVariable || ins[3] != SpvStorageClassInput || w->m->stage != GLSL_VERTEX)
        return false;
    type = glsl_module_pointee(w->m, ins[2]);
    if (!glsl_wide_holds(w->m, type))
        return false;
    if (glsl_module_decoration(w->m, ins[2], -1, SpvDecorationComponent, NULL))
        glsl_fail(w->m->job, "a vertex input of doubles at a component");
    input = glsl_alloc(w->m->job, 1, sizeof *input);
    count = locations(w, type, &rows);
    input->array = count > 1 || glsl_def_op(w->m, type) == SpvOpTypeArray;
    pointer = glsl_wide_pointer(w, SpvStorageClassInput, low_type(w, count, rows, input->array));
    GLSL_EMIT(&w->b, &w->b.decl, SpvOpVariable, pointer, ins[2], SpvStorageClassInput);
    for (uint32_t k = 0; rows > 2 && k < count; k++)
        input->high[k] = declare_high(w, ins[2], k, rows);
    pointer = glsl_wide_pointer(w, SpvStorageClassPrivate, glsl_wide_type(w, type));
    input->variable = glsl_new_id(&w->b);
    GLSL_EMIT(&w->b, &w->b.decl, SpvOpVariable, pointer, input->variable, SpvStorageClassPrivate);
    w->input[ins[2]] = input;
    return true;
}

/* ---- at the top of main() ---- */

/* The doubles of the next location, as a value of `type`, a scalar or vector. */
static uint32_t take_location(struct wide *w, struct wide_input *input, uint32_t type)
{
    uint32_t rows = glsl_wide_components(w->m, type), halves[2] = {input->low, 0}, parts[4];
    uint32_t low = words_type(w, rows > 2 ? 2 : rows), k = input->taken++;

    if (input->array)
        halves[0] = WIDE(w, SpvOpCompositeExtract, low, input->low, k);
    if (rows == 1)
        return halves[0];
    if (rows > 2)
        halves[1] = WIDE(w, SpvOpLoad, words_type(w, rows - 2), input->high[k]);
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t half = halves[i / 2], at = i % 2 * 2;

        parts[i] = rows == 3 && i == 2 ? half : WIDE(w, SpvOpVectorShuffle, w->pair, half, half, at, at + 1);
    }
    return glsl_wide_join(w, type, parts);
}

static uint32_t take(struct wide *w, struct wide_input *input, uint32_t type)
{
    const uint32_t *t = glsl_def(w->m, type);
    uint32_t parts[LOCATIONS], n;

    if (GLSL_OP(t[0]) != SpvOpTypeMatrix && GLSL_OP(t[0]) != SpvOpTypeArray)
        return take_location(w, input, type);
    n = GLSL_OP(t[0]) == SpvOpTypeArray ? glsl_module_constant(w->m, t[3]) : t[3];
    for (uint32_t i = 0; i < n; i++)
        parts[i] = take(w, input, t[2]);
    return glsl_wide_write(w, SpvOpCompositeConstruct, type, parts, n);
}

void glsl_wide_inputs(struct wide *w)
{
    for (uint32_t id = 0; id < w->m->bound; id++) {
        struct wide_input *input = w->input[id];
        uint32_t type = input ? glsl_module_pointee(w->m, id) : 0, count, rows;

        if (!type)
            continue;
        count = locations(w, type, &rows);
        input->low = WIDE(w, SpvOpLoad, low_type(w, count, rows, input->array), id);
        GLSL_EMIT(&w->b, &w->b.body, SpvOpStore, input->variable, take(w, input, type));
    }
}
