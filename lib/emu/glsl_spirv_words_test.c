/* SPDX-License-Identifier: MIT */
/* Tests of blocks that go through 32-bit words: the same members are written through words and read as they
 * are, and the other way round; 64-bit members, where the rules have them. An atomic sum of floats makes a
 * storage block one of words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/program_test.h"

#include <math.h>

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

static void bind(struct program_test *p, GLuint index, struct emu_buffer *buffer, const void *data,
                 size_t size)
{
    p->es->GenBuffers(1, &buffer->es);
    p->es->BindBuffer(GL_SHADER_STORAGE_BUFFER, buffer->es);
    p->es->BufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)size, data, GL_STATIC_DRAW);
    p->es->BindBufferBase(GL_SHADER_STORAGE_BUFFER, index, buffer->es);
    p->ctx->buffer.storage[index].buffer = buffer;
}

static GLuint build(const char *source)
{
    GLuint program = emu_CreateProgram(), shader = make_shader(GL_COMPUTE_SHADER, source);

    emu_AttachShader(program, shader);
    link_program(program);
    return program;
}

static void dispatch(struct program_test *p, const char *source)
{
    emu_UseProgram(build(source));
    emu_program_prepare(p->ctx, GL_NONE);
    p->es->DispatchCompute(1, 1, 1);
    p->es->MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
    assert_int_equal(p->es->GetError(), GL_NO_ERROR);
}

static void read_back(struct program_test *p, const struct emu_buffer *buffer, void *to, size_t size)
{
    const void *from;

    p->es->BindBuffer(GL_SHADER_STORAGE_BUFFER, buffer->es);
    from = p->es->MapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)size, GL_MAP_READ_BIT);
    assert_non_null(from);
    memcpy(to, from, size);
    p->es->UnmapBuffer(GL_SHADER_STORAGE_BUFFER);
}

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
    bind(p, 0, &from, data, sizeof data);
    bind(p, 1, &to, zero, sizeof zero);
    dispatch(p, plain);
    read_back(p, &to, want, sizeof want);
    bind(p, 1, &again, zero, sizeof zero);
    dispatch(p, worded);
    read_back(p, &again, got, sizeof got);
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
        bind(p, i, &buffers[i], data[i], i == 2 ? 32 : 20);
    dispatch(p, source);
    read_back(p, &buffers[1], got, 20);
    memcpy(&f, &got[1], sizeof f);
    assert_true(f == 3);
    assert_int_equal(got[0], 9);
    read_back(p, &buffers[2], got, 32);
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
    GLuint one = build(plain), other = build(worded);
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

/* ---- atomic operations ---- */

/* 64 invocations at one word each. */
static void test_atomic_operations_of_floats_lose_nothing(void **state)
{
    static const char source[] =
        "#version 450 core\n#extension GL_NV_shader_atomic_float : enable\n"
        "#extension GL_INTEL_shader_atomic_float_minmax : enable\nlayout(local_size_x = 64) in;\n"
        "layout(std430, binding = 0) buffer A { float sum, low, high, last; int least, most, bits; uint "
        "all;\n"
        "float old[64]; };\n"
        "void main() { float x = float(gl_LocalInvocationID.x); int k = int(gl_LocalInvocationID.x);\n"
        "old[k] = atomicAdd(sum, 0.25); atomicMin(low, x - 20.5); atomicMax(high, x); atomicExchange(last, "
        "1.5);\n"
        "atomicMin(least, 7 - k); atomicMax(most, k - 7); atomicXor(bits, 1 << (k & 31)); atomicAdd(all, "
        "3u); "
        "}";
    PROGRAM_TEST(p);
    uint32_t data[72] = {[1] = 0x7fc00000, [3] = 0x42280000, [5] = 0x80000000, [7] = 5};
    struct emu_buffer buffer = {0};
    float f[72];
    bool seen[64] = {false};

    bind(p, 0, &buffer, data, sizeof data);
    dispatch(p, source);
    read_back(p, &buffer, data, sizeof data);
    memcpy(f, data, sizeof f);
    assert_true(f[0] == 16 && f[1] == -20.5f && f[2] == 63 && f[3] == 1.5f);
    assert_int_equal((int32_t)data[4], -56);
    assert_int_equal((int32_t)data[5], 56);
    assert_int_equal(data[6], 0);
    assert_int_equal(data[7], 197);
    for (int i = 0; i < 64; i++) {
        int step = (int)(f[8 + i] * 4);

        assert_true(step >= 0 && step < 64 && !seen[step]);
        seen[step] = true;
    }
    program_test_finish(p);
}

