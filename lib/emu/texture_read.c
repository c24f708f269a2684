/* SPDX-License-Identifier: MIT */
/* glGetTexImage and what it needs: ES reads framebuffers only, so each layer is attached to one of ours and
 * read as pixels are (pixels.c). Formats that the driver cannot render to, or clamps when it reads them, are
 * drawn into floats first. */
#include "emu/draw_copy.h"
#include "emu/emu_priv.h"
#include "emu/pixels.h"

static bool read_layer(struct emu_context *ctx, struct emu_texture *t, const struct emu_read *read,
                       struct emu_pack *pack, const struct emu_region *r, GLsizei z, unsigned face)
{
    const struct emu_format *f = emu_texture_level(t, face, r->level)->format;
    GLenum point = emu_format_is_color(f)   ? GL_COLOR_ATTACHMENT0
                   : f->depth && f->stencil ? GL_DEPTH_STENCIL_ATTACHMENT
                   : f->depth               ? GL_DEPTH_ATTACHMENT
                                            : GL_STENCIL_ATTACHMENT;

    emu_fbo_scratch_attach(ctx, 0, GL_READ_FRAMEBUFFER, point, t, face, r->level, r->z + z);
    return emu_read_rect(ctx, read, pack, r->x, r->y, r->w, r->h, z, false);
}

/* Compressed, shared-exponent and signed normalised texels: no framebuffer takes them, or drivers clamp what
 * is read back. */
static bool needs_drawing(struct emu_context *ctx, const struct emu_format *f)
{
    return emu_format_is_color(f) && (!emu_format_is_renderable(ctx, f) || f->cls == EMU_SNORM);
}

/* One layer drawn into a float renderbuffer, which stands in for the texture. */
static bool read_drawn(struct emu_context *ctx, struct emu_texture *t, struct emu_pack *pack,
                       const struct emu_region *r, GLsizei z, unsigned face)
{
    const struct emu_format *f = emu_texture_level(t, face, r->level)->format;
    const struct emu_copy_source source = {.es = t->es,
                                           .es_target = t->es_target,
                                           .format = f,
                                           .level = r->level,
                                           .layer = t->kind == EMU_KIND_CUBE ? (GLint)face : r->z + z,
                                           .raw = true};
    struct emu_read read = {GL_RGBA, GL_FLOAT, {0}, f->base};
    GLuint rb;
    bool ok;

    emu_layout_get(GL_RGBA, GL_FLOAT, &read.layout);
    emu_read_legacy_channels(f, &read.layout);
    ctx->es->GenRenderbuffers(1, &rb);
    ctx->es->BindRenderbuffer(GL_RENDERBUFFER, rb);
    ctx->es->RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F, r->w, r->h);
    emu_fbo_scratch_attach(ctx, 1, GL_DRAW_FRAMEBUFFER, GL_NONE, NULL, 0, 0, 0);
    ctx->es->FramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
    ok = emu_draw_copy(ctx, &source, &(struct emu_copy_rect){r->x, r->y, 0, 0, r->w, r->h}, false);
    emu_fbo_bind_es(ctx, GL_READ_FRAMEBUFFER, ctx->fbo.scratch[1]);
    ok = ok && emu_read_rect(ctx, &read, pack, 0, 0, r->w, r->h, z, false);
    emu_fbo_scratch_attach(ctx, 1, GL_DRAW_FRAMEBUFFER, GL_NONE, NULL, 0, 0, 0);
    ctx->es->DeleteRenderbuffers(1, &rb);
    return ok;
}

/* A 1D array's rows are layers on the driver. */
static bool read_rows(struct emu_context *ctx, struct emu_texture *t, const struct emu_read *read,
                      struct emu_pack *pack, const struct emu_region *r)
{
    bool ok = true;

    pack->span.image = pack->span.row;
    for (GLsizei y = 0; y < r->h && ok; y++) {
        emu_fbo_scratch_attach(ctx, 0, GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, t, 0, r->level, r->y + y);
        ok = emu_read_rect(ctx, read, pack, r->x, 0, r->w, 1, y, false);
    }
    return ok;
}

