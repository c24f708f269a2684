/* SPDX-License-Identifier: MIT */
/* Tests of state that is no object, against native desktop GL: viewport arrays, capabilities by index,
 * and switches that are gaps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

enum { S = 32 };

static void clear_window(const struct gl_table *gl)
{
    gl->ClearColor(0, 0, 0, 0);
    gl->Clear(GL_COLOR_BUFFER_BIT);
}

/* ---- viewports ---- */

/* A program whose primitives go to viewports 0, 1 and 2. */
static GLuint viewport_program(const struct gl_table *gl)
{
    return NATIVE_LINK(
        gl, .vertex = "#version 410 core\nvoid main() { gl_Position = vec4(0); }\n",
        .geometry = "#version 410 core\nlayout(points, invocations = 3) in;\n"
                    "layout(triangle_strip, max_vertices = 4) out;\n"
                    "flat out int id;\nvoid main() { for (int i = 0; i < 4; i++) { gl_ViewportIndex = "
                    "gl_InvocationID;\n"
                    "id = gl_InvocationID; gl_Position = vec4(i % 2 * 2 - 1, i / 2 * 2 - 1, 0, 1); "
                    "EmitVertex(); } }\n",
        .fragment =
            "#version 410 core\nflat in int id;\nout vec4 o;\nvoid main() { o = vec4(id == 0, id == 1, "
            "gl_FragCoord.z, 1); }\n");
}

static void draw_point(const struct gl_table *gl)
{
    GLuint vao;

    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    gl->DrawArrays(GL_POINTS, 0, 1);
    gl->DeleteVertexArrays(1, &vao);
}

static void note_viewport(struct native_test *t, const struct gl_table *gl, GLuint index)
{
    GLdouble range[2] = {9, 9};
    GLint box[4] = {9, 9, 9, 9};
    GLfloat v[4] = {9, 9, 9, 9};

    gl->GetFloati_v(GL_VIEWPORT, index, v);
    note(t, v, sizeof v);
    gl->GetIntegeri_v(GL_SCISSOR_BOX, index, box);
    note(t, box, sizeof box);
    gl->GetDoublei_v(GL_DEPTH_RANGE, index, range);
    note(t, range, sizeof range);
    note_int(t, gl->IsEnabledi(GL_SCISSOR_TEST, index));
    note_error(t);
}

static void viewports(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLfloat boxes[] = {0, 0, 8, 8, 10.5f, 2.25f, 12.5f, 9}; /* Mesa clamps in the caller's memory */
    GLdouble ranges[] = {0.25, 0.5, 1, 0};
    GLint scissor[] = {3, 3, 20, 4};

    (void)arg;
    viewport_program(gl);
    gl->Viewport(0, 0, S, S);
    gl->Scissor(0, 0, S, S);
    gl->ViewportArrayv(0, 2, boxes);
    gl->ViewportIndexedf(2, 2, 16, 20, 12);
    gl->DepthRangeArrayv(0, 2, ranges);
    gl->DepthRangeIndexed(2, 0, 0.75);
    gl->Enablei(GL_SCISSOR_TEST, 0); /* with the whole window as its box */
    gl->Enablei(GL_SCISSOR_TEST, 1);
    gl->ScissorIndexedv(1, scissor);
    note_error(t);
    for (GLuint i = 0; i < 4; i++)
        note_viewport(t, gl, i);
    clear_window(gl);
    draw_point(gl);
    native_read(t, gl, S, S);
    gl->Viewport(4, 4, 16, 16); /* all of them again */
    gl->DepthRange(0, 1);
    gl->Disable(GL_SCISSOR_TEST);
    clear_window(gl);
    draw_point(gl);
    native_read(t, gl, S, S);
    note_viewport(t, gl, 1);
    gl->ViewportIndexedf(16, 0, 0, 1, 1);
    note_error(t);
    gl->ScissorIndexed(0, 0, 0, -1, 1);
    note_error(t);
}

static void test_viewports_differ_by_index(void **state)
{
    NATIVE_TEST(t, true);

    native_compare(t, viewports, NULL, "viewports");
    native_test_finish(t);
}

/* ---- capabilities by index ---- */

