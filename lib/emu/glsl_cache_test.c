/* SPDX-License-Identifier: MIT */
/* Tests of the cache of translations: what counts as the same input, limits, and what a later process finds.
 */
#include "emu/glsl_cache.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const vs[] = {"#version 330\nin vec4 p; void main() { gl_Position = p; }"};
static const char *const fs[] = {"#version 330\nout vec4 c; void main() { c = vec4(1); }"};

static struct glsl_input plain(void)
{
    struct glsl_input in = {0};

    glsl_target_init(&in.target, 320);
    in.stages[GLSL_VERTEX] = (struct glsl_stage_source){vs, 1};
    in.stages[GLSL_FRAGMENT] = (struct glsl_stage_source){fs, 1};
    return in;
}

static int setup(void **state)
{
    *state = glsl_cache_create(1 << 20, NULL);
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    glsl_cache_destroy(*state);
    return 0;
}

static size_t hits(const struct glsl_cache *cache)
{
    struct glsl_cache_stats stats;

    glsl_cache_stats(cache, &stats);
    return stats.hits;
}

static void test_the_same_input_is_translated_once(void **state)
{
    struct glsl_input in = plain();
    struct glsl_output *a = glsl_cache_translate(*state, &in), *b = glsl_cache_translate(*state, &in);

    assert_true(a->ok);
    assert_ptr_equal(a, b);
    assert_int_equal(hits(*state), 1);
    glsl_output_destroy(a);
    glsl_output_destroy(b);
}

static void test_any_difference_of_the_input_counts(void **state)
{
    static const char *const other[] = {"#version 330\nout vec4 c; void main() { c = vec4(0); }"};
    static const char *const names[] = {"gl_Position"};
    static const struct glsl_binding bound[] = {{"c", 1, 0}};
    struct glsl_input in[9];

    for (int i = 0; i < 9; i++)
        in[i] = plain();
    in[6].key.point_size = true;
    in[7].key.clamp_vertex_color = true;
    in[8].key.point_clip = true;
    in[1].stages[GLSL_FRAGMENT].texts = other;
    in[2].key.alpha_func = 0x0204;
    in[3].target.essl = 310;
    in[4].xfb_varyings = names;
    in[4].xfb_count = 1;
    in[5].frag_datas = bound;
    in[5].frag_data_count = 1;
    for (int i = 0; i < 9; i++)
        glsl_output_destroy(glsl_cache_translate(*state, &in[i]));
    assert_int_equal(hits(*state), 0);
}

static void test_outputs_outlive_the_cache(void **state)
{
    struct glsl_cache *cache = glsl_cache_create(1 << 20, NULL);
    struct glsl_input in = plain();
    struct glsl_output *o = glsl_cache_translate(cache, &in);

    (void)state;
    glsl_cache_destroy(cache);
    assert_non_null(strstr(o->essl[GLSL_VERTEX], "gl_Position"));
    glsl_output_destroy(o);
}

static void test_the_limit_is_kept(void **state)
{
    struct glsl_cache *cache = glsl_cache_create(100000, NULL);
    struct glsl_cache_stats stats;
    struct glsl_input in = plain();

    (void)state;
    for (int i = 0; i < 20; i++) {
        in.key.clip_planes = (unsigned)i;
        glsl_output_destroy(glsl_cache_translate(cache, &in));
        glsl_cache_stats(cache, &stats);
        assert_true(stats.entries == 1 || stats.bytes <= 100000);
    }
    assert_true(stats.entries < 20);
    glsl_cache_destroy(cache);
}

static void test_checks_are_remembered_with_their_log(void **state)
{
    struct glsl_input in = plain();
    char *first, *second;

    assert_false(glsl_cache_check(*state, &in.target, GLSL_VERTEX, "void main() { x; }", &first));
    assert_false(glsl_cache_check(*state, &in.target, GLSL_VERTEX, "void main() { x; }", &second));
    assert_string_equal(first, second);
    assert_true(strlen(first) > 0);
    assert_int_equal(hits(*state), 1);
    free(first);
    free(second);
    assert_true(glsl_cache_check(*state, &in.target, GLSL_VERTEX, vs[0], &first));
    free(first);
}

