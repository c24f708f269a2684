/* SPDX-License-Identifier: MIT */
/* Tests of the words of --caps=: what is read, and what is refused with the list of known words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "gles/gl_test.h"

static void test_limits_words_are_read(void **state)
{
    struct gl_test_log log;
    struct gles_caps_limits l;

    (void)state;
    assert_true(
        gles_caps_limits_parse(&l,
                               "es=3.1,-GL_EXT_draw_elements_base_vertex,max_texture_buffer_size=65536,"
                               "max_vertex_storage_blocks=0",
                               gl_test_log_init(&log)));
    assert_int_equal(l.es, 31);
    assert_true(l.limit_max_texture_buffer_size);
    assert_int_equal(l.max_texture_buffer_size, 65536);
    assert_true(l.limit_max_vertex_storage_blocks);
    assert_int_equal(l.max_vertex_storage_blocks, 0);
    assert_false(l.limit_max_compute_storage_blocks);
    assert_true(
        l.removed[GLES_EXT_draw_elements_base_vertex / 32] >> (GLES_EXT_draw_elements_base_vertex % 32) & 1);
    assert_string_equal(log.text, "");
}

static void test_limits_without_words_take_nothing(void **state)
{
    struct gles_caps_limits l;

    (void)state;
    for (int i = 0; i < 2; i++) {
        memset(&l, 0x55, sizeof l);
        assert_true(gles_caps_limits_parse(&l, i ? "" : NULL, NULL));
        assert_int_equal(l.es, 0);
        for (size_t k = 0; k < sizeof l.removed / sizeof *l.removed; k++)
            assert_int_equal(l.removed[k], 0);
#define W(name) assert_false(l.limit_##name);
        GLES_LIMIT_WORDS(W)
#undef W
    }
}

static void test_limits_unknown_word_lists_the_known_ones(void **state)
{
    static const char *const bad[] = {"es=3.3",
                                      "es=2.0",
                                      "es=3.10",
                                      "es=",
                                      "es",
                                      "-GL_EXT",
                                      "-EXT_copy_image",
                                      "GL_EXT_copy_image",
                                      "-",
                                      "max_samples=4",
                                      ",",
                                      "es=3.1,",
                                      "es=3.1,,es=3.0",
                                      "-GL_EXT_copy_image=1",
                                      "max_texture_buffer_size",
                                      "max_texture_buffer_size=",
                                      "max_texture_buffer_size=-1",
                                      "max_texture_buffer_size=1k",
                                      "max_texture_buffer_size=99999999999999999999",
                                      "max_texture_buffer_size= 1",
                                      "max_texture_buffer_sizes=1"};
    struct gl_test_log log;
    struct gles_caps_limits l;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (gles_caps_limits_parse(&l, bad[i], gl_test_log_init(&log)))
            fail_msg("\"%s\" was taken", bad[i]);
        assert_logged(&log,
                      "known are es=3.0|3.1|3.2, max_texture_buffer_size=N, max_vertex_storage_blocks=N, "
                      "max_compute_storage_blocks=N, max_storage_block_size=N, -GL_");
        assert_logged(&log, "-GL_EXT_multi_draw_indirect");
        assert_logged(&log, "-GL_OES_viewport_array");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limits_words_are_read),
        cmocka_unit_test(test_limits_without_words_take_nothing),
        cmocka_unit_test(test_limits_unknown_word_lists_the_known_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
