/* SPDX-License-Identifier: MIT */
/* Tests of reading back: glReadPixels and glGetTexImage in many pairs, with pack state and buffers, against
 * native desktop GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

enum { W = 7, H = 5 };

struct pair {
    GLenum format, type;
};

struct read {
    GLenum internal;
    const char *name;
    GLenum format, type; /* of the upload */
    const struct pair *pairs;
    size_t n;
    bool pixels_only; /* glReadPixels alone */
};

/* The texture that is read, attached to a framebuffer. */
static void source(const struct gl_table *gl, const struct read *r, GLuint names[2])
{
    static uint8_t pixels[W * H * 16];
    GLenum point = r->format == GL_DEPTH_COMPONENT ? GL_DEPTH_ATTACHMENT
                   : r->format == GL_DEPTH_STENCIL ? GL_DEPTH_STENCIL_ATTACHMENT
                                                   : GL_COLOR_ATTACHMENT0;

    native_fill(pixels, sizeof pixels, 3);
    if (r->type == GL_FLOAT)
        for (size_t i = 0; i < sizeof pixels; i += 4) {
            float f = (float)pixels[i] / 255.0f * 1.2f - 0.1f;
            memcpy(pixels + i, &f, 4);
        }
    gl->GenTextures(1, &names[0]);
    gl->BindTexture(GL_TEXTURE_2D, names[0]);
    gl->TexImage2D(GL_TEXTURE_2D, 0, (GLint)r->internal, W, H, 0, r->format, r->type, pixels);
    gl->GenFramebuffers(1, &names[1]);
    gl->BindFramebuffer(GL_FRAMEBUFFER, names[1]);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, point, GL_TEXTURE_2D, names[0], 0);
    if (point != GL_COLOR_ATTACHMENT0) {
        gl->DrawBuffer(GL_NONE);
        gl->ReadBuffer(GL_NONE);
    }
    assert_int_equal(gl->CheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
}

static struct read current_read;

static void read_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct pair *p = arg;
    GLuint names[2];

    source(gl, &current_read, names);
    gl->ReadPixels(0, 0, W, H, p->format, p->type, note_room(t, W * H * 16 + 64));
    note_error(t);
    if (!current_read.pixels_only)
        gl->GetTexImage(GL_TEXTURE_2D, 0, p->format, p->type, note_room(t, W * H * 16 + 64));
    note_error(t);
    gl->DeleteFramebuffers(1, &names[1]);
    gl->DeleteTextures(1, &names[0]);
}

static void compare_reads(struct native_test *t, const struct read *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        current_read = list[i];
        for (size_t k = 0; k < list[i].n; k++) {
            char what[128];
            snprintf(what, sizeof what, "%s as 0x%x 0x%x", list[i].name, list[i].pairs[k].format,
                     list[i].pairs[k].type);
            native_compare(t, read_scene, &list[i].pairs[k], what);
        }
    }
}

// clang-format off
static const struct pair colour_pairs[] = {
    { GL_RGBA, GL_UNSIGNED_BYTE }, { GL_BGRA, GL_UNSIGNED_BYTE }, { GL_RGB, GL_UNSIGNED_BYTE }, { GL_BGR, GL_UNSIGNED_BYTE },
    { GL_RED, GL_UNSIGNED_BYTE }, { GL_GREEN, GL_UNSIGNED_BYTE }, { GL_BLUE, GL_UNSIGNED_BYTE }, { GL_RG, GL_UNSIGNED_BYTE },
    { GL_RGBA, GL_BYTE }, { GL_RGBA, GL_UNSIGNED_SHORT }, { GL_RGBA, GL_SHORT },
    { GL_RGBA, GL_FLOAT }, { GL_RGBA, GL_HALF_FLOAT }, { GL_RGB, GL_FLOAT }, { GL_RED, GL_FLOAT }, { GL_BGRA, GL_FLOAT },
    { GL_RGB, GL_UNSIGNED_SHORT_5_6_5 }, { GL_RGB, GL_UNSIGNED_BYTE_3_3_2 }, { GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4 },
    { GL_BGRA, GL_UNSIGNED_SHORT_4_4_4_4_REV }, { GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1 }, { GL_BGRA, GL_UNSIGNED_SHORT_1_5_5_5_REV },
    { GL_RGBA, GL_UNSIGNED_INT_8_8_8_8 }, { GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV }, { GL_RGBA, GL_UNSIGNED_INT_10_10_10_2 },
    { GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV },
};
/* Not for packed formats: native GL overflows there, and reads 0 for 1. */
static const struct pair wide_pairs[] = { { GL_RGBA, GL_UNSIGNED_INT }, { GL_RGBA, GL_INT } };
static const struct pair float_pairs[] = {
    { GL_RGBA, GL_FLOAT }, { GL_RGBA, GL_UNSIGNED_BYTE }, { GL_RGBA, GL_HALF_FLOAT }, { GL_RGB, GL_FLOAT }, { GL_BGRA, GL_FLOAT },
    { GL_RED, GL_FLOAT }, { GL_RGBA, GL_UNSIGNED_SHORT }, { GL_RGBA, GL_SHORT }, { GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV },
    { GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV }, { GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV },
};
static const struct pair signed_pairs[] = { { GL_RGBA, GL_FLOAT }, { GL_RGB, GL_FLOAT } };
static const struct pair integer_pairs[] = {
    { GL_RGBA_INTEGER, GL_UNSIGNED_INT }, { GL_RGBA_INTEGER, GL_INT }, { GL_RGBA_INTEGER, GL_UNSIGNED_BYTE }, { GL_RGBA_INTEGER, GL_BYTE },
    { GL_RGBA_INTEGER, GL_UNSIGNED_SHORT }, { GL_RGB_INTEGER, GL_INT }, { GL_BGRA_INTEGER, GL_UNSIGNED_INT }, { GL_RED_INTEGER, GL_SHORT },
};
static const struct pair depth_pairs[] = {
    { GL_DEPTH_COMPONENT, GL_FLOAT }, { GL_DEPTH_COMPONENT, GL_UNSIGNED_INT }, { GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT },
    { GL_DEPTH_COMPONENT, GL_UNSIGNED_BYTE },
};
static const struct pair depth_stencil_pairs[] = { { GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8 } };

