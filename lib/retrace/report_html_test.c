/* SPDX-License-Identifier: MIT */
/* Tests of the report: what it shows, and that it agrees with the exit status. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "image.h"
#include "log_last_test.h"
#include "retrace/report_html.h"

/* What the report says; how it looks and behaves in a browser is scripts/check-html's. */

struct place {
    char dir[64];
    struct log_last last;
};

static int setup(void **state)
{
    struct place *place = calloc(1, sizeof *place);

    strcpy(place->dir, "/tmp/retrace-report-XXXXXX");
    log_last_start(&place->last);
    *state = place;
    return mkdtemp(place->dir) ? 0 : -1;
}

static int teardown(void **state)
{
    struct place *place = *state;
    char command[128];

    snprintf(command, sizeof command, "rm -rf %s", place->dir);
    free(place);
    return system(command);
}

/* A document of one trace on one driver with the arms given as JSON. */
static json_t *document_of(const char *trace, const char *arms)
{
    json_t *list = json_loads(arms, 0, NULL);

    assert_non_null(list);
    return json_pack("{s:i, s:{s:s, s:s}, s:[{s:s, s:s, s:[{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o}]}]}",
                     "schema", 1, "retrace", "version", "1", "commit", "c", "traces", "trace", trace, "path",
                     "p", "drivers", "driver", "d", "renderer", "r", "version", "v", "reference",
                     "basevertex", "native", "none", "auto", "ext", "golden", "none", "arms", list);
}

static bool write_report(struct place *place, const json_t *document, const char *images)
{
    return report_html_write(document, place->dir, images, &place->last.log);
}

/* A file of the report; allocated. */
static char *read_file(const struct place *place, const char *name)
{
    char path[512], *text = calloc(1, 1 << 20);
    FILE *in;

    snprintf(path, sizeof path, "%s/%s", place->dir, name);
    in = fopen(path, "rb");
    if (in)
        (void)!fread(text, 1, (1 << 20) - 1, in);
    assert_non_null(in);
    fclose(in);
    return text;
}

/* The page of the only trace. */
static char *read_page(const struct place *place)
{
    char *index = read_file(place, "index.html"), *at = strstr(index, "href=\"trace/"), name[256];

    assert_non_null(at);
    at += strlen("href=\"");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "#\""), at);
    free(index);
    return read_file(place, name);
}

static bool index_has(struct place *place, const char *arms, const char *text)
{
    json_t *document = document_of("t", arms);
    char *index;
    bool found;

    assert_true(write_report(place, document, NULL));
    index = read_file(place, "index.html");
    found = strstr(index, text) != NULL;
    free(index);
    json_decref(document);
    return found;
}

#define CALM "Everything is as expected"

static void test_what_is_to_be_looked_at_is_what_the_exit_status_counts(void **state)
{
    struct place *place = *state;

    /* Nothing recorded: bad is bad, and the rest is not. */
    assert_false(index_has(place, "[{\"tier\":\"ext\",\"verdict\":\"crashed\",\"expected\":null}]", CALM));
    assert_false(index_has(place, "[{\"tier\":\"ext\",\"verdict\":\"differs\",\"expected\":null}]", CALM));
    assert_true(index_has(place, "[{\"tier\":\"ext\",\"verdict\":\"demoted\",\"expected\":null}]", CALM));
    /* Recorded: what was expected is fine even where it is bad, and the other way round. */
    assert_true(
        index_has(place, "[{\"tier\":\"ext\",\"verdict\":\"differs\",\"expected\":\"differs\"}]", CALM));
    assert_false(index_has(place,
                           "[{\"tier\":\"ext\",\"verdict\":\"partial\",\"expected\":\"identical\","
                           "\"unexpected\":\"identical expected\"}]",
                           CALM));
}

static void test_native_that_differs_is_told_and_no_alarm(void **state)
{
    struct place *place = *state;
    json_t *document =
        document_of("t", "[{\"tier\":\"native\",\"verdict\":\"identical\",\"expected\":null}]");
    json_t *driver =
        json_array_get(json_object_get(json_array_get(json_object_get(document, "traces"), 0), "drivers"), 0);
    char *index;

    json_object_set_new(driver, "native", json_string("differs"));
    assert_true(write_report(place, document, NULL));
    index = read_file(place, "index.html");
    assert_non_null(strstr(index, "d, native: native differs"));
    assert_non_null(strstr(index, CALM));
    free(index);
    json_object_set_new(driver, "native_unexpected", json_true());
    assert_true(write_report(place, document, NULL));
    index = read_file(place, "index.html");
    assert_null(strstr(index, CALM));
    free(index);
    json_decref(document);
}

static void test_a_verdict_that_is_not_known_is_not_judged(void **state)
{
    assert_true(index_has(*state, "[{\"tier\":\"ext\",\"verdict\":\"splendid\"}]", "d, ext: not judged"));
}

static void test_traces_of_one_name_have_a_page_each(void **state)
{
    struct place *place = *state;
    json_t *document = document_of("same", "[]"), *traces = json_object_get(document, "traces");
    char *index, *first, *second;

    /* Even of one path. */
    json_array_append_new(traces, json_deep_copy(json_array_get(traces, 0)));
    assert_true(write_report(place, document, NULL));
    index = read_file(place, "index.html");
    first = strstr(index, "<th scope=\"row\"><a href=\"trace/same-");
    assert_non_null(first);
    second = strstr(first + 1, "<th scope=\"row\"><a href=\"trace/same-");
    assert_non_null(second);
    assert_memory_not_equal(first, second, strcspn(first, ">") + 60);
    free(index);
    json_decref(document);
}

