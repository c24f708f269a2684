/* SPDX-License-Identifier: MIT */
/* Random vertex stages: the slice must read exactly what a run of the whole stage reads, for every vertex.
 * The programs have nested branches, loops with breaks and continues, functions with inout parameters and
 * early returns, local arrays and lookups in memory, and much that no address depends on; all of it is known
 * to the host, so that neither run may be refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "emu/window_test.h"

enum { TEXT = 1 << 16, VARIABLES = 5, PROGRAMS = 40, VERTICES = 12 };

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

static void expression(struct text *t, int depth)
{
    static const char *const operators[] = {"+", "-", "*", "&", "|", "^"};

    switch (depth > 0 ? rnd(t, 9) : rnd(t, 3)) {
    case 0:
        put(t, "v%u", rnd(t, VARIABLES));
        break;
    case 1:
        put(t, "%uu", rnd(t, 50));
        break;
    case 2:
        put(t, "uint(gl_VertexID)");
        break;
    case 3:
        put(t, "local[");
        expression(t, depth - 1);
        put(t, " & 7u]");
        break;
    case 4:
        put(t, "table[(");
        expression(t, depth - 1);
        put(t, ") & 255u]");
        break;
    case 5:
        put(t, "pick(v%u, ", rnd(t, VARIABLES));
        expression(t, depth - 1);
        put(t, ")");
        break;
    case 6:
        put(t, "((");
        expression(t, depth - 1);
        put(t, " < ");
        expression(t, depth - 1);
        put(t, " && v%u != 3u) ? ", rnd(t, VARIABLES));
        expression(t, depth - 1);
        put(t, " : ");
        expression(t, depth - 1);
        put(t, ")");
        break;
    default:
        put(t, "(");
        expression(t, depth - 1);
        put(t, " %s ", operators[rnd(t, 6)]);
        expression(t, depth - 1);
        put(t, ")");
        break;
    }
}

/* ---- statements ---- */

static void statements(struct text *t, int depth, bool in_loop);

static void loop(struct text *t, int depth)
{
    int k = t->loops++;

    put(t, "for (uint i%d = 0u; i%d < %uu; i%d++) {\n", k, k, 1 + rnd(t, 4), k);
    statements(t, depth - 1, true);
    put(t, "v%u += i%d;\n}\n", rnd(t, VARIABLES), k);
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

static void statement(struct text *t, int depth, bool in_loop)
{
    uint32_t v = rnd(t, VARIABLES);

    switch (rnd(t, depth > 0 ? 10 : 6)) {
    case 0:
        put(t, "sum += float(arena[(");
        expression(t, 2);
        put(t, ") & 511u]);\n");
        break;
    case 1:
        put(t, "local[(");
        expression(t, 1);
        put(t, ") & 7u] = ");
        expression(t, 2);
        put(t, ";\n");
        break;
    case 2:
        put(t, "change(v%u, v%u);\n", v, (v + 1) % VARIABLES);
        break;
    case 3:
        put(t, "sum = sin(sum) + float(v%u);\n", v);
        break;
    case 6:
    case 7:
        branch(t, depth, in_loop);
        break;
    case 8:
        loop(t, depth);
        break;
    case 9:
        if (in_loop)
            put(t, "if ((v%u & 1u) == 1u) %s;\n", v, rnd(t, 2) ? "break" : "continue");
        else
            put(t,
                "switch (v%u & 3u) { case 0u: v%u += 2u; case 1u: v%u ^= 5u; break; case 2u: sum += 1.0; }\n",
                v, rnd(t, VARIABLES), rnd(t, VARIABLES));
        break;
    default:
        put(t, "v%u = ", v);
        expression(t, 3);
        put(t, ";\n");
        break;
    }
}

static void statements(struct text *t, int depth, bool in_loop)
{
    for (uint32_t n = 1 + rnd(t, 4); n > 0; n--)
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
        "uint local[8];\n"
        "uint pick(uint a, uint b) { if (a > 20u) return table[b & 255u]; return a * 3u + b; }\n"
        "void change(inout uint a, inout uint b) { uint c = a; a = b + local[c & 7u]; if (c == 7u) return; "
        "b = c + 1u; local[b & 7u] = a; }\n"
        "void main() {\nfloat sum = 0.0;\nfor (int k = 0; k < 8; k++) local[k] = uint(k * k);\n");
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
