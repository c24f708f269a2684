/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_GLES_CONTEXT_H
#define RETRACE_GLES_CONTEXT_H

#include <stdbool.h>

#include "gles/caps.h"

struct gles_display;

/* Contexts and pbuffers of one display. Thread-safety: a context is current on one thread; nothing here
 * locks. */

enum gles_api {
    GLES_API_ES,
    GLES_API_DESKTOP, /* the driver's own desktop GL: the native arm */
};

enum gles_profile {
    GLES_PROFILE_LEGACY, /* created without version or profile attributes: the driver's compatibility default
                          */
    GLES_PROFILE_COMPAT,
    GLES_PROFILE_CORE,
};

struct gles_context_params {
    enum gles_api api;
    /* Desktop only: at least this version, as EGL has it; 0.0: without a version. ES is always the highest
     * there is, because Mesa gives that whatever is asked for; `limits` lowers it. */
    int major, minor;
    enum gles_profile profile;        /* desktop only; EGL has profiles from 3.2 on */
    bool forward_compatible;          /* desktop only */
    bool debug, robust;               /* robust access; ignored by ES where the driver has no way to ask */
    int samples;                      /* of the surfaces it will draw to; lowered to what exists */
    const struct gles_context *share; /* shares objects with this one, or NULL; of the same API */
    const struct gles_caps_limits *limits; /* ES only, NULL: none; read during creation */
};

struct gles_context {
    const struct gles_display *display;
    enum gles_api api;
    int samples;           /* of its configuration */
    struct gles_table *es; /* GLES_API_ES: its functions, agreeing with caps; else NULL */
    struct gl_table *gl;   /* GLES_API_DESKTOP: its functions as eglGetProcAddress gives them; else NULL */
    struct gles_caps caps; /* GLES_API_ES only */
    /* The driver's strings, owned by the context. Desktop: NULL until it was current for the first time. */
    char *vendor, *renderer, *version;
    void *config, *handle;        /* EGLConfig, EGLContext */
    struct gles_surface *scratch; /* stands in where the driver needs a surface to be current */
};

/* A pbuffer, RGBA8 with D24S8; its contents are undefined until drawn. */
struct gles_surface {
    const struct gles_display *display;
    int width, height, samples; /* samples: what it got, 0 for none */
    void *handle;               /* EGLSurface */
};

/* No pbuffer is wider or higher. Above it EGL's answer is worth nothing: Mesa accepts a million pixels and
 * then draws nowhere without an error (zink crashes). It is also the largest GL_MAX_VIEWPORT_DIMS of the
 * drivers here. */
#define GLES_SURFACE_MAX 16384

struct gles_surface_params {
    enum gles_api api; /* of the contexts that will draw to it */
    int width, height; /* in pixels, 1 to GLES_SURFACE_MAX */
    int samples;       /* lowered to what exists, as for a context; both must agree to be current together */
    bool srgb;         /* the colour buffer encodes to sRGB (EGL_KHR_gl_colorspace) */
};

/* NULL, after a message, when the driver refuses. An ES context is made current for a moment to fill table
 * and caps, without a surface where that is possible, and what was current is current again. So its first
 * viewport is not that of the first surface: set it (emu_make_current does). A desktop context is not touched
 * before its owner makes it current, and its first viewport is as GL says. */
struct gles_context *gles_context_create(const struct gles_display *display,
                                         const struct gles_context_params *params);

/* Destroys the context and its table; if it is current, nothing is current afterwards. NULL is legal. */
void gles_context_destroy(struct gles_context *ctx);

/* Makes ctx current with these surfaces; both NULL: without one. False, after a message, when the driver
 * refuses. */
bool gles_context_make_current(struct gles_context *ctx, const struct gles_surface *draw,
                               const struct gles_surface *read);

/* NULL, after a message: no configuration, no memory, larger than the driver allows, no sRGB. */
struct gles_surface *gles_surface_create(const struct gles_display *display,
                                         const struct gles_surface_params *params);

/* NULL is legal. A surface that is current lives on in the driver until it is not. */
void gles_surface_destroy(struct gles_surface *surface);

/* eglSwapBuffers: no more than a flush on a pbuffer, but drivers tell frames apart by it. */
void gles_surface_swap(const struct gles_surface *surface);

#endif
