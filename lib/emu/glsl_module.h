/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_MODULE_H
#define RETRACE_EMU_GLSL_MODULE_H

/* A stage as SPIR-V, and what its instructions say. */
#include "emu/glsl_job.h"

struct glsl_decoration {
    uint32_t at, next; /* position of the instruction; 1 + index of the id's next one, or 0 */
};

struct glsl_module {
    struct glsl_job *job;
    enum glsl_stage stage;
    uint32_t *w; /* the words */
    size_t n;
    uint32_t bound;        /* ids are below it */
    uint32_t *def;         /* by id: position of the instruction that makes it, 0 if none */
    const char **name;     /* by id: OpName or "" */
    uint32_t *decorations; /* by id: 1 + index of its first decoration, or 0 */
    struct glsl_decoration *decoration_list;
    size_t decoration_count;
    unsigned char *padded;           /* by id: glsl_layout's memory */
    uint32_t entry;                  /* the function main() */
    struct glsl_array_input *arrays; /* these four: glsl_lower.h */
    struct glsl_split *splits;
    struct glsl_wrap *wraps;
    struct glsl_counters *counters;
    uint32_t *lowered; /* the words that go to SPIRV-Cross; ids mean the same */
    size_t lowered_n;
    uint32_t *components; /* inputs or outputs that became parts of others */
    size_t component_count;
    struct glsl_module *source;        /* as glslang wrote it; NULL: that is what this is still */
    void *compiler;                    /* SPIRV-Cross's, once glsl_back made one */
    struct glsl_window_state *windows; /* glsl_spirv_window's memory; NULL: nothing is lowered */
};

/* Walks instructions: `for (size_t i = GLSL_FIRST; i < m->n; i += GLSL_LENGTH(m->w[i]))`. */
#define GLSL_FIRST        5
#define GLSL_LENGTH(word) ((word) >> 16 ? (word) >> 16 : 1)
#define GLSL_OP(word)     ((word)&0xffff)

/* The instruction that makes an id, and its opcode. */
static inline const uint32_t *glsl_def(const struct glsl_module *m, uint32_t id)
{
    return &m->w[m->def[id]];
}

static inline uint32_t glsl_def_op(const struct glsl_module *m, uint32_t id)
{
    return GLSL_OP(m->w[m->def[id]]);
}

/* Fills def, name and bound from the words. */
void glsl_module_index(struct glsl_module *m);

/* Keeps the module as it is in m->source, once; then other words may take its words' place. */
void glsl_module_keep(struct glsl_module *m);

/* A decoration of an id, or of a member if member >= 0. Its first operand goes to *value if that is not NULL.
 */
bool glsl_module_decoration(const struct glsl_module *m, uint32_t id, int member, uint32_t decoration,
                            uint32_t *value);
const char *glsl_module_member_name(const struct glsl_module *m, uint32_t type, uint32_t member);
/* The type behind a variable. */
uint32_t glsl_module_pointee(const struct glsl_module *m, uint32_t variable);
/* What a type is without its arrays of known length. */
uint32_t glsl_module_element(const struct glsl_module *m, uint32_t type);
/* Is the type one of an input, output or uniform block? */
bool glsl_module_is_block(const struct glsl_module *m, uint32_t type);
/* The first word of an OpConstant, or 0. */
uint32_t glsl_module_constant(const struct glsl_module *m, uint32_t id);
/* The type of a value; 0 for ids that a builder made. */
uint32_t glsl_value_type(const struct glsl_module *m, uint32_t id);

#endif
