/* SPDX-License-Identifier: MIT */
/* Tests of the map from captured names to those of here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "player_map.h"

static void test_empty_map_has_nothing(void **state)
{
    struct player_map map = {0};

    (void)state;
    assert_int_equal(player_map_get(&map, 0), 0);
    assert_int_equal(player_map_get(&map, UINT64_MAX), 0);
    player_map_finish(&map);
}

/* Keys on both sides of the limit of the dense part, each many times over what a first table holds. */
static void test_small_and_large_keys_are_found(void **state)
{
    static const uint64_t bases[] = {0, (1 << 20) - 1000, 0x7f0000000000, UINT64_MAX - 5000};
    struct player_map map = {0};

    (void)state;
    for (size_t b = 0; b < 4; b++)
        for (uint64_t i = 0; i < 5000; i++)
            assert_true(player_map_set(&map, bases[b] + i, (uintptr_t)(b * 5000 + i + 1)));
    for (size_t b = 0; b < 4; b++)
        for (uint64_t i = 0; i < 5000; i++)
            if (b != 0 || bases[b] + i < bases[1])
                assert_int_equal(player_map_get(&map, bases[b] + i), b * 5000 + i + 1);
    player_map_finish(&map);
}

static void test_removed_key_is_gone_and_can_come_back(void **state)
{
    struct player_map map = {0};

    (void)state;
    for (uint64_t round = 1; round < 20000; round++) {
        uint64_t key = 0x7f0000000000 + round % 7 * 4096;
        assert_true(player_map_set(&map, key, (uintptr_t)round));
        assert_int_equal(player_map_get(&map, key), round);
        assert_true(player_map_set(&map, key, 0));
        assert_int_equal(player_map_get(&map, key), 0);
    }
    assert_true(map.slots <= 64);
    player_map_finish(&map);
}

static void sum(uint64_t key, uintptr_t value, void *priv)
{
    *(uint64_t *)priv += key * 1000 + value;
}

static void test_each_visits_every_pair_once(void **state)
{
    struct player_map map = {0};
    uint64_t total = 0;

    (void)state;
    player_map_set(&map, 1, 2);
    player_map_set(&map, 3, 4);
    player_map_set(&map, 5000000, 6);
    player_map_set(&map, 3, 0);
    player_map_each(&map, sum, &total);
    assert_int_equal(total, 1000 + 2 + 5000000000 + 6);
    player_map_finish(&map);
}

/* Names that a program counts up are found in the array, whichever of them came first. */
static void test_key_that_the_array_comes_to_cover_is_found_in_any_order(void **state)
{
    struct player_map map = {0};

    (void)state;
    for (uint64_t key = 3000; key > 0; key--)
        assert_true(player_map_set(&map, key, (uintptr_t)key + 7));
    for (uint64_t key = 3000; key > 0; key--)
        assert_int_equal(player_map_get(&map, key), key + 7);
    assert_true(player_map_set(&map, 2999, 0));
    assert_int_equal(player_map_get(&map, 2999), 0);
    assert_int_equal(map.live, 2999);
    assert_true(map.dense_count > 2048);
    player_map_finish(&map);
}

/* A trace chooses its names: one large number must not cost an array up to there. */
static void test_pair_costs_the_same_whatever_its_key(void **state)
{
    (void)state;
    for (uint64_t step = 1; step < 1 << 22; step *= 3) {
        struct player_account account = {0};
        struct player_map map = {.account = &account};

        for (uint64_t i = 1; i <= 1000; i++)
            assert_true(player_map_set(&map, i * step, 1));
        assert_true(account.used > 0);
        assert_true(account.used <= 1000 * 128 + 64 * sizeof(uintptr_t));
        player_map_finish(&map);
        assert_int_equal(account.used, 0);
    }
}

static void test_map_does_not_outgrow_its_account(void **state)
{
    struct player_account account = {.limit = 100000};
    struct player_map map = {.account = &account};
    uint64_t count = 0;

    (void)state;
    while (count < 100000 && player_map_set(&map, 1000000007 * (count + 1), 5))
        count++;
    assert_true(count > 500 && count < 100000);
    assert_true(account.used <= account.limit);
    for (uint64_t i = 1; i <= count; i++)
        assert_int_equal(player_map_get(&map, 1000000007 * i), 5);
    assert_int_equal(player_map_get(&map, 1000000007 * (count + 1)), 0);
    player_map_finish(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_key_that_the_array_comes_to_cover_is_found_in_any_order),
        cmocka_unit_test(test_pair_costs_the_same_whatever_its_key),
        cmocka_unit_test(test_map_does_not_outgrow_its_account),
        cmocka_unit_test(test_empty_map_has_nothing),
        cmocka_unit_test(test_small_and_large_keys_are_found),
        cmocka_unit_test(test_removed_key_is_gone_and_can_come_back),
        cmocka_unit_test(test_each_visits_every_pair_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
