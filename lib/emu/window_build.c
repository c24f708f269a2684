/* SPDX-License-Identifier: MIT */
/* Compact code of a slice. Values and variables lie in one array of 32-bit cells; constants are there when a
 * run begins, functions have their frames for good, since GLSL has no recursion. What has no form here
 * (transcendental functions, images) makes its result unknown. Places in memory are worked out here as far as
 * they are constant. Cost: once per program. */
#include "emu/window_build.h"

#include <spirv_cross/spirv.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CELLS = 1 << 20 };

bool window_grow(void *array, size_t *capacity, size_t n, size_t size)
{
    size_t wanted = n < 64 ? 64 : n * 2;
    void *grown;

    if (n <= *capacity)
        return true;
    grown = realloc(*(void **)array, wanted * size);
    if (!grown)
        return false;
    memset((char *)grown + *capacity * size, 0, (wanted - *capacity) * size);
    *(void **)array = grown;
    *capacity = wanted;
    return true;
}

struct window_op *window_emit(struct window_build *b, uint32_t op, uint32_t n, uint32_t dst, uint32_t x,
                              uint32_t y, uint32_t z)
{
    struct window_program *p = b->p;

    if (!window_grow(&p->ops, &p->op_capacity, p->op_count + 1, sizeof *p->ops)) {
        b->failed = true;
        return &b->nowhere;
    }
    p->ops[p->op_count] = (struct window_op){op, n, dst, x, y, z};
    return &p->ops[p->op_count++];
}

/* ---- cells ---- */

uint32_t window_cells(struct window_build *b, uint32_t n)
{
    struct window_program *p = b->p;
    uint32_t at = p->cell_count;
    size_t capacity = p->cell_capacity;

    if (n > MAX_CELLS || at + n > MAX_CELLS || !window_grow(&p->cells, &capacity, at + n, sizeof *p->cells)) {
        b->failed = true;
        return 0;
    }
    p->cell_capacity = (uint32_t)capacity;
    for (uint32_t i = 0; i < n; i++)
        p->cells[at + i] = WINDOW_UNKNOWN;
    p->cell_count += n;
    return at;
}

static void fill_constant(struct window_build *b, uint32_t id, uint32_t cell)
{
    const uint32_t *w = window_module_word(b->m, id);
    uint32_t n = b->m->words[w[1]];

    switch (WINDOW_OP(w[0])) {
    case SpvOpConstant:
    case SpvOpSpecConstant:
        b->p->cells[cell] = w[3];
        break;
    case SpvOpConstantTrue:
    case SpvOpSpecConstantTrue:
        b->p->cells[cell] = 1;
        break;
    case SpvOpConstantFalse:
    case SpvOpSpecConstantFalse:
        b->p->cells[cell] = 0;
        break;
    case SpvOpConstantNull:
        for (uint32_t i = 0; i < n; i++)
            b->p->cells[cell + i] = 0;
        break;
    case SpvOpConstantComposite:
    case SpvOpSpecConstantComposite:
        for (uint32_t i = 3; i < WINDOW_LENGTH(w[0]); i++) {
            fill_constant(b, w[i], cell);
            cell += b->m->words[window_module_word(b->m, w[i])[1]];
        }
        break;
    default: /* undefined: unknown */
        break;
    }
}

uint32_t window_value(struct window_build *b, uint32_t id)
{
    const uint32_t *w = window_module_word(b->m, id);
    uint32_t n, op = WINDOW_OP(w[0]);

    if (b->cell[id])
        return b->cell[id];
    if (!b->m->def[id]) {
        b->failed = true;
        return 0;
    }
    n = b->m->words[w[1]];
    if (op == SpvOpVariable)
        n = b->m->words[window_module_word(b->m, w[1])[3]];
    b->cell[id] = window_cells(b, n ? n : 1);
    if (op >= SpvOpConstantTrue && op <= SpvOpSpecConstantComposite && !b->failed)
        fill_constant(b, id, b->cell[id]);
    return b->cell[id];
}

uint32_t window_constant(struct window_build *b, uint32_t value)
{
    uint32_t cell = window_cells(b, 1);

    if (!b->failed)
        b->p->cells[cell] = value;
    return cell;
}

/* ---- what comes from outside ---- */

static void add_input(struct window_build *b, enum window_input_kind kind, uint32_t index, uint32_t cell,
                      uint32_t n)
{
    struct window_program *p = b->p;

    if (!window_grow(&p->inputs, &p->input_capacity, p->input_count + 1, sizeof *p->inputs)) {
        b->failed = true;
        return;
    }
    p->inputs[p->input_count++] = (struct window_input){kind, index, cell, n};
    p->per_vertex |= kind == WINDOW_VERTEX_ID || kind == WINDOW_ATTRIBUTE;
    p->per_instance |= kind == WINDOW_INSTANCE_ID || kind == WINDOW_ATTRIBUTE;
    p->per_draw |= kind == WINDOW_DRAW_ID;
    p->reads_attributes |= kind == WINDOW_ATTRIBUTE;
}

static void add_builtin(struct window_build *b, uint32_t id, uint32_t builtin)
{
    if (builtin == SpvBuiltInVertexId || builtin == SpvBuiltInVertexIndex)
        add_input(b, WINDOW_VERTEX_ID, 0, b->cell[id], 1);
    else if (builtin == SpvBuiltInInstanceId || builtin == SpvBuiltInInstanceIndex)
        add_input(b, WINDOW_INSTANCE_ID, 0, b->cell[id], 1);
}