/* ---- on disk ---- */

static char *make_folder(void)
{
    char *folder = strdup("/tmp/glsl_cache.XXXXXX");

    assert_non_null(mkdtemp(folder));
    return folder;
}

static void remove_folder(char *folder)
{
    char command[64];

    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
    free(folder);
}

static size_t disk_hits(const struct glsl_cache *cache)
{
    struct glsl_cache_stats stats;

    glsl_cache_stats(cache, &stats);
    return stats.disk_hits;
}

/* Translates and checks with a new cache of that folder; returns how many of the two the disk served. */
static size_t translate_anew(const char *folder, const struct glsl_input *in)
{
    struct glsl_cache *cache = glsl_cache_create(1 << 20, folder);
    struct glsl_output *o = glsl_cache_translate(cache, in);
    size_t served;
    char *info;

    assert_true(o->ok);
    assert_non_null(strstr(o->essl[GLSL_VERTEX], "gl_Position"));
    glsl_output_destroy(o);
    assert_false(glsl_cache_check(cache, &in->target, GLSL_VERTEX, "void main() { undeclared; }", &info));
    assert_non_null(strstr(info, "undeclared"));
    free(info);
    served = disk_hits(cache);
    glsl_cache_destroy(cache);
    return served;
}

static void test_a_later_process_finds_translations_and_checks(void **state)
{
    char *folder = make_folder();
    struct glsl_input in = plain();

    (void)state;
    assert_int_equal(translate_anew(folder, &in), 0);
    assert_int_equal(translate_anew(folder, &in), 2);
    in.target.clip_cull_distance = !in.target.clip_cull_distance; /* another driver: nothing is shared */
    assert_int_equal(translate_anew(folder, &in), 0);
    remove_folder(folder);
}

static void test_damaged_files_are_translated_anew(void **state)
{
    char *folder = make_folder(), command[128];
    struct glsl_input in = plain();

    (void)state;
    assert_int_equal(translate_anew(folder, &in), 0);
    snprintf(command, sizeof command, "for f in %s/*; do echo damage >\"$f\"; done", folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(translate_anew(folder, &in), 0);
    assert_int_equal(translate_anew(folder, &in), 2);
    remove_folder(folder);
}

static void test_without_a_folder_nothing_is_written(void **state)
{
    struct glsl_input in = plain();

    (void)state;
    assert_int_equal(translate_anew(NULL, &in), 0);
    assert_int_equal(translate_anew(NULL, &in), 0);
}

static void test_no_cache_is_a_cache(void **state)
{
    struct glsl_input in = plain();
    struct glsl_output *o = glsl_cache_translate(NULL, &in);
    char *info;

    (void)state;
    assert_true(o->ok);
    glsl_output_destroy(o);
    assert_true(glsl_cache_check(NULL, &in.target, GLSL_VERTEX, vs[0], &info));
    free(info);
    glsl_cache_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_same_input_is_translated_once, setup, teardown),
        cmocka_unit_test_setup_teardown(test_any_difference_of_the_input_counts, setup, teardown),
        cmocka_unit_test(test_outputs_outlive_the_cache),
        cmocka_unit_test(test_the_limit_is_kept),
        cmocka_unit_test_setup_teardown(test_checks_are_remembered_with_their_log, setup, teardown),
        cmocka_unit_test(test_a_later_process_finds_translations_and_checks),
        cmocka_unit_test(test_damaged_files_are_translated_anew),
        cmocka_unit_test(test_without_a_folder_nothing_is_written),
        cmocka_unit_test(test_no_cache_is_a_cache),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
