/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_FBO_H
#define RETRACE_EMU_FBO_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/texture_format.h"
#include "gl_api.h"

struct emu_context;
struct emu_texture;

enum { EMU_MAX_COLOR_ATTACHMENTS = 8 };

struct emu_renderbuffer {
    GLuint name, es;
    int refs;                        /* the name table, the binding, attachments */
    bool is_texture;                 /* es is a 2D texture: ES has the format only there (32-bit depth) */
    const struct emu_format *format; /* NULL: no storage yet */
    GLenum internal;
    GLsizei width, height, samples;
};

/* What is attached to a point of a framebuffer object. */
struct emu_attachment {
    struct emu_texture *texture;
    struct emu_renderbuffer *renderbuffer; /* one of the two, or neither */
    GLint level, layer;
    uint8_t face;
    bool layered;  /* glFramebufferTexture of a texture with layers */
    bool by_layer; /* attached as one layer of a texture with layers */
};

struct emu_framebuffer {
    GLuint name, es; /* both 0 for the default framebuffer */
    struct emu_attachment color[EMU_MAX_COLOR_ATTACHMENTS], depth, stencil;
    GLenum draw[EMU_MAX_COLOR_ATTACHMENTS]; /* the application's draw buffers */
    GLenum read;
    GLenum es_draw[EMU_MAX_COLOR_ATTACHMENTS], es_read; /* the driver's now */
    /* ES allows draw buffer i only attachment i: the application's attachments lie in the driver's slots as
     * its draw buffers want them. slot[a] is where attachment a is; the identity nearly always. */
    uint8_t slot[EMU_MAX_COLOR_ATTACHMENTS];
    GLint default_width, default_height, default_layers, default_samples;
    GLint default_fixed;
};

struct emu_fbo_state {
    GLuint draw_name, read_name;         /* bound framebuffer objects, 0 for the default one */
    struct emu_framebuffer *draw, *read; /* never NULL: `zero` stands for the default one */
    struct emu_framebuffer zero;
    GLuint es_draw, es_read; /* the driver's bindings now */
    struct emu_renderbuffer *renderbuffer;
    GLuint scratch[2];           /* framebuffers of our own, for reading and writing images; 0 until needed */
    struct emu_copy_state *copy; /* of draw_copy.c; NULL until needed */
    unsigned slots;              /* colour attachments that the driver has */
    GLenum default_draw, default_read; /* of the default framebuffer, as the application named them */
    bool default_known, default_srgb;  /* a drawable was current; its colours can be encoded */
    GLint default_samples;
};

/* The first drawable is current: what it is, asked of the driver once. */
void emu_fbo_first_drawable(struct emu_context *ctx);
GLsizei emu_fbo_samples(const struct emu_context *ctx,
                        const struct emu_framebuffer *fb); /* 0: not multisample */
/* GL_FRAMEBUFFER_SRGB (ctx->state.framebuffer_srgb) changed: passes it on where the driver lets it be chosen.
 */
void emu_fbo_srgb_changed(struct emu_context *ctx);
/* Format of the colour buffer that glReadPixels reads; NULL: none. */
const struct emu_format *emu_fbo_read_color(struct emu_context *ctx);
/* Format of draw buffer `index`; NULL: none. */
const struct emu_format *emu_fbo_draw_color(struct emu_context *ctx, GLint index);
const struct emu_format *emu_attachment_format(const struct emu_attachment *a);

/* Binds on the driver only; emu_fbo_restore puts the application's back. */
void emu_fbo_bind_es(struct emu_context *ctx, GLenum target, GLuint es);
void emu_fbo_restore(struct emu_context *ctx);
/* A framebuffer of ours (0 or 1), bound to GL_READ_ or GL_DRAW_FRAMEBUFFER; attach replaces what it had. */
void emu_fbo_scratch_attach(struct emu_context *ctx, unsigned which, GLenum target, GLenum attachment,
                            struct emu_texture *t, unsigned face, GLint level, GLint layer);

/* The same of any attachment. */
void emu_fbo_scratch_attachment(struct emu_context *ctx, unsigned which, GLenum target, GLenum attachment,
                                const struct emu_attachment *a);

