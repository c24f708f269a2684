/* SPDX-License-Identifier: MIT */
/* Tests of documents made of journals, and of what is no document. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "retrace/document.h"
#include "retrace/document_test.h"
#include "retrace/journal.h"

#include "digest.h"
#include "log_last_test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fixture {
    char path[64];
    struct log_last last;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    int fd;

    if (!f)
        return -1;
    snprintf(f->path, sizeof f->path, "/tmp/retrace-document-XXXXXX");
    log_last_start(&f->last);
    fd = mkstemp(f->path);
    *state = f;
    return fd < 0 || close(fd);
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    unlink(f->path);
    free(f);
    return 0;
}

/* --- journals --- */

/* One more line, as a run writes it: `trace` with one driver, at that place of the run. Gives it up. */
static void write_line(const struct fixture *f, int index, const char *commit, json_t *trace)
{
    struct journal *journal = journal_open(f->path, true, NULL);
    json_t *driver = json_incref(json_array_get(json_object_get(trace, "drivers"), 0));
    json_t *head = test_document(json_array()), *line;
    char key[33], *text;

    json_object_del(trace, "drivers");
    json_object_del(head, "traces");
    json_object_set_new(json_object_get(head, "retrace"), "commit", json_string(commit));
    line = json_pack("{s:s, s:i, s:o, s:o, s:o?}", "type", "result", "index", index, "head", head, "trace",
                     trace, "driver", driver);
    text = json_dumps(line, 0);
    assert_non_null(journal);
    assert_true(digest_md5(text, strlen(text), key) && journal_append(journal, key, line));
    journal_close(journal);
    free(text);
    json_decref(line);
}

static void write_result(const struct fixture *f, int index, const char *trace, const char *driver,
                         const char *verdict)
{
    json_t *arms = json_pack("[o]", test_arm("ext", verdict, "aa", "bb"));

    write_line(f, index, "c", test_trace(trace, "00", json_pack("[o]", test_driver(driver, arms))));
}

/* The document of the journal as "TRACE DRIVER=VERDICT …; TRACE …". */
static void assert_document(struct fixture *f, const char *wanted)
{
    json_t *document = document_load(f->path, &f->last.log), *trace, *driver;
    char text[512] = "";
    size_t t, d;

    json_array_foreach(json_object_get(document, "traces"), t, trace)
    {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", t ? "; " : "",
                 document_text(trace, "trace"));
        json_array_foreach(json_object_get(trace, "drivers"), d, driver)
        {
            const json_t *arm = json_array_get(json_object_get(driver, "arms"), 0);
            snprintf(text + strlen(text), sizeof text - strlen(text), " %s=%s",
                     document_text(driver, "driver"), document_text(arm, "verdict"));
        }
    }
    assert_string_equal(text, wanted);
    json_decref(document);
}

static void test_a_journal_is_a_document_in_the_order_of_the_run(void **state)
{
    struct fixture *f = *state;

    write_result(f, 1, "u", "d", "identical");
    write_result(f, 0, "t", "d", "identical");
    write_result(f, 1, "u", "e", "partial");
    assert_document(f, "t d=identical; u d=identical e=partial");
    assert_string_equal(f->last.said, "");
}

static void test_the_last_result_of_a_driver_counts(void **state)
{
    struct fixture *f = *state;

    write_result(f, 0, "t", "d", "crashed");
    write_result(f, 0, "t", "e", "identical");
    write_result(f, 0, "t", "d", "identical");
    assert_document(f, "t d=identical e=identical");
}

static void test_a_run_of_other_traces_leaves_nothing_of_those_before(void **state)
{
    struct fixture *f = *state;

    write_result(f, 0, "t", "d", "identical");
    write_result(f, 0, "t", "e", "identical");
    write_result(f, 0, "u", "d", "partial");
    assert_document(f, "u d=partial");
    /* Nor does the same trace, once its file is another. */
    write_line(f, 0, "c", test_trace("u", "11", json_pack("[o]", test_driver("e", json_array()))));
    assert_document(f, "u e=");
}

static void test_results_of_another_build_are_left_out_and_told(void **state)
{
    struct fixture *f = *state;

    write_line(f, 0, "older", test_trace("t", "00", json_pack("[o]", test_driver("e", json_array()))));
    write_line(f, 1, "older", test_trace("u", "00", json_pack("[o]", test_driver("e", json_array()))));
    write_result(f, 0, "t", "d", "identical");
    assert_document(f, "t d=identical");
    assert_non_null(strstr(f->last.said, "2 results of another build"));
}

static void test_a_trace_that_cannot_be_read_has_no_drivers(void **state)
{
    struct fixture *f = *state;

    write_line(f, 0, "c", test_trace("t", "", json_array()));
    write_result(f, 1, "u", "d", "identical");
    assert_document(f, "t; u d=identical");
}

