/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_WINDOW_PRIV_H
#define RETRACE_EMU_WINDOW_PRIV_H

/* Inside the windows of a context: window.c (the ladder), window_answer.c (ranges of a draw, kept),
 * window_input.c (what the evaluator reads), window_bind.c and window_texture.c (the driver's side). */

#include "emu/program_priv.h"
#include "emu/window_eval.h"

#define WINDOW_NO_RANGES  "the draw's vertices are not known"
#define WINDOW_NO_INDICES "the draw's indices cannot be read"
#define WINDOW_LANES      "the draw has too many vertices to run on the host"
#define WINDOW_STAGE      "a later stage reads the buffer texture"
#define WINDOW_TOO_LONG   "what is bound is longer than any texture of the driver's"
#define WINDOW_MAPPED     "a buffer is mapped that would have to be copied"
#define WINDOW_FORM       "the program cannot be had in the form that reads windows"

/* What is no longer than that is copied whole rather than in part: a copy lasts until the contents change. */
enum { WINDOW_SMALL = 4 << 20 };

/* One block or buffer texture: what the application has bound, and what the draw gets. */
struct window_row {
    const struct glsl_window *glsl;
    int storage;                       /* into exe->storage, -1: a buffer texture, or a block that the driver
                                          dropped */
    const struct emu_uniform *uniform; /* of a buffer texture; NULL: the driver dropped it */
    struct emu_buffer *buffer;         /* as bound now; not owned; NULL: nothing */
    GLintptr offset;
    GLsizeiptr size;                 /* bytes within the buffer */
    const struct emu_format *format; /* of texels; NULL: words */
    uint32_t element;                /* bytes of one */
    uint32_t count;                  /* elements that are bound */
    GLuint unit;                     /* the driver's texture unit */
    bool whole;                      /* all of it fits a buffer texture */
    struct window_range range;       /* what the draw reads */
};

/* Locations in one driver program, and what was last set there. */
struct window_slots {
    GLuint es;
    GLint *sampler, *base, *size; /* by row; -1: not active */
    GLint *unit_value, *base_value;
    GLuint *size_value;
    GLint *uniforms; /* by code.uniforms */
    struct window_slots *next;
};

struct window_answer; /* window_answer.c */

struct emu_windows {
    struct emu_executable *exe;
    const struct glsl_output *glsl; /* the translation that has them; not owned */
    unsigned base;                  /* GLSL_WINDOWS_... of that */
    struct window_program *program; /* NULL: nothing is read in the vertex stage */
    struct window_row *rows;
    size_t count;
    unsigned key;
    struct window_slots *slots;
    struct window_run run;
    int *locations;  /* of attributes, by code.inputs; -1: none */
    uint64_t values; /* exe->values when the run's uniforms were read */
    struct window_answer **answers;
    uint64_t asked;        /* times that a kept answer served */
    uint64_t units_values; /* exe->values when units were chosen */
};

/* ---- window_link.c ---- */

/* For one translation of the program; NULL when memory is out. */
struct emu_windows *window_create(struct emu_executable *exe, const struct glsl_output *glsl, unsigned base);

/* ---- window_bind.c ---- */

/* The locations of a driver program, looked up when missing; NULL when memory is out. */
struct window_slots *window_slots_of(struct emu_context *ctx, struct emu_windows *w, GLuint es);
/* Where element e of a plain uniform array is. */
GLint emu_window_element_location(struct emu_context *ctx, GLuint es, const char *essl, uint32_t e);
/* Binds [range.low, range.high) of every row as the key says; rows that are whole get all. NULL, or why that
 * cannot be. */
const char *window_bind(struct emu_context *ctx, struct emu_windows *w);
/* Whether a row's range fits a buffer texture, or a 2D one. */
bool window_fits_buffer(const struct emu_context *ctx, const struct window_row *row);
bool window_fits_2d(const struct emu_context *ctx, const struct window_row *row);
/* Units that show textures of ours get the application's back. */
void window_restore_units(struct emu_context *ctx);
void window_restore_unit(struct emu_context *ctx, GLuint unit, bool flat);

/* ---- window_input.c ---- */

