/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_WINDOW_H
#define RETRACE_EMU_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gl_api.h"

/* Vertex stages that fetch their own vertices, on drivers that cannot bind what they fetch from: a stage
 * without storage blocks or with short ones, buffer textures with few texels. Cheapest first: as the
 * application bound it; all that is bound as a buffer texture over the same buffer; the range that the draw
 * reads, found by running on the host what forms the addresses (window_eval.h); a copy in a 2D texture, of
 * the range or of all; no draw, and a gap. Counted in ctx->gaps->windows. */

struct draw_info;
struct draw_range;
struct emu_buffer;
struct emu_context;
struct emu_executable;
struct emu_windows;
struct window_textures;

struct emu_window_state {
    struct window_textures *textures; /* window_texture.c; NULL until one is needed */
    bool each;                        /* the prepared draw is bound range by range */
};

/* After the program is prepared, before the draw: binds what all n ranges read. False when the draw must not
 * happen; that is counted. Where only single ranges can be bound, emu_window_each is true then, and the
 * owner of the loop calls emu_window_draw before each of them. n = 0: the ranges are not known. */
bool emu_window_prepare(struct emu_context *ctx, const struct draw_info *info,
                        const struct draw_range *ranges, size_t n);
bool emu_window_each(const struct emu_context *ctx);
/* False: this range must not be drawn. */
bool emu_window_draw(struct emu_context *ctx, const struct draw_info *info, const struct draw_range *range,
                     GLint draw_id);
/* Whether the next draw depends on its ranges, so that they must be known. */
bool emu_window_reads_ranges(struct emu_context *ctx);

/* What a linked program needs for that: exe->windows stays NULL where it reads nothing of the kind. False
 * when memory is out. */
bool emu_windows_create(struct emu_context *ctx, struct emu_executable *exe);
void emu_windows_destroy(struct emu_windows *windows);

/* A buffer dies: textures that show it let it go. */
void emu_window_forget(struct emu_context *ctx, const struct emu_buffer *buffer);
void emu_window_finish(struct emu_context *ctx);

#endif
