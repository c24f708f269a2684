/* SPDX-License-Identifier: MIT */
/* Tests of framebuffers, renderbuffers and clears, against native desktop GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/fbo_test.h"

/* Draws four colours to attachments that the draw buffers permute, then reads each attachment. */
static void permuted(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLenum sets[][4] = {
        {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2, GL_COLOR_ATTACHMENT3},
        {GL_COLOR_ATTACHMENT2, GL_NONE, GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT7},
        {GL_COLOR_ATTACHMENT3, GL_COLOR_ATTACHMENT2, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT0},
        {GL_NONE, GL_NONE, GL_NONE, GL_COLOR_ATTACHMENT1},
        {GL_COLOR_ATTACHMENT1, GL_NONE, GL_NONE, GL_NONE},
    };
    static const GLfloat blue[4] = {0, 0, 1, .5f};
    GLuint fb = framebuffer(gl), textures[8], program;

    (void)arg;
    for (GLuint i = 0; i < 8; i++) {
        textures[i] = color_texture(gl, GL_RGBA8);
        gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_TEXTURE_2D, textures[i], 0);
    }
    program = native_program(
        gl, NATIVE_COVER,
        HEAD "layout(location = 0) out vec4 a;\nlayout(location = 1) out vec4 b;\nlayout(location = 2) out "
             "vec4 c;\n"
             "layout(location = 3) out vec4 d;\nvoid main() { a = vec4(1, 0, 0, 1); b = vec4(0, 1, 0, 1);"
             " c = vec4(0, 0, 1, 1); d = vec4(1, 1, 0, 1); }\n");
    for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
        gl->DrawBuffers(4, sets[s]);
        note_int(t, (GLint)gl->CheckFramebufferStatus(GL_FRAMEBUFFER));
        native_cover(gl);
        gl->ClearBufferfv(GL_COLOR, 2, blue);
        for (GLuint i = 0; i < 8; i++) {
            gl->ReadBuffer(GL_COLOR_ATTACHMENT0 + i);
            gl->ReadPixels(2, 2, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 16));
        }
        note_error(t);
    }
    for (GLenum i = 0; i < 8; i++) {
        GLint v = -1;
        gl->GetIntegerv(GL_DRAW_BUFFER0 + i, &v);
        note_int(t, v);
        gl->GetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i,
                                                GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &v);
        note_int(t, v);
    }
    gl->DeleteTextures(8, textures);
    gl->DeleteFramebuffers(1, &fb);
    gl->DeleteProgram(program);
}

static void default_buffers(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLenum words[] = {GL_BACK,      GL_NONE, GL_BACK_LEFT, GL_RIGHT, GL_COLOR_ATTACHMENT0,
                                   GL_TEXTURE_2D};
    GLint v = 0;

    (void)arg;
    gl->ClearColor(.25f, .5f, .75f, 1);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        gl->DrawBuffer(words[i]);
        note_error(t);
        gl->GetIntegerv(GL_DRAW_BUFFER, &v);
        note_int(t, v);
    }
    gl->DrawBuffer(GL_BACK);
    gl->ReadBuffer(GL_BACK);
    gl->ClearDepth(.5);
    gl->ClearStencil(7);
    gl->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    gl->Clear(0x1);
    note_error(t);
    native_read(t, gl, 4, 4);
    gl->ReadPixels(0, 0, 4, 4, GL_DEPTH_COMPONENT, GL_FLOAT, note_room(t, 64));
    gl->ReadPixels(0, 0, 4, 4, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, note_room(t, 16));
    gl->ReadPixels(0, 0, 4, 4, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, note_room(t, 64));
    note_error(t);
    gl->ClearColor(0, 0, 0, 0);
    gl->ClearDepth(1);
    gl->ClearStencil(0);
}

static void statuses(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint fb = framebuffer(gl), rb[2], texture = color_texture(gl, GL_RGBA8);
    GLint v = -1;

    (void)arg;
    note_int(t, (GLint)gl->CheckFramebufferStatus(GL_FRAMEBUFFER));
    gl->GenRenderbuffers(2, rb);
    gl->BindRenderbuffer(GL_RENDERBUFFER, rb[0]);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[0]);
    note_int(t, (GLint)gl->CheckFramebufferStatus(GL_FRAMEBUFFER));
    gl->RenderbufferStorage(GL_RENDERBUFFER, GL_RGB16, S, S);
    note_int(t, (GLint)gl->CheckFramebufferStatus(GL_FRAMEBUFFER));
    for (GLenum p = GL_RENDERBUFFER_RED_SIZE; p <= GL_RENDERBUFFER_STENCIL_SIZE; p++) {
        gl->GetRenderbufferParameteriv(GL_RENDERBUFFER, p, &v);
        note_int(t, v);
    }
    gl->RenderbufferStorage(GL_RENDERBUFFER, GL_COMPRESSED_RGBA, S, S);
    note_error(t);
    gl->RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, -1, S);
    note_error(t);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_3D, texture, 0);
    note_error(t);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + 20, GL_TEXTURE_2D, texture, 0);
    note_error(t);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 4711, 0);
    note_error(t);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, texture, 0);
    gl->GetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1,
                                            GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE, &v);
    note_int(t, v);
    gl->DeleteTextures(1, &texture);
    gl->GetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1,
                                            GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &v);
    note_int(t, v);
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
    note_error(t);
    gl->BindFramebuffer(GL_FRAMEBUFFER, 4711);
    note_error(t);
    gl->BindFramebuffer(GL_TEXTURE_2D, fb);
    note_error(t);
    gl->BindFramebuffer(GL_FRAMEBUFFER, fb);
    gl->DeleteFramebuffers(1, &fb);
    gl->GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &v);
    note_int(t, v);
    note_int(t, gl->IsFramebuffer(fb));
    gl->DeleteRenderbuffers(2, rb);
}

