/* SPDX-License-Identifier: MIT */
/* Tests of windows on a driver: the same scene with desktop GL and through the emulation on the driver
 * weakened, pixels compared, and which way the draws went. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/window_draw_test.h"

/* ---- storage blocks ---- */

static void scene_table(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    struct scene s;

    (void)arg;
    window_scene_begin(t, gl, &s, BY_TABLE);
    for (int i = 0; i < TABLE_ROWS; i++) {
        gl->Uniform1i(s.row, i);
        gl->DrawArrays(GL_TRIANGLES, 3 * (i % 3), 9);
    }
    window_scene_end(t, gl, &s);
}

static void test_blocks_that_the_driver_has_are_left_alone(void **state)
{
    WEAK_TEST(t, NULL);
    native_compare(t, scene_table, NULL, "native");
    assert_drawn(t);
    assert_counts(t, TABLE_ROWS, 0, 0, 0);
    native_test_finish(t);
}

static void test_short_blocks_are_bound_whole(void **state)
{
    WEAK_TEST(t, NO_BLOCKS);
    native_compare(t, scene_table, NULL, "whole");
    assert_drawn(t);
    assert_counts(t, 0, TABLE_ROWS, 0, 0);
    native_test_finish(t);
}

static void test_long_blocks_are_bound_in_windows(void **state)
{
    WEAK_TEST(t, SHORT);
    native_compare(t, scene_table, NULL, "window");
    assert_drawn(t);
    assert_counts(t, 0, 0, TABLE_ROWS, 0);
    assert_int_equal(t->gaps.windows.refused_count, 0);
    native_test_finish(t);
}

static void test_without_buffer_textures_blocks_are_copied(void **state)
{
    WEAK_TEST(t, NO_BUFFERS);
    native_compare(t, scene_table, NULL, "texture");
    assert_drawn(t);
    assert_counts(t, 0, 0, 0, TABLE_ROWS);
    native_test_finish(t);
}

/* Contents that addresses come from change in every way that an application has. */
static void scene_changes(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const uint32_t rows[4] = {30000, 100, 20000, 9};
    struct scene s;
    uint32_t *map;
    GLuint copy;

    (void)arg;
    window_scene_begin(t, gl, &s, BY_TABLE);
    gl->Uniform1i(s.row, 2);
    gl->DrawArrays(GL_TRIANGLES, 0, 6);
    gl->BufferSubData(GL_SHADER_STORAGE_BUFFER, 8, 4, &rows[0]);
    gl->DrawArrays(GL_TRIANGLES, 0, 6);
    map = gl->MapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, 64, GL_MAP_WRITE_BIT);
    map[2] = rows[1];
    gl->UnmapBuffer(GL_SHADER_STORAGE_BUFFER);
    gl->DrawArrays(GL_TRIANGLES, 0, 6);
    gl->GenBuffers(1, &copy);
    gl->BindBuffer(GL_COPY_READ_BUFFER, copy);
    gl->BufferData(GL_COPY_READ_BUFFER, 16, rows, GL_STATIC_DRAW);
    gl->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_SHADER_STORAGE_BUFFER, 8, 8, 4);
    gl->DrawArrays(GL_TRIANGLES, 0, 6);
    gl->BufferData(GL_SHADER_STORAGE_BUFFER, 16, rows, GL_STATIC_DRAW);
    gl->DrawArrays(GL_TRIANGLES, 0, 6);
    gl->DeleteBuffers(1, &copy);
    window_scene_end(t, gl, &s);
}

static void test_answers_follow_the_contents(void **state)
{
    WEAK_TEST(t, SHORT);
    native_compare(t, scene_changes, NULL, "changes");
    assert_drawn(t);
    assert_counts(t, 0, 0, 5, 0);
    native_test_finish(t);
}

