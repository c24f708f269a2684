/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_SAMPLER_H
#define RETRACE_EMU_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>

#include "gl_api.h"

struct emu_context;

struct emu_sampler {
    GLuint name, es;
};

struct emu_sampler_state {
    int unused;
};

#endif
