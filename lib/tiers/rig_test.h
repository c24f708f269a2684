/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TIERS_RIG_TEST_H
#define RETRACE_TIERS_RIG_TEST_H

/* For tests only: an emulated context with a forced tier on llvmpipe, its driver calls counted. Include after
 * cmocka.h.
 *
 * Vertices come from gl_VertexID alone: vertex v is the pixel v % 4096 of a 64x64 image, and its colour
 * spells v, so that an image says exactly which vertices were drawn, and an index that lost bits on the way
 * shows. */

#include "emu/emu_priv.h"
#include "gles/gl_test.h"
#include "tiers/tiers.h"

enum { RIG_SIDE = 64, RIG_PIXELS = RIG_SIDE * RIG_SIDE };

/* Driver calls since rig_forget. */
struct rig_calls {
    unsigned ext, multiindirect, indirect, basevertex, elements, arrays, dispatch, buffer_data, gets,
        element_binds;
};

struct rig {
    struct gl_test_log log;
    struct gles_context *driver;
    struct gles_surface *surface;
    struct gles_caps caps; /* the driver's, to be weakened before rig_open */
    struct gles_table es;  /* the driver's, its draws counted */
    struct emu_gaps gaps;
    struct tiers_stats stats;
    struct emu_context *ctx;
    const struct gl_table *gl;
    GLuint vao, program;
    uint8_t image[RIG_PIXELS * 4], expected[RIG_PIXELS * 4];
};

static struct gl_test *rig_test; /* the group's driver */
static struct rig_calls rig_calls;
static const struct gles_table *rig_driver; /* what the counting functions forward to */

/* --- counting --- */

static inline void rig_ext(GLenum mode, const GLsizei *count, GLenum type, const void *const *indices,
                           GLsizei n, const GLint *base)
{
    rig_calls.ext++;
    rig_driver->MultiDrawElementsBaseVertexEXT(mode, count, type, indices, n, base);
}

/* llvmpipe's is no function at all on ES; this one does what the extension says, by the driver's single
 * draws. */
static inline void rig_multiindirect(GLenum mode, GLenum type, const void *indirect, GLsizei n,
                                     GLsizei stride)
{
    rig_calls.multiindirect++;
    for (GLsizei i = 0; i < n; i++)
        rig_driver->DrawElementsIndirect(
            mode, type, (const void *)((uintptr_t)indirect + (size_t)i * (stride ? (size_t)stride : 20)));
}

static inline void rig_indirect(GLenum mode, GLenum type, const void *indirect)
{
    rig_calls.indirect++;
    rig_driver->DrawElementsIndirect(mode, type, indirect);
}

static inline void rig_basevertex(GLenum mode, GLsizei count, GLenum type, const void *indices, GLint base)
{
    rig_calls.basevertex++;
    rig_driver->DrawElementsBaseVertex(mode, count, type, indices, base);
}

static inline void rig_elements(GLenum mode, GLsizei count, GLenum type, const void *indices)
{
    rig_calls.elements++;
    rig_driver->DrawElements(mode, count, type, indices);
}

static inline void rig_arrays(GLenum mode, GLint first, GLsizei count)
{
    rig_calls.arrays++;
    rig_driver->DrawArrays(mode, first, count);
}

static inline void rig_dispatch(GLuint x, GLuint y, GLuint z)
{
    rig_calls.dispatch++;
    rig_driver->DispatchCompute(x, y, z);
}

static inline void rig_buffer_data(GLenum target, GLsizeiptr size, const void *data, GLenum usage)
{
    rig_calls.buffer_data++;
    rig_driver->BufferData(target, size, data, usage);
}

static inline void rig_bind_buffer(GLenum target, GLuint buffer)
{
    rig_calls.element_binds += target == GL_ELEMENT_ARRAY_BUFFER;
    rig_driver->BindBuffer(target, buffer);
}

static inline void rig_get(GLenum pname, GLint *data)
{
    rig_calls.gets++;
    rig_driver->GetIntegerv(pname, data);
}

static inline void rig_forget(void)
{
    memset(&rig_calls, 0, sizeof rig_calls);
}

/* --- life --- */

/* A driver context, not yet an emulated one; NULL: no driver here. */
static inline struct rig *rig_create(void)
{
    struct rig *r;

    if (!rig_test->display)
        return NULL;
    r = calloc(1, sizeof *r);
    assert_non_null(r);
    gl_test_log_init(&r->log);
    r->driver = gles_context_create(rig_test->display, &(struct gles_context_params){.api = GLES_API_ES});
    r->surface = gles_surface_create(
        rig_test->display,
        &(struct gles_surface_params){.api = GLES_API_ES, .width = RIG_SIDE, .height = RIG_SIDE});
    assert_non_null(r->driver);
    assert_non_null(r->surface);
    assert_true(gles_context_make_current(r->driver, r->surface, r->surface));
    r->caps = r->driver->caps;
    r->caps.has_multi_draw_indirect = r->caps.has_es31;
    r->es = *r->driver->es;
    rig_driver = r->driver->es;
    r->es.MultiDrawElementsBaseVertexEXT = rig_ext;
    r->es.MultiDrawElementsIndirectEXT = rig_multiindirect;
    r->es.DrawElementsIndirect = rig_indirect;
    r->es.DrawElementsBaseVertex = rig_basevertex;
    r->es.DrawElements = rig_elements;
    r->es.DrawArrays = rig_arrays;
    r->es.DispatchCompute = rig_dispatch;
    r->es.BufferData = rig_buffer_data;
    r->es.BindBuffer = rig_bind_buffer;
    r->es.GetIntegerv = rig_get;
    return r;
}