static void blend_by_index(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint fb, textures[2];
    static const GLenum both[2] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};

    (void)arg;
    gl->GenFramebuffers(1, &fb);
    gl->BindFramebuffer(GL_FRAMEBUFFER, fb);
    gl->GenTextures(2, textures);
    for (GLuint i = 0; i < 2; i++) {
        gl->BindTexture(GL_TEXTURE_2D, textures[i]);
        gl->TexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, S, S);
        gl->FramebufferTexture2D(GL_FRAMEBUFFER, both[i], GL_TEXTURE_2D, textures[i], 0);
    }
    gl->DrawBuffers(2, both);
    gl->Viewport(0, 0, S, S);
    native_program(gl, NATIVE_COVER,
                   "#version 330 core\nlayout(location = 0) out vec4 a;\nlayout(location = 1) out vec4 b;\n"
                   "void main() { a = vec4(.25, .5, .75, .5); b = a; }\n");
    gl->BlendFunc(GL_ONE, GL_ONE);
    gl->Enable(GL_BLEND);
    gl->Disablei(GL_BLEND, 1);
    gl->Enable(GL_BLEND); /* the first has it already: the second must get it again */
    for (int pass = 0; pass < 3; pass++) {
        gl->ClearColor(.25f, .25f, .25f, .25f);
        gl->Clear(GL_COLOR_BUFFER_BIT);
        if (pass == 1)
            gl->Disablei(GL_BLEND, 0);
        if (pass == 2)
            gl->BlendFunci(1, GL_ZERO, GL_ONE);
        native_cover(gl);
        for (GLuint i = 0; i < 2; i++) {
            note_int(t, gl->IsEnabledi(GL_BLEND, i));
            gl->ReadBuffer(both[i]);
            native_read(t, gl, S, S);
        }
        note_int(t, gl->IsEnabled(GL_BLEND));
    }
    gl->Enablei(GL_DEPTH_TEST, 0);
    note_error(t);
}

static void test_blending_is_switched_by_draw_buffer(void **state)
{
    NATIVE_TEST(t, true);

    native_compare(t, blend_by_index, NULL, "blending");
    native_test_finish(t);
}

/* ---- one driver binding for several targets ---- */

/* A unit with a 2D and a rectangle texture: each program samples its own kind, whichever was bound last. */
static void shared_unit(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const uint8_t red[4] = {255, 0, 0, 255}, green[4] = {0, 255, 0, 255};
    GLuint names[2], programs[2];

    (void)arg;
    programs[0] = native_program(gl, NATIVE_COVER,
                                 "#version 330 core\nuniform sampler2D s;\nout vec4 o;\n"
                                 "void main() { o = texelFetch(s, ivec2(0), 0); }\n");
    programs[1] = native_program(gl, NATIVE_COVER,
                                 "#version 330 core\nuniform sampler2DRect s;\nout vec4 o;\n"
                                 "void main() { o = texelFetch(s, ivec2(0)); }\n");
    gl->GenTextures(2, names);
    gl->BindTexture(GL_TEXTURE_2D, names[0]);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, red);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    gl->BindTexture(GL_TEXTURE_RECTANGLE, names[1]);
    gl->TexImage2D(GL_TEXTURE_RECTANGLE, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, green);
    gl->Viewport(0, 0, S, S);
    for (int i = 0; i < 4; i++) {
        gl->UseProgram(programs[i & 1]);
        if (i == 2)
            gl->BindTexture(GL_TEXTURE_2D, names[0]);
        native_cover(gl);
        native_read(t, gl, S, S);
    }
    gl->BindTexture(GL_TEXTURE_RECTANGLE, 0);
    gl->UseProgram(programs[0]);
    native_cover(gl);
    native_read(t, gl, S, S);
}

static void test_a_unit_shows_the_texture_of_the_samplers_kind(void **state)
{
    NATIVE_TEST(t, true);

    native_compare(t, shared_unit, NULL, "shared unit");
    native_test_finish(t);
}

/* ---- gaps ---- */

static bool has_gap(const struct native_test *t, const char *function)
{
    for (size_t i = 0; i < t->gaps.count; i++)
        if (!strcmp(t->gaps.items[i].function, function))
            return true;
    return false;
}

static void draw_to_samples(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const GLsizei *samples = arg;
    GLuint fb, rb;

    gl->GenFramebuffers(1, &fb);
    gl->BindFramebuffer(GL_FRAMEBUFFER, fb);
    gl->GenRenderbuffers(1, &rb);
    gl->BindRenderbuffer(GL_RENDERBUFFER, rb);
    gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, *samples, GL_RGBA8, S, S);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
    native_program(gl, NATIVE_COVER, "#version 330 core\nout vec4 o;\nvoid main() { o = vec4(1); }\n");
    gl->Disable(GL_MULTISAMPLE);
    native_cover(gl);
    note_error(t);
}

