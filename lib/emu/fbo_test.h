/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_FBO_TEST_H
#define RETRACE_EMU_FBO_TEST_H

/* For the tests of framebuffers: one of 16 x 16 pixels, and textures for it. Include after cmocka.h. */

#include "emu/native_test.h"

#define HEAD "#version 330 core\n"

enum { S = 16 };

static inline GLuint color_texture(const struct gl_table *gl, GLenum format)
{
    static uint8_t pixels[S * S * 4];
    GLuint name;

    native_fill(pixels, sizeof pixels, format);
    gl->GenTextures(1, &name);
    gl->BindTexture(GL_TEXTURE_2D, name);
    gl->TexImage2D(GL_TEXTURE_2D, 0, (GLint)format, S, S, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    return name;
}

static inline GLuint framebuffer(const struct gl_table *gl)
{
    GLuint fb;

    gl->GenFramebuffers(1, &fb);
    gl->BindFramebuffer(GL_FRAMEBUFFER, fb);
    gl->Viewport(0, 0, S, S);
    return fb;
}

#endif
