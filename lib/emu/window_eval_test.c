/* SPDX-License-Identifier: MIT */
/* Tests of the window evaluator: what vertex stages read, with ranges worked out by hand, and every refusal.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "emu/window_test.h"

/* ---- what is read ---- */

static void test_a_base_and_a_stride_give_the_range_of_the_vertices(void **state)
{
    WINDOW_TEST(t, ARENA MAIN USE("arena[100 + gl_VertexID * 7]") "}\n");
    assert_null(run_vertices(t, 0, 2));
    assert_range(t, "Arena", 100, 115); /* 100, 107, 114 */
    assert_true(t->program->per_vertex);
    assert_false(t->program->per_instance || t->program->per_draw);
    window_test_finish(t);
}

static void test_a_known_branch_is_followed_by_each_vertex(void **state)
{
    /* Vertex 0 reads three words from 10, vertex 1 four from 20. */
    WINDOW_TEST(t, ARENA MAIN "uint at = 10u + 10u * uint(gl_VertexID); if (gl_VertexID == 1) " USE(
                       "arena[at + 3u]") USE("arena[at] + arena[at + 1u] + arena[at + 2u]") "}\n");
    assert_null(run_vertices(t, 0, 0));
    assert_range(t, "Arena", 10, 13);
    assert_null(run_vertices(t, 1, 1));
    assert_range(t, "Arena", 10, 24);
    window_test_finish(t);
}

static void test_an_address_is_looked_up_in_a_table(void **state)
{
    const int32_t row = 5;
    WINDOW_TEST(t, TABLE "uniform int u_row;\n" MAIN
                         "uvec2 e = table[u_row];" USE("arena[e.x + uint(gl_VertexID) * e.y]") "}\n");
    t->memory[window_named(t, "Table")][10] = 200;
    t->memory[window_named(t, "Table")][11] = 3;
    set_uniform(t, "u_row", &row);
    assert_null(run_vertices(t, 4, 6));
    assert_range(t, "Table", 10, 12);
    assert_range(t, "Arena", 212, 219); /* 200 + 12, 200 + 18 */
    assert_true(t->program->values[window_named(t, "Table")]);
    assert_false(t->program->values[window_named(t, "Arena")]);
    window_test_finish(t);
}

static void test_loops_and_functions_are_run(void **state)
{
    WINDOW_TEST(t, ARENA "uint walk(uint n) { uint sum = 0u; for (uint i = 0u; i < 100u; i++) { if (i == n) "
                         "return sum; if (i == 2u) continue; sum += i; } return 1000u; }\n" MAIN USE(
                             "arena[walk(uint(gl_VertexID))]") "}\n");
    assert_null(run_vertices(t, 5, 5)); /* 0 + 1 + 3 + 4 */
    assert_range(t, "Arena", 8, 9);
    assert_null(run_vertices(t, 6, 6)); /* and 5 */
    assert_range(t, "Arena", 8, 14);
    window_test_finish(t);
}

static void test_a_switch_takes_its_case(void **state)
{
    WINDOW_TEST(t, ARENA MAIN
                "int at = 0; switch (gl_VertexID) { case 3: at = 30; break; case 4: at = 40; case 5: at "
                "+= 5; break; default: at = 7; }" USE("arena[at]") "}\n");
    assert_null(run_vertices(t, 3, 3));
    assert_range(t, "Arena", 30, 31);
    assert_null(run_vertices(t, 4, 4));
    assert_range(t, "Arena", 30, 46);
    assert_null(run_vertices(t, 9, 9));
    assert_range(t, "Arena", 7, 46);
    window_test_finish(t);
}

static void test_short_circuits_decide_what_is_read(void **state)
{
    WINDOW_TEST(t, TABLE MAIN "if (gl_VertexID > 0 && table[gl_VertexID].x == 9u) " USE("arena[50]") "}\n");
    assert_null(run_vertices(t, 0, 0));
    assert_range(t, "Table", UINT32_MAX, 0);
    assert_null(run_vertices(t, 1, 1));
    assert_range(t, "Table", 2, 3); /* one component */
    assert_range(t, "Arena", UINT32_MAX, 0);
    t->memory[window_named(t, "Table")][4] = 9;
    assert_null(run_vertices(t, 2, 2));
    assert_range(t, "Arena", 50, 51);
    window_test_finish(t);
}

