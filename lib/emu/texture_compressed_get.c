/* SPDX-License-Identifier: MIT */
/* glGetCompressedTexImage and its kin. ES reads no compressed images, but copies their blocks to texels of as
 * many bits (ES 3.2, 16.2.2): each layer goes to a renderbuffer of unsigned integers, which is read as pixels
 * are. The pixel storage for compressed blocks stays at what it is from the beginning: blocks without gaps.
 * Cost: a copy and a read per layer. */
#include "emu/emu_priv.h"
#include "emu/pixels.h"

/* Blocks of a region that lies in level l. */
static GLsizei blocks(GLsizei n, GLsizei block)
{
    return (n + block - 1) / block;
}

/* From a block's edge to another one, or to the image's. */
static bool is_on_blocks(GLint at, GLsizei n, GLsizei whole, GLsizei block)
{
    return at >= 0 && n >= 0 && n <= whole - at && at % block == 0 && (n % block == 0 || at + n == whole);
}

/* ES copies from complete textures only, mipmaps and all where the filter asks for them. */
static void set_min_filter(struct emu_context *ctx, struct emu_texture *t, GLenum filter)
{
    emu_texture_begin(ctx, t);
    ctx->es->TexParameteri(t->es_target, GL_TEXTURE_MIN_FILTER, (GLint)filter);
    emu_texture_end(ctx, t);
}

static bool read_layer(struct emu_context *ctx, const struct emu_texture *t, const struct emu_region *r,
                       GLsizei z, const struct emu_read *read, struct emu_pack *pack)
{
    const struct emu_format *f = emu_texture_level(t, r->target->face, r->level)->format;
    GLsizei w = blocks(r->w, f->block_width), h = blocks(r->h, f->block_height);
    GLint layer = r->z + z + (t->kind == EMU_KIND_CUBE ? (GLint)r->target->face : 0);
    GLuint rb;
    bool ok;

    ctx->es->GenRenderbuffers(1, &rb);
    ctx->es->BindRenderbuffer(GL_RENDERBUFFER, rb);
    ctx->es->RenderbufferStorage(GL_RENDERBUFFER, f->block_bytes == 8 ? GL_RG32UI : GL_RGBA32UI, w, h);
    ctx->es->CopyImageSubData(t->es, t->es_target, r->level, r->x, r->y, layer, rb, GL_RENDERBUFFER, 0, 0, 0,
                              0, r->w, r->h, 1);
    emu_fbo_scratch_attach(ctx, 0, GL_READ_FRAMEBUFFER, GL_NONE, NULL, 0, 0, 0);
    ctx->es->FramebufferRenderbuffer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
    ok = emu_read_rect(ctx, read, pack, 0, 0, w, h, z, false);
    emu_fbo_scratch_attach(ctx, 0, GL_READ_FRAMEBUFFER, GL_NONE, NULL, 0, 0, 0);
    ctx->es->DeleteRenderbuffers(1, &rb);
    return ok;
}

/* The region was checked. */
static void read_region(struct emu_context *ctx, struct emu_texture *t, const struct emu_region *r,
                        size_t limit, void *pixels, const char *function)
{
    const struct emu_format *f = emu_texture_level(t, r->target->face, r->level)->format;
    struct emu_read read = {GL_RGBA_INTEGER, GL_UNSIGNED_INT, {0}, GL_RGBA};
    struct emu_pixelstore store = ctx->pack;
    struct emu_pack pack;

    emu_layout_get(read.format, read.type, &read.layout);
    ctx->pack = (struct emu_pixelstore){.alignment = 1};
    if (emu_pack_begin(ctx, &pack, 3, blocks(r->w, f->block_width), blocks(r->h, f->block_height), r->d,
                       f->block_bytes == 8 ? GL_RG_INTEGER : GL_RGBA_INTEGER, read.type, pixels, limit,
                       function) &&
        (pixels || pack.buffer)) {
        set_min_filter(ctx, t, GL_NEAREST);
        for (GLsizei z = 0; z < r->d && read_layer(ctx, t, r, z, &read, &pack); z++)
            ;
        set_min_filter(ctx, t, t->sampling.min_filter);
        emu_fbo_restore(ctx);
        emu_pack_end(ctx, &pack);
    }
    ctx->pack = store;
}

