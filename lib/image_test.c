/* SPDX-License-Identifier: MIT */
/* Tests of images and of PNG, also cut and broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "image.h"

static char folder[32], path[64];

static int setup(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/retrace-image-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/a.png", folder);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void test_image_comes_back_from_png_byte_for_byte(void **state)
{
    enum { W = 37, H = 19 };
    uint8_t out[W * H * 4], *back;
    int width = 0, height = 0;

    (void)state;
    /* Every alpha from 0 to 255: nothing may be premultiplied on the way. */
    for (int i = 0; i < W * H * 4; i++)
        out[i] = (uint8_t)(i * 7 + i / 256);
    assert_true(image_write_png(path, out, W, H));
    back = image_read_png(path, &width, &height);
    assert_non_null(back);
    assert_int_equal(width, W);
    assert_int_equal(height, H);
    assert_memory_equal(back, out, sizeof out);
    free(back);
}

static void test_image_reads_grey_png_as_rgba(void **state)
{
    static const uint8_t grey[] = {0, 10, 200, 255};
    static const uint8_t expected[] = {0, 0, 0, 255, 10, 10, 10, 255, 200, 200, 200, 255, 255, 255, 255, 255};
    png_image image = {.version = PNG_IMAGE_VERSION, .width = 2, .height = 2, .format = PNG_FORMAT_GRAY};
    int width, height;
    uint8_t *back;

    (void)state;
    assert_true(png_image_write_to_file(&image, path, 0, grey, 0, NULL));
    back = image_read_png(path, &width, &height);
    assert_non_null(back);
    assert_int_equal(width, 2);
    assert_int_equal(height, 2);
    assert_memory_equal(back, expected, sizeof expected);
    free(back);
}

/* A round trip cannot tell channels swapped both ways. */
static void test_image_channels_are_red_green_blue_alpha(void **state)
{
    static const uint8_t rgba[4] = {10, 20, 30, 40};
    png_image image = {.version = PNG_IMAGE_VERSION};
    uint8_t abgr[4];

    (void)state;
    assert_true(image_write_png(path, rgba, 1, 1));
    assert_true(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_ABGR;
    assert_true(png_image_finish_read(&image, NULL, abgr, 0, NULL));
    for (int i = 0; i < 4; i++)
        assert_int_equal(abgr[3 - i], rgba[i]);
}

static void test_image_that_cannot_be_written_leaves_no_file(void **state)
{
    static const uint8_t rgba[4];

    (void)state;
    assert_false(image_write_png("/dev/null/a.png", rgba, 1, 1));
    assert_false(image_write_png(path, rgba, 0, 0));
    assert_int_not_equal(access(path, F_OK), 0);
}

static void test_image_that_is_missing_or_no_png_is_null(void **state)
{
    static const char junk[] = "not a picture, by any means";
    int width, height;
    FILE *file;

    (void)state;
    assert_null(image_read_png(path, &width, &height));
    file = fopen(path, "wb");
    assert_non_null(file);
    fwrite(junk, 1, sizeof junk, file);
    fclose(file);
    assert_null(image_read_png(path, &width, &height));
}

static void test_image_cut_in_its_data_is_null(void **state)
{
    uint8_t *rgba = malloc(64 * 64 * 4);
    struct stat st;
    int width, height;

    (void)state;
    assert_non_null(rgba);
    for (uint32_t i = 0, noise = 1; i < 64 * 64 * 4; i++) {
        noise = noise * 1664525u + 1013904223u;
        rgba[i] = (uint8_t)(noise >> 24);
    }
    assert_true(image_write_png(path, rgba, 64, 64));
    free(rgba);
    assert_int_equal(stat(path, &st), 0);
    assert_true(st.st_size > 10000);
    assert_int_equal(truncate(path, st.st_size / 2), 0);
    assert_null(image_read_png(path, &width, &height));
}

static void test_image_is_blank_only_when_every_pixel_is_the_same(void **state)
{
    uint8_t rgba[5 * 4 * 4];

    (void)state;
    for (size_t i = 0; i < sizeof rgba; i++)
        rgba[i] = (uint8_t)(10 * (i % 4));
    assert_true(image_is_blank(rgba, 5, 4));
    for (size_t i = 0; i < sizeof rgba; i++) {
        rgba[i] ^= 1;
        assert_false(image_is_blank(rgba, 5, 4));
        rgba[i] ^= 1;
    }
    assert_true(image_is_blank(rgba, 1, 1));
}

static void test_image_difference_counts_and_shows_what_differs(void **state)
{
    /* Equal; red by 1; blue by 255; alpha alone. */
    static const uint8_t a[] = {9, 9, 9, 9, 5, 5, 5, 5, 0, 0, 255, 255, 1, 2, 3, 4};
    static const uint8_t b[] = {9, 9, 9, 9, 6, 5, 5, 5, 0, 0, 0, 255, 1, 2, 3, 5};
    uint8_t out[sizeof a], swapped[sizeof a];

    (void)state;
    memset(out, 0x99, sizeof out);
    assert_int_equal(image_difference(a, b, 4, 1, out), 3);
    for (int i = 0; i < 4; i++)
        assert_int_equal(out[i * 4 + 3], 255);
    assert_memory_equal(out, "\0\0\0", 3);
    assert_true(out[4] >= 64);
    assert_int_equal(out[5] | out[6], out[5] & out[6]);
    assert_int_equal(out[10], 255);
    assert_true(out[12] && out[12] == out[13] && out[13] == out[14]);
    assert_int_equal(image_difference(b, a, 2, 2, swapped), 3);
    assert_memory_equal(swapped, out, sizeof out);
    assert_int_equal(image_difference(a, a, 4, 1, out), 0);
}

int main(void)
{
#define FILE_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        FILE_TEST(test_image_comes_back_from_png_byte_for_byte),
        FILE_TEST(test_image_reads_grey_png_as_rgba),
        FILE_TEST(test_image_channels_are_red_green_blue_alpha),
        FILE_TEST(test_image_that_cannot_be_written_leaves_no_file),
        FILE_TEST(test_image_that_is_missing_or_no_png_is_null),
        FILE_TEST(test_image_cut_in_its_data_is_null),
        cmocka_unit_test(test_image_is_blank_only_when_every_pixel_is_the_same),
        cmocka_unit_test(test_image_difference_counts_and_shows_what_differs),
    };
#undef FILE_TEST

    return cmocka_run_group_tests(tests, NULL, NULL);
}
