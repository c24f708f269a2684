/* SPDX-License-Identifier: MIT */
/* Tests of the table of object names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/names.h"

static void test_names_start_at_one_and_are_reserved(void **state)
{
    struct emu_names names = {0};
    uint32_t out[3];

    (void)state;
    assert_true(emu_names_gen(&names, 3, out));
    assert_int_equal(out[0], 1);
    assert_int_equal(out[2], 3);
    assert_null(emu_names_get(&names, 2));
    assert_true(emu_names_is_reserved(&names, 2));
    assert_false(emu_names_is_reserved(&names, 4));
    emu_names_finish(&names);
}

static void test_removed_name_is_given_out_again(void **state)
{
    struct emu_names names = {0};
    uint32_t out[4];
    int object;

    (void)state;
    emu_names_gen(&names, 3, out);
    assert_true(emu_names_set(&names, 2, &object));
    assert_ptr_equal(emu_names_get(&names, 2), &object);
    emu_names_remove(&names, 2);
    assert_null(emu_names_get(&names, 2));
    emu_names_gen(&names, 2, out);
    assert_int_equal(out[0], 2);
    assert_int_equal(out[1], 4);
    emu_names_finish(&names);
}

static void test_name_zero_is_never_in_use(void **state)
{
    struct emu_names names = {0};
    int object;

    (void)state;
    assert_false(emu_names_set(&names, 0, &object));
    assert_null(emu_names_get(&names, 0));
    emu_names_finish(&names);
}

static void count_object(void *object, void *priv)
{
    (void)object;
    ++*(int *)priv;
}

static void test_large_names_are_found_after_growth_and_removal(void **state)
{
    struct emu_names names = {0};
    static int objects[1000];
    int seen = 0;

    (void)state;
    for (uint32_t i = 0; i < 1000; i++)
        assert_true(emu_names_set(&names, 0x80000000u + i * 64, &objects[i]));
    for (uint32_t i = 0; i < 1000; i += 2)
        emu_names_remove(&names, 0x80000000u + i * 64);
    for (uint32_t i = 0; i < 1000; i++)
        assert_ptr_equal(emu_names_get(&names, 0x80000000u + i * 64), i % 2 ? &objects[i] : NULL);
    emu_names_each(&names, count_object, &seen);
    assert_int_equal(seen, 500);
    emu_names_finish(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_start_at_one_and_are_reserved),
        cmocka_unit_test(test_removed_name_is_given_out_again),
        cmocka_unit_test(test_name_zero_is_never_in_use),
        cmocka_unit_test(test_large_names_are_found_after_growth_and_removal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
