/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_STAGES_H
#define RETRACE_EMU_GLSL_STAGES_H

/* The steps of a translation in their order (glsl_job.h has the list). */
#include "emu/glsl_job.h"

/* From job->input to job->out; what fails leaves by glsl_fail. */
void glsl_stages_translate(struct glsl_job *job);

/* Is it a legal shader? Else the log says why. */
bool glsl_stages_check(struct glsl_job *job, enum glsl_stage stage, const char *source);

#endif
