/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_TEXTURE_H
#define RETRACE_EMU_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "gl_api.h"

struct emu_context;

struct emu_texture {
    GLuint name, es;
};

struct emu_texture_state {
    GLuint active_unit;
};

#endif
