/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_WINDOW_DRAW_TEST_H
#define RETRACE_EMU_WINDOW_DRAW_TEST_H

/* For tests of windows on a driver: triangles whose places and colours a vertex stage fetches from an arena
 * of 40,000 words (160,000 bytes), and which way the draws went. Include after cmocka.h. */

#include "emu/native_test.h"

#define NO_BLOCKS  "max_vertex_storage_blocks=0"
#define SHORT      NO_BLOCKS ",max_texture_buffer_size=1024"
#define NO_BUFFERS NO_BLOCKS ",es=3.1,-GL_EXT_texture_buffer,-GL_OES_texture_buffer"

#define WEAK_TEST(t, caps)                                                                                   \
    struct native_test t##_;                                                                                 \
    struct native_test *t = &t##_;                                                                           \
    GL_TEST(gl_##t);                                                                                         \
    native_test_init_weak(t, gl_##t, true, caps)

enum { ARENA_WORDS = 40000, TABLE_ROWS = 16 };

#define FRAGMENT                                                                                             \
    "#version 430 core\nin vec3 c; layout(location = 0) out vec4 o; void main() { o = vec4(c, 1); }\n"

/* A triangle per three vertices; place and colour come from the arena, where from the table. */
#define VERTEX(declare, where)                                                                               \
    "#version 430 core\nout vec3 c;\n"                                                                       \
    "layout(std430, binding = 2) readonly buffer Arena { float arena[]; };\n"                                \
    "layout(std430, binding = 1) readonly buffer Table { uint table[]; };\n" declare "void main() {\n"       \
    "    uint at = " where ";\n"                                                                             \
    "    vec3 v = vec3(arena[at], arena[at + 1u], arena[at + 2u]);\n"                                        \
    "    c = vec3(v.z, fract(v.z * 7.0), fract(v.z * 31.0));\n"                                              \
    "    gl_Position = vec4(v.xy * 2.0 - 1.0, 0, 1);\n}\n"

#define BY_TABLE VERTEX("uniform int row;\n", "table[row] + uint(gl_VertexID) * 3u")

struct scene {
    GLuint arena, table, program, vao;
    GLint row;
};

static inline void window_scene_begin(struct native_test *t, const struct gl_table *gl, struct scene *s,
                                      const char *vertex)
{
    static float words[ARENA_WORDS];
    uint32_t table[TABLE_ROWS], seed = 99;
    GLuint names[3];

    (void)t;
    for (size_t i = 0; i < ARENA_WORDS; i++) {
        seed = seed * 1664525u + 1013904223u;
        words[i] = (float)(seed >> 20) / 4096;
    }
    for (uint32_t i = 0; i < TABLE_ROWS; i++)
        table[i] = i * 2477;
    gl->GenBuffers(2, names);
    gl->GenVertexArrays(1, &s->vao);
    gl->BindVertexArray(s->vao);
    s->arena = names[0];
    s->table = names[1];
    gl->BindBuffer(GL_SHADER_STORAGE_BUFFER, s->arena);
    gl->BufferData(GL_SHADER_STORAGE_BUFFER, sizeof words, words, GL_STATIC_DRAW);
    gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, s->arena);
    gl->BindBuffer(GL_SHADER_STORAGE_BUFFER, s->table);
    gl->BufferData(GL_SHADER_STORAGE_BUFFER, sizeof table, table, GL_STATIC_DRAW);
    gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, s->table);
    s->program = native_program(gl, vertex, FRAGMENT);
    s->row = gl->GetUniformLocation(s->program, "row");
    gl->ClearColor(0, 0, 0, 0);
    gl->Clear(GL_COLOR_BUFFER_BIT);
}

static inline void window_scene_end(struct native_test *t, const struct gl_table *gl, struct scene *s)
{
    GLuint buffers[2] = {s->arena, s->table};

    gl->ReadPixels(0, 0, NATIVE_SIZE, NATIVE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE,
                   note_room(t, NATIVE_SIZE * NATIVE_SIZE * 4));
    gl->DeleteProgram(s->program);
    gl->DeleteVertexArrays(1, &s->vao);
    gl->DeleteBuffers(2, buffers);
}

/* A draw per row of the table. */
static inline void window_scene_table(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    struct scene s;

    (void)arg;
    window_scene_begin(t, gl, &s, BY_TABLE);
    for (int i = 0; i < TABLE_ROWS; i++) {
        gl->Uniform1i(s.row, i);
        gl->DrawArrays(GL_TRIANGLES, 3 * (i % 3), 9);
    }
    window_scene_end(t, gl, &s);
}

/* Something was drawn: a comparison of two empty pictures proves nothing. */
static inline void assert_drawn(const struct native_test *t)
{
    size_t lit = 0;

    for (size_t i = 0; i < t->size; i += 4)
        lit += t->out[i + 3] == 255;
    assert_true(lit > 500);
}

static inline void assert_counts(const struct native_test *t, unsigned native, unsigned whole,
                                 unsigned window, unsigned texture)
{
    const struct emu_window_counts *c = &t->gaps.windows;

    if (c->native != native || c->whole != whole || c->window != window || c->texture != texture)
        fail_msg("native %u, whole %u, window %u, texture %u; first refusal: %s", (unsigned)c->native,
                 (unsigned)c->whole, (unsigned)c->window, (unsigned)c->texture,
                 c->refused_count ? c->refused[0].reason : "none");
    assert_true(c->placed <= c->bound);
}

static inline void assert_refused(const struct native_test *t, const char *reason, unsigned count)
{
    const struct emu_window_counts *c = &t->gaps.windows;

    for (size_t i = 0; i < c->refused_count; i++)
        if (!strcmp(c->refused[i].reason, reason)) {
            assert_int_equal(c->refused[i].count, count);
            return;
        }
    fail_msg("never refused: %s", reason);
}

static inline void assert_not_refused(const struct native_test *t)
{
    if (t->gaps.windows.refused_count)
        fail_msg("refused: %s", t->gaps.windows.refused[0].reason);
}

/* ---- a scene by both arms ---- */

struct window_case {
    const char *caps;
    native_scene *scene;
    const void *arg;
    unsigned native, whole, window, texture; /* draws that go these ways */
    const char *refused;                     /* a reason, so often; NULL: nothing is refused */
    unsigned times;
};

static inline void window_compare(void **state, const struct window_case *c)
{
    WEAK_TEST(t, c->caps);

    native_compare(t, c->scene, c->arg, c->caps ? c->caps : "the driver as it is");
    assert_drawn(t);
    assert_counts(t, c->native, c->whole, c->window, c->texture);
    if (c->refused)
        assert_refused(t, c->refused, c->times);
    else
        assert_not_refused(t);
    native_test_finish(t);
}
#define WINDOW_COMPARE(state, ...) window_compare(state, &(const struct window_case){__VA_ARGS__})

#endif