/* A compute shader moves the rows between draws. */
static void scene_gpu(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const char source[] = "#version 430 core\nlayout(local_size_x = 1) in;\n"
                                 "layout(std430, binding = 1) buffer Table { uint table[]; };\n"
                                 "void main() { table[2] += 1000u; }\n";
    GLuint compute = NATIVE_LINK(gl, .compute = source);
    struct scene s;

    (void)arg;
    window_scene_begin(t, gl, &s, BY_TABLE);
    gl->Uniform1i(s.row, 2);
    for (int i = 0; i < 7; i++) {
        gl->DrawArrays(GL_TRIANGLES, 0, 9);
        gl->UseProgram(compute);
        gl->DispatchCompute(1, 1, 1);
        gl->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        gl->UseProgram(s.program);
    }
    gl->DeleteProgram(compute);
    window_scene_end(t, gl, &s);
}

static void test_what_the_gpu_wrote_is_read_back_a_few_times_then_unknown(void **state)
{
    WEAK_TEST(t, SHORT);
    native_compare(t, scene_gpu, NULL, "compute");
    assert_drawn(t);
    assert_counts(t, 0, 0, 5, 2); /* the first draw, and 4 readings */
    assert_refused(t, "the address depends on what the host cannot know", 2);
    native_test_finish(t);
}

/* Ranges, indices, restarts, instances. */
static void scene_indexed(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const uint16_t indices[] = {0, 1, 2, 65535, 4, 3, 5, 65535, 2, 1, 4, 7};
    struct scene s;
    GLuint buffer;

    (void)arg;
    window_scene_begin(t, gl, &s, VERTEX("", "uint(gl_VertexID) * 3u + uint(gl_InstanceID) * 77u"));
    gl->GenBuffers(1, &buffer);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    gl->Enable(GL_PRIMITIVE_RESTART);
    gl->PrimitiveRestartIndex(65535);
    gl->DrawElementsBaseVertex(GL_TRIANGLE_STRIP, 12, GL_UNSIGNED_SHORT, NULL, 3000);
    gl->DrawElementsInstancedBaseVertex(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL, 4, 5000);
    gl->DrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (void *)8);
    gl->DrawArraysInstanced(GL_TRIANGLES, 10000, 3, 3);
    gl->Disable(GL_PRIMITIVE_RESTART);
    gl->DeleteBuffers(1, &buffer);
    window_scene_end(t, gl, &s);
}

static void test_indices_restarts_and_instances_make_the_range(void **state)
{
    WEAK_TEST(t, SHORT);
    native_compare(t, scene_indexed, NULL, "indexed");
    assert_drawn(t);
    assert_counts(t, 0, 0, 4, 0);
    native_test_finish(t);
}

/* Every vertex far from the next. */
static void scene_wide(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    struct scene s;

    (void)arg;
    window_scene_begin(t, gl, &s, VERTEX("", "uint(gl_VertexID) * 3001u"));
    gl->DrawArrays(GL_TRIANGLES, 0, 12);
    gl->DrawArrays(GL_TRIANGLES, 0, 12);
    window_scene_end(t, gl, &s);
}

static void test_a_range_longer_than_a_buffer_texture_is_copied(void **state)
{
    WEAK_TEST(t, SHORT);
    native_compare(t, scene_wide, NULL, "wide");
    assert_drawn(t);
    assert_counts(t, 0, 0, 0, 2);
    assert_int_equal(t->gaps.windows.refused_count, 0);
    native_test_finish(t);
}

/* The address comes from a vertex attribute that no one has a copy of. */
static void scene_sampled(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const uint32_t texels[4] = {1, 20000, 30000, 7};
    struct scene s;
    GLuint texture;

    (void)arg;
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, 4, 1, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, texels);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    window_scene_begin(t, gl, &s,
                       VERTEX("uniform usampler2D rows;\n",
                              "texelFetch(rows, ivec2(gl_VertexID / 3, 0), 0).x + uint(gl_VertexID) * 3u"));
    gl->DrawArrays(GL_TRIANGLES, 0, 12);
    window_scene_end(t, gl, &s);
    gl->DeleteTextures(1, &texture);
}

static void test_what_cannot_be_known_is_copied_whole_and_named(void **state)
{
    WEAK_TEST(t, SHORT);
    native_compare(t, scene_sampled, NULL, "sampled");
    assert_drawn(t);
    assert_counts(t, 0, 0, 0, 1);
    assert_refused(t, "the address depends on what the host cannot know", 1);
    native_test_finish(t);
}

