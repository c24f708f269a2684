/* SPDX-License-Identifier: MIT */
/* Tests of blits from multisample images to others: formats, sRGB, scissor, edges, as native desktop GL does
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

enum { S = 16 };

struct blit {
    GLenum from, to;
    GLsizei from_samples; /* 0: one sample, spread */
    bool srgb, scissor;
    GLint x; /* how far the blit is moved to the right */
    const char *what;
};

/* A framebuffer of one renderbuffer, kept bound. */
static GLuint framebuffer(const struct gl_table *gl, GLenum point, GLenum format, GLsizei samples)
{
    GLuint fb, rb;

    gl->GenFramebuffers(1, &fb);
    gl->BindFramebuffer(GL_FRAMEBUFFER, fb);
    gl->GenRenderbuffers(1, &rb);
    gl->BindRenderbuffer(GL_RENDERBUFFER, rb);
    gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, S, S);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, rb);
    return fb;
}

static GLuint target(const struct gl_table *gl, GLenum format, GLsizei samples)
{
    GLuint fb = framebuffer(gl, GL_COLOR_ATTACHMENT0, format, samples);

    gl->Viewport(0, 0, S, S);
    gl->ClearColor(.125f, .25f, .375f, .5f);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    return fb;
}

static void blit_samples(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const char *edge =
        "#version 330 core\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 2.7 : -.9, "
        "gl_VertexID == 2 ? 1.9 : -.8, 0., 1.); }\n";
    const struct blit *b = arg;
    GLuint from = target(gl, b->from, b->from_samples), to, result;

    native_program(gl, edge, "#version 330 core\nout vec4 c;\nvoid main() { c = vec4(.9, .5, .25, .75); }\n");
    native_cover(gl);
    to = target(gl, b->to, 4);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, from);
    if (b->srgb)
        gl->Enable(GL_FRAMEBUFFER_SRGB);
    if (b->scissor)
        gl->Enable(GL_SCISSOR_TEST);
    gl->Scissor(3, 2, 9, 10);
    gl->BlitFramebuffer(0, 0, S, S, b->x, 0, S + b->x, S, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    note_int(t, gl->IsEnabled(GL_FRAMEBUFFER_SRGB));
    note_error(t);
    gl->Disable(GL_SCISSOR_TEST);
    gl->Disable(GL_FRAMEBUFFER_SRGB);
    result = target(gl, b->to, 0);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, to);
    gl->BlitFramebuffer(0, 0, S, S, 0, 0, S, S, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, result);
    gl->ReadPixels(0, 0, S, S, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, S * S * 4));
}

static void test_samples_are_blitted_as_native_gl_does(void **state)
{
    static const struct blit all[] = {
        {GL_RGBA8, GL_RGBA8, 4, false, false, 0, "as they are"},
        {GL_RGBA8, GL_RGBA8, 4, false, true, 0, "under a scissor box"},
        {GL_RGBA8, GL_RGBA8, 4, false, true, -5, "from the left, under a scissor box"},
        {GL_RGBA8, GL_RGBA8, 4, false, false, 5, "beyond the right edge"},
        {GL_SRGB8_ALPHA8, GL_RGBA8, 4, false, false, 0, "sRGB as it is"},
        {GL_SRGB8_ALPHA8, GL_RGBA8, 4, true, false, 0, "sRGB decoded"},
        {GL_RGBA8, GL_SRGB8_ALPHA8, 4, true, true, 2, "sRGB encoded"},
        {GL_SRGB8_ALPHA8, GL_SRGB8_ALPHA8, 4, true, false, 0, "sRGB to sRGB"},
        {GL_SRGB8_ALPHA8, GL_RGBA8, 4, false, true, 1, "sRGB as it is, under a scissor box"},
        {GL_SRGB8_ALPHA8, GL_SRGB8_ALPHA8, 4, true, true, 1, "sRGB to sRGB, under a scissor box"},
        {GL_RGBA8, GL_RGBA16F, 4, false, false, 0, "to another format"},
        {GL_SRGB8_ALPHA8, GL_RGBA8, 0, true, false, 0, "spread, sRGB decoded"},
        {GL_SRGB8_ALPHA8, GL_RGBA8, 0, false, false, 0, "spread, sRGB as it is"},
        {GL_RGBA8, GL_SRGB8_ALPHA8, 0, true, false, 0, "spread, sRGB encoded"},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        NATIVE_TEST(t, true);
        native_compare(t, blit_samples, &all[i], all[i].what);
        if (t->gaps.count)
            fail_msg("%s: a gap", all[i].what);
        native_test_finish(t);
    }
}

/* ---- stencil ---- */

static GLuint stencil_target(const struct gl_table *gl, GLenum format, GLsizei samples)
{
    GLenum point = format == GL_STENCIL_INDEX8 ? GL_STENCIL_ATTACHMENT : GL_DEPTH_STENCIL_ATTACHMENT;
    GLuint fb = framebuffer(gl, point, format, samples);

    gl->ClearStencil(0x5a);
    gl->Clear(GL_STENCIL_BUFFER_BIT);
    return fb;
}

static void spread_stencil(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLenum kept[] = {GL_FRONT_FACE, GL_STENCIL_FUNC, GL_STENCIL_REF, GL_STENCIL_WRITEMASK,
                                  GL_STENCIL_PASS_DEPTH_PASS};
    const GLenum format = *(const GLenum *)arg;
    GLuint from = stencil_target(gl, format, 0), to, result;
    GLint value;

    gl->Enable(GL_SCISSOR_TEST);
    for (GLint i = 0; i < 8; i++) {
        gl->Scissor(i, 2 * i, S, S - 2 * i);
        gl->ClearStencil(1 << i | i);
        gl->Clear(GL_STENCIL_BUFFER_BIT);
    }
    to = stencil_target(gl, format, 4);
    gl->Scissor(1, 1, 13, 14);
    gl->FrontFace(GL_CW);
    gl->StencilFunc(GL_LESS, 3, 15);
    gl->StencilOp(GL_INCR, GL_DECR, GL_INVERT);
    gl->StencilMask(0x3c);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, from);
    gl->BlitFramebuffer(0, 0, S, S, 1, 0, S + 1, S, GL_STENCIL_BUFFER_BIT, GL_NEAREST);
    note_error(t);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        gl->GetIntegerv(kept[i], &value);
        note_int(t, value);
    }
    gl->Disable(GL_SCISSOR_TEST);
    result = stencil_target(gl, format, 0);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, to);
    gl->BlitFramebuffer(0, 0, S, S, 0, 0, S, S, GL_STENCIL_BUFFER_BIT, GL_NEAREST);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, result);
    gl->ReadPixels(0, 0, S, S, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, note_room(t, S * S));
    note_error(t);
}

static void test_stencil_spreads_into_multisample_images(void **state)
{
    static const GLenum formats[] = {GL_DEPTH24_STENCIL8, GL_DEPTH32F_STENCIL8, GL_STENCIL_INDEX8};

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        NATIVE_TEST(t, true);
        native_compare(t, spread_stencil, &formats[i], "stencil");
        assert_int_equal(t->gaps.count, 0);
        native_test_finish(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples_are_blitted_as_native_gl_does),
        cmocka_unit_test(test_stencil_spreads_into_multisample_images),
    };
    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
