/* SPDX-License-Identifier: MIT */
/* The ladder of a draw whose vertex stage reads storage blocks or buffer textures: the first way that the
 * driver and what is bound allow. A draw of several ranges takes one window over all of them where that fits,
 * else each its own. Which way a draw went is counted, and why a run on the host gave no range. */
#include "emu/window_priv.h"

#include <stdlib.h>
#include <string.h>

static void count_refusal(struct emu_context *ctx, const char *reason)
{
    struct emu_window_counts *c = &ctx->gaps->windows;
    size_t i = 0;

    while (i < c->refused_count && strcmp(c->refused[i].reason, reason) != 0)
        i++;
    if (i == sizeof c->refused / sizeof *c->refused)
        return;
    c->refused[i].reason = reason;
    c->refused[i].count++;
    if (i == c->refused_count)
        c->refused_count++;
}

static struct emu_executable *vertex_executable(const struct emu_context *ctx)
{
    return ctx->program.vertex ? ctx->program.vertex->exe : NULL;
}

/* ---- of a draw ---- */

static bool all_whole(const struct emu_windows *w)
{
    for (size_t i = 0; i < w->count; i++)
        if (!w->rows[i].whole)
            return false;
    return true;
}

static unsigned variant_key(const struct emu_executable *exe)
{
    return exe->variant->key.windows;
}

/* Has the program's translation for this form take its place. */
static bool take_form(struct emu_context *ctx, struct emu_executable *exe, GLenum mode, unsigned key)
{
    if (exe->windows_key == key && variant_key(exe) == key)
        return true;
    exe->windows_key = key;
    emu_program_prepare(ctx, mode);
    return variant_key(exe) == key;
}

/* ---- blocks that are longer than the driver's ---- */

/* Is that a block that the vertex stage reads and nobody writes? */
static bool is_read(const struct emu_executable *exe, const struct emu_block *block)
{
    GLint element;
    size_t n = emu_program_split_index(block->name, &element);

    for (size_t i = 0; i < exe->glsl->block_count; i++) {
        const struct glsl_block *g = &exe->glsl->blocks[i];

        if (g->storage && strlen(g->name) == n && !strncmp(g->name, block->name, n))
            return g->stages & 1u << GLSL_VERTEX && !g->written;
    }
    return false;
}

static bool binds_long_block(const struct emu_context *ctx, const struct emu_executable *exe)
{
    int64_t most = ctx->caps->max_storage_block_size;

    for (size_t i = 0; i < exe->storage_count; i++) {
        const struct emu_block *block = &exe->storage[i];
        const struct emu_buffer_range *range =
            block->binding < EMU_MAX_INDEXED_BUFFERS ? &ctx->buffer.storage[block->binding] : NULL;

        if (range && window_bound_size(range->buffer, range->offset, range->size) > most &&
            is_read(exe, block))
            return true;
    }
    return false;
}

/* Asked for every draw, and most programs read no blocks. */
static inline bool has_long_block(const struct emu_context *ctx, const struct emu_executable *exe)
{
    return exe->glsl->flags & GLSL_READS_BLOCKS && binds_long_block(ctx, exe);
}

/* The form that reads windows, made the first time. Without one the driver gets the blocks as they are, which
 * is counted: what lies beyond its limit is up to it. */
static struct emu_windows *large_windows(struct emu_context *ctx, struct emu_executable *exe, GLenum mode)
{
    bool fixed = ctx->xfb.active && !ctx->xfb.paused; /* for the time being */

    if (exe->large || exe->no_large)
        return exe->large;
    if (take_form(ctx, exe, mode, GLSL_WINDOWS_STORAGE))
        exe->large = window_create(exe, exe->variant->glsl, GLSL_WINDOWS_STORAGE);
    if (!exe->large) {
        exe->no_large = !fixed;
        count_refusal(ctx, WINDOW_FORM);
    }
    return exe->large;
}

/* The windows of the next draw; NULL: it has none. */
static struct emu_windows *windows_of(struct emu_context *ctx, GLenum mode)
{
    struct emu_executable *exe = vertex_executable(ctx);
    struct emu_windows *large = exe && has_long_block(ctx, exe) ? large_windows(ctx, exe, mode) : NULL;

    return large ? large : exe ? exe->windows : NULL;
}

/* ---- forms ---- */

static bool has_storage(const struct emu_windows *w)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->rows[i].storage >= 0)
            return true;
    return false;
}

/* The forms in which every row's range fits: bits of GLSL_WINDOWS_..., and whether anything is copied. */
static unsigned choose_key(const struct emu_context *ctx, const struct emu_windows *w, bool answered,
                           bool *copies)
{
    unsigned key = 0;

    *copies = false;
    for (size_t i = 0; i < w->count; i++) {
        const struct window_row *row = &w->rows[i];
        bool vertex_only = row->glsl->stages == 1u << GLSL_VERTEX && !row->glsl->indexed;
        bool fits = row->whole || (answered && window_fits_buffer(ctx, row));

        if (row->storage >= 0 && !fits) {
            *copies = true;
            key |= ctx->caps->has_texture_buffer ? GLSL_WINDOWS_STORAGE_2D : 0;
        } else if (row->storage < 0 && !row->whole) {
            key |= fits && vertex_only ? GLSL_WINDOWS_TEXELS : GLSL_WINDOWS_TEXELS_2D;
            *copies |= !(fits && vertex_only); /* never without buffer textures: those rows are whole */
        }
    }
    if (key & GLSL_WINDOWS_TEXELS_2D)
        key &= ~(unsigned)GLSL_WINDOWS_TEXELS;
    return key;
}

