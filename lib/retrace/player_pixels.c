/* SPDX-License-Identifier: MIT */
/* Pixel transfers. The tracer sized each blob by its own reading of the pixel-store state; here the bytes
 * that GL will touch are computed from the replay's state and a shorter blob is refused. Reads go into a pack
 * buffer as the program's did, or into memory nobody looks at: images are never in a trace. */
#include "player_decode.h"

#include <string.h>

#include "pixel_bounds.h"

/* A square of the largest framebuffer's half edge, with room for wider texels: images that nobody looks at.
 */
static const uint64_t MAX_READ = (uint64_t)1 << 29;

static void get_store(struct player *p, bool pack, struct pixel_store *s)
{
    void (*get)(GLenum, GLint *) = p->gl->GetIntegerv;

    memset(s, 0, sizeof *s);
    get(pack ? GL_PACK_ALIGNMENT : GL_UNPACK_ALIGNMENT, &s->alignment);
    get(pack ? GL_PACK_ROW_LENGTH : GL_UNPACK_ROW_LENGTH, &s->row_length);
    get(pack ? GL_PACK_SKIP_PIXELS : GL_UNPACK_SKIP_PIXELS, &s->skip_pixels);
    get(pack ? GL_PACK_SKIP_ROWS : GL_UNPACK_SKIP_ROWS, &s->skip_rows);
    get(pack ? GL_PACK_IMAGE_HEIGHT : GL_UNPACK_IMAGE_HEIGHT, &s->image_height);
    get(pack ? GL_PACK_SKIP_IMAGES : GL_UNPACK_SKIP_IMAGES, &s->skip_images);
}

/* Memory of an unpack argument: an offset into the unpack buffer, or captured bytes of which `need` are read.
 */
static const void *unpack(struct player *p, const struct trace_value *v, uint64_t need)
{
    if (p->ctx->pixel_unpack) {
        if (v->type == TRACE_BLOB || v->type == TRACE_ARRAY)
            player_refuse(p, "client pixels with an unpack buffer bound");
        return arg_offset(v);
    }
    if (v->type == TRACE_BLOB && v->count < need) {
        player_refuse(p, "pixels shorter than the unpack state reads");
        return NULL;
    }
    return arg_data(p, v, (int64_t)need);
}

static bool is_null(const struct trace_value *v)
{
    return v->type == TRACE_NULL || v->type == TRACE_NONE;
}

const void *arg_pixels(struct player *p, const struct trace_value *v, unsigned dims, GLenum format,
                       GLenum type, GLsizei width, GLsizei height, GLsizei depth)
{
    struct pixel_store s;
    uint64_t need = 0;

    if (is_null(v))
        return NULL;
    if (!p->ctx->pixel_unpack) {
        get_store(p, false, &s);
        if (!pixel_bounds_image(&s, dims, format, type, width, height, depth, &need))
            player_refuse(p, "unknown pixel format");
    }
    return unpack(p, v, need);
}

const void *arg_texel(struct player *p, const struct trace_value *v, GLenum format, GLenum type)
{
    unsigned need = pixel_bounds_texel(format, type);

    if (is_null(v))
        return NULL;
    if (!need)
        player_refuse(p, "unknown pixel format");
    return arg_data(p, v, need);
}

const void *arg_compressed(struct player *p, const struct trace_value *v, unsigned dims, GLsizei width,
                           GLsizei height, GLsizei depth, GLsizei size)
{
    struct pixel_store s;
    uint64_t need = 0;

    if (is_null(v))
        return NULL;
    if (!p->ctx->pixel_unpack) {
        get_store(p, false, &s);
        p->gl->GetIntegerv(GL_UNPACK_COMPRESSED_BLOCK_SIZE, &s.block_size);
        p->gl->GetIntegerv(GL_UNPACK_COMPRESSED_BLOCK_WIDTH, &s.block_width);
        p->gl->GetIntegerv(GL_UNPACK_COMPRESSED_BLOCK_HEIGHT, &s.block_height);
        p->gl->GetIntegerv(GL_UNPACK_COMPRESSED_BLOCK_DEPTH, &s.block_depth);
        if (!pixel_bounds_compressed(&s, dims, width, height, depth, size, &need))
            player_refuse(p, "image too large");
    }
    return unpack(p, v, need);
}

/* glBitmap(width, height, xorig, yorig, xmove, ymove, bits) */
void player_call_bitmap(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLsizei width = (GLsizei)arg_integer(a), height = (GLsizei)arg_integer(a + 1);
    const void *bits = arg_pixels(p, a + 6, 2, GL_COLOR_INDEX, GL_BITMAP, width, height, 1);

    p->draws++;
    if (!player_refused(p, call))
        p->gl->Bitmap(width, height, arg_float(a + 2), arg_float(a + 3), arg_float(a + 4), arg_float(a + 5),
                      bits);
}

void player_call_polygon_stipple(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    const void *bits = arg_pixels(p, a, 2, GL_COLOR_INDEX, GL_BITMAP, 32, 32, 1);

    if (!player_refused(p, call))
        p->gl->PolygonStipple(bits);
}

