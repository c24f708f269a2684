/* SPDX-License-Identifier: MIT */
/* The textures that windows are shown through. Buffer textures are kept by what they show, so that a draw
 * whose window was bound before costs a bind; 2D textures are copied to from the buffer on the driver's side,
 * and again only when the contents or the range have changed. Sampler objects of the application are taken
 * off units that show a 2D texture of integers, which no filter suits. Not done: copies of mapped buffers. */
#include "emu/window_priv.h"

#include <stdlib.h>

enum { PROBES = 8, MAX_REPEATS = 8, PROBED = 4 << 20 };

struct window_textures *window_textures_get(struct emu_context *ctx)
{
    struct window_textures *t = ctx->window.textures;

    if (t)
        return t;
    t = calloc(1, sizeof *t);
    if (t)
        t->buffers = calloc(WINDOW_BUFFER_TEXTURES, sizeof *t->buffers);
    if (!t || !t->buffers) {
        free(t);
        return NULL;
    }
    ctx->window.textures = t;
    return t;
}

void emu_window_finish(struct emu_context *ctx)
{
    struct window_textures *t = ctx->window.textures;

    if (!t)
        return;
    for (size_t i = 0; i < WINDOW_BUFFER_TEXTURES; i++)
        if (t->buffers[i].es) {
            ctx->es->DeleteTextures(1, &t->buffers[i].es);
            if (t->buffers[i].copy)
                ctx->es->DeleteBuffers(1, &t->buffers[i].copy);
        }
    for (size_t i = 0; i < t->flat_count; i++)
        if (t->flats[i].es)
            ctx->es->DeleteTextures(1, &t->flats[i].es);
    free(t->buffers);
    free(t->flats);
    free(t);
    ctx->window.textures = NULL;
}

/* ---- units ---- */

static void show(struct emu_context *ctx, GLuint unit, GLuint es, bool flat)
{
    struct window_textures *t = ctx->window.textures;

    emu_texture_bind_es(ctx, unit, flat ? EMU_ES_2D : EMU_ES_BUFFER, es);
    if (flat && emu_sampler_es(ctx, unit))
        ctx->es->BindSampler(unit, 0);
    t->moved[flat][unit / 64] |= (uint64_t)1 << unit % 64;
    t->any_moved = true;
}

void window_restore_unit(struct emu_context *ctx, GLuint unit, bool flat)
{
    struct window_textures *t = ctx->window.textures;
    uint64_t bit = (uint64_t)1 << unit % 64;

    if (!t || !(t->moved[flat][unit / 64] & bit))
        return;
    t->moved[flat][unit / 64] &= ~bit;
    emu_texture_flush(ctx, unit, flat ? EMU_ES_2D : EMU_ES_BUFFER);
    if (flat && emu_sampler_es(ctx, unit))
        ctx->es->BindSampler(unit, emu_sampler_es(ctx, unit));
}

/* ---- buffer textures ---- */

static uint64_t hash(uint64_t serial, GLintptr offset, GLsizeiptr size, GLenum format)
{
    uint64_t h = (serial * 0x9e3779b97f4a7c15u ^ (uint64_t)offset) * 0xff51afd7ed558ccdu;

    h = (h ^ (uint64_t)size ^ (uint64_t)format << 40) * 0xc4ceb9fe1a85ec53u;
    return h >> 32;
}

/* Whether the driver can show what begins there itself. One place far into a buffer stands for all. */
static bool shows_itself(struct emu_context *ctx, GLintptr offset)
{
    struct window_textures *t = ctx->window.textures;

    if (!offset)
        return true;
    if (!t->probed && ctx->xfb.active && !ctx->xfb.paused)
        return false;
    if (!t->probed)
        t->copies = !window_probe(ctx, PROBED);
    t->probed = true;
    return !t->copies;
}

/* Brings the copy that a texture shows up to date. */
static void copy_range(struct emu_context *ctx, struct window_buffer_texture *e,
                       const struct emu_buffer *buffer)
{
    const struct gles_table *es = ctx->es;

    if (e->generation == buffer->generation && !buffer->map.pointer)
        return;
    e->generation = buffer->generation;
    es->BindBuffer(GL_COPY_READ_BUFFER, buffer->es);
    es->BindBuffer(GL_COPY_WRITE_BUFFER, e->copy);
    es->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, e->offset, 0, e->size);
    emu_buffer_restore(ctx, EMU_COPY_READ_BUFFER);
    emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
}

