/* SPDX-License-Identifier: MIT */
/* Tests of uploads: every internal format with many client pairs, drawn, and compared with native desktop GL
 * bit by bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

#define FETCH(sampler, out)                                                                                  \
    "#version 330 core\nuniform " sampler " s;\nout " out                                                    \
    " c;\nvoid main() { c = texelFetch(s, ivec2(gl_FragCoord.xy), 0); }\n"

struct upload {
    GLenum internal, format, type;
    const char *name;
    GLint alignment, row_length, skip_pixels, skip_rows;
    bool swap;
};

enum { W = 7, H = 5 };

/* Client memory for a pair. Floats are kept tame, since NaNs need not survive. */
static void fill_pixels(uint8_t *pixels, size_t n, GLenum type)
{
    native_fill(pixels, n, 7);
    if (type == GL_FLOAT)
        for (size_t i = 0; i + 4 <= n; i += 4) {
            float f = (float)(int8_t)pixels[i] / 64.0f + (float)pixels[i + 1] / 8192.0f;
            memcpy(pixels + i, &f, 4);
        }
    else if (type == GL_HALF_FLOAT)
        for (size_t i = 1; i < n; i += 2)
            pixels[i] = (uint8_t)(pixels[i] % 32 + 32);
}

static void set_unpack(const struct gl_table *gl, const struct upload *u)
{
    gl->PixelStorei(GL_UNPACK_ALIGNMENT, u->alignment ? u->alignment : 4);
    gl->PixelStorei(GL_UNPACK_ROW_LENGTH, u->row_length);
    gl->PixelStorei(GL_UNPACK_SKIP_PIXELS, u->skip_pixels);
    gl->PixelStorei(GL_UNPACK_SKIP_ROWS, u->skip_rows);
    gl->PixelStorei(GL_UNPACK_SWAP_BYTES, u->swap);
}

/* Draws the bound 2D texture texel by texel and writes down what came out. */
static void draw_texels(struct native_test *t, const struct gl_table *gl, GLenum internal_class)
{
    GLuint target[2], program;
    bool sint = internal_class == GL_INT, uint = internal_class == GL_UNSIGNED_INT;

    native_target(gl, sint ? GL_RGBA32I : uint ? GL_RGBA32UI : GL_RGBA32F, W, H, target);
    program = sint   ? native_program(gl, NATIVE_COVER, FETCH("isampler2D", "ivec4"))
              : uint ? native_program(gl, NATIVE_COVER, FETCH("usampler2D", "uvec4"))
                     : native_program(gl, NATIVE_COVER, FETCH("sampler2D", "vec4"));
    native_cover(gl);
    gl->ReadPixels(0, 0, W, H, sint || uint ? GL_RGBA_INTEGER : GL_RGBA,
                   sint   ? GL_INT
                   : uint ? GL_UNSIGNED_INT
                          : GL_FLOAT,
                   note_room(t, W * H * 16));
    gl->UseProgram(0);
    gl->DeleteProgram(program);
    native_target_delete(gl, target);
}

static void upload_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct upload *u = arg;
    static uint8_t pixels[16 * 32 * 16];
    GLuint texture;
    GLint type = 0, depth = 0;

    fill_pixels(pixels, sizeof pixels, u->type);
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    set_unpack(gl, u);
    gl->TexImage2D(GL_TEXTURE_2D, 0, (GLint)u->internal, W, H, 0, u->format, u->type, pixels);
    note_error(t);
    gl->TexSubImage2D(GL_TEXTURE_2D, 0, 2, 1, 3, 2, u->format, u->type, pixels + 64);
    note_error(t);
    set_unpack(gl, &(struct upload){0});
    gl->GetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_RED_TYPE, &type);
    gl->GetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_DEPTH_SIZE, &depth);
    for (GLenum p = GL_TEXTURE_WIDTH; p <= GL_TEXTURE_INTERNAL_FORMAT; p++) {
        GLint v = -1;
        if (p != GL_TEXTURE_INTERNAL_FORMAT && p > GL_TEXTURE_HEIGHT)
            continue;
        gl->GetTexLevelParameteriv(GL_TEXTURE_2D, 0, p, &v);
        note_int(t, v);
    }
    for (GLenum p = GL_TEXTURE_RED_SIZE; p <= GL_TEXTURE_INTENSITY_SIZE; p++) {
        GLint v = -1;
        gl->GetTexLevelParameteriv(GL_TEXTURE_2D, 0, p, &v);
        note_int(t, v);
    }
    note_int(t, depth);
    draw_texels(t, gl, u->format == GL_STENCIL_INDEX ? GL_UNSIGNED_INT : (GLenum)type);
    gl->DeleteTextures(1, &texture);
}