static void test_local_arrays_take_computed_indices(void **state)
{
    WINDOW_TEST(t, ARENA MAIN
                "uint a[4]; for (int i = 0; i < 4; i++) a[i] = uint(10 * i); a[gl_VertexID & 3] += 5u;" USE(
                    "arena[a[(gl_VertexID + 1) & 3] + a[gl_VertexID & 3]]") "}\n");
    assert_null(run_vertices(t, 1, 1)); /* a = 0, 15, 20, 30 */
    assert_range(t, "Arena", 35, 36);
    window_test_finish(t);
}

static void test_a_structure_is_read_at_the_offsets_of_its_layout(void **state)
{
    /* vec3 at 0, float at 12, row-major mat2x3 at 16: rows 8 bytes apart; stride 48. */
    WINDOW_TEST(t, "#version 430 core\nstruct V { vec3 p; float w; mat2x3 m; };\n"
                   "layout(std430, row_major, binding = 0) readonly buffer Arena { vec4 head; V v[]; };\n"
                   "void main() { V x = v[gl_VertexID]; gl_Position = vec4(x.p, x.m[1].z); }\n");
    assert_null(run_vertices(t, 2, 2));
    assert_range(t, "Arena", 4 + 2 * 12, 4 + 2 * 12 + 10);
    window_test_finish(t);
}

static void test_one_component_of_a_matrix_is_one_word(void **state)
{
    WINDOW_TEST(
        t, "#version 430 core\nlayout(std430, binding = 0) readonly buffer Arena { layout(row_major) mat4 r; "
           "mat4 c[]; };\nvoid main() { gl_Position = vec4(r[gl_VertexID][3]); }\n");
    assert_null(run_vertices(t, 1, 1)); /* row 3, column 1 */
    assert_range(t, "Arena", 13, 14);
    window_test_finish(t);
}

static void test_uniform_blocks_are_read_with_their_layout(void **state)
{
    WINDOW_TEST(t, ARENA "layout(std140) uniform U { uint first; uint step[4]; };\n" MAIN USE(
                       "arena[first + step[gl_VertexID & 3]]") "}\n");
    t->block[0] = 100;
    t->block[4 + 4 * 2] = 11; /* elements are 16 bytes apart */
    assert_null(run_vertices(t, 2, 2));
    assert_range(t, "Arena", 111, 112);
    window_test_finish(t);
}

static void test_instances_and_draws_are_inputs(void **state)
{
    WINDOW_TEST(
        t,
        "#version 460 core\nlayout(std430, binding = 0) readonly buffer Arena { uint arena[]; };\n" MAIN USE(
            "arena[gl_InstanceID * 100 + gl_DrawID]") "}\n");
    assert_null(run_vertices(t, 0, 0));
    assert_range(t, "Arena", 203, 204);
    assert_true(t->program->per_instance && t->program->per_draw);
    assert_false(t->program->per_vertex);
    window_test_finish(t);
}

static void test_lengths_are_known(void **state)
{
    WINDOW_TEST(t, ARENA MAIN USE("arena[arena.length() - 1 - gl_VertexID]") "}\n");
    for (size_t i = 0; i < t->program->input_count; i++)
        if (t->program->inputs[i].kind == WINDOW_SIZE)
            t->run.cells[t->program->inputs[i].cell] = sizeof t->memory[0];
    assert_null(run_vertices(t, 0, 1));
    assert_range(t, "Arena", WINDOW_TEST_WORDS - 2, WINDOW_TEST_WORDS);
    window_test_finish(t);
}

