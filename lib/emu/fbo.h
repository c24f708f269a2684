/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_FBO_H
#define RETRACE_EMU_FBO_H

#include <stdbool.h>
#include <stdint.h>

#include "gl_api.h"

struct emu_context;

struct emu_fbo_state {
    GLuint draw_name, read_name; /* bound framebuffer objects, 0 for the default one */
};

#endif
