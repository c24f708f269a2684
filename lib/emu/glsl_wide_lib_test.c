/* SPDX-License-Identifier: MIT */
/* Tests of the 64-bit functions: a compute shader runs each on the driver over chosen and random operands,
 * and every result must have the bits that C's own arithmetic gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <math.h>

#include "emu/glsl_test.h"
#include "emu/glsl_wide.h"
#include "gles/gl_test.h"

enum { COUNT = 16384, GROUP = 64 };

/* What a function must give for operands v; `text` is its call in GLSL on uvec2 a, b and c, a uvec2. */
struct function {
    const char *name, *text;
    uint64_t (*want)(const uint64_t v[3]);
    enum { BITS, DOUBLE, FLOAT } result; /* a NaN may have any bits */
};

static uint64_t of_double(double d)
{
    uint64_t v;

    memcpy(&v, &d, sizeof v);
    return v;
}

static double to_double(uint64_t v)
{
    double d;

    memcpy(&d, &v, sizeof d);
    return d;
}

static uint64_t of_float(float f)
{
    uint32_t v;

    memcpy(&v, &f, sizeof v);
    return v;
}

static float to_float(uint64_t v)
{
    uint32_t low = (uint32_t)v;
    float f;

    memcpy(&f, &low, sizeof f);
    return f;
}

/* ---- operands ---- */

static uint64_t random_bits(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (*seed >> 33 | *seed << 31) * 0x9e3779b97f4a7c15u;
}

static const uint64_t chosen[] = {
    0,
    0x8000000000000000u, /* -0, the least integer */
    1,
    2,
    3,
    0x8000000000000001u,
    0x000fffffffffffffu, /* the largest subnormal */
    0x0010000000000000u, /* the least normal */
    0x0010000000000001u,
    0x0020000000000000u,
    0x3cb0000000000000u, /* 2^-52 */
    0x3ca0000000000000u,
    0x3ca0000000000001u,
    0x36a0000000000000u, /* the least subnormal float, and half of it */
    0x3690000000000000u,
    0x3690000000000001u,
    0x380fffffe0000000u,
    0x380fffffffffffffu,
    0x3fdfffffffffffffu, /* just below 0.5 */
    0x3fe0000000000000u,
    0x3fe0000000000001u,
    0xbfe0000000000000u,
    0x3fefffffffffffffu,
    0x3ff0000000000000u, /* 1 */
    0xbff0000000000000u,
    0x3ff0000000000001u,
    0x3ff8000000000000u,
    0x4004000000000000u, /* 2.5 */
    0xc004000000000000u,
    0x400c000000000000u,
    0x4008000000000000u,
    0x41dfffffffc00000u, /* 2^31 - 1 */
    0x41e0000000000000u,
    0xc1e0000000000000u,
    0x41efffffffe00000u, /* 2^32 - 1 */
    0x41f0000000000000u,
    0x432fffffffffffffu, /* around 2^52 */
    0x4330000000000000u,
    0x4330000000000001u,
    0x4340000000000000u,
    0x43dfffffffffffffu, /* around 2^63 */
    0x43e0000000000000u,
    0xc3e0000000000000u,
    0x43f0000000000000u,
    0x47efffffe0000000u, /* the largest float, and what rounds up from it */
    0x47efffffefffffffu,
    0x47effffff0000000u,
    0x7fdfffffffffffffu,
    0x7fefffffffffffffu, /* the largest */
    0xffefffffffffffffu,
    0x7ff0000000000000u, /* infinities, NaN */
    0xfff0000000000000u,
    0x7ff8000000000000u,
    0xfff8000000000000u,
    0x7ff0000000000001u,
    0x7fffffffffffffffu,
    UINT64_MAX,
    0x00000000ffffffffu,
    0x0000000100000000u,
    0xffffffff00000000u,
    0x7f800000u,
    0xff800000u,
    0x7fc00001u,
    0x00000001007fffffu,
};
enum { CHOSEN = sizeof chosen / sizeof chosen[0] };