static void add_uniforms(struct window_build *b, uint32_t id)
{
    const struct glsl_window_code *code = &b->glsl->code;

    for (size_t i = 0; i < b->glsl->window_count; i++)
        if (b->glsl->windows[i].size_id == id)
            add_input(b, WINDOW_SIZE, (uint32_t)i, b->cell[id], 1);
    for (size_t i = 0; i < code->uniform_count; i++) {
        const struct glsl_window_uniform *u = &code->uniforms[i];
        enum window_input_kind kind = !strcmp(u->essl, GLSL_UNIFORM_DRAW_ID)         ? WINDOW_DRAW_ID
                                      : !strcmp(u->essl, GLSL_UNIFORM_BASE_VERTEX)   ? WINDOW_BASE_VERTEX
                                      : !strcmp(u->essl, GLSL_UNIFORM_BASE_INSTANCE) ? WINDOW_BASE_INSTANCE
                                                                                     : WINDOW_UNIFORM;

        if (u->id == id)
            add_input(b, kind, (uint32_t)i, b->cell[id] + u->offset, u->columns * u->rows * u->count);
    }
}

static void add_attribute(struct window_build *b, uint32_t id, uint32_t words)
{
    for (size_t i = 0; i < b->glsl->code.input_count; i++)
        if (b->glsl->code.inputs[i].id == id)
            add_input(b, WINDOW_ATTRIBUTE, (uint32_t)i, b->cell[id], words);
}

/* Variables of one kind that are needed get their cells. */
static void place_variables(struct window_build *b, bool outside)
{
    const struct window_module *m = b->m;

    for (uint32_t id = 0; id < m->bound; id++) {
        const uint32_t *w = window_module_word(m, id);
        bool constant;
        uint32_t words;

        if (!m->def[id] || !b->s->needed[m->group[id]] || WINDOW_OP(w[0]) != SpvOpVariable ||
            w[3] == SpvStorageClassUniform)
            continue;
        constant = w[3] == SpvStorageClassUniformConstant;
        words = m->words[window_module_word(m, w[1])[3]];
        if (constant != outside || !words)
            continue;
        window_value(b, id);
        if (b->failed)
            return;
        if (constant)
            add_uniforms(b, id);
        else if (m->builtin[id])
            add_builtin(b, id, m->builtin[id] - 1);
        else if (w[3] == SpvStorageClassInput)
            add_attribute(b, id, words);
    }
}

/* A base of 0 makes what is fetched an index into the whole. */
static void zero_bases(struct window_build *b)
{
    for (uint32_t id = 0; id < b->m->bound; id++) {
        bool filled = false;
        const uint32_t *w = window_module_word(b->m, id);

        if (!b->cell[id] || WINDOW_OP(w[0]) != SpvOpVariable || w[3] != SpvStorageClassUniformConstant)
            continue;
        for (size_t i = 0; i < b->p->input_count; i++)
            filled |= b->p->inputs[i].cell >= b->cell[id] &&
                      b->p->inputs[i].cell < b->cell[id] + b->m->words[window_module_word(b->m, w[1])[3]];
        if (!filled)
            b->p->cells[b->cell[id]] = 0;
    }
}

/* ---- the whole ---- */

static void build(struct window_build *b, bool whole)
{
    uint32_t memory_end;

    window_cells(b, 1); /* 0 is no cell */
    b->p->variables = b->p->cell_count;
    place_variables(b, false);
    b->p->variables_end = b->p->cell_count;
    place_variables(b, true);
    memory_end = b->p->cell_count;
    if (b->failed)
        return;
    zero_bases(b);
    window_build_functions(b);
    if (!b->failed && !whole) /* the whole is what others are held against */
        window_tidy(b->p, memory_end);
}

static bool check_inputs(const struct window_program *p)
{
    return p->cells && p->ops;
}

struct window_program *window_program_create(const struct glsl_output *glsl, bool whole)
{
    struct window_program *p = calloc(1, sizeof *p);
    struct window_build b = {.p = p, .glsl = glsl};
    struct window_module m;
    struct window_slice s = {0};
    bool decoded;

    if (!p)
        return NULL;
    p->glsl = glsl;
    p->window_count = glsl->window_count;
    decoded = glsl->code.words && window_module_init(&m, glsl->code.words, glsl->code.count);
    if (!decoded) {
        p->refused = WINDOW_MALFORMED;
        if (glsl->code.words)
            window_module_finish(&m);
        return p;
    }
    b.m = &m;
    b.s = &s;
    b.cell = calloc(m.bound, sizeof *b.cell);
    b.pc = calloc(m.bound, sizeof *b.pc);
    p->values = calloc(glsl->window_count + 1, sizeof *p->values);
    if (!window_slice_init(&s, &m, glsl, whole) || !b.cell || !b.pc || !p->values)
        p->refused = WINDOW_MEMORY;
    else
        p->refused = s.refused;
    if (!p->refused)
        build(&b, whole);
    p->reads = s.reads;
    s.reads = NULL;
    if (!p->refused && (b.failed || !check_inputs(p)))
        p->refused = WINDOW_MALFORMED;
    free(b.cell);
    free(b.pc);
    free(b.fixups);
    window_slice_finish(&s);
    window_module_finish(&m);
    return p;
}

void window_program_destroy(struct window_program *p)
{
    if (!p)
        return;
    free(p->ops);
    free(p->cells);
    free(p->inputs);
    free(p->blocks);
    free(p->reads);
    free(p->values);
    free(p);
}
