/* SPDX-License-Identifier: MIT */
/* Tests of uniforms of 64-bit numbers against the driver's own desktop GL: what shaders get of them, and what
 * the application is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "emu/native_test.h"

static const GLdouble reals[24] = {1.0 / 3,   -1.7976931348623157e308,
                                   4e-320,    1 + 2.220446049250313e-16,
                                   5.5,       -6.5,
                                   0.4999999, 8e17,
                                   -8e17,     2147483648.5,
                                   1e-9,      -0.0,
                                   3,         -4,
                                   1e18,      0.1,
                                   0.2,       0.3,
                                   0.4,       0.5,
                                   0.6,       0.7,
                                   0.8,       0.9};
static const GLint64 signeds[8] = {INT64_MIN,    -1,        0x123456789abcdef0, 7,
                                   -(1ll << 33), INT64_MAX, 1ll << 32,          -2};
static const GLuint64 unsigneds[8] = {UINT64_MAX, 1ull << 63, 0xfedcba9876543210u, 3, 1ull << 32,
                                      0,          99,         1ull << 53};

#define VERTEX                                                                                               \
    "#version 430 core\nvoid main() { gl_PointSize = 64.0; gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }\n"

static const char fragment[] =
    "#version 430 core\n#extension GL_ARB_gpu_shader_int64: require\n"
    "struct part { dvec3 v; double s[3]; };\n"
    "uniform double d; uniform dvec2 d2; uniform dvec3 d3; uniform dvec4 d4;\n"
    "uniform double ds[5]; uniform dvec3 d3s[3]; uniform dmat2 m2; uniform dmat2x3 m23[2]; uniform dmat4 "
    "m4;\n"
    "uniform part parts[2]; uniform double aa[2][2]; uniform int at;\n"
    "uniform int64_t i; uniform i64vec3 i3[2]; uniform uint64_t u; uniform u64vec4 u4;\n"
    "uniform float f; uniform uvec2 n; uniform bool b;\n"
    "uint bits = 0u; out vec4 c;\n"
    "void word(uint w) { bits = (bits ^ w) * 2654435761u; bits ^= bits >> 15; }\n"
    "void mix64(double v) { uvec2 w = unpackDouble2x32(v); word(w.x); word(w.y); }\n"
    "void mix64(dvec3 v) { mix64(v.x); mix64(v.y); mix64(v.z); }\n"
    "void mix64(uint64_t v) { uvec2 w = unpackUint2x32(v); word(w.x); word(w.y); }\n"
    "void main() { mix64(d); mix64(d2.x); mix64(d2.y); mix64(d3); mix64(d4.xyz); mix64(d4.w);\n"
    "mix64(ds[0]); mix64(ds[at]); mix64(ds[3]); mix64(d3s[at]); mix64(d3s[2]);\n"
    "mix64(m2[0].x); mix64(m2[0].y); mix64(m2[1].y); mix64(m23[at][1]); mix64(m23[0][0]);\n"
    "mix64(m4[3].xyz); mix64(m4[at].w); mix64(parts[1].v); mix64(parts[at].s[2]); mix64(parts[0].s[1]);\n"
    "mix64(aa[1][at]); mix64(aa[0][0]);\n"
    "mix64(uint64_t(i)); mix64(uint64_t(i3[at].y)); mix64(uint64_t(i3[0].z)); mix64(u); mix64(u4.x); "
    "mix64(u4.w);\n"
    "word(floatBitsToUint(f)); word(n.x); word(n.y); word(uint(b));\n"
    "c = vec4(float(bits & 255u), float(bits >> 8 & 255u), float(bits >> 16 & 255u), float(bits >> 24)) / "
    "255.0; }\n";

static GLint at(const struct gl_table *gl, GLuint program, const char *name)
{
    GLint location = gl->GetUniformLocation(program, name);

    assert_true(location >= 0);
    return location;
}

static void set_all(const struct gl_table *gl, GLuint p)
{
    gl->Uniform1d(at(gl, p, "d"), reals[1]);
    gl->Uniform2d(at(gl, p, "d2"), reals[2], reals[3]);
    gl->Uniform3dv(at(gl, p, "d3"), 1, reals);
    gl->Uniform4d(at(gl, p, "d4"), reals[8], reals[9], reals[10], reals[11]);
    gl->Uniform1dv(at(gl, p, "ds"), 5, reals + 3);
    gl->Uniform1d(at(gl, p, "ds[1]"), reals[15]);
    gl->Uniform3dv(at(gl, p, "d3s[1]"), 2, reals + 6);
    gl->UniformMatrix2dv(at(gl, p, "m2"), 1, GL_TRUE, reals + 4);
    gl->UniformMatrix2x3dv(at(gl, p, "m23"), 2, GL_FALSE, reals);
    gl->UniformMatrix2x3dv(at(gl, p, "m23[1]"), 1, GL_TRUE, reals + 9);
    gl->ProgramUniformMatrix4dv(p, at(gl, p, "m4"), 1, GL_FALSE, reals + 8);
    gl->ProgramUniform3dv(p, at(gl, p, "parts[1].v"), 1, reals + 12);
    gl->ProgramUniform1dv(p, at(gl, p, "parts[1].s"), 3, reals + 15);
    gl->ProgramUniform1dv(p, at(gl, p, "parts[0].s[1]"), 7, reals + 18); /* what is beyond is ignored */
    gl->Uniform1dv(at(gl, p, "aa[1]"), 2, reals + 20);
    gl->Uniform1dv(at(gl, p, "aa[0]"), 1, reals + 22);
    gl->Uniform1i64ARB(at(gl, p, "i"), signeds[2]);
    gl->Uniform3i64vARB(at(gl, p, "i3"), 2, signeds);
    gl->ProgramUniform1ui64ARB(p, at(gl, p, "u"), unsigneds[1]);
    gl->Uniform4ui64vARB(at(gl, p, "u4"), 1, unsigneds + 2);
    gl->Uniform1f(at(gl, p, "f"), -2.5f);
    gl->Uniform2ui(at(gl, p, "n"), 0xfffffff0u, 16777217);
    gl->Uniform1i(at(gl, p, "b"), 1);
}

