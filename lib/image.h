/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_IMAGE_H
#define RETRACE_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

/* Pictures are RGBA8, top row first, no padding. */

/* Writes a PNG with alpha. False when the file cannot be written; then none is left behind. */
bool image_write_png(const char *path, const uint8_t *rgba, int width, int height);

/* Reads a PNG as RGBA8 whatever its format; malloc'd, NULL when it cannot be read. */
uint8_t *image_read_png(const char *path, int *width, int *height);

/* True when every pixel has the same value. */
bool image_is_blank(const uint8_t *rgba, int width, int height);

/* Per pixel the absolute differences of the colour channels, stretched so that the smallest one is visible,
 * on black; opaque. `out` has room for one picture. Returns the number of pixels that differ. */
uint64_t image_difference(const uint8_t *a, const uint8_t *b, int width, int height, uint8_t *out);

#endif
