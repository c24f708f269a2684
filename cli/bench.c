/* SPDX-License-Identifier: MIT */
/* One batch as a chunk renderer draws it, 32 sub-draws of 24 indices, in every way there is. Plain arms know
 * nothing of the emulation: what they cost is the limit of what a tier that issues the same calls can cost.
 */
#include "bench.h"

#include "emu/draw.h"
#include "gles/display.h"
#include "log.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, VERTICES = 16, STREAM_BYTES = BENCH_SUBDRAWS * BENCH_INDICES * 4, RING_BYTES = 1 << 20 };

static const char vertex[] = "layout(location = 0) in vec3 p;\nvoid main() { gl_Position = vec4(p, 1.0); }\n";
static const char fragment[] = "out vec4 o;\nvoid main() { o = vec4(1.0); }\n";

/* What every arm draws; constant once bench_open has filled it in. */
static struct {
    GLsizei count[BENCH_SUBDRAWS];
    const void *indices[BENCH_SUBDRAWS];
    GLint base[BENCH_SUBDRAWS];
    GLuint index[BENCH_SUBDRAWS * BENCH_INDICES];  /* before the base vertex */
    GLuint stream[BENCH_SUBDRAWS * BENCH_INDICES]; /* after it */
    GLuint commands[BENCH_SUBDRAWS][5];
    GLfloat position[BENCH_SUBDRAWS * VERTICES * 3];
    GLintptr head; /* of the upload ring */
} scene;

static void fill_scene(void)
{
    for (GLuint d = 0; d < BENCH_SUBDRAWS; d++) {
        GLuint first = d * BENCH_INDICES;

        scene.count[d] = BENCH_INDICES;
        scene.indices[d] = (const void *)(uintptr_t)(first * 4);
        scene.base[d] = (GLint)(d * VERTICES);
        for (GLuint i = 0; i < BENCH_INDICES; i++) {
            scene.index[first + i] = i * 7 % VERTICES;
            scene.stream[first + i] = scene.index[first + i] + d * VERTICES;
        }
        memcpy(scene.commands[d], (const GLuint[5]){BENCH_INDICES, 1, first, d * VERTICES, 0},
               sizeof scene.commands[d]);
    }
    for (size_t i = 0; i < sizeof scene.position / sizeof scene.position[0]; i++)
        scene.position[i] = (GLfloat)(i % 17) / 17;
}

/* The same calls on either kind of table. */
#define SETUP(gl, version)                                                                                   \
    do {                                                                                                     \
        const char *const vs[2] = {version, vertex}, *const fs[2] = {version, fragment};                     \
        GLuint names[2], vao,                                                                                \
            shader[2] = {(gl)->CreateShader(GL_VERTEX_SHADER), (gl)->CreateShader(GL_FRAGMENT_SHADER)};      \
        GLuint program = (gl)->CreateProgram();                                                              \
        (gl)->ShaderSource(shader[0], 2, vs, NULL);                                                          \
        (gl)->ShaderSource(shader[1], 2, fs, NULL);                                                          \
        for (int i = 0; i < 2; i++) {                                                                        \
            (gl)->CompileShader(shader[i]);                                                                  \
            (gl)->AttachShader(program, shader[i]);                                                          \
        }                                                                                                    \
        (gl)->LinkProgram(program);                                                                          \
        (gl)->UseProgram(program);                                                                           \
        (gl)->GenVertexArrays(1, &vao);                                                                      \
        (gl)->BindVertexArray(vao);                                                                          \
        (gl)->GenBuffers(2, names);                                                                          \
        (gl)->BindBuffer(GL_ARRAY_BUFFER, names[0]);                                                         \
        (gl)->BufferData(GL_ARRAY_BUFFER, sizeof scene.position, scene.position, GL_STATIC_DRAW);            \
        (gl)->VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 12, NULL);                                       \
        (gl)->EnableVertexAttribArray(0);                                                                    \
        (gl)->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, names[1]);                                                 \
        (gl)->BufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof scene.index, scene.index, GL_STATIC_DRAW);          \
    } while (0)

static void setup_es(const struct gles_table *gl)
{
    SETUP(gl, "#version 300 es\nprecision highp float;\n");
}

