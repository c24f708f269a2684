/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_PACK_H
#define RETRACE_EMU_GLSL_PACK_H

#include "emu/glsl.h"

/* The output of a translation as bytes, for a file that this build reads again on this machine. */

/* Allocated with malloc, *size long; NULL when memory is out. */
void *glsl_pack(const struct glsl_output *output, size_t *size);

/* The output that was packed; NULL when the bytes are none, or memory is out. Bytes from anywhere are safe to
 * read. It ends with glsl_output_destroy. */
struct glsl_output *glsl_unpack(const void *data, size_t size);

#endif
