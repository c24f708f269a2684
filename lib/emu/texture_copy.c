/* SPDX-License-Identifier: MIT */
/* Copies from the framebuffer and between images. The driver's copy is used where ES allows the pair of
 * formats; depth is blitted; what is left (legacy formats, a changed number of components or kind) goes
 * through the CPU. */
#include "emu/draw_copy.h"
#include "emu/emu_priv.h"
#include "emu/pixels.h"

#include <stdlib.h>

/* Uploads tight pixels of ours, whatever the application's unpack state and buffer. */
void emu_texture_put(struct emu_context *ctx, struct emu_texture *t, const struct emu_region *r,
                     GLenum format, GLenum type, const void *pixels)
{
    struct emu_pixelstore before = ctx->unpack;
    struct emu_buffer *buffer = ctx->buffer.bound[EMU_PIXEL_UNPACK_BUFFER];

    emu_pixelstore_init(&ctx->unpack);
    ctx->unpack.es = before.es;
    ctx->unpack.alignment = 1;
    if (buffer) {
        emu_buffer_bind_es(ctx, EMU_PIXEL_UNPACK_BUFFER, 0);
        ctx->buffer.bound[EMU_PIXEL_UNPACK_BUFFER] = NULL;
    }
    emu_texture_sub_image(ctx, t, r, format, type, pixels, "internal upload");
    if (buffer) {
        ctx->buffer.bound[EMU_PIXEL_UNPACK_BUFFER] = buffer;
        emu_buffer_restore(ctx, EMU_PIXEL_UNPACK_BUFFER);
    }
    before.es = ctx->unpack.es;
    ctx->unpack = before;
}

static unsigned components(GLenum base)
{
    return base == GL_RGBA ? 4 : base == GL_RGB ? 3 : base == GL_RG ? 2 : 1;
}

/* ES takes the copy: the storage has no component that the source lacks, and they are of one kind. */
static bool driver_copies(const struct emu_format *from, const struct emu_format *to)
{
    bool plain = to->base == GL_RED || to->base == GL_RG || to->base == GL_RGB || to->base == GL_RGBA;

    return plain && emu_format_is_color(from) && from->cls == to->cls &&
           components(to->es_base) <= components(from->es_base) &&
           (from->flags & EMU_FORMAT_SRGB) == (to->flags & EMU_FORMAT_SRGB) && to->es != GL_RGB9_E5 &&
           from->base == from->es_base && (to->cls != EMU_UNORM || from->bits[0] <= 8 || from->es == to->es);
}

static void copy_by_driver(struct emu_context *ctx, struct emu_texture *t, const struct emu_region *r,
                           GLint sx, GLint sy)
{
    GLenum target = emu_texture_es_image_target(r->target);

    emu_texture_begin(ctx, t);
    if (t->kind == EMU_KIND_1D_ARRAY)
        for (GLsizei i = 0; i < r->h; i++)
            ctx->es->CopyTexSubImage3D(target, r->level, r->x, 0, r->y + i, sx, sy + i, r->w, 1);
    else if (t->kind == EMU_KIND_3D || t->kind == EMU_KIND_2D_ARRAY || t->kind == EMU_KIND_CUBE_ARRAY)
        ctx->es->CopyTexSubImage3D(target, r->level, r->x, r->y, r->z, sx, sy, r->w, r->h);
    else
        ctx->es->CopyTexSubImage2D(target, r->level, r->x, r->y, sx, sy, r->w, r->h);
    emu_texture_end(ctx, t);
}

static void blit_depth(struct emu_context *ctx, struct emu_texture *t, const struct emu_region *r,
                       const struct emu_format *to, GLint sx, GLint sy)
{
    GLbitfield mask = (to->depth ? GL_DEPTH_BUFFER_BIT : 0) | (to->stencil ? GL_STENCIL_BUFFER_BIT : 0);
    GLenum point = to->depth && to->stencil ? GL_DEPTH_STENCIL_ATTACHMENT
                   : to->depth              ? GL_DEPTH_ATTACHMENT
                                            : GL_STENCIL_ATTACHMENT;
    GLboolean scissor = ctx->es->IsEnabled(GL_SCISSOR_TEST);

    emu_fbo_scratch_attach(ctx, 1, GL_DRAW_FRAMEBUFFER, point, t, r->target->face, r->level, r->z);
    if (scissor)
        ctx->es->Disable(GL_SCISSOR_TEST);
    ctx->es->BlitFramebuffer(sx, sy, sx + r->w, sy + r->h, r->x, r->y, r->x + r->w, r->y + r->h, mask,
                             GL_NEAREST);
    if (scissor)
        ctx->es->Enable(GL_SCISSOR_TEST);
    emu_fbo_scratch_attach(ctx, 1, GL_DRAW_FRAMEBUFFER, GL_NONE, NULL, 0, 0, 0);
    emu_fbo_restore(ctx);
}

