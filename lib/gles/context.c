/* SPDX-License-Identifier: MIT */
/* Contexts of either API. ES: the highest version that the driver creates, asked for downwards, because a
 * driver may give exactly what is named. Desktop: what the trace asked for. Attributes are those of
 * EGL_KHR_create_context, which Mesa and ANGLE have at EGL 1.4 and 1.5 alike; the names that EGL 1.5 has of
 * its own serve where it is missing. Cost: a context (milliseconds), some 900 or 2,500 address look-ups, 50
 * gets. */
#include "gles/context.h"

#include "gles/config.h"
#include "gles/display.h"
#include "gles/egl.h"
#include "gl_tables.h"
#include "log.h"

#include <stdlib.h>
#include <string.h>

/* Attributes being collected for eglCreateContext. */
struct attributes {
    EGLint items[24];
    int n;
};

static void add(struct attributes *a, EGLint name, EGLint value)
{
    a->items[a->n++] = name;
    a->items[a->n++] = value;
    a->items[a->n] = EGL_NONE;
}

static bool desktop(const struct gles_context_params *params)
{
    return params->api == GLES_API_DESKTOP;
}

static void add_flags(struct attributes *a, const struct gles_display *d,
                      const struct gles_context_params *params)
{
    EGLint flags =
        (params->debug ? EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR : 0) |
        (desktop(params) && params->forward_compatible ? EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR : 0) |
        (desktop(params) && params->robust ? EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR : 0);

    if (egl_list_has(d->extensions, "EGL_KHR_create_context")) {
        if (flags)
            add(a, EGL_CONTEXT_FLAGS_KHR, flags);
    } else {
        if (params->debug)
            add(a, EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE);
        if (desktop(params) && params->forward_compatible)
            add(a, EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, EGL_TRUE);
        if (desktop(params) && params->robust)
            add(a, EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE);
    }
    if (!desktop(params) && params->robust &&
        egl_list_has(d->extensions, "EGL_EXT_create_context_robustness"))
        add(a, EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE);
}

static void *create_version(struct gles_context *ctx, const struct gles_context_params *params, int major,
                            int minor)
{
    const struct gles_display *d = ctx->display;
    struct attributes a = {{EGL_NONE}, 0};

    if (major) {
        add(&a, EGL_CONTEXT_MAJOR_VERSION_KHR, major);
        add(&a, EGL_CONTEXT_MINOR_VERSION_KHR, minor);
    }
    /* EGL knows profiles from 3.2 on; below, a profile is an error on some drivers and nothing on others. */
    if (desktop(params) && params->profile != GLES_PROFILE_LEGACY && major * 10 + minor >= 32)
        add(&a, EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR,
            params->profile == GLES_PROFILE_CORE ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR
                                                 : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT_KHR);
    add_flags(&a, d, params);
    return d->egl->CreateContext(d->handle, ctx->config,
                                 params->share ? params->share->handle : EGL_NO_CONTEXT, a.items);
}

static bool create_handle(struct gles_context *ctx, const struct gles_context_params *params)
{
    const struct gles_display *d = ctx->display;

    if (!d->egl->BindAPI(desktop(params) ? EGL_OPENGL_API : EGL_OPENGL_ES_API)) {
        log_msg(d->log, LOG_ERROR, "%s: the driver has no %s", d->name,
                desktop(params) ? "desktop OpenGL" : "OpenGL ES");
        return false;
    }
    ctx->config = gles_config_choose(d, params->api, &ctx->samples);
    if (!ctx->config)
        return false;
    if (desktop(params)) {
        ctx->handle = create_version(ctx, params, params->major, params->minor);
    } else {
        for (int minor = 2; minor >= 0 && ctx->handle == EGL_NO_CONTEXT; minor--)
            ctx->handle = create_version(ctx, params, 3, minor);
    }
    if (ctx->handle != EGL_NO_CONTEXT)
        return true;
    log_msg(d->log, LOG_ERROR, "%s: no context of %s %d.%d%s (%s)", d->name,
            desktop(params) ? "OpenGL" : "OpenGL ES", desktop(params) ? params->major : 3,
            desktop(params) ? params->minor : 0,
            desktop(params) && params->profile == GLES_PROFILE_CORE ? " core" : "",
            egl_error_name(d->egl->GetError()));
    return false;
}

static bool bind(struct gles_context *ctx, void *draw, void *read)
{
    const struct gles_display *d = ctx->display;

    d->egl->BindAPI(ctx->api == GLES_API_DESKTOP ? EGL_OPENGL_API : EGL_OPENGL_ES_API);
    if (d->egl->MakeCurrent(d->handle, draw, read, ctx->handle))
        return true;
    log_msg(d->log, LOG_ERROR, "%s: cannot make a context current (%s)", d->name,
            egl_error_name(d->egl->GetError()));
    return false;
}