/* Where a vertex begins comes from arrays: one by instance in bytes that become floats, one by vertex. */
static void scene_attributes(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const uint8_t starts[] = {0, 0, 9, 0, 200, 0, 77, 0};
    static const uint32_t extra[] = {0, 3, 6, 30, 33, 36, 60, 63, 66};
    struct scene s;
    GLuint buffers[2];

    (void)arg;
    window_scene_begin(t, gl, &s,
                       VERTEX("layout(location = 0) in float start; layout(location = 3) in uint extra;\n",
                              "uint(start) * 100u + extra"));
    gl->GenBuffers(2, buffers);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof starts, starts, GL_STATIC_DRAW);
    gl->VertexAttribPointer(0, 1, GL_UNSIGNED_BYTE, GL_FALSE, 2, NULL);
    gl->VertexAttribDivisor(0, 1);
    gl->EnableVertexAttribArray(0);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers[1]);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof extra, extra, GL_STATIC_DRAW);
    gl->VertexAttribIPointer(3, 1, GL_UNSIGNED_INT, 4, NULL);
    gl->EnableVertexAttribArray(3);
    for (GLuint i = 0; i < 4; i++)
        gl->DrawArraysInstancedBaseInstance(GL_TRIANGLES, 0, 9, 1, i);
    gl->BufferSubData(GL_ARRAY_BUFFER, 12, 4, &extra[8]);
    gl->DrawArraysInstancedBaseInstance(GL_TRIANGLES, 3, 6, 1, 2);
    gl->DeleteBuffers(2, buffers);
    window_scene_end(t, gl, &s);
}

static void test_vertex_arrays_are_inputs(void **state)
{
    WEAK_TEST(t, SHORT);
    native_compare(t, scene_attributes, NULL, "attributes");
    assert_drawn(t);
    assert_counts(t, 0, 0, 5, 0);
    assert_int_equal(t->gaps.windows.refused_count, 0);
    native_test_finish(t);
}

/* More instances than anybody would run on the host. */
static void scene_instances(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    struct scene s;

    (void)arg;
    window_scene_begin(t, gl, &s, VERTEX("", "uint(gl_VertexID) * 3u + uint(gl_InstanceID & 31) * 900u"));
    gl->DrawArraysInstanced(GL_TRIANGLES, 0, 3, 400000);
    window_scene_end(t, gl, &s);
}

static void test_too_many_vertices_are_refused_by_name(void **state)
{
    WEAK_TEST(t, SHORT);
    native_compare(t, scene_instances, NULL, "instances");
    assert_drawn(t);
    assert_counts(t, 0, 0, 0, 1);
    assert_refused(t, "the draw has too many vertices to run on the host", 1);
    native_test_finish(t);
}

/* A stage that stores where the driver has no room cannot be drawn at all, and says so. */
static void test_a_block_that_is_stored_to_has_no_window(void **state)
{
    WEAK_TEST(t, NO_BLOCKS);
    const char *vertex = "#version 430 core\nlayout(std430, binding = 0) buffer B { uint n; };\n"
                         "void main() { n = 1u; gl_Position = vec4(0); }\n";
    GLuint program;
    char log[NATIVE_LOG];

    native_test_arm(t, false);
    assert_false(native_try_link(t->table, &(struct native_stages){.vertex = vertex}, &program, log));
    assert_non_null(strstr(log, "stores to 1 storage blocks, the driver lets it have 0"));
    t->table->DeleteProgram(program);
    native_test_finish(t);
}

/* Blocks by other bindings than the source's, in an array, with a range of a buffer. */
static void scene_bindings(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const char vertex[] =
        "#version 430 core\nout vec3 c;\n"
        "layout(std430, binding = 4) readonly buffer Pair { vec4 v[]; } pair[2];\n"
        "layout(std430) readonly buffer Other { float o[]; };\n"
        "void main() { vec4 a = pair[0].v[gl_VertexID], b = pair[1].v[gl_VertexID];\n"
        "c = vec3(a.z, b.w, float(o.length()) / 100.0); gl_Position = vec4(a.x * 2.0 - 1.0, b.y * 2.0 - 1.0, "
        "o[3] * "
        "0.0, 1); }\n";
    struct scene s;
    GLuint index;

    (void)arg;
    window_scene_begin(t, gl, &s, vertex);
    gl->BindBufferRange(GL_SHADER_STORAGE_BUFFER, 4, s.arena, 1024, 2048);
    gl->BindBufferRange(GL_SHADER_STORAGE_BUFFER, 5, s.arena, 80000, 4096);
    gl->BindBufferRange(GL_SHADER_STORAGE_BUFFER, 7, s.arena, 256, 64 * 4);
    index = gl->GetProgramResourceIndex(s.program, GL_SHADER_STORAGE_BLOCK, "Other");
    note_int(t, index != GL_INVALID_INDEX);
    gl->ShaderStorageBlockBinding(s.program, index, 7);
    gl->DrawArrays(GL_TRIANGLES, 0, 30);
    gl->DrawArrays(GL_TRIANGLES, 60, 30);
    window_scene_end(t, gl, &s);
}

