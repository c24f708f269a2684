/* SPDX-License-Identifier: MIT */
/* Tests of writing HTML: whatever a text holds, it stays text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "html.h"

/* What `write` put, allocated. */
#define PUT(...)                                                                                             \
    do {                                                                                                     \
        FILE *out_ = open_memstream(&text, &size);                                                           \
        assert_non_null(out_);                                                                               \
        html_put(out_, __VA_ARGS__);                                                                         \
        fclose(out_);                                                                                        \
    } while (0)

static void test_a_string_cannot_become_markup(void **state)
{
    char *text = NULL;
    size_t size;

    (void)state;
    PUT("<a title=\"%s\">%s</a>", "\"><script>alert('x')</script>", "a & b");
    assert_string_equal(
        text, "<a title=\"&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;\">a &amp; b</a>");
    free(text);
}

static void test_a_control_character_is_replaced_and_null_is_nothing(void **state)
{
    const char *volatile none = NULL; /* not for the compiler to know */
    char *text = NULL;
    size_t size;

    (void)state;
    PUT("%s|%s|%s", "a\x1b[31m\x7f", none, "tab\tline\n\xc3\xa9");
    assert_string_equal(text, "a\xef\xbf\xbd[31m\xef\xbf\xbd||tab\tline\n\xc3\xa9");
    free(text);
}

static void test_a_string_cannot_turn_the_direction_of_writing(void **state)
{
    char *text = NULL;
    size_t size;

    (void)state;
    PUT("%s", "a\xe2\x80\xae"
              "b\xe2\x81\xa6"
              "c\xe2\x80\xa6\xe2");
    assert_string_equal(text, "a\xef\xbf\xbd"
                              "b\xef\xbf\xbd"
                              "c\xe2\x80\xa6\xe2");
    free(text);
}

static void test_numbers_are_those_of_printf(void **state)
{
    char *text = NULL;
    size_t size;

    (void)state;
    PUT("%d %lld %zu %.2f %02x %c%%%s", -1, 1LL << 40, (size_t)7, 1.005, 10, 'c', "<");
    assert_string_equal(text, "-1 1099511627776 7 1.00 0a c%&lt;");
    free(text);
}

static void test_a_url_keeps_its_slashes_and_nothing_that_has_a_meaning(void **state)
{
    char *url = html_url("images/a#b?c%d e\"\xc3\xa9.png");

    (void)state;
    assert_string_equal(url, "images/a%23b%3Fc%25d%20e%22%C3%A9.png");
    free(url);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_string_cannot_become_markup),
        cmocka_unit_test(test_a_control_character_is_replaced_and_null_is_nothing),
        cmocka_unit_test(test_a_string_cannot_turn_the_direction_of_writing),
        cmocka_unit_test(test_numbers_are_those_of_printf),
        cmocka_unit_test(test_a_url_keeps_its_slashes_and_nothing_that_has_a_meaning),
    };

    return cmocka_run_group_tests_name("html", tests, NULL, NULL);
}
