/* SPDX-License-Identifier: MIT */
/* Tests of the window system of a replay: sizes of drawables, contexts and threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "player_test.h"

static void viewport(int width, int height)
{
    add("glViewport(x,y,width,height)", "iiii", 0, 0, width, height);
}

static void make_current(int drawable, uint64_t ctx)
{
    add("glXMakeCurrent(dpy,drawable,ctx)", "pip=i", ADDRESS(1), drawable, ctx, 1);
}

static void test_drawable_starts_at_32_and_grows_only(void **state)
{
    (void)state;
    add_context();
    viewport(640, 480);
    viewport(100, 500);
    viewport(10, 10);
    play();
    assert_called("drawable 1 32x32\ncurrent 1 draw 1 read 1\n");
    assert_called("drawable 1 resized 640x480\nViewport 0 0 640 480\ndrawable 1 resized 640x500\n"
                  "Viewport 0 0 100 500\nViewport 0 0 10 10\n");
}

static void test_viewport_of_another_framebuffer_does_not_grow_it(void **state)
{
    (void)state;
    add_context();
    add("glGenFramebuffers(n,framebuffers)", "i>1I", 1, 1, 1);
    add("glBindFramebuffer(target,framebuffer)", "ii", GL_FRAMEBUFFER, 1);
    viewport(691, 2289);
    add("glBindFramebuffer(target,framebuffer)", "ii", GL_FRAMEBUFFER, 0);
    viewport(64, 64);
    play();
    assert_not_called("resized 691");
    assert_called("drawable 1 resized 64x64\n");
}

static void test_empty_viewport_does_not_grow_it(void **state)
{
    (void)state;
    add_context();
    viewport(0, 500);
    play();
    assert_not_called("resized");
}

static void test_absurd_viewport_is_bounded(void **state)
{
    (void)state;
    add_context();
    viewport(2147483647, 2147483647);
    play();
    assert_called("resized 16384x16384\n");
}

static void test_pbuffer_has_its_own_size(void **state)
{
    (void)state;
    add_context();
    add("glXCreatePbuffer(dpy,config,attribList)", "ppI=i", ADDRESS(1), ADDRESS(2), 5, 0x8041, 100, 0x8040,
        50, 0, 9);
    make_current(9, 0x100);
    viewport(640, 480);
    add("glXSwapBuffers(dpy,drawable)", "pi", ADDRESS(1), 9);
    play();
    assert_called("drawable 2 100x50\ncurrent 1 draw 2 read 2\nViewport 0 0 640 480\nframe\nswap 2\n");
}

static void test_driver_is_told_of_changes_only(void **state)
{
    (void)state;
    add_context();
    make_current(7, 0x100);
    make_current(7, 0x100);
    make_current(8, 0x100);
    play();
    assert_called("current 1 draw 1 read 1\ndrawable 2 32x32\ncurrent 1 draw 2 read 2\n");
}

static void test_each_thread_has_its_own_context(void **state)
{
    (void)state;
    add_context();
    on_thread = 1;
    add("glXCreateContext(dpy,vis,shareList,direct)", "pppi=p", ADDRESS(1), ADDRESS(2), ADDRESS(0x100), 1,
        ADDRESS(0x101));
    make_current(8, 0x101);
    add("glClear(mask)", "i", 1);
    on_thread = 0;
    add("glClear(mask)", "i", 2);
    add("glClear(mask)", "i", 3);
    on_thread = 1;
    add("glClear(mask)", "i", 4);
    on_thread = 0;
    play();
    assert_called("Clear 1\ncurrent 1 draw 1 read 1\nClear 2\nClear 3\ncurrent 2 draw 2 read 2\nClear 4\n");
    assert_no_gaps();
}

static void test_calls_run_in_the_order_they_completed(void **state)
{
    uint64_t first, second;

    (void)state;
    add_context();
    first = trace_writer_enter(&trace, 0, signature_id("glClear(mask)"), "glClear(mask)");
    trace_writer_arg(&trace, 0);
    trace_writer_int(&trace, 1);
    trace_writer_end(&trace);
    second = trace_writer_enter(&trace, 0, signature_id("glClear(mask)"), "glClear(mask)");
    trace_writer_arg(&trace, 0);
    trace_writer_int(&trace, 2);
    trace_writer_end(&trace);
    trace_writer_leave(&trace, second);
    trace_writer_end(&trace);
    trace_writer_leave(&trace, first);
    trace_writer_end(&trace);
    play();
    assert_called("Clear 2\nClear 1\n");
}

static void test_calls_without_a_context_after_its_release_do_nothing(void **state)
{
    (void)state;
    add_context();
    add("glXMakeCurrent(dpy,drawable,ctx)", "pin=i", ADDRESS(1), 0, 1);
    add("glClear(mask)", "i", 1);
    play();
    assert_not_called("Clear");
    assert_no_gaps();
}

static void test_calls_without_any_context_are_a_gap(void **state)
{
    (void)state;
    add("glClear(mask)", "i", 1);
    play();
    assert_gap("glClear", "no current context", 1);
}

static void test_failed_make_current_changes_nothing(void **state)
{
    (void)state;
    add_context();
    add("glXMakeCurrent(dpy,drawable,ctx)", "pip=i", ADDRESS(1), 8, ADDRESS(0x999), 0);
    add("glClear(mask)", "i", 1);
    play();
    assert_called("current 1 draw 1 read 1\nClear 1\n");
}

static void test_context_the_trace_never_created_shares_with_the_first(void **state)
{
    (void)state;
    add_context();
    make_current(7, 0x555);
    play();
    assert_called("context 2 share 1 0.0\n");
}

static void test_glx_attributes_give_version_profile_and_flags(void **state)
{
    (void)state;
    add("glXCreateContextAttribsARB(dpy,config,share_context,direct,attrib_list)", "ppniI=p", ADDRESS(1),
        ADDRESS(2), 1, 7, 0x2091, 4, 0x2092, 5, 0x2094, 2, 0, ADDRESS(0x200));
    add("glXCreateContextAttribsARB(dpy,config,share_context,direct,attrib_list)", "pppiI=p", ADDRESS(1),
        ADDRESS(2), ADDRESS(0x200), 1, 7, 0x2091, 3, 0x2092, 3, 0x9126, 2, 0, ADDRESS(0x201));
    add("glXCreateContextAttribsARB(dpy,config,share_context,direct,attrib_list)", "ppniI=p", ADDRESS(1),
        ADDRESS(2), 1, 1, 0, ADDRESS(0x202));
    play();
    assert_called("context 1 share 0 4.5 core forward\ncontext 2 share 1 3.3\ncontext 3 share 0 0.0\n");
}

static void test_es_contexts_are_a_gap(void **state)
{
    (void)state;
    add("eglCreateContext(dpy,config,share_context,attrib_list)", "ppnI=p", ADDRESS(1), ADDRESS(2), 3, 0x3098,
        2, 0x3038, ADDRESS(5));
    add("eglMakeCurrent(dpy,draw,read,ctx)", "pppp=i", ADDRESS(1), ADDRESS(3), ADDRESS(3), ADDRESS(5), 1);
    add("glClear(mask)", "i", 1);
    play();
    assert_gap("eglCreateContext", "OpenGL ES context", 1);
    assert_gap("glClear", "no current context", 1);
    assert_not_called("Clear");
}

static void test_egl_desktop_contexts(void **state)
{
    (void)state;
    add("eglBindAPI(api)", "i=i", 0x30A2, 1);
    add("eglCreateContext(dpy,config,share_context,attrib_list)", "ppnI=p", ADDRESS(1), ADDRESS(2), 7, 0x3098,
        3, 0x30FB, 3, 0x30FD, 1, 0x3038, ADDRESS(5));
    add("eglMakeCurrent(dpy,draw,read,ctx)", "pppp=i", ADDRESS(1), ADDRESS(3), ADDRESS(4), ADDRESS(5), 1);
    add("eglSwapBuffers(dpy,surface)", "pp=i", ADDRESS(1), ADDRESS(3), 1);
    play();
    assert_called("context 1 share 0 3.3 core\ndrawable 1 32x32\ndrawable 2 32x32\ncurrent 1 draw 1 read "
                  "2\nframe\nswap 1\n");
    assert_no_gaps();
}

static void test_wgl_share_lists_after_creation(void **state)
{
    (void)state;
    add("wglCreateContext(hdc)", "p=p", ADDRESS(1), ADDRESS(0x10));
    add("wglCreateContext(hdc)", "p=p", ADDRESS(1), ADDRESS(0x11));
    add("wglShareLists(hglrc1,hglrc2)", "pp=i", ADDRESS(0x10), ADDRESS(0x11), 1);
    add("wglMakeCurrent(hdc,hglrc)", "pp=i", ADDRESS(1), ADDRESS(0x11), 1);
    play();
    assert_called(
        "context 1 share 0 0.0\ncontext 2 share 0 0.0\ncontext 2 destroyed\ncontext 3 share 1 0.0\n");
    assert_called("current 3 draw 1 read 1\n");
    assert_no_gaps();
}

static void test_wgl_pbuffer_has_its_own_size(void **state)
{
    (void)state;
    add("wglCreateContext(hdc)", "p=p", ADDRESS(1), ADDRESS(0x10));
    add("wglCreatePbufferARB(hDC,iPixelFormat,iWidth,iHeight,piAttribList)", "piiiI=p", ADDRESS(1), 3, 80, 40,
        1, 0, ADDRESS(0x20));
    add("wglGetPbufferDCARB(hPbuffer)", "p=p", ADDRESS(0x20), ADDRESS(0x21));
    add("wglMakeCurrent(hdc,hglrc)", "pp=i", ADDRESS(0x21), ADDRESS(0x10), 1);
    play();
    assert_called("drawable 1 80x40\ncurrent 1 draw 1 read 1\n");
}

static void test_cgl_context_first_seen_when_made_current(void **state)
{
    (void)state;
    add("CGLSetCurrentContext(ctx)", "p=i", ADDRESS(0x77), 0);
    add("glClear(mask)", "i", 1);
    add("CGLFlushDrawable(ctx)", "p=i", ADDRESS(0x77), 0);
    play();
    assert_called(
        "drawable 1 32x32\ncontext 1 share 0 0.0\ncurrent 1 draw 1 read 1\nClear 1\nframe\nswap 1\n");
    assert_no_gaps();
}

static void test_cgl_context_current_on_two_threads(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        on_thread = i & 1;
        add("CGLSetCurrentContext(ctx)", "p=i", ADDRESS(0x77), 0);
        add("glClear(mask)", "i", (int)i);
    }
    on_thread = 0;
    play();
    assert_called("current 1 draw 1 read 1\nClear 0\nClear 1\nClear 2\nClear 3\nClear 4\nClear 5\n");
    assert_no_gaps();
}

static void test_cgl_retained_context_outlives_one_release(void **state)
{
    (void)state;
    add("CGLChoosePixelFormat(attribs,pix,npix)", "I>1P", 3, 99, 0x3200, 0, 1, ADDRESS(0x50));
    add("CGLCreateContext(pix,share,ctx)", "pn>2P", ADDRESS(0x50), 1, ADDRESS(0x77));
    add("CGLRetainContext(ctx)", "p=p", ADDRESS(0x77), ADDRESS(0x77));
    add("CGLReleaseContext(ctx)", "p", ADDRESS(0x77));
    add("CGLSetCurrentContext(ctx)", "p=i", ADDRESS(0x77), 0);
    play();
    assert_called("context 1 share 0 3.2 core\n");
    assert_not_called("context 2");
}

static void test_context_destroyed_while_current_goes_on_until_released(void **state)
{
    (void)state;
    add_context();
    add("glXDestroyContext(dpy,ctx)", "pp", ADDRESS(1), ADDRESS(0x100));
    add("glClear(mask)", "i", 1);
    add("glXMakeCurrent(dpy,drawable,ctx)", "pin=i", ADDRESS(1), 0, 1);
    add("glClear(mask)", "i", 2);
    play();
    assert_called("Clear 1\ncontext 1 destroyed\n");
    assert_not_called("Clear 2");
}

static void test_context_the_driver_refuses_is_a_gap(void **state)
{
    (void)state;
    fake.refuse_contexts = true;
    add_context();
    add("glClear(mask)", "i", 1);
    play();
    assert_gap("glXCreateContext", "the context could not be created", 1);
    assert_not_called("Clear");
}

static void test_viewport_by_index_grows_it_as_well(void **state)
{
    (void)state;
    add_context();
    add("glViewportIndexedf(index,x,y,w,h)", "iffff", 0, 0.0, 0.0, 691.0, 389.0);
    add("glViewportIndexedf(index,x,y,w,h)", "iffff", 1, 0.0, 0.0, 2000.0, 2000.0);
    play();
    assert_called("drawable 1 resized 691x389\n");
    assert_not_called("resized 2000x2000");
}

/* Where nothing tells a size there is none to guess: it stays what apitrace has it. */
static void test_drawable_without_any_viewport_stays_as_it_was_created(void **state)
{
    (void)state;
    add_context();
    add("glClear(mask)", "i", 1);
    add("glXSwapBuffers(dpy,drawable)", "pi", ADDRESS(1), 7);
    play();
    assert_called("drawable 1 32x32\n");
    assert_not_called("resized");
}