/* Without an answer every row is as long as what is bound. */
static void take_all(struct emu_windows *w)
{
    for (size_t i = 0; i < w->count; i++)
        w->rows[i].range = (struct window_range){0, w->rows[i].count};
}

static bool refuse(struct emu_context *ctx, const char *why)
{
    emu_gap(ctx, "glDraw*", why, true);
    return false;
}

/* Binds the rows as the key says; NULL, or why that cannot be. */
static const char *bind_as(struct emu_context *ctx, struct emu_windows *w, const struct draw_info *info,
                           unsigned key)
{
    w->key = key | w->base;
    return take_form(ctx, w->exe, info->mode, w->key) ? window_bind(ctx, w) : WINDOW_FORM;
}

/* Binds what is answered, or all of it. */
static bool bind_answered(struct emu_context *ctx, struct emu_windows *w, const struct draw_info *info,
                          const char *refused)
{
    struct emu_window_counts *c = &ctx->gaps->windows;
    const char *unbound;
    bool copies;
    unsigned key;

    if (refused)
        take_all(w);
    key = choose_key(ctx, w, !refused, &copies);
    unbound = bind_as(ctx, w, info, key);
    if (!refused)
        refused = unbound;
    if (refused)
        count_refusal(ctx, refused);
    if (unbound)
        return refuse(ctx, refused);
    *(copies ? &c->texture : &c->window) += 1;
    return true;
}

static bool bind_whole(struct emu_context *ctx, struct emu_windows *w, const struct draw_info *info)
{
    struct emu_window_counts *c = &ctx->gaps->windows;
    const char *unbound = bind_as(ctx, w, info, 0);

    if (unbound) {
        count_refusal(ctx, unbound);
        return refuse(ctx, unbound);
    }
    *(!ctx->caps->has_texture_buffer ? &c->texture : has_storage(w) ? &c->whole : &c->native) += 1;
    return true;
}

/* Widens the rows by what n ranges read. */
static const char *answer_ranges(struct emu_context *ctx, struct emu_windows *w, const struct draw_info *info,
                                 const struct draw_range *ranges, size_t n, GLint draw_id)
{
    const char *why = n ? NULL : WINDOW_NO_RANGES;

    if (!w->program)
        return WINDOW_STAGE;
    for (size_t i = 0; i < w->count; i++)
        if (w->rows[i].glsl->indexed && !w->rows[i].whole)
            return WINDOW_INDEXED;
    for (size_t i = 0; i < n && !why; i++)
        if (ranges[i].count)
            why = window_answer(ctx, w, info, &ranges[i], draw_id + (GLint)i);
    return why;
}

static size_t count_drawn(const struct draw_range *ranges, size_t n)
{
    size_t drawn = 0;

    for (size_t i = 0; i < n; i++)
        drawn += ranges[i].count != 0;
    return drawn;
}

/* Do the rows' ranges fit windows of their own, without copies? */
static bool all_fit(const struct emu_context *ctx, const struct emu_windows *w)
{
    bool copies;

    choose_key(ctx, w, true, &copies);
    return !copies;
}

bool emu_window_prepare(struct emu_context *ctx, const struct draw_info *info,
                        const struct draw_range *ranges, size_t n)
{
    struct emu_executable *exe;
    struct emu_windows *w;
    const char *refused;
    size_t drawn;

    ctx->window.each = false;
    if (ctx->program.current && ctx->program.current->steady) {
        if (ctx->window.textures && ctx->window.textures->any_moved)
            window_restore_units(ctx);
        return true;
    }
    exe = vertex_executable(ctx);
    w = windows_of(ctx, info->mode);
    if (!w) {
        window_restore_units(ctx);
        if (exe)
            take_form(ctx, exe, info->mode, 0);
        if (exe && exe->glsl->flags & GLSL_READS_BLOCKS)
            ctx->gaps->windows.native++;
        return true;
    }
    drawn = count_drawn(ranges, n);
    window_rows_gather(ctx, w);
    if (all_whole(w))
        return bind_whole(ctx, w, info);
    if (n && !drawn)
        return true;
    if (w->program)
        window_inputs_gather(ctx, w);
    refused = answer_ranges(ctx, w, info, ranges, n, 0);
    if (drawn > 1 && (refused || !all_fit(ctx, w))) {
        ctx->window.each = true;
        return true;
    }
    return bind_answered(ctx, w, info, refused);
}

bool emu_window_each(const struct emu_context *ctx)
{
    return ctx->window.each;
}

bool emu_window_draw(struct emu_context *ctx, const struct draw_info *info, const struct draw_range *range,
                     GLint draw_id)
{
    struct emu_windows *w = windows_of(ctx, info->mode);

    window_rows_gather(ctx, w);
    if (w->program)
        window_inputs_gather(ctx, w);
    return bind_answered(ctx, w, info, answer_ranges(ctx, w, info, range, 1, draw_id));
}

bool emu_window_reads_ranges(struct emu_context *ctx)
{
    struct emu_executable *exe = vertex_executable(ctx);
    struct emu_windows *w = exe ? exe->windows : NULL;

    if (exe && !exe->no_large && has_long_block(ctx, exe)) {
        if (!exe->large)
            return true; /* perhaps */
        w = exe->large;
    }
    if (!w)
        return false;
    window_rows_gather(ctx, w);
    return !all_whole(w);
}
