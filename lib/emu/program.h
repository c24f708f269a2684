/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_PROGRAM_H
#define RETRACE_EMU_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "gl_api.h"

struct emu_context;

/* A program object: what the application sees of it, and the driver program it was translated to. */
struct emu_program {
    GLuint name, es;
    int refs;             /* the name table, each context that uses it, pipelines */
    bool linked;          /* the last link succeeded */
    uint32_t generation;  /* counts links */
    bool reads_draw_id, reads_base_vertex, reads_base_instance, reads_primitive_id;
    GLint draw_id_location, base_vertex_location, base_instance_location; /* on the driver, -1 when not active */
    uint32_t attribs;     /* active attribute locations, one bit each */
    GLenum attrib_types[32]; /* GL_FLOAT_VEC4, GL_INT … by location */
};

struct emu_program_state {
    struct emu_program *current; /* glUseProgram, NULL for 0 */
    struct emu_program *vertex;  /* the program whose vertex stage draws: current, or of the bound pipeline; NULL: none */
};

#endif
