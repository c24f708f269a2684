/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_WIDE_LIB_TEST_H
#define RETRACE_EMU_GLSL_WIDE_LIB_TEST_H

/* For the tests of the 64-bit functions: a compute shader runs each on the driver over chosen and random
 * operands, and every result must have the bits that C's own arithmetic gives. Include after cmocka.h. */

#include "emu/glsl_test.h"
#include "emu/glsl_wide.h"
#include "emu/glsl_wide_test.h"
#include "gles/gl_test.h"

#include <inttypes.h>
#include <math.h>

enum { COUNT = 16384, GROUP = 64 };

/* What a function must give for operands v; `text` is its call in GLSL on uvec2 a, b and c, a uvec2. */
struct function {
    const char *name, *text;
    uint64_t (*want)(const uint64_t v[3]);
    enum { BITS, DOUBLE, FLOAT } result; /* a NaN may have any bits */
};

/* ---- operands ---- */

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
static inline uint64_t operand(uint64_t *seed)
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
static inline void fill(uint64_t *v)
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

static inline struct machine *machine_create(struct gl_test *gl)
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

static inline void machine_destroy(struct machine *m)
{
    gles_display_release(m->gl->display);
    gles_surface_destroy(m->surface);
    gles_context_destroy(m->context);
    free(m);
}

static inline GLuint build(struct machine *m, const struct function *f)
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

static inline bool same(const struct function *f, uint64_t got, uint64_t want)
{
    if (f->result == DOUBLE && isnan(to_double(got)) && isnan(to_double(want)))
        return true;
    if (f->result == FLOAT && isnan(to_float(got)) && isnan(to_float(want)))
        return true;
    return got == want;
}

static inline void check(struct machine *m, const struct function *f)
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

static inline void check_all(void **state, const struct function *functions, size_t n)
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

static inline uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The integer part of d between two bounds; NaN as an infinity. */
static inline uint64_t saturate(double d, uint64_t most, uint64_t least_negative)
{
    double size = fabs(trunc(d));
    uint64_t limit = signbit(d) ? least_negative : most;
    uint64_t m = size < 18446744073709551616.0 ? least((uint64_t)size, limit) : limit;

    return signbit(d) ? 0 - m : m;
}

#endif
