/* SPDX-License-Identifier: MIT */
/* Reading pixels back. ES reads one or two pairs per format; the application may ask for any, with any pack
 * state. When the pair, the state and the format agree the driver writes straight to the application; else
 * its pair is read into staging memory and converted by pixel_convert.c. Depth and stencil need
 * GL_NV_read_depth and _stencil. */
#include "emu/emu_priv.h"
#include "emu/pixels.h"

/* Few bits come widened to bytes: take the bits that the buffer has, so that floats and shorts come out
 * exact. */
static void narrow(const struct emu_format *f, struct emu_layout *l)
{
    l->packed = true;
    l->unit = 4;
    for (unsigned i = 0; i < 4; i++) {
        l->bits[i] = f->bits[i] ? f->bits[i] : 8;
        l->shift[i] = (uint8_t)(8 * i + 8 - l->bits[i]);
    }
}

void emu_read_legacy_channels(const struct emu_format *f, struct emu_layout *l)
{
    if (f->base == GL_ALPHA)
        l->channel[0] = EMU_ALPHA;
    else if (f->base == GL_LUMINANCE_ALPHA && f->es_base == GL_RG)
        l->channel[1] = EMU_ALPHA;
    else
        return;
    l->channel[3] = EMU_STENCIL; /* none of the format's */
}

static bool color_pair(const struct emu_format *f, const struct emu_layout *client, struct emu_read *out)
{
    unsigned bits = f->bits[0] > f->bits[3] ? f->bits[0] : f->bits[3];
    bool bytes = true;

    for (unsigned i = 0; i < client->count; i++)
        bytes = bytes && client->bits[i] == 8 && client->cls[i] == EMU_UNORM;
    out->format = emu_format_is_integer(f) ? GL_RGBA_INTEGER : GL_RGBA;
    // clang-format off
    switch (f->cls) {
    case EMU_UINT: out->type = GL_UNSIGNED_INT; break;
    case EMU_INT: out->type = GL_INT; break;
    case EMU_FLOAT: out->type = GL_FLOAT; break;
    case EMU_SNORM: out->type = bits > 8 ? GL_SHORT : GL_BYTE; break;
    default:
        out->type = bits > 10    ? GL_UNSIGNED_SHORT
                    : bits == 10 ? GL_UNSIGNED_INT_2_10_10_10_REV
                                 : GL_UNSIGNED_BYTE;
    }
    // clang-format on
    if (emu_layout_get(out->format, out->type, &out->layout))
        return false;
    if (f->cls == EMU_UNORM && bits < 8 && !bytes)
        narrow(f, &out->layout);
    emu_read_legacy_channels(f, &out->layout);
    return true;
}

static bool depth_pair(struct emu_context *ctx, const struct emu_format *f, GLenum format,
                       struct emu_read *out)
{
    const struct gles_caps *caps = ctx->caps;

    out->format = format;
    if (format == GL_DEPTH_COMPONENT && f->depth && caps->has_read_depth) {
        out->type = f->internal == GL_DEPTH_COMPONENT32F || f->internal == GL_DEPTH32F_STENCIL8 ? GL_FLOAT
                    : f->depth == 16 ? GL_UNSIGNED_SHORT
                                     : GL_UNSIGNED_INT;
        return true;
    }
    if (format == GL_STENCIL_INDEX && f->stencil && caps->has_read_stencil) {
        out->type = GL_UNSIGNED_BYTE;
        return true;
    }
    if (format == GL_DEPTH_STENCIL && f->depth && f->stencil &&
        gles_caps_has(caps, GLES_NV_read_depth_stencil)) {
        out->type =
            f->internal == GL_DEPTH32F_STENCIL8 ? GL_FLOAT_32_UNSIGNED_INT_24_8_REV : GL_UNSIGNED_INT_24_8;
        return true;
    }
    emu_gap(ctx, "glReadPixels", "depth and stencil need GL_NV_read_depth and GL_NV_read_stencil", true);
    return false;
}

bool emu_read_choose(struct emu_context *ctx, const struct emu_format *f, GLenum format, GLenum type,
                     struct emu_read *out)
{
    struct emu_layout client;

