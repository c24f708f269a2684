/* SPDX-License-Identifier: MIT */
/* Random vertex stages: the slice must read exactly what a run of the whole stage reads, for every vertex.
 * The programs have nested branches, loops of every form with breaks and continues, switches that fall
 * through, functions with inout parameters and early returns, local arrays, vectors and structures, lookups
 * in storage blocks, uniform blocks and buffer textures, and much that no address depends on; all of it is
 * known to the host, so that neither run may be refused. The whole stage runs as it was decoded, the slice as
 * window_tidy.c leaves it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "emu/window_test.h"

enum { TEXT = 1 << 16, VARIABLES = 5, PROGRAMS = 120, VERTICES = 12 };

struct text {
    char s[TEXT];
    size_t n;
    uint32_t seed;
    int loops; /* names of loop counters */
};

static uint32_t rnd(struct text *t, uint32_t below)
{
    t->seed ^= t->seed << 13;
    t->seed ^= t->seed >> 17;
    t->seed ^= t->seed << 5;
    return t->seed % below;
}

__attribute__((format(printf, 2, 3))) static void put(struct text *t, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    t->n += (size_t)vsnprintf(t->s + t->n, TEXT - t->n, fmt, args);
    va_end(args);
    assert_true(t->n < TEXT);
}

/* ---- expressions: all of type uint ---- */

static void expression(struct text *t, int depth);

/* Text with '@' for an expression, '$' for a variable and '#' for a small number. */
static void put_form(struct text *t, const char *form, int depth)
{
    for (; *form; form++)
        if (*form == '@')
            expression(t, depth - 1);
        else if (*form == '$')
            put(t, "v%u", rnd(t, VARIABLES));
        else if (*form == '#')
            put(t, "%u", rnd(t, 50));
        else
            put(t, "%c", *form);
}

static void expression(struct text *t, int depth)
{
    static const char *const leaves[] = {"$", "$", "#u", "uint(gl_VertexID)"};
    static const char *const forms[] = {
        "(@ + @)",
        "(@ - @)",
        "(@ * @)",
        "(@ & @)",
        "(@ | @)",
        "(@ ^ @)",
        "(@ >> (@ & 7u))",
        "(@ << (@ & 7u))",
        "(@ / (@ | 1u))",
        "(@ % 13u)",
        "(~@)",
        "uint(-int(@))",
        "uint(int(@) >> 3)",
        "uint(abs(int(@ & 1023u) - 500))",
        "uint(int(@ & 255u) / (# + 1))",
        "min(@, @)",
        "max(@, #u)",
        "clamp(@ & 255u, 3u, 90u)",
        "uint(min(int(@), -#))",
        "bitfieldExtract(@, 3, 5)",
        "bitfieldReverse(@)",
        "uint(bitCount(@))",
        "uint(findLSB(@))",
        "uint(findMSB(@))",
        "uint(floor(float(@ & 63u) * 0.5))",
        "uint(float(@ & 1023u))",
        "mix(@, @, @ > @)",
        "uvec3(@, @, @).zx.y",
        "(uvec2(@, @) + uvec2(#u, @)).y",
        "(uvec2(@) * @).x",
        "uvec4(@, 1u, @, 2u)[@ & 3u]",
        "local[@ & 7u]",
        "local[@ & 7u]",
        "rec.b[@ & 3u]",
        "rec.a.y",
        "rows[@ & 3u].z",
        "first",
        "table[@ & 255u]",
        "table[@ & 255u]",
        "pair[@ & 127u].y",
        "texelFetch(words, int(@ & 255u)).x",
        "pick($, @)",
        "total(local)",
        "((@ < @ && $ != 3u) ? @ : @)",
        "((int(@) <= int(@) || any(equal(uvec2($, @), uvec2(@)))) ? @ : $)",
    };

    if (depth > 0 && rnd(t, 5))
        put_form(t, forms[rnd(t, sizeof forms / sizeof forms[0])], depth);
    else
        put_form(t, leaves[rnd(t, sizeof leaves / sizeof leaves[0])], depth);
}

/* ---- statements ---- */

static void statements(struct text *t, int depth, bool in_loop);

