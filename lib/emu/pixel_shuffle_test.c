/* SPDX-License-Identifier: MIT */
/* Tests of pixel_shuffle.c without a driver: every order of bytes and rows of every short length, in memory
 * whose neighbours may not be touched, beside a loop that is obviously right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/pixel.h"
#include "guard_test.h"

#include <string.h>

enum { PIXELS = 21 };

static void expect(uint8_t *out, const struct emu_convert *c, const uint8_t *in, size_t pixels, uint8_t full)
{
    for (size_t i = 0; i < pixels; i++)
        for (unsigned k = 0; k < c->pixel_dst; k++) {
            unsigned from = c->shuffle[k];
            out[i * c->pixel_dst + k] = from < 4               ? in[i * c->pixel_src + from]
                                        : from == EMU_FROM_ONE ? full
                                                               : 0;
        }
}

static void test_every_order_of_bytes_in_rows_of_every_length(void **state)
{
    static const enum emu_class classes[] = {EMU_UNORM, EMU_SNORM, EMU_UINT, EMU_INT};
    static const uint8_t ones[] = {255, 127, 1, 1};
    uint8_t expected[PIXELS * 4], *in_end = guard_alloc(PIXELS * 4) + PIXELS * 4,
                                  *out_end = guard_alloc(PIXELS * 4) + PIXELS * 4;

    (void)state;
    for (unsigned i = 0; i < PIXELS * 4; i++)
        in_end[-1 - (int)i] = (uint8_t)(i * 37 + 11);
    for (unsigned order = 0; order < 6 * 6 * 6 * 6; order++)
        for (uint8_t bytes_in = 1; bytes_in <= 4; bytes_in++)
            for (uint8_t bytes_out = 1; bytes_out <= 4; bytes_out++) {
                struct emu_convert c = {.pixel_src = bytes_in, .pixel_dst = bytes_out};
                bool possible = true;

                c.dst.cls[0] = classes[order % 4];
                for (unsigned k = 0, rest = order; k < 4; k++, rest /= 6) {
                    c.shuffle[k] = (uint8_t)(rest % 6 < 4 ? rest % 6 : EMU_FROM_ZERO + rest % 6 - 4);
                    possible = possible && (k >= bytes_out || c.shuffle[k] > 4 || c.shuffle[k] < bytes_in);
                }
                for (size_t pixels = 0; possible && pixels <= PIXELS; pixels++) {
                    const uint8_t *in = in_end - pixels * bytes_in;
                    uint8_t *out = out_end - pixels * bytes_out;

                    memset(out_end - PIXELS * 4, 0xa5, PIXELS * 4);
                    expect(expected, &c, in, pixels, ones[order % 4]);
                    emu_shuffle_row(&c, out, in, pixels);
                    assert_memory_equal(out, expected, pixels * bytes_out);
                    for (const uint8_t *p = out_end - PIXELS * 4; p < out; p++)
                        assert_int_equal(*p, 0xa5);
                }
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_order_of_bytes_in_rows_of_every_length),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
