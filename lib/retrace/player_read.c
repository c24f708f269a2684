/* SPDX-License-Identifier: MIT */
/* Reading the current draw framebuffer: its first colour buffer as RGBA8, top row first. These are the bytes
 * that apitrace's replay hashes, so what it leaves alone (the pixel-transfer state) is left alone. Every
 * state touched is put back; GL errors raised here are swallowed, those of the trace recorded before. */
#include "player_priv.h"

#include <stdlib.h>
#include <string.h>

static const GLenum pack_names[] = {GL_PACK_ALIGNMENT,    GL_PACK_ROW_LENGTH, GL_PACK_SKIP_PIXELS,
                                    GL_PACK_SKIP_ROWS,    GL_PACK_SWAP_BYTES, GL_PACK_LSB_FIRST,
                                    GL_PACK_IMAGE_HEIGHT, GL_PACK_SKIP_IMAGES};
enum { PACKS = sizeof pack_names / sizeof pack_names[0], MAX_SIZE = 32768 };

struct saved {
    GLint pack[PACKS], pack_buffer, draw_framebuffer, read_framebuffer, read_buffer;
};

static GLint get(const struct gl_table *gl, GLenum name)
{
    GLint value = 0;

    gl->GetIntegerv(name, &value);
    return value;
}

static void drain(const struct gl_table *gl)
{
    for (int i = 0; i < 16 && gl->GetError() != GL_NO_ERROR; i++)
        ;
}

/* Pack state as GL starts with, but tight rows; the read framebuffer is the draw framebuffer. */
static void save(const struct gl_table *gl, struct saved *s)
{
    s->draw_framebuffer = get(gl, GL_DRAW_FRAMEBUFFER_BINDING);
    s->read_framebuffer = get(gl, GL_READ_FRAMEBUFFER_BINDING);
    if (s->read_framebuffer != s->draw_framebuffer)
        gl->BindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)s->draw_framebuffer);
    s->read_buffer = get(gl, GL_READ_BUFFER);
    s->pack_buffer = get(gl, GL_PIXEL_PACK_BUFFER_BINDING);
    if (s->pack_buffer)
        gl->BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    for (int i = 0; i < PACKS; i++) {
        s->pack[i] = get(gl, pack_names[i]);
        gl->PixelStorei(pack_names[i], i == 0);
    }
}

static void restore(const struct gl_table *gl, const struct saved *s)
{
    for (int i = 0; i < PACKS; i++)
        gl->PixelStorei(pack_names[i], s->pack[i]);
    if (s->pack_buffer)
        gl->BindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)s->pack_buffer);
    gl->ReadBuffer((GLenum)s->read_buffer);
    if (s->read_framebuffer != s->draw_framebuffer)
        gl->BindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)s->read_framebuffer);
    drain(gl);
}

static bool renderbuffer_size(const struct gl_table *gl, GLuint name, GLint *width, GLint *height)
{
    GLint bound = get(gl, GL_RENDERBUFFER_BINDING);

    gl->BindRenderbuffer(GL_RENDERBUFFER, name);
    gl->GetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, width);
    gl->GetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_HEIGHT, height);
    gl->BindRenderbuffer(GL_RENDERBUFFER, (GLuint)bound);
    return gl->GetError() == GL_NO_ERROR;
}

