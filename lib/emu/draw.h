/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_DRAW_H
#define RETRACE_EMU_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emu/bounds.h"
#include "gl_api.h"

struct emu_context;
struct emu_buffer;

/* One description of every draw entry point: what is constant over the call (draw_info) and what each of its
 * n ranges draws (draw_range). Single draws have one range; a multi-draw has one per sub-draw. */

enum draw_restart {
    DRAW_RESTART_NONE,    /* nothing restarts: off, or an index that the type cannot hold */
    DRAW_RESTART_FIXED,   /* the driver's fixed index is the application's */
    DRAW_RESTART_REWRITE, /* an index of the application's choice: only a rewritten stream expresses it */
};

struct draw_info {
    GLenum mode;
    uint8_t index_size; /* bytes; 0: not indexed */
    enum draw_restart restart;
    uint32_t restart_index;          /* with DRAW_RESTART_FIXED and _REWRITE */
    struct emu_buffer *index_buffer; /* NULL: `client` */
    const uint8_t *client; /* index memory of the application that draw_range.start counts from; may be NULL
                              with index_buffer */
    size_t
        index_offset; /* bytes from the start of index_buffer or client that draw_range.start counts from */
    bool multi; /* of a multi-draw: every range is drawn by the base-vertex entry point where the driver has
                   it */
    bool instanced;    /* of an instanced entry point, whatever the number of instances */
    GLsizei instances; /* 1 for plain draws; 0 draws nothing */
    GLuint base_instance;
    bool bounds_known; /* glDrawRangeElements' promise; never trusted for memory safety */
    GLuint min, max;
    struct emu_buffer *commands; /* the driver reads one command there, at command_offset: range and instances
                                    are not known; else NULL */
    size_t command_offset;
};

struct draw_range {
    size_t start;      /* in indices when indexed, else the first vertex */
    GLsizei count;     /* never negative */
    GLint base_vertex; /* 0 when not indexed */
};

/* What ranges of indices come to, of those that have any. */
struct draw_extent {
    uint64_t total, end; /* indices in all; the first one after all that are read */
};

struct emu_draw_state {
    struct draw_range *ranges; /* scratch of multi-draws, grown as needed */
    size_t capacity;
    uint32_t *index_scratch; /* rewritten indices */
    size_t index_capacity;
    uint8_t lanes;               /* indices that emu_draw_rewrite takes at once (emu_draw_lanes) */
    struct emu_ring *index_ring; /* streams of client and rewritten indices */
    struct emu_ring *vertex_ring;
};

/* Makes `info.restart` of the application's restart state and the index size. */
void emu_draw_restart(struct emu_context *ctx, struct draw_info *info);

/* True when the draw may be issued; else it has raised the GL error, or counted the gap, that the draw
 * deserves. Brings the driver's state in line: restart capability, client vertex arrays (uploaded for all n
 * ranges at once). To be called once per draw call before any of the functions below. */
bool emu_draw_prepare(struct emu_context *ctx, struct draw_info *info, const struct draw_range *ranges,
                      size_t n);

/* Is told of every draw call that passes emu_draw_prepare; no ranges where draw_info.commands tells where the
 * driver reads its one. May read the context, buffers' contents included. */
struct emu_draw_observer {
    void (*draw)(void *priv, struct emu_context *ctx, const struct draw_info *info,
                 const struct draw_range *ranges, size_t n);
    void *priv;
};

/* The application's indices in CPU memory, where draw_range.start counts from, and how many bytes may be read
 * there (SIZE_MAX for client memory). NULL when they cannot be read. Valid until the buffer changes. */
const uint8_t *emu_draw_indices(struct emu_context *ctx, const struct draw_info *info, size_t *bytes);

/* The vertices that the ranges read, base vertices added, restart indices left out; none where there are only
 * those. Scans of indices in a buffer are remembered until it changes. NULL, or why they cannot be told. */
const char *emu_draw_vertices(struct emu_context *ctx, const struct draw_info *info,
                              const struct draw_range *ranges, size_t n, struct bounds_span *vertices);

/* Indices that are best taken at once on this machine: 4, with AVX2 8. */
uint8_t emu_draw_lanes(void);

/* Rewrites all ranges, one after the other, into ctx->draw.index_scratch; NULL, or why that cannot be done.
 * `known`: the extent of just these ranges, or NULL. */
const char *emu_draw_rewrite(struct emu_context *ctx, const struct draw_info *info,
                             const struct draw_range *ranges, size_t n, const struct draw_extent *known,
                             size_t *total);

/* Copies the vertex arrays that the driver cannot read itself (arrays.c); NULL, or why that cannot be done.
 */
const char *emu_arrays_upload(struct emu_context *ctx, const struct draw_info *info,
                              const struct draw_range *ranges, size_t n);

/* Lays the vertex arrays out in the order of an index stream, so that plain array draws read them; the vertex
 * array's own pointers come back before the next draw. NULL, or why that cannot be done. */
const char *emu_arrays_gather(struct emu_context *ctx, const struct draw_info *info, const uint32_t *vertices,
                              size_t total);

/* Whether the driver refuses this draw because it is indexed and a transform-feedback span is open
 * (draw_feedback.c). */
bool emu_draw_feedback_refuses(const struct emu_context *ctx, const struct draw_info *info);
/* Such a draw as array draws over gathered vertices; NULL, or why that cannot be done. */
const char *emu_draw_feedback(struct emu_context *ctx, const struct draw_info *info,
                              const struct draw_range *ranges, size_t n, GLint first_draw_id)
    __attribute__((cold));

