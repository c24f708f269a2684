/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_GLES_CONFIG_H
#define RETRACE_GLES_CONFIG_H

#include "gles/context.h"

/* Inside lib/gles: the EGLConfig with RGBA8, D24S8, pbuffers and the API, and the highest number of samples
 * that is there and not above *samples, which is set to it. Equal arguments give the same one. NULL after a
 * message. */
void *gles_config_choose(const struct gles_display *display, enum gles_api api, int *samples);

#endif
