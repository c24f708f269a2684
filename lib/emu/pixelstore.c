/* SPDX-License-Identifier: MIT */
/* Pack and unpack state. ES has the lengths, skips and the alignment, desktop GL has byte swapping, image
 * skips on packing and compressed blocks too. The application's values are kept here and sent to the driver
 * only by the transfer that needs them, so that conversions do not have to save and restore anything. */
#include "emu/emu_priv.h"

void emu_pixelstore_init(struct emu_pixelstore *store)
{
    *store = (struct emu_pixelstore){.alignment = 4, .es = {.alignment = 4}};
}

static void store_int(struct emu_context *ctx, GLint *value, GLint param, const char *what)
{
    if (param < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glPixelStorei: %s %d", what, param);
    else
        *value = param;
}

static void store_alignment(struct emu_context *ctx, GLint *value, GLint param)
{
    if (param != 1 && param != 2 && param != 4 && param != 8)
        emu_error(ctx, GL_INVALID_VALUE, "glPixelStorei: alignment %d", param);
    else
        *value = param;
}

void emu_PixelStorei(GLenum pname, GLint param)
{
    struct emu_context *ctx = emu_current;

    // clang-format off
    switch (pname) {
    case GL_PACK_SWAP_BYTES: ctx->pack.swap_bytes = param != 0; break;
    case GL_PACK_LSB_FIRST: ctx->pack.lsb_first = param != 0; break;
    case GL_PACK_ALIGNMENT: store_alignment(ctx, &ctx->pack.alignment, param); break;
    case GL_UNPACK_SWAP_BYTES: ctx->unpack.swap_bytes = param != 0; break;
    case GL_UNPACK_LSB_FIRST: ctx->unpack.lsb_first = param != 0; break;
    case GL_UNPACK_ALIGNMENT: store_alignment(ctx, &ctx->unpack.alignment, param); break;
#define VALUE(NAME, field) \
    case GL_PACK_##NAME: store_int(ctx, &ctx->pack.field, param, #field); break; \
    case GL_UNPACK_##NAME: store_int(ctx, &ctx->unpack.field, param, #field); break;
    VALUE(ROW_LENGTH, row_length)
    VALUE(IMAGE_HEIGHT, image_height)
    VALUE(SKIP_ROWS, skip_rows)
    VALUE(SKIP_PIXELS, skip_pixels)
    VALUE(SKIP_IMAGES, skip_images)
    VALUE(COMPRESSED_BLOCK_WIDTH, block_width)
    VALUE(COMPRESSED_BLOCK_HEIGHT, block_height)
    VALUE(COMPRESSED_BLOCK_DEPTH, block_depth)
    VALUE(COMPRESSED_BLOCK_SIZE, block_size)
#undef VALUE
    default: emu_error(ctx, GL_INVALID_ENUM, "glPixelStorei: pname 0x%x", pname);
    }
    // clang-format on
}

void emu_PixelStoref(GLenum pname, GLfloat param)
{
    bool boolean = pname == GL_PACK_SWAP_BYTES || pname == GL_PACK_LSB_FIRST ||
                   pname == GL_UNPACK_SWAP_BYTES || pname == GL_UNPACK_LSB_FIRST;

    emu_PixelStorei(pname, boolean ? param != 0 : (GLint)(param < 0 ? param - 0.5f : param + 0.5f));
}

bool emu_pixelstore_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    (void)index;
    // clang-format off
    switch (pname) {
    case GL_PACK_SWAP_BYTES: emu_value_set_bool(value, ctx->pack.swap_bytes); return true;
    case GL_PACK_LSB_FIRST: emu_value_set_bool(value, ctx->pack.lsb_first); return true;
    case GL_UNPACK_SWAP_BYTES: emu_value_set_bool(value, ctx->unpack.swap_bytes); return true;
    case GL_UNPACK_LSB_FIRST: emu_value_set_bool(value, ctx->unpack.lsb_first); return true;
#define VALUE(NAME, field) \
    case GL_PACK_##NAME: emu_value_set_int(value, ctx->pack.field); return true; \
    case GL_UNPACK_##NAME: emu_value_set_int(value, ctx->unpack.field); return true;
    VALUE(ALIGNMENT, alignment)
    VALUE(ROW_LENGTH, row_length)
    VALUE(IMAGE_HEIGHT, image_height)
    VALUE(SKIP_ROWS, skip_rows)
    VALUE(SKIP_PIXELS, skip_pixels)
    VALUE(SKIP_IMAGES, skip_images)
    VALUE(COMPRESSED_BLOCK_WIDTH, block_width)
    VALUE(COMPRESSED_BLOCK_HEIGHT, block_height)
    VALUE(COMPRESSED_BLOCK_DEPTH, block_depth)
    VALUE(COMPRESSED_BLOCK_SIZE, block_size)
#undef VALUE
    default: return false;
    }
    // clang-format on
}