#define U(i, f, t)                                                                                           \
    {                                                                                                        \
        .internal = GL_##i, .format = GL_##f, .type = GL_##t, .name = #i " " #f " " #t                       \
    }

static void compare_all(struct native_test *t, const struct upload *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        native_compare(t, upload_scene, &list[i], list[i].name);
}

// clang-format off
static void test_colours_are_stored_as_desktop_gl_stores_them(void **state)
{
    static const struct upload list[] = {
        U(RGBA8, RGBA, UNSIGNED_BYTE), U(RGBA8, BGRA, UNSIGNED_BYTE), U(RGBA8, BGRA, UNSIGNED_INT_8_8_8_8_REV),
        U(RGBA8, RGBA, UNSIGNED_INT_8_8_8_8), U(RGBA8, RGBA, UNSIGNED_INT_8_8_8_8_REV), U(RGBA8, RGB, UNSIGNED_BYTE),
        U(RGBA8, BGR, UNSIGNED_BYTE), U(RGBA8, RED, UNSIGNED_BYTE), U(RGBA8, RG, UNSIGNED_BYTE), U(RGBA8, GREEN, UNSIGNED_BYTE),
        U(RGBA8, RGBA, UNSIGNED_SHORT), U(RGBA8, RGBA, SHORT), U(RGBA8, RGBA, BYTE), U(RGBA8, RGBA, UNSIGNED_INT),
        U(RGBA8, RGBA, INT), U(RGBA8, RGBA, FLOAT), U(RGBA8, RGBA, HALF_FLOAT), U(RGBA8, RGB, UNSIGNED_SHORT_5_6_5),
        U(RGBA8, RGBA, UNSIGNED_SHORT_4_4_4_4), U(RGBA8, BGRA, UNSIGNED_SHORT_4_4_4_4_REV), U(RGBA8, RGBA, UNSIGNED_SHORT_5_5_5_1),
        U(RGBA8, BGRA, UNSIGNED_SHORT_1_5_5_5_REV), U(RGBA8, RGBA, UNSIGNED_INT_10_10_10_2), U(RGBA8, RGBA, UNSIGNED_INT_2_10_10_10_REV),
        U(RGBA8, RGB, UNSIGNED_BYTE_3_3_2), U(RGBA8, RGB, UNSIGNED_BYTE_2_3_3_REV),
        U(RGB8, RGB, UNSIGNED_BYTE), U(RGB8, RGBA, UNSIGNED_BYTE), U(RGB8, BGR, UNSIGNED_BYTE), U(RGB8, BGRA, UNSIGNED_BYTE), U(RGB8, RGB, FLOAT),
        U(R8, RED, UNSIGNED_BYTE), U(R8, RGBA, UNSIGNED_BYTE), U(R8, RED, UNSIGNED_SHORT), U(RG8, RG, UNSIGNED_BYTE), U(RG8, RGBA, UNSIGNED_BYTE),
        U(SRGB8, RGB, UNSIGNED_BYTE), U(SRGB8_ALPHA8, RGBA, UNSIGNED_BYTE), U(SRGB8_ALPHA8, BGRA, UNSIGNED_BYTE), U(SRGB8, BGRA, UNSIGNED_BYTE),
        U(SRGB_ALPHA, RGBA, UNSIGNED_BYTE), U(SRGB, RGB, UNSIGNED_BYTE),
        U(R16, RED, UNSIGNED_SHORT), U(RG16, RG, UNSIGNED_SHORT), U(RGB16, RGB, UNSIGNED_SHORT), U(RGBA16, RGBA, UNSIGNED_SHORT),
        U(RGBA16, RGBA, UNSIGNED_BYTE), U(RGBA16, RGBA, FLOAT), U(RGBA12, RGBA, UNSIGNED_SHORT), U(RGB12, RGB, UNSIGNED_BYTE),
        U(R8_SNORM, RED, BYTE), U(RG8_SNORM, RG, BYTE), U(RGB8_SNORM, RGB, BYTE), U(RGBA8_SNORM, RGBA, BYTE), U(RGBA8_SNORM, RGBA, UNSIGNED_BYTE),
        U(RGBA8_SNORM, RGBA, SHORT), U(RGBA8_SNORM, RGBA, FLOAT), U(R16_SNORM, RED, SHORT), U(RG16_SNORM, RG, SHORT), U(RGB16_SNORM, RGB, SHORT),
        U(RGBA16_SNORM, RGBA, SHORT), U(RGBA16_SNORM, RGBA, BYTE),
        U(RGB565, RGB, UNSIGNED_SHORT_5_6_5), U(RGB565, RGB, UNSIGNED_BYTE), U(RGB565, RGBA, FLOAT), U(RGBA4, RGBA, UNSIGNED_SHORT_4_4_4_4),
        U(RGBA4, RGBA, UNSIGNED_BYTE), U(RGBA4, BGRA, UNSIGNED_SHORT_4_4_4_4_REV), U(RGB5_A1, RGBA, UNSIGNED_SHORT_5_5_5_1),
        U(RGB5_A1, BGRA, UNSIGNED_SHORT_1_5_5_5_REV), U(RGB5_A1, RGBA, UNSIGNED_BYTE), U(RGBA2, RGBA, UNSIGNED_BYTE), U(RGB4, RGB, UNSIGNED_BYTE),
        U(RGB5, RGB, UNSIGNED_BYTE), U(RGB10, RGB, UNSIGNED_SHORT), U(RGB10_A2, RGBA, UNSIGNED_INT_2_10_10_10_REV),
        U(RGB10_A2, RGBA, UNSIGNED_INT_10_10_10_2), U(RGB10_A2, BGRA, UNSIGNED_INT_2_10_10_10_REV), U(RGB10_A2, RGBA, UNSIGNED_SHORT),
    };
    NATIVE_TEST(t, true);
    compare_all(t, list, sizeof list / sizeof *list);
    native_test_finish(t);
}

