/* SPDX-License-Identifier: MIT */
/* The test starts itself: with an argument it is the child that the test is about. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "retrace/spawn.h"

struct lines {
    char result[4096], output[4096];
    int results;
};

static void take_result(void *priv, const char *line)
{
    struct lines *lines = priv;

    lines->results++;
    snprintf(lines->result, sizeof lines->result, "%s", line);
}

static void take_output(void *priv, const char *line)
{
    struct lines *lines = priv;

    strncat(lines->output, line, sizeof lines->output - strlen(lines->output) - 1);
    strncat(lines->output, "|", sizeof lines->output - strlen(lines->output) - 1);
}

static struct spawn_status spawn(const char *mode, int timeout_s, struct lines *lines)
{
    const char *args[] = {mode, NULL};
    struct spawn_params params = {
        .args = args, .timeout_s = timeout_s, .result = take_result, .output = take_output, .priv = lines};

    memset(lines, 0, sizeof *lines);
    return spawn_run(&params);
}

static int child(const char *mode)
{
    FILE *result = fdopen(3, "w");

    if (!strcmp(mode, "print")) {
        fputs("one\ntwo\n", result);
        fputs("on stdout\n", stdout);
        fflush(stdout);
        fputs("on stderr without newline", stderr);
        fclose(result);
        return 7;
    }
    if (!strcmp(mode, "crash")) {
        fputs("before\n", result);
        fflush(result);
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
    if (!strcmp(mode, "hang")) {
        fputs("before\n", result);
        fflush(result);
        if (fork() == 0) /* a grandchild holds the pipes open too */
            pause();
        pause();
    }
    if (!strcmp(mode, "close")) {
        fclose(result);
        close(1);
        close(2);
        usleep(50000);
        return 9;
    }
    return 0;
}

static void test_lines_of_both_pipes_and_status_arrive(void **state)
{
    struct lines lines;
    struct spawn_status status = spawn("print", 20, &lines);

    (void)state;
    assert_int_equal(status.how, SPAWN_EXITED);
    assert_int_equal(status.code, 7);
    assert_int_equal(lines.results, 2);
    assert_string_equal(lines.result, "two");
    assert_string_equal(lines.output, "on stdout|on stderr without newline|");
}

static void test_crash_is_a_signal_and_keeps_what_came_before(void **state)
{
    struct lines lines;
    struct spawn_status status = spawn("crash", 20, &lines);

    (void)state;
    assert_int_equal(status.how, SPAWN_SIGNALLED);
    assert_int_equal(status.code, SIGSEGV);
    assert_string_equal(lines.result, "before");
}

static void test_hang_is_killed_at_the_time_limit(void **state)
{
    struct lines lines;
    struct spawn_status status = spawn("hang", 1, &lines);

    (void)state;
    assert_int_equal(status.how, SPAWN_HUNG);
    assert_string_equal(lines.result, "before");
}

static void test_child_that_closes_its_pipes_early_is_waited_for(void **state)
{
    struct lines lines;
    struct spawn_status status = spawn("close", 20, &lines);

    (void)state;
    assert_int_equal(status.how, SPAWN_EXITED);
    assert_int_equal(status.code, 9);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_of_both_pipes_and_status_arrive),
        cmocka_unit_test(test_crash_is_a_signal_and_keeps_what_came_before),
        cmocka_unit_test(test_hang_is_killed_at_the_time_limit),
        cmocka_unit_test(test_child_that_closes_its_pipes_early_is_waited_for),
    };
    if (argc > 1)
        return child(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
