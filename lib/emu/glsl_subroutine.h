/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_SUBROUTINE_H
#define RETRACE_EMU_GLSL_SUBROUTINE_H

/* Inside of the lowering of subroutines: glsl_subroutine.c reads declarations, glsl_subroutine_write.c writes
 * what takes their place. */
#include "emu/glsl_source.h"

/* A subroutine type: a function's return type and parameters. */
struct subroutine_type {
    const char *name;
    const struct glsl_token *ret, *params; /* in the source's tokens: `params` is the one behind the ( */
    size_t ret_n, params_n;
};

/* A function that subroutine uniforms of its types can be. */
struct subroutine_function {
    const char *name;
    const char *types[8];
    size_t type_count;
    int index;
};

/* A declaration of subroutine uniforms. */
struct subroutine_uniforms {
    const char *name, *essl, *type;
    int sizes[4], dim_count;
    size_t first, rows; /* its rows in the output */
};

struct subroutines {
    struct glsl_job *job;
    struct glsl_unit *unit;
    const struct glsl_token *v;
    size_t n; /* without GLSL_END */
    struct glsl_tokens out;
    struct subroutine_uniforms *uniforms;
    size_t uniform_count;
    struct subroutine_type *types;
    size_t type_count;
    struct subroutine_function *functions;
    size_t function_count;
};

/* Appends generated text as tokens of the given line. */
void glsl_subroutine_generate(struct subroutines *l, const char *text, int line);

/* Declares the int uniform, and the function that calls of the subroutine uniforms become; then defines that
 * function, once all others are read and numbered, and lists them in the rows. */
void glsl_subroutine_declare(struct subroutines *l, const struct subroutine_uniforms *u, int line);
void glsl_subroutine_define(struct subroutines *l, const struct subroutine_uniforms *u);

#endif
