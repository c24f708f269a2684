/* SPDX-License-Identifier: MIT */
/* Tests of how many bytes an image in client memory has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "player_test.h"

#include "retrace/pixel_bounds.h"

static const uint8_t pixels[4096];

static uint64_t bytes_of(const struct pixel_store *s, unsigned dims, GLenum format, GLenum type, int w, int h,
                         int d)
{
    uint64_t bytes = 0;

    assert_true(pixel_bounds_image(s, dims, format, type, w, h, d, &bytes));
    return bytes;
}

static void test_last_row_is_not_padded(void **state)
{
    const struct pixel_store four = {.alignment = 4}, one = {.alignment = 1};

    (void)state;
    assert_int_equal(bytes_of(&four, 2, GL_RGB, GL_UNSIGNED_BYTE, 3, 2, 1), 12 + 9);
    assert_int_equal(bytes_of(&one, 2, GL_RGB, GL_UNSIGNED_BYTE, 3, 2, 1), 18);
    assert_int_equal(bytes_of(&four, 2, GL_RGBA, GL_FLOAT, 3, 2, 1), 96);
    assert_int_equal(bytes_of(&four, 2, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 3, 2, 1), 8 + 6);
    assert_int_equal(bytes_of(&four, 2, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, 3, 1, 1), 24);
}

static void test_skips_and_row_length_count(void **state)
{
    const struct pixel_store s = {.alignment = 4,
                                  .row_length = 10,
                                  .skip_pixels = 2,
                                  .skip_rows = 3,
                                  .skip_images = 1,
                                  .image_height = 7};

    (void)state;
    assert_int_equal(bytes_of(&s, 2, GL_RED, GL_UNSIGNED_BYTE, 4, 5, 1), 7 * 12 + 6);
    assert_int_equal(bytes_of(&s, 3, GL_RED, GL_UNSIGNED_BYTE, 4, 5, 2), 2 * 7 * 12 + 7 * 12 + 6);
}

static void test_bitmaps_are_bits(void **state)
{
    const struct pixel_store four = {.alignment = 4}, one = {.alignment = 1, .skip_pixels = 6};

    (void)state;
    assert_int_equal(bytes_of(&four, 2, GL_COLOR_INDEX, GL_BITMAP, 32, 32, 1), 128);
    assert_int_equal(bytes_of(&one, 2, GL_COLOR_INDEX, GL_BITMAP, 3, 2, 1), 1 + 2);
}

static void test_empty_and_unknown_images(void **state)
{
    const struct pixel_store s = {.alignment = 4, .skip_rows = 100};
    uint64_t bytes = 1;

    (void)state;
    assert_int_equal(bytes_of(&s, 2, GL_RED, GL_UNSIGNED_BYTE, 0, 5, 1), 0);
    assert_false(pixel_bounds_image(&s, 2, GL_RED, 0x1234, 1, 1, 1, &bytes));
    assert_false(pixel_bounds_image(&s, 2, 0x1234, GL_FLOAT, 1, 1, 1, &bytes));
}

static void test_size_beyond_counting_is_no_size(void **state)
{
    const struct pixel_store s = {.alignment = 4, .row_length = INT32_MAX, .image_height = INT32_MAX};
    uint64_t bytes;

    (void)state;
    assert_false(pixel_bounds_image(&s, 3, GL_RGBA, GL_FLOAT, INT32_MAX, INT32_MAX, INT32_MAX, &bytes));
}

static void test_compressed_image_with_block_state(void **state)
{
    const struct pixel_store plain = {.row_length = 16},
                             blocks = {
                                 .row_length = 16, .block_width = 4, .block_height = 4, .block_size = 8};
    uint64_t bytes;

    (void)state;
    assert_true(pixel_bounds_compressed(&plain, 2, 8, 8, 1, 32, &bytes));
    assert_int_equal(bytes, 32);
    assert_true(pixel_bounds_compressed(&blocks, 2, 8, 8, 1, 32, &bytes));
    assert_int_equal(bytes, 32 + 16);
}

static void upload(const char *kind, int size)
{
    if (*kind == 'b')
        add("glTexImage2D(target,level,internalformat,width,height,border,format,type,pixels)", "iiiiiiiib",
            GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels, size);
    else if (*kind == 'n')
        add("glTexImage2D(target,level,internalformat,width,height,border,format,type,pixels)", "iiiiiiiin",
            GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE);
    else
        add("glTexImage2D(target,level,internalformat,width,height,border,format,type,pixels)", "iiiiiiiip",
            GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, ADDRESS(size));
}

static void test_pixels_shorter_than_the_unpack_state_reads_are_refused(void **state)
{
    (void)state;
    add_context();
    upload("b", 64);
    upload("b", 63);
    play();
    assert_called("TexImage2D de1 0 4x4 1908 1401 data\n");
    assert_gap("glTexImage2D", "pixels shorter than the unpack state reads", 1);
}

static void test_row_length_of_the_driver_is_what_counts(void **state)
{
    (void)state;
    fake.unpack_row_length = 8;
    add_context();
    upload("b", 64);
    play();
    assert_gap("glTexImage2D", "pixels shorter than the unpack state reads", 1);
    assert_not_called("TexImage2D");
}

static void test_pixels_are_an_offset_with_an_unpack_buffer(void **state)
{
    (void)state;
    add_context();
    upload("n", 0);
    upload("p", 4096);
    add("glGenBuffers(n,buffers)", "i>1I", 1, 1, 1);
    add("glBindBuffer(target,buffer)", "ii", GL_PIXEL_UNPACK_BUFFER, 1);
    upload("p", 4096);
    upload("b", 64);
    play();
    assert_called("TexImage2D de1 0 4x4 1908 1401 null\nGenBuffers 1\nBindBuffer 88ec 101\nTexImage2D de1 0 "
                  "4x4 1908 1401 data\n");
    assert_gap("glTexImage2D", "client memory was not captured", 1);
    assert_gap("glTexImage2D", "client pixels with an unpack buffer bound", 1);
}

static void test_compressed_sub_image_with_block_state_is_bounded(void **state)
{
    (void)state;
    fake.compressed_block = 4;
    fake.unpack_row_length = 16;
    add_context();
    for (int size = 47; size <= 48; size++)
        add("glCompressedTexSubImage2D(target,level,xoffset,yoffset,width,height,format,imageSize,data)",
            "iiiiiiiib", GL_TEXTURE_2D, 0, 0, 0, 8, 8, 0x83F1, 32, pixels, size);
    play();
    assert_gap("glCompressedTexSubImage2D", "pixels shorter than the unpack state reads", 1);
    assert_called("CompressedTexSubImage2D de1 0 8x8 32 data\n");
}

static void test_images_are_read_into_buffers_only(void **state)
{
    static const char read[] = "glGetCompressedTextureSubImage(texture,level,xoffset,yoffset,zoffset,width,"
                               "height,depth,bufSize,pixels)";

    (void)state;
    add_context();
    add("glCreateTextures(target,n,textures)", "ii>1I", GL_TEXTURE_2D, 1, 1, 7);
    add(read, "iiiiiiiiip", 7, 0, 4, 4, 0, 8, 4, 1, 64, 4096);
    add("glGenBuffers(n,buffers)", "i>1I", 1, 1, 1);
    add("glBindBuffer(target,buffer)", "ii", GL_PIXEL_PACK_BUFFER, 1);
    add(read, "iiiiiiiiip", 7, 0, 4, 4, 0, 8, 4, 1, 64, 32);
    play();
    assert_called("GetCompressedTextureSubImage");
    assert_called(" 8x4x1 64 0x20\n");
    assert_not_called("0x1000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_last_row_is_not_padded),
        cmocka_unit_test(test_skips_and_row_length_count),
        cmocka_unit_test(test_bitmaps_are_bits),
        cmocka_unit_test(test_empty_and_unknown_images),
        cmocka_unit_test(test_size_beyond_counting_is_no_size),
        cmocka_unit_test(test_compressed_image_with_block_state),
        PLAYER_TEST(test_pixels_shorter_than_the_unpack_state_reads_are_refused),
        PLAYER_TEST(test_row_length_of_the_driver_is_what_counts),
        PLAYER_TEST(test_pixels_are_an_offset_with_an_unpack_buffer),
        PLAYER_TEST(test_compressed_sub_image_with_block_state_is_bounded),
        PLAYER_TEST(test_images_are_read_into_buffers_only),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