/* Without a surface, or with one pixel where the driver insists on some. */
static bool bind_nothing(struct gles_context *ctx)
{
    struct gles_surface_params params = {.api = ctx->api, .width = 1, .height = 1, .samples = ctx->samples};

    if (ctx->display->surfaceless)
        return bind(ctx, EGL_NO_SURFACE, EGL_NO_SURFACE);
    if (!ctx->scratch)
        ctx->scratch = gles_surface_create(ctx->display, &params);
    return ctx->scratch && bind(ctx, ctx->scratch->handle, ctx->scratch->handle);
}

typedef const GLubyte *(*get_string)(GLenum name);

static bool read_strings(struct gles_context *ctx, get_string get)
{
    const char *vendor = (const char *)get(GL_VENDOR), *renderer = (const char *)get(GL_RENDERER);
    const char *version = (const char *)get(GL_VERSION);

    ctx->vendor = strdup(vendor ? vendor : "");
    ctx->renderer = strdup(renderer ? renderer : "");
    ctx->version = strdup(version ? version : "");
    return ctx->vendor && ctx->renderer && ctx->version;
}

/* What was current on this thread, to be put back. */
struct current {
    EGLenum api;
    EGLContext context;
    EGLSurface draw, read;
};

static struct current current_save(const struct gles_display *d)
{
    return (struct current){d->egl->QueryAPI(), d->egl->GetCurrentContext(),
                            d->egl->GetCurrentSurface(EGL_DRAW), d->egl->GetCurrentSurface(EGL_READ)};
}

static void current_restore(const struct gles_display *d, const struct current *c)
{
    d->egl->BindAPI(c->api);
    if (!d->egl->MakeCurrent(d->handle, c->draw, c->read, c->context))
        log_msg(d->log, LOG_ERROR, "%s: cannot make the previous context current again (%s)", d->name,
                egl_error_name(d->egl->GetError()));
}

static bool fill_es(struct gles_context *ctx, const struct gles_caps_limits *limits)
{
    struct current before = current_save(ctx->display);
    bool ok;

    ctx->es = calloc(1, sizeof *ctx->es);
    if (!ctx->es || !bind_nothing(ctx))
        return false;
    gles_table_load(ctx->es, gles_display_get_proc, (void *)ctx->display);
    ok = gles_caps_init(&ctx->caps, ctx->es, limits, ctx->display->log) &&
         read_strings(ctx, ctx->es->GetString);
    current_restore(ctx->display, &before);
    return ok;
}

static bool fill_desktop(struct gles_context *ctx)
{
    ctx->gl = calloc(1, sizeof *ctx->gl);
    if (ctx->gl)
        gl_table_load(ctx->gl, gles_display_get_proc, (void *)ctx->display);
    return ctx->gl != NULL;
}

struct gles_context *gles_context_create(const struct gles_display *display,
                                         const struct gles_context_params *params)
{
    struct gles_context *ctx = calloc(1, sizeof *ctx);
    struct current before = current_save(display);
    bool ok;

    if (!ctx)
        return NULL;
    ctx->display = display;
    ctx->api = params->api;
    ctx->samples = params->samples;
    ctx->handle = EGL_NO_CONTEXT;
    ok = create_handle(ctx, params) && (desktop(params) ? fill_desktop(ctx) : fill_es(ctx, params->limits));
    display->egl->BindAPI(before.api);
    if (ok)
        return ctx;
    gles_context_destroy(ctx);
    return NULL;
}

void gles_context_destroy(struct gles_context *ctx)
{
    if (!ctx)
        return;
    if (ctx->handle != EGL_NO_CONTEXT) {
        ctx->display->egl->BindAPI(ctx->api == GLES_API_DESKTOP ? EGL_OPENGL_API : EGL_OPENGL_ES_API);
        if (ctx->display->egl->GetCurrentContext() == ctx->handle)
            gles_display_release(ctx->display);
        ctx->display->egl->DestroyContext(ctx->display->handle, ctx->handle);
    }
    gles_surface_destroy(ctx->scratch);
    free(ctx->es);
    free(ctx->gl);
    free(ctx->vendor);
    free(ctx->renderer);
    free(ctx->version);
    free(ctx);
}

bool gles_context_make_current(struct gles_context *ctx, const struct gles_surface *draw,
                               const struct gles_surface *read)
{
    if (draw || read ? !bind(ctx, (draw ? draw : read)->handle, (read ? read : draw)->handle)
                     : !bind_nothing(ctx))
        return false;
    return ctx->version || read_strings(ctx, ctx->gl->GetString);
}
