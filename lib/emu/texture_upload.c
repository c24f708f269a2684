/* SPDX-License-Identifier: MIT */
/* Pixels on their way from the application to the driver. Where the driver takes the pair as it is (a
 * comparison of layouts decides) they pass through with the application's unpack state. Else they are
 * converted into staging memory: formats ES has no upload for (BGRA, packed types, luminance), widened
 * formats, swapped bytes. Unpack buffers are read back for that, which costs a copy. */
#include "emu/emu_priv.h"

GLenum emu_upload_check(const struct emu_format *f, GLenum format, GLenum type)
{
    GLenum error = emu_layout_get(format, type, NULL);

    if (error)
        return error;
    if (emu_format_is_color(f) != emu_layout_is_color(format))
        return GL_INVALID_OPERATION;
    if (emu_format_is_color(f))
        return emu_format_is_integer(f) == emu_layout_is_integer(format) ? GL_NO_ERROR : GL_INVALID_OPERATION;
    if ((f->base == GL_STENCIL_INDEX) != (format == GL_STENCIL_INDEX) && f->base != GL_DEPTH_STENCIL)
        return GL_INVALID_OPERATION;
    return GL_NO_ERROR;
}

/* Client pixels are byte by byte what the driver takes for (es_format, type). */
static bool same_bytes(const struct emu_format *f, const struct emu_layout *client, GLenum type, bool swap)
{
    struct emu_convert c = {0};
    struct emu_layout es;

    if ((swap && client->unit > 1) || emu_layout_get(f->es_format, type, &es))
        return false;
    emu_convert_init(&c, client, &es, f->base, true, false);
    if (c.path == EMU_COPY)
        return true;
    if (c.path != EMU_SHUFFLE8 || c.pixel_src != c.pixel_dst)
        return false;
    for (unsigned i = 0; i < c.pixel_dst; i++)
        if (c.shuffle[i] != i)
            return false;
    return true;
}

/* The driver takes the client pair unchanged; *up gets its word for the type. */
static bool direct(const struct emu_format *f, const struct emu_layout *client, bool swap,
                   struct emu_upload *up)
{
    up->type = f->es_type;
    if (same_bytes(f, client, f->es_type, swap))
        return true;
    for (int i = 0; i < 3 && f->alt_types[i]; i++)
        if (same_bytes(f, client, f->alt_types[i], swap)) {
            up->type = f->alt_types[i];
            return true;
        }
    return false;
}

static struct emu_pixelstore region_store(const struct emu_pixelstore *unpack, unsigned dims, GLsizei w,
                                          GLsizei h, bool rows_are_layers, GLint border)
{
    struct emu_pixelstore s = *unpack;

    if (border) { /* the driver drops borders: so do we, by skipping the client's */
        if (s.row_length == 0)
            s.row_length = w + 2 * border;
        if (s.image_height == 0)
            s.image_height = h + 2 * border;
        s.skip_pixels += border;
        s.skip_rows += dims > 1 && !rows_are_layers ? border : 0;
        s.skip_images += dims > 2 ? border : 0;
    }
    if (rows_are_layers) {
        s.image_height = 1;
        s.skip_images = s.skip_rows;
        s.skip_rows = 0;
    }
    return s;
}

static bool convert(struct emu_context *ctx, struct emu_upload *up, const struct emu_convert *c,
                    const struct emu_span *span, const uint8_t *src, GLsizei w, GLsizei h, GLsizei d)
{
    size_t row = (size_t)w * c->dst.bytes, bytes;
    uint8_t *out;

    if (__builtin_mul_overflow(row, (size_t)h, &bytes) || __builtin_mul_overflow(bytes, (size_t)d, &bytes)) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "upload of %d x %d x %d", w, h, d);
        return false;
    }
    if (!(out = emu_texture_staging(ctx, bytes)))
        return false;
    up->data = out;
    for (GLsizei z = 0; z < d; z++)
        for (GLsizei y = 0; y < h; y++, out += row)
            emu_convert_row(c, out, src + span->start + (size_t)z * span->image + (size_t)y * span->row,
                            (size_t)w);
    emu_unpack_send(ctx, &(struct emu_pixelstore_es){.alignment = 1});
    return true;
}

