/* SPDX-License-Identifier: MIT */
/* Contexts, by the calls of four window systems. Argument orders are those of the recorded functions; a
 * context that was made where the tracer did not see it (inside Cocoa, say) comes to be at its first use, and
 * shares with the first, as apitrace replays it. */
#include "census_priv.h"

/* Attribute names of GLX and WGL, and of EGL. */
enum {
    ARB_MAJOR = 0x2091,
    ARB_MINOR = 0x2092,
    ARB_FLAGS = 0x2094,
    ARB_PROFILE = 0x9126,
    EGL_MAJOR = 0x3098,
    EGL_MINOR = 0x30fb,
    EGL_FLAGS = 0x30fc,
    EGL_PROFILE = 0x30fd,
    EGL_DEBUG = 0x31b0,
    EGL_FORWARD = 0x31b1,
    EGL_LIST_END = 0x3038,
    EGL_API_OPENGL = 0x30a2,
    CGL_PROFILE = 99,
    CGL_CORE_3_2 = 0x3200,
};

struct request {
    unsigned major, minor, mask, flags;
};

static size_t new_share(struct census *c)
{
    if (!census_reserve(c, &c->shares, &c->share_capacity, c->num_shares + 1, sizeof *c->shares))
        return 0;
    return c->num_shares++;
}

/* share: the context it shares with, SIZE_MAX for none. */
static void add_context(struct census *c, uint64_t address, const char *api, uint64_t created, size_t share)
{
    struct trace_census *out = c->out;
    size_t n = out->num_contexts, capacity = c->capacity;

    if (!address || !census_reserve(c, &out->contexts, &capacity, n + 1, sizeof *out->contexts) ||
        !census_reserve(c, &c->contexts, &c->capacity, n + 1, sizeof *c->contexts))
        return;
    out->contexts[n] = (struct trace_census_context){
        .address = address, .api = api, .created = created, .share = -1, .profile = "compatibility"};
    c->contexts[n] = (struct census_context){0};
    if (share < n) {
        out->contexts[n].share = (int64_t)share;
        c->contexts[n].share = c->contexts[share].share;
    } else {
        c->contexts[n].share = new_share(c);
    }
    out->num_contexts = n + 1;
    census_set(c, &c->by_address, address, n);
}

static size_t find_context(struct census *c, uint64_t address)
{
    return address ? (size_t)trace_table_get(&c->by_address, address, SIZE_MAX) : SIZE_MAX;
}

/* The ARB rule: without a profile it is core from 3.2 on. */
static void describe(struct census *c, uint64_t address, const struct request *r, bool es)
{
    size_t i = find_context(c, address);
    struct trace_census_context *context;

    if (c->failed || i == SIZE_MAX)
        return;
    context = &c->out->contexts[i];
    context->major = r->major;
    context->minor = r->minor;
    context->debug = r->flags & 1;
    context->forward_compatible = r->flags & 2;
    if (es || (r->mask & 4))
        context->profile = "es";
    else if (r->major * 10 + r->minor >= 32 && !(r->mask & 2))
        context->profile = "core";
}

static void read_arb(const struct trace_call *call, unsigned arg, struct request *r)
{
    for (size_t i = 0; i + 1 < census_items(call, arg) && census_item(call, arg, i); i += 2) {
        unsigned value = (unsigned)census_item(call, arg, i + 1);

        switch (census_item(call, arg, i)) {
        case ARB_MAJOR:
            r->major = value;
            break;
        case ARB_MINOR:
            r->minor = value;
            break;
        case ARB_FLAGS:
            r->flags = value;
            break;
        case ARB_PROFILE:
            r->mask = value;
            break;
        default:
            break;
        }
    }
}

static void read_egl(const struct trace_call *call, unsigned arg, struct request *r)
{
    for (size_t i = 0; i + 1 < census_items(call, arg) && census_item(call, arg, i) != EGL_LIST_END; i += 2) {
        unsigned value = (unsigned)census_item(call, arg, i + 1);

        switch (census_item(call, arg, i)) {
        case EGL_MAJOR:
            r->major = value;
            break;
        case EGL_MINOR:
            r->minor = value;
            break;
        case EGL_FLAGS:
            r->flags = value;
            break;
        case EGL_PROFILE:
            r->mask = value;
            break;
        case EGL_DEBUG:
            r->flags |= value ? 1 : 0;
            break;
        case EGL_FORWARD:
            r->flags |= value ? 2 : 0;
            break;
        default:
            break;
        }
    }
}

static void create_plain(struct census *c, const struct trace_call *call, const char *api, uint64_t share)
{
    add_context(c, trace_value_address(&call->ret), api, call->no, find_context(c, share));
}

static void glx_create(struct census *c, const struct trace_call *call)
{
    create_plain(c, call, "GLX", census_arg(call, 2));
}

static void glx_create_new(struct census *c, const struct trace_call *call)
{
    create_plain(c, call, "GLX", census_arg(call, 3));
}

static void create_attribs(struct census *c, const struct trace_call *call, const char *api, uint64_t share,
                           unsigned attribs)
{
    struct request r = {0};

    create_plain(c, call, api, share);
    read_arb(call, attribs, &r);
    describe(c, trace_value_address(&call->ret), &r, false);
}

