/* SPDX-License-Identifier: MIT */
/* Pbuffers, and the configuration that contexts and pbuffers share. Drawing goes to a real default
 * framebuffer in both arms, never to a framebuffer object: llvmpipe rasterises the two differently. EGL
 * offers no 1:1 choice of a format, so the list it returns is searched for exactly RGBA8 with D24S8. */
#include "gles/context.h"

#include "gles/config.h"
#include "gles/display.h"
#include "gles/egl.h"
#include "log.h"

#include <stdlib.h>

#define MAX_CONFIGS 256

static EGLint attribute(const struct gles_display *d, EGLConfig config, EGLint name)
{
    EGLint value = -1;

    d->egl->GetConfigAttrib(d->handle, config, name, &value);
    return value;
}

static bool is_wanted(const struct gles_display *d, EGLConfig config)
{
    static const EGLint want[][2] = {
        {EGL_RED_SIZE, 8},   {EGL_GREEN_SIZE, 8},  {EGL_BLUE_SIZE, 8},
        {EGL_ALPHA_SIZE, 8}, {EGL_DEPTH_SIZE, 24}, {EGL_STENCIL_SIZE, 8},
    };

    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        if (attribute(d, config, want[i][0]) != want[i][1])
            return false;
    }
    return true;
}

void *gles_config_choose(const struct gles_display *d, enum gles_api api, int *samples)
{
    const EGLint api_bit = api == GLES_API_ES ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT;
    const EGLint attributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, api_bit, EGL_NONE};
    EGLConfig configs[MAX_CONFIGS], found = NULL;
    int ceiling = *samples > 1 ? *samples : 0, best = -1;
    EGLint n = 0;

    if (!d->egl->ChooseConfig(d->handle, attributes, configs, MAX_CONFIGS, &n))
        n = 0;
    for (EGLint i = 0; i < n; i++) {
        int s = attribute(d, configs[i], EGL_SAMPLES);

        if (s > best && s <= ceiling && is_wanted(d, configs[i])) {
            best = s;
            found = configs[i];
        }
    }
    if (!found)
        log_msg(d->log, LOG_ERROR, "%s: no configuration with a pbuffer, RGBA8, D24S8 and %s", d->name,
                api == GLES_API_ES ? "OpenGL ES 3" : "desktop OpenGL");
    else if (best != ceiling)
        log_msg(d->log, LOG_INFO, "%s: %d samples instead of %d", d->name, best, ceiling);
    *samples = best > 0 ? best : 0;
    return found;
}

struct gles_surface *gles_surface_create(const struct gles_display *d,
                                         const struct gles_surface_params *params)
{
    struct gles_surface *s = calloc(1, sizeof *s);
    EGLint attributes[8] = {EGL_WIDTH, params->width, EGL_HEIGHT, params->height, EGL_NONE};
    EGLint width = 0, height = 0;
    EGLConfig config;

    if (!s)
        return NULL;
    s->display = d;
    s->samples = params->samples;
    s->handle = EGL_NO_SURFACE;
    if (params->width < 1 || params->height < 1 || params->width > GLES_SURFACE_MAX ||
        params->height > GLES_SURFACE_MAX) {
        log_msg(d->log, LOG_ERROR, "%s: no pbuffer of %dx%d: 1 to %d pixels a side", d->name, params->width,
                params->height, GLES_SURFACE_MAX);
        goto fail;
    }
    if (params->srgb && !d->colorspace) {
        log_msg(d->log, LOG_ERROR, "%s: no sRGB pbuffers: EGL_KHR_gl_colorspace is missing", d->name);
        goto fail;
    }
    if (params->srgb) {
        attributes[4] = EGL_GL_COLORSPACE_KHR;
        attributes[5] = EGL_GL_COLORSPACE_SRGB_KHR;
        attributes[6] = EGL_NONE;
    }
    config = gles_config_choose(d, params->api, &s->samples);
    if (!config)
        goto fail;
    s->handle = d->egl->CreatePbufferSurface(d->handle, config, attributes);
    if (s->handle == EGL_NO_SURFACE) {
        log_msg(d->log, LOG_ERROR, "%s: no pbuffer of %dx%d (%s)", d->name, params->width, params->height,
                egl_error_name(d->egl->GetError()));
        goto fail;
    }
    d->egl->QuerySurface(d->handle, s->handle, EGL_WIDTH, &width);
    d->egl->QuerySurface(d->handle, s->handle, EGL_HEIGHT, &height);
    if (width != params->width || height != params->height) {
        log_msg(d->log, LOG_ERROR, "%s: a pbuffer of %dx%d instead of %dx%d", d->name, width, height,
                params->width, params->height);
        goto fail;
    }
    s->width = width;
    s->height = height;
    return s;
fail:
    gles_surface_destroy(s);
    return NULL;
}

void gles_surface_destroy(struct gles_surface *s)
{
    if (!s)
        return;
    if (s->handle != EGL_NO_SURFACE)
        s->display->egl->DestroySurface(s->display->handle, s->handle);
    free(s);
}

void gles_surface_swap(const struct gles_surface *s)
{
    s->display->egl->SwapBuffers(s->display->handle, s->handle);
}
