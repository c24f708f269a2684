/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_XFB_H
#define RETRACE_EMU_XFB_H

#include <stdbool.h>
#include <stdint.h>

#include "gl_api.h"

struct emu_context;

struct emu_xfb_state {
    bool active, paused; /* of the bound transform feedback object */
    GLenum mode;         /* GL_POINTS, GL_LINES, GL_TRIANGLES */
};

#endif
