/* SPDX-License-Identifier: MIT */
/* What the driver's framebuffer objects have attached: images, and the slots that draw buffers force on them.
 */
#include "emu/emu_priv.h"

#include <string.h>

static const struct emu_attachment *slot_attachment(const struct emu_framebuffer *fb, unsigned slot)
{
    for (unsigned a = 0; a < EMU_MAX_COLOR_ATTACHMENTS; a++)
        if (fb->slot[a] == slot)
            return &fb->color[a];
    return NULL;
}

static void attach_es(struct emu_context *ctx, GLenum target, GLenum point, const struct emu_attachment *a)
{
    const struct gles_table *es = ctx->es;
    const struct emu_texture *t = a ? a->texture : NULL;

    if (t && a->layered)
        es->FramebufferTexture(target, point, t->es, a->level);
    else if (t && (t->kind == EMU_KIND_3D || t->kind == EMU_KIND_1D_ARRAY || t->kind == EMU_KIND_2D_ARRAY ||
                   t->kind == EMU_KIND_CUBE_ARRAY || t->kind == EMU_KIND_2D_MULTISAMPLE_ARRAY))
        es->FramebufferTextureLayer(target, point, t->es, a->level, a->layer);
    else if (t)
        es->FramebufferTexture2D(target, point,
                                 t->kind == EMU_KIND_CUBE ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)a->face
                                                          : t->es_target,
                                 t->es, a->level);
    else if (a && a->renderbuffer && a->renderbuffer->is_texture)
        es->FramebufferTexture2D(target, point, GL_TEXTURE_2D, a->renderbuffer->es, 0);
    else
        es->FramebufferRenderbuffer(target, point, GL_RENDERBUFFER,
                                    a && a->renderbuffer ? a->renderbuffer->es : 0);
}

static void reattach(struct emu_context *ctx, struct emu_framebuffer *fb, const struct emu_texture *t,
                     const struct emu_renderbuffer *rb)
{
    GLenum target = emu_fbo_use(ctx, fb);

    for (unsigned i = 0; i < ctx->fbo.slots; i++) {
        const struct emu_attachment *a = slot_attachment(fb, i);
        if (a && ((t && a->texture == t) || (rb && a->renderbuffer == rb)))
            attach_es(ctx, target, GL_COLOR_ATTACHMENT0 + i, a);
    }
    if ((t && fb->depth.texture == t) || (rb && fb->depth.renderbuffer == rb))
        attach_es(ctx, target, GL_DEPTH_ATTACHMENT, &fb->depth);
    if ((t && fb->stencil.texture == t) || (rb && fb->stencil.renderbuffer == rb))
        attach_es(ctx, target, GL_STENCIL_ATTACHMENT, &fb->stencil);
    emu_fbo_restore(ctx);
}

struct moved {
    struct emu_context *ctx;
    struct emu_texture *texture;
    struct emu_renderbuffer *renderbuffer;
};

static void move_one(void *object, void *priv)
{
    const struct moved *m = priv;
    reattach(m->ctx, object, m->texture, m->renderbuffer);
}

void emu_fbo_texture_moved(struct emu_context *ctx, struct emu_texture *t)
{
    emu_names_each(&ctx->framebuffers, move_one, &(struct moved){ctx, t, NULL});
}

static void detach(struct emu_context *ctx, struct emu_framebuffer *fb, const struct emu_texture *t,
                   const struct emu_renderbuffer *rb)
{
    const struct emu_attachment none = {0};

    for (unsigned i = 0; i < ctx->fbo.slots; i++)
        if ((t && fb->color[i].texture == t) || (rb && fb->color[i].renderbuffer == rb))
            emu_fbo_attach(ctx, fb, GL_COLOR_ATTACHMENT0 + i, &none, "delete");
    if ((t && fb->depth.texture == t) || (rb && fb->depth.renderbuffer == rb))
        emu_fbo_attach(ctx, fb, GL_DEPTH_ATTACHMENT, &none, "delete");
    if ((t && fb->stencil.texture == t) || (rb && fb->stencil.renderbuffer == rb))
        emu_fbo_attach(ctx, fb, GL_STENCIL_ATTACHMENT, &none, "delete");
}