static void test_a_journal_without_results_is_none(void **state)
{
    struct fixture *f = *state;
    FILE *out = fopen(f->path, "w");

    assert_non_null(out);
    fputs("{\"key\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",\"type\":\"start\"}\n", out);
    fclose(out);
    assert_null(document_load(f->path, &f->last.log));
    assert_non_null(strstr(f->last.said, "nothing in this journal is finished"));
}

/* --- documents --- */

static void write_text(const struct fixture *f, const char *text)
{
    FILE *out = fopen(f->path, "w");

    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static void test_what_is_no_document_says_why(void **state)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"", ":1: "},
        {"{\"schema\": 1", ":1: "},
        {"{\"schema\": 2, \"traces\": []}", "no document of schema 1"},
        {"{\"schema\": 1, \"traces\": {}}", "no document of schema 1"},
        {"[]", "no document of schema 1"},
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_text(f, cases[i].text);
        assert_null(document_load(f->path, &f->last.log));
        assert_non_null(strstr(f->last.said, cases[i].said));
    }
    assert_null(document_load("/nowhere/at/all", &f->last.log));
    assert_non_null(strstr(f->last.said, "No such file"));
}

static void test_equal_frames_are_kept_once(void **state)
{
    json_t *arms = json_pack("[o, o, o]", test_arm("ext", "identical", "aa", "bb"),
                             test_arm("basevertex", "identical", "aa", "bb"),
                             test_arm("compute", "differs", "aa", "cc"));
    json_t *document = test_one(arms), *loaded;
    struct fixture *f = *state;
    const json_t *frames[3];

    assert_int_equal(json_dump_file(document, f->path, 0), 0);
    loaded = document_load(f->path, &f->last.log);
    assert_true(json_equal(loaded, document));
    arms = json_object_get(
        json_array_get(json_object_get(json_array_get(json_object_get(loaded, "traces"), 0), "drivers"), 0),
        "arms");
    for (size_t i = 0; i < 3; i++)
        frames[i] = json_object_get(json_array_get(arms, i), "frames");
    assert_ptr_equal(frames[0], frames[1]);
    assert_ptr_not_equal(frames[0], frames[2]);
    json_decref(loaded);
    json_decref(document);
}

/* --- as expected --- */

static void test_an_arm_is_right_by_what_is_recorded_else_by_its_verdict(void **state)
{
    static const struct {
        const char *verdict, *expected, *unexpected, *stability, *label;
        bool ok;
    } cases[] = {
        {"identical", NULL, NULL, NULL, NULL, true},
        {"unsupported", NULL, NULL, NULL, NULL, true},
        {"differs", NULL, NULL, NULL, NULL, false},
        {"crashed", "crashed", NULL, NULL, NULL, true},
        {"identical", "partial", NULL, NULL, NULL, false},
        {"partial", "partial", "3 declined", NULL, NULL, false},
        {"identical", NULL, NULL, "flakes", NULL, false},
        {"crashed", NULL, NULL, "flakes", "flaky", true},
        {"crashed", NULL, NULL, "fails", "flaky", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        json_t *arm =
            json_pack("{s:s, s:s?, s:s?, s:s?}", "verdict", cases[i].verdict, "expected", cases[i].expected,
                      "unexpected", cases[i].unexpected, "stability", cases[i].stability);
        json_t *driver = json_pack("{s:s?, s:[O]}", "label", cases[i].label, "arms", arm);
        assert_int_equal(document_arm_ok(driver, arm), cases[i].ok);
        assert_int_equal(document_driver_ok(driver), cases[i].ok);
        json_decref(driver);
        json_decref(arm);
    }
}

static void test_a_driver_is_wrong_by_any_of_its_oracles(void **state)
{
    static const char *const wrong[][2] = {
        {"error", "it hung"}, {"golden", "differs"}, {"checksum", "differs"}};
    json_t *driver = test_driver("d", json_array());

    (void)state;
    assert_true(document_driver_ok(driver));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        json_t *copy = json_deep_copy(driver);
        json_object_set_new(copy, wrong[i][0], json_string(wrong[i][1]));
        assert_false(document_driver_ok(copy));
        json_decref(copy);
    }
    json_object_set_new(driver, "native_unexpected", json_true());
    assert_false(document_driver_ok(driver));
    json_decref(driver);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_a_journal_is_a_document_in_the_order_of_the_run),
        TEST(test_the_last_result_of_a_driver_counts),
        TEST(test_a_run_of_other_traces_leaves_nothing_of_those_before),
        TEST(test_results_of_another_build_are_left_out_and_told),
        TEST(test_a_trace_that_cannot_be_read_has_no_drivers),
        TEST(test_a_journal_without_results_is_none),
        TEST(test_what_is_no_document_says_why),
        TEST(test_equal_frames_are_kept_once),
        cmocka_unit_test(test_an_arm_is_right_by_what_is_recorded_else_by_its_verdict),
        cmocka_unit_test(test_a_driver_is_wrong_by_any_of_its_oracles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
