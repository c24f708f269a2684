/* SPDX-License-Identifier: MIT */
/* Tests of the generated tables of GL functions. No GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "gl_tables.h"

/* Answers with the address of the name itself, which says afterwards which name was asked for; NULL for one
 * name. */
struct provider {
    const char *without;
    int asked;
};

static void *get_name(void *priv, const char *name)
{
    struct provider *p = priv;

    p->asked++;
    return p->without && !strcmp(name, p->without) ? NULL : (void *)(uintptr_t)name;
}

static const char *text_of(void (*fn)(void))
{
    return (const char *)(uintptr_t)fn;
}
#define NAME_IN(member) text_of((void (*)(void))(member))

static void test_gl_table_names_are_sorted_and_found_at_their_place(void **state)
{
    (void)state;
    assert_true(gl_table_count() > 2000);
    for (int i = 0; i < gl_table_count(); i++) {
        assert_int_equal(gl_table_find(gl_table_name(i)), i);
        if (i)
            assert_true(strcmp(gl_table_name(i - 1), gl_table_name(i)) < 0);
    }
}

static void test_gl_table_index_counts_members_of_the_struct(void **state)
{
    (void)state;
#define INDEX(name) (int)(offsetof(struct gl_table, name) / sizeof(void *))
    assert_int_equal(gl_table_find("glDrawArrays"), INDEX(DrawArrays));
    assert_int_equal(gl_table_find("glMultiDrawElementsBaseVertex"), INDEX(MultiDrawElementsBaseVertex));
    assert_int_equal(gl_table_find("glAccum"), INDEX(Accum));
    assert_int_equal(gl_table_find("glViewport"), INDEX(Viewport));
#undef INDEX
    assert_int_equal(gl_table_count(), sizeof(struct gl_table) / sizeof(void *));
}

static void test_gl_table_alias_leads_to_the_canonical_function(void **state)
{
    (void)state;
    assert_int_equal(gl_table_find("glBindBufferARB"), gl_table_find("glBindBuffer"));
    assert_int_equal(gl_table_find("glMultiDrawElementsEXT"), gl_table_find("glMultiDrawElements"));
    assert_int_equal(gl_table_find("glActiveTextureARB"), gl_table_find("glActiveTexture"));
    assert_true(gl_table_find("glBindBuffer") >= 0);
}

static void test_gl_table_every_alias_is_sorted_and_known(void **state)
{
    static const char *const aliases[][2] = {
#define GL_ALIAS(name, canonical) {name, canonical},
#include "gl_aliases.inc"
#undef GL_ALIAS
    };

    (void)state;
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        int index = gl_table_find(aliases[i][0]);
        if (index < 0 || strcmp(gl_table_name(index), aliases[i][1]) != 0)
            fail_msg("%s does not lead to %s", aliases[i][0], aliases[i][1]);
        if (i)
            assert_true(strcmp(aliases[i - 1][0], aliases[i][0]) < 0);
    }
}

static void test_gl_table_unknown_names_are_not_found(void **state)
{
    static const char *const unknown[] = {
        "", "gl", "glX", "DrawArrays", "glDrawArray", "glDrawArraysX", "eglSwapBuffers", "gldrawarrays", "~"};

    (void)state;
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        assert_int_equal(gl_table_find(unknown[i]), -1);
}

static void test_gl_table_load_asks_once_for_each_member_by_its_name(void **state)
{
    struct gl_table *table = malloc(sizeof *table);
    struct provider p = {0};
    void *member;

    (void)state;
    assert_non_null(table);
    gl_table_load(table, get_name, &p);
    assert_int_equal(p.asked, gl_table_count());
    for (int i = 0; i < gl_table_count(); i++) {
        memcpy(&member, (char *)table + (size_t)i * sizeof member, sizeof member);
        assert_string_equal(member, gl_table_name(i));
    }
    assert_string_equal(NAME_IN(table->DrawElementsBaseVertex), "glDrawElementsBaseVertex");
    assert_string_equal(NAME_IN(table->ClearDepth), "glClearDepth");
    free(table);
}

static void test_gl_table_load_leaves_null_where_the_provider_has_none(void **state)
{
    struct gl_table *table = malloc(sizeof *table);
    struct provider p = {.without = "glDrawArrays"};

    (void)state;
    assert_non_null(table);
    memset(table, 0x99, sizeof *table);
    gl_table_load(table, get_name, &p);
    assert_null(NAME_IN(table->DrawArrays));
    assert_non_null(NAME_IN(table->DrawArraysIndirect));
    free(table);
}

static void test_gles_table_load_fills_core_and_extension_functions(void **state)
{
    struct gles_table *table = malloc(sizeof *table);
    struct provider p = {0};

    (void)state;
    assert_non_null(table);
    gles_table_load(table, get_name, &p);
    assert_int_equal(p.asked, sizeof *table / sizeof(void *));
    assert_string_equal(NAME_IN(table->ClearDepthf), "glClearDepthf");
    assert_string_equal(NAME_IN(table->MultiDrawElementsBaseVertexEXT), "glMultiDrawElementsBaseVertexEXT");
    assert_string_equal(NAME_IN(table->MultiDrawElementsIndirectEXT), "glMultiDrawElementsIndirectEXT");
    free(table);
}

/* Rows say what a function is; the rules that the other layers build on, held over all of them. */
static void test_gl_entries_have_a_reason_and_a_member_only_where_the_driver_is_called(void **state)
{
    enum { NATIVE, ALIAS, EMULATE, IGNORE, UNSUPPORTED };
    static const struct {
        int kind;
        const char *name, *es, *reason;
    } rows[] = {
#define GL_ROW(kind, name, es, ret, params, args, reason) {kind, #name, #es, reason},
#include "gl_entries.inc"
#undef GL_ROW
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!rows[i].reason[0])
            fail_msg("%s has no reason", rows[i].name);
        if ((rows[i].kind <= ALIAS) == !strcmp(rows[i].es, "0"))
            fail_msg("%s: kind %d with the member %s", rows[i].name, rows[i].kind, rows[i].es);
        if (rows[i].kind == NATIVE)
            assert_string_equal(rows[i].es, rows[i].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gl_table_names_are_sorted_and_found_at_their_place),
        cmocka_unit_test(test_gl_table_index_counts_members_of_the_struct),
        cmocka_unit_test(test_gl_table_alias_leads_to_the_canonical_function),
        cmocka_unit_test(test_gl_table_every_alias_is_sorted_and_known),
        cmocka_unit_test(test_gl_table_unknown_names_are_not_found),
        cmocka_unit_test(test_gl_table_load_asks_once_for_each_member_by_its_name),
        cmocka_unit_test(test_gl_table_load_leaves_null_where_the_provider_has_none),
        cmocka_unit_test(test_gles_table_load_fills_core_and_extension_functions),
        cmocka_unit_test(test_gl_entries_have_a_reason_and_a_member_only_where_the_driver_is_called),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
