/* SPDX-License-Identifier: MIT */
/* Tests of what is kept of an arm's log, taken from records as a journal has them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "retrace/arm.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 256 << 10 };

static void take_log(struct arm *arm, const char *log)
{
    json_t *record = json_pack("{s:[], s:[], s:s}", "lines", "announced", "log", log);

    assert_non_null(record);
    arm_take(arm, record);
    json_decref(record);
}

static void assert_log(const struct arm *arm, const char *wanted)
{
    json_t *log = arm_log_json(arm, 0);

    assert_string_equal(json_string_value(log), wanted);
    json_decref(log);
}

static void test_a_log_is_kept_line_by_line_as_it_grows(void **state)
{
    struct arm arm = {0};
    char wanted[64 * 100 + 1], line[65];

    (void)state;
    wanted[0] = 0;
    for (int i = 0; i < 100; i++) {
        memset(line, 'a' + i % 26, 63);
        strcpy(line + 63, "\n");
        strcat(wanted, line);
        take_log(&arm, line);
    }
    assert_log(&arm, wanted);
    arm_finish(&arm);
}

/* A run keeps the logs of thousands of arms. */
static void test_a_short_log_takes_little_memory(void **state)
{
    struct arm arm = {0};

    (void)state;
    take_log(&arm, "multi-draw: batches=0\n");
    assert_true(arm.log_capacity && arm.log_capacity <= 1024);
    arm_finish(&arm);
}

static void test_a_long_log_is_cut_behind_a_whole_line(void **state)
{
    struct arm arm = {0};
    char *text = malloc(2 * MOST + 1);
    size_t n = 0;
    json_t *log;

    (void)state;
    assert_non_null(text);
    while (n < 2 * MOST - 100)
        n += (size_t)sprintf(text + n, "line at %zu\n", n);
    take_log(&arm, text);
    log = arm_log_json(&arm, 0);
    assert_true(json_string_length(log) <= MOST && json_string_length(log) > MOST - 32);
    assert_memory_equal(json_string_value(log), text, json_string_length(log));
    assert_int_equal(json_string_value(log)[json_string_length(log) - 1], '\n');
    json_decref(log);
    free(text);
    arm_finish(&arm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_log_is_kept_line_by_line_as_it_grows),
        cmocka_unit_test(test_a_short_log_takes_little_memory),
        cmocka_unit_test(test_a_long_log_is_cut_behind_a_whole_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
