/* SPDX-License-Identifier: MIT */
/* Tests of texture targets, storage, parameters and levels, against native desktop GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/texture_test.h"

static void one_d(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint name = texture(gl, GL_TEXTURE_1D);

    (void)arg;
    nearest(gl, GL_TEXTURE_1D);
    gl->TexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, 16, 0, GL_BGRA, GL_UNSIGNED_BYTE, pixels);
    gl->TexSubImage1D(GL_TEXTURE_1D, 0, 3, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels + 100);
    note_error(t);
    gl->GetTexImage(GL_TEXTURE_1D, 0, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 64));
    draw(t, gl, HEAD "uniform sampler1D s;\nvoid main() { c = texture(s, gl_FragCoord.x / 16.); }\n");
    gl->TexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    draw(t, gl, HEAD "uniform sampler1D s;\nvoid main() { c = texture(s, gl_FragCoord.x / 13. - .1); }\n");
    gl->DeleteTextures(1, &name);
}

static void one_d_array(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint name = texture(gl, GL_TEXTURE_1D_ARRAY);

    (void)arg;
    nearest(gl, GL_TEXTURE_1D_ARRAY);
    gl->PixelStorei(GL_UNPACK_SKIP_ROWS, 1);
    gl->TexImage2D(GL_TEXTURE_1D_ARRAY, 0, GL_RGB8, 15, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, pixels);
    gl->TexSubImage2D(GL_TEXTURE_1D_ARRAY, 0, 3, 1, 4, 2, GL_BGR, GL_UNSIGNED_BYTE, pixels + 100);
    gl->PixelStorei(GL_UNPACK_SKIP_ROWS, 0);
    note_error(t);
    gl->GetTexImage(GL_TEXTURE_1D_ARRAY, 0, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 240));
    draw(t, gl,
         HEAD "uniform sampler1DArray s;\nvoid main() { c = texture(s, vec2(gl_FragCoord.x / 16., "
              "floor(gl_FragCoord.y / 4.))); }\n");
    gl->DeleteTextures(1, &name);
}

static void rectangle(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint name = texture(gl, GL_TEXTURE_RECTANGLE);
    GLint v[3] = {0};

    (void)arg;
    gl->GetTexParameteriv(GL_TEXTURE_RECTANGLE, GL_TEXTURE_WRAP_S, &v[0]);
    gl->GetTexParameteriv(GL_TEXTURE_RECTANGLE, GL_TEXTURE_MIN_FILTER, &v[1]);
    note(t, v, sizeof v);
    nearest(gl, GL_TEXTURE_RECTANGLE);
    gl->TexImage2D(GL_TEXTURE_RECTANGLE, 0, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    gl->TexImage2D(GL_TEXTURE_RECTANGLE, 1, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    note_error(t);
    gl->TexParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_WRAP_S, GL_REPEAT);
    note_error(t);
    draw(t, gl, HEAD "uniform sampler2DRect s;\nvoid main() { c = texture(s, gl_FragCoord.yx); }\n");
    gl->DeleteTextures(1, &name);
}

static void volume(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint name = texture(gl, GL_TEXTURE_3D);

    (void)arg;
    nearest(gl, GL_TEXTURE_3D);
    gl->PixelStorei(GL_UNPACK_IMAGE_HEIGHT, 9);
    gl->PixelStorei(GL_UNPACK_SKIP_IMAGES, 1);
    gl->TexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    gl->TexSubImage3D(GL_TEXTURE_3D, 0, 1, 2, 1, 3, 4, 2, GL_BGRA, GL_UNSIGNED_BYTE, pixels + 1000);
    gl->PixelStorei(GL_UNPACK_IMAGE_HEIGHT, 0);
    gl->PixelStorei(GL_UNPACK_SKIP_IMAGES, 0);
    note_error(t);
    gl->PixelStorei(GL_PACK_IMAGE_HEIGHT, 10);
    gl->PixelStorei(GL_PACK_SKIP_IMAGES, 1);
    gl->GetTexImage(GL_TEXTURE_3D, 0, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 8 * 10 * 5 * 4));
    gl->GetTexImage(GL_TEXTURE_3D, 0, GL_BGR, GL_UNSIGNED_BYTE, note_room(t, 8 * 10 * 5 * 4));
    gl->PixelStorei(GL_PACK_IMAGE_HEIGHT, 0);
    gl->PixelStorei(GL_PACK_SKIP_IMAGES, 0);
    draw(t, gl,
         HEAD "uniform sampler3D s;\nvoid main() { c = texture(s, vec3(gl_FragCoord.xy / 16., gl_FragCoord.x "
              "/ 7.)); }\n");
    gl->DeleteTextures(1, &name);
}

static void cube(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint name = texture(gl, GL_TEXTURE_CUBE_MAP);

    (void)arg;
    gl->Enable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
    nearest(gl, GL_TEXTURE_CUBE_MAP);
    for (GLenum f = 0; f < 6; f++)
        gl->TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + f, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                       pixels + f * 64);
    gl->TexSubImage2D(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, 1, 1, 2, 2, GL_BGRA, GL_UNSIGNED_BYTE, pixels + 999);
    note_error(t);
    gl->GetTexImage(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 64));
    draw(t, gl,
         HEAD "uniform samplerCube s;\nvoid main() { c = texture(s, vec3(gl_FragCoord.xy / 8. - 1., "
              "sin(gl_FragCoord.x))); }\n");
    gl->TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA8, 4, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    note_error(t);
    gl->DeleteTextures(1, &name);
}

static void two_d_array(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint name = texture(gl, GL_TEXTURE_2D_ARRAY);

    (void)arg;
    nearest(gl, GL_TEXTURE_2D_ARRAY);
    gl->TexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_SRGB8_ALPHA8, 8, 8, 3);
    gl->TexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, 8, 8, 3, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, pixels);
    gl->GenerateMipmap(GL_TEXTURE_2D_ARRAY);
    note_error(t);
    gl->GetTexImage(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 4 * 4 * 3 * 4));
    draw(t, gl,
         HEAD "uniform sampler2DArray s;\nvoid main() { c = textureLod(s, vec3(gl_FragCoord.xy / 16., 2.), "
              "1.); }\n");
    gl->TexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    note_error(t);
    gl->DeleteTextures(1, &name);
}

static void mipmaps(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLenum formats[] = {GL_RGBA8, GL_RGB8,   GL_RGB16F, GL_SRGB8,
                                     GL_R8,    GL_RGBA16, GL_RGB16,  GL_RGB565};

    (void)arg;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        GLuint name = texture(gl, GL_TEXTURE_2D);
        gl->TexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[i], 16, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        gl->GenerateMipmap(GL_TEXTURE_2D);
        note_error(t);
        for (GLint level = 1; level < 5; level++) {
            GLint w = 0;
            gl->GetTexLevelParameteriv(GL_TEXTURE_2D, level, GL_TEXTURE_WIDTH, &w);
            note_int(t, w);
            gl->GetTexImage(GL_TEXTURE_2D, level, GL_RGBA, GL_FLOAT, note_room(t, 8 * 4 * 16));
        }
        draw(t, gl, HEAD "uniform sampler2D s;\nvoid main() { c = texture(s, gl_FragCoord.xy / 3.); }\n");
        gl->DeleteTextures(1, &name);
    }
}

static void parameters(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLfloat border[4] = {.25f, .5f, .75f, 1};
    static const GLint swizzle[4] = {GL_BLUE, GL_ONE, GL_RED, GL_ZERO};
    GLuint name = texture(gl, GL_TEXTURE_2D), sampler;
    GLfloat f[4] = {0};
    GLint v[4] = {0};

    (void)arg;
    nearest(gl, GL_TEXTURE_2D);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 8, 8, 0, GL_RGB, GL_UNSIGNED_BYTE, pixels);
    gl->TexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_MIRRORED_REPEAT);
    draw(t, gl, HEAD "uniform sampler2D s;\nvoid main() { c = texture(s, gl_FragCoord.xy / 8. - .5); }\n");
    gl->TexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, swizzle);
    draw(t, gl, HEAD "uniform sampler2D s;\nvoid main() { c = texture(s, gl_FragCoord.xy / 16.); }\n");
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, GL_ALPHA);
    draw(t, gl, HEAD "uniform sampler2D s;\nvoid main() { c = texture(s, gl_FragCoord.xy / 16.); }\n");
    gl->GenSamplers(1, &sampler);
    gl->BindSampler(0, sampler);
    gl->SamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl->SamplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl->SamplerParameteri(sampler, GL_TEXTURE_WRAP_T, GL_MIRROR_CLAMP_TO_EDGE);
    draw(t, gl, HEAD "uniform sampler2D s;\nvoid main() { c = texture(s, gl_FragCoord.xy / 5. - 2.); }\n");
    gl->GetSamplerParameteriv(sampler, GL_TEXTURE_WRAP_T, &v[0]);
    gl->BindSampler(0, 0);
    gl->DeleteSamplers(1, &sampler);
    gl->GetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, f);
    gl->GetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_G, &v[1]);
    gl->GetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, &v[2]);
    note(t, f, sizeof f);
    note(t, v, sizeof v);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_RED);
    note_error(t);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    note_error(t);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, -1);
    note_error(t);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WIDTH, 1);
    note_error(t);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP);
    note_error(t);
    gl->DeleteTextures(1, &name);
}

static void shadow(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint name = texture(gl, GL_TEXTURE_2D);

    (void)arg;
    nearest(gl, GL_TEXTURE_2D);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 8, 8, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT,
                   pixels);
    draw(t, gl, HEAD "uniform sampler2D s;\nvoid main() { c = texture(s, gl_FragCoord.xy / 16.); }\n");
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_GREATER);
    draw(t, gl,
         HEAD "uniform sampler2DShadow s;\nvoid main() { c = vec4(texture(s, vec3(gl_FragCoord.xy / 16., "
              ".5))); }\n");
    gl->DeleteTextures(1, &name);
}

static void format_questions(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLenum formats[] = {GL_RGBA8,   GL_RGB8,        GL_RGBA16F, GL_DEPTH24_STENCIL8,
                                     GL_RGBA8UI, GL_SRGB8_ALPHA8};
    static const GLenum pnames[] = {
        GL_INTERNALFORMAT_SUPPORTED, GL_INTERNALFORMAT_RED_SIZE, GL_INTERNALFORMAT_ALPHA_SIZE,
        GL_COLOR_RENDERABLE,         GL_DEPTH_COMPONENTS,        GL_INTERNALFORMAT_DEPTH_SIZE,
        GL_COLOR_ENCODING,           GL_TEXTURE_COMPRESSED};

    (void)arg;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        for (size_t k = 0; k < sizeof pnames / sizeof *pnames; k++) {
            GLint v = -1;
            gl->GetInternalformativ(GL_TEXTURE_2D, formats[i], pnames[k], 1, &v);
            note_int(t, v);
            note_error(t);
        }
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        GLint v[4] = {-1, -1, -1, -1};
        gl->GetInternalformativ(GL_RENDERBUFFER, formats[i], GL_NUM_SAMPLE_COUNTS, 1, &v[0]);
        gl->GetInternalformativ(GL_RENDERBUFFER, formats[i], GL_SAMPLES, 3, &v[1]);
        note(t, v, sizeof v);
        note_error(t);
    }
}

static void objects(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint names[2];
    GLint bound = -1;

    (void)arg;
    gl->GenTextures(2, names);
    note_int(t, gl->IsTexture(names[0]));
    gl->BindTexture(GL_TEXTURE_2D, names[0]);
    note_int(t, gl->IsTexture(names[0]));
    gl->BindTexture(GL_TEXTURE_3D, names[0]);
    note_error(t);
    gl->BindTexture(GL_TEXTURE_2D, 4711);
    note_error(t);
    gl->BindTexture(GL_TEXTURE_CUBE_MAP_POSITIVE_X, names[1]);
    note_error(t);
    gl->ActiveTexture(GL_TEXTURE0 + 5);
    gl->BindTexture(GL_TEXTURE_2D, names[0]);
    gl->DeleteTextures(1, &names[0]);
    gl->GetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    note_int(t, bound);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->GetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    note_int(t, bound);
    note_int(t, gl->IsTexture(names[0]));
    gl->ActiveTexture(GL_TEXTURE0 + 4096);
    note_error(t);
    gl->TexImage2D(GL_PROXY_TEXTURE_2D, 0, GL_RGBA8, 1 << 20, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    note_error(t);
    gl->GetTexLevelParameteriv(GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &bound);
    note_int(t, bound);
    gl->TexImage2D(GL_PROXY_TEXTURE_2D, 0, GL_RGBA8, 64, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    gl->GetTexLevelParameteriv(GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &bound);
    note_int(t, bound);
    gl->DeleteTextures(2, names);
}

static void by_name(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint names[2];
    GLint w = 0;

    (void)arg;
    native_fill(pixels, sizeof pixels, 5);
    gl->CreateTextures(GL_TEXTURE_2D, 1, &names[0]);
    gl->CreateTextures(GL_TEXTURE_CUBE_MAP, 1, &names[1]);
    gl->TextureStorage2D(names[0], 2, GL_RGBA8, 8, 8);
    gl->TextureSubImage2D(names[0], 0, 0, 0, 8, 8, GL_BGRA, GL_UNSIGNED_BYTE, pixels);
    gl->GenerateTextureMipmap(names[0]);
    gl->TextureParameteri(names[0], GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl->GetTextureLevelParameteriv(names[0], 1, GL_TEXTURE_WIDTH, &w);
    note_int(t, w);
    gl->GetTextureImage(names[0], 1, GL_RGBA, GL_UNSIGNED_BYTE, 64, note_room(t, 64));
    note_error(t);
    gl->TextureStorage2D(names[1], 1, GL_RGBA8, 4, 4);
    gl->TextureSubImage3D(names[1], 0, 0, 0, 1, 4, 4, 3, GL_BGRA, GL_UNSIGNED_BYTE, pixels);
    gl->GetTextureSubImage(names[1], 0, 1, 1, 1, 2, 2, 3, GL_RGBA, GL_UNSIGNED_BYTE, 48, note_room(t, 48));
    note_error(t);
    gl->BindTextureUnit(0, names[0]);
    draw(t, gl, HEAD "uniform sampler2D s;\nvoid main() { c = texture(s, gl_FragCoord.xy / 16.); }\n");
    gl->TextureStorage2D(4711, 1, GL_RGBA8, 4, 4);
    note_error(t);
    gl->DeleteTextures(2, names);
}

static void buffer_texture(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint name = texture(gl, GL_TEXTURE_BUFFER), buffer;

    (void)arg;
    gl->GenBuffers(1, &buffer);
    gl->BindBuffer(GL_TEXTURE_BUFFER, buffer);
    gl->BufferData(GL_TEXTURE_BUFFER, 1024, pixels, GL_STATIC_DRAW);
    gl->TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, buffer);
    note_error(t);
    draw(t, gl,
         HEAD "uniform samplerBuffer s;\nvoid main() { c = texelFetch(s, int(gl_FragCoord.x) + 16 * "
              "int(gl_FragCoord.y)); }\n");
    gl->TexBufferRange(GL_TEXTURE_BUFFER, GL_RG16F, buffer, 256, 512);
    note_error(t);
    draw(t, gl,
         HEAD
         "uniform samplerBuffer s;\nvoid main() { c = min(abs(texelFetch(s, int(gl_FragCoord.x))), 9.); }\n");
    gl->DeleteTextures(1, &name);
    gl->DeleteBuffers(1, &buffer);
}

/* A 2D and a 1D texture on one unit: each sampler finds its own. */
static void two_targets(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint a = texture(gl, GL_TEXTURE_2D), b;

    (void)arg;
    nearest(gl, GL_TEXTURE_2D);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    b = texture(gl, GL_TEXTURE_1D);
    gl->TexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels + 64);
    nearest(gl, GL_TEXTURE_1D);
    draw(t, gl, HEAD "uniform sampler1D s;\nvoid main() { c = texture(s, gl_FragCoord.x / 16.); }\n");
    gl->BindTexture(GL_TEXTURE_1D, 0);
    draw(t, gl, HEAD "uniform sampler2D s;\nvoid main() { c = texture(s, gl_FragCoord.xy / 16.); }\n");
    gl->DeleteTextures(1, &a);
    gl->DeleteTextures(1, &b);
}