static void test_unsized_formats_take_their_precision_from_the_client_type(void **state)
{
    static const struct upload list[] = {
        U(RGBA, RGBA, UNSIGNED_BYTE), U(RGBA, BGRA, UNSIGNED_BYTE), U(RGBA, RGBA, UNSIGNED_SHORT), U(RGBA, RGBA, FLOAT),
        U(RGBA, RGBA, UNSIGNED_SHORT_4_4_4_4), U(RGBA, RGBA, UNSIGNED_SHORT_5_5_5_1), U(RGBA, BGRA, UNSIGNED_SHORT_1_5_5_5_REV),
        U(RGBA, RGBA, UNSIGNED_INT_10_10_10_2), U(RGBA, RGBA, UNSIGNED_INT_2_10_10_10_REV), U(RGB, RGB, UNSIGNED_BYTE),
        U(RGB, RGB, UNSIGNED_SHORT_5_6_5), U(RGB, RGB, FLOAT), U(RGB, RGB, UNSIGNED_SHORT), U(RGB, BGRA, UNSIGNED_BYTE),
        U(RED, RED, UNSIGNED_BYTE), U(RED, RED, UNSIGNED_SHORT), U(RED, RED, FLOAT), U(RG, RG, UNSIGNED_BYTE), U(RG, RG, UNSIGNED_SHORT),
    };
    NATIVE_TEST(t, true);
    compare_all(t, list, sizeof list / sizeof *list);
    native_test_finish(t);
}

