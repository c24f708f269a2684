/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_WINDOW_H
#define RETRACE_EMU_GLSL_WINDOW_H

/* Storage blocks and buffer textures of which the driver cannot bind the whole: read through windows. */
#include "emu/glsl_builder.h"

/* Decides what is read through windows, with every stage reflected. Fails the job when the vertex stage has
 * more storage blocks than the driver lets it and they cannot be read otherwise. */
void glsl_window_plan(struct glsl_job *job);
/* The row of element `element` of a block or sampler of that source name, or -1. */
int glsl_window_find(const struct glsl_job *job, const char *name, int element, bool texels);

/* Rewrites one instruction that declares or reads a storage block with a window, or a buffer texture; else
 * false. */
bool glsl_lower_window(struct glsl_builder *b, const uint32_t *w);
bool glsl_lower_texel(struct glsl_builder *b, const uint32_t *w);

/* A plain uniform of ours in the lowered module; the same one each time. */
uint32_t glsl_window_uniform(struct glsl_builder *b, const char *name, uint32_t type);
/* The i-th of those: its name and, in *id, its id; NULL past the end. */
const char *glsl_window_made(const struct glsl_module *m, size_t i, uint32_t *id);
/* Where texel `at` (an int) of a 2D window is: an ivec2. */
uint32_t glsl_window_place(struct glsl_builder *b, uint32_t at);

/* After glsl_back: fills job->out->code. */
void glsl_window_code(struct glsl_module *m);

#endif
