/* SPDX-License-Identifier: MIT */
/* Tests of pixel numbers and rows, without a driver. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/pixel.h"

#include <math.h>
#include <string.h>

static void test_halves_survive_a_round_trip(void **state)
{
    (void)state;
    for (uint32_t h = 0; h < 0x10000; h++) {
        if ((h & 0x7c00) == 0x7c00 && h & 0x3ff)
            assert_true(isnan(emu_half_to_float((uint16_t)h)));
        else
            assert_int_equal(emu_float_to_half(emu_half_to_float((uint16_t)h)), h);
    }
}

static void test_halves_round_to_even_overflow_and_underflow(void **state)
{
    (void)state;
    assert_int_equal(emu_float_to_half(1.0f + 0x1p-11f), 0x3c00);     /* a tie, to even */
    assert_int_equal(emu_float_to_half(1.0f + 3 * 0x1p-11f), 0x3c02); /* a tie, to even */
    assert_int_equal(emu_float_to_half_zero(1.0f + 3 * 0x1p-11f), 0x3c01);
    assert_int_equal(emu_float_to_half(65519.0f), 0x7bff);
    assert_int_equal(emu_float_to_half(65520.0f), 0x7c00);
    assert_int_equal(emu_float_to_half(-0x1p-24f), 0x8001);
    assert_int_equal(emu_float_to_half(0x1p-26f), 0);
}

static void test_small_floats_survive_a_round_trip(void **state)
{
    float rgb[3];

    (void)state;
    for (uint32_t v = 0; v < 0x7c0; v++) { /* every finite 11-bit value, and its nearest 10-bit one */
        uint32_t packed = v | v << 11 | v >> 1 << 22;
        emu_11f_11f_10f_to_float(packed, rgb);
        assert_int_equal(emu_float_to_11f_11f_10f(rgb), packed);
    }
    assert_int_equal(emu_float_to_11f_11f_10f((float[3]){-1, 1e9f, 0}), 0x7bf << 11);
}

static void test_shared_exponents_keep_the_largest_component(void **state)
{
    static const float in[][3] = {
        {1, .5f, .25f}, {65408, 0, 0}, {0, 0, 0}, {3, 3, 3}, {0x1p-20f, 0, 0x1p-18f}};
    float out[3];

    (void)state;
    for (size_t i = 0; i < sizeof in / sizeof *in; i++) {
        emu_9_9_9_e5_to_float(emu_float_to_9_9_9_e5(in[i]), out);
        for (int k = 0; k < 3; k++)
            assert_float_equal(out[k], in[i][k], in[i][k] / 256);
    }
    emu_9_9_9_e5_to_float(emu_float_to_9_9_9_e5((float[3]){1e9f, -5, NAN}), out);
    assert_float_equal(out[0], 65408, 0);
    assert_float_equal(out[1], 0, 0);
    assert_float_equal(out[2], 0, 0);
}

static void test_normalised_integers_widen_and_narrow_exactly(void **state)
{
    (void)state;
    for (uint32_t v = 0; v < 256; v++) {
        assert_int_equal(emu_component_convert(v, EMU_UNORM, 8, EMU_UNORM, 16), v * 257);
        assert_int_equal(emu_component_convert(v * 257, EMU_UNORM, 16, EMU_UNORM, 8), v);
        float f = emu_component_float(v, EMU_UNORM, 8);
        assert_int_equal(emu_component_from_float(f, EMU_UNORM, 8), v);
    }
    assert_int_equal(emu_component_convert(31, EMU_UNORM, 5, EMU_UNORM, 8), 255);
    assert_int_equal(emu_component_convert(3, EMU_UNORM, 5, EMU_UNORM, 8), 24);
    assert_int_equal(emu_component_convert(0x80, EMU_SNORM, 8, EMU_UNORM, 8), 0);
    assert_int_equal(emu_component_convert(300, EMU_UINT, 32, EMU_UINT, 8), 255);
    assert_int_equal(emu_component_convert((uint32_t)-5, EMU_INT, 32, EMU_UINT, 8), 0);
    assert_int_equal(emu_component_from_float(NAN, EMU_UNORM, 8), 0);
}

