/* SPDX-License-Identifier: MIT */
/* Both backends on llvmpipe: what the player asks of them, and the pixels it reads back through them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "gles/gl_test.h"
#include "retrace/backend_impl.h"
#include "retrace/player.h"
#include "trace/trace.h"

/* Both kinds, and the one under test. */
struct arms {
    struct backend_native native;
    struct backend_emu emu;
    struct emu_gaps gaps;
    const struct backend *backend[2];
};

static void open_arms(struct arms *arms, struct gl_test *t)
{
    memset(arms, 0, sizeof *arms);
    backend_native_init(&arms->native, t->display);
    backend_emu_init(&arms->emu, t->display, NULL, NULL, NULL, &arms->gaps, &t->log.log);
    arms->backend[0] = &arms->native.backend;
    arms->backend[1] = &arms->emu.backend;
}

static void close_arms(struct arms *arms)
{
    emu_gaps_finish(&arms->gaps);
}

static const struct backend_context_params legacy;
static const struct backend_context_params core33 = {.major = 3, .minor = 3, .core = true};

static void test_core_context_has_the_version_and_no_fixed_function(void **state)
{
    GL_TEST(t);
    struct arms arms;

    open_arms(&arms, t);
    for (int i = 0; i < 2; i++) {
        const struct backend *b = arms.backend[i];
        struct backend_context *ctx = b->context_create(b->priv, &core33);
        const struct gl_table *gl;
        GLint major = 0, profile = 0;

        assert_non_null(ctx);
        assert_true(b->make_current(b->priv, NULL, NULL, ctx));
        gl = b->context_table(ctx);
        gl->GetIntegerv(GL_MAJOR_VERSION, &major);
        gl->GetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
        assert_true(major >= 3);
        assert_true(profile & GL_CONTEXT_CORE_PROFILE_BIT);
        assert_true(b->make_current(b->priv, NULL, NULL, NULL));
        b->context_destroy(b->priv, ctx);
    }
    close_arms(&arms);
}

/* A clear of the left half tells top from bottom, and sizes apart. */
static void clear_corner(const struct gl_table *gl, int width, int height)
{
    gl->Disable(GL_SCISSOR_TEST);
    gl->ClearColor(0, 0, 1, 1);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    gl->Enable(GL_SCISSOR_TEST);
    gl->Scissor(0, 0, width, height);
    gl->ClearColor(1, 0, 0, 0.5f);
    gl->Clear(GL_COLOR_BUFFER_BIT);
}

static uint32_t pixel(const struct gl_table *gl, int x, int y)
{
    uint8_t rgba[4] = {0x99, 0x99, 0x99, 0x99};

    gl->ReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    return (uint32_t)rgba[0] << 24 | (uint32_t)rgba[1] << 16 | (uint32_t)rgba[2] << 8 | rgba[3];
}

static void test_resized_drawable_is_drawn_to_at_once(void **state)
{
    GL_TEST(t);
    struct arms arms;

    open_arms(&arms, t);
    for (int i = 0; i < 2; i++) {
        const struct backend *b = arms.backend[i];
        struct backend_context *ctx = b->context_create(b->priv, &legacy);
        struct backend_drawable *d = b->drawable_create(b->priv, 32, 32, 0);
        const struct gl_table *gl = b->context_table(ctx);
        int width, height;

        assert_true(b->make_current(b->priv, d, d, ctx));
        assert_true(b->drawable_resize(b->priv, d, 100, 60));
        b->drawable_size(d, &width, &height);
        assert_int_equal(width, 100);
        assert_int_equal(height, 60);
        clear_corner(gl, 50, 30);
        assert_int_equal(pixel(gl, 49, 29), 0xff000080);
        assert_int_equal(pixel(gl, 99, 59), 0x0000ffff);
        b->drawable_destroy(b->priv, d);
        b->context_destroy(b->priv, ctx);
    }
    close_arms(&arms);
}

