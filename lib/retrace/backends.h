/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_BACKENDS_H
#define RETRACE_BACKENDS_H

#include "gles/caps.h"
#include "retrace/backend.h"

struct emu_gaps;
struct gles_display;
struct log;
struct tiers_stats;

/* The driver's own desktop GL. NULL when memory is out; the display must outlive it. */
struct backend *backend_native_create(const struct gles_display *display, const struct log *log);

struct backend_emu_params {
    const struct gles_display *display;
    const struct gles_caps_limits *limits; /* or NULL */
    const char *tier;                      /* "auto" or a tier */
    struct tiers_stats *stats;             /* of all contexts; or NULL */
    struct emu_gaps *gaps;
    const struct log *log;
};
/* The emulation on the driver's ES. NULL when memory is out. What params points to must outlive it. */
struct backend *backend_emu_create(const struct backend_emu_params *params);

/* Contexts and drawables must be gone. NULL is legal. */
void backend_native_destroy(struct backend *backend);
void backend_emu_destroy(struct backend *backend);

#endif
