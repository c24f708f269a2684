/* SPDX-License-Identifier: MIT */
/* Tests of blocks that go through 32-bit words: the same members are written through words and read as they
 * are, and the other way round; and they answer as those that the driver knows. An atomic sum of floats makes
 * a storage block one of words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/glsl_spirv_words_test.h"

enum { WORDS = 256 };

#define BLOCK_STRUCTS                                                                                        \
    "#version 450 core\n#extension GL_NV_shader_atomic_float : enable\n"                                     \
    "#extension GL_INTEL_shader_atomic_float_minmax : enable\n"                                              \
    "layout(local_size_x = 1) in;\nstruct S { vec3 v; mat3x2 m; float f[3]; bvec2 b; };\n"                   \
    "struct T { ivec2 q[2][2]; S a[2]; float z; };\n"
/* Every kind of member, in either packing, and three of them by run-time size. */
#define BLOCK(packing, binding, name)                                                                        \
    "layout(" packing ", binding = " binding ") buffer " name " { float sum; int i; uvec2 u; bool yes;\n"    \
    "vec3 v3; vec4 v4[2]; layout(row_major) mat2x3 rows; mat2x3 columns[2]; S s;\n"                          \
    "layout(row_major) S t[2]; ivec3 deep[2][2]; T nest; float last; mat2 tail[]; } "

/* Copies member by member in a way that a computed 1, `k`, has part in. */
#define COPY                                                                                                 \
    "int k = from.i - 4;\n"                                                                                  \
    "to.i = from.i; to.u = from.u; to.yes = from.yes; to.v3.x = from.v3[k - 1]; to.v3.yz = from.v3.yz;\n"    \
    "to.v4 = from.v4; to.v4[k].z = from.v4[k][k + 1]; to.rows = from.rows;\n"                                \
    "to.columns[0][k] = from.columns[0][k]; to.columns[0][0] = from.columns[0][0]; to.columns[1] = "         \
    "from.columns[k];\n"                                                                                     \
    "to.s = from.s; S x = from.t[k]; to.t[k] = x; to.t[0].v = from.t[0].v; to.t[0].m = from.t[k - 1].m;\n"   \
    "to.t[0].b[k] = from.t[0].b[k]; to.t[0].b.x = from.t[0].b.x;\n"                                          \
    "for (int n = 0; n < 3; n++) to.t[0].f[n] = from.t[0].f[n];\n"                                           \
    "to.deep[k] = from.deep[1]; to.deep[0][k] = from.deep[0][1]; to.deep[0][0] = from.deep[k - 1][k - 1];\n" \
    "to.last = float(from.tail.length()); to.tail[k][k] = from.tail[k][k];\n"                                \
    "to.tail[0] = from.tail[0]; to.tail[1][0].x = from.tail[1][0][k - 1]; to.tail[1][0].y = "                \
    "from.tail[1][0].y;\n"

/* Which words of the block the copy writes is what the driver itself says: a copy between plain blocks. */
static void check_copy(void **state, const char *plain, const char *worded)
{
    PROGRAM_TEST(p);
    uint32_t data[WORDS], zero[WORDS] = {0}, want[WORDS], got[WORDS];
    struct emu_buffer from = {0}, to = {0}, again = {0};
    int written = 0;

    for (uint32_t i = 0; i < WORDS; i++)
        data[i] = 0x3f800000 + i * 0x1234;
    data[1] = 5; /* k = 1 */
    words_bind(p, 0, &from, data, sizeof data);
    words_bind(p, 1, &to, zero, sizeof zero);
    words_dispatch(p, plain);
    words_read(p, &to, want, sizeof want);
    words_bind(p, 1, &again, zero, sizeof zero);
    words_dispatch(p, worded);
    words_read(p, &again, got, sizeof got);
    for (int i = 1; i < WORDS; i++) {
        written += want[i] != 0;
        if (got[i] != want[i])
            fail_msg("word %d is %08x, not %08x", i, got[i], want[i]);
    }
    assert_true(written > 80);
    program_test_finish(p);
}

#define TWO(packing)     BLOCK_STRUCTS BLOCK(packing, "0", "A") "from;\n" BLOCK(packing, "1", "B") "to;\n"
#define PLAIN(packing)   TWO(packing) "void main() {" COPY "}"
#define READ(packing)    TWO(packing) "void main() { atomicAdd(from.sum, 0.0);" COPY "}"
#define WRITTEN(packing) TWO(packing) "void main() { atomicAdd(to.sum, 0.0);" COPY "}"

static void test_every_kind_of_member_is_read_from_words(void **state)
{
    check_copy(state, PLAIN("std430"), READ("std430"));
    check_copy(state, PLAIN("std140"), READ("std140"));
}

static void test_every_kind_of_member_is_written_to_words(void **state)
{
    check_copy(state, PLAIN("std430"), WRITTEN("std430"));
    check_copy(state, PLAIN("std140"), WRITTEN("std140"));
}

