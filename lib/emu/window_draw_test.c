/* SPDX-License-Identifier: MIT */
/* Tests of windows on a driver: the same scene with desktop GL and through the emulation on the driver
 * weakened, pixels compared, and which way the draws went. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/window_draw_test.h"

static void test_blocks_that_the_driver_has_are_left_alone(void **state)
{
    WINDOW_COMPARE(state, .scene = window_scene_table, .native = TABLE_ROWS);
}

static void test_short_blocks_are_bound_whole(void **state)
{
    WINDOW_COMPARE(state, .caps = NO_BLOCKS, .scene = window_scene_table, .whole = TABLE_ROWS);
}

static void test_long_blocks_are_bound_in_windows(void **state)
{
    WINDOW_COMPARE(state, .caps = SHORT, .scene = window_scene_table, .window = TABLE_ROWS);
}

static void test_without_buffer_textures_blocks_are_copied(void **state)
{
    WINDOW_COMPARE(state, .caps = NO_BUFFERS, .scene = window_scene_table, .texture = TABLE_ROWS);
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
    WINDOW_COMPARE(state, .caps = SHORT, .scene = scene_changes, .window = 5);
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
    /* the first draw, and 4 readings */
    WINDOW_COMPARE(state, .caps = SHORT, .scene = scene_gpu, .window = 5, .texture = 2,
                   .refused = "the address depends on what the host cannot know", .times = 2);
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
    WINDOW_COMPARE(state, .caps = SHORT, .scene = scene_indexed, .window = 4);
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
    WINDOW_COMPARE(state, .caps = SHORT, .scene = scene_wide, .texture = 2);
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
    WINDOW_COMPARE(state, .caps = SHORT, .scene = scene_sampled, .texture = 1,
                   .refused = "the address depends on what the host cannot know", .times = 1);
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
    WINDOW_COMPARE(state, .caps = SHORT, .scene = scene_attributes, .window = 5);
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
    WINDOW_COMPARE(state, .caps = SHORT, .scene = scene_instances, .texture = 1,
                   .refused = "the draw has too many vertices to run on the host", .times = 1);
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
    WINDOW_COMPARE(state, .caps = NO_BLOCKS, .scene = scene_bindings, .whole = 2);
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
        cmocka_unit_test(test_vertex_arrays_are_inputs),
        cmocka_unit_test(test_too_many_vertices_are_refused_by_name),
        cmocka_unit_test(test_a_block_that_is_stored_to_has_no_window),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