static void test_floats_and_integers_are_stored_as_desktop_gl_stores_them(void **state)
{
    static const struct upload list[] = {
        U(R16F, RED, FLOAT), U(RG16F, RG, HALF_FLOAT), U(RGB16F, RGB, FLOAT), U(RGBA16F, RGBA, FLOAT), U(RGBA16F, RGBA, HALF_FLOAT),
        U(RGBA16F, BGRA, FLOAT), U(RGBA16F, RGBA, UNSIGNED_BYTE), U(RGBA16F, RGBA, UNSIGNED_SHORT), U(RGBA16F, RGBA, SHORT), U(RGBA16F, RGBA, BYTE), U(RGBA16F, BGRA, UNSIGNED_BYTE), U(RGBA16F, RGBA, UNSIGNED_INT), U(RGBA16F, RGB, UNSIGNED_BYTE), U(RGBA16F, RGBA, UNSIGNED_INT_2_10_10_10_REV), U(RGBA16F, RGB, UNSIGNED_SHORT_5_6_5), U(RGB16F, RGB, UNSIGNED_BYTE), U(RG16F, RG, UNSIGNED_BYTE), U(RGB16F, RGBA, UNSIGNED_BYTE), U(R16F, RGBA, UNSIGNED_BYTE), U(RGB16F, RGB, UNSIGNED_SHORT_5_6_5), U(R16F, RED, UNSIGNED_SHORT), U(RGBA32F, RGBA, UNSIGNED_INT_2_10_10_10_REV), U(RGBA32F, RGBA, INT), U(RGBA32F, RGBA, BYTE), U(RGBA32F, RGB, UNSIGNED_SHORT_5_6_5), U(R11F_G11F_B10F, RGB, UNSIGNED_BYTE), U(RGB9_E5, RGB, UNSIGNED_BYTE), U(R11F_G11F_B10F, RGBA, FLOAT), U(RGB9_E5, RGBA, FLOAT), U(RGB9_E5, RGB, HALF_FLOAT), U(R11F_G11F_B10F, RGB, HALF_FLOAT), U(R32F, RED, FLOAT), U(RG32F, RG, FLOAT), U(RGB32F, RGB, FLOAT),
        U(RGBA32F, RGBA, FLOAT), U(RGBA32F, RGBA, UNSIGNED_BYTE), U(RGBA32F, RGBA, UNSIGNED_SHORT), U(RGBA32F, RGBA, HALF_FLOAT),
        U(R11F_G11F_B10F, RGB, FLOAT), U(R11F_G11F_B10F, RGB, UNSIGNED_INT_10F_11F_11F_REV), U(RGB9_E5, RGB, FLOAT),
        U(RGB9_E5, RGB, UNSIGNED_INT_5_9_9_9_REV),
        U(R8UI, RED_INTEGER, UNSIGNED_BYTE), U(RG8UI, RG_INTEGER, UNSIGNED_BYTE), U(RGB8UI, RGB_INTEGER, UNSIGNED_BYTE),
        U(RGBA8UI, RGBA_INTEGER, UNSIGNED_BYTE), U(RGBA8UI, BGRA_INTEGER, UNSIGNED_BYTE), U(RGBA8UI, RGBA_INTEGER, UNSIGNED_INT),
        U(RGBA8UI, RGBA_INTEGER, INT), U(RGBA8I, RGBA_INTEGER, BYTE), U(RGBA8I, RGBA_INTEGER, INT), U(R16UI, RED_INTEGER, UNSIGNED_SHORT),
        U(RGBA16I, RGBA_INTEGER, SHORT), U(RGB16UI, RGB_INTEGER, UNSIGNED_SHORT), U(R32I, RED_INTEGER, INT), U(RGB32I, RGB_INTEGER, INT),
        U(RGBA32UI, RGBA_INTEGER, UNSIGNED_INT), U(RGBA32I, RGBA_INTEGER, INT), U(RGB10_A2UI, RGBA_INTEGER, UNSIGNED_INT_2_10_10_10_REV),
    };
    NATIVE_TEST(t, true);
    compare_all(t, list, sizeof list / sizeof *list);
    native_test_finish(t);
}

