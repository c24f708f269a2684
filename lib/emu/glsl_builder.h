/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_BUILDER_H
#define RETRACE_EMU_GLSL_BUILDER_H

/* Writing SPIR-V: declarations (all before the first function) and functions are written apart, so that a
 * lowering inside a function can still ask for a type or constant. */
#include "emu/glsl_module.h"

struct glsl_words {
    uint32_t *v;
    size_t n;
};

struct glsl_builder {
    struct glsl_module *m;
    struct glsl_words decl, body, extra; /* extra: functions of ours, behind the module's */
    uint32_t bound;
    struct glsl_block_chain *block_chains; /* glsl_spirv_blocks's memory */
};

/* Appends one instruction; the operands follow the opcode, `count` of them. */
void glsl_emit(struct glsl_builder *b, struct glsl_words *to, uint32_t op, const uint32_t *operands,
               size_t count);
#define GLSL_EMIT(b, to, op, ...)                                                                            \
    glsl_emit(b, to, op, (const uint32_t[]){__VA_ARGS__},                                                    \
              sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
uint32_t glsl_new_id(struct glsl_builder *b);

/* The id of a type or constant, declared if the module has none like it. */
uint32_t glsl_need(struct glsl_builder *b, uint32_t op, const uint32_t *operands, size_t count);
/* n = 1: the component itself. */
uint32_t glsl_need_vector(struct glsl_builder *b, uint32_t component, uint32_t n);
uint32_t glsl_need_int(struct glsl_builder *b);
uint32_t glsl_need_float(struct glsl_builder *b);
uint32_t glsl_need_int_constant(struct glsl_builder *b, int value);
uint32_t glsl_need_float_constant(struct glsl_builder *b, float value);

/* What was written takes the place of the module's words. */
void glsl_module_replace(struct glsl_builder *b);

#endif
