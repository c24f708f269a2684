/* SPDX-License-Identifier: MIT */
/* Tests of computed indices whose own value comes out of a constant, as native desktop GL has them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

enum { S = 8 };

/* What the control shader writes to the patch, seen as a colour. */
static void patch_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    struct native_stages stages = {
        .vertex =
            "#version 410 core\nvoid main() { gl_Position = vec4(gl_VertexID & 1, gl_VertexID >> 1, 0., 1.) "
            "* vec4(2., 2., 1., 1.) - vec4(1., 1., 0., 0.); }\n",
        .evaluation = "#version 410 core\nlayout(quads) in; patch in ivec4 v; out vec4 colour;\n"
                      "void main() { colour = vec4(v + 1) / 8.; vec2 c = gl_TessCoord.xy;\n"
                      "gl_Position = mix(mix(gl_in[0].gl_Position, gl_in[1].gl_Position, c.x), "
                      "mix(gl_in[2].gl_Position, gl_in[3].gl_Position, c.x), c.y); }\n",
        .fragment = "#version 410 core\nin vec4 colour; out vec4 c; void main() { c = colour; }\n"};
    char control[1024];
    GLuint names[2], vao, program;

    snprintf(control, sizeof control,
             "#version 410 core\nlayout(vertices = 4) out; patch out ivec4 v; uniform ivec4 which;\n"
             "const int table[4] = int[4](3, 0, 1, 2);\n"
             "void main() { int i = gl_InvocationID;\n"
             "if (i == 0) v = ivec4(-1);\nbarrier();\nif (i < 3) %s = i;\n"
             "gl_out[gl_InvocationID].gl_Position = gl_in[i].gl_Position;\n"
             "gl_TessLevelOuter = float[4](1., 1., 1., 1.); gl_TessLevelInner = float[2](1., 1.); }\n",
             (const char *)arg);
    stages.control = control;
    native_target(gl, GL_RGBA8, S, S, names);
    program = native_link(gl, &stages);
    gl->Uniform4i(gl->GetUniformLocation(program, "which"), 3, 0, 1, 2);
    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    gl->PatchParameteri(GL_PATCH_VERTICES, 4);
    gl->DrawArrays(GL_PATCHES, 0, 4);
    gl->ReadPixels(0, 0, S, S, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, S * S * 4));
    native_target_delete(gl, names);
}

/* "v.wxy[2 - i]" is what native gives right; what it gives for others is the swizzle left out, or nothing. */
static void test_patch_outputs_are_written_by_swizzled_indices(void **state)
{
    static const char *const ways[] = {"v.wxy[2 - i]", "v[table[2 - i]]", "v[which[2 - i]]", "v[2 - i]"};
    NATIVE_TEST(t, true);

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        native_compare(t, patch_scene, ways[i], ways[i]);
    native_test_finish(t);
}

static void test_the_index_of_an_output_is_a_component_of_a_vector(void **state)
{
    static const char *const ways[] = {"v[ivec3(3, 0, 1)[2 - i]]", "v[which.wxy[i]]",
                                       "v[uvec2(3, 0)[i & 1]]"};
    static const uint8_t want[][4] = {{64, 32, 0, 96}, {96, 0, 32, 64}, {64, 0, 0, 96}};
    NATIVE_TEST(t, true);

    native_test_arm(t, false);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        t->size = 0;
        patch_scene(t, t->table, ways[i]);
        assert_memory_equal(t->out, want[i], 4);
    }
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patch_outputs_are_written_by_swizzled_indices),
        cmocka_unit_test(test_the_index_of_an_output_is_a_component_of_a_vector),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
