/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_GLES_DISPLAY_H
#define RETRACE_GLES_DISPLAY_H

#include <stdbool.h>

struct log;
struct gles_driver;
struct egl_table;

/* An EGL library that is loaded, with an initialised display. One per process is meant: the driver's
 * environment is read when the library loads, and drivers do not promise to unload cleanly. */
struct gles_display {
    const struct log *log;   /* what the display, its contexts and its surfaces report to */
    char *name;              /* of the driver */
    void *library;           /* from dlopen */
    struct egl_table *egl;   /* its functions; inside lib/gles */
    void *handle;            /* EGLDisplay */
    int major, minor;        /* EGL version */
    const char *vendor;      /* EGL_VENDOR */
    const char *client_apis; /* "OpenGL OpenGL_ES" */
    const char *extensions;  /* of the display */
    bool surfaceless;        /* contexts may be current without a surface */
    bool colorspace;         /* pbuffers may be sRGB */
};

/* Loads the driver's library (RTLD_LOCAL) and opens its display as its platform says. The driver's
 * environment must have been applied before (gles_driver_env_apply). NULL, after one message that says what
 * to do about it: the library does not load, has no such platform, gives no display, or does not initialise.
 */
struct gles_display *gles_display_create(const struct gles_driver *driver, const struct log *log);

/* Terminates the display. Contexts and surfaces must be gone. The library stays loaded: Mesa's keep threads
 * and exit handlers that an unload would leave dangling. NULL is legal. */
void gles_display_destroy(struct gles_display *display);

/* Makes no context current on this thread. */
void gles_display_release(const struct gles_display *display);

/* Address of a GL function ("glDrawArrays") from eglGetProcAddress; `priv` is a struct gles_display. Mesa and
 * libglvnd return an address for any name at all, so this proves nothing. A gl_get_proc of gl_tables.h. */
void *gles_display_get_proc(void *priv, const char *name);

/* Whether a desktop OpenGL context can be asked for at all. */
bool gles_display_has_desktop(const struct gles_display *display);

#endif
