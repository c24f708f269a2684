/* SPDX-License-Identifier: MIT */
/* 64-bit numbers in shaders, bit for bit what the driver's own desktop GL computes: arithmetic and functions
 * over random operands, vectors, matrices and structures, and varyings between stages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "emu/glsl_wide_test.h"
#include "emu/native_test.h"

enum { LANES = 64, OPERANDS = 16, RESULTS = 64 };

/* NaN has many forms, and drivers lose the sign of a zero where they round: neither is looked at. */
struct kernel {
    const char *what;
    const char *declarations;
    const char *body; /* a, b, c: doubles; i, j: int64_t; n: int. put(double), put(uint64_t), put(bool) */
    bool small;       /* operands are integers of a few bits, so that sums and products are exact */
};

static const char kernel_text[] =
    "#version 430 core\n#extension GL_ARB_gpu_shader_int64 : require\n"
    "layout(local_size_x = %d) in;\n"
    "layout(std430, binding = 0) buffer In { uvec2 v[]; } source;\n"
    "layout(std430, binding = 1) buffer Out { uvec2 v[]; } sink;\n"
    "uint at = gl_LocalInvocationIndex * %du;\n"
    "double take(int k) { return packDouble2x32(source.v[gl_LocalInvocationIndex * %du + k]); }\n"
    "void put(uvec2 w) { sink.v[at++] = w; }\n"
    "void put(double d) { put(isnan(d) ? uvec2(1) : d == 0.0lf ? uvec2(0) : unpackDouble2x32(d)); }\n"
    "void put(int64_t x) { put(unpackInt2x32(x)); }\n"
    "void put(uint64_t x) { put(unpackUint2x32(x)); }\n"
    "void put(float f) { put(uvec2(floatBitsToUint(f), 1)); }\n"
    "void put(int x) { put(uvec2(x, 2)); }\n"
    "void put(bool b) { put(uvec2(b, 3)); }\n"
    "void put(dvec2 d) { put(d.x); put(d.y); }\n"
    "void put(dvec3 d) { put(d.xy); put(d.z); }\n"
    "void put(dvec4 d) { put(d.xy); put(d.zw); }\n"
    "%s\n"
    "void main() { double a = take(0), b = take(1), c = take(2); int n = int(gl_LocalInvocationIndex);\n"
    "int64_t i = packInt2x32(ivec2(source.v[n * 16 + 3])), j = packInt2x32(ivec2(source.v[n * 16 + 4]));\n"
    "dvec4 p = dvec4(take(5), take(6), take(7), take(8)), q = dvec4(take(9), take(10), take(11), take(12));\n"
    "%s }\n";

/* Exponents around 0, so that the results are normal: what drivers make of others is their affair. */
static void fill(uint64_t *v, bool small)
{
    uint64_t seed = small ? 5 : 9;

    for (int k = 0; k < LANES * OPERANDS; k++) {
        uint64_t bits = random_bits(&seed);
        double d = (double)(int)(bits >> 40 & 15) - 7;
        bool integer = k % OPERANDS == 3 || k % OPERANDS == 4;

        if (integer)
            v[k] = bits >> (random_bits(&seed) & 31);
        else if (small)
            v[k] = of_double(d);
        else
            v[k] = (bits & ~(0x7ffull << 52)) | (1003 + (bits >> 52) % 40) << 52;
    }
}

static void scene_kernel(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct kernel *k = arg;
    uint64_t operands[LANES * OPERANDS];
    char text[6000], log[NATIVE_LOG];
    GLuint program, buffers[2];

    snprintf(text, sizeof text, kernel_text, LANES, RESULTS, OPERANDS, k->declarations ? k->declarations : "",
             k->body);
    if (!native_try_link(gl, &(struct native_stages){.compute = text}, &program, log))
        fail_msg("%s: %s", k->what, log);
    fill(operands, k->small);
    gl->GenBuffers(2, buffers);
    gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffers[0]);
    gl->BufferData(GL_SHADER_STORAGE_BUFFER, sizeof operands, operands, GL_STATIC_DRAW);
    gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, buffers[1]);
    gl->BufferData(GL_SHADER_STORAGE_BUFFER, LANES * RESULTS * 8, NULL, GL_STREAM_READ);
    gl->ClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
    gl->UseProgram(program);
    gl->DispatchCompute(1, 1, 1);
    gl->MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gl->GetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, LANES * RESULTS * 8,
                         note_room(t, (size_t)LANES * RESULTS * 8));
    gl->UseProgram(0);
    gl->DeleteBuffers(2, buffers);
    gl->DeleteProgram(program);
}

static void check(void **state, const struct kernel *kernels, size_t count)
{
    NATIVE_TEST(t, true);

    for (size_t i = 0; i < count; i++)
        native_compare(t, scene_kernel, &kernels[i], kernels[i].what);
    assert_int_equal(t->gaps.count, 0);
    native_test_finish(t);
}