static void glx_create_attribs(struct census *c, const struct trace_call *call)
{
    create_attribs(c, call, "GLX", census_arg(call, 2), 4);
}

static void wgl_create(struct census *c, const struct trace_call *call)
{
    create_plain(c, call, "WGL", 0);
}

static void wgl_create_attribs(struct census *c, const struct trace_call *call)
{
    create_attribs(c, call, "WGL", census_arg(call, 1), 2);
}

static void wgl_share_lists(struct census *c, const struct trace_call *call)
{
    size_t first = find_context(c, census_arg(call, 0)), second = find_context(c, census_arg(call, 1));

    if (first == SIZE_MAX || second == SIZE_MAX || first >= second)
        return;
    c->out->contexts[second].share = (int64_t)first;
    c->contexts[second].share = c->contexts[first].share;
}

static void egl_bind_api(struct census *c, const struct trace_call *call)
{
    census_set(c, &c->egl_api, call->thread, census_arg(call, 0));
}

static void egl_create(struct census *c, const struct trace_call *call)
{
    bool es = trace_table_get(&c->egl_api, call->thread, 0) != EGL_API_OPENGL;
    struct request r = {.major = es ? 1 : 0};

    create_plain(c, call, "EGL", census_arg(call, 2));
    read_egl(call, 3, &r);
    describe(c, trace_value_address(&call->ret), &r, es);
}

static void cgl_choose(struct census *c, const struct trace_call *call)
{
    uint64_t profile = 0;

    for (size_t i = 0; i + 1 < census_items(call, 0) && census_item(call, 0, i); i++)
        if (census_item(call, 0, i) == CGL_PROFILE)
            profile = census_item(call, 0, i + 1);
    census_set(c, &c->cgl_profiles, census_item(call, 1, 0), profile);
}

static void cgl_create(struct census *c, const struct trace_call *call)
{
    uint64_t profile = trace_table_get(&c->cgl_profiles, census_arg(call, 0), 0),
             made = census_item(call, 2, 0);
    struct request r = {0};

    add_context(c, made, "CGL", call->no, find_context(c, census_arg(call, 1)));
    if (profile >= CGL_CORE_3_2) {
        r.major = profile == CGL_CORE_3_2 ? 3 : 4; /* else 0x4100 */
        r.minor = profile == CGL_CORE_3_2 ? 2 : 1;
    }
    describe(c, made, &r, false);
}

static void make_current(struct census *c, const struct trace_call *call, const char *api, unsigned arg)
{
    uint64_t address = census_arg(call, arg);

    if (call->ret.type != TRACE_NONE && !trace_value_uint(&call->ret))
        return; /* failed: the old one stays */
    if (address && find_context(c, address) == SIZE_MAX)
        add_context(c, address, api, UINT64_MAX, c->out->num_contexts ? 0 : SIZE_MAX);
    census_set(c, &c->current, call->thread, find_context(c, address));
    c->thread = call->thread;
    c->now = find_context(c, address);
}

static void glx_make_current(struct census *c, const struct trace_call *call)
{
    make_current(c, call, "GLX", 2);
}

static void glx_make_context_current(struct census *c, const struct trace_call *call)
{
    make_current(c, call, "GLX", 3);
}

static void egl_make_current(struct census *c, const struct trace_call *call)
{
    make_current(c, call, "EGL", 3);
}

static void wgl_make_current(struct census *c, const struct trace_call *call)
{
    make_current(c, call, "WGL", 1);
}

static void wgl_make_context_current(struct census *c, const struct trace_call *call)
{
    make_current(c, call, "WGL", 2);
}

static void cgl_set_current(struct census *c, const struct trace_call *call)
{
    struct trace_call same = *call;

    same.ret = (struct trace_value){0}; /* a CGLError: 0 is success */
    make_current(c, &same, "CGL", 0);
}

static const struct census_row rows[] = {
    // clang-format off
    {"CGLChoosePixelFormat", cgl_choose},
    {"CGLCreateContext", cgl_create},
    {"CGLSetCurrentContext", cgl_set_current},
    {"eglBindAPI", egl_bind_api},
    {"eglCreateContext", egl_create},
    {"eglMakeCurrent", egl_make_current},
    {"glXCreateContext", glx_create},
    {"glXCreateContextAttribsARB", glx_create_attribs},
    {"glXCreateContextWithConfigSGIX", glx_create_new},
    {"glXCreateNewContext", glx_create_new},
    {"glXMakeContextCurrent", glx_make_context_current},
    {"glXMakeCurrent", glx_make_current},
    {"glXMakeCurrentReadSGI", glx_make_context_current},
    {"wglCreateContext", wgl_create},
    {"wglCreateContextAttribsARB", wgl_create_attribs},
    {"wglCreateLayerContext", wgl_create},
    {"wglMakeContextCurrentARB", wgl_make_context_current},
    {"wglMakeContextCurrentEXT", wgl_make_context_current},
    {"wglMakeCurrent", wgl_make_current},
    {"wglShareLists", wgl_share_lists},
    // clang-format on
};

census_handler *census_ws_find(const char *name)
{
    return census_row_find(rows, sizeof rows / sizeof *rows, name);
}
