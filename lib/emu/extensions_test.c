/* SPDX-License-Identifier: MIT */
/* Tests of what the emulated context says of itself: the list of extensions, and limits and hints beside
 * native desktop GL. That every extension's functions are there is scripts/check-extensions' part. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

static GLint integer(const struct gl_table *gl, GLenum pname)
{
    GLint value[4] = {-77};

    gl->GetIntegerv(pname, value);
    assert_int_equal(gl->GetError(), GL_NO_ERROR);
    return value[0];
}

static bool offers(const struct gl_table *gl, const char *name)
{
    GLint count = integer(gl, GL_NUM_EXTENSIONS);

    for (GLint i = 0; i < count; i++)
        if (!strcmp((const char *)gl->GetStringi(GL_EXTENSIONS, (GLuint)i), name))
            return true;
    return false;
}

static void test_the_list_by_index_is_as_long_as_it_says_and_names_nothing_twice(void **state)
{
    NATIVE_TEST(t, true);
    const struct gl_table *gl;
    GLint count;

    native_test_arm(t, false);
    gl = t->table;
    count = integer(gl, GL_NUM_EXTENSIONS);
    assert_true(count > 30);
    for (GLint i = 0; i < count; i++) {
        const char *name = (const char *)gl->GetStringi(GL_EXTENSIONS, (GLuint)i);

        assert_non_null(name);
        for (GLint j = 0; j < i; j++)
            assert_string_not_equal(name, (const char *)gl->GetStringi(GL_EXTENSIONS, (GLuint)j));
    }
    assert_int_equal(gl->GetError(), GL_NO_ERROR);
    assert_null(gl->GetStringi(GL_EXTENSIONS, (GLuint)count));
    assert_int_equal(gl->GetError(), GL_INVALID_VALUE);
    assert_null(gl->GetString(GL_EXTENSIONS)); /* gone from the core profile */
    assert_int_equal(gl->GetError(), GL_INVALID_ENUM);
    native_test_finish(t);
}

static void test_the_string_of_compatibility_contexts_is_the_same_list(void **state)
{
    NATIVE_TEST(t, false);
    const struct gl_table *gl;
    const char *at;
    GLint n = 0;

    native_test_arm(t, false);
    gl = t->table;
    at = (const char *)gl->GetString(GL_EXTENSIONS);
    while (*at) {
        const char *name = (const char *)gl->GetStringi(GL_EXTENSIONS, (GLuint)n++);
        size_t length = strcspn(at, " ");

        assert_int_equal(strlen(name), length);
        assert_memory_equal(at, name, length);
        at += length + (at[length] == ' ');
    }
    assert_int_equal(integer(gl, GL_NUM_EXTENSIONS), n);
    assert_false(offers(gl, "GL_ARB_vertex_type_2_10_10_10_rev")); /* has glVertexP3ui here */
    native_test_finish(t);
}

static void test_what_the_driver_cannot_do_is_not_offered(void **state)
{
    struct native_test t_, *t = &t_;
    GL_TEST(gl_t);

    native_test_init_weak(t, gl_t, true,
                          "-GL_EXT_clip_control,-GL_EXT_texture_buffer,-GL_OES_texture_buffer,es=3.1");
    native_test_arm(t, false);
    assert_false(offers(t->table, "GL_ARB_clip_control"));
    assert_false(offers(t->table, "GL_ARB_texture_buffer_object"));
    assert_true(offers(t->table, "GL_ARB_compute_shader"));
    assert_true(offers(t->table, "GL_ARB_gpu_shader_fp64"));
    assert_true(offers(t->table, "GL_ARB_gpu_shader_int64"));
    assert_true(offers(t->table, "GL_ARB_vertex_attrib_64bit"));
    assert_true(offers(t->table, "GL_ARB_vertex_type_2_10_10_10_rev"));
    assert_int_equal(integer(t->table, GL_MAJOR_VERSION) * 10 + integer(t->table, GL_MINOR_VERSION), 43);
    assert_memory_equal(t->table->GetString(GL_VERSION), "4.3 ", 4);
    assert_string_equal((const char *)t->table->GetString(GL_SHADING_LANGUAGE_VERSION), "4.30");
    native_test_finish(t);
}

static void test_limits_are_those_that_are_enforced(void **state)
{
    struct native_test t_, *t = &t_;
    const struct gl_table *gl;
    GLint units;
    GL_TEST(gl_t);

    native_test_init_weak(t, gl_t, true, "max_vertex_storage_blocks=3,max_texture_buffer_size=4096");
    native_test_arm(t, false);
    gl = t->table;
    assert_int_equal(integer(gl, GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS), 3);
    assert_int_equal(integer(gl, GL_MAX_TEXTURE_BUFFER_SIZE), 4096);
    assert_int_equal(integer(gl, GL_MAX_VERTEX_STREAMS), 1);
    assert_int_equal(integer(gl, GL_MAX_IMAGE_SAMPLES), 0);
    units = integer(gl, GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS);
    gl->ActiveTexture(GL_TEXTURE0 + (GLenum)units - 1);
    assert_int_equal(gl->GetError(), GL_NO_ERROR);
    gl->ActiveTexture(GL_TEXTURE0 + (GLenum)units);
    assert_int_equal(gl->GetError(), GL_INVALID_ENUM);
    units = integer(gl, GL_MAX_UNIFORM_BUFFER_BINDINGS);
    gl->BindBufferBase(GL_UNIFORM_BUFFER, (GLuint)units - 1, 0);
    assert_int_equal(gl->GetError(), GL_NO_ERROR);
    gl->BindBufferBase(GL_UNIFORM_BUFFER, (GLuint)units, 0);
    assert_int_equal(gl->GetError(), GL_INVALID_VALUE);
    native_test_finish(t);
}

static void ask(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLenum same[] = {
        GL_LINE_SMOOTH_HINT, GL_POLYGON_SMOOTH_HINT,      GL_TEXTURE_COMPRESSION_HINT,
        GL_POLYGON_MODE,     GL_MAX_SUBROUTINES,          GL_POINT_FADE_THRESHOLD_SIZE,
        GL_MAX_VIEWPORTS,    GL_POINT_SPRITE_COORD_ORIGIN};
    GLfloat range[2] = {0};

    (void)arg;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        GLint value[2] = {-77, -77};

        gl->GetIntegerv(same[i], value);
        note(t, value, sizeof value);
    }
    gl->GetFloatv(GL_LINE_WIDTH_RANGE, range);
    note(t, range, sizeof range);
    note_error(t);
}

static void ask_before_and_after(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    ask(t, gl, arg);
    gl->Hint(GL_POLYGON_SMOOTH_HINT, GL_NICEST);
    gl->Hint(GL_TEXTURE_COMPRESSION_HINT, GL_FASTEST);
    gl->PointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, 7);
    ask(t, gl, arg);
    gl->Hint(GL_LINE_SMOOTH_HINT, GL_TRUE);
    note_error(t);
}

static void test_what_only_desktop_gl_knows_is_answered(void **state)
{
    NATIVE_TEST(t, true);

    native_compare(t, ask_before_and_after, NULL, "desktop state");
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_list_by_index_is_as_long_as_it_says_and_names_nothing_twice),
        cmocka_unit_test(test_the_string_of_compatibility_contexts_is_the_same_list),
        cmocka_unit_test(test_what_the_driver_cannot_do_is_not_offered),
        cmocka_unit_test(test_limits_are_those_that_are_enforced),
        cmocka_unit_test(test_what_only_desktop_gl_knows_is_answered),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