/* Bytes of a buffer's range: as many as the buffer has, size 0: all behind the offset. */
GLsizeiptr window_bound_size(const struct emu_buffer *buffer, GLintptr offset, GLsizeiptr size);
/* Fills rows from the bindings. */
void window_rows_gather(struct emu_context *ctx, struct emu_windows *w);
/* Makes the run read the current uniforms and contents. */
void window_inputs_gather(struct emu_context *ctx, struct emu_windows *w);
/* The bytes of a buffer, kept from now on; NULL where the host does not know them. */
const uint8_t *window_contents(struct emu_context *ctx, struct emu_buffer *buffer);
/* The buffer behind a uniform block that the program reads, and what of it is bound. */
struct emu_buffer *window_block_buffer(struct emu_context *ctx, const struct emu_windows *w, size_t block,
                                       GLintptr *offset, GLsizeiptr *size);

/* ---- window_answer.c ---- */

/* The elements of each row that a range of a draw reads, widened into row->range. NULL, or why that is not
 * known. Rows and inputs are gathered. */
const char *window_answer(struct emu_context *ctx, struct emu_windows *w, const struct draw_info *info,
                          const struct draw_range *range, GLint draw_id);
void window_answers_destroy(struct emu_windows *w);

/* ---- window_attribute.c ---- */

/* What a lane's `priv` is. */
struct window_source {
    struct emu_context *ctx;
    const struct emu_windows *windows;
};
/* Fills the cells of an attribute for a vertex. */
void window_attribute(const struct window_lane *lane, const struct window_input *input, uint64_t *cells);
/* What the values of an attribute depend on, as WINDOW_ATTRIBUTE_KEY words; 0: on what has no name. */
enum { WINDOW_ATTRIBUTE_KEY = 4 };
size_t window_attribute_key(const struct emu_context *ctx, const struct emu_windows *w,
                            const struct window_input *input, uint64_t key[WINDOW_ATTRIBUTE_KEY]);

/* ---- window_lanes.c ---- */

/* Runs every vertex of a range. */
const char *window_run_range(struct emu_context *ctx, struct emu_windows *w, const struct draw_info *info,
                             const struct draw_range *range, GLint draw_id);

/* ---- window_texture.c ---- */

enum { WINDOW_BUFFER_TEXTURES = 1024 };

struct window_textures {
    struct window_buffer_texture {
        GLuint es;
        uint64_t serial; /* of the buffer; 0: free */
        GLenum format;
        GLintptr offset;
        GLsizeiptr size;
        uint64_t draw;       /* that used it last */
        GLuint copy;         /* a buffer of ours that it shows in place of that one; 0: none */
        GLsizeiptr room;     /* bytes of the copy */
        uint32_t generation; /* of the contents of the copy */
    } * buffers;             /* WINDOW_BUFFER_TEXTURES */
    struct window_2d_texture {
        GLuint es;
        GLsizei rows;
        GLenum format;
        uint64_t serial;
        uint32_t generation;
        GLintptr offset;
        GLsizeiptr size;
        unsigned repeats; /* copies of other ranges of the same contents */
    } * flats;
    size_t flat_count, flat_capacity;
    uint64_t draw;
    uint64_t moved[2][EMU_MAX_TEXTURE_UNITS / 64]; /* units that show ours: buffer textures, 2D */
    bool any_moved;
    bool probed, copies; /* windows are copies of ranges, as the driver does not show those itself */
};

/* The context's, made when missing; NULL when memory is out. */
struct window_textures *window_textures_get(struct emu_context *ctx);
/* window_probe.c: whether the driver reads a buffer texture that begins `offset` bytes (a multiple of its
 * alignment) into its buffer. Not while transform feedback is active. */
bool window_probe(struct emu_context *ctx, GLintptr offset);
/* A buffer texture over [offset, offset + size) of the buffer; 0 when there is no place for another one in
 * this draw. Leaves it bound on `unit`. */
GLuint window_texture_buffer(struct emu_context *ctx, GLuint unit, struct emu_buffer *buffer, GLenum format,
                             GLintptr offset, GLsizeiptr size);
/* Whether ranges of these contents were copied so often that the whole is better. */
bool window_texture_repeats(const struct emu_context *ctx, size_t slot, const struct emu_buffer *buffer);
/* A 2D texture with a copy of that range, in rows of 1 << GLSL_WINDOW_ROW_BITS texels; `slot` tells textures
 * of one draw apart. NULL, or why it cannot be. Leaves it bound on `unit`. */
const char *window_texture_2d(struct emu_context *ctx, GLuint unit, size_t slot, struct emu_buffer *buffer,
                              const struct emu_format *format, uint32_t element, GLintptr offset,
                              GLsizeiptr size);

#endif
