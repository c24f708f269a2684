/* SPDX-License-Identifier: MIT */
/* Tests of storage blocks whose binding is not the shader's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/program_test.h"

#define FRAGMENT                                                                                             \
    "#version 430 core\nout vec4 c; layout(std430, binding = 1) buffer A { vec4 a; }; layout(std430, "       \
    "binding = 2) buffer B { vec4 b; };\n"                                                                   \
    "void main() { c = vec4(a.xy, b.zw); }\n"

/* Buffers bound as the application would, at 0 to 3: red, green, blue + alpha, white. */
static void bind_buffers(struct program_test *p, struct emu_buffer *buffers)
{
    static const GLfloat colours[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 1}, {1, 1, 1, 1}};

    for (GLuint i = 0; i < 4; i++) {
        p->es->GenBuffers(1, &buffers[i].es);
        p->es->BindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[i].es);
        p->es->BufferData(GL_SHADER_STORAGE_BUFFER, 16, colours[i], GL_STATIC_DRAW);
        p->es->BindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers[i].es);
        p->ctx->buffer.storage[i].buffer = &buffers[i];
    }
}

static GLuint bound_at(struct program_test *p, GLuint index)
{
    GLint value = -1;

    p->es->GetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, index, &value);
    return (GLuint)value;
}

static void test_storage_block_reads_the_binding_of_its_source(void **state)
{
    PROGRAM_TEST(p);
    struct emu_buffer buffers[4] = {{0}};

    bind_buffers(p, buffers);
    use_fragment(FRAGMENT);
    draw_expect(p, 0x00ffffff);
    program_test_finish(p);
}

static void test_storage_block_moves_to_another_binding_and_back(void **state)
{
    PROGRAM_TEST(p);
    struct emu_buffer buffers[4] = {{0}};
    GLuint program, index, other;

    bind_buffers(p, buffers);
    other = use_fragment("#version 330 core\nout vec4 c; void main() { c = vec4(1); }\n");
    program = use_fragment(FRAGMENT);
    index = emu_GetProgramResourceIndex(program, GL_SHADER_STORAGE_BLOCK, "A");
    emu_ShaderStorageBlockBinding(program, index, 3);
    draw_expect(p, 0xffffffff);
    emu_ShaderStorageBlockBinding(program, index, 0);
    draw_expect(p, 0xff00ffff);
    emu_UseProgram(other);
    draw_expect(p, 0xffffffff);
    for (GLuint i = 0; i < 4; i++)
        assert_int_equal(bound_at(p, i), buffers[i].es);
    program_test_finish(p);
}

static void test_storage_blocks_may_change_places(void **state)
{
    PROGRAM_TEST(p);
    struct emu_buffer buffers[4] = {{0}};
    GLuint program;

    bind_buffers(p, buffers);
    program = use_fragment(FRAGMENT);
    emu_ShaderStorageBlockBinding(program, emu_GetProgramResourceIndex(program, GL_SHADER_STORAGE_BLOCK, "A"),
                                  2);
    emu_ShaderStorageBlockBinding(program, emu_GetProgramResourceIndex(program, GL_SHADER_STORAGE_BLOCK, "B"),
                                  1);
    draw_expect(p, 0x00000000);
    emu_ShaderStorageBlockBinding(program, 2, 1);
    expect_error(p, GL_INVALID_VALUE);
    emu_ShaderStorageBlockBinding(program, 0, 100000);
    expect_error(p, GL_INVALID_VALUE);
    program_test_finish(p);
}

static void test_storage_block_without_a_binding_is_at_zero(void **state)
{
    PROGRAM_TEST(p);
    struct emu_buffer buffers[4] = {{0}};

    bind_buffers(p, buffers);
    use_fragment("#version 430 core\nout vec4 c; layout(std430) buffer A { vec4 a; } in0; layout(std430) "
                 "buffer B { vec4 b; } in1;\n"
                 "void main() { c = vec4(in0.a.x, in1.b.x, 0, 1); }\n");
    draw_expect(p, 0xffff00ff);
    program_test_finish(p);
}

/* Counters at binding 2, words 1 to 3 of which the shader uses, beside a storage block at the same number. */
static void test_counters_with_arithmetic_work_on_their_buffer(void **state)
{
    static const GLuint values[4] = {7, 1, 100, 9};
    const GLuint *after;
    struct emu_buffer blocks[4] = {{0}}, counters = {0};
    GLint active = -1;
    GLuint program;

    PROGRAM_TEST(p);
    bind_buffers(p, blocks);
    p->es->GenBuffers(1, &counters.es);
    p->es->BindBuffer(GL_SHADER_STORAGE_BUFFER, counters.es);
    p->es->BufferData(GL_SHADER_STORAGE_BUFFER, sizeof values, values, GL_DYNAMIC_COPY);
    p->ctx->buffer.atomic[2].buffer = &counters;
    program = use_fragment(
        "#version 460 core\nout vec4 c; layout(std430, binding = 2) buffer B { vec4 b; };\n"
        "layout(binding = 2, offset = 4) uniform atomic_uint list[2]; layout(binding = 2, offset = 12) "
        "uniform atomic_uint down; uniform int one;\n"
        "void main() { c = vec4(b.z); if (ivec2(gl_FragCoord.xy) != ivec2(4)) return;\n"
        "uint old = atomicCounterAdd(list[one], 5u); atomicCounterOr(list[0], 6u);\n"
        "if (old != 100u || atomicCounterDecrement(down) != 8u || atomicCounter(list[0]) != 7u) c = vec4(0); "
        "}\n");
    emu_Uniform1i(emu_GetUniformLocation(program, "one"), 1);
    draw_expect(p, 0xffffffff);
    p->es->MemoryBarrier(GL_ALL_BARRIER_BITS);
    p->es->BindBuffer(GL_SHADER_STORAGE_BUFFER, counters.es);
    after = p->es->MapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, sizeof values, GL_MAP_READ_BIT);
    assert_non_null(after);
    assert_true(after[0] == 7 && after[1] == 7 && after[2] == 105 && after[3] == 8);
    p->es->UnmapBuffer(GL_SHADER_STORAGE_BUFFER);
    emu_GetProgramInterfaceiv(program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &active);
    assert_int_equal(active, 1); /* what stands for the counters is not the application's */
    use_fragment("#version 330 core\nout vec4 c; void main() { c = vec4(1); }\n");
    draw_expect(p, 0xffffffff);
    for (GLuint i = 0; i < 4; i++)
        assert_int_equal(bound_at(p, i), blocks[i].es);
    program_test_finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_storage_block_reads_the_binding_of_its_source),
        cmocka_unit_test(test_storage_block_moves_to_another_binding_and_back),
        cmocka_unit_test(test_storage_blocks_may_change_places),
        cmocka_unit_test(test_storage_block_without_a_binding_is_at_zero),
        cmocka_unit_test(test_counters_with_arithmetic_work_on_their_buffer),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
