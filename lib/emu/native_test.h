/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_NATIVE_TEST_H
#define RETRACE_EMU_NATIVE_TEST_H

/* For tests: one scene, run through two tables of the same type: the driver's own desktop GL, and the
 * emulation on the driver's ES. What the scene writes down must be the same bytes. Include after cmocka.h. */

#include "emu/emu_priv.h"
#include "gl_tables.h"
#include "gles/gl_test.h"

enum { NATIVE_SIZE = 64, NATIVE_BYTES = 1 << 20, NATIVE_LOG = 1024 };

struct native_test {
    struct gl_test *gl;
    struct gles_context *desktop, *es;
    struct gles_surface *surfaces[2];
    struct emu_context *emu;
    struct emu_gaps gaps;
    const struct gl_table *table; /* of the arm that runs */
    bool native;                  /* which arm runs */
    uint8_t *out;                 /* what the scene writes down */
    size_t size;
};

/* `caps` weakens the emulation's driver as --caps= does; NULL: not at all. */
static inline void native_test_init_weak(struct native_test *t, struct gl_test *gl, bool core,
                                         const char *caps)
{
    struct gles_caps_limits limits = {0};
    struct gles_context_params desktop = {.api = GLES_API_DESKTOP,
                                          .major = core ? 4 : 0,
                                          .minor = core ? 5 : 0,
                                          .profile = core ? GLES_PROFILE_CORE : GLES_PROFILE_LEGACY};
    struct gles_context_params es = {.api = GLES_API_ES, .limits = &limits};
    struct gles_surface_params s = {.width = NATIVE_SIZE, .height = NATIVE_SIZE};

    memset(t, 0, sizeof *t);
    t->gl = gl;
    assert_true(gles_caps_limits_parse(&limits, caps, &gl->log.log));
    t->desktop = gles_context_create(gl->display, &desktop);
    t->es = gles_context_create(gl->display, &es);
    assert_non_null(t->desktop);
    assert_non_null(t->es);
    s.api = GLES_API_DESKTOP;
    t->surfaces[0] = gles_surface_create(gl->display, &s);
    s.api = GLES_API_ES;
    t->surfaces[1] = gles_surface_create(gl->display, &s);
    assert_true(gles_context_make_current(t->es, t->surfaces[1], t->surfaces[1]));
    t->emu = emu_context_create(&(struct emu_context_params){
        .es = t->es->es, .caps = &t->es->caps, .core = core, .gaps = &t->gaps, .log = &gl->log.log});
    assert_non_null(t->emu);
    t->out = malloc(NATIVE_BYTES);
}

static inline void native_test_init(struct native_test *t, struct gl_test *gl, bool core)
{
    native_test_init_weak(t, gl, core, NULL);
}

static inline void native_test_arm(struct native_test *t, bool native)
{
    struct gles_surface *s = t->surfaces[native ? 0 : 1];

    assert_true(gles_context_make_current(native ? t->desktop : t->es, s, s));
    emu_make_current(native ? NULL : t->emu, NATIVE_SIZE, NATIVE_SIZE);
    t->table = native ? t->desktop->gl : emu_context_table(t->emu);
    t->native = native;
    t->size = 0;
    memset(t->out, 0x99, NATIVE_BYTES);
}

static inline void native_test_finish(struct native_test *t)
{
    native_test_arm(t, false);
    emu_context_destroy(t->emu);
    emu_make_current(NULL, 0, 0);
    gles_display_release(t->gl->display);
    for (int i = 0; i < 2; i++)
        gles_surface_destroy(t->surfaces[i]);
    gles_context_destroy(t->es);
    gles_context_destroy(t->desktop);
    emu_gaps_finish(&t->gaps);
    free(t->out);
}