static void test_blocks_are_where_the_application_bound_them(void **state)
{
    WEAK_TEST(t, NO_BLOCKS);
    native_compare(t, scene_bindings, NULL, "bindings");
    assert_drawn(t);
    assert_counts(t, 0, 2, 0, 0);
    native_test_finish(t);
}

/* ---- buffer textures ---- */

#define RIBBON                                                                                               \
    "#version 430 core\nout vec3 c; uniform samplerBuffer place; uniform int first, step;\n"                 \
    "void main() { vec4 v = texelFetch(place, first + gl_VertexID * step);\n"                                \
    "c = vec3(v.z, v.w, float(textureSize(place)) / 20000.0); gl_Position = vec4(v.xy * 2.0 - 1.0, 0, 1); "  \
    "}\n"

static void scene_texels(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const int *steps = arg;
    static const char plain[] = "#version 430 core\nout vec3 c; uniform samplerBuffer few;\n"
                                "void main() { c = texelFetch(few, 1).rgb; gl_Position = vec4(gl_VertexID == "
                                "1 ? -0.5 : -1.0, gl_VertexID "
                                "== 2 ? -0.5 : -1.0, 0, 1); }\n";
    static const uint8_t few[8] = {1, 2, 3, 4, 200, 100, 50, 25};
    struct scene s;
    GLuint textures[2], buffer;

    window_scene_begin(t, gl, &s, RIBBON);
    gl->GenTextures(2, textures);
    gl->BindTexture(GL_TEXTURE_BUFFER, textures[0]);
    gl->TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, s.arena);
    for (int i = 0; i < 4; i++) {
        gl->Uniform1i(gl->GetUniformLocation(s.program, "first"), i * 777);
        gl->Uniform1i(gl->GetUniformLocation(s.program, "step"), steps[i]);
        gl->DrawArrays(GL_TRIANGLES, 0, 12);
    }
    /* Another program reads another texture on the same unit, and then the first one its own again. */
    gl->GenBuffers(1, &buffer);
    gl->BindBuffer(GL_TEXTURE_BUFFER, buffer);
    gl->BufferData(GL_TEXTURE_BUFFER, sizeof few, few, GL_STATIC_DRAW);
    gl->BindTexture(GL_TEXTURE_BUFFER, textures[1]);
    gl->TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, buffer);
    gl->DeleteProgram(native_program(gl, plain, FRAGMENT));
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->UseProgram(s.program);
    gl->BindTexture(GL_TEXTURE_BUFFER, textures[0]);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->DeleteTextures(2, textures);
    gl->DeleteBuffers(1, &buffer);
    window_scene_end(t, gl, &s);
}

static void test_long_buffer_textures_are_bound_in_windows(void **state)
{
    static const int steps[4] = {1, 3, 2, 7};
    WEAK_TEST(t, "max_texture_buffer_size=1024");
    native_compare(t, scene_texels, steps, "texels");
    assert_drawn(t);
    assert_counts(t, 1, 0, 5, 0);
    native_test_finish(t);
}

static void test_a_range_of_texels_that_is_too_long_is_copied(void **state)
{
    static const int steps[4] = {1, 300, 2, 500};
    WEAK_TEST(t, "max_texture_buffer_size=1024");
    native_compare(t, scene_texels, steps, "texels");
    assert_drawn(t);
    assert_counts(t, 1, 0, 3, 2);
    native_test_finish(t);
}

