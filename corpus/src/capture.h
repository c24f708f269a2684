/* SPDX-License-Identifier: MIT */
#ifndef CORPUS_CAPTURE_H
#define CORPUS_CAPTURE_H

/* What the md_ programs with transform feedback share: a program that captures each vertex of the cells, and
 * one that draws what was captured at half its size in the middle of the picture. */
#include "md.h"

enum { CAPTURE_VERTICES = MD_CELLS * 12 }; /* at most */

struct capture {
    GLuint program, replay, buffer, vao;
};

/* Binds the buffer for transform feedback. */
void capture_init(struct capture *c);
/* Draws so many of the captured vertices; leaves c->program in use. */
void capture_show(const struct capture *c, GLsizei vertices);

#endif