static inline GLuint rig_shader(struct rig *r, GLenum stage, const char *source)
{
    GLuint shader = r->gl->CreateShader(stage);
    GLint ok = 0;
    char why[1024] = "";

    r->gl->ShaderSource(shader, 1, &source, NULL);
    r->gl->CompileShader(shader);
    r->gl->GetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    r->gl->GetShaderInfoLog(shader, sizeof why, NULL, why);
    if (!ok)
        fail_msg("shader: %s", why);
    return shader;
}

/* Links and uses the program. `fragment` NULL: colour `c` as the vertex shader gives it. */
static inline GLuint rig_program(struct rig *r, const char *vertex, const char *fragment)
{
    static const char pass[] = "#version 330 core\nflat in vec4 c;\nout vec4 o;\nvoid main() { o = c; }\n";
    GLuint program = r->gl->CreateProgram();
    GLint ok = 0;
    char why[1024] = "";

    r->gl->AttachShader(program, rig_shader(r, GL_VERTEX_SHADER, vertex));
    r->gl->AttachShader(program, rig_shader(r, GL_FRAGMENT_SHADER, fragment ? fragment : pass));
    r->gl->LinkProgram(program);
    r->gl->GetProgramiv(program, GL_LINK_STATUS, &ok);
    r->gl->GetProgramInfoLog(program, sizeof why, NULL, why);
    if (!ok)
        fail_msg("program: %s", why);
    r->gl->UseProgram(program);
    return program;
}

/* The body of a vertex shader that puts vertex `id` into its pixel. */
#define RIG_PLACE                                                                                            \
    "void place(int id, int shown)\n"                                                                        \
    "{\n"                                                                                                    \
    "    int p = id & 4095;\n"                                                                               \
    "    gl_Position = vec4((vec2(p & 63, p >> 6) + 0.5) / 32.0 - 1.0, 0, 1);\n"                             \
    "    gl_PointSize = 1.0;\n"                                                                              \
    "    c = vec4(shown & 255, shown >> 8 & 255, shown >> 16 & 255, 255) / 255.0;\n"                         \
    "}\n"

/* The emulated context alone. Its statistics go to *stats; NULL: to the rig's own. */
static inline void rig_open_context(struct rig *r, const char *tier, bool core, struct tiers_stats *stats)
{
    const struct tiers_params params = {.tier = tier, .stats = stats ? stats : &r->stats};

    r->ctx = emu_context_create(&(struct emu_context_params){.es = &r->es,
                                                             .caps = &r->caps,
                                                             .core = core,
                                                             .multidraw = &tiers_multidraw,
                                                             .multidraw_params = &params,
                                                             .gaps = &r->gaps,
                                                             .log = &r->log.log});
    if (!r->ctx)
        fail_msg("no context: %s", r->log.text);
    emu_make_current(r->ctx, RIG_SIDE, RIG_SIDE);
    r->gl = emu_context_table(r->ctx);
}

/* A vertex array and the program that shows gl_VertexID. */
static inline void rig_open_scene(struct rig *r)
{
    r->gl->GenVertexArrays(1, &r->vao);
    r->gl->BindVertexArray(r->vao);
    r->program = rig_program(r,
                             "#version 330 core\nflat out vec4 c;\n" RIG_PLACE
                             "void main() { place(gl_VertexID, gl_VertexID); }\n",
                             NULL);
    r->gl->Enable(GL_PROGRAM_POINT_SIZE);
    rig_driver->Disable(GL_DITHER);
}

static inline void rig_open(struct rig *r, const char *tier, bool core)
{
    rig_open_context(r, tier, core, NULL);
    rig_open_scene(r);
}

static inline void rig_close(struct rig *r)
{
    if (!r)
        return;
    emu_make_current(r->ctx, RIG_SIDE, RIG_SIDE);
    emu_context_destroy(r->ctx);
    emu_make_current(NULL, 0, 0);
    emu_gaps_finish(&r->gaps);
    gles_surface_destroy(r->surface);
    gles_context_destroy(r->driver);
    free(r);
}

/* --- images --- */

static inline void rig_clear(struct rig *r)
{
    rig_driver->ClearColor(0, 0, 0, 0);
    rig_driver->Clear(GL_COLOR_BUFFER_BIT);
    memset(r->expected, 0, sizeof r->expected);
}

/* Vertex `id` is drawn as the colour of `shown`. */
static inline void rig_expect(struct rig *r, GLuint id, GLuint shown)
{
    uint8_t *p = r->expected + (size_t)(id % RIG_PIXELS) * 4;

    p[0] = (uint8_t)shown;
    p[1] = (uint8_t)(shown >> 8);
    p[2] = (uint8_t)(shown >> 16);
    p[3] = 255;
}

static inline void rig_read(struct rig *r)
{
    memset(r->image, 0x99, sizeof r->image);
    rig_driver->ReadPixels(0, 0, RIG_SIDE, RIG_SIDE, GL_RGBA, GL_UNSIGNED_BYTE, r->image);
}

static inline void rig_assert_image(struct rig *r)
{
    rig_read(r);
    for (int i = 0; i < RIG_PIXELS; i++) {
        const uint8_t *a = r->image + i * 4, *b = r->expected + i * 4;

        if (memcmp(a, b, 4))
            fail_msg("pixel %d is %02x%02x%02x%02x, expected %02x%02x%02x%02x; log: %s", i, a[0], a[1], a[2],
                     a[3], b[0], b[1], b[2], b[3], r->log.text);
    }
}

/* --- group --- */

static inline int rig_group_setup(void **state)
{
    int failed = gl_test_setup(state);

    rig_test = *state;
    *state = NULL; /* cmocka gives a group's state precedence over a test's own */
    return failed;
}

static inline int rig_group_teardown(void **state)
{
    *state = rig_test;
    return gl_test_teardown(state);
}

#endif
