/* SPDX-License-Identifier: MIT */
/* Drawables of both backends: a pbuffer, replaced by another to change its size. */
#include "backend_impl.h"

#include <stdlib.h>

struct backend_drawable *backend_drawable_create(const struct gles_display *display, enum gles_api api,
                                                 int width, int height, int samples, bool srgb)
{
    struct backend_drawable *d = calloc(1, sizeof *d);

    if (!d)
        return NULL;
    d->params = (struct gles_surface_params){
        .api = api, .width = width, .height = height, .samples = samples, .srgb = srgb};
    d->surface = gles_surface_create(display, &d->params);
    if (d->surface)
        return d;
    free(d);
    return NULL;
}

void backend_drawable_destroy(struct backend_drawable *d)
{
    if (!d)
        return;
    gles_surface_destroy(d->surface);
    free(d);
}

struct gles_surface *backend_drawable_replace(struct backend_drawable *d, int width, int height)
{
    struct gles_surface_params params = d->params;
    struct gles_surface *old = d->surface, *surface;

    params.width = width;
    params.height = height;
    surface = gles_surface_create(old->display, &params);
    if (!surface)
        return NULL;
    d->surface = surface;
    d->params = params;
    return old;
}

void backend_drawable_size(const struct backend_drawable *d, int *width, int *height)
{
    *width = d->surface->width;
    *height = d->surface->height;
}
