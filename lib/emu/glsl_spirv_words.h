/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_SPIRV_WORDS_H
#define RETRACE_EMU_GLSL_SPIRV_WORDS_H

/* Inside of the pass that makes words of blocks: glsl_spirv_words*.c. */

#include "emu/glsl_block.h"

/* What a pointer into such a block addresses. */
struct glsl_words_access {
    bool known, storage, shared;
    bool open;                  /* the element of an array of blocks is yet to come */
    uint32_t variable, element; /* element: an id; 0: no array */
    struct glsl_place at;
};

struct glsl_words_pass {
    struct glsl_builder b;
    struct glsl_words_access *accesses; /* by id */
    bool *emitted; /* by id: declarations that are there already, some before their turn */
    bool declared; /* all of them are */
    bool *shared;  /* by id: a variable of the work group that becomes words */
};

/* ---- which (glsl_spirv_words_find.c) ---- */

/* The block type behind the variable that w declares, and its kind; 0: it is no block. */
uint32_t glsl_words_block(const struct glsl_module *m, const uint32_t *w, bool *storage);
/* The variable, or whatever else, that an access chain begins with. */
uint32_t glsl_words_root(const struct glsl_module *m, uint32_t pointer);
/* Does w declare a variable of a work group? */
bool glsl_words_is_shared(const uint32_t *w);

/* ---- declarations (glsl_spirv_words.c) ---- */

/* A type or constant; one that the module declares further on comes before its turn. */
uint32_t glsl_words_need(struct glsl_words_pass *s, uint32_t op, const uint32_t *operands, size_t count);
uint32_t glsl_words_uint(struct glsl_words_pass *s);
uint32_t glsl_words_uints(struct glsl_words_pass *s, uint32_t n); /* a vector */
uint32_t glsl_words_number(struct glsl_words_pass *s, uint32_t value);
uint32_t glsl_words_pointer(struct glsl_words_pass *s, uint32_t storage, uint32_t type);

/* ---- values (glsl_spirv_words_value.c) ---- */

/* dynamic + constant, an int. */
uint32_t glsl_words_add(struct glsl_words_pass *s, uint32_t dynamic, uint32_t constant);
/* Loads what an access leads to, under a new id or this one; stores a value there. */
void glsl_words_load(struct glsl_words_pass *s, const struct glsl_words_access *a, uint32_t id);
void glsl_words_store(struct glsl_words_pass *s, const struct glsl_words_access *a, uint32_t value);
/* Appends an instruction with a result, of id `id` or (0) a new one. */
uint32_t glsl_words_emit(struct glsl_words_pass *s, uint32_t op, uint32_t type, uint32_t id,
                         const uint32_t *operands, size_t count);
#define GLSL_WORDS_EMIT(s, op, type, id, ...)                                                                \
    glsl_words_emit(s, op, type, id, (const uint32_t[]){__VA_ARGS__},                                        \
                    sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

#endif
