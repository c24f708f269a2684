/* SPDX-License-Identifier: MIT */
/* Tests of blits and of copies out of framebuffers, against native desktop GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/fbo_test.h"

static const GLenum depths[] = {GL_DEPTH_COMPONENT16,  GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT32,
                                GL_DEPTH_COMPONENT32F, GL_DEPTH24_STENCIL8,  GL_DEPTH32F_STENCIL8};
enum { DEPTHS = sizeof depths / sizeof *depths };

/* A framebuffer of depth alone, near on the left and far on the right; `samples` 0 for a 2D texture. */
static GLuint depth_framebuffer(const struct gl_table *gl, GLenum format, GLsizei samples, GLuint *texture)
{
    GLenum target = samples ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D;
    bool stencil = format == GL_DEPTH24_STENCIL8 || format == GL_DEPTH32F_STENCIL8;
    GLuint fb = framebuffer(gl);

    gl->GenTextures(1, texture);
    gl->BindTexture(target, *texture);
    if (samples)
        gl->TexImage2DMultisample(target, samples, format, S, S, GL_TRUE);
    else
        gl->TexImage2D(target, 0, (GLint)format, S, S, 0, stencil ? GL_DEPTH_STENCIL : GL_DEPTH_COMPONENT,
                       format == GL_DEPTH24_STENCIL8    ? GL_UNSIGNED_INT_24_8
                       : format == GL_DEPTH32F_STENCIL8 ? GL_FLOAT_32_UNSIGNED_INT_24_8_REV
                                                        : GL_FLOAT,
                       NULL);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, stencil ? GL_DEPTH_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT,
                             target, *texture, 0);
    gl->DrawBuffer(GL_NONE);
    gl->ReadBuffer(GL_NONE);
    gl->ClearDepth(.40625);
    gl->Clear(GL_DEPTH_BUFFER_BIT);
    gl->Enable(GL_SCISSOR_TEST);
    gl->Scissor(S / 2, 0, S / 2, S);
    gl->ClearDepth(.75);
    gl->Clear(GL_DEPTH_BUFFER_BIT);
    gl->Disable(GL_SCISSOR_TEST);
    gl->ClearDepth(1);
    return fb;
}

/* From the framebuffer into a texture of another depth format: GL converts. */
static void depth_copies(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    (void)arg;
    for (int i = 0; i < DEPTHS * DEPTHS; i++) {
        GLuint from, to, texture, copy;

        to = depth_framebuffer(gl, depths[i % DEPTHS], 0, &copy);
        from = depth_framebuffer(gl, depths[i / DEPTHS], 0, &texture);
        gl->BindTexture(GL_TEXTURE_2D, copy);
        if (i % 2)
            gl->CopyTexImage2D(GL_TEXTURE_2D, 0, depths[i % DEPTHS], 0, 0, S, S, 0);
        else
            gl->CopyTexSubImage2D(GL_TEXTURE_2D, 0, 3, 1, 5, 2, 8, 8);
        note_error(t);
        gl->BindFramebuffer(GL_READ_FRAMEBUFFER, to);
        gl->ReadPixels(0, 0, S, S, GL_DEPTH_COMPONENT, GL_FLOAT, note_room(t, S * S * 4));
        gl->DeleteFramebuffers(2, (const GLuint[]){from, to});
        gl->DeleteTextures(2, (const GLuint[]){texture, copy});
    }
}

/* From one depth buffer into another: GL converts nothing, and blits no colour either then. */
static void depth_blits(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLsizei samples = *(const GLsizei *)arg;

    for (int i = 0; i < DEPTHS * DEPTHS; i++) {
        GLuint from, to, texture, copy;

        to = depth_framebuffer(gl, depths[i % DEPTHS], 0, &copy);
        gl->Clear(GL_DEPTH_BUFFER_BIT);
        from = depth_framebuffer(gl, depths[i / DEPTHS], samples, &texture);
        gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
        gl->BlitFramebuffer(0, 0, S, S, 0, 0, S, S, GL_DEPTH_BUFFER_BIT, GL_NEAREST);
        note_error(t);
        gl->BindFramebuffer(GL_READ_FRAMEBUFFER, to);
        gl->ReadPixels(0, 0, S, S, GL_DEPTH_COMPONENT, GL_FLOAT, note_room(t, S * S * 4));
        gl->DeleteFramebuffers(2, (const GLuint[]){from, to});
        gl->DeleteTextures(2, (const GLuint[]){texture, copy});
    }
}