static void renderbuffer_formats(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLenum formats[] = {
        GL_RGBA,   GL_RGB,    GL_RGBA8,          GL_RGB8,   GL_RGB565,      GL_RGBA4, GL_RGB5_A1,
        GL_RGB5,   GL_RGB10,  GL_RGB10_A2,       GL_RGBA16, GL_R8,          GL_RG16,  GL_RGBA16F,
        GL_RGB16F, GL_RGB32F, GL_R11F_G11F_B10F, GL_SRGB8,  GL_SRGB8_ALPHA8};

    (void)arg;
    gl->ClearColor(.1f, .3f, .7f, .6f);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        GLuint names[2];
        native_target(gl, formats[i], S, S, names);
        gl->Clear(GL_COLOR_BUFFER_BIT);
        gl->ReadPixels(0, 0, 2, 2, GL_RGBA, GL_FLOAT, note_room(t, 64));
        note_error(t);
        native_target_delete(gl, names);
    }
    gl->ClearColor(0, 0, 0, 0);
}

static void depth_formats(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLenum formats[] = {GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT24,
                                     GL_DEPTH_COMPONENT32, GL_DEPTH_COMPONENT32F};

    (void)arg;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        GLuint fb = framebuffer(gl), rb;
        gl->GenRenderbuffers(1, &rb);
        gl->BindRenderbuffer(GL_RENDERBUFFER, rb);
        gl->RenderbufferStorage(GL_RENDERBUFFER, formats[i], S, S);
        gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb);
        gl->DrawBuffer(GL_NONE);
        gl->ReadBuffer(GL_NONE);
        note_int(t, (GLint)gl->CheckFramebufferStatus(GL_FRAMEBUFFER));
        gl->ClearDepth(.40625); /* exact as a float, which is all that ES takes */
        gl->Clear(GL_DEPTH_BUFFER_BIT);
        gl->ReadPixels(0, 0, 2, 2, GL_DEPTH_COMPONENT, GL_FLOAT, note_room(t, 16));
        note_error(t);
        gl->DeleteFramebuffers(1, &fb);
        gl->DeleteRenderbuffers(1, &rb);
    }
    gl->ClearDepth(1);
}

static void layers(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint fb = framebuffer(gl), names[3];
    GLint v = -1;

    (void)arg;
    gl->GenTextures(3, names);
    gl->BindTexture(GL_TEXTURE_3D, names[0]);
    gl->TexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, S, S, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    gl->BindTexture(GL_TEXTURE_1D, names[1]);
    gl->TexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, S, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    gl->BindTexture(GL_TEXTURE_1D_ARRAY, names[2]);
    gl->TexImage2D(GL_TEXTURE_1D_ARRAY, 0, GL_RGBA8, S, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    for (GLint i = 0; i < 4; i++) {
        gl->ClearColor((GLfloat)i / 4, .5f, 1 - (GLfloat)i / 4, 1);
        gl->FramebufferTexture3D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_3D, names[0], 0, i);
        gl->Clear(GL_COLOR_BUFFER_BIT);
        gl->GetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                                GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER, &v);
        note_int(t, v);
        gl->FramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, names[2], 0, i);
        gl->Clear(GL_COLOR_BUFFER_BIT);
    }
    gl->FramebufferTexture1D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_1D, names[1], 0);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    note_error(t);
    gl->GetTexImage(GL_TEXTURE_3D, 0, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, S * S * 16));
    gl->GetTexImage(GL_TEXTURE_1D_ARRAY, 0, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, S * 16));
    gl->GetTexImage(GL_TEXTURE_1D, 0, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, S * 4));
    gl->FramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, names[0], 0);
    gl->ClearColor(0, 1, 0, 1);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    gl->GetTexImage(GL_TEXTURE_3D, 0, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, S * S * 16));
    note_error(t);
    gl->ClearColor(0, 0, 0, 0);
    gl->DeleteTextures(3, names);
    gl->DeleteFramebuffers(1, &fb);
}

