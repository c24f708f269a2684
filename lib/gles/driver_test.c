/* SPDX-License-Identifier: MIT */
/* Tests of drivers.json: what it may say, what it may not, and finding drivers in it. No GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "gles/gl_test.h"

#include <sys/stat.h>
#include <unistd.h>

static struct gles_driver_list *parse(struct gl_test_log *log, const char *text)
{
    return gles_driver_list_parse(text, "/nowhere/drivers.json", gl_test_log_init(log));
}

#define ONE(rest)                                                                                            \
    "{\"drivers\":[{\"name\":\"a\",\"egl\":\"libEGL.so.1\",\"platform\":\"surfaceless\"" rest "}]}"

static void refused(const char *text, const char *message)
{
    struct gl_test_log log;

    assert_null(parse(&log, text));
    assert_logged(&log, message);
}

static void test_driver_entry_is_read_in_full(void **state)
{
    struct gl_test_log log;
    struct gles_driver_list *list =
        parse(&log, "{\"drivers\":[{\"name\":\"x\",\"egl\":\"libEGL.so.1\",\"platform\":\"device\","
                    "\"device\":2,\"renderer\":\"^a|b$\",\"measure\":true,"
                    "\"env\":{\"A\":\"1\",\"B\":null}}]}");
    (void)state;
    assert_non_null(list);
    assert_int_equal(list->n, 1);
    assert_string_equal(list->path, "/nowhere/drivers.json");
    assert_string_equal(list->drivers[0].name, "x");
    assert_string_equal(list->drivers[0].egl, "libEGL.so.1");
    assert_int_equal(list->drivers[0].platform, GLES_PLATFORM_DEVICE);
    assert_int_equal(list->drivers[0].device, 2);
    assert_string_equal(list->drivers[0].renderer, "^a|b$");
    assert_true(list->drivers[0].measure);
    assert_int_equal(list->drivers[0].n_env, 2);
    assert_string_equal(list->drivers[0].env[0].name, "A");
    assert_string_equal(list->drivers[0].env[0].value, "1");
    assert_string_equal(list->drivers[0].env[1].name, "B");
    assert_null(list->drivers[0].env[1].value);
    gles_driver_list_destroy(list);
}

static void test_driver_defaults_are_any_renderer_and_not_measure(void **state)
{
    struct gl_test_log log;
    struct gles_driver_list *list = parse(&log, ONE(""));
    (void)state;
    assert_non_null(list);
    assert_null(list->drivers[0].renderer);
    assert_false(list->drivers[0].measure);
    assert_true(gles_driver_renderer_check(&list->drivers[0], "whatever", &log.log));
    gles_driver_list_destroy(list);
}

static void test_driver_mistakes_are_refused_by_name(void **state)
{
    (void)state;
    refused("{", "drivers.json:1:");
    refused("[]", "no list named \"drivers\"");
    refused("{\"drivers\":[]}", "no list named \"drivers\"");
    refused("{\"drivers\":[{\"name\":\"a\"}]}", "egl");
    refused(ONE(",\"platform2\":\"x\""), "platform2");
    refused(ONE(",\"renderer\":\"(\""), "not a regular expression: (");
    refused(ONE(",\"env\":[]"), "env is not an object");
    refused(ONE(",\"env\":{\"A\":1}"), "strings or null: A");
    refused(ONE(",\"env\":{\"A=B\":\"1\"}"), "not a variable name: A=B");
    refused(ONE(",\"env\":{\"A\":\"${HOME}\"}"), "${HOME}");
    refused(ONE(",\"env\":{\"A\":\"${LIBDIR}\"}"), "${LIBDIR}"); /* a bare library name has no folder */
    refused(ONE(",\"device\":-1"), "negative");
    refused("{\"drivers\":[{\"name\":\"a\",\"egl\":\"x\",\"platform\":\"x11\"}]}",
            "platform \"x11\" is none of surfaceless, angle-vulkan-swiftshader, device, default");
    refused("{\"drivers\":[{\"name\":\"all\",\"egl\":\"x\",\"platform\":\"default\"}]}",
            "not a usable name: all");
    refused("{\"drivers\":[{\"name\":\"a,b\",\"egl\":\"x\",\"platform\":\"default\"}]}",
            "not a usable name: a,b");
    refused("{\"drivers\":[{\"name\":\"a\",\"egl\":\"x\",\"platform\":\"default\"},"
            "{\"name\":\"a\",\"egl\":\"x\",\"platform\":\"default\"}]}",
            "driver 1: a second driver is named a");
}

