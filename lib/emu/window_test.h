/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_WINDOW_TEST_H
#define RETRACE_EMU_WINDOW_TEST_H

/* For the tests of the window evaluator: a vertex shader translated for a driver without storage blocks in
 * the vertex stage, a run of it over memory of the test's. Include after cmocka.h. */

#include "emu/window_eval.h"

#include <stdlib.h>
#include <string.h>

/* Pieces of vertex shaders that read words of an arena, and rows of a table. */
#define ARENA  "#version 430 core\nlayout(std430, binding = 0) readonly buffer Arena { uint arena[]; };\n"
#define TABLE  ARENA "layout(std430, binding = 1) readonly buffer Table { uvec2 table[]; };\n"
#define MAIN   "void main() { gl_Position = vec4(0);\n"
#define USE(x) "gl_Position.x += uintBitsToFloat(" x ");\n"

enum { WINDOW_TEST_WORDS = 1024 };

struct window_test {
    struct glsl_output *glsl;
    struct window_program *program;
    struct window_run run;
    uint32_t memory[4][WINDOW_TEST_WORDS]; /* by window */
    uint32_t block[WINDOW_TEST_WORDS];     /* of every uniform block */
};

static inline void window_test_translate(struct window_test *t, const char *body, bool whole)
{
    const char *texts[1] = {body};
    struct glsl_input in = {.stages = {{texts, 1}}};

    memset(t, 0, sizeof *t);
    glsl_target_init(&in.target, 320);
    in.target.vertex_storage_blocks = 0;
    t->glsl = glsl_translate(&in);
    assert_non_null(t->glsl);
    if (!t->glsl->ok)
        fail_msg("%s", t->glsl->info);
    t->program = window_program_create(t->glsl, whole);
    assert_non_null(t->program);
    assert_true(window_run_init(&t->run, t->program));
    for (size_t i = 0; i < t->glsl->window_count; i++)
        t->run.windows[i] =
            (struct window_memory){.bytes = (uint8_t *)t->memory[i], .size = sizeof t->memory[i]};
    for (size_t i = 0; i < t->program->block_count; i++)
        t->run.blocks[i] = (struct window_memory){.bytes = (uint8_t *)t->block, .size = sizeof t->block};
    t->run.steps = 100000;
}

static inline void window_test_finish(struct window_test *t)
{
    window_run_finish(&t->run);
    window_program_destroy(t->program);
    glsl_output_destroy(t->glsl);
}

#define WINDOW_TEST(t, body)                                                                                 \
    struct window_test t##_;                                                                                 \
    struct window_test *t = &t##_;                                                                           \
    (void)state;                                                                                             \
    window_test_translate(t, body, false)

/* The plain uniform of that name. */
static inline void set_uniform(struct window_test *t, const char *name, const void *words)
{
    for (size_t i = 0; i < t->program->input_count; i++) {
        const struct window_input *in = &t->program->inputs[i];
        const uint32_t *from = words;

        if (in->kind != WINDOW_UNIFORM || strcmp(t->glsl->code.uniforms[in->index].essl, name) != 0)
            continue;
        for (uint32_t k = 0; k < in->n; k++)
            t->run.cells[in->cell + k] = from[k];
        return;
    }
    fail_msg("the slice reads no uniform %s", name);
}

static inline size_t window_named(const struct window_test *t, const char *name)
{
    for (size_t i = 0; i < t->glsl->window_count; i++)
        if (!strcmp(t->glsl->windows[i].name, name))
            return i;
    fail_msg("no window %s", name);
    return 0;
}

/* Runs vertices first to last; the reason of a refusal or NULL. */
static inline const char *run_vertices(struct window_test *t, int first, int last)
{
    const char *why = t->program->refused;

    for (int v = first; v <= last && !why; v++)
        why = window_run_lane(&t->run, &(struct window_lane){.vertex = v, .draw_id = 3, .instance = 2});
    return why;
}

#define assert_range(t, name, low_, high_)                                                                   \
    do {                                                                                                     \
        const struct window_range *r_ = &(t)->run.ranges[window_named(t, name)];                             \
        if (r_->low != (low_) || r_->high != (high_))                                                        \
            fail_msg("%s: [%u, %u), not [%u, %u)", name, r_->low, r_->high, (unsigned)(low_),                \
                     (unsigned)(high_));                                                                     \
    } while (0)

#define assert_refused(why, reason)                                                                          \
    do {                                                                                                     \
        const char *why_ = (why);                                                                            \
        if (!why_ || strcmp(why_, reason) != 0)                                                              \
            fail_msg("%s, not: %s", why_ ? why_ : "answered", reason);                                       \
    } while (0)

#endif
