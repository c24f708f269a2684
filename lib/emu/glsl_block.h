/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_BLOCK_H
#define RETRACE_EMU_GLSL_BLOCK_H

/* Blocks that become 32-bit words: which do, where in them something lies, what is asked about their members,
 * and atomic operations on the words. The inside of the pass: glsl_spirv_words.h. */
#include "emu/glsl_builder.h"

/* Finds, over all stages, the blocks that become words; is this one of them; makes them so in a module. */
void glsl_block_words_find(struct glsl_job *job);
bool glsl_has_block_words(const struct glsl_job *job, const char *name);
void glsl_block_words(struct glsl_module *m);

/* Bytes of a block; and what the application can ask about the members of one that is words. */
uint32_t glsl_block_extent(const struct glsl_module *m, uint32_t type);
void glsl_fields(const struct glsl_module *m, uint32_t type, struct glsl_block *block);
/* Has the driver chosen the layout of a block of words (shared), and chooses it std430? */
bool glsl_block_is_tight(const struct glsl_job *job, const char *name);

/* ---- places (glsl_place.c) ---- */

/* Where in a block something lies, as words. A place begins as {.type = T} of the block. */
struct glsl_place {
    uint32_t type;     /* what lies there, a type of the module */
    uint32_t dynamic;  /* the computed part of the way, an int; 0: none */
    uint32_t constant; /* the constant part */
    uint32_t
        component;   /* from one component of a vector of a matrix to the next; 0: they follow each other */
    uint32_t column; /* the same of columns */
    bool unaligned;  /* the computed part need not be a multiple of 4 */
    bool tight;      /* laid out as std430 would, whatever the decorations say */
    bool rows;       /* matrices are row-major here */
};
/* Words that std430 gives a type, of row-major matrices or not. */
struct glsl_extent {
    uint32_t size, align;
};
struct glsl_extent glsl_place_extent(const struct glsl_module *m, uint32_t type, bool rows);
/* Goes on to part `i` of what lies there, or to the part that an id of the module says. */
void glsl_place_enter(const struct glsl_module *m, struct glsl_place *p, uint32_t i);
void glsl_place_index(struct glsl_builder *b, struct glsl_place *p, uint32_t index);
/* Parts of a type of known size: members, elements, columns or components; 0 of a scalar. */
uint32_t glsl_place_parts(const struct glsl_module *m, uint32_t type);
/* Words from one element of the array at a place to the next; those of the scalar that a type is made of. */
uint32_t glsl_place_stride(const struct glsl_module *m, const struct glsl_place *p);
uint32_t glsl_place_scalar(const struct glsl_module *m, uint32_t type);
/* Is the id a plain constant? Its value, 0 if not, goes to *value. */
bool glsl_place_constant(const struct glsl_module *m, uint32_t id, uint32_t *value);

/* ---- atomic operations (glsl_atomic.c) ---- */

/* Is it one with a pointer to a number and a result; one that ES lacks, on floats or as the upgrade writes
 * comparisons; a word that announces those. */
bool glsl_atomic_is(uint32_t op);
bool glsl_atomic_is_lacking(const struct glsl_module *m, const uint32_t *w);
bool glsl_atomic_is_declared(const uint32_t *w);
/* Writes the operation w on a uint, element `at` (an int) of a variable that is nothing but an array of them,
 * or a block of that. */
struct glsl_atomic {
    uint32_t variable, element, at; /* element: of an array of blocks, an id; 0: no array */
    bool shared;                    /* by the work group: no block */
};
void glsl_atomic_lower(struct glsl_builder *b, const uint32_t *w, const struct glsl_atomic *atomic);

#endif