#define R(i, f, t, list) { GL_##i, #i, GL_##f, GL_##t, list, sizeof list / sizeof *list, false }
#define P(i, f, t, list) { GL_##i, #i, GL_##f, GL_##t, list, sizeof list / sizeof *list, true }

static void test_normalised_colours_read_back_as_native(void **state)
{
    static const struct read list[] = {
        R(RGBA8, RGBA, UNSIGNED_BYTE, colour_pairs), R(RGB8, RGB, UNSIGNED_BYTE, colour_pairs), R(R8, RED, UNSIGNED_BYTE, colour_pairs),
        R(RG8, RG, UNSIGNED_BYTE, colour_pairs), R(RGBA16, RGBA, UNSIGNED_SHORT, colour_pairs), R(R16, RED, UNSIGNED_SHORT, colour_pairs),
        R(RGB10_A2, RGBA, UNSIGNED_SHORT, colour_pairs), R(RGB565, RGB, UNSIGNED_BYTE, colour_pairs), R(RGBA4, RGBA, UNSIGNED_BYTE, colour_pairs),
        R(RGB5_A1, RGBA, UNSIGNED_BYTE, colour_pairs), R(SRGB8_ALPHA8, RGBA, UNSIGNED_BYTE, colour_pairs), R(RGB16, RGB, UNSIGNED_SHORT, colour_pairs),
        R(RGB10, RGB, UNSIGNED_SHORT, colour_pairs), R(RGBA8, RGBA, UNSIGNED_BYTE, wide_pairs), R(RG16, RG, UNSIGNED_SHORT, wide_pairs),
    };
    NATIVE_TEST(t, true);
    compare_reads(t, list, sizeof list / sizeof *list);
    native_test_finish(t);
}

static void test_floats_and_integers_read_back_as_native(void **state)
{
    static const struct read list[] = {
        R(RGBA32F, RGBA, FLOAT, float_pairs), R(RGBA16F, RGBA, FLOAT, float_pairs), R(RGB16F, RGB, FLOAT, float_pairs), R(R32F, RED, FLOAT, float_pairs),
        R(R11F_G11F_B10F, RGB, FLOAT, float_pairs),
        R(RGBA8UI, RGBA_INTEGER, UNSIGNED_BYTE, integer_pairs), R(RGBA8I, RGBA_INTEGER, BYTE, integer_pairs), R(RGBA32UI, RGBA_INTEGER, UNSIGNED_INT, integer_pairs),
        R(RGBA32I, RGBA_INTEGER, INT, integer_pairs), R(R16UI, RED_INTEGER, UNSIGNED_SHORT, integer_pairs), R(RGB10_A2UI, RGBA_INTEGER, UNSIGNED_INT_2_10_10_10_REV, integer_pairs),
        R(RGB8UI, RGB_INTEGER, UNSIGNED_BYTE, integer_pairs),
    };
    NATIVE_TEST(t, true);
    compare_reads(t, list, sizeof list / sizeof *list);
    native_test_finish(t);
}