static void touch(const char *path)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    fclose(f);
}

static void test_driver_library_is_found_beside_the_file(void **state)
{
    char dir[] = "/tmp/retrace-test-XXXXXX", json[64], sub[64], want[256];
    const char *text = "{\"drivers\":[{\"name\":\"a\",\"egl\":\"v/libX.so\",\"platform\":\"default\","
                       "\"env\":{\"D\":\"${DIR}:${LIBDIR}/icd\"}}]}";
    struct gl_test_log log;
    struct gles_driver_list *list;

    (void)state;
    assert_non_null(mkdtemp(dir));
    snprintf(json, sizeof json, "%s/drivers.json", dir);
    touch(json);
    /* Not there at all: the place where `make drivers` puts it, for the message. */
    list = gles_driver_list_parse(text, json, gl_test_log_init(&log));
    assert_non_null(list);
    snprintf(want, sizeof want, "%s/build/drivers/v/libX.so", dir);
    assert_string_equal(list->drivers[0].egl, want);
    gles_driver_list_destroy(list);

    snprintf(sub, sizeof sub, "%s/drivers", dir);
    assert_return_code(mkdir(sub, 0700), 0);
    snprintf(sub, sizeof sub, "%s/drivers/v", dir);
    assert_return_code(mkdir(sub, 0700), 0);
    snprintf(want, sizeof want, "%s/drivers/v/libX.so", dir);
    touch(want);
    list = gles_driver_list_parse(text, json, gl_test_log_init(&log));
    assert_non_null(list);
    assert_string_equal(list->drivers[0].egl, want);
    unlink(want);
    snprintf(want, sizeof want, "%s:%s/drivers/v/icd", dir, dir);
    assert_string_equal(list->drivers[0].env[0].value, want);
    gles_driver_list_destroy(list);
    rmdir(sub);
    snprintf(sub, sizeof sub, "%s/drivers", dir);
    rmdir(sub);
    unlink(json);
    assert_return_code(rmdir(dir), 0);
}

#define THREE                                                                                                \
    "{\"drivers\":[{\"name\":\"a\",\"egl\":\"x\",\"platform\":\"default\"},"                                 \
    "{\"name\":\"b\",\"egl\":\"x\",\"platform\":\"default\",\"renderer\":\"^B[0-9]+$\"},"                    \
    "{\"name\":\"m\",\"egl\":\"x\",\"platform\":\"default\",\"measure\":true}]}"

static void test_driver_find_lists_the_known_names(void **state)
{
    struct gl_test_log log;
    struct gles_driver_list *list = parse(&log, THREE);

    (void)state;
    assert_ptr_equal(gles_driver_find(list, "b", &log.log), &list->drivers[1]);
    assert_null(gles_driver_find(list, "mali", &log.log));
    assert_logged(&log, "no driver is named \"mali\"; /nowhere/drivers.json knows a, b, m");
    gles_driver_list_destroy(list);
}

static void test_driver_select_all_leaves_out_measure(void **state)
{
    struct gl_test_log log;
    struct gles_driver_list *list = parse(&log, THREE);
    const struct gles_driver **got = gles_driver_select(list, "all", &log.log);

    (void)state;
    assert_non_null(got);
    assert_ptr_equal(got[0], &list->drivers[0]);
    assert_ptr_equal(got[1], &list->drivers[1]);
    assert_null(got[2]);
    free(got);
    got = gles_driver_select(list, "m,b,m,all", &log.log);
    assert_non_null(got);
    assert_ptr_equal(got[0], &list->drivers[2]);
    assert_ptr_equal(got[1], &list->drivers[1]);
    assert_ptr_equal(got[2], &list->drivers[0]);
    assert_null(got[3]);
    free(got);
    assert_null(gles_driver_select(list, "a,,b", &log.log));
    assert_logged(&log, "no driver is named \"\"");
    gles_driver_list_destroy(list);
}