void emu_fbo_texture_deleted(struct emu_context *ctx, struct emu_texture *t)
{
    if (ctx->fbo.draw->name)
        detach(ctx, ctx->fbo.draw, t, NULL);
    if (ctx->fbo.read->name && ctx->fbo.read != ctx->fbo.draw)
        detach(ctx, ctx->fbo.read, t, NULL);
}

void emu_fbo_renderbuffer_changed(struct emu_context *ctx, struct emu_renderbuffer *rb, bool deleted)
{
    if (!deleted) {
        emu_names_each(&ctx->framebuffers, move_one, &(struct moved){ctx, NULL, rb});
        return;
    }
    if (ctx->fbo.draw->name)
        detach(ctx, ctx->fbo.draw, NULL, rb);
    if (ctx->fbo.read->name && ctx->fbo.read != ctx->fbo.draw)
        detach(ctx, ctx->fbo.read, NULL, rb);
}

void emu_attachment_set(struct emu_context *ctx, struct emu_attachment *slot, const struct emu_attachment *a)
{
    struct emu_texture *t = slot->texture;
    struct emu_renderbuffer *rb = slot->renderbuffer;

    emu_texture_ref(ctx, &t, a->texture);
    emu_renderbuffer_ref(ctx, &rb, a->renderbuffer);
    *slot = *a;
}

struct emu_attachment *emu_fbo_point(struct emu_framebuffer *fb, GLenum attachment)
{
    if (attachment == GL_DEPTH_ATTACHMENT || attachment == GL_DEPTH_STENCIL_ATTACHMENT)
        return &fb->depth;
    if (attachment == GL_STENCIL_ATTACHMENT)
        return &fb->stencil;
    if (attachment >= GL_COLOR_ATTACHMENT0 && attachment - GL_COLOR_ATTACHMENT0 < EMU_MAX_COLOR_ATTACHMENTS)
        return &fb->color[attachment - GL_COLOR_ATTACHMENT0];
    return NULL;
}

void emu_fbo_attach(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum attachment,
                    const struct emu_attachment *a, const char *function)
{
    struct emu_attachment *point = emu_fbo_point(fb, attachment);
    GLenum target, es = attachment;

    bool color = attachment >= GL_COLOR_ATTACHMENT0 && attachment - GL_COLOR_ATTACHMENT0 < 16;

    if (!point || (color && attachment - GL_COLOR_ATTACHMENT0 >= ctx->fbo.slots)) {
        emu_error(ctx, color ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s: attachment 0x%x", function,
                  attachment);
        return;
    }
    if (!fb->name) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: the default framebuffer has no attachments", function);
        return;
    }
    emu_attachment_set(ctx, point, a);
    if (!ctx->caps->has_srgb_write_control && emu_attachment_format(a) &&
        emu_attachment_format(a)->flags & EMU_FORMAT_SRGB)
        emu_gap(ctx, "glFramebufferTexture",
                "sRGB attachments always encode: needs GL_EXT_sRGB_write_control", true);
    if (emu_attachment_format(a) && (emu_attachment_format(a)->base == GL_ALPHA ||
                                     (emu_attachment_format(a)->base == GL_LUMINANCE_ALPHA &&
                                      emu_attachment_format(a)->es_base == GL_RG)))
        emu_gap(ctx, "glFramebufferTexture", "draws to alpha formats: ES stores the alpha in another channel",
                false);
    if (attachment == GL_DEPTH_STENCIL_ATTACHMENT)
        emu_attachment_set(ctx, &fb->stencil, a);
    else if (point >= fb->color && point < fb->color + EMU_MAX_COLOR_ATTACHMENTS)
        es = GL_COLOR_ATTACHMENT0 + fb->slot[point - fb->color];
    target = emu_fbo_use(ctx, fb);
    attach_es(ctx, target, es, a);
    emu_fbo_restore(ctx);
}

void emu_fbo_scratch_attach(struct emu_context *ctx, unsigned which, GLenum target, GLenum attachment,
                            struct emu_texture *t, unsigned face, GLint level, GLint layer)
{
    const struct emu_attachment a = {.texture = t, .level = level, .layer = layer, .face = (uint8_t)face};

