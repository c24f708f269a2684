/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_SAMPLER_H
#define RETRACE_EMU_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/texture.h"
#include "gl_api.h"

struct emu_context;

struct emu_sampler {
    GLuint name, es;
    int refs; /* the name table, and each unit */
    struct emu_sampling sampling;
};

struct emu_sampler_state {
    struct emu_sampler *units[EMU_MAX_TEXTURE_UNITS];
};

#endif