static void test_multisample_off_is_a_gap_where_there_are_samples(void **state)
{
    static const GLsizei samples[2] = {0, 4};

    for (int i = 0; i < 2; i++) {
        NATIVE_TEST(t, true);
        native_compare(t, draw_to_samples, &samples[i], "samples");
        assert_int_equal(has_gap(t, "GL_MULTISAMPLE"), i);
        native_test_finish(t);
    }
}

static void draw_cube(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const GLint *filter = arg;
    static const uint8_t grey[4] = {128, 128, 128, 255};
    GLuint name;

    gl->GenTextures(1, &name);
    gl->BindTexture(GL_TEXTURE_CUBE_MAP, name);
    for (GLenum i = 0; i < 6; i++)
        gl->TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                       grey);
    gl->TexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, filter[0]);
    gl->TexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, filter[0]);
    if (filter[1])
        gl->Enable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
    native_program(
        gl, NATIVE_COVER,
        "#version 330 core\nuniform samplerCube s;\nout vec4 o;\nvoid main() { o = texture(s, vec3(1)); }\n");
    native_cover(gl);
    native_read(t, gl, S, S);
}

static void test_cube_maps_filtered_by_face_are_a_gap(void **state)
{
    static const GLint cases[][3] = {{GL_LINEAR, 0, 1}, {GL_LINEAR, 1, 0}, {GL_NEAREST, 0, 0}};

    for (int i = 0; i < 3; i++) {
        NATIVE_TEST(t, true);
        native_compare(t, draw_cube, cases[i], "cube map");
        assert_int_equal(has_gap(t, "GL_TEXTURE_CUBE_MAP_SEAMLESS"), cases[i][2]);
        native_test_finish(t);
    }
}

/* Four samples shrunk to half the size: what is left is a matter of rounding, so a flat colour is exact. */
static void scaled_resolve(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint from[2], to[2];

    (void)arg;
    gl->GenFramebuffers(1, &from[0]);
    gl->BindFramebuffer(GL_FRAMEBUFFER, from[0]);
    gl->GenRenderbuffers(1, &from[1]);
    gl->BindRenderbuffer(GL_RENDERBUFFER, from[1]);
    gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, S, S);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, from[1]);
    gl->ClearColor(.25f, .5f, .75f, 1);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    native_target(gl, GL_RGBA8, S, S, to);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, from[0]);
    gl->BlitFramebuffer(0, 0, S, S, 0, 0, S / 2, S / 2, GL_COLOR_BUFFER_BIT, GL_SCALED_RESOLVE_NICEST_EXT);
    note_error(t);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, to[0]);
    gl->ReadPixels(0, 0, S / 2, S / 2, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, (size_t)S * S));
}

static void test_scaled_resolves_are_resolved_then_scaled(void **state)
{
    NATIVE_TEST(t, true);

    native_compare(t, scaled_resolve, NULL, "scaled resolve");
    assert_true(has_gap(t, "glBlitFramebuffer"));
    native_test_finish(t);
}

/* Which calls a core context refuses without a vertex array object, and which it lets pass. */
static void no_array_object(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint buffer;

    (void)arg;
    gl->BindVertexArray(0);
    gl->GenBuffers(1, &buffer);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffer);
    gl->DisableVertexAttribArray(0);
    note_error(t);
    gl->EnableVertexAttribArray(1);
    note_error(t);
    gl->DisableVertexAttribArray(1);
    note_error(t);
    gl->VertexAttribDivisor(1, 1);
    note_error(t);
    gl->VertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 0, NULL);
    note_error(t);
    gl->VertexAttribFormat(1, 4, GL_FLOAT, GL_FALSE, 0);
    note_error(t);
    gl->VertexAttribBinding(1, 2);
    note_error(t);
    gl->VertexBindingDivisor(1, 2);
    note_error(t);
    gl->BindVertexBuffer(1, buffer, 0, 16);
    note_error(t);
    gl->DisableVertexAttribArray(999);
    note_error(t);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    note_error(t);
    gl->DeleteBuffers(1, &buffer);
}

static void test_switches_of_arrays_pass_without_an_array_object(void **state)
{
    NATIVE_TEST(t, true);
    native_compare(t, no_array_object, NULL, "no array object");
    native_test_finish(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_switches_of_arrays_pass_without_an_array_object),
        cmocka_unit_test(test_viewports_differ_by_index),
        cmocka_unit_test(test_blending_is_switched_by_draw_buffer),
        cmocka_unit_test(test_a_unit_shows_the_texture_of_the_samplers_kind),
        cmocka_unit_test(test_multisample_off_is_a_gap_where_there_are_samples),
        cmocka_unit_test(test_cube_maps_filtered_by_face_are_a_gap),
        cmocka_unit_test(test_scaled_resolves_are_resolved_then_scaled),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