static void blits(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint from = framebuffer(gl), source = color_texture(gl, GL_RGBA8), to, target;

    (void)arg;
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, source, 0);
    target = color_texture(gl, GL_RGB8);
    to = framebuffer(gl);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, from);
    gl->BlitFramebuffer(1, 2, 9, 10, 12, 3, 4, 11, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl->BlitFramebuffer(0, 0, 16, 16, 0, 0, 8, 5, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    note_error(t);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, to);
    native_read(t, gl, S, S);
    gl->BlitFramebuffer(0, 0, 6, 6, 9, 9, 15, 15, GL_COLOR_BUFFER_BIT, GL_NEAREST); /* within one image */
    note_error(t);
    native_read(t, gl, S, S);
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    gl->BlitFramebuffer(0, 0, 16, 16, 3, 5, 19, 21, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    native_read(t, gl, 32, 32);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, from);
    gl->ReadBuffer(GL_NONE);
    gl->BlitFramebuffer(0, 0, 16, 16, 3, 5, 19, 21, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    note_error(t);
    gl->DeleteFramebuffers(1, &from);
    gl->DeleteFramebuffers(1, &to);
    gl->DeleteTextures(1, &source);
    gl->DeleteTextures(1, &target);
}

/* Draws a slanted edge into a multisample buffer and resolves it in several ways. */
static void multisample(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const char *edge = HEAD "void main() { gl_Position = vec4(gl_VertexID == 1 ? 2.7 : -.9, "
                                   "gl_VertexID == 2 ? 1.9 : -.8, 0., 1.); }\n";
    const GLenum format = *(const GLenum *)arg;
    GLuint ms = framebuffer(gl), rb[2], to, target = color_texture(gl, GL_RGBA8), program;

    gl->GenRenderbuffers(2, rb);
    for (int i = 0; i < 2; i++) {
        gl->BindRenderbuffer(GL_RENDERBUFFER, rb[i]);
        gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, 4, i ? GL_DEPTH24_STENCIL8 : format, S, S);
        gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, i ? GL_DEPTH_STENCIL_ATTACHMENT : GL_COLOR_ATTACHMENT0,
                                    GL_RENDERBUFFER, rb[i]);
    }
    gl->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    program = native_program(gl, edge, HEAD "out vec4 c;\nvoid main() { c = vec4(1, .5, .25, 1); }\n");
    native_cover(gl);
    gl->ReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 4));
    note_error(t);
    to = framebuffer(gl);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, ms);
    gl->BlitFramebuffer(0, 0, S, S, 0, 0, S, S, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    note_error(t);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, to);
    native_read(t, gl, S, S);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, ms);
    gl->BlitFramebuffer(0, 0, 8, 8, 5, 6, 13, 14, GL_COLOR_BUFFER_BIT, GL_NEAREST); /* another rectangle */
    note_error(t);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, to);
    native_read(t, gl, S, S);
    gl->DeleteFramebuffers(1, &ms);
    gl->DeleteFramebuffers(1, &to);
    gl->DeleteRenderbuffers(2, rb);
    gl->DeleteTextures(1, &target);
    gl->DeleteProgram(program);
}

/* One sample to many, many to many, and back. */
static void to_multisample(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const GLenum format = *(const GLenum *)arg;
    GLuint from = framebuffer(gl), source = color_texture(gl, format), ms[2], rb[2], to,
           target = color_texture(gl, GL_RGBA8);

    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, source, 0);
    gl->GenRenderbuffers(2, rb);
    for (int i = 0; i < 2; i++) {
        ms[i] = framebuffer(gl);
        gl->BindRenderbuffer(GL_RENDERBUFFER, rb[i]);
        gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, 4, format, S, S);
        gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[i]);
        gl->Clear(GL_COLOR_BUFFER_BIT);
    }
    to = framebuffer(gl);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
    gl->Enable(GL_BLEND); /* must not matter, and must come back */
    gl->ColorMask(GL_FALSE, GL_TRUE, GL_TRUE, GL_TRUE);
    gl->Viewport(1, 2, 3, 4);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, from);
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, ms[0]);
    gl->BlitFramebuffer(0, 0, 12, 12, 2, 3, 14, 15, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    note_error(t);
    gl->BlitFramebuffer(0, 0, 12, 12, 2, 3, 13, 15, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    note_error(t);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, ms[0]);
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, ms[1]);
    gl->BlitFramebuffer(0, 0, 16, 16, 0, 0, 16, 16, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    note_error(t);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, ms[1]);
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    gl->BlitFramebuffer(0, 0, S, S, 0, 0, S, S, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    note_error(t);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, to);
    native_read(t, gl, S, S);
    note_int(t, gl->IsEnabled(GL_BLEND));
    gl->Disable(GL_BLEND);
    gl->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    for (int i = 0; i < 2; i++)
        gl->DeleteFramebuffers(1, &ms[i]);
    gl->DeleteFramebuffers(1, &from);
    gl->DeleteFramebuffers(1, &to);
    gl->DeleteRenderbuffers(2, rb);
    gl->DeleteTextures(1, &source);
    gl->DeleteTextures(1, &target);
}

static const GLenum rgba8 = GL_RGBA8, rgba = GL_RGBA, rgba16f = GL_RGBA16F;
static const GLsizei single = 0, four = 4;
NATIVE_CASE(test_depth_copies_convert_formats, depth_copies, NULL)
NATIVE_CASE(test_depth_blits_take_equal_formats_only, depth_blits, &single)
NATIVE_CASE(test_depth_resolves_take_equal_formats_only, depth_blits, &four)
NATIVE_CASE(test_blits_scale_flip_and_copy_within_an_image, blits, NULL)
NATIVE_CASE(test_multisample_resolves_to_any_rectangle, multisample, &rgba8)
NATIVE_CASE(test_multisample_unsized_format_resolves, multisample, &rgba)
NATIVE_CASE(test_multisample_resolves_to_another_format, multisample, &rgba16f)
NATIVE_CASE(test_single_samples_spread_into_multisample_images, to_multisample, &rgba8)
NATIVE_CASE(test_single_samples_spread_in_an_unsized_format, to_multisample, &rgba)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depth_copies_convert_formats),
        cmocka_unit_test(test_depth_blits_take_equal_formats_only),
        cmocka_unit_test(test_depth_resolves_take_equal_formats_only),
        cmocka_unit_test(test_blits_scale_flip_and_copy_within_an_image),
        cmocka_unit_test(test_multisample_resolves_to_any_rectangle),
        cmocka_unit_test(test_multisample_unsized_format_resolves),
        cmocka_unit_test(test_multisample_resolves_to_another_format),
        cmocka_unit_test(test_single_samples_spread_into_multisample_images),
        cmocka_unit_test(test_single_samples_spread_in_an_unsized_format),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