static void test_what_lies_outside_of_what_is_bound_widens_nothing(void **state)
{
    WINDOW_TEST(t, ARENA MAIN USE("arena[gl_VertexID]") "}\n");
    assert_null(run_vertices(t, WINDOW_TEST_WORDS - 1, WINDOW_TEST_WORDS + 5));
    assert_null(run_vertices(t, -3, -1));
    assert_range(t, "Arena", WINDOW_TEST_WORDS - 1, WINDOW_TEST_WORDS);
    window_test_finish(t);
}

static void test_texels_are_counted_in_texels(void **state)
{
    WINDOW_TEST(t, "#version 430 core\nuniform usamplerBuffer firsts; uniform samplerBuffer heights;\n" MAIN
                   "gl_Position.x = texelFetch(heights, int(texelFetch(firsts, gl_VertexID).y) + 2).x; }\n");
    t->run.windows[window_named(t, "firsts")].texel = 4;
    t->run.windows[window_named(t, "firsts")].components = 2;
    t->run.windows[window_named(t, "firsts")].kind = 'i';
    t->memory[window_named(t, "firsts")][7] = 0x00050001; /* texel 7: 1, 5 */
    t->run.windows[window_named(t, "heights")].texel = 16;
    assert_null(run_vertices(t, 7, 7));
    assert_range(t, "firsts", 7, 8);
    assert_range(t, "heights", 7, 8); /* 5 + 2 */
    window_test_finish(t);
}

static void test_floats_count_where_nothing_is_rounded(void **state)
{
    const float scale = 2.5f;
    WINDOW_TEST(t,
                ARENA "uniform float u_scale;\n" MAIN USE(
                    "arena[int(floor(float(gl_VertexID) * u_scale + 0.5)) + int(max(u_scale, 1.0))]") "}\n");
    set_uniform(t, "u_scale", &scale);
    assert_null(run_vertices(t, 3, 3)); /* floor(8) + 2 */
    assert_range(t, "Arena", 10, 11);
    window_test_finish(t);
}

/* ---- what is stepped over ---- */

static void test_what_no_address_depends_on_is_not_run(void **state)
{
    WINDOW_TEST(
        t,
        ARENA "in vec4 a; uniform sampler2D s;\n"
              "float slow(float x) { while (x < 1e9) x = sin(x) * 7.0; return x; }\n" MAIN
              "vec4 c = textureLod(s, a.xy, 0.0); if (c.x > a.y) gl_Position.y = slow(c.z); for (int i = 0; "
              "i < int(a.x); i++) gl_Position.z += a.w;" USE("arena[gl_VertexID]") "}\n");
    assert_null(run_vertices(t, 3, 3));
    assert_range(t, "Arena", 3, 4);
    assert_true(t->program->op_count < 20);
    assert_false(t->program->reads_attributes);
    window_test_finish(t);
}

/* ---- refusals ---- */

static void test_an_address_from_unknown_memory_is_refused(void **state)
{
    WINDOW_TEST(t, TABLE MAIN USE("arena[table[0].x]") "}\n");
    t->run.windows[window_named(t, "Table")].bytes = NULL;
    assert_refused(run_vertices(t, 0, 0), WINDOW_UNKNOWN_ADDRESS);
    window_test_finish(t);
}

static void test_an_address_from_beyond_the_bound_is_refused(void **state)
{
    WINDOW_TEST(t, TABLE MAIN USE("arena[table[512].x]") "}\n");
    assert_refused(run_vertices(t, 0, 0), WINDOW_UNKNOWN_ADDRESS);
    window_test_finish(t);
}

static void test_an_address_from_a_texture_is_refused(void **state)
{
    WINDOW_TEST(t, ARENA "uniform usampler2D s;\n" MAIN USE("arena[texelFetch(s, ivec2(0), 0).x]") "}\n");
    assert_refused(run_vertices(t, 0, 0), WINDOW_UNKNOWN_ADDRESS);
    window_test_finish(t);
}

static void test_an_address_from_a_rounded_float_is_refused(void **state)
{
    const float third = 1.0f / 3;
    WINDOW_TEST(t,
                ARENA "uniform float u_third;\n" MAIN USE("arena[int(float(gl_VertexID) * u_third)]") "}\n");
    set_uniform(t, "u_third", &third);
    assert_refused(run_vertices(t, 7, 7), WINDOW_UNKNOWN_ADDRESS);
    window_test_finish(t);
}