/* Of all sizes, with long runs of equal bits, around 1, subnormal, small integers. */
static uint64_t operand(uint64_t *seed)
{
    uint64_t kind = random_bits(seed) >> 60, v = random_bits(seed), n = random_bits(seed) >> 33;

    if (kind < 2)
        return chosen[n % CHOSEN];
    if (kind < 4)
        return v;
    if (kind < 6) /* few bits set: halfway cases */
        v = (v & 0xfff0000000000000u) | 1ull << n % 52 | (n & 64 ? 0x0008000000000000u : 0) | (n >> 8 & 1);
    else if (kind < 8) /* runs of ones */
        v = (v & 0xfff0000000000000u) | (((1ull << n % 53) - 1) ^ (n & 64 ? 0x000fffffffffffffu : 0));
    if (kind < 12) /* sizes that meet */
        return (v & 0x800fffffffffffffu) | (1023 - 64 + (n >> 9) % 128) << 52;
    if (kind == 12)
        return v & 0x800fffffffffffffu;
    if (kind == 13)
        return of_double((double)(n % 2001) / 2 - 500);
    return (int64_t)v >> n % 64;
}

/* Three operands each; the first run over all pairs of the chosen ones. */
static void fill(uint64_t *v)
{
    uint64_t seed = 1;

    for (size_t i = 0; i < COUNT; i++, v += 3) {
        v[0] = i < CHOSEN * CHOSEN ? chosen[i / CHOSEN] : operand(&seed);
        v[1] = i < CHOSEN * CHOSEN ? chosen[i % CHOSEN] : operand(&seed);
        v[2] = operand(&seed);
        if (i % 7 == 0 && i > CHOSEN * CHOSEN) /* sums that nearly vanish */
            v[2] = of_double(-(to_double(v[0]) * to_double(v[1]))) + i % 3 - 1;
    }
}

/* ---- the driver ---- */

struct machine {
    struct gl_test *gl;
    struct gles_context *context;
    struct gles_surface *surface;
    const struct gles_table *es;
    GLuint buffers[2];
    uint64_t operands[COUNT * 3], results[COUNT];
};

static struct machine *machine_create(struct gl_test *gl)
{
    struct gles_context_params params = {.api = GLES_API_ES, .major = 3, .minor = 2};
    struct gles_surface_params surface = {.api = GLES_API_ES, .width = 8, .height = 8};
    struct machine *m = calloc(1, sizeof *m);

    m->gl = gl;
    m->context = gles_context_create(gl->display, &params);
    m->surface = gles_surface_create(gl->display, &surface);
    assert_non_null(m->context);
    assert_true(gles_context_make_current(m->context, m->surface, m->surface));
    m->es = m->context->es;
    fill(m->operands);
    m->es->GenBuffers(2, m->buffers);
    m->es->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, m->buffers[0]);
    m->es->BufferData(GL_SHADER_STORAGE_BUFFER, sizeof m->operands, m->operands, GL_STATIC_DRAW);
    m->es->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, m->buffers[1]);
    m->es->BufferData(GL_SHADER_STORAGE_BUFFER, sizeof m->results, NULL, GL_DYNAMIC_READ);
    return m;
}

static void machine_destroy(struct machine *m)
{
    gles_display_release(m->gl->display);
    gles_surface_destroy(m->surface);
    gles_context_destroy(m->context);
    free(m);
}

static GLuint build(struct machine *m, const struct function *f)
{
    static const char head[] = "#version 450\nlayout(local_size_x = 64) in;\n"
                               "layout(std430, binding = 0) readonly buffer In { uvec2 v[]; };\n"
                               "layout(std430, binding = 1) writeonly buffer Out { uvec2 w[]; };\n";
    char *text = malloc(1 << 16);
    GLuint program = m->es->CreateProgram(), shader = m->es->CreateShader(GL_COMPUTE_SHADER);
    struct glsl_output *out;
    const char *essl;
    GLint ok = 0;

    snprintf(text, 1 << 16,
             "%s%svoid main() { uint i = gl_GlobalInvocationID.x; uvec2 a = v[i * 3u], b = v[i * 3u + 1u], "
             "c = v[i * 3u + 2u]; int n = int(c.x & 63u); w[i] = %s; }\n",
             head, glsl_wide_lib, f->text);
    out = must(translate(&(struct program){.cs = text}));
    essl = out->essl[GLSL_COMPUTE];
    m->es->ShaderSource(shader, 1, &essl, NULL);
    m->es->CompileShader(shader);
    m->es->AttachShader(program, shader);
    m->es->LinkProgram(program);
    m->es->GetProgramiv(program, GL_LINK_STATUS, &ok);
    if (!ok)
        fail_msg("%s does not link:\n%s", f->name, essl);
    m->es->DeleteShader(shader);
    glsl_output_destroy(out);
    free(text);
    return program;
}

