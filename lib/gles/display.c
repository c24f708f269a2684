/* SPDX-License-Identifier: MIT */
/* Loading one driver: dlopen of its EGL library, its functions into a table, its display by platform. EGL
 * client extensions decide which platform may be asked for; where the library is old and lists none, the
 * request is tried and its failure reported. Costs one library load, some 10 to 100 ms. */
#include "gles/display.h"

#include "gles/driver.h"
#include "gles/egl.h"
#include "log.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* EGL_ANGLE_platform_angle and its kin; registered by Khronos, but not in every eglext.h. */
#define ANGLE_PLATFORM           0x3202
#define ANGLE_TYPE               0x3203
#define ANGLE_DEVICE_TYPE        0x3209
#define ANGLE_TYPE_VULKAN        0x3450
#define ANGLE_DEVICE_SWIFTSHADER 0x3487

#define MAX_DEVICES 32

const char *egl_error_name(EGLint error)
{
    switch (error) {
#define CASE(name)                                                                                           \
    case name:                                                                                               \
        return #name;
        CASE(EGL_SUCCESS)
        CASE(EGL_NOT_INITIALIZED)
        CASE(EGL_BAD_ACCESS)
        CASE(EGL_BAD_ALLOC)
        CASE(EGL_BAD_ATTRIBUTE)
        CASE(EGL_BAD_CONFIG)
        CASE(EGL_BAD_CONTEXT)
        CASE(EGL_BAD_CURRENT_SURFACE)
        CASE(EGL_BAD_DISPLAY)
        CASE(EGL_BAD_MATCH)
        CASE(EGL_BAD_NATIVE_PIXMAP)
        CASE(EGL_BAD_NATIVE_WINDOW)
        CASE(EGL_BAD_PARAMETER)
        CASE(EGL_BAD_SURFACE)
        CASE(EGL_CONTEXT_LOST)
#undef CASE
    }
    return "an unknown EGL error";
}

bool egl_list_has(const char *list, const char *name)
{
    size_t len = strlen(name);

    for (const char *s = list; s && *s; s += strcspn(s, " "), s += strspn(s, " ")) {
        if (strcspn(s, " ") == len && !memcmp(s, name, len))
            return true;
    }
    return false;
}

/* What to do when the library is not there. */
static const char *remedy(const struct gles_driver *driver)
{
    if (strchr(driver->egl, '/'))
        return driver->platform == GLES_PLATFORM_ANGLE_VULKAN_SWIFTSHADER ? "; run 'make drivers'" : "";
    return "; on Debian: apt install libegl1 libegl-mesa0 libgl1-mesa-dri";
}

