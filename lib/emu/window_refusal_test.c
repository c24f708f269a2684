/* SPDX-License-Identifier: MIT */
/* Tests of what a draw with windows is refused for, each reason by name and count: with the draw beside it
 * that is just within bounds. A run that gives no range leaves the draw to a copy of all that is bound; what
 * fits no texture is not drawn, which is a gap. Reasons that need no driver: window_eval_test.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/window_draw_test.h"
#include "emu/window_priv.h"

#define BY_VERTEX VERTEX("", "uint(gl_VertexID) * 3u")

/* The emulated arm with the scene's buffers and a program. */
static const struct gl_table *open_scene(struct native_test *t, struct scene *s, const char *vertex)
{
    native_test_arm(t, false);
    window_scene_begin(t, t->table, s, vertex);
    return t->table;
}

static void assert_gap(const struct native_test *t, const char *reason, uint64_t count)
{
    for (size_t i = 0; i < t->gaps.count; i++)
        if (!strcmp(t->gaps.items[i].reason, reason)) {
            assert_true(t->gaps.items[i].affects_draw);
            assert_int_equal(t->gaps.items[i].count, count);
            return;
        }
    if (count)
        fail_msg("no gap: %s", reason);
}

/* ---- answers that cannot be had ---- */

static void test_indices_beyond_their_buffer_cannot_be_read(void **state)
{
    static const uint16_t indices[3] = {0, 1, 2};
    WEAK_TEST(t, SHORT);
    struct scene s;
    const struct gl_table *gl = open_scene(t, &s, BY_VERTEX);
    GLuint buffer;

    gl->GenBuffers(1, &buffer);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    gl->DrawElements(GL_TRIANGLES, 2, GL_UNSIGNED_SHORT, (void *)2); /* bytes 2 to 6 of 6 */
    assert_counts(t, 0, 0, 1, 0);
    assert_not_refused(t);
    gl->DrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (void *)2); /* to 8 */
    gl->DrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (void *)8); /* begins behind the end */
    assert_refused(t, "the draw's indices cannot be read", 2);
    assert_counts(t, 0, 0, 1, 2); /* copied whole */
    gl->DeleteBuffers(1, &buffer);
    window_scene_end(t, gl, &s);
    native_test_finish(t);
}

/* Nothing that asks emu_window_reads_ranges comes here; what does not ask must not read a stale window. */
static void test_a_draw_of_unknown_vertices_gets_all_that_is_bound(void **state)
{
    const struct draw_info info = {.mode = GL_TRIANGLES, .instances = 1};
    const struct draw_range none = {.start = 5};
    WEAK_TEST(t, SHORT);
    struct scene s;
    const struct gl_table *gl = open_scene(t, &s, BY_VERTEX);

    assert_true(emu_window_reads_ranges(t->emu));
    emu_program_prepare(t->emu, GL_TRIANGLES);
    assert_true(emu_window_prepare(t->emu, &info, &none, 1)); /* a draw of no vertices asks for nothing */
    assert_counts(t, 0, 0, 0, 0);
    assert_true(emu_window_prepare(t->emu, &info, NULL, 0));
    assert_refused(t, "the draw's vertices are not known", 1);
    assert_counts(t, 0, 0, 0, 1);
    window_scene_end(t, gl, &s);
    native_test_finish(t);
}

static void test_texels_that_only_a_later_stage_reads_have_no_range(void **state)
{
    WEAK_TEST(t, "max_texture_buffer_size=1024");
    struct scene s;
    const struct gl_table *gl = open_scene(t, &s, BY_VERTEX);
    GLuint texture;

    gl->DeleteProgram(s.program);
    s.program = native_program(gl, NATIVE_COVER,
                               "#version 430 core\nout vec4 o; uniform samplerBuffer b;\n"
                               "void main() { o = texelFetch(b, int(gl_FragCoord.x)); }\n");
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_BUFFER, texture);
    gl->TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, s.arena);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    assert_refused(t, "a later stage reads the buffer texture", 1);
    assert_counts(t, 0, 0, 0, 1);
    gl->DeleteTextures(1, &texture);
    window_scene_end(t, gl, &s);
    native_test_finish(t);
}

