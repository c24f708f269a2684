/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_BACKEND_IMPL_H
#define RETRACE_BACKEND_IMPL_H

#include "backend.h"
#include "emu/emu.h"
#include "gles/context.h"
#include "gles/display.h"

/* The two backends, on a display of lib/gles. Embedded in their owner, need no finish: what the player made
 * of them dies with the player. One thread. */

struct backend_native {
    const struct gles_display *display;
    struct backend_context *current;
    struct backend_drawable *draw, *read;
    struct backend backend; /* what the player is given */
};

/* The driver's own desktop GL; check gles_display_has_desktop first. */
void backend_native_init(struct backend_native *native, const struct gles_display *display);

struct backend_emu {
    const struct gles_display *display;
    const struct gles_caps_limits *limits;
    const struct emu_multidraw *multidraw;
    const void *multidraw_params;
    struct emu_gaps *gaps;
    const struct log *log;
    const char
        *shader_cache; /* folder; NULL (as from init): none. Its owner sets it before the first context */
    const struct emu_draw_observer *observer; /* likewise */
    bool srgb; /* pbuffers encode to sRGB when asked; known from the first context on */
    struct backend_context *current;
    struct backend_drawable *draw, *read;
    struct backend backend;
};

/* Desktop GL emulated on the driver's ES. The pointers, limits and params may be NULL as lib/emu and lib/gles
 * have it; all must outlive the backend. */
void backend_emu_init(struct backend_emu *emu, const struct gles_display *display,
                      const struct gles_caps_limits *limits, const struct emu_multidraw *multidraw,
                      const void *multidraw_params, struct emu_gaps *gaps, const struct log *log);

/* What both have as drawables (backend_drawable.c). */
struct backend_drawable {
    struct gles_surface *surface;
    struct gles_surface_params params;
};

struct backend_drawable *backend_drawable_create(const struct gles_display *display, enum gles_api api,
                                                 int width, int height, int samples, bool srgb);
void backend_drawable_destroy(struct backend_drawable *drawable);
/* Puts a surface of that size in the old one's place and returns the old one, for the caller to destroy once
 * it is not current. NULL, with nothing changed, when the driver refuses. */
struct gles_surface *backend_drawable_replace(struct backend_drawable *drawable, int width, int height);
void backend_drawable_size(const struct backend_drawable *drawable, int *width, int *height);

#endif