static bool same(const struct function *f, uint64_t got, uint64_t want)
{
    if (f->result == DOUBLE && isnan(to_double(got)) && isnan(to_double(want)))
        return true;
    if (f->result == FLOAT && isnan(to_float(got)) && isnan(to_float(want)))
        return true;
    return got == want;
}

static void check(struct machine *m, const struct function *f)
{
    GLuint program = build(m, f);
    const void *results;

    m->es->UseProgram(program);
    m->es->DispatchCompute(COUNT / GROUP, 1, 1);
    m->es->MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    results = m->es->MapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, sizeof m->results, GL_MAP_READ_BIT);
    assert_non_null(results);
    memcpy(m->results, results, sizeof m->results);
    m->es->UnmapBuffer(GL_SHADER_STORAGE_BUFFER);
    m->es->DeleteProgram(program);
    for (size_t i = 0; i < COUNT; i++) {
        const uint64_t *v = m->operands + i * 3;
        uint64_t want = f->want(v);

        if (!same(f, m->results[i], want))
            fail_msg("%s(%016" PRIx64 ", %016" PRIx64 ", %016" PRIx64 ") is %016" PRIx64 ", not %016" PRIx64,
                     f->name, v[0], v[1], v[2], m->results[i], want);
    }
}

static void check_all(void **state, const struct function *functions, size_t n)
{
    GL_TEST(gl);
    struct machine *m = machine_create(gl);

    for (size_t i = 0; i < n; i++)
        check(m, &functions[i]);
    machine_destroy(m);
}

/* ---- what C says ---- */

/* From x, y, z (doubles), f (float), a, b (signed), u, w (unsigned), n (a shift count). */
#define WANT(name, value)                                                                                    \
    static uint64_t want_##name(const uint64_t v[3])                                                         \
    {                                                                                                        \
        double x = to_double(v[0]), y = to_double(v[1]), z = to_double(v[2]);                                \
        float f = to_float(v[0]);                                                                            \
        int64_t a = (int64_t)v[0], b = (int64_t)v[1];                                                        \
        uint64_t u = v[0], w = v[1];                                                                         \
        int n = (int)(v[2] & 63);                                                                            \
                                                                                                             \
        (void)x, (void)y, (void)z, (void)f, (void)a, (void)b, (void)u, (void)w, (void)n;                     \
        return value;                                                                                        \
    }

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The integer part of d between two bounds; NaN as an infinity. */
static uint64_t saturate(double d, uint64_t most, uint64_t least_negative)
{
    double size = fabs(trunc(d));
    uint64_t limit = signbit(d) ? least_negative : most;
    uint64_t m = size < 18446744073709551616.0 ? least((uint64_t)size, limit) : limit;

    return signbit(d) ? 0 - m : m;
}

static uint64_t frexp_of(double x, bool exponent)
{
    int e = 0;
    double m = isfinite(x) ? frexp(x, &e) : x;

    return exponent ? (uint64_t)e & 0xffffffffu : of_double(m);
}

#define D(name, value) WANT(name, of_double(value))
D(add, x + y)
D(sub, x - y)
D(mul, x *y)
D(div, x / y)
D(fma, fma(x, y, z))
D(sqrt, sqrt(x))
D(inversesqrt, 1.0 / sqrt(x))
D(trunc, trunc(x))
D(floor, floor(x))
D(ceil, ceil(x))
D(round, round(x))
D(roundeven, nearbyint(x))
D(fract, x - floor(x))
D(mod, x - y * floor(x / y))
D(min, y < x ? y : x)
D(max, x < y ? y : x)
D(sign, x == 0 ? 0.0 : copysign(1.0, x))
D(ldexp, ldexp(x, (int)v[1]))
#undef D
WANT(frexp, frexp_of(x, false))
WANT(frexp_e, frexp_of(x, true))
WANT(flt, x < y)
WANT(fle, x <= y)
WANT(feq, x == y)
WANT(isnan, isnan(x) != 0)
WANT(isinf, isinf(x) != 0)

