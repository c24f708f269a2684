/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_TEXTURE_FORMAT_H
#define RETRACE_EMU_TEXTURE_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/pixel.h"
#include "gl_api.h"

struct emu_context;

enum { EMU_FORMAT_SRGB = 1, EMU_FORMAT_COMPRESSED = 2, EMU_FORMAT_SIZED = 8 };

/* A desktop internal format and what it is stored as on ES. */
struct emu_format {
    GLenum internal; /* sized desktop format; what glGetTexLevelParameter's sizes describe */
    GLenum base; /* GL_RED, GL_RG, GL_RGB, GL_RGBA, GL_ALPHA, GL_LUMINANCE, GL_LUMINANCE_ALPHA, GL_INTENSITY,
                    GL_DEPTH_COMPONENT, GL_DEPTH_STENCIL, GL_STENCIL_INDEX */
    GLenum es;   /* ES internal format; unsized only where ES has no sized one (32-bit depth) */
    GLenum es_format, es_type; /* client pair that ES takes for it: what conversions produce */
    GLenum es_base;            /* channels of the storage: GL_RGBA where GL_RGB was widened */
    enum emu_class cls;
    uint8_t bits[4]; /* red, green, blue, alpha; luminance and intensity in [0] */
    uint8_t depth, stencil;
    uint8_t flags;
    uint8_t block_width, block_height, block_bytes; /* compressed */
    GLenum alt_types[3]; /* further types that ES takes with es_format, in place of a conversion */
};

/* The format that desktop GL (as Mesa chooses) gives an internal format, sized or not. `format` and `type`
 * decide for unsized ones; 0 when there is no client data. NULL for what is no internal format, or none of
 * this context. Names gaps where precision is lost. */
const struct emu_format *emu_format_find(struct emu_context *ctx, GLenum internal, GLenum format,
                                         GLenum type);

/* The format that an image with so many samples has on the driver: `format` itself, but for what ES has no
 * multisample storage of: 32-bit integer depth, kept as floats, which order alike. */
const struct emu_format *emu_format_storage(struct emu_context *ctx, const struct emu_format *format,
                                            GLsizei samples);

/* Texture swizzle that makes the storage read as the desktop format does. */
void emu_format_swizzle(const struct emu_format *format, GLenum depth_mode, GLenum out[4]);

/* A word that asks the driver to choose a compression (GL_COMPRESSED_RGBA …). */
bool emu_format_is_generic(GLenum internal);
bool emu_format_is_integer(const struct emu_format *format);
bool emu_format_is_color(const struct emu_format *format);
/* ES lets a framebuffer render to it. */
bool emu_format_is_renderable(struct emu_context *ctx, const struct emu_format *format);

#endif
