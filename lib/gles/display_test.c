/* SPDX-License-Identifier: MIT */
/* Tests of opening a display: what is said when it cannot be, and probing a driver. GL tests use llvmpipe. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "gles/gl_test.h"

#include "gles/egl.h"
#include "gles/probe.h"

#include <jansson.h>

static void refused(const char *egl, enum gles_platform platform, const char *message)
{
    struct gles_driver driver = {.name = "d", .egl = (char *)egl, .platform = platform};
    struct gl_test_log log;

    assert_null(gles_display_create(&driver, gl_test_log_init(&log)));
    assert_logged(&log, message);
}

static void test_display_of_a_missing_library_names_it_and_the_package(void **state)
{
    (void)state;
    refused("libNoSuchEGL.so.1", GLES_PLATFORM_SURFACELESS,
            "d: libNoSuchEGL.so.1: cannot open shared object file");
    refused("libNoSuchEGL.so.1", GLES_PLATFORM_SURFACELESS, "apt install libegl1 libegl-mesa0");
    refused("/nowhere/libEGL.so", GLES_PLATFORM_ANGLE_VULKAN_SWIFTSHADER, "run 'make drivers'");
}

static void test_display_of_a_library_that_is_no_egl_is_refused(void **state)
{
    (void)state;
    refused("libm.so.6", GLES_PLATFORM_DEFAULT, "d: libm.so.6 is no EGL library: it lacks eglGetProcAddress");
}

static void test_display_of_a_platform_that_mesa_lacks_is_refused(void **state)
{
    GL_TEST(t);
    (void)t;
    refused("libEGL.so.1", GLES_PLATFORM_ANGLE_VULKAN_SWIFTSHADER,
            "d: the EGL library has no EGL_ANGLE_platform_angle");
}

static void test_display_of_a_device_that_is_not_there_is_refused(void **state)
{
    struct gles_driver driver = {
        .name = "d", .egl = "libEGL.so.1", .platform = GLES_PLATFORM_DEVICE, .device = 31};
    struct gl_test_log log;
    GL_TEST(t);

    (void)t;
    assert_null(gles_display_create(&driver, gl_test_log_init(&log)));
    assert_logged(&log, "no EGL device 31");
}

static void test_display_of_llvmpipe_has_what_contexts_need(void **state)
{
    GL_TEST(t);
    assert_int_equal(t->display->major, 1);
    assert_true(t->display->minor >= 4);
    assert_string_equal(t->display->name, "llvmpipe");
    assert_true(t->display->surfaceless);
    assert_true(t->display->colorspace);
    assert_true(gles_display_has_desktop(t->display));
}

static void test_egl_list_finds_whole_words_only(void **state)
{
    (void)state;
    assert_true(egl_list_has("EGL_A EGL_BC", "EGL_A"));
    assert_true(egl_list_has("EGL_A EGL_BC", "EGL_BC"));
    assert_true(egl_list_has("  EGL_A  ", "EGL_A"));
    assert_false(egl_list_has("EGL_A EGL_BC", "EGL_B"));
    assert_false(egl_list_has("OpenGL_ES", "OpenGL"));
    assert_false(egl_list_has("", "EGL_A"));
    assert_false(egl_list_has(NULL, "EGL_A"));
    assert_string_equal(egl_error_name(EGL_BAD_MATCH), "EGL_BAD_MATCH");
    assert_string_equal(egl_error_name(7), "an unknown EGL error");
}

static bool array_has(const json_t *array, const char *word)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        if (!strcmp(json_string_value(json_array_get(array, i)), word))
            return true;
    }
    return false;
}

static void test_probe_of_llvmpipe_tells_versions_features_and_desktop(void **state)
{
    struct gl_test_log log;
    struct gles_probe *p;
    json_t *json;
    GL_TEST(t);

    p = gles_probe_create(gles_driver_find(t->list, "llvmpipe", NULL), NULL, gl_test_log_init(&log));
    assert_non_null(p);
    assert_true(p->ok);
    assert_null(p->message);
    assert_string_equal(log.text, "");
    json = gles_probe_json(p);
    assert_true(json_is_true(json_object_get(json, "ok")));
    assert_true(json_is_null(json_object_get(json, "message")));
    assert_true(!strncmp(json_string_value(json_object_get(json, "renderer")), "llvmpipe", 8));
    assert_true(!strncmp(json_string_value(json_object_get(json, "es")), "3.", 2));
    assert_true(array_has(json_object_get(json, "features"), "base_vertex"));
    assert_false(array_has(json_object_get(json, "features"), "provoking_vertex"));
    assert_true(array_has(json_object_get(json, "extensions"), "GL_EXT_multi_draw_arrays"));
    assert_true(json_integer_value(json_object_get(json_object_get(json, "limits"), "max_texture_size")) >=
                2048);
    assert_non_null(
        strstr(json_string_value(json_object_get(json_object_get(json, "desktop"), "core")), "Core"));
    assert_non_null(
        strstr(json_string_value(json_object_get(json_object_get(json, "desktop"), "compat")), "Compat"));
    json_decref(json);
    gles_probe_destroy(p);
}

static void test_probe_of_another_renderer_is_not_ok_and_says_which(void **state)
{
    struct gles_driver liar;
    struct gl_test_log log;
    struct gles_probe *p;
    GL_TEST(t);

    liar = *gles_driver_find(t->list, "llvmpipe", NULL);
    liar.name = "mali";
    liar.renderer = "^Mali-";
    p = gles_probe_create(&liar, NULL, gl_test_log_init(&log));
    assert_non_null(p);
    assert_false(p->ok);
    assert_non_null(strstr(p->message, "mali: the renderer is \"llvmpipe"));
    gles_probe_destroy(p);
}

static void test_probe_of_a_missing_library_carries_the_message(void **state)
{
    struct gles_driver driver = {.name = "d", .egl = "libNoSuchEGL.so.1"};
    struct gles_probe *p = gles_probe_create(&driver, NULL, NULL);
    json_t *json;

    (void)state;
    assert_non_null(p);
    assert_false(p->ok);
    assert_non_null(strstr(p->message, "libNoSuchEGL.so.1"));
    json = gles_probe_json(p);
    assert_true(json_is_false(json_object_get(json, "ok")));
    assert_true(json_is_null(json_object_get(json, "renderer")));
    assert_true(json_is_null(json_object_get(json, "es")));
    assert_true(json_is_null(json_object_get(json, "desktop")));
    json_decref(json);
    gles_probe_destroy(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_display_of_a_missing_library_names_it_and_the_package),
        cmocka_unit_test(test_display_of_a_library_that_is_no_egl_is_refused),
        cmocka_unit_test(test_display_of_a_platform_that_mesa_lacks_is_refused),
        cmocka_unit_test(test_display_of_a_device_that_is_not_there_is_refused),
        cmocka_unit_test(test_display_of_llvmpipe_has_what_contexts_need),
        cmocka_unit_test(test_egl_list_finds_whole_words_only),
        /* Last: a probe terminates the display, which EGL has one of per platform. */
        cmocka_unit_test(test_probe_of_llvmpipe_tells_versions_features_and_desktop),
        cmocka_unit_test(test_probe_of_another_renderer_is_not_ok_and_says_which),
        cmocka_unit_test(test_probe_of_a_missing_library_carries_the_message),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
