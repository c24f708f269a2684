/* SPDX-License-Identifier: MIT */
/* Tests of buffer textures of which the driver binds a part at a time, or none: the same scene with desktop
 * GL and through the emulation, pixels compared, and which way the draws went. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/window_draw_test.h"

#define RIBBON                                                                                               \
    "#version 430 core\nout vec3 c; uniform samplerBuffer place; uniform int first, step;\n"                 \
    "void main() { vec4 v = texelFetch(place, first + gl_VertexID * step);\n"                                \
    "c = vec3(v.z, v.w, float(textureSize(place)) / 20000.0); gl_Position = vec4(v.xy * 2.0 - 1.0, 0, 1); "  \
    "}\n"

static void scene_texels(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const int *steps = arg;
    static const char plain[] = "#version 430 core\nout vec3 c; uniform samplerBuffer few;\n"
                                "void main() { c = texelFetch(few, 1).rgb; gl_Position = vec4(gl_VertexID == "
                                "1 ? -0.5 : -1.0, gl_VertexID "
                                "== 2 ? -0.5 : -1.0, 0, 1); }\n";
    static const uint8_t few[8] = {1, 2, 3, 4, 200, 100, 50, 25};
    struct scene s;
    GLuint textures[2], buffer;

    window_scene_begin(t, gl, &s, RIBBON);
    gl->GenTextures(2, textures);
    gl->BindTexture(GL_TEXTURE_BUFFER, textures[0]);
    gl->TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, s.arena);
    for (int i = 0; i < 4; i++) {
        gl->Uniform1i(gl->GetUniformLocation(s.program, "first"), i * 777);
        gl->Uniform1i(gl->GetUniformLocation(s.program, "step"), steps[i]);
        gl->DrawArrays(GL_TRIANGLES, 0, 12);
    }
    /* Another program reads another texture on the same unit, and then the first one its own again. */
    gl->GenBuffers(1, &buffer);
    gl->BindBuffer(GL_TEXTURE_BUFFER, buffer);
    gl->BufferData(GL_TEXTURE_BUFFER, sizeof few, few, GL_STATIC_DRAW);
    gl->BindTexture(GL_TEXTURE_BUFFER, textures[1]);
    gl->TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, buffer);
    gl->DeleteProgram(native_program(gl, plain, FRAGMENT));
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->UseProgram(s.program);
    gl->BindTexture(GL_TEXTURE_BUFFER, textures[0]);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->DeleteTextures(2, textures);
    gl->DeleteBuffers(1, &buffer);
    window_scene_end(t, gl, &s);
}

static void test_long_buffer_textures_are_bound_in_windows(void **state)
{
    static const int steps[4] = {1, 3, 2, 7};
    WINDOW_COMPARE(state, .caps = "max_texture_buffer_size=1024", .scene = scene_texels, .arg = steps,
                   .native = 1, .window = 5);
}

static void test_a_range_of_texels_that_is_too_long_is_copied(void **state)
{
    static const int steps[4] = {1, 300, 2, 500};
    WINDOW_COMPARE(state, .caps = "max_texture_buffer_size=1024", .scene = scene_texels, .arg = steps,
                   .native = 1, .window = 3, .texture = 2);
}

/* The fragment stage reads texels, too: no window serves it. */
static void scene_fragment_texels(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    struct scene s;
    GLuint texture, program;

    (void)arg;
    window_scene_begin(t, gl, &s, BY_TABLE);
    gl->DeleteProgram(s.program);
    program = native_program(
        gl, NATIVE_COVER,
        "#version 430 core\nout vec4 o; uniform samplerBuffer b; void main() { int i = "
        "int(gl_FragCoord.x) * 150 + int(gl_FragCoord.y); o = vec4(texelFetch(b, i).rgb, 1); }\n");
    s.program = program;
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_BUFFER, texture);
    gl->TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, s.arena);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->DeleteTextures(1, &texture);
    window_scene_end(t, gl, &s);
}

static void test_texels_of_the_fragment_stage_are_copied(void **state)
{
    WINDOW_COMPARE(state, .caps = "max_texture_buffer_size=1024", .scene = scene_fragment_texels,
                   .texture = 1, .refused = "a later stage reads the buffer texture", .times = 1);
}

/* Samplers that are parameters. */
static void scene_indexed_texels(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    struct scene s;
    GLuint texture;

    (void)arg;
    window_scene_begin(t, gl, &s,
                       "#version 430 core\nout vec3 c; uniform samplerBuffer place;\n"
                       "vec4 look(samplerBuffer b, int i) { return texelFetch(b, i); }\n"
                       "void main() { vec4 v = look(place, gl_VertexID * 7), w = look(place, 5);\n"
                       "c = vec3(v.z, v.w, w.x); gl_Position = vec4(v.xy * 2.0 - 1.0, 0, 1); }\n");
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_BUFFER, texture);
    gl->TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, s.arena);
    gl->DrawArrays(GL_TRIANGLES, 600, 12);
    gl->DeleteTextures(1, &texture);
    window_scene_end(t, gl, &s);
}

static void test_a_sampler_that_is_a_parameter_is_copied_and_named(void **state)
{
    WINDOW_COMPARE(state, .caps = "max_texture_buffer_size=1024", .scene = scene_indexed_texels, .texture = 1,
                   .refused = "the buffer texture is a parameter or a computed element", .times = 1);
}

static void test_without_buffer_textures_texels_are_copied(void **state)
{
    static const int steps[4] = {1, 300, 2, 500};
    WINDOW_COMPARE(state, .caps = "es=3.1,-GL_EXT_texture_buffer,-GL_OES_texture_buffer",
                   .scene = scene_texels, .arg = steps, .texture = 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_buffer_textures_are_bound_in_windows),
        cmocka_unit_test(test_a_range_of_texels_that_is_too_long_is_copied),
        cmocka_unit_test(test_texels_of_the_fragment_stage_are_copied),
        cmocka_unit_test(test_a_sampler_that_is_a_parameter_is_copied_and_named),
        cmocka_unit_test(test_without_buffer_textures_texels_are_copied),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
