/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_WINDOW_EVAL_H
#define RETRACE_EMU_WINDOW_EVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emu/glsl.h"

/* Which elements of its windows a vertex stage reads, found by running on the host the part of it that forms
 * their addresses. No GL call, no context. Thread-safety: a program may be shared, a run may not.
 *
 * window_module decodes the SPIR-V, window_slice finds what is needed, window_build makes compact code of
 * that, window_eval runs it for one vertex at a time. */

/* Reasons of refusal; the strings are what a result shows. */
#define WINDOW_UNKNOWN_ADDRESS "the address depends on what the host cannot know"
#define WINDOW_UNKNOWN_BRANCH  "a branch depends on what the host cannot know"
#define WINDOW_UNKNOWN_STORE   "a local array is written at an index that the host cannot know"
#define WINDOW_OTHER_LANE      "the address is read from another invocation"
#define WINDOW_STEPS           "the vertex stage runs for too many steps"
#define WINDOW_CALLS           "the vertex stage calls functions too deeply"
#define WINDOW_MALFORMED       "the vertex stage cannot be decoded"
#define WINDOW_INDEXED         "the buffer texture is a parameter or a computed element"
#define WINDOW_MEMORY          "out of memory"

/* ---- decoded module (window_module.c) ---- */

struct window_block {
    uint32_t label, function; /* ids */
    size_t first, end;        /* instructions [first, end), the last one ends the block */
    uint32_t merge, next;     /* labels of OpSelectionMerge or OpLoopMerge (with the continue target), or 0 */
    bool loop;
};

struct window_function {
    uint32_t id;
    size_t first, end; /* blocks */
    const uint32_t *params;
    size_t param_count;
};

struct window_module {
    const uint32_t *w;
    size_t n;
    uint32_t bound, entry, glsl_std;
    uint32_t *def;     /* by id: position of the instruction that makes it, 0: none */
    uint32_t *words;   /* by type id: 32-bit words of a value */
    uint32_t *builtin; /* by id: 1 + enum of the built-in that the variable is, or 0 */
    uint32_t *group; /* by id: one variable or pointer parameter stands for all that may be the same memory */
    size_t *block_of; /* by label: 1 + index of its block */
    uint32_t *at;     /* instructions inside functions: positions of their words */
    size_t count;
    struct window_block *blocks;
    size_t block_count;
    struct window_function *functions;
    size_t function_count;
    uint32_t *params; /* of all functions */
};

#define WINDOW_OP(word)     ((word)&0xffff)
#define WINDOW_LENGTH(word) ((word) >> 16)

/* False when the words make no sense or memory is out. The words must outlive the module. */
bool window_module_init(struct window_module *m, const uint32_t *words, size_t count);
void window_module_finish(struct window_module *m);
static inline const uint32_t *window_module_word(const struct window_module *m, uint32_t id)
{
    return &m->w[m->def[id]];
}
/* The variable or parameter that a pointer leads back to. */
uint32_t window_module_root(const struct window_module *m, uint32_t pointer);
/* A decoration's operand, of a member when member >= 0; false when there is none. */
bool window_module_decoration(const struct window_module *m, uint32_t id, int member, uint32_t decoration,
                              uint32_t *value);
const struct window_function *window_module_function(const struct window_module *m, uint32_t id);
/* The operands of an instruction that are ids of values or pointers: calls `each` for them. */
void window_module_operands(const uint32_t *w, void (*each)(void *priv, uint32_t id), void *priv);

/* ---- slice (window_slice.c) ---- */

struct window_slice {
    bool *keep;          /* by instruction */
    bool *needed;        /* by id: the value, pointer or variable is used by what is kept */
    bool *skip;          /* by block: its selection or loop is stepped over */
    bool *reads;         /* by window row of the output: fetched from */
    const char *refused; /* NULL, or why no run can answer */
};

/* What reaches the address of a fetch from a window, to a fixed point; `whole` keeps everything instead.
 * False when memory is out. */
bool window_slice_init(struct window_slice *s, const struct window_module *m, const struct glsl_output *glsl,
                       bool whole);
void window_slice_finish(struct window_slice *s);
/* The window that an image value is read from, or -1. */
int window_slice_fetch(const struct window_module *m, const struct glsl_output *glsl, uint32_t image);

/* ---- code (window_build.c) ---- */

/* Values are cells: 32 bits, and above them WINDOW_UNKNOWN when the host does not know them. */
#define WINDOW_UNKNOWN ((uint64_t)1 << 32)

struct window_op {
    uint32_t op; /* a SPIR-V opcode, or one of ours */
    uint32_t n;  /* components */
    uint32_t dst, a, b, c;
};