static void test_driver_renderer_that_lies_is_refused(void **state)
{
    struct gl_test_log log;
    struct gles_driver_list *list = parse(&log, THREE);

    (void)state;
    assert_true(gles_driver_renderer_check(&list->drivers[1], "B12", &log.log));
    assert_false(gles_driver_renderer_check(&list->drivers[1], "xB12", &log.log));
    assert_logged(&log, "b: the renderer is \"xB12\", which does not match \"^B[0-9]+$\"");
    assert_false(gles_driver_renderer_check(&list->drivers[1], NULL, &log.log));
    gles_driver_list_destroy(list);
}

static void test_driver_environment_is_set_and_unset(void **state)
{
    struct gl_test_log log;
    struct gles_driver_list *list = parse(&log, ONE(",\"env\":{\"RT_TEST_A\":\"7\",\"RT_TEST_B\":null}"));

    (void)state;
    setenv("RT_TEST_A", "old", 1);
    setenv("RT_TEST_B", "old", 1);
    assert_true(gles_driver_env_apply(&list->drivers[0], &log.log));
    assert_string_equal(getenv("RT_TEST_A"), "7");
    assert_null(getenv("RT_TEST_B"));
    gles_driver_list_destroy(list);
}

static void test_driver_list_of_the_source_tree_has_five(void **state)
{
    static const char *const names[] = {"llvmpipe", "softpipe", "zink", "angle", "noop"};
    struct gl_test_log log;
    struct gles_driver_list *list;

    (void)state;
    unsetenv("RETRACE_DRIVERS");
    setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
    list = gles_driver_list_load(NULL, gl_test_log_init(&log));
    assert_non_null(list);
    assert_int_equal(list->n, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(list->drivers[i].name, names[i]);
        assert_int_equal(list->drivers[i].measure, i == 4);
        assert_non_null(list->drivers[i].renderer);
    }
    gles_driver_list_destroy(list);
}

static void test_driver_file_is_searched_in_the_order_given(void **state)
{
    char dir[] = "/tmp/retrace-test-XXXXXX", folder[64], json[128];
    struct gl_test_log log;
    struct gles_driver_list *list;
    FILE *f;

    (void)state;
    assert_non_null(mkdtemp(dir));
    snprintf(folder, sizeof folder, "%s/retrace", dir);
    assert_return_code(mkdir(folder, 0700), 0);
    snprintf(json, sizeof json, "%s/drivers.json", folder);
    f = fopen(json, "w");
    assert_non_null(f);
    fputs(THREE, f);
    fclose(f);

    setenv("XDG_CONFIG_HOME", dir, 1);
    unsetenv("RETRACE_DRIVERS");
    list = gles_driver_list_load(NULL, gl_test_log_init(&log));
    assert_non_null(list);
    assert_string_equal(list->path, json);
    gles_driver_list_destroy(list);

    /* A variable or an option that names no file is an error, not a reason to look further. */
    setenv("RETRACE_DRIVERS", "/nonexistent/d.json", 1);
    assert_null(gles_driver_list_load(NULL, &log.log));
    assert_logged(&log, "/nonexistent/d.json: No such file");
    list = gles_driver_list_load(json, &log.log);
    assert_non_null(list);
    gles_driver_list_destroy(list);
    unsetenv("RETRACE_DRIVERS");
    unlink(json);
    rmdir(folder);
    rmdir(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_driver_entry_is_read_in_full),
        cmocka_unit_test(test_driver_defaults_are_any_renderer_and_not_measure),
        cmocka_unit_test(test_driver_mistakes_are_refused_by_name),
        cmocka_unit_test(test_driver_library_is_found_beside_the_file),
        cmocka_unit_test(test_driver_find_lists_the_known_names),
        cmocka_unit_test(test_driver_select_all_leaves_out_measure),
        cmocka_unit_test(test_driver_renderer_that_lies_is_refused),
        cmocka_unit_test(test_driver_environment_is_set_and_unset),
        cmocka_unit_test(test_driver_list_of_the_source_tree_has_five),
        cmocka_unit_test(test_driver_file_is_searched_in_the_order_given),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