static void setup_desktop(const struct gl_table *gl)
{
    SETUP(gl, "#version 330 core\n");
}
#undef SETUP

static void bind_new(const struct gles_table *es, GLenum target, GLsizeiptr size, const void *data)
{
    GLuint name;

    es->GenBuffers(1, &name);
    es->BindBuffer(target, name);
    es->BufferData(target, size, data, data ? GL_STATIC_DRAW : GL_STREAM_DRAW);
}

/* --- batches --- */

static void plain_ext(const struct bench_arm *arm)
{
    arm->es->MultiDrawElementsBaseVertexEXT(GL_TRIANGLES, scene.count, GL_UNSIGNED_INT, scene.indices,
                                            BENCH_SUBDRAWS, scene.base);
}

static void plain_multiindirect(const struct bench_arm *arm)
{
    arm->es->MultiDrawElementsIndirectEXT(GL_TRIANGLES, GL_UNSIGNED_INT, NULL, BENCH_SUBDRAWS, 0);
}

static void plain_indirect(const struct bench_arm *arm)
{
    for (uintptr_t d = 0; d < BENCH_SUBDRAWS; d++)
        arm->es->DrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, (const void *)(d * 20));
}

static void plain_basevertex(const struct bench_arm *arm)
{
    for (int d = 0; d < BENCH_SUBDRAWS; d++)
        arm->es->DrawElementsBaseVertex(GL_TRIANGLES, BENCH_INDICES, GL_UNSIGNED_INT, scene.indices[d],
                                        scene.base[d]);
}

/* The stream is there already: its upload counts, its making does not. */
static void plain_drawelements(const struct bench_arm *arm)
{
    if (scene.head + STREAM_BYTES > RING_BYTES) {
        arm->es->BufferData(GL_ELEMENT_ARRAY_BUFFER, RING_BYTES, NULL, GL_STREAM_DRAW);
        scene.head = 0;
    }
    arm->es->BufferSubData(GL_ELEMENT_ARRAY_BUFFER, scene.head, STREAM_BYTES, scene.stream);
    for (int d = 0; d < BENCH_SUBDRAWS; d++)
        arm->es->DrawElements(GL_TRIANGLES, BENCH_INDICES, GL_UNSIGNED_INT,
                              (const void *)((uintptr_t)scene.head + (uintptr_t)scene.indices[d]));
    scene.head += STREAM_BYTES;
}

static void desktop(const struct bench_arm *arm)
{
    arm->gl->MultiDrawElementsBaseVertex(GL_TRIANGLES, scene.count, GL_UNSIGNED_INT, scene.indices,
                                         BENCH_SUBDRAWS, scene.base);
}

/* --- arms --- */

static void discard(struct bench_arm *arm)
{
    gles_context_destroy(arm->driver);
    gles_surface_destroy(arm->surface);
}

static struct bench_arm *new_arm(struct bench *bench, const char *name, enum tiers_tier tier,
                                 enum gles_api api, void (*batch)(const struct bench_arm *arm))
{
    struct bench_arm *arm = &bench->arms[bench->n];
    const struct gles_context_params params = {
        .api = api, .major = 4, .minor = 5, .profile = GLES_PROFILE_CORE};

    *arm = (struct bench_arm){.name = name, .tier = tier, .batch = batch};
    arm->driver = gles_context_create(bench->display, &params);
    arm->surface = gles_surface_create(
        bench->display, &(struct gles_surface_params){.api = api, .width = SIDE, .height = SIDE});
    if (arm->driver && arm->surface && bench_enter(arm)) {
        arm->es = arm->driver->es;
        arm->gl = arm->driver->gl;
        bench->n++;
        return arm;
    }
    discard(arm);
    return NULL;
}

