/* SPDX-License-Identifier: MIT */
/* Tests of pipelines whose programs do not have the same varyings, as native desktop GL draws with them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

enum { S = 8 };

#define HEAD     "#version 410 core\n"
#define BUILT_IN "out gl_PerVertex { vec4 gl_Position; };\n"
#define PLACE    "gl_Position = vec4(gl_VertexID == 1 ? 3. : -1., gl_VertexID == 2 ? 3. : -1., 0., 1.);"

/* Sources of one pipeline, one program each. */
struct sources {
    const char *what, *vs, *tcs, *tes, *gs, *fs;
};

static GLuint stage(const struct gl_table *gl, GLuint pipeline, GLenum type, GLbitfield bit,
                    const char *source)
{
    GLuint program;
    GLint ok = 0;
    char log[512] = "";

    if (!source)
        return 0;
    program = gl->CreateShaderProgramv(type, 1, &source);
    gl->GetProgramiv(program, GL_LINK_STATUS, &ok);
    gl->GetProgramInfoLog(program, sizeof log, NULL, log);
    if (!ok)
        fail_msg("link: %s", log);
    gl->UseProgramStages(pipeline, bit, program);
    return program;
}

static void read_target(struct native_test *t, const struct gl_table *gl)
{
    gl->ReadPixels(0, 0, S, S, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, S * S * 4));
}

static void draw_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct sources *s = arg;
    GLuint names[2], vao, pipeline;

    native_target(gl, GL_RGBA8, S, S, names);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    gl->GenProgramPipelines(1, &pipeline);
    gl->BindProgramPipeline(pipeline);
    stage(gl, pipeline, GL_VERTEX_SHADER, GL_VERTEX_SHADER_BIT, s->vs);
    stage(gl, pipeline, GL_TESS_CONTROL_SHADER, GL_TESS_CONTROL_SHADER_BIT, s->tcs);
    stage(gl, pipeline, GL_TESS_EVALUATION_SHADER, GL_TESS_EVALUATION_SHADER_BIT, s->tes);
    stage(gl, pipeline, GL_GEOMETRY_SHADER, GL_GEOMETRY_SHADER_BIT, s->gs);
    stage(gl, pipeline, GL_FRAGMENT_SHADER, GL_FRAGMENT_SHADER_BIT, s->fs);
    gl->PatchParameteri(GL_PATCH_VERTICES, 3);
    gl->DrawArrays(s->tes ? GL_PATCHES : GL_TRIANGLES, 0, 3);
    read_target(t, gl);
    gl->BindProgramPipeline(0);
    native_target_delete(gl, names);
}

static void compare(const struct sources *all, size_t n, struct native_test *t)
{
    for (size_t i = 0; i < n; i++)
        native_compare(t, draw_scene, &all[i], all[i].what);
    assert_int_equal(t->gaps.count, 0);
}

#define FS_GREEN(declared)                                                                                   \
    HEAD declared "out vec4 c; void main() { c = vec4(tint.rgb * .5, 1.) + vec4(0., .5, 0., 0.); }\n"

static void test_outputs_that_nobody_reads_do_not_stop_the_draw(void **state)
{
    static const struct sources all[] = {
        {"located, of the name of a colour",
         .vs = HEAD BUILT_IN "layout(location = 0) out vec4 tint; layout(location = 3) out vec2 c; "
                             "layout(location = 1) flat out ivec3 more[2]; void main() { tint = vec4(1., 0., "
                             "1., 1.); c = vec2(3.); more[0] = more[1] = ivec3(gl_VertexID); " PLACE " }\n",
         .fs = FS_GREEN("layout(location = 0) in vec4 tint; ")},
        {"a matrix, and a block",
         .vs = HEAD BUILT_IN
         "layout(location = 0) out vec4 tint; layout(location = 1) noperspective out mat2 m; "
         "layout(location = 4) out Block { vec4 a; flat int b[3]; } block; void main() { "
         "tint = vec4(1., 0., 1., 1.); m = mat2(1.); block.a = vec4(1.); block.b[1] = 4; " PLACE " }\n",
         .fs = FS_GREEN("layout(location = 0) in vec4 tint; ")},
    };
    NATIVE_TEST(t, true);

    compare(all, sizeof all / sizeof *all, t);
    native_test_finish(t);
}

static void test_inputs_that_nobody_writes_do_not_stop_the_draw(void **state)
{
    static const struct sources all[] = {
        {"located",
         .vs =
             HEAD BUILT_IN "layout(location = 1) out vec4 tint; void main() { tint = vec4(1.); " PLACE " }\n",
         .fs = FS_GREEN("layout(location = 1) in vec4 tint; layout(location = 0) flat in uvec2 lost; "
                        "layout(location = 2) in vec3 alone; uniform bool no; vec4 all() { return vec4(lost, "
                        "alone.xy); }\n"
                        "#define rgb rgb * (no ? all().rgb : vec3(1.))\n")},
    };
    NATIVE_TEST(t, true);

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        native_compare(t, draw_scene, &all[i], all[i].what);
    assert_int_equal(t->gaps.count, 1);
    assert_false(t->gaps.items[0].affects_draw);
    native_test_finish(t);
}

