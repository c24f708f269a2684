/* SPDX-License-Identifier: MIT */
/* Entry points on framebuffer attachments, draw and read buffers. */
#include "emu/emu_priv.h"

#include <string.h>

static bool has_layers(const struct emu_texture *t)
{
    return t->kind == EMU_KIND_3D || t->kind == EMU_KIND_CUBE || t->kind == EMU_KIND_1D_ARRAY ||
           t->kind == EMU_KIND_2D_ARRAY || t->kind == EMU_KIND_CUBE_ARRAY ||
           t->kind == EMU_KIND_2D_MULTISAMPLE_ARRAY;
}

/* The texture of an attachment: NULL for name 0 (detach) and after an error, which clears *ok. */
static struct emu_texture *texture_of(struct emu_context *ctx, GLuint name, bool *ok, const char *function)
{
    struct emu_texture *t = emu_texture_lookup(ctx, name);

    *ok = !name || t;
    if (!*ok)
        emu_error(ctx, GL_INVALID_OPERATION, "%s: texture %u", function, name);
    if (t && t->kind == EMU_KIND_BUFFER) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: buffer texture", function);
        *ok = false;
    }
    return t;
}

void emu_fbo_texture(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum attachment, GLuint texture,
                     GLint level, const char *function)
{
    struct emu_attachment a = {.level = level};
    bool ok;

    a.texture = texture_of(ctx, texture, &ok, function);
    if (!ok)
        return;
    a.layered = a.texture && has_layers(a.texture);
    if (a.layered && !ctx->caps->has_geometry_shader) {
        emu_gap(ctx, "glFramebufferTexture", "layered attachments need geometry shaders", true);
        a.layered = false;
    }
    if (!a.texture)
        a.level = 0;
    emu_fbo_attach(ctx, fb, attachment, &a, function);
}

void emu_fbo_texture_layer(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum attachment,
                           GLuint texture, GLint level, GLint layer, const char *function)
{
    struct emu_attachment a = {.level = level, .layer = layer, .by_layer = true};
    bool ok;

    a.texture = texture_of(ctx, texture, &ok, function);
    if (!ok)
        return;
    if (a.texture && (layer < 0 || level < 0)) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: level %d, layer %d", function, level, layer);
        return;
    }
    if (a.texture && !has_layers(a.texture)) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: texture %u has no layers", function, texture);
        return;
    }
    if (a.texture && a.texture->kind == EMU_KIND_CUBE)
        a.face = (uint8_t)(layer % 6);
    if (!a.texture)
        a = (struct emu_attachment){0};
    emu_fbo_attach(ctx, fb, attachment, &a, function);
}

void emu_FramebufferTexture(GLenum target, GLenum attachment, GLuint texture, GLint level)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = emu_fbo_target(ctx, target, "glFramebufferTexture");

    if (fb)
        emu_fbo_texture(ctx, fb, attachment, texture, level, "glFramebufferTexture");
}

void emu_FramebufferTextureLayer(GLenum target, GLenum attachment, GLuint texture, GLint level, GLint layer)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = emu_fbo_target(ctx, target, "glFramebufferTextureLayer");

    if (fb)
        emu_fbo_texture_layer(ctx, fb, attachment, texture, level, layer, "glFramebufferTextureLayer");
}

void emu_FramebufferTextureFaceARB(GLenum target, GLenum attachment, GLuint texture, GLint level, GLenum face)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = emu_fbo_target(ctx, target, "glFramebufferTextureFace");

    if (fb && texture && (face < GL_TEXTURE_CUBE_MAP_POSITIVE_X || face > GL_TEXTURE_CUBE_MAP_NEGATIVE_Z))
        emu_error(ctx, GL_INVALID_ENUM, "glFramebufferTextureFace: face 0x%x", face);
    else if (fb)
        emu_fbo_texture_layer(ctx, fb, attachment, texture, level,
                              texture ? (GLint)(face - GL_TEXTURE_CUBE_MAP_POSITIVE_X) : 0,
                              "glFramebufferTextureFace");
}

