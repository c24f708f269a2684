/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_BACKEND_H
#define RETRACE_BACKEND_H

#include <stdbool.h>
#include <stddef.h>

#include "gl_api.h"

/* What a trace is replayed on: contexts and drawables of one driver, either through the emulation
 * (backend_emu.c) or through the driver's own desktop GL (backend_native.c). The player does not know which
 * it has. */

struct backend_context;
struct backend_drawable;

struct backend_context_params {
    struct backend_context *share; /* or NULL */
    int major, minor;              /* 0.0: created without a version (legacy, compatibility) */
    bool core, forward_compatible, debug, es;
    int samples;
};

struct backend {
    void *priv;
    /* NULL on failure, logged. */
    struct backend_context *(*context_create)(void *priv, const struct backend_context_params *params);
    void (*context_destroy)(void *priv, struct backend_context *ctx);
    /* Fixed from creation to destruction; may be read while the context is not current. */
    const struct gl_table *(*context_table)(const struct backend_context *ctx);
    /* A pbuffer, RGBA8 with D24S8. NULL on failure, logged. */
    struct backend_drawable *(*drawable_create)(void *priv, int width, int height, int samples);
    void (*drawable_destroy)(void *priv, struct backend_drawable *drawable);
    /* A new pbuffer in the old one's place; contents are lost. Rebinds it where it is current. */
    bool (*drawable_resize)(void *priv, struct backend_drawable *drawable, int width, int height);
    void (*drawable_size)(const struct backend_drawable *drawable, int *width, int *height);
    /* Both NULL: none current. A NULL drawable with a context is surfaceless. */
    bool (*make_current)(void *priv, struct backend_drawable *draw, struct backend_drawable *read,
                         struct backend_context *ctx);
    void (*swap)(void *priv, struct backend_drawable *drawable);
};

#endif
