/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_GL_TABLES_H
#define RETRACE_GL_TABLES_H

#include "gl_api.h"

/* Finds the address of a GL function by its full name ("glDrawArrays"), or NULL. */
typedef void *(*gl_get_proc)(void *priv, const char *name);

/* Fill every member from `get`; NULL where the provider has none. A pointer alone proves nothing about
 * support (eglGetProcAddress may return stubs): callers decide by version and extension strings. */
void gl_table_load(struct gl_table *table, gl_get_proc get, void *priv);
void gles_table_load(struct gles_table *table, gl_get_proc get, void *priv);

/* Position of a desktop function in struct gl_table, counted in members, by full name; aliases
 * (glBindBufferARB) lead to the canonical function. -1 when unknown. */
int gl_table_find(const char *name);
/* Full canonical name of member `index`. */
const char *gl_table_name(int index);
/* Number of members. */
int gl_table_count(void);

/* "GL_TRIANGLES" …; NULL when it is no mode of a draw. */
const char *gl_mode_name(GLenum mode);

#endif
