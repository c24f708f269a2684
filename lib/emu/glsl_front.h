/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_FRONT_H
#define RETRACE_EMU_GLSL_FRONT_H

/* GLSL 4.50 core text -> SPIR-V, by glslang. */
#include "emu/glsl_module.h"

/* Texts of one stage in, SPIR-V out; all units are linked together. Fails the job with glslang's messages. */
void glsl_front(struct glsl_job *job, enum glsl_stage stage, const char *const *texts, size_t count,
                struct glsl_module *module);
/* A text of which functions stay that nothing calls. */
void glsl_front_library(struct glsl_job *job, const char *text, struct glsl_module *module);
/* Parses one text without linking it; false appends glslang's messages to the log. */
bool glsl_front_check(struct glsl_job *job, enum glsl_stage stage, const char *text);

void glsl_front_release(struct glsl_job *job);

#endif
