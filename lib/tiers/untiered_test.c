/* SPDX-License-Identifier: MIT */
/* Tests of the multi-draws that are no batches: pixels against what the specification says, gl_DrawID,
 * strides, commands in client memory, commands and counts that the GPU wrote. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tiers/rig_test.h"

static struct rig *rig;

static const uint16_t data[] = {1, 2, 3, 4, 5, 6, 7, 8};

#define SHOW_DRAW_ID                                                                                         \
    "#version 330 core\n#extension GL_ARB_shader_draw_parameters : require\nflat out vec4 c;\n" RIG_PLACE    \
    "void main() { place(gl_VertexID + 100 * gl_InstanceID, gl_DrawIDARB + 1); }\n"

static GLuint bind_buffer(GLenum target, size_t size, const void *contents)
{
    GLuint buffer;

    rig->gl->GenBuffers(1, &buffer);
    rig->gl->BindBuffer(target, buffer);
    rig->gl->BufferData(target, (GLsizeiptr)size, contents, GL_DYNAMIC_COPY);
    return buffer;
}

static int open_rig(bool core)
{
    rig = rig_create();
    if (!rig)
        return 0;
    rig_open(rig, "auto", core);
    bind_buffer(GL_ELEMENT_ARRAY_BUFFER, sizeof data, data);
    rig_clear(rig);
    rig_forget();
    return 0;
}

static int setup(void **state)
{
    (void)state;
    return open_rig(true);
}

static int setup_compat(void **state)
{
    int status = open_rig(false);

    (void)state;
    if (rig) /* points are drawn as ES draws them */
        rig->gl->Enable(GL_POINT_SPRITE);
    return status;
}

static int teardown(void **state)
{
    (void)state;
    rig_close(rig);
    rig = NULL;
    return 0;
}

#define RIG                                                                                                  \
    (void)state;                                                                                             \
    if (!rig)                                                                                                \
    skip()

/* The image is right, nothing went wrong, `calls` untiered calls were counted and no batch. */
static void assert_drawn(uint64_t calls)
{
    assert_int_equal(rig->gl->GetError(), GL_NO_ERROR);
    assert_int_equal(rig_driver->GetError(), GL_NO_ERROR);
    rig_assert_image(rig);
    assert_int_equal(rig->stats.untiered, calls);
    assert_int_equal(rig->stats.batches, 0);
    assert_int_equal(rig->gaps.count, 0);
}

static void expect_range(GLuint first, GLuint count, GLuint shown)
{
    for (GLuint v = first; v < first + count; v++)
        rig_expect(rig, v, shown ? shown : v);
}

static void test_multi_draw_arrays_draws_each_range(void **state)
{
    static const GLint first[] = {10, 100, 7, 70000};
    static const GLsizei count[] = {5, 64, 0, 1};

    RIG;
    rig->gl->MultiDrawArrays(GL_POINTS, first, count, 4);
    expect_range(10, 5, 0);
    expect_range(100, 64, 0);
    expect_range(70000, 1, 0);
    assert_drawn(1);
    assert_int_equal(rig_calls.arrays, 3);
}

static void test_multi_draw_arrays_feeds_draw_id_by_position(void **state)
{
    static const GLint first[] = {10, 20, 100};
    static const GLsizei count[] = {5, 0, 4};

    RIG;
    rig_program(rig, SHOW_DRAW_ID, NULL);
    rig->gl->MultiDrawArrays(GL_POINTS, first, count, 3);
    expect_range(10, 5, 1);
    expect_range(100, 4, 3); /* the second draws nothing and is counted */
    assert_drawn(1);
}

static void test_elements_indirect_packed_and_strided(void **state)
{
    static const GLuint commands[16] = {2, 1, 0, 0, 0, 3, 2, 4, 1000, 0, 0, 0, 0, 0, 0, 0};
    static const GLuint strided[16] = {2, 1, 0, 0, 0, 77, 77, 77, 3, 2, 4, 1000, 0, 77, 77, 77};

    RIG;
    rig_program(rig, SHOW_DRAW_ID, NULL);
    bind_buffer(GL_DRAW_INDIRECT_BUFFER, sizeof commands, commands);
    rig->gl->MultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, NULL, 2, 0);
    expect_range(1, 2, 1);
    expect_range(1005, 3, 2);
    expect_range(1105, 3, 2);
    assert_drawn(1);
    bind_buffer(GL_DRAW_INDIRECT_BUFFER, sizeof strided, strided);
    rig_clear(rig);
    rig->gl->MultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, NULL, 2, 32);
    expect_range(1, 2, 1);
    expect_range(1005, 3, 2);
    expect_range(1105, 3, 2);
    assert_drawn(2);
}

static void test_arrays_indirect_from_an_offset(void **state)
{
    static const GLuint commands[] = {99, 99, 4, 1, 200, 0, 2, 1, 70000, 0};

    RIG;
    bind_buffer(GL_DRAW_INDIRECT_BUFFER, sizeof commands, commands);
    rig->gl->MultiDrawArraysIndirect(GL_POINTS, (const void *)8, 2, 0);
    expect_range(200, 4, 0);
    expect_range(70000, 2, 0);
    assert_drawn(1);
}

static void test_commands_in_client_memory(void **state)
{
    static const GLuint arrays[] = {4, 1, 200, 0, 77, 2, 1, 300, 0};
    static const GLuint elements[] = {2, 1, 0, 0, 0, 3, 1, 4, 1000, 0};

    RIG;
    rig->gl->MultiDrawArraysIndirect(GL_POINTS, arrays, 2, 20);
    rig->gl->MultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, elements, 2, 0);
    expect_range(200, 4, 0);
    expect_range(300, 2, 0);
    expect_range(1, 2, 0);
    expect_range(1005, 3, 0);
    assert_drawn(2);
}