/* A texture is deleted: framebuffers that are bound lose it. */
void emu_fbo_texture_deleted(struct emu_context *ctx, struct emu_texture *t);
/* A texture has another driver object now: framebuffers attach it again. */
void emu_fbo_texture_moved(struct emu_context *ctx, struct emu_texture *t);

/* ---- inside the framebuffer files ---- */

struct emu_framebuffer *emu_fbo_target(struct emu_context *ctx, GLenum target,
                                       const char *function); /* NULL after an error */
struct emu_attachment *emu_fbo_point(struct emu_framebuffer *fb, GLenum attachment);
void emu_fbo_attach(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum attachment,
                    const struct emu_attachment *a, const char *function);
struct emu_framebuffer *emu_fbo_lookup(struct emu_context *ctx, GLuint name);
/* The driver target that fb is bound to, binding it to GL_READ_FRAMEBUFFER when it is not; emu_fbo_restore
 * after use. */
GLenum emu_fbo_use(struct emu_context *ctx, struct emu_framebuffer *fb);
void emu_fbo_update_buffers(struct emu_context *ctx, struct emu_framebuffer *fb);
void emu_renderbuffer_ref(struct emu_context *ctx, struct emu_renderbuffer **slot,
                          struct emu_renderbuffer *rb);
/* Makes the object of a name that has none; NULL after GL_OUT_OF_MEMORY. */
struct emu_renderbuffer *emu_renderbuffer_create(struct emu_context *ctx, GLuint name);
struct emu_renderbuffer *emu_renderbuffer_lookup(struct emu_context *ctx, GLuint name);
void emu_renderbuffer_storage(struct emu_context *ctx, struct emu_renderbuffer *rb, GLsizei samples,
                              GLenum internal, GLsizei w, GLsizei h, const char *function);
void emu_renderbuffer_get(struct emu_context *ctx, const struct emu_renderbuffer *rb, GLenum pname,
                          GLint *params);
void emu_fbo_get_attachment(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum attachment,
                            GLenum pname, GLint *params);
void emu_fbo_get_parameter(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum pname, GLint *params);
void emu_fbo_parameter(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum pname, GLint param);
void emu_attachment_set(struct emu_context *ctx, struct emu_attachment *slot, const struct emu_attachment *a);
void emu_fbo_renderbuffer_changed(struct emu_context *ctx, struct emu_renderbuffer *rb, bool deleted);
/* Swaps the draw framebuffer as the application sees it, and returns the one before: what the bound forms do
 * then holds for this one. */
struct emu_framebuffer *emu_fbo_push_draw(struct emu_context *ctx, struct emu_framebuffer *fb);
struct emu_framebuffer *emu_fbo_create(struct emu_context *ctx, GLuint name);
void emu_fbo_texture(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum attachment, GLuint texture,
                     GLint level, const char *function);
void emu_fbo_texture_layer(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum attachment,
                           GLuint texture, GLint level, GLint layer, const char *function);
bool emu_fbo_draw_buffers(struct emu_context *ctx, struct emu_framebuffer *fb, GLsizei n, const GLenum *bufs,
                          bool single, const char *function);
struct emu_copy_rect;
/* What no blit does (draw_copy.h): into multisample images, into another depth format. The rectangle of the
 * read framebuffer's colour or depth buffer (`point`), of format f, goes through a texture and is drawn into
 * an attachment; `scissored`: where the application's scissor test lets it. */
void emu_fbo_redraw(struct emu_context *ctx, const struct emu_format *f, const struct emu_attachment *to,
                    GLenum point, const struct emu_copy_rect *r, bool scissored);
/* The colour samples (or depth and stencil) of `from` to the same samples of `to`. */
void emu_blit_samples(struct emu_context *ctx, const struct emu_attachment *from,
                      const struct emu_attachment *to, const struct emu_copy_rect *rect);
void emu_fbo_blit(struct emu_context *ctx, GLint sx0, GLint sy0, GLint sx1, GLint sy1, GLint dx0, GLint dy0,
                  GLint dx1, GLint dy1, GLbitfield mask, GLenum filter);
void emu_fbo_read_buffer(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum buffer,
                         const char *function);

#endif
