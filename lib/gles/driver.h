/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_GLES_DRIVER_H
#define RETRACE_GLES_DRIVER_H

#include <stdbool.h>
#include <stddef.h>

struct log;

/* How the display of a driver is opened. */
enum gles_platform {
    GLES_PLATFORM_SURFACELESS,              /* EGL_MESA_platform_surfaceless */
    GLES_PLATFORM_ANGLE_VULKAN_SWIFTSHADER, /* EGL_ANGLE_platform_angle, Vulkan on SwiftShader */
    GLES_PLATFORM_DEVICE,                   /* EGL_EXT_platform_device, the device with index `device` */
    GLES_PLATFORM_DEFAULT,                  /* eglGetDisplay(EGL_DEFAULT_DISPLAY) */
};

/* One environment variable of a driver; value NULL means that it must not be set. */
struct gles_driver_env {
    char *name, *value;
};

/* One entry of drivers.json. */
struct gles_driver {
    char *name;
    char *egl; /* what dlopen is given: a bare library name, or an absolute path */
    enum gles_platform platform;
    int device;     /* GLES_PLATFORM_DEVICE: index into eglQueryDevicesEXT, 0 unless given */
    char *renderer; /* POSIX extended regular expression that GL_RENDERER must match, or NULL: any */
    bool measure;   /* for measuring only (it draws nothing): left out of "all" */
    struct gles_driver_env *env;
    size_t n_env;
};

/* The content of one drivers.json; owns everything below it. */
struct gles_driver_list {
    char *path; /* the file it was read from */
    struct gles_driver *drivers;
    size_t n;
};

/* Reads `path`, or where that is NULL the first file that exists of: $RETRACE_DRIVERS (must exist when set
 * and not empty), $XDG_CONFIG_HOME/retrace/drivers.json (~/.config where unset), and drivers.json or
 * share/retrace/drivers.json in a folder above the running program, the nearest first. NULL, after one
 * message, when there is none or it is not valid.
 *
 * In the file, a library name without a slash is left to the dynamic linker; a relative path is looked for in
 * the file's folder, then in its build/drivers and drivers folders. In the values of `env`, ${DIR} is the
 * file's folder and ${LIBDIR} the folder of the library; any other ${ is an error. A value null unsets the
 * variable. Unknown keys are errors, so that a typo does not silently give another driver. */
struct gles_driver_list *gles_driver_list_load(const char *path, const struct log *log);

/* The same from text, as if it had been read from `path` (which decides the folder). */
struct gles_driver_list *gles_driver_list_parse(const char *text, const char *path, const struct log *log);

void gles_driver_list_destroy(struct gles_driver_list *list);

/* The driver of that name; NULL, after a message that lists the known ones, when there is none. */
const struct gles_driver *gles_driver_find(const struct gles_driver_list *list, const char *name,
                                           const struct log *log);

/* Resolves "all" (every driver that is not `measure`) or comma-separated names, in the order given,
 * duplicates once. Returns a NULL-ended array to free() (the drivers stay the list's); NULL after a message
 * on an unknown or empty name, or when nothing is left. */
const struct gles_driver **gles_driver_select(const struct gles_driver_list *list, const char *words,
                                              const struct log *log);

/* Sets and unsets the driver's variables in this process. Meant for a child between fork and exec:
 * LD_LIBRARY_PATH is read by the dynamic linker only when a program starts. Not thread-safe, as setenv is
 * not. */
bool gles_driver_env_apply(const struct gles_driver *driver, const struct log *log);

/* Whether `renderer` is what the driver is expected to be; on a mismatch false after a message. This is what
 * keeps a fallback (Mesa quietly choosing another driver) from being reported under the wrong name. */
bool gles_driver_renderer_check(const struct gles_driver *driver, const char *renderer,
                                const struct log *log);

/* The word used in drivers.json. */
const char *gles_platform_name(enum gles_platform platform);

#endif
