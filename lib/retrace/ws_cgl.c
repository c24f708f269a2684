/* SPDX-License-Identifier: MIT */
/* CGL. A context has its drawable, from CGLSetSurface or CGLSetPBuffer; contexts made inside Cocoa are never
 * created in a trace. Pixel formats carry the profile. */
#include "ws.h"

enum { PROFILE_ATTRIBUTE = 99, PROFILE_CORE_3 = 0x3200, PROFILE_CORE_4 = 0x4100 };

static uint64_t out_handle(const struct trace_value *v)
{
    return v->type == TRACE_ARRAY && v->count ? trace_value_address(&v->items[0]) : 0;
}

/* CGLChoosePixelFormat(attribs, format out, n out): a list of words, some with a value */
static void choose_format(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    uint64_t format = out_handle(a + 1);

    (void)call;
    for (size_t i = 0; format && a[0].type == TRACE_ARRAY && i + 1 < a[0].count; i++)
        if (trace_value_int(&a[0].items[i]) == PROFILE_ATTRIBUTE)
            player_map_set(&p->configs, format, (uintptr_t)trace_value_uint(&a[0].items[i + 1]));
}

/* CGLCreateContext(format, share, context out) */
static void create_context(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    uintptr_t profile = player_map_get(&p->configs, trace_value_address(a));
    struct ws_attribs attribs = {0};

    if (profile == PROFILE_CORE_3 || profile == PROFILE_CORE_4)
        attribs = (struct ws_attribs){.major = profile == PROFILE_CORE_3 ? 3 : 4,
                                      .minor = profile == PROFILE_CORE_3 ? 2 : 1,
                                      .profile = 1};
    ws_context_create(p, call, out_handle(a + 2), trace_value_address(a + 1), &attribs);
}

static void retain_context(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    struct player_context *ctx = ws_context_get(p, call, trace_value_address(a));

    if (ctx)
        ctx->retained++;
}

static void release_context(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    struct player_context *ctx = player_map_find(&p->contexts, trace_value_address(a));

    (void)call;
    if (ctx && ctx->retained)
        ctx->retained--;
    else
        ws_context_destroy(p, trace_value_address(a));
}

static void set_drawable(struct player *p, const struct trace_call *call, uint64_t handle, uint64_t drawable)
{
    struct player_context *ctx = ws_context_get(p, call, handle);

    if (!ctx)
        return;
    ctx->drawable = drawable;
    if (p->current && p->current->context == ctx)
        ws_make_current_ids(p, call, drawable, drawable, handle);
}

/* CGLSetSurface(context, connection, window, surface) */
static void set_surface(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    set_drawable(p, call, trace_value_address(a), trace_value_uint(a + 3));
}

static void clear_drawable(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    struct player_context *ctx = player_map_find(&p->contexts, trace_value_address(a));

    (void)call;
    if (ctx)
        ctx->drawable = 0;
}

/* The context's drawable; one of its own when no call gave it any. */
static uint64_t drawable_of(struct player *p, uint64_t handle)
{
    const struct player_context *ctx = player_map_find(&p->contexts, handle);

    return ctx && ctx->drawable ? ctx->drawable : handle;
}

static void set_current(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    uint64_t handle = trace_value_address(a), drawable = drawable_of(p, handle);

    ws_make_current_ids(p, call, drawable, drawable, handle);
}

static void flush_drawable(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    ws_swap(p, player_map_find(&p->drawables, drawable_of(p, trace_value_address(a))));
}

/* CGLCreatePBuffer(width, height, target, format, level, pbuffer out) */
static void create_pbuffer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    ws_drawable_create(p, call, out_handle(a + 5), trace_value_int(a), trace_value_int(a + 1));
}

/* CGLSetPBuffer(context, pbuffer, face, level, screen) */
static void set_pbuffer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    set_drawable(p, call, trace_value_address(a), trace_value_address(a + 1));
}

const struct ws_row ws_cgl_rows[] = {
    {"CGLChoosePixelFormat", WS_PLAY(choose_format, 2)},
    {"CGLCreateContext", WS_PLAY(create_context, 3)},
    {"CGLDestroyContext", WS_PLAY(release_context, 1)},
    {"CGLReleaseContext", WS_PLAY(release_context, 1)},
    {"CGLRetainContext", WS_PLAY(retain_context, 1)},
    {"CGLSetSurface", WS_PLAY(set_surface, 4)},
    {"CGLClearDrawable", WS_PLAY(clear_drawable, 1)},
    {"CGLSetCurrentContext", WS_PLAY(set_current, 1)},
    {"CGLFlushDrawable", WS_PLAY(flush_drawable, 1)},
    {"CGLCreatePBuffer", WS_PLAY(create_pbuffer, 6)},
    {"CGLSetPBuffer", WS_PLAY(set_pbuffer, 2)},
    {"CGLCopyContext", WS_GAP("state copied between contexts")},
    {"CGLTexImageIOSurface2D", WS_GAP("memory of another process")},
    {"CGLTexImagePBuffer", WS_GAP("pbuffer bound as a texture")},
    {"CGL*", WS_SKIP},
    {NULL, WS_SKIP},
};