static GLuint use_program(const struct gl_table *gl)
{
    GLuint program = native_program(gl, VERTEX, fragment);

    gl->UseProgram(program);
    return program;
}

static void scene_draw(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint program = use_program(gl), vao;

    (void)arg;
    set_all(gl, program);
    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    gl->Viewport(0, 0, NATIVE_SIZE, NATIVE_SIZE);
    /* The second draw needs another translation, with all values in it. */
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            gl->Enable(GL_PROGRAM_POINT_SIZE);
        else
            gl->Disable(GL_PROGRAM_POINT_SIZE);
        gl->PointSize(64);
        gl->Clear(GL_COLOR_BUFFER_BIT);
        gl->Uniform1i(at(gl, program, "at"), i);
        gl->DrawArrays(GL_POINTS, 0, 1);
        gl->ReadPixels(0, 0, NATIVE_SIZE, NATIVE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE,
                       note_room(t, NATIVE_SIZE * NATIVE_SIZE * 4));
        gl->Uniform1d(at(gl, program, "ds[3]"), reals[14]);
    }
    gl->UseProgram(0);
    gl->DeleteProgram(program);
    gl->DeleteVertexArrays(1, &vao);
}

static void test_numbers_reach_the_shader_exactly(void **state)
{
    NATIVE_TEST(t, true);
    native_compare(t, scene_draw, NULL, "uniforms");
    assert_int_equal(t->gaps.count, 0);
    native_test_finish(t);
}

/* ---- getters ---- */

