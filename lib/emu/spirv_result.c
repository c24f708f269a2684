/* SPDX-License-Identifier: MIT */
/* Which SPIR-V instructions make an id, by the table that comes with the specification's own header. */
#include "emu/spirv_result.h"

#include <stdbool.h>

#define SPV_ENABLE_UTILITY_CODE
#include <spirv_cross/spirv.h>

/* The header's definition is inline only: this is the one that a build without inlining calls. */
void SpvHasResultAndType(SpvOp opcode, bool *has_result, bool *has_type);

unsigned spirv_result_word(uint32_t op)
{
    bool result = false, type = false;

    SpvHasResultAndType((SpvOp)op, &result, &type);
    return result ? 1 + type : 0;
}
