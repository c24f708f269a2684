/* SPDX-License-Identifier: MIT */
/* Call sets and the classes of names that their filters go by. */
#include "test_util.h"

#include "trace/names.h"

static bool contains(const char *text, uint64_t no, const char *name)
{
    struct trace_function fn = {.name = name};
    struct trace_call call = {.no = no, .fn = &fn};
    char err[128] = "";
    struct trace_callset *set = trace_callset_parse(text, err, sizeof err);
    bool yes;

    if (!set)
        fail_msg("\"%s\": %s", text, err);
    yes = trace_callset_contains(set, &call);
    trace_callset_destroy(set);
    return yes;
}

static uint64_t last(const char *text)
{
    char err[128];
    struct trace_callset *set = trace_callset_parse(text, err, sizeof err);
    uint64_t no;

    assert_non_null(set);
    no = trace_callset_last(set);
    trace_callset_destroy(set);
    return no;
}

static void test_numbers_and_ranges(void **state)
{
    (void)state;
    assert_true(contains("12", 12, "glEnable"));
    assert_false(contains("12", 13, "glEnable"));
    assert_true(contains("3-9", 3, "glEnable"));
    assert_true(contains("3-9", 9, "glEnable"));
    assert_false(contains("3-9", 10, "glEnable"));
    assert_true(contains("7-", UINT64_MAX, "glEnable"));
    assert_false(contains("7-", 6, "glEnable"));
    assert_false(contains("9-3", 5, "glEnable"));
    assert_true(contains("*", 0, "glEnable"));
    assert_false(contains("", 0, "glEnable"));
}

static void test_lists_by_commas_and_blanks(void **state)
{
    static const char *const texts[] = {"1,5,8-9", "1 5 8-9", " 1 , 5 , 8 - 9 ", "8-9,1,5,"};

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        assert_true(contains(texts[i], 1, "glEnable"));
        assert_true(contains(texts[i], 5, "glEnable"));
        assert_true(contains(texts[i], 9, "glEnable"));
        assert_false(contains(texts[i], 6, "glEnable"));
        assert_int_equal(last(texts[i]), 9);
    }
}

static void test_steps_count_from_the_start(void **state)
{
    (void)state;
    assert_true(contains("10-100/5", 10, "glEnable"));
    assert_true(contains("11-100/5", 16, "glEnable"));
    assert_false(contains("11-100/5", 15, "glEnable"));
    assert_false(contains("10-100/5", 105, "glEnable"));
    assert_true(contains("*/2", 4, "glEnable"));
    assert_false(contains("*/2", 5, "glEnable"));
}

static void test_filters_choose_by_name(void **state)
{
    (void)state;
    assert_true(contains("*/frame", 5, "glXSwapBuffers"));
    assert_false(contains("*/frame", 5, "glClear"));
    assert_true(contains("/frame", 5, "eglSwapBuffers"));
    assert_true(contains("frame", 5, "eglSwapBuffers"));
    assert_false(contains("0-4/frame", 5, "eglSwapBuffers"));
    assert_true(contains("*/draw", 5, "glDrawArrays"));
    assert_true(contains("*/render", 5, "glClear"));
    assert_false(contains("*/draw", 5, "glXSwapBuffers"));
    assert_true(contains("*/fbo", 5, "glBindFramebufferEXT"));
    assert_true(contains("*/rendertarget", 5, "glXSwapBuffers"));
    assert_false(contains("*/fbo", 5, "glClear"));
    assert_true(contains("7,*/frame", 7, "glClear"));
}

static void test_malformed_sets_are_refused_with_a_reason(void **state)
{
    static const char *const bad[] = {
        "x", "1-2-3", "*/foo", "1/0", "5/", "-3", "99999999999999999999999", "@/nonexistent/x", "1;2"};
    char err[128];

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        err[0] = 0;
        if (trace_callset_parse(bad[i], err, sizeof err))
            fail_msg("\"%s\" was accepted", bad[i]);
        assert_true(strlen(err) > 10);
    }
}