static void scene_getters(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const char *const names[] = {"d",        "d2", "d3", "d4",     "ds[2]",      "d3s[1]",
                                        "d3s[2]",   "m2", "m4", "m23[1]", "parts[1].v", "parts[1].s[2]",
                                        "aa[1][1]", "i",  "i3", "i3[1]",  "u",          "u4",
                                        "f",        "n",  "b"};
    GLuint program = use_program(gl);

    (void)arg;
    set_all(gl, program);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        GLint location = at(gl, program, names[i]);

        gl->GetUniformdv(program, location, note_room(t, 16 * sizeof(GLdouble)));
        if (names[i][0] != 'i') /* the driver takes the sign away */
            gl->GetUniformfv(program, location, note_room(t, 16 * sizeof(GLfloat)));
        if (names[i][0] != 'u') /* the driver bounds it as 32 bits */
            gl->GetUniformi64vARB(program, location, note_room(t, 16 * sizeof(GLint64)));
        gl->GetUniformui64vARB(program, location, note_room(t, 16 * sizeof(GLuint64)));
        if (names[i][0] == 'i') {
            gl->GetUniformiv(program, location, note_room(t, 16 * sizeof(GLint)));
            gl->GetUniformuiv(program, location, note_room(t, 16 * sizeof(GLuint)));
        }
        gl->GetnUniformui64vARB(program, location, 24, note_room(t, 16 * sizeof(GLuint64)));
        note_error(t);
    }
    gl->UseProgram(0);
    gl->DeleteProgram(program);
}

static void test_numbers_are_told_as_they_were_set(void **state)
{
    NATIVE_TEST(t, true);
    native_compare(t, scene_getters, NULL, "getters");
    native_test_finish(t);
}

/* ---- what is active ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void scene_active(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint program = use_program(gl);
    char rows[64][128];
    GLint count = 0;

    (void)arg;
    gl->GetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
    assert_true(count < 64);
    memset(rows, 0, sizeof rows);
    for (GLuint i = 0; i < (GLuint)count; i++) {
        static const GLenum props[] = {GL_TYPE, GL_ARRAY_SIZE, GL_BLOCK_INDEX,
                                       GL_REFERENCED_BY_FRAGMENT_SHADER};
        char name[64] = "";
        GLint size = 0, values[4] = {0}, type_again = 0;
        GLenum type = 0;

        gl->GetActiveUniform(program, i, sizeof name, NULL, &size, &type, name);
        gl->GetProgramResourceiv(program, GL_UNIFORM, i, 4, props, 4, NULL, values);
        gl->GetActiveUniformsiv(program, 1, &i, GL_UNIFORM_TYPE, &type_again);
        snprintf(rows[i], sizeof rows[i], "%s %d %x %x %x %d %d %d %d", name, size, type, (GLuint)type_again,
                 (GLuint)values[0], values[1], values[2], values[3],
                 gl->GetProgramResourceIndex(program, GL_UNIFORM, name) == i);
    }
    qsort(rows, (size_t)count, sizeof rows[0], by_name);
    note(t, rows, (size_t)count * sizeof rows[0]);
    gl->UseProgram(0);
    gl->DeleteProgram(program);
}

static void test_numbers_are_active_with_the_types_of_the_source(void **state)
{
    NATIVE_TEST(t, true);
    native_compare(t, scene_active, NULL, "active uniforms");
    native_test_finish(t);
}

/* ---- errors ---- */

static void scene_errors(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint p = use_program(gl);

    (void)arg;
    gl->Uniform1f(at(gl, p, "d"), 1);
    note_error(t);
    gl->Uniform1d(at(gl, p, "f"), 1);
    note_error(t);
    gl->Uniform2dv(at(gl, p, "d3"), 1, reals);
    note_error(t);
    gl->Uniform3dv(at(gl, p, "d3"), 2, reals);
    note_error(t);
    gl->Uniform1d(at(gl, p, "b"), 1);
    note_error(t);
    gl->Uniform2ui(at(gl, p, "d"), 1, 2);
    note_error(t);
    gl->UniformMatrix2x3dv(at(gl, p, "m2"), 1, GL_FALSE, reals);
    note_error(t);
    gl->UniformMatrix2fv(at(gl, p, "m2"), 1, GL_FALSE, (const GLfloat[4]){0});
    note_error(t);
    gl->Uniform1i64ARB(at(gl, p, "u"), 1);
    note_error(t);
    gl->Uniform1ui64ARB(at(gl, p, "i"), 1);
    note_error(t);
    gl->Uniform1i64ARB(at(gl, p, "at"), 1);
    note_error(t);
    gl->Uniform1i64ARB(at(gl, p, "b"), 1);
    note_error(t);
    gl->Uniform3i64vARB(at(gl, p, "i3"), -1, signeds);
    note_error(t);
    gl->Uniform1dv(-1, 1, reals);
    note_error(t);
    gl->GetUniformdv(p, at(gl, p, "d"), note_room(t, 8));
    gl->UseProgram(0);
    gl->DeleteProgram(p);
}

