/* SPDX-License-Identifier: MIT */
/* The preprocessor alone: text in, tokens out, no glslang. */
#include "emu/glsl_pp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

struct run {
    struct arena arena;
    struct glsl_job job;
    struct glsl_output out;
    struct glsl_unit unit;
    struct glsl_text text;
    bool ok;
};

static int setup(void **state)
{
    static struct run run;

    memset(&run, 0, sizeof run);
    run.job.arena = &run.arena;
    run.job.out = &run.out;
    *state = &run;
    return 0;
}

static int teardown(void **state)
{
    struct run *run = *state;

    arena_finish(&run->arena);
    return 0;
}

/* The tokens that come out, a space behind each; NULL when the source is refused. */
static const char *preprocess(struct run *run, const char *source)
{
    memset(&run->unit, 0, sizeof run->unit);
    memset(&run->text, 0, sizeof run->text);
    memset(&run->job.log, 0, sizeof run->job.log);
    run->ok = false;
    if (setjmp(run->job.leave))
        return NULL;
    glsl_preprocess(&run->job, source, &run->unit);
    for (size_t i = 0; run->unit.tokens.v[i].kind != GLSL_END; i++)
        glsl_printf(&run->job, &run->text, "%s ", run->unit.tokens.v[i].text);
    return run->text.s ? run->text.s : "";
}

static void test_object_and_function_macros_expand(void **state)
{
    assert_string_equal(preprocess(*state, "#define N 4\n#define SQ(x) ((x)*(x))\nint a[N]; a = SQ(N + 1);"),
                        "int a [ 4 ] ; a = ( ( 4 + 1 ) * ( 4 + 1 ) ) ; ");
}

static void test_a_macro_does_not_expand_inside_itself(void **state)
{
    assert_string_equal(preprocess(*state, "#define foo foo a\n#define id(x) x\nid(foo)"), "foo a ");
    assert_string_equal(preprocess(*state, "#define a b\n#define b a\na b\n#define f(x) f(x + 1)\nf(f(2))"),
                        "a b f ( f ( 2 + 1 ) + 1 ) ");
}

static void test_arguments_may_span_lines_and_hold_commas_in_brackets(void **state)
{
    assert_string_equal(preprocess(*state, "#define F(a, b) a|b\nF(vec2(1,\n2), 3)"), "vec2 ( 1 , 2 ) | 3 ");
}

static void test_a_function_macro_without_brackets_is_a_name(void **state)
{
    assert_string_equal(preprocess(*state, "#define F(x) x\nF F (1)"), "F 1 ");
}

static void test_paste_makes_one_token(void **state)
{
    assert_string_equal(preprocess(*state, "#define VEC(n) vec##n\nVEC(3) v;"), "vec3 v ; ");
}

static void test_version_is_110_when_absent_and_the_source_sees_its_own(void **state)
{
    struct run *run = *state;

    assert_string_equal(preprocess(run, "__VERSION__"), "110 ");
    assert_true(run->unit.compat);
    assert_string_equal(preprocess(run, "\n#version 330 core\n__VERSION__ GL_core_profile"), "330 1 ");
    assert_int_equal(run->unit.version, 330);
    assert_false(run->unit.compat);
    assert_string_equal(preprocess(run, "#version 150 compatibility\nGL_compatibility_profile"), "1 ");
    assert_string_equal(preprocess(run, "#version 300 es\nGL_ES __VERSION__"), "1 300 ");
}

static void test_extension_macros_and_lines_are_answered(void **state)
{
    struct run *run = *state;

    assert_string_equal(preprocess(run,
                                   "#ifdef GL_ARB_shader_texture_lod\nyes\n#endif\n"
                                   "#if defined(GL_NV_not_there) || GL_ARB_draw_instanced != 1\nno\n#endif"),
                        "yes ");
    assert_non_null(
        preprocess(run, "#extension GL_ARB_gpu_shader5 : enable\n#extension GL_XX_no : enable\n"));
    assert_true(glsl_unit_has(&run->unit, "GL_ARB_gpu_shader5"));
    assert_non_null(strstr(run->job.log.s, "GL_XX_no"));
    assert_null(preprocess(run, "#extension GL_XX_no : require\n"));
}

static void test_conditionals_take_one_branch(void **state)
{
    assert_string_equal(
        preprocess(*state, "#if 0\na\n#elif __VERSION__ >= 120\nb\n#elif 1\nc\n#else\nd\n#endif\n"
                           "#ifndef X\n#define X\n#if 0\n#error never\n#bogus\n#else\ne\n#endif\n#endif"),
        "c e ");
}