static void test_doubles_are_computed_as_by_desktop_gl(void **state)
{
    static const struct kernel kernels[] = {
        {.what = "sums and products",
         .body = "put(a + b); put(a - b); put(a * b); put(-a); a += c; put(a); a++; put(a);"},
        {.what = "quotients and roots", .body = "put(a / b); put(sqrt(abs(a)));"},
        {.what = "comparisons",
         .body = "put(a < b); put(a <= b); put(a > b); put(a >= b); put(a == b); put(a != b); "
                 "put(a == a); put(lessThan(p, q).z); put(equal(p, p).x); put(p == q); "
                 "put(p != q); double z = 0.0; put(z / z != z / z);"},
        {.what = "wholes",
         .body = "put(floor(a)); put(ceil(a)); put(trunc(a)); put(round(a)); put(roundEven(a)); "
                 "put(fract(a)); put(sign(a)); put(abs(a));"},
        {.what = "ranges",
         .body = "put(min(a, b)); put(max(a, b)); put(clamp(a, min(b, c), max(b, c))); put(step(a, b)); "
                 "put(mix(a, b, n % 3 == 0)); put(min(p, q)); put(max(p, a));"},
        {.what = "conversions",
         .body = "put(float(a)); put(int(a)); put(int64_t(a)); put(double(float(b))); put(double(n)); "
                 "put(double(uint(n) - 5u)); put(double(i)); put(double(uint64_t(i))); put(bool(a)); "
                 "put(double(n > 7)); put(float(i)); put(int64_t(float(a))); put(dvec3(vec3(p)));"},
        {.what = "exact functions",
         .small = true,
         .body = "put(mod(a, 4.0lf)); put(mix(a, b, 0.25lf)); put(smoothstep(-8.0lf, 8.0lf, a)); put(fma(a, "
                 "b, c)); "
                 "put(ldexp(a + 20.0lf, n - 20)); int e; put(frexp(a, e)); put(e); double w; put(modf(a / "
                 "4.0lf, w)); "
                 "put(w);"},
        {.what = "geometry",
         .small = true,
         .body = "put(dot(p, q)); put(cross(p.xyz, q.xyz)); put(length(p)); put(distance(p.xy, q.xy)); "
                 "put(reflect(p.xyz, q.xyz)); put(faceforward(p, q, p)); put(length(a));"},
    };

    check(state, kernels, sizeof kernels / sizeof *kernels);
}

static void test_integers_of_64_bits_are_computed_as_by_desktop_gl(void **state)
{
    static const struct kernel kernels[] = {
        {.what = "integers",
         .body = "put(i + j); put(i - j); put(i * j); put(-i); put(i & j); put(i | j); put(i ^ j); put(~i); "
                 "put(abs(i)); put(sign(i)); put(min(i, j)); put(max(i, j)); put(clamp(i, -j, j));"},
        {.what = "division",
         .body = "int64_t d = j == 0l ? 1l : abs(j); put(i / d); put(abs(i) % d); put(uint64_t(i) / "
                 "uint64_t(d)); "
                 "put(uint64_t(i) % uint64_t(d));"},
        {.what = "shifts",
         .body = "put(i << n); put(i >> n); put(uint64_t(i) >> n); put((i64vec2(i, j) << ivec2(n, 3)).y); "},
        {.what = "integer comparisons",
         .body = "put(i < j); put(i <= j); put(i == j); put(i != j); put(uint64_t(i) > uint64_t(j)); "
                 "put(i64vec2(i, j) == i64vec2(i, j)); put(uint64_t(i) >= uint64_t(j));"},
        {.what = "conversions",
         .body = "put(int(i)); put(int64_t(n - 30)); put(int64_t(uint(n) - 30u)); put(uint64_t(n - 30)); "
                 "put(float(uint64_t(i))); put(bool(i)); put(i == 0l ? i : j); put(int64_t(true)); "
                 "put(int64BitsToDouble(i >> 2)); put(doubleBitsToInt64(a));"},
    };

    check(state, kernels, sizeof kernels / sizeof *kernels);
}