NATIVE_CASE(test_1d_textures_are_sampled_as_native, one_d, NULL)
NATIVE_CASE(test_1d_arrays_are_sampled_as_native, one_d_array, NULL)
NATIVE_CASE(test_rectangles_have_their_own_defaults_and_coordinates, rectangle, NULL)
NATIVE_CASE(test_volumes_take_image_heights_and_skips, volume, NULL)
NATIVE_CASE(test_cube_faces_are_square_and_apart, cube, NULL)
NATIVE_CASE(test_arrays_with_storage_are_immutable, two_d_array, NULL)
NATIVE_CASE(test_mip_chains_are_native, mipmaps, NULL)
NATIVE_CASE(test_parameters_swizzles_and_borders_are_native, parameters, NULL)
NATIVE_CASE(test_depth_textures_compare, shadow, NULL)
NATIVE_CASE(test_formats_answer_as_native, format_questions, NULL)
NATIVE_CASE(test_names_bindings_and_proxies_follow_desktop_rules, objects, NULL)
NATIVE_CASE(test_textures_by_name_need_no_binding, by_name, NULL)
NATIVE_CASE(test_buffer_textures_read_their_buffer, buffer_texture, NULL)
NATIVE_CASE(test_targets_share_a_unit, two_targets, NULL)

