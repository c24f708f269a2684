/* SPDX-License-Identifier: MIT */
/* glClearBufferData and invalidation. ES has neither: the value is converted once and uploaded as often as it
 * fits, from one block of memory; invalidation is a hint and does nothing. */
#include "emu/emu_priv.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1 << 20, TEXEL_BYTES = 16 };

/* The client pair whose pixels are the texels of a buffer of that format; false: no such format. */
static bool texel_layout(struct emu_context *ctx, GLenum internal, GLenum *base, struct emu_layout *out)
{
    static const struct {
        GLenum base, plain, integer;
    } words[] = {
        {GL_RED, GL_RED, GL_RED_INTEGER},
        {GL_RG, GL_RG, GL_RG_INTEGER},
        {GL_RGB, GL_RGB, GL_RGB_INTEGER},
        {GL_RGBA, GL_RGBA, GL_RGBA_INTEGER},
        {GL_ALPHA, GL_ALPHA, GL_ALPHA_INTEGER},
        {GL_LUMINANCE, GL_LUMINANCE, GL_LUMINANCE_INTEGER_EXT},
        {GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA_INTEGER_EXT},
        {GL_INTENSITY, GL_RED, GL_RED_INTEGER},
    };
    const struct emu_format *f = emu_format_find(ctx, internal, 0, 0);
    /* Formats of other sizes than the plain types, and 24-bit ones, are for textures only. */
    unsigned bits = f ? (f->bits[0] ? f->bits[0] : f->bits[3]) : 0;

    if (!f || f->internal != internal || !emu_format_is_color(f) || f->flags & EMU_FORMAT_COMPRESSED ||
        (bits != 8 && bits != 16 && bits != 32) || (f->base == GL_RGB && bits != 32))
        return false;
    *base = f->base;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].base == f->base)
            return !emu_layout_get(emu_format_is_integer(f) ? words[i].integer : words[i].plain, f->es_type,
                                   out);
    return false;
}

/* Fills `size` bytes from `offset` with a texel, a block at a time. */
static void fill(struct emu_context *ctx, struct emu_buffer *buffer, GLintptr offset, GLsizeiptr size,
                 const uint8_t *texel, size_t bytes)
{
    size_t block = BLOCK_BYTES / bytes * bytes, most = (size_t)size < block ? (size_t)size : block;
    uint8_t *memory = malloc(most);

    if (!memory) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "glClearBufferData");
        return;
    }
    for (size_t i = 0; i < most; i += bytes)
        memcpy(memory + i, texel, bytes);
    for (size_t done = 0; done < (size_t)size; done += most) {
        size_t left = (size_t)size - done;
        emu_buffer_write(ctx, 0, buffer, offset + (GLintptr)done, (GLsizeiptr)(left < most ? left : most),
                         memory);
    }
    free(memory);
}

static void clear(struct emu_context *ctx, struct emu_buffer *buffer, GLenum internal, GLintptr offset,
                  GLsizeiptr size, GLenum format, GLenum type, const void *data)
{
    uint8_t texel[TEXEL_BYTES] = {0};
    struct emu_layout from, to;
    struct emu_convert c = {0};
    GLenum base = 0, error;

    if (!texel_layout(ctx, internal, &base, &to)) {
        emu_error(ctx, GL_INVALID_ENUM, "glClearBufferData: internal format 0x%x", internal);
        return;
    }
    if (!emu_buffer_check_range(ctx, buffer, offset, size))
        return;
    error = emu_layout_get(format, type, &from);
    if (!error && (!emu_layout_is_color(format) ||
                   emu_layout_is_integer(format) != (to.cls[0] == EMU_INT || to.cls[0] == EMU_UINT)))
        error = emu_layout_is_color(format) ? GL_INVALID_OPERATION : GL_INVALID_VALUE;
    if (!error && (offset % to.bytes || size % to.bytes))
        error = GL_INVALID_VALUE;
    if (error) {
        emu_error(ctx, error, "glClearBufferData: %td+%td, format 0x%x, type 0x%x", offset, size, format,
                  type);
        return;
    }
    if (data) {
        emu_convert_init(&c, &from, &to, base, false, false);
        emu_convert_row(&c, texel, data, 1);
    }
    if (size)
        fill(ctx, buffer, offset, size, texel, to.bytes);
}

/* By name; NULL after an error. The EXT forms make the object of a name that has none. */
static struct emu_buffer *named(struct emu_context *ctx, GLuint name, bool make)
{
    struct emu_buffer *buffer = !name  ? NULL
                                : make ? emu_buffer_lookup(ctx, name)
                                       : emu_names_get(&ctx->share->buffers, name);

    if (!buffer && (!make || !name))
        emu_error(ctx, GL_INVALID_OPERATION, "buffer %u", name);
    return buffer;
}

void emu_ClearBufferData(GLenum target, GLenum internalformat, GLenum format, GLenum type, const void *data)
{
    struct emu_buffer *b = emu_buffer_bound(emu_current, target);

    if (b)
        clear(emu_current, b, internalformat, 0, b->size, format, type, data);
}

void emu_ClearBufferSubData(GLenum target, GLenum internalformat, GLintptr offset, GLsizeiptr size,
                            GLenum format, GLenum type, const void *data)
{
    struct emu_buffer *b = emu_buffer_bound(emu_current, target);

    if (b)
        clear(emu_current, b, internalformat, offset, size, format, type, data);
}

void emu_ClearNamedBufferData(GLuint buffer, GLenum internalformat, GLenum format, GLenum type,
                              const void *data)
{
    struct emu_buffer *b = named(emu_current, buffer, false);

    if (b)
        clear(emu_current, b, internalformat, 0, b->size, format, type, data);
}

void emu_ClearNamedBufferSubData(GLuint buffer, GLenum internalformat, GLintptr offset, GLsizeiptr size,
                                 GLenum format, GLenum type, const void *data)
{
    struct emu_buffer *b = named(emu_current, buffer, false);

    if (b)
        clear(emu_current, b, internalformat, offset, size, format, type, data);
}

void emu_ClearNamedBufferDataEXT(GLuint buffer, GLenum internalformat, GLenum format, GLenum type,
                                 const void *data)
{
    struct emu_buffer *b = named(emu_current, buffer, true);

    if (b)
        clear(emu_current, b, internalformat, 0, b->size, format, type, data);
}

void emu_ClearNamedBufferSubDataEXT(GLuint buffer, GLenum internalformat, GLsizeiptr offset, GLsizeiptr size,
                                    GLenum format, GLenum type, const void *data)
{
    struct emu_buffer *b = named(emu_current, buffer, true);

    if (b)
        clear(emu_current, b, internalformat, offset, size, format, type, data);
}

/* Contents become undefined, which the old ones are, too: only the errors are left to do. */
void emu_InvalidateBufferSubData(GLuint buffer, GLintptr offset, GLsizeiptr length)
{
    struct emu_context *ctx = emu_current;
    struct emu_buffer *b = buffer ? emu_names_get(&ctx->share->buffers, buffer) : NULL;

    if (!b)
        emu_error(ctx, GL_INVALID_VALUE, "glInvalidateBufferSubData: buffer %u", buffer);
    else
        (void)emu_buffer_check_range(ctx, b, offset, length);
}

void emu_InvalidateBufferData(GLuint buffer)
{
    const struct emu_buffer *b = buffer ? emu_names_get(&emu_current->share->buffers, buffer) : NULL;

    emu_InvalidateBufferSubData(buffer, 0, b ? b->size : 0);
}
