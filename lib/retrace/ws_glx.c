/* SPDX-License-Identifier: MIT */
/* GLX. Drawables are XIDs; windows appear with their first use. */
#include "ws.h"

enum { GLX_PBUFFER_HEIGHT = 0x8040, GLX_PBUFFER_WIDTH = 0x8041 };

static const struct ws_attribs none;

static uint64_t returned(const struct trace_call *call)
{
    return trace_value_address(&call->ret);
}

/* glXCreateContext(dpy, visual, share, direct) */
static void create_context(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    ws_context_create(p, call, returned(call), trace_value_address(a + 2), &none);
}

/* glXCreateNewContext(dpy, config, type, share, direct), glXCreateContextWithConfigSGIX the same */
static void create_new_context(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    ws_context_create(p, call, returned(call), trace_value_address(a + 3), &none);
}

/* glXCreateContextAttribsARB(dpy, config, share, direct, attribs) */
static void create_context_attribs(struct player *p, const struct trace_call *call,
                                   const struct trace_value *a)
{
    struct ws_attribs attribs = ws_attribs_arb(a + 4);

    ws_context_create(p, call, returned(call), trace_value_address(a + 2), &attribs);
}

static void destroy_context(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    ws_context_destroy(p, trace_value_address(a + 1));
}

/* glXMakeCurrent(dpy, drawable, ctx). A call that failed changed nothing. */
static void make_current(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    struct player_drawable *d;

    if (call->ret.type != TRACE_NONE && !trace_value_int(&call->ret))
        return;
    d = ws_drawable_get(p, call, trace_value_address(a + 1));
    ws_make_current(p, call, d, d, ws_context_get(p, call, trace_value_address(a + 2)));
}

/* glXMakeContextCurrent(dpy, draw, read, ctx) */
static void make_context_current(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    if (call->ret.type != TRACE_NONE && !trace_value_int(&call->ret))
        return;
    ws_make_current_ids(p, call, trace_value_address(a + 1), trace_value_address(a + 2),
                        trace_value_address(a + 3));
}

static void swap_buffers(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    ws_swap(p, ws_drawable_get(p, call, trace_value_address(a + 1)));
}

/* glXCreatePbuffer(dpy, config, attribs) */
static void create_pbuffer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    ws_drawable_create(p, call, returned(call), ws_attrib(a + 2, GLX_PBUFFER_WIDTH, 0),
                       ws_attrib(a + 2, GLX_PBUFFER_HEIGHT, 0));
}

/* glXCreateGLXPbufferSGIX(dpy, config, width, height, attribs) */
static void create_pbuffer_sgix(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    ws_drawable_create(p, call, returned(call), trace_value_int(a + 2), trace_value_int(a + 3));
}

static void destroy_drawable(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    ws_drawable_destroy(p, trace_value_address(a + 1));
}

const struct ws_row ws_glx_rows[] = {
    {"glXCreateContext", WS_PLAY(create_context, 4)},
    {"glXCreateNewContext", WS_PLAY(create_new_context, 5)},
    {"glXCreateContextWithConfigSGIX", WS_PLAY(create_new_context, 5)},
    {"glXCreateContextAttribsARB", WS_PLAY(create_context_attribs, 5)},
    {"glXDestroyContext", WS_PLAY(destroy_context, 2)},
    {"glXMakeCurrent", WS_PLAY(make_current, 3)},
    {"glXMakeContextCurrent", WS_PLAY(make_context_current, 4)},
    {"glXMakeCurrentReadSGI", WS_PLAY(make_context_current, 4)},
    {"glXSwapBuffers", WS_PLAY(swap_buffers, 2)},
    {"glXSwapBuffersMscOML", WS_PLAY(swap_buffers, 2)},
    {"glXCreatePbuffer", WS_PLAY(create_pbuffer, 3)},
    {"glXCreateGLXPbufferSGIX", WS_PLAY(create_pbuffer_sgix, 4)},
    {"glXDestroyPbuffer", WS_PLAY(destroy_drawable, 2)},
    {"glXDestroyGLXPbufferSGIX", WS_PLAY(destroy_drawable, 2)},
    {"glXDestroyPixmap", WS_PLAY(destroy_drawable, 2)},
    {"glXDestroyGLXPixmap", WS_PLAY(destroy_drawable, 2)},
    {"glXDestroyWindow", WS_PLAY(destroy_drawable, 2)},
    {"glXCopyContext", WS_GAP("state copied between contexts")},
    {"glXUseXFont", WS_GAP("fonts of the X server")},
    {"glXImportContextEXT", WS_GAP("context of another process")},
    {"glX*", WS_SKIP},
    {NULL, WS_SKIP},
};