/* w < 0: the whole image, r->d layers of it. */
static void get_image(struct emu_context *ctx, struct emu_texture *t, struct emu_region r, GLsizei size,
                      void *pixels, const char *function)
{
    const struct emu_level *l;
    GLsizei depth;

    if (r.level < 0 || r.level >= EMU_MAX_LEVELS || size < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: level %d, %d bytes", function, r.level, size);
        return;
    }
    l = emu_texture_level(t, r.target->face, r.level);
    if (!l || !(l->format->flags & EMU_FORMAT_COMPRESSED)) {
        emu_error(ctx, l ? GL_INVALID_OPERATION : GL_INVALID_VALUE, "%s: no compressed image", function);
        return;
    }
    depth = t->kind == EMU_KIND_CUBE ? 6 : l->depth;
    if (r.w < 0) {
        r.w = l->width;
        r.h = l->height;
        r.d = r.d ? r.d : depth;
    }
    if (!is_on_blocks(r.x, r.w, l->width, l->format->block_width) ||
        !is_on_blocks(r.y, r.h, l->height, l->format->block_height) || r.z < 0 || r.d < 0 ||
        r.d > depth - r.z)
        emu_error(ctx, GL_INVALID_VALUE, "%s: region outside the image or not of blocks", function);
    else if (!ctx->caps->has_copy_image || (l->format->block_bytes != 8 && l->format->block_bytes != 16))
        emu_gap(ctx, "glGetCompressedTexImage", "reading blocks needs GL_EXT_copy_image", false);
    else if (r.w && r.h && r.d)
        read_region(ctx, t, &r, (size_t)size, pixels, function);
}

static void get_bound(GLenum target, GLint level, GLsizei size, void *pixels, const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_region r = {.target = emu_target_find(target), .level = level, .w = -1};

    if (!r.target || r.target->proxy || target == GL_TEXTURE_CUBE_MAP ||
        !emu_target_supported(ctx, r.target->kind) || r.target->kind == EMU_KIND_BUFFER ||
        r.target->kind == EMU_KIND_RECTANGLE || r.target->kind >= EMU_KIND_2D_MULTISAMPLE) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x", function, target);
        return;
    }
    r.d = r.target->kind == EMU_KIND_CUBE;
    get_image(ctx, emu_texture_bound(ctx, ctx->texture.active_unit, r.target->kind), r, size, pixels,
              function);
}

static void get_named(GLuint texture, struct emu_region r, GLsizei size, void *pixels, const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = emu_texture_lookup(ctx, texture);

    if (!t || t->kind == EMU_KIND_BUFFER || t->kind == EMU_KIND_RECTANGLE ||
        t->kind >= EMU_KIND_2D_MULTISAMPLE) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: texture %u", function, texture);
        return;
    }
    r.target = emu_target_find(emu_texture_kind_target(t->kind));
    get_image(ctx, t, r, size, pixels, function);
}

void emu_GetCompressedTexImage(GLenum target, GLint level, void *img)
{
    get_bound(target, level, INT32_MAX, img, "glGetCompressedTexImage");
}

void emu_GetnCompressedTexImage(GLenum target, GLint lod, GLsizei bufSize, void *pixels)
{
    get_bound(target, lod, bufSize, pixels, "glGetnCompressedTexImage");
}

void emu_GetCompressedTextureImage(GLuint texture, GLint level, GLsizei bufSize, void *pixels)
{
    get_named(texture, (struct emu_region){.level = level, .w = -1}, bufSize, pixels,
              "glGetCompressedTextureImage");
}

void emu_GetCompressedTextureSubImage(GLuint texture, GLint level, GLint xoffset, GLint yoffset,
                                      GLint zoffset, GLsizei width, GLsizei height, GLsizei depth,
                                      GLsizei bufSize, void *pixels)
{
    static const char function[] = "glGetCompressedTextureSubImage";

    if (width < 0)
        emu_error(emu_current, GL_INVALID_VALUE, "%s: width %d", function, width);
    else
        get_named(texture, (struct emu_region){NULL, level, xoffset, yoffset, zoffset, width, height, depth},
                  bufSize, pixels, function);
}
