/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_WINDOW_MATH_H
#define RETRACE_EMU_WINDOW_MATH_H

#include "emu/window_eval.h"

/* The value of one component of an elementwise op over known operands, with WINDOW_UNKNOWN where the host
 * cannot say what a GPU makes of it: a float result that is rounded (GPUs fuse and reorder), divisions of
 * floats, shifts by 32 and more. */
uint64_t window_math(uint32_t op, uint32_t a, uint32_t b, uint32_t c);

#endif