/* One invocation: what a comparison finds, and what it leaves. */
static void test_floats_are_swapped_when_they_compare_equal(void **state)
{
    static const char source[] =
        "#version 450 core\n#extension GL_INTEL_shader_atomic_float_minmax : enable\n"
        "layout(local_size_x = 1) in; shared float s; shared int t;\n"
        "layout(std430, binding = 0) buffer A { float f[5]; int i; uint u; float old[5]; int oi; uint ou; "
        "float "
        "os; int ot; };\n"
        "void main() { for (int k = 0; k < 5; k++) old[k] = atomicCompSwap(f[k], k == 4 ? f[4] : 2.0, 3.0);\n"
        "oi = atomicCompSwap(i, -4, 9); ou = atomicCompSwap(u, 4000000000u, 1u); s = 0.5; t = 7;\n"
        "atomicCompSwap(s, 0.5, 0.25); atomicCompSwap(t, 7, 8); os = s; ot = t; }";
    PROGRAM_TEST(p);
    float f[16] = {2, 1, -2, 0, NAN};
    const float want[16] = {3, 1, -2, 0, NAN};
    uint32_t data[16];
    struct emu_buffer buffer = {0};

    memcpy(data, f, sizeof data);
    data[5] = (uint32_t)-4;
    data[6] = 4000000000u;
    bind(p, 0, &buffer, data, sizeof data);
    dispatch(p, source);
    read_back(p, &buffer, data, sizeof data);
    assert_memory_equal(data, want, 5 * sizeof *want);
    assert_memory_equal(&data[7], f, 5 * sizeof *f);
    assert_int_equal(data[5], 9);
    assert_int_equal(data[6], 1);
    assert_int_equal((int32_t)data[12], -4);
    assert_int_equal(data[13], 4000000000u);
    assert_int_equal(data[14], 0x3e800000);
    assert_int_equal(data[15], 8);
    program_test_finish(p);
}

static void test_floats_shared_by_a_group_lose_nothing(void **state)
{
    static const char source[] =
        "#version 450 core\n#extension GL_NV_shader_atomic_float : enable\n"
        "#extension GL_INTEL_shader_atomic_float_minmax : enable\nlayout(local_size_x = 64) in;\n"
        "struct T { vec3 v; mat2x3 m; bool b; float f[4]; }; shared T t[2]; shared float low;\n"
        "layout(std430, binding = 0) buffer A { int k; float f[4]; float low_; vec3 v; mat2x3 m; uint b; };\n"
        "void main() { int n = int(gl_LocalInvocationID.x);\n"
        "if (n == 0) { for (int i = 0; i < 4; i++) t[1].f[i] = float(i); low = 99.0; t[k].v = vec3(1, 2, "
        "3);\n"
        "t[1].m = mat2x3(1, 2, 3, 4, 5, 6); t[1].m[k][2 * k] = 7.0; t[1].b = k == 1; t[0].b = false; }\n"
        "barrier(); atomicAdd(t[k].f[n & 3], 0.5); atomicMin(low, float(n) - 9.5); barrier();\n"
        "if (n == 0) { T x = t[1]; for (int i = 0; i < 4; i++) f[i] = x.f[i]; low_ = low; v = t[1].v; m = "
        "x.m;\n"
        "b = (t[k].b ? 2u : 0u) + (t[0].b ? 1u : 0u); } }";
    PROGRAM_TEST(p);
    uint32_t data[24] = {1};
    float f[24];
    struct emu_buffer buffer = {0};

    bind(p, 0, &buffer, data, sizeof data);
    dispatch(p, source);
    read_back(p, &buffer, data, sizeof data);
    memcpy(f, data, sizeof f);
    for (int i = 0; i < 4; i++)
        assert_true(f[1 + i] == 8 + i);
    assert_true(f[5] == -9.5f && f[8] == 1 && f[9] == 2 && f[10] == 3);
    assert_true(f[12] == 1 && f[13] == 2 && f[14] == 3 && f[16] == 4 && f[17] == 5 && f[18] == 7);
    assert_int_equal(data[20], 2);
    program_test_finish(p);
}

