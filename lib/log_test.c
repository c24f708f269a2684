/* SPDX-License-Identifier: MIT */
/* Tests of logs: levels, limits, and where no one listens. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"

struct heard {
    int messages;
    enum log_level level;
    char text[8192];
};

static void hear(void *priv, enum log_level level, const char *msg)
{
    struct heard *h = priv;

    h->messages++;
    h->level = level;
    snprintf(h->text, sizeof h->text, "%s", msg);
}

static void test_log_delivers_the_formatted_message_with_its_level(void **state)
{
    struct heard h = {0};
    struct log log = {.write = hear, .priv = &h, .max = LOG_DEBUG};

    (void)state;
    log_msg(&log, LOG_WARN, "%d: %s", 1234, "glDrawElements");
    assert_int_equal(h.messages, 1);
    assert_int_equal(h.level, LOG_WARN);
    assert_string_equal(h.text, "1234: glDrawElements");
}

static void test_log_drops_what_is_less_severe_than_its_limit(void **state)
{
    (void)state;
    for (int max = LOG_ERROR; max <= LOG_DEBUG; max++) {
        struct heard h = {0};
        struct log log = {.write = hear, .priv = &h, .max = (enum log_level)max};

        for (int level = LOG_ERROR; level <= LOG_DEBUG; level++)
            log_msg(&log, (enum log_level)level, "m");
        assert_int_equal(h.messages, max + 1);
        assert_int_equal(h.level, max);
    }
}

static void test_log_of_null_or_without_a_writer_is_silent(void **state)
{
    const struct log nowhere = {.max = LOG_DEBUG};

    (void)state;
    log_msg(NULL, LOG_ERROR, "%s", "lost");
    log_msg(&nowhere, LOG_ERROR, "%s", "lost");
}

static void test_log_cuts_a_message_that_is_too_long_and_ends_it(void **state)
{
    static char big[3 * 4096];
    struct heard h = {0};
    struct log log = {.write = hear, .priv = &h, .max = LOG_INFO};

    (void)state;
    memset(big, 'x', sizeof big - 1);
    log_msg(&log, LOG_INFO, "%s", big);
    assert_int_equal(h.messages, 1);
    assert_int_equal(strlen(h.text), 4095);
    assert_int_equal(strspn(h.text, "x"), 4095);
}

static void test_log_to_file_writes_a_line_each_and_names_the_severity(void **state)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    struct log log = {.write = log_to_file, .priv = file, .max = LOG_DEBUG};

    (void)state;
    assert_non_null(file);
    log_msg(&log, LOG_ERROR, "a");
    log_msg(&log, LOG_WARN, "b");
    log_msg(&log, LOG_INFO, "c");
    log_msg(&log, LOG_DEBUG, "100%%");
    fclose(file);
    assert_string_equal(text, "error: a\nwarning: b\nc\n100%\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log_delivers_the_formatted_message_with_its_level),
        cmocka_unit_test(test_log_drops_what_is_less_severe_than_its_limit),
        cmocka_unit_test(test_log_of_null_or_without_a_writer_is_silent),
        cmocka_unit_test(test_log_cuts_a_message_that_is_too_long_and_ends_it),
        cmocka_unit_test(test_log_to_file_writes_a_line_each_and_names_the_severity),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