static void test_the_reader_says_how_a_varying_is_interpolated(void **state)
{
#define CORNERS                                                                                              \
    "void main() { tint = vec4(gl_VertexID & 1, gl_VertexID >> 1, .25, 1.); more = tint.gbra; " PLACE        \
    "gl_Position *= 1. + float(gl_VertexID); }\n"
#define SUM "out vec4 c; void main() { c = tint * .5 + more * .5; }\n"
    static const struct sources all[] = {
        {"flat, noperspective",
         .vs =
             HEAD BUILT_IN "layout(location = 0) out vec4 tint; layout(location = 1) out vec4 more; " CORNERS,
         .fs = HEAD
         "layout(location = 0) flat in vec4 tint; layout(location = 1) noperspective in vec4 more; " SUM},
        {"smooth, centroid", .vs = HEAD BUILT_IN "noperspective out vec4 tint; flat out vec4 more; " CORNERS,
         .fs = HEAD "in vec4 tint; centroid in vec4 more; " SUM},
    };
    NATIVE_TEST(t, true);

    compare(all, sizeof all / sizeof *all, t);
    native_test_finish(t);
}

#define GS_HEAD HEAD "layout(triangles) in; layout(triangle_strip, max_vertices = 3) out;\n"
#define EMIT                                                                                                 \
    "for (int i = 0; i < 3; i++) { gl_Position = gl_in[i].gl_Position; tint = seen[i]; EmitVertex(); }"

static void test_stages_of_arrays_meet_too(void **state)
{
    static const struct sources all[] = {
        {"geometry",
         .vs = HEAD BUILT_IN "layout(location = 0) out vec4 seen; layout(location = 1) out vec4 unseen; void "
                             "main() { seen = vec4(1., 0., 1., 1.); unseen = vec4(1.); " PLACE " }\n",
         .gs = GS_HEAD "in gl_PerVertex { vec4 gl_Position; } gl_in[];" BUILT_IN
                       "layout(location = 0) in vec4 seen[]; layout(location = 2) out vec4 tint;"
                       "layout(location = 0) out vec3 unseen; void main() { unseen = vec3(1.); " EMIT " }\n",
         .fs = FS_GREEN("layout(location = 2) in vec4 tint; ")},
        {"tessellation", .vs = HEAD BUILT_IN "void main() { " PLACE " }\n",
         .tcs =
             HEAD "layout(vertices = 3) out; in gl_PerVertex { vec4 gl_Position; } gl_in[]; out "
                  "gl_PerVertex { vec4 gl_Position; } gl_out[]; layout(location = 0) patch out vec4 foo; "
                  "layout(location = 1) patch out vec4 hue; layout(location = 4) out vec2 each[]; void "
                  "main() { foo = vec4(.5); hue = vec4(1., 0., 1., 1.); each[gl_InvocationID] = vec2(2.); "
                  "gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position; "
                  "gl_TessLevelOuter = float[4](1., 1., 1., 1.); gl_TessLevelInner = float[2](1., 1.); }\n",
         .tes =
             HEAD "layout(triangles) in; in gl_PerVertex { vec4 gl_Position; } gl_in[];" BUILT_IN
                  "layout(location = 1) patch in vec4 hue; layout(location = 0) out vec4 tint; void main() "
                  "{ tint = hue; gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + "
                  "gl_in[1].gl_Position * gl_TessCoord.y + gl_in[2].gl_Position * gl_TessCoord.z; }\n",
         .fs = FS_GREEN("layout(location = 0) in vec4 tint; ")},
    };
    NATIVE_TEST(t, true);

    compare(all, sizeof all / sizeof *all, t);
    native_test_finish(t);
}

/* One vertex program between two fragment programs, of which only one wants all that it has. */
static void shared_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const char *const vertex = HEAD BUILT_IN
        "layout(location = 0) out vec4 tint; layout(location = 1) out vec4 more; uniform vec4 u; "
        "void main() { tint = u; more = u.gbra; " PLACE " }\n";
    static const char *const fragments[] = {
        HEAD
        "layout(location = 1) in vec4 more; layout(location = 0) in vec4 tint; uniform float f; out vec4 c; "
        "void main() { c = (tint + more) * f; }\n",
        HEAD
        "layout(location = 1) in vec4 more; uniform float f; out vec4 c; void main() { c = more * f; }\n"};
    GLuint names[2], vao, pipelines[2], v, f[2];

    (void)arg;
    native_target(gl, GL_RGBA8, S, S, names);
    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    gl->GenProgramPipelines(2, pipelines);
    v = stage(gl, pipelines[0], GL_VERTEX_SHADER, GL_VERTEX_SHADER_BIT, vertex);
    gl->UseProgramStages(pipelines[1], GL_VERTEX_SHADER_BIT, v);
    for (int i = 0; i < 2; i++) {
        f[i] = stage(gl, pipelines[i], GL_FRAGMENT_SHADER, GL_FRAGMENT_SHADER_BIT, fragments[i]);
        gl->ProgramUniform1f(f[i], gl->GetUniformLocation(f[i], "f"), .25f);
    }
    for (int i = 0; i < 6; i++) {
        gl->BindProgramPipeline(pipelines[i & 1]);
        gl->ProgramUniform4f(v, gl->GetUniformLocation(v, "u"), (float)i / 8, .25f, .5f, 1);
        gl->ProgramUniform1f(f[1], gl->GetUniformLocation(f[1], "f"), (float)i / 8);
        gl->DrawArrays(GL_TRIANGLES, 0, 3);
        read_target(t, gl);
    }
    gl->BindProgramPipeline(0);
    native_target_delete(gl, names);
}

static void test_a_program_of_two_pipelines_keeps_its_uniforms(void **state)
{
    NATIVE_TEST(t, true);

    native_compare(t, shared_scene, NULL, "a shared vertex program");
    assert_int_equal(t->gaps.count, 0);
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outputs_that_nobody_reads_do_not_stop_the_draw),
        cmocka_unit_test(test_inputs_that_nobody_writes_do_not_stop_the_draw),
        cmocka_unit_test(test_the_reader_says_how_a_varying_is_interpolated),
        cmocka_unit_test(test_stages_of_arrays_meet_too),
        cmocka_unit_test(test_a_program_of_two_pipelines_keeps_its_uniforms),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
