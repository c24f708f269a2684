/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_PROGRAM_TEST_H
#define RETRACE_EMU_PROGRAM_TEST_H

/* For the tests of the program area: an emulated context with only this area initialised, on llvmpipe with a
 * small pbuffer, and one draw that covers it. Include after cmocka.h. */

#include "emu/program_priv.h"
#include "gles/gl_test.h"

struct program_test {
    struct gles_context *context;
    struct gles_surface *surface;
    struct emu_context *ctx;
    const struct gles_table *es;
    struct emu_share share;
    struct emu_gaps gaps;
    struct gl_test_log log;
};

/* A core or compatibility context on ES `es_minor` 0 to 2 of llvmpipe. */
static inline void program_test_init(struct program_test *p, struct gl_test *t, bool core, int es_minor)
{
    struct gles_context_params params = {.api = GLES_API_ES, .major = 3, .minor = es_minor};
    struct gles_surface_params surface = {.api = GLES_API_ES, .width = 8, .height = 8};

    memset(p, 0, sizeof *p);
    p->context = gles_context_create(t->display, &params);
    p->surface = gles_surface_create(t->display, &surface);
    assert_non_null(p->context);
    assert_true(gles_context_make_current(p->context, p->surface, p->surface));
    p->es = p->context->es;
    p->ctx = calloc(1, sizeof *p->ctx);
    p->ctx->es = p->es;
    p->ctx->caps = &p->context->caps;
    p->ctx->log = gl_test_log_init(&p->log);
    p->ctx->gaps = &p->gaps;
    p->ctx->share = &p->share;
    p->ctx->core = core;
    p->ctx->vao.max_attribs = 16;
    p->es->Viewport(0, 0, 8, 8);
    emu_current = p->ctx;
    assert_true(emu_program_init(p->ctx));
}

static inline void program_test_finish(struct program_test *p)
{
    emu_program_finish(p->ctx);
    emu_program_finish_share(p->ctx);
    emu_names_finish(&p->share.programs);
    emu_names_finish(&p->ctx->pipelines);
    emu_gaps_finish(&p->gaps);
    free(p->ctx);
    emu_current = NULL;
    gles_display_release(p->context->display);
    gles_surface_destroy(p->surface);
    gles_context_destroy(p->context);
}

#define PROGRAM_TEST_ON(p, core, minor)                                                                      \
    struct program_test p##_;                                                                                \
    struct program_test *p = &p##_;                                                                          \
    GL_TEST(gl_##p);                                                                                         \
    program_test_init(p, gl_##p, core, minor)
/* First line of a test: a core context on the highest ES version. */
#define PROGRAM_TEST(p) PROGRAM_TEST_ON(p, true, 2)

/* A triangle over the whole viewport, without attributes. */
#define COVER                                                                                                \
    "#version 330 core\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3. : -1., gl_VertexID == 2 ? "   \
    "3. : -1., 0., 1.); }\n"

static inline GLuint make_shader(GLenum type, const char *source)
{
    GLuint shader = emu_CreateShader(type);

    emu_ShaderSource(shader, 1, &source, NULL);
    emu_CompileShader(shader);
    return shader;
}

static inline GLuint make_program(const char *vertex, const char *fragment)
{
    GLuint program = emu_CreateProgram(), v = make_shader(GL_VERTEX_SHADER, vertex),
           f = make_shader(GL_FRAGMENT_SHADER, fragment);

    emu_AttachShader(program, v);
    emu_AttachShader(program, f);
    emu_DeleteShader(v);
    emu_DeleteShader(f);
    return program;
}

static inline const char *info_of(GLuint program)
{
    static char text[4096];

    emu_GetProgramInfoLog(program, sizeof text, NULL, text);
    return text;
}

static inline void link_program(GLuint program)
{
    GLint ok = 0;

    emu_LinkProgram(program);
    emu_GetProgramiv(program, GL_LINK_STATUS, &ok);
    if (!ok)
        fail_msg("does not link: %s", info_of(program));
}

/* A linked and used program of COVER and this fragment shader. */
static inline GLuint use_fragment(const char *fragment)
{
    GLuint program = make_program(COVER, fragment);

    link_program(program);
    emu_UseProgram(program);
    return program;
}

/* Draws, and checks the colour of the middle; also that neither side has an error. */
static inline void draw_expect(struct program_test *p, unsigned rgba)
{
    GLubyte px[4] = {0x99, 0x99, 0x99, 0x99};
    unsigned drawn;

    emu_program_prepare(p->ctx, GL_TRIANGLES);
    p->es->ClearColor(.25f, .25f, .25f, .25f);
    p->es->Clear(GL_COLOR_BUFFER_BIT);
    p->es->DrawArrays(GL_TRIANGLES, 0, 3);
    p->es->ReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, px);
    assert_int_equal(p->es->GetError(), GL_NO_ERROR);
    assert_int_equal(p->ctx->error, GL_NO_ERROR);
    drawn = (unsigned)px[0] << 24 | (unsigned)px[1] << 16 | (unsigned)px[2] << 8 | px[3];
    if (drawn != rgba)
        fail_msg("drew %08x, not %08x", drawn, rgba);
}

/* The emulation's error, then none. */
#define expect_error(p, error_)                                                                              \
    do {                                                                                                     \
        assert_int_equal((p)->ctx->error, error_);                                                           \
        assert_int_equal((p)->es->GetError(), GL_NO_ERROR);                                                  \
        (p)->ctx->error = GL_NO_ERROR;                                                                       \
    } while (0)

#endif