/* The fragment stage reads texels, too: no window serves it. */
static void scene_fragment_texels(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    struct scene s;
    GLuint texture, program;

    (void)arg;
    window_scene_begin(t, gl, &s, BY_TABLE);
    gl->DeleteProgram(s.program);
    program = native_program(
        gl, NATIVE_COVER,
        "#version 430 core\nout vec4 o; uniform samplerBuffer b; void main() { int i = "
        "int(gl_FragCoord.x) * 150 + int(gl_FragCoord.y); o = vec4(texelFetch(b, i).rgb, 1); }\n");
    s.program = program;
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_BUFFER, texture);
    gl->TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, s.arena);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->DeleteTextures(1, &texture);
    window_scene_end(t, gl, &s);
}

static void test_texels_of_the_fragment_stage_are_copied(void **state)
{
    WEAK_TEST(t, "max_texture_buffer_size=1024");
    native_compare(t, scene_fragment_texels, NULL, "fragment texels");
    assert_drawn(t);
    assert_counts(t, 0, 0, 0, 1);
    native_test_finish(t);
}

/* Samplers that are parameters. */
static void scene_indexed_texels(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    struct scene s;
    GLuint texture;

    (void)arg;
    window_scene_begin(t, gl, &s,
                       "#version 430 core\nout vec3 c; uniform samplerBuffer place;\n"
                       "vec4 look(samplerBuffer b, int i) { return texelFetch(b, i); }\n"
                       "void main() { vec4 v = look(place, gl_VertexID * 7), w = look(place, 5);\n"
                       "c = vec3(v.z, v.w, w.x); gl_Position = vec4(v.xy * 2.0 - 1.0, 0, 1); }\n");
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_BUFFER, texture);
    gl->TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, s.arena);
    gl->DrawArrays(GL_TRIANGLES, 600, 12);
    gl->DeleteTextures(1, &texture);
    window_scene_end(t, gl, &s);
}

static void test_a_sampler_that_is_a_parameter_is_copied_and_named(void **state)
{
    WEAK_TEST(t, "max_texture_buffer_size=1024");
    native_compare(t, scene_indexed_texels, NULL, "indexed texels");
    assert_drawn(t);
    assert_counts(t, 0, 0, 0, 1);
    assert_refused(t, "the buffer texture is a parameter or a computed element", 1);
    native_test_finish(t);
}

static void test_without_buffer_textures_texels_are_copied(void **state)
{
    static const int steps[4] = {1, 300, 2, 500};
    WEAK_TEST(t, "es=3.1,-GL_EXT_texture_buffer,-GL_OES_texture_buffer");
    native_compare(t, scene_texels, steps, "texels");
    assert_drawn(t);
    assert_counts(t, 0, 0, 0, 6);
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_that_the_driver_has_are_left_alone),
        cmocka_unit_test(test_short_blocks_are_bound_whole),
        cmocka_unit_test(test_long_blocks_are_bound_in_windows),
        cmocka_unit_test(test_without_buffer_textures_blocks_are_copied),
        cmocka_unit_test(test_answers_follow_the_contents),
        cmocka_unit_test(test_what_the_gpu_wrote_is_read_back_a_few_times_then_unknown),
        cmocka_unit_test(test_indices_restarts_and_instances_make_the_range),
        cmocka_unit_test(test_a_range_longer_than_a_buffer_texture_is_copied),
        cmocka_unit_test(test_what_cannot_be_known_is_copied_whole_and_named),
        cmocka_unit_test(test_blocks_are_where_the_application_bound_them),
        cmocka_unit_test(test_long_buffer_textures_are_bound_in_windows),
        cmocka_unit_test(test_a_range_of_texels_that_is_too_long_is_copied),
        cmocka_unit_test(test_texels_of_the_fragment_stage_are_copied),
        cmocka_unit_test(test_vertex_arrays_are_inputs),
        cmocka_unit_test(test_too_many_vertices_are_refused_by_name),
        cmocka_unit_test(test_a_block_that_is_stored_to_has_no_window),
        cmocka_unit_test(test_a_sampler_that_is_a_parameter_is_copied_and_named),
        cmocka_unit_test(test_without_buffer_textures_texels_are_copied),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
