/* SPDX-License-Identifier: MIT */
/* Windows on the driver: the texture of each block, the base that makes element i texel i + base, the size.
 * A window in a buffer texture is placed at a multiple of half the longest one where the range allows, so
 * that neighbouring draws share it and only a pointer in the texture unit, if that, changes between them. It
 * never leaves what the application bound, but for an offset below the driver's alignment in front of it.
 * Blocks take the highest texture units that the program's samplers leave free, buffer textures their own
 * unit; the application's textures come back when something else draws. Cost: nothing where nothing changes.
 */
#include "emu/window_priv.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- locations ---- */

GLint emu_window_element_location(struct emu_context *ctx, GLuint es, const char *essl, uint32_t e)
{
    char name[256];
    int n = snprintf(name, sizeof name, "%s[%u]", essl, e);

    return n < (int)sizeof name ? ctx->es->GetUniformLocation(es, name) : -1;
}

static GLint *locations(struct emu_windows *w)
{
    GLint *v = emu_reflect_array(&w->exe->arena, w->count, sizeof *v);

    for (size_t i = 0; v && i < w->count; i++)
        v[i] = -1;
    return v;
}

struct window_slots *window_slots_of(struct emu_context *ctx, struct emu_windows *w, GLuint es)
{
    const struct glsl_window_code *code = &w->glsl->code;
    struct window_slots *s;

    for (s = w->slots; s; s = s->next)
        if (s->es == es)
            return s;
    s = emu_reflect_array(&w->exe->arena, 1, sizeof *s);
    if (!s)
        return NULL;
    s->es = es;
    s->sampler = locations(w);
    s->base = locations(w);
    s->size = locations(w);
    s->unit_value = locations(w);
    s->base_value = emu_reflect_array(&w->exe->arena, w->count, sizeof *s->base_value);
    s->size_value = emu_reflect_array(&w->exe->arena, w->count, sizeof *s->size_value);
    s->uniforms = emu_reflect_array(&w->exe->arena, code->uniform_count, sizeof *s->uniforms);
    if (!s->sampler || !s->base || !s->size || !s->unit_value || !s->base_value || !s->size_value ||
        !s->uniforms)
        return NULL;
    for (size_t i = 0; i < w->count; i++) {
        const struct glsl_window *g = w->rows[i].glsl;

        s->sampler[i] = g->sampler ? ctx->es->GetUniformLocation(es, g->sampler) : -1;
        s->base[i] = ctx->es->GetUniformLocation(es, g->base);
        s->size[i] = ctx->es->GetUniformLocation(es, g->size);
    }
    for (size_t i = 0; i < code->uniform_count; i++)
        s->uniforms[i] = ctx->es->GetUniformLocation(es, code->uniforms[i].essl);
    s->next = w->slots;
    w->slots = s;
    return s;
}

/* ---- places ---- */

/* A window in a buffer: bytes of the buffer, and the base. */
struct place {
    GLintptr offset;
    GLsizeiptr size;
    GLint base;
};

static GLintptr aligned_down(GLintptr at, GLintptr alignment)
{
    return alignment > 1 ? at - at % alignment : at;
}

/* The window that begins at element `first` or, for the alignment, below. */
static struct place begin_at(const struct emu_context *ctx, const struct window_row *row, uint32_t first)
{
    GLintptr alignment = (GLintptr)ctx->caps->texture_buffer_offset_alignment;
    GLintptr wanted = row->offset + (GLintptr)first * row->element, start = aligned_down(wanted, alignment);
    int64_t most = ctx->caps->max_texture_buffer_size * row->element, end = row->offset + row->size;

    /* Texels that the alignment would cut: begin where both fit. */
    while (start >= alignment && (row->offset - start) % row->element)
        start -= alignment;
    return (struct place){.offset = start,
                          .size = end - start < most ? end - start : (GLsizeiptr)most,
                          .base = (GLint)((row->offset - start) / row->element)};
}

static bool holds(const struct window_row *row, const struct place *p, uint32_t high)
{
    return !((row->offset - p->offset) % row->element) && (int64_t)high + p->base <= p->size / row->element;
}

static bool place_window(const struct emu_context *ctx, const struct window_row *row, struct place *p)
{
    uint32_t step = (uint32_t)(ctx->caps->max_texture_buffer_size / 2), low = row->range.low;

    if (row->range.low >= row->range.high) { /* nothing is read */
        *p = begin_at(ctx, row, 0);
        return true;
    }
    if (step) {
        *p = begin_at(ctx, row, low - low % step);
        if (holds(row, p, row->range.high))
            return true;
    }
    *p = begin_at(ctx, row, low);
    return holds(row, p, row->range.high);
}

bool window_fits_buffer(const struct emu_context *ctx, const struct window_row *row)
{
    struct place p;

    return ctx->caps->has_texture_buffer && place_window(ctx, row, &p);
}

bool window_fits_2d(const struct emu_context *ctx, const struct window_row *row)
{
    int64_t elements = row->range.low < row->range.high ? (int64_t)row->range.high - row->range.low : 0;

    return elements <= ctx->caps->max_texture_size << GLSL_WINDOW_ROW_BITS &&
           ctx->caps->max_texture_size >= 1 << GLSL_WINDOW_ROW_BITS;
}

/* ---- units ---- */

