/* SPDX-License-Identifier: MIT */
/* Tests of reading compressed images back, as native desktop GL does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

/* 18 x 10 texels are 5 x 3 blocks. */
enum { W = 18, H = 10, BLOCKS = 15, LAYERS = 3 };

struct kind {
    GLenum format;
    GLsizei block;
};

static const struct kind kinds[] = {{GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 8},
                                    {GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 16},
                                    {GL_COMPRESSED_RGBA_BPTC_UNORM, 16}};

static GLuint make(const struct gl_table *gl, GLenum target, const struct kind *k, GLsizei layers)
{
    uint8_t bytes[6 * BLOCKS * 16];
    GLuint name;

    native_fill(bytes, sizeof bytes, 7);
    gl->GenTextures(1, &name);
    gl->BindTexture(target, name);
    for (GLsizei i = 0; target == GL_TEXTURE_CUBE_MAP && i < layers; i++)
        gl->CompressedTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)i, 0, k->format, W, W, 0,
                                 25 * k->block, bytes + i);
    if (target == GL_TEXTURE_2D)
        gl->CompressedTexImage2D(target, 0, k->format, W, H, 0, BLOCKS * k->block, bytes);
    if (target == GL_TEXTURE_2D_ARRAY)
        gl->CompressedTexImage3D(target, 0, k->format, W, H, layers, 0, layers * BLOCKS * k->block, bytes);
    return name;
}

static void image_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct kind *k = arg;
    GLsizei size = LAYERS * BLOCKS * k->block;
    GLuint names[3] = {make(gl, GL_TEXTURE_2D, k, 1), make(gl, GL_TEXTURE_2D_ARRAY, k, LAYERS),
                       make(gl, GL_TEXTURE_CUBE_MAP, k, 6)};

    gl->PixelStorei(GL_PACK_ROW_LENGTH, 3); /* of no concern to blocks */
    gl->GetCompressedTexImage(GL_TEXTURE_2D, 0, note_room(t, 300));
    gl->GetCompressedTexImage(GL_TEXTURE_2D_ARRAY, 0, note_room(t, (size_t)size));
    gl->GetCompressedTexImage(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, note_room(t, 400));
    gl->GetCompressedTextureImage(names[2], 0, 2400, note_room(t, 2400));
    note_error(t);
    gl->GetCompressedTextureSubImage(names[0], 0, 4, 4, 0, 14, 4, 1, 300, note_room(t, 300));
    gl->GetCompressedTextureSubImage(names[1], 0, 0, 8, 1, 8, 2, 2, 300, note_room(t, 300));
    gl->GetCompressedTextureSubImage(names[2], 0, 8, 0, 3, 4, 4, 2, 300, note_room(t, 300));
    note_error(t);
    gl->PixelStorei(GL_PACK_ROW_LENGTH, 0);
    gl->DeleteTextures(3, names);
}

static void test_blocks_come_back_as_they_were_given(void **state)
{
    NATIVE_TEST(t, true);

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        native_compare(t, image_scene, &kinds[i], "blocks");
    assert_int_equal(t->gaps.count, 0);
    native_test_finish(t);
}

static void buffer_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint texture = make(gl, GL_TEXTURE_2D, arg, 1), buffer;

    gl->GenBuffers(1, &buffer);
    gl->BindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    gl->BufferData(GL_PIXEL_PACK_BUFFER, 400, NULL, GL_STREAM_READ);
    gl->ClearBufferData(GL_PIXEL_PACK_BUFFER, GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, "\x5a");
    gl->GetCompressedTexImage(GL_TEXTURE_2D, 0, (void *)16);
    gl->GetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, 400, note_room(t, 400));
    note_error(t);
    gl->GetCompressedTexImage(GL_TEXTURE_2D, 0, (void *)384);
    note_error(t);
    gl->BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    gl->DeleteBuffers(1, &buffer);
    gl->DeleteTextures(1, &texture);
}

static void test_blocks_go_to_pack_buffers(void **state)
{
    NATIVE_TEST(t, true);
    native_compare(t, buffer_scene, &kinds[1], "buffer");
    native_test_finish(t);
}

static void error_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint names[2] = {make(gl, GL_TEXTURE_2D, arg, 1)};
    uint8_t bytes[300];

    gl->GetCompressedTexImage(GL_TEXTURE_2D, 1, bytes);
    note_error(t);
    gl->GetCompressedTexImage(GL_TEXTURE_2D, -1, bytes);
    note_error(t);
    gl->GetCompressedTexImage(GL_TEXTURE_CUBE_MAP, 0, bytes);
    note_error(t);
    gl->GetCompressedTextureSubImage(names[0], 0, 2, 0, 0, 4, 4, 1, 300, bytes);
    note_error(t);
    gl->GetCompressedTextureSubImage(names[0], 0, 0, 0, 0, 6, 4, 1, 300, bytes);
    note_error(t);
    gl->GetCompressedTextureSubImage(names[0], 0, 16, 0, 0, 4, 4, 1, 300, bytes);
    note_error(t);
    gl->GetCompressedTextureImage(4711, 0, 300, bytes);
    note_error(t);
    gl->GenTextures(1, &names[1]);
    gl->BindTexture(GL_TEXTURE_2D, names[1]);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    gl->GetCompressedTexImage(GL_TEXTURE_2D, 0, bytes);
    note_error(t);
    gl->DeleteTextures(2, names);
}

static void test_reading_blocks_raises_the_errors_of_gl(void **state)
{
    NATIVE_TEST(t, true);
    native_compare(t, error_scene, &kinds[1], "errors");
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_come_back_as_they_were_given),
        cmocka_unit_test(test_blocks_go_to_pack_buffers),
        cmocka_unit_test(test_reading_blocks_raises_the_errors_of_gl),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