static void test_blocks_of_words_in_arrays_are_told_apart(void **state)
{
    static const char source[] =
        "#version 450 core\n#extension GL_NV_shader_atomic_float : enable\nlayout(local_size_x = 1) in;\n"
        "layout(std430, binding = 0) buffer A { int i; float f; float tail[]; } a[3];\n"
        "void main() { int k = a[0].i; atomicAdd(a[1].f, 2.0); atomicAdd(a[k].f, 4.0);\n"
        "a[k].tail[k] = float(a[k].tail.length()); a[1].i = a[k].i; }";
    PROGRAM_TEST(p);
    const uint32_t data[3][8] = {{2, 0, 0, 0, 0}, {0, 0x3f800000}, {9, 0x40000000}};
    struct emu_buffer buffers[3] = {{0}};
    uint32_t got[8];
    float f;

    for (GLuint i = 0; i < 3; i++)
        words_bind(p, i, &buffers[i], data[i], i == 2 ? 32 : 20);
    words_dispatch(p, source);
    words_read(p, &buffers[1], got, 20);
    memcpy(&f, &got[1], sizeof f);
    assert_true(f == 3);
    assert_int_equal(got[0], 9);
    words_read(p, &buffers[2], got, 32);
    memcpy(&f, &got[1], sizeof f);
    assert_true(f == 6);
    memcpy(&f, &got[4], sizeof f);
    assert_true(f == 6);
    program_test_finish(p);
}

/* ---- what can be asked ---- */

static void same_properties(GLuint one, GLuint other, GLenum interface, const char *name)
{
    static const GLenum variable[] = {GL_TYPE,
                                      GL_ARRAY_SIZE,
                                      GL_OFFSET,
                                      GL_ARRAY_STRIDE,
                                      GL_MATRIX_STRIDE,
                                      GL_IS_ROW_MAJOR,
                                      GL_TOP_LEVEL_ARRAY_SIZE,
                                      GL_TOP_LEVEL_ARRAY_STRIDE,
                                      GL_NAME_LENGTH,
                                      GL_BLOCK_INDEX,
                                      GL_REFERENCED_BY_COMPUTE_SHADER,
                                      GL_REFERENCED_BY_VERTEX_SHADER};
    static const GLenum block[] = {GL_BUFFER_DATA_SIZE, GL_NUM_ACTIVE_VARIABLES, GL_BUFFER_BINDING};
    bool is_block = interface == GL_SHADER_STORAGE_BLOCK;
    GLsizei n = is_block ? 3 : 12;
    GLint want[12], got[12];

    emu_GetProgramResourceiv(one, interface, emu_GetProgramResourceIndex(one, interface, name), n,
                             is_block ? block : variable, n, NULL, want);
    emu_GetProgramResourceiv(other, interface, emu_GetProgramResourceIndex(other, interface, name), n,
                             is_block ? block : variable, n, NULL, got);
    for (GLsizei i = 0; i < n; i++)
        if (want[i] != got[i])
            fail_msg("%s: property %d is %d, not %d", name, i, got[i], want[i]);
}

/* The driver answers for a plain block. */
static void check_answers(void **state, const char *plain, const char *worded)
{
    PROGRAM_TEST(p);
    GLuint one = words_program(plain), other = words_program(worded);
    static const GLenum active = GL_ACTIVE_VARIABLES;
    GLint count = 0, counts = 0, rows[64];
    GLsizei listed = 0;
    char name[64];

    emu_GetProgramInterfaceiv(one, GL_BUFFER_VARIABLE, GL_ACTIVE_RESOURCES, &count);
    emu_GetProgramInterfaceiv(other, GL_BUFFER_VARIABLE, GL_ACTIVE_RESOURCES, &counts);
    assert_int_equal(count, counts);
    assert_true(count > 30);
    for (GLint i = 0; i < count; i++) {
        emu_GetProgramResourceName(one, GL_BUFFER_VARIABLE, (GLuint)i, sizeof name, NULL, name);
        same_properties(one, other, GL_BUFFER_VARIABLE, name);
    }
    same_properties(one, other, GL_SHADER_STORAGE_BLOCK, "A");
    emu_GetProgramInterfaceiv(one, GL_SHADER_STORAGE_BLOCK, GL_MAX_NUM_ACTIVE_VARIABLES, &count);
    emu_GetProgramInterfaceiv(other, GL_SHADER_STORAGE_BLOCK, GL_MAX_NUM_ACTIVE_VARIABLES, &counts);
    assert_int_equal(count, counts);
    emu_GetProgramResourceiv(other, GL_SHADER_STORAGE_BLOCK,
                             emu_GetProgramResourceIndex(other, GL_SHADER_STORAGE_BLOCK, "A"), 1, &active, 64,
                             &listed, rows);
    assert_int_equal(listed, count);
    for (GLsizei i = 0; i < listed; i++) {
        emu_GetProgramResourceName(other, GL_BUFFER_VARIABLE, (GLuint)rows[i], sizeof name, NULL, name);
        assert_int_equal(strncmp(name, "A.", 2), 0);
    }
    expect_error(p, GL_NO_ERROR);
    program_test_finish(p);
}

static void test_members_of_words_answer_as_those_the_driver_knows(void **state)
{
    check_answers(state, PLAIN("std430"), READ("std430"));
}

static void test_members_of_words_in_std140_answer_as_those_the_driver_knows(void **state)
{
    check_answers(state, PLAIN("std140"), READ("std140"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind_of_member_is_read_from_words),
        cmocka_unit_test(test_every_kind_of_member_is_written_to_words),
        cmocka_unit_test(test_blocks_of_words_in_arrays_are_told_apart),
        cmocka_unit_test(test_members_of_words_answer_as_those_the_driver_knows),
        cmocka_unit_test(test_members_of_words_in_std140_answer_as_those_the_driver_knows),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
