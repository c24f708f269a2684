/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_PIXELS_H
#define RETRACE_EMU_PIXELS_H

#include <stdbool.h>

#include "emu/pixel.h"
#include "emu/texture_format.h"

struct emu_context;

/* The client pair that reads a format from a framebuffer on ES, and what comes out of it. */
struct emu_read {
    GLenum format, type;
    struct emu_layout layout;
    GLenum base; /* of the desktop format that the storage holds */
};

/* Storage of formats that ES lacks: which of the driver's components, read as RGBA, holds what. */
void emu_read_legacy_channels(const struct emu_format *f, struct emu_layout *l);
/* How `f` is read for the application's (format, type): false, after a gap, when the driver cannot. */
bool emu_read_choose(struct emu_context *ctx, const struct emu_format *f, GLenum format, GLenum type,
                     struct emu_read *out);

/* Where read pixels go: client memory or the bound pack buffer, under the pack state. */
struct emu_pack {
    struct emu_span span;
    struct emu_layout layout;
    struct emu_buffer *buffer;
    uint8_t *to;   /* client memory, or the buffer's while it is mapped */
    size_t offset; /* in the buffer */
    unsigned dims;
    bool mapped;
};
/* False after an error. `limit` bytes may be written to client memory (glReadnPixels); SIZE_MAX: any. */
bool emu_pack_begin(struct emu_context *ctx, struct emu_pack *pack, unsigned dims, GLsizei w, GLsizei h,
                    GLsizei d, GLenum format, GLenum type, void *pixels, size_t limit, const char *function);
void emu_pack_end(struct emu_context *ctx, struct emu_pack *pack);

/* Reads a rectangle of the framebuffer that the driver has bound for reading into layer z of *pack. False
 * after an error. */
bool emu_read_rect(struct emu_context *ctx, const struct emu_read *read, struct emu_pack *pack, GLint x,
                   GLint y, GLsizei w, GLsizei h, GLsizei z, bool sum_luminance);
/* Converts rows that are in memory already, `row` bytes apart, into layer z of *pack. */
bool emu_pack_rows(struct emu_context *ctx, struct emu_pack *pack, struct emu_convert *c, const uint8_t *in,
                   size_t row, GLsizei w, GLsizei h, GLsizei z);

#endif