static void test_doubles_are_computed_as_c_does(void **state)
{
    static const struct function all[] = {
        {"add", "retrace_f64_add(a, b)", want_add, DOUBLE},
        {"sub", "retrace_f64_sub(a, b)", want_sub, DOUBLE},
        {"mul", "retrace_f64_mul(a, b)", want_mul, DOUBLE},
        {"div", "retrace_f64_div(a, b)", want_div, DOUBLE},
        {"fma", "retrace_f64_fma(a, b, c)", want_fma, DOUBLE},
        {"sqrt", "retrace_f64_sqrt(a)", want_sqrt, DOUBLE},
        {"inversesqrt", "retrace_f64_inversesqrt(a)", want_inversesqrt, DOUBLE},
        {"mod", "retrace_f64_mod(a, b)", want_mod, DOUBLE},
        {"sign", "retrace_f64_sign(a)", want_sign, BITS},
        {"ldexp", "retrace_f64_ldexp(a, int(b.x))", want_ldexp, DOUBLE},
        {"frexp", "retrace_f64_frexp(a, n)", want_frexp, DOUBLE},
        {"frexp's exponent", "retrace_f64_frexp(a, n) - retrace_f64_frexp(a, n) + uvec2(n, 0)", want_frexp_e,
         BITS},
    };
    check_all(state, all, sizeof all / sizeof all[0]);
}

static void test_doubles_are_rounded_to_integers_as_c_does(void **state)
{
    static const struct function all[] = {
        {"trunc", "retrace_f64_trunc(a)", want_trunc, DOUBLE},
        {"floor", "retrace_f64_floor(a)", want_floor, DOUBLE},
        {"ceil", "retrace_f64_ceil(a)", want_ceil, DOUBLE},
        {"round", "retrace_f64_round(a)", want_round, DOUBLE},
        {"roundEven", "retrace_f64_roundEven(a)", want_roundeven, DOUBLE},
        {"fract", "retrace_f64_fract(a)", want_fract, DOUBLE},
    };
    check_all(state, all, sizeof all / sizeof all[0]);
}

static void test_doubles_compare_as_in_c(void **state)
{
    static const struct function all[] = {
        {"lt", "uvec2(retrace_f64_lt(a, b), 0)", want_flt, BITS},
        {"le", "uvec2(retrace_f64_le(a, b), 0)", want_fle, BITS},
        {"eq", "uvec2(retrace_f64_eq(a, b), 0)", want_feq, BITS},
        {"isnan", "uvec2(retrace_f64_isnan(a), 0)", want_isnan, BITS},
        {"isinf", "uvec2(retrace_f64_isinf(a), 0)", want_isinf, BITS},
        {"min", "retrace_f64_min(a, b)", want_min, DOUBLE},
        {"max", "retrace_f64_max(a, b)", want_max, DOUBLE},
    };
    check_all(state, all, sizeof all / sizeof all[0]);
}

WANT(from_f32, of_double(f))
WANT(from_i32, of_double((int32_t)a))
WANT(from_u32, of_double((uint32_t)u))
WANT(from_i64, of_double((double)a))
WANT(from_u64, of_double((double)u))
WANT(to_f32, of_float((float)x))
WANT(to_i32, saturate(x, INT32_MAX, 1u << 31) & 0xffffffffu)
WANT(to_u32, saturate(x, UINT32_MAX, UINT32_MAX) & 0xffffffffu)
WANT(to_i64, saturate(x, INT64_MAX, 1ull << 63))
WANT(to_u64, saturate(x, UINT64_MAX, UINT64_MAX))

static void test_doubles_are_converted_as_in_c(void **state)
{
    static const struct function all[] = {
        {"from_f32", "retrace_f64_from_f32(uintBitsToFloat(a.x))", want_from_f32, DOUBLE},
        {"from_i32", "retrace_f64_from_i32(int(a.x))", want_from_i32, BITS},
        {"from_u32", "retrace_f64_from_u32(a.x)", want_from_u32, BITS},
        {"from_i64", "retrace_f64_from_i64(a)", want_from_i64, BITS},
        {"from_u64", "retrace_f64_from_u64(a)", want_from_u64, BITS},
        {"to_f32", "uvec2(floatBitsToUint(retrace_f64_to_f32(a)), 0)", want_to_f32, FLOAT},
        {"to_i32", "uvec2(retrace_f64_to_i32(a), 0)", want_to_i32, BITS},
        {"to_u32", "uvec2(retrace_f64_to_u32(a), 0)", want_to_u32, BITS},
        {"to_i64", "retrace_f64_to_i64(a)", want_to_i64, BITS},
        {"to_u64", "retrace_f64_to_u64(a)", want_to_u64, BITS},
    };
    check_all(state, all, sizeof all / sizeof all[0]);
}

static uint64_t quotient(uint64_t a, uint64_t b, bool rest)
{
    return b ? (rest ? a % b : a / b) : rest ? a : UINT64_MAX;
}

static uint64_t size_of(int64_t a)
{
    return a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
}

