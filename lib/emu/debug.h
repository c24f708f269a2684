/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_DEBUG_H
#define RETRACE_EMU_DEBUG_H

#include <stdint.h>

#include "gl_api.h"

struct emu_context;

/* What the application stored through KHR_debug. Inside debug*.c. */

enum { MAX_MESSAGES = 64, MAX_LENGTH = 4096, MAX_DEPTH = 64, MAX_LABEL = 256 };

struct message {
    GLenum source, type, severity;
    GLuint id;
    char *text;
    GLsizei length; /* without the terminating NUL */
};

struct label {
    GLenum identifier;
    uintptr_t name; /* or the sync handle */
    char *text;
};

struct emu_debug {
    GLDEBUGPROC callback;
    const void *user;
    struct message log[MAX_MESSAGES]; /* oldest first */
    int count;
    struct message groups[MAX_DEPTH];
    int depth;
    struct label *labels;
    size_t label_count, label_capacity;
};

/* The context's, made on first use; NULL (GL_OUT_OF_MEMORY) when memory is out. */
struct emu_debug *emu_debug_state(struct emu_context *ctx);
/* A copy with a NUL behind it, the caller's to free; *length (negative: up to the NUL) becomes its length. */
char *emu_debug_text(const GLchar *text, GLsizei *length);

#endif