    *out = (struct emu_read){.base = f->base};
    if (emu_layout_get(format, type, &client))
        return false;
    if (emu_layout_is_color(format))
        return color_pair(f, &client, out);
    if (!depth_pair(ctx, f, format, out) || emu_layout_get(out->format, out->type, &out->layout))
        return false;
    if (out->format == GL_DEPTH_COMPONENT && out->type == GL_UNSIGNED_INT && f->depth == 24) {
        out->layout.special = EMU_D24; /* the driver widens 24 bits to 32: convert from the 24 it has */
        out->layout.bits[0] = 24;
    }
    return true;
}

bool emu_pack_begin(struct emu_context *ctx, struct emu_pack *pack, unsigned dims, GLsizei w, GLsizei h,
                    GLsizei d, GLenum format, GLenum type, void *pixels, size_t limit, const char *function)
{
    struct emu_buffer *buffer = ctx->buffer.bound[EMU_PIXEL_PACK_BUFFER];
    GLenum error;

    *pack = (struct emu_pack){.buffer = buffer, .dims = dims};
    if ((error = emu_layout_get(format, type, &pack->layout))) {
        emu_error(ctx, error, "%s: format 0x%x, type 0x%x", function, format, type);
        return false;
    }
    if (!emu_span_get(&ctx->pack, &pack->layout, dims, w, h, d, &pack->span)) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: %d x %d x %d pixels", function, w, h, d);
        return false;
    }
    if (!emu_pixel_buffer_check(ctx, buffer, pixels, pack->span.end, pack->layout.unit, function))
        return false;
    if (!buffer && pack->span.end > limit) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: %zu bytes do not fit", function, pack->span.end);
        return false;
    }
    pack->offset = (size_t)(uintptr_t)pixels;
    pack->to = buffer ? NULL : pixels;
    return true;
}

/* Maps the pack buffer for writing what a conversion yields: the application's bytes between rows stay. */
static bool pack_map(struct emu_context *ctx, struct emu_pack *pack)
{
    size_t size = pack->span.end - pack->span.start;

    if (!pack->buffer || pack->mapped)
        return pack->to != NULL;
    pack->to = ctx->es->MapBufferRange(GL_PIXEL_PACK_BUFFER, (GLintptr)(pack->offset + pack->span.start),
                                       (GLsizeiptr)size, GL_MAP_WRITE_BIT);
    if (!pack->to) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "the pack buffer cannot be mapped");
        return false;
    }
    pack->to -= pack->span.start;
    pack->mapped = true;
    return true;
}

void emu_pack_end(struct emu_context *ctx, struct emu_pack *pack)
{
    if (!pack->buffer)
        return;
    if (pack->mapped)
        ctx->es->UnmapBuffer(GL_PIXEL_PACK_BUFFER);
    emu_buffer_mark_gpu_written(pack->buffer);
}

bool emu_pack_rows(struct emu_context *ctx, struct emu_pack *pack, struct emu_convert *c, const uint8_t *in,
                   size_t row, GLsizei w, GLsizei h, GLsizei z)
{
    uint8_t *out;

    if (!pack_map(ctx, pack))
        return false;
    out = pack->to + pack->span.start + (size_t)z * pack->span.image;
    for (GLsizei y = 0; y < h; y++, in += row, out += pack->span.row)
        emu_convert_row(c, out, in, (size_t)w);
    return true;
}

/* The driver writes to the application's memory itself. */
static void read_direct(struct emu_context *ctx, const struct emu_read *read, const struct emu_pack *pack,
                        GLint x, GLint y, GLsizei w, GLsizei h, GLsizei z)
{
    size_t at = pack->span.image * (size_t)(z + (pack->dims == 3 ? ctx->pack.skip_images : 0));

    emu_pack_send(ctx, &(struct emu_pixelstore_es){.row_length = ctx->pack.row_length,
                                                   .alignment = ctx->pack.alignment,
                                                   .skip_rows = ctx->pack.skip_rows,
                                                   .skip_pixels = ctx->pack.skip_pixels});
    ctx->es->ReadPixels(x, y, w, h, read->format, read->type,
                        pack->buffer ? (void *)(uintptr_t)(pack->offset + at) : (void *)(pack->to + at));
}

