/* SPDX-License-Identifier: MIT */
/* Tests of what ES gives in medium precision and desktop GL in full, against the driver's own desktop GL. A
 * driver with 16-bit floats and integers computes with such values in as many bits, unless told otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "emu/native_test.h"

#define VERTEX                                                                                               \
    "#version 420 core\nvoid main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); gl_PointSize = 61.0; }\n"

/* One big point: `u` differs at every pixel, and so does what becomes of it. */
static void scene_expression(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    char fragment[1024];
    GLuint program, vao;

    snprintf(fragment, sizeof fragment,
             "#version 420 core\nout vec4 c;\nvoid main() {\n"
             "uint u = uint(gl_FragCoord.x) * 2654435761u + uint(gl_FragCoord.y) * 40503u;\n"
             "vec4 v = vec4(0.0); %s; c = fract(v); }\n",
             (const char *)arg);
    program = native_program(gl, VERTEX, fragment);
    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    gl->Viewport(0, 0, NATIVE_SIZE, NATIVE_SIZE);
    gl->ClearColor(0, 0, 0, 0);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    gl->Enable(GL_PROGRAM_POINT_SIZE);
    gl->DrawArrays(GL_POINTS, 0, 1);
    gl->Disable(GL_PROGRAM_POINT_SIZE);
    gl->ReadPixels(0, 0, NATIVE_SIZE, NATIVE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE,
                   note_room(t, NATIVE_SIZE * NATIVE_SIZE * 4));
    gl->UseProgram(0);
    gl->DeleteProgram(program);
    gl->DeleteVertexArrays(1, &vao);
}

static void compare_all(void **state, const char *const *expressions, size_t n)
{
    NATIVE_TEST(t, true);
    for (size_t i = 0; i < n; i++)
        native_compare(t, scene_expression, expressions[i], expressions[i]);
    native_test_finish(t);
}
#define COMPARE(expressions) compare_all(state, expressions, sizeof expressions / sizeof expressions[0])

static void test_point_coordinates_are_computed_with_in_full(void **state)
{
    static const char *const all[] = {
        "v.xy = gl_PointCoord * 37.77",
        "vec2 p = 2.0 * gl_PointCoord - 1.0; v = vec4(sqrt(max(0.0, 1.0 - dot(p, p))) * 9.0)",
    };
    COMPARE(all);
}

static void test_unpacked_numbers_are_computed_with_in_full(void **state)
{
    static const char *const all[] = {
        "v = unpackUnorm4x8(u) * 371.3",
        "v = unpackSnorm4x8(u) * 371.3",
        "v.xy = unpackHalf2x16(u & 0x3fff3fffu) * 37.13",
        "v.xy = unpackUnorm2x16(u) * 3713.3",
        ("v = vec4(uvec4(packUnorm4x8(fract(gl_FragCoord.xyxy * vec4(.013, .017, .1, .3)))) >> "
         "uvec4(0, 8, 16, 24) & 255u) / 256.0"),
        "v.x = float(packHalf2x16(gl_FragCoord.xy * .01371)) / 7919.0",
    };
    COMPARE(all);
}

static void test_counted_bits_are_computed_with_in_full(void **state)
{
    static const char *const all[] = {
        "v.x = float(bitCount(u) * 30011) / 7919.0",
        "v.xy = vec2(findLSB(uvec2(u, ~u)) * 30011) / 7919.0",
        "v.xyz = vec3(findMSB(ivec3(u, u >> 5, ~u)) * 30011) / 7919.0",
    };
    COMPARE(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_point_coordinates_are_computed_with_in_full),
        cmocka_unit_test(test_unpacked_numbers_are_computed_with_in_full),
        cmocka_unit_test(test_counted_bits_are_computed_with_in_full),
    };
    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
