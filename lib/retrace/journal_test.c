/* SPDX-License-Identifier: MIT */
/* Tests of journals: cut lines, lines of others, two writers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "retrace/journal.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char key_a[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", key_b[] = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

static int make_file(void **state)
{
    char path[] = "/tmp/retrace-journal-XXXXXX";
    int fd = mkstemp(path);

    if (fd < 0)
        return -1;
    close(fd);
    *state = strdup(path);
    return 0;
}

static int remove_file(void **state)
{
    unlink(*state);
    free(*state);
    return 0;
}

static void append(struct journal *journal, const char *key, int value)
{
    json_t *object = json_pack("{s:i}", "value", value);

    assert_true(journal_append(journal, key, object));
    json_decref(object);
}

static int find(struct journal *journal, const char *key)
{
    json_t *object = journal_find(journal, key);
    int value = object ? (int)json_integer_value(json_object_get(object, "value")) : -1;

    json_decref(object);
    return value;
}

static void write_tail(const char *path, const char *text)
{
    FILE *out = fopen(path, "a");

    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void test_what_is_appended_is_found_again(void **state)
{
    struct journal *journal = journal_open(*state, false, NULL);

    append(journal, key_a, 1);
    append(journal, key_b, 2);
    append(journal, key_a, 3);
    assert_int_equal(find(journal, key_a), 3);
    journal_close(journal);
    journal = journal_open(*state, true, NULL);
    assert_int_equal(journal_count(journal), 3);
    assert_int_equal(find(journal, key_a), 3);
    assert_int_equal(find(journal, key_b), 2);
    assert_int_equal(find(journal, "cccccccccccccccccccccccccccccccc"), -1);
    journal_close(journal);
}

static void test_a_line_that_is_cut_anywhere_is_dropped(void **state)
{
    struct journal *journal = journal_open(*state, false, NULL);
    struct stat whole, now;

    append(journal, key_a, 1);
    journal_close(journal);
    assert_int_equal(stat(*state, &whole), 0);
    for (off_t size = 0; size < whole.st_size; size++) {
        journal = journal_open(*state, false, NULL);
        append(journal, key_a, 1);
        append(journal, key_b, 2);
        journal_close(journal);
        assert_int_equal(truncate(*state, whole.st_size + size), 0);
        journal = journal_open(*state, true, NULL);
        assert_int_equal(find(journal, key_a), 1);
        assert_int_equal(find(journal, key_b), -1);
        assert_int_equal(stat(*state, &now), 0);
        assert_int_equal(now.st_size, whole.st_size);
        append(journal, key_b, 7);
        journal_close(journal);
        journal = journal_open(*state, true, NULL);
        assert_int_equal(find(journal, key_b), 7);
        journal_close(journal);
    }
}

static void test_without_resume_it_starts_empty(void **state)
{
    struct journal *journal = journal_open(*state, false, NULL);

    append(journal, key_a, 1);
    journal_close(journal);
    journal = journal_open(*state, false, NULL);
    assert_int_equal(find(journal, key_a), -1);
    journal_close(journal);
}

static void test_lines_of_others_are_kept_and_not_found(void **state)
{
    struct journal *journal;

    write_tail(*state, "not ours\n{\"key\":\"short\"}\n");
    journal = journal_open(*state, true, NULL);
    assert_int_equal(journal_count(journal), 0);
    append(journal, key_a, 1);
    journal_close(journal);
    journal = journal_open(*state, true, NULL);
    assert_int_equal(find(journal, key_a), 1);
    journal_close(journal);
}

static void test_two_cannot_write_it(void **state)
{
    struct journal *journal = journal_open(*state, false, NULL);

    append(journal, key_a, 1);
    assert_null(journal_open(*state, true, NULL));
    assert_null(journal_open(*state, false, NULL));
    assert_int_equal(find(journal, key_a), 1);
    journal_close(journal);
}

/* The child of a run that was killed holds the lock until its exec. */
static void test_who_holds_it_for_a_moment_only_is_waited_for(void **state)
{
    struct journal *journal;
    int told[2], status;
    char byte;
    pid_t pid;

    assert_int_equal(pipe(told), 0);
    pid = fork();
    if (!pid) {
        if (!journal_open(*state, true, NULL) || write(told[1], "", 1) != 1)
            _exit(1);
        usleep(200000);
        _exit(0);
    }
    assert_int_equal(read(told[0], &byte, 1), 1);
    journal = journal_open(*state, true, NULL);
    assert_non_null(journal);
    journal_close(journal);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    close(told[0]);
    close(told[1]);
}

static bool count(void *priv, const json_t *object)
{
    (void)object;
    return ++*(int *)priv < 3;
}

static void test_each_object_is_given_until_enough(void **state)
{
    struct journal *journal = journal_open(*state, false, NULL);
    int n = 0;

    append(journal, key_a, 1);
    append(journal, key_b, 2);
    journal_close(journal);
    write_tail(*state, "no JSON\n");
    assert_true(journal_each(*state, count, &n, NULL));
    assert_int_equal(n, 2);
    journal = journal_open(*state, true, NULL);
    append(journal, key_a, 3);
    append(journal, key_a, 4);
    journal_close(journal);
    n = 0;
    assert_true(journal_each(*state, count, &n, NULL));
    assert_int_equal(n, 3);
    assert_false(journal_each("/nowhere/at/all", count, &n, NULL));
}

static void test_an_object_without_members_is_a_line_too(void **state)
{
    struct journal *journal = journal_open(*state, false, NULL);
    json_t *empty = json_object();

    assert_true(journal_append(journal, key_a, empty));
    json_decref(empty);
    assert_int_equal(find(journal, key_a), 0);
    journal_close(journal);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_file, remove_file)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_what_is_appended_is_found_again),
        TEST(test_a_line_that_is_cut_anywhere_is_dropped),
        TEST(test_without_resume_it_starts_empty),
        TEST(test_lines_of_others_are_kept_and_not_found),
        TEST(test_two_cannot_write_it),
        TEST(test_who_holds_it_for_a_moment_only_is_waited_for),
        TEST(test_each_object_is_given_until_enough),
        TEST(test_an_object_without_members_is_a_line_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