static void test_legacy_formats_read_as_luminance_alpha_and_intensity(void **state)
{
    static const struct upload list[] = {
        U(LUMINANCE, LUMINANCE, UNSIGNED_BYTE), U(LUMINANCE8, LUMINANCE, UNSIGNED_BYTE), U(LUMINANCE8, RGBA, UNSIGNED_BYTE),
        U(LUMINANCE_ALPHA, LUMINANCE_ALPHA, UNSIGNED_BYTE), U(LUMINANCE8_ALPHA8, RGBA, UNSIGNED_BYTE), U(ALPHA, ALPHA, UNSIGNED_BYTE),
        U(ALPHA8, RGBA, UNSIGNED_BYTE), U(INTENSITY, RED, UNSIGNED_BYTE), U(INTENSITY8, LUMINANCE, UNSIGNED_BYTE), U(INTENSITY8, RGBA, UNSIGNED_BYTE),
        U(RGBA8, LUMINANCE, UNSIGNED_BYTE), U(RGBA8, LUMINANCE_ALPHA, UNSIGNED_BYTE), U(RGBA8, ALPHA, UNSIGNED_BYTE), U(RGBA8, ABGR_EXT, UNSIGNED_BYTE),
        U(LUMINANCE16, LUMINANCE, UNSIGNED_SHORT), U(LUMINANCE12_ALPHA12, LUMINANCE_ALPHA, UNSIGNED_SHORT), U(ALPHA16, ALPHA, UNSIGNED_SHORT),
        U(INTENSITY16, RED, UNSIGNED_SHORT), U(LUMINANCE4, LUMINANCE, UNSIGNED_BYTE), U(LUMINANCE6_ALPHA2, LUMINANCE_ALPHA, UNSIGNED_BYTE),
        U(LUMINANCE32F_ARB, LUMINANCE, FLOAT), U(ALPHA16F_ARB, ALPHA, FLOAT), U(ALPHA16F_ARB, RGBA, UNSIGNED_BYTE), U(LUMINANCE16F_ARB, RGBA, UNSIGNED_BYTE), U(INTENSITY16F_ARB, RED, FLOAT), U(LUMINANCE_ALPHA16F_ARB, LUMINANCE_ALPHA, FLOAT),
        U(LUMINANCE8_SNORM, LUMINANCE, BYTE), U(ALPHA_SNORM, ALPHA, BYTE), U(ALPHA16_SNORM, RGBA, SHORT), U(INTENSITY8_SNORM, RED, BYTE), U(INTENSITY16_SNORM, RED, FLOAT),
        U(LUMINANCE_ALPHA_SNORM, LUMINANCE_ALPHA, BYTE), U(LUMINANCE16_ALPHA16_SNORM, LUMINANCE_ALPHA, SHORT), U(RED_SNORM, RED, BYTE), U(RG_SNORM, RG, BYTE), U(RGB_SNORM, RGB, BYTE), U(RGBA_SNORM, RGBA, FLOAT),
        U(SLUMINANCE8, LUMINANCE, UNSIGNED_BYTE), U(SLUMINANCE8_ALPHA8, LUMINANCE_ALPHA, UNSIGNED_BYTE),
        { .internal = 1, .format = GL_LUMINANCE, .type = GL_UNSIGNED_BYTE, .name = "1" }, { .internal = 2, .format = GL_LUMINANCE_ALPHA, .type = GL_UNSIGNED_BYTE, .name = "2" },
        { .internal = 3, .format = GL_RGB, .type = GL_UNSIGNED_BYTE, .name = "3" }, { .internal = 4, .format = GL_RGBA, .type = GL_UNSIGNED_BYTE, .name = "4" },
    };
    NATIVE_TEST(t, false);
    compare_all(t, list, sizeof list / sizeof *list);
    native_test_finish(t);
}

static void test_depth_is_stored_as_desktop_gl_stores_it(void **state)
{
    static const struct upload list[] = {
        U(DEPTH_COMPONENT16, DEPTH_COMPONENT, UNSIGNED_SHORT), U(DEPTH_COMPONENT16, DEPTH_COMPONENT, UNSIGNED_INT),
        U(DEPTH_COMPONENT16, DEPTH_COMPONENT, FLOAT), U(DEPTH_COMPONENT24, DEPTH_COMPONENT, UNSIGNED_INT), U(DEPTH_COMPONENT24, DEPTH_COMPONENT, UNSIGNED_SHORT),
        U(DEPTH_COMPONENT24, DEPTH_COMPONENT, FLOAT), U(DEPTH_COMPONENT24, DEPTH_COMPONENT, UNSIGNED_BYTE), U(DEPTH_COMPONENT32, DEPTH_COMPONENT, UNSIGNED_INT), U(DEPTH_COMPONENT32, DEPTH_COMPONENT, FLOAT),
        U(DEPTH_COMPONENT32F, DEPTH_COMPONENT, FLOAT), U(DEPTH_COMPONENT32F, DEPTH_COMPONENT, UNSIGNED_INT), U(DEPTH_COMPONENT, DEPTH_COMPONENT, UNSIGNED_SHORT),
        U(DEPTH_COMPONENT, DEPTH_COMPONENT, UNSIGNED_INT), U(DEPTH_COMPONENT, DEPTH_COMPONENT, FLOAT), U(DEPTH24_STENCIL8, DEPTH_STENCIL, UNSIGNED_INT_24_8),
        U(DEPTH_STENCIL, DEPTH_STENCIL, UNSIGNED_INT_24_8), U(DEPTH32F_STENCIL8, DEPTH_STENCIL, FLOAT_32_UNSIGNED_INT_24_8_REV),
    };
    NATIVE_TEST(t, true);
    compare_all(t, list, sizeof list / sizeof *list);
    native_test_finish(t);
}

