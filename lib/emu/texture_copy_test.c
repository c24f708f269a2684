/* SPDX-License-Identifier: MIT */
/* Tests of copies into, between and out of textures, of clears and of views, against native desktop GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/texture_test.h"

static void copies(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLenum formats[] = {GL_RGBA8,  GL_RGB8,   GL_R8,      GL_RG8,
                                     GL_RGBA16, GL_RGB16F, GL_RGBA32F, GL_SRGB8_ALPHA8};
    GLuint source = texture(gl, GL_TEXTURE_2D), fb, name;

    (void)arg;
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    gl->GenFramebuffers(1, &fb);
    gl->BindFramebuffer(GL_FRAMEBUFFER, fb);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, source, 0);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        name = texture(gl, GL_TEXTURE_2D);
        gl->CopyTexImage2D(GL_TEXTURE_2D, 0, formats[i], 2, 1, 8, 7, 0);
        note_error(t);
        gl->CopyTexSubImage2D(GL_TEXTURE_2D, 0, 1, 2, 9, 9, 4, 3);
        gl->GetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, note_room(t, 8 * 7 * 16));
        note_error(t);
        gl->DeleteTextures(1, &name);
    }
    name = texture(gl, GL_TEXTURE_1D_ARRAY);
    gl->TexImage2D(GL_TEXTURE_1D_ARRAY, 0, GL_RGBA8, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    gl->CopyTexSubImage2D(GL_TEXTURE_1D_ARRAY, 0, 1, 1, 3, 4, 5, 2);
    gl->GetTexImage(GL_TEXTURE_1D_ARRAY, 0, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 8 * 4 * 4));
    note_error(t);
    gl->DeleteTextures(1, &name);
    gl->DeleteTextures(1, &source);
    gl->DeleteFramebuffers(1, &fb);
}

static void clears(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const uint8_t value[4] = {1, 2, 3, 4};
    GLuint name = texture(gl, GL_TEXTURE_2D);

    (void)arg;
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    gl->ClearTexSubImage(name, 0, 2, 3, 0, 5, 6, 1, GL_BGRA, GL_UNSIGNED_BYTE, value);
    note_error(t);
    gl->GetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 1024));
    gl->ClearTexImage(name, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    gl->GetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 1024));
    note_error(t);
    gl->DeleteTextures(1, &name);
}

static void image_copies(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint names[3];

    (void)arg;
    native_fill(pixels, sizeof pixels, 21);
    gl->GenTextures(3, names);
    gl->BindTexture(GL_TEXTURE_1D, names[0]);
    gl->TexStorage1D(GL_TEXTURE_1D, 1, GL_RGB8, 16);
    gl->TexSubImage1D(GL_TEXTURE_1D, 0, 0, 16, GL_RGB, GL_UNSIGNED_BYTE, pixels);
    gl->BindTexture(GL_TEXTURE_1D_ARRAY, names[1]);
    gl->TexStorage2D(GL_TEXTURE_1D_ARRAY, 1, GL_RGB8, 16, 5);
    gl->TexSubImage2D(GL_TEXTURE_1D_ARRAY, 0, 0, 0, 16, 5, GL_RGB, GL_UNSIGNED_BYTE, pixels + 100);
    gl->BindTexture(GL_TEXTURE_2D, names[2]);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 16, 16, 0, GL_RGB, GL_UNSIGNED_BYTE, pixels + 500);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    gl->CopyImageSubData(names[0], GL_TEXTURE_1D, 0, 3, 0, 0, names[1], GL_TEXTURE_1D_ARRAY, 0, 5, 0, 2, 7, 1,
                         1);
    gl->CopyImageSubData(names[1], GL_TEXTURE_1D_ARRAY, 0, 1, 0, 1, names[1], GL_TEXTURE_1D_ARRAY, 0, 0, 0, 3,
                         9, 1, 2);
    gl->CopyImageSubData(names[0], GL_TEXTURE_1D, 0, 2, 0, 0, names[2], GL_TEXTURE_2D, 0, 4, 5, 0, 8, 1, 1);
    note_error(t);
    gl->GetTexImage(GL_TEXTURE_1D_ARRAY, 0, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 16 * 5 * 4));
    gl->GetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 1024));
    gl->CopyImageSubData(4711, GL_TEXTURE_1D, 0, 3, 0, 0, names[1], GL_TEXTURE_1D_ARRAY, 0, 5, 0, 2, 7, 1, 1);
    note_error(t);
    gl->DeleteTextures(3, names);
}

static void views(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint names[3];
    GLint v = -1;

    (void)arg;
    native_fill(pixels, sizeof pixels, 31);
    gl->GenTextures(3, names);
    gl->BindTexture(GL_TEXTURE_2D_ARRAY, names[0]);
    gl->TexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_RGBA8, 8, 8, 4);
    gl->TexSubImage3D(GL_TEXTURE_2D_ARRAY, 1, 0, 0, 0, 4, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    gl->TextureView(names[1], GL_TEXTURE_2D, names[0], GL_SRGB8_ALPHA8, 1, 1, 2, 1);
    note_error(t);
    gl->BindTexture(GL_TEXTURE_2D, names[1]);
    nearest(gl, GL_TEXTURE_2D);
    draw(t, gl, HEAD "uniform sampler2D s;\nvoid main() { c = texture(s, gl_FragCoord.xy / 16.); }\n");
    gl->GetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_VIEW_MIN_LAYER, &v);
    note_int(t, v);
    gl->TexSubImage2D(GL_TEXTURE_2D, 0, 1, 1, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, pixels + 500);
    gl->GetTexImage(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 4 * 4 * 4 * 4));
    gl->TextureView(names[2], GL_TEXTURE_3D, names[0], GL_RGBA8, 0, 1, 0, 1);
    note_error(t);
    gl->DeleteTextures(3, names);
}

static void clear_multisample(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLfloat a[4] = {.25f, .5f, .75f, 1}, b[4] = {1, 0, .5f, .5f};
    GLuint name = texture(gl, GL_TEXTURE_2D_MULTISAMPLE);

    (void)arg;
    gl->TexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 16, 16, GL_TRUE);
    gl->ColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
    gl->ClearTexImage(name, 0, GL_RGBA, GL_FLOAT, a);
    gl->ClearTexSubImage(name, 0, 3, 4, 0, 5, 6, 1, GL_RGBA, GL_FLOAT, b);
    note_error(t);
    gl->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    draw(t, gl,
         HEAD "uniform sampler2DMS s;\nvoid main() { c = texelFetch(s, ivec2(gl_FragCoord.xy), 2); }\n");
    gl->TexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA16F, 8, 8, GL_TRUE); /* specified again */
    gl->ClearTexImage(name, 0, GL_RGBA, GL_FLOAT, b);
    draw(t, gl,
         HEAD "uniform sampler2DMS s;\nvoid main() { c = texelFetch(s, ivec2(gl_FragCoord.xy) / 2, 1); }\n");
    gl->DeleteTextures(1, &name);
}

NATIVE_CASE(test_framebuffer_copies_convert_as_native, copies, NULL)
NATIVE_CASE(test_clear_tex_image_writes_the_region, clears, NULL)
NATIVE_CASE(test_images_are_copied_between_targets, image_copies, NULL)
NATIVE_CASE(test_views_share_their_texels, views, NULL)
NATIVE_CASE(test_multisample_textures_are_cleared_in_part, clear_multisample, NULL)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_framebuffer_copies_convert_as_native),
        cmocka_unit_test(test_clear_tex_image_writes_the_region),
        cmocka_unit_test(test_images_are_copied_between_targets),
        cmocka_unit_test(test_views_share_their_texels),
        cmocka_unit_test(test_multisample_textures_are_cleared_in_part),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