static void add_plain(struct bench *bench)
{
    struct bench_arm *arm = new_arm(bench, "plain basevertex", TIERS_NONE, GLES_API_ES, plain_basevertex);
    const struct gles_caps *caps = arm ? &arm->driver->caps : NULL;
    bool ext, indirect, multiindirect, base;

    if (!arm)
        return;
    base = arm->es->DrawElementsBaseVertex != NULL;
    ext = caps->has_multi_draw_arrays && arm->es->MultiDrawElementsBaseVertexEXT;
    indirect = caps->has_es31 && arm->es->DrawElementsIndirect;
    multiindirect = caps->has_multi_draw_indirect && arm->es->MultiDrawElementsIndirectEXT;
    setup_es(arm->es);
    if (!base) {
        discard(arm);
        bench->n--;
    }
    if (ext && (arm = new_arm(bench, "plain ext", TIERS_NONE, GLES_API_ES, plain_ext)))
        setup_es(arm->es);
    if (indirect && (arm = new_arm(bench, "plain indirect", TIERS_NONE, GLES_API_ES, plain_indirect))) {
        setup_es(arm->es);
        bind_new(arm->es, GL_DRAW_INDIRECT_BUFFER, sizeof scene.commands, scene.commands);
    }
    if (multiindirect &&
        (arm = new_arm(bench, "plain multiindirect", TIERS_NONE, GLES_API_ES, plain_multiindirect))) {
        setup_es(arm->es);
        bind_new(arm->es, GL_DRAW_INDIRECT_BUFFER, sizeof scene.commands, scene.commands);
    }
    if ((arm = new_arm(bench, "plain drawelements", TIERS_NONE, GLES_API_ES, plain_drawelements))) {
        setup_es(arm->es);
        bind_new(arm->es, GL_ELEMENT_ARRAY_BUFFER, RING_BYTES, NULL);
    }
}

static void add_tier(struct bench *bench, enum tiers_tier tier)
{
    struct bench_arm *arm = new_arm(bench, tiers_name(tier), tier, GLES_API_ES, desktop);
    const struct tiers_params params = {.tier = tiers_name(tier), .stats = arm ? &arm->stats : NULL};
    const char *missing;

    if (!arm)
        return;
    if (tiers_supported(&arm->driver->caps, arm->es, tier, &missing))
        arm->emu = emu_context_create(&(struct emu_context_params){.es = arm->es,
                                                                   .caps = &arm->driver->caps,
                                                                   .core = true,
                                                                   .multidraw = &tiers_multidraw,
                                                                   .multidraw_params = &params,
                                                                   .gaps = &arm->gaps,
                                                                   .log = bench->log});
    if (!arm->emu) {
        discard(arm);
        bench->n--;
        return;
    }
    arm->gl = emu_context_table(arm->emu);
    bench_enter(arm);
    setup_desktop(arm->gl);
}

bool bench_open(struct bench *bench)
{
    struct bench_arm *arm;

    fill_scene();
    add_plain(bench);
    for (int t = 0; t < TIERS_COUNT; t++)
        add_tier(bench, (enum tiers_tier)t);
    if (gles_display_has_desktop(bench->display) &&
        (arm = new_arm(bench, "native", TIERS_NONE, GLES_API_DESKTOP, desktop)))
        setup_desktop(arm->gl);
    return bench->n > 0;
}

void bench_close(struct bench *bench)
{
    for (size_t i = 0; i < bench->n; i++) {
        struct bench_arm *arm = &bench->arms[i];

        if (arm->emu && bench_enter(arm))
            emu_context_destroy(arm->emu);
        emu_make_current(NULL, 0, 0);
        emu_gaps_finish(&arm->gaps);
        discard(arm);
    }
    bench->n = 0;
}

bool bench_enter(struct bench_arm *arm)
{
    if (!gles_context_make_current(arm->driver, arm->surface, arm->surface))
        return false;
    emu_make_current(arm->emu, SIDE, SIDE);
    return true;
}

void bench_finish(const struct bench_arm *arm)
{
    if (arm->gl)
        arm->gl->Finish();
    else
        arm->es->Finish();
}

bool bench_honest(const struct bench_arm *arm)
{
    GLenum error = arm->gl ? arm->gl->GetError() : arm->es->GetError();

    if (error == GL_NO_ERROR && arm->tier != TIERS_NONE)
        return arm->stats.batches && arm->stats.executed[arm->tier] == arm->stats.batches && !arm->gaps.count;
    return error == GL_NO_ERROR;
}

struct bench_arm *bench_find(struct bench *bench, const char *name)
{
    for (size_t i = 0; i < bench->n; i++)
        if (!strcmp(bench->arms[i].name, name))
            return &bench->arms[i];
    return NULL;
}
