/* SPDX-License-Identifier: MIT */
/* glGetTexImage and what it needs: ES reads framebuffers only, so each layer is attached to one of ours and read as
 * pixels are (pixels.c). Formats that the driver cannot render to cannot be read so: a named gap. */
#include "emu/emu_priv.h"
#include "emu/pixels.h"

static bool read_layer(struct emu_context *ctx, struct emu_texture *t, const struct emu_read *read, struct emu_pack *pack,
                       const struct emu_region *r, GLsizei z, unsigned face)
{
    const struct emu_format *f = emu_texture_level(t, face, r->level)->format;
    GLenum point = emu_format_is_color(f) ? GL_COLOR_ATTACHMENT0
                   : f->depth && f->stencil ? GL_DEPTH_STENCIL_ATTACHMENT
                   : f->depth               ? GL_DEPTH_ATTACHMENT
                                            : GL_STENCIL_ATTACHMENT;

    emu_fbo_scratch_attach(ctx, 0, GL_READ_FRAMEBUFFER, point, t, face, r->level, r->z + z);
    return emu_read_rect(ctx, read, pack, r->x, r->y, r->w, r->h, z, false);
}

/* A 1D array's rows are layers on the driver. */
static bool read_rows(struct emu_context *ctx, struct emu_texture *t, const struct emu_read *read, struct emu_pack *pack,
                      const struct emu_region *r)
{
    bool ok = true;

    pack->span.image = pack->span.row;
    for (GLsizei y = 0; y < r->h && ok; y++) {
        emu_fbo_scratch_attach(ctx, 0, GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, t, 0, r->level, r->y + y);
        ok = emu_read_rect(ctx, read, pack, r->x, 0, r->w, 1, y, false);
    }
    return ok;
}

void emu_texture_read(struct emu_context *ctx, struct emu_texture *t, const struct emu_region *r, GLenum format, GLenum type,
                      size_t limit, void *pixels, const char *function)
{
    bool cube = t->kind == EMU_KIND_CUBE && r->d > 1;
    const struct emu_level *l = emu_texture_level(t, r->target->face, r->level);
    unsigned dims = t->kind == EMU_KIND_3D || t->kind == EMU_KIND_2D_ARRAY || t->kind == EMU_KIND_CUBE_ARRAY || cube ? 3 : 2;
    struct emu_read read;
    struct emu_pack pack;
    GLenum error;

    if (!l || r->w == 0 || r->h == 0 || r->d == 0)
        return; /* GL reads nothing from a missing image */
    if ((error = emu_upload_check(l->format, format, type))) {
        emu_error(ctx, error, "%s: format 0x%x, type 0x%x", function, format, type);
        return;
    }
    if (!emu_pack_begin(ctx, &pack, dims, r->w, r->h, r->d, format, type, pixels, limit, function) ||
        (!pixels && !pack.buffer))
        return;
    if (!emu_format_is_renderable(ctx, l->format)) {
        emu_gap(ctx, "glGetTexImage", "format that the driver cannot render to", true);
        return;
    }
    if (l->format->cls == EMU_SNORM) /* drivers clamp what is read from a framebuffer */
        emu_gap(ctx, "glGetTexImage", "negative values of signed normalised formats", false);
    if (!emu_read_choose(ctx, l->format, format, type, &read))
        return;
    if (t->kind == EMU_KIND_1D_ARRAY)
        read_rows(ctx, t, &read, &pack, r);
    else
        for (GLsizei z = 0; z < r->d; z++)
            if (!read_layer(ctx, t, &read, &pack, r, z, cube ? (unsigned)(r->z + z) : r->target->face))
                break;
    emu_fbo_scratch_attach(ctx, 0, GL_READ_FRAMEBUFFER, GL_NONE, NULL, 0, 0, 0);
    emu_fbo_restore(ctx);
    emu_pack_end(ctx, &pack);
}

static void get_image(GLenum target, GLint level, GLenum format, GLenum type, size_t limit, void *pixels,
                      const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_region r = { .target = emu_target_find(target), .level = level };
    const struct emu_level *l;
    struct emu_texture *t;

    if (!r.target || r.target->proxy || target == GL_TEXTURE_CUBE_MAP || !emu_target_supported(ctx, r.target->kind) ||
        r.target->kind == EMU_KIND_BUFFER || r.target->kind == EMU_KIND_2D_MULTISAMPLE ||
        r.target->kind == EMU_KIND_2D_MULTISAMPLE_ARRAY) {
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
