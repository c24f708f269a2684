/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_TEXTURE_TEST_H
#define RETRACE_EMU_TEXTURE_TEST_H

/* For the tests of textures: texels, and a draw that shows them. Include after cmocka.h. */

#include "emu/native_test.h"

#define HEAD "#version 330 core\nout vec4 c;\n"

static uint8_t pixels[65536];

/* Draws `fragment` over 16 x 16 floats and writes them down. */
static inline void draw(struct native_test *t, const struct gl_table *gl, const char *fragment)
{
    GLuint target[2], program;

    native_target(gl, GL_RGBA32F, 16, 16, target);
    program = native_program(gl, NATIVE_COVER, fragment);
    native_cover(gl);
    gl->ReadPixels(0, 0, 16, 16, GL_RGBA, GL_FLOAT, note_room(t, 16 * 16 * 16));
    note_error(t);
    gl->DeleteProgram(program);
    native_target_delete(gl, target);
}

static inline void nearest(const struct gl_table *gl, GLenum target)
{
    gl->TexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

/* A new texture, bound, with pixels[] filled anew. */
static inline GLuint texture(const struct gl_table *gl, GLenum target)
{
    GLuint name;

    native_fill(pixels, sizeof pixels, 11);
    gl->GenTextures(1, &name);
    gl->BindTexture(target, name);
    return name;
}

#endif