/* A copy's buffer, large enough. */
static void reserve(struct emu_context *ctx, struct window_buffer_texture *e, GLsizeiptr size)
{
    if (!e->copy)
        ctx->es->GenBuffers(1, &e->copy);
    if (e->room >= size)
        return;
    e->room = size;
    ctx->es->BindBuffer(GL_COPY_WRITE_BUFFER, e->copy);
    ctx->es->BufferData(GL_COPY_WRITE_BUFFER, size, NULL, GL_DYNAMIC_DRAW);
    emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
}

static void drop_copy(struct emu_context *ctx, struct window_buffer_texture *e)
{
    if (e->copy)
        ctx->es->DeleteBuffers(1, &e->copy);
    e->copy = 0;
    e->room = 0;
}

/* Makes a texture show another range. */
static void respecify(struct emu_context *ctx, struct window_buffer_texture *e, GLuint unit,
                      struct emu_buffer *buffer, GLenum format, GLintptr offset, GLsizeiptr size)
{
    bool itself = shows_itself(ctx, offset);

    if (!e->es)
        ctx->es->GenTextures(1, &e->es);
    if (itself)
        drop_copy(ctx, e);
    else
        reserve(ctx, e, size);
    e->serial = buffer->serial;
    e->format = format;
    e->offset = offset;
    e->size = size;
    e->draw = ctx->window.textures->draw;
    e->generation = buffer->generation - 1;
    if (!itself)
        copy_range(ctx, e, buffer);
    buffer->windowed = true;
    show(ctx, unit, e->es, false);
    emu_texture_activate(ctx, unit);
    ctx->es->TexBufferRange(GL_TEXTURE_BUFFER, format, itself ? buffer->es : e->copy, itself ? offset : 0,
                            size);
}

GLuint window_texture_buffer(struct emu_context *ctx, GLuint unit, struct emu_buffer *buffer, GLenum format,
                             GLintptr offset, GLsizeiptr size)
{
    struct window_textures *t = ctx->window.textures;
    struct window_buffer_texture *use = NULL;
    uint64_t h = hash(buffer->serial, offset, size, format);

    for (size_t i = 0; i < PROBES; i++) {
        struct window_buffer_texture *e = &t->buffers[(h + i) % WINDOW_BUFFER_TEXTURES];

        if (e->serial == buffer->serial && e->offset == offset && e->size == size && e->format == format) {
            e->draw = t->draw;
            if (e->copy)
                copy_range(ctx, e, buffer);
            show(ctx, unit, e->es, false);
            return e->es;
        }
        if (e->draw != t->draw && (!use || e->draw < use->draw))
            use = e; /* free, or the one that was used longest ago */
    }
    if (use)
        respecify(ctx, use, unit, buffer, format, offset, size);
    return use ? use->es : 0;
}

void emu_window_forget(struct emu_context *ctx, const struct emu_buffer *buffer)
{
    struct window_textures *t = ctx->window.textures;

    for (size_t i = 0; t && i < WINDOW_BUFFER_TEXTURES; i++)
        if (t->buffers[i].serial == buffer->serial) {
            ctx->es->DeleteTextures(1, &t->buffers[i].es);
            emu_texture_forget_es(ctx, EMU_ES_BUFFER, t->buffers[i].es);
            drop_copy(ctx, &t->buffers[i]);
            t->buffers[i] = (struct window_buffer_texture){0};
        }
}

/* ---- 2D textures ---- */

static struct window_2d_texture *flat_of(struct window_textures *t, size_t slot)
{
    if (slot >= t->flat_capacity) {
        size_t capacity = slot + 8;
        struct window_2d_texture *grown = realloc(t->flats, capacity * sizeof *grown);

        if (!grown)
            return NULL;
        for (size_t i = t->flat_capacity; i < capacity; i++)
            grown[i] = (struct window_2d_texture){0};
        t->flats = grown;
        t->flat_capacity = t->flat_count = capacity;
    }
    return &t->flats[slot];
}