/* Blits convert no depth; copies do (OpenGL 4.6, 8.6). */
static void copy_depth(struct emu_context *ctx, struct emu_texture *t, const struct emu_region *r,
                       const struct emu_format *to, const struct emu_format *from, GLint sx, GLint sy)
{
    const struct emu_attachment level = {
        .texture = t, .level = r->level, .layer = r->z, .face = (uint8_t)r->target->face};
    const struct emu_copy_rect rect = {sx, sy, r->x, r->y, r->w, r->h};

    if (to->es == from->es || !to->depth || !from->depth)
        blit_depth(ctx, t, r, to, sx, sy);
    else
        emu_fbo_redraw(ctx, from, &level, GL_DEPTH_ATTACHMENT, &rect, false);
}

static void copy_by_cpu(struct emu_context *ctx, struct emu_texture *t, const struct emu_region *r,
                        const struct emu_format *from, GLint sx, GLint sy)
{
    GLenum format = emu_format_is_integer(from) ? GL_RGBA_INTEGER : GL_RGBA;
    GLenum type = from->cls == EMU_INT                                                 ? GL_INT
                  : from->cls == EMU_UINT                                              ? GL_UNSIGNED_INT
                  : from->cls == EMU_UNORM && from->bits[0] <= 8 && from->bits[3] <= 8 ? GL_UNSIGNED_BYTE
                                                                                       : GL_FLOAT;
    struct emu_pixelstore before = ctx->pack;
    struct emu_buffer *buffer = ctx->buffer.bound[EMU_PIXEL_PACK_BUFFER];
    struct emu_read read;
    struct emu_pack pack;
    void *pixels = malloc((size_t)r->w * (size_t)r->h * 16);

    if (!pixels) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "copy of %d x %d", r->w, r->h);
        return;
    }
    emu_pixelstore_init(&ctx->pack);
    ctx->pack.es = before.es;
    if (buffer) {
        emu_buffer_bind_es(ctx, EMU_PIXEL_PACK_BUFFER, 0);
        ctx->buffer.bound[EMU_PIXEL_PACK_BUFFER] = NULL;
    }
    if (emu_read_choose(ctx, from, format, type, &read) &&
        emu_pack_begin(ctx, &pack, 2, r->w, r->h, 1, format, type, pixels, SIZE_MAX, "copy") &&
        emu_read_rect(ctx, &read, &pack, sx, sy, r->w, r->h, 0, false))
        emu_texture_put(ctx, t, r, format, type, pixels);
    if (buffer) {
        ctx->buffer.bound[EMU_PIXEL_PACK_BUFFER] = buffer;
        emu_buffer_restore(ctx, EMU_PIXEL_PACK_BUFFER);
    }
    before.es = ctx->pack.es;
    ctx->pack = before;
    free(pixels);
}

/* What the copy reads for a destination format: NULL after an error. */
static const struct emu_format *source(struct emu_context *ctx, const struct emu_format *to,
                                       const char *function)
{
    const struct emu_framebuffer *fb = ctx->fbo.read;
    const struct emu_format *f = NULL;

    if (ctx->es->CheckFramebufferStatus(GL_READ_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        emu_error(ctx, GL_INVALID_FRAMEBUFFER_OPERATION, "%s: the framebuffer is incomplete", function);
        return NULL;
    }
    if (emu_format_is_color(to))
        f = emu_fbo_read_color(ctx);
    else
        f = !fb->name ? emu_format_find(ctx, GL_DEPTH24_STENCIL8, 0, 0)
                      : emu_attachment_format(to->depth ? &fb->depth : &fb->stencil);
    if (to->depth && to->stencil && fb->name && !emu_attachment_format(&fb->stencil))
        f = NULL;
    if (!f || (emu_format_is_color(to) && emu_format_is_integer(f) != emu_format_is_integer(to))) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: nothing to read, or integers and others mixed", function);
        return NULL;
    }
    return f;
}

/* The part of the region that the framebuffer has, as far as its size is known from its origin: negative
 * source coordinates. */
static bool clip(struct emu_region *r, GLint *sx, GLint *sy)
{
    if (*sx < 0) {
        r->w += *sx;
        r->x -= *sx;
        *sx = 0;
    }
    if (*sy < 0) {
        r->h += *sy;
        r->y -= *sy;
        *sy = 0;
    }
    return r->w > 0 && r->h > 0;
}