#define NATIVE_TEST(t, core)                                                                                 \
    struct native_test t##_;                                                                                 \
    struct native_test *t = &t##_;                                                                           \
    GL_TEST(gl_##t);                                                                                         \
    native_test_init(t, gl_##t, core)

/* Writes bytes down. */
static inline void note(struct native_test *t, const void *data, size_t n)
{
    assert_true(t->size + n <= NATIVE_BYTES);
    memcpy(t->out + t->size, data, n);
    t->size += n;
}

static inline void note_int(struct native_test *t, GLint v)
{
    note(t, &v, sizeof v);
}

static inline void note_error(struct native_test *t)
{
    note_int(t, (GLint)t->table->GetError());
}

/* Room for n bytes that a read will fill, still holding canaries. */
static inline void *note_room(struct native_test *t, size_t n)
{
    void *p = t->out + t->size;

    assert_true(t->size + n <= NATIVE_BYTES);
    t->size += n;
    return p;
}

typedef void native_scene(struct native_test *t, const struct gl_table *gl, const void *arg);

/* Runs the scene on both arms: the same bytes, the same error afterwards. Names `what` where they differ. */
static inline void native_compare(struct native_test *t, native_scene *scene, const void *arg,
                                  const char *what)
{
    uint8_t *want = malloc(NATIVE_BYTES);
    size_t n;
    GLenum error;

    native_test_arm(t, true);
    scene(t, t->table, arg);
    error = t->table->GetError();
    memcpy(want, t->out, n = t->size);
    native_test_arm(t, false);
    scene(t, t->table, arg);
    if (t->size != n)
        fail_msg("%s: wrote %zu bytes, native %zu", what, t->size, n);
    for (size_t i = 0; i < n; i++)
        if (t->out[i] != want[i])
            fail_msg("%s: byte %zu of %zu is 0x%02x, native 0x%02x", what, i, n, t->out[i], want[i]);
    GLenum own = t->table->GetError();
    if (own != error)
        fail_msg("%s: error 0x%x, native 0x%x", what, own, error);
    free(want);
}

/* ---- pieces of scenes ---- */

/* The texts of a program's stages, NULL where it has none, and what it captures. */
struct native_stages {
    const char *vertex, *control, *evaluation, *geometry, *fragment, *compute;
    const char *const *varyings;
    GLsizei varying_count;
    GLenum varying_mode;
};

/* Does it link? The program is the caller's either way; the log is that of the shaders and its own. */
static inline bool native_try_link(const struct gl_table *gl, const struct native_stages *s, GLuint *program,
                                   char log[NATIVE_LOG])
{
    const struct {
        GLenum type;
        const char *text;
    } stages[] = {{GL_VERTEX_SHADER, s->vertex},
                  {GL_TESS_CONTROL_SHADER, s->control},
                  {GL_TESS_EVALUATION_SHADER, s->evaluation},
                  {GL_GEOMETRY_SHADER, s->geometry},
                  {GL_FRAGMENT_SHADER, s->fragment},
                  {GL_COMPUTE_SHADER, s->compute}};
    GLint ok = 0;
    GLsizei n = 0, more = 0;

    *log = '\0';
    *program = gl->CreateProgram();
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        GLuint shader = stages[i].text ? gl->CreateShader(stages[i].type) : 0;

        if (!shader)
            continue;
        gl->ShaderSource(shader, 1, &stages[i].text, NULL);
        gl->CompileShader(shader);
        gl->GetShaderInfoLog(shader, NATIVE_LOG - n, &more, log + n);
        n += more;
        gl->AttachShader(*program, shader);
        gl->DeleteShader(shader);
    }
    if (s->varyings)
        gl->TransformFeedbackVaryings(*program, s->varying_count, s->varyings, s->varying_mode);
    gl->LinkProgram(*program);
    gl->GetProgramiv(*program, GL_LINK_STATUS, &ok);
    gl->GetProgramInfoLog(*program, NATIVE_LOG - n, NULL, log + n);
    return ok;
}

/* It must, and is in use. */
static inline GLuint native_link(const struct gl_table *gl, const struct native_stages *s)
{
    char log[NATIVE_LOG];
    GLuint program;

    if (!native_try_link(gl, s, &program, log))
        fail_msg("link: %s", log);
    gl->UseProgram(program);
    return program;
}
#define NATIVE_LINK(gl, ...) native_link(gl, &(const struct native_stages){__VA_ARGS__})

static inline GLuint native_program(const struct gl_table *gl, const char *vertex, const char *fragment)
{
    return NATIVE_LINK(gl, .vertex = vertex, .fragment = fragment);
}

/* A triangle over the whole viewport, without attributes. */
#define NATIVE_COVER                                                                                         \
    "#version 330 core\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3. : -1., gl_VertexID == 2 ? "   \
    "3. : -1., 0., 1.); }\n"

static inline void native_cover(const struct gl_table *gl)
{
    GLuint vao;

    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->BindVertexArray(0);
    gl->DeleteVertexArrays(1, &vao);
}

/* A colour renderbuffer in a framebuffer object, bound, the viewport on it. */
static inline void native_target(const struct gl_table *gl, GLenum format, GLsizei w, GLsizei h,
                                 GLuint names[2])
{
    gl->GenFramebuffers(1, &names[0]);
    gl->GenRenderbuffers(1, &names[1]);
    gl->BindRenderbuffer(GL_RENDERBUFFER, names[1]);
    gl->RenderbufferStorage(GL_RENDERBUFFER, format, w, h);
    gl->BindFramebuffer(GL_FRAMEBUFFER, names[0]);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[1]);
    assert_int_equal(gl->CheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    gl->Viewport(0, 0, w, h);
}

static inline void native_target_delete(const struct gl_table *gl, GLuint names[2])
{
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->DeleteFramebuffers(1, &names[0]);
    gl->DeleteRenderbuffers(1, &names[1]);
}

/* Writes down the pixels that can be read, then the error. */
static inline void native_read(struct native_test *t, const struct gl_table *gl, GLsizei w, GLsizei h)
{
    gl->ReadPixels(0, 0, w, h, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, (size_t)w * (size_t)h * 4));
    note_error(t);
}

/* A test that is one scene of core desktop GL. */
#define NATIVE_CASE(name, scene, argument)                                                                   \
    static void name(void **state)                                                                           \
    {                                                                                                        \
        NATIVE_TEST(t, true);                                                                                \
        native_compare(t, scene, argument, #scene);                                                          \
        native_test_finish(t);                                                                               \
    }

/* Pseudo-random bytes, the same in both arms. */
static inline void native_fill(uint8_t *p, size_t n, uint32_t seed)
{
    for (size_t i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        p[i] = (uint8_t)(seed >> 24);
    }
}

#endif
