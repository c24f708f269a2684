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
    GLuint
        stand_ins[EMU_MAX_TEXTURE_UNITS]; /* the driver's, where the texture's own has to be one; 0: none */
};

/* The driver's sampler on a unit, 0: the texture's parameters count. */
GLuint emu_sampler_es(const struct emu_context *ctx, GLuint unit);

#endif
