/* SPDX-License-Identifier: MIT */
/* Ranges of draws, kept. A key holds everything that a run depends on but contents of buffers: the draw, the
 * uniforms that the slice reads, how much is bound. For the contents, first the generations of the buffers
 * that were read are compared and then, where one has changed, the words: an answer lives as long as every
 * word it read reads the same. Refusals are kept, too. Indices in client memory have no generation: such
 * draws run each time, as do those that read attributes there. Cost: a hash and compares per draw, some 200
 * ns; a run when it is new. */
#include "emu/window_priv.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWERS = 4096, PROBES = 8, MAX_COPY = 16384 /* bytes of words kept for comparing */ };

/* Contents that a run read. */
struct reading {
    uint64_t serial;
    uint32_t generation;
    GLintptr offset;
    uint32_t low, high; /* words from there; low >= high: none */
    uint8_t *copy;      /* of those; NULL: too many, only the generation counts */
    bool known;         /* the host had the contents */
    bool mapped;        /* may change without a generation */
};

struct window_answer {
    uint64_t *key;
    size_t key_words;
    struct reading *readings; /* of windows, then of blocks */
    size_t reading_count;
    struct window_range *ranges;
    const char *refused;
    uint64_t asked; /* w->asked when it was last asked for */
};

/* ---- readings ---- */

static struct emu_buffer *buffer_of(struct emu_context *ctx, const struct emu_windows *w, size_t i,
                                    GLintptr *offset, const struct window_memory **m)
{
    GLsizeiptr size;

    if (i < w->count) {
        *offset = w->rows[i].offset;
        *m = &w->run.windows[i];
        return w->rows[i].buffer;
    }
    *m = &w->run.blocks[i - w->count];
    *offset = 0;
    return window_block_buffer(ctx, w, i - w->count, offset, &size);
}

static void take_reading(struct emu_context *ctx, const struct emu_windows *w, size_t i, struct reading *r)
{
    const struct window_memory *m;
    struct emu_buffer *buffer = buffer_of(ctx, w, i, &r->offset, &m);
    size_t bytes = m->low < m->high ? (size_t)(m->high - m->low) * 4 : 0;

    r->known = m->bytes != NULL;
    if (!buffer)
        return;
    r->serial = buffer->serial;
    r->generation = buffer->generation;
    r->mapped = buffer->map.pointer != NULL;
    r->low = m->low;
    r->high = m->high;
    if (bytes && bytes <= MAX_COPY && m->bytes && (r->copy = malloc(bytes)))
        memcpy(r->copy, m->bytes + (size_t)m->low * 4, bytes);
}

/* Does what a run read still read the same? */
static bool reads_same(struct emu_context *ctx, const struct emu_windows *w, size_t i, struct reading *r)
{
    const struct window_memory *m;
    GLintptr offset;
    struct emu_buffer *buffer = buffer_of(ctx, w, i, &offset, &m);
    uint64_t end = (uint64_t)r->high * 4;

    if (r->low >= r->high) /* nothing, unless because it was unknown */
        return r->known || !m->bytes;
    if (!buffer)
        return false;
    if (!r->mapped && !buffer->map.pointer && buffer->serial == r->serial &&
        buffer->generation == r->generation && offset == r->offset)
        return true;
    if (!r->copy || !m->bytes || end > m->size ||
        memcmp(r->copy, m->bytes + (size_t)r->low * 4, (size_t)(r->high - r->low) * 4))
        return false;
    r->serial = buffer->serial;
    r->generation = buffer->generation;
    r->offset = offset;
    r->mapped = buffer->map.pointer != NULL;
    return true;
}

/* ---- answers ---- */

static void answer_destroy(struct window_answer *a)
{
    for (size_t i = 0; a && a->readings && i < a->reading_count; i++)
        free(a->readings[i].copy);
    if (a) {
        free(a->key);
        free(a->readings);
        free(a->ranges);
    }
    free(a);
}

void window_answers_destroy(struct emu_windows *w)
{
    for (size_t i = 0; w->answers && i < ANSWERS; i++)
        answer_destroy(w->answers[i]);
    free(w->answers);
    w->answers = NULL;
}

static struct window_answer *make_answer(struct emu_context *ctx, const struct emu_windows *w,
                                         const uint64_t *key, size_t n, const char *refused)
{
    struct window_answer *a = calloc(1, sizeof *a);

    if (!a)
        return NULL;
    a->key_words = n;
    a->refused = refused;
    a->asked = w->asked;
    a->reading_count = w->count + w->program->block_count;
    a->key = malloc(n * sizeof *key);
    a->readings = calloc(a->reading_count + 1, sizeof *a->readings);
    a->ranges = calloc(w->count + 1, sizeof *a->ranges);
    if (!a->key || !a->readings || !a->ranges) {
        answer_destroy(a);
        return NULL;
    }
    memcpy(a->key, key, n * sizeof *key);
    memcpy(a->ranges, w->run.ranges, w->count * sizeof *a->ranges);
    for (size_t i = 0; i < a->reading_count; i++)
        take_reading(ctx, w, i, &a->readings[i]);
    return a;
}

static bool still_good(struct emu_context *ctx, const struct emu_windows *w, struct window_answer *a)
{
    for (size_t i = 0; i < a->reading_count; i++)
        if (!reads_same(ctx, w, i, &a->readings[i]))
            return false;
    return true;
}

