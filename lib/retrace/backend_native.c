/* SPDX-License-Identifier: MIT */
/* The native arm: the driver's own desktop GL, contexts and pbuffers of lib/gles as they are. */
#include "backend_impl.h"

#include <stdlib.h>

#include "gles/context.h"

struct backend_context {
    struct gles_context *gles;
};

static enum gles_profile profile_of(const struct backend_context_params *params)
{
    if (!params->major)
        return GLES_PROFILE_LEGACY;
    return params->core ? GLES_PROFILE_CORE : GLES_PROFILE_COMPAT;
}

static struct backend_context *context_create(void *priv, const struct backend_context_params *params)
{
    const struct gles_context_params wanted = {
        .api = GLES_API_DESKTOP,
        .major = params->major,
        .minor = params->minor,
        .profile = profile_of(params),
        .forward_compatible = params->forward_compatible,
        .samples = params->samples,
        .share = params->share ? params->share->gles : NULL,
    };
    struct backend_native *native = priv;
    struct backend_context *ctx = calloc(1, sizeof *ctx);

    if (!ctx)
        return NULL;
    ctx->gles = gles_context_create(native->display, &wanted);
    if (ctx->gles)
        return ctx;
    free(ctx);
    return NULL;
}

static void context_destroy(void *priv, struct backend_context *ctx)
{
    struct backend_native *native = priv;

    if (!ctx)
        return;
    if (native->current == ctx)
        native->current = NULL;
    gles_context_destroy(ctx->gles);
    free(ctx);
}

static const struct gl_table *context_table(const struct backend_context *ctx)
{
    return ctx->gles->gl;
}

static struct backend_drawable *drawable_create(void *priv, int width, int height, int samples)
{
    struct backend_native *native = priv;

    return backend_drawable_create(native->display, GLES_API_DESKTOP, width, height, samples, false);
}

static bool make_current(void *priv, struct backend_drawable *draw, struct backend_drawable *read,
                         struct backend_context *ctx)
{
    struct backend_native *native = priv;

    native->current = ctx;
    native->draw = ctx ? draw : NULL;
    native->read = ctx ? read : NULL;
    if (ctx)
        return gles_context_make_current(ctx->gles, draw ? draw->surface : NULL, read ? read->surface : NULL);
    gles_display_release(native->display);
    return true;
}

static void drawable_destroy(void *priv, struct backend_drawable *drawable)
{
    struct backend_native *native = priv;

    if (native->draw == drawable || native->read == drawable)
        make_current(priv, NULL, NULL, NULL);
    backend_drawable_destroy(drawable);
}

static bool drawable_resize(void *priv, struct backend_drawable *drawable, int width, int height)
{
    struct backend_native *native = priv;
    struct gles_surface *old = backend_drawable_replace(drawable, width, height);
    bool ok = true;

    if (!old)
        return false;
    if (native->draw == drawable || native->read == drawable)
        ok = make_current(priv, native->draw, native->read, native->current);
    gles_surface_destroy(old);
    return ok;
}

static void swap(void *priv, struct backend_drawable *drawable)
{
    (void)priv;
    gles_surface_swap(drawable->surface);
}

void backend_native_init(struct backend_native *native, const struct gles_display *display)
{
    *native = (struct backend_native){
        .display = display,
        .backend = {native, context_create, context_destroy, context_table, drawable_create, drawable_destroy,
                    drawable_resize, backend_drawable_size, make_current, swap},
    };
}
