/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_ARRAYS_COPY_H
#define RETRACE_EMU_ARRAYS_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emu/bounds.h"
#include "emu/emu_priv.h"

/* Inside the vertex arrays: what is copied for a draw is planned for all arrays, then given room at once,
 * then copied and told to the driver. */

enum { EMU_ARRAY_MAX = 256 << 20 }; /* bytes of ring that one array may take */

extern const char EMU_ARRAY_NO_MEMORY[], EMU_ARRAY_TOO_WIDE[], EMU_ARRAY_MISSING[], EMU_ARRAY_UNREADABLE[];

/* One copy of a draw's arrays. All copies of a draw are given room at once: a ring that had to start anew for
 * the second would take the memory from under the first. */
struct array_copy {
    uint32_t mask;               /* the attributes that read it, all of one binding */
    bool convert;                /* one attribute, its elements in another format */
    bool some;                   /* there is anything to copy */
    struct bounds_bytes bytes;   /* counted from the binding's start, or from element 0 where converted */
    struct bounds_span elements; /* where converted */
    GLuint divisor;              /* that the driver gets */
    bool from_zero; /* the first element read is the driver's element 0: it knows no base instance */
};

/* Enabled arrays that the next draw reads and the driver cannot; and those of `among` whose bounds depend on
 * which vertices are drawn. One bit per attribute. */
uint32_t emu_arrays_foreign(const struct emu_context *ctx);
uint32_t emu_arrays_by_vertex(const struct emu_vao *vao, uint32_t among);

/* What is to be copied for the attributes `todo`: *n copies, at most EMU_MAX_ATTRIBS. NULL, or why that
 * cannot be. */
const char *emu_arrays_plan(struct emu_context *ctx, uint32_t todo, const struct bounds_draw *draw,
                            struct array_copy *copies, int *n);
/* Room for all of them and for `more` bytes behind, left bound to COPY_WRITE; *offset is where it begins. */
const char *emu_arrays_reserve(struct emu_context *ctx, const struct array_copy *copies, int n, size_t more,
                               GLuint *es, size_t *offset);
/* Carries the plan out from *offset on, which is moved behind it. Leaves the ring bound to ARRAY and
 * COPY_WRITE. */
const char *emu_arrays_put(struct emu_context *ctx, const struct array_copy *copies, int n,
                           const struct bounds_draw *draw, GLuint es, size_t *offset);

/* Sets the driver's attribute to a place in the ring, which is bound to ARRAY. A true stride of 0 has no
 * classic spelling: ES 3.1 has it through the binding, else the caller's divisor makes the first element
 * every instance's. */
void emu_arrays_specify(struct emu_context *ctx, GLuint index, const struct emu_attrib *format,
                        GLsizei stride, GLuint divisor, GLuint es, size_t offset);
/* The same for doubles that the shader reads as words. */
void emu_arrays_specify_words(struct emu_context *ctx, GLuint index, const struct emu_attrib *attrib,
                              GLsizei stride, GLuint divisor, GLuint es, size_t offset);
/* Where a binding starts in CPU memory, and how many bytes may be read from there; NULL: nowhere. */
const uint8_t *emu_arrays_source(struct emu_context *ctx, const struct emu_vertex_binding *binding,
                                 int64_t *available);

#endif