/* ---- ranges that cannot be bound ---- */

/* 2048 rows of 2048 words, 16 MiB, are the longest that such a driver can copy. */
static void make_flat_limit(struct native_test *t)
{
    t->es->caps.max_texture_size = 2048;
}

static void test_a_range_longer_than_any_texture_is_not_drawn(void **state)
{
    WEAK_TEST(t, SHORT);
    struct scene s;
    const struct gl_table *gl =
        open_scene(t, &s, VERTEX("uniform int step;\n", "uint(gl_VertexID) * uint(step)"));
    GLint step = gl->GetUniformLocation(s.program, "step");

    make_flat_limit(t);
    gl->BufferData(GL_SHADER_STORAGE_BUFFER, 64, NULL, GL_STATIC_DRAW);
    gl->BindBuffer(GL_SHADER_STORAGE_BUFFER, s.arena);
    gl->BufferData(GL_SHADER_STORAGE_BUFFER, 5 << 22, NULL, GL_STATIC_DRAW); /* 5 * 2^20 words */
    gl->Uniform1i(step, 2097150);
    gl->DrawArrays(GL_TRIANGLES, 0, 3); /* words 0 to 4,194,303 of 4,194,304 */
    assert_counts(t, 0, 0, 0, 1);
    assert_gap(t, WINDOW_TOO_LONG, 0);
    gl->Uniform1i(step, 2097151);
    gl->DrawArrays(GL_TRIANGLES, 0, 3); /* to 4,194,305 */
    assert_refused(t, "what is bound is longer than any texture of the driver's", 1);
    assert_gap(t, WINDOW_TOO_LONG, 1);
    assert_counts(t, 0, 0, 0, 1);
    window_scene_end(t, gl, &s);
    native_test_finish(t);
}

/* Without buffer textures all of one is copied, whatever is read. */
static void test_a_buffer_texture_longer_than_any_other_is_not_drawn(void **state)
{
    WEAK_TEST(t, "es=3.1,-GL_EXT_texture_buffer,-GL_OES_texture_buffer");
    struct scene s;
    const struct gl_table *gl =
        open_scene(t, &s,
                   "#version 430 core\nout vec3 c; uniform samplerBuffer b;\n"
                   "void main() { c = texelFetch(b, gl_VertexID).rgb; gl_Position = vec4(c, 1); }\n");
    GLuint texture;

    make_flat_limit(t);
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_BUFFER, texture);
    gl->BindBuffer(GL_TEXTURE_BUFFER, s.arena);
    gl->BufferData(GL_TEXTURE_BUFFER, 1 << 22, NULL, GL_STATIC_DRAW);
    gl->TexBuffer(GL_TEXTURE_BUFFER, GL_R8, s.arena);
    gl->DrawArrays(GL_TRIANGLES, 0, 3); /* 4,194,304 texels */
    assert_counts(t, 0, 0, 0, 1);
    gl->BufferData(GL_TEXTURE_BUFFER, (1 << 22) + 1, NULL, GL_STATIC_DRAW);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    assert_refused(t, WINDOW_TOO_LONG, 1);
    assert_gap(t, WINDOW_TOO_LONG, 1);
    assert_counts(t, 0, 0, 0, 1);
    gl->DeleteTextures(1, &texture);
    window_scene_end(t, gl, &s);
    native_test_finish(t);
}