/* glFramebufferTexture1D, 2D and 3D: `dims` of the textarget. */
static void attach_image(GLenum target, GLenum attachment, GLenum textarget, GLuint texture, GLint level,
                         GLint layer, unsigned dims, const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = emu_fbo_target(ctx, target, function);
    const struct emu_target *what = emu_target_find(textarget);
    struct emu_attachment a = {.level = level, .layer = layer};
    bool ok;

    if (!fb)
        return;
    a.texture = texture_of(ctx, texture, &ok, function);
    if (!ok)
        return;
    if (a.texture && (!what || what->proxy || what->dims != dims || what->kind == EMU_KIND_1D_ARRAY ||
                      (dims == 3 && what->kind != EMU_KIND_3D))) {
        emu_error(ctx, what ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s: textarget 0x%x", function,
                  textarget);
        return;
    }
    if (a.texture && (what->kind != a.texture->kind || textarget == GL_TEXTURE_CUBE_MAP)) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: textarget 0x%x is not the texture's", function, textarget);
        return;
    }
    if (a.texture && (level < 0 || layer < 0)) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: level %d, layer %d", function, level, layer);
        return;
    }
    if (a.texture)
        a.face = what->face;
    else
        a = (struct emu_attachment){0};
    emu_fbo_attach(ctx, fb, attachment, &a, function);
}

void emu_FramebufferTexture1D(GLenum target, GLenum attachment, GLenum textarget, GLuint texture, GLint level)
{
    attach_image(target, attachment, textarget, texture, level, 0, 1, "glFramebufferTexture1D");
}

void emu_FramebufferTexture2D(GLenum target, GLenum attachment, GLenum textarget, GLuint texture, GLint level)
{
    attach_image(target, attachment, textarget, texture, level, 0, 2, "glFramebufferTexture2D");
}

void emu_FramebufferTexture3D(GLenum target, GLenum attachment, GLenum textarget, GLuint texture, GLint level,
                              GLint zoffset)
{
    attach_image(target, attachment, textarget, texture, level, zoffset, 3, "glFramebufferTexture3D");
}

void emu_FramebufferRenderbuffer(GLenum target, GLenum attachment, GLenum renderbuffertarget,
                                 GLuint renderbuffer)
{
    struct emu_context *ctx = emu_current;
    struct emu_framebuffer *fb = emu_fbo_target(ctx, target, "glFramebufferRenderbuffer");
    struct emu_attachment a = {.renderbuffer = emu_renderbuffer_lookup(ctx, renderbuffer)};

    if (!fb)
        return;
    if (renderbuffertarget != GL_RENDERBUFFER && renderbuffer)
        emu_error(ctx, GL_INVALID_ENUM, "glFramebufferRenderbuffer: target 0x%x", renderbuffertarget);
    else if (renderbuffer && !a.renderbuffer)
        emu_error(ctx, GL_INVALID_OPERATION, "glFramebufferRenderbuffer: renderbuffer %u", renderbuffer);
    else
        emu_fbo_attach(ctx, fb, attachment, &a, "glFramebufferRenderbuffer");
}

/* ---- draw and read buffers ---- */

/* GL_BACK for every word of the default framebuffer's one colour buffer, an attachment, or GL_NONE;
 * 0xffffffff after an error. */
