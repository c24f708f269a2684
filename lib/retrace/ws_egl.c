/* SPDX-License-Identifier: MIT */
/* EGL. The API that contexts are made for is state of the thread, OpenGL ES unless eglBindAPI says otherwise.
 */
#include "ws.h"

enum {
    EGL_OPENGL_API = 0x30A2,
    EGL_CONTEXT_MAJOR_VERSION = 0x3098,
    EGL_CONTEXT_MINOR_VERSION = 0x30FB,
    EGL_CONTEXT_FLAGS_KHR = 0x30FC,
    EGL_CONTEXT_OPENGL_PROFILE_MASK = 0x30FD,
    EGL_CONTEXT_OPENGL_DEBUG = 0x31B0,
    EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE = 0x31B1,
};

static bool failed(const struct trace_call *call)
{
    return call->ret.type != TRACE_NONE && !trace_value_int(&call->ret);
}

static void bind_api(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    if (!failed(call) && p->current)
        p->current->egl_api = (uint32_t)trace_value_int(a);
}

/* eglCreateContext(dpy, config, share, attribs) */
static void create_context(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    int64_t flags = ws_attrib(a + 3, EGL_CONTEXT_FLAGS_KHR, 0);
    struct ws_attribs attribs = {
        .major = (int)ws_attrib(a + 3, EGL_CONTEXT_MAJOR_VERSION, 0),
        .minor = (int)ws_attrib(a + 3, EGL_CONTEXT_MINOR_VERSION, 0),
        .profile = (unsigned)ws_attrib(a + 3, EGL_CONTEXT_OPENGL_PROFILE_MASK, 0) & 3,
        .debug = flags & 1 || ws_attrib(a + 3, EGL_CONTEXT_OPENGL_DEBUG, 0),
        .forward_compatible = flags & 2 || ws_attrib(a + 3, EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, 0),
        .es = !p->current || p->current->egl_api != EGL_OPENGL_API,
    };

    ws_context_create(p, call, trace_value_address(&call->ret), trace_value_address(a + 2), &attribs);
}

static void destroy_context(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    ws_context_destroy(p, trace_value_address(a + 1));
}

static void destroy_surface(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    ws_drawable_destroy(p, trace_value_address(a + 1));
}

/* eglMakeCurrent(dpy, draw, read, ctx) */
static void make_current(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    if (failed(call))
        return;
    ws_make_current_ids(p, call, trace_value_address(a + 1), trace_value_address(a + 2),
                        trace_value_address(a + 3));
}

static void release_thread(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)a;
    ws_make_current(p, call, NULL, NULL, NULL);
    if (p->current)
        p->current->egl_api = 0;
}

static void swap_buffers(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    ws_swap(p, ws_drawable_get(p, call, trace_value_address(a + 1)));
}

const struct ws_row ws_egl_rows[] = {
    {"eglBindAPI", WS_PLAY(bind_api, 1)},
    {"eglCreateContext", WS_PLAY(create_context, 4)},
    {"eglDestroyContext", WS_PLAY(destroy_context, 2)},
    {"eglDestroySurface", WS_PLAY(destroy_surface, 2)},
    {"eglMakeCurrent", WS_PLAY(make_current, 4)},
    {"eglReleaseThread", WS_PLAY(release_thread, 0)},
    {"eglSwapBuffers*", WS_PLAY(swap_buffers, 2)},
    {"eglBindTexImage", WS_SKIP},
    {"egl*", WS_SKIP},
    {NULL, WS_SKIP},
};