static bool unit_taken(const struct emu_windows *w, GLuint unit)
{
    const struct emu_executable *exe = w->exe;

    for (size_t i = 0; i < exe->uniform_count; i++)
        for (GLint k = 0; exe->uniforms[i].units && k < exe->uniforms[i].size; k++)
            if (exe->uniforms[i].type.base == EMU_BASE_SAMPLER && (GLuint)exe->uniforms[i].units[k] == unit)
                return true;
    return false;
}

static void choose_units(struct emu_context *ctx, struct emu_windows *w)
{
    GLuint unit = ctx->texture.unit_count;

    if (w->units_values == w->exe->values)
        return;
    w->units_values = w->exe->values;
    for (size_t i = 0; i < w->count; i++) {
        if (w->rows[i].storage < 0)
            continue;
        while (unit > 1 && unit_taken(w, unit - 1))
            unit--;
        w->rows[i].unit = unit > 0 ? --unit : 0;
    }
}

void window_restore_units(struct emu_context *ctx)
{
    struct window_textures *t = ctx->window.textures;

    if (!t || !t->any_moved)
        return;
    for (GLuint unit = 0; unit < ctx->texture.unit_count; unit++)
        for (int flat = 0; flat < 2; flat++)
            if (t->moved[flat][unit / 64] >> unit % 64 & 1)
                window_restore_unit(ctx, unit, flat);
    t->any_moved = false;
}

/* ---- uniforms ---- */

static void set_int(struct emu_context *ctx, const struct emu_windows *w, GLint location, GLint value)
{
    GLuint es = w->exe->variant->es;

    if (ctx->program.es_current == es)
        ctx->es->Uniform1i(location, value);
    else
        ctx->es->ProgramUniform1i(es, location, value);
}

static void set_uniforms(struct emu_context *ctx, struct emu_windows *w, struct window_slots *s, size_t i,
                         GLint base)
{
    const struct window_row *row = &w->rows[i];
    GLuint size = row->storage >= 0 ? (GLuint)row->size : row->count, es = w->exe->variant->es;

    if (s->sampler[i] >= 0 && s->unit_value[i] != (GLint)row->unit)
        set_int(ctx, w, s->sampler[i], s->unit_value[i] = (GLint)row->unit);
    if (s->base[i] >= 0 && s->base_value[i] != base)
        set_int(ctx, w, s->base[i], s->base_value[i] = base);
    if (s->size[i] < 0 || s->size_value[i] == size)
        return;
    s->size_value[i] = size;
    if (row->storage < 0) /* textureSize is an int */
        set_int(ctx, w, s->size[i], (GLint)size);
    else if (ctx->program.es_current == es)
        ctx->es->Uniform1ui(s->size[i], size);
    else
        ctx->es->ProgramUniform1ui(es, s->size[i], size);
}

/* ---- rows ---- */

static const char *bind_buffer(struct emu_context *ctx, struct window_row *row, GLint *base)
{
    struct emu_window_counts *counts = &ctx->gaps->windows;
    struct place p;

    if (row->whole && row->storage < 0) { /* the application's own texture */
        window_restore_unit(ctx, row->unit, 0);
        return NULL;
    }
    if (!row->buffer || !row->count)
        return NULL;
    if (row->whole)
        row->range = (struct window_range){0, row->count};
    if (!place_window(ctx, row, &p))
        return WINDOW_TOO_LONG;
    *base = p.base;
    counts->placed += (uint64_t)p.size;
    counts->bound += (uint64_t)row->size;
    return window_texture_buffer(ctx, row->unit, row->buffer,
                                 !row->format                  ? GL_R32UI
                                 : row->format->base == GL_RGB ? row->format->internal
                                                               : row->format->es,
                                 p.offset, p.size)
               ? NULL
               : WINDOW_MEMORY;
}

static const char *bind_2d(struct emu_context *ctx, struct window_row *row, size_t slot, GLint *base)
{
    struct window_range *range = &row->range;

    if (!row->buffer || !row->count)
        return NULL;
    /* Texels have no base in this form. */
    if (row->whole || row->storage < 0 || row->size <= WINDOW_SMALL ||
        window_texture_repeats(ctx, slot, row->buffer)) {
        struct window_range read = *range;

        *range = (struct window_range){0, row->count};
        if (row->storage >= 0 && !window_fits_2d(ctx, row))
            *range = read;
    }
    if (range->low >= range->high)
        *range = (struct window_range){0, 1};
    if (!window_fits_2d(ctx, row))
        return WINDOW_TOO_LONG;
    *base = -(GLint)range->low;
    return window_texture_2d(ctx, row->unit, slot, row->buffer, row->format, row->element,
                             row->offset + (GLintptr)range->low * row->element,
                             (GLsizeiptr)(range->high - range->low) * row->element);
}

const char *window_bind(struct emu_context *ctx, struct emu_windows *w)
{
    struct window_slots *s = window_slots_of(ctx, w, w->exe->variant->es);
    struct window_textures *t = window_textures_get(ctx);

    if (!s || !t)
        return WINDOW_MEMORY;
    t->draw++;
    choose_units(ctx, w);
    for (size_t i = 0; i < w->count; i++) {
        struct window_row *row = &w->rows[i];
        bool flat = row->storage >= 0 ? w->key & GLSL_WINDOWS_STORAGE_2D || !ctx->caps->has_texture_buffer
                                      : w->key & GLSL_WINDOWS_TEXELS_2D || !ctx->caps->has_texture_buffer;
        GLint base = 0;
        const char *why = flat ? bind_2d(ctx, row, i, &base) : bind_buffer(ctx, row, &base);

        if (why)
            return why;
        set_uniforms(ctx, w, s, i, base);
    }
    return NULL;
}