static void test_sets_are_read_from_files(void **state)
{
    struct fixture *f = *state;
    char text[128];
    FILE *file = fopen(f->path, "w");

    assert_non_null(file);
    assert_true(fprintf(file, "3, 5-6\n\n*/frame\n100\n") > 0);
    assert_int_equal(fclose(file), 0);
    snprintf(text, sizeof text, "1,@%s,40", f->path);
    assert_true(contains(text, 1, "glEnable"));
    assert_true(contains(text, 3, "glEnable"));
    assert_true(contains(text, 6, "glEnable"));
    assert_true(contains(text, 100, "glEnable"));
    assert_true(contains(text, 40, "glEnable"));
    assert_true(contains(text, 77, "wglSwapBuffers"));
    assert_false(contains(text, 77, "glEnable"));
}

static void test_the_last_call_is_known(void **state)
{
    (void)state;
    assert_int_equal(last("3-9,5"), 9);
    assert_true(last("*") == UINT64_MAX);
    assert_true(last("3,frame") == UINT64_MAX);
    assert_int_equal(last("10/frame"), 10);
}

static void test_names_are_classified_as_apitrace_does(void **state)
{
    static const struct {
        const char *name;
        unsigned flags;
    } names[] = {
        {"glDrawArrays", TRACE_NAME_RENDER},
        {"glDrawElementsInstancedBaseVertexBaseInstance", TRACE_NAME_RENDER},
        {"glMultiDrawElementsIndirectCountARB", TRACE_NAME_RENDER},
        {"glMultiModeDrawArraysIBM", TRACE_NAME_RENDER},
        {"glDrawRangeElementsEXT", TRACE_NAME_RENDER},
        {"glDrawMeshArraysSUN", TRACE_NAME_RENDER},
        {"glDrawTransformFeedbackStreamInstanced", TRACE_NAME_RENDER},
        {"glClear", TRACE_NAME_RENDER},
        {"glEnd", TRACE_NAME_RENDER},
        {"glCallLists", TRACE_NAME_RENDER},
        {"glRectdv", TRACE_NAME_RENDER},
        {"glRecti", TRACE_NAME_RENDER},
        {"glEvalMesh2", TRACE_NAME_RENDER},
        {"glBlitFramebufferEXT", TRACE_NAME_RENDER},
        {"glDrawPixels", TRACE_NAME_RENDER},
        {"glClearColor", 0},
        {"glEndList", 0},
        {"glEndQuery", 0},
        {"glRect", 0},
        {"glRectx", 0},
        {"glEvalMesh", 0},
        {"glDrawBuffers", 0},
        {"glDrawElementArrayATI", 0},
        {"glMultiDrawRangeElementArrayAPPLE", 0},
        {"glBlitNamedFramebuffer", 0},
        {"glBindFramebuffer", TRACE_NAME_RENDERTARGET},
        {"glBindFramebufferOES", TRACE_NAME_RENDERTARGET},
        {"glBindFramebuffers", 0},
        {"glXSwapBuffers", TRACE_NAME_END_FRAME | TRACE_NAME_RENDERTARGET},
        {"glXSwapBuffersMscOML", TRACE_NAME_END_FRAME | TRACE_NAME_RENDERTARGET},
        {"glXSwapIntervalEXT", 0},
        {"eglSwapBuffersWithDamageKHR", TRACE_NAME_END_FRAME | TRACE_NAME_RENDERTARGET},
        {"wglSwapMultipleBuffers", TRACE_NAME_END_FRAME | TRACE_NAME_RENDERTARGET},
        {"CGLFlushDrawable", TRACE_NAME_END_FRAME},
        {"glFrameTerminatorGREMEDY", TRACE_NAME_END_FRAME},
        {"glGetString", TRACE_NAME_VERBOSE},
        {"glIsVertexAttribEnabledAPPLE", TRACE_NAME_VERBOSE},
        {"glIsEnabledi", TRACE_NAME_VERBOSE},
        {"glGetError", 0},
        {"", 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (trace_name_flags(names[i].name) != names[i].flags)
            fail_msg("%s: %x", names[i].name, trace_name_flags(names[i].name));
    assert_true(trace_name_ends_frame("CGLFlushDrawable"));
    assert_false(trace_name_ends_frame("glBindFramebuffer"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_and_ranges),
        cmocka_unit_test(test_lists_by_commas_and_blanks),
        cmocka_unit_test(test_steps_count_from_the_start),
        cmocka_unit_test(test_filters_choose_by_name),
        cmocka_unit_test(test_malformed_sets_are_refused_with_a_reason),
        FIXTURE_TEST(test_sets_are_read_from_files),
        cmocka_unit_test(test_the_last_call_is_known),
        cmocka_unit_test(test_names_are_classified_as_apitrace_does),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
