/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_GLSLANG_H
#define RETRACE_EMU_GLSL_GLSLANG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is used of glslang, by its C interface. */

/* Parses GLSL 4.50 core text; `stage` is an enum glsl_stage. NULL: out of memory. *ok tells whether it is
 * valid; the log lives as long as the shader. */
void *glsl_glslang_parse(int stage, const char *text, bool *ok, const char **log);
void glsl_glslang_free(void *shader);

/* Links the shaders of one stage to SPIR-V; all_functions: also those that nothing calls. *words is malloc'ed
 * and the caller's. False: an error, described in *log (malloc'ed, the caller's), or, with *log NULL, out of
 * memory. */
bool glsl_glslang_link(int stage, void *const *shaders, size_t count, bool all_functions, uint32_t **words,
                       size_t *n, char **log);

#endif
