/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_REFLECT_H
#define RETRACE_EMU_GLSL_REFLECT_H

/* What the application can ask about a program, filled into job->out from the modules. */
#include "emu/glsl_module.h"

/* Merges the module's interface into job->out; called again after glsl_back it corrects the ESSL names. */
void glsl_reflect(const struct glsl_module *m);

/* Decides, with every stage reflected, the bindings that ESSL must fix and the locations of fragment outputs.
 */
void glsl_assign(struct glsl_job *job);

/* Fills job->out->xfb; `last` is the last stage before rasterisation. */
void glsl_xfb(struct glsl_job *job, const struct glsl_module *last);

/* ---- types as GL enums ---- */

/* Of a SPIR-V type that is no structure or array: the source's, or that of its ESSL form. */
unsigned glsl_type_of(const struct glsl_module *m, uint32_t type, bool essl);
unsigned glsl_type_as_double(unsigned type); /* GL_DOUBLE_VEC2 of GL_FLOAT_VEC2 ... */
bool glsl_type_is_opaque(unsigned type);

/* If `name` is `base` followed by nothing, an index or a member, what follows; else NULL. */
const char *glsl_tail(const char *name, const char *base);

#endif
