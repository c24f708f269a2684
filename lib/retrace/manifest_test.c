/* SPDX-License-Identifier: MIT */
/* Tests of manifests: files, folders, lists and the expectations in them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "retrace/manifest.h"

#include "log_last_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct fixture {
    char folder[64];
    struct log_last last;
    struct manifest manifest;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);

    if (!f)
        return -1;
    snprintf(f->folder, sizeof f->folder, "/tmp/retrace-manifest-XXXXXX");
    log_last_start(&f->last);
    *state = f;
    return mkdtemp(f->folder) && !chdir(f->folder) ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    char command[128];

    manifest_finish(&f->manifest);
    snprintf(command, sizeof command, "rm -rf %s", f->folder);
    if (chdir("/") || system(command))
        return -1;
    free(f);
    return 0;
}

static void write_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");

    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* The names, separated by blanks. */
static void assert_names(const struct fixture *f, const char *wanted)
{
    char text[512] = "";

    for (size_t i = 0; i < f->manifest.n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? " " : "",
                 f->manifest.entries[i].name);
    assert_string_equal(text, wanted);
}

static bool add(struct fixture *f, const char *operand)
{
    return manifest_add(&f->manifest, operand, &f->last.log);
}

static void test_names_are_unique(void **state)
{
    struct fixture *f = *state;

    assert_true(add(f, "a/t.trace") && add(f, "b/t.trace.zst") && add(f, "t-2.trace") && add(f, "c/t.trace"));
    assert_names(f, "t t-2 t-2-2 t-3");
    assert_string_equal(f->manifest.entries[1].path, "b/t.trace.zst");
    /* Also as parts of the names of files, which have no slash. */
    mkdir("in", 0777);
    mkdir("in/a", 0777);
    write_file("in/a/b.trace", "");
    write_file("in/a_b.trace", "");
    assert_true(add(f, "in"));
    assert_names(f, "t t-2 t-2-2 t-3 a/b a_b-2");
}

static void test_names_are_printable_whatever_the_path_is(void **state)
{
    static const struct {
        const char *path, *name;
    } cases[] = {
        {"\xc3\xbc\xe2\x82\xac\xf0\x9f\x8e\xae.trace",
         "\xc3\xbc\xe2\x82\xac\xf0\x9f\x8e\xae"}, /* ü, €, a picture */
        {"a\nb\x1b[31m\x7f.trace", "a_b_[31m_"},
        {"c1\xc2\x9b.trace", "c1__"},
        {"latin\xfc.trace", "latin_"},
        {"cut\xe2\x82.trace", "cut__"},
        {"overlong\xc0\xaf\xe0\x80\xaf\xf0\x80\x80\xaf.trace", "overlong_________"},
        {"surrogate\xed\xa0\x80.trace", "surrogate___"},
        {"beyond\xf4\x90\x80\x80\xf5.trace", "beyond_____"},
        {"last\xf4\x8f\xbf\xbf\xed\x9f\xbf.trace", "last\xf4\x8f\xbf\xbf\xed\x9f\xbf"},
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(add(f, cases[i].path));
        assert_string_equal(f->manifest.entries[i].name, cases[i].name);
        assert_string_equal(f->manifest.entries[i].path, cases[i].path);
    }
}

static void test_a_folder_is_walked_in_the_order_of_names(void **state)
{
    struct fixture *f = *state;

    mkdir("in", 0777);
    mkdir("in/deep", 0777);
    write_file("in/b.trace", "");
    write_file("in/a.trace.gz", "");
    write_file("in/deep/c.trace", "");
    write_file("in/.hidden.trace", "");
    write_file("in/notes", "");
    assert_int_equal(symlink("nowhere", "in/dangling.trace"), 0);
    assert_true(add(f, "in/"));
    assert_names(f, "a b deep/c");
    assert_string_equal(f->manifest.entries[2].path, "in/deep/c.trace");
}