static uint64_t signed_quotient(int64_t a, int64_t b, bool rest)
{
    uint64_t q = quotient(size_of(a), size_of(b), rest);

    return (rest ? a < 0 : (a ^ b) < 0) ? 0 - q : q;
}

static uint64_t floored_rest(int64_t a, int64_t b)
{
    uint64_t r = signed_quotient(a, b, true);

    return r && (a ^ b) < 0 ? r + (uint64_t)b : r;
}

WANT(iadd, u + w)
WANT(isub, u - w)
WANT(imul, u *w)
WANT(udiv, quotient(u, w, false))
WANT(umod, quotient(u, w, true))
WANT(sdiv, signed_quotient(a, b, false))
WANT(srem, signed_quotient(a, b, true))
WANT(smod, floored_rest(a, b))
WANT(shl, u << n)
WANT(shr, (uint64_t)(a >> n))
WANT(ushr, u >> n)
WANT(iabs, size_of(a))
WANT(isign, (uint64_t)((a > 0) - (a < 0)))
WANT(ult, u < w)
WANT(ule, u <= w)
WANT(slt, a < b)
WANT(sle, a <= b)
WANT(i_from_i32, (uint64_t)(int32_t)a)
WANT(i_from_u32, (uint32_t)u)
WANT(i_from_f32, saturate(f, INT64_MAX, 1ull << 63))
WANT(u_from_f32, saturate(f, UINT64_MAX, UINT64_MAX))
WANT(i_to_f32, of_float((float)a))
WANT(u_to_f32, of_float((float)u))

static void test_integers_are_computed_as_c_does(void **state)
{
    static const struct function all[] = {
        {"add", "retrace_i64_add(a, b)", want_iadd, BITS},
        {"sub", "retrace_i64_sub(a, b)", want_isub, BITS},
        {"mul", "retrace_i64_mul(a, b)", want_imul, BITS},
        {"udiv", "retrace_i64_udiv(a, b)", want_udiv, BITS},
        {"umod", "retrace_i64_umod(a, b)", want_umod, BITS},
        {"sdiv", "retrace_i64_sdiv(a, b)", want_sdiv, BITS},
        {"srem", "retrace_i64_srem(a, b)", want_srem, BITS},
        {"smod", "retrace_i64_smod(a, b)", want_smod, BITS},
        {"shl", "retrace_i64_shl(a, n)", want_shl, BITS},
        {"shr", "retrace_i64_shr(a, n)", want_shr, BITS},
        {"ushr", "retrace_i64_ushr(a, n)", want_ushr, BITS},
        {"abs", "retrace_i64_abs(a)", want_iabs, BITS},
        {"sign", "retrace_i64_sign(a)", want_isign, BITS},
    };
    check_all(state, all, sizeof all / sizeof all[0]);
}

static void test_integers_are_compared_and_converted_as_in_c(void **state)
{
    static const struct function all[] = {
        {"ult", "uvec2(retrace_i64_ult(a, b), 0)", want_ult, BITS},
        {"ule", "uvec2(retrace_i64_ule(a, b), 0)", want_ule, BITS},
        {"slt", "uvec2(retrace_i64_slt(a, b), 0)", want_slt, BITS},
        {"sle", "uvec2(retrace_i64_sle(a, b), 0)", want_sle, BITS},
        {"from_i32", "retrace_i64_from_i32(int(a.x))", want_i_from_i32, BITS},
        {"from_u32", "retrace_i64_from_u32(a.x)", want_i_from_u32, BITS},
        {"from_f32", "retrace_i64_from_f32(uintBitsToFloat(a.x))", want_i_from_f32, BITS},
        {"u64_from_f32", "retrace_u64_from_f32(uintBitsToFloat(a.x))", want_u_from_f32, BITS},
        {"to_f32", "uvec2(floatBitsToUint(retrace_i64_to_f32(a)), 0)", want_i_to_f32, BITS},
        {"u64_to_f32", "uvec2(floatBitsToUint(retrace_u64_to_f32(a)), 0)", want_u_to_f32, BITS},
    };
    check_all(state, all, sizeof all / sizeof all[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_doubles_are_computed_as_c_does),
        cmocka_unit_test(test_doubles_are_rounded_to_integers_as_c_does),
        cmocka_unit_test(test_doubles_compare_as_in_c),
        cmocka_unit_test(test_doubles_are_converted_as_in_c),
        cmocka_unit_test(test_integers_are_computed_as_c_does),
        cmocka_unit_test(test_integers_are_compared_and_converted_as_in_c),
    };
    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