/* ---- keys ---- */

enum { KEY_FIXED = 8, KEY_WORDS = 256 };

/* 0: what the draw depends on does not fit, or has no name. */
static size_t make_key(const struct emu_context *ctx, const struct emu_windows *w,
                       const struct draw_info *info, const struct draw_range *range, GLint draw_id,
                       uint64_t *key)
{
    const struct window_program *p = w->program;
    size_t n = KEY_FIXED;

    if (info->index_size && !info->index_buffer)
        return 0;
    memset(key, 0, KEY_FIXED * sizeof *key);
    key[0] = range->start;
    key[1] = (uint64_t)(uint32_t)range->count << 32 | (uint32_t)range->base_vertex;
    key[2] = (uint64_t)(p->per_instance ? (uint32_t)info->instances : 1) << 32 | info->base_instance;
    key[3] = (uint64_t)(p->per_draw ? (uint32_t)draw_id : 0) << 32 | info->index_size;
    if (info->index_size) {
        key[4] = info->index_buffer->serial;
        key[5] = info->index_offset;
        key[6] = (uint64_t)info->index_buffer->generation << 32 | info->restart_index;
        key[7] = info->restart;
    }
    for (size_t i = 0; i < w->count; i++) {
        if (n == KEY_WORDS)
            return 0;
        key[n++] = w->run.windows[i].size << 16 | (uint64_t)w->run.windows[i].texel << 8 |
                   (uint8_t)w->run.windows[i].kind;
    }
    for (size_t i = 0; i < p->input_count; i++) {
        if (p->inputs[i].kind == WINDOW_ATTRIBUTE) {
            if (n + WINDOW_ATTRIBUTE_KEY > KEY_WORDS || !window_attribute_key(ctx, w, &p->inputs[i], &key[n]))
                return 0;
            n += WINDOW_ATTRIBUTE_KEY;
        }
        if (p->inputs[i].kind != WINDOW_UNIFORM)
            continue;
        if (n + p->inputs[i].n > KEY_WORDS)
            return 0;
        memcpy(&key[n], &w->run.cells[p->inputs[i].cell], p->inputs[i].n * sizeof *key);
        n += p->inputs[i].n;
    }
    return n;
}

static uint64_t hash(const uint64_t *key, size_t n)
{
    uint64_t h = 0x9e3779b97f4a7c15u;

    for (size_t i = 0; i < n; i++) {
        h = (h ^ key[i]) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return h;
}

static void widen(struct emu_windows *w, const struct window_range *ranges)
{
    for (size_t i = 0; i < w->count; i++) {
        struct window_range *to = &w->rows[i].range;

        if (ranges[i].low >= ranges[i].high)
            continue;
        to->low = ranges[i].low < to->low ? ranges[i].low : to->low;
        to->high = ranges[i].high > to->high ? ranges[i].high : to->high;
    }
}

/* The answer to a key that still holds, or where a new one goes: a free place, else that of the one that was
 * asked for longest ago. */
static struct window_answer **find_place(struct emu_context *ctx, struct emu_windows *w, const uint64_t *key,
                                         size_t n, bool *found)
{
    uint64_t h = hash(key, n);
    struct window_answer **place = NULL;

    *found = false;
    for (size_t i = 0; i < PROBES; i++) {
        struct window_answer **at = &w->answers[(h + i) % ANSWERS];

        if (*at && (*at)->key_words == n && !memcmp((*at)->key, key, n * sizeof *key)) {
            *found = still_good(ctx, w, *at);
            return at;
        }
        if (!place || (*place && (!*at || (*at)->asked < (*place)->asked)))
            place = at;
    }
    return place;
}

static const char *run_anew(struct emu_context *ctx, struct emu_windows *w, const struct draw_info *info,
                            const struct draw_range *range, GLint draw_id)
{
    for (size_t i = 0; i < w->count; i++) {
        w->run.ranges[i] = (struct window_range){UINT32_MAX, 0};
        w->run.windows[i].low = w->run.windows[i].high = 0;
    }
    for (size_t i = 0; i < w->program->block_count; i++)
        w->run.blocks[i].low = w->run.blocks[i].high = 0;
    return window_run_range(ctx, w, info, range, draw_id);
}

const char *window_answer(struct emu_context *ctx, struct emu_windows *w, const struct draw_info *info,
                          const struct draw_range *range, GLint draw_id)
{
    uint64_t key[KEY_WORDS];
    bool mapped = info->index_size && info->index_buffer && info->index_buffer->map.pointer, found = false;
    size_t n = mapped ? 0 : make_key(ctx, w, info, range, draw_id, key);
    struct window_answer **place = NULL;
    const char *refused;

    if (w->program->refused)
        return w->program->refused;
    if (!w->answers)
        w->answers = calloc(ANSWERS, sizeof(struct window_answer *));
    if (n && w->answers)
        place = find_place(ctx, w, key, n, &found);
    if (found) {
        (*place)->asked = ++w->asked;
        if (!(*place)->refused)
            widen(w, (*place)->ranges);
        return (*place)->refused;
    }
    refused = run_anew(ctx, w, info, range, draw_id);
    if (!refused)
        widen(w, w->run.ranges);
    if (place) {
        answer_destroy(*place);
        *place = make_answer(ctx, w, key, n, refused);
    }
    return refused;
}
