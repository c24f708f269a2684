/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_LOWER_H
#define RETRACE_EMU_GLSL_LOWER_H

/* The pass over SPIR-V that rewrites what SPIRV-Cross has no ES form for. Its parts are asked one instruction
 * after the other: they append what takes its place and say true, or leave it alone and say false. */
#include "emu/glsl_builder.h"

/* From m->w to m->lowered. */
void glsl_spirv_lower(struct glsl_module *m);

/* ---- textures, interpolation, arrays of blocks ---- */

/* A read of a texture of a kind that ES lacks. */
bool glsl_lower_texture(struct glsl_builder *b, const uint32_t *w);
/* The OpTypeImage behind a value or pointer, or NULL. */
const uint32_t *glsl_image_type(const struct glsl_module *m, uint32_t id);
/* The instruction w itself or, for lookups that the key gives a bias, one to go on with in its place. */
const uint32_t *glsl_lower_bias(struct glsl_builder *b, const uint32_t *w);
/* A gather from a cube map, where the key has their faces apart. */
bool glsl_lower_cube(struct glsl_builder *b, const uint32_t *w);
/* interpolateAt… of a component. */
bool glsl_lower_interpolation(struct glsl_builder *b, const uint32_t *w);
/* A computed component of a vector of integers. */
bool glsl_lower_component(struct glsl_builder *b, const uint32_t *w);
/* An access of an array of blocks by a computed index; behind glsl_lower_window. */
bool glsl_lower_block(struct glsl_builder *b, const uint32_t *w);

/* ---- vertex inputs, fragment outputs ---- */

/* A vertex input that became a private variable: an array that was taken apart, or an alias. */
struct glsl_array_input {
    uint32_t id, element, *inputs; /* the variable, its element type, one new input per element */
    int count, slots, location;    /* elements, locations per element, the first one's location */
    /* Not 0: no array, but an input at the same location as this one, of which it is a copy. */
    uint32_t master;
    struct glsl_array_input *next;
};

/* Takes an array of vertex inputs apart; glsl_lower_entry then fills it, at the top of main(). */
bool glsl_lower_input(struct glsl_builder *b, const uint32_t *w);
void glsl_lower_entry(struct glsl_builder *b);

/* Makes one variable of vertex inputs or fragment outputs that share a location by their components, in m->w;
 * is this one of them. */
void glsl_merge_components(struct glsl_module *m);
bool glsl_is_component(const struct glsl_module *m, uint32_t id);

/* ---- structured varyings in front of the fragment stage ---- */

/* A scalar, vector or matrix inside a structured varying: a varying of its own, or an array of them. */
#define GLSL_LEAF_DEPTH 8
struct glsl_leaf {
    uint32_t id, type, total;  /* the new variable; type and number of its elements */
    int arrays, depth;         /* arrays on the way down; 0: it is no array */
    int path[GLSL_LEAF_DEPTH]; /* members, and -length for an array */
};

/* A varying between the last stage and the fragment shader that becomes a private variable. */
struct glsl_split {
    uint32_t id;
    const char *base; /* its name on both sides */
    struct glsl_leaf *leaves;
    size_t leaf_count;
    /* Of a producer: who reads it, as what; NULL: nobody, or this is the reader. */
    const struct glsl_module *fragment;
    uint32_t input;
    struct glsl_split *next;
};

/* A block whose array is split: the private variable's type is a plain structure. */
bool glsl_split_is_block(const struct glsl_module *m, uint32_t type);
/* Finds the varyings that ES cannot have whole; declares their leaves in place of one; copies them all out or
 * in; the pointer to the leaf that the first n indices of an access chain lead to, or 0; and names the leaves
 * for SPIRV-Cross. */
void glsl_split_find(struct glsl_module *producer, struct glsl_module *fragment);
bool glsl_lower_split(struct glsl_builder *b, const uint32_t *w);
void glsl_split_copy(struct glsl_builder *b, bool out);
uint32_t glsl_split_point(struct glsl_builder *b, const uint32_t *chain, uint32_t n);
void glsl_split_name(const struct glsl_module *m);
const char *glsl_split_leaf_name(struct glsl_job *job, const struct glsl_split *split,
                                 const struct glsl_leaf *leaf);

/* ---- arrays of arrays between control and evaluation stage ---- */

/* A varying of a control shader that becomes the one member of a block. */
struct glsl_wrap {
    uint32_t id, inner, block; /* the variable, what each vertex (or the patch) has of it, the block's type */
    bool patch;
    struct glsl_wrap *next;
};

/* Finds them; declares their blocks; rewrites one access; names them for SPIRV-Cross. */
void glsl_wrap_find(struct glsl_module *control, struct glsl_module *evaluation);
bool glsl_lower_wrap(struct glsl_builder *b, const uint32_t *w);
bool glsl_lower_wrapped(struct glsl_builder *b, const uint32_t *w);
void glsl_wrap_name(const struct glsl_module *m);

/* ---- atomic counters ---- */

/* The storage block that stands for the atomic counters of a binding. */
struct glsl_counters {
    uint32_t binding, id, block, words; /* the variable, its type, that of its member */
    struct glsl_counters *next;
};

/* Finds out whether they must be storage blocks; the same four steps for these. */
void glsl_counter_find(struct glsl_job *job);
bool glsl_lower_counter(struct glsl_builder *b, const uint32_t *w);
bool glsl_lower_count(struct glsl_builder *b, const uint32_t *w);
void glsl_counter_name(const struct glsl_module *m);

#endif