/* Nothing tells a texture's target: binding it to a wrong one is an error that changes nothing. */
static bool texture_size(const struct gl_table *gl, GLuint name, GLint level, GLint *width, GLint *height)
{
    static const struct {
        GLenum target, binding, image;
    } targets[] = {
        {GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D, GL_TEXTURE_2D},
        {GL_TEXTURE_RECTANGLE, GL_TEXTURE_BINDING_RECTANGLE, GL_TEXTURE_RECTANGLE},
        {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY, GL_TEXTURE_2D_ARRAY},
        {GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP, GL_TEXTURE_CUBE_MAP_POSITIVE_X},
        {GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D, GL_TEXTURE_3D},
        {GL_TEXTURE_1D, GL_TEXTURE_BINDING_1D, GL_TEXTURE_1D},
        {GL_TEXTURE_1D_ARRAY, GL_TEXTURE_BINDING_1D_ARRAY, GL_TEXTURE_1D_ARRAY},
        {GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY, GL_TEXTURE_CUBE_MAP_ARRAY},
        {GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_BINDING_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE},
        {GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY,
         GL_TEXTURE_2D_MULTISAMPLE_ARRAY},
    };

    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        GLint bound = get(gl, targets[i].binding);
        bool found;

        drain(gl);
        gl->BindTexture(targets[i].target, name);
        found = gl->GetError() == GL_NO_ERROR;
        if (!found)
            continue;
        gl->GetTexLevelParameteriv(targets[i].image, level, GL_TEXTURE_WIDTH, width);
        gl->GetTexLevelParameteriv(targets[i].image, level, GL_TEXTURE_HEIGHT, height);
        gl->BindTexture(targets[i].target, (GLuint)bound);
        if (targets[i].target == GL_TEXTURE_1D || targets[i].target == GL_TEXTURE_1D_ARRAY)
            *height = 1;
        return true;
    }
    return false;
}

static bool attachment_size(const struct gl_table *gl, GLenum attachment, GLint *width, GLint *height)
{
    GLint type = GL_NONE, name = 0, level = 0;

    gl->GetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, attachment,
                                            GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
    if (type == GL_NONE)
        return false;
    gl->GetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, attachment,
                                            GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name);
    if (type == GL_RENDERBUFFER)
        return renderbuffer_size(gl, (GLuint)name, width, height);
    gl->GetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, attachment,
                                            GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, &level);
    return texture_size(gl, (GLuint)name, level, width, height);
}

static bool framebuffer_size(struct player *p, GLint framebuffer, GLint buffer, GLint *width, GLint *height)
{
    const struct player_drawable *d = p->current ? p->current->draw : NULL;

    *width = *height = 0;
    if (buffer == GL_NONE)
        return false;
    if (framebuffer)
        return attachment_size(p->gl, (GLenum)buffer, width, height) && *width > 0 && *height > 0;
    if (!d || !d->backend)
        return false;
    p->params.backend->drawable_size(d->backend, width, height);
    return true;
}

static void flip(uint8_t *pixels, size_t row, size_t rows)
{
    for (size_t i = 0; i < rows / 2; i++) {
        uint8_t *a = pixels + i * row, *b = pixels + (rows - 1 - i) * row;
        for (size_t j = 0; j < row; j++) {
            uint8_t t = a[j];
            a[j] = b[j];
            b[j] = t;
        }
    }
}

uint8_t *player_read_pixels(struct player *p, int *width, int *height)
{
    const struct gl_table *gl = p->gl;
    uint8_t *pixels = NULL;
    struct saved s;
    GLint buffer;

    if (!gl || p->ctx->in_begin)
        return NULL;
    player_check_errors(p);
    drain(gl);
    save(gl, &s);
    buffer = get(gl, GL_DRAW_BUFFER);
    drain(gl);
    if (framebuffer_size(p, s.draw_framebuffer, buffer, width, height) && *width <= MAX_SIZE &&
        *height <= MAX_SIZE)
        pixels = malloc((size_t)*width * (size_t)*height * 4);
    if (pixels) {
        gl->ReadBuffer((GLenum)buffer);
        gl->ReadPixels(0, 0, *width, *height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        if (gl->GetError() != GL_NO_ERROR) {
            free(pixels);
            pixels = NULL;
        } else {
            flip(pixels, (size_t)*width * 4, (size_t)*height);
        }
    }
    restore(gl, &s);
    return pixels;
}

size_t player_pack_pixels(const struct player *p, uint8_t *rgba, int width, int height)
{
    size_t count = (size_t)width * (size_t)height;

    if (!p->gl || get(p->gl, GL_DRAW_FRAMEBUFFER_BINDING))
        return count * 4;
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < 3; c++)
            rgba[i * 3 + c] = rgba[i * 4 + c];
    return count * 3;
}
