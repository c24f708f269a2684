/* SPDX-License-Identifier: MIT */
/* Tests of contexts and pbuffers of both APIs on llvmpipe, and of a driver weakened by --caps=. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "gles/gl_test.h"

/* Arguments by name: create(t, .api = …). */
#define create(t, ...)  gles_context_create((t)->display, &(struct gles_context_params){__VA_ARGS__})
#define surface(t, ...) gles_surface_create((t)->display, &(struct gles_surface_params){__VA_ARGS__})

/* A failing assertion must not leave a context current for the next test. */
static int release(void **state)
{
    struct gl_test *t = *state;

    if (t->display)
        gles_display_release(t->display);
    return 0;
}

/* One pixel, into 0x99 canaries. */
static uint32_t pixel(const struct gles_table *gl, int x, int y)
{
    uint8_t p[4] = {0x99, 0x99, 0x99, 0x99};

    gl->ReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
    return (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
}

static void test_context_es_is_the_highest_and_draws_to_its_pbuffer(void **state)
{
    struct gles_context *ctx;
    struct gles_surface *s;
    GLint viewport[4] = {0}, buffer = 0;
    GL_TEST(t);

    ctx = create(t, .api = GLES_API_ES);
    s = surface(t, .api = GLES_API_ES, .width = 64, .height = 48);
    assert_non_null(ctx);
    assert_non_null(s);
    assert_null(ctx->gl);
    assert_true(ctx->caps.es >= 31);
    assert_true(!strncmp(ctx->renderer, "llvmpipe", 8));
    assert_true(!strncmp(ctx->version, "OpenGL ES 3.", 12));
    assert_true(gles_context_make_current(ctx, s, s));
    ctx->es->GetIntegerv(GL_VIEWPORT, viewport);
    assert_int_equal(viewport[2], 64);
    assert_int_equal(viewport[3], 48);
    ctx->es->GetIntegerv(GL_DRAW_BUFFER0, &buffer);
    assert_int_equal(buffer, GL_BACK);
    ctx->es->ClearColor(1, 0, 0.2f, 1);
    ctx->es->Clear(GL_COLOR_BUFFER_BIT);
    assert_int_equal(pixel(ctx->es, 63, 47), 0xff0033ff);
    assert_int_equal(pixel(ctx->es, 64, 47), 0x99999999);
    assert_int_equal(ctx->es->GetError(), GL_NO_ERROR);
    gles_surface_destroy(s);
    gles_context_destroy(ctx);
}

static void test_context_es_pointer_without_extension_is_not_in_the_table(void **state)
{
    struct gles_context *ctx;
    GL_TEST(t);

    ctx = create(t, .api = GLES_API_ES);
    assert_non_null(ctx);
    /* The premise: an address comes back for a name that nobody ever had. */
    assert_non_null(gles_display_get_proc(t->display, "glRetraceNoSuchFunction"));
    assert_non_null(gles_display_get_proc(t->display, "glMultiDrawElementsIndirectEXT"));
    if (!gles_caps_has(&ctx->caps, GLES_EXT_multi_draw_indirect)) {
        assert_null(ctx->es->MultiDrawElementsIndirectEXT);
        assert_false(ctx->caps.has_multi_draw_indirect);
    }
    assert_false(gles_caps_has(&ctx->caps, GLES_NV_viewport_array));
    assert_null(ctx->es->ViewportSwizzleNV);
    assert_int_equal(ctx->es->MultiDrawElementsBaseVertexEXT != NULL, ctx->caps.has_multi_draw_base_vertex);
    gles_context_destroy(ctx);
}

static void test_context_weakened_to_es_30_still_draws_and_has_no_more(void **state)
{
    struct gles_caps_limits limits;
    struct gles_context *ctx;
    struct gles_surface *s;
    GL_TEST(t);

    assert_true(gles_caps_limits_parse(&limits,
                                       "es=3.0,-GL_EXT_draw_elements_base_vertex,"
                                       "-GL_OES_draw_elements_base_vertex",
                                       NULL));
    ctx = create(t, .api = GLES_API_ES, .limits = &limits);
    s = surface(t, .api = GLES_API_ES, .width = 4, .height = 4);
    assert_non_null(ctx);
    assert_int_equal(ctx->caps.es, 30);
    assert_false(ctx->caps.has_base_vertex);
    assert_null(ctx->es->DrawElementsBaseVertex);
    assert_null(ctx->es->MultiDrawElementsBaseVertexEXT);
    assert_null(ctx->es->DispatchCompute);
    assert_null(ctx->es->DrawElementsIndirect);
    assert_int_equal(ctx->caps.max_vertex_storage_blocks, 0);
    assert_true(ctx->caps.max_texture_size > 0);
    assert_true(gles_context_make_current(ctx, s, s));
    ctx->es->ClearColor(0, 1, 0, 1);
    ctx->es->Clear(GL_COLOR_BUFFER_BIT);
    assert_int_equal(pixel(ctx->es, 0, 0), 0x00ff00ff);
    gles_surface_destroy(s);
    gles_context_destroy(ctx);
}

static void test_context_desktop_core_is_of_the_version_asked_for(void **state)
{
    struct gles_context *ctx;
    GLint major = 0, minor = 0, profile = 0, flags = 0;
    GL_TEST(t);

    ctx = create(t, .api = GLES_API_DESKTOP, .major = 3, .minor = 3, .profile = GLES_PROFILE_CORE,
                 .forward_compatible = true, .debug = true);
    assert_non_null(ctx);
    assert_null(ctx->es);
    assert_null(ctx->version); /* not current yet */
    assert_true(gles_context_make_current(ctx, NULL, NULL));
    assert_non_null(strstr(ctx->version, "(Core Profile)"));
    ctx->gl->GetIntegerv(GL_MAJOR_VERSION, &major);
    ctx->gl->GetIntegerv(GL_MINOR_VERSION, &minor);
    assert_true(major * 10 + minor >= 33);
    ctx->gl->GetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
    assert_int_equal(profile, GL_CONTEXT_CORE_PROFILE_BIT);
    ctx->gl->GetIntegerv(GL_CONTEXT_FLAGS, &flags);
    assert_int_equal(flags & (GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT | GL_CONTEXT_FLAG_DEBUG_BIT),
                     GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT | GL_CONTEXT_FLAG_DEBUG_BIT);
    gles_context_destroy(ctx);
}

static void test_context_desktop_legacy_has_fixed_function_and_first_viewport(void **state)
{
    struct gles_context *ctx;
    struct gles_surface *s;
    GLint viewport[4] = {0}, buffer = 0;
    uint8_t p[4] = {0x99, 0x99, 0x99, 0x99};
    GL_TEST(t);

    ctx = create(t, .api = GLES_API_DESKTOP);
    s = surface(t, .api = GLES_API_DESKTOP, .width = 33, .height = 17);
    assert_non_null(ctx);
    assert_true(gles_context_make_current(ctx, s, s));
    assert_null(strstr(ctx->version, "Core"));
    ctx->gl->GetIntegerv(GL_VIEWPORT, viewport);
    assert_int_equal(viewport[2], 33);
    assert_int_equal(viewport[3], 17);
    ctx->gl->GetIntegerv(GL_DRAW_BUFFER, &buffer);
    assert_int_equal(buffer, GL_BACK);
    ctx->gl->Color3ub(1, 2, 3);
    ctx->gl->Rectf(-1, -1, 1, 1);
    ctx->gl->ReadPixels(32, 16, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
    assert_memory_equal(p, "\1\2\3\377", 4);
    assert_int_equal(ctx->gl->GetError(), GL_NO_ERROR);
    gles_surface_swap(s);
    gles_surface_destroy(s);
    gles_context_destroy(ctx);
}

static void test_context_desktop_version_that_nobody_has_is_refused(void **state)
{
    GL_TEST(t);
    t->log.text[0] = '\0';
    assert_null(create(t, .api = GLES_API_DESKTOP, .major = 4, .minor = 9, .profile = GLES_PROFILE_CORE));
    assert_logged(&t->log, "llvmpipe: no context of OpenGL 4.9 core (EGL_BAD_MATCH)");
}

static void test_context_creation_keeps_what_was_current(void **state)
{
    struct gles_context *a, *b;
    struct gles_surface *s;
    GL_TEST(t);

    a = create(t, .api = GLES_API_ES);
    s = surface(t, .api = GLES_API_ES, .width = 8, .height = 8);
    assert_true(gles_context_make_current(a, s, s));
    a->es->ClearColor(0, 0, 1, 1);
    b = create(t, .api = GLES_API_ES, .share = a);
    assert_non_null(b);
    a->es->Clear(GL_COLOR_BUFFER_BIT); /* b has another clear colour and no surface */
    assert_int_equal(pixel(a->es, 7, 7), 0x0000ffff);
    gles_context_destroy(b);
    assert_int_equal(pixel(a->es, 0, 0), 0x0000ffff);
    gles_surface_destroy(s);
    gles_context_destroy(a);
}

static void test_context_shares_objects_only_when_asked(void **state)
{
    struct gles_context *a, *b, *c;
    GLuint name = 0;
    GL_TEST(t);

    a = create(t, .api = GLES_API_ES);
    b = create(t, .api = GLES_API_ES, .share = a);
    c = create(t, .api = GLES_API_ES);
    assert_true(gles_context_make_current(a, NULL, NULL));
    a->es->GenBuffers(1, &name);
    a->es->BindBuffer(GL_ARRAY_BUFFER, name);
    assert_true(gles_context_make_current(b, NULL, NULL));
    assert_true(b->es->IsBuffer(name));
    assert_true(gles_context_make_current(c, NULL, NULL));
    assert_false(c->es->IsBuffer(name));
    gles_context_destroy(a);
    gles_context_destroy(b);
    gles_context_destroy(c);
}

static void test_surface_srgb_encodes_what_is_drawn(void **state)
{
    struct gles_context *ctx;
    struct gles_surface *linear, *srgb;
    GL_TEST(t);

    ctx = create(t, .api = GLES_API_ES);
    linear = surface(t, .api = GLES_API_ES, .width = 2, .height = 2);
    srgb = surface(t, .api = GLES_API_ES, .width = 2, .height = 2, .srgb = true);
    assert_non_null(srgb);
    assert_true(gles_context_make_current(ctx, linear, linear));
    ctx->es->ClearColor(0.5f, 0.5f, 0.5f, 1);
    ctx->es->Clear(GL_COLOR_BUFFER_BIT);
    assert_in_range(pixel(ctx->es, 0, 0) >> 24, 127, 128);
    assert_true(gles_context_make_current(ctx, srgb, srgb));
    ctx->es->Clear(GL_COLOR_BUFFER_BIT);
    assert_in_range(pixel(ctx->es, 0, 0) >> 24, 187, 188);
    gles_surface_destroy(linear);
    gles_surface_destroy(srgb);
    gles_context_destroy(ctx);
}

static void test_surface_samples_are_lowered_to_what_exists(void **state)
{
    struct gles_context *ctx;
    struct gles_surface *s, *plain;
    GLint samples = 0;
    GL_TEST(t);

    t->log.text[0] = '\0';
    s = surface(t, .api = GLES_API_ES, .width = 4, .height = 4, .samples = 64);
    ctx = create(t, .api = GLES_API_ES, .samples = 64);
    assert_non_null(s);
    assert_in_range(s->samples, 2, 63);
    assert_int_equal(ctx->samples, s->samples);
    assert_logged(&t->log, "samples instead of 64");
    assert_true(gles_context_make_current(ctx, s, s));
    ctx->es->GetIntegerv(GL_SAMPLES, &samples);
    assert_int_equal(samples, s->samples);
    plain = surface(t, .api = GLES_API_ES, .width = 4, .height = 4, .samples = 1);
    assert_int_equal(plain->samples, 0);
    gles_surface_destroy(plain);
    gles_surface_destroy(s);
    gles_context_destroy(ctx);
}

static void test_surface_larger_than_the_driver_allows_is_refused(void **state)
{
    GL_TEST(t);
    t->log.text[0] = '\0';
    assert_null(surface(t, .api = GLES_API_ES, .width = GLES_SURFACE_MAX + 1, .height = 16));
    assert_logged(&t->log, "no pbuffer of 16385x16: 1 to 16384");
    assert_null(surface(t, .api = GLES_API_ES, .width = 16, .height = 0));
    assert_logged(&t->log, "no pbuffer of 16x0");
}

static void test_context_destroy_of_the_current_one_leaves_none(void **state)
{
    struct gles_context *ctx;
    struct gles_surface *s;
    GL_TEST(t);

    ctx = create(t, .api = GLES_API_ES);
    s = surface(t, .api = GLES_API_ES, .width = 4, .height = 4);
    assert_true(gles_context_make_current(ctx, s, s));
    gles_context_destroy(ctx);
    gles_surface_destroy(s);
    gles_context_destroy(NULL);
    gles_surface_destroy(NULL);
    ctx = create(t, .api = GLES_API_ES);
    assert_non_null(ctx);
    gles_context_destroy(ctx);
}

int main(void)
{
#define GL(name) cmocka_unit_test_teardown(name, release)
    const struct CMUnitTest tests[] = {
        GL(test_context_es_is_the_highest_and_draws_to_its_pbuffer),
        GL(test_context_es_pointer_without_extension_is_not_in_the_table),
        GL(test_context_weakened_to_es_30_still_draws_and_has_no_more),
        GL(test_context_desktop_core_is_of_the_version_asked_for),
        GL(test_context_desktop_legacy_has_fixed_function_and_first_viewport),
        GL(test_context_desktop_version_that_nobody_has_is_refused),
        GL(test_context_creation_keeps_what_was_current),
        GL(test_context_shares_objects_only_when_asked),
        GL(test_surface_srgb_encodes_what_is_drawn),
        GL(test_surface_samples_are_lowered_to_what_exists),
        GL(test_surface_larger_than_the_driver_allows_is_refused),
        GL(test_context_destroy_of_the_current_one_leaves_none),
    };
#undef GL

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