/* glReadPixels(x, y, width, height, format, type, pixels), glReadnPixels(…, size, pixels) */
void player_call_read_pixels(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLsizei width = (GLsizei)arg_integer(a + 2), height = (GLsizei)arg_integer(a + 3);
    GLenum format = (GLenum)arg_integer(a + 4), type = (GLenum)arg_integer(a + 5);
    struct pixel_store s;
    uint64_t need;
    void *to;

    if (p->ctx->pixel_pack) {
        to = (void *)(uintptr_t)trace_value_address(&a[call->fn->num_args - 1]);
    } else {
        get_store(p, true, &s);
        if (!pixel_bounds_image(&s, 2, format, type, width, height, 1, &need))
            return; /* an error in the trace as well, which reads nothing */
        to = need <= MAX_READ ? arena_alloc(&p->arena, (size_t)need + 1) : NULL;
        if (!to)
            player_refuse(p, "image too large");
    }
    if (!player_refused(p, call))
        p->gl->ReadPixels((GLint)arg_integer(a), (GLint)arg_integer(a + 1), width, height, format, type, to);
}

static void *pack_offset(const struct trace_value *v)
{
    return (void *)(uintptr_t)trace_value_address(v);
}

/* The image reads below matter only into a pack buffer. */
void player_call_get_tex_image(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    if (p->ctx->pixel_pack)
        p->gl->GetTexImage((GLenum)arg_integer(a), (GLint)arg_integer(a + 1), (GLenum)arg_integer(a + 2),
                           (GLenum)arg_integer(a + 3), pack_offset(a + 4));
}

void player_call_getn_tex_image(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call;
    if (p->ctx->pixel_pack)
        p->gl->GetTexImage((GLenum)arg_integer(a), (GLint)arg_integer(a + 1), (GLenum)arg_integer(a + 2),
                           (GLenum)arg_integer(a + 3), pack_offset(a + 5));
}

/* glGetTextureImage(texture, level, format, type, size, pixels) */
void player_call_get_texture_image(struct player *p, const struct trace_call *call,
                                   const struct trace_value *a)
{
    (void)call;
    if (p->ctx->pixel_pack)
        p->gl->GetTextureImage(arg_name(p, NAME_TEXTURE, a), (GLint)arg_integer(a + 1),
                               (GLenum)arg_integer(a + 2), (GLenum)arg_integer(a + 3),
                               (GLsizei)arg_integer(a + 4), pack_offset(a + 5));
}

/* glGetTextureSubImage(texture, level, x, y, z, width, height, depth, format, type, size, pixels) */
void player_call_get_texture_sub_image(struct player *p, const struct trace_call *call,
                                       const struct trace_value *a)
{
    (void)call;
    if (p->ctx->pixel_pack)
        p->gl->GetTextureSubImage(
            arg_name(p, NAME_TEXTURE, a), (GLint)arg_integer(a + 1), (GLint)arg_integer(a + 2),
            (GLint)arg_integer(a + 3), (GLint)arg_integer(a + 4), (GLsizei)arg_integer(a + 5),
            (GLsizei)arg_integer(a + 6), (GLsizei)arg_integer(a + 7), (GLenum)arg_integer(a + 8),
            (GLenum)arg_integer(a + 9), (GLsizei)arg_integer(a + 10), pack_offset(a + 11));
}

/* glGetCompressedTexImage(target, level, pixels) */
void player_call_get_compressed_image(struct player *p, const struct trace_call *call,
                                      const struct trace_value *a)
{
    (void)call;
    if (p->ctx->pixel_pack)
        p->gl->GetCompressedTexImage((GLenum)arg_integer(a), (GLint)arg_integer(a + 1), pack_offset(a + 2));
}

/* glGetnCompressedTexImage(target, level, size, pixels) */
void player_call_getn_compressed_image(struct player *p, const struct trace_call *call,
                                       const struct trace_value *a)
{
    (void)call;
    if (p->ctx->pixel_pack)
        p->gl->GetCompressedTexImage((GLenum)arg_integer(a), (GLint)arg_integer(a + 1), pack_offset(a + 3));
}

/* glGetCompressedTextureImage(texture, level, size, pixels) */
void player_call_get_compressed_texture_image(struct player *p, const struct trace_call *call,
                                              const struct trace_value *a)
{
    (void)call;
    if (p->ctx->pixel_pack)
        p->gl->GetCompressedTextureImage(arg_name(p, NAME_TEXTURE, a), (GLint)arg_integer(a + 1),
                                         (GLsizei)arg_integer(a + 2), pack_offset(a + 3));
}

/* glGetCompressedTextureSubImage(texture, level, x, y, z, width, height, depth, size, pixels) */
void player_call_get_compressed_sub_image(struct player *p, const struct trace_call *call,
                                          const struct trace_value *a)
{
    (void)call;
    if (p->ctx->pixel_pack)
        p->gl->GetCompressedTextureSubImage(arg_name(p, NAME_TEXTURE, a), (GLint)arg_integer(a + 1),
                                            (GLint)arg_integer(a + 2), (GLint)arg_integer(a + 3),
                                            (GLint)arg_integer(a + 4), (GLsizei)arg_integer(a + 5),
                                            (GLsizei)arg_integer(a + 6), (GLsizei)arg_integer(a + 7),
                                            (GLsizei)arg_integer(a + 8), pack_offset(a + 9));
}

/* Forms that only vendor code uses. */
void player_call_get_other_image(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)a;
    if (p->ctx->pixel_pack)
        player_gap(p, call, "image read into a buffer");
}
