/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_VARYING_H
#define RETRACE_EMU_GLSL_VARYING_H

/* What one stage hands to the next, and the stages that are made up where ES wants one in between. */
#include "emu/glsl_module.h"

/* The user's own variables of a storage class, one after the other from *i = GLSL_FIRST on; 0: no more. */
uint32_t glsl_varying_next(const struct glsl_module *m, uint32_t storage, size_t *i);
/* Whether two variables meet where their stages do: by location where both have one, else by name. */
bool glsl_varying_same(const struct glsl_module *m, uint32_t id, const struct glsl_module *other,
                       uint32_t with);
/* The name that is matched: a block's own. */
const char *glsl_varying_name(const struct glsl_module *m, uint32_t id);

/* Makes the interpolation qualifiers of a module agree with the stage behind it; glsl_back calls it. */
void glsl_iface_align(const struct glsl_module *m);

/* ---- stages made up ---- */

/* GLSL text of a type without arrays, NULL for structures and 64 bits; and the array part of a type,
 * outermost first, with the element type behind it in *type. */
const char *glsl_type_text(const struct glsl_module *m, uint32_t type);
const char *glsl_type_array(const struct glsl_module *m, uint32_t *type);

/* GLSL 4.50 text of the control shader that the program leaves out. */
const char *glsl_tcs_source(const struct glsl_module *evaluation);

/* Does the fragment shader read flat varyings? And the geometry shader that the key asks for; NULL where the
 * interface cannot be passed through. */
bool glsl_through_wanted(const struct glsl_module *fragment);
const char *glsl_through_source(const struct glsl_module *producer, const struct glsl_module *fragment);

#endif
