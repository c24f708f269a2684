/* SPDX-License-Identifier: MIT */
/* What windows cost: a fresh run of the part of a vertex stage that forms addresses, over 64 vertices, and a
 * draw whose answer is kept, beside the same draw with the driver's own storage blocks. The draws go to a
 * driver that draws nothing, so that only the work in front of it counts. */
#include "bench.h"

#include "emu/window_eval.h"
#include "gles/display.h"

enum { LANES = 64, REPEATS = 200, ROUNDS = 21, DRAWS = 512, FRAMES = 8, WORDS = 1 << 20 };

static const char vertex[] = "#version 430 core\n"
                             "struct Patch { uint base, stride, components, place; };\n"
                             "layout(std430, binding = 0) readonly buffer Arena { float arena[]; };\n"
                             "layout(std430, binding = 1) readonly buffer Table { Patch table[]; };\n"
                             "uniform int u_patch;\n"
                             "void main() {\n"
                             "    Patch p = table[u_patch];\n"
                             "    uint at = p.base + uint(gl_VertexID) * p.stride;\n"
                             "    vec4 v;\n"
                             "    if (p.components == 4u)\n"
                             "        v = vec4(arena[at], arena[at + 1u], arena[at + 2u], arena[at + 3u]);\n"
                             "    else\n"
                             "        v = vec4(arena[at], arena[at + 1u], arena[at + 2u], 1.0);\n"
                             "    gl_Position = v;\n"
                             "}\n";
static const char fragment[] = "#version 430 core\nout vec4 o; void main() { o = vec4(1); }\n";

static void print(FILE *out, const char *name, double *values, const char *unit)
{
    double min, max, mid = bench_median(values, ROUNDS, &min, &max);

    fprintf(out, "  %-34s %8.2f (%.2f … %.2f) %s\n", name, mid, min, max, unit);
}

/* ---- a fresh run ---- */

static const char *run_lanes(struct window_run *run)
{
    const char *why = NULL;

    run->steps = LANES * 16;
    for (int i = 0; i < LANES && !why; i++)
        why = window_run_lane(run, &(struct window_lane){.vertex = i});
    return why;
}

static bool bench_fresh(FILE *out)
{
    static uint32_t words[4096];
    const char *texts[1] = {vertex}, *why = NULL;
    struct glsl_input in = {.stages = {{texts, 1}}};
    struct glsl_output *glsl;
    struct window_program *program;
    struct window_run run;
    double us[ROUNDS];

    glsl_target_init(&in.target, 320);
    in.target.vertex_storage_blocks = 0;
    glsl = glsl_translate(&in);
    program = glsl && glsl->ok ? window_program_create(glsl, false) : NULL;
    if (!program || !window_run_init(&run, program))
        return false;
    for (size_t i = 0; i < glsl->window_count; i++)
        run.windows[i] = (struct window_memory){.bytes = (uint8_t *)words, .size = sizeof words};
    for (size_t i = 0; i < program->input_count; i++)
        if (program->inputs[i].kind == WINDOW_UNIFORM)
            run.cells[program->inputs[i].cell] = 3;
    words[13] = 3;
    for (int round = -1; round < ROUNDS && !why; round++) {
        double begin = bench_now();
        for (int i = 0; i < REPEATS && !why; i++)
            why = run_lanes(&run);
        if (round >= 0)
            us[round] = (bench_now() - begin) / REPEATS / 1000;
    }
    if (!why)
        print(out, "a fresh run of 64 vertices", us, "us");
    window_run_finish(&run);
    window_program_destroy(program);
    glsl_output_destroy(glsl);
    return !why;
}

/* ---- draws ---- */

static void draw_frame(const struct gl_table *gl, GLint patch)
{
    for (int i = 0; i < DRAWS; i++) {
        gl->Uniform1i(patch, i);
        gl->DrawArrays(GL_TRIANGLES, 0, LANES);
    }
    gl->Finish();
}