static void test_vectors_and_matrices_of_doubles_are_as_in_desktop_gl(void **state)
{
    static const struct kernel kernels[] = {
        {.what = "vectors",
         .body = "dvec4 r = p; r.zx = q.xy; put(r); r[n & 3] = a; put(r); put(p.wzyx); put(r[(n + 1) & 3]); "
                 "dvec3 s = dvec3(a, q.yw); put(s); put(dvec4(s.zy, p.xy)); r += 2.0lf; put(r); put(p * a);"},
        {.what = "matrices",
         .small = true,
         .body =
             "dmat3x2 m = dmat3x2(p, q.xy); dmat2x3 k = dmat2x3(q, p.xy); put(m * q.xyz); put(p.xy * m); "
             "dmat2 s = m * k; put(s[0]); put(s[1]); put(transpose(m)[1].xyz); dmat2x3 o = "
             "outerProduct(p.xyz, q.xy); "
             "put(o[1]); m[n % 3] = q.zw; put(m[1]); put(m[2][n & 1]); put((m + m)[0]); put((m * a)[2]);"},
        {.what = "square matrices",
         .small = true,
         .body = "dmat4 m = dmat4(p, q, p.wzyx, q.yxwz); put(determinant(m)); put(determinant(dmat3(m))); "
                 "put(determinant(dmat2(m))); dmat4 u = dmat4(1.0, 0, 0, 0, a, 1.0, 0, 0, b, c, 1.0, 0, p.x, "
                 "q.x, a, 1.0); "
                 "dmat4 v = inverse(u); put(v[0]); put(v[1]); put(v[2]); put(v[3]); put((v * u)[3]); "
                 "put(inverse(dmat3(1.0, 0, 0, a, 1.0, 0, b, c, 1.0))[2]); put(inverse(dmat2(2.0, 1.0, 1.0, "
                 "1.0))[0]);"},
        {.what = "arrays, structures and functions",
         .declarations =
             "struct s { dvec3 v; double d[3]; dmat2 m; int64_t i; };\n"
             "double sum(const s x, int k) { return x.v[k] + x.d[k] + x.m[1][k & 1] + double(x.i); }\n"
             "void change(inout s x, out dvec2 y, int k) { x.v.yz = x.v.xy; x.d[k] = 7.5lf; y = x.m[0]; "
             "x.m[1] *= 2.0lf; }\n"
             "shared double group[64]; const double table[4] = double[](0.1lf, 1e300lf, -2.0lf, 3.5lf);\n",
         .body = "s x; x.v = p.xyz; x.d = double[](a, b, c); x.m = dmat2(q); x.i = 3l; dvec2 y; put(sum(x, n "
                 "% 3)); "
                 "s z = x; change(z, y, n % 3); put(z.v); put(y); put(z.d[1]); put(z.m[1]); put(z == x); "
                 "put(table[n & 3]); "
                 "group[n] = a; barrier(); put(group[63 - n]); for (double d = 0.0; d < 3.0; d += 1.0) put(d "
                 "* a);"},
    };

    check(state, kernels, sizeof kernels / sizeof *kernels);
}

/* ---- varyings ---- */

static const char varying_vs[] =
    "#version 450 core\nlayout(location = 0) flat out dvec4 a; layout(location = 2) flat out double b[2];\n"
    "flat out dmat2x3 m; flat out struct { dvec3 v; int i; } s; out block { flat dvec2 d; vec4 f; } o;\n"
    "void main() { gl_Position = vec4(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID >> 1) * 4.0 - "
    "1.0, 0, 1);\n"
    "a = dvec4(1, 2, 3, 4) / 3.0lf; b[0] = 0.1lf; b[1] = 1e200lf; m = dmat2x3(1, 2, 3, 4, 5, 6) / 7.0lf;\n"
    "s.v = dvec3(a.xy, 9); s.i = 5; o.d = a.zw; o.f = vec4(0.5); }\n";
static const char varying_fs[] =
    "#version 450 core\nlayout(location = 0) flat in dvec4 a; layout(location = 2) flat in double b[2];\n"
    "flat in dmat2x3 m; flat in struct { dvec3 v; int i; } s; in block { flat dvec2 d; vec4 f; } o; out vec4 "
    "c;\n"
    "void main() { bool same = a == dvec4(1, 2, 3, 4) / 3.0lf && b[0] == 0.1lf && b[1] == 1e200lf &&\n"
    "m == dmat2x3(1, 2, 3, 4, 5, 6) / 7.0lf && s.v == dvec3(a.xy, 9) && s.i == 5 && o.d == a.zw;\n"
    "c = vec4(same, o.f.x, float(a.x), 1); }\n";

static void scene_varyings(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint program = native_program(gl, varying_vs, varying_fs), vao;

    (void)arg;
    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    gl->Viewport(0, 0, NATIVE_SIZE, NATIVE_SIZE);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    gl->UseProgram(program);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->ReadPixels(0, 0, NATIVE_SIZE, NATIVE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE,
                   note_room(t, NATIVE_SIZE * NATIVE_SIZE * 4));
    assert_int_equal(t->out[0], 255);
    gl->UseProgram(0);
    gl->DeleteProgram(program);
    gl->DeleteVertexArrays(1, &vao);
}

static void test_doubles_pass_between_stages_exactly(void **state)
{
    NATIVE_TEST(t, true);
    native_compare(t, scene_varyings, NULL, "varyings");
    assert_int_equal(t->gaps.count, 0);
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_doubles_are_computed_as_by_desktop_gl),
        cmocka_unit_test(test_integers_of_64_bits_are_computed_as_by_desktop_gl),
        cmocka_unit_test(test_vectors_and_matrices_of_doubles_are_as_in_desktop_gl),
        cmocka_unit_test(test_doubles_pass_between_stages_exactly),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