void emu_texture_read(struct emu_context *ctx, struct emu_texture *t, const struct emu_region *r,
                      GLenum format, GLenum type, size_t limit, void *pixels, const char *function)
{
    bool cube = t->kind == EMU_KIND_CUBE && r->d > 1;
    const struct emu_level *l = emu_texture_level(t, r->target->face, r->level);
    unsigned dims =
        t->kind == EMU_KIND_3D || t->kind == EMU_KIND_2D_ARRAY || t->kind == EMU_KIND_CUBE_ARRAY || cube ? 3
                                                                                                         : 2;
    struct emu_read read;
    struct emu_pack pack;
    GLenum error;
    bool drawn;

    if (!l || r->w == 0 || r->h == 0 || r->d == 0)
        return; /* GL reads nothing from a missing image */
    if ((error = emu_upload_check(l->format, format, type))) {
        emu_error(ctx, error, "%s: format 0x%x, type 0x%x", function, format, type);
        return;
    }
    if (!emu_pack_begin(ctx, &pack, dims, r->w, r->h, r->d, format, type, pixels, limit, function) ||
        (!pixels && !pack.buffer))
        return;
    drawn = needs_drawing(ctx, l->format);
    if (drawn && (!ctx->caps->has_color_buffer_float || t->kind == EMU_KIND_1D_ARRAY ||
                  t->kind == EMU_KIND_CUBE_ARRAY)) {
        emu_gap(ctx, "glGetTexImage", "format that the driver cannot render to", true);
        return;
    }
    if (!emu_read_choose(ctx, l->format, format, type, &read))
        return;
    if (t->kind == EMU_KIND_1D_ARRAY)
        read_rows(ctx, t, &read, &pack, r);
    else
        for (GLsizei z = 0; z < r->d; z++) {
            unsigned face = cube ? (unsigned)(r->z + z) : r->target->face;
            if (!(drawn ? read_drawn(ctx, t, &pack, r, z, face)
                        : read_layer(ctx, t, &read, &pack, r, z, face)))
                break;
        }
    emu_fbo_scratch_attach(ctx, 0, GL_READ_FRAMEBUFFER, GL_NONE, NULL, 0, 0, 0);
    emu_fbo_restore(ctx);
    emu_pack_end(ctx, &pack);
}

static void get_image(GLenum target, GLint level, GLenum format, GLenum type, size_t limit, void *pixels,
                      const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_region r = {.target = emu_target_find(target), .level = level};
    const struct emu_level *l;
    struct emu_texture *t;

    if (!r.target || r.target->proxy || target == GL_TEXTURE_CUBE_MAP ||
        !emu_target_supported(ctx, r.target->kind) || r.target->kind == EMU_KIND_BUFFER ||
        r.target->kind == EMU_KIND_2D_MULTISAMPLE || r.target->kind == EMU_KIND_2D_MULTISAMPLE_ARRAY) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x", function, target);
        return;
    }
    if (level < 0 || level >= EMU_MAX_LEVELS || (r.target->kind == EMU_KIND_RECTANGLE && level)) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: level %d", function, level);
        return;
    }
    t = emu_texture_bound(ctx, ctx->texture.active_unit, r.target->kind);
    if ((l = emu_texture_level(t, r.target->face, level))) {
        r.w = l->width;
        r.h = l->height;
        r.d = l->depth;
    }
    emu_texture_read(ctx, t, &r, format, type, limit, pixels, function);
}

void emu_GetTexImage(GLenum target, GLint level, GLenum format, GLenum type, void *pixels)
{
    get_image(target, level, format, type, SIZE_MAX, pixels, "glGetTexImage");
}

void emu_GetnTexImage(GLenum target, GLint level, GLenum format, GLenum type, GLsizei bufSize, void *pixels)
{
    get_image(target, level, format, type, bufSize < 0 ? 0 : (size_t)bufSize, pixels, "glGetnTexImage");
}