static GLuint make_program(const struct gl_table *gl)
{
    const char *sources[2] = {vertex, fragment};
    const GLenum types[2] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
    GLuint program = gl->CreateProgram();

    for (int i = 0; i < 2; i++) {
        GLuint shader = gl->CreateShader(types[i]);

        gl->ShaderSource(shader, 1, &sources[i], NULL);
        gl->CompileShader(shader);
        gl->AttachShader(program, shader);
        gl->DeleteShader(shader);
    }
    gl->LinkProgram(program);
    gl->UseProgram(program);
    return program;
}

struct table {
    uint32_t rows[DRAWS][4];
};

/* Leaves the table bound; what it is to hold. */
static const struct table *make_buffers(const struct gl_table *gl)
{
    static struct table table;
    GLuint names[2], vao;

    for (uint32_t i = 0; i < DRAWS; i++) {
        table.rows[i][0] = i * 389 % DRAWS * (WORDS / DRAWS);
        table.rows[i][1] = table.rows[i][2] = i % 2 ? 3 : 4;
    }
    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    gl->GenBuffers(2, names);
    for (GLuint i = 0; i < 2; i++) {
        gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, i, names[i]);
        gl->BufferData(GL_SHADER_STORAGE_BUFFER, i ? (GLsizeiptr)sizeof table : WORDS * 4, i ? &table : NULL,
                       GL_STATIC_DRAW);
    }
    return &table;
}

/* Per draw, on a driver weakened by `caps`. */
static bool bench_draws(FILE *out, struct gles_display *display, const struct log *log, const char *name,
                        const char *caps)
{
    struct gles_caps_limits limits = {0};
    struct gles_context_params params = {.api = GLES_API_ES, .limits = &limits};
    struct emu_gaps gaps = {0};
    struct gles_context *driver =
        gles_caps_limits_parse(&limits, caps, log) ? gles_context_create(display, &params) : NULL;
    struct emu_context *emu = NULL;
    double ns[ROUNDS];

    if (driver && gles_context_make_current(driver, NULL, NULL))
        emu = emu_context_create(&(struct emu_context_params){
            .es = driver->es, .caps = &driver->caps, .core = true, .gaps = &gaps, .log = log});
    if (emu) {
        const struct gl_table *gl = emu_context_table(emu);
        const struct table *table;
        GLint patch;

        emu_make_current(emu, 64, 64);
        table = make_buffers(gl);
        patch = gl->GetUniformLocation(make_program(gl), "u_patch");
        draw_frame(gl, patch);
        /* A driver that draws nothing keeps no contents either: the emulation's copy has them from now on. */
        gl->BufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof table->rows, table->rows);
        for (int round = -1; round < ROUNDS; round++) {
            double begin = bench_now();
            for (int f = 0; f < FRAMES; f++)
                draw_frame(gl, patch);
            if (round >= 0)
                ns[round] = (bench_now() - begin) / FRAMES / DRAWS;
        }
        print(out, name, ns, "ns");
        fprintf(out, "  %-34s native %llu, whole %llu, window %llu, texture %llu\n", "",
                (unsigned long long)gaps.windows.native, (unsigned long long)gaps.windows.whole,
                (unsigned long long)gaps.windows.window, (unsigned long long)gaps.windows.texture);
        for (size_t i = 0; i < gaps.windows.refused_count; i++)
            fprintf(out, "  %-34s refused %llu: %s\n", "", (unsigned long long)gaps.windows.refused[i].count,
                    gaps.windows.refused[i].reason);
        emu_context_destroy(emu);
        emu_make_current(NULL, 0, 0);
    }
    gles_display_release(display);
    gles_context_destroy(driver);
    emu_gaps_finish(&gaps);
    return emu != NULL;
}

bool bench_window(FILE *out, struct gles_display *display, const struct log *log)
{
    fprintf(out, "windows: median (min … max) of %d\n", ROUNDS);
    return bench_fresh(out) && bench_draws(out, display, log, "a draw, the driver's blocks", NULL) &&
           bench_draws(out, display, log, "a draw, bound whole", "max_vertex_storage_blocks=0") &&
           bench_draws(out, display, log, "a draw, its window kept",
                       "max_vertex_storage_blocks=0,max_texture_buffer_size=65536");
}