static void convert(GLenum from, GLenum from_type, GLenum to, GLenum to_type, bool swap, const void *src,
                    void *dst)
{
    struct emu_convert c = {.swap_src = swap};
    struct emu_layout a, b;

    assert_int_equal(emu_layout_get(from, from_type, &a), GL_NO_ERROR);
    assert_int_equal(emu_layout_get(to, to_type, &b), GL_NO_ERROR);
    emu_convert_init(&c, &a, &b, GL_RGBA, true, false);
    emu_convert_row(&c, dst, src, 2);
}

static void test_rows_are_shuffled_widened_and_swapped(void **state)
{
    static const uint8_t bgra[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint8_t out[16];

    (void)state;
    convert(GL_BGRA, GL_UNSIGNED_BYTE, GL_RGBA, GL_UNSIGNED_BYTE, false, bgra, out);
    assert_memory_equal(out, ((uint8_t[]){3, 2, 1, 4, 7, 6, 5, 8}), 8);
    convert(GL_RGB, GL_UNSIGNED_BYTE, GL_RGBA, GL_UNSIGNED_BYTE, false, bgra, out);
    assert_memory_equal(out, ((uint8_t[]){1, 2, 3, 255, 4, 5, 6, 255}), 8);
    convert(GL_RGBA, GL_UNSIGNED_INT_8_8_8_8, GL_RGBA, GL_UNSIGNED_BYTE, false, bgra, out);
    assert_memory_equal(out, ((uint8_t[]){4, 3, 2, 1, 8, 7, 6, 5}), 8);
    convert(GL_RG, GL_UNSIGNED_SHORT, GL_RG, GL_UNSIGNED_SHORT, true, bgra, out);
    assert_memory_equal(out, ((uint8_t[]){2, 1, 4, 3, 6, 5, 8, 7}), 8);
    convert(GL_RED, GL_UNSIGNED_BYTE, GL_RGBA, GL_UNSIGNED_BYTE, false, bgra, out);
    assert_memory_equal(out, ((uint8_t[]){1, 0, 0, 255, 2, 0, 0, 255}), 8);
}

static void test_pairs_that_gl_forbids_have_their_errors(void **state)
{
    (void)state;
    assert_int_equal(emu_layout_get(GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, NULL), GL_INVALID_OPERATION);
    assert_int_equal(emu_layout_get(GL_RGB, GL_UNSIGNED_INT_8_8_8_8, NULL), GL_INVALID_OPERATION);
    assert_int_equal(emu_layout_get(GL_RGBA_INTEGER, GL_FLOAT, NULL), GL_INVALID_OPERATION);
    assert_int_equal(emu_layout_get(GL_DEPTH_STENCIL, GL_UNSIGNED_BYTE, NULL), GL_INVALID_ENUM);
    assert_int_equal(emu_layout_get(GL_TEXTURE_2D, GL_UNSIGNED_BYTE, NULL), GL_INVALID_ENUM);
    assert_int_equal(emu_layout_get(GL_BGR, GL_UNSIGNED_BYTE, NULL), GL_NO_ERROR);
}

static void test_spans_that_overflow_are_refused(void **state)
{
    struct emu_pixelstore s = {.alignment = 4};
    struct emu_layout l;
    struct emu_span span;

    (void)state;
    assert_int_equal(emu_layout_get(GL_RGB, GL_UNSIGNED_BYTE, &l), GL_NO_ERROR);
    assert_true(emu_span_get(&s, &l, 2, 5, 3, 1, &span));
    assert_int_equal(span.row, 16);
    assert_int_equal(span.end, 2 * 16 + 15); /* the last row is not padded */
    s.row_length = s.image_height = s.skip_images = INT32_MAX;
    assert_false(emu_span_get(&s, &l, 3, INT32_MAX, INT32_MAX, INT32_MAX, &span));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_halves_survive_a_round_trip),
        cmocka_unit_test(test_halves_round_to_even_overflow_and_underflow),
        cmocka_unit_test(test_small_floats_survive_a_round_trip),
        cmocka_unit_test(test_shared_exponents_keep_the_largest_component),
        cmocka_unit_test(test_normalised_integers_widen_and_narrow_exactly),
        cmocka_unit_test(test_rows_are_shuffled_widened_and_swapped),
        cmocka_unit_test(test_pairs_that_gl_forbids_have_their_errors),
        cmocka_unit_test(test_spans_that_overflow_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
