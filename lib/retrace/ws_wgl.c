/* SPDX-License-Identifier: MIT */
/* WGL. A device context is the drawable; pbuffers have one each. Sharing may come after creation
 * (wglShareLists). */
#include "ws.h"

static const struct ws_attribs none;

static bool failed(const struct trace_call *call)
{
    return call->ret.type != TRACE_NONE && !trace_value_int(&call->ret);
}

static void create_context(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)a;
    ws_context_create(p, call, trace_value_address(&call->ret), 0, &none);
}

/* wglCreateContextAttribsARB(hdc, share, attribs) */
static void create_context_attribs(struct player *p, const struct trace_call *call,
                                   const struct trace_value *a)
{
    struct ws_attribs attribs = ws_attribs_arb(a + 2);

    ws_context_create(p, call, trace_value_address(&call->ret), trace_value_address(a + 1), &attribs);
}

static void delete_context(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    struct player_context *ctx = player_map_find(&p->contexts, trace_value_address(a));

    /* Deleting the current context makes it not current first. */
    if (ctx && p->current && p->current->context == ctx)
        ws_make_current(p, call, NULL, NULL, NULL);
    ws_context_destroy(p, trace_value_address(a));
}

static void share_lists(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    if (!failed(call))
        ws_context_share(p, call, trace_value_address(a), trace_value_address(a + 1));
}

/* wglMakeCurrent(hdc, context) */
static void make_current(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    struct player_drawable *d;

    if (failed(call))
        return;
    d = trace_value_address(a + 1) ? ws_drawable_get(p, call, trace_value_address(a)) : NULL;
    ws_make_current(p, call, d, d, ws_context_get(p, call, trace_value_address(a + 1)));
}

/* wglMakeContextCurrentARB(draw, read, context) */
static void make_context_current(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    if (failed(call))
        return;
    ws_make_current_ids(p, call, trace_value_address(a), trace_value_address(a + 1),
                        trace_value_address(a + 2));
}

static void swap_buffers(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    ws_swap(p, ws_drawable_get(p, call, trace_value_address(a)));
}

/* wglSwapMultipleBuffers(n, {hdc, planes}…) */
static void swap_multiple(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    for (size_t i = 0; a[1].type == TRACE_ARRAY && i < a[1].count; i++) {
        const struct trace_value *swap = &a[1].items[i];
        if (swap->type == TRACE_STRUCT && swap->count)
            ws_swap(p, ws_drawable_get(p, call, trace_value_address(&swap->items[0])));
    }
}

/* wglCreatePbufferARB(hdc, format, width, height, attribs): its drawable is known by the handle, until a
 * device context is asked for. */
static void create_pbuffer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    uint64_t size = (uint64_t)(uint32_t)trace_value_int(a + 2) << 32 | (uint32_t)trace_value_int(a + 3);

    player_map_set(&p->pbuffers, trace_value_address(&call->ret), size);
}

static void get_pbuffer_dc(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    uint64_t size = player_map_get(&p->pbuffers, trace_value_address(a)),
             hdc = trace_value_address(&call->ret);

    if (size && hdc && !player_map_find(&p->drawables, hdc))
        ws_drawable_create(p, call, hdc, (int32_t)(size >> 32), (int32_t)size);
}

/* wglReleasePbufferDCARB(pbuffer, hdc) */
static void release_pbuffer_dc(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    ws_drawable_destroy(p, trace_value_address(a + 1));
}

static void destroy_pbuffer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    player_map_set(&p->pbuffers, trace_value_address(a), 0);
}

const struct ws_row ws_wgl_rows[] = {
    {"wglCreateContext", WS_PLAY(create_context, 1)},
    {"wglCreateLayerContext", WS_PLAY(create_context, 1)},
    {"wglCreateContextAttribsARB", WS_PLAY(create_context_attribs, 3)},
    {"wglDeleteContext", WS_PLAY(delete_context, 1)},
    {"wglShareLists", WS_PLAY(share_lists, 2)},
    {"wglMakeCurrent", WS_PLAY(make_current, 2)},
    {"wglMakeContextCurrentARB", WS_PLAY(make_context_current, 3)},
    {"wglMakeContextCurrentEXT", WS_PLAY(make_context_current, 3)},
    {"wglSwapBuffers", WS_PLAY(swap_buffers, 1)},
    {"wglSwapLayerBuffers", WS_PLAY(swap_buffers, 1)},
    {"wglSwapMultipleBuffers", WS_PLAY(swap_multiple, 2)},
    {"wglCreatePbufferARB", WS_PLAY(create_pbuffer, 4)},
    {"wglCreatePbufferEXT", WS_PLAY(create_pbuffer, 4)},
    {"wglGetPbufferDCARB", WS_PLAY(get_pbuffer_dc, 1)},
    {"wglGetPbufferDCEXT", WS_PLAY(get_pbuffer_dc, 1)},
    {"wglReleasePbufferDCARB", WS_PLAY(release_pbuffer_dc, 2)},
    {"wglReleasePbufferDCEXT", WS_PLAY(release_pbuffer_dc, 2)},
    {"wglDestroyPbufferARB", WS_PLAY(destroy_pbuffer, 1)},
    {"wglDestroyPbufferEXT", WS_PLAY(destroy_pbuffer, 1)},
    {"wglCopyContext", WS_GAP("state copied between contexts")},
    {"wglUseFontOutlines*", WS_GAP("fonts of the system")},
    {"wglBindTexImageARB", WS_GAP("pbuffer bound as a texture")},
    {"wgl*", WS_SKIP},
    {NULL, WS_SKIP},
};