static void loop(struct text *t, int depth)
{
    int k = t->loops++;

    switch (rnd(t, 3)) {
    case 0:
        put(t, "for (uint i%d = 0u; i%d < %uu; i%d++) {\n", k, k, 1 + rnd(t, 4), k);
        statements(t, depth - 1, true);
        put(t, "v%u += i%d;\n}\n", rnd(t, VARIABLES), k);
        break;
    case 1: /* counted first, so that a continue ends, too */
        put(t, "uint i%d = 0u; while (i%d < %uu) {\ni%d++;\n", k, k, 1 + rnd(t, 4), k);
        statements(t, depth - 1, true);
        put(t, "}\n");
        break;
    default:
        put(t, "uint i%d = 0u; do {\n", k);
        statements(t, depth - 1, true);
        put(t, "} while (++i%d < %uu);\n", k, 1 + rnd(t, 4));
        break;
    }
}

static void branch(struct text *t, int depth, bool in_loop)
{
    put(t, "if ((");
    expression(t, 2);
    put(t, " & %uu) == 0u) {\n", 1u << rnd(t, 3));
    statements(t, depth - 1, in_loop);
    if (rnd(t, 2)) {
        put(t, "} else {\n");
        statements(t, depth - 1, in_loop);
    }
    put(t, "}\n");
}

static void choice(struct text *t, int depth, bool in_loop)
{
    put_form(t, "switch (@ & 3u) {\ncase 0u:\n", 2);
    statements(t, depth - 1, in_loop);
    if (rnd(t, 2))
        put(t, "break;\n");
    put(t, "case 1u: case 3u:\n");
    statements(t, depth - 1, in_loop);
    put(t, in_loop && rnd(t, 2) ? "continue;\n" : "break;\n");
    if (rnd(t, 2)) {
        put(t, "default:\n");
        statements(t, depth - 1, in_loop);
    }
    put(t, "}\n");
}

static void statement(struct text *t, int depth, bool in_loop)
{
    static const char *const forms[] = {
        "$ = @;\n",
        "$ = @;\n",
        "sum += float(arena[(@) & 511u]);\n",
        "sum += float(arena[((@) & 255u) + 3u] + arena[$ & 255u]);\n",
        "sum += float(pair[@ & 63u].x);\n",
        "sum += texelFetch(words, int(@ & 127u)).x > 7u ? 1.0 : 2.0;\n",
        "local[(@) & 7u] = @;\n",
        "local[#u & 7u] += $;\n",
        "rec.b[@ & 3u] = @;\n",
        "rec.a = uvec3($, @, #u);\n",
        "rec = build(@, $);\n",
        "vec[@ & 1u] = @;\n$ ^= vec.y;\n",
        "vec = vec.yx + uvec2(#u, $);\n",
        "copy = local;\ncopy[@ & 7u]++;\nlocal = copy;\n",
        "change(local[2], $);\n",
        "fill(local, @);\n",
        "sum = sin(sum) + float($);\n",
    };
    uint32_t v = rnd(t, VARIABLES);

    switch (rnd(t, depth > 0 ? 12 : 6)) {
    case 0: /* two variables that are not the same */
        put(t, "change(v%u, v%u);\n", v, (v + 1) % VARIABLES);
        break;
    case 6:
    case 7:
        branch(t, depth, in_loop);
        break;
    case 8:
    case 9:
        loop(t, depth);
        break;
    case 10:
        choice(t, depth, in_loop);
        break;
    case 11:
        if (in_loop)
            put(t, "if ((v%u & 1u) == 1u) %s;\n", v, rnd(t, 2) ? "break" : "continue");
        break;
    default:
        put_form(t, forms[rnd(t, sizeof forms / sizeof forms[0])], 3);
        break;
    }
}

static void statements(struct text *t, int depth, bool in_loop)
{
    for (uint32_t n = 1 + rnd(t, 3); n > 0; n--)
        statement(t, depth, in_loop);
}

