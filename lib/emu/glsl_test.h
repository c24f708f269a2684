/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_TEST_H
#define RETRACE_EMU_GLSL_TEST_H

/* For the tests of the translator: a program in a line, and what its ESSL has. Include after cmocka.h. */

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

static inline struct glsl_output *run(const struct program *p)
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

#define TRANSLATE(...) run(&(struct program){__VA_ARGS__})

static inline struct glsl_output *must(struct glsl_output *out)
{
    if (!out->ok)
        fail_msg("%s", out->info);
    return out;
}

static inline bool has(const struct glsl_output *out, enum glsl_stage stage, const char *text)
{
    return strstr(out->essl[stage], text) != NULL;
}

#define HAS(out, stage, text)                                                                                \
    do {                                                                                                     \
        if (!has(out, stage, text))                                                                          \
            fail_msg("no \"%s\" in:\n%s", text, (out)->essl[stage]);                                         \
    } while (0)
#define LACKS(out, stage, text)                                                                              \
    do {                                                                                                     \
        if (has(out, stage, text))                                                                           \
            fail_msg("\"%s\" in:\n%s", text, (out)->essl[stage]);                                            \
    } while (0)

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