bool emu_upload_begin(struct emu_context *ctx, struct emu_upload *up, const struct emu_format *f,
                      unsigned dims, GLsizei w, GLsizei h, GLsizei d, GLenum format, GLenum type,
                      const void *pixels, bool rows_are_layers, GLint border)
{
    struct emu_buffer *buffer = ctx->buffer.bound[EMU_PIXEL_UNPACK_BUFFER];
    struct emu_pixelstore store = region_store(&ctx->unpack, dims, w, h, rows_are_layers, border);
    struct emu_convert c = {.swap_src = store.swap_bytes};
    struct emu_layout client, es;
    struct emu_span span;
    const uint8_t *src = pixels;

    *up = (struct emu_upload){.format = f->es_format, .type = f->es_type};
    if (!pixels && !buffer)
        return true;
    if (rows_are_layers) {
        dims = 3;
        d = h;
        h = 1;
    }
    if (emu_layout_get(format, type, &client) || emu_layout_get(f->es_format, f->es_type, &es) ||
        !emu_span_get(&store, &client, dims, w, h, d, &span)) {
        emu_error(ctx, GL_INVALID_OPERATION, "upload: format 0x%x, type 0x%x", format, type);
        return false;
    }
    if (!emu_pixel_buffer_check(ctx, buffer, pixels, span.end, client.unit, "upload"))
        return false;
    if (direct(f, &client, store.swap_bytes, up)) {
        up->data = pixels;
        emu_unpack_send(ctx, &(struct emu_pixelstore_es){.row_length = store.row_length,
                                                         .alignment = store.alignment,
                                                         .image_height = dims == 3 ? store.image_height : 0,
                                                         .skip_rows = store.skip_rows,
                                                         .skip_pixels = store.skip_pixels,
                                                         .skip_images = dims == 3 ? store.skip_images : 0});
        return true;
    }
    if (buffer) {
        if (!(src = emu_buffer_contents(ctx, buffer))) {
            emu_error(ctx, GL_OUT_OF_MEMORY, "upload: the pixel buffer cannot be read");
            return false;
        }
        src += (uintptr_t)pixels;
    }
    if (f->depth == 24 && es.count == 1) {
        es.special = EMU_D24;
        es.bits[0] = 24;
    }
    emu_convert_init(&c, &client, &es, f->base, true, false);
    if (!convert(ctx, up, &c, &span, src, w, h, d))
        return false;
    up->converted = true;
    if (buffer)
        emu_buffer_bind_es(ctx, EMU_PIXEL_UNPACK_BUFFER, 0);
    return true;
}

void emu_upload_end(struct emu_context *ctx, struct emu_upload *up)
{
    if (up->converted && ctx->buffer.bound[EMU_PIXEL_UNPACK_BUFFER])
        emu_buffer_restore(ctx, EMU_PIXEL_UNPACK_BUFFER);
}

void emu_texture_submit(struct emu_context *ctx, const struct emu_texture *t, const struct emu_region *r,
                        const struct emu_format *f, const struct emu_upload *up, bool fresh)
{
    const struct gles_table *es = ctx->es;
    GLenum target = emu_texture_es_image_target(r->target);
    GLint y = r->y, z = r->z;
    GLsizei h = r->h, d = r->d;
    bool volume = t->kind == EMU_KIND_3D || t->kind == EMU_KIND_2D_ARRAY || t->kind == EMU_KIND_CUBE_ARRAY;

    if (t->kind == EMU_KIND_1D_ARRAY) {
        volume = true;
        z = y;
        d = h;
        y = 0;
        h = 1;
    }
    if (volume && fresh)
        es->TexImage3D(target, r->level, (GLint)f->es, r->w, h, d, 0, up->format, up->type, up->data);
    else if (volume)
        es->TexSubImage3D(target, r->level, r->x, y, z, r->w, h, d, up->format, up->type, up->data);
    else if (fresh)
        es->TexImage2D(target, r->level, (GLint)f->es, r->w, h, 0, up->format, up->type, up->data);
    else
        es->TexSubImage2D(target, r->level, r->x, y, r->w, h, up->format, up->type, up->data);
}