static void test_signed_normalised_colours_read_back_as_native(void **state)
{
    static const struct read list[] = {
        R(RGBA8_SNORM, RGBA, BYTE, signed_pairs), R(R8_SNORM, RED, BYTE, signed_pairs), R(RGBA16_SNORM, RGBA, SHORT, signed_pairs),
        P(RGBA8_SNORM, RGBA, BYTE, float_pairs), P(R8_SNORM, RED, BYTE, float_pairs), P(RGBA16_SNORM, RGBA, SHORT, float_pairs),
    };
    NATIVE_TEST(t, true);
    compare_reads(t, list, sizeof list / sizeof *list);
    native_test_finish(t);
}

static void test_depth_and_stencil_read_back_as_native(void **state)
{
    static const struct read list[] = {
        R(DEPTH_COMPONENT16, DEPTH_COMPONENT, UNSIGNED_SHORT, depth_pairs), R(DEPTH_COMPONENT24, DEPTH_COMPONENT, UNSIGNED_INT, depth_pairs),
        R(DEPTH_COMPONENT32, DEPTH_COMPONENT, UNSIGNED_INT, depth_pairs), R(DEPTH_COMPONENT32F, DEPTH_COMPONENT, FLOAT, depth_pairs),
        R(DEPTH24_STENCIL8, DEPTH_STENCIL, UNSIGNED_INT_24_8, depth_pairs), R(DEPTH24_STENCIL8, DEPTH_STENCIL, UNSIGNED_INT_24_8, depth_stencil_pairs),
    };
    NATIVE_TEST(t, true);
    compare_reads(t, list, sizeof list / sizeof *list);
    native_test_finish(t);
}

static void test_legacy_textures_read_back_as_native(void **state)
{
    static const struct pair pairs[] = {
        { GL_RGBA, GL_UNSIGNED_BYTE }, { GL_LUMINANCE, GL_UNSIGNED_BYTE }, { GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE }, { GL_ALPHA, GL_UNSIGNED_BYTE },
        { GL_RED, GL_UNSIGNED_BYTE }, { GL_RGBA, GL_FLOAT },
    };
    static const struct read list[] = {
        R(LUMINANCE8, LUMINANCE, UNSIGNED_BYTE, pairs), R(LUMINANCE8_ALPHA8, LUMINANCE_ALPHA, UNSIGNED_BYTE, pairs), R(ALPHA8, ALPHA, UNSIGNED_BYTE, pairs),
        R(INTENSITY8, RED, UNSIGNED_BYTE, pairs), R(RGBA8, RGBA, UNSIGNED_BYTE, pairs), R(RGB8, RGB, UNSIGNED_BYTE, pairs),
    };
    NATIVE_TEST(t, false);
    compare_reads(t, list, sizeof list / sizeof *list);
    native_test_finish(t);
}
#undef R
#undef P
// clang-format on

/* A compressed image of four blocks, and one of shared exponents, read as native GL decodes them. */
static void unrenderable_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const struct {
        GLenum format;
        GLsizei size;
    } list[] = {
        {GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 64},
        {GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 32},
        {GL_COMPRESSED_RED_RGTC1, 32},
        {GL_COMPRESSED_RGBA_BPTC_UNORM, 64},
        {GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, 64},
    };
    static uint8_t data[256];
    GLuint names[2];

    (void)arg;
    native_fill(data, sizeof data, 77);
    gl->GenTextures(2, names);
    gl->BindTexture(GL_TEXTURE_2D, names[0]);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        gl->CompressedTexImage2D(GL_TEXTURE_2D, 0, list[i].format, 8, 8, 0, list[i].size, data);
        note_error(t);
        gl->GetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 256));
        note_error(t);
    }
    gl->BindTexture(GL_TEXTURE_CUBE_MAP, names[1]);
    for (GLenum f = 0; f < 6; f++)
        gl->TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + f, 0, GL_RGB9_E5, 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE,
                       data + f);
    for (GLenum f = 0; f < 6; f++)
        gl->GetTexImage(GL_TEXTURE_CUBE_MAP_POSITIVE_X + f, 0, GL_RGB, GL_FLOAT, note_room(t, 192));
    note_error(t);
    gl->DeleteTextures(2, names);
}

static void test_formats_no_framebuffer_takes_are_read_back(void **state)
{
    NATIVE_TEST(t, true);
    native_compare(t, unrenderable_scene, NULL, "unrenderable");
    native_test_finish(t);
}

struct pack {
    GLenum format, type;
    GLint alignment, row_length, skip_pixels, skip_rows;
    bool swap, buffer;
};