static void program(struct text *t, uint32_t seed)
{
    t->n = 0;
    t->loops = 0;
    t->seed = seed;
    put(t,
        "#version 430 core\n"
        "layout(std430, binding = 0) readonly buffer Arena { uint arena[]; };\n"
        "layout(std430, binding = 1) readonly buffer Table { uint table[]; };\n"
        "layout(std430, binding = 2) readonly buffer Pairs { uvec2 pair[]; };\n"
        "layout(std140) uniform Few { uint first; uvec3 rows[4]; };\n"
        "uniform usamplerBuffer words;\n"
        "struct Rec { uvec3 a; uint b[4]; };\n"
        "uint local[8], copy[8]; uvec2 vec = uvec2(1u, 2u); Rec rec;\n"
        "uint total(uint a[8]) { uint n = 0u; for (int i = 0; i < 8; i++) n = n * 3u + a[i]; return n; }\n"
        "void fill(inout uint a[8], uint x) { for (uint i = 0u; i < 3u; i++) a[(x + i) & 7u] = x * i; }\n"
        "Rec build(uint x, uint y) { Rec r; r.a = uvec3(x, y, x ^ y); for (uint i = 0u; i < 4u; i++) { if "
        "(i == (x & 3u)) { r.b[i] = y; continue; } r.b[i] = i; } return r; }\n"
        "uint pick(uint a, uint b) { if (a > 20u) return table[b & 255u]; return a * 3u + b; }\n"
        "void change(inout uint a, inout uint b) { uint c = a; a = b + local[c & 7u]; if (c == 7u) return; "
        "b = c + 1u; local[b & 7u] = a; }\n"
        "void main() {\nfloat sum = 0.0;\nfor (int k = 0; k < 8; k++) local[k] = copy[k] = uint(k * k);\nrec "
        "= "
        "build(uint(gl_VertexID), 5u);\n");
    for (uint32_t v = 0; v < VARIABLES; v++)
        put(t, "uint v%u = %uu + uint(gl_VertexID) * %uu;\n", v, rnd(t, 100), rnd(t, 5));
    statements(t, 3, false);
    statements(t, 3, false);
    if (rnd(t, 3) == 0)
        put(t, "if (v1 == 4u) { gl_Position = vec4(sum); return; }\n");
    statements(t, 3, false);
    put(t, "sum += float(arena[(v0 + v2) & 511u]);\ngl_Position = vec4(sum);\n}\n");
}

static void fill(struct window_test *t, uint32_t seed)
{
    for (size_t i = 0; i < t->glsl->window_count; i++)
        for (uint32_t k = 0; k < WINDOW_TEST_WORDS; k++)
            t->memory[i][k] = (seed + k * 2654435761u) >> 20;
    for (uint32_t k = 0; k < WINDOW_TEST_WORDS; k++)
        t->block[k] = (seed * 31 + k * 2246822519u) >> 22;
    for (size_t i = 0; i < t->glsl->window_count; i++)
        if (t->glsl->windows[i].texels) {
            t->run.windows[i].texel = 4;
            t->run.windows[i].components = 1;
            t->run.windows[i].kind = 'u';
        }
}

static void reset_ranges(struct window_test *t)
{
    for (size_t i = 0; i < t->glsl->window_count; i++)
        t->run.ranges[i] = (struct window_range){UINT32_MAX, 0};
}

static void test_the_slice_reads_what_the_whole_stage_reads(void **state)
{
    static struct text text;
    static struct window_test slice, whole;
    size_t read = 0, saved = 0;

    (void)state;
    for (uint32_t seed = 1; seed <= PROGRAMS; seed++) {
        program(&text, seed * 7919);
        window_test_translate(&slice, text.s, false);
        window_test_translate(&whole, text.s, true);
        fill(&slice, seed);
        fill(&whole, seed);
        for (int v = 0; v < VERTICES; v++) {
            reset_ranges(&slice);
            reset_ranges(&whole);

            const char *a = run_vertices(&slice, v, v), *b = run_vertices(&whole, v, v);

            if (a || b)
                fail_msg("program %u, vertex %d: slice %s, whole %s\n%s", seed, v, a ? a : "answers",
                         b ? b : "answers", text.s);
            for (size_t i = 0; i < slice.glsl->window_count; i++) {
                const struct window_range *x = &slice.run.ranges[i], *y = &whole.run.ranges[i];

                if (x->low != y->low || x->high != y->high)
                    fail_msg("program %u, vertex %d, %s: slice [%u, %u), whole [%u, %u)\n%s", seed, v,
                             slice.glsl->windows[i].name, x->low, x->high, y->low, y->high, text.s);
                read += x->low < x->high;
            }
        }
        saved += whole.program->op_count - slice.program->op_count;
        window_test_finish(&slice);
        window_test_finish(&whole);
    }
    assert_true(read > PROGRAMS * VERTICES); /* the comparison is of something */
    assert_true(saved > PROGRAMS * 10);      /* and the slice leaves something out */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_slice_reads_what_the_whole_stage_reads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
