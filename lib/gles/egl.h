/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_GLES_EGL_H
#define RETRACE_GLES_EGL_H

/* Inside lib/gles: EGL as a table of pointers. Only types and constants come from the Khronos headers;
 * nothing links against libEGL, because which libEGL it is differs per driver. */
#define EGL_NO_X11
#define EGL_EGL_PROTOTYPES 0
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <stdbool.h>

/* EGL_FN(return type, name, parameters): exported by every libEGL.
 * EGL_EXT(…): may be missing (an extension, or EGL 1.5); asked of eglGetProcAddress. */
// clang-format off
#define EGL_FNS(EGL_FN, EGL_EXT) \
    EGL_FN(void *, GetProcAddress, (const char *)) \
    EGL_FN(EGLint, GetError, (void)) \
    EGL_FN(const char *, QueryString, (EGLDisplay, EGLint)) \
    EGL_FN(EGLDisplay, GetDisplay, (EGLNativeDisplayType)) \
    EGL_FN(EGLBoolean, Initialize, (EGLDisplay, EGLint *, EGLint *)) \
    EGL_FN(EGLBoolean, Terminate, (EGLDisplay)) \
    EGL_FN(EGLBoolean, BindAPI, (EGLenum)) \
    EGL_FN(EGLenum, QueryAPI, (void)) \
    EGL_FN(EGLBoolean, ReleaseThread, (void)) \
    EGL_FN(EGLBoolean, ChooseConfig, (EGLDisplay, const EGLint *, EGLConfig *, EGLint, EGLint *)) \
    EGL_FN(EGLBoolean, GetConfigAttrib, (EGLDisplay, EGLConfig, EGLint, EGLint *)) \
    EGL_FN(EGLContext, CreateContext, (EGLDisplay, EGLConfig, EGLContext, const EGLint *)) \
    EGL_FN(EGLBoolean, DestroyContext, (EGLDisplay, EGLContext)) \
    EGL_FN(EGLSurface, CreatePbufferSurface, (EGLDisplay, EGLConfig, const EGLint *)) \
    EGL_FN(EGLBoolean, DestroySurface, (EGLDisplay, EGLSurface)) \
    EGL_FN(EGLBoolean, QuerySurface, (EGLDisplay, EGLSurface, EGLint, EGLint *)) \
    EGL_FN(EGLBoolean, MakeCurrent, (EGLDisplay, EGLSurface, EGLSurface, EGLContext)) \
    EGL_FN(EGLBoolean, SwapBuffers, (EGLDisplay, EGLSurface)) \
    EGL_FN(EGLContext, GetCurrentContext, (void)) \
    EGL_FN(EGLSurface, GetCurrentSurface, (EGLint)) \
    EGL_EXT(EGLDisplay, GetPlatformDisplayEXT, (EGLenum, void *, const EGLint *)) \
    EGL_EXT(EGLBoolean, QueryDevicesEXT, (EGLint, EGLDeviceEXT *, EGLint *))
// clang-format on

struct egl_table {
#define EGL_FN(ret, name, params) ret(*name) params;
    EGL_FNS(EGL_FN, EGL_FN)
#undef EGL_FN
};

/* "EGL_BAD_MATCH" and so on; "an unknown EGL error" for anything else. */
const char *egl_error_name(EGLint error);

/* Whether `name` is a whole word of the space-separated list (NULL: an empty one). */
bool egl_list_has(const char *list, const char *name);

#endif
