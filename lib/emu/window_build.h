/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_WINDOW_BUILD_H
#define RETRACE_EMU_WINDOW_BUILD_H

/* Inside window_build.c, window_place.c, window_emit.c and window_flow.c: a program while it is made. Then
 * window_tidy.c, window_shape.c and window_compact.c make it shorter. */

#include "emu/window_eval.h"

/* A jump whose target has no address yet. */
struct window_fixup {
    size_t op;
    int field; /* 0: a, 1: b, 2: c */
    uint32_t label;
};

struct window_build {
    const struct window_module *m;
    const struct glsl_output *glsl;
    const struct window_slice *s;
    struct window_program *p;
    uint32_t
        *cell; /* by id: of its value or memory; of a pointer with a computed part, of that part; 0: none */
    uint32_t *pc; /* by label: 1 + its first op */
    struct window_fixup *fixups;
    size_t fixup_count, fixup_capacity;
    struct window_op nowhere; /* written to when memory is out */
    bool failed;              /* memory is out, or the module makes no sense */
};

/* Makes room for n elements, new ones zeroed; false when memory is out. */
bool window_grow(void *array, size_t *capacity, size_t n, size_t size);
/* Appends an op; what it returns is valid until the next. */
struct window_op *window_emit(struct window_build *b, uint32_t op, uint32_t n, uint32_t dst, uint32_t x,
                              uint32_t y, uint32_t z);
/* n new cells, unknown; 0 after a failure. */
uint32_t window_cells(struct window_build *b, uint32_t n);
/* The first cell of an id's value, of a variable's memory. */
uint32_t window_value(struct window_build *b, uint32_t id);
uint32_t window_constant(struct window_build *b, uint32_t value);

/* Where an id is made; how many words a value has. */
static inline const uint32_t *window_word(const struct window_build *b, uint32_t id)
{
    return window_module_word(b->m, id);
}
static inline uint32_t window_words_of(const struct window_build *b, uint32_t value)
{
    return b->m->words[window_word(b, value)[1]];
}
static inline void window_copy(struct window_build *b, uint32_t n, uint32_t to, uint32_t from)
{
    if (n)
        window_emit(b, WINDOW_DO_COPY, n, to, from, 0, 0);
}

/* What a pointer addresses: cells, or words of a uniform block. */
struct window_place {
    enum { WINDOW_IN_CELLS, WINDOW_IN_BLOCK, WINDOW_NOWHERE } space;
    uint32_t block;             /* of WINDOW_IN_BLOCK: into program->blocks */
    uint32_t base, dynamic;     /* constant part, cell of the computed part (0: none) */
    uint32_t type;              /* of what is there */
    uint32_t component, column; /* strides of a block's vector and matrix */
};
struct window_place window_place(struct window_build *b, uint32_t pointer);
/* The ops that compute a chain's part that is not constant. */
void window_place_chain(struct window_build *b, const uint32_t *w);
void window_place_load(struct window_build *b, const struct window_place *from, uint32_t cell);
void window_place_store(struct window_build *b, const struct window_place *to, uint32_t cell);

/* Emits all functions, main() first. */
void window_build_functions(struct window_build *b);
/* One instruction that is neither memory nor control flow. */
void window_build_value(struct window_build *b, const uint32_t *w);

/* ---- passes over a program that is made ---- */

/* Cells from *cell on; the pointer leads to the field that names them. */
struct window_cell_span {
    uint32_t *cell;
    uint32_t n;
};
/* What an op reads and writes; write.n 0: nothing. */
struct window_shape {
    struct window_cell_span reads[3], write;
    size_t read_count;
};
struct window_shape window_shape(struct window_op *op);
/* The field with the i-th op that control may go to, NULL: there are no more. */
uint32_t *window_op_target(struct window_op *op, unsigned i);
/* Whether control may come from elsewhere behind this op, or leave. */
bool window_op_ends(uint32_t op);
/* Makes the program shorter; it reads what it read. Variables and uniforms are cells below memory_end. */
void window_tidy(struct window_program *p, uint32_t memory_end);
/* Drops the ops that are dead; `place` has room for a number of each. */
void window_compact(struct window_program *p, bool *dead, uint32_t *place);

#endif