static void copy(struct emu_context *ctx, struct emu_texture *t, struct emu_region *r,
                 const struct emu_format *to, const struct emu_format *from, GLint sx, GLint sy)
{
    if (!clip(r, &sx, &sy))
        return;
    if (!emu_format_is_color(to))
        copy_depth(ctx, t, r, to, from, sx, sy);
    else if (driver_copies(from, to))
        copy_by_driver(ctx, t, r, sx, sy);
    else
        copy_by_cpu(ctx, t, r, from, sx, sy);
    if (t->generate_mipmap) {
        emu_texture_begin(ctx, t);
        emu_texture_auto_mipmap(ctx, t, r->level);
        emu_texture_end(ctx, t);
    }
}

void emu_texture_copy_sub(struct emu_context *ctx, struct emu_texture *t, struct emu_region *r, GLint sx,
                          GLint sy, const char *function)
{
    const struct emu_level *l = emu_texture_level(t, r->target->face, r->level);
    const struct emu_format *from;

    if (!l) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: level %d has no image", function, r->level);
        return;
    }
    if (r->x < 0 || r->y < 0 || r->z < 0 || r->w < 0 || r->h < 0 || r->w > l->width - r->x ||
        r->h > l->height - r->y || r->z >= l->depth) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: region outside the image", function);
        return;
    }
    if ((from = source(ctx, l->format, function)))
        copy(ctx, t, r, l->format, from, sx, sy);
}

static void copy_sub_image(GLenum target, unsigned dims, struct emu_region r, GLint sx, GLint sy,
                           const char *function)
{
    struct emu_context *ctx = emu_current;

    r.target = emu_target_find(target);
    if (!r.target || r.target->proxy || r.target->dims != dims ||
        !emu_target_supported(ctx, r.target->kind) || target == GL_TEXTURE_CUBE_MAP ||
        r.target->kind == EMU_KIND_BUFFER) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x", function, target);
        return;
    }
    emu_texture_copy_sub(ctx, emu_texture_bound(ctx, ctx->texture.active_unit, r.target->kind), &r, sx, sy,
                         function);
}

void emu_CopyTexSubImage1D(GLenum target, GLint level, GLint xoffset, GLint x, GLint y, GLsizei width)
{
    copy_sub_image(target, 1, (struct emu_region){NULL, level, xoffset, 0, 0, width, 1, 1}, x, y,
                   "glCopyTexSubImage1D");
}

void emu_CopyTexSubImage2D(GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint x, GLint y,
                           GLsizei width, GLsizei height)
{
    copy_sub_image(target, 2, (struct emu_region){NULL, level, xoffset, yoffset, 0, width, height, 1}, x, y,
                   "glCopyTexSubImage2D");
}

void emu_CopyTexSubImage3D(GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset, GLint x,
                           GLint y, GLsizei width, GLsizei height)
{
    copy_sub_image(target, 3, (struct emu_region){NULL, level, xoffset, yoffset, zoffset, width, height, 1},
                   x, y, "glCopyTexSubImage3D");
}

/* Defines the level, empty, then copies into it. Errors of the definition stop the copy. */
static void copy_image(GLenum target, unsigned dims, GLint level, GLenum internal, GLint x, GLint y,
                       GLsizei w, GLsizei h, GLint border, const char *function)
{
    struct emu_context *ctx = emu_current;
    const struct emu_format *to = emu_format_find(ctx, internal, 0, 0);
    const struct emu_target *what = emu_target_find(target);
    GLenum error = ctx->error, format, type;

    if (!to || !what || what->proxy || what->dims != dims) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x, internal format 0x%x", function, target, internal);
        return;
    }
    if (!source(ctx, to, function))
        return;
    format = !emu_format_is_color(to) ? to->base : emu_format_is_integer(to) ? GL_RGBA_INTEGER : GL_RGBA;
    type = to->base == GL_DEPTH_STENCIL ? GL_UNSIGNED_INT_24_8 : GL_UNSIGNED_BYTE;
    ctx->error = GL_NO_ERROR;
    emu_texture_define(ctx, target, dims, level, internal, w, h, border, format, type, function);
    if (ctx->error == GL_NO_ERROR) {
        struct emu_region r = {what, level, 0, 0, 0, w - 2 * border, dims > 1 ? h - 2 * border : 1, 1};
        emu_texture_copy_sub(ctx, emu_texture_bound(ctx, ctx->texture.active_unit, what->kind), &r,
                             x + border, dims > 1 ? y + border : y, function);
    }
    if (error)
        ctx->error = error; /* the first one stays */
}

void emu_CopyTexImage1D(GLenum target, GLint level, GLenum internalformat, GLint x, GLint y, GLsizei width,
                        GLint border)
{
    copy_image(target, 1, level, internalformat, x, y, width, 1, border, "glCopyTexImage1D");
}

void emu_CopyTexImage2D(GLenum target, GLint level, GLenum internalformat, GLint x, GLint y, GLsizei width,
                        GLsizei height, GLint border)
{
    copy_image(target, 2, level, internalformat, x, y, width, height, border, "glCopyTexImage2D");
}