static GLenum buffer_word(struct emu_context *ctx, const struct emu_framebuffer *fb, GLenum word,
                          const char *function)
{
    bool known = (word >= GL_FRONT_LEFT && word <= GL_FRONT_AND_BACK) || (word >= GL_AUX0 && word <= GL_AUX3);

    if (word == GL_NONE)
        return word;
    if (!fb->name) {
        if (word == GL_FRONT || word == GL_BACK || word == GL_LEFT || word == GL_FRONT_AND_BACK ||
            word == GL_FRONT_LEFT || word == GL_BACK_LEFT)
            return GL_BACK;
    } else if (word >= GL_COLOR_ATTACHMENT0 && word - GL_COLOR_ATTACHMENT0 < ctx->fbo.slots) {
        return word;
    }
    known = known || (word >= GL_COLOR_ATTACHMENT0 && word - GL_COLOR_ATTACHMENT0 < 32);
    emu_error(ctx, known ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s: buffer 0x%x", function, word);
    return 0xffffffffu;
}

bool emu_fbo_draw_buffers(struct emu_context *ctx, struct emu_framebuffer *fb, GLsizei n, const GLenum *bufs,
                          bool single, const char *function)
{
    GLenum draw[EMU_MAX_COLOR_ATTACHMENTS] = {0};

    if (n < 0 || (unsigned)n > ctx->fbo.slots) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: n %d", function, n);
        return false;
    }
    for (GLsizei i = 0; i < n; i++) {
        if (!single && (bufs[i] == GL_FRONT || bufs[i] == GL_LEFT || bufs[i] == GL_RIGHT ||
                        bufs[i] == GL_FRONT_AND_BACK || (bufs[i] == GL_BACK && n > 1))) {
            emu_error(ctx, bufs[i] == GL_BACK ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s: buffer 0x%x",
                      function, bufs[i]);
            return false;
        }
        draw[i] = buffer_word(ctx, fb, bufs[i], function);
        if (draw[i] == 0xffffffffu)
            return false;
        for (GLsizei k = 0; k < i; k++)
            if (draw[k] == draw[i] && draw[i] != GL_NONE) {
                emu_error(ctx, GL_INVALID_OPERATION, "%s: buffer 0x%x twice", function, bufs[i]);
                return false;
            }
    }
    memcpy(fb->draw, draw, sizeof draw);
    if (!fb->name) /* as the application named it, for glGet */
        ctx->fbo.default_draw = n > 0 ? bufs[0] : GL_NONE;
    emu_fbo_update_buffers(ctx, fb);
    return true;
}

void emu_DrawBuffer(GLenum buf)
{
    struct emu_context *ctx = emu_current;
    emu_fbo_draw_buffers(ctx, ctx->fbo.draw, 1, &buf, true, "glDrawBuffer");
}

void emu_DrawBuffers(GLsizei n, const GLenum *bufs)
{
    struct emu_context *ctx = emu_current;
    emu_fbo_draw_buffers(ctx, ctx->fbo.draw, n, bufs, false, "glDrawBuffers");
}

void emu_fbo_read_buffer(struct emu_context *ctx, struct emu_framebuffer *fb, GLenum buffer,
                         const char *function)
{
    GLenum word = buffer_word(ctx, fb, buffer, function);

    if (buffer == GL_FRONT_AND_BACK && word == GL_BACK) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: buffer 0x%x", function, buffer);
        return;
    }
    if (word == 0xffffffffu)
        return;
    fb->read = word;
    if (!fb->name)
        ctx->fbo.default_read = buffer;
    emu_fbo_update_buffers(ctx, fb);
}

void emu_ReadBuffer(GLenum src)
{
    struct emu_context *ctx = emu_current;
    emu_fbo_read_buffer(ctx, ctx->fbo.read, src, "glReadBuffer");
}

bool emu_fbo_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    const struct emu_framebuffer *draw = ctx->fbo.draw, *read = ctx->fbo.read;

    (void)index;
    if (pname >= GL_DRAW_BUFFER0 && pname <= GL_DRAW_BUFFER15) {
        unsigned i = pname - GL_DRAW_BUFFER0;
        GLenum buffer = i < EMU_MAX_COLOR_ATTACHMENTS ? draw->draw[i] : GL_NONE;
        emu_value_set_int(value, !draw->name && i == 0 ? ctx->fbo.default_draw : buffer);
        return true;
    }
    // clang-format off
    switch (pname) {
    case GL_DRAW_BUFFER: emu_value_set_int(value, draw->name ? draw->draw[0] : ctx->fbo.default_draw); return true;
    case GL_READ_BUFFER: emu_value_set_int(value, read->name ? read->read : ctx->fbo.default_read); return true;
    case GL_DRAW_FRAMEBUFFER_BINDING: emu_value_set_int(value, ctx->fbo.draw_name); return true;
    case GL_READ_FRAMEBUFFER_BINDING: emu_value_set_int(value, ctx->fbo.read_name); return true;
    case GL_RENDERBUFFER_BINDING: emu_value_set_int(value, ctx->fbo.renderbuffer ? ctx->fbo.renderbuffer->name : 0); return true;
    case GL_MAX_COLOR_ATTACHMENTS:
    case GL_MAX_DRAW_BUFFERS: emu_value_set_int(value, ctx->fbo.slots); return true;
    case GL_DOUBLEBUFFER: emu_value_set_bool(value, true); return true;
    case GL_STEREO: emu_value_set_bool(value, false); return true;
    default: return false;
    }
    // clang-format on
}
