/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_WIDE_PRIV_H
#define RETRACE_EMU_GLSL_WIDE_PRIV_H

/* Inside of the lowering of 64-bit numbers: only glsl_wide*.c include this. Types, shapes and ids of values
 * are those of the module as it came; what is written goes through the builder. */
#include "emu/glsl_builder.h"
#include "emu/glsl_wide.h"

/* What a 64-bit type is: base 0: it is none; 'f', 'i', 'u'. A scalar has 1 row and 1 column. */
struct wide_shape {
    char base;
    uint32_t rows, columns;
};

struct wide_library;

/* A vertex input: the private variable that stands for it; the ids of its second halves, by location. */
struct wide_input {
    uint32_t variable, low, high[32]; /* low: what was read of the first halves */
    uint32_t taken;                   /* locations that are read already */
    bool array;                       /* the first halves are an array of the input's own id */
};

struct wide {
    struct glsl_module *m;
    struct glsl_builder b;
    uint32_t uint_type, int_type, pair; /* pair: uvec2 */
    bool *written;                      /* by id: a type that had to come before its turn */
    struct wide_input **input;          /* by id; NULL: no vertex input of doubles */
    struct glsl_words names, locals;    /* for in front of the decorations; of the function being written */
    size_t names_at;
    int loops; /* written so far */
    struct wide_library *library;
};

struct wide_shape glsl_wide_shape(const struct glsl_module *m, uint32_t type);
/* The shape of a value of the module. */
struct wide_shape glsl_wide_shape_of(const struct wide *w, uint32_t value);
/* The number of components of any scalar or vector type, and the type of one. */
uint32_t glsl_wide_components(const struct glsl_module *m, uint32_t type);
uint32_t glsl_wide_component_type(const struct glsl_module *m, uint32_t type);
/* The type that takes a type's place: a pair for a scalar, the same id otherwise. */
uint32_t glsl_wide_type(const struct wide *w, uint32_t type);

/* ---- writing ---- */

/* An instruction with a result of that type, in the function being written. */
uint32_t glsl_wide_write(struct wide *w, uint32_t op, uint32_t type, const uint32_t *operands, size_t count);
#define WIDE(w, op, type, ...)                                                                               \
    glsl_wide_write(w, op, type, (const uint32_t[]){__VA_ARGS__},                                            \
                    sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
/* The value becomes the result of an instruction of the module. */
void glsl_wide_result(struct wide *w, const uint32_t *instruction, uint32_t value);
/* A local variable of the function being written. */
uint32_t glsl_wide_local(struct wide *w, uint32_t type);
uint32_t glsl_wide_pointer(struct wide *w, uint32_t storage, uint32_t type);

/* Names what is made here. */
void glsl_wide_name(struct wide *w, uint32_t id, const char *text);

uint32_t glsl_wide_low(struct wide *w, uint32_t pair);
uint32_t glsl_wide_high(struct wide *w, uint32_t pair);
uint32_t glsl_wide_pair(struct wide *w, uint32_t low, uint32_t high);
uint32_t glsl_wide_uint(struct wide *w, uint32_t value);     /* a constant */
uint32_t glsl_wide_constant(struct wide *w, uint64_t value); /* of a pair */
uint32_t glsl_wide_real(struct wide *w, double value);       /* the bits of that double */
uint32_t glsl_wide_negative(struct wide *w, uint32_t pair);  /* of a double */

/* Component i of a value of the module, a scalar (i = 0) or vector, as it is after the lowering. */
uint32_t glsl_wide_component(struct wide *w, uint32_t value, uint32_t i);
/* Components to a value of a (lowered) type of the module that is a scalar or vector. */
uint32_t glsl_wide_join(struct wide *w, uint32_t type, const uint32_t *components);

/* ---- glsl_wide_link.c ---- */

/* Calls a function of the library, "f64_add". */
uint32_t glsl_wide_call(struct wide *w, const char *name, uint32_t type, const uint32_t *arguments,
                        size_t count);
#define CALL(w, name, type, ...)                                                                             \
    glsl_wide_call(w, name, type, (const uint32_t[]){__VA_ARGS__},                                           \
                   sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
/* Brings over the functions that were called, and those that they call. */
void glsl_wide_link(struct wide *w);

/* ---- instructions: false where there is nothing to rewrite ---- */

bool glsl_wide_operation(struct wide *w, const uint32_t *ins);  /* glsl_wide_ops.c */
bool glsl_wide_conversion(struct wide *w, const uint32_t *ins); /* glsl_wide_convert.c */
bool glsl_wide_vector(struct wide *w, const uint32_t *ins);     /* glsl_wide_vector.c */
bool glsl_wide_matrix(struct wide *w, const uint32_t *ins);     /* glsl_wide_matrix.c */
bool glsl_wide_function(struct wide *w, const uint32_t *ins);   /* glsl_wide_function.c: GLSL.std.450 */

/* One component of the result out of one of each operand. */
typedef uint32_t glsl_wide_step(struct wide *w, const void *what, const uint32_t *operands, size_t count);
/* Does that for each component; `operands` are values of the module. */
void glsl_wide_each(struct wide *w, const uint32_t *ins, const uint32_t *operands, size_t count,
                    glsl_wide_step *step, const void *what);

/* Sums of products of n components each, as a matrix product of that many rows and columns:
 * a has `inner` columns of `rows`, b `columns` of `inner`. */
void glsl_wide_product(struct wide *w, const uint32_t *a, const uint32_t *b, uint32_t rows, uint32_t inner,
                       uint32_t columns, uint32_t *out);
/* All components of a scalar, vector or matrix of the module, column by column; returns how many. */
uint32_t glsl_wide_split(struct wide *w, uint32_t value, uint32_t *out);
/* The inverse or determinant of a matrix as the result of an instruction. */
void glsl_wide_square(struct wide *w, const uint32_t *ins, uint32_t matrix, bool inverse);
extern const char glsl_wide_matrix_lib[]; /* behind glsl_wide_lib */

/* ---- glsl_wide_input.c ---- */

/* Declares a vertex input as words, with the variable that stands for it; then fills all those. */
bool glsl_wide_input(struct wide *w, const uint32_t *ins);
void glsl_wide_inputs(struct wide *w);

#endif