static void test_an_address_from_a_transcendental_function_is_refused(void **state)
{
    WINDOW_TEST(t, ARENA MAIN USE("arena[int(exp2(float(gl_VertexID)))]") "}\n");
    assert_refused(run_vertices(t, 1, 1), WINDOW_UNKNOWN_ADDRESS);
    window_test_finish(t);
}

static void test_an_address_from_an_uninitialised_variable_is_refused(void **state)
{
    WINDOW_TEST(t, ARENA MAIN "uint at; if (gl_VertexID == 0) at = 3u;" USE("arena[at]") "}\n");
    assert_null(run_vertices(t, 0, 0));
    assert_refused(run_vertices(t, 1, 1), WINDOW_UNKNOWN_ADDRESS);
    window_test_finish(t);
}

static void test_a_branch_on_an_unknown_value_is_refused(void **state)
{
    WINDOW_TEST(t, ARENA "in vec4 a;\n" MAIN "if (a.x > 0.0) " USE("arena[5]") "}\n");
    assert_refused(run_vertices(t, 0, 0), WINDOW_UNKNOWN_BRANCH);
    window_test_finish(t);
}

static void test_an_early_return_on_an_unknown_value_is_refused(void **state)
{
    WINDOW_TEST(t, ARENA "in vec4 a;\n" MAIN "if (a.x > 0.0) return; " USE("arena[5]") "}\n");
    assert_refused(run_vertices(t, 0, 0), WINDOW_UNKNOWN_BRANCH);
    window_test_finish(t);
}

static void test_a_break_on_an_unknown_value_is_refused(void **state)
{
    WINDOW_TEST(t, ARENA "in vec4 a;\n" MAIN
                         "for (int i = 0; i < 4; i++) { if (a[i] > 0.0) break; " USE("arena[i]") "} }\n");
    assert_refused(run_vertices(t, 0, 0), WINDOW_UNKNOWN_BRANCH);
    window_test_finish(t);
}

static void test_a_store_at_an_unknown_index_is_refused(void **state)
{
    WINDOW_TEST(t, ARENA "in ivec4 a;\n" MAIN "uint v[3]; v[0] = 1u; v[a.x] = 2u;" USE("arena[v[0]]") "}\n");
    assert_refused(run_vertices(t, 0, 0), WINDOW_UNKNOWN_STORE);
    window_test_finish(t);
}

static void test_a_loop_without_end_is_refused_not_cut_short(void **state)
{
    WINDOW_TEST(t,
                ARENA MAIN "int i = 0; while (gl_VertexID >= 0) {" USE("arena[i]") "i = (i + 1) & 7; } }\n");
    assert_refused(run_vertices(t, 0, 0), WINDOW_STEPS);
    window_test_finish(t);
}

/* main() calls f0 and each function the next: `deep` calls at once, of which the last returns the address. */
static const char *deep_calls(char *text, size_t room, int deep)
{
    size_t n = (size_t)snprintf(text, room, ARENA "uint f%d(uint x) { return x; }\n", deep - 1);

    for (int i = deep - 2; i >= 0; i--)
        n += (size_t)snprintf(text + n, room - n, "uint f%d(uint x) { return f%d(x + 1u); }\n", i, i + 1);
    n += (size_t)snprintf(text + n, room - n, MAIN USE("arena[f0(uint(gl_VertexID))]") "}\n");
    assert_true(n < room);
    return text;
}

static void test_calls_that_are_too_deep_are_refused(void **state)
{
    static char text[1 << 14];
    WINDOW_TEST(t, deep_calls(text, sizeof text, 64));
    assert_null(run_vertices(t, 5, 5));
    assert_range(t, "Arena", 5 + 63, 5 + 64); /* each call but the last adds one */
    window_test_finish(t);
    window_test_translate(t, deep_calls(text, sizeof text, 65), false);
    assert_refused(run_vertices(t, 5, 5), WINDOW_CALLS);
    window_test_finish(t);
}