static void test_atomic_operations_of_floats_elsewhere_are_refused_by_name(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = emu_CreateProgram(),
           shader = make_shader(GL_COMPUTE_SHADER,
                                "#version 450 core\n#extension GL_NV_shader_atomic_float : enable\n"
                                "layout(local_size_x = 1) in;\n"
                                "layout(r32f, binding = 0) uniform image2D i;\n"
                                "void main() { imageAtomicAdd(i, ivec2(0), 1.0); }");
    GLint ok = -1;

    emu_AttachShader(program, shader);
    emu_LinkProgram(program);
    emu_GetProgramiv(program, GL_LINK_STATUS, &ok);
    assert_int_equal(ok, 0);
    assert_non_null(
        strstr(info_of(program),
               "atomic operations of floats are only supported in storage blocks and shared variables"));
    program_test_finish(p);
}

/* ---- 64-bit numbers ---- */

static void bind_uniforms(struct program_test *p, GLuint index, struct emu_buffer *buffer, const void *data,
                          size_t size)
{
    p->es->GenBuffers(1, &buffer->es);
    p->es->BindBuffer(GL_UNIFORM_BUFFER, buffer->es);
    p->es->BufferData(GL_UNIFORM_BUFFER, (GLsizeiptr)size, data, GL_STATIC_DRAW);
    p->es->BindBufferBase(GL_UNIFORM_BUFFER, index, buffer->es);
}

static double at(const void *bytes, size_t offset)
{
    double value;

    memcpy(&value, (const char *)bytes + offset, sizeof value);
    return value;
}

/* By the rules of OpenGL 4.6, 7.6.2.2: std140 into std430. Each double is 1/3 and its offset. */
static void test_doubles_lie_where_the_packing_has_them(void **state)
{
    static const char source[] =
        "#version 450 core\nlayout(local_size_x = 1) in; struct S { float f; dvec2 p; };\n"
        "layout(std140, binding = 0) uniform U { double a; dvec3 v; layout(row_major) dmat2x3 m; double "
        "d[2];\n"
        "S s[2]; int one; };\n"
        "layout(std430, binding = 0) buffer B { double a; dvec3 v; dmat2x3 m; double d[2]; S s[2]; double "
        "k[]; } "
        "b;\n"
        "void main() { b.a = a + 1.0LF; b.v = v; b.v[one] = v[one + 1]; b.m = m; b.d[one] = d[one]; b.d[0] = "
        "d[0];\n"
        "b.s[one] = s[one]; b.s[0].p = s[0].p.yx; b.k[one] = m[one][one]; b.k[0] = double(b.k.length()); }";
    /* Where the shader's values come from: pairs of an offset in B and one in U. */
    static const int pairs[][2] = {{32, 32},   {40, 48},   {48, 48},   {64, 64},   {72, 80},   {80, 96},
                                   {96, 72},   {104, 88},  {112, 104}, {128, 112}, {136, 128}, {160, 168},
                                   {168, 160}, {192, 192}, {200, 200}, {216, 88}};
    PROGRAM_TEST(p);
    union {
        double d[29];
        int i[58];
    } from = {{0}}, to = {{0}};
    struct emu_buffer uniforms = {0}, storage = {0};

    for (int i = 0; i < 28; i++)
        from.d[i] = 1.0 / 3 + i * 8;
    from.i[52] = 1;
    bind_uniforms(p, 0, &uniforms, &from, 212);
    bind(p, 0, &storage, &to, 232);
    dispatch(p, source);
    read_back(p, &storage, &to, 232);
    assert_true(at(&to, 0) == 1.0 / 3 + 1);
    assert_true(at(&to, 208) == 3);
    assert_int_equal(to.i[46 - 2], from.i[44]); /* s[1].f, which is no double */
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (at(&to, (size_t)pairs[i][0]) != 1.0 / 3 + pairs[i][1])
            fail_msg("at %d: %.17g, not that of %d", pairs[i][0], at(&to, (size_t)pairs[i][0]), pairs[i][1]);
    program_test_finish(p);
}