static void test_buffer_texels_that_es_lacks_are_a_named_gap(void **state)
{
    static const GLenum formats[] = {GL_ALPHA8, GL_LUMINANCE8, GL_INTENSITY16F_ARB,
                                     GL_LUMINANCE_ALPHA8UI_EXT};

    for (int core = 0; core < 2; core++) {
        NATIVE_TEST(t, core);
        GLuint name, buffer;

        native_test_arm(t, false);
        t->table->GenTextures(1, &name);
        t->table->BindTexture(GL_TEXTURE_BUFFER, name);
        t->table->GenBuffers(1, &buffer);
        t->table->BindBuffer(GL_TEXTURE_BUFFER, buffer);
        for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
            t->table->TexBuffer(GL_TEXTURE_BUFFER, formats[i], buffer);
            assert_int_equal(t->table->GetError(), core ? GL_INVALID_ENUM : GL_NO_ERROR);
        }
        assert_int_equal(t->gaps.count, !core);
        native_test_finish(t);
    }
}

static void test_targets_the_driver_lacks_are_a_named_gap(void **state)
{
    GLuint name;
    NATIVE_TEST(t, true);

    native_test_arm(t, false);
    t->es->caps.has_texture_cube_map_array = false;
    t->table->GenTextures(1, &name);
    t->table->BindTexture(GL_TEXTURE_CUBE_MAP_ARRAY, name);
    assert_int_equal(t->table->GetError(), GL_INVALID_ENUM);
    assert_int_equal(t->gaps.count, 1);
    assert_true(t->gaps.items[0].affects_draw);
    native_test_finish(t);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_1d_textures_are_sampled_as_native),
        cmocka_unit_test(test_1d_arrays_are_sampled_as_native),
        cmocka_unit_test(test_rectangles_have_their_own_defaults_and_coordinates),
        cmocka_unit_test(test_volumes_take_image_heights_and_skips),
        cmocka_unit_test(test_cube_faces_are_square_and_apart),
        cmocka_unit_test(test_arrays_with_storage_are_immutable),
        cmocka_unit_test(test_mip_chains_are_native),
        cmocka_unit_test(test_parameters_swizzles_and_borders_are_native),
        cmocka_unit_test(test_depth_textures_compare),
        cmocka_unit_test(test_formats_answer_as_native),
        cmocka_unit_test(test_names_bindings_and_proxies_follow_desktop_rules),
        cmocka_unit_test(test_textures_by_name_need_no_binding),
        cmocka_unit_test(test_buffer_textures_read_their_buffer),
        cmocka_unit_test(test_targets_share_a_unit),
        cmocka_unit_test(test_buffer_texels_that_es_lacks_are_a_named_gap),
        cmocka_unit_test(test_targets_the_driver_lacks_are_a_named_gap),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
