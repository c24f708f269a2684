/* SPDX-License-Identifier: MIT */
/* Tests of GL_EXT_direct_state_access to textures and framebuffers, against native desktop GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

enum { S = 8 };

static void textures(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static uint8_t pixels[S * S * 4];
    GLuint names[3], bound = 0;
    GLint v = -1;

    (void)arg;
    native_fill(pixels, sizeof pixels, 3);
    gl->GenTextures(3, names);
    gl->BindTexture(GL_TEXTURE_2D, names[2]);
    gl->TextureImage2DEXT(names[0], GL_TEXTURE_2D, 0, GL_RGBA8, S, S, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    gl->TextureParameteriEXT(names[0], GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TextureSubImage2DEXT(names[0], GL_TEXTURE_2D, 0, 2, 3, 2, 2, GL_BGRA, GL_UNSIGNED_BYTE, pixels);
    gl->TextureImage2DEXT(names[1], GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA8, S, S, 0, GL_RGBA,
                          GL_UNSIGNED_BYTE, pixels);
    note_error(t);
    gl->GetTextureLevelParameterivEXT(names[1], GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_TEXTURE_WIDTH, &v);
    note_int(t, v);
    gl->GetTextureParameterivEXT(names[0], GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, &v);
    note_int(t, v);
    gl->GetIntegerv(GL_TEXTURE_BINDING_2D, &v);
    note_int(t, v == (GLint)names[2]);
    gl->GetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &v); /* the bound one has no image */
    note_int(t, v);
    gl->GetTextureImageEXT(names[0], GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                           note_room(t, sizeof pixels));
    gl->BindMultiTextureEXT(GL_TEXTURE3, GL_TEXTURE_2D, names[0]);
    gl->MultiTexSubImage2DEXT(GL_TEXTURE3, GL_TEXTURE_2D, 0, 0, 0, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                              pixels + 9);
    gl->GetMultiTexImageEXT(GL_TEXTURE3, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                            note_room(t, sizeof pixels));
    gl->GetIntegerv(GL_ACTIVE_TEXTURE, &v);
    note_int(t, v);
    note_error(t);
    gl->TextureParameteriEXT(names[0], GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_NEAREST); /* another target */
    note_error(t);
    gl->BindMultiTextureEXT(GL_TEXTURE0 + 999, GL_TEXTURE_2D, bound);
    note_error(t);
}

static void test_textures_are_edited_by_name_and_unit(void **state)
{
    NATIVE_TEST(t, false);

    native_compare(t, textures, NULL, "textures");
    native_test_finish(t);
}

/* What is drawn afterwards uses what is bound, not what was edited last. */
static void edit_then_draw(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const uint8_t red[4] = {255, 0, 0, 255}, green[4] = {0, 255, 0, 255};
    GLuint names[2], program;

    (void)arg;
    program = native_program(gl, NATIVE_COVER,
                             "#version 330 core\nuniform sampler2D s;\nout vec4 o;\n"
                             "void main() { o = texelFetch(s, ivec2(0), 0); }\n");
    gl->UseProgram(program);
    gl->GenTextures(2, names);
    for (int i = 0; i < 2; i++)
        gl->TextureImage2DEXT(names[i], GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                              i ? green : red);
    gl->TextureParameteriEXT(names[0], GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    gl->BindTexture(GL_TEXTURE_2D, names[0]);
    gl->TextureParameteriEXT(names[1], GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    gl->TextureImage2DEXT(names[1], GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, green);
    gl->Viewport(0, 0, S, S);
    native_cover(gl);
    native_read(t, gl, S, S);
}

static void test_edits_by_name_leave_the_binding_to_draws(void **state)
{
    NATIVE_TEST(t, false);

    native_compare(t, edit_then_draw, NULL, "edit, then draw");
    native_test_finish(t);
}

static void framebuffers(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint fbs[2], rb, texture;
    GLint v = -1;

    (void)arg;
    gl->GenFramebuffers(2, fbs);
    gl->GenRenderbuffers(1, &rb);
    gl->GenTextures(1, &texture);
    gl->NamedRenderbufferStorageEXT(rb, GL_RGBA8, S, S);
    gl->NamedFramebufferRenderbufferEXT(fbs[0], GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
    gl->TextureImage2DEXT(texture, GL_TEXTURE_2D, 0, GL_RGBA8, S, S, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    gl->NamedFramebufferTexture2DEXT(fbs[1], GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, texture, 0);
    gl->FramebufferDrawBufferEXT(fbs[1], GL_COLOR_ATTACHMENT1);
    gl->FramebufferReadBufferEXT(fbs[1], GL_COLOR_ATTACHMENT1);
    for (int i = 0; i < 2; i++)
        note_int(t, (GLint)gl->CheckNamedFramebufferStatusEXT(fbs[i], GL_FRAMEBUFFER));
    gl->GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &v);
    note_int(t, v);
    gl->GetNamedRenderbufferParameterivEXT(rb, GL_RENDERBUFFER_WIDTH, &v);
    note_int(t, v);
    for (int i = 0; i < 2; i++) {
        gl->BindFramebuffer(GL_FRAMEBUFFER, fbs[i]);
        gl->ClearColor(i ? .5f : 0, 1, 0, 1);
        gl->Clear(GL_COLOR_BUFFER_BIT);
        native_read(t, gl, S, S);
    }
}

static void test_framebuffers_are_built_by_name(void **state)
{
    NATIVE_TEST(t, false);

    native_compare(t, framebuffers, NULL, "framebuffers");
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_textures_are_edited_by_name_and_unit),
        cmocka_unit_test(test_edits_by_name_leave_the_binding_to_draws),
        cmocka_unit_test(test_framebuffers_are_built_by_name),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