static GLint uniform_value(GLuint program, const char *name, GLenum pname)
{
    GLuint index = GL_INVALID_INDEX;
    GLint value = -1;

    emu_GetUniformIndices(program, 1, &name, &index);
    assert_int_not_equal(index, GL_INVALID_INDEX);
    emu_GetActiveUniformsiv(program, 1, &index, pname, &value);
    return value;
}

static GLint block_size(GLuint program, const char *name)
{
    GLint value = -1;

    emu_GetActiveUniformBlockiv(program, emu_GetUniformBlockIndex(program, name), GL_UNIFORM_BLOCK_DATA_SIZE,
                                &value);
    return value;
}

/* A block without a packing is the driver's: twice what it does with floats. */
static void test_doubles_in_shared_blocks_lie_as_the_driver_packs(void **state)
{
    static const char source[] =
        "#version 450 core\nlayout(local_size_x = 1) in; uniform F { float f[5]; mat2 n; };\n"
        "uniform D { double d[5]; dmat2 m; }; layout(std430, binding = 0) buffer B { double b[3]; float g; "
        "};\n"
        "void main() { b[0] = d[4]; b[1] = m[1][0]; g = f[4] + n[1][0]; }";
    PROGRAM_TEST(p);
    GLuint program = build(source);
    GLint stride = uniform_value(program, "f", GL_UNIFORM_ARRAY_STRIDE), at_d;
    bool tight = stride == 4;
    double data[32], got[4] = {0};
    struct emu_buffer uniforms = {0}, storage = {0};

    assert_int_equal(uniform_value(program, "d", GL_UNIFORM_ARRAY_STRIDE), tight ? 8 : 16);
    assert_int_equal(uniform_value(program, "d", GL_UNIFORM_OFFSET), 0);
    at_d = tight ? 48 : 80;
    assert_int_equal(uniform_value(program, "m", GL_UNIFORM_OFFSET), at_d);
    assert_int_equal(uniform_value(program, "m", GL_UNIFORM_MATRIX_STRIDE), 16);
    assert_int_equal(uniform_value(program, "m", GL_UNIFORM_TYPE), GL_DOUBLE_MAT2);
    assert_int_equal(uniform_value(program, "d", GL_UNIFORM_SIZE), 5);
    assert_int_equal(block_size(program, "D"), at_d + 32);
    for (int i = 0; i < 32; i++)
        data[i] = i + 1e-9;
    bind_uniforms(p, 1, &uniforms, data, (size_t)at_d + 32);
    emu_UniformBlockBinding(program, emu_GetUniformBlockIndex(program, "D"), 1);
    bind(p, 0, &storage, got, sizeof got);
    emu_UseProgram(program);
    emu_program_prepare(p->ctx, GL_NONE);
    p->es->DispatchCompute(1, 1, 1);
    p->es->MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    read_back(p, &storage, got, sizeof got);
    assert_true(got[0] == data[tight ? 4 : 8]);
    assert_true(got[1] == data[at_d / 8 + 2]);
    program_test_finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind_of_member_is_read_from_words),
        cmocka_unit_test(test_every_kind_of_member_is_written_to_words),
        cmocka_unit_test(test_blocks_of_words_in_arrays_are_told_apart),
        cmocka_unit_test(test_members_of_words_answer_as_those_the_driver_knows),
        cmocka_unit_test(test_members_of_words_in_std140_answer_as_those_the_driver_knows),
        cmocka_unit_test(test_atomic_operations_of_floats_lose_nothing),
        cmocka_unit_test(test_doubles_lie_where_the_packing_has_them),
        cmocka_unit_test(test_doubles_in_shared_blocks_lie_as_the_driver_packs),
        cmocka_unit_test(test_floats_are_swapped_when_they_compare_equal),
        cmocka_unit_test(test_floats_shared_by_a_group_lose_nothing),
        cmocka_unit_test(test_atomic_operations_of_floats_elsewhere_are_refused_by_name),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