/* The driver's memory is not fresh after a few. */
static void test_resized_drawable_is_black_whatever_the_state(void **state)
{
    GL_TEST(t);
    struct arms arms;
    const struct backend *b;
    const struct gl_table *gl;
    struct backend_context *ctx;
    struct backend_drawable *d;
    GLboolean mask[4];

    open_arms(&arms, t);
    b = arms.backend[1];
    ctx = b->context_create(b->priv, &legacy);
    d = b->drawable_create(b->priv, 32, 32, 0);
    gl = b->context_table(ctx);
    assert_true(b->make_current(b->priv, d, d, ctx));
    gl->ClearColor(1, 1, 1, 1);
    gl->Scissor(1, 2, 3, 4);
    for (int i = 0; i < 8; i++) {
        gl->Disable(GL_SCISSOR_TEST);
        gl->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        gl->Clear(GL_COLOR_BUFFER_BIT);
        gl->Enable(GL_SCISSOR_TEST);
        gl->ColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_TRUE);
        assert_true(b->drawable_resize(b->priv, d, i & 1 ? 32 : 34, 32));
        for (int y = 0; y < 32; y++)
            for (int x = 0; x < 32; x++)
                assert_int_equal(pixel(gl, x, y), 0);
    }
    gl->GetBooleanv(GL_COLOR_WRITEMASK, mask);
    assert_true(mask[0] && !mask[1] && gl->IsEnabled(GL_SCISSOR_TEST));
    gl->Clear(GL_COLOR_BUFFER_BIT);
    assert_int_equal(pixel(gl, 1, 2), 0xff00ffff);
    assert_int_equal(pixel(gl, 0, 2), 0);
    b->drawable_destroy(b->priv, d);
    b->context_destroy(b->priv, ctx);
    close_arms(&arms);
}

static void test_default_framebuffer_encodes_when_asked(void **state)
{
    GL_TEST(t);
    struct arms arms;

    open_arms(&arms, t);
    for (int i = 0; i < 2; i++) {
        const struct backend *b = arms.backend[i];
        struct backend_context *ctx = b->context_create(b->priv, &core33);
        struct backend_drawable *d = b->drawable_create(b->priv, 32, 32, 0);
        const struct gl_table *gl = b->context_table(ctx);

        assert_true(b->make_current(b->priv, d, d, ctx));
        gl->ClearColor(0.5f, 0, 1, 1);
        gl->Clear(GL_COLOR_BUFFER_BIT);
        assert_int_equal(pixel(gl, 9, 9), 0x8000ffff);
        gl->Enable(GL_FRAMEBUFFER_SRGB);
        gl->Clear(GL_COLOR_BUFFER_BIT);
        assert_int_equal(pixel(gl, 9, 9), 0xbc00ffff);
        gl->Disable(GL_FRAMEBUFFER_SRGB);
        gl->Clear(GL_COLOR_BUFFER_BIT);
        assert_int_equal(pixel(gl, 9, 9), 0x8000ffff);
        b->drawable_destroy(b->priv, d);
        b->context_destroy(b->priv, ctx);
    }
    close_arms(&arms);
}

static void test_shared_contexts_see_each_others_buffers(void **state)
{
    GL_TEST(t);
    struct arms arms;

    open_arms(&arms, t);
    for (int i = 0; i < 2; i++) {
        const struct backend *b = arms.backend[i];
        struct backend_context *one = b->context_create(b->priv, &legacy), *two, *three;
        GLuint buffer;

        two = b->context_create(b->priv, &(struct backend_context_params){.share = one});
        three = b->context_create(b->priv, &legacy);
        assert_true(b->make_current(b->priv, NULL, NULL, one));
        b->context_table(one)->GenBuffers(1, &buffer);
        b->context_table(one)->BindBuffer(GL_ARRAY_BUFFER, buffer);
        b->context_table(one)->BufferData(GL_ARRAY_BUFFER, 4, NULL, GL_STATIC_DRAW);
        assert_true(b->make_current(b->priv, NULL, NULL, two));
        assert_true(b->context_table(two)->IsBuffer(buffer));
        assert_true(b->make_current(b->priv, NULL, NULL, three));
        assert_false(b->context_table(three)->IsBuffer(buffer));
        assert_true(b->make_current(b->priv, NULL, NULL, NULL));
        b->context_destroy(b->priv, two);
        b->context_destroy(b->priv, one);
        b->context_destroy(b->priv, three);
    }
    close_arms(&arms);
}

/* --- the player's own reading --- */

static struct trace_value number(uint64_t u)
{
    return (struct trace_value){.type = TRACE_UINT, .u = u};
}

static void call(struct player *p, const char *name, uint32_t index, uint32_t n, struct trace_value *args,
                 uint64_t ret)
{
    static const char *const names[8] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    static struct trace_function functions[8];
    struct trace_call c = {
        .fn = &functions[index], .num_args = n, .args = args, .ret = {.type = TRACE_OPAQUE, .u = ret}};

    functions[index] = (struct trace_function){index, n, name, names};
    player_call(p, &c);
}

/* A player with a context current on a drawable of 64x48. */
static struct player *open_player(const struct backend *backend)
{
    struct player *p = player_create(&(struct player_params){.backend = backend});
    struct trace_value create[] = {number(1), number(2), number(0), number(1)};
    struct trace_value current[] = {number(1), number(7), number(0x100)};
    struct trace_value viewport[] = {number(0), number(0), number(64), number(48)};