static void test_unpack_state_holds_with_and_without_conversion(void **state)
{
    static const struct upload list[] = {
        { GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, "rows", 8, 11, 3, 2, false }, { GL_RGBA8, GL_BGRA, GL_UNSIGNED_BYTE, "rows, BGRA", 8, 11, 3, 2, false },
        { GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, "alignment 1", 1, 0, 0, 0, false }, { GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, "alignment 8", 8, 9, 1, 1, false },
        { GL_RGB8, GL_BGR, GL_UNSIGNED_BYTE, "alignment 2, BGR", 2, 9, 1, 1, false }, { GL_RGBA8, GL_RGB, GL_UNSIGNED_BYTE, "widened", 8, 9, 1, 1, false },
        { GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, "swapped shorts", 4, 0, 0, 0, true }, { GL_RGBA32F, GL_RGBA, GL_UNSIGNED_INT, "swapped ints", 4, 9, 0, 0, true },
        { GL_RGB565, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, "swapped packed", 4, 0, 0, 0, true }, { GL_RGBA8, GL_RGBA, GL_UNSIGNED_INT_8_8_8_8, "swapped 8888", 4, 0, 0, 0, true },
        { GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, "swapped bytes change nothing", 4, 0, 0, 0, true },
    };
    NATIVE_TEST(t, true);
    compare_all(t, list, sizeof list / sizeof *list);
    native_test_finish(t);
}
// clang-format on

static void test_wrong_client_pairs_get_desktop_errors(void **state)
{
    static const struct upload list[] = {
        U(RGBA8, RGBA_INTEGER, UNSIGNED_BYTE),
        U(RGBA8UI, RGBA, UNSIGNED_BYTE),
        U(RGBA8, DEPTH_COMPONENT, FLOAT),
        U(DEPTH_COMPONENT24, RGBA, FLOAT),
        U(RGBA8, RGBA, UNSIGNED_SHORT_5_6_5),
        U(RGBA8, RGB, UNSIGNED_INT_8_8_8_8),
        U(RGBA8, RGBA, TEXTURE_2D),
        U(RGBA8, TEXTURE_2D, UNSIGNED_BYTE),
        U(TEXTURE_2D, RGBA, UNSIGNED_BYTE),
        U(DEPTH24_STENCIL8, DEPTH_STENCIL, UNSIGNED_BYTE),
        U(LUMINANCE8, LUMINANCE, UNSIGNED_BYTE),
    };
    NATIVE_TEST(t, true);

    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        GLenum errors[2];
        for (int arm = 0; arm < 2; arm++) {
            const struct upload *u = &list[i];
            static const uint8_t pixels[4096];
            native_test_arm(t, arm == 0);
            t->table->TexImage2D(GL_TEXTURE_2D, 0, (GLint)u->internal, W, H, 0, u->format, u->type, pixels);
            errors[arm] = t->table->GetError();
        }
        if (errors[0] != errors[1] || errors[0] == GL_NO_ERROR)
            fail_msg("%s: 0x%x, native 0x%x", list[i].name, errors[1], errors[0]);
    }
    native_test_finish(t);
}
#undef U

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_colours_are_stored_as_desktop_gl_stores_them),
        cmocka_unit_test(test_unsized_formats_take_their_precision_from_the_client_type),
        cmocka_unit_test(test_floats_and_integers_are_stored_as_desktop_gl_stores_them),
        cmocka_unit_test(test_legacy_formats_read_as_luminance_alpha_and_intensity),
        cmocka_unit_test(test_depth_is_stored_as_desktop_gl_stores_it),
        cmocka_unit_test(test_unpack_state_holds_with_and_without_conversion),
        cmocka_unit_test(test_wrong_client_pairs_get_desktop_errors),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