static void send(struct emu_context *ctx, GLenum pname, GLint *now, GLint want)
{
    if (*now != want) {
        ctx->es->PixelStorei(pname, want);
        *now = want;
    }
}

void emu_unpack_send(struct emu_context *ctx, const struct emu_pixelstore_es *want)
{
    struct emu_pixelstore_es *now = &ctx->unpack.es;

    send(ctx, GL_UNPACK_ROW_LENGTH, &now->row_length, want->row_length);
    send(ctx, GL_UNPACK_IMAGE_HEIGHT, &now->image_height, want->image_height);
    send(ctx, GL_UNPACK_SKIP_ROWS, &now->skip_rows, want->skip_rows);
    send(ctx, GL_UNPACK_SKIP_PIXELS, &now->skip_pixels, want->skip_pixels);
    send(ctx, GL_UNPACK_SKIP_IMAGES, &now->skip_images, want->skip_images);
    send(ctx, GL_UNPACK_ALIGNMENT, &now->alignment, want->alignment);
}

void emu_pack_send(struct emu_context *ctx, const struct emu_pixelstore_es *want)
{
    struct emu_pixelstore_es *now = &ctx->pack.es;

    send(ctx, GL_PACK_ROW_LENGTH, &now->row_length, want->row_length);
    send(ctx, GL_PACK_SKIP_ROWS, &now->skip_rows, want->skip_rows);
    send(ctx, GL_PACK_SKIP_PIXELS, &now->skip_pixels, want->skip_pixels);
    send(ctx, GL_PACK_ALIGNMENT, &now->alignment, want->alignment);
}

bool emu_span_get(const struct emu_pixelstore *s, const struct emu_layout *l, unsigned dims, GLsizei w,
                  GLsizei h, GLsizei d, struct emu_span *out)
{
    size_t pixels = (size_t)(s->row_length > 0 ? s->row_length : w);
    size_t rows = (size_t)(dims == 3 && s->image_height > 0 ? s->image_height : h);
    size_t align = (size_t)s->alignment, start, last;

    /* A row is padded to the alignment only where elements are smaller than it (GL 4.6, equation 8.2). */
    if (__builtin_mul_overflow(pixels, (size_t)l->bytes, &out->row))
        return false;
    if (l->unit < align)
        out->row = (out->row + align - 1) / align * align;
    if (__builtin_mul_overflow(out->row, rows, &out->image))
        return false;
    if (__builtin_mul_overflow(out->row, (size_t)s->skip_rows, &start) ||
        __builtin_add_overflow(start, (size_t)s->skip_pixels * l->bytes, &start) ||
        __builtin_mul_overflow(out->image, (size_t)(dims == 3 ? s->skip_images : 0), &last) ||
        __builtin_add_overflow(start, last, &out->start))
        return false;
    out->end = out->start;
    if (w <= 0 || h <= 0 || d <= 0)
        return true;
    return !__builtin_mul_overflow(out->image, (size_t)(d - 1), &last) &&
           !__builtin_add_overflow(out->end, last, &out->end) &&
           !__builtin_mul_overflow(out->row, (size_t)(h - 1), &last) &&
           !__builtin_add_overflow(out->end, last, &out->end) &&
           !__builtin_add_overflow(out->end, (size_t)w * l->bytes, &out->end);
}

bool emu_pixel_buffer_check(struct emu_context *ctx, const struct emu_buffer *buffer, const void *offset,
                            size_t end, size_t unit, const char *function)
{
    size_t at = (size_t)(uintptr_t)offset, last;

    if (!buffer)
        return true;
    if (buffer->map.pointer && !(buffer->map.access & GL_MAP_PERSISTENT_BIT)) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: the pixel buffer is mapped", function);
        return false;
    }
    if (at % unit || __builtin_add_overflow(at, end, &last) || last > (size_t)buffer->size) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: %zu bytes at %zu in a pixel buffer of %td", function, end,
                  at, buffer->size);
        return false;
    }
    return true;
}