/* Two links that go round are ways without number. */
static void test_a_folder_is_taken_once_however_many_links_lead_to_it(void **state)
{
    struct fixture *f = *state;

    mkdir("in", 0777);
    mkdir("in/night1", 0777);
    write_file("in/night1/t.trace", "");
    assert_int_equal(symlink(".", "in/a-here"), 0);
    assert_int_equal(symlink("..", "in/night1/up"), 0);
    assert_int_equal(symlink("../in", "in/night1/again"), 0);
    assert_int_equal(symlink("night1", "in/night-latest"), 0);
    assert_true(add(f, "in"));
    assert_int_equal(f->manifest.n, 1);
}

static void test_a_folder_or_list_without_traces_is_a_mistake(void **state)
{
    struct fixture *f = *state;

    mkdir("in", 0777);
    assert_false(add(f, "in"));
    assert_non_null(strstr(f->last.said, "no trace in this directory"));
    write_file("none.txt", "# nothing\n\n");
    assert_false(add(f, "none.txt"));
    assert_non_null(strstr(f->last.said, "no trace in this list"));
    assert_int_equal(f->manifest.n, 0);
}

static void test_a_list_names_paths_beside_it(void **state)
{
    struct fixture *f = *state;

    mkdir("lists", 0777);
    write_file("lists/night.list", "\t# two\r\n  a b.trace \r\n/abs/c.trace\nlast.trace");
    assert_true(add(f, "lists/night.list"));
    assert_names(f, "a b /abs/c last");
    assert_string_equal(f->manifest.entries[0].path, "lists/a b.trace");
    assert_string_equal(f->manifest.entries[1].path, "/abs/c.trace");
}

/* Without an ending that tells, what the first line names decides. */
static void test_a_file_is_a_list_when_what_it_names_is_there(void **state)
{
    struct fixture *f = *state;

    write_file("night", "x.trace\n");
    assert_true(add(f, "night"));
    assert_names(f, "night");
    write_file("x.trace", "");
    assert_true(add(f, "night"));
    assert_names(f, "night x");
}

static void test_what_is_not_there_is_an_entry(void **state)
{
    struct fixture *f = *state;

    assert_true(add(f, "gone.trace"));
    assert_names(f, "gone");
    assert_false(add(f, "gone.yml"));
    assert_non_null(strstr(f->last.said, "gone.yml: No such file"));
}

static void test_a_device_is_a_driver_by_its_name_or_its_end(void **state)
{
    struct fixture *f = *state;
    const struct manifest_entry *entry;

    write_file("t.yml", "traces:\n"
                        "  t.trace:\n"
                        "    label: flakes\n"
                        "    gl-vmware-llvmpipe: { label: crash }\n"
                        "    llvmpipe: { checksum: ABCDEF0123456789abcdef0123456789 }\n"
                        "    gl-softpipe: { label: [slow, skip] }\n");
    assert_true(add(f, "t.yml"));
    entry = &f->manifest.entries[0];
    /* The exact name before the one that ends in it. */
    assert_string_equal(manifest_expect(entry, "llvmpipe").checksum, "abcdef0123456789abcdef0123456789");
    assert_false(manifest_expect(entry, "llvmpipe").crash);
    assert_true(manifest_expect(entry, "llvmpipe").flaky);
    assert_true(manifest_expect(entry, "softpipe").skip);
    assert_false(manifest_expect(entry, "pipe").skip);
    assert_true(manifest_expect(entry, "angle").flaky);
    assert_null(manifest_expect(entry, "angle").device);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_names_are_unique),
        TEST(test_names_are_printable_whatever_the_path_is),
        TEST(test_a_folder_is_walked_in_the_order_of_names),
        TEST(test_a_folder_is_taken_once_however_many_links_lead_to_it),
        TEST(test_a_folder_or_list_without_traces_is_a_mistake),
        TEST(test_a_list_names_paths_beside_it),
        TEST(test_a_file_is_a_list_when_what_it_names_is_there),
        TEST(test_what_is_not_there_is_an_entry),
        TEST(test_a_device_is_a_driver_by_its_name_or_its_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
