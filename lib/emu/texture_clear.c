/* SPDX-License-Identifier: MIT */
/* glClearTexImage and invalidation. A clear is an upload of one value, row by row, which is exact for every
 * format; multisample textures, which take no uploads, are cleared through a framebuffer. */
#include "emu/emu_priv.h"

#include <stdlib.h>
#include <string.h>

/* What limits a clear by drawing, apart from the region itself: out of the way, and back. */
struct limits {
    GLboolean scissor, discard, mask[4];
    GLint box[4];
};

static void limits_push(struct emu_context *ctx, struct limits *l, const struct emu_region *r)
{
    const struct gles_table *es = ctx->es;

    l->scissor = es->IsEnabled(GL_SCISSOR_TEST);
    l->discard = es->IsEnabled(GL_RASTERIZER_DISCARD);
    es->GetIntegerv(GL_SCISSOR_BOX, l->box);
    es->GetBooleanv(GL_COLOR_WRITEMASK, l->mask);
    es->Enable(GL_SCISSOR_TEST);
    es->Scissor(r->x, r->y, r->w, r->h);
    if (l->discard)
        es->Disable(GL_RASTERIZER_DISCARD);
    if (ctx->caps->has_draw_buffers_indexed)
        es->ColorMaski(0, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    else
        es->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

static void limits_pop(struct emu_context *ctx, const struct limits *l)
{
    const struct gles_table *es = ctx->es;

    if (!l->scissor)
        es->Disable(GL_SCISSOR_TEST);
    if (l->discard)
        es->Enable(GL_RASTERIZER_DISCARD);
    es->Scissor(l->box[0], l->box[1], l->box[2], l->box[3]);
    if (ctx->caps->has_draw_buffers_indexed)
        es->ColorMaski(0, l->mask[0], l->mask[1], l->mask[2], l->mask[3]);
    else
        es->ColorMask(l->mask[0], l->mask[1], l->mask[2], l->mask[3]);
}

union value {
    GLfloat f[4];
    GLint i[4];
    GLuint u[4];
};

/* The value in the type that ES clears the format with. */
static union value clear_value(const struct emu_format *f, GLenum format, GLenum type, const void *data)
{
    GLenum es_type = f->cls == EMU_INT ? GL_INT : f->cls == EMU_UINT ? GL_UNSIGNED_INT : GL_FLOAT;
    union value value = {{0}};
    struct emu_convert c = {0};
    struct emu_layout from, to;

    if (data && !emu_layout_get(format, type, &from) &&
        !emu_layout_get(emu_format_is_integer(f) ? GL_RGBA_INTEGER : GL_RGBA, es_type, &to)) {
        emu_convert_init(&c, &from, &to, f->base, false, false);
        emu_convert_row(&c, &value, data, 1);
    }
    return value;
}

static void clear_multisample(struct emu_context *ctx, struct emu_texture *t, const struct emu_region *r,
                              const struct emu_format *f, GLenum format, GLenum type, const void *data)
{
    union value value = clear_value(f, format, type, data);
    struct limits limits;

    if (!emu_format_is_color(f)) {
        emu_gap(ctx, "glClearTexImage", "multisample depth", true);
        return;
    }
    limits_push(ctx, &limits, r);
    for (GLsizei z = 0; z < r->d; z++) {
        emu_fbo_scratch_attach(ctx, 1, GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, t, 0, 0, r->z + z);
        if (f->cls == EMU_INT)
            ctx->es->ClearBufferiv(GL_COLOR, 0, value.i);
        else if (f->cls == EMU_UINT)
            ctx->es->ClearBufferuiv(GL_COLOR, 0, value.u);
        else
            ctx->es->ClearBufferfv(GL_COLOR, 0, value.f);
    }
    limits_pop(ctx, &limits);
    emu_fbo_scratch_attach(ctx, 1, GL_DRAW_FRAMEBUFFER, GL_NONE, NULL, 0, 0, 0);
    emu_fbo_restore(ctx);
}

static void clear_uploads(struct emu_context *ctx, struct emu_texture *t, struct emu_region *r, GLenum format,
                          GLenum type, const void *data)
{
    struct emu_layout l;
    GLsizei rows = r->h, layers = r->d, z = r->z;
    uint8_t *pixels;

    if (emu_layout_get(format, type, &l) || !(pixels = calloc((size_t)r->w * (size_t)rows, l.bytes))) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "glClearTexImage");
        return;
    }
    for (size_t i = 0; data && i < (size_t)r->w * (size_t)rows; i++)
        memcpy(pixels + i * l.bytes, data, l.bytes);
    r->d = 1;
    for (GLsizei i = 0; i < layers; i++) {
        if (t->kind == EMU_KIND_CUBE)
            r->target = emu_target_find(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)(z + i));
        r->z = t->kind == EMU_KIND_CUBE ? 0 : z + i;
        emu_texture_put(ctx, t, r, format, type, pixels);
    }
    free(pixels);
}

static void clear(GLuint texture, struct emu_region r, bool whole, GLenum format, GLenum type,
                  const void *data, const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = emu_texture_lookup(ctx, texture);
    const struct emu_level *l = t ? emu_texture_level(t, 0, r.level) : NULL;
    GLsizei depth;
    GLenum error;

    if (!l || t->kind == EMU_KIND_BUFFER || l->format->flags & EMU_FORMAT_COMPRESSED) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: texture %u, level %d", function, texture, r.level);
        return;
    }
    if ((error = emu_upload_check(l->format, format, type))) {
        emu_error(ctx, error == GL_INVALID_ENUM ? error : GL_INVALID_OPERATION, "%s: format 0x%x, type 0x%x",
                  function, format, type);
        return;
    }
    depth = t->kind == EMU_KIND_CUBE ? 6 : l->depth;
    r.target = emu_target_find(emu_texture_kind_target(t->kind));
    if (whole) {
        r.w = l->width;
        r.h = l->height;
        r.d = depth;
    }
    if (r.x < 0 || r.y < 0 || r.z < 0 || r.w < 0 || r.h < 0 || r.d < 0 || r.w > l->width - r.x ||
        r.h > l->height - r.y || r.d > depth - r.z) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: region outside the image", function);
        return;
    }
    if (r.w == 0 || r.h == 0 || r.d == 0)
        return;
    if (t->samples)
        clear_multisample(ctx, t, &r, l->format, format, type, data);
    else
        clear_uploads(ctx, t, &r, format, type, data);
}

void emu_ClearTexImage(GLuint texture, GLint level, GLenum format, GLenum type, const void *data)
{
    clear(texture, (struct emu_region){.level = level}, true, format, type, data, "glClearTexImage");
}

void emu_ClearTexSubImage(GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                          GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type,
                          const void *data)
{
    clear(texture, (struct emu_region){NULL, level, xoffset, yoffset, zoffset, width, height, depth}, false,
          format, type, data, "glClearTexSubImage");
}

/* Contents may be dropped, and need not be. */
void emu_InvalidateTexImage(GLuint texture, GLint level)
{
    if (!emu_texture_lookup(emu_current, texture) || level < 0)
        emu_error(emu_current, GL_INVALID_VALUE, "glInvalidateTexImage: texture %u, level %d", texture,
                  level);
}

void emu_InvalidateTexSubImage(GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                               GLsizei width, GLsizei height, GLsizei depth)
{
    (void)xoffset, (void)yoffset, (void)zoffset;
    if (width < 0 || height < 0 || depth < 0)
        emu_error(emu_current, GL_INVALID_VALUE, "glInvalidateTexSubImage: %d x %d x %d", width, height,
                  depth);
    else
        emu_InvalidateTexImage(texture, level);
}