static void named(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLfloat red[4] = {1, 0, 0, 1};
    static const GLenum swap[2] = {GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT0};
    GLuint fb[2], rb, texture = color_texture(gl, GL_RGBA8);
    GLint v = -1;

    (void)arg;
    gl->CreateFramebuffers(2, fb);
    gl->CreateRenderbuffers(1, &rb);
    gl->NamedRenderbufferStorage(rb, GL_RGBA8, S, S);
    gl->NamedFramebufferRenderbuffer(fb[0], GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
    gl->NamedFramebufferTexture(fb[0], GL_COLOR_ATTACHMENT1, texture, 0);
    gl->NamedFramebufferTexture(fb[1], GL_COLOR_ATTACHMENT0, texture, 0);
    gl->NamedFramebufferDrawBuffers(fb[0], 2, swap);
    note_int(t, (GLint)gl->CheckNamedFramebufferStatus(fb[0], GL_FRAMEBUFFER));
    gl->ClearNamedFramebufferfv(fb[0], GL_COLOR, 1, red);
    gl->NamedFramebufferReadBuffer(fb[0], GL_COLOR_ATTACHMENT0);
    gl->BlitNamedFramebuffer(fb[0], fb[1], 0, 0, 4, 4, 2, 2, 6, 6, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl->GetNamedFramebufferAttachmentParameteriv(fb[0], GL_COLOR_ATTACHMENT1,
                                                 GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &v);
    note_int(t, v);
    gl->GetNamedRenderbufferParameteriv(rb, GL_RENDERBUFFER_WIDTH, &v);
    note_int(t, v);
    note_error(t);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, fb[1]);
    native_read(t, gl, S, S);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    gl->DeleteFramebuffers(2, fb);
    gl->DeleteRenderbuffers(1, &rb);
    gl->DeleteTextures(1, &texture);
}

static void srgb(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint fb = framebuffer(gl), texture = color_texture(gl, GL_SRGB8_ALPHA8);

    (void)arg;
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    gl->ClearColor(.25f, .5f, .75f, 1);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    native_read(t, gl, 1, 1);
    gl->Enable(GL_FRAMEBUFFER_SRGB);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    native_read(t, gl, 1, 1);
    gl->Disable(GL_FRAMEBUFFER_SRGB);
    gl->ClearColor(0, 0, 0, 0);
    gl->DeleteTextures(1, &texture);
    gl->DeleteFramebuffers(1, &fb);
}

/* A texture that was deleted while a framebuffer that is not bound holds it lives on there. */
static void kept_alive(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint fb = framebuffer(gl), texture = color_texture(gl, GL_RGBA8), other;

    (void)arg;
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->DeleteTextures(1, &texture);
    other = color_texture(gl, GL_R8);
    gl->BindFramebuffer(GL_FRAMEBUFFER, fb);
    note_int(t, (GLint)gl->CheckFramebufferStatus(GL_FRAMEBUFFER));
    native_read(t, gl, S, S);
    gl->DeleteTextures(1, &other);
    gl->DeleteFramebuffers(1, &fb);
}

NATIVE_CASE(test_draw_buffers_may_permute_attachments, permuted, NULL)
NATIVE_CASE(test_default_framebuffer_has_one_colour_buffer, default_buffers, NULL)
NATIVE_CASE(test_statuses_and_errors_are_desktop, statuses, NULL)
NATIVE_CASE(test_renderbuffers_have_the_desktop_formats, renderbuffer_formats, NULL)
NATIVE_CASE(test_depth_renderbuffers_have_the_desktop_precision, depth_formats, NULL)
NATIVE_CASE(test_layers_of_every_kind_can_be_attached, layers, NULL)
NATIVE_CASE(test_framebuffers_by_name_need_no_binding, named, NULL)
NATIVE_CASE(test_srgb_encoding_is_off_until_enabled, srgb, NULL)
NATIVE_CASE(test_attachments_outlive_their_names, kept_alive, NULL)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draw_buffers_may_permute_attachments),
        cmocka_unit_test(test_default_framebuffer_has_one_colour_buffer),
        cmocka_unit_test(test_statuses_and_errors_are_desktop),
        cmocka_unit_test(test_renderbuffers_have_the_desktop_formats),
        cmocka_unit_test(test_depth_renderbuffers_have_the_desktop_precision),
        cmocka_unit_test(test_layers_of_every_kind_can_be_attached),
        cmocka_unit_test(test_framebuffers_by_name_need_no_binding),
        cmocka_unit_test(test_srgb_encoding_is_off_until_enabled),
        cmocka_unit_test(test_attachments_outlive_their_names),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