/* A compute shader that writes words[i] = i < 8 ? table : 0 into the buffer. */
static void write_on_gpu(GLuint buffer, const char *values)
{
    char source[512];
    GLuint program = rig->gl->CreateProgram();

    snprintf(source, sizeof source,
             "#version 430 core\nlayout(local_size_x = 1) in;\n"
             "layout(std430, binding = 0) buffer B { uint b[]; };\n"
             "void main() { uint v[10] = uint[10](%s); for (int i = 0; i < 10; i++) b[i] = v[i]; }\n",
             values);
    rig->gl->AttachShader(program, rig_shader(rig, GL_COMPUTE_SHADER, source));
    rig->gl->LinkProgram(program);
    rig->gl->UseProgram(program);
    rig->gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    rig->gl->DispatchCompute(1, 1, 1);
    rig->gl->MemoryBarrier(GL_COMMAND_BARRIER_BIT);
    rig->gl->UseProgram(rig->program);
}

static void test_commands_written_by_the_gpu_are_honoured(void **state)
{
    static const GLuint old[10] = {1, 1, 0, 0, 0, 1, 1, 0, 0, 0};
    GLuint buffer;

    RIG;
    buffer = bind_buffer(GL_DRAW_INDIRECT_BUFFER, sizeof old, old);
    write_on_gpu(buffer, "2u, 1u, 0u, 500u, 0u, 3u, 1u, 4u, 1000u, 0u");
    rig->gl->MultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, NULL, 2, 0);
    expect_range(501, 2, 0);
    expect_range(1005, 3, 0);
    assert_drawn(1);
    /* Where the emulation must know the command (gl_DrawID here), it reads what the GPU wrote. */
    write_on_gpu(buffer, "1u, 1u, 2u, 600u, 0u, 3u, 1u, 4u, 2000u, 0u");
    rig_program(rig, SHOW_DRAW_ID, NULL);
    rig_clear(rig);
    rig->gl->MultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, NULL, 2, 0);
    expect_range(603, 1, 1);
    expect_range(2005, 3, 2);
    assert_drawn(2);
}

static void test_count_forms_draw_the_smaller_of_count_and_maximum(void **state)
{
    static const GLuint commands[] = {4, 1, 200, 0, 2, 1, 300, 0, 1, 1, 400, 0};
    static const GLuint counts[] = {2, 100, 0};

    RIG;
    bind_buffer(GL_DRAW_INDIRECT_BUFFER, sizeof commands, commands);
    bind_buffer(GL_PARAMETER_BUFFER, sizeof counts, counts);
    rig->gl->MultiDrawArraysIndirectCount(GL_POINTS, NULL, 0, 3, 0);
    expect_range(200, 4, 0);
    expect_range(300, 2, 0);
    assert_drawn(1);
    rig_clear(rig);
    rig->gl->MultiDrawArraysIndirectCount(GL_POINTS, NULL, 4, 3, 0);
    expect_range(200, 4, 0);
    expect_range(300, 2, 0);
    expect_range(400, 1, 0);
    assert_drawn(2);
    rig_clear(rig);
    rig->gl->MultiDrawArraysIndirectCount(GL_POINTS, NULL, 8, 3, 0);
    assert_drawn(3);
}

static void test_count_written_by_the_gpu_is_honoured(void **state)
{
    static const GLuint commands[] = {2, 1, 0, 0, 0, 3, 1, 4, 1000, 0};
    static const GLuint none[10];
    GLuint buffer;

    RIG;
    bind_buffer(GL_DRAW_INDIRECT_BUFFER, sizeof commands, commands);
    buffer = bind_buffer(GL_PARAMETER_BUFFER, sizeof none, none);
    rig->gl->MultiDrawElementsIndirectCount(GL_POINTS, GL_UNSIGNED_SHORT, NULL, 0, 2, 0);
    assert_drawn(1);
    write_on_gpu(buffer, "1u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u");
    rig->gl->MultiDrawElementsIndirectCount(GL_POINTS, GL_UNSIGNED_SHORT, NULL, 0, 2, 0);
    expect_range(1, 2, 0);
    assert_drawn(2);
}

static void test_restart_index_holds_for_indirect_draws(void **state)
{
    static const GLuint commands[] = {8, 1, 0, 70000, 0};

    RIG;
    bind_buffer(GL_DRAW_INDIRECT_BUFFER, sizeof commands, commands);
    rig->gl->Enable(GL_PRIMITIVE_RESTART);
    rig->gl->PrimitiveRestartIndex(3);
    rig->gl->MultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, NULL, 1, 0);
    expect_range(70001, 2, 0);
    expect_range(70004, 5, 0);
    assert_drawn(1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_multi_draw_arrays_draws_each_range),
        TEST(test_multi_draw_arrays_feeds_draw_id_by_position),
        TEST(test_elements_indirect_packed_and_strided),
        TEST(test_arrays_indirect_from_an_offset),
        cmocka_unit_test_setup_teardown(test_commands_in_client_memory, setup_compat, teardown),
        TEST(test_commands_written_by_the_gpu_are_honoured),
        TEST(test_count_forms_draw_the_smaller_of_count_and_maximum),
        TEST(test_count_written_by_the_gpu_is_honoured),
        TEST(test_restart_index_holds_for_indirect_draws),
    };

    return cmocka_run_group_tests(tests, rig_group_setup, rig_group_teardown);
}