    call(p, "glXCreateContext", 0, 4, create, 0x100);
    call(p, "glXMakeCurrent", 1, 3, current, 1);
    call(p, "glViewport", 2, 4, viewport, 0);
    assert_non_null(player_table(p));
    return p;
}

static void test_pixels_come_top_row_first(void **state)
{
    GL_TEST(t);
    struct arms arms;

    open_arms(&arms, t);
    for (int i = 0; i < 2; i++) {
        struct player *p = open_player(arms.backend[i]);
        int width, height;
        uint8_t *rgba;

        clear_corner(player_table(p), 64, 10);
        rgba = player_read_pixels(p, &width, &height);
        assert_non_null(rgba);
        assert_int_equal(width, 64);
        assert_int_equal(height, 48);
        assert_memory_equal(rgba, "\x00\x00\xff\xff", 4);
        assert_memory_equal(rgba + 64 * 47 * 4, "\xff\x00\x00\x80", 4);
        assert_int_equal(player_pack_pixels(p, rgba, width, height), 64 * 48 * 3);
        assert_memory_equal(rgba + 64 * 47 * 3, "\xff\x00\x00\xff\x00\x00", 6);
        free(rgba);
        player_destroy(p);
    }
    close_arms(&arms);
}

static GLint get(const struct gl_table *gl, GLenum name)
{
    GLint value = -1;

    gl->GetIntegerv(name, &value);
    return value;
}

static void test_reading_restores_what_it_touches(void **state)
{
    GL_TEST(t);
    struct arms arms;

    open_arms(&arms, t);
    for (int i = 0; i < 2; i++) {
        struct player *p = open_player(arms.backend[i]);
        const struct gl_table *gl = player_table(p);
        GLuint framebuffers[2], texture, buffer;
        int width, height;
        uint8_t *rgba;

        gl->GenFramebuffers(2, framebuffers);
        gl->GenTextures(1, &texture);
        gl->GenBuffers(1, &buffer);
        gl->BindTexture(GL_TEXTURE_2D, texture);
        gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 5, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
        gl->BindTexture(GL_TEXTURE_2D, 0);
        gl->BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[1]);
        gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers[0]);
        gl->FramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
        gl->BindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
        gl->PixelStorei(GL_PACK_ROW_LENGTH, 77);
        gl->PixelStorei(GL_PACK_ALIGNMENT, 2);
        clear_corner(gl, 5, 1);
        rgba = player_read_pixels(p, &width, &height);
        assert_non_null(rgba);
        assert_int_equal(width, 5);
        assert_int_equal(height, 3);
        assert_memory_equal(rgba + 5 * 2 * 4, "\xff\x00\x00\x80", 4);
        assert_int_equal(player_pack_pixels(p, rgba, width, height), 5 * 3 * 4);
        free(rgba);
        assert_int_equal(get(gl, GL_PACK_ROW_LENGTH), 77);
        assert_int_equal(get(gl, GL_PACK_ALIGNMENT), 2);
        assert_int_equal(get(gl, GL_PIXEL_PACK_BUFFER_BINDING), buffer);
        assert_int_equal(get(gl, GL_READ_FRAMEBUFFER_BINDING), framebuffers[1]);
        assert_int_equal(get(gl, GL_DRAW_FRAMEBUFFER_BINDING), framebuffers[0]);
        assert_int_equal(get(gl, GL_TEXTURE_BINDING_2D), 0);
        assert_int_equal(gl->GetError(), GL_NO_ERROR);
        player_destroy(p);
    }
    close_arms(&arms);
}

static void test_nothing_is_read_where_nothing_can_be(void **state)
{
    GL_TEST(t);
    struct arms arms;

    open_arms(&arms, t);
    for (int i = 0; i < 2; i++) {
        struct player *p = open_player(arms.backend[i]);
        const struct gl_table *gl = player_table(p);
        GLuint framebuffer;
        int width, height;

        gl->GenFramebuffers(1, &framebuffer);
        gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        assert_null(player_read_pixels(p, &width, &height));
        gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
        gl->DrawBuffer(GL_NONE);
        assert_null(player_read_pixels(p, &width, &height));
        player_destroy(p);
    }
    close_arms(&arms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_core_context_has_the_version_and_no_fixed_function),
        cmocka_unit_test(test_resized_drawable_is_drawn_to_at_once),
        cmocka_unit_test(test_resized_drawable_is_black_whatever_the_state),
        cmocka_unit_test(test_default_framebuffer_encodes_when_asked),
        cmocka_unit_test(test_shared_contexts_see_each_others_buffers),
        cmocka_unit_test(test_pixels_come_top_row_first),
        cmocka_unit_test(test_reading_restores_what_it_touches),
        cmocka_unit_test(test_nothing_is_read_where_nothing_can_be),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
