/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_WIDE_H
#define RETRACE_EMU_GLSL_WIDE_H

/* 64-bit numbers, which ES has none of: a module that glslang wrote with Float64 and Int64 becomes one of
 * 32-bit words, exactly. A double, int64_t or uint64_t is a uvec2 (x: the low word), a vector of N an array
 * uvec2[N], a matrix of C columns an array of C such arrays.
 *
 * The passes over one module rewrite m->w, keep the meaning of the ids of variables, structures and values,
 * and index it anew: glsl_block_words makes words of blocks with 64-bit members, which values leave by
 * OpBitcast from uvec2; glsl_wide_lower then takes types, constants and operations apart; glsl_spirv_lower
 * works as for any module. Reflection reads the module as glslang wrote it (m->source).
 *
 * The decision is the program's: job->wide says that all units keep their 64-bit types. What a pass cannot do
 * it refuses by glsl_fail, and the program is translated again with job->wide false: doubles narrowed to
 * floats, 64-bit integers refused. */
#include "emu/glsl_module.h"

/* The arithmetic, over uvec2: GLSL text of function definitions, without #version or main(), that is valid as
 * desktop GLSL 4.50. It is a module of its own; the pass takes over the functions that are called, found by
 * name: the agreed ones (retrace_f64_add, retrace_i64_mul ...) must not be overloaded. They may call each
 * other and helpers of any name that begins with retrace_; no global variables, no storage beyond locals, and
 * constant tables only inside functions. */
extern const char glsl_wide_lib[];

/* Whether a type is a 64-bit scalar, or a vector or matrix of one; in the original or the rewritten words. */
bool glsl_wide_is(const struct glsl_module *m, uint32_t type);
/* Whether a type is or holds one: arrays, structures, pointers too. */
bool glsl_wide_holds(const struct glsl_module *m, uint32_t type);

/* Rewrites one module; nothing happens where it has no 64-bit type. */
void glsl_wide_lower(struct glsl_module *m);

#endif
