/* SPDX-License-Identifier: MIT */
#ifndef CORPUS_STAR_H
#define CORPUS_STAR_H

/* The star field that the star_ programs share: a million instances of one quad of four vertices, one pixel
 * each of a picture of 1000 x 1000, each with a colour of its own from an array that is read by instance. A
 * colour that comes from another element, or an array cut to the number of vertices, shows. */
#include "common.h"

enum { STAR_SIDE = 1000, STARS = STAR_SIDE * STAR_SIDE };

/* The corners of a quad, one pixel wide and high. */
extern const float star_corners[4][2];
/* Colours of all stars, RGBA: neighbours differ, in a row and from row to row, and yet they compress well. */
void star_colors(uint8_t (*rgba)[4]);

/* Context, program and viewport: OpenGL 3.3 compatibility, which still has quads. Location 0: corner,
 * location 1: colour, by instance. */
void star_init(struct app *app, int argc, char **argv);
/* A frame: all stars, a colour each in the first frame (the only one unless more are asked for), one for two
 * in the second, and so on. */
void star_frame(const struct app *app);

#endif