static void test_expressions_have_the_precedence_of_c(void **state)
{
    static const char *const truths[] = {
        "1 + 2 * 3 == 7",      "(1 + 2) * 3 == 9", "1 << 2 + 1 == 8",
        "!0 && ~0 == -1",      "7 - 2 - 1 == 4",   "0x10 == 16 && 010 == 8",
        "1 || 1 / 0",          "!(0 && 1 / 0)",    "(3 & 6) == 2 && (3 ^ 6) == 5",
        "UNDEFINED_NAME == 0", "5 % 3 == 2",       "-1 < 0 && 2 >= 2"};

    for (size_t i = 0; i < sizeof truths / sizeof *truths; i++) {
        struct run *run = *state;
        char source[200];

        snprintf(source, sizeof source, "#if %s\nyes\n#endif", truths[i]);
        if (!preprocess(run, source) || strcmp(run->text.s ? run->text.s : "", "yes ") != 0)
            fail_msg("not true: %s", truths[i]);
    }
}

static void test_comments_and_spliced_lines_keep_line_numbers(void **state)
{
    struct run *run = *state;

    assert_string_equal(preprocess(run, "a /* x\ny */ b // c \\\n still\nd\\\ne __LINE__"), "a b de 5 ");
    assert_int_equal(run->unit.tokens.v[1].line, 2);
    assert_string_equal(preprocess(run, "#line 100\n__LINE__\n#line 7 3\n__LINE__ __FILE__"), "100 7 3 ");
}

static void test_numbers_are_single_tokens(void **state)
{
    assert_string_equal(preprocess(*state, "1.0e-5f .5 0x1Fu 1e+3 a.x 0xE+1"),
                        "1.0e-5f .5 0x1Fu 1e+3 a . x 0xE + 1 ");
}

static void test_malformed_sources_are_refused_with_their_line(void **state)
{
    static const char *const bad[] = {"\n#error no",
                                      "\n#if 1",
                                      "\n#endif",
                                      "\n#else",
                                      "\n#if (1",
                                      "\n#if 1 +",
                                      "\n#define",
                                      "\n#define f(a",
                                      "\n#bogus",
                                      "\n#version 330",
                                      "\n#if 1 / 0\n#endif",
                                      "\n#if 1.5\n#endif",
                                      "\n#extension GL_X",
                                      "\n#define GL_X 1",
                                      "\n#define A 1\n#define A 2",
                                      "\n#define f(x) x\nf(1",
                                      "\n#define f(x) x\nf(1, 2)"};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct run *run = *state;
        char source[200];

        snprintf(source, sizeof source, "x%s", bad[i]);
        if (preprocess(run, source))
            fail_msg("accepted: %s", bad[i]);
        if (!run->job.log.s || !strstr(run->job.log.s, "error: 0:"))
            fail_msg("no line in the message of: %s", bad[i]);
    }
    assert_null(preprocess(*state, "#version 999\n"));
}

static void test_exploding_macros_are_refused(void **state)
{
    struct glsl_text source = {0};
    struct run *run = *state;

    glsl_puts(&run->job, &source, "#define A0 x x\n");
    for (int i = 1; i < 40; i++)
        glsl_printf(&run->job, &source, "#define A%d A%d A%d\n", i, i - 1, i - 1);
    glsl_puts(&run->job, &source, "A39\n");
    assert_null(preprocess(run, source.s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_object_and_function_macros_expand, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_macro_does_not_expand_inside_itself, setup, teardown),
        cmocka_unit_test_setup_teardown(test_arguments_may_span_lines_and_hold_commas_in_brackets, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_a_function_macro_without_brackets_is_a_name, setup, teardown),
        cmocka_unit_test_setup_teardown(test_paste_makes_one_token, setup, teardown),
        cmocka_unit_test_setup_teardown(test_version_is_110_when_absent_and_the_source_sees_its_own, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_extension_macros_and_lines_are_answered, setup, teardown),
        cmocka_unit_test_setup_teardown(test_conditionals_take_one_branch, setup, teardown),
        cmocka_unit_test_setup_teardown(test_expressions_have_the_precedence_of_c, setup, teardown),
        cmocka_unit_test_setup_teardown(test_comments_and_spliced_lines_keep_line_numbers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_numbers_are_single_tokens, setup, teardown),
        cmocka_unit_test_setup_teardown(test_malformed_sources_are_refused_with_their_line, setup, teardown),
        cmocka_unit_test_setup_teardown(test_exploding_macros_are_refused, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