/* Ours. Cells are numbers; 0 is no cell. */
enum {
    WINDOW_DO_COPY = 0x1000, /* dst[n] = a[n] */
    WINDOW_DO_UNKNOWN,       /* dst[n] */
    WINDOW_DO_INDEX,         /* dst = b + a * n, below c elements; b 0: 0; c 0: without end */
    WINDOW_DO_ADDRESS,       /* dst = a + the value of b; b 0: a */
    WINDOW_DO_LOAD,          /* dst[n] = cells at a + the value of b */
    WINDOW_DO_STORE,         /* cells at a + the value of b = dst[n] */
    WINDOW_DO_WORD,          /* dst = word a + the value of b of block c */
    WINDOW_DO_FETCH,         /* dst[n] = element a + c of window b */
    WINDOW_DO_SPAN,          /* elements a + dst, n of them, of window b; their values do not matter */
    WINDOW_DO_SPLAT,         /* dst[n] = a */
    WINDOW_DO_JUMP,          /* to a; dst: label of the block that ends */
    WINDOW_DO_COND,          /* a ? to b : to c; dst as above */
    WINDOW_DO_SWITCH,        /* on a, else to b; n cases follow; dst as above */
    WINDOW_DO_CASE,          /* literal a: to b */
    WINDOW_DO_PHIS,          /* n phis follow */
    WINDOW_DO_PHI,           /* dst[n], of a edges that follow */
    WINDOW_DO_EDGE,          /* from label a: b[n] */
    WINDOW_DO_CALL,          /* to a */
    WINDOW_DO_RETURN,
    WINDOW_DO_EXT = 0x2000 /* + instruction of GLSL.std.450; operands a, b, c */
};

/* A place in the cells that the outside fills. */
struct window_input {
    enum window_input_kind {
        WINDOW_VERTEX_ID,
        WINDOW_INSTANCE_ID,
        WINDOW_DRAW_ID,
        WINDOW_BASE_VERTEX,
        WINDOW_BASE_INSTANCE,
        WINDOW_UNIFORM,   /* index into code.uniforms */
        WINDOW_ATTRIBUTE, /* index into code.inputs */
        WINDOW_SIZE       /* index into windows */
    } kind;
    uint32_t index, cell, n;
};

struct window_program {
    struct window_op *ops;
    size_t op_count, op_capacity;
    uint64_t *cells; /* as a run begins */
    uint32_t cell_count, cell_capacity;
    uint32_t variables, variables_end; /* cells that are unknown again for each vertex */
    struct window_input *inputs;
    size_t input_count, input_capacity;
    const struct glsl_output *glsl; /* not owned */
    bool *reads, *values;           /* by window: fetched from; and what is fetched matters here */
    struct window_block_slot {
        uint32_t block, element; /* index into code.blocks, of an array of blocks */
    } * blocks;                  /* uniform blocks that are read */
    size_t block_count, block_capacity;
    bool per_vertex, per_instance, per_draw; /* the answer depends on that */
    bool reads_attributes;                   /* and on vertex attributes */
    size_t window_count;
    const char *refused; /* NULL, or why it can never answer */
};

/* The slice of a translated program, ready to run. NULL only when memory is out; `glsl` must outlive it. */
struct window_program *window_program_create(const struct glsl_output *glsl, bool whole);
void window_program_destroy(struct window_program *p);

/* ---- run (window_eval.c) ---- */

/* Contents of a window or uniform block; bytes NULL: unknown. */
struct window_memory {
    const uint8_t *bytes;
    uint64_t size;      /* bytes that are bound */
    uint8_t texel;      /* bytes of a texel; 0: words */
    uint8_t components; /* of a texel */
    char kind;          /* of a component: 'f', 'i', 'u'; 0: not decoded */
    uint32_t low, high; /* words that were read, low >= high: none */
};

/* Elements [low, high) of a window; empty when low >= high. */
struct window_range {
    uint32_t low, high;
};

struct window_run {
    const struct window_program *program;
    uint64_t *cells;
    struct window_memory *windows, *blocks; /* by window, by program->blocks */
    struct window_range *ranges;            /* by window */
    uint64_t steps;                         /* left */
};

struct window_lane {
    int32_t vertex, instance, draw_id, base_vertex, base_instance;
    /* Fills the cells of a vertex attribute; NULL: they are unknown. */
    void (*attributes)(const struct window_lane *lane, const struct window_input *input, uint64_t *cells);
    const void *priv;
};

/* False when memory is out. The caller fills windows, blocks and the cells of uniforms. */
bool window_run_init(struct window_run *run, const struct window_program *program);
void window_run_finish(struct window_run *run);
/* Runs one vertex and widens the ranges by what it reads within what is bound; NULL, or why the ranges are of
 * no use. */
const char *window_run_lane(struct window_run *run, const struct window_lane *lane);

#endif
