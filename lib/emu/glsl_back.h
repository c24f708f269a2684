/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_BACK_H
#define RETRACE_EMU_GLSL_BACK_H

/* SPIR-V -> ESSL, by SPIRV-Cross, and corrections to the text that it writes. */
#include "emu/glsl_module.h"

/* Fills job->out->essl. The compiler stays in the module so that names can be asked for. */
void glsl_back(struct glsl_module *m);
void glsl_back_release(struct glsl_job *job);

/* Names as they are in the ESSL; before glsl_back, as they are in the module. */
const char *glsl_back_name(const struct glsl_module *m, uint32_t id);
const char *glsl_back_member(const struct glsl_module *m, uint32_t type, uint32_t member);
const char *glsl_back_block(const struct glsl_module *m, uint32_t variable, uint32_t type);

/* ---- corrections ---- */

/* All of them. */
const char *glsl_patch(struct glsl_module *m, const char *essl);

/* Adds extension lines and, behind them, a declaration. Fails the job for what the driver lacks. */
const char *glsl_patch_lines(struct glsl_module *m, const char *essl, const char *declaration);

/* Image formats: does ES have it; what the lowered module says in place of one that it has not; and the text
 * with those put in. */
bool glsl_image_is_es(uint32_t format);
uint32_t glsl_image_placeholder(const struct glsl_module *m, uint32_t component);
const char *glsl_image_patch(struct glsl_module *m, const char *text);

/* Explicit offsets in blocks: what the lowered module says, and the text with padding in front of members. */
uint32_t glsl_layout_offset(const struct glsl_module *m, uint32_t type, uint32_t member, uint32_t offset);
const char *glsl_layout_patch(struct glsl_module *m, const char *text);

/* What ES gives in less than full precision; declarations that the text needs in front are added. */
const char *glsl_precision_patch(struct glsl_module *m, const char *text, struct glsl_text *declaration);

#endif