/* The translator knows no extension with such an instruction: one of the same form stands in for it. */
static void test_another_invocation_is_not_asked(void **state)
{
    WINDOW_TEST(t, ARENA MAIN USE("arena[~gl_VertexID & 7]") "}\n");
    unsigned *words = malloc(t->glsl->code.count * sizeof *words);
    struct glsl_output copy = *t->glsl;
    struct window_program *p;
    bool found = false;

    memcpy(words, t->glsl->code.words, copy.code.count * sizeof *words);
    copy.code.words = words;
    for (size_t i = 5; i < copy.code.count; i += WINDOW_LENGTH(words[i]))
        if (WINDOW_OP(words[i]) == 200 /* OpNot */) {
            words[i] = WINDOW_LENGTH(words[i]) << 16 | 4432 /* OpSubgroupFirstInvocationKHR */;
            found = true;
        }
    assert_true(found);
    p = window_program_create(&copy, false);
    assert_refused(p->refused, WINDOW_OTHER_LANE);
    window_program_destroy(p);
    free(words);
    window_test_finish(t);
}

static void test_nonsense_is_refused(void **state)
{
    WINDOW_TEST(t, ARENA MAIN USE("arena[gl_VertexID]") "}\n");
    struct glsl_output copy = *t->glsl;

    for (size_t n = 0; n < copy.code.count; n += 3) {
        copy.code.count = n;
        struct window_program *p = window_program_create(&copy, false);
        assert_refused(p->refused, WINDOW_MALFORMED);
        window_program_destroy(p);
        copy.code.count = t->glsl->code.count;
    }
    window_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_base_and_a_stride_give_the_range_of_the_vertices),
        cmocka_unit_test(test_a_known_branch_is_followed_by_each_vertex),
        cmocka_unit_test(test_an_address_is_looked_up_in_a_table),
        cmocka_unit_test(test_loops_and_functions_are_run),
        cmocka_unit_test(test_a_switch_takes_its_case),
        cmocka_unit_test(test_short_circuits_decide_what_is_read),
        cmocka_unit_test(test_local_arrays_take_computed_indices),
        cmocka_unit_test(test_a_structure_is_read_at_the_offsets_of_its_layout),
        cmocka_unit_test(test_one_component_of_a_matrix_is_one_word),
        cmocka_unit_test(test_uniform_blocks_are_read_with_their_layout),
        cmocka_unit_test(test_instances_and_draws_are_inputs),
        cmocka_unit_test(test_lengths_are_known),
        cmocka_unit_test(test_what_lies_outside_of_what_is_bound_widens_nothing),
        cmocka_unit_test(test_texels_are_counted_in_texels),
        cmocka_unit_test(test_floats_count_where_nothing_is_rounded),
        cmocka_unit_test(test_what_no_address_depends_on_is_not_run),
        cmocka_unit_test(test_an_address_from_unknown_memory_is_refused),
        cmocka_unit_test(test_an_address_from_beyond_the_bound_is_refused),
        cmocka_unit_test(test_an_address_from_a_texture_is_refused),
        cmocka_unit_test(test_an_address_from_a_rounded_float_is_refused),
        cmocka_unit_test(test_an_address_from_a_transcendental_function_is_refused),
        cmocka_unit_test(test_an_address_from_an_uninitialised_variable_is_refused),
        cmocka_unit_test(test_a_branch_on_an_unknown_value_is_refused),
        cmocka_unit_test(test_an_early_return_on_an_unknown_value_is_refused),
        cmocka_unit_test(test_a_break_on_an_unknown_value_is_refused),
        cmocka_unit_test(test_a_store_at_an_unknown_index_is_refused),
        cmocka_unit_test(test_a_loop_without_end_is_refused_not_cut_short),
        cmocka_unit_test(test_calls_that_are_too_deep_are_refused),
        cmocka_unit_test(test_another_invocation_is_not_asked),
        cmocka_unit_test(test_nonsense_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