/* Modes of compatibility contexts, as triangles (draw_quads.c); NULL, or why that cannot be done. */
bool emu_draw_is_quads(const struct draw_info *info);
const char *emu_draw_quads(struct emu_context *ctx, const struct draw_info *info,
                           const struct draw_range *ranges, size_t n, GLint first_draw_id)
    __attribute__((cold));

/* One indirect draw, its command read by the driver where that gives the right result, else by the emulation.
 * `type` 0: arrays. `buffer` NULL: `offset` is an address in client memory. */
void emu_draw_indirect(struct emu_context *ctx, GLenum mode, GLenum type, struct emu_buffer *buffer,
                       uintptr_t offset, GLint draw_id);

/* After indexed indirect draws on the driver, when the element buffer is the application's: repairs what a
 * driver's own state lost by them. */
void emu_draw_indirect_settle(struct emu_context *ctx);

/* Draws ranges [0, n), each with base vertex, gl_DrawID counting from first_draw_id. The driver's base-vertex
 * draws are used when there is any base vertex other than 0; without them the indices are rewritten (see
 * emu_draw_rewritten). */
void emu_draw_ranges(struct emu_context *ctx, const struct draw_info *info, const struct draw_range *ranges,
                     size_t n, GLint first_draw_id);

/* Uploads the ranges' indices as one GL_UNSIGNED_INT stream with base vertices folded in and restart carried
 * as 0xFFFFFFFF, and draws each range from it with plain glDrawElements. `known`: as emu_draw_rewrite. False
 * with *why set to a string constant when the indices cannot be read. */
bool emu_draw_rewritten(struct emu_context *ctx, const struct draw_info *info,
                        const struct draw_range *ranges, size_t n, GLint first_draw_id,
                        const struct draw_extent *known, const char **why);

/* Feeds gl_DrawID, gl_BaseVertex and gl_BaseInstance to the program that draws, where it reads them. */
void emu_draw_params(struct emu_context *ctx, GLint draw_id, GLint base_vertex, GLint base_instance);

/* gl_DrawID etc. as read by the program that the next draw uses; _params: whether emu_draw_params would do
 * anything. */
bool emu_draw_reads_params(const struct emu_context *ctx);
bool emu_draw_reads_draw_id(struct emu_context *ctx);
bool emu_draw_reads_base_vertex(struct emu_context *ctx);
bool emu_draw_reads_base_instance(struct emu_context *ctx);
bool emu_draw_reads_primitive_id(struct emu_context *ctx);

/* Checks that every draw shares; false after the GL error. */
bool emu_draw_mode_valid(struct emu_context *ctx, GLenum mode);
bool emu_draw_elements_check(struct emu_context *ctx, GLenum mode, GLenum type);
/* Sets info's index source and range->start from an `indices` argument; info->index_size is set. */
void emu_draw_locate(struct emu_context *ctx, struct draw_info *info, const void *indices,
                     struct draw_range *range);

GLenum emu_index_type(uint8_t index_size); /* GL_UNSIGNED_BYTE … */
uint8_t emu_index_size(GLenum type);       /* 0: no index type */
uint32_t emu_index_read(const uint8_t *indices, uint8_t index_size, size_t i);

/* A buffer that is filled from front to back and orphaned when full: no stall, no allocation per use. */
struct emu_ring;
struct emu_ring *emu_ring_create(struct emu_context *ctx, size_t initial_bytes);
void emu_ring_destroy(struct emu_context *ctx, struct emu_ring *ring);
/* Copies `bytes` of indices into the ring, 16-byte aligned, through the ELEMENT_ARRAY binding, where the ring
 * is left for the draws; the caller restores it. False when memory is out, with the binding restored. */
bool emu_ring_upload_elements(struct emu_context *ctx, struct emu_ring *ring, const void *data, size_t bytes,
                              size_t *offset);

/* Room for `bytes`, left bound to COPY_WRITE for the caller to fill and restore; at an offset of `lead` at
 * least, so that what is counted from `lead` bytes before lies in the ring as well. */
bool emu_ring_reserve(struct emu_context *ctx, struct emu_ring *ring, size_t lead, size_t bytes, GLuint *es,
                      size_t *offset);

/* The owner of the multi-draw entry points. All pointers are mandatory. */
struct emu_multidraw {
    /* State per context, NULL when memory is out; the context's tables are ready. */
    void *(*create)(struct emu_context *ctx, const void *params);
    void (*destroy)(struct emu_context *ctx, void *state);
    void (*multi_draw_elements)(struct emu_context *ctx, GLenum mode, const GLsizei *count, GLenum type,
                                const void *const *indices, GLsizei drawcount, const GLint *basevertex);
    void (*multi_draw_arrays)(struct emu_context *ctx, GLenum mode, const GLint *first, const GLsizei *count,
                              GLsizei drawcount);
    void (*multi_draw_indirect)(struct emu_context *ctx, GLenum mode, GLenum type, const void *indirect,
                                GLsizei drawcount, GLsizei stride); /* type 0: arrays */
    void (*multi_draw_indirect_count)(struct emu_context *ctx, GLenum mode, GLenum type, const void *indirect,
                                      GLintptr drawcount, GLsizei maxdrawcount, GLsizei stride);
};

#endif
