/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_GLES_PROBE_H
#define RETRACE_GLES_PROBE_H

#include <stdbool.h>

#include "gles/caps.h"

struct gles_driver;
struct json_t;
struct log;

/* What a driver is. Strings are owned by the probe; NULL where it did not get that far. */
struct gles_probe {
    bool ok;       /* an ES 3 context was made and the renderer is the expected one */
    char *message; /* the first error, when !ok */
    char *egl;     /* "1.5, Mesa Project" */
    char *vendor, *renderer, *version;
    struct gles_caps caps;
    struct gles_table table; /* which functions there are; not to be called after the probe */
    char *extensions;        /* all of GL_EXTENSIONS, space-separated */
    char *desktop_core,
        *desktop_compat; /* GL_VERSION of the driver's own desktop GL, the native arm; NULL: none */
};

/* Loads the driver into this process, whose environment must be the driver's, and asks. A driver may crash or
 * hang in here: run it in a child process with a time limit. `limits` as in gles_caps_init. NULL only when
 * memory is out. */
struct gles_probe *gles_probe_create(const struct gles_driver *driver, const struct gles_caps_limits *limits,
                                     const struct log *log);
void gles_probe_destroy(struct gles_probe *probe);

/* The probe as a new JSON object, for passing it on from a child: ok, message, egl, vendor, renderer,
 * version, es ("3.2"), extensions (array), features (names of has_…), limits (object), desktop ({core,
 * compat}, null: none). Free with json_decref. NULL when memory is out. */
struct json_t *gles_probe_json(const struct gles_probe *probe);

#endif