static void test_the_same_document_gives_the_same_report(void **state)
{
    struct place *place = *state;
    json_t *document = document_of("t", "[{\"tier\":\"ext\",\"verdict\":\"identical\"}]");
    char *before, *after;

    assert_true(write_report(place, document, NULL));
    before = read_page(place);
    assert_true(write_report(place, document, NULL));
    after = read_page(place);
    assert_string_equal(before, after);
    free(before);
    free(after);
    json_decref(document);
}

static void paint(const struct place *place, const char *name, const uint8_t *rgba)
{
    char path[256];

    snprintf(path, sizeof path, "%s/shots/%s", place->dir, name);
    assert_true(image_write_png(path, rgba, 3, 2));
}

static void test_a_difference_is_told_from_its_pictures(void **state)
{
    static const char arms[] =
        "[{\"tier\":\"basevertex\",\"verdict\":\"identical\",\"frames\":[]},"
        "{\"tier\":\"ext\",\"verdict\":\"differs\",\"divergence\":{\"frame\":4,\"call\":99,"
        "\"subdraw\":2}}]";
    struct place *place = *state;
    json_t *document = document_of("a #1", arms);
    uint8_t a[24] = {0}, b[24] = {0};
    char shots[128], *page;

    snprintf(shots, sizeof shots, "%s/shots", place->dir);
    assert_int_equal(mkdir(shots, 0777), 0);
    a[4 * 4 + 1] = 9;   /* x 1, y 1 */
    a[4 * 5 + 2] = 200; /* x 2, y 1 */
    paint(place, "a #1.d.ext.99.png", a);
    paint(place, "a #1.d.ext.99.reference.png", b);
    assert_true(write_report(place, document, shots));
    page = read_page(place);
    assert_non_null(
        strstr(page, "differs from basevertex in frame 4, after call 99, sub-draw 2: 2 of 6 pixels, all "
                     "in columns 1 to 2 and rows 1 to 1. Most at x 2, y 1: ext has "
                     "<code>#0000c800</code>, basevertex <code>#00000000</code>."));
    assert_non_null(strstr(page, "src=\"../images/a%20%231.d.ext.99.png\""));
    assert_null(strstr(page, "99.difference.png")); /* there is none */
    free(page);
    free(read_file(place, "images/a #1.d.ext.99.reference.png"));
    json_decref(document);
}

static void test_pictures_that_lie_in_the_report_already_are_kept(void **state)
{
    static const char arms[] = "[{\"tier\":\"basevertex\",\"verdict\":\"identical\",\"frames\":[{\"frame\":0,"
                               "\"call\":7,\"width\":3,\"height\":2,\"md5\":\"x\"}]}]";
    struct place *place = *state;
    json_t *document = document_of("t", arms);
    uint8_t rgba[24] = {1, 2, 3, 255};
    char images[128], path[256], *page;
    int w, h;
    uint8_t *read;

    snprintf(images, sizeof images, "%s/images", place->dir);
    assert_int_equal(mkdir(images, 0777), 0);
    snprintf(path, sizeof path, "%s/t.d.basevertex.7.png", images);
    assert_true(image_write_png(path, rgba, 3, 2));
    assert_true(write_report(place, document, images));
    page = read_page(place);
    assert_non_null(strstr(page, "<img src=\"../images/t.d.basevertex.7.png\" alt=\"frame 0\""));
    free(page);
    read = image_read_png(path, &w, &h);
    assert_non_null(read);
    assert_memory_equal(read, rgba, sizeof rgba);
    free(read);
    json_decref(document);
}

static void test_another_schema_is_refused(void **state)
{
    struct place *place = *state;
    json_t *document = json_pack("{s:i, s:[]}", "schema", 2, "traces");

    assert_false(write_report(place, document, NULL));
    assert_non_null(strstr(place->last.said, "schema 1"));
    json_decref(document);
}

static void test_what_cannot_be_written_is_told(void **state)
{
    struct place *place = *state;
    json_t *document = document_of("t", "[]");
    char path[128];

    snprintf(path, sizeof path, "%s/index.html", place->dir);
    assert_int_equal(mkdir(path, 0777), 0);
    assert_false(write_report(place, document, NULL));
    assert_non_null(strstr(place->last.said, "index.html: Is a directory"));
    json_decref(document);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_what_is_to_be_looked_at_is_what_the_exit_status_counts),
        TEST(test_native_that_differs_is_told_and_no_alarm),
        TEST(test_a_verdict_that_is_not_known_is_not_judged),
        TEST(test_traces_of_one_name_have_a_page_each),
        TEST(test_the_same_document_gives_the_same_report),
        TEST(test_a_difference_is_told_from_its_pictures),
        TEST(test_pictures_that_lie_in_the_report_already_are_kept),
        TEST(test_another_schema_is_refused),
        TEST(test_what_cannot_be_written_is_told),
    };
#undef TEST

    return cmocka_run_group_tests_name("report_html", tests, NULL, NULL);
}