static void test_types_that_do_not_match_are_errors(void **state)
{
    NATIVE_TEST(t, true);
    native_compare(t, scene_errors, NULL, "errors");
    native_test_finish(t);
}

/* ---- initialisers ---- */

static void scene_initial(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const char source[] =
        "#version 430 core\n#extension GL_ARB_gpu_shader_int64: require\n"
        "uniform double d = 0.1lf; uniform dvec3 v[2] = dvec3[2](dvec3(1.0lf / 3.0lf, -1e300lf, 2.0lf), "
        "dvec3(5e-324lf));\n"
        "uniform dmat2 m = dmat2(1.1lf, 2.2lf, 3.3lf, 4.4lf); uniform int64_t i = -5000000000l;\n"
        "uniform u64vec2 u = u64vec2(18446744073709551615ul, 3ul); out vec4 c;\n"
        "void main() { c = vec4(d + v[0].x + v[1].y + m[1].x + double(i) + double(u.x) > 0.0lf); }\n";
    static const char *const names[] = {"d", "v[0]", "v[1]", "m"};
    GLuint program = native_program(gl, VERTEX, source);

    (void)arg;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        gl->GetUniformdv(program, at(gl, program, names[i]), note_room(t, 16 * sizeof(GLdouble)));
    gl->GetUniformi64vARB(program, at(gl, program, "i"), note_room(t, sizeof(GLint64)));
    gl->GetUniformui64vARB(program, at(gl, program, "u"), note_room(t, 2 * sizeof(GLuint64)));
    gl->DeleteProgram(program);
}

static void test_numbers_start_with_the_sources_values(void **state)
{
    NATIVE_TEST(t, true);
    native_compare(t, scene_initial, NULL, "initialisers");
    native_test_finish(t);
}

/* ---- what the driver refuses ---- */

/* ES has no arrays of arrays between the vertex and the control shader, which a matrix would be. */
static void test_doubles_are_narrowed_where_the_driver_refuses_their_words(void **state)
{
    NATIVE_TEST(t, true);

    native_test_arm(t, false);
    t->table->DeleteProgram(NATIVE_LINK(
        t->table,
        .vertex = "#version 410 core\nout dmat2x3 m; void main() { gl_Position = vec4(0.0); m = "
                  "dmat2x3(gl_VertexID); "
                  "}",
        .control = "#version 410 core\nlayout(vertices = 1) out; in dmat2x3 m[]; void main() { "
                   "gl_out[gl_InvocationID]"
                   ".gl_Position = vec4(m[gl_InvocationID][0].x); gl_TessLevelOuter[0] = 1.0; }",
        .evaluation =
            "#version 410 core\nlayout(triangles) in; void main() { gl_Position = gl_in[0].gl_Position; }",
        .fragment = "#version 410 core\nout vec4 c; void main() { c = vec4(1.0); }"));
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_reach_the_shader_exactly),
        cmocka_unit_test(test_numbers_are_told_as_they_were_set),
        cmocka_unit_test(test_numbers_are_active_with_the_types_of_the_source),
        cmocka_unit_test(test_types_that_do_not_match_are_errors),
        cmocka_unit_test(test_numbers_start_with_the_sources_values),
        cmocka_unit_test(test_doubles_are_narrowed_where_the_driver_refuses_their_words),
    };
    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
