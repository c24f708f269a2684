/* SPDX-License-Identifier: MIT */
#ifndef CORPUS_INDIRECT_H
#define CORPUS_INDIRECT_H

/* What the md_ programs that draw indirectly share: commands over the cells, and a shader in which a wrong
 * gl_DrawID, base instance or instance shows. */
#include "md.h"

struct indirect_command { /* DrawElementsIndirectCommand */
    uint32_t count, instances, first;
    int32_t base;
    uint32_t base_instance;
};

/* The commands of cells [from, to), `stride` bytes apart; returns the bytes written. Each fourth of eight has
 * no instances, each seventh two. */
size_t indirect_put(uint8_t *at, const struct md_batch *b, int from, int to, size_t stride);
/* Vertex shader, for md_program. */
extern const char indirect_vs[];
/* Attribute 2 of the bound VAO: a tint, one per instance. */
void indirect_tints(void);

#endif