static void pack_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    const struct pack *p = arg;
    const struct read r = {.internal = GL_RGBA8, .format = GL_RGBA, .type = GL_UNSIGNED_BYTE};
    GLuint names[2], buffer;
    uint8_t *room = note_room(t, 4096);

    source(gl, &r, names);
    gl->PixelStorei(GL_PACK_ALIGNMENT, p->alignment);
    gl->PixelStorei(GL_PACK_ROW_LENGTH, p->row_length);
    gl->PixelStorei(GL_PACK_SKIP_PIXELS, p->skip_pixels);
    gl->PixelStorei(GL_PACK_SKIP_ROWS, p->skip_rows);
    gl->PixelStorei(GL_PACK_SWAP_BYTES, p->swap);
    if (p->buffer) {
        gl->GenBuffers(1, &buffer);
        gl->BindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
        gl->BufferData(GL_PIXEL_PACK_BUFFER, 4096, room, GL_STREAM_READ);
        gl->ReadPixels(1, 1, 5, 3, p->format, p->type, (void *)32);
        gl->GetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, 4096, room);
        gl->BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
        gl->DeleteBuffers(1, &buffer);
    } else {
        gl->ReadPixels(1, 1, 5, 3, p->format, p->type, room);
    }
    note_error(t);
    for (int i = 0; i < 5; i++)
        gl->PixelStorei((GLenum[]){GL_PACK_ALIGNMENT, GL_PACK_ROW_LENGTH, GL_PACK_SKIP_PIXELS,
                                   GL_PACK_SKIP_ROWS, GL_PACK_SWAP_BYTES}[i],
                        i ? 0 : 4);
    gl->DeleteFramebuffers(1, &names[1]);
    gl->DeleteTextures(1, &names[0]);
}

static void test_pack_state_leaves_what_lies_between_rows(void **state)
{
    static const struct pack list[] = {
        {GL_RGBA, GL_UNSIGNED_BYTE, 4, 0, 0, 0, false, false},
        {GL_RGBA, GL_UNSIGNED_BYTE, 8, 9, 2, 1, false, false},
        {GL_RGB, GL_UNSIGNED_BYTE, 4, 0, 0, 0, false, false},
        {GL_RGB, GL_UNSIGNED_BYTE, 8, 9, 2, 1, false, false},
        {GL_BGRA, GL_UNSIGNED_BYTE, 1, 11, 1, 2, false, false},
        {GL_RGBA, GL_UNSIGNED_SHORT, 4, 0, 0, 0, true, false},
        {GL_RGBA, GL_FLOAT, 4, 7, 1, 1, true, false},
        {GL_RGBA, GL_UNSIGNED_BYTE, 4, 0, 0, 0, false, true},
        {GL_RGB, GL_UNSIGNED_BYTE, 8, 9, 2, 1, false, true},
        {GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, 4, 9, 2, 1, false, true},
    };
    NATIVE_TEST(t, true);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        char what[32];
        snprintf(what, sizeof what, "pack %zu", i);
        native_compare(t, pack_scene, &list[i], what);
    }
    native_test_finish(t);
}

static void error_scene(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static uint8_t pixels[65536];
    GLuint names[2], buffer;
    const struct read r = {.internal = GL_RGBA8, .format = GL_RGBA, .type = GL_UNSIGNED_BYTE};

    (void)arg;
    source(gl, &r, names);
    gl->ReadPixels(0, 0, -1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    note_error(t);
    gl->ReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, pixels);
    note_error(t);
    gl->ReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, pixels);
    note_error(t);
    gl->ReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, pixels);
    note_error(t);
    gl->GenBuffers(1, &buffer);
    gl->BindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    gl->BufferData(GL_PIXEL_PACK_BUFFER, 64, NULL, GL_STREAM_READ);
    gl->ReadPixels(0, 0, 5, 5, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    note_error(t);
    gl->ReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT, (void *)2);
    note_error(t);
    gl->BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    gl->DeleteBuffers(1, &buffer);
    gl->ReadBuffer(GL_NONE);
    gl->ReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    note_error(t);
    gl->ReadBuffer(GL_COLOR_ATTACHMENT0);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
    gl->ReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    note_error(t);
    gl->DeleteFramebuffers(1, &names[1]);
    gl->DeleteTextures(1, &names[0]);
}

static void test_reads_that_gl_forbids_get_desktop_errors(void **state)
{
    NATIVE_TEST(t, true);
    native_compare(t, error_scene, NULL, "read errors");
    native_test_finish(t);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_normalised_colours_read_back_as_native),
        cmocka_unit_test(test_floats_and_integers_read_back_as_native),
        cmocka_unit_test(test_signed_normalised_colours_read_back_as_native),
        cmocka_unit_test(test_depth_and_stencil_read_back_as_native),
        cmocka_unit_test(test_legacy_textures_read_back_as_native),
        cmocka_unit_test(test_formats_no_framebuffer_takes_are_read_back),
        cmocka_unit_test(test_pack_state_leaves_what_lies_between_rows),
        cmocka_unit_test(test_reads_that_gl_forbids_get_desktop_errors),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
