/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_SPIRV_RESULT_H
#define RETRACE_EMU_SPIRV_RESULT_H

#include <stdint.h>

/* The word of a SPIR-V instruction that holds its result id: 2 behind a type, 1 without one, 0: it has none.
 * Opcodes that are not known have none. */
unsigned spirv_result_word(uint32_t op);

#endif