bool window_texture_repeats(const struct emu_context *ctx, size_t slot, const struct emu_buffer *buffer)
{
    const struct window_textures *t = ctx->window.textures;
    const struct window_2d_texture *f = t && slot < t->flat_count ? &t->flats[slot] : NULL;

    return f && f->serial == buffer->serial && f->generation == buffer->generation &&
           f->repeats > MAX_REPEATS;
}

/* Storage of the right format with at least so many rows, bound on `unit`. */
static void allocate(struct emu_context *ctx, GLuint unit, struct window_2d_texture *f, GLenum format,
                     GLsizei rows)
{
    f->size = !f->es || f->format != format || f->rows < rows ? 0 : f->size; /* nothing is in a new one */
    if (!f->es || f->format != format || f->rows < rows) {
        if (f->es) {
            ctx->es->DeleteTextures(1, &f->es);
            emu_texture_forget_es(ctx, EMU_ES_2D, f->es);
        }
        *f = (struct window_2d_texture){.format = format,
                                        .rows = rows,
                                        .serial = f->serial,
                                        .generation = f->generation,
                                        .repeats = f->repeats};
        ctx->es->GenTextures(1, &f->es);
        show(ctx, unit, f->es, true);
        emu_texture_activate(ctx, unit);
        ctx->es->TexStorage2D(GL_TEXTURE_2D, 1, format, 1 << GLSL_WINDOW_ROW_BITS, rows);
        ctx->es->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        ctx->es->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    show(ctx, unit, f->es, true);
}

/* Whole rows in one piece, then what is left. */
static void copy_rows(struct emu_context *ctx, struct emu_buffer *buffer, GLenum format, GLenum type,
                      uint32_t element, GLintptr offset, GLsizeiptr size)
{
    const struct emu_pixelstore_es tight = {.alignment = 1};
    GLsizeiptr row = (GLsizeiptr)element << GLSL_WINDOW_ROW_BITS;
    GLsizei whole = (GLsizei)(size / row), rest = (GLsizei)(size % row / element);

    emu_unpack_send(ctx, &tight);
    emu_buffer_bind_es(ctx, EMU_PIXEL_UNPACK_BUFFER, buffer->es);
    if (whole)
        ctx->es->TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1 << GLSL_WINDOW_ROW_BITS, whole, format, type,
                               (const void *)offset);
    if (rest)
        ctx->es->TexSubImage2D(GL_TEXTURE_2D, 0, 0, whole, rest, 1, format, type,
                               (const void *)(offset + whole * row));
    emu_buffer_restore(ctx, EMU_PIXEL_UNPACK_BUFFER);
}

const char *window_texture_2d(struct emu_context *ctx, GLuint unit, size_t slot, struct emu_buffer *buffer,
                              const struct emu_format *format, uint32_t element, GLintptr offset,
                              GLsizeiptr size)
{
    struct window_2d_texture *f = flat_of(ctx->window.textures, slot);
    GLsizeiptr row = (GLsizeiptr)element << GLSL_WINDOW_ROW_BITS;
    GLenum es = format ? format->es : GL_R32UI;

    if (!f)
        return WINDOW_MEMORY;
    if (buffer->map.pointer && !(buffer->map.access & GL_MAP_PERSISTENT_BIT))
        return WINDOW_MAPPED;
    allocate(ctx, unit, f, es, (GLsizei)((size + row - 1) / row));
    if (f->serial == buffer->serial && f->generation == buffer->generation && f->offset == offset &&
        f->size == size && !buffer->map.pointer)
        return NULL;
    f->repeats = f->serial == buffer->serial && f->generation == buffer->generation ? f->repeats + 1 : 0;
    emu_texture_activate(ctx, unit);
    copy_rows(ctx, buffer, format ? format->es_format : GL_RED_INTEGER,
              format ? format->es_type : GL_UNSIGNED_INT, element, offset, size);
    f->serial = buffer->serial;
    f->generation = buffer->generation;
    f->offset = offset;
    f->size = size;
    return NULL;
}