bool emu_read_rect(struct emu_context *ctx, const struct emu_read *read, struct emu_pack *pack, GLint x,
                   GLint y, GLsizei w, GLsizei h, GLsizei z, bool sum_luminance)
{
    struct emu_convert c = {
        .swap_dst = ctx->pack.swap_bytes, .sum_luminance = sum_luminance, .clamp = sum_luminance};
    size_t row = (size_t)w * read->layout.bytes, bytes;
    uint8_t *in;

    emu_convert_init(&c, &read->layout, &pack->layout, read->base, false, false);
    if (c.path == EMU_COPY && !(ctx->pack.swap_bytes && pack->layout.unit > 1) && !pack->mapped) {
        read_direct(ctx, read, pack, x, y, w, h, z);
        return true;
    }
    if (__builtin_mul_overflow(row, (size_t)h, &bytes) || !(in = emu_texture_staging(ctx, bytes)))
        return false;
    if (pack->buffer)
        emu_buffer_bind_es(ctx, EMU_PIXEL_PACK_BUFFER, 0);
    emu_pack_send(ctx, &(struct emu_pixelstore_es){.alignment = 1});
    ctx->es->ReadPixels(x, y, w, h, read->format, read->type, in);
    if (pack->buffer)
        emu_buffer_restore(ctx, EMU_PIXEL_PACK_BUFFER);
    return emu_pack_rows(ctx, pack, &c, in, row, w, h, z);
}

/* The format that glReadPixels reads; NULL after an error. */
static const struct emu_format *read_format(struct emu_context *ctx, GLenum format, const char *function)
{
    const struct emu_framebuffer *fb = ctx->fbo.read;
    const struct emu_format *f;

    if (ctx->es->CheckFramebufferStatus(GL_READ_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        emu_error(ctx, GL_INVALID_FRAMEBUFFER_OPERATION, "%s: the framebuffer is incomplete", function);
        return NULL;
    }
    if (emu_layout_is_color(format))
        f = emu_fbo_read_color(ctx);
    else if (!fb->name)
        f = emu_format_find(ctx, GL_DEPTH24_STENCIL8, 0, 0);
    else
        f = emu_attachment_format(format == GL_STENCIL_INDEX ? &fb->stencil : &fb->depth);
    if (!f || emu_format_is_color(f) != emu_layout_is_color(format) ||
        (format == GL_DEPTH_STENCIL && !f->stencil) ||
        (emu_format_is_color(f) && emu_format_is_integer(f) != emu_layout_is_integer(format))) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: format 0x%x cannot be read from this framebuffer", function,
                  format);
        return NULL;
    }
    return f;
}

static bool is_multisample(const struct emu_framebuffer *fb)
{
    const struct emu_attachment *a =
        fb->name && fb->read != GL_NONE ? &fb->color[fb->read - GL_COLOR_ATTACHMENT0] : NULL;

    return a &&
           ((a->renderbuffer && a->renderbuffer->samples > 0) || (a->texture && a->texture->samples > 0));
}

static void read_pixels(GLint x, GLint y, GLsizei w, GLsizei h, GLenum format, GLenum type, size_t limit,
                        void *pixels, const char *function)
{
    struct emu_context *ctx = emu_current;
    const struct emu_format *f;
    struct emu_read read;
    struct emu_pack pack;

    if (w < 0 || h < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: %d x %d", function, w, h);
        return;
    }
    if (!emu_pack_begin(ctx, &pack, 2, w, h, 1, format, type, pixels, limit, function) ||
        !(f = read_format(ctx, format, function)))
        return;
    if (is_multisample(ctx->fbo.read)) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: multisample framebuffer", function);
        return;
    }
    if (w == 0 || h == 0 || (!pixels && !pack.buffer) || !emu_read_choose(ctx, f, format, type, &read))
        return;
    emu_read_rect(ctx, &read, &pack, x, y, w, h, 0, true);
    emu_pack_end(ctx, &pack);
}

void emu_ReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels)
{
    read_pixels(x, y, width, height, format, type, SIZE_MAX, pixels, "glReadPixels");
}

void emu_ReadnPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                     GLsizei bufSize, void *data)
{
    read_pixels(x, y, width, height, format, type, bufSize < 0 ? 0 : (size_t)bufSize, data, "glReadnPixels");
}