    emu_fbo_scratch_attachment(ctx, which, target, t ? attachment : GL_NONE, &a);
}

void emu_fbo_scratch_attachment(struct emu_context *ctx, unsigned which, GLenum target, GLenum attachment,
                                const struct emu_attachment *a)
{
    GLuint *fb = &ctx->fbo.scratch[which];

    if (!*fb)
        ctx->es->GenFramebuffers(1, fb);
    emu_fbo_bind_es(ctx, target, *fb);
    for (int i = 0; i < 3; i++) {
        static const GLenum points[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT};
        bool here = points[i] == attachment || (attachment == GL_DEPTH_STENCIL_ATTACHMENT && i > 0);
        attach_es(ctx, target, points[i], here ? a : NULL);
    }
}

/* ---- draw and read buffers: the driver's slots ---- */

/* Where each attachment must lie so that draw buffer i is slot i; attachments that are not drawn to take what
 * is left. */
static void wanted_slots(const struct emu_context *ctx, const struct emu_framebuffer *fb,
                         uint8_t slot[EMU_MAX_COLOR_ATTACHMENTS])
{
    unsigned n = ctx->fbo.slots;
    uint32_t used = 0, placed = 0;

    for (unsigned i = 0; i < EMU_MAX_COLOR_ATTACHMENTS; i++)
        slot[i] = (uint8_t)i;
    for (unsigned i = 0; i < n; i++)
        if (fb->draw[i] != GL_NONE) {
            unsigned a = fb->draw[i] - GL_COLOR_ATTACHMENT0;
            slot[a] = (uint8_t)i;
            used |= 1u << i;
            placed |= 1u << a;
        }
    for (unsigned a = 0; a < n; a++) {
        unsigned i = a;
        if (placed >> a & 1)
            continue;
        if (used >> i & 1)
            for (i = 0; used >> i & 1; i++)
                ;
        slot[a] = (uint8_t)i;
        used |= 1u << i;
    }
}

static void permute(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum target)
{
    uint8_t slot[EMU_MAX_COLOR_ATTACHMENTS];

    wanted_slots(ctx, fb, slot);
    if (memcmp(slot, fb->slot, sizeof slot) == 0)
        return;
    memcpy(fb->slot, slot, sizeof slot);
    for (unsigned i = 0; i < ctx->fbo.slots; i++)
        attach_es(ctx, target, GL_COLOR_ATTACHMENT0 + i, slot_attachment(fb, i));
}

void emu_fbo_update_buffers(struct emu_context *ctx, struct emu_framebuffer *fb)
{
    GLenum draw[EMU_MAX_COLOR_ATTACHMENTS] = {0}, read = fb->read;
    unsigned n = fb->name ? ctx->fbo.slots : 1;
    GLuint old_draw = ctx->fbo.es_draw, old_read = ctx->fbo.es_read;

    if (fb->name)
        permute(ctx, fb, emu_fbo_use(ctx, fb));
    for (unsigned i = 0; i < n; i++)
        draw[i] = fb->draw[i] == GL_NONE ? GL_NONE : fb->name ? GL_COLOR_ATTACHMENT0 + i : GL_BACK;
    if (read != GL_NONE)
        read = fb->name ? GL_COLOR_ATTACHMENT0 + fb->slot[read - GL_COLOR_ATTACHMENT0] : GL_BACK;
    if (memcmp(draw, fb->es_draw, sizeof draw) != 0) {
        emu_fbo_bind_es(ctx, GL_DRAW_FRAMEBUFFER, fb->es);
        ctx->es->DrawBuffers((GLsizei)n, draw);
        memcpy(fb->es_draw, draw, sizeof draw);
    }
    if (read != fb->es_read) {
        emu_fbo_bind_es(ctx, GL_READ_FRAMEBUFFER, fb->es);
        ctx->es->ReadBuffer(read);
        fb->es_read = read;
    }
    if (old_draw != ctx->fbo.es_draw || old_read != ctx->fbo.es_read)
        emu_fbo_restore(ctx);
}
