/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_PP_H
#define RETRACE_EMU_GLSL_PP_H

/* The preprocessor: directives and macros, as the source's own version has them. */
#include "emu/glsl_token.h"

struct glsl_macro {
    const char *name;
    const char **params;
    size_t param_count;
    bool function;
    int busy; /* expansions of it that are going on */
    struct glsl_tokens body;
    struct glsl_macro *next;
};

struct glsl_macros {
    struct glsl_job *job;
    const struct glsl_unit *unit;
    struct glsl_macro *buckets[256];
    int depth;
};

/* An extension that has a macro. */
struct glsl_extension {
    const char *name;
    int since; /* offered to sources of this version and up; what is core later stays a macro */
    bool keep; /* its #extension line goes to glslang */
};

/* Fills the unit, all but its stage and what later steps note in it. */
void glsl_preprocess(struct glsl_job *job, const char *source, struct glsl_unit *unit);

struct glsl_macro *glsl_macro_find(struct glsl_macros *macros, const char *name);
struct glsl_macro *glsl_macro_add(struct glsl_macros *macros, const char *name);
void glsl_macro_remove(struct glsl_macros *macros, const char *name);

/* Appends tokens with all macros in them replaced. Fails the job when a call is malformed or never ends. */
void glsl_macro_expand(struct glsl_macros *macros, const struct glsl_token *v, size_t n,
                       struct glsl_tokens *out);

/* #if: value of an expression whose macros are expanded; fails the job when it is malformed. */
long long glsl_pp_eval(struct glsl_job *job, const struct glsl_tokens *tokens, int line);

/* NULL: there is none, or it is not offered in this translation. */
const struct glsl_extension *glsl_extension_find(const struct glsl_job *job, const char *name);

#endif