static void test_a_mapped_buffer_is_not_copied(void **state)
{
    WEAK_TEST(t, NO_BUFFERS);
    struct scene s;
    const struct gl_table *gl = open_scene(t, &s, BY_VERTEX);

    gl->BindBuffer(GL_SHADER_STORAGE_BUFFER, s.arena);
    assert_non_null(gl->MapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, 64, GL_MAP_WRITE_BIT));
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    assert_refused(t, "a buffer is mapped that would have to be copied", 1);
    assert_gap(t, WINDOW_MAPPED, 1);
    assert_counts(t, 0, 0, 0, 0);
    gl->UnmapBuffer(GL_SHADER_STORAGE_BUFFER);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    assert_counts(t, 0, 0, 0, 1);
    window_scene_end(t, gl, &s);
    native_test_finish(t);
}

/* Every texture that there is belongs to the draw already: as if it had a thousand blocks. */
static void test_a_draw_that_uses_every_texture_is_out_of_memory(void **state)
{
    WEAK_TEST(t, NO_BLOCKS);
    struct scene s;
    const struct gl_table *gl = open_scene(t, &s, BY_VERTEX);
    struct window_textures *textures = window_textures_get(t->emu);

    for (size_t i = 0; i < WINDOW_BUFFER_TEXTURES; i++)
        textures->buffers[i].draw = 1;
    gl->DrawArrays(GL_TRIANGLES, 0, 3); /* the first draw */
    assert_refused(t, "out of memory", 1);
    assert_gap(t, WINDOW_MEMORY, 1);
    assert_counts(t, 0, 0, 0, 0);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    assert_counts(t, 0, 1, 0, 0);
    window_scene_end(t, gl, &s);
    native_test_finish(t);
}

static void test_the_form_does_not_change_inside_transform_feedback(void **state)
{
    static const char vertex[] = "#version 430 core\nout vec3 c; uniform int step;\n"
                                 "layout(std430, binding = 2) readonly buffer Arena { float arena[]; };\n"
                                 "void main() { c = vec3(arena[gl_VertexID * step]); gl_Position = vec4(c, "
                                 "1); }\n";
    static const char *const varyings[] = {"c"};
    WEAK_TEST(t, SHORT);
    struct scene s;
    const struct gl_table *gl = open_scene(t, &s, vertex);
    GLint step;
    GLuint buffer;

    gl->TransformFeedbackVaryings(s.program, 1, varyings, GL_INTERLEAVED_ATTRIBS);
    gl->LinkProgram(s.program);
    gl->UseProgram(s.program);
    step = gl->GetUniformLocation(s.program, "step");
    gl->GenBuffers(1, &buffer);
    gl->BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    gl->BufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 4096, NULL, GL_STATIC_DRAW);
    gl->Uniform1i(step, 3);
    gl->BeginTransformFeedback(GL_TRIANGLES);
    gl->DrawArrays(GL_TRIANGLES, 0, 3); /* a window */
    gl->Uniform1i(step, 9000);
    gl->DrawArrays(GL_TRIANGLES, 0, 3); /* too wide for one: a copy, in another form */
    gl->EndTransformFeedback();
    assert_refused(t, "the program cannot be had in the form that reads windows", 1);
    assert_gap(t, WINDOW_FORM, 1);
    assert_counts(t, 0, 0, 1, 0);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    assert_counts(t, 0, 0, 1, 1);
    gl->DeleteBuffers(1, &buffer);
    window_scene_end(t, gl, &s);
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_indices_beyond_their_buffer_cannot_be_read),
        cmocka_unit_test(test_a_draw_of_unknown_vertices_gets_all_that_is_bound),
        cmocka_unit_test(test_texels_that_only_a_later_stage_reads_have_no_range),
        cmocka_unit_test(test_a_range_longer_than_any_texture_is_not_drawn),
        cmocka_unit_test(test_a_buffer_texture_longer_than_any_other_is_not_drawn),
        cmocka_unit_test(test_a_mapped_buffer_is_not_copied),
        cmocka_unit_test(test_a_draw_that_uses_every_texture_is_out_of_memory),
        cmocka_unit_test(test_the_form_does_not_change_inside_transform_feedback),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