static bool load_library(struct gles_display *d, const struct gles_driver *driver)
{
    d->library = dlopen(driver->egl, RTLD_NOW | RTLD_LOCAL);
    if (!d->library) {
        log_msg(d->log, LOG_ERROR, "%s: %s%s", d->name, dlerror(), remedy(driver));
        return false;
    }
#define EGL_FN(ret, fn, params)                                                                              \
    *(void **)&d->egl->fn = dlsym(d->library, "egl" #fn);                                                    \
    if (!d->egl->fn) {                                                                                       \
        log_msg(d->log, LOG_ERROR, "%s: %s is no EGL library: it lacks egl" #fn, d->name, driver->egl);      \
        return false;                                                                                        \
    }
#define EGL_EXT(ret, fn, params) *(void **)&d->egl->fn = d->egl->GetProcAddress("egl" #fn);
    EGL_FNS(EGL_FN, EGL_EXT)
#undef EGL_EXT
#undef EGL_FN
    return true;
}

static EGLDisplay platform_display(struct gles_display *d, EGLenum platform, void *native,
                                   const EGLint *attributes, const char *extension)
{
    const char *client = d->egl->QueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);

    if (!d->egl->GetPlatformDisplayEXT || (client && !egl_list_has(client, extension))) {
        log_msg(d->log, LOG_ERROR, "%s: the EGL library has no %s", d->name, extension);
        return EGL_NO_DISPLAY;
    }
    EGLDisplay display = d->egl->GetPlatformDisplayEXT(platform, native, attributes);
    if (display == EGL_NO_DISPLAY)
        log_msg(d->log, LOG_ERROR, "%s: no display (%s)", d->name, egl_error_name(d->egl->GetError()));
    return display;
}

static EGLDisplay device_display(struct gles_display *d, int index)
{
    EGLDeviceEXT devices[MAX_DEVICES];
    EGLint n = 0;

    if (!d->egl->QueryDevicesEXT || !d->egl->QueryDevicesEXT(MAX_DEVICES, devices, &n)) {
        log_msg(d->log, LOG_ERROR, "%s: the EGL library lists no devices", d->name);
        return EGL_NO_DISPLAY;
    }
    if (index >= n) {
        log_msg(d->log, LOG_ERROR, "%s: there is no EGL device %d; there are %d", d->name, index, n);
        return EGL_NO_DISPLAY;
    }
    return platform_display(d, EGL_PLATFORM_DEVICE_EXT, devices[index], NULL, "EGL_EXT_platform_device");
}

static EGLDisplay open_display(struct gles_display *d, const struct gles_driver *driver)
{
    static const EGLint angle[] = {ANGLE_TYPE, ANGLE_TYPE_VULKAN, ANGLE_DEVICE_TYPE, ANGLE_DEVICE_SWIFTSHADER,
                                   EGL_NONE};
    EGLDisplay display;

    switch (driver->platform) {
    case GLES_PLATFORM_SURFACELESS:
        return platform_display(d, EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL,
                                "EGL_MESA_platform_surfaceless");
    case GLES_PLATFORM_ANGLE_VULKAN_SWIFTSHADER:
        return platform_display(d, ANGLE_PLATFORM, EGL_DEFAULT_DISPLAY, angle, "EGL_ANGLE_platform_angle");
    case GLES_PLATFORM_DEVICE:
        return device_display(d, driver->device);
    case GLES_PLATFORM_DEFAULT:
        display = d->egl->GetDisplay(EGL_DEFAULT_DISPLAY);
        if (display == EGL_NO_DISPLAY)
            log_msg(d->log, LOG_ERROR, "%s: no default display", d->name);
        return display;
    }
    return EGL_NO_DISPLAY;
}

static bool initialize(struct gles_display *d)
{
    EGLint major = 0, minor = 0;

    if (!d->egl->Initialize(d->handle, &major, &minor)) {
        log_msg(d->log, LOG_ERROR,
                "%s: the display does not initialise (%s); is the driver itself installed?", d->name,
                egl_error_name(d->egl->GetError()));
        d->handle = EGL_NO_DISPLAY;
        return false;
    }
    d->major = major;
    d->minor = minor;
    d->vendor = d->egl->QueryString(d->handle, EGL_VENDOR);
    d->client_apis = d->egl->QueryString(d->handle, EGL_CLIENT_APIS);
    d->extensions = d->egl->QueryString(d->handle, EGL_EXTENSIONS);
    d->surfaceless = egl_list_has(d->extensions, "EGL_KHR_surfaceless_context");
    d->colorspace = (major == 1 && minor >= 5) || egl_list_has(d->extensions, "EGL_KHR_gl_colorspace");
    if ((major == 1 && minor < 5) && !egl_list_has(d->extensions, "EGL_KHR_create_context")) {
        log_msg(d->log, LOG_ERROR, "%s: EGL %d.%d without EGL_KHR_create_context cannot name a version",
                d->name, major, minor);
        return false;
    }
    return true;
}

struct gles_display *gles_display_create(const struct gles_driver *driver, const struct log *log)
{
    struct gles_display *d = calloc(1, sizeof *d);

    if (!d)
        return NULL;
    d->log = log;
    d->name = strdup(driver->name);
    d->egl = calloc(1, sizeof *d->egl);
    d->handle = EGL_NO_DISPLAY;
    if (!d->name || !d->egl || !load_library(d, driver))
        goto fail;
    d->handle = open_display(d, driver);
    if (d->handle == EGL_NO_DISPLAY || !initialize(d))
        goto fail;
    return d;
fail:
    gles_display_destroy(d);
    return NULL;
}

void gles_display_destroy(struct gles_display *display)
{
    if (!display)
        return;
    if (display->handle != EGL_NO_DISPLAY) {
        gles_display_release(display);
        display->egl->Terminate(display->handle);
        display->egl->ReleaseThread();
    }
    free(display->egl);
    free(display->name);
    free(display);
}

void gles_display_release(const struct gles_display *display)
{
    display->egl->MakeCurrent(display->handle, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

void *gles_display_get_proc(void *priv, const char *name)
{
    const struct gles_display *display = priv;

    return display->egl->GetProcAddress(name);
}

bool gles_display_has_desktop(const struct gles_display *display)
{
    return egl_list_has(display->client_apis, "OpenGL");
}