/* The default framebuffer has one sample, as apitrace's replay has it unless told otherwise. */
static void test_multisampled_pixel_format_is_replayed_with_one_sample(void **state)
{
    (void)state;
    add("wglChoosePixelFormatARB(hdc,piAttribIList,pfAttribFList,nMaxFormats,piFormats,nNumFormats)",
        "pInin>5I=i", ADDRESS(1), 3, 0x2042, 4, 0, 1, 1, 1, 1);
    add("wglCreateContext(hdc)", "p=p", ADDRESS(1), ADDRESS(0x300));
    add("wglMakeCurrent(hdc,hglrc)", "pp=i", ADDRESS(1), ADDRESS(0x300), 1);
    add("glClear(mask)", "i", 1);
    play();
    assert_called("drawable 1 32x32\n");
    assert_called("Clear 1\n");
    assert_no_gaps();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLAYER_TEST(test_viewport_by_index_grows_it_as_well),
        PLAYER_TEST(test_drawable_without_any_viewport_stays_as_it_was_created),
        PLAYER_TEST(test_multisampled_pixel_format_is_replayed_with_one_sample),
        PLAYER_TEST(test_drawable_starts_at_32_and_grows_only),
        PLAYER_TEST(test_viewport_of_another_framebuffer_does_not_grow_it),
        PLAYER_TEST(test_empty_viewport_does_not_grow_it),
        PLAYER_TEST(test_absurd_viewport_is_bounded),
        PLAYER_TEST(test_pbuffer_has_its_own_size),
        PLAYER_TEST(test_driver_is_told_of_changes_only),
        PLAYER_TEST(test_each_thread_has_its_own_context),
        PLAYER_TEST(test_calls_run_in_the_order_they_completed),
        PLAYER_TEST(test_calls_without_a_context_after_its_release_do_nothing),
        PLAYER_TEST(test_calls_without_any_context_are_a_gap),
        PLAYER_TEST(test_failed_make_current_changes_nothing),
        PLAYER_TEST(test_context_the_trace_never_created_shares_with_the_first),
        PLAYER_TEST(test_glx_attributes_give_version_profile_and_flags),
        PLAYER_TEST(test_es_contexts_are_a_gap),
        PLAYER_TEST(test_egl_desktop_contexts),
        PLAYER_TEST(test_wgl_share_lists_after_creation),
        PLAYER_TEST(test_wgl_pbuffer_has_its_own_size),
        PLAYER_TEST(test_cgl_context_first_seen_when_made_current),
        PLAYER_TEST(test_cgl_context_current_on_two_threads),
        PLAYER_TEST(test_cgl_retained_context_outlives_one_release),
        PLAYER_TEST(test_context_destroyed_while_current_goes_on_until_released),
        PLAYER_TEST(test_context_the_driver_refuses_is_a_gap),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
