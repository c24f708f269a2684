/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_TEST_H
#define RETRACE_EMU_GLSL_TEST_H

/* For the tests of the translator: a program in a line, and what its ESSL has. What a test translates by the
 * macros that take `state` is destroyed behind it, also where an assertion left it; so its row in the list of
 * tests is a GLSL_TEST. Include after cmocka.h. */

#include "emu/glsl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VS       GLSL_VERTEX
#define FS       GLSL_FRAGMENT
#define PLAIN_VS "#version 330\nin vec4 p; void main() { gl_Position = p; }"
#define PLAIN_FS "#version 330\nout vec4 c; void main() { c = vec4(1); }"

struct program {
    const char *vs, *fs, *gs, *tcs, *tes, *cs, *fs2; /* fs2: a second fragment shader object */
    int essl;                                        /* 0: 320 */
    bool bare;                                       /* no extensions */
    const char *feature;                             /* one more extension */
    struct glsl_key key;
    const struct glsl_binding *frag_datas, *attribs;
    size_t frag_data_count, attrib_count;
    const char *const *xfb;
    size_t xfb_count;
    bool separable, fixed_fragment;
};

/* The caller's to destroy. */
static inline struct glsl_output *translate(const struct program *p)
{
    const char *texts[GLSL_STAGES][2] = {{p->vs}, {p->tcs}, {p->tes}, {p->gs}, {p->fs, p->fs2}, {p->cs}};
    struct glsl_input in = {.key = p->key, .separable = p->separable, .fixed_fragment = p->fixed_fragment};
    struct glsl_output *out;

    for (int s = 0; s < GLSL_STAGES; s++) {
        in.stages[s].texts = texts[s];
        in.stages[s].count = texts[s][0] ? texts[s][1] ? 2 : 1 : 0;
    }
    glsl_target_init(&in.target, p->essl ? p->essl : 320);
    if (!p->bare) {
        glsl_target_enable(&in.target, "GL_EXT_clip_cull_distance");
        glsl_target_enable(&in.target, "GL_EXT_blend_func_extended");
        glsl_target_enable(&in.target, "GL_EXT_geometry_point_size");
    }
    if (p->feature)
        glsl_target_enable(&in.target, p->feature);
    in.frag_datas = p->frag_datas;
    in.frag_data_count = p->frag_data_count;
    in.attribs = p->attribs;
    in.attrib_count = p->attrib_count;
    in.xfb_varyings = p->xfb;
    in.xfb_count = p->xfb_count;
    in.xfb_mode = 0x8C8C;
    out = glsl_translate(&in);
    assert_non_null(out);
    return out;
}

static inline struct glsl_output *must(struct glsl_output *out)
{
    if (!out->ok)
        fail_msg("%s", out->info);
    return out;
}

/* A compile check of one shader object: its verdict; it must say the text, or (NULL) be empty. */
static inline bool checks(enum glsl_stage stage, const char *source, const char *says)
{
    struct glsl_target target;
    char *info;
    bool ok;

    glsl_target_init(&target, 320);
    ok = glsl_check(&target, stage, source, &info);
    if (!info)
        fail_msg("out of memory");
    else if (says ? !strstr(info, says) : *info)
        fail_msg("no \"%s\" in: %s", says ? says : "", info);
    free(info);
    return ok;
}

/* ---- what one test translated ---- */

enum { GLSL_TEST_OUTPUTS = 32 };

struct glsl_test {
    struct glsl_output *outputs[GLSL_TEST_OUTPUTS];
    size_t count;
};

static inline int glsl_test_setup(void **state)
{
    return (*state = calloc(1, sizeof(struct glsl_test))) ? 0 : -1;
}

static inline int glsl_test_teardown(void **state)
{
    struct glsl_test *t = *state;

    for (size_t i = 0; i < t->count; i++)
        glsl_output_destroy(t->outputs[i]);
    free(t);
    return 0;
}

#define GLSL_TEST(test) cmocka_unit_test_setup_teardown(test, glsl_test_setup, glsl_test_teardown)

static inline struct glsl_output *keep(void **state, struct glsl_output *out)
{
    struct glsl_test *t = *state;

    assert_true(t->count < GLSL_TEST_OUTPUTS);
    return t->outputs[t->count++] = out;
}

/* Members of a struct program; ESSL: it must succeed. VERTEX and FRAGMENT: the text of that stage, with a
 * plain one for the other, then more members. */
#define TRANSLATE(state, ...) keep(state, translate(&(struct program){__VA_ARGS__}))
#define ESSL(state, ...)      must(TRANSLATE(state, __VA_ARGS__))
#define VERTEX(state, ...)    ESSL(state, .fs = PLAIN_FS, .vs = __VA_ARGS__)
#define FRAGMENT(state, ...)  ESSL(state, .vs = PLAIN_VS, .fs = __VA_ARGS__)

/* ---- expectations ---- */

static inline bool has(const struct glsl_output *out, enum glsl_stage stage, const char *text)
{
    return strstr(out->essl[stage], text) != NULL;
}

/* The first of the texts, up to NULL, that a stage lacks, or (wanted false) has. */
static inline const char *unexpected(const struct glsl_output *out, enum glsl_stage stage, bool wanted,
                                     const char *const *texts)
{
    while (*texts && has(out, stage, *texts) == wanted)
        texts++;
    return *texts;
}

/* Each of the texts is in the ESSL of a stage; none is. */
#define HAS(out, stage, ...)                                                                                 \
    do {                                                                                                     \
        const char *missing = unexpected(out, stage, true, (const char *const[]){__VA_ARGS__, NULL});        \
        if (missing)                                                                                         \
            fail_msg("no \"%s\" in:\n%s", missing, (out)->essl[stage]);                                      \
    } while (0)
#define LACKS(out, stage, ...)                                                                               \
    do {                                                                                                     \
        const char *found = unexpected(out, stage, false, (const char *const[]){__VA_ARGS__, NULL});         \
        if (found)                                                                                           \
            fail_msg("\"%s\" in:\n%s", found, (out)->essl[stage]);                                           \
    } while (0)

/* It was refused, and the log says why. */
#define REFUSED(out, why)                                                                                    \
    do {                                                                                                     \
        assert_false((out)->ok);                                                                             \
        if (!strstr((out)->info, why))                                                                       \
            fail_msg("no \"%s\" in: %s", why, (out)->info);                                                  \
    } while (0)

static inline const struct glsl_gap *gap(const struct glsl_output *out, const char *name)
{
    for (size_t i = 0; i < out->gap_count; i++)
        if (!strcmp(out->gaps[i].name, name))
            return &out->gaps[i];
    return NULL;
}

static inline const struct glsl_uniform *uniform(const struct glsl_output *out, const char *name)
{
    for (size_t i = 0; i < out->uniform_count; i++)
        if (!strcmp(out->uniforms[i].name, name))
            return &out->uniforms[i];
    fail_msg("no uniform %s", name);
    return NULL;
}

static inline const struct glsl_block *block(const struct glsl_output *out, const char *name)
{
    for (size_t i = 0; i < out->block_count; i++)
        if (!strcmp(out->blocks[i].name, name))
            return &out->blocks[i];
    fail_msg("no block %s", name);
    return NULL;
}

static inline const struct glsl_variable *variable(const struct glsl_variable *v, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(v[i].name, name))
            return &v[i];
    fail_msg("no variable %s", name);
    return NULL;
}

#endif
