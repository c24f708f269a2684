/* SPDX-License-Identifier: MIT */
/* Tests of storage blocks that the driver has room for, but that are longer than it lets a block be: the same
 * scene with desktop GL and through the emulation, pixels compared, and which way the draws went. The arena
 * has 160,000 bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/window_draw_test.h"

#define LONG "max_storage_block_size=65536"

static void test_a_block_as_long_as_the_limit_is_left_alone(void **state)
{
    WINDOW_COMPARE(state, .caps = "max_storage_block_size=160000", .scene = window_scene_table,
                   .native = TABLE_ROWS);
}

static void test_a_longer_block_is_bound_whole_as_a_texture(void **state)
{
    WINDOW_COMPARE(state, .caps = "max_storage_block_size=159999", .scene = window_scene_table,
                   .whole = TABLE_ROWS);
}

static void test_one_that_no_texture_holds_is_bound_in_windows(void **state)
{
    WINDOW_COMPARE(state, .caps = LONG ",max_texture_buffer_size=1024", .scene = window_scene_table,
                   .window = TABLE_ROWS);
}

static void test_without_buffer_textures_it_is_copied(void **state)
{
    WINDOW_COMPARE(state, .caps = LONG ",es=3.1,-GL_EXT_texture_buffer,-GL_OES_texture_buffer",
                   .scene = window_scene_table, .texture = TABLE_ROWS);
}

static void test_one_that_nothing_holds_is_not_drawn(void **state)
{
    WEAK_TEST(t, LONG ",max_texture_buffer_size=1024");
    struct scene s;

    native_test_arm(t, false);
    window_scene_begin(t, t->table, &s, VERTEX("uniform int step;\n", "uint(gl_VertexID * step)"));
    t->es->caps.max_texture_size = 2048;
    t->table->BindBuffer(GL_SHADER_STORAGE_BUFFER, s.arena);
    t->table->BufferData(GL_SHADER_STORAGE_BUFFER, 5 << 22, NULL, GL_STATIC_DRAW);
    t->table->Uniform1i(t->table->GetUniformLocation(s.program, "step"), 2097151);
    t->table->DrawArrays(GL_TRIANGLES, 0, 3); /* to word 4,194,304, of which a copy has none */
    assert_refused(t, "what is bound is longer than any texture of the driver's", 1);
    assert_counts(t, 0, 0, 0, 0);
    window_scene_end(t, t->table, &s);
    native_test_finish(t);
}

/* What is bound decides, draw by draw; uniforms, textures and what the draws before left stay. */
static void scene_alternates(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    struct scene s;

    (void)arg;
    window_scene_begin(t, gl, &s, BY_TABLE);
    for (int i = 0; i < 6; i++) {
        gl->Uniform1i(s.row, i);
        if (i % 2)
            gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, s.arena);
        else
            gl->BindBufferRange(GL_SHADER_STORAGE_BUFFER, 2, s.arena, 1024, 65536);
        gl->DrawArrays(GL_TRIANGLES, 0, 9);
        if (i != 3)
            continue;
        gl->DeleteProgram(native_program(gl, NATIVE_COVER,
                                         "#version 430 core\nout vec4 o; void main() { if (gl_FragCoord.x > "
                                         "4.0) discard; o = vec4(1); }\n"));
        gl->DrawArrays(GL_TRIANGLES, 0, 3);
        gl->UseProgram(s.program);
    }
    window_scene_end(t, gl, &s);
}

static void test_each_draw_takes_the_way_of_what_it_has_bound(void **state)
{
    WINDOW_COMPARE(state, .caps = LONG, .scene = scene_alternates, .native = 3, .whole = 3);
}

/* A load of 1100 words: a texture stands for 1024. (Constant indices, as drivers take a minute for others.)
 */
static void scene_wide_load(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    struct scene s;

    (void)arg;
    window_scene_begin(t, gl, &s,
                       "#version 430 core\nout vec3 c; struct Big { float f[1100]; };\n"
                       "layout(std430, binding = 2) readonly buffer Arena { Big big; };\n"
                       "void main() { Big b = big; c = vec3(b.f[3], b.f[1099], 1);\n"
                       "gl_Position = vec4(gl_VertexID == 1 ? 3. : -1., gl_VertexID == 2 ? 3. : -1., 0, 1); "
                       "}\n");
    for (int i = 0; i < 4; i++)
        gl->DrawArrays(GL_TRIANGLES, 0, 3);
    window_scene_end(t, gl, &s);
}

static void test_what_has_no_such_form_goes_to_the_driver_and_is_named(void **state)
{
    WINDOW_COMPARE(state, .caps = LONG, .scene = scene_wide_load, .native = 4,
                   .refused = "the program cannot be had in the form that reads windows", .times = 1);
}

/* A stage that stores has no window to store through. */
static void scene_stores(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    struct scene s;

    (void)arg;
    window_scene_begin(t, gl, &s,
                       "#version 430 core\nout vec3 c;\n"
                       "layout(std430, binding = 2) buffer Arena { float arena[]; };\n"
                       "void main() { arena[30000 + gl_VertexID] = 0.5; c = vec3(arena[gl_VertexID]);\n"
                       "gl_Position = vec4(gl_VertexID == 1 ? 3. : -1., gl_VertexID == 2 ? 3. : -1., 0, 1); "
                       "}\n");
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    window_scene_end(t, gl, &s);
}

static void test_a_block_that_is_stored_to_stays_with_the_driver(void **state)
{
    WINDOW_COMPARE(state, .caps = LONG, .scene = scene_stores, .native = 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_block_as_long_as_the_limit_is_left_alone),
        cmocka_unit_test(test_a_longer_block_is_bound_whole_as_a_texture),
        cmocka_unit_test(test_one_that_no_texture_holds_is_bound_in_windows),
        cmocka_unit_test(test_without_buffer_textures_it_is_copied),
        cmocka_unit_test(test_one_that_nothing_holds_is_not_drawn),
        cmocka_unit_test(test_each_draw_takes_the_way_of_what_it_has_bound),
        cmocka_unit_test(test_what_has_no_such_form_goes_to_the_driver_and_is_named),
        cmocka_unit_test(test_a_block_that_is_stored_to_stays_with_the_driver),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
