/* SPDX-License-Identifier: MIT */
/* Tests of clears, against native desktop GL: depths that are doubles, integers, alpha that lies elsewhere.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

enum { S = 32 };

static void clear_depths(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const GLenum *format = arg;
    GLuint fb, rb;

    gl->GenFramebuffers(1, &fb);
    gl->BindFramebuffer(GL_FRAMEBUFFER, fb);
    gl->GenRenderbuffers(1, &rb);
    gl->BindRenderbuffer(GL_RENDERBUFFER, rb);
    gl->RenderbufferStorage(GL_RENDERBUFFER, *format, 4, 4);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb);
    gl->DrawBuffer(GL_NONE);
    gl->ReadBuffer(GL_NONE);
    for (int i = 0; i < 64; i++) {
        gl->ClearDepth((i * 7919 % 64 + 0.3) / 65.0);
        gl->Clear(GL_DEPTH_BUFFER_BIT);
        if (*format == GL_DEPTH_COMPONENT32F)
            gl->ReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, note_room(t, 4));
        else
            gl->ReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, note_room(t, 4));
    }
    note_error(t);
}

static void test_depths_are_cleared_to_what_a_double_rounds_to(void **state)
{
    static const GLenum formats[] = {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT32F};

    for (int i = 0; i < 3; i++) {
        NATIVE_TEST(t, true);
        native_compare(t, clear_depths, &formats[i], "cleared depths");
        native_test_finish(t);
    }
}

static void clear_integers(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const GLenum *format = arg;
    GLuint names[2];

    native_target(gl, *format, 4, 4, names);
    gl->ClearColorIiEXT(-5, 7, 300, 1);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    gl->ReadPixels(1, 1, 1, 1, GL_RGBA_INTEGER, GL_INT, note_room(t, 16));
    gl->Enable(GL_SCISSOR_TEST);
    gl->Scissor(0, 0, 2, 2);
    gl->ClearColorIuiEXT(1, 2, 3, 4000000000u);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    gl->ReadPixels(0, 0, 4, 4, GL_RGBA_INTEGER, GL_INT, note_room(t, 256));
    gl->Disable(GL_SCISSOR_TEST);
    note_error(t);
    native_target_delete(gl, names);
    gl->ClearColor(0, 0, 0, 0);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    native_read(t, gl, S, S);
}

static void test_integer_buffers_are_cleared_to_integers(void **state)
{
    static const GLenum formats[] = {GL_RGBA32I, GL_RGBA32UI, GL_RG16I};

    for (int i = 0; i < 3; i++) {
        NATIVE_TEST(t, false);
        native_compare(t, clear_integers, &formats[i], "integer clears");
        native_test_finish(t);
    }
}

/* Formats whose alpha lies in another channel of the driver's storage. */
static void clear_alphas(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const GLenum *format = arg;
    static const GLfloat second[4] = {.125f, .25f, .5f, .75f};
    GLuint fb, name;
    GLfloat texel[S * 4];

    gl->GenTextures(1, &name);
    gl->BindTexture(GL_TEXTURE_2D, name);
    gl->TexImage2D(GL_TEXTURE_2D, 0, (GLint)*format, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    gl->GenFramebuffers(1, &fb);
    gl->BindFramebuffer(GL_FRAMEBUFFER, fb);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
    note_int(t, (GLint)gl->CheckFramebufferStatus(GL_FRAMEBUFFER));
    for (int i = 0; i < 2; i++) {
        gl->ClearColor(.25f, .5f, .75f, 1);
        if (i)
            gl->ClearBufferfv(GL_COLOR, 0, second);
        else
            gl->Clear(GL_COLOR_BUFFER_BIT);
        gl->GetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, texel);
        note(t, texel, 16);
        note_error(t);
    }
}

static void test_alpha_formats_are_cleared_to_the_alpha(void **state)
{
    static const GLenum formats[] = {GL_ALPHA8, GL_RGBA8, GL_RG8, GL_ALPHA8_SNORM};

    for (int i = 0; i < 4; i++) {
        NATIVE_TEST(t, false);
        native_compare(t, clear_alphas, &formats[i], "alpha clears");
        native_test_finish(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depths_are_cleared_to_what_a_double_rounds_to),
        cmocka_unit_test(test_integer_buffers_are_cleared_to_integers),
        cmocka_unit_test(test_alpha_formats_are_cleared_to_the_alpha),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
