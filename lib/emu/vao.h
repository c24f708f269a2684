/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_VAO_H
#define RETRACE_EMU_VAO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emu/buffer.h"
#include "gl_api.h"

struct emu_context;

enum { EMU_MAX_ATTRIBS = 32 };

/* A generic vertex attribute: its format and the binding it takes its data from. */
struct emu_attrib {
    bool enabled, integer, normalized, wide; /* wide: doubles that stay doubles (glVertexAttribL*) */
    GLint size;                              /* 1 to 4, or GL_BGRA */
    GLenum type;
    GLuint relative_offset;
    GLuint binding;
};

/* A vertex buffer binding. The classic glVertexAttribPointer sets attribute i to binding i. */
struct emu_vertex_binding {
    struct emu_buffer *buffer; /* NULL: `pointer` is client memory */
    const uint8_t *pointer;    /* client memory, or the offset into the buffer */
    GLsizei stride;            /* effective: never the 0 of "tightly packed", but a true 0 stays 0 */
    GLuint divisor;
};

struct emu_vao {
    GLuint name, es;
    struct emu_buffer *element_buffer;
    struct emu_attrib attribs[EMU_MAX_ATTRIBS];
    struct emu_vertex_binding bindings[EMU_MAX_ATTRIBS];
    uint32_t enabled;              /* attributes, one bit each */
    uint32_t client;               /* attributes whose binding is client memory */
    uint32_t convert;              /* attributes whose format ES lacks */
    uint32_t dirty;                /* attributes to be specified again on the driver before the next draw */
    uint32_t wide;                 /* attributes whose format is wide */
    uint32_t lent;                 /* locations that are lent to second halves (vao_wide.c) */
    uint8_t high[EMU_MAX_ATTRIBS]; /* the location that has an array's second half, plus 1; 0: none */
};

/* A location's current value while it is lent. */
struct emu_lent_value {
    bool lent;
    GLfloat before[4]; /* the application's */
    GLuint words[4];
};

struct emu_vao_state {
    struct emu_vao *current; /* never NULL: `zero` stands for the default one */
    struct emu_vao zero;
    GLsizei max_attribs;
    GLdouble doubles[EMU_MAX_ATTRIBS][4]; /* current values that were given as doubles */
    uint32_t are_doubles, are_words;      /* which were; which the driver has as words */
    struct emu_lent_value lent_values[EMU_MAX_ATTRIBS];
};

/* The element buffer slot of the current vertex array. */
struct emu_buffer **emu_vao_element_slot(struct emu_context *ctx);
/* Specifies on the driver what the separate format and binding calls changed; before every draw. */
void emu_vao_flush(struct emu_context *ctx);
GLsizei emu_attrib_bytes(const struct emu_attrib *attrib); /* of one element in memory */
/* arrays_convert.c: the format that stands in for one that ES lacks, and one element turned into it. */
struct emu_attrib emu_attrib_converted(const struct emu_attrib *attrib);
void emu_attrib_convert(const struct emu_attrib *attrib, const uint8_t *in, uint8_t *out);
/* vao_wide.c: makes the driver's attributes those that the program wants where it has doubles; before the
 * flush of a draw. The format of the first two, or the others, of an attribute of doubles. */
void emu_vao_suit(struct emu_context *ctx);
struct emu_attrib emu_attrib_half(const struct emu_attrib *attrib, bool high);
/* The GL error that an attribute format deserves, or GL_NO_ERROR. */
GLenum emu_attrib_check(const struct emu_attrib *attrib);
/* Whether attribute `index` may be changed now; else false after the GL error. Core contexts have no default
 * vertex array to change. */
bool emu_vao_check(struct emu_context *ctx, GLuint index);
/* Decides anew where attribute `index` comes from: sets its bits of `client` and `convert`. */
void emu_vao_classify(struct emu_vao *vao, GLuint index);
/* A buffer's name is deleted: drop it from the current vertex array, as glDeleteBuffers does. */
void emu_vao_drop_buffer(struct emu_context *ctx, struct emu_buffer *buffer);

#endif
